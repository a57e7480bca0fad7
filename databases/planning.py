"""What a build would do: units in order, their state, and what each will take.

Time and room on the disk come from the logs of builds of Nine Men's Morris (a build.log has ``seconds``,
``entries`` and ``bytes`` of each unit). Memory is counted from
the arrays of :mod:`millbase.solver.retrograde.seeding`, :mod:`millbase.solver.retrograde.frontier` and
:mod:`millbase.solver.retrograde.induction`.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from typing import NamedTuple

import numpy as np

from millbase.databases.catalogue import Catalogue
from millbase.databases.directories import Directories
from millbase.databases.errors import TooMuchMemory
from millbase.databases.grades import metric_for
from millbase.databases.metrics import METRICS, Grade
from millbase.databases.survey import Status, Survey
from millbase.solver.cores import usable_cores
from millbase.solver.game.boards import Board
from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import Rules
from millbase.solver.graph import Unit, UnitGraph
from millbase.solver.layouts import Layout
from millbase.solver.memory import free_memory
from millbase.solver.retrograde.sizes import PORTION, RUN_BITS, SEARCHED
from millbase.solver.scales import DTW, WDL, WIDTHS
from millbase.solver.subspaces import dependencies, moves_of

_SECONDS_A_UNIT = 0.3
_TIMES_GRADED = 2  # as much where draws are graded: values are as wide again, and there are more levels
_CPU_SECONDS_AN_ENTRY = 0.15e-6  # solving, compressing and checksums; threads share it

_BYTES_A_FILE = 5_000  # header and structure
# Bits an entry, by the stones on the board and in hand, from six on: with few, one side nearly always wins or
# nobody does. The units with so many differ: 7-4 takes 2.4, 8-3 takes 1.0. Of 9.8 GB it makes 10.3.
_FEWEST = 6
_BITS_OF_DISTANCE = (2.4, 0.35, 0.35, 0.35, 1.2, 2.0, 2.2, 2.5, 2.7, 2.9, 3.1, 3.4, 3.8)
_SHARE_OF_OUTCOMES = 0.17  # of that where outcomes alone are kept

_BYTES_A_PROCESS = 350_000_000  # the interpreter, compiled code, look-up tables, what the allocator keeps
_SOURCES_AT_ONCE = 3  # one as it was read and as it is laid out anew, and the best removals or another
_ENTRIES_OF_PORTION = SEARCHED + PORTION  # of a level, at most, that are on their way to another table
_BYTES_ON_THE_WAY = 8  # of each: a set in its part and with the others
_BYTES_TURNED = 16  # the same, and its block and set in the other layout, in parts and in order
_RUN = 1 << RUN_BITS  # entries for which it is noted together which values they hold, in words of 64 bits
_WORDS = {np.dtype(width.dtype).itemsize: width.words for width in WIDTHS[:2]}  # by the bytes of a value

_WORST_FIRST = (Status.BROKEN, Status.OUTCOMES_ONLY, Status.MISSING, Status.SOLVED)


class PlannedUnit(NamedTuple):
    """A work unit and what it will take.

    Attributes:
        unit: its subspaces.
        entries: of all its tables.
        bytes_memory: at most, with the tables it is made from.
        bytes_disk: of tables that are there their size, of others about what they will have.
        seconds: about.
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


class Needs(NamedTuple):
    """What building several units takes.

    Attributes:
        tables, entries, bytes_disk, seconds: of all.
        bytes_memory: of the one that takes most: they are solved one after the other.
    """

    tables: int
    entries: int
    bytes_memory: int
    bytes_disk: int
    seconds: float


def plan(
    directories: Directories,
    rules: Rules,
    subspaces: Iterable[Subspace],
    *,
    grade: Grade | None = None,
    threads: int | None = None,
) -> list[PlannedUnit]:
    """The units that ``subspaces`` need, each after those that it is made from.

    Args:
        threads: how many compute; None for as many as there are cores.

    Raises:
        SubspaceError: a subspace does not exist in these rules.
        UnknownGrade: there is no such grade in these rules.
        DirectoryError: a file stands where a directory should be.
    """
    metric = metric_for(grade, directories, rules)
    grade, survey = metric.name, Survey(Catalogue(directories, rules, metric))
    return plan_units(survey, UnitGraph(rules, subspaces), grade, threads)


def plan_units(
    survey: Survey, graph: UnitGraph, grade: Grade, threads: int | None = None
) -> list[PlannedUnit]:
    """The units of a graph, as :func:`plan` gives them, by what a survey finds."""
    threads = usable_cores() if threads is None else threads
    return [_planned(survey, unit, grade, threads) for unit in graph.needs]


def to_build(units: Iterable[PlannedUnit]) -> Needs:
    """What it takes to build those that are not there."""
    missing = [unit for unit in units if not unit.done]
    return Needs(
        sum(len(unit.unit) for unit in missing),
        sum(unit.entries for unit in missing),
        max((unit.bytes_memory for unit in missing), default=0),
        sum(unit.bytes_disk for unit in missing),
        sum(unit.seconds for unit in missing),
    )


def refuse_memory(units: Iterable[PlannedUnit], memory_gb: float | None) -> None:
    """Refuse units that may need more memory than is allowed or, where nothing is said, free.

    Args:
        memory_gb: in units of 10^9 bytes; None for what is free.

    Raises:
        TooMuchMemory: one that is not there does.
    """
    pending = [unit for unit in units if not unit.done]
    if not pending:
        return
    most = max(pending, key=lambda unit: unit.bytes_memory)
    allowed = None if memory_gb is None else int(memory_gb * 1e9)
    free = free_memory() if allowed is None else None
    limit = free if allowed is None else allowed
    if limit is not None and most.bytes_memory > limit:
        raise TooMuchMemory(most.unit[0], most.bytes_memory, allowed, free)


def _planned(survey: Survey, unit: Unit, grade: Grade, threads: int) -> PlannedUnit:
    rules = survey.catalogue.rules
    entries = sum(Layout.of(rules.board, member).size for member in unit)
    statuses = {member: survey.status(member, grade) for member in unit}
    times = _TIMES_GRADED if METRICS[grade].grades_draws else 1
    return PlannedUnit(
        unit,
        entries,
        _bytes_memory(rules, unit, grade),
        sum(
            survey.size(member) if statuses[member] is Status.SOLVED else _bytes_disk(rules, member, grade)
            for member in unit
        ),
        _SECONDS_A_UNIT + times * _CPU_SECONDS_AN_ENTRY / threads * entries,
        next(status for status in _WORST_FIRST if status in statuses.values()),
    )


def _bytes_disk(rules: Rules, subspace: Subspace, grade: Grade) -> int:
    """About so many bytes has the file of a table."""
    bits = _BITS_OF_DISTANCE[min(subspace.in_play - _FEWEST, len(_BITS_OF_DISTANCE) - 1)]
    share = 1 if METRICS[grade].lengths else _SHARE_OF_OUTCOMES
    return int(_BYTES_A_FILE + share * bits * Layout.of(rules.board, subspace).size / 8)


def _bytes_memory(rules: Rules, unit: Unit, grade: Grade) -> int:
    """At most so much is held at a time.

    An entry has a value and a count. Sources are loaded while all tables of the unit are there. After that a
    level's entries are on their way from one table to the other, or to other blocks of the one table of a
    unit that is its own mirror.
    """
    value = _bytes_of_value(rules, grade)
    tables = sum(_bytes_of_table(rules.board, member, value) for member in unit)
    largest_source = max(
        (Layout.of(rules.board, source).size for source in dependencies(rules, unit)), default=0
    )
    on_the_way = min(_ENTRIES_OF_PORTION, max(Layout.of(rules.board, member).size for member in unit))
    later = on_the_way * (_BYTES_ON_THE_WAY if len(unit) == 2 else _BYTES_TURNED)
    two = any(moves_of(rules, member).placement_removals for member in unit)  # their best are one more
    sources = (_SOURCES_AT_ONCE + two) * value * largest_source
    return int(_BYTES_A_PROCESS + tables + max(sources, later))


def _bytes_of_value(rules: Rules, grade: Grade) -> int:
    """Long wins need two: with protected mills, and where plies count double and no limit keeps them few.

    Grades need two too.
    """
    if METRICS[grade].grades_draws:
        return 2
    scale = METRICS[grade].scale(rules)
    most = inf if scale.highest is None else scale.highest
    return 2 if rules.protected or (scale not in (DTW, WDL) and most > WIDTHS[0].highest) else 1


def _bytes_of_table(board: Board, subspace: Subspace, value: int) -> int:
    layout = Layout.of(board, subspace)
    noted = 8 * _WORDS[value] * -(-layout.block_size // _RUN)
    return layout.blocks * ((value + 1) * layout.block_size + noted)
