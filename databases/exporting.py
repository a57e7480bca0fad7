"""Exporting tables: a set of a lower grade, or a copy, in another directory.

Outcomes are made from distances a table at a time, sources first, and come out as a build of outcomes
makes them, to the byte. Like a build, an export that was cut short is taken up where it stopped.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from millbase.databases.catalogue import Catalogue
from millbase.databases.clerk import Clerk
from millbase.databases.codings import coding_for
from millbase.databases.crews import Alone
from millbase.databases.directories import Directories
from millbase.databases.errors import BrokenTable, DirectoryError, MissingTable
from millbase.databases.format import write_table
from millbase.databases.header import Header
from millbase.databases.metrics import METRICS, Grade, metric_of
from millbase.databases.planning import PlannedUnit, plan_units
from millbase.databases.progress import BuildProgress, Silence
from millbase.databases.resuming import to_solve
from millbase.databases.survey import Survey, check_sources
from millbase.databases.worker import WrittenTable, WrittenUnit
from millbase.solver.cores import usable_cores
from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import Rules
from millbase.solver.graph import Unit, UnitGraph
from millbase.solver.threads import PhaseProgress


class ExportResult(NamedTuple):
    """What an export did.

    Attributes:
        written: the units it wrote.
        kept: those that were there already, and right.
        bytes: of all their files.
    """

    written: list[Unit]
    kept: list[Unit]
    bytes: int


def export(
    source: Directories,
    target: str | Path,
    rules: Rules,
    subspaces: Iterable[Subspace] | None = None,
    *,
    grade: Grade = "wdl",
    threads: int | None = None,
    progress: BuildProgress | None = None,
) -> ExportResult:
    """Write tables, and all that they were made from, to another directory.

    What is there already is kept if it is right, and written again if it is not.

    Args:
        source: where the tables are; None for the default.
        target: the directory to write to, where no process builds meanwhile.
        subspaces: which tables; each brings its mirror where the two are one unit. None for all there are.
        grade: outcomes, or distances as they are.
        threads: how many unpack and pack; None for as many as there are cores.
        progress: told how it gets on.

    Raises:
        SubspaceError: a subspace does not exist in these rules.
        MissingTable: a table, or one that it was made from, is not there.
        UnknownGrade: there is no such grade in these rules.
        LowerGrade: distances are wanted from a table of outcomes.
        BrokenTable, WrongRules: a table must not be believed.
        DirectoryError: the target is the source, or has distances where outcomes are to be, or is a file.
        DirectoryBusy, DiskFull: see :mod:`millbase.databases.errors`.
    """
    progress = progress or Silence()
    threads = usable_cores() if threads is None else threads
    metric = metric_of(grade, rules)
    origin, destination = (Survey(Catalogue(root, rules, metric)) for root in (source, target))
    _refuse_same(origin.catalogue, destination.catalogue)
    graph = UnitGraph(rules, origin.catalogue.tables() if subspaces is None else subspaces)
    planned = plan_units(destination, graph, grade)
    headers = _headers(origin, planned, grade)
    _refuse_higher(destination, headers, grade)
    with Clerk.at_work(destination, planned, progress) as clerk:
        clerk.replace_damaged_manifests()
        unfit = to_solve(destination, planned, grade, force=True, checking=progress.phase)
        pending = [unit for unit in planned if unit in unfit or not _agree(destination, unit, headers)]
        kept = [unit.unit for unit in planned if unit not in pending]
        clerk.keep(member for unit in kept for member in unit)
        work = partial(_export_unit, origin, destination, grade, threads)
        clerk.run(graph, pending, grade, Alone(work, progress.phase))
        to_solve(destination, planned, grade, force=False)  # do those kept and those written go together?
    return ExportResult([unit.unit for unit in pending], kept, sum(map(destination.size, headers)))


def _export_unit(
    origin: Survey, destination: Survey, grade: Grade, threads: int, unit: Unit, progress: PhaseProgress
) -> WrittenUnit:
    started = time.monotonic()
    tables = {member: _export_table(origin, destination, grade, threads, member, progress) for member in unit}
    exported_from = os.pathsep.join(str(root.resolve()) for root in origin.catalogue.roots)
    return WrittenUnit.since(started, tables, exported_from=exported_from)


def _export_table(
    origin: Survey,
    destination: Survey,
    grade: Grade,
    threads: int,
    subspace: Subspace,
    progress: PhaseProgress,
) -> WrittenTable:
    path = destination.catalogue.path_of(subspace)
    with origin.catalogue.open(subspace) as table:
        header, values = table.header, table.read_all(partial(progress, "reading"), threads)
    rows = coding_for(grade, origin.catalogue.rules.board, subspace).encode(values, threads)
    made_from = {name: destination.header(Subspace.parse(name)).content for name in header.made_from}
    header = header.regraded(grade, rows, made_from, threads)
    write_table(path, header, rows, partial(progress, "writing"), threads)
    return WrittenTable.of(path, header)


def _headers(origin: Survey, planned: list[PlannedUnit], grade: Grade) -> dict[Subspace, Header]:
    """What the tables to export say about themselves, once they all go together."""
    headers: dict[Subspace, Header] = {}
    for member in (member for unit in planned for member in unit.unit):
        header = origin.graded(member, grade)
        check_sources(origin.catalogue.path_of(member), header, headers)
        headers[member] = header
    return headers


def _agree(destination: Survey, planned: PlannedUnit, headers: dict[Subspace, Header]) -> bool:
    """Whether the tables of a unit that are there have the counts of those to export."""
    return all(destination.header(member).counts == headers[member].counts for member in planned.unit)


def _refuse_same(origin: Catalogue, destination: Catalogue) -> None:
    theirs, ours = (
        {directory.resolve() for directory in catalogue.directories()} for catalogue in (origin, destination)
    )
    if theirs & ours:
        raise DirectoryError(destination.roots[0], "is where the tables are that would be exported")


def _refuse_higher(destination: Survey, subspaces: Iterable[Subspace], grade: Grade) -> None:
    """Outcomes do not take the place of distances, which take long to get."""
    for subspace in subspaces:
        try:
            there = destination.header(subspace).grade
        except (MissingTable, BrokenTable):
            continue
        if there != grade and grade in METRICS[there].answers:
            path = destination.catalogue.path_of(subspace)
            raise DirectoryError(path, "holds distances, which outcomes would replace")
