"""What the file of a table is made of, and nothing else: tables may come from strangers.

HDF5 can link to other files, run filters of anybody's, fill in values that nobody wrote, and hold attributes
of any type. A table needs none of that. What is not as :mod:`millbase.databases.format` writes it is refused
here before any value is read.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Any

import h5py
import numpy as np
from h5py import h5a, h5d, h5g, h5l, h5p, h5s, h5t, h5z

from millbase.databases.chunks import level_of
from millbase.databases.metrics import Grade

VALUES, CHECKSUMS = b"values", b"checksums"
# The first version with checksums in all structures. Named, because "latest" would change the bytes
# of a table with the library.
VERSION = ("v110", "v110")
ZSTD = 32015  # the registered number of the filter, by which other software finds it

_MOST_ATTRIBUTES = 64
_LONGEST_TEXT = 1 << 16
_LONGEST_LIST = 1 << 16

Plain = int | bytes | tuple[int, ...]  # what an attribute may be


class AnatomyError(ValueError):
    """A file that is not made as a table is; the message says in what."""


def refuse_odd_files(path: Path) -> None:
    """Make sure that a path is that of an ordinary file: opening a pipe would wait for ever.

    Raises:
        AnatomyError: it is something else.
        OSError: there is nothing, or the system does not tell.
    """
    if not stat.S_ISREG(os.stat(path).st_mode):
        raise AnatomyError("it is not an ordinary file")


def value_properties(chunk: tuple[int, ...], grade: Grade) -> Any:
    """How HDF5 is to keep the values: in chunks that are packed, checked and unpacked outside of it.

    The filter is named for other software. What provides it is loaded although nothing here calls it: HDF5
    writes the name that the filter has for itself, if it is there, and equal tables are to be equal files.
    """
    import hdf5plugin  # noqa: F401 - by writers alone: a query should start fast

    properties = h5p.create(h5p.DATASET_CREATE)
    properties.set_chunk(chunk)
    properties.set_filter(ZSTD, h5z.FLAG_MANDATORY, (level_of(grade),))
    properties.set_fill_time(h5d.FILL_TIME_NEVER)
    properties.set_obj_track_times(False)
    return properties


def checksum_properties() -> Any:
    """How HDF5 is to keep the checksums: in one piece, and without the time, which would differ."""
    properties = h5p.create(h5p.DATASET_CREATE)
    properties.set_obj_track_times(False)
    return properties


def attributes(file: h5py.File) -> dict[str, Plain]:
    """The attributes of a file.

    Raises:
        AnatomyError: there are too many, or one is neither a whole number, nor a short text, nor a list of
            whole numbers.
    """
    if h5a.get_num_attrs(file.id) > _MOST_ATTRIBUTES:
        raise AnatomyError("its header has too many attributes")
    found: dict[str, Plain] = {}
    names: list[bytes] = []
    h5a.iterate(file.id, names.append)  # to open one by its number takes a look at all of them
    for name in names:
        found[name.decode()] = _plain(h5a.open(file.id, name))
    return found


def _plain(attribute: Any) -> Plain:
    kind, shape = attribute.get_type(), attribute.shape
    text = isinstance(kind, h5t.TypeStringID) and not kind.is_variable_str()
    whole = isinstance(kind, h5t.TypeIntegerID) and kind.get_size() == 8
    if shape == () and text and kind.get_size() <= _LONGEST_TEXT:
        return bytes(_read(attribute, shape, f"S{kind.get_size()}", kind).item())
    if shape == () and whole:
        return int(_read(attribute, shape, "<i8", h5t.STD_I64LE))
    if whole and len(shape) == 1 and shape[0] <= _LONGEST_LIST:
        return tuple(_read(attribute, shape, "<i8", h5t.STD_I64LE).tolist())
    raise AnatomyError("its header has an attribute of another type")


def _read(attribute: Any, shape: tuple[int, ...], dtype: str, kind: Any) -> Any:
    found = np.zeros(shape, dtype)
    attribute.read(found, kind)
    return found


def refuse_other_members(file: h5py.File) -> None:
    """Make sure that a file holds its two datasets and no more.

    Raises:
        AnatomyError: it holds something else, or a link to something elsewhere.
    """
    if {*file.id} != {VALUES, CHECKSUMS}:
        raise AnatomyError("it does not hold values and their checksums alone")
    for name in (VALUES, CHECKSUMS):
        # The link first: what it leads to may be in another file.
        if file.id.links.get_info(name).type != h5l.TYPE_HARD or not _is_dataset(file, name):
            raise AnatomyError(f"its {name.decode()} are not in the file itself")


def _is_dataset(file: h5py.File, name: bytes) -> bool:
    return bool(h5g.get_objinfo(file.id, name).type == h5g.DATASET)


def values_of(
    file: h5py.File, dtype: np.dtype[Any], shape: tuple[int, ...], chunk: tuple[int, ...], grade: Grade
) -> h5d.DatasetID:
    """The dataset of the values, once it is as it must be.

    Raises:
        AnatomyError: it has another type, shape, chunks or filters.
    """
    dataset = _plain_dataset(file, VALUES, dtype, shape)
    properties = dataset.get_create_plist()
    packed = properties.get_layout() == h5d.CHUNKED and properties.get_chunk() == chunk
    if not packed or properties.get_nfilters() != 1:
        raise AnatomyError("its values are in other chunks than a table's")
    number, _, parameters, _ = properties.get_filter(0)
    if (number, parameters) != (ZSTD, (level_of(grade),)):
        raise AnatomyError("its values are packed in another way than a table's")
    return dataset


def checksums_of(file: h5py.File, chunks: int) -> Any:
    """The checksums of all chunks.

    Raises:
        AnatomyError: there are more or fewer, or they are not kept as they must be.
    """
    dtype = np.dtype("<u8")
    dataset = _plain_dataset(file, CHECKSUMS, dtype, (chunks,))
    properties = dataset.get_create_plist()
    if properties.get_layout() != h5d.CONTIGUOUS or properties.get_nfilters() or dataset.get_offset() is None:
        raise AnatomyError("its checksums are not kept as a table's")
    found = np.zeros(chunks, dtype)
    dataset.read(h5s.ALL, h5s.ALL, found)
    return found


def _plain_dataset(
    file: h5py.File, name: bytes, dtype: np.dtype[Any], shape: tuple[int, ...]
) -> h5d.DatasetID:
    dataset, title = h5d.open(file.id, name), name.decode()
    if dataset.shape != shape or dataset.get_space().get_simple_extent_dims(True) != shape:
        raise AnatomyError(f"its {title} have another shape than its header says")
    if not dataset.get_type().equal(h5t.py_create(dtype)):
        raise AnatomyError(f"its {title} are of another type than its header says")
    if dataset.get_create_plist().get_external_count():
        raise AnatomyError(f"its {title} are not in the file itself")
    return dataset
