"""The manifest of a directory: the size and the SHA-256 of each whole file.

Chunks have checksums of their own; the manifest covers everything else of a file, and tells that a
file was exchanged or lost. It is text that has one spelling only, so an altered manifest shows too.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from millbase.databases.atomic import appearing
from millbase.databases.errors import BrokenTable

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


def write_manifest(directory: Path, files: Mapping[str, Listed]) -> None:
    """Replace the manifest of a directory, at one blow."""
    with appearing(directory / NAME) as temporary:
        temporary.write_bytes(_text(files))


def _text(files: Mapping[str, Listed]) -> bytes:
    listed = {name: files[name]._asdict() for name in sorted(files)}
    return json.dumps({"files": listed}, indent=1).encode() + b"\n"
