"""Kernels that count the moves which hold a stable draw, position by position, forwards."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from millbase.solver.hashing.compiling import Flags, Int, jit
from millbase.solver.hashing.sets import compress as compressed
from millbase.solver.hashing.sets import expand, free_points, image, rank
from millbase.solver.hashing.tables import Hash
from millbase.solver.indexing import Masks
from millbase.solver.layouts import Values


class Reached(NamedTuple):
    """A table that moves lead to.

    Attributes:
        values: codes by entry.
        h: the hash of its layout.
        block_is_own: whether the side to move there is the block side.
        symmetric: by block, whether its representative has symmetries.
        holds: by code, whether a move there holds the draw.
    """

    values: Values
    h: Hash
    block_is_own: bool
    symmetric: Flags
    holds: Flags


@jit
def count_holding(
    first: Int, last: Int, found: npt.NDArray[np.uint16], values: Values, h: Hash, block_is_own: bool,
    points: Int, near: Masks, lines: Masks, protected: bool, quiet: Reached, taking: bool, taken: Reached
) -> None:  # fmt: skip
    """Write ``found``, the number of holding steps, for the stable draws in the blocks ``first`` to ``last``.

    Args:
        values, h, block_is_own: codes of the table, the hash of its layout, whether the side to move is the
            block side.
        near: by point, where a stone there can go.
        lines: as sets.
        protected: whether closing a mill removes nothing where all stones are in mills.
        quiet: what steps lead to that remove nothing.
        taking: whether closing a mill removes a stone, and the game goes on.
        taken: what such steps lead to.
    """
    rest = np.iinfo(values.dtype).max
    size = len(h.places)
    free = np.empty(24, np.int64)
    everywhere = (np.int64(1) << points) - 1
    for block in range(first, last):
        block_side = np.int64(h.blocks[block])
        free_points(block_side, points, free)
        for r in range(size):
            if values[block * size + r] != rest:
                continue
            inner = expand(np.int64(h.places[r]), free)
            own, opp = (block_side, inner) if block_is_own else (inner, block_side)
            empty = everywhere & ~(own | opp)
            exposed = opp
            for line in lines:
                exposed &= ~np.int64(line) if opp & line == line else -1
            if exposed == 0 and not protected:
                exposed = opp
            total = np.int64(0)
            for point in range(points):
                targets = np.int64(near[point]) & empty if own >> point & 1 else np.int64(0)
                while targets:
                    entered = targets & -targets
                    targets ^= entered
                    after = (own ^ (np.int64(1) << point)) | entered
                    closes = False
                    for line in lines:
                        closes |= (line & entered != 0) & (after & line == line)
                    stones = exposed if closes else np.int64(0)
                    if stones == 0:
                        total += weight(opp, after, quiet, points)
                    while stones and taking:
                        total += weight(opp ^ (stones & -stones), after, taken, points)
                        stones &= stones - 1
            found[block * size + r] = total // symmetries(own, opp, h)


@jit
def weight(own: Int, opp: Int, reached: Reached, points: Int) -> Int:
    """For a move that holds, how many symmetries the position after it has; else 0."""
    h = reached.h
    block_side, inner = (own, opp) if reached.block_is_own else (opp, own)
    pattern = rank(block_side, h.pattern_low, h.pattern_high)
    block = np.int64(h.block_of[pattern])
    moved = np.int64(image(inner, h.images[h.symmetry_of[pattern]]))
    free = ~np.int64(h.blocks[block]) & ((np.int64(1) << points) - 1)
    entry = block * len(h.places) + rank(compressed(moved, free, h.squeeze), h.low, h.high)
    if not reached.holds[reached.values[entry]]:
        return 0
    return symmetries(own, opp, h) if reached.symmetric[block] else 1


@jit
def symmetries(own: Int, opp: Int, h: Hash) -> Int:
    """How many symmetries of the board leave a position as it is."""
    found = 0
    for tables in h.images:
        found += (image(own, tables) == own) & (image(opp, tables) == opp)
    return found
