"""Chunks: the pieces that the rows of a table are compressed in, each with a checksum of its content.

A chunk is a zstd frame that says how long its content is. Its checksum is the XXH64 of that content, which is
compared each time the chunk is unpacked; the checksums of all chunks are a dataset of their own, and the
SHA-256 of that dataset is the *content checksum* that a table's header holds. So a chunk can be believed by
itself, and every thread can pack and unpack its own.
"""

from __future__ import annotations

import hashlib
import threading
from typing import Any

import numpy as np
import numpy.typing as npt
import xxhash
import zstandard

from millbase.databases.metrics import METRICS, Grade
from millbase.solver.layouts import Values
from millbase.solver.threads import Workers

Checksums = npt.NDArray[np.uint64]

# Measured on 6-4 of nine: chunks of 16 KiB take 2 % more room and are unpacked in 25 instead of 40 µs, those
# of 64 KiB take as much room and twice the time. Level 3 saves 1 % against level 1 and takes 0.6 ns an entry
# more. For outcomes level 9 saves 8 to 15 % and takes 1 to 6 ns.
CHUNK_BYTES = 1 << 15  # before compression
_LEVEL_OF_DISTANCES, _LEVEL_OF_OUTCOMES = 3, 9

_SEED = 0
_contexts = threading.local()


class ChunkError(ValueError):
    """A chunk that is not what was written; the message says why."""


def rows_in_chunk(rows: int, row_bytes: int) -> int:
    """How many rows a chunk has; the last one of a table is filled up with zeros."""
    return min(max(CHUNK_BYTES // row_bytes, 1), rows)


def content(rows: Values, number: int, step: int) -> bytes:
    """The content of a chunk, lowest byte first.

    Args:
        rows: all rows of the table.
        number: of the chunk.
        step: rows in a chunk.
    """
    part = rows[number * step : (number + 1) * step]
    data = np.ascontiguousarray(part, part.dtype.newbyteorder("<")).tobytes()
    return data.ljust(step * rows[:1].nbytes, b"\0")


def checksum(data: bytes) -> int:
    """The checksum of a chunk's content."""
    return xxhash.xxh64_intdigest(data, _SEED)


def checksums(rows: Values, threads: int = 1) -> Checksums:
    """The checksums of all chunks of a table."""
    row_bytes = rows[:1].nbytes
    step = rows_in_chunk(len(rows), row_bytes)
    found = np.empty(-(-len(rows) // step), np.uint64)

    def some(first: int, last: int) -> None:
        for number in range(first, last):
            found[number] = checksum(content(rows, number, step))

    with Workers(threads) as workers:
        workers.run(some, len(found), step * row_bytes)
    return found


def content_checksum(of_chunks: Checksums) -> str:
    """SHA-256, in hexadecimal, of the checksums of a table's chunks, each lowest byte first."""
    return hashlib.sha256(of_chunks.astype("<u8").tobytes()).hexdigest()


def level_of(grade: Grade) -> int:
    """How hard zstd is to compress the chunks of a table."""
    return _LEVEL_OF_DISTANCES if METRICS[grade].lengths else _LEVEL_OF_OUTCOMES


def pack(data: bytes, grade: Grade) -> bytes:
    """The zstd frame of a chunk."""
    frame: bytes = zstandard.ZstdCompressor(level=level_of(grade)).compress(data)
    return frame


def unpack(frame: bytes, size: int, expected: int) -> bytes:
    """The content of a chunk.

    Args:
        size: how many bytes it must have.
        expected: its checksum.

    Raises:
        ChunkError: the frame is none, or its content has another size or checksum.
    """
    if not frame:
        raise ChunkError("it is not there, or not packed as it should be")
    try:
        # Before anything is unpacked: a few bytes may claim to be gigabytes.
        if zstandard.frame_content_size(frame) != size:
            raise ChunkError("it is not as long as it should be")
        data: bytes = _decompressor().decompress(frame, max_output_size=size, allow_extra_data=False)
    except zstandard.ZstdError as error:
        raise ChunkError("it cannot be unpacked") from error
    if len(data) != size or checksum(data) != expected:
        raise ChunkError("it does not agree with its checksum")
    return data


def _decompressor() -> Any:
    """One for each thread, which is what the library allows."""
    found = getattr(_contexts, "decompressor", None)
    if found is None:
        found = _contexts.decompressor = zstandard.ZstdDecompressor(max_window_size=CHUNK_BYTES * 4)
    return found
