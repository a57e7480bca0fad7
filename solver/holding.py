"""How many moves hold a stable draw: what Malom's files say of it in the place of a distance.

Positions count by classes of symmetry: the moves into a class are weighed with the size of the position's
own class over that of theirs. So a move counts as often as the position after it has symmetries, and all is
divided by those of the position itself.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from millbase.solver import holding_kernels as kernels
from millbase.solver.checking.forward_moves import reach
from millbase.solver.checking.kinds import kinds_of
from millbase.solver.game.material import Subspace
from millbase.solver.grading import LOST, WON, Grading
from millbase.solver.hashing.tables import hash_tables, stabilisers
from millbase.solver.layouts import Layout, Load, Values
from millbase.solver.threads import Workers


def holding_moves(
    grading: Grading, subspace: Subspace, load: Load, workers: Workers
) -> npt.NDArray[np.uint16]:
    """By entry of a table the number of moves that hold a stable draw; 0 for all other values.

    Args:
        subspace: one without stones in hand.
        load: gives the codes of graded tables.
    """
    rules, board = grading.rules, grading.rules.board
    kinds, layout, values = kinds_of(rules, subspace), Layout.of(board, subspace), load(subspace)
    found = np.zeros(layout.size, np.uint16)
    if kinds.step is None or kinds.placement is not None:
        raise ValueError(f"the moves of {subspace} are not steps alone")
    quiet = _reached(grading, subspace, kinds.step, load)
    taking = kinds.step_taking is not None and not kinds.step_taking.lost
    taken = _reached(grading, subspace, kinds.step_taking, load) if taking and kinds.step_taking else quiet
    h, near = hash_tables(layout), reach(board, kinds.flies)
    lines = np.array(board.line_masks, np.uint32)

    def count(first: int, last: int) -> None:
        kernels.count_holding(
            first, last, found, values, h, layout.block_is_own, board.points, near, lines, rules.protected,
            quiet, taking, taken,
        )  # fmt: skip

    workers.run(count, len(h.blocks), 16 * h.block_size)
    return found


def _reached(grading: Grading, mover: Subspace, reached: Subspace, load: Load) -> kernels.Reached:
    layout = Layout.of(grading.rules.board, reached)
    h = hash_tables(layout)
    grades, _ = grading.meaning(reached)
    holds: npt.NDArray[np.bool_] = grades == -grading.worths.of[mover]
    holds[[LOST, WON]] = False
    symmetric: npt.NDArray[np.bool_] = np.logical_or.reduce(stabilisers(h)[1:], axis=0)
    values: Values = load(reached)
    return kernels.Reached(values, h, layout.block_is_own, symmetric, holds)
