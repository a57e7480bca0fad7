"""The check of tables: against its slow twin, on tables that are right, and on damaged ones."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
import successors
from enumeration import enumerated
from made_up_tables import made_up
from plain_reading import value_in

from millbase.solver.checking.sampling import sample_of
from millbase.solver.checking.verifying import Verification, Wrong, verify_table
from millbase.solver.game.boards import BOARDS, SQUARE, TWO_RINGS, Board
from millbase.solver.game.material import Subspace
from millbase.solver.game.positions import Position, in_mills, legal_moves
from millbase.solver.game.rules import Rules, preset
from millbase.solver.layouts import Layout
from millbase.solver.retrograde.induction import solve_unit
from millbase.solver.subspaces import moves_of, units_in_order

Values = npt.NDArray[Any]
Tables = dict[Subspace, Values]

NINE, LASKER, TWELVE, SIX, FIVE, THREE = (
    preset(name) for name in ("nine", "lasker", "twelve", "six", "five", "three")
)
# Nine points and removals, and two rings filled: no games that are played, but small ones.
TINY = Rules(SQUARE, (5, 4))
FILLED = Rules(TWO_RINGS, (8, 8), flying=False, protected=True)


def subspace(text: str) -> Subspace:
    return Subspace.parse(text)


def made_up_for(rules: Rules, seed: int) -> Callable[[Subspace], Values]:
    """Made-up tables of both widths, some with the longest distances that a byte holds."""

    def load(wanted: Subspace) -> Values:
        chance = random.Random(f"{seed} {wanted}")
        dtype, longest = chance.choice([(np.uint8, 253), (np.uint8, 9), (np.uint16, 400)])
        return made_up(rules.board, wanted, longest, dtype, seed)

    return load


def solve(rules: Rules, wanted: str) -> Tables:
    """Tables of all that ``wanted`` needs."""
    tables: Tables = {}
    for unit in units_in_order(rules, [subspace(name) for name in wanted.split()]):
        tables |= solve_unit(rules, unit, tables.__getitem__)
    return tables


def assert_as_by_hand(
    rules: Rules, table: Subspace, load: Callable[[Subspace], Values], found: Verification, entries: list[int]
) -> None:
    values = load(table)
    by_hand = successors.expected(rules, table, load, entries)
    assert {fault.entry: fault for fault in found.wrong if fault.entry in set(entries)} == {
        entry: Wrong(entry, value_in(values, entry), value)
        for entry, value in by_hand.items()
        if value != value_in(values, entry)
    }


# The moving phase, of which 5-4 fills the board; a side that flies with one stone on the board; mixed
# moves; a side that places against one that moves; placing alone, also onto the last empty point.
SMALL = [
    *("3-3", "4-3", "3-4", "4-4", "5-4", "3-2+0-1", "2-3+1-0", "1-2+2-1", "2-1+1-2", "2-2+1-1"),
    *("4-4+1-0", "4-4+0-1", "4-3+1-1"),
]
VARIED = {
    "flying": TINY,
    "not flying": replace(TINY, flying=False),
    "protected": replace(TINY, protected=True),
    "protected, not flying, full board loses": replace(TINY, protected=True, flying=False, full_board="loss"),
    "mixed": replace(TINY, mixed=True),
    "mixed, protected, not flying": replace(TINY, mixed=True, protected=True, flying=False),
    "two for two": replace(TINY, take_two=True),
    "a mill wins": replace(TINY, flying=False, mill_wins=True),
    "a mill wins, flying, mixed": replace(TINY, mixed=True, mill_wins=True),
}


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("variant", VARIED)
def test_every_entry_of_small_tables_is_judged_as_by_hand(variant: str, name: str) -> None:
    rules, table = VARIED[variant], subspace(name)
    entries = Layout.of(rules.board, table).size
    for seed in range(2):
        load = made_up_for(rules, seed)
        found = verify_table(rules, table, load, limit=entries)
        assert found.faults == len(found.wrong)
        assert_as_by_hand(rules, table, load, found, list(range(entries)))


TWO_FOR_TWO = {
    "six": (replace(SIX, take_two=True), "4-5+1-1 5-4+2-1 6-4+1-0 5-6+1-1 4-2+1-2"),
    "six, protected, mixed": (replace(SIX, take_two=True, protected=True, mixed=True), "4-5+1-1 5-4+1-1"),
    "twelve": (replace(TWELVE, take_two=True), "4-2+1-3"),
}


@pytest.mark.parametrize("variant", TWO_FOR_TWO)
def test_two_stones_for_two_mills_are_judged_as_by_hand(variant: str) -> None:
    rules, names = TWO_FOR_TWO[variant]
    for number, name in enumerate(names.split()):
        table, load = subspace(name), made_up_for(rules, number)
        layout = Layout.of(rules.board, table)
        found = verify_table(rules, table, load, limit=layout.size)
        telling = (
            entry
            for entry in np.random.default_rng(number).integers(0, layout.size, 30_000).tolist()
            if removes_two(rules, Position.of_sides(*layout.position(entry), *table.hands))
        )
        some = list(islice(telling, 40))
        assert len(some) == 40
        assert_as_by_hand(rules, table, load, found, some)


def removes_two(rules: Rules, position: Position) -> bool:
    return any(len(move.removed) == 2 for move in legal_moves(rules, position))


LARGER = {
    "nine": (NINE, "3-3 4-3 3-4 4-4 3-2+1-1 3-3+1-1 3-3+0-1"),
    "nine, protected": (replace(NINE, protected=True), "4-3 3-4"),
    "nine, not flying": (replace(NINE, flying=False), "3-4"),
    "lasker": (LASKER, "3-2+0-2 2-3+2-0 3-3+1-1 3-4+1-0"),
    "twelve": (TWELVE, "3-3 4-3 3-4 3-3+1-1"),
    "six": (SIX, "3-3 5-3 3-5 6-5 5-6 4-3+1-2 3-4+2-1"),
    "two rings filled": (FILLED, "6-6 7-6 6-7 8-8 8-7+0-1 7-8+1-0 7-7+1-1"),
}


@pytest.mark.parametrize("variant", LARGER)
def test_samples_of_larger_tables_are_judged_as_by_hand(variant: str) -> None:
    rules, names = LARGER[variant]
    for number, name in enumerate(names.split()):
        table, load = subspace(name), made_up_for(rules, number)
        found = verify_table(rules, table, load, sample=3000, seed=number, limit=1 << 16)
        layout = Layout.of(rules.board, table)
        sample = sample_of(layout.blocks, layout.block_size, 3000, number)
        assert found.checked == sample.size
        assert found.faults == len(found.wrong)
        some = sample.spread(50, number)
        assert_as_by_hand(rules, table, load, found, some)


RIGHT = {
    "nine, protected": (replace(NINE, protected=True), "4-3"),
    "nine, not flying": (replace(NINE, flying=False), "4-3"),
    "nine, placing": (NINE, "3-3+1-0 2-2+1-2"),
    "lasker": (LASKER, "3-3+1-1 2-3+1-0"),
    "twelve": (TWELVE, "4-3"),
    "six": (SIX, "5-5 6-4 3-3+2-2"),
    "five": (FIVE, "4-4+1-1"),
    "six, two for two": (replace(SIX, take_two=True), "4-4+2-2"),
    "six, two for two, protected, mixed": (
        replace(SIX, take_two=True, protected=True, mixed=True),
        "4-5+1-0 5-4+0-1",
    ),
    "two rings filled": (FILLED, "7-7+1-1"),
    "three": (THREE, "0-0+3-3"),
}


@pytest.mark.parametrize("variant", RIGHT)
def test_what_the_solver_finds_passes(variant: str) -> None:
    rules, wanted = RIGHT[variant]
    assert_all_pass(rules, solve(rules, wanted))


def test_the_moving_phase_of_nine_passes(nine: Tables) -> None:
    assert_all_pass(NINE, nine)


def assert_all_pass(rules: Rules, tables: Tables) -> None:
    for table, values in tables.items():
        found = verify_table(rules, table, tables.__getitem__)
        assert found.passed, f"{table}: {found.wrong}"
        assert found.checked == len(values) or rules.mill_wins


def test_positions_that_no_game_reaches_are_not_checked() -> None:
    tables = solve(THREE, "3-3")
    table = subspace("3-3")
    without_mill = [
        entry
        for entry in range(Layout.of(SQUARE, table).size)
        if not in_mills(SQUARE, successors.position_of(SQUARE, table, entry).own)
    ]
    assert verify_table(THREE, table, tables.__getitem__).checked == len(without_mill) == 260


@pytest.fixture(scope="module")
def nine() -> Tables:
    return solve(NINE, "4-4 5-3")


def with_change(tables: Tables, name: Subspace, entry: int, code: int) -> Tables:
    changed = tables[name].copy()
    changed[entry] = code
    return {**tables, name: changed}


def wins(values: Values) -> Any:
    return (values % 2 == 1) & (values < 255)


def losses(values: Values) -> Any:
    return values % 2 == 0


def draws(values: Values) -> Any:
    return values == 255


CHANGES: dict[str, tuple[Callable[[Values], Values], Callable[[int], int]]] = {
    "a win two plies longer": (wins, lambda code: code + 2),
    "a win two plies shorter": (lambda values: wins(values) & (values > 1), lambda code: code - 2),
    "a loss two plies longer": (losses, lambda code: code + 2),
    "a loss two plies shorter": (lambda values: losses(values) & (values > 1), lambda code: code - 2),
    "a win lost": (wins, lambda code: code + 1),
    "a win drawn": (wins, lambda code: 255),
    "a loss won": (losses, lambda code: code + 1),
    "a loss drawn": (losses, lambda code: 255),
    "a draw won": (draws, lambda code: 31),
    "a draw lost": (draws, lambda code: 30),
    "a draw lost at once": (draws, lambda code: 0),
    "a draw with the code beside it": (draws, lambda code: 254),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_single_changed_entry_is_found(nine: Tables, change: str) -> None:
    concerned, damage = CHANGES[change]
    for table in map(subspace, ("3-3", "4-3", "3-4")):
        values = nine[table]
        entries = np.flatnonzero(concerned(values)).tolist()
        if entries:
            entry = random.Random(f"{table} {change}").choice(entries)
            damaged = with_change(nine, table, entry, damage(int(values[entry])))
            found = verify_table(NINE, table, damaged.__getitem__, limit=1000)
            assert not found.passed
            assert Wrong(entry, value_in(damaged[table], entry), value_in(values, entry)) in found.wrong


def twins_of(rules: Rules, table: Subspace) -> list[list[int]]:
    """The entries of every position that has more than one."""
    positions, least = enumerated(rules.board, table)
    groups = defaultdict(list)
    for entry, position in enumerate(positions):
        groups[least[position.own, position.opp]].append(entry)
    return [group for group in groups.values() if len(group) > 1]


def test_a_change_in_one_of_several_entries_of_a_position_is_found() -> None:
    tables = solve(TINY, "4-3 3-3+1-0")
    for table, values in tables.items():
        for group in twins_of(TINY, table):
            for entry in group:
                damaged = with_change(tables, table, entry, 17 if values[entry] != 17 else 255)
                found = verify_table(TINY, table, damaged.__getitem__, limit=len(values))
                assert Wrong(entry, value_in(damaged[table], entry), value_in(values, entry)) in found.wrong


def test_entries_of_a_position_must_agree_even_if_each_follows_from_its_successors() -> None:
    table = subspace("2-2+1-1")
    chance = np.random.default_rng(1)
    tables = {
        # different in each of several
        name: chance.integers(0, 30, Layout.of(SQUARE, name).size).astype(np.uint8)
        for name in (table, *moves_of(TINY, table).targets)
    }
    for fault in verify_table(TINY, table, tables.__getitem__, limit=Layout.of(SQUARE, table).size).wrong:
        assert fault.twin is None
        assert fault.expected.plies is not None
        tables[table][fault.entry] = fault.expected.plies
    found = verify_table(TINY, table, tables.__getitem__, limit=Layout.of(SQUARE, table).size)
    values = tables[table]
    assert [fault.entry for fault in found.wrong] == sorted(
        entry
        for group in twins_of(TINY, table)
        for entry in group
        if len({int(values[other]) for other in group}) > 1
    )
    for _, stored, expected, twin in found.wrong:
        assert twin is not None
        assert expected == value_in(values, twin) != stored


def test_the_number_beside_the_draws_is_no_distance() -> None:
    table, after = subspace("0-0+3-3"), subspace("0-1+3-2")
    entries = Layout.of(NINE.board, after).size
    wide = {table: np.array([254], np.uint16), after: np.full(entries, 253, np.uint16)}
    narrow = {name: values.astype(np.uint8) for name, values in wide.items()}
    assert verify_table(NINE, table, wide.__getitem__).passed
    assert not verify_table(NINE, table, narrow.__getitem__).passed


def test_threads_do_not_change_the_result(nine: Tables) -> None:
    table = subspace("3-4")
    damaged = with_change(nine, table, 862_000, 3)
    assert verify_table(NINE, table, damaged.__getitem__, threads=1) == verify_table(
        NINE, table, damaged.__getitem__, threads=3
    )


def test_a_sample_is_of_as_many_entries_as_are_asked_for(nine: Tables) -> None:
    table = subspace("4-3")
    load = {**nine, table: np.full_like(nine[table], 254)}.__getitem__  # all wrong

    def sample(entries: int, seed: int = 0) -> Verification:
        return verify_table(NINE, table, load, sample=entries, seed=seed, limit=6000)

    for entries in (1, 2, 5, 500):
        found = sample(entries)
        assert found.checked == found.faults == entries
        assert len({fault.entry // comb(20, 3) for fault in found.wrong}) == entries
    assert sample(5) == sample(5)
    assert sample(5, seed=1).wrong != sample(5).wrong
    many = sample(5000)
    assert 5000 <= many.checked == len({fault.entry for fault in many.wrong}) < 5010
    assert sample(1 << 40).checked == Layout.of(NINE.board, table).size


def test_of_right_tables_a_sample_passes(nine: Tables) -> None:
    for entries in (1, 5, 700):
        found = verify_table(NINE, subspace("4-3"), nine.__getitem__, sample=entries)
        assert found.passed
        assert entries <= found.checked <= entries + 1


def test_progress_reaches_the_end(nine: Tables) -> None:
    told = []
    verify_table(NINE, subspace("4-4"), nine.__getitem__, progress=lambda *how_far: told.append(how_far))
    assert list(dict.fromkeys(name for name, _, _ in told)) == ["laying out", "checking"]
    assert all(0 < done <= total == 3_667_665 for _, done, total in told)
    assert told[-1][1:] == (3_667_665, 3_667_665)


@pytest.mark.parametrize(
    "values", [np.zeros(5, np.uint8), np.zeros(210_140, np.int16)], ids=["short", "signed"]
)
def test_what_cannot_be_a_table_is_refused(values: Values) -> None:
    with pytest.raises(ValueError, match="the table 3-3 must be 210,140 numbers of one or two bytes"):
        verify_table(NINE, subspace("3-3"), lambda _: values)


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)
def test_ranks_inside_blocks_fit_two_bytes(board: Board) -> None:
    for block in range(board.points + 1):
        for inner in range(min(block, board.points - block) + 1):  # one more after a placement
            assert comb(board.points - block, min(inner + 1, board.points - block)) < 1 << 16
