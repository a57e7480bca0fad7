"""Files that appear complete or not at all.

A file is written beside its place under a temporary name, flushed to the disk and renamed. Whoever
is killed on the way leaves at most a file with the temporary ending, which means nothing.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from millbase.databases.errors import DiskFull

TEMPORARY = ".tmp"
# No room, more than the user's quota, more than a file may have.
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


@contextmanager
def appearing(path: Path) -> Iterator[Path]:
    """Give a temporary name to write to; the file takes its place when the block ends well.

    Raises:
        DiskFull: there is no room for it.
    """
    temporary = path.with_name(path.name + TEMPORARY)
    try:
        with writing(path):
            yield temporary
            _flush(temporary, os.O_RDWR)
            os.replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    if os.name == "posix":  # elsewhere a directory cannot be opened, nor needs to be
        _flush(path.parent, os.O_RDONLY)


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Say which file there is no room for.

    Raises:
        DiskFull: the block met a full disk.
    """
    try:
        yield
    except OSError as error:
        if error.errno not in _NO_ROOM:
            raise
        raise DiskFull(path) from error


def remove_leftovers(directory: Path) -> None:
    """Delete what a killed process left half written; for the only writer of a directory."""
    for path in directory.glob("*" + TEMPORARY):
        path.unlink()


def _flush(path: Path, mode: int) -> None:
    descriptor = os.open(path, mode)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
