"""Layouts: whole small subspaces, large ones at random, counts by Burnside's lemma, Malom's order."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from millbase.solver.game.boards import BOARDS, DIAGONALS, RINGS, SQUARE, TWO_RINGS, Board, mask_of, points_of
from millbase.solver.game.material import Subspace
from millbase.solver.indexing import image, rank
from millbase.solver.layouts import Layout, block_is_own

# Malom numbers a ring from the middle of the left side on.
MALOM = tuple(8 * ring + (place + 1) % 8 for ring in range(3) for place in range(8))
# The numbers of the points in no order at all.
MIXED = {board: tuple(np.random.default_rng(7).permutation(board.points).tolist()) for board in BOARDS}

every_board = pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)


@pytest.mark.parametrize(
    ("text", "block", "inner"),
    [("6-4", 6, 4), ("4-6", 6, 4), ("3-2+0-9", 3, 2), ("2-3+9-0", 3, 2), ("3-3+2-1", 3, 3), ("3-3", 3, 3)],
)
def test_on_disk_the_side_with_more_stones_on_the_board_has_the_blocks(
    text: str, block: int, inner: int
) -> None:
    layout = Layout.of(RINGS, Subspace.parse(text))
    assert (layout.block_stones, layout.inner_stones) == (block, inner)
    assert layout.size == RINGS.orbits(block) * comb(24 - block, inner)


@pytest.mark.parametrize("text", ["6-4", "3-3+2-1", "4-4+0-3", "3-2+0-9"])
def test_both_subspaces_of_a_unit_have_the_same_block_side(text: str) -> None:
    found = Subspace.parse(text)
    assert block_is_own(found) is not block_is_own(found.mirror)


@every_board
def test_sizes_are_burnside_counts_for_every_pair(board: Board) -> None:
    for block in range(board.points + 1):
        orbits = board.orbits(block)
        for inner in range(board.points + 1 - block):
            places = comb(board.points - block, inner)
            layout = Layout(board, Subspace(block, inner), True)
            assert (layout.blocks, layout.size, layout.block_size) == (orbits, orbits * places, places)
            assert Layout(board, Subspace(inner, block), False).size == layout.size


def layouts_of(board: Board, name: str) -> list[Layout]:
    """Every block side, with the board's own numbers of the points and with others."""
    return [
        Layout(board, Subspace.parse(name), own, numbering)
        for own in (True, False)
        for numbering in ((), MIXED[board])
    ]


SMALL = [
    *((SQUARE, f"{own}-{opp}") for own in range(10) for opp in range(10 - own)),
    *((TWO_RINGS, name) for name in ("2-2", "0-3")),
    (RINGS, "2-1"),
    (DIAGONALS, "1-2"),
]


@pytest.mark.parametrize(("board", "name"), SMALL)
def test_whole_small_subspaces_go_round(board: Board, name: str) -> None:
    for layout in layouts_of(board, name):
        own, opp = layout.subspace[:2]
        positions = [layout.position(entry) for entry in range(layout.size)]
        assert [layout.entry(*position) for position in positions] == list(range(layout.size))
        assert all(not own_side & opp_side for own_side, opp_side in positions)
        orbits = {frozenset((image(a, g), image(b, g)) for g in board.symmetries) for a, b in positions}
        assert len(orbits) == board.orbits(own, opp)
        assert sum(len(orbit) for orbit in orbits) == board.arrangements(own, opp)
        for orbit in orbits:
            for sides in orbit:
                assert positions[layout.entry(*sides)] in orbit


@pytest.mark.parametrize(("board", "name"), SMALL)
def test_many_positions_and_entries_are_found_as_single_ones(board: Board, name: str) -> None:
    for layout in layouts_of(board, name):
        own, opp = layout.positions(np.arange(layout.size))
        positions = list(zip(own.tolist(), opp.tolist(), strict=True))
        assert positions == [layout.position(entry) for entry in range(layout.size)]
        sides = [(image(a, g), image(b, g)) for a, b in positions for g in board.symmetries]
        entries = layout.entries(*np.array(sides, np.uint32).T)
        assert entries.dtype == np.int64
        assert entries.tolist() == [layout.entry(*one) for one in sides]


def test_arrays_may_have_any_shape() -> None:
    layout = Layout.of(SQUARE, Subspace(3, 2))
    entries = np.arange(layout.size)[:60].reshape(3, 4, 5)
    own, opp = layout.positions(entries)
    assert own.shape == opp.shape == entries.shape
    assert np.array_equal(layout.entries(own, opp), entries)
    assert layout.entries(own[:0], opp[:0]).shape == (0, 4, 5)


def test_there_is_no_entry_beyond_the_last() -> None:
    layout = Layout.of(SQUARE, Subspace(3, 2))
    with pytest.raises(IndexError):
        layout.position(layout.size)
    with pytest.raises(IndexError):
        layout.positions(np.array([layout.size]))


large = pytest.mark.parametrize(
    ("board", "name"),
    [*((RINGS, name) for name in ("9-9", "9-3", "3-9", "10-10")), (DIAGONALS, "12-12"), (DIAGONALS, "7-12")],
)


@large
@settings(deadline=None, max_examples=30)
@given(st.permutations(range(24)), st.sampled_from(range(16)), st.booleans(), st.booleans())
def test_positions_of_large_subspaces_go_round(
    board: Board, name: str, points: list[int], symmetry: int, own: bool, mixed: bool
) -> None:
    layout = Layout(board, Subspace.parse(name), own, MIXED[board] if mixed else ())
    stones, others = layout.subspace[:2]
    sides = mask_of(points[:stones]), mask_of(points[stones : stones + others])
    entry = layout.entry(*sides)
    assert 0 <= entry < layout.size
    images = {tuple(image(side, symmetry) for side in sides) for symmetry in board.symmetries}
    assert layout.position(entry) in images
    assert layout.entry(*layout.position(entry)) == entry
    assert layout.entries(*np.array(sides, np.uint32)[:, np.newaxis]).tolist() == [entry]
    # An image may have another entry, but then only because the block has symmetries of its own.
    turned = [image(side, board.symmetries[symmetry]) for side in sides]
    assert layout.entry(*turned) // layout.block_size == entry // layout.block_size


@large
@settings(deadline=None, max_examples=30)
@given(data=st.data())
def test_entries_of_large_subspaces_go_round(board: Board, name: str, data: st.DataObject) -> None:
    layout = data.draw(st.sampled_from(layouts_of(board, name)))
    entry = data.draw(st.integers(0, layout.size - 1))
    own, opp = layout.position(entry)
    assert (own.bit_count(), opp.bit_count()) == layout.subspace[:2]
    assert own & opp == 0
    assert (own | opp) >> board.points == 0
    assert layout.entry(own, opp) == entry
    assert [side.tolist() for side in layout.positions(np.array([entry]))] == [[own], [opp]]


@every_board
def test_other_numbers_of_the_points_leave_the_board_what_it_is(board: Board) -> None:
    numbering = MIXED[board]
    other = board.renumbered(numbering)
    for point in range(board.points):
        assert other.names[numbering[point]] == board.names[point]
        assert {other.names[near] for near in other.neighbours[numbering[point]]} == {
            board.names[near] for near in board.neighbours[point]
        }
    assert other.lines != board.lines
    assert named(other, other.lines) == named(board, board.lines)
    for symmetry, renumbered in zip(board.symmetries, other.symmetries, strict=True):
        assert [renumbered[numbering[point]] for point in range(board.points)] == [
            numbering[to] for to in symmetry
        ]
    back = tuple(numbering.index(number) for number in range(board.points))
    assert other.renumbered(back).coordinates == board.coordinates


def named(board: Board, lines: tuple[tuple[int, ...], ...]) -> set[frozenset[str]]:
    return {frozenset(board.names[point] for point in line) for line in lines}


def test_a_numbering_has_every_number_once() -> None:
    with pytest.raises(ValueError, match="the 9 points of a board cannot be numbered"):
        SQUARE.renumbered((0, 1, 2, 3, 4, 5, 6, 7, 7))


@cache
def malom_classes(stones: int) -> dict[int, int]:
    """The number of each set of points, in Malom's numbers: classes in the order of their least sets."""
    symmetries = [tuple(MALOM[g[MALOM.index(bit)]] for bit in range(24)) for g in RINGS.symmetries]
    found: dict[int, int] = {}
    classes = 0
    for mask in sorted(mask_of(points) for points in combinations(range(24), stones)):
        if mask not in found:
            found.update(dict.fromkeys((image(mask, g) for g in symmetries), classes))
            classes += 1
    return found


@pytest.mark.parametrize(("own", "opp"), [(3, 3), (3, 9), (2, 7), (1, 4), (0, 2), (4, 3)])
def test_malom_s_order_is_that_of_the_mover_s_blocks_in_malom_s_numbers(own: int, opp: int) -> None:
    layout = Layout(RINGS, Subspace(own, opp, 9 - own, 9 - opp), True, MALOM)
    classes = malom_classes(own)
    assert max(classes.values()) + 1 == layout.blocks
    least = {number: mask for mask, number in sorted(classes.items(), reverse=True)}
    for entry in np.random.default_rng(9).integers(0, layout.size, 300).tolist():
        white, black = (mask_of(MALOM[point] for point in points_of(side)) for side in layout.position(entry))
        assert white == least[classes[white]]
        free = [bit for bit in range(24) if not white >> bit & 1]
        closed_up = mask_of(place for place, bit in enumerate(free) if black >> bit & 1)
        assert entry == classes[white] * comb(24 - own, opp) + rank(closed_up)
