"""The kernel of the statistics: counting positions by value, each once."""

from __future__ import annotations

import numpy as np

from millbase.solver.hashing.compiling import Flags, Int, Numbers, jit
from millbase.solver.hashing.sets import expand, free_points, image
from millbase.solver.hashing.tables import Hash
from millbase.solver.indexing import Masks
from millbase.solver.layouts import Values


@jit
def histogram(
    first: Int, last: Int, values: Values, most: Int, h: Hash, stabilisers: Flags, points: Int, ending: Masks,
    block_is_own: bool
) -> Numbers:  # fmt: skip
    """Count the positions of some blocks by value, each once: at the least of its entries.

    Args:
        most: the largest value that there may be.
        stabilisers: by symmetry and block, whether the symmetry leaves the representative alone.
        ending: the lines of which a side that had one would have ended the game; a position in which the
            side to move has one is not counted, because nobody can be to move in it.
        block_is_own: whether the side to move is the block side.

    Returns:
        Counts by value, shape ``(most + 1,)``.
    """
    size = len(h.places)
    counts = np.zeros(most + 1, np.int64)
    free = np.empty(24, np.int64)
    for block in range(first, last):
        block_side = np.int64(h.blocks[block])
        own_symmetries = 0
        for g in range(1, len(stabilisers)):
            own_symmetries += stabilisers[g, block]
        over = False
        if block_is_own:
            for line in ending:
                over |= block_side & line == line
        if over:
            continue
        expanding = own_symmetries or (len(ending) and not block_is_own)
        if expanding:
            free_points(block_side, points, free)
        for r in range(size):
            counted = True
            if expanding:
                inner = expand(np.int64(h.places[r]), free)
                for g in range(1, len(stabilisers)):
                    if stabilisers[g, block]:
                        # Ranks order the places of a block as the sets of points themselves do.
                        counted &= np.int64(image(inner, h.images[g])) >= inner
                if not block_is_own:
                    for line in ending:
                        counted &= inner & line != line
            if counted:
                counts[values[block * size + r]] += 1
    return counts
