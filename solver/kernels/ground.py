"""What kernels know of a block: its free points, how they join, how it maps onto another block.

In a block the stones of the other side are a *compressed* set: bit ``i`` stands for the ``i``-th
free point. Neighbours and lines are compressed once for a block, and a move of the block side is a
map of bits, kept as three look-up tables of up to eight bits each.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from solver.boards import Board
from solver.hashing import free_points, jit, popcount
from solver.indexing import Masks

OFF = np.int64(1 << 30)  # marks a compressed set with a stone on a point that is not free


class Ground(NamedTuple):
    """A board as arrays: neighbours and lines as sets, symmetries as points.

    ``near`` holds every other point where the side concerned flies.
    """

    points: int
    near: Masks
    lines: Masks
    symmetries: npt.NDArray[np.uint8]


@lru_cache(maxsize=16)
def ground(board: Board, flies: bool) -> Ground:
    """The arrays of a board for a side that steps, or flies."""
    everywhere = (1 << board.points) - 1
    near = [everywhere & ~(1 << point) for point in range(board.points)] if flies else board.neighbour_masks
    return Ground(
        board.points,
        np.array(near, np.uint32),
        np.array(board.line_masks, np.uint32),
        np.array(board.symmetries, np.uint8),
    )


@jit
def pack(mask, free, n):  # type: ignore[no-untyped-def]
    """The points of ``mask`` that are among the ``n`` in ``free``, as a compressed set."""
    packed = np.int64(0)
    for i in range(n):
        packed |= (np.int64(mask) >> np.int64(free[i]) & 1) << i
    return packed


@jit
def survey(block_side, g, free, near):  # type: ignore[no-untyped-def]
    """Write the free points of a block and their compressed neighbours; how many there are."""
    n = free_points(block_side, g.points, free)
    for i in range(n):
        near[i] = pack(g.near[free[i]], free, n)
    return n


@jit
def survey_lines(block_side, g, free, n, lines):  # type: ignore[no-untyped-def]
    """Write the lines that the block side leaves free, compressed; how many there are."""
    found = 0
    for i in range(len(g.lines)):
        if np.int64(g.lines[i]) & block_side == 0:
            lines[found] = pack(g.lines[i], free, n)
            found += 1
    return found


@jit
def fill_tables(bits, n, third, tables):  # type: ignore[no-untyped-def]
    """Spread a map of ``n`` bits over three tables of ``third`` bits each.

    The image of a set is then the union of three look-ups, of its lowest ``third`` bits in the first
    table, of the next in the second, of the rest in the third.
    """
    for part in range(3):
        table = tables[part]
        table[0] = 0
        size = 1
        for i in range(part * third, min(n, (part + 1) * third)):
            bit = bits[i]
            for j in range(size):
                table[size + j] = table[j] | bit
            size *= 2


@jit
def map_onto(free, n, symmetry, target, points, bits):  # type: ignore[no-untyped-def]
    """Write for each free point of a block the bit it has in block ``target`` after ``symmetry``.

    A point that the target's block side takes has no bit there: ``OFF``.
    """
    open_points = ~np.int64(target) & ((np.int64(1) << points) - 1)
    for i in range(n):
        to = np.int64(1) << np.int64(symmetry[free[i]])
        bits[i] = np.int64(1) << popcount(open_points & (to - 1)) if open_points & to else OFF


@jit
def map_from(free, n, symmetry, target, points, bits):  # type: ignore[no-untyped-def]
    """The inverse of :func:`map_onto`: for each free point of ``target``, in order, its bit in the block.

    Returns:
        How many points ``target`` leaves free.
    """
    open_points = ~np.int64(target) & ((np.int64(1) << points) - 1)
    count = popcount(open_points)
    bits[:count] = OFF
    for i in range(n):
        to = np.int64(1) << np.int64(symmetry[free[i]])
        if open_points & to:
            bits[popcount(open_points & (to - 1))] = np.int64(1) << i
    return count
