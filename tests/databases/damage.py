"""Ways to harm a file, and to see what a directory holds."""

from __future__ import annotations

from pathlib import Path

import h5py
import numpy as np


def contents(root: Path) -> dict[str, bytes]:
    """What must be the same after equal builds: every table, and every manifest."""
    return {
        str(path.relative_to(root)): path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_file() and path.name not in ("build.log", "build.lock", "build.stamps")
    }


def alter(path: Path, offset: int, change: int = 0xFF) -> None:
    """Change the bits ``change`` of one byte."""
    data = bytearray(path.read_bytes())
    data[offset] ^= change
    path.write_bytes(data)


def truncate(path: Path, by: int = 1) -> None:
    """Cut off the end."""
    path.write_bytes(path.read_bytes()[:-by])


def offset_of_chunk(path: Path, number: int) -> int:
    """Where in a table's file a chunk begins."""
    with h5py.File(path, "r") as file:
        return int(file["values"].id.get_chunk_info(number).byte_offset)


def set_attribute(path: Path, name: str, value: object) -> None:
    """Change what a table says about itself, as somebody with HDF5 tools could."""
    with h5py.File(path, "r+") as file:
        file.attrs[name] = np.bytes_(value) if isinstance(value, bytes) else value
