"""Files that appear complete or not at all.

A file is written beside its place under a temporary name, flushed to the disk and renamed. Whoever
is killed on the way leaves at most a file with the temporary ending, which means nothing.

Each writer has a name of its own, and a lock on it for as long as it writes: several may write the same
table at once, on several machines, and who clears away leaves alone what somebody still writes. The lock
dies with the writer, so what is not locked is left over.
"""

from __future__ import annotations

import errno
import os
import secrets
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import FileIO
from pathlib import Path

from millbase.databases.errors import DiskFull
from millbase.databases.system_locks import lock

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
    with _claimed(path) as (temporary, claim):
        try:
            with writing(path):
                yield temporary
                _flush(temporary, os.O_RDWR)
                if os.name == "nt":  # which renames no file that is open
                    claim.close()
                _replace(temporary, path)
        except BaseException:
            with suppress(OSError):  # it means nothing where it is, and the next build removes it
                claim.close()
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
    """Delete what killed processes left half written, and nothing that a living one still writes."""
    for path in directory.glob("*" + TEMPORARY):
        with suppress(OSError), path.open("rb+", buffering=0) as file:  # who writes may have finished
            if lock(file):
                if os.name == "nt":  # which deletes no file that is open
                    file.close()
                path.unlink()


@contextmanager
def _claimed(path: Path) -> Iterator[tuple[Path, FileIO]]:
    """Make an empty file beside a path, and lock it."""
    while True:
        temporary = path.with_name(f"{path.name}.{secrets.token_hex(8)}{TEMPORARY}")
        with temporary.open("xb+", buffering=0) as claim:
            if _is_ours(temporary, claim):
                yield temporary, claim
                return


def _is_ours(temporary: Path, claim: FileIO) -> bool:
    """Whether nobody has taken a new file for a left one before it was locked."""
    try:
        held = lock(claim)
    except OSError:  # no locks on this file system, and so no builds: nobody clears away
        return True
    try:
        return held and os.path.samestat(os.fstat(claim.fileno()), temporary.stat())
    except FileNotFoundError:
        return False


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
