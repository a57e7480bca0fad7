"""Locks of the operating system on open files: they die with the process that holds them.

Some file systems, of networks above all, know no such locks.
"""

from __future__ import annotations

import sys
from io import FileIO

if sys.platform == "win32":
    import msvcrt

    _FAR = 1 << 30  # a byte that is locked cannot be read: lock one where nothing is written

    def lock(file: FileIO) -> bool:
        """Lock a file that is open for writing until it is closed; false if somebody else has.

        Raises:
            OSError: the file system knows no locks.
        """
        place = file.tell()
        file.seek(_FAR)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        finally:
            file.seek(place)
        return True

else:
    import fcntl

    def lock(file: FileIO) -> bool:
        """Lock a file that is open for writing until it is closed; false if somebody else has.

        Raises:
            OSError: the file system knows no locks.
        """
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
