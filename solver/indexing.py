"""Sets of points in plain Python and numpy: ranks, subsets, images, the representatives of orbits.

What :mod:`millbase.solver.layouts` makes entries from, and the slow twin of what is compiled in
:mod:`millbase.solver.hashing.sets`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import comb

import numpy as np
import numpy.typing as npt

from millbase.solver.game.boards import Board, mask_of, points_of

Masks = npt.NDArray[np.uint32]
Octets = tuple[list[int], list[int], list[int]]


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


def compress_all(masks: Masks, taken: Masks, points: int) -> Masks:
    """:func:`compress` of many sets, each to the points outside its own ``taken``."""
    packed, place = np.zeros_like(masks), np.zeros_like(masks)
    for point in range(points):
        free = ~(taken >> point) & 1
        packed |= (masks >> point & free) << place
        place += free
    return packed


def expand_all(masks: Masks, taken: Masks, points: int) -> Masks:
    """:func:`expand` of many sets, each to the points outside its own ``taken``."""
    found, left = np.zeros_like(masks), masks.copy()
    for point in range(points):
        free = ~(taken >> point) & 1
        found |= (left & free) << point
        left >>= free
    return found


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
    """:func:`octets_of` every symmetry, shape ``(symmetries, 3, 256)``."""
    tables = np.stack([octets_of(symmetry) for symmetry in board.symmetries])
    tables.flags.writeable = False
    return tables


def octets_of(permutation: tuple[int, ...]) -> Masks:
    """Look-up tables for the images of sets, eight points at a time.

    Args:
        permutation: the image of each point.

    Returns:
        Masks, shape ``(3, 256)``: the image of mask ``m`` is the union of ``[i, m >> 8 * i & 255]`` for ``i``
        in 0, 1, 2.
    """
    tables = np.zeros((3, 256), np.uint32)
    for point, target in enumerate(permutation):
        octet, bit = divmod(point, 8)
        has_bit = np.arange(256) >> bit & 1 == 1
        tables[octet, has_bit] |= np.uint32(1 << target)
    return tables


def images(masks: Masks, tables: Masks) -> Masks:
    """:func:`image` of many sets at once, through the tables of one permutation."""
    found: Masks = tables[0][masks & 255] | tables[1][masks >> 8 & 255] | tables[2][masks >> 16]
    return found


def to_representatives(patterns: Masks, tables: Masks) -> tuple[Masks, npt.NDArray[np.uint8]]:
    """The least image of each pattern, and the first symmetry that gives it.

    Args:
        tables: see :func:`image_tables`.
    """
    least = patterns.copy()
    symmetry_of = np.zeros(patterns.shape, np.uint8)
    for g in range(1, len(tables)):
        image = images(patterns, tables[g])
        better = image < least
        least[better] = image[better]
        symmetry_of[better] = g
    return least, symmetry_of


@lru_cache(maxsize=64)
def representatives(board: Board, stones: int) -> Masks:
    """The least pattern of every orbit of ``stones`` stones, ascending: one for each block."""
    patterns = subsets(board.points, stones)
    kept = patterns
    for tables in image_tables(board)[1:]:
        kept = kept[images(kept, tables) >= kept]
    kept.flags.writeable = False
    return kept


def place(mask: int, block_side: int) -> int:
    """The place of the inner side's stones in a block: their rank among the points left free."""
    number, k = 0, 0
    while mask:
        lowest = mask & -mask
        mask ^= lowest
        k += 1
        number += comb(lowest.bit_length() - 1 - (block_side & lowest - 1).bit_count(), k)
    return number


@lru_cache(maxsize=8)
def turning(board: Board) -> Callable[[int], tuple[int, Octets]]:
    """What finds, of a set of points, its representative and the first symmetry that leads there.

    The symmetry is given as :func:`octets_of` does, in lists, which plain Python reads faster. What was found
    last is remembered: positions a move or two apart share the stones of a side.
    """
    symmetries = [(first, second, third) for first, second, third in image_tables(board).tolist()]

    @lru_cache(maxsize=4096)
    def turned(mask: int) -> tuple[int, Octets]:
        first, second, third = mask & 255, mask >> 8 & 255, mask >> 16
        found = [low[first] | middle[second] | high[third] for low, middle, high in symmetries]
        representative = min(found)
        return representative, symmetries[found.index(representative)]

    return turned
