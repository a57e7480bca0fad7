"""Files that appear complete or not at all.

A file is written beside its place under a temporary name, flushed to the disk and renamed. Whoever
is killed on the way leaves at most a file with the temporary ending, which means nothing.
"""

from __future__ import annotations

import errno
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from millbase.databases.errors import DiskFull

TEMPORARY = ".tmp"
# Seconds between attempts to replace a file; Windows refuses as long as somebody reads it.
_PAUSES = (0.01, 0.1, 0.5, 1, 2, 4) if os.name == "nt" else ()
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
            _replace(temporary, path)
    except BaseException:
        with suppress(OSError):  # it means nothing where it is, and the next build removes it
            temporary.unlink()
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


def _replace(temporary: Path, path: Path) -> None:
    for pause in _PAUSES:
        try:
            os.replace(temporary, path)
            return
        except PermissionError:
            time.sleep(pause)
    os.replace(temporary, path)


def _flush(path: Path, mode: int) -> None:
    descriptor = os.open(path, mode)
    try:
        _synchronize(descriptor)
    finally:
        os.close(descriptor)


if sys.platform == "win32":
    _synchronize = os.fsync
else:
    import fcntl

    def _synchronize(descriptor: int) -> None:
        """Wait until a file is on the disk; what ``fsync`` does on macOS leaves it in the disk's memory."""
        full = getattr(fcntl, "F_FULLFSYNC", None)
        if full is not None:
            try:
                fcntl.fcntl(descriptor, full)
                return
            except OSError as error:
                if error.errno in _NO_ROOM:
                    raise
                # a file system that does not know it, such as one over a network
        os.fsync(descriptor)
