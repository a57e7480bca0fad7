"""Another metric through the same kernels, by data alone: plies to the next conversion."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import plain_conversions
import pytest
from compiled_conversions import Conversions
from made_up_tables import made_up
from plain_reading import conversion_in

from millbase.solver.game.boards import SQUARE
from millbase.solver.game.material import Subspace
from millbase.solver.game.positions import Position
from millbase.solver.game.rules import Rules, preset
from millbase.solver.layouts import Layout, Values
from millbase.solver.retrograde.induction import solve_unit
from millbase.solver.scales import DTC, DTW, Scale, outcomes
from millbase.solver.subspaces import moving_subspaces, unit_of, units_in_order

NINE, SIX, THREE = (preset(name) for name in ("nine", "six", "three"))
TINY = Rules(SQUARE, (5, 4))
VARIED = {
    "flying": TINY,
    "protected, not flying": replace(TINY, protected=True, flying=False),
    "mixed": replace(TINY, mixed=True),
    "mixed, protected, not flying": replace(TINY, mixed=True, protected=True, flying=False),
    "a mill wins, flying, mixed": replace(TINY, mixed=True, mill_wins=True),
}
NAMES = ["3-3", "4-3", "5-3", "5-4", "6-3", "3-2+0-1", "1-2+2-1", "3-3+1-1", "4-2+0-2", "4-1+0-3"]


def solve(rules: Rules, wanted: list[Subspace], scale: Scale, threads: int = 2) -> dict[Subspace, Values]:
    """Tables of all that ``wanted`` needs."""
    tables: dict[Subspace, Values] = {}
    for unit in units_in_order(rules, wanted):
        tables |= solve_unit(rules, unit, tables.__getitem__, scale=scale, threads=threads)
    return tables


@pytest.mark.parametrize("longest", [6, 60, 253])
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("variant", VARIED)
def test_units_are_as_their_slow_twin_finds_them(variant: str, name: str, longest: int) -> None:
    rules = VARIED[variant]
    unit = unit_of(rules, Subspace.parse(name))

    def load(wanted: Subspace) -> Values:
        return made_up(rules.board, wanted, longest)

    found = solve_unit(rules, unit, load, scale=DTC)
    by_hand = plain_conversions.solve(rules, unit, load)
    for member, codes in found.items():
        assert [conversion_in(codes, entry) for entry in range(len(codes))] == by_hand[member]


@pytest.mark.parametrize(
    ("rules", "wanted"),
    [
        (THREE, [Subspace(0, 0, 3, 3)]),
        (replace(THREE, flying=True), [Subspace(0, 0, 3, 3)]),
        (replace(TINY, men=(4, 3), flying=False, protected=True), [Subspace(0, 0, 4, 3)]),
        (replace(TINY, men=(4, 3), mixed=True), [Subspace(0, 0, 4, 3)]),
        (SIX, moving_subspaces(SIX, 7)),
        (NINE, moving_subspaces(NINE, 7)),
    ],
)
def test_outcomes_are_those_of_distances(rules: Rules, wanted: list[Subspace]) -> None:
    plies, conversions = (solve(rules, wanted, scale) for scale in (DTW, DTC))
    assert plies.keys() == conversions.keys()
    for subspace, codes in plies.items():
        assert (outcomes(codes) == outcomes(conversions[subspace])).all()


# Of nine to eight stones it takes minutes.
@pytest.mark.parametrize(("rules", "stones"), [(THREE, 6), (SIX, 8), (NINE, 6)])
def test_games_are_as_a_search_without_symmetries_finds_them(rules: Rules, stones: int) -> None:
    assert_as_searched(rules, stones, 101)


def assert_as_searched(rules: Rules, stones: int, apart: int) -> None:
    """All pairs to so many stones; of large tables entries so far apart."""
    wanted = moving_subspaces(rules, stones)
    searched = Conversions(rules)
    for subspace, codes in solve(rules, wanted, DTC).items():
        chosen = np.arange(0, len(codes), apart if len(codes) > 100_000 else 1)
        own, opp = Layout.of(rules.board, subspace).positions(chosen)
        wrong = np.flatnonzero(searched.codes(own, opp) != codes[chosen])
        assert [Position.of_sides(int(own[i]), int(opp[i])) for i in wrong[:3]] == []


def test_threads_do_not_show() -> None:
    one, two = (solve(NINE, [Subspace(4, 3)], DTC, threads) for threads in (1, 2))
    assert {name: codes.tobytes() for name, codes in one.items()} == {
        name: codes.tobytes() for name, codes in two.items()
    }
