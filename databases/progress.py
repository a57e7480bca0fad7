"""Who is told how a build gets on."""

from __future__ import annotations

from typing import Protocol

from millbase.solver.graph import Unit


class BuildProgress(Protocol):
    """Something that shows how a build gets on.

    Its :meth:`phase` is a :data:`millbase.solver.threads.PhaseProgress`.
    """

    def build_started(self, entries: int) -> None:
        """What is there has been looked through; so many entries have to be solved."""

    def unit_started(self, unit: Unit, number: int, of: int, entries: int) -> None:
        """A unit begins: the ``number``-th, from 1, of those that have to be solved."""

    def phase(self, name: str, done: int, total: int) -> None:
        """So much of a phase is done; its end is ``done == total`` or the next name.

        Before the first unit the phase is ``checking``, in bytes of tables that are there already.
        """

    def worked(self, worker: str, unit: Unit, name: str, done: int, total: int) -> None:
        """A worker of several, by its address, has done so much of a phase of a unit."""

    def refused(self, worker: str, reason: str) -> None:
        """A worker that has come cannot work, and is given no unit."""

    def failed(self, worker: str, unit: Unit, reason: str) -> None:
        """A worker has not solved a unit, which is tried elsewhere."""

    def left(self, seconds: float) -> None:
        """So long the rest should take, as the units under way and to come need each other."""

    def unit_finished(self, unit: Unit, seconds: float, bytes_disk: int) -> None:
        """The tables of a unit are complete."""


class Silence:
    """Progress that nobody wants to see."""

    def build_started(self, entries: int) -> None:
        """Say nothing."""

    def unit_started(self, unit: Unit, number: int, of: int, entries: int) -> None:
        """Say nothing."""

    def phase(self, name: str, done: int, total: int) -> None:
        """Say nothing."""

    def worked(self, worker: str, unit: Unit, name: str, done: int, total: int) -> None:
        """Say nothing."""

    def refused(self, worker: str, reason: str) -> None:
        """Say nothing."""

    def failed(self, worker: str, unit: Unit, reason: str) -> None:
        """Say nothing."""

    def left(self, seconds: float) -> None:
        """Say nothing."""

    def unit_finished(self, unit: Unit, seconds: float, bytes_disk: int) -> None:
        """Say nothing."""
