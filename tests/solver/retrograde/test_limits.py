"""Limits of moves: every position with every counter, against a search that has the counter in its states."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from counted_search import DRAW, LOSS, WIN, Counted

from millbase.solver.game.boards import SQUARE
from millbase.solver.game.material import Subspace
from millbase.solver.game.positions import Position
from millbase.solver.game.rules import Rules, preset
from millbase.solver.layouts import Layout, Values
from millbase.solver.retrograde.induction import solve_unit
from millbase.solver.scales import DRAWN, LOST, WON, conversions, outcomes
from millbase.solver.subspaces import moving_subspaces, units_in_order

NINE, SIX, THREE = (preset(name) for name in ("nine", "six", "three"))
TINY = Rules(SQUARE, (4, 4))


def solve(rules: Rules, wanted: list[Subspace], threads: int = 2) -> dict[Subspace, Values]:
    """Tables of all that ``wanted`` needs, under the limit of the rules."""
    tables: dict[Subspace, Values] = {}
    for unit in units_in_order(rules, wanted):
        tables |= solve_unit(rules, unit, tables.__getitem__, scale=conversions(rules.limit), threads=threads)
    return tables


def by_counter(codes: Values, counter: int, limit: int) -> Values:
    """Outcomes so many plies after a conversion, by what codes are defined to mean."""
    plies = (codes.astype(int) + 1) // 2
    decided = (codes != np.iinfo(codes.dtype).max) & (plies <= 2 * limit - counter)
    return np.where(decided, np.where(codes % 2 == 1, WIN, LOSS), DRAW)


@pytest.mark.parametrize("limit", [1, 2, 3, 5])
@pytest.mark.parametrize(
    ("rules", "stones"),
    [
        (THREE, 6),
        (replace(THREE, flying=True), 6),
        (replace(TINY, flying=True), 7),
        (replace(TINY, protected=True), 8),
        (SIX, 12),
        (replace(SIX, men=(5, 5), flying=True, protected=True), 9),
        (NINE, 7),
    ],
)
def test_every_position_with_every_counter(rules: Rules, stones: int, limit: int) -> None:
    assert_as_searched(replace(rules, limit=limit), stones)


def test_four_against_four() -> None:
    assert_as_searched(replace(NINE, limit=2), 8)  # other limits take longer


def assert_as_searched(rules: Rules, stones: int) -> None:
    """All subspaces without stones in hand and with at most so many on the board."""
    assert rules.limit is not None
    wanted = moving_subspaces(rules, stones)
    searched = Counted(rules, max(map(max, wanted)))
    for subspace, codes in solve(rules, wanted).items():
        own, opp = Layout.of(rules.board, subspace).positions(np.arange(len(codes)))
        possible = np.ones(len(codes), np.bool_)
        if rules.mill_wins:  # a side to move that has a mill has won before
            lines = rules.board.line_masks
            possible = ~np.logical_or.reduce([own & line == line for line in lines])
        for counter in range(2 * rules.limit + 1):
            expected = searched.outcomes(own, opp, counter)
            wrong = np.flatnonzero(possible & (by_counter(codes, counter, rules.limit) != expected))
            assert [Position.of_sides(int(own[i]), int(opp[i])) for i in wrong[:3]] == []


@pytest.mark.parametrize(("rules", "stones"), [(SIX, 8), (NINE, 6), (THREE, 6)])
def test_what_is_won_stays_won_under_a_longer_limit(rules: Rules, stones: int) -> None:
    found = [solve(replace(rules, limit=limit), moving_subspaces(rules, stones)) for limit in (1, 2, 3, 8)]
    found.append(solve(rules, moving_subspaces(rules, stones)))
    gained = 0
    for shorter, longer in pairwise(found):
        for subspace, codes in shorter.items():
            before, after = outcomes(codes), outcomes(longer[subspace])
            assert ((before == after) | (before == DRAWN)).all()
            gained += int((before != after).sum())
    assert gained
    assert {LOST, WON} <= set(np.concatenate([outcomes(codes) for codes in found[0].values()]).tolist())


def test_a_limit_that_nothing_reaches_changes_nothing() -> None:
    free, limited = (solve(rules, [Subspace(4, 3)]) for rules in (NINE, replace(NINE, limit=60)))
    assert {name: codes.tobytes() for name, codes in free.items()} == {
        name: codes.tobytes() for name, codes in limited.items()
    }


def test_threads_do_not_show() -> None:
    one, two = (solve(replace(NINE, limit=3), [Subspace(4, 3)], threads) for threads in (1, 2))
    assert {name: codes.tobytes() for name, codes in one.items()} == {
        name: codes.tobytes() for name, codes in two.items()
    }
