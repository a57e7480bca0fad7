"""Edges between blocks against going through every move of every representative."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from canonical import canonical

from millbase.solver.game.boards import BOARDS, DIAGONALS, RINGS, SQUARE, TWO_RINGS, Board, points_of
from millbase.solver.indexing import image, representatives
from millbase.solver.retrograde.block_moves import (
    NOWHERE,
    BlockMoves,
    in_mills,
    in_two_mills,
    none,
    placements,
    removals,
    removals_of_two,
    steps,
)

Edge = tuple[int, int, int, int, int]  # left, entered, target's representative, symmetry, closes

SMALL = [
    *((SQUARE, stones) for stones in range(1, 9)),
    *((TWO_RINGS, stones) for stones in (1, 3, 4)),
    *((RINGS, stones) for stones in (2, 3)),
    (DIAGONALS, 3),
]

small = pytest.mark.parametrize(("board", "stones"), SMALL)


def edges(board: Board, moves: BlockMoves, stones_after: int) -> list[set[Edge]]:
    """The edges of each block; every one must be there once."""
    targets = representatives(board, stones_after)
    columns = zip(
        moves.left.tolist(),
        moves.entered.tolist(),
        targets[moves.target].tolist(),
        moves.symmetry.tolist(),
        moves.closes.tolist(),
        strict=True,
    )
    listed = list(columns)
    starts = moves.start.tolist()
    assert starts[0] == 0
    assert starts[-1] == len(listed)
    found = []
    for first, last in pairwise(starts):
        assert first <= last
        assert len(set(listed[first:last])) == last - first
        found.append(set(listed[first:last]))
    return found


def edge(board: Board, pattern: int, left: set[int], entered: int) -> Edge:
    reached = set(points_of(pattern)) - left | ({entered} - {NOWHERE})
    target, symmetry = canonical(board, sum(1 << point for point in reached))
    assert image(sum(1 << point for point in reached), board.symmetries[symmetry]) == target
    closes = sum(entered in line and set(line) <= reached for line in board.lines)
    return sum(1 << point for point in left), entered, target, symmetry, closes


def exposed(board: Board, standing: set[int], protected: bool) -> set[int]:
    outside = standing - milled(board, sum(1 << point for point in standing))
    return outside or (set() if protected else standing)


def milled(board: Board, pattern: int) -> set[int]:
    stones = set(points_of(pattern))
    return {point for line in board.lines if set(line) <= stones for point in line}


@small
def test_without_moves_every_block_has_none(board: Board, stones: int) -> None:
    assert edges(board, none(board, stones), stones) == [set()] * len(representatives(board, stones))


@pytest.mark.parametrize("flies", [False, True])
@small
def test_steps_are_all_there(board: Board, stones: int, flies: bool) -> None:
    expected = []
    for pattern in representatives(board, stones).tolist():
        empty = set(range(board.points)) - set(points_of(pattern))
        expected.append(
            {
                edge(board, pattern, {left}, entered)
                for left in points_of(pattern)
                for entered in (empty if flies else empty & set(board.neighbours[left]))
            }
        )
    assert edges(board, steps(board, stones, flies), stones) == expected


@small
def test_placements_are_all_there(board: Board, stones: int) -> None:
    expected = []
    for pattern in representatives(board, stones).tolist():
        empty = set(range(board.points)) - set(points_of(pattern))
        expected.append({edge(board, pattern, set(), entered) for entered in empty})
    assert edges(board, placements(board, stones), stones + 1) == expected


@pytest.mark.parametrize("protected", [False, True])
@small
def test_removals_spare_stones_in_mills(board: Board, stones: int, protected: bool) -> None:
    expected = []
    for pattern in representatives(board, stones).tolist():
        standing = set(points_of(pattern))
        taken = exposed(board, standing, protected)
        expected.append({edge(board, pattern, {left}, NOWHERE) for left in taken})
    assert edges(board, removals(board, stones, protected), stones - 1) == expected


@pytest.mark.parametrize("protected", [False, True])
@pytest.mark.parametrize(
    ("board", "stones"),
    [
        *((board, stones) for board, stones in SMALL if stones > 1),
        (TWO_RINGS, 5),
        (TWO_RINGS, 6),
        (DIAGONALS, 4),
    ],
)
def test_two_are_removed_one_after_the_other(board: Board, stones: int, protected: bool) -> None:
    expected = []
    for pattern in representatives(board, stones).tolist():
        standing = set(points_of(pattern))
        pairs = {
            frozenset({one, other})
            for one in exposed(board, standing, protected)
            for other in exposed(board, standing - {one}, protected)
        }
        expected.append({edge(board, pattern, set(pair), NOWHERE) for pair in pairs})
    assert edges(board, removals_of_two(board, stones, protected), stones - 2) == expected


@pytest.mark.parametrize("protected", [False, True])
def test_a_lone_mill_loses_a_stone_unless_protected(protected: bool) -> None:
    board = RINGS
    blocks = representatives(board, 3).tolist()
    moves = removals(board, 3, protected)
    alone = [block for block, pattern in enumerate(blocks) if len(milled(board, pattern)) == 3]
    assert alone
    assert {int(moves.start[block + 1] - moves.start[block]) for block in alone} == {0 if protected else 3}


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)
def test_stones_in_mills_are_found(board: Board) -> None:
    everywhere = (1 << board.points) - 1
    patterns = np.random.default_rng(4).integers(0, everywhere + 1, 300, np.uint32)
    expected = [sum(1 << point for point in milled(board, pattern)) for pattern in patterns.tolist()]
    assert in_mills(board, patterns).tolist() == expected
    assert any(expected)


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)
def test_stones_in_two_mills_are_found(board: Board) -> None:
    everywhere = (1 << board.points) - 1
    patterns = np.random.default_rng(4).integers(0, everywhere + 1, 300, np.uint32)
    expected = []
    for pattern in patterns.tolist():
        mills = [line for line in board.line_masks if pattern & line == line]
        crossed = {one & other for one in mills for other in mills if one != other} - {0}
        expected.append(sum(crossed))
    assert in_two_mills(board, patterns).tolist() == expected
    assert any(expected)
