"""What a table says as a whole: wins, draws, losses, distances, each position counted once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import Rules
from millbase.solver.hashing.tables import hash_tables, stabilisers
from millbase.solver.indexing import Masks
from millbase.solver.layouts import Layout
from millbase.solver.scales import LOSSES, WINS, rest_of
from millbase.solver.statistics_kernels import histogram
from millbase.solver.threads import Workers


@dataclass(frozen=True)
class Statistics:
    """Counts over canonical positions, for the side to move.

    Attributes:
        by_code: how many positions have the codes 0, 1, 2 … (:mod:`millbase.solver.scales`).
        draws: how many are never decided.
    """

    by_code: tuple[int, ...]
    draws: int

    @property
    def wins(self) -> int:
        """Positions that the side to move wins."""
        return sum(self.by_code[WINS])

    @property
    def losses(self) -> int:
        """Positions that the side to move loses."""
        return sum(self.by_code[LOSSES])

    @property
    def positions(self) -> int:
        """All positions."""
        return sum(self.by_code) + self.draws

    @property
    def longest_win(self) -> int:
        """The code of the longest win; 0 if there is none."""
        return self._longest(WINS)

    @property
    def longest_loss(self) -> int:
        """The code of the longest loss; 0 if there is none."""
        return self._longest(LOSSES)

    def _longest(self, chosen: slice) -> int:
        return max((code for code in range(len(self.by_code))[chosen] if self.by_code[code]), default=0)


def count(
    rules: Rules, subspace: Subspace, values: npt.NDArray[Any], threads: int | None = None
) -> Statistics:
    """Count the positions of a table by value.

    Where a mill ends the game, a position in which the side to move has one does not count: it would have
    won before.

    Args:
        values: codes, shape ``(entries,)``.
    """
    layout = Layout.of(rules.board, subspace)
    h = hash_tables(layout)
    symmetric = stabilisers(h)
    ending = ending_lines(rules)

    def kernel(first: int, last: int) -> npt.NDArray[np.int64]:
        return histogram(
            first, last, values, rest_of(values.dtype), h, symmetric, rules.board.points, ending,
            layout.block_is_own,
        )  # fmt: skip

    with Workers(threads) as workers:
        counts = np.sum(workers.run(kernel, len(h.blocks), h.block_size), axis=0)
    decided = np.flatnonzero(counts[:-1])
    longest = int(decided[-1]) if len(decided) else -1
    return Statistics(tuple(int(n) for n in counts[: longest + 1]), int(counts[-1]))


def ending_lines(rules: Rules) -> Masks:
    """The lines that end the game as mills: nobody is to move with one."""
    return np.array(rules.board.line_masks if rules.mill_wins else (), np.uint32)
