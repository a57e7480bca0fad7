"""What a build would do: units in order, their state, and what each will take.

The figures come from Nine Men's Morris: time from builds on two threads; room on the disk from its
densest tables, so most take less; memory from the arrays that :mod:`solver.induction` keeps.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from databases.catalogue import Catalogue, Status
from databases.grades import Grade
from solver.rules import Rules
from solver.subspaces import Subspace, check, dependencies, size, units_in_order

Unit = tuple[Subspace, ...]

_SECONDS_A_UNIT = 0.3
_SECONDS_AN_ENTRY = 0.2e-6
_BYTES_A_FILE = 10_000  # header and structure
_BITS_AN_ENTRY: dict[Grade, float] = {"dtw": 4.2, "wdl": 1.2}
_BYTES_A_PROCESS = 300_000_000  # the interpreter, compiled code, look-up tables
# An entry has a value and a count. A table being seeded needs half as much again, for the best removals
# of each board; a unit that is its own mirror is laid out twice, and its frontiers take the rest.
_BYTES_AN_ENTRY = 2.5
_BYTES_AN_ENTRY_OF_ONE_TABLE = 4.5
_BYTES_AN_ENTRY_OF_A_SOURCE = 2  # loaded one after the other, and laid out anew

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
    board = catalogue.rules.board
    entries = sum(size(board, member) for member in unit)
    largest_source = max((size(board, source) for source in dependencies(catalogue.rules, unit)), default=0)
    own_memory = entries * (_BYTES_AN_ENTRY if len(unit) == 2 else _BYTES_AN_ENTRY_OF_ONE_TABLE)
    statuses = {catalogue.status(member, grade) for member in unit}
    return PlannedUnit(
        unit,
        entries,
        int(_BYTES_A_PROCESS + own_memory + _BYTES_AN_ENTRY_OF_A_SOURCE * largest_source),
        int(_BYTES_A_FILE * len(unit) + _BITS_AN_ENTRY[grade] * entries / 8),
        _SECONDS_A_UNIT + _SECONDS_AN_ENTRY * entries,
        next(status for status in _WORST_FIRST if status in statuses),
    )
