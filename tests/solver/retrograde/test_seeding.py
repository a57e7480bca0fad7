"""Seeded tables against a slow twin: what leaving moves give, how many quiet moves there are."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from made_up_tables import Code, made_up
from plain_reading import value_in
from plain_seeding import Seeded, seeded

from millbase.solver.game.boards import SQUARE, Board, points_of
from millbase.solver.game.material import Subspace
from millbase.solver.game.positions import Position
from millbase.solver.game.rules import Rules, preset
from millbase.solver.game.values import DRAW
from millbase.solver.indexing import image, representatives
from millbase.solver.layouts import Layout
from millbase.solver.retrograde.seeding import Seeder, Unsolved
from millbase.solver.retrograde.sizes import RUN_BITS
from millbase.solver.scales import DTW, WIDTHS, Codebook, TooLong, Width
from millbase.solver.threads import Workers

Values = npt.NDArray[Any]

NINE, LASKER, TWELVE, SIX, THREE = (preset(name) for name in ("nine", "lasker", "twelve", "six", "three"))
TINY = Rules(SQUARE, (5, 4))
TINY_LASKER = replace(TINY, mixed=True)
TWO_FOR_TWO = replace(SIX, take_two=True)
VARIED_TWO = [
    replace(TWO_FOR_TWO, protected=protected, mixed=mixed)
    for protected in (False, True)
    for mixed in (False, True)
]
BYTES, SHORTS, LONGS = WIDTHS

either_layout = pytest.mark.parametrize("block_is_own", [True, False], ids=["own blocks", "opp blocks"])


def made_up_for(rules: Rules, longest: int, dtype: Code = np.uint8) -> Callable[[Subspace], Values]:
    return lambda wanted: made_up(rules.board, wanted, longest, dtype)


def seed(
    rules: Rules,
    layout: Layout,
    load: Callable[[Subspace], Values],
    width: Width = BYTES,
    threads: int = 2,
) -> Unsolved:
    with Workers(threads) as workers:
        return Seeder(rules, Codebook(DTW, width), load, workers).seed(layout)


def held(table: Unsolved, entry: int) -> Seeded:
    """What the table holds for an entry, as the slow twin says it."""
    value, count = value_in(table.values, entry), int(table.counts[entry])
    if value == DRAW and 0 < count < 255:
        return Seeded(None, count)
    return Seeded(value, count)


def assert_as_by_hand(
    rules: Rules,
    name: str,
    block_is_own: bool,
    longest: int = 60,
    width: Width = BYTES,
    entries: Iterable[int] | None = None,
) -> None:
    subspace = Subspace.parse(name)
    load = made_up_for(rules, longest, width.dtype)
    layout = Layout(rules.board, subspace, block_is_own)
    table = seed(rules, layout, load, width)
    assert len(table.values) == len(table.counts) == layout.size
    assert table.values.dtype == width.dtype
    for entry in range(layout.size) if entries is None else entries:
        position = Position.of_sides(*layout.position(entry), *subspace.hands)
        assert held(table, entry) == seeded(rules, position, load), position


def telling_entries(rules: Rules, name: str, block_is_own: bool, sample: int) -> list[int]:
    """Some entries of a large subspace: a third in blocks with mills, another in symmetric blocks."""
    board = rules.board
    layout = Layout(board, Subspace.parse(name), block_is_own)
    chance = np.random.default_rng(5)
    every = np.arange(layout.blocks)
    masks = representatives(board, layout.block_stones).tolist()
    milled = [
        block for block, mask in enumerate(masks) if any(mask & line == line for line in board.line_masks)
    ]
    symmetric = [
        block for block, mask in enumerate(masks) if any(image(mask, g) == mask for g in board.symmetries[1:])
    ]
    blocks = np.concatenate(
        [chance.choice(chosen, sample // 3) for chosen in (every, milled or every, symmetric)]
    )
    places = chance.integers(0, layout.block_size, len(blocks))
    return [int(entry) for entry in blocks * layout.block_size + places]


WHOLE = [
    *((TINY, name) for name in ("3-3", "4-3", "3-4", "5-4", "3-6", "3-5", "4-4+1-1", "2-3+1-0", "2-2+3-1")),
    *(
        (TINY_LASKER, name)
        for name in ("3-3+1-1", "2-4+1-0", "4-2+0-1", "1-3+2-1", "3-3+0-2", "0-3+3-0", "4-5+2-0")
    ),
    *((replace(TINY_LASKER, protected=True), name) for name in ("3-3", "4-3", "3-4+2-1", "5-3", "3-5")),
    *((replace(TINY_LASKER, flying=False), name) for name in ("3-3", "2-4+1-0", "2-3+1-1")),
    *((replace(TINY, full_board="loss"), name) for name in ("5-4", "4-5+1-0", "4-4+1-1")),
    *((THREE, name) for name in ("3-3", "2-3+1-0", "2-2+1-1", "3-2+0-1", "0-0+3-3")),
    *((replace(THREE, flying=True, mixed=True), name) for name in ("3-3", "4-3", "3-2+1-2")),
    (SIX, "3-3"),
    (replace(SIX, mixed=True, flying=True), "1-3+2-0"),
    *((replace(TINY, take_two=True), name) for name in ("4-3+1-1", "4-3+1-0", "4-4+1-0", "4-1+1-3")),
    (replace(TINY_LASKER, take_two=True, protected=True), "4-3+1-1"),
    *((TWO_FOR_TWO, name) for name in ("4-2+1-3", "4-1+2-4", "4-2+1-2")),
]


@either_layout
@pytest.mark.parametrize(("rules", "name"), WHOLE)
def test_whole_tables_are_as_their_slow_twin_finds_them(rules: Rules, name: str, block_is_own: bool) -> None:
    assert_as_by_hand(rules, name, block_is_own)


PROTECTED = replace(NINE, protected=True)
SAMPLED = [
    *((rules, name) for rules in VARIED_TWO for name in ("4-5+1-1", "5-4+2-1", "6-5+1-0", "5-7+1-1")),
    *((replace(NINE, take_two=True, protected=protected), "5-5+1-1") for protected in (False, True)),
    (replace(LASKER, take_two=True), "5-4+1-1"),
    (replace(TWELVE, take_two=True), "4-4+1-1"),
    *((NINE, name) for name in ("3-3", "4-3", "3-4", "4-4", "3-3+1-1", "3-4+1-0", "4-3+0-1")),
    *((PROTECTED, name) for name in ("3-3", "4-3", "3-4", "3-4+1-0")),
    *((TWELVE, name) for name in ("3-3", "4-3", "3-4")),
    *((LASKER, name) for name in ("3-3+1-1", "4-3+0-1", "2-4+1-1", "3-2+0-1")),
    (replace(LASKER, protected=True), "3-3+1-1"),
    *((replace(SIX, flying=flying), "4-4") for flying in (False, True)),
]


@either_layout
@pytest.mark.parametrize(("rules", "name"), SAMPLED)
def test_large_tables_are_as_their_slow_twin_finds_them(rules: Rules, name: str, block_is_own: bool) -> None:
    entries = telling_entries(rules, name, block_is_own, 150)
    assert_as_by_hand(rules, name, block_is_own, entries=entries)


@either_layout
@pytest.mark.parametrize("rules", VARIED_TWO)
@pytest.mark.parametrize("name", ["4-5+1-1", "4-4+1-1", "6-4+1-0", "5-6+1-1"])
def test_two_stones_are_taken_for_two_mills(rules: Rules, name: str, block_is_own: bool) -> None:
    """Entries whose side to move can close two at once, which are few."""
    subspace = Subspace.parse(name)
    layout = Layout(rules.board, subspace, block_is_own)
    entries = [
        entry
        for entry in np.random.default_rng(7).integers(0, layout.size, 60_000).tolist()
        if closes_two(rules.board, *layout.position(entry))
    ][:100]
    assert len(entries) == 100
    assert_as_by_hand(rules, name, block_is_own, entries=entries)


def closes_two(board: Board, own: int, opp: int) -> bool:
    for point in points_of(~(own | opp) & (1 << board.points) - 1):
        through = [line for line in board.line_masks if line >> point & 1]
        if sum((own | 1 << point) & line == line for line in through) > 1:
            return True
    return False


@either_layout
@pytest.mark.parametrize("name", ["4-3", "3-4+2-1", "2-2+2-2"])
def test_long_distances_are_seeded_in_two_bytes(name: str, block_is_own: bool) -> None:
    assert_as_by_hand(TINY_LASKER, name, block_is_own, 1000, SHORTS)
    assert_as_by_hand(TINY_LASKER, name, block_is_own, 1100, LONGS)


@pytest.mark.parametrize(("width", "longest"), [(BYTES, 253), (SHORTS, 1021)])
def test_a_distance_that_would_not_fit_one_ply_on_is_refused(width: Width, longest: int) -> None:
    assert width.highest == longest
    fits = made_up_for(TINY, longest - 1, width.dtype)
    passes = made_up_for(TINY, longest, width.dtype)
    layout = Layout.of(SQUARE, Subspace(4, 4))
    seed(TINY, layout, fits, width)
    with pytest.raises(TooLong):
        seed(TINY, layout, passes, width)


@pytest.mark.parametrize("width", WIDTHS)
@either_layout
def test_values_that_are_or_will_be_final_are_noted_by_run(width: Width, block_is_own: bool) -> None:
    for rules in (TINY, NINE):
        layout = Layout(rules.board, Subspace(4, 3), block_is_own)
        table = seed(rules, layout, made_up_for(rules, 60, width.dtype), width)
        size = layout.block_size
        assert (size > 1 << RUN_BITS) is (rules is NINE)  # a block has several runs, or one
        noted = [sum(int(word) << 64 * i for i, word in enumerate(words)) for words in table.pending.T]
        final = (table.values < width.rest) & ((table.values % 2 == 1) | (table.counts == 0))
        runs = [
            range(block * size + start, block * size + min(start + (1 << RUN_BITS), size))
            for block in range(layout.blocks)
            for start in range(0, size, 1 << RUN_BITS)
        ]
        assert noted == [sum({1 << int(table.values[i]) for i in run if final[i]}) for run in runs]


@either_layout
@pytest.mark.parametrize(("rules", "name"), [(NINE, "3-3"), (LASKER, "2-3+2-0"), (PROTECTED, "4-3")])
def test_the_number_of_threads_does_not_show(rules: Rules, name: str, block_is_own: bool) -> None:
    layout = Layout(rules.board, Subspace.parse(name), block_is_own)
    assert layout.size > 1 << 12  # fewer are not shared out
    one, two = (seed(rules, layout, made_up_for(rules, 60), threads=n) for n in (1, 2))
    for array in ("values", "counts", "pending"):
        assert getattr(one, array).tobytes() == getattr(two, array).tobytes()


@pytest.mark.parametrize(("rules", "name"), [(TINY, "4-3"), (TINY_LASKER, "2-4+1-0"), (LASKER, "2-1+1-2")])
def test_made_up_values_are_the_same_for_all_entries_of_a_position(rules: Rules, name: str) -> None:
    """What the tests above take for granted."""
    board, subspace = rules.board, Subspace.parse(name)
    values, layout = made_up(board, subspace), Layout.of(board, subspace)
    for entry in range(layout.size):
        sides = layout.position(entry)
        images = {layout.entry(image(sides[0], g), image(sides[1], g)) for g in board.symmetries}
        assert {values[other] for other in images} == {values[entry]}
    assert 255 in values
    assert len({int(value) for value in values}) > 10
