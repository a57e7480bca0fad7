"""How long units take with several workers: the schedule that a build would follow."""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from typing import NamedTuple

from millbase.solver.graph import Schedule, Unit, UnitGraph

_NEAR = 1.05  # times what is least possible


class Simulated(NamedTuple):
    """A simulated build.

    Attributes:
        workers: how many solve units at a time.
        seconds: from the first unit to the last.
        work: seconds that one worker would take.
        path: seconds of the dearest chain of units that need each other: no number of workers is faster.
    """

    workers: int
    seconds: float
    work: float
    path: float

    @property
    def speedup(self) -> float:
        """How many times as fast as one worker."""
        return self.work / self.seconds if self.seconds else 1.0

    @property
    def idle(self) -> float:
        """The share of their time in which workers have no unit."""
        return max(0.0, 1 - self.work / (self.workers * self.seconds)) if self.seconds else 0.0

    @property
    def limit(self) -> str:
        """What keeps it from being faster: ``workers``, ``path``, or ``both``, by turns."""
        if self.seconds <= _NEAR * self.work / self.workers:
            return "workers"
        return "path" if self.seconds <= _NEAR * self.path else "both"


def simulate(graph: UnitGraph, costs: Mapping[Unit, float], workers: int) -> Simulated:
    """Simulate a build: whoever is free takes the unit with the longest way to go behind it.

    Args:
        costs: the seconds of each unit to solve; those that are left out are there.
        workers: how many there are, all alike.
    """
    schedule = Schedule(graph, costs)
    now, number = 0.0, 0
    at_work: list[tuple[float, int, Unit]] = []
    while not schedule.finished:
        while len(at_work) < workers and (unit := schedule.take()) is not None:
            number += 1
            heapq.heappush(at_work, (now + costs[unit], number, unit))
        now, _, unit = heapq.heappop(at_work)
        schedule.finish(unit)
    path = max(graph.longest_paths(costs).values(), default=0.0)
    return Simulated(workers, now, sum(costs.values()), path)


class Forecast:
    """How long a build will still take, by what its first units took.

    Args:
        costs: what each unit should take, in seconds.
    """

    def __init__(self, graph: UnitGraph, costs: Mapping[Unit, float]) -> None:
        self._graph = graph
        self._left = dict(costs)
        self._taken = self._expected = 0.0

    def finish(self, unit: Unit, seconds: float) -> None:
        """Note what a unit has taken."""
        self._expected += self._left.pop(unit)
        self._taken += seconds

    def left(self, workers: int) -> float:
        """Seconds until the last unit is solved; what is under way counts whole."""
        pace = self._taken / self._expected if self._expected else 1.0
        return pace * simulate(self._graph, self._left, max(1, workers)).seconds
