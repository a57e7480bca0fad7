"""What a worker of a cluster does: says what it is, and solves the units that it is sent."""

from __future__ import annotations

import platform
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from distributed import get_worker

from millbase.databases import orders
from millbase.databases.arriving import PATIENCE, await_tables
from millbase.databases.catalogue import Catalogue
from millbase.databases.errors import OrderWithdrawn
from millbase.databases.grades import metric_for
from millbase.databases.journal import versions
from millbase.databases.metrics import Grade
from millbase.databases.worker import WrittenUnit, solve
from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import Rules
from millbase.solver.graph import Unit
from millbase.solver.memory import free_memory

_SECONDS_BETWEEN_SIGNS = 1.0


@dataclass(frozen=True)
class Job:
    """What is the same for all units of a build.

    Attributes:
        roots: where the tables are, as whole paths.
        rules, grade: of the tables.
        directories: those that tables are written to.
        order: that stands there (:mod:`millbase.databases.orders`); signs of progress go by its name.
    """

    roots: tuple[Path, ...]
    rules: Rules
    grade: Grade
    directories: tuple[Path, ...]
    order: str


@dataclass(frozen=True)
class Assignment:
    """A unit to be solved.

    Attributes:
        job: what it belongs to.
        unit: its subspaces.
        number: of the assignment: a unit may be assigned several times.
        sources: the checksums of the contents of the tables that it may be made from.
        threads: how many compute.
    """

    job: Job
    unit: Unit
    number: int
    sources: Mapping[Subspace, str]
    threads: int


@dataclass(frozen=True)
class Introduction:
    """What a worker says about itself.

    Attributes:
        host: the name of its machine.
        versions: of the packages that tables depend on.
        unseen: directories in which it does not see the order, after waiting.
        free_memory: bytes; None if its system does not tell.
    """

    host: str
    versions: Mapping[str, str | None]
    unseen: tuple[Path, ...]
    free_memory: int | None


def introduce(job: Job, patience: float = PATIENCE) -> Introduction:
    """Say what this worker is, and whether it sees the directories of a job.

    Args:
        patience: how many seconds to look for the order.
    """
    unseen = tuple(
        directory for directory in job.directories if not orders.seen_within(directory, job.order, patience)
    )
    return Introduction(platform.node(), versions(), unseen, free_memory())


def solve_assigned(assignment: Assignment) -> WrittenUnit:
    """Solve a unit and write its tables, telling the clerk how far it is.

    Raises:
        OrderWithdrawn: the clerk has ended.
        TableLate: a table that the unit is made from does not come.
        MissingTable, BrokenTable, WrongRules, DiskFull: see :func:`millbase.databases.worker.solve`.
    """
    job, unit = assignment.job, assignment.unit
    catalogue = Catalogue(job.roots, job.rules, metric_for(job.grade, job.roots, job.rules))
    directory = catalogue.destination_of(unit[0]).parent
    if not orders.seen_within(directory, job.order, PATIENCE):
        raise OrderWithdrawn(directory)
    await_tables(catalogue, assignment.sources)
    progress = orders.under(directory, job.order, _Signs(assignment))
    return solve(job.roots, job.rules, unit, job.grade, threads=assignment.threads, progress=progress)


class _Signs:
    """Tells the clerk of progress: each new phase, and otherwise now and then.

    Attributes:
        unit: whose progress it is.
    """

    def __init__(self, assignment: Assignment) -> None:
        self.unit = assignment.unit
        self._topic = assignment.job.order
        self._number = assignment.number
        self._worker = get_worker()
        self._last = ("", 0.0)

    def __call__(self, name: str, done: int, total: int) -> None:
        now = time.monotonic()
        phase, told = self._last
        if name != phase or now - told >= _SECONDS_BETWEEN_SIGNS:
            self._last = name, now
            self._worker.log_event(self._topic, [self._number, name, int(done), int(total)])
