"""What a build finds in its directories: which tables it keeps, and which are listed.

A build that was killed leaves whole tables, of which the last may not be listed in the manifest yet,
and perhaps a temporary file. The next one lists what is whole and solves the rest.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from millbase.databases.catalogue import Catalogue, check_sources
from millbase.databases.errors import BrokenTable, LowerGrade, MissingTable
from millbase.databases.grades import Grade
from millbase.databases.header import Header
from millbase.databases.manifest import Listed, read_manifest, write_manifest
from millbase.databases.planning import PlannedUnit
from millbase.databases.progress import Progress
from millbase.solver.game.material import Subspace


def to_solve(
    catalogue: Catalogue,
    planned: list[PlannedUnit],
    grade: Grade,
    *,
    force: bool,
    checking: Progress | None = None,
) -> list[PlannedUnit]:
    """The units that have to be solved: those with a table that is not there or, by force, not right.

    Args:
        checking: if given, whole files are read, and it is told; else only headers.

    Raises:
        BrokenTable, WrongRules, LowerGrade: a table is not right, and ``force`` is not set.
    """
    paths = [catalogue.path_of(member) for unit in planned for member in unit.unit]
    total = sum(path.stat().st_size for path in paths if path.exists())
    read = 0

    def advanced(count: int) -> None:
        nonlocal read
        read += count
        if checking is not None:
            checking.phase("checking", read, total)

    found: list[PlannedUnit] = []
    headers: dict[Subspace, Header] = {}
    for unit in planned:
        try:
            for member in unit.unit:
                header = catalogue.examine(member, grade, thorough=checking is not None, advanced=advanced)
                check_sources(catalogue.path_of(member), header, headers)
                headers[member] = header
        except MissingTable:
            found.append(unit)
        except (BrokenTable, LowerGrade):
            if not force:
                raise
            found.append(unit)
    return found


def enlist(catalogue: Catalogue, subspaces: Iterable[Subspace]) -> None:
    """Add those tables of the first directory to its manifests that are not listed there."""
    paths = [path for path in map(catalogue.destination_of, subspaces) if path.exists()]
    for directory in {path.parent for path in paths}:
        listed = read_manifest(directory)
        new = [path for path in paths if path.parent == directory and path.name not in listed]
        if new:
            write_manifest(directory, listed | {path.name: Listed.of(path) for path in new})


def unlist(catalogue: Catalogue, subspaces: Iterable[Subspace]) -> None:
    """Take tables that are about to be replaced out of the manifest."""
    for path in map(catalogue.destination_of, subspaces):
        listed = read_manifest(path.parent)
        if listed.pop(path.name, None) is not None:
            write_manifest(path.parent, listed)


def replace_damaged_manifest(directory: Path) -> None:
    """Begin an empty manifest in place of a damaged one: tables are checked by their contents then."""
    try:
        read_manifest(directory)
    except BrokenTable:
        write_manifest(directory, {})
