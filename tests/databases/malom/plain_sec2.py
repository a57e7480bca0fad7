"""Malom's files the obvious way, from the description of the format: decoded entry by entry, in plain Python.

Nothing of ours is used but boards as sets of points: the numbering, the symmetries, the order of entries and
the keys are written down here a second time.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

NAMES = [
    ["a4", "a7", "d7", "g7", "g4", "g1", "d1", "a1"],
    ["b4", "b6", "d6", "f6", "f4", "f2", "d2", "b2"],
    ["c4", "c5", "d5", "e5", "e4", "e3", "d3", "c3"],
]
POINTS = [name for ring in NAMES for name in ring]


def _symmetry(number: int) -> list[int]:
    inside_out, turn = divmod(number, 8) if number < 7 else (1, number - 8)
    if number == 7:
        inside_out, turn = 1, -1
    if number == 15:
        inside_out, turn = 0, -1
    found = []
    for bit in range(24):
        ring, k = divmod(bit, 8)
        k = {-1: k, 0: k + 2, 1: k + 4, 2: k + 6, 3: 4 - k, 4: -k, 5: 2 - k, 6: 6 - k}[turn] % 8
        found.append(8 * (2 - ring if inside_out else ring) + k)
    return found


SYMMETRIES = [_symmetry(number) for number in range(16)]


def moved(stones: int, symmetry: int) -> int:
    """A set of bits after a symmetry."""
    return sum(1 << SYMMETRIES[symmetry][bit] for bit in range(24) if stones >> bit & 1)


class Entry(NamedTuple):
    """An entry as it is written: the sides' bits, and both keys."""

    white: int
    black: int
    first: int
    second: int


def subsets(points: list[int], size: int) -> list[int]:
    """Sets of points, ascending."""
    return sorted(sum(1 << point for point in chosen) for chosen in combinations(points, size))


def boards(white: int, black: int) -> Iterator[tuple[int, int]]:
    """The boards of a sector's entries, in their order."""
    for stones in subsets(list(range(24)), white):
        if stones == min(moved(stones, symmetry) for symmetry in range(16)):
            free = [bit for bit in range(24) if not stones >> bit & 1]
            for other in subsets(free, black):  # to close the gaps keeps the order
                yield stones, other


def decode(data: bytes, white: int, black: int, bits: int = 12) -> list[Entry]:
    """The entries of a file without exceptions."""
    assert struct.unpack_from("<iii", data) == (2, 3, bits)
    assert data[12:64] == bytes(52)
    assert data[-4:] == bytes(4)
    found = []
    for number, sides in enumerate(boards(white, black)):
        word = int.from_bytes(data[64 + 3 * number : 67 + 3 * number], "little")
        first, second = word % 2**bits, word >> bits
        first -= 2**bits if first >= 2 ** (bits - 1) else 0
        second -= 2 ** (24 - bits) if second >= 2 ** (23 - bits) else 0
        found.append(Entry(*sides, first, second))
    assert len(data) == 68 + 3 * len(found)
    return found
