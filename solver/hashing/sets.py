"""Sets of points in compiled code: their ranks, images, compressed forms, and the entries they make.

The fast twin of :mod:`millbase.solver.indexing` and :mod:`millbase.solver.layouts`. A rank is two look-ups,
of the lower twelve points and of the others (a set's size being known, how many stones stand below the upper
half follows from that half alone). An image is three look-ups, compressing to the free points three more.
"""

from __future__ import annotations

import numpy as np

from millbase.solver.hashing.compiling import Bytes, Int, Numbers, jit
from millbase.solver.hashing.intrinsics import lowest, popcount
from millbase.solver.hashing.tables import Hash
from millbase.solver.indexing import Masks


@jit
def rank(mask: Int, low: Masks, high: Masks) -> Int:
    """The rank of a set of the size the tables are made for."""
    number: Int = np.int64(low[mask & 4095]) + np.int64(high[mask >> 12 & 4095])
    return number


@jit
def image(mask: Int, tables: Masks) -> Int:
    """The image of a set of points under the symmetry of ``tables``."""
    found: Int = tables[0, mask & 255] | tables[1, mask >> 8 & 255] | tables[2, mask >> 16 & 255]
    return found


@jit
def compress(mask: Int, free: Int, squeeze: Bytes) -> Int:
    """A set within ``free`` as a set of positions among its points."""
    first, second, third = free & 255, free >> 8 & 255, free >> 16
    n = popcount(first)
    packed: Int = np.int64(squeeze[first, mask & 255])
    packed |= np.int64(squeeze[second, mask >> 8 & 255]) << n
    packed |= np.int64(squeeze[third, mask >> 16 & 255]) << (n + popcount(second))
    return packed


@jit
def entry_of(block_side: Int, inner_side: Int, h: Hash, points: Int) -> Int:
    """The entry of a position in the layout of the tables ``h``."""
    pattern = rank(block_side, h.pattern_low, h.pattern_high)
    block = np.int64(h.block_of[pattern])
    moved = np.int64(image(inner_side, h.images[h.symmetry_of[pattern]]))
    free = ~np.int64(h.blocks[block]) & ((1 << points) - 1)
    entry: Int = block * len(h.places) + rank(compress(moved, free, h.squeeze), h.low, h.high)
    return entry


@jit
def free_points(block_side: Int, points: Int, found: Numbers) -> Int:
    """Write the points outside ``block_side``, ascending, to ``found``; how many there are."""
    n = 0
    for point in range(points):
        if not block_side >> point & 1:
            found[n] = point
            n += 1
    return n


@jit
def expand(mask: Int, free: Numbers) -> Int:
    """A set of positions in the list ``free`` as a set of points."""
    found: Int = np.int64(0)
    while mask:
        found |= np.int64(1) << free[lowest(mask)]
        mask &= mask - 1
    return found
