"""The crew of a cluster: who is there, who is at which unit, and what to do where one fails.

A worker has one unit at a time, with all its threads. What goes wrong at one worker (it is gone, it hangs,
it does not see a table) is tried elsewhere; what would go wrong everywhere is raised.
"""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from distributed import Client, Future

from millbase.databases.cluster import waiting
from millbase.databases.cluster.joining import joined
from millbase.databases.cluster.members import Member, Members
from millbase.databases.cluster.task import Assignment, Job, solve_assigned
from millbase.databases.errors import (
    BrokenTable,
    DiskFull,
    MissingTable,
    NoWorkers,
    OrderWithdrawn,
    TableLate,
    TooMuchMemory,
    UnitFailed,
)
from millbase.databases.metrics import Grade
from millbase.databases.planning import PlannedUnit
from millbase.databases.progress import BuildProgress
from millbase.databases.survey import Survey
from millbase.databases.worker import WrittenUnit
from millbase.solver.cores import usable_cores
from millbase.solver.game.material import Subspace
from millbase.solver.graph import Unit

ATTEMPTS = 3
# What may be the fault of one machine.
_ELSEWHERE = (
    OrderWithdrawn,
    TableLate,
    BrokenTable,
    MissingTable,
    MemoryError,
    OSError,
    asyncio.TimeoutError,
)
_SECONDS_BETWEEN_LOOKS = 1.0
_SECONDS_TO_FETCH = 30.0
_SECONDS_TO_RESTART = 30.0


@dataclass
class _Task:
    """A unit that a worker has.

    Attributes:
        planned, sources: as they were given.
        member: the worker.
        future: its result.
        sign: when there was one last, by the monotonic clock.
    """

    planned: PlannedUnit
    sources: Mapping[Subspace, str]
    member: Member
    future: Future
    sign: float = field(default_factory=time.monotonic)


class ClusterCrew:
    """A :class:`millbase.databases.crews.Crew` of Dask workers; :func:`hired` makes one."""

    def __init__(
        self,
        client: Client,
        job: Job,
        progress: BuildProgress,
        memory: int | None,
    ) -> None:
        self._client = client
        self._job = job
        self._progress = progress
        self._happened: queue.Queue[tuple[int, str, int, int] | None] = queue.Queue()
        self._members = Members(client, job, memory, self._wake, progress.refused)
        self._tasks: dict[int, _Task] = {}
        self._again: list[tuple[PlannedUnit, Mapping[Subspace, str]]] = []
        self._failures: defaultdict[Unit, list[tuple[str, str]]] = defaultdict(list)
        self._too_large: PlannedUnit | None = None
        self._number = 0
        self._somebody = time.monotonic()
        client.subscribe_topic(job.order, self._signed)

    @property
    def workers(self) -> int:
        """Those who can work."""
        return len(self._members.known)

    @property
    def idle(self) -> bool:
        """Whether a worker has no unit."""
        return bool(self._members.idle)

    def begin(self, planned: PlannedUnit, sources: Mapping[Subspace, str]) -> bool:
        """Send a unit to a worker; to the one with the least memory of those that have enough."""
        failed = {worker for worker, _ in self._failures[planned.unit]}
        fitting = [member for member in self._members.idle if planned.bytes_memory <= member.memory]
        if not fitting:
            self._too_large = planned
            return False
        member = min(fitting, key=lambda one: (one.address in failed, -one.threads, one.memory, one.address))
        self._number += 1
        number = self._number
        assignment = Assignment(self._job, planned.unit, number, sources, member.threads)
        future = self._client.submit(
            solve_assigned,
            assignment,
            key=f"{self._job.order}-{number}",
            workers=[member.address],
            allow_other_workers=False,
            pure=False,
            retries=0,
        )
        member.busy = True
        self._too_large = None
        self._tasks[number] = _Task(planned, sources, member, future)
        future.add_done_callback(self._wake)
        return True

    def wait(self) -> Mapping[Unit, WrittenUnit]:
        """Wait until something is written, or somebody has become idle.

        Raises:
            SchedulerLost, NoWorkers: the cluster is gone.
            UnfitWorker: a worker cannot do.
            TooMuchMemory: a unit fits nobody.
            UnitFailed: a unit has failed again and again.
            DiskFull: there is no room for a table.
        """
        before = self._idle_addresses()
        until = time.monotonic()  # look around first
        while True:
            self._listen(until)
            until = time.monotonic() + _SECONDS_BETWEEN_LOOKS
            self._look_around()
            written = self._collect()
            again, self._again = self._again, []
            self._again = [one for one in again if not self.begin(*one)]
            if written or self._idle_addresses() - before:
                return written
            before = self._idle_addresses()
            self._despair()

    def _idle_addresses(self) -> set[str]:
        return {member.address for member in self._members.idle}

    def close(self) -> None:
        """Give up what is under way."""
        if self._client.status != "running":  # a scheduler that is gone has nothing to forget
            return
        with suppress(Exception):
            self._client.unsubscribe_topic(self._job.order)
            self._client.cancel([task.future for task in self._tasks.values()], force=True)

    def _wake(self, *_: Any) -> None:
        self._happened.put(None)

    def _signed(self, event: tuple[float, Any]) -> None:
        number, name, done, total = event[1]
        self._happened.put((int(number), str(name), int(done), int(total)))

    def _listen(self, until: float) -> None:
        """Take note of signs of progress until something else happens, or the time has come."""
        while True:
            try:
                sign = self._happened.get(timeout=max(0.0, until - time.monotonic()))
            except queue.Empty:
                return
            if sign is None:
                return
            number, name, done, total = sign
            task = self._tasks.get(number)
            if task is not None:
                task.sign = time.monotonic()
                self._progress.worked(task.member.address, task.planned.unit, name, done, total)

    def _look_around(self) -> None:
        """Find out who is there, and who has stopped working."""
        self._members.look()
        now = time.monotonic()
        if self._members.known:
            self._somebody = now
        for number, task in list(self._tasks.items()):
            limit = waiting.for_a_sign(task.planned.seconds)
            if task.member.address not in self._members.known:
                self._failed(number, "it is gone")
            elif now - task.sign > limit and not task.future.done():
                self._members.give_up(task.member.address)
                self._failed(number, f"no sign for {limit:.0f} s")
                threading.Thread(target=self._restart, args=(task.member.address,), daemon=True).start()

    def _restart(self, address: str) -> None:
        """Let a worker be started again by the one who started it, if somebody did."""
        with suppress(Exception):
            self._client.restart_workers([address], timeout=_SECONDS_TO_RESTART, raise_for_error=False)

    def _collect(self) -> dict[Unit, WrittenUnit]:
        """What has been written by tasks that have ended; those that failed are tried again."""
        written: dict[Unit, WrittenUnit] = {}
        for number, task in list(self._tasks.items()):
            if not task.future.done():
                continue
            try:
                written[task.planned.unit] = task.future.result(timeout=_SECONDS_TO_FETCH)
            except DiskFull:
                raise
            except _ELSEWHERE as error:
                self._failed(number, str(error) or type(error).__name__)
            except Exception as error:
                if not task.future.cancelled():  # as all are where a scheduler is lost
                    raise
                self._failed(number, str(error) or type(error).__name__)
            else:
                self._tasks.pop(number).member.busy = False
        return written

    def _failed(self, number: int, reason: str) -> None:
        task = self._tasks.pop(number)
        task.member.busy = False
        with suppress(Exception):
            task.future.cancel(force=True)
        failures = self._failures[task.planned.unit]
        failures.append((task.member.address, reason))
        self._progress.failed(task.member.address, task.planned.unit, reason)
        if len(failures) >= ATTEMPTS:
            raise UnitFailed(task.planned.unit[0], failures)
        self._again.append((task.planned, task.sources))

    def _despair(self) -> None:
        """Raise what makes it useless to go on waiting."""
        address = self._client.scheduler.address if self._client.scheduler else ""
        if time.monotonic() - self._somebody > waiting.FOR_WORKERS:
            raise NoWorkers(address, waiting.FOR_WORKERS)
        if self._tasks or not self._members.idle:
            return
        if self._too_large is not None:
            most = max(member.memory for member in self._members.idle)
            raise TooMuchMemory(self._too_large.unit[0], self._too_large.bytes_memory, int(most))


@contextmanager
def hired(
    cluster: str,
    survey: Survey,
    pending: Iterable[PlannedUnit],
    grade: Grade,
    order: str,
    threads: int | None,
    memory_gb: float | None,
    progress: BuildProgress,
) -> Iterator[ClusterCrew]:
    """A crew of the workers of a cluster.

    Args:
        cluster, threads: see :func:`millbase.databases.cluster.joining.joined`.
        survey, pending, grade: what is to be done.
        order: that stands in the directories.
        memory_gb: what a worker may take at most, whatever it has.
        progress: told how far each worker is.

    Raises:
        BadCluster, SchedulerLost: see there.
    """
    catalogue = survey.catalogue
    job = Job(
        tuple(root.absolute() for root in catalogue.roots),
        catalogue.rules,
        grade,
        tuple(sorted({catalogue.destination_of(unit.unit[0]).parent.absolute() for unit in pending})),
        order,
    )
    with joined(cluster, usable_cores() if threads is None else threads) as client:
        crew = ClusterCrew(client, job, progress, None if memory_gb is None else int(memory_gb * 1e9))
        try:
            yield crew
        finally:
            crew.close()
