"""Checking a table of graded draws independently of the solver: every entry against all its moves.

The definition is read here once more (arXiv 1408.0032): the value of a move is how far its result is from the
worth of the subspace at hand, and a distance; the best of them is the value of the position
(:mod:`millbase.solver.checking.grades_reading`). The solver works backwards; the two share the hash alone.

Who wins is compared with a table of distances, which has a check of its own
(:mod:`millbase.solver.checking.verifying`). With that, tables that pass are right and not only consistent:
suppose some were not, and take of the entries that say something wrong those farthest from the worth of their
subspace, true or stored, and of these one with the least distance. It follows from moves that are right.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from millbase.solver.checking import forward_moves
from millbase.solver.checking import grades_kernels as kernels
from millbase.solver.checking.grades_reading import (
    Worth,
    merit,
    merits_of_moves,
    merits_of_values,
    won_game,
)
from millbase.solver.checking.kinds import kinds_of
from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import Rules
from millbase.solver.hashing.tables import hash_tables
from millbase.solver.layouts import Layout, Load, Values
from millbase.solver.threads import PhaseProgress, Workers

_SLICE = 1 << 18  # entries


class GradesReport(NamedTuple):
    """What :func:`verify_grades` found.

    Attributes:
        checked: how many entries.
        wrong: those that do not follow from their moves.
        unlike: those that do not agree with the table of distances who wins.
    """

    checked: int
    wrong: list[int]
    unlike: list[int]

    @property
    def passed(self) -> bool:
        """Whether nothing is wrong."""
        return not self.wrong and not self.unlike


def verify_grades(
    rules: Rules,
    worths: Worth,
    subspace: Subspace,
    codes: Load,
    plies: Load,
    *,
    sample: int | None = None,
    seed: int = 0,
    threads: int | None = None,
    progress: PhaseProgress | None = None,
) -> GradesReport:
    """Recompute the entries of a graded table from their moves, and compare.

    Args:
        worths: of all subspaces of the game.
        codes: gives graded tables: this one, and those that moves lead to.
        plies: gives the distances of this one.
        sample: check about so many entries, drawn at random, instead of all.
        seed: of the sample.
        threads: how many run at once, None for as many as there are cores; the result does not depend on it.
        progress: told how many entries are checked, and of how many.

    Raises:
        ValueError: placements that take two stones are not known here.
    """
    board = rules.board
    kinds, layout = kinds_of(rules, subspace), Layout.of(board, subspace)
    if kinds.placement_taking_two is not None or rules.mill_wins:
        raise ValueError("grades cannot be checked where a placement takes two stones or a mill wins")
    values, distances = codes(subspace), plies(subspace)
    loaded: dict[Subspace, Values] = {subspace: values}

    def after(reached: Subspace | None) -> kernels.After:
        at = layout if reached is None or reached.lost else Layout.of(board, reached)
        if at.subspace not in loaded:
            loaded[at.subspace] = codes(at.subspace)
        merits = merits_of_moves(rules, worths, subspace, at.subspace)
        ends = reached is not None and reached.lost
        return kernels.After(
            reached is not None, ends, loaded[at.subspace], hash_tables(at), at.block_is_own, merits
        )

    ways = (
        (after(kinds.step), after(kinds.step_taking)),
        (after(kinds.placement), after(kinds.placement_taking)),
    )
    worth, win = worths[subspace], won_game(worths)
    full = subspace.own + subspace.opp == board.points and rules.full_board == "draw"
    stuck = merit(0, 0) if full else merit(-win - worth, 0)
    expected = merits_of_values(rules, worths, subspace)
    h, near = hash_tables(layout), forward_moves.reach(board, kinds.flies)
    lines = np.array(board.line_masks, np.uint32)
    chosen = _chosen(layout.size, sample, seed)

    def check(first: int, last: int) -> tuple[list[int], list[int]]:
        entries = chosen(first, last)
        best = np.empty(len(entries), np.int64)
        kernels.best_merits(
            entries, best, h, layout.block_is_own, board.points, near, lines, rules.protected,
            merit(win - worth, 0), ways,
        )  # fmt: skip
        best[best == kernels.NO_MOVE] = stuck
        held = values[entries]
        outcome = np.where(held < 2, held, 2)
        number = distances[entries]
        true = np.where(number == np.iinfo(number.dtype).max, 2, number % 2)
        return entries[expected[held] != best].tolist(), entries[outcome != true].tolist()

    total = layout.size if sample is None else min(sample, layout.size)
    slices = -(-total // _SLICE)
    told = None if progress is None else lambda done: progress("checking", min(done * _SLICE, total), total)
    with Workers(threads) as workers:
        found = workers.run(
            lambda first, last: check(first * _SLICE, min(last * _SLICE, total)), slices, _SLICE, told
        )
    wrong, unlike = ([entry for part in found for entry in part[i]] for i in (0, 1))
    return GradesReport(total, wrong, unlike)


def _chosen(size: int, sample: int | None, seed: int) -> Callable[[int, int], npt.NDArray[np.int64]]:
    if sample is None or sample >= size:
        return lambda first, last: np.arange(first, last)
    drawn = np.sort(np.random.default_rng(seed).integers(0, size, sample))
    return lambda first, last: drawn[first:last]
