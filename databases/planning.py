"""What a build would do: units in order, their state, and what each will take.

Time and room on the disk come from the log of a build of the whole moving phase of Nine Men's Morris on
two threads (a build.log has ``seconds``, ``entries`` and ``bytes`` of each unit). Memory is counted from
the arrays of :mod:`solver.seeding` and :mod:`solver.induction`.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from databases.catalogue import Catalogue, Status
from databases.grades import Grade
from solver.rules import Rules
from solver.subspaces import Subspace, check, dependencies, moves_of, size, units_in_order

Unit = tuple[Subspace, ...]

_SECONDS_A_UNIT = 0.3
_CPU_SECONDS_AN_ENTRY = 0.1e-6  # solving; its threads share it
_SECONDS_AN_ENTRY_WRITTEN = 0.02e-6  # compressing and checksums, which one thread does
_THREADS = 2

_BYTES_A_FILE = 10_000  # header and structure
_BITS_AN_ENTRY: dict[Grade, float] = {"dtw": 4.2, "wdl": 0.9}  # of the densest tables, 9-9 and 8-9

_BYTES_A_PROCESS = 350_000_000  # the interpreter, compiled code, look-up tables, what the allocator keeps
_SOURCES_AT_ONCE = 3  # one as it was read and as it is laid out anew, and the best removals or another
# A level's positions on their way from one table to the other: four bytes each, in parts and together.
# The most seen on one level, of a whole table, is a third (4-9, losses in 6).
_BYTES_OF_FRONTIER = 8 * 0.4
_SPARE = 0.5  # bytes an entry that the allocator keeps of what smaller units used

_WORST_FIRST = (Status.BROKEN, Status.OUTCOMES_ONLY, Status.MISSING, Status.SOLVED)


class PlannedUnit(NamedTuple):
    """A work unit and what it will take.

    Attributes:
        unit: its subspaces.
        entries: of all its tables.
        bytes_memory: at most, with the tables it is made from.
        bytes_disk: at most, about.
        seconds: about, on two threads.
        status: the worst of its tables' states.
    """

    unit: Unit
    entries: int
    bytes_memory: int
    bytes_disk: int
    seconds: float
    status: Status

    @property
    def done(self) -> bool:
        """Whether all its tables are there."""
        return self.status is Status.SOLVED


def plan(
    root: str | Path | None, rules: Rules, subspaces: Iterable[Subspace], *, grade: Grade = "dtw"
) -> list[PlannedUnit]:
    """The units that ``subspaces`` need, in the order in which they are built.

    Raises:
        SubspaceError: a subspace does not exist in these rules.
        DirectoryError: a file stands where a directory should be.
    """
    catalogue = Catalogue(root, rules)
    wanted = list(subspaces)
    for subspace in wanted:
        check(rules, subspace)
    return [_planned(catalogue, unit, grade) for unit in units_in_order(rules, wanted)]


def _planned(catalogue: Catalogue, unit: Unit, grade: Grade) -> PlannedUnit:
    entries = sum(size(catalogue.rules.board, member) for member in unit)
    statuses = {catalogue.status(member, grade) for member in unit}
    return PlannedUnit(
        unit,
        entries,
        _bytes_memory(catalogue.rules, unit),
        int(_BYTES_A_FILE * len(unit) + _BITS_AN_ENTRY[grade] * entries / 8),
        _SECONDS_A_UNIT + (_CPU_SECONDS_AN_ENTRY / _THREADS + _SECONDS_AN_ENTRY_WRITTEN) * entries,
        next(status for status in _WORST_FIRST if status in statuses),
    )


def _bytes_memory(rules: Rules, unit: Unit) -> int:
    """At most so much is held at a time.

    An entry has a value and a count; with protected mills values are counted as two bytes, which long
    wins need. Sources are loaded while all tables of the unit are there. What comes after depends on
    the unit: two tables hold a frontier beside them; one that is its own mirror is laid out a second
    time, through a copy of both numbers; one whose quiet moves leave it is complete.
    """
    value = 2 if rules.protected else 1
    entries = [size(rules.board, member) for member in unit]
    tables = (value + 1) * sum(entries)
    largest_source = max((size(rules.board, source) for source in dependencies(rules, unit)), default=0)
    moves = moves_of(rules, unit[0])
    if not moves.steps or moves.quiet is not None:
        later = 0.0
    elif len(unit) == 2:
        later = _BYTES_OF_FRONTIER * max(entries)
    else:
        later = tables + (2 * value + _SPARE) * entries[0]
    seeding = _SOURCES_AT_ONCE * value * largest_source
    return int(_BYTES_A_PROCESS + tables + max(seeding, later))
