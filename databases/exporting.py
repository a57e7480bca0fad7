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

from millbase.databases.atomic import remove_leftovers
from millbase.databases.building import conclude_unit, refuse_full_disk
from millbase.databases.catalogue import Catalogue, check_sources
from millbase.databases.codings import coding_for
from millbase.databases.directories import Directories
from millbase.databases.errors import BrokenTable, DirectoryError, MissingTable
from millbase.databases.format import write_table
from millbase.databases.grades import Grade
from millbase.databases.header import Header
from millbase.databases.locking import locked
from millbase.databases.planning import PlannedUnit, Unit, plan
from millbase.databases.progress import Progress, Silence
from millbase.databases.resuming import enlist, replace_damaged_manifest, to_solve, unlist
from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import Rules


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
    progress: Progress | None = None,
) -> ExportResult:
    """Write tables, and all that they were made from, to another directory.

    What is there already is kept if it is right, and written again if it is not.

    Args:
        source: where the tables are; None for the default.
        target: the directory to write to, where no process builds meanwhile.
        subspaces: which tables; each brings its mirror where the two are one unit. None for all there are.
        grade: outcomes, or distances as they are.
        progress: told how it gets on.

    Raises:
        SubspaceError: a subspace does not exist in these rules.
        MissingTable: a table, or one that it was made from, is not there.
        LowerGrade: distances are wanted from a table of outcomes.
        BrokenTable, WrongRules: a table must not be believed.
        DirectoryError: the target is the source, or has distances where outcomes are to be, or is a file.
        DirectoryBusy, DiskFull: see :mod:`millbase.databases.errors`.
    """
    progress = progress or Silence()
    origin, destination = Catalogue(source, rules), Catalogue(target, rules)
    _refuse_same(origin, destination)
    wanted = origin.tables() if subspaces is None else subspaces
    planned = plan(target, rules, wanted, grade=grade)
    headers = _headers(origin, planned, grade)
    if grade == "wdl":
        _refuse_distances(destination, headers)
    directories = {destination.path_of(member).parent for member in headers}
    with locked(directories):
        for directory in directories:
            remove_leftovers(directory)
            replace_damaged_manifest(directory)
        unfit = to_solve(destination, planned, grade, force=True, checking=progress)
        pending = [unit for unit in planned if unit in unfit or not _agree(destination, unit, headers)]
        kept = [unit.unit for unit in planned if unit not in pending]
        enlist(destination, [member for unit in kept for member in unit])
        for number, unit in enumerate(pending, start=1):
            progress.unit_started(unit.unit, number, len(pending), unit.entries)
            _export_unit(origin, destination, unit, grade, progress)
        to_solve(destination, planned, grade, force=False)  # do those kept and those written go together?
    size = sum(destination.path_of(member).stat().st_size for member in headers)
    return ExportResult([unit.unit for unit in pending], kept, size)


def _export_unit(
    origin: Catalogue, destination: Catalogue, planned: PlannedUnit, grade: Grade, progress: Progress
) -> None:
    started = time.monotonic()
    unit = planned.unit
    refuse_full_disk(destination.path_of(unit[0]).parent, planned)
    unlist(destination, unit)
    for member in unit:
        _export_table(origin, destination, member, grade, progress)
    exported_from = os.pathsep.join(str(root.resolve()) for root in origin.roots)
    conclude_unit(destination, planned, grade, started, progress, exported_from=exported_from)


def _export_table(
    origin: Catalogue, destination: Catalogue, subspace: Subspace, grade: Grade, progress: Progress
) -> None:
    with origin.open(subspace) as table:
        header, values = table.header, table.read_all(partial(progress.phase, "reading"))
    rows = coding_for(grade, origin.rules.board, subspace).encode(values)
    sources = {name: destination.header(Subspace.parse(name)) for name in header.made_from}
    made_from = {name: source.content for name, source in sources.items()}
    write_table(
        destination.path_of(subspace),
        header.regraded(grade, rows, made_from),
        rows,
        partial(progress.phase, "writing"),
    )


def _headers(origin: Catalogue, planned: list[PlannedUnit], grade: Grade) -> dict[Subspace, Header]:
    """What the tables to export say about themselves, once they all go together."""
    headers: dict[Subspace, Header] = {}
    for member in (member for unit in planned for member in unit.unit):
        header = origin.examine(member, grade)
        check_sources(origin.path_of(member), header, headers)
        headers[member] = header
    return headers


def _agree(destination: Catalogue, planned: PlannedUnit, headers: dict[Subspace, Header]) -> bool:
    """Whether the tables of a unit that are there have the counts of those to export."""
    return all(destination.header(member).counts == headers[member].counts for member in planned.unit)


def _refuse_same(origin: Catalogue, destination: Catalogue) -> None:
    theirs, ours = (
        {directory.resolve() for directory in catalogue.directories()} for catalogue in (origin, destination)
    )
    if theirs & ours:
        raise DirectoryError(destination.roots[0], "is where the tables are that would be exported")


def _refuse_distances(destination: Catalogue, subspaces: Iterable[Subspace]) -> None:
    """Outcomes do not take the place of distances, which take long to get."""
    for subspace in subspaces:
        try:
            grade = destination.header(subspace).grade
        except (MissingTable, BrokenTable):
            continue
        if grade == "dtw":
            path = destination.path_of(subspace)
            raise DirectoryError(path, "holds distances, which outcomes would replace")
