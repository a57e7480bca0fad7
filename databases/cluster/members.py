"""The workers of a cluster: what they say they are, and whether they can work for this clerk."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from distributed import Client, Future

from millbase.databases.cluster import waiting
from millbase.databases.cluster.task import Introduction, Job, introduce
from millbase.databases.errors import SchedulerLost, UnfitWorker
from millbase.databases.journal import versions

# A worker with a limit of memory takes no more tasks above this share of it, and is ended not far above.
_SHARE_OF_LIMIT = 0.8


@dataclass
class Member:
    """A worker that may be given units.

    Attributes:
        address: where Dask finds it.
        threads: how many it computes with.
        memory: bytes that it may take.
        busy: whether it has a unit.
    """

    address: str
    threads: int
    memory: float
    busy: bool = False


class Members:
    """Who is there; newcomers are asked to introduce themselves first.

    Args:
        memory: bytes that each may take at most, whatever it has.
        wake: called when somebody has answered.
        refused: told of who cannot work, by address, and why.

    Attributes:
        known: those who can work, by address.
        asked: those who have not answered yet, and when they were asked, by the monotonic clock.
    """

    def __init__(
        self,
        client: Client,
        job: Job,
        memory: int | None,
        wake: Callable[..., Any],
        refused: Callable[[str, str], None],
    ) -> None:
        self._client = client
        self._job = job
        self._memory = memory
        self._wake = wake
        self._refused = refused
        self._given_up: set[str] = set()
        self._met = False
        self.known: dict[str, Member] = {}
        self.asked: dict[str, tuple[Future, float]] = {}

    @property
    def idle(self) -> list[Member]:
        """Those who have no unit; none before those who were there first have answered, or had the time."""
        now = time.monotonic()
        if not self._met and any(now - since < waiting.FOR_ANSWERS for _, since in self.asked.values()):
            return []
        self._met = bool(self.known)
        return [member for member in self.known.values() if not member.busy]

    def give_up(self, address: str) -> None:
        """Give no more units to a worker."""
        self.known.pop(address, None)
        self._given_up.add(address)

    def look(self) -> None:
        """Find out who is there.

        Raises:
            SchedulerLost: nobody can say.
            UnfitWorker: somebody is there who cannot work, and nobody has been met before; who comes later
                is not given units.
        """
        workers = self._workers()
        for address in [*self.known, *self.asked]:
            if address not in workers:
                self.known.pop(address, None)
                self.asked.pop(address, None)
        for address in workers.keys() - self.known.keys() - self.asked.keys() - self._given_up:
            future = self._client.submit(
                introduce, self._job, workers=[address], allow_other_workers=False, pure=False, retries=0
            )
            self.asked[address] = future, time.monotonic()
            future.add_done_callback(self._wake)
        for address, (future, _) in list(self.asked.items()):
            if future.cancelled():  # as all are where a scheduler is lost for a moment
                del self.asked[address]
            elif future.done():
                del self.asked[address]
                try:
                    self._take_in(address, workers, self._answer(address, future))
                except UnfitWorker as error:
                    if not self._met:
                        raise
                    self.give_up(address)
                    self._refused(address, error.reason)

    def _workers(self) -> dict[str, dict[str, Any]]:
        found: dict[str, dict[str, Any]] = {}
        if self._client.status == "running":
            found = self._client.scheduler_info(n_workers=-1)["workers"]
        if self._client.status != "running":
            raise SchedulerLost(self._client.scheduler.address if self._client.scheduler else "")
        return found

    def _answer(self, address: str, future: Future) -> Introduction:
        try:
            answer: Introduction = future.result()
        except ModuleNotFoundError as error:
            raise UnfitWorker(address, f"has no {error.name}: install millbase there") from error
        except Exception as error:  # of whatever else is another version there
            raise UnfitWorker(address, f"cannot say what it is ({error})") from error
        return answer

    def _take_in(self, address: str, workers: dict[str, dict[str, Any]], said: Introduction) -> None:
        ours = versions()
        different = [
            f"{name} {said.versions.get(name)} instead of {version}"
            for name, version in ours.items()
            if said.versions.get(name) != version
        ]
        if different:
            raise UnfitWorker(address, f"has {', '.join(different)}: install the same versions everywhere")
        if said.unseen:
            raise UnfitWorker(
                address,
                f"on {said.host} does not see {said.unseen[0]} as it is here: all machines need the same "
                "directory",
            )
        limit = workers[address]["memory_limit"]
        beside = sum(other["host"] == workers[address]["host"] for other in workers.values())
        free = math.inf if said.free_memory is None else said.free_memory / beside
        memory = min(limit * _SHARE_OF_LIMIT if limit else free, self._memory or math.inf)
        self.known[address] = Member(address, workers[address]["nthreads"], memory)
