"""Where the moves of whole tables lead, forwards: what a check of tables follows
    (:mod:`millbase.solver.checking.verifying`).

In a table one side, the *block side*, chooses the block and the other, the *inner side*, the place in it.
A move of the inner side stays in the block and changes the rank there in the same way in every block:
*rows* hold the ranks before and after. A move of the block side, or the removal of one of its stones,
leads from a block to one other block, with one symmetry: an *edge*.

The solver has edges of its own (:mod:`millbase.solver.retrograde.block_moves`). That these are made anew is
the point.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from millbase.solver.game.boards import Board
from millbase.solver.hashing.tables import orbit_tables, rank_tables
from millbase.solver.indexing import Masks, image_tables, images, representatives, subsets

Ranks = npt.NDArray[np.uint16]  # wide enough where the inner side has no more stones than the block side


class Edges(NamedTuple):
    """Moves from blocks to blocks.

    Attributes:
        start: those of block ``b`` are ``start[b]`` to ``start[b + 1]``, shape ``(blocks + 1,)``.
        moves: for each move four numbers, shape ``(edges, 4)``: which of the block's free points is
            entered, the block reached, the symmetry that takes the pattern reached to that block's
            representative, and how many mills the stone that has moved is in.
    """

    start: npt.NDArray[np.int64]
    moves: npt.NDArray[np.int32]


NO_EDGES = Edges(np.zeros(1, np.int64), np.zeros((0, 4), np.int32))


@lru_cache(maxsize=4)
def steps(board: Board, stones: int, flies: bool) -> Edges:
    """The block side moves a stone to a neighbouring point, or to any if it flies."""
    near = reach(board, flies)
    pairs = [(p, q) for p in range(board.points) for q in range(board.points) if near[p] >> q & 1]
    return _edges(board, stones, [1 << p for p, _ in pairs], [1 << q for _, q in pairs])


@lru_cache(maxsize=4)
def placements(board: Board, stones: int) -> Edges:
    """The block side places a stone."""
    return _edges(board, stones, [0] * board.points, [1 << q for q in range(board.points)])


@lru_cache(maxsize=4)
def removals(board: Board, stones: int, protected: bool) -> Edges:
    """The inner side takes one of the block side's stones.

    Args:
        protected: whether it takes none if all are in mills.
    """
    blocks = representatives(board, stones)
    exposed = blocks & ~in_mills(board, blocks)
    if not protected:
        exposed = np.where(exposed == 0, blocks, exposed)
    return _edges(board, stones, [1 << p for p in range(board.points)], [0] * board.points, exposed)


@lru_cache(maxsize=4)
def stabilisers(board: Board, stones: int) -> Edges:
    """The symmetries, but for the identity, that leave a block's representative as it is."""
    blocks = representatives(board, stones)
    keeps = np.array([images(blocks, tables) == blocks for tables in image_tables(board)])
    block, symmetry = np.nonzero(keeps[1:].T)
    nothing = np.zeros_like(block)
    return _grouped(len(blocks), block, [nothing, block, symmetry + 1, nothing])


def reach(board: Board, flies: bool) -> Masks:
    """For every point those that a stone there can move to: its neighbours, or all others."""
    if flies:
        everywhere = (1 << board.points) - 1
        return np.array([everywhere ^ 1 << point for point in range(board.points)], np.uint32)
    return np.array([sum(1 << point for point in near) for near in board.neighbours], np.uint32)


def in_mills(board: Board, patterns: Masks) -> Masks:
    """The stones of each pattern that are in mills."""
    found = np.zeros_like(patterns)
    for line in np.array(board.line_masks, np.uint32):
        found[patterns & line == line] |= line
    return found


@lru_cache(maxsize=4)
def exchanges(free: int, stones: int) -> Ranks:
    """Rows for an inner side of ``stones`` that moves one of them.

    Sets that differ by such a move alone have the same order, so the halves of a row correspond.

    Returns:
        Ranks before and after a move from the ``i``-th of the ``free`` points to the ``j``-th, ``i < j``,
        in row ``j * (j - 1) / 2 + i``: shape ``(2, C(free, 2), C(free - 2, stones - 1))``.
    """
    sets = subsets(free, stones)
    pairs = [(1 << i, 1 << j) for j in range(free) for i in range(j)]
    return _rows(
        [np.flatnonzero(sets & (i | j) == i) for i, j in pairs],
        [np.flatnonzero(sets & (i | j) == j) for i, j in pairs],
    )


@lru_cache(maxsize=4)
def arrivals(free: int, stones: int) -> Ranks:
    """Rows for an inner side of ``stones`` that places one more.

    Returns:
        Ranks before and after a placement on the ``j``-th of the ``free`` points in row ``j``: shape
        ``(2, free, C(free - 1, stones))``.
    """
    fewer, more = subsets(free, stones), subsets(free, stones + 1)
    return _rows(
        [np.flatnonzero(fewer >> j & 1 == 0) for j in range(free)],
        [np.flatnonzero(more >> j & 1 == 1) for j in range(free)],
    )


def _rows(before: list[npt.NDArray[np.intp]], after: list[npt.NDArray[np.intp]]) -> Ranks:
    return np.array([before, after], np.uint16) if before else np.empty((2, 0, 0), np.uint16)


def _edges(
    board: Board, stones: int, left: list[int], entered: list[int], may_leave: Masks | None = None
) -> Edges:
    """Edges for moves given as the sets of points that they leave and enter, of at most one point each."""
    blocks = representatives(board, stones)
    leaves, enters = np.array(left, np.uint32), np.array(entered, np.uint32)
    movable = blocks if may_leave is None else may_leave
    block, move = np.nonzero(
        (movable[:, np.newaxis] & leaves == leaves) & (blocks[:, np.newaxis] & enters == 0)
    )
    reached = blocks[block] & ~leaves[move] | enters[move]
    stones_reached = stones - (left[0] > 0) + (entered[0] > 0)
    low, high = rank_tables(stones_reached)
    block_of, symmetry_of = orbit_tables(board, stones_reached)
    pattern = low[reached & 4095] + high[reached >> 12]
    is_free = blocks[:, np.newaxis] >> np.arange(board.points, dtype=np.uint32) & 1 == 0
    free_below = np.cumsum(is_free, axis=1, dtype=np.int32) - is_free
    entered_points = np.array([max(point.bit_length() - 1, 0) for point in entered])
    closes = np.zeros(len(reached), np.int32)
    for line in np.array(board.line_masks, np.uint32):
        closes += (reached & line == line) & (enters[move] & line != 0)
    return _grouped(
        len(blocks),
        block,
        [free_below[block, entered_points[move]], block_of[pattern], symmetry_of[pattern], closes],
    )


def _grouped(blocks: int, block: npt.NDArray[np.intp], columns: list[npt.NDArray[np.generic]]) -> Edges:
    """Edges given by column, in ascending order of their blocks."""
    start = np.searchsorted(block, np.arange(blocks + 1))
    return Edges(start.astype(np.int64), np.stack(columns, axis=1).astype(np.int32, order="C"))
