"""Kernels that make Malom's entries: of 24 bits, in their order, with redirects."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from millbase.solver.hashing.compiling import Bytes, Flags, Int, jit
from millbase.solver.hashing.ground import fill_tables, map_onto
from millbase.solver.hashing.sets import free_points
from millbase.solver.hashing.tables import Hash
from millbase.solver.layouts import Values

Words = npt.NDArray[np.int32]


class Meaning(NamedTuple):
    """What the codes of a graded table are in Malom's words.

    Attributes:
        words: by code.
        decided: of what is lost and what is won, without plies.
        bits: of the first key.
    """

    words: Words
    decided: Words
    bits: int


@jit
def put_into_words(
    first: Int, last: Int, found: Words, codes: Values, plies: Values, counts: Values, meaning: Meaning
) -> bool:  # fmt: skip
    """Write the words of the entries from ``first`` to ``last``, and say whether both tables agree who wins.

    Args:
        codes: of the graded table.
        plies: of the table of distances.
        counts: the moves that hold a stable draw; empty where there is none.
    """
    words, decided, bits = meaning.words, meaning.decided, meaning.bits
    rest, drawn = len(words) - 1, np.iinfo(plies.dtype).max
    agree = True
    for i in range(first, last):
        code = np.int64(codes[i])
        agree &= (code >= 2) == (plies[i] == drawn)
        if code < 2:
            agree &= code == plies[i] & 1
            found[i] = decided[code] | np.int32(plies[i]) << bits
        elif code == rest and len(counts):
            found[i] = words[code] | np.int32(counts[i]) << bits
        else:
            found[i] = words[code]
    return agree


@jit
def redirect(
    first: Int, last: Int, words: Words, h: Hash, symmetries: Bytes, keeps: Flags, points: Int, bits: Int
) -> None:  # fmt: skip
    """Let entries that are not the first of their position say which symmetry leads there.

    Args:
        words: of the blocks from ``first`` to ``last`` only.
        h: the hash of Malom's layout.
        symmetries: the images of points in Malom's numbers, the identity last.
        keeps: by symmetry and block, whether it leaves the representative alone.
    """
    places, size = h.places, len(h.places)
    free, point_bits, tables = np.empty(24, np.int64), np.empty(24, np.int64), np.empty((2, 4096), np.uint32)
    first_half, second_half = tables[0], tables[1]
    least, which = np.empty(size, np.int64), np.empty(size, np.int32)
    for block in range(first, last):
        block_side = np.int64(h.blocks[block])
        n = free_points(block_side, points, free)
        half = (n + 1) // 2
        part = (1 << half) - 1
        turned = False
        for number in range(len(symmetries) - 1):
            if not keeps[number, block]:
                continue
            if not turned:
                for r in range(size):
                    least[r], which[r] = places[r], -1
                turned = True
            map_onto(free, n, symmetries[number], block_side, points, point_bits)
            fill_tables(point_bits, half, tables)
            for r in range(size):
                mask = np.int64(places[r])
                after = np.int64(first_half[mask & part] | second_half[mask >> half])
                if after < least[r]:
                    least[r], which[r] = after, number
        row = words[(block - first) * size : (block - first + 1) * size]
        for r in range(size if turned else 0):
            if which[r] >= 0:
                row[r] = np.int32(-1 - which[r]) << bits


@jit
def pack(words: Words, found: Bytes, bits: Int) -> int:
    """Write words in three bytes each, ``found`` of shape ``(3 * words,)``.

    Returns:
        How many second keys do not fit, for which the least number stands.
    """
    most = (1 << 23 - bits) - 1
    exceeding = 0
    for i in range(len(words)):
        word = np.int64(words[i])
        if not -most <= word >> bits <= most:
            word = word & (1 << bits) - 1 | -(most + 1) << bits
            exceeding += 1
        found[3 * i] = word & 255
        found[3 * i + 1] = word >> 8 & 255
        found[3 * i + 2] = word >> 16 & 255
    return exceeding
