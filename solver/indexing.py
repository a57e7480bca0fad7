"""The perfect hash in plain Python: position <-> entry of a subspace.

One side's stones, the *block side*, choose a block: the orbit of its pattern under the symmetries of
the board. The other side's stones choose the place in the block: the colexicographic rank of its
pattern among the points that the block side leaves free::

    entry = block * C(points - p, s) + rank

Blocks are numbered by their representatives, the least pattern of each orbit, in ascending order. A
representative that has symmetries of its own gives some positions several entries; they are ordinary
entries, and all of one position hold the same value.

This is the exact, readable version. It answers single queries, and the compiled one in
:mod:`millbase.solver.hashing.tables` is tested against it.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache
from math import comb

import numpy as np
import numpy.typing as npt

from millbase.solver.game.boards import Board, mask_of, points_of

Masks = npt.NDArray[np.uint32]


def image(mask: int, symmetry: tuple[int, ...]) -> int:
    """A set of points after a symmetry."""
    return sum(1 << symmetry[point] for point in points_of(mask))


def rank(mask: int) -> int:
    """The colexicographic rank of a set among the sets of its size (Knuth, TAOCP 4A, 7.2.1.3).

    >>> [rank(m) for m in (0b011, 0b101, 0b110, 0b1001)]
    [0, 1, 2, 3]
    """
    return sum(comb(point, k) for k, point in enumerate(points_of(mask), start=1))


def unrank(number: int, stones: int) -> int:
    """The set of ``stones`` points that has a rank: the inverse of :func:`rank`."""
    mask = 0
    for k in range(stones, 0, -1):
        point = k - 1
        while comb(point + 1, k) <= number:
            point += 1
        mask |= 1 << point
        number -= comb(point, k)
    return mask


def compress(mask: int, free: list[int]) -> int:
    """A set within ``free``, as a set of positions in that list."""
    return mask_of([place for place, point in enumerate(free) if mask >> point & 1])


def expand(mask: int, free: list[int]) -> int:
    """A set of positions in ``free``, as a set of points: the inverse of :func:`compress`."""
    return mask_of([free[place] for place in points_of(mask)])


@lru_cache(maxsize=64)
def subsets(points: int, stones: int) -> Masks:
    """All sets of ``stones`` out of ``points`` points, ascending, which is the order of their ranks.

    Returns:
        Masks, shape ``(C(points, stones),)``.
    """
    rows = [np.zeros(1, np.uint32)] + [np.zeros(0, np.uint32) for _ in range(stones)]
    for point in range(points):
        for k in range(min(stones, point + 1), 0, -1):
            rows[k] = np.concatenate([rows[k], rows[k - 1] | np.uint32(1 << point)])
    rows[stones].flags.writeable = False
    return rows[stones]


@lru_cache(maxsize=8)
def image_tables(board: Board) -> Masks:
    """Look-up tables for images of sets, eight points at a time.

    Returns:
        Masks, shape ``(symmetries, 3, 256)``: the image of mask ``m`` under symmetry ``g`` is the
        union of ``[g, i, m >> 8 * i & 255]`` for ``i`` in 0, 1, 2.
    """
    tables = np.zeros((len(board.symmetries), 3, 256), np.uint32)
    for g, symmetry in enumerate(board.symmetries):
        for point, target in enumerate(symmetry):
            octet, bit = divmod(point, 8)
            has_bit = np.arange(256) >> bit & 1 == 1
            tables[g, octet, has_bit] |= np.uint32(1 << target)
    tables.flags.writeable = False
    return tables


def images(masks: Masks, tables: Masks) -> Masks:
    """:func:`image` of many sets at once, through the tables of one symmetry."""
    found: Masks = tables[0][masks & 255] | tables[1][masks >> 8 & 255] | tables[2][masks >> 16]
    return found


@lru_cache(maxsize=64)
def representatives(board: Board, stones: int) -> Masks:
    """The least pattern of every orbit of ``stones`` stones, ascending: one for each block."""
    patterns = subsets(board.points, stones)
    kept = patterns
    for tables in image_tables(board)[1:]:
        kept = kept[images(kept, tables) >= kept]
    kept.flags.writeable = False
    return kept


class Index:
    """The hash of the positions with ``block_stones`` and ``other_stones`` stones on a board.

    >>> from millbase.solver.game.boards import RINGS
    >>> index = Index(RINGS, 3, 3)
    >>> index.size, index.entry(0b111, 0b111000)
    (210140, 0)
    """

    def __init__(self, board: Board, block_stones: int, other_stones: int) -> None:
        self.board = board
        self.block_stones = block_stones
        self.other_stones = other_stones
        self.block_size = comb(board.points - block_stones, other_stones)
        self._octets = _octets(board)
        self._blocks: list[int] = representatives(board, block_stones).tolist()
        self.size = len(self._blocks) * self.block_size

    def entry(self, block_side: int, other_side: int) -> int:
        """The entry of a position, given as the sets of points of the two sides."""
        first, second, third = block_side & 255, block_side >> 8 & 255, block_side >> 16
        found = [low[first] | middle[second] | high[third] for low, middle, high in self._octets]
        representative = min(found)
        low, middle, high = self._octets[found.index(representative)]  # for itself the identity
        moved = low[other_side & 255] | middle[other_side >> 8 & 255] | high[other_side >> 16]
        return bisect_left(self._blocks, representative) * self.block_size + place(moved, representative)

    def position(self, entry: int) -> tuple[int, int]:
        """The position of an entry: the sets of points of the block side and of the other."""
        block, number = divmod(entry, self.block_size)
        representative = self._blocks[block]
        free = [point for point in range(self.board.points) if not representative >> point & 1]
        return representative, expand(unrank(number, self.other_stones), free)


def place(mask: int, block_side: int) -> int:
    """The place of the other side's stones in a block: their rank among the points left free."""
    number, k = 0, 0
    while mask:
        lowest = mask & -mask
        mask ^= lowest
        k += 1
        number += comb(lowest.bit_length() - 1 - (block_side & lowest - 1).bit_count(), k)
    return number


@lru_cache(maxsize=8)
def _octets(board: Board) -> list[tuple[list[int], list[int], list[int]]]:
    """:func:`image_tables` as lists, which plain Python reads faster."""
    return [(first, second, third) for first, second, third in image_tables(board).tolist()]
