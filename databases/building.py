"""Building tables: unit by unit, resuming what was interrupted, never believing what is broken.

A unit's tables are written when both are solved, then listed in the manifest. Whatever happens on
the way, a directory holds whole tables only, and the next build takes up at the first unit that is
not there: at most the unit in progress is lost.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from millbase.databases import journal
from millbase.databases.atomic import remove_leftovers
from millbase.databases.catalogue import Catalogue
from millbase.databases.chunks import checksums, content_checksum
from millbase.databases.codings import coding_for
from millbase.databases.directories import Directories
from millbase.databases.errors import DiskTooSmall, TooMuchMemory
from millbase.databases.format import write_table
from millbase.databases.grades import Grade, Values, outcomes
from millbase.databases.header import Header
from millbase.databases.locking import locked
from millbase.databases.planning import PlannedUnit, Unit, plan
from millbase.databases.progress import Progress, Silence
from millbase.databases.resuming import enlist, replace_damaged_manifest, to_solve, unlist
from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import Rules


class BuildResult(NamedTuple):
    """What a build did.

    Attributes:
        solved: the units it solved.
        kept: those that were there already, and whole.
        seconds: how long it took.
    """

    solved: list[Unit]
    kept: list[Unit]
    seconds: float


def build(
    directories: Directories,
    rules: Rules,
    subspaces: Iterable[Subspace],
    *,
    grade: Grade = "dtw",
    memory_gb: float | None = None,
    force: bool = False,
    threads: int = 2,
    progress: Progress | None = None,
) -> BuildResult:
    """Build tables and all that they need.

    Tables that are there and whole are kept; distances are kept where outcomes are asked for.

    Args:
        directories: where tables are looked for; what is built is written to the first. None for the
            default (:func:`millbase.databases.directories.roots_of`).
        subspaces: what to build; each brings its mirror where the two are one unit.
        grade: distances, or outcomes alone.
        memory_gb: refuse before starting what may need more, in units of 10^9 bytes.
        force: solve again what is broken, of other rules, or of a lower grade, instead of refusing.
        threads: how many compute.
        progress: told how it gets on.

    Raises:
        SubspaceError: a subspace does not exist in these rules.
        TooMuchMemory: a unit may need more memory than is allowed.
        LowerGrade: tables of grade ``wdl`` are in the way of ``dtw``.
        BrokenTable, WrongRules: a table is in the way that must not be believed.
        DirectoryError, DirectoryBusy, DiskFull: see :mod:`millbase.databases.errors`.
    """
    started = time.monotonic()
    progress = progress or Silence()
    planned = plan(directories, rules, subspaces, grade=grade)
    catalogue = Catalogue(directories, rules)
    if not force:  # refuse before anything is touched
        to_solve(catalogue, planned, grade, force=False)
    _refuse_memory([unit for unit in planned if not unit.done], memory_gb)
    written = {catalogue.destination_of(member).parent for unit in planned for member in unit.unit}
    with locked(written):
        for directory in written:
            remove_leftovers(directory)
            if force:
                replace_damaged_manifest(directory)
        pending = to_solve(catalogue, planned, grade, force=force, checking=progress)
        kept = [unit.unit for unit in planned if unit not in pending]
        enlist(catalogue, [member for unit in kept for member in unit])
        for number, unit in enumerate(pending, start=1):
            progress.unit_started(unit.unit, number, len(pending), unit.entries)
            _build_unit(catalogue, unit, grade, threads, progress)
        if force:  # what was kept may have been made from a table that has come out otherwise now
            to_solve(catalogue, planned, grade, force=False)
    return BuildResult([unit.unit for unit in pending], kept, time.monotonic() - started)


def _build_unit(
    catalogue: Catalogue, planned: PlannedUnit, grade: Grade, threads: int, progress: Progress
) -> None:
    from millbase.solver.retrograde.induction import (
        solve_unit,  # imports numba, which a program that only plans can do without
    )

    started = time.monotonic()
    unit = planned.unit
    refuse_full_disk(catalogue.destination_of(unit[0]).parent, planned)
    unlist(catalogue, unit)
    sources = _Sources(catalogue, grade)
    tables = solve_unit(catalogue.rules, unit, sources.load, threads=threads, progress=progress.phase)
    for member in unit:
        _write(catalogue, member, tables.pop(member), grade, sources.made_from, threads, progress)
    conclude_unit(catalogue, planned, grade, started, progress, threads=threads)


def conclude_unit(
    catalogue: Catalogue, planned: PlannedUnit, grade: Grade, started: float, progress: Progress, **facts: Any
) -> None:
    """List the tables of a unit that have been written, and say so in the log and to ``progress``.

    Args:
        started: when the unit was begun, by the monotonic clock.
        facts: what else the log is to say.
    """
    unit = planned.unit
    enlist(catalogue, unit)
    seconds = round(time.monotonic() - started, 3)
    written = sum(catalogue.destination_of(member).stat().st_size for member in unit)
    journal.record(
        catalogue.destination_of(unit[0]).parent,
        unit=[str(member) for member in unit],
        grade=grade,
        entries=planned.entries,
        bytes=written,
        seconds=seconds,
        **facts,
    )
    progress.unit_finished(unit, seconds, written)


def _write(
    catalogue: Catalogue,
    subspace: Subspace,
    values: Values,
    grade: Grade,
    made_from: dict[str, str],
    threads: int,
    progress: Progress,
) -> None:
    from millbase.solver.statistics import count

    progress.phase("counting", 0, 1)
    statistics = count(catalogue.rules, subspace, values, threads)
    stored = coding_for(grade, catalogue.rules.board, subspace).encode(values)
    header = Header.describe(catalogue.rules, subspace, grade, values, stored, statistics, made_from)
    told = partial(progress.phase, "writing")
    write_table(catalogue.destination_of(subspace), header, stored, told, threads)


class _Sources:
    """The tables that a unit is made from, and a note of what each held.

    Attributes:
        made_from: the content checksum of each table loaded, by subspace. In a build of outcomes it
            is that of the outcomes, whatever the table holds, so the grade of what was there before
            does not show in what is built.
    """

    def __init__(self, catalogue: Catalogue, grade: Grade) -> None:
        self.made_from: dict[str, str] = {}
        self._catalogue = catalogue
        self._grade = grade

    def load(self, subspace: Subspace) -> Values:
        """The values of a table, compared with its checksum."""
        with self._catalogue.open(subspace) as table:
            values, header = table.read_all(), table.header
        content = header.content
        if self._grade != header.grade:
            values = outcomes(values)
            coding = coding_for(self._grade, self._catalogue.rules.board, subspace)
            content = content_checksum(checksums(coding.encode(values)))
        self.made_from[str(subspace)] = content
        return values


def _refuse_memory(pending: list[PlannedUnit], memory_gb: float | None) -> None:
    if memory_gb is None or not pending:
        return
    most = max(pending, key=lambda unit: unit.bytes_memory)
    if most.bytes_memory > memory_gb * 1e9:
        raise TooMuchMemory(most.unit[0], most.bytes_memory, int(memory_gb * 1e9))


def refuse_full_disk(directory: Path, planned: PlannedUnit) -> None:
    """Look whether a unit's tables will fit.

    Raises:
        DiskTooSmall: they may not.
    """
    free = shutil.disk_usage(directory).free
    if free < planned.bytes_disk:
        raise DiskTooSmall(directory, planned.unit[0], planned.bytes_disk, free)
