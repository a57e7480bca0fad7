"""Which files need not be read whole again: what they looked like when their checksum was last taken.

Reading ten gigabytes takes longer than most answers. A file that has the size and the times it had when it
was compared with the manifest is the one that was compared. A copy of a directory has other times, and is
compared once.

Stamps differ between equal directories, so the manifest does not have them. They are no more than a note:
where they are lost or damaged, files are read again. What a disk forgets by itself they do not tell; that
shows in the checksums of chunks and values, which are compared whenever those are read.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from millbase.databases.atomic import writing
from millbase.databases.locking import Held

NAME = "build.stamps"


class State(NamedTuple):
    """What the system says about a file, and says otherwise once the file is written to or replaced.

    Attributes:
        bytes: its size.
        modified, changed: when its contents and its entry in the file system were, in nanoseconds.
    """

    bytes: int
    modified: int
    changed: int

    @classmethod
    def of(cls, path: Path) -> State:
        """Look at a file.

        Raises:
            FileNotFoundError: there is none.
        """
        found = path.stat()
        return cls(found.st_size, found.st_mtime_ns, found.st_ctime_ns)


class Stamp(NamedTuple):
    """A checksum, and the state of the file when it was taken."""

    sha256: str
    state: State


def read_stamps(directory: Path) -> dict[str, Stamp]:
    """The stamps of a directory, by file; none where they cannot be read."""
    try:
        found = json.loads((directory / NAME).read_bytes())
        return {name: Stamp(sha256, State(*state)) for name, (sha256, state) in found.items()}
    except (OSError, ValueError, TypeError, AttributeError, RecursionError):
        return {}


def add_stamps(held: Held, stamps: Mapping[str, Stamp]) -> None:
    """Note stamps; they take the place of older ones of the same files.

    Raises:
        DiskFull: there is no room for them.
    """
    held.make_sure()
    path = held.directory / NAME
    known = read_stamps(held.directory)
    after = {**known, **stamps}
    if after != known:
        with writing(path):
            path.write_text(json.dumps(after, indent=1) + "\n", encoding="utf-8")
