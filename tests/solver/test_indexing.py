"""The plain hash: ranks by a hand-written table, whole small subspaces, counts by Burnside's lemma."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
import pytest
from canonical import canonical
from hypothesis import given
from hypothesis import strategies as st

from millbase.solver.game.boards import BOARDS, DIAGONALS, RINGS, SQUARE, TWO_RINGS, Board, mask_of, points_of
from millbase.solver.indexing import (
    compress,
    compress_all,
    expand,
    expand_all,
    image,
    image_tables,
    images,
    rank,
    representatives,
    subsets,
    to_representatives,
    unrank,
)

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


@pytest.mark.parametrize("points", [9, 16, 24])
def test_many_sets_are_compressed_and_expanded_as_single_ones(points: int) -> None:
    masks, taken = np.random.default_rng(2).integers(0, 1 << points, (2, 300), np.uint32)
    masks &= ~taken
    free = [[point for point in range(points) if not mask >> point & 1] for mask in taken.tolist()]
    packed = compress_all(masks, taken, points)
    assert packed.tolist() == [compress(*one) for one in zip(masks.tolist(), free, strict=True)]
    assert expand_all(packed, taken, points).tolist() == masks.tolist()


@every_board
def test_many_patterns_are_turned_to_representatives_as_single_ones(board: Board) -> None:
    patterns = np.random.default_rng(3).integers(0, 1 << board.points, 200, np.uint32)
    least, symmetry = to_representatives(patterns, image_tables(board))
    found = list(zip(least.tolist(), symmetry.tolist(), strict=True))
    assert found == [canonical(board, pattern) for pattern in patterns.tolist()]


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
def test_canonical_positions_are_as_many_as_burnside_counts_for_every_pair(board: Board) -> None:
    """Each block has as many as its own symmetries leave apart among the places of the inner side."""
    for block in range(board.points + 1):
        kinds = kinds_of_blocks(board, block)
        for inner in range(min(block, board.points - block) + 1):
            canonicals = 0
            for cycles, blocks in kinds.items():
                fixed = sum(fixed_sets(lengths)[inner] for lengths in cycles)
                assert fixed % len(cycles) == 0
                canonicals += blocks * fixed // len(cycles)
            assert canonicals == board.orbits(block, inner)


def kinds_of_blocks(board: Board, stones: int) -> Counter[tuple[tuple[int, ...], ...]]:
    """For each symmetry that keeps a block, the lengths of its cycles on the free points: how many blocks."""
    blocks = representatives(board, stones)
    keeps = np.array([images(blocks, tables) == blocks for tables in image_tables(board)])
    cycles = [cycles_of(symmetry) for symmetry in board.symmetries]
    symmetric = keeps.sum(axis=0) > 1
    kinds: Counter[tuple[tuple[int, ...], ...]] = Counter()
    kinds[((1,) * (board.points - stones),)] = int((~symmetric).sum())
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
