"""The clerk of a directory: hands out units to workers, and alone keeps the books.

The books are the manifest, the stamps and the log. The clerk holds the directories' locks while it is at
work; a unit's tables are listed when both are there. Whatever happens on the way, a directory holds whole
tables only, and at most the unit in progress is lost.
"""

from __future__ import annotations

import errno
import shutil
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from millbase.databases import journal, orders
from millbase.databases.arriving import await_tables
from millbase.databases.atomic import remove_leftovers
from millbase.databases.crews import Crew
from millbase.databases.errors import DiskTooSmall
from millbase.databases.locking import Held, locked
from millbase.databases.manifest import Listed, enlist, replace_damaged, unlist
from millbase.databases.metrics import Grade
from millbase.databases.planning import PlannedUnit
from millbase.databases.progress import BuildProgress
from millbase.databases.simulating import Forecast
from millbase.databases.stamps import Stamp, add_stamps
from millbase.databases.survey import Survey, check_sources
from millbase.databases.worker import WrittenUnit
from millbase.solver.game.material import Subspace
from millbase.solver.graph import Schedule, Unit, UnitGraph

_READ_ONLY = (errno.EACCES, errno.EPERM, errno.EROFS)


class Clerk:
    """Keeps the books of the directories that units belong to; :meth:`at_work` makes one.

    Args:
        survey: what has been found there.
        held: the directories' locks.
        progress: told how it gets on.
    """

    def __init__(self, survey: Survey, held: Mapping[Path, Held], progress: BuildProgress) -> None:
        self._survey = survey
        self._held = held
        self._progress = progress

    @classmethod
    @contextmanager
    def at_work(
        cls, survey: Survey, planned: Iterable[PlannedUnit], progress: BuildProgress
    ) -> Iterator[Clerk]:
        """Lock the directories of units, make them where there are none, and clear away what was cut short.

        Raises:
            DirectoryBusy, DirectoryError: see :func:`millbase.databases.locking.locked`.
        """
        with locked({survey.catalogue.destination_of(unit.unit[0]).parent for unit in planned}) as held:
            for directory in held:
                orders.withdraw(held[directory])
                remove_leftovers(directory)
            yield cls(survey, held, progress)

    def replace_damaged_manifests(self) -> None:
        """Begin manifests that cannot be read anew."""
        for held in self._held.values():
            replace_damaged(held)

    def keep(self, subspaces: Iterable[Subspace]) -> None:
        """List tables that are right and were not listed, and note which have been read whole.

        They are right whether it is noted or not: where nothing may be written they are read again next time.
        """
        wanted = set(subspaces)
        stamps = {member: stamp for member, stamp in self._survey.compared.items() if member in wanted}
        try:
            self._enlist(stamps)
        except OSError as error:
            if error.errno not in _READ_ONLY:
                raise

    @contextmanager
    def order(self) -> Iterator[str]:
        """An order for workers of other processes, which stands until the block ends."""
        order = orders.new_order()
        for held in self._held.values():
            orders.issue(held, order)
        try:
            yield order
        finally:
            for held in self._held.values():
                orders.withdraw(held)

    def run(self, graph: UnitGraph, pending: list[PlannedUnit], grade: Grade, crew: Crew) -> None:
        """See to it that a crew writes units, each after all that it needs.

        Raises:
            DiskTooSmall: there is no room for a unit.
            BrokenTable: a unit was made from other tables than those that are here.
        """
        units = {planned.unit: planned for planned in pending}
        costs = {unit: planned.seconds for unit, planned in units.items()}
        schedule, forecast = Schedule(graph, costs), Forecast(graph, costs)
        self._progress.build_started(sum(planned.entries for planned in pending))
        at_work: dict[Unit, PlannedUnit] = {}
        number = 0
        while not schedule.finished:
            too_large: list[Unit] = []  # for those who are idle
            while crew.idle and (unit := schedule.take()) is not None:
                self._make_room(units[unit], at_work.values())
                if crew.begin(units[unit], self._contents(graph.needs[unit])):
                    number += 1
                    at_work[unit] = units[unit]
                    self._progress.unit_started(unit, number, len(units), units[unit].entries)
                else:
                    too_large.append(unit)
            for unit in too_large:
                schedule.put_back(unit)
            for unit, written in crew.wait().items():
                forecast.finish(unit, written.seconds)
                self._progress.left(forecast.left(crew.workers))
                self._conclude(at_work.pop(unit), grade, written)
                schedule.finish(unit)

    def _contents(self, needed: Iterable[Unit]) -> dict[Subspace, str]:
        """The checksums of the contents of tables that a unit may be made from."""
        return {member: self._survey.header(member).content for unit in needed for member in unit}

    def _make_room(self, planned: PlannedUnit, at_work: Iterable[PlannedUnit]) -> None:
        """Look whether a unit's tables will fit beside those being written, and list none of them anymore."""
        held = self._held_of(planned.unit[0])
        free, needed = shutil.disk_usage(held.directory).free, planned.bytes_disk
        if free < needed + sum(other.bytes_disk for other in at_work):
            raise DiskTooSmall(held.directory, planned.unit[0], needed, free)
        unlist(held, [self._survey.catalogue.path_of(member).name for member in planned.unit])

    def _conclude(self, planned: PlannedUnit, grade: Grade, written: WrittenUnit) -> None:
        """List the tables of a unit that have been written, and say so in the log and to ``progress``."""
        await_tables(
            self._survey.catalogue,
            {member: table.header.content for member, table in written.tables.items()},
        )
        for member, table in written.tables.items():
            sources = map(Subspace.parse, table.header.made_from)
            headers = {source: self._survey.header(source) for source in sources}
            check_sources(self._survey.catalogue.path_of(member), table.header, headers)
        self._enlist(
            {member: Stamp(table.listed.sha256, table.state) for member, table in written.tables.items()}
        )
        journal.record(
            self._held_of(planned.unit[0]).directory,
            unit=[str(member) for member in planned.unit],
            grade=grade,
            entries=planned.entries,
            bytes=written.bytes,
            seconds=written.seconds,
            **written.facts,
        )
        self._progress.unit_finished(planned.unit, written.seconds, written.bytes)

    def _enlist(self, stamps: Mapping[Subspace, Stamp]) -> None:
        """Add files to the manifests, and note in which state they are what is listed."""
        for directory, held in self._held.items():
            paths = {member: self._survey.catalogue.path_of(member) for member in stamps}
            found = {path.name: stamps[member] for member, path in paths.items() if path.parent == directory}
            enlist(held, {name: Listed(stamp.state.bytes, stamp.sha256) for name, stamp in found.items()})
            add_stamps(held, found)

    def _held_of(self, subspace: Subspace) -> Held:
        return self._held[self._survey.catalogue.destination_of(subspace).parent]
