"""Metrics: what a table says of its positions, which other metrics that answers, and what files make of it.

A table is of one metric, its grade. ``dtw`` (distance to win) has the plies to the end, ``dtc`` (distance to
conversion) those to the next placement or removal, or to the end. ``wdl`` has the outcome alone, in less
space. ``ultra`` grades draws, and lies beside tables of distances (:mod:`millbase.databases.grades`). What
the codes of each mean and how they follow from one another is its scale (:mod:`millbase.solver.scales`); how
they are stored is the business of :mod:`millbase.databases.codings`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

import numpy.typing as npt

from millbase.databases.errors import UnknownGrade
from millbase.solver import scales
from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import Rules
from millbase.solver.game.values import DRAW, Outcome, Value
from millbase.solver.graph import Unit
from millbase.solver.scales import Scale, conversion_of, outcome_of, rest_of

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
        scale: what codes mean while a unit is solved, in rules, but for grades.
        answers: the grades that such a table does for, its own among them.
        lengths: whether codes are kept as they are. Else outcomes alone.
        counts: what codes count, in words.
        value: the value that a code of a decided position stands for. Given the outcome and the code.
        folder: where the tables lie below the directory of their rules; empty for in it.
        depends_on: what values depend on beside the rules, in words; empty for on nothing.
        reading: what codes are, in words, ``{rest}`` for the code of the rest; empty for what is usual.
    """

    name: Grade
    scale: Callable[[Rules], Scale]
    answers: frozenset[Grade]
    lengths: bool
    counts: str
    value: Callable[[Outcome, int], Value]
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
        return DRAW if outcome == "draw" else self.value(outcome, code)

    @property
    def grades_draws(self) -> bool:
        """Whether codes tell draws apart; who wins, and in how many plies, is in other tables then."""
        return "wdl" not in self.answers

    def scale_of(self, rules: Rules, _unit: Unit) -> Scale:
        """What codes mean while a unit is solved."""
        return self.scale(rules)

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
        reading = self.reading or f"{self.counts}, {{rest}} drawn"
        return reading.format(rest=rest_of(dtype))


def _with_plies(outcome: Outcome, code: int) -> Value:
    return Value(outcome, code)


def _with_conversion(outcome: Outcome, code: int) -> Value:
    return Value(outcome, None, conversion_of(code))


def _alone(outcome: Outcome, _code: int) -> Value:
    return Value(outcome)


def _to_the_end(_rules: Rules) -> Scale:
    return scales.DTW


def _to_a_conversion(rules: Rules) -> Scale:
    return scales.conversions(rules.limit)


def _to_outcomes(rules: Rules) -> Scale:
    """Where moves are limited, what is counted inside a unit are the plies that the limit is of."""
    return scales.WDL if rules.limit is None else scales.conversions(rules.limit)


METRICS: dict[Grade, Metric] = {
    metric.name: metric
    for metric in (
        Metric(
            "dtw",
            _to_the_end,
            frozenset(("dtw", "wdl")),
            True,
            "plies to the end: odd won, even lost",
            _with_plies,
        ),
        Metric(
            "dtc",
            _to_a_conversion,
            frozenset(("dtc", "wdl")),
            True,
            "plies to the next placement or removal or to the end, doubled and for a win one less: odd won, "
            "even lost",
            _with_conversion,
            folder="dtc",
        ),
        Metric("wdl", _to_outcomes, frozenset(("wdl",)), False, "outcomes", _alone),
        Metric(
            "ultra",
            _to_outcomes,
            frozenset(("ultra",)),
            True,
            "grades of draws",
            _alone,
            folder="ultra",
            reading="0 lost, 1 won, draws by class, distance and direction, {rest} a stable draw",
        ),
    )
}
GRADES = tuple(METRICS)
DISTANCES = tuple(metric.name for metric in METRICS.values() if metric.lengths and not metric.grades_draws)


def metrics_in(rules: Rules) -> dict[Grade, Metric]:
    """The metrics that tables of some rules can have.

    Where moves are limited, who wins depends on the plies to the next conversion: no table counts others, and
    those that count these lie where the plies to the end do elsewhere.
    """
    if rules.limit is None:
        return METRICS
    return {"dtc": replace(METRICS["dtc"], folder=""), "wdl": METRICS["wdl"]}


def metric_of(grade: Grade | None, rules: Rules) -> Metric:
    """The metric of a grade, for tables of some rules.

    Args:
        grade: None for plies to the end or, where moves are limited, to the next conversion.

    Raises:
        UnknownGrade: there is none in these rules.
    """
    there = metrics_in(rules)
    if grade is None:
        return next(iter(there.values()))
    try:
        return there[grade]
    except KeyError:
        raise UnknownGrade(grade, tuple(there)) from None
