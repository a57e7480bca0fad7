"""The perfect hash as look-up tables and compiled functions: the fast twin of :mod:`solver.indexing`.

A rank is two look-ups, of the lower twelve points and of the others (a set's size being known, how
many stones stand below the upper half follows from that half alone). An image is three look-ups,
compressing to the free points three more.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import Any, NamedTuple

import numba as nb
import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from solver.boards import Board
from solver.indexing import Masks, image_tables, images, representatives, subsets

jit = nb.njit(nogil=True, cache=True)

_BINOMIALS = np.array([[comb(n, k) for k in range(26)] for n in range(25)], np.uint32)


class Hash(NamedTuple):
    """The tables of one layout: positions of ``p`` stones of the block side and ``s`` others.

    Attributes:
        blocks: the representatives, shape ``(orbits,)``.
        places: the sets of ``s`` of the free points, compressed, by rank, shape ``(block_size,)``.
        low, high: the rank of a compressed set is ``low[c & 4095] + high[c >> 12]``.
        pattern_low, pattern_high: the same for patterns of the block side on the whole board.
        block_of, symmetry_of: by a pattern's rank, its block and the symmetry that takes it to the
            representative.
        images: see :func:`solver.indexing.image_tables`.
        squeeze: ``squeeze[keep, bits]`` packs those bits of an octet that are in ``keep``.
    """

    blocks: Masks
    places: Masks
    low: Masks
    high: Masks
    pattern_low: Masks
    pattern_high: Masks
    block_of: Masks
    symmetry_of: npt.NDArray[np.uint8]
    images: Masks
    squeeze: npt.NDArray[np.uint8]

    @property
    def block_size(self) -> int:
        """Entries in a block."""
        return len(self.places)

    @property
    def size(self) -> int:
        """Entries in the table."""
        return len(self.blocks) * len(self.places)


@lru_cache(maxsize=64)
def hash_tables(board: Board, block_stones: int, other_stones: int) -> Hash:
    """The hash of ``block_stones`` and ``other_stones`` stones on ``board``."""
    free = board.points - block_stones
    block_of, symmetry_of = orbit_tables(board, block_stones)
    return Hash(
        representatives(board, block_stones),
        subsets(free, other_stones),
        *rank_tables(other_stones),
        *rank_tables(block_stones),
        block_of,
        symmetry_of,
        image_tables(board),
        _squeeze_table(),
    )


def stabilisers(h: Hash) -> npt.NDArray[np.bool_]:
    """By symmetry and block, whether the symmetry leaves the block's representative alone."""
    return np.array([images(h.blocks, tables) == h.blocks for tables in h.images])


@lru_cache(maxsize=32)
def rank_tables(stones: int) -> tuple[Masks, Masks]:
    """Tables ``low`` and ``high`` with ``rank(m) == low[m & 4095] + high[m >> 12]``.

    The rank sums ``C(point, k)`` over the points, ``k`` counting stones up to and with that point.
    """
    halves = np.arange(4096)
    total = np.array([half.bit_count() for half in range(4096)])
    tables = []
    for first, below in ((0, np.zeros(4096, int)), (12, np.maximum(stones - total, 0))):
        counted = below.copy()
        ranks = np.zeros(4096, np.uint32)
        for bit in range(12):
            has = halves >> bit & 1
            counted += has
            ranks += (has * _BINOMIALS[first + bit, np.minimum(counted, 25)]).astype(np.uint32)
        tables.append(ranks)
    return tables[0], tables[1]


@lru_cache(maxsize=16)
def orbit_tables(board: Board, stones: int) -> tuple[Masks, npt.NDArray[np.uint8]]:
    """By a pattern's rank: its block, and the first symmetry that takes it to the representative."""
    patterns = subsets(board.points, stones)
    least = patterns.copy()
    symmetry_of = np.zeros(len(patterns), np.uint8)
    for g, tables in enumerate(image_tables(board)):
        image = images(patterns, tables)
        better = image < least
        least[better] = image[better]
        symmetry_of[better] = g
    block_of = np.searchsorted(representatives(board, stones), least).astype(np.uint32)
    return block_of, symmetry_of


@lru_cache(maxsize=1)
def _squeeze_table() -> npt.NDArray[np.uint8]:
    keep, bits = np.meshgrid(np.arange(256), np.arange(256), indexing="ij")
    packed = np.zeros((256, 256), np.uint8)
    place = np.zeros((256, 256), int)
    for bit in range(8):
        kept = keep >> bit & 1
        packed |= ((bits >> bit & 1 & kept) << place).astype(np.uint8)
        place += kept
    return packed


def _popcount(typingctx: Any, mask: Any) -> Any:
    """The number of bits set."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return (mask(mask), codegen) if isinstance(mask, types.Integer) else None


def _lowest(typingctx: Any, mask: Any) -> Any:
    """The index of the lowest bit set; the mask is not zero."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return (mask(mask), codegen) if isinstance(mask, types.Integer) else None


popcount: Any = intrinsic(_popcount)
lowest: Any = intrinsic(_lowest)


@jit
def rank(mask, low, high):  # type: ignore[no-untyped-def]
    """The rank of a set of the size the tables are made for."""
    return np.int64(low[mask & 4095]) + np.int64(high[mask >> 12 & 4095])


@jit
def image(mask, tables):  # type: ignore[no-untyped-def]
    """The image of a set of points under the symmetry of ``tables``."""
    return tables[0, mask & 255] | tables[1, mask >> 8 & 255] | tables[2, mask >> 16 & 255]


@jit
def compress(mask, free, squeeze):  # type: ignore[no-untyped-def]
    """A set within ``free`` as a set of positions among its points."""
    first, second, third = free & 255, free >> 8 & 255, free >> 16
    n = popcount(first)
    packed = np.int64(squeeze[first, mask & 255])
    packed |= np.int64(squeeze[second, mask >> 8 & 255]) << n
    return packed | np.int64(squeeze[third, mask >> 16 & 255]) << (n + popcount(second))


@jit
def entry_of(block_side, other_side, h, points):  # type: ignore[no-untyped-def]
    """The entry of a position in the layout of the tables ``h``."""
    pattern = rank(block_side, h.pattern_low, h.pattern_high)
    block = np.int64(h.block_of[pattern])
    moved = np.int64(image(other_side, h.images[h.symmetry_of[pattern]]))
    free = ~np.int64(h.blocks[block]) & ((1 << points) - 1)
    return block * len(h.places) + rank(compress(moved, free, h.squeeze), h.low, h.high)


@jit
def free_points(block_side, points, found):  # type: ignore[no-untyped-def]
    """Write the points outside ``block_side``, ascending, to ``found``; how many there are."""
    n = 0
    for point in range(points):
        if not block_side >> point & 1:
            found[n] = point
            n += 1
    return n


@jit
def expand(mask, free):  # type: ignore[no-untyped-def]
    """A set of positions in the list ``free`` as a set of points."""
    found = np.int64(0)
    while mask:
        found |= np.int64(1) << free[lowest(mask)]
        mask &= mask - 1
    return found
