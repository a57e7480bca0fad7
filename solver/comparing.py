"""What changes from one table of a subspace to another: outcomes, each position counted once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import Rules
from millbase.solver.game.values import Outcome
from millbase.solver.hashing.compiling import Numbers
from millbase.solver.hashing.tables import hash_tables, stabilisers
from millbase.solver.layouts import Layout, Values
from millbase.solver.scales import DRAWN, LOST, WON, by_outcome
from millbase.solver.statistics import ending_lines
from millbase.solver.statistics_kernels import count_pairs
from millbase.solver.threads import Workers

Read = Callable[[int, int], Values]  # the codes of entries, from the first up to, and without, the last


class Kind(NamedTuple):
    """An outcome before and after, for the side to move."""

    before: Outcome
    after: Outcome

    def __str__(self) -> str:
        return f"{self.before} to {self.after}"


_NUMBERS: dict[Outcome, int] = {"loss": LOST, "win": WON, "draw": DRAWN}
# In the order in which the literature has them.
CHANGES = (
    Kind("draw", "loss"),
    Kind("draw", "win"),
    Kind("loss", "draw"),
    Kind("win", "draw"),
    Kind("loss", "win"),
    Kind("win", "loss"),
)
KINDS = (*CHANGES, *(Kind(outcome, outcome) for outcome in _NUMBERS))


@dataclass(frozen=True)
class Comparison:
    """How many canonical positions have which outcomes in two tables.

    Attributes:
        counts: by kind, all of :data:`KINDS`.
        entries: the first entry of each change that there is.
    """

    counts: Mapping[Kind, int]
    entries: Mapping[Kind, int]

    @classmethod
    def of_equals(cls, wins: int, draws: int, losses: int) -> Comparison:
        """A table and itself, of which the counts are known."""
        same: dict[Outcome, int] = {"win": wins, "draw": draws, "loss": losses}
        counts = {kind: same[kind.before] if kind.before == kind.after else 0 for kind in KINDS}
        return cls(counts, {})

    @property
    def positions(self) -> int:
        """All positions."""
        return sum(self.counts.values())

    @property
    def changed(self) -> int:
        """Those of another outcome."""
        return sum(self.counts[kind] for kind in CHANGES)

    def before(self, outcome: Outcome) -> int:
        """Those that have an outcome in the first table."""
        return sum(count for kind, count in self.counts.items() if kind.before == outcome)

    def after(self, outcome: Outcome) -> int:
        """Those that have an outcome in the second table."""
        return sum(count for kind, count in self.counts.items() if kind.after == outcome)


def total(comparisons: Iterable[Comparison]) -> Comparison:
    """The counts of several subspaces together; entries of different ones say nothing."""
    found = list(comparisons)
    return Comparison({kind: sum(one.counts[kind] for one in found) for kind in KINDS}, {})


def compare(
    rules: Rules,
    subspace: Subspace,
    before: Read,
    after: Read,
    *,
    threads: int | None = None,
    advanced: Callable[[int], None] | None = None,
) -> Comparison:
    """Compare two tables of a subspace, of whatever metric: a piece of each at a time.

    Args:
        rules: of either table; of both it only matters whether a mill ends the game.
        before, after: read codes of the two tables; on several threads.
        threads: how many read and compare; None for as many as there are cores.
        advanced: told now and then how many entries are done.
    """
    layout = Layout.of(rules.board, subspace)
    h = hash_tables(layout)
    size, symmetric, ending = h.block_size, stabilisers(h), ending_lines(rules)

    def kernel(first: int, last: int) -> tuple[Numbers, Numbers]:
        counts, entries = np.zeros(9, np.int64), np.full(9, -1)
        one, other = (read(first * size, last * size) for read in (before, after))
        rows = by_outcome(one.dtype, 3 * LOST, 3 * WON, 3 * DRAWN)
        columns = by_outcome(other.dtype, LOST, WON, DRAWN)
        count_pairs(
            first, last, one, other, rows, columns, h, symmetric, rules.board.points, ending,
            layout.block_is_own, counts, entries,
        )  # fmt: skip
        return counts, entries

    told = None if advanced is None else lambda blocks: advanced(blocks * size)
    with Workers(threads) as workers:
        slices = workers.run(kernel, len(h.blocks), size, told)
    by_kind = {kind: 3 * _NUMBERS[kind.before] + _NUMBERS[kind.after] for kind in KINDS}
    counts = {kind: sum(int(found[number]) for found, _ in slices) for kind, number in by_kind.items()}
    firsts = {kind: [int(found[by_kind[kind]]) for _, found in slices] for kind in CHANGES if counts[kind]}
    return Comparison(counts, {kind: min(n for n in found if n >= 0) for kind, found in firsts.items()})
