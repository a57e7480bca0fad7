"""Solved units against a slow twin, whole games solved from the empty board, and published counts."""

from __future__ import annotations

import csv
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
import retrograde
from enumeration import enumerated
from exhaustive import Exhaustive
from made_up_tables import Code, made_up
from plain_reading import value_in

from millbase.solver.game.boards import SQUARE
from millbase.solver.game.material import Subspace
from millbase.solver.game.positions import Position
from millbase.solver.game.rules import Rules, preset
from millbase.solver.game.values import DRAW, LOST, Value
from millbase.solver.retrograde.induction import solve_unit
from millbase.solver.scales import Scale
from millbase.solver.statistics import count
from millbase.solver.subspaces import moving_subspaces, unit_of, units_in_order

Values = npt.NDArray[Any]
Tables = dict[Subspace, Values]

NINE, LASKER, TWELVE, SIX, THREE = (preset(name) for name in ("nine", "lasker", "twelve", "six", "three"))
# Nine points and removals: no game that is played, but one that can be looked at whole.
TINY = Rules(SQUARE, (5, 4))
VARIED = {
    "flying": TINY,
    "not flying": replace(TINY, flying=False),
    "protected": replace(TINY, protected=True),
    "protected, not flying": replace(TINY, protected=True, flying=False),
    "mixed": replace(TINY, mixed=True),
    "mixed, protected, not flying": replace(TINY, mixed=True, protected=True, flying=False),
    "two for two, mixed": replace(TINY, mixed=True, take_two=True),
    "a mill wins": replace(TINY, flying=False, mill_wins=True),
    "a mill wins, flying, mixed": replace(TINY, mixed=True, mill_wins=True),
}


def subspace(text: str) -> Subspace:
    return Subspace.parse(text)


def solve(rules: Rules, wanted: list[Subspace], threads: int = 2) -> Tables:
    """Tables of all that ``wanted`` needs."""
    tables: Tables = {}
    for unit in units_in_order(rules, wanted):
        tables |= solve_unit(rules, unit, tables.__getitem__, threads=threads)
    return tables


def made_up_for(rules: Rules, longest: int, dtype: Code = np.uint8) -> Callable[[Subspace], Values]:
    return lambda wanted: made_up(rules.board, wanted, longest, dtype)


def decoded(values: Values) -> list[Value]:
    return [value_in(values, entry) for entry in range(len(values))]


def assert_as_by_hand(rules: Rules, unit: tuple[Subspace, ...], load: Callable[[Subspace], Values]) -> Tables:
    found = solve_unit(rules, unit, load)
    assert {member: decoded(values) for member, values in found.items()} == retrograde.solve(
        rules, unit, load
    )
    return found


# Units of the moving phase, of which 5-4 and 6-3 fill the board; of Lasker, where steps and placements mix
# (in 3-2+0-1 three stones stand against two, in 1-2+2-1 a side flies with one stone on the board); of a
# side that still places against one that moves; of placing alone.
@pytest.mark.parametrize("longest", [4, 60])
@pytest.mark.parametrize(
    "name",
    [
        "3-3",
        "4-3",
        "5-3",
        "4-4",
        "5-4",
        "6-3",
        "3-2+0-1",
        "1-2+2-1",
        "3-3+1-1",
        "4-2+0-2",
        "2-2+2-2",
        "4-1+0-3",
    ],
)
@pytest.mark.parametrize("variant", VARIED)
def test_units_are_as_their_slow_twin_finds_them(variant: str, name: str, longest: int) -> None:
    rules = VARIED[variant]
    assert_as_by_hand(rules, unit_of(rules, subspace(name)), made_up_for(rules, longest))


@pytest.mark.parametrize(
    ("rules", "name"),
    [
        (SIX, "3-3"),
        (replace(SIX, mixed=True, protected=True), "2-2+1-1"),
        (LASKER, "2-1+1-2"),
    ],
)
def test_units_on_larger_boards_are_as_their_slow_twin_finds_them(rules: Rules, name: str) -> None:
    assert_as_by_hand(rules, unit_of(rules, subspace(name)), made_up_for(rules, 20))


@pytest.mark.parametrize(
    "rules",
    [
        replace(TINY, men=(3, 3), mixed=True),
        replace(TINY, men=(4, 3), flying=False, protected=True),
        replace(TINY, men=(5, 4), flying=False, full_board="loss"),
        replace(TINY, men=(5, 4), flying=False),
        replace(TINY, men=(5, 4), take_two=True),
        replace(TINY, men=(5, 4), mixed=True, take_two=True, protected=True),
        THREE,
        replace(THREE, men=(4, 3), flying=True, mixed=True),
    ],
)
def test_whole_games_are_as_going_through_them_finds_them(rules: Rules) -> None:
    solved = solve(rules, [Subspace(0, 0, *rules.men)])
    tables = {member: decoded(values) for member, values in solved.items()}
    differing = {
        position: value
        for position, value in Exhaustive(rules).values.items()
        if value != in_tables(rules, tables, position)
    }
    assert differing == {}


def in_tables(rules: Rules, tables: dict[Subspace, list[Value]], position: Position) -> Value:
    if position.subspace.lost:
        return LOST
    return tables[position.subspace][enumerated(rules.board, position.subspace).entry(position)]


@pytest.mark.parametrize(
    ("rules", "value"),
    [
        (THREE, Value("win", 9)),
        (replace(THREE, flying=True), DRAW),
        (replace(THREE, men=(4, 4)), Value("win", 11)),
    ],
)
def test_three_mens_morris_has_its_known_value(rules: Rules, value: Value) -> None:
    beginning = Subspace(0, 0, *rules.men)
    assert decoded(solve(rules, [beginning])[beginning]) == [value]


@lru_cache(maxsize=4)
def moving_tables(rules: Rules, stones: int) -> Tables:
    return solve(rules, moving_subspaces(rules, stones))


def test_counts_up_to_seven_stones_are_the_published_ones() -> None:
    with Path(__file__).with_name("nine_moving_counts.csv").open() as file:
        published = {
            Subspace(int(row["mover"]), int(row["opp"])): {
                key: int(row[key]) for key in ("win", "loss", "draw", "max_win", "max_loss")
            }
            for row in csv.DictReader(file)
        }
    for wanted, values in moving_tables(NINE, 7).items():
        found = count(NINE, wanted, values)
        assert published[wanted] == {
            "win": found.wins,
            "loss": found.losses,
            "draw": found.draws,
            "max_win": found.longest_win,
            "max_loss": found.longest_loss,
        }


def test_four_against_four_ends_after_as_many_plies_as_published() -> None:
    wanted = subspace("4-4")
    found = count(NINE, wanted, moving_tables(NINE, 8)[wanted])
    assert found.draws == 3_225_409
    assert found.by_code == (6, 29, 3, 24, 10, 46, 6, 48, 4, 12)


# The larger of the longest win and the longest loss: Gévay & Danner 2016, table VIII; Loewer 2016, table 7.
LONGEST = {
    "twelve": (TWELVE, {"3-3": 16, "3-4": 23, "4-3": 22, "4-4": 19, "3-5": 27, "5-3": 26}),
    "protected": (
        replace(NINE, protected=True),
        {"3-3": 26, "3-4": 33, "4-3": 32, "4-4": 9, "3-5": 31, "5-3": 3},
    ),
}


@pytest.mark.parametrize("variant", LONGEST)
def test_longest_games_of_other_rules_are_the_published_ones(variant: str) -> None:
    rules, published = LONGEST[variant]
    found = {}
    for wanted, values in moving_tables(rules, 8).items():
        statistics = count(rules, wanted, values)
        found[str(wanted)] = max(statistics.longest_win, statistics.longest_loss)
    assert found == published


@pytest.mark.parametrize(
    ("rules", "name"),
    [(NINE, "4-3"), (replace(NINE, protected=True), "3-3"), (LASKER, "3-2+0-1"), (NINE, "3-2+0-1")],
)
def test_the_number_of_threads_does_not_show(rules: Rules, name: str) -> None:
    unit = unit_of(rules, subspace(name))
    load = made_up_for(rules, 20)
    one, two, three = (solve_unit(rules, unit, load, threads=threads) for threads in (1, 2, 3))
    for member in unit:
        assert len(one[member]) > 1 << 12  # fewer are not shared out
        assert one[member].tobytes() == two[member].tobytes() == three[member].tobytes()


# Bytes hold distances up to 253, the first width of two bytes up to 1023.
@pytest.mark.parametrize("longest", [230, 252, 253, 1020, 1100])
def test_long_distances_are_never_cut_off(longest: int) -> None:
    rules = VARIED["mixed"]
    load = made_up_for(rules, longest, np.uint8 if longest <= 253 else np.uint16)
    for name in ("4-3", "3-3+1-0"):
        found = assert_as_by_hand(rules, unit_of(rules, subspace(name)), load)
        if longest < 253:
            reached = max(value.plies or 0 for values in found.values() for value in decoded(values))
            needed = np.uint8 if reached <= 253 else np.uint16
            assert {values.dtype.type for values in found.values()} == {needed}


def test_levels_are_as_high_as_a_scale_has_them() -> None:
    """A scale on which every ply counts for 101: the same tables, of codes up to thousands."""
    plies, unit = 101, unit_of(TINY, subspace("4-3"))
    stretched = Scale(lambda codes: codes + plies, lambda _, codes: codes + plies)

    def load(wanted: Subspace) -> Values:
        codes = made_up(TINY.board, wanted, 20).astype(np.uint16)
        return np.where(codes == 255, 65535, codes * np.uint16(plies)).astype(np.uint16)

    usual = solve_unit(TINY, unit, made_up_for(TINY, 20))
    for member, codes in solve_unit(TINY, unit, load, scale=stretched).items():
        assert codes.dtype == np.uint16
        assert codes[codes != 65535].max() > 2 * 600
        expected = np.where(usual[member] == 255, 65535, usual[member].astype(int) * plies)
        assert (codes == expected).all()


def test_tables_of_two_bytes_may_lead_to_tables_of_one() -> None:
    unit = unit_of(TINY, subspace("4-3"))
    found = assert_as_by_hand(TINY, unit, made_up_for(TINY, 60, np.uint16))
    assert {values.dtype.type for values in found.values()} == {np.uint8}


def test_progress_is_told_phase_level_and_highest_level() -> None:
    told: list[tuple[str, int, int]] = []
    unit = unit_of(SIX, subspace("4-3"))
    tables = solve(SIX, [subspace("4-3")])
    solve_unit(SIX, unit, tables.__getitem__, progress=lambda *step: told.append(step))
    assert told[:2] == [("seeding", 0, 2), ("seeding", 1, 2)]
    levels = [level for _, level, _ in told[2:]]
    assert {phase for phase, _, _ in told[2:]} == {"induction"}
    assert levels == list(range(len(levels)))
    highest = [most for _, _, most in told[2:]]
    assert highest[-1] == levels[-1] == max(max(v.plies or 0 for v in decoded(tables[m])) for m in unit)
    assert all(level <= most for level, most in zip(levels, highest, strict=True))
