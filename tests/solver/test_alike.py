"""Moves that are the same but for a symmetry of the position."""

from __future__ import annotations

import pytest
import rulebook

from millbase.solver.alike import unique_moves
from millbase.solver.game.boards import Board
from millbase.solver.game.notation import format_move, parse_position
from millbase.solver.game.positions import Position, legal_moves, start
from millbase.solver.game.rules import PRESETS, Rules, preset
from millbase.solver.game.values import DRAW
from millbase.solver.indexing import image
from millbase.solver.oracle import Answer, RankedMove

FIRST_MOVES = {
    "three": [4, 4, 1],
    "six": [8, 8],
    "five": [8, 8],
    "nine": [8, 8, 4, 4],
    "wmd": [8, 8, 4, 4],
    "lasker": [8, 8, 4, 4],
    "twelve": [8, 8, 4, 4],
}


TWO_SIDED = "W.W...../.W..B.B./.W...B.. w 1,3"
TWO_ALIKE = ["d7xf2xb2"]


def unranked(rules: Rules, position: Position) -> Answer:
    """The moves of a position in the order of the legal ones, whatever they are worth."""
    moves = legal_moves(rules, position)
    return Answer(position, DRAW, [RankedMove(move, position.after(move), DRAW) for move in moves])


def classes(rules: Rules, position: Position) -> list[list[str]]:
    return [
        [format_move(rules.board, move) for move in (unique.ranked.move, *unique.alike)]
        for unique in unique_moves(rules.board, unranked(rules, position))
    ]


def canonical(board: Board, position: Position) -> tuple[int, int]:
    """A position as the symmetry that makes it least shows it."""
    return min((image(position.white, g), image(position.black, g)) for g in board.symmetries)


@pytest.mark.parametrize("name", PRESETS)
def test_first_moves_come_down_to_a_few(name: str) -> None:
    found = classes(PRESETS[name], start(PRESETS[name]))
    assert [len(alike) for alike in found] == FIRST_MOVES[name]


def test_moves_are_alike_with_the_stones_they_remove() -> None:
    nine = preset("nine")
    one_sided = parse_position(nine, "W.W...../....B.B./...B.... w 1,0")
    assert all(len(alike) == 1 for alike in classes(nine, one_sided))
    two_sided = parse_position(nine, "W.W...../....B.B./.....B.. w 1,0")
    assert classes(preset("wmd"), parse_position(preset("wmd"), TWO_SIDED))[0] == TWO_ALIKE
    assert classes(nine, two_sided)[:4] == [["d7xf2", "d7xb2"], ["d7xd3"], ["g4", "a4"], ["g1", "a1"]]


@pytest.mark.parametrize("name", ["six", "nine", "wmd", "lasker", "twelve, 7 against 5", "three with flying"])
def test_every_move_is_in_one_class_and_all_of_a_class_lead_to_the_same_position(name: str) -> None:
    rules = rulebook.VARIED[name]
    for position in rulebook.random_game(rules, seed=3):
        answer = unranked(rules, position)
        after = {ranked.move: ranked.position for ranked in answer.moves}
        found = [[unique.ranked.move, *unique.alike] for unique in unique_moves(rules.board, answer)]
        order = list(after)
        assert sorted((move for alike in found for move in alike), key=order.index) == order
        assert all(alike == sorted(alike, key=order.index) for alike in found)
        assert found == sorted(found, key=lambda alike: order.index(alike[0]))
        for alike in found:
            assert len({canonical(rules.board, after[move]) for move in alike}) == 1
