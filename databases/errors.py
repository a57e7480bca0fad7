"""What can go wrong with tables: every error is one sentence, and carries the facts that it is made of.

Two levels. :class:`BadRequest` is what was asked for and cannot be; the rest is what went wrong
underneath. Each error is also the standard one that fits, so that a program may catch either.

No sentence knows how its reader asked: the command line adds its options and commands, and an answer over
HTTP, which must not tell where files are, is made from the facts.
"""

from __future__ import annotations

import platform
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import Rules


class DatabaseError(Exception):
    """Any error of this package. It can be pickled, and so pass from one process to another."""

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), str(self), vars(self))


def _again(kind: type[DatabaseError], sentence: str, facts: dict[str, Any]) -> DatabaseError:
    """An error with its sentence and its facts."""
    error = kind.__new__(kind)
    error.args = (sentence,)
    vars(error).update(facts)
    return error


class BadRequest(DatabaseError):
    """Something was asked for that cannot be; nothing has been changed."""


class IllegalPosition(BadRequest, ValueError):
    """The position is unreadable, not legal, or not of this rule set."""


class TooMuchMemory(BadRequest, ValueError):
    """A build may need more memory than it is allowed or, where nothing is said, than there is.

    Attributes:
        subspace: whose unit needs most.
        needed: bytes.
        allowed: bytes that it is allowed; None where nothing is said.
        free: bytes that there are, where nothing is said.
    """

    def __init__(self, subspace: Subspace, needed: int, allowed: int | None, free: int | None = None) -> None:
        limit = f"{(free or 0) / 1e9:.2f} are free" if allowed is None else f"{allowed / 1e9:g} are allowed"
        super().__init__(f"{subspace} may need {needed / 1e9:.2f} GB of memory, and {limit}")
        self.subspace = subspace
        self.needed = needed
        self.allowed = allowed
        self.free = free


class UnknownGrade(BadRequest, ValueError):
    """There is no such grade of table.

    Attributes:
        grade: what was asked for.
        grades: what there is.
    """

    def __init__(self, grade: str, grades: Sequence[str]) -> None:
        super().__init__(f"there is no grade {grade!r}; choose {' or '.join(grades)}")
        self.grade = grade
        self.grades = grades


class LowerGrade(BadRequest, ValueError):
    """Distances are needed, and a table has only outcomes.

    Attributes:
        path: the table.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path} holds only outcomes, where distances are needed")
        self.path = path


class MissingWorths(BadRequest, LookupError):
    """Draws of a game cannot be graded: not all of its tables of distances are there.

    Attributes:
        missing: the subspaces without one.
        rules: of the game.
    """

    def __init__(self, missing: list[Subspace], rules: Rules) -> None:
        some = ", ".join(map(str, missing[:3])) + (" and others" if len(missing) > 3 else "")
        super().__init__(
            f"draws are graded by the counts of the whole game, of which {len(missing)} tables of distances "
            f"are not there ({some}); build them first"
        )
        self.missing = missing
        self.rules = rules


class NoGrades(BadRequest, ValueError):
    """Draws of a game cannot be graded by this version."""


class NotMaloms(BadRequest, ValueError):
    """Malom has no files of these rules."""

    def __init__(self) -> None:
        super().__init__(
            "Malom's files are of the rule sets nine, lasker and twelve as they stand; choose one of them"
        )


class DirectoryError(BadRequest, OSError):
    """The directory cannot hold tables.

    Attributes:
        path: the directory, or what is in the way there.
        reason: why not, in words that follow the path.
    """

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(f"{path} {reason}; choose another directory")
        self.path = path
        self.reason = reason


class DirectoryBusy(DatabaseError, OSError):
    """Another build is at work in the directory.

    Attributes:
        path: the directory.
        process: the number of the process that builds; None if it is not known.
    """

    def __init__(self, path: Path, process: int | None) -> None:
        whose = "another process" if process is None else f"process {process}"
        super().__init__(f"{whose} is building in {path}; wait for it, or stop it, and try again")
        self.path = path
        self.process = process


class DiskFull(DatabaseError, OSError):
    """There is no room for a table.

    Attributes:
        path: the file, or the directory that is to hold it.
    """

    def __init__(self, path: Path, found: str = "") -> None:
        found = found or f"there is no room to write {path}"
        super().__init__(f"{found}; make room and try again: finished tables are kept")
        self.path = path


class DiskTooSmall(DiskFull):
    """The tables of a unit will not fit; nothing has been tried.

    Attributes:
        subspace: one of the unit.
        needed: bytes, about.
        free: bytes.
    """

    def __init__(self, path: Path, subspace: Subspace, needed: int, free: int) -> None:
        super().__init__(
            path, f"{subspace} needs about {needed / 1e6:.0f} MB in {path}, and there are {free / 1e6:.0f}"
        )
        self.subspace = subspace
        self.needed = needed
        self.free = free


class MissingTable(DatabaseError, LookupError):
    """The table that would answer is not there.

    Attributes:
        subspace: the table that is missing.
        rules: of the game that it is wanted for.
        roots: the directories that were looked through; the first is where it would be built.
        path: where it would be.
        grade: what it would be of.
    """

    def __init__(
        self, subspace: Subspace, rules: Rules, roots: tuple[Path, ...], path: Path, grade: str = "dtw"
    ) -> None:
        super().__init__(f"the table {path} is missing")
        self.subspace = subspace
        self.rules = rules
        self.roots = roots
        self.path = path
        self.grade = grade


class BrokenTable(DatabaseError, OSError):
    """A table that must not be believed.

    Attributes:
        path: the file.
        reason: what is wrong with it.
    """

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(f"{path} is broken: {reason}")
        self.path = path
        self.reason = reason


class BrokenSector(BrokenTable):
    """A file of Malom's that must not be believed; no build makes it again."""


class WrongRules(BrokenTable):
    """A table that was made for other rules.

    Attributes:
        found, expected: the fingerprints of its rules and of those of its directory.
    """

    def __init__(self, path: Path, found: str, expected: str) -> None:
        super().__init__(
            path, f"it is of other rules (fingerprint {found}) than its directory (fingerprint {expected})"
        )
        self.found = found
        self.expected = expected


class BrokenWorths(DatabaseError, OSError):
    """A file of worths that cannot be believed.

    Attributes:
        path: the file.
        reason: what is wrong with it.
    """

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(f"{path} cannot be believed: {reason}; get the file again, or build the grades anew")
        self.path = path
        self.reason = reason


class TableLate(DatabaseError, TimeoutError):
    """A table that has been written elsewhere is not seen here.

    Attributes:
        path: where it should be.
        seconds: how long it was waited for.
    """

    def __init__(self, path: Path, seconds: float) -> None:
        super().__init__(
            f"{path} was written elsewhere and is not seen on this machine, {platform.node()}, after "
            f"{seconds:.0f} s; look whether the shared directory is the same on all machines, and try again"
        )
        self.path = path
        self.seconds = seconds


class OrderWithdrawn(DatabaseError):
    """The clerk that a worker works for has ended; its unit is given up.

    Attributes:
        directory: that of the order.
    """

    def __init__(self, directory: Path) -> None:
        super().__init__(f"nobody waits for tables in {directory} any more; the unit is given up")
        self.directory = directory


class MissingExtra(BadRequest, ImportError):
    """A package is not installed that only some need.

    Attributes:
        extra: what it is called where millbase is installed from.
    """

    def __init__(self, extra: str, what: str) -> None:
        super().__init__(f"{what} needs packages that are not installed")
        self.extra = extra


class BadCluster(BadRequest, ValueError):
    """What is said of a cluster cannot be read.

    Attributes:
        cluster: what was said.
    """

    def __init__(self, cluster: str) -> None:
        super().__init__(
            f"{cluster!r} is no cluster: write local:4 for four processes of this machine, or the address of "
            "a Dask scheduler such as tcp://10.0.0.1:8786"
        )
        self.cluster = cluster


class SchedulerLost(DatabaseError, ConnectionError):
    """The scheduler of a cluster does not answer.

    Attributes:
        address: its address.
    """

    def __init__(self, address: str) -> None:
        super().__init__(
            f"the scheduler at {address} does not answer; start it, or another, and try again: finished "
            "tables are kept"
        )
        self.address = address


class UnfitWorker(DatabaseError, RuntimeError):
    """A worker of a cluster cannot work for this clerk.

    Attributes:
        worker: its address.
        reason: why not.
    """

    def __init__(self, worker: str, reason: str) -> None:
        super().__init__(f"the worker at {worker} {reason}")
        self.worker = worker
        self.reason = reason


class NoWorkers(DatabaseError, TimeoutError):
    """A cluster has nobody who works.

    Attributes:
        address: of its scheduler.
        seconds: how long it was waited.
    """

    def __init__(self, address: str, seconds: float) -> None:
        super().__init__(
            f"no worker has been at the scheduler {address} for {seconds:.0f} s; start some, as with "
            f"`dask worker {address}`, and try again: finished tables are kept"
        )
        self.address = address
        self.seconds = seconds


class UnitFailed(DatabaseError, RuntimeError):
    """A unit has failed on several workers.

    Attributes:
        subspace: one of the unit.
        reasons: what happened, by worker.
    """

    def __init__(self, subspace: Subspace, reasons: Sequence[tuple[str, str]]) -> None:
        last = "; ".join(f"{worker}: {reason}" for worker, reason in reasons)
        super().__init__(f"{subspace} has failed {len(reasons)} times ({last}); finished tables are kept")
        self.subspace = subspace
        self.reasons = list(reasons)
