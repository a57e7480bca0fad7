"""Files from strangers: whatever is not as a writer makes it is a broken table, and named."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import h5py
import hdf5plugin
import numpy as np
import pytest
import zstandard
from damage import offset_of_chunk

from millbase.databases.catalogue import Catalogue
from millbase.databases.errors import BrokenTable
from millbase.databases.format import Table
from millbase.databases.manifest import NAME
from millbase.databases.survey import Survey
from millbase.solver.game.material import Subspace

SMALL = Subspace(3, 3)


@pytest.fixture
def path(catalogue: Catalogue) -> Path:
    """A table to harm, which no manifest lists, as if it came from elsewhere."""
    path = catalogue.path_of(SMALL)
    (path.parent / NAME).unlink()
    return path


def read(path: Path) -> None:
    with Table(path) as table:
        table.read_all()


def rewritten(path: Path, write: Callable[[h5py.File, np.ndarray], object], **how: object) -> None:
    """Write the file anew: the same header, and the values as ``write`` does."""
    with Table(path) as table:
        values = table.read_all()
    with h5py.File(path) as old:
        attributes, checksums = dict(old.attrs), old["checksums"][:]
    path.unlink()
    with h5py.File(path, "w", libver=("v110", "v110"), **how) as file:
        for name, value in attributes.items():
            file.attrs[name] = value
        file["checksums"] = checksums
        write(file, values)


def test_a_table_written_anew_with_a_writers_own_settings_is_read(path: Path) -> None:
    chunks = _chunks(path)
    rewritten(path, lambda file, values: _with(file, values, chunks, **hdf5plugin.Zstd(clevel=3)))
    read(path)


def _chunks(path: Path) -> tuple[int, ...]:
    with h5py.File(path) as file:
        return tuple(file["values"].chunks)


def _with(file: h5py.File, values: np.ndarray, chunks: tuple[int, ...] | None, **filters: object) -> None:
    file.create_dataset("values", data=values, chunks=chunks, **filters)


FILTERS = {
    "none": {},
    "gzip": {"compression": "gzip"},
    "another level": dict(hdf5plugin.Zstd(clevel=4)),
    "shuffled": {"shuffle": True, **hdf5plugin.Zstd(clevel=3)},
    "fletcher": {"fletcher32": True, **hdf5plugin.Zstd(clevel=3)},
    "another": dict(hdf5plugin.LZ4()),
    "lossy": dict(hdf5plugin.SZ3(absolute=10)),
}


@pytest.mark.parametrize("name", FILTERS)
def test_other_filters_are_refused(path: Path, name: str) -> None:
    chunks = _chunks(path)
    filters = FILTERS[name]
    if name == "lossy":
        rewritten(path, lambda file, values: _with(file, values.astype(np.float32), chunks, **filters))
    else:
        rewritten(path, lambda file, values: _with(file, values, chunks, **filters))
    with pytest.raises(BrokenTable, match=r"packed in another way|in other chunks|of another type"):
        read(path)


def test_other_chunks_types_and_shapes_are_refused(path: Path) -> None:
    zstd, chunks = dict(hdf5plugin.Zstd(clevel=3)), _chunks(path)
    changed: list[Callable[[h5py.File, np.ndarray], None]] = [
        lambda file, values: _with(file, values, (1000,), **zstd),
        lambda file, values: _with(file, values, None),
        lambda file, values: _with(file, values.astype(np.int8), chunks, **zstd),
        lambda file, values: _with(file, values.astype(">u2"), chunks, **zstd),
        lambda file, values: _with(file, np.append(values, 1).astype("u1"), chunks, **zstd),
        lambda file, values: _with(file, values, chunks, maxshape=(None,), **zstd),
    ]
    original = path.read_bytes()
    for write in changed:
        path.write_bytes(original)
        rewritten(path, write)
        with pytest.raises(BrokenTable):
            read(path)


def test_links_and_more_members_are_refused(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.h5"
    original = path.read_bytes()
    other.write_bytes(original)
    layout = h5py.VirtualLayout(shape=(10,), dtype="u1")
    changed: list[Callable[[h5py.File, np.ndarray], object]] = [
        lambda file, values: file.__setitem__("values", h5py.ExternalLink(str(other), "values")),
        lambda file, values: file.__setitem__("values", h5py.SoftLink("/checksums")),
        lambda file, values: file.create_group("values"),
        lambda file, values: file.create_virtual_dataset("values", layout),
        lambda file, values: file.create_dataset("more", data=values),
        lambda file, values: None,
    ]
    for write in changed:
        path.write_bytes(original)
        rewritten(path, write)
        with pytest.raises(BrokenTable):
            read(path)


def test_a_chunk_that_nobody_wrote_is_no_value(path: Path) -> None:
    zstd, chunks = dict(hdf5plugin.Zstd(clevel=3)), _chunks(path)

    def write(file: h5py.File, values: np.ndarray) -> None:
        file.create_dataset("values", values.shape, values.dtype, chunks=chunks, fillvalue=1, **zstd)

    rewritten(path, write)
    with pytest.raises(BrokenTable, match="chunk 0 of"):
        read(path)


@pytest.mark.parametrize(
    "frame",
    [
        b"nonsense",
        zstandard.compress(b"short"),
        zstandard.compress(bytes(1 << 28)),  # a few kilobytes that would be 268 megabytes
        zstandard.ZstdCompressor(write_content_size=False).compress(bytes(1 << 26)),
        bytes(1 << 20),
    ],
    ids=["nonsense", "short", "huge", "huge and silent about it", "too long"],
)
def test_frames_that_are_no_chunks_are_refused(path: Path, frame: bytes) -> None:
    with h5py.File(path, "r+") as file:
        file["values"].id.write_direct_chunk((0,), frame)
    with pytest.raises(BrokenTable, match="chunk 0 of"):
        read(path)


def test_a_chunk_that_says_no_filter_was_used_is_refused(path: Path) -> None:
    chunks, zstd = _chunks(path), dict(hdf5plugin.Zstd(clevel=3))

    def write(file: h5py.File, values: np.ndarray) -> None:
        dataset = file.create_dataset("values", values.shape, values.dtype, chunks=chunks, **zstd)
        for start in range(0, len(values), chunks[0]):
            part = values[start : start + chunks[0]].tobytes().ljust(chunks[0], b"\0")
            dataset.id.write_direct_chunk((start,), part, filter_mask=1)

    rewritten(path, write)
    with pytest.raises(BrokenTable, match="not packed as it should be"):
        read(path)


@pytest.mark.parametrize(
    "value",
    [
        "a text of any length",
        np.float64(3),
        np.zeros((3, 3), np.int64),
        np.int32(7),
        h5py.Empty("i8"),
        np.array([b"a", b"b"]),
        np.zeros(5, [("x", "i8")]),
        np.bytes_(b"3-3 " + b"a" * 63),
        np.bytes_(b"x" * 70_000),
        np.int64(-1),
        np.zeros(70_000, np.int64),
    ],
    ids=repr,
)
@pytest.mark.parametrize("name", ["made_from", "positions", "subspace", "histogram", "grade", "another"])
def test_headers_of_odd_types_are_refused(path: Path, name: str, value: object) -> None:
    with h5py.File(path, "r+") as file:
        if name in file.attrs:
            del file.attrs[name]
        try:
            file.attrs[name] = value
        except (ValueError, TypeError, RuntimeError, OSError):
            pytest.skip("this library does not write such an attribute")
    with pytest.raises(BrokenTable):
        read(path)


def test_what_is_no_file_is_not_opened(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)
    with pytest.raises(BrokenTable, match="it is not an ordinary file"):
        Table(path)
    path.unlink()
    path.mkdir()
    with pytest.raises(BrokenTable, match="it is not an ordinary file"):
        Table(path)


@pytest.mark.parametrize(
    "text", [b"[" * 50_000, b'{"files": ' * 50_000, b"{}", b"null", b'{"files": {"3-3.h5": 7}}', b"\xff\xfe"]
)
def test_manifests_of_any_content_are_named(catalogue: Catalogue, text: bytes) -> None:
    path = catalogue.path_of(SMALL)
    (path.parent / NAME).write_bytes(text)
    with pytest.raises(BrokenTable, match=r"manifest\.json is broken"):
        Survey(catalogue).compare(SMALL)


def test_no_word_of_a_chunk_can_become_its_complement(path: Path) -> None:
    """The checksum of format 1 could not tell the words 0000 and ffff apart."""
    original = path.read_bytes()
    with Table(path) as table:
        chunks = table.chunks
    begin = offset_of_chunk(path, 0)
    found = 0
    for offset in range(begin, min(begin + 4096 * chunks, len(original) - 1), 2):
        word = original[offset : offset + 2]
        if word in (b"\0\0", b"\xff\xff"):
            found += 1
            other = bytes(byte ^ 0xFF for byte in word)
            path.write_bytes(original[:offset] + other + original[offset + 2 :])
            with pytest.raises(BrokenTable):
                read(path)
    assert found > 5
