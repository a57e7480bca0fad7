"""What kernels know of a block: its free points, how they join, how it maps onto another block.

In a block the stones of the inner side are a *compressed* set: bit ``i`` stands for the ``i``-th
free point. Pairs of neighbours and lines are compressed once for a block, and a move of the block
side is a map of bits, kept as two look-up tables, or as three smaller ones where it serves few sets.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from millbase.solver.game.boards import Board
from millbase.solver.hashing.compiling import Bytes, Int, Numbers, jit
from millbase.solver.hashing.intrinsics import popcount
from millbase.solver.hashing.sets import free_points
from millbase.solver.indexing import Masks

OFF = np.int64(1 << 30)  # marks a compressed set with a stone on a point that is not free
MOST_PAIRS = 64  # of points that are joined
MOST_BOARDS = 3 * 21 + MOST_PAIRS  # before a step, or before the flight of one of three stones


class Ground(NamedTuple):
    """A board as arrays: lines as sets, symmetries as points, and whether a side flies.

    ``pairs`` holds the points that a line joins, each pair once: shape ``(pairs, 2)``.
    """

    points: int
    flies: bool
    pairs: Bytes
    lines: Masks
    symmetries: Bytes


@lru_cache(maxsize=16)
def ground(board: Board, flies: bool) -> Ground:
    """The arrays of a board for a side that steps, or flies."""
    pairs = [(one, two) for one in range(board.points) for two in board.neighbours[one] if one < two]
    return Ground(
        board.points,
        flies,
        np.array(pairs, np.uint8),
        np.array(board.line_masks, np.uint32),
        np.array(board.symmetries, np.uint8),
    )


@jit
def pack(mask: Int, free: Numbers, n: Int) -> Int:
    """The points of ``mask`` that are among the ``n`` in ``free``, as a compressed set."""
    packed: Int = np.int64(0)
    for i in range(n):
        packed |= (np.int64(mask) >> np.int64(free[i]) & 1) << i
    return packed


@jit
def survey(block_side: Int, g: Ground, free: Numbers, pairs: Numbers) -> tuple[Int, Int]:
    """Write the free points of a block, and the pairs of them that are joined, as compressed sets.

    Args:
        pairs: takes up to ``MOST_PAIRS`` and one.

    Returns:
        How many free points and how many pairs there are.
    """
    n = free_points(block_side, g.points, free)
    bits = np.zeros(24, np.int64)
    for i in range(n):
        bits[free[i]] = np.int64(1) << i
    found = 0
    for k in range(len(g.pairs)):
        one, two = bits[g.pairs[k, 0]], bits[g.pairs[k, 1]]
        pairs[found] = one | two
        found += (one != 0) & (two != 0)
    return n, found


@jit
def survey_lines(block_side: Int, g: Ground, free: Numbers, n: Int, lines: Numbers) -> Int:
    """Write the lines that the block side leaves free, compressed; how many there are."""
    found = 0
    for i in range(len(g.lines)):
        if np.int64(g.lines[i]) & block_side == 0:
            lines[found] = pack(g.lines[i], free, n)
            found += 1
    return found


@jit
def fill_tables(bits: Numbers, width: Int, tables: Masks) -> None:
    """Spread a map of up to 24 bits over tables of ``width`` bits each, at most twelve.

    The image of a set is then the union of as many look-ups: of its lowest ``width`` bits in the first
    table, of the next in the second, of the rest in the last.

    Short loops of lengths known in advance become a few vector instructions each, which shows where a
    map serves few sets.
    """
    for part in range(len(tables)):
        table, begin = tables[part], part * width
        table[0], table[1] = 0, bits[begin]
        for j in range(2):
            table[2 + j] = table[j] | bits[begin + 1]
        for j in range(4):
            table[4 + j] = table[j] | bits[begin + 2]
        if width > 3:
            for j in range(8):
                table[8 + j] = table[j] | bits[begin + 3]
        if width > 4:
            for j in range(16):
                table[16 + j] = table[j] | bits[begin + 4]
        if width > 5:
            for j in range(32):
                table[32 + j] = table[j] | bits[begin + 5]
        for bit in range(6, width):
            size = 1 << bit
            for j in range(size):
                table[size + j] = table[j] | bits[begin + bit]


@jit
def map_onto(free: Numbers, n: Int, symmetry: Bytes, target: Int, points: Int, bits: Numbers) -> None:
    """Write for each free point of a block the bit it has in block ``target`` after ``symmetry``.

    A point that the target's block side takes has no bit there: ``OFF``.
    """
    open_points = ~np.int64(target) & ((np.int64(1) << points) - 1)
    for i in range(n):
        to = np.int64(1) << np.int64(symmetry[free[i]])
        bits[i] = np.int64(1) << popcount(open_points & (to - 1)) if open_points & to else OFF


@jit
def trace(source: Int, target: Int, symmetry: Bytes, points: Int, origins: Bytes) -> None:
    """The inverse of :func:`map_onto`: write for each free point of ``target`` which of ``source`` it was.

    Args:
        source, target: the block side's stones.
        origins: takes the places among the free points of ``source``; 255 where there is none.
    """
    everywhere = (np.int64(1) << points) - 1
    open_source, open_target = ~np.int64(source) & everywhere, ~np.int64(target) & everywhere
    origins[:] = 255
    for point in range(points):
        to = np.int64(symmetry[point])
        if open_source >> point & 1 and open_target >> to & 1:
            place = popcount(open_source & ((np.int64(1) << point) - 1))
            origins[popcount(open_target & ((np.int64(1) << to) - 1))] = place
