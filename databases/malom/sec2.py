"""The bytes of ``.sec2`` files: a header, entries of 24 bits, and a list of what does not fit.

An entry has two keys, both with a sign. The first is what the position is worth, relative to its sector: 0
in a stable draw, and in a redirect. The second is a distance, in a stable draw the number of moves that hold
it, and in a redirect the symmetry that leads to the entry which says more, as ``-(symmetry + 1)``. A *word*
is both in one number, wider than an entry: the first key in its low bits, the second above.

A file is read where it lies, and nothing of it is believed: sizes are compared when it is opened, and what an
entry says when it is asked for.
"""

from __future__ import annotations

import mmap
import struct
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from millbase.databases.errors import BrokenSector

Octets = npt.NDArray[np.uint8]
Words = npt.NDArray[np.int32]
Entries = npt.NDArray[np.int64]

VERSION = 2
ENTRY_BYTES = 3
_HEADER = struct.Struct("<iii?51x")  # version, bytes an entry, bits of the first key, other sector values
_COUNT = struct.Struct("<i")
_EXCEPTION = np.dtype([("entry", "<i4"), ("key", "<i4")])


class Keys(NamedTuple):
    """What entries say.

    Attributes:
        first, second: the keys of each.
    """

    first: npt.NDArray[np.int32]
    second: npt.NDArray[np.int32]


def header(bits: int) -> bytes:
    """The header of a file whose first keys have so many bits."""
    return _HEADER.pack(VERSION, ENTRY_BYTES, bits, False)


def contents(pieces: Iterable[tuple[Octets, Words]], bits: int) -> Iterator[bytes]:
    """The bytes of a file, piece by piece.

    Args:
        pieces: the entries as bytes and, where some do not fit, all their words; else none.
    """
    yield header(bits)
    exceptions, start = [], 0
    for data, words in pieces:
        yield data.tobytes()
        second = words >> bits
        places = np.flatnonzero(abs(second) > most(bits))
        found = np.empty(len(places), _EXCEPTION)
        found["entry"], found["key"] = start + places, second[places]
        exceptions.append(found)
        start += len(data) // ENTRY_BYTES
    listed = np.concatenate(exceptions)
    yield _COUNT.pack(len(listed)) + listed.tobytes()


def most(bits: int) -> int:
    """The greatest second key that an entry has room for; its opposite is the least."""
    return (1 << 23 - bits) - 1


class SectorFile:
    """An open ``.sec2`` file. A context manager.

    Args:
        path: the file.
        entries: how many its sector has.
        bits: of first keys.

    Raises:
        BrokenSector: it is not such a file.
        OSError: it cannot be opened.
    """

    def __init__(self, path: Path, entries: int, bits: int) -> None:
        self.path, self.entries, self._bits = path, entries, bits
        with path.open("rb") as file:
            size = path.stat().st_size
            if size < _HEADER.size:
                raise BrokenSector(path, "it is too short for a header")
            self._data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        try:
            self._check_header()
            self._exceptions = self._read_exceptions(size)
        except BrokenSector:
            self.close()
            raise

    def __enter__(self) -> SectorFile:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._data.close()

    def keys(self, entries: Entries) -> Keys:
        """What entries say.

        Raises:
            BrokenSector: one says that it is in the list of exceptions, and is not.
        """
        raw = np.frombuffer(self._data, np.uint8, ENTRY_BYTES * self.entries, _HEADER.size)
        octets = raw.reshape(-1, ENTRY_BYTES)[entries].astype(np.int32)
        del raw  # a file cannot be closed while it is looked at
        word = octets[..., 0] | octets[..., 1] << 8 | octets[..., 2] << 16
        first = word << 32 - self._bits >> 32 - self._bits
        second = word << 8 >> 8 + self._bits
        out = second == -most(self._bits) - 1
        if out.any():
            second[out] = self._listed(np.asarray(entries)[out])
        return Keys(first, second)

    def _listed(self, entries: Entries) -> npt.NDArray[np.int32]:
        """The second keys of entries that have no room for them."""
        known = self._exceptions["entry"]
        places = np.searchsorted(known, entries)
        if (places == len(known)).any() or (known[places] != entries).any():
            raise BrokenSector(self.path, "an entry is missing in its list of exceptions")
        keys: npt.NDArray[np.int32] = self._exceptions["key"][places]
        return keys

    def _check_header(self) -> None:
        version, width, bits, other = _HEADER.unpack_from(self._data)
        if version != VERSION:
            raise BrokenSector(self.path, f"it is of version {version}, not {VERSION}")
        if width != ENTRY_BYTES or bits != self._bits or other:
            raise BrokenSector(self.path, "its entries are not those of ultra-strong values of this game")
        if self._data[: _HEADER.size] != header(self._bits):
            raise BrokenSector(self.path, "its header says more than it should")

    def _read_exceptions(self, size: int) -> npt.NDArray[np.void]:
        end = _HEADER.size + ENTRY_BYTES * self.entries
        if size < end + _COUNT.size:
            raise BrokenSector(self.path, f"it has {size:,} bytes, too few for {self.entries:,} entries")
        (count,) = _COUNT.unpack_from(self._data, end)
        expected = end + _COUNT.size + _EXCEPTION.itemsize * count
        if count < 0 or size != expected:
            raise BrokenSector(self.path, f"it has {size:,} bytes where {expected:,} are due")
        listed: npt.NDArray[np.void]
        listed = np.frombuffer(self._data, _EXCEPTION, count, end + _COUNT.size).copy()
        numbers = listed["entry"].astype(np.int64)
        if count and (numbers[0] < 0 or numbers[-1] >= self.entries or (np.diff(numbers) <= 0).any()):
            raise BrokenSector(self.path, "its list of exceptions is not in the order of entries")
        if (abs(listed["key"].astype(np.int64)) <= most(self._bits)).any():
            raise BrokenSector(self.path, "its list of exceptions has what is none")
        return listed
