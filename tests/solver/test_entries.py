"""Entries as positions: each is one that the rules accept, or none can be made of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from millbase.solver.entries import is_position, position_at
from millbase.solver.game.material import Subspace
from millbase.solver.game.notation import format_position, parse_position
from millbase.solver.game.positions import Position, PositionError, check_position
from millbase.solver.game.rules import Rules, preset
from millbase.solver.layouts import Layout

THREE, SIX, NINE = preset("three"), preset("six"), preset("nine")
GAMES = {
    "three": (THREE, "3-3"),
    "three, placing": (THREE, "2-3+1-0"),
    "six": (SIX, "3-3"),
    "six, placing, Black to move": (SIX, "0-1+6-5"),
    "unequal men, White to move": (replace(SIX, men=(4, 3)), "4-3"),
    "unequal men, Black to move": (replace(SIX, men=(4, 3)), "3-4"),
    "unequal men, placing": (replace(SIX, men=(4, 3)), "1-1+2-3"),
    "men of others": (replace(SIX, men=(3, 3)), "4-3"),
}


def can_be(rules: Rules, position: Position) -> bool:
    try:
        check_position(rules, position)
    except PositionError:
        return False
    return True


@pytest.mark.parametrize("game", GAMES)
def test_every_entry_is_a_position_or_none_can_be_made_of_it(game: str) -> None:
    rules, subspace = GAMES[game][0], Subspace.parse(GAMES[game][1])
    layout = Layout.of(rules.board, subspace)
    found = 0
    for entry in range(layout.size):
        sides = layout.position(entry)
        either = [Position.of_sides(*sides, *subspace.hands, white) for white in (True, False)]
        position = position_at(rules, subspace, entry)
        if position is None:
            assert not any(can_be(rules, one) for one in either)
            continue
        found += 1
        assert position in either
        assert parse_position(rules, format_position(rules.board, position)) == position
    assert found > 0 or game == "men of others"


def test_whose_turn_it_is_shows_in_the_hands() -> None:
    assert position_at(NINE, Subspace(0, 0, 9, 9), 0) == Position(0, 0, True, (9, 9))
    black = position_at(NINE, Subspace(0, 1, 9, 8), 0)
    assert black is not None
    assert not black.white_to_move
    assert black.hands == (8, 9)


def test_whether_an_entry_is_a_position_does_not_depend_on_the_men() -> None:
    subspace = Subspace(3, 3)
    layout = Layout.of(THREE.board, subspace)
    mills = [
        any(layout.position(entry)[0] & line == line for line in THREE.board.line_masks)
        for entry in range(layout.size)
    ]
    assert 0 < sum(mills) < layout.size
    assert [is_position(THREE, subspace, entry) for entry in range(layout.size)] == [not m for m in mills]
    assert is_position(replace(SIX, men=(3, 3)), Subspace(6, 6), 0)
