"""Leaves of a search: positions without stones in hand, their outcomes kept two bits each."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from millbase.solver.hashing.compiling import Bytes, Int, Numbers, jit
from millbase.solver.hashing.intrinsics import popcount
from millbase.solver.indexing import Masks
from millbase.solver.layouts import Values

LOSS, DRAW, WIN = range(3)

SIDE = 24  # bits of a set of points; words hold two
POINTS = (1 << SIDE) - 1


class Leaves(NamedTuple):
    """Outcomes of positions without stones in hand, as far as they have been read.

    Attributes:
        outcomes: four entries a byte, the first lowest: 0 not read, otherwise the outcome and one.
        base: by stones of the side to move and of the other, where a table begins.
        block_size: by stones of the block side and of the inner side.
        low, high: by stones, the tables of :func:`millbase.solver.hashing.tables.rank_tables`.
        patterns: by rank, the block of a pattern times 16 and the symmetry that leads there; 0 where
            patterns have not been needed yet.
        first_pattern: by stones, where the ranks of their patterns begin.
        images, squeeze: see :class:`millbase.solver.hashing.tables.Hash`.
    """

    outcomes: npt.NDArray[np.uint8]
    base: npt.NDArray[np.int64]
    block_size: npt.NDArray[np.int64]
    low: Masks
    high: Masks
    patterns: Masks
    first_pattern: npt.NDArray[np.int64]
    images: Masks
    squeeze: npt.NDArray[np.uint8]


@jit
def search_leaves(row: Numbers, n: Int, rest: Int, everywhere: Int, leaves: Leaves, unread: Numbers) -> int:
    """Look up the ``n`` children in ``row``, which are leaves, until one does not give the opponent the rest.

    Args:
        row: words of ``own stones after the move | the opponent's``.
        unread: is given the first leaf that is not known, side to move first, and its entry.

    Returns:
        -1 if one does not, 0 if all do, 1 if a table has not been read as far as that.
    """
    outcomes, base, block_size, patterns = leaves.outcomes, leaves.base, leaves.block_size, leaves.patterns
    low, high, images, squeeze = leaves.low, leaves.high, leaves.images, leaves.squeeze
    first_pattern = leaves.first_pattern
    for i in range(n):
        own, opp = row[i] & POINTS, row[i] >> SIDE
        own_stones, opp_stones = popcount(own), popcount(opp)
        block_side, inner, p, s = own, opp, own_stones, opp_stones
        if own_stones < opp_stones:
            block_side, inner, p, s = opp, own, opp_stones, own_stones
        # As millbase.solver.hashing.sets.entry_of, which would pass arrays here (see
        # millbase.solver.retrograde.induction_kernels).
        pattern = np.int64(low[p, block_side & 4095]) + np.int64(high[p, block_side >> 12])
        found = np.int64(patterns[first_pattern[p] + pattern])
        g = found & 15
        moved = images[g, 0, inner & 255] | images[g, 1, inner >> 8 & 255] | images[g, 2, inner >> 16]
        block = images[g, 0, block_side & 255] | images[g, 1, block_side >> 8 & 255]
        free = ~np.int64(block | images[g, 2, block_side >> 16]) & everywhere
        one, two = free & 255, free >> 8 & 255
        shift = popcount(one)
        place = np.int64(squeeze[one, moved & 255]) | np.int64(squeeze[two, moved >> 8 & 255]) << shift
        place |= np.int64(squeeze[free >> 16, moved >> 16]) << (shift + popcount(two))
        entry = (found >> 4) * block_size[p, s]
        entry += np.int64(low[s, place & 4095]) + np.int64(high[s, place >> 12])
        at = base[own_stones, opp_stones] + entry
        code = np.int64(outcomes[at >> 2]) >> 2 * (at & 3) & 3
        if code == 0:
            unread[0], unread[1], unread[2] = own, opp, entry
            return 1
        if code - 1 < rest:
            return -1
    return 0


@jit
def keep(outcomes: Bytes, first: Int, codes: Values, kept: Bytes) -> None:
    """Write the outcomes of consecutive entries, from ``first`` on, over what is not read or the same.

    Args:
        codes: of the entries.
        kept: by code, the outcome and one.
    """
    for i in range(len(codes)):
        outcomes[first + i >> 2] |= np.uint8(kept[codes[i]] << 2 * (first + i & 3))
