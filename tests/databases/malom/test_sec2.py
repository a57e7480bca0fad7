"""The bytes of ``.sec2`` files: entries that fit and entries that do not, and files that are none."""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np
import pytest

from millbase.databases.errors import BrokenSector
from millbase.databases.malom.sec2 import SectorFile, contents, header, most
from millbase.databases.malom.words_kernels import pack

BITS = 12
FIRST = [0, 1, -1, 2047, -2048, 0, 5, -598, 7]
SECOND = [0, 1, -15, 2047, -2047, 2048, -2048, 300_000, -300_000]


def file_of(first: list[int], second: list[int], bits: int = BITS) -> bytes:
    keys = zip(first, second, strict=True)
    words = np.array([two << bits | one & (1 << bits) - 1 for one, two in keys], np.int32)
    pieces = []
    for part in np.array_split(words, 2):
        data = np.empty(3 * len(part), np.uint8)
        exceeding = pack(part, data, bits)
        pieces.append((data, part if exceeding else part[:0]))
    return b"".join(contents(pieces, bits))


def opened(path: Path, data: bytes, entries: int, bits: int = BITS) -> SectorFile:
    path.write_bytes(data)
    return SectorFile(path, entries, bits)


@pytest.mark.parametrize("bits", [12, 14])
def test_what_is_written_is_read(tmp_path: Path, bits: int) -> None:
    second = [key if abs(key) < 100_000 else key // 3 for key in SECOND]
    data = file_of(FIRST, second, bits)
    exceptions = sum(abs(key) > most(bits) for key in second)
    assert len(data) == 64 + 3 * len(FIRST) + 4 + 8 * exceptions
    with opened(tmp_path / "x.sec2", data, len(FIRST), bits) as file:
        keys = file.keys(np.arange(len(FIRST)))
        assert keys.first.tolist() == FIRST
        assert keys.second.tolist() == second
        backwards = file.keys(np.arange(len(FIRST))[::-1])
        assert backwards.second.tolist() == second[::-1]


def test_bytes_are_as_described() -> None:
    data = file_of([-5, 0, 1], [7, -1, 3000])
    assert data[:64] == struct.pack("<iii", 2, 3, 12) + bytes(52)
    words = [int.from_bytes(data[64 + 3 * i : 67 + 3 * i], "little") for i in range(3)]
    assert words == [7 << 12 | 4096 - 5, 4095 << 12, 2048 << 12 | 1]
    assert data[73:] == struct.pack("<iii", 1, 2, 3000)


GOOD = file_of([1, 0, 3], [3000, -1, -4000])
HOSTILE = {
    "empty": (b"", "too short for a header"),
    "a part of a header": (GOOD[:40], "too short for a header"),
    "no entries": (GOOD[:64], "too few for 3 entries"),
    "cut off": (GOOD[:-1], "where 93 are due"),
    "one byte more": (GOOD + b"x", "where 93 are due"),
    "another version": (b"\3" + GOOD[1:], "version 3, not 2"),
    "another width": (GOOD[:4] + b"\4" + GOOD[5:], "not those of ultra-strong values"),
    "other keys": (GOOD[:8] + b"\16" + GOOD[9:], "not those of ultra-strong values"),
    "stone differences": (GOOD[:12] + b"\1" + GOOD[13:], "not those of ultra-strong values"),
    "a header that says more": (GOOD[:63] + b"\1" + GOOD[64:], "its header says more"),
    "fewer exceptions than none": (GOOD[:73] + struct.pack("<i", -1) + GOOD[77:], "are due"),
    "exceptions without end": (GOOD[:73] + struct.pack("<i", 2**31 - 1) + GOOD[77:], "are due"),
    "exceptions out of order": (GOOD[:77] + GOOD[85:93] + GOOD[77:85], "not in the order of entries"),
    "an exception twice": (GOOD[:77] + GOOD[77:85] * 2, "not in the order of entries"),
    "an exception of no entry": (GOOD[:85] + struct.pack("<ii", 3, -4000), "not in the order of entries"),
    "an exception before all": (GOOD[:77] + struct.pack("<ii", -1, 3000) + GOOD[85:], "not in the order"),
    "an exception that is none": (GOOD[:77] + struct.pack("<ii", 0, 30) + GOOD[85:], "has what is none"),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_what_is_no_such_file_is_refused_in_a_sentence(tmp_path: Path, what: str) -> None:
    data, words = HOSTILE[what]
    path = tmp_path / "std_3_3_0_0.sec2"
    with pytest.raises(BrokenSector, match=words) as caught:
        opened(path, data, 3)
    assert str(caught.value).startswith(f"{path} is broken: ")
    assert caught.value.path == path


def test_an_entry_whose_exception_is_missing_is_refused(tmp_path: Path) -> None:
    data = GOOD[:73] + struct.pack("<iii", 1, 2, -4000)
    with opened(tmp_path / "x.sec2", data, 3) as file:
        assert file.keys(np.array([1, 2])).second.tolist() == [-1, -4000]
        with pytest.raises(BrokenSector, match="an entry is missing in its list of exceptions"):
            file.keys(np.array([0]))


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        SectorFile(tmp_path / "x.sec2", 3, BITS)


def test_headers_have_64_bytes() -> None:
    assert len(header(BITS)) == 64
