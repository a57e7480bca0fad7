"""Metrics: what a table says of its positions, which other metrics that answers, and what files make of it.

A table is of one metric, its grade. ``dtw`` (distance to win) has the plies to the end. ``wdl`` has the
outcome alone, in less space. ``ultra`` grades draws, and lies beside tables of distances
(:mod:`millbase.databases.grades`). What the codes of either mean and how they follow from one another is its
scale (:mod:`millbase.solver.scales`); how they are stored is the business of
:mod:`millbase.databases.codings`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy.typing as npt

from millbase.databases.errors import UnknownGrade
from millbase.solver import scales
from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import Rules
from millbase.solver.game.values import Value
from millbase.solver.graph import Unit
from millbase.solver.scales import Scale, outcome_of, rest_of

if TYPE_CHECKING:
    from millbase.solver.statistics import Statistics

Grade = str  # the name of a metric

class Summary(NamedTuple):
    """What a header says of the positions of a table: see :class:`millbase.databases.header.Header`."""

    wins: int
    draws: int
    losses: int
    longest_win: int | None = None
    longest_loss: int | None = None
    histogram: tuple[int, ...] = ()
    by_worth: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class Metric:
    """What tables of a grade are.

    Attributes:
        name: the grade, as headers and the command line have it.
        scale: what codes mean while a unit is solved, but for grades.
        answers: the grades that such a table does for, its own among them.
        lengths: whether codes are kept as they are. Else outcomes alone.
        counts: what codes count, in words.
        plies: how many plies to the end a code stands for; None where that is not known.
        folder: where the tables lie below the directory of their rules; empty for in it.
        depends_on: what values depend on beside the rules, in words; empty for on nothing.
        reading: what codes are, in words, ``{rest}`` for the code of the rest; empty for what is usual.
    """

    name: Grade
    scale: Scale
    answers: frozenset[Grade]
    lengths: bool
    counts: str
    plies: Callable[[int], int | None]
    folder: str = ""
    depends_on: str = ""
    reading: str = ""

    def fingerprint(self, rules: Rules) -> str:
        """SHA-256, in hexadecimal, of all that the values of a table follow from."""
        if not self.depends_on:
            return rules.fingerprint
        return hashlib.sha256(f"{rules.canonical_text()}\n{self.depends_on}".encode()).hexdigest()

    def value_of(self, code: int, dtype: npt.DTypeLike) -> Value:
        """The value that a table with codes of a type means by one."""
        outcome = outcome_of(code, rest_of(dtype))
        return Value(outcome, None if outcome == "draw" else self.plies(code))

    def scale_of(self, _unit: Unit) -> Scale:
        """What codes mean while a unit is solved."""
        return self.scale

    def summed(self, subspace: Subspace, statistics: Statistics) -> Summary:
        """What a header says of a table's positions.

        Args:
            statistics: counted over its codes.
        """
        counts = statistics.wins, statistics.draws, statistics.losses
        if not self.lengths:
            return Summary(*counts)
        return Summary(
            *counts,
            statistics.longest_win if statistics.wins else None,
            statistics.longest_loss if statistics.losses else None,
            statistics.by_code,
        )

    def coding(self, dtype: npt.DTypeLike) -> str:
        """How values are coded, in words for whoever opens a table with other software."""
        if not self.lengths:
            return (
                "five entries a byte in base 3, the first the lowest digit: 0 lost, 1 won, 2 drawn; a row "
                "for each block, its places by rank if free points are counted from the last, those that "
                "differ in the last eight only beginning a byte"
            )
        reading = self.reading or f"{self.counts}: odd won, even lost, {{rest}} drawn"
        return reading.format(rest=rest_of(dtype))


def _all_plies(code: int) -> int:
    return code


def _unknown(_code: int) -> None:
    return None


METRICS: dict[Grade, Metric] = {
    metric.name: metric
    for metric in (
        Metric("dtw", scales.DTW, frozenset(("dtw", "wdl")), True, "plies to the end", _all_plies),
        Metric("wdl", scales.WDL, frozenset(("wdl",)), False, "outcomes", _unknown),
        Metric(
            "ultra",
            scales.WDL,
            frozenset(("ultra",)),
            True,
            "grades of draws",
            _unknown,
            folder="ultra",
            reading="0 lost, 1 won, draws by class, distance and direction, {rest} a stable draw",
        ),
    )
}
GRADES = tuple(METRICS)


def metric_of(grade: Grade) -> Metric:
    """The metric of a grade.

    Raises:
        UnknownGrade: there is none.
    """
    try:
        return METRICS[grade]
    except KeyError:
        raise UnknownGrade(grade, GRADES) from None
