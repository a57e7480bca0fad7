"""What can go wrong with tables: every error is one sentence that says what to do.

Two levels. :class:`BadRequest` is what was asked for and cannot be; the rest is what went wrong
underneath. Each error is also the standard one that fits, so that a program may catch either.
"""

from __future__ import annotations

from pathlib import Path

from millbase.solver.game.material import Subspace


class DatabaseError(Exception):
    """Any error of this package."""


class BadRequest(DatabaseError):
    """Something was asked for that cannot be; nothing has been changed."""


class IllegalPosition(BadRequest, ValueError):
    """The position is unreadable, not legal, or not of this rule set."""


class TooMuchMemory(BadRequest, ValueError):
    """A build may need more memory than it is allowed."""


class LowerGrade(BadRequest, ValueError):
    """Distances are needed, and a table has only outcomes.

    Attributes:
        path: the table.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(
            f"{path} holds only outcomes, where distances are needed; build with another --db, or solve "
            "it again with --force"
        )
        self.path = path


class DirectoryError(BadRequest, OSError):
    """The directory cannot hold tables."""


class DirectoryBusy(DatabaseError, OSError):
    """Another build is at work in the directory."""


class DiskFull(DatabaseError, OSError):
    """There is no room for a table."""


class MissingTable(DatabaseError, LookupError):
    """The table that would answer is not there.

    Attributes:
        subspace: the table that is missing.
        path: where it would be.
    """

    def __init__(self, subspace: Subspace, path: Path, command: str) -> None:
        super().__init__(f"the table {path} is missing; to build it: {command}")
        self.subspace = subspace
        self.path = path


class BrokenTable(DatabaseError, OSError):
    """A table that must not be believed.

    Attributes:
        path: the file.
        reason: what is wrong with it.
    """

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(f"{path} is broken: {reason}; `millbase build --force` makes it again")
        self.path = path
        self.reason = reason


class WrongRules(BrokenTable):
    """A table that was made for other rules."""

    def __init__(self, path: Path, found: str, expected: str) -> None:
        super().__init__(
            path, f"it is of other rules (fingerprint {found}) than its directory (fingerprint {expected})"
        )
