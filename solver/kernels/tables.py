"""Whole-table loops: laying a table out by the other side's blocks, counting positions."""

from __future__ import annotations

import numpy as np

from solver.hashing import entry_of, expand, free_points, image, jit


@jit
def lay(first, last, found, h, values, source, points):  # type: ignore[no-untyped-def]
    """Write ``found``, in the layout ``h``, from ``values`` in the layout ``source``.

    The block side of each layout is the other side of the other one.
    """
    size = len(h.places)
    free = np.empty(24, np.int64)
    for block in range(first, last):
        block_side = np.int64(h.blocks[block])
        free_points(block_side, points, free)
        for r in range(size):
            other = expand(np.int64(h.places[r]), free)
            found[block * size + r] = values[entry_of(other, block_side, source, points)]


@jit
def histogram(first, last, values, h, stabilisers, points):  # type: ignore[no-untyped-def]
    """Count the positions of some blocks by value, each once: at the least of its entries.

    Args:
        stabilisers: by symmetry and block, whether the symmetry leaves the representative alone.

    Returns:
        Counts by value, shape ``(largest number of the type + 1,)``.
    """
    size = len(h.places)
    counts = np.zeros(256 if values.itemsize == 1 else 65536, np.int64)
    free = np.empty(24, np.int64)
    for block in range(first, last):
        own_symmetries = 0
        for g in range(1, len(stabilisers)):
            own_symmetries += stabilisers[g, block]
        if own_symmetries:
            free_points(np.int64(h.blocks[block]), points, free)
        for r in range(size):
            least = True
            if own_symmetries:
                other = expand(np.int64(h.places[r]), free)
                for g in range(1, len(stabilisers)):
                    if stabilisers[g, block]:
                        # Ranks order the places of a block as the sets of points themselves do.
                        least &= np.int64(image(other, h.images[g])) >= other
            if least:
                counts[values[block * size + r]] += 1
    return counts
