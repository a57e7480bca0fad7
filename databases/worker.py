"""A worker: solves a unit and writes its tables, and touches no other file.

It may be another process, or on another machine that shares the directory: all it is given can be pickled,
and so can what it gives back. Who lists tables, keeps the log and decides what comes next is the clerk
(:mod:`millbase.databases.clerk`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from millbase.databases.catalogue import Catalogue
from millbase.databases.chunks import checksums, content_checksum
from millbase.databases.codings import coding_for
from millbase.databases.directories import Directories
from millbase.databases.format import write_table
from millbase.databases.grades import metric_for
from millbase.databases.header import Header
from millbase.databases.journal import surroundings
from millbase.databases.manifest import Listed
from millbase.databases.metrics import Grade
from millbase.databases.stamps import State
from millbase.solver.attendance import attendance
from millbase.solver.cores import usable_cores
from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import Rules
from millbase.solver.graph import Unit
from millbase.solver.layouts import Values
from millbase.solver.threads import Aside, PhaseProgress


@dataclass(frozen=True)
class WrittenTable:
    """A table that has been written.

    Attributes:
        listed: its size and its checksum, for the manifest.
        state: of the file, when they were taken.
        header: what it says about itself: the checksums of its values and of those it was made from.
    """

    listed: Listed
    state: State
    header: Header

    @classmethod
    def of(cls, path: Path, header: Header) -> WrittenTable:
        """Read what has been written."""
        state = State.of(path)
        return cls(Listed.of(path), state, header)


@dataclass(frozen=True)
class WrittenUnit:
    """A unit whose tables have been written.

    Attributes:
        tables: by subspace.
        seconds: from the start of the work to the last checksum.
        facts: what else the log is to say, such as where the work was done.
    """

    tables: Mapping[Subspace, WrittenTable]
    seconds: float
    facts: Mapping[str, Any]

    @property
    def bytes(self) -> int:
        """The size of all its files."""
        return sum(table.listed.bytes for table in self.tables.values())

    @classmethod
    def since(cls, started: float, tables: Mapping[Subspace, WrittenTable], **facts: Any) -> WrittenUnit:
        """A unit that this process has just written, and began at ``started`` by the monotonic clock."""
        return cls(tables, round(time.monotonic() - started, 3), {**facts, **surroundings()})


def solve(
    directories: Directories,
    rules: Rules,
    unit: Unit,
    grade: Grade,
    *,
    threads: int | None = None,
    progress: PhaseProgress | None = None,
) -> WrittenUnit:
    """Solve a unit and write its tables; those it is made from have to be there.

    Args:
        directories: where sources are; the unit is written to the first (:mod:`.directories`).
        threads: how many compute; None for as many as there are cores.
        progress: told each phase and how far it is.

    Raises:
        MissingTable, BrokenTable, WrongRules: a table that it is made from is not there, or not right.
        DiskFull: there is no room for a table.
    """
    from millbase.solver.retrograde.induction import solve_unit  # imports numba: a clerk can do without

    started, cpu, lonely = time.monotonic(), time.process_time(), attendance.lonely_seconds
    threads = usable_cores() if threads is None else threads
    progress = progress or _nothing
    metric = metric_for(grade, directories, rules)
    sources = _Sources(Catalogue(directories, rules, metric), grade, threads)
    scale = metric.scale_of(rules, unit)
    values = solve_unit(rules, unit, sources.load, scale=scale, threads=threads, progress=progress)
    with Aside() as aside:  # the checksum of one file while the next is packed
        written = {
            member: aside.start(_write(sources, member, values.pop(member), progress)) for member in unit
        }
    tables = {member: table.result() for member, table in written.items()}
    return WrittenUnit.since(
        started,
        tables,
        threads=threads,
        cpu_seconds=round(time.process_time() - cpu, 3),
        lonely_seconds=round(attendance.lonely_seconds - lonely, 3),
    )


class _Sources:
    """The tables that a unit is made from, and a note of what each held.

    Attributes:
        catalogue: where they are.
        grade: of the unit.
        threads: how many unpack and pack.
        made_from: the content checksum of each table loaded, by subspace. In a build of outcomes it
            is that of the outcomes, whatever the table holds, so the grade of what was there before
            does not show in what is built.
    """

    def __init__(self, catalogue: Catalogue, grade: Grade, threads: int) -> None:
        self.catalogue = catalogue
        self.grade = grade
        self.threads = threads
        self.made_from: dict[str, str] = {}

    def load(self, subspace: Subspace) -> Values:
        """The values of a table, compared with its checksum."""
        with self.catalogue.open(subspace) as table:
            values, header = table.read_all(threads=self.threads), table.header
        content = header.content
        if self.grade != header.grade:
            coding = coding_for(self.grade, self.catalogue.rules.board, subspace)
            content = content_checksum(checksums(coding.encode(values, self.threads), self.threads))
        self.made_from[str(subspace)] = content
        return values


def _write(
    sources: _Sources, subspace: Subspace, values: Values, progress: PhaseProgress
) -> Callable[[], WrittenTable]:
    """Write a table; what is left is to read the file again."""
    from millbase.solver.statistics import count

    rules, grade, threads = sources.catalogue.rules, sources.grade, sources.threads
    path = sources.catalogue.destination_of(subspace)
    progress("counting", 0, 1)
    statistics = count(rules, subspace, values, threads)
    stored = coding_for(grade, rules.board, subspace).encode(values, threads)
    metric = sources.catalogue.metric
    header = Header.describe(rules, subspace, metric, values, stored, statistics, sources.made_from, threads)
    write_table(path, header, stored, partial(progress, "writing"), threads)
    return partial(WrittenTable.of, path, header)


def _nothing(name: str, done: int, total: int) -> None:
    pass
