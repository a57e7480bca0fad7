"""Counts of positions that can be reached: against going through small games by hand, and published ones."""

from __future__ import annotations

from dataclasses import replace

import pytest

from millbase.solver.checking.reachable import TooLargeError, count_reachable
from millbase.solver.game.boards import SQUARE
from millbase.solver.game.positions import Position, legal_moves, start
from millbase.solver.game.rules import Rules, preset

# No game that is played, but with removals and all options, and small enough to be gone through.
SMALL = Rules(SQUARE, (4, 4))
GAMES = {
    "flying": SMALL,
    "not flying": replace(SMALL, flying=False),
    "protected": replace(SMALL, protected=True),
    "mixed": replace(SMALL, men=(4, 3), mixed=True),
    "mixed, not flying, protected": replace(SMALL, men=(3, 4), mixed=True, flying=False, protected=True),
    "four against three": replace(SMALL, men=(4, 3)),
    "three against five": replace(SMALL, men=(3, 5), flying=False),
    "a board that can be full": replace(SMALL, men=(5, 4), flying=False, protected=True),
    "two for two": replace(SMALL, men=(5, 4), take_two=True),
    "two for two, mixed, protected": replace(SMALL, men=(5, 4), mixed=True, protected=True, take_two=True),
    "three men's morris": preset("three"),
    "a mill wins, mixed": Rules(SQUARE, (4, 4), mixed=True, mill_wins=True),
}


def reached(rules: Rules) -> set[Position]:
    """All positions that games reach, one after the other."""
    found = {start(rules)}
    waiting = list(found)
    while waiting:
        position = waiting.pop()
        after = {position.after(move) for move in legal_moves(rules, position)} - found
        found |= after
        waiting += after
    return found


@pytest.mark.parametrize("name", GAMES)
def test_small_games_are_counted_as_by_hand(name: str) -> None:
    assert count_reachable(GAMES[name]) == len(reached(GAMES[name]))


def test_the_published_number_of_five_mens_morris() -> None:
    assert count_reachable(preset("five")) == 17_844_721  # B. Liou, 2026


def test_progress_is_told_how_far_it_is() -> None:
    told: list[tuple[str, int, int]] = []
    count_reachable(replace(preset("six"), men=(3, 3)), lambda *step: told.append(step))
    assert {name for name, _, _ in told} == {"counting"}
    assert [done for _, done, _ in told] == sorted(done for _, done, _ in told)
    assert told[-1][1] == told[-1][2]


@pytest.mark.parametrize(("name", "words"), [("nine", "with 9 men"), ("twelve", "with 12 men")])
def test_what_would_not_fit_is_refused(name: str, words: str) -> None:
    with pytest.raises(TooLargeError, match=words):
        count_reachable(preset(name))
