"""A table as an HDF5 file: a header, and the values in chunks that are compressed one by one.

The values are one dataset, ``values``, of rows as :mod:`millbase.databases.codings` makes them. Each chunk is
compressed with zstd and followed by a Fletcher checksum, which is verified before anything is unpacked.
The file's own structures carry checksums too in the version of the format that is asked for here, so an
altered file does not read as another table: it does not read.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Sequence
from pathlib import Path

import h5py
import hdf5plugin
import numpy as np

from millbase.databases.atomic import appearing
from millbase.databases.codings import Coding, Places, coding_of
from millbase.databases.errors import BrokenTable
from millbase.databases.grades import Grade, Values, draw_code
from millbase.databases.header import Content, Header, HeaderError
from millbase.databases.quietfile import QuietFile

# Measured on 6-4 and 3-7 of nine: chunks of 16 KiB take 2 % more room, those of 256 KiB save none and
# take a probe four times as long. For distances level 9 saves 4 to 5 % and takes 30 to 40 ns an entry more
# to write, for outcomes 8 to 15 % and 1 to 6 ns.
CHUNK_BYTES = 1 << 16  # before compression
_LEVELS: dict[Grade, int] = {"dtw": 1, "wdl": 9}
_DATASET = "values"
# The first version with checksums in all structures. Named, because "latest" would change the bytes
# of a table with the library.
_VERSION = ("v110", "v110")
_CHUNKS_WRITTEN_AT_ONCE = 64
_CHUNKS_READ_AT_ONCE = 16  # one at a time takes nearly twice as long, more than 16 no less


def write_table(
    path: Path, header: Header, stored: Values, advanced: Callable[[int, int], None] | None = None
) -> None:
    """Write a table; it appears at ``path`` when it is complete.

    Args:
        header: describes the table.
        stored: its rows (:mod:`millbase.databases.codings`).
        advanced: told now and then how many bytes of how many are written.

    Raises:
        DiskFull: there is no room for it.
    """
    row_bytes = stored[:1].nbytes
    chunk = min(CHUNK_BYTES // row_bytes, len(stored))
    step = chunk * _CHUNKS_WRITTEN_AT_ONCE
    with appearing(path) as temporary, QuietFile(temporary, "w+") as quiet:
        with h5py.File(quiet, "w", libver=_VERSION) as file:
            dataset = file.create_dataset(
                _DATASET,
                shape=stored.shape,
                dtype=stored.dtype.newbyteorder("<"),
                chunks=(chunk, *stored.shape[1:]),
                fletcher32=True,
                track_times=False,
                **hdf5plugin.Zstd(clevel=_LEVELS[header.grade]),
            )
            for start in range(0, len(stored), step):
                part = stored[start : start + step]
                dataset[start : start + step] = part
                if quiet.failure is not None:
                    break
                if advanced is not None:
                    advanced((start + len(part)) * row_bytes, stored.nbytes)
            header.write(file.attrs)
        quiet.raise_failure()


class Table:
    """An open table. A context manager.

    Attributes:
        path: the file.
        header: what it says about itself.
        chunk_entries: how many entries a chunk has; the last may have fewer.
        draw: the code of a draw.

    Raises:
        BrokenTable: the file is not a table, or is damaged.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self._file = h5py.File(path, "r", locking=False)
        except OSError as error:
            if error.errno is not None:  # the system refused: nothing is known about the table
                raise OSError(error.errno, os.strerror(error.errno), str(path)) from error
            raise BrokenTable(path, "it is not a whole HDF5 file") from error
        try:
            self.header = Header.read(dict(self._file.attrs))
            self._dataset = self._file[_DATASET]
            self._coding = self._coding_of_dataset()
        except (HeaderError, OSError, RuntimeError, KeyError) as error:
            self._file.close()
            reason = str(error) if isinstance(error, HeaderError) else "its header cannot be read"
            raise BrokenTable(path, reason) from error
        self.chunk_entries: int = self._dataset.chunks[0] * self._coding.entries_in_row
        self.draw = draw_code(self.header.dtype)

    def __enter__(self) -> Table:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; closing it again does nothing."""
        self._file.close()

    def _coding_of_dataset(self) -> Coding:
        header, shape = self.header, self._dataset.shape
        if self._dataset.dtype.name == header.dtype and self._dataset.chunks and shape[0]:
            coding = coding_of(header.grade, header.subspace, header.entries, shape[0])
            if coding is not None and shape == coding.shape(header.entries):
                return coding
        raise HeaderError("its values are not what its header says")

    @property
    def chunks(self) -> int:
        """The number of chunks."""
        return math.ceil(self.header.entries / self.chunk_entries)

    def chunk(self, number: int) -> Values:
        """The rows of one chunk as they are stored.

        Raises:
            BrokenTable: the chunk does not agree with its checksum.
        """
        return self._rows(number, number + 1)

    def code_at(self, chunk: Sequence[int], place: int) -> int:
        """One code of a chunk, which is given as plain numbers: ``chunk(number).reshape(-1).data``.

        Args:
            place: the entry, from the chunk's first on.
        """
        return self._coding.code_at(chunk, place)

    def codes_at(self, number: int, places: Places) -> Values:
        """Some codes of one chunk.

        Args:
            places: entries, from the chunk's first on.

        Raises:
            BrokenTable: see :meth:`chunk`.
        """
        return self._coding.codes_at(self.chunk(number), places)

    def codes(self, number: int) -> Values:
        """The codes of one chunk.

        Raises:
            BrokenTable: see :meth:`chunk`.
        """
        return self._coding.decode(self.chunk(number))

    def read_all(self, advanced: Callable[[int, int], None] | None = None) -> Values:
        """All codes, compared with the content checksum.

        Args:
            advanced: told now and then how many chunks of how many are read.

        Raises:
            BrokenTable: the values are not those that were written.
        """
        codes = np.empty(self.header.entries, self.header.dtype)
        step = self.chunk_entries
        content = Content()
        for first in range(0, self.chunks, _CHUNKS_READ_AT_ONCE):
            last = min(first + _CHUNKS_READ_AT_ONCE, self.chunks)
            rows = self._rows(first, last)
            content.add(rows)
            codes[first * step : last * step] = self._coding.decode(rows)
            if advanced is not None:
                advanced(last, self.chunks)
        if content.checksum != self.header.content:
            raise BrokenTable(self.path, "its values do not agree with their checksum")
        return codes

    def _rows(self, first: int, last: int) -> Values:
        step = self._dataset.chunks[0]
        try:
            rows: Values = self._dataset[first * step : last * step]
        except (OSError, RuntimeError) as error:
            if last - first > 1:  # which of them it is they say one by one
                for number in range(first, last):
                    self.chunk(number)
            raise BrokenTable(self.path, f"chunk {first} of {self.chunks} cannot be read") from error
        return rows
