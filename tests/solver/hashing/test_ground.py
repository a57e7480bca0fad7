"""What kernels know of a block, against lists of points."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from millbase.solver.game.boards import BOARDS, Board, mask_of, points_of
from millbase.solver.hashing.ground import (
    MOST_PAIRS,
    OFF,
    fill_tables,
    ground,
    map_onto,
    pack,
    survey,
    survey_lines,
    trace,
)
from millbase.solver.indexing import compress

boards = st.sampled_from(BOARDS)
masks = st.integers(0, (1 << 24) - 1)
every_board = pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)
slowly = settings(deadline=None)


def free_of(board: Board, mask: int) -> list[int]:
    return [point for point in range(board.points) if not mask >> point & 1]


def listed(points: list[int]) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    found = np.full(24, -1, np.int64)
    found[: len(points)] = points
    return found


@pytest.mark.parametrize("flies", [False, True])
@every_board
def test_ground_holds_the_board(board: Board, flies: bool) -> None:
    found = ground(board, flies)
    assert found.points == board.points
    assert found.flies is flies
    pairs = [(int(one), int(two)) for one, two in found.pairs]
    assert len(pairs) == len(set(pairs)) <= MOST_PAIRS
    assert {frozenset(pair) for pair in pairs} == {
        frozenset((one, two)) for one in range(board.points) for two in board.neighbours[one]
    }
    assert [tuple(points_of(int(mask))) for mask in found.lines] == [
        tuple(sorted(line)) for line in board.lines
    ]
    assert found.symmetries.tolist() == [list(symmetry) for symmetry in board.symmetries]


@slowly
@given(boards, masks, masks)
def test_packing_is_compressing(board: Board, mask: int, among: int) -> None:
    free = free_of(board, among)
    assert pack(mask, listed(free), len(free)) == compress(mask, free)


@slowly
@given(boards, masks)
def test_a_survey_finds_free_points_and_which_of_them_are_joined(board: Board, mask: int) -> None:
    mask &= (1 << board.points) - 1
    free, pairs = np.empty(24, np.int64), np.empty(MOST_PAIRS + 1, np.int64)
    n, n_pairs = survey(mask, ground(board, False), free, pairs)
    expected = free_of(board, mask)
    assert free[:n].tolist() == expected
    assert sorted(points_of(int(pair)) for pair in pairs[:n_pairs]) == [
        [i, expected.index(other)]
        for i, point in enumerate(expected)
        for other in board.neighbours[point]
        if other > point and other in expected
    ]


@slowly
@given(boards, masks, masks)
def test_a_survey_of_lines_finds_those_without_stones_of_the_block_side(
    board: Board, mask: int, fewer: int
) -> None:
    mask &= fewer & (1 << board.points) - 1
    free = free_of(board, mask)
    lines = np.empty(24, np.int64)
    n = survey_lines(mask, ground(board, False), listed(free), len(free), lines)
    assert [points_of(int(line)) for line in lines[:n]] == [
        sorted(free.index(point) for point in line) for line in board.lines if set(line) <= set(free)
    ]


@slowly
@given(boards, masks, masks, st.integers(0, 15))
def test_maps_onto_a_block_and_origins_pair_free_points(
    board: Board, source: int, target: int, number: int
) -> None:
    everywhere = (1 << board.points) - 1
    source, target = source & everywhere, target & everywhere
    symmetry = board.symmetries[number % len(board.symmetries)]
    here, there = free_of(board, source), free_of(board, target)
    bits = np.full(24, -1, np.int64)
    arguments = (listed(here), len(here), np.array(symmetry, np.uint8), np.uint32(target), board.points, bits)
    map_onto(*arguments)
    assert bits[: len(here)].tolist() == [
        1 << there.index(symmetry[point]) if symmetry[point] in there else OFF for point in here
    ]
    origins = np.zeros(len(there), np.uint8)
    trace(np.uint32(source), np.uint32(target), np.array(symmetry, np.uint8), board.points, origins)
    assert origins.tolist() == [
        here.index(symmetry.index(point)) if symmetry.index(point) in here else 255 for point in there
    ]


@slowly
@given(st.integers(0, 24), st.sampled_from([2, 3]), st.data())
def test_tables_of_a_map_give_the_images_of_sets(n: int, parts: int, data: st.DataObject) -> None:
    places = data.draw(st.permutations(range(24)))
    bits = listed([1 << place for place in places[:n]])
    off = data.draw(st.sets(st.sampled_from(range(n)))) if n else set()
    bits[sorted(off)] = OFF
    width = -(-n // parts)
    tables = np.full((parts, 4096), 0xFFFFFFFF, np.uint32)
    fill_tables(bits, width, tables)
    for mask in data.draw(st.lists(st.integers(0, (1 << n) - 1), max_size=20)):
        pieces = [mask >> part * width & (1 << width) - 1 for part in range(parts)]
        found = int(np.bitwise_or.reduce([tables[part, piece] for part, piece in enumerate(pieces)]))
        chosen = set(points_of(mask))
        assert found & ~int(OFF) == mask_of([places[bit] for bit in chosen - off])
        assert bool(found & OFF) == bool(chosen & off)
