"""Whole-table loops: laying a table out by the other side's blocks, counting positions."""

from __future__ import annotations

import numpy as np

from solver.hashing import expand, free_points, image, jit, popcount
from solver.kernels.ground import fill_tables


@jit
def lay(first, last, found, h, values, source, points):  # type: ignore[no-untyped-def]
    """Write ``found``, in the layout ``h``, from ``values`` in the layout ``source``.

    The block side of each layout is the other side of the other one.

    Args:
        found: the entries of the blocks from ``first`` to ``last`` only.
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
            bits[i] = 1 << free[i]
        half = (n + 1) // 2
        part = (1 << half) - 1
        fill_tables(bits, half, tables)
        for g in range(len(images)):
            images[g] = image(block_side, image_tables[g])
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
def histogram(first, last, values, h, stabilisers, points, ending, by_mover):  # type: ignore[no-untyped-def]
    """Count the positions of some blocks by value, each once: at the least of its entries.

    Args:
        stabilisers: by symmetry and block, whether the symmetry leaves the representative alone.
        ending: the lines of which a side that had one would have ended the game; a position in which the
            side to move has one is not counted, because nobody can be to move in it.
        by_mover: whether the side to move is the block side.

    Returns:
        Counts by value, shape ``(largest number of the type + 1,)``.
    """
    size = len(h.places)
    counts = np.zeros(256 if values.itemsize == 1 else 65536, np.int64)
    free = np.empty(24, np.int64)
    for block in range(first, last):
        block_side = np.int64(h.blocks[block])
        own_symmetries = 0
        for g in range(1, len(stabilisers)):
            own_symmetries += stabilisers[g, block]
        over = False
        if by_mover:
            for line in ending:
                over |= block_side & line == line
        if over:
            continue
        expanding = own_symmetries or (len(ending) and not by_mover)
        if expanding:
            free_points(block_side, points, free)
        for r in range(size):
            counted = True
            if expanding:
                other = expand(np.int64(h.places[r]), free)
                for g in range(1, len(stabilisers)):
                    if stabilisers[g, block]:
                        # Ranks order the places of a block as the sets of points themselves do.
                        counted &= np.int64(image(other, h.images[g])) >= other
                if not by_mover:
                    for line in ending:
                        counted &= other & line != line
            if counted:
                counts[values[block * size + r]] += 1
    return counts
