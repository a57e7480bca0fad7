"""The manifest of a directory: the size and the SHA-256 of each whole file.

Chunks have checksums of their own; the manifest covers everything else of a file, and tells that a
file was exchanged or lost. It is text that has one spelling only, so an altered manifest shows too. It is
read and written anew under the directory's lock, so no entry is lost between two who write.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from millbase.databases.atomic import appearing
from millbase.databases.errors import BrokenTable
from millbase.databases.locking import Held

NAME = "manifest.json"
_READ_AT_ONCE = 1 << 22


class Listed(NamedTuple):
    """What is known of a file."""

    bytes: int
    sha256: str

    @classmethod
    def of(cls, path: Path, advanced: Callable[[int], None] | None = None) -> Listed:
        """Measure a file.

        Args:
            advanced: told how many bytes more have been read.
        """
        digest = hashlib.sha256()
        with path.open("rb") as file:
            while piece := file.read(_READ_AT_ONCE):
                digest.update(piece)
                if advanced is not None:
                    advanced(len(piece))
        return cls(path.stat().st_size, digest.hexdigest())


def read_manifest(directory: Path) -> dict[str, Listed]:
    """The files that a directory should have, by name; none where there is no manifest.

    Raises:
        BrokenTable: there is a manifest, but it is damaged.
    """
    path = directory / NAME
    try:
        return dict(_files(path.read_bytes()))
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except ValueError as error:
        raise BrokenTable(path, str(error)) from error


@lru_cache(maxsize=8)  # it is looked at each time a table is opened
def _files(text: bytes) -> Mapping[str, Listed]:
    try:
        files = {name: Listed(**listed) for name, listed in json.loads(text)["files"].items()}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError("it is not a manifest") from error
    if text != _text(files):
        raise ValueError("it was altered")
    return files


def enlist(held: Held, files: Mapping[str, Listed]) -> None:
    """Add files to a manifest.

    Raises:
        BrokenTable: it is damaged.
    """
    listed = read_manifest(held.directory)
    after = {**listed, **files}
    if after != listed:
        _write(held, after)


def unlist(held: Held, names: Iterable[str]) -> None:
    """Take files that are about to be replaced out of a manifest.

    Raises:
        BrokenTable: it is damaged.
    """
    listed = read_manifest(held.directory)
    gone = listed.keys() & set(names)
    if gone:
        _write(held, {name: listed[name] for name in listed.keys() - gone})


def replace_damaged(held: Held) -> None:
    """Begin an empty manifest in place of a damaged one: tables are checked by their contents then."""
    try:
        read_manifest(held.directory)
    except BrokenTable:
        _write(held, {})


def _write(held: Held, files: Mapping[str, Listed]) -> None:
    held.make_sure()
    with appearing(held.directory / NAME) as temporary:
        temporary.write_bytes(_text(files))


def _text(files: Mapping[str, Listed]) -> bytes:
    listed = {name: files[name]._asdict() for name in sorted(files)}
    return json.dumps({"files": listed}, indent=1).encode() + b"\n"
