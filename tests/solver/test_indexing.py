"""The plain hash: ranks by a hand-written table, whole small subspaces, counts by Burnside's lemma."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from millbase.solver.game.boards import BOARDS, DIAGONALS, RINGS, SQUARE, TWO_RINGS, Board, mask_of, points_of
from millbase.solver.game.material import Subspace
from millbase.solver.indexing import (
    Index,
    compress,
    expand,
    image,
    image_tables,
    images,
    rank,
    representatives,
    subsets,
    unrank,
)
from millbase.solver.subspaces import size

# All sets of three out of six points, by rank.
THREE_OF_SIX = "012 013 023 123 014 024 124 034 134 234 015 025 125 035 135 235 045 145 245 345"

every_board = pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)
masks = st.integers(0, (1 << 24) - 1)


def by_hand() -> list[int]:
    return [mask_of([int(point) for point in points]) for points in THREE_OF_SIX.split()]


def test_ranks_are_those_of_the_table() -> None:
    assert [rank(mask) for mask in by_hand()] == list(range(20))
    assert [unrank(number, 3) for number in range(20)] == by_hand()
    assert subsets(6, 3).tolist() == by_hand()


def test_sets_and_lists_of_points_are_each_others_inverse() -> None:
    assert points_of(0b1101) == [0, 2, 3]
    assert mask_of([0, 2, 3]) == mask_of((3, 0, 2)) == 0b1101
    assert points_of(0) == []
    assert mask_of([]) == 0


@pytest.mark.parametrize("points", range(11))
def test_subsets_are_all_sets_of_a_size_in_the_order_of_their_ranks(points: int) -> None:
    for stones in range(points + 2):
        sets = subsets(points, stones).tolist()
        assert sets == sorted(mask_of(chosen) for chosen in combinations(range(points), stones))
        assert [rank(mask) for mask in sets] == list(range(len(sets)))


@given(masks)
def test_unranking_a_rank_gives_the_set_back(mask: int) -> None:
    assert unrank(rank(mask), mask.bit_count()) == mask
    assert rank(mask) < comb(24, mask.bit_count())


@given(masks, masks)
def test_expanding_what_was_compressed_gives_the_set_back(taken: int, mask: int) -> None:
    free = [point for point in range(24) if not taken >> point & 1]
    packed = compress(mask & ~taken, free)
    assert packed >> len(free) == 0
    assert packed.bit_count() == (mask & ~taken).bit_count()
    assert expand(packed, free) == mask & ~taken


def test_compressing_keeps_the_order_of_points() -> None:
    assert compress(0b10010, [1, 3, 4]) == 0b101
    assert expand(0b101, [1, 3, 4]) == 0b10010


@every_board
def test_tables_of_images_hold_the_images(board: Board) -> None:
    everywhere = (1 << board.points) - 1
    chosen = np.random.default_rng(1).integers(0, everywhere + 1, 200, np.uint32)
    chosen[:2] = 0, everywhere
    for symmetry, tables in zip(board.symmetries, image_tables(board), strict=True):
        expected = [mask_of([symmetry[point] for point in points_of(mask)]) for mask in chosen.tolist()]
        assert images(chosen, tables).tolist() == expected
        assert [image(mask, symmetry) for mask in chosen.tolist()] == expected


@pytest.mark.parametrize(("board", "most"), [(SQUARE, 9), (TWO_RINGS, 5), (RINGS, 4), (DIAGONALS, 4)])
def test_representatives_are_the_least_of_their_orbits(board: Board, most: int) -> None:
    for stones in range(most + 1):
        patterns = (mask_of(points) for points in combinations(range(board.points), stones))
        assert representatives(board, stones).tolist() == sorted(
            {min(image(mask, symmetry) for symmetry in board.symmetries) for mask in patterns}
        )


@every_board
def test_sizes_are_burnside_counts_for_every_pair(board: Board) -> None:
    for block in range(board.points + 1):
        orbits = board.orbits(block)
        for other in range(board.points + 1 - block):
            places = comb(board.points - block, other)
            index = Index(board, block, other)
            assert (index.size, index.block_size) == (orbits * places, places)
            if block > other:
                sizes = {size(board, Subspace(block, other)), size(board, Subspace(other, block))}
                assert sizes == {index.size}


@every_board
def test_canonical_positions_are_as_many_as_burnside_counts_for_every_pair(board: Board) -> None:
    """Each block has as many as its own symmetries leave apart among the places of the other side."""
    for block in range(board.points + 1):
        kinds = kinds_of_blocks(board, block)
        for other in range(min(block, board.points - block) + 1):
            canonicals = 0
            for cycles, blocks in kinds.items():
                fixed = sum(fixed_sets(lengths)[other] for lengths in cycles)
                assert fixed % len(cycles) == 0
                canonicals += blocks * fixed // len(cycles)
            assert canonicals == board.orbits(block, other)


def kinds_of_blocks(board: Board, stones: int) -> Counter[tuple[tuple[int, ...], ...]]:
    """For each symmetry that keeps a block, the lengths of its cycles on the free points: how many blocks."""
    blocks = representatives(board, stones)
    keeps = np.array([images(blocks, tables) == blocks for tables in image_tables(board)])
    cycles = [cycles_of(symmetry) for symmetry in board.symmetries]
    symmetric = keeps.sum(axis=0) > 1
    kinds = Counter({((1,) * (board.points - stones),): int((~symmetric).sum())})
    for own, mask in zip(keeps.T[symmetric].tolist(), blocks[symmetric].tolist(), strict=True):
        kinds[
            tuple(
                tuple(cycle.bit_count() for cycle in cycles[g] if not cycle & mask)
                for g, keep in enumerate(own)
                if keep
            )
        ] += 1
    return kinds


def cycles_of(symmetry: tuple[int, ...]) -> set[int]:
    """The cycles of a symmetry, as sets of points."""
    cycles = set()
    for point in range(len(symmetry)):
        cycle = 0
        while not cycle >> point & 1:
            cycle |= 1 << point
            point = symmetry[point]
        cycles.add(cycle)
    return cycles


@cache
def fixed_sets(lengths: tuple[int, ...]) -> tuple[int, ...]:
    """How many sets of each size a permutation keeps: those that are unions of its cycles."""
    fixed = [1] + [0] * sum(lengths)
    for length in lengths:
        for stones in range(len(fixed) - 1, length - 1, -1):
            fixed[stones] += fixed[stones - length]
    return tuple(fixed)


def small_subspaces() -> list[tuple[Board, int, int]]:
    tiny = [(SQUARE, block, other) for block in range(10) for other in range(10 - block)]
    return [*tiny, (TWO_RINGS, 2, 2), (TWO_RINGS, 0, 3), (RINGS, 2, 1), (DIAGONALS, 1, 2)]


@pytest.mark.parametrize(("board", "block", "other"), small_subspaces())
def test_whole_small_subspaces_go_round(board: Board, block: int, other: int) -> None:
    index = Index(board, block, other)
    positions = [index.position(entry) for entry in range(index.size)]
    assert [index.entry(*position) for position in positions] == list(range(index.size))
    assert all(not block_side & other_side for block_side, other_side in positions)
    orbits = {frozenset((image(a, g), image(b, g)) for g in board.symmetries) for a, b in positions}
    assert len(orbits) == board.orbits(block, other)
    assert sum(len(orbit) for orbit in orbits) == board.arrangements(block, other)
    for orbit in orbits:
        for sides in orbit:
            assert positions[index.entry(*sides)] in orbit


large = pytest.mark.parametrize(
    ("board", "block", "other"),
    [(RINGS, 9, 9), (RINGS, 9, 3), (RINGS, 3, 9), (RINGS, 10, 10), (DIAGONALS, 12, 12), (DIAGONALS, 12, 7)],
)


def sides_of(points: list[int], block: int, other: int) -> tuple[int, int]:
    """Stones on the first points of a list for one side, on the next for the other."""
    return mask_of(points[:block]), mask_of(points[block : block + other])


@large
@settings(deadline=None, max_examples=50)
@given(st.permutations(range(24)), st.sampled_from(range(16)))
def test_positions_of_large_subspaces_go_round(
    board: Board, block: int, other: int, points: list[int], symmetry: int
) -> None:
    sides = sides_of(points, block, other)
    index = Index(board, block, other)
    entry = index.entry(*sides)
    assert 0 <= entry < index.size
    assert index.position(entry) in {
        tuple(image(side, symmetry) for side in sides) for symmetry in board.symmetries
    }
    assert index.entry(*index.position(entry)) == entry
    # An image may have another entry, but then only because the block has symmetries of its own.
    turned = tuple(image(side, board.symmetries[symmetry]) for side in sides)
    assert index.entry(*turned) // index.block_size == entry // index.block_size


@large
@settings(deadline=None, max_examples=50)
@given(st.data())
def test_entries_of_large_subspaces_go_round(
    board: Board, block: int, other: int, data: st.DataObject
) -> None:
    index = Index(board, block, other)
    entry = data.draw(st.integers(0, index.size - 1))
    block_side, other_side = index.position(entry)
    assert (block_side.bit_count(), other_side.bit_count()) == (block, other)
    assert block_side & other_side == 0
    assert (block_side | other_side) >> board.points == 0
    assert index.entry(block_side, other_side) == entry
