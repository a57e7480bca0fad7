"""The kernels of the statistics: which entries stand for a position, and counting positions by value."""

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
    """Count the positions of some blocks by value, each once (:func:`mark_counted`).

    Args:
        most: the largest value that there may be.
        stabilisers, ending, block_is_own: see :func:`mark_counted`.

    Returns:
        Counts by value, shape ``(most + 1,)``.
    """
    size = len(h.places)
    counts = np.zeros(most + 1, np.int64)
    counted = np.empty(size, np.bool_)
    for block in range(first, last):
        every = mark_counted(block, h, stabilisers, points, ending, block_is_own, counted)
        for r in range(size):
            if every or counted[r]:
                counts[values[block * size + r]] += 1
    return counts


@jit
def mark_counted(
    block: Int, h: Hash, stabilisers: Flags, points: Int, ending: Masks, block_is_own: bool, counted: Flags
) -> bool:
    """Mark the entries of a block at which a position is counted: at the least of its entries, once.

    Args:
        stabilisers: by symmetry and block, whether the symmetry leaves the representative alone.
        ending: the lines of which a side that had one would have ended the game; a position in which the
            side to move has one is not counted, because nobody can be to move in it.
        block_is_own: whether the side to move is the block side.
        counted: by place in the block; written where not every one is counted.

    Returns:
        Whether every one is counted.
    """
    block_side = np.int64(h.blocks[block])
    own_symmetries = 0
    for g in range(1, len(stabilisers)):
        own_symmetries += stabilisers[g, block]
    if block_is_own:
        for line in ending:
            if block_side & line == line:
                counted[:] = False
                return False
    if not own_symmetries and (block_is_own or not len(ending)):
        return True
    free = np.empty(24, np.int64)
    free_points(block_side, points, free)
    for r in range(len(h.places)):
        counted[r] = True
        inner = expand(np.int64(h.places[r]), free)
        for g in range(1, len(stabilisers)):
            if stabilisers[g, block]:
                # Ranks order the places of a block as the sets of points themselves do.
                counted[r] &= np.int64(image(inner, h.images[g])) >= inner
        if not block_is_own:
            for line in ending:
                counted[r] &= inner & line != line
    return False


@jit
def count_pairs(
    first: Int, last: Int, before: Values, after: Values, before_kinds: Values, after_kinds: Values, h: Hash,
    stabilisers: Flags, points: Int, ending: Masks, block_is_own: bool, counts: Numbers, entries: Numbers
) -> None:  # fmt: skip
    """Count the positions of some blocks by what two tables say of them, each once.

    Args:
        before, after: the codes of the two tables, from the first entry of block ``first`` on.
        before_kinds, after_kinds: by code, a number; the sum of both is the kind of a position.
        stabilisers, ending, block_is_own: see :func:`mark_counted`.
        counts: by kind; they are added to.
        entries: by kind, written where it is -1: the first entry of the kind.
    """
    size = len(h.places)
    counted = np.empty(size, np.bool_)
    for block in range(first, last):
        every = mark_counted(block, h, stabilisers, points, ending, block_is_own, counted)
        start = (block - first) * size
        for r in range(size):
            if every or counted[r]:
                kind = before_kinds[before[start + r]] + after_kinds[after[start + r]]
                if entries[kind] < 0:
                    entries[kind] = block * size + r
                counts[kind] += 1
