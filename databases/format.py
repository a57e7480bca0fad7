"""A table as an HDF5 file: a header, the values in chunks that are packed one by one, and their checksums.

The values are one dataset, ``values``, of rows as :mod:`millbase.databases.codings` makes them; the checksums
of its chunks are another, ``checksums`` (:mod:`millbase.databases.chunks`). HDF5 only says where a chunk
lies: packing and unpacking are done here, by as many threads as there are. The file's own structures carry
checksums in the version of the format that is asked for, so an altered file does not read as another table:
it does not read.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Sequence
from functools import cached_property, partial
from pathlib import Path

import h5py
import numpy as np
from h5py import h5d, h5s, h5t

from millbase.databases import anatomy, chunks
from millbase.databases.anatomy import AnatomyError
from millbase.databases.atomic import appearing
from millbase.databases.chunks import ChunkError, content_checksum, rows_in_chunk
from millbase.databases.codings import Coding, Numbers, coding_of
from millbase.databases.errors import BrokenTable
from millbase.databases.frames import Frames, Places, places_of
from millbase.databases.header import Header, HeaderError
from millbase.databases.metrics import METRICS, Grade
from millbase.databases.quietfile import QuietFile
from millbase.solver.layouts import Values
from millbase.solver.threads import Aside, Workers

Told = Callable[[int, int], None]

_PACKED_AT_ONCE = 64  # chunks, for each thread
_MOST_OVERHEAD = 512  # bytes that a frame may be longer than its content


def write_table(
    path: Path, header: Header, stored: Values, advanced: Told | None = None, threads: int = 1
) -> None:
    """Write a table; it appears at ``path`` when it is complete.

    Args:
        header: describes the table.
        stored: its rows (:mod:`millbase.databases.codings`).
        advanced: told now and then how many bytes of how many are written.
        threads: how many pack; the file does not depend on it.

    Raises:
        DiskFull: there is no room for it.
    """
    step = rows_in_chunk(len(stored), stored[:1].nbytes)
    with appearing(path) as temporary, QuietFile(temporary, "w+") as quiet:
        with h5py.File(quiet, "w", libver=anatomy.VERSION) as file:
            dataset = h5d.create(
                file.id,
                anatomy.VALUES,
                h5t.py_create(stored.dtype.newbyteorder("<")),
                h5s.create_simple(stored.shape),
                anatomy.value_properties((step, *stored.shape[1:]), header.grade),
            )

            def write(first: int, frames: list[bytes]) -> None:
                for number, frame in enumerate(frames, first):
                    dataset.write_direct_chunk((number * step, *(0 for _ in stored.shape[1:])), frame)

            of_chunks = np.empty(-(-len(stored) // step), np.uint64)
            with Workers(threads) as workers, Aside() as writer:
                for first in range(0, len(of_chunks), _PACKED_AT_ONCE * workers.threads):
                    some = of_chunks[first : first + _PACKED_AT_ONCE * workers.threads]
                    frames = _pack(stored, step, first, some, header.grade, workers)
                    writer.wait()
                    if quiet.failure is not None:
                        break
                    writer.start(partial(write, first, frames))
                    if advanced is not None:
                        done = min((first + len(some)) * step, len(stored)) * stored[:1].nbytes
                        advanced(done, stored.nbytes)
                writer.wait()
            _write_checksums(file, of_chunks)
            header.write(file.attrs)
        quiet.raise_failure()


def _pack(
    stored: Values, step: int, start: int, of_chunks: chunks.Checksums, grade: Grade, workers: Workers
) -> list[bytes]:
    """The frames of some chunks, from ``start`` on; writes their checksums."""

    def pack(first: int, last: int) -> list[bytes]:
        frames = []
        for number in range(first, last):
            content = chunks.content(stored, start + number, step)
            of_chunks[number] = chunks.checksum(content)
            frames.append(chunks.pack(content, grade))
        return frames

    return [frame for part in workers.run(pack, len(of_chunks), step * stored[:1].nbytes) for frame in part]


def _write_checksums(file: h5py.File, of_chunks: chunks.Checksums) -> None:
    dataset = h5d.create(
        file.id,
        anatomy.CHECKSUMS,
        h5t.py_create(np.dtype("<u8")),
        h5s.create_simple(of_chunks.shape),
        anatomy.checksum_properties(),
    )
    dataset.write(h5s.ALL, h5s.ALL, of_chunks.astype("<u8"))


class Table:
    """An open table. A context manager.

    Attributes:
        path: the file.
        header: what it says about itself.
        chunks: how many there are.
        chunk_entries: how many entries a chunk has; the last may have fewer.
        chunk_elements: how many numbers are stored for them.
        dtype: of those numbers.
        metric: what its codes mean.

    Raises:
        BrokenTable: the file is not a table, or is damaged.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            anatomy.refuse_odd_files(path)
            # Chunks are read past HDF5, whose own memory for them would be wasted.
            self._file = h5py.File(path, "r", locking=False, rdcc_nbytes=0)
        except AnatomyError as error:
            raise BrokenTable(path, str(error)) from error
        except OSError as error:
            if error.errno is not None:  # the system refused: nothing is known about the table
                raise OSError(error.errno, os.strerror(error.errno), str(path)) from error
            raise BrokenTable(path, "it is not a whole HDF5 file") from error
        try:
            self._read_structure()
        except (AnatomyError, HeaderError) as error:
            self._file.close()
            raise BrokenTable(path, str(error)) from error
        except Exception as error:  # of a library that has met what no writer makes
            self._file.close()
            raise BrokenTable(path, "its structure cannot be read") from error

    def _read_structure(self) -> None:
        self.header = header = Header.read(anatomy.attributes(self._file))
        anatomy.refuse_other_members(self._file)
        rows = h5d.open(self._file.id, anatomy.VALUES).shape
        coding = coding_of(header.grade, header.subspace, header.entries, rows[0] if rows else 0)
        if coding is None:
            raise HeaderError("its values are not what its header says")
        self._coding: Coding = coding
        self._shape = coding.shape(header.entries)
        # By its name: a type whose order of bytes has been chosen gives no plain numbers (`memoryview`).
        self.dtype = np.dtype("<" + np.dtype(header.dtype).str[1:])
        row_bytes = self.dtype.itemsize * math.prod(self._shape[1:])
        self._step = rows_in_chunk(self._shape[0], row_bytes)
        self._chunk_shape = (self._step, *self._shape[1:])
        self._chunk_bytes = self._step * row_bytes
        self._dataset = anatomy.values_of(
            self._file, self.dtype, self._shape, self._chunk_shape, header.grade
        )
        self.chunk_elements = self._chunk_bytes // self.dtype.itemsize
        self.chunk_entries: int = self._step * coding.entries_in_row
        self.chunks: int = math.ceil(header.entries / self.chunk_entries)
        self._checksums = anatomy.checksums_of(self._file, self.chunks)
        if content_checksum(self._checksums) != header.content:
            raise HeaderError("its checksums do not agree with its header")
        self.metric = METRICS[header.grade]

    def __enter__(self) -> Table:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; closing it again does nothing."""
        self._file.close()

    def chunk(self, number: int) -> Values:
        """The rows of one chunk as they are stored.

        Raises:
            BrokenTable: the chunk does not agree with its checksum.
            ValueError: the table is closed.
        """
        return self.unpack(number, self.frame(number))

    def frame(self, number: int) -> bytes:
        """One chunk as it lies in the file, packed.

        Raises:
            BrokenTable: HDF5 does not find it, or it is longer than any frame of a chunk.
            ValueError: the table is closed.
        """
        self._refuse_closed()
        place = (number * self._step, *(0 for _ in self._shape[1:]))
        room = np.empty(self._chunk_bytes + _MOST_OVERHEAD, np.uint8)
        try:
            mask, frame = self._dataset.read_direct_chunk(place, out=room)
        except (OSError, RuntimeError, ValueError) as error:  # the last where it is longer than the room
            raise self._broken(number, "HDF5 does not find it, or it is too long") from error
        if mask:
            raise self._broken(number, "it is not packed as it should be")
        return bytes(frame)

    def frames(self) -> Frames:
        """All chunks as they lie in the file, for several threads; finding them takes longer than one.

        Raises:
            BrokenTable: HDF5 does not find them.
            OSError: no more files may be open.
            ValueError: the table is closed.
        """
        self._refuse_closed()
        return Frames(self._file.id.get_vfd_handle(), self._places)

    @cached_property
    def _places(self) -> Places:
        try:
            most = self._chunk_bytes + _MOST_OVERHEAD
            return places_of(self._dataset, self.chunks, self._step, most)
        except (OSError, RuntimeError) as error:
            raise BrokenTable(self.path, "HDF5 does not find its chunks") from error

    def _refuse_closed(self) -> None:
        if not self._file:
            raise ValueError(f"{self.path} is closed")

    def unpack(self, number: int, frame: bytes) -> Values:
        """The rows of one chunk, which needs no open file.

        Raises:
            BrokenTable: the chunk does not agree with its checksum.
        """
        try:
            data = chunks.unpack(frame, self._chunk_bytes, int(self._checksums[number]))
        except ChunkError as error:
            raise self._broken(number, str(error)) from error
        rows = np.frombuffer(data, self.dtype).reshape(self._chunk_shape)
        return rows[: self._shape[0] - number * self._step]

    def _broken(self, number: int, reason: str) -> BrokenTable:
        return BrokenTable(self.path, f"chunk {number} of {self.chunks} cannot be read: {reason}")

    def code_at(self, chunk: Sequence[int], place: int) -> int:
        """One code of a chunk, which is given as plain numbers: ``chunk(number).reshape(-1).data``.

        Args:
            place: the entry, from the chunk's first on.
        """
        return self._coding.code_at(chunk, place)

    def codes_at(self, flat: Values, begins: Numbers, places: Numbers) -> Values:
        """Some codes of several chunks that lie one after the other, each flat.

        Args:
            begins: where in ``flat`` the chunk of each begins.
            places: entries, from the chunk's first on.
        """
        return self._coding.codes_at(flat, begins, places)

    def codes(self, chunk: Values) -> Values:
        """All codes of a chunk."""
        return self._coding.decode(chunk)

    def codes_between(self, frames: Frames, first: int, last: int) -> Values:
        """The codes of the entries from ``first`` up to, and without, ``last``.

        Args:
            frames: those of the table.

        Raises:
            BrokenTable: a chunk does not agree with its checksum.
        """
        step = self.chunk_entries
        numbers = range(first // step, -(-last // step))
        codes = np.concatenate([self.codes(self.unpack(number, frames.read(number))) for number in numbers])
        return codes[first - numbers.start * step : last - numbers.start * step]

    def read_all(self, advanced: Told | None = None, threads: int = 1) -> Values:
        """All codes, each chunk compared with its checksum.

        Args:
            advanced: told now and then how many chunks of how many are read.
            threads: how many unpack.

        Raises:
            BrokenTable: the values are not those that were written.
        """
        codes = np.empty(self.header.entries, self.header.dtype)
        step, of = self.chunk_entries, self.chunks

        def read(first: int, last: int) -> None:
            for number in range(first, last):
                rows = self.unpack(number, frames.read(number))
                codes[number * step : (number + 1) * step] = self.codes(rows)

        with self.frames() as frames, Workers(threads) as workers:
            workers.run(read, of, step, None if advanced is None else lambda done: advanced(done, of))
        return codes
