"""The look-up tables of the perfect hash, which :mod:`millbase.solver.hashing.sets` reads."""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from millbase.solver.game.boards import Board
from millbase.solver.indexing import (
    Masks,
    image_tables,
    images,
    representatives,
    subsets,
    to_representatives,
)
from millbase.solver.layouts import Layout

_BINOMIALS = np.array([[comb(n, k) for k in range(26)] for n in range(25)], np.uint32)


class Hash(NamedTuple):
    """The tables of one layout.

    Attributes:
        blocks: the representatives, shape ``(orbits,)``.
        places: the inner side's sets of the free points, compressed, by rank, shape ``(block_size,)``.
        low, high: the rank of a compressed set is ``low[c & 4095] + high[c >> 12]``.
        pattern_low, pattern_high: the same for patterns of the block side on the whole board.
        block_of, symmetry_of: by a pattern's rank, its block and the symmetry that takes it to the
            representative.
        images: see :func:`millbase.solver.indexing.image_tables`.
        squeeze: see :func:`squeeze_table`.
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


def hash_tables(layout: Layout) -> Hash:
    """The hash of a layout; layouts that differ by stones in hand alone share it."""
    return _hash(layout.numbered_board, layout.block_stones, layout.inner_stones)


@lru_cache(maxsize=64)
def _hash(board: Board, block_stones: int, inner_stones: int) -> Hash:
    block_of, symmetry_of = orbit_tables(board, block_stones)
    return Hash(
        representatives(board, block_stones),
        subsets(board.points - block_stones, inner_stones),
        *rank_tables(inner_stones),
        *rank_tables(block_stones),
        block_of,
        symmetry_of,
        image_tables(board),
        squeeze_table(),
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
    least, symmetry_of = to_representatives(subsets(board.points, stones), image_tables(board))
    block_of = np.searchsorted(representatives(board, stones), least).astype(np.uint32)
    return block_of, symmetry_of


@lru_cache(maxsize=1)
def squeeze_table() -> npt.NDArray[np.uint8]:
    """Packs bits of an octet: ``squeeze[keep, bits]`` are those that are in ``keep``, side by side."""
    keep, bits = np.meshgrid(np.arange(256), np.arange(256), indexing="ij")
    packed = np.zeros((256, 256), np.uint8)
    place = np.zeros((256, 256), int)
    for bit in range(8):
        kept = keep >> bit & 1
        packed |= ((bits >> bit & 1 & kept) << place).astype(np.uint8)
        place += kept
    return packed
