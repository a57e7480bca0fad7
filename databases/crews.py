"""Those who solve units for a clerk: this process alone, or others (:mod:`millbase.databases.cluster`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from millbase.databases.planning import PlannedUnit
from millbase.databases.worker import WrittenUnit
from millbase.solver.game.material import Subspace
from millbase.solver.graph import Unit
from millbase.solver.threads import PhaseProgress


class Crew(Protocol):
    """Solves the units that it is given, one or several at a time."""

    @property
    def workers(self) -> int:
        """How many units it can have at a time."""

    @property
    def idle(self) -> bool:
        """Whether it can be given a unit now, of some size."""

    def begin(self, planned: PlannedUnit, sources: Mapping[Subspace, str]) -> bool:
        """Begin a unit; false if it does not fit anybody who is idle.

        Args:
            sources: the checksums of the contents of tables that it is made from.
        """

    def wait(self) -> Mapping[Unit, WrittenUnit]:
        """Wait for something to happen, and give what has been written; that may be nothing yet."""


class Alone:
    """A crew of this process, which solves a unit when it is waited for.

    Args:
        work: called with a unit and with what to tell its progress; writes the unit's tables.
        told: of progress.
    """

    def __init__(self, work: Callable[[Unit, PhaseProgress], WrittenUnit], told: PhaseProgress) -> None:
        self._work = work
        self._told = told
        self._given: Unit | None = None

    @property
    def workers(self) -> int:
        """One at a time."""
        return 1

    @property
    def idle(self) -> bool:
        """Whether it has no unit."""
        return self._given is None

    def begin(self, planned: PlannedUnit, sources: Mapping[Subspace, str]) -> bool:
        """Take a unit: what it wrote itself, it sees."""
        self._given = planned.unit
        return True

    def wait(self) -> Mapping[Unit, WrittenUnit]:
        """Solve the unit."""
        unit, self._given = self._given, None
        return {} if unit is None else {unit: self._work(unit, self._told)}
