"""Where the frames of a table lie in its file, and reading them past HDF5, by many threads at once.

HDF5 lets in one thread at a time, and to say where one chunk lies it looks through all before it. So its
list of all chunks is taken once, and the frames are read from the file itself. A frame is believed for what
it holds (:mod:`millbase.databases.chunks`), wherever it was found.
"""

from __future__ import annotations

import os
import sys
from threading import Lock
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt


class Places(NamedTuple):
    """Where the frames of a table lie, by the number of the chunk.

    Attributes:
        offsets: from the beginning of the file.
        sizes: in bytes; 0 for a frame that is not there, or that no writer makes.
    """

    offsets: npt.NDArray[np.int64]
    sizes: npt.NDArray[np.int64]


def places_of(dataset: Any, chunks: int, step: int, most: int) -> Places:
    """Where the frames of an HDF5 dataset lie.

    Args:
        chunks: how many there are.
        step: rows in each.
        most: bytes that a frame may have.

    Raises:
        OSError, RuntimeError: the file is damaged there.
    """
    places = Places(np.zeros(chunks, np.int64), np.zeros(chunks, np.int64))

    def note(info: Any) -> None:
        if info.byte_offset is not None and not info.filter_mask and info.size <= most:
            number = info.chunk_offset[0] // step
            places.offsets[number], places.sizes[number] = info.byte_offset, info.size

    dataset.chunk_iter(note)
    return places


class Frames:
    """The frames of an open table; a context manager. Threads may share it.

    It outlives the table: closing that does not close what this reads.

    Args:
        descriptor: of the file, open for reading.
        places: where they lie.

    Raises:
        OSError: no more files may be open.
    """

    def __init__(self, descriptor: int, places: Places) -> None:
        self._descriptor = os.dup(descriptor)
        self._places = places

    def __enter__(self) -> Frames:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._descriptor)

    def read(self, number: int) -> bytes:
        """One chunk as it lies in the file, packed; cut short where the file is."""
        return _read(self._descriptor, int(self._places.sizes[number]), int(self._places.offsets[number]))


if sys.platform != "win32":
    _read = os.pread
else:
    _moving = Lock()  # the place in a file, without which nothing is read there

    def _read(descriptor: int, size: int, offset: int) -> bytes:
        with _moving:
            os.lseek(descriptor, offset, os.SEEK_SET)
            return os.read(descriptor, size)
