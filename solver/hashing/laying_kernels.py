"""Kernels that lay a table out anew."""

from __future__ import annotations

import numpy as np

from millbase.solver.hashing.compiling import Bytes, Int, jit
from millbase.solver.hashing.ground import fill_tables, map_onto
from millbase.solver.hashing.intrinsics import popcount
from millbase.solver.hashing.sets import free_points, image
from millbase.solver.hashing.tables import Hash
from millbase.solver.layouts import Values


@jit
def exchange(
    first: Int, last: Int, found: Values, h: Hash, values: Values, source: Hash, renumbered: Bytes,
    points: Int
) -> None:  # fmt: skip
    """Write ``found``, in the layout ``h``, from ``values`` in one by the other side's blocks, ``source``.

    Args:
        found: the entries of the blocks from ``first`` to ``last`` only.
        renumbered: for each point as ``h`` numbers it the number that it has in ``source``.
    """
    places, size, source_size = h.places, len(h.places), len(source.places)
    low, high, pattern_low, pattern_high = source.low, source.high, source.pattern_low, source.pattern_high
    block_of, symmetry_of, blocks = source.block_of, source.symmetry_of, source.blocks
    squeeze, image_tables = source.squeeze, source.images
    free, bits, tables = np.empty(24, np.int64), np.empty(24, np.int64), np.empty((2, 4096), np.uint32)
    first_half, second_half = tables[0], tables[1]
    images, entries = np.empty(len(image_tables), np.int64), np.empty(size, np.int64)
    everywhere = (1 << points) - 1
    for block in range(first, last):
        block_side = np.int64(h.blocks[block])
        n = free_points(block_side, points, free)
        for i in range(n):
            bits[i] = np.int64(1) << renumbered[free[i]]
        half = (n + 1) // 2
        part = (1 << half) - 1
        fill_tables(bits, half, tables)
        inner = renamed(block_side, renumbered)
        for g in range(len(images)):
            images[g] = image(inner, image_tables[g])
        row = found[(block - first) * size : (block - first + 1) * size]
        for r in range(size):
            mask = np.int64(places[r])
            pattern = np.int64(first_half[mask & part] | second_half[mask >> half])
            number = np.int64(pattern_low[pattern & 4095]) + np.int64(pattern_high[pattern >> 12 & 4095])
            to = np.int64(block_of[number])
            moved = images[symmetry_of[number]]
            open_points = ~np.int64(blocks[to]) & everywhere
            one, two = open_points & 255, open_points >> 8 & 255
            shift = popcount(one)
            packed = np.int64(squeeze[one, moved & 255])
            packed |= np.int64(squeeze[two, moved >> 8 & 255]) << shift
            packed |= np.int64(squeeze[open_points >> 16 & 255, moved >> 16 & 255]) << shift + popcount(two)
            place = np.int64(low[packed & 4095]) + np.int64(high[packed >> 12 & 4095])
            entries[r] = to * source_size + place
        # Apart from the arithmetic, so that the processor has many of these far reads under way at once.
        for r in range(size):
            row[r] = values[entries[r]]


@jit
def renumber(
    first: Int, last: Int, found: Values, h: Hash, values: Values, source: Hash, renumbered: Bytes,
    symmetries: Bytes, points: Int
) -> None:  # fmt: skip
    """Write ``found``, in the layout ``h``, from ``values`` in one by the same side's blocks, ``source``.

    A block comes from one block, with one map of the inner side's stones.

    Args:
        found, renumbered: see :func:`exchange`.
        symmetries: as points numbered as in ``source``.
    """
    places, size, low, high = h.places, len(h.places), source.low, source.high
    free, there = np.empty(24, np.int64), np.empty(24, np.int64)
    bits, tables = np.empty(24, np.int64), np.empty((2, 4096), np.uint32)
    first_half, second_half = tables[0], tables[1]
    for block in range(first, last):
        block_side = np.int64(h.blocks[block])
        n = free_points(block_side, points, free)
        for i in range(n):
            there[i] = renumbered[free[i]]
        pattern = renamed(block_side, renumbered)
        number = np.int64(source.pattern_low[pattern & 4095]) + np.int64(source.pattern_high[pattern >> 12])
        to = np.int64(source.block_of[number])
        map_onto(there, n, symmetries[source.symmetry_of[number]], source.blocks[to], points, bits)
        half = (n + 1) // 2
        part = (1 << half) - 1
        fill_tables(bits, half, tables)
        row = found[(block - first) * size : (block - first + 1) * size]
        base = to * size
        for r in range(size):
            mask = np.int64(places[r])
            packed = np.int64(first_half[mask & part] | second_half[mask >> half])
            row[r] = values[base + np.int64(low[packed & 4095]) + np.int64(high[packed >> 12 & 4095])]


@jit
def renamed(mask: Int, renumbered: Bytes) -> Int:
    """A set of points in other numbers."""
    found: Int = np.int64(0)
    for point in range(len(renumbered)):
        found |= (mask >> point & 1) << np.int64(renumbered[point])
    return found
