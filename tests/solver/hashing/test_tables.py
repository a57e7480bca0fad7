"""The compiled hash against the plain one, on whole small subspaces and at random on large ones."""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from canonical import canonical
from hypothesis import given, settings
from hypothesis import strategies as st

from millbase.solver import indexing
from millbase.solver.game.boards import BOARDS, DIAGONALS, RINGS, SQUARE, TWO_RINGS, Board, mask_of, points_of
from millbase.solver.game.material import Subspace
from millbase.solver.hashing import intrinsics
from millbase.solver.hashing import sets as compiled
from millbase.solver.hashing.compiling import Int, Numbers, jit
from millbase.solver.hashing.tables import Hash, hash_tables, orbit_tables, rank_tables, squeeze_table
from millbase.solver.indexing import Masks, image_tables, representatives, subsets
from millbase.solver.layouts import Layout

every_board = pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)
masks = st.integers(0, (1 << 24) - 1)


@jit
def popcounts(sets: npt.NDArray[Any], found: Numbers) -> None:
    for i in range(len(sets)):
        found[i] = intrinsics.popcount(sets[i])


@jit
def lowest_points(sets: npt.NDArray[Any], found: Numbers) -> None:
    for i in range(len(sets)):
        found[i] = intrinsics.lowest(sets[i])


@jit
def entries(block_sides: Masks, inner_sides: Masks, h: Hash, points: Int, found: Numbers) -> None:
    for i in range(len(found)):
        found[i] = compiled.entry_of(np.int64(block_sides[i]), np.int64(inner_sides[i]), h, points)


def compiled_entries(layout: Layout, own: Masks, opp: Masks) -> list[int]:
    """The entries of positions in a layout with the board's own numbers."""
    found = np.empty(len(own), np.int64)
    entries(*layout.by_side(own, opp), hash_tables(layout), layout.board.points, found)
    return [int(entry) for entry in found]


@pytest.mark.parametrize("dtype", [np.int64, np.uint32, np.uint64])
def test_bits_are_counted_and_the_lowest_is_found(dtype: type[np.integer[Any]]) -> None:
    top = np.iinfo(dtype).bits - (dtype == np.int64)
    values = [1 << i | 1 << j for i in range(top) for j in range(i + 1)] + [(1 << top) - 1]
    sets: npt.NDArray[Any] = np.array(values, dtype)
    found = np.empty(len(values), np.int64)
    popcounts(sets, found)
    assert found.tolist() == [mask.bit_count() for mask in values]
    lowest_points(sets, found)
    assert found.tolist() == [points_of(mask)[0] for mask in values]


@pytest.mark.parametrize("stones", range(25))
def test_ranks_of_all_sets_are_sums_of_two_look_ups(stones: int) -> None:
    low, high = rank_tables(stones)
    sets = subsets(24, stones)
    assert np.array_equal(low[sets & 4095] + high[sets >> 12], np.arange(comb(24, stones)))
    for number in (0, len(sets) // 3, len(sets) - 1):
        assert compiled.rank(int(sets[number]), low, high) == number == indexing.rank(int(sets[number]))


@every_board
def test_images_are_those_of_the_plain_twin(board: Board) -> None:
    everywhere = (1 << board.points) - 1
    for mask in [0, everywhere, *np.random.default_rng(1).integers(0, everywhere + 1, 50).tolist()]:
        for symmetry, tables in zip(board.symmetries, image_tables(board), strict=True):
            assert compiled.image(mask, tables) == indexing.image(mask, symmetry)


@settings(deadline=None)
@given(masks, masks, st.sampled_from([9, 16, 24]))
def test_sets_are_compressed_and_expanded_as_by_the_plain_twin(taken: int, mask: int, points: int) -> None:
    everywhere = (1 << points) - 1
    free_set = everywhere & ~taken
    free = np.empty(24, np.int64)
    n = compiled.free_points(taken & everywhere, points, free)
    plain = points_of(free_set)
    assert free[:n].tolist() == plain
    packed = int(compiled.compress(mask & free_set, free_set, squeeze_table()))
    assert packed == indexing.compress(mask & free_set, plain)
    assert compiled.expand(packed, free) == indexing.expand(packed, plain) == mask & free_set


@pytest.mark.parametrize(
    ("board", "stones"),
    [
        *((SQUARE, stones) for stones in range(10)),
        (TWO_RINGS, 3),
        (TWO_RINGS, 13),
        (RINGS, 3),
        (DIAGONALS, 3),
    ],
)
def test_patterns_have_the_block_and_symmetry_of_the_plain_twin(board: Board, stones: int) -> None:
    block_of, symmetry_of = orbit_tables(board, stones)
    blocks = representatives(board, stones)
    patterns = subsets(board.points, stones).tolist()
    found = [(int(blocks[b]), int(g)) for b, g in zip(block_of, symmetry_of, strict=True)]
    assert found == [canonical(board, pattern) for pattern in patterns]


@pytest.mark.parametrize(("board", "stones"), [(RINGS, 9), (DIAGONALS, 12)])
def test_patterns_of_many_stones_have_the_block_and_symmetry_of_the_plain_twin(
    board: Board, stones: int
) -> None:
    block_of, symmetry_of = orbit_tables(board, stones)
    blocks, patterns = representatives(board, stones), subsets(board.points, stones)
    for i in np.random.default_rng(2).integers(0, len(patterns), 500).tolist():
        found = (int(blocks[block_of[i]]), int(symmetry_of[i]))
        assert found == canonical(board, int(patterns[i]))


SMALL = [
    *((SQUARE, f"{own}-{opp}") for own in range(10) for opp in range(10 - own)),
    *((TWO_RINGS, name) for name in ("3-3", "2-4")),
    (RINGS, "3-1"),
    (DIAGONALS, "2-2"),
]

either_layout = pytest.mark.parametrize("block_is_own", [True, False], ids=["own blocks", "opp blocks"])


@either_layout
@pytest.mark.parametrize(("board", "name"), SMALL)
def test_entries_of_whole_subspaces_are_those_of_the_plain_twin(
    board: Board, name: str, block_is_own: bool
) -> None:
    layout = Layout(board, Subspace.parse(name), block_is_own)
    h = hash_tables(layout)
    assert (h.size, h.block_size) == (layout.size, layout.block_size)
    positions = np.array([layout.position(entry) for entry in range(layout.size)], np.uint32)
    assert compiled_entries(layout, *positions.T) == list(range(layout.size))
    tables = image_tables(board)
    chance = np.random.default_rng(3)
    for g in chance.permutation(len(tables))[:4]:
        turned = [indexing.images(side, tables[g]) for side in positions.T]
        some = chance.permutation(layout.size)[:1000]
        assert compiled_entries(layout, turned[0][some], turned[1][some]) == [
            layout.entry(int(turned[0][i]), int(turned[1][i])) for i in some
        ]


@either_layout
@pytest.mark.parametrize(
    ("board", "own", "opp"),
    [(RINGS, 9, 9), (RINGS, 9, 3), (RINGS, 10, 4), (DIAGONALS, 12, 12), (TWO_RINGS, 6, 6)],
)
@settings(deadline=None, max_examples=40)
@given(data=st.data())
def test_entries_of_large_subspaces_are_those_of_the_plain_twin(
    board: Board, own: int, opp: int, block_is_own: bool, data: st.DataObject
) -> None:
    points = data.draw(st.permutations(range(board.points)))
    sides = mask_of(points[:own]), mask_of(points[own : own + opp])
    layout = Layout(board, Subspace(own, opp), block_is_own)
    assert compiled_entries(layout, *np.array(sides, np.uint32)[:, np.newaxis]) == [layout.entry(*sides)]


def test_layouts_that_differ_by_stones_in_hand_share_their_tables() -> None:
    one, other = (Layout.of(RINGS, Subspace(4, 3, *hands)) for hands in ((0, 0), (2, 5)))
    assert hash_tables(one) is hash_tables(other)
