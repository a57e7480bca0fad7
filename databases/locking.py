"""One build at a time in a directory.

The lock is the operating system's, on an open file, and dies with the process that holds it: a
killed build leaves the file behind, but no lock. The file tells others whose it is. What changes a
directory's books asks for the :class:`Held` that only :func:`locked` gives.

Some file systems, of networks above all, know no such locks. No build is done there: a file that only says
that somebody builds would outlive a killed build, and no other machine could tell. Asking needs no lock.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from io import FileIO
from pathlib import Path

from millbase.databases.atomic import writing
from millbase.databases.errors import DirectoryBusy, DirectoryError
from millbase.databases.system_locks import lock

NAME = "build.lock"


class Held:
    """A directory whose lock is held, by whoever has this.

    Attributes:
        directory: that directory.
    """

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self._holds = True

    def let_go(self) -> None:
        """From here on it is of no use."""
        self._holds = False

    def make_sure(self) -> None:
        """Raise ValueError if the lock has been let go."""
        if not self._holds:
            raise ValueError(f"the lock of {self.directory} is not held any more")


@contextmanager
def locked(directories: Iterable[Path]) -> Iterator[dict[Path, Held]]:
    """Create directories where there are none, and hold their locks.

    Gives what is held, by directory.

    Raises:
        DirectoryBusy: another build holds one of them.
        DirectoryError: a directory cannot be made, written to or locked.
    """
    found: dict[Path, Held] = {}
    with ExitStack() as stack:
        for directory in sorted(directories):
            try:
                directory.mkdir(parents=True, exist_ok=True)
                file = stack.enter_context((directory / NAME).open("ab+", buffering=0))
            except OSError as error:
                raise DirectoryError(directory, f"cannot hold tables ({error.strerror})") from error
            if not _locked(directory, file):
                raise DirectoryBusy(directory, _holder(file))
            stack.callback(file.truncate, 0)
            file.truncate(0)
            with writing(directory / NAME):
                file.write(str(os.getpid()).encode())
            found[directory] = Held(directory)
            stack.callback(found[directory].let_go)
        yield found


def _locked(directory: Path, file: FileIO) -> bool:
    try:
        return lock(file)
    except OSError as error:
        raise DirectoryError(
            directory,
            f"is on a file system without locks ({error.strerror}), where two builds could meet: tables can "
            "be copied there when they are built",
        ) from error


def _holder(file: FileIO) -> int | None:
    """The process that holds the lock; None if it has not written its number yet."""
    file.seek(0)
    number = file.read()
    return int(number) if number.isdigit() and len(number) < 20 else None
