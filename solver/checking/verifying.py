"""Checking a table independently of the solver: every entry against the values of its successors.

For each entry the legal moves of the side to move are made, forwards, the position after each is looked
up in its table, and the best is taken: a win in one ply more than the quickest loss of the opponent, a
loss in one more than its longest win. The solver works backwards; the two share the hash and no more, nor
which kinds of move there are. Some hundred entries are judged a second time in plain Python, by the rules as
they can be read (:mod:`millbase.solver.checking.judging`).

If all tables that a game's positions lead to pass, they are right and not only consistent: suppose some
were not, and take of the wrong entries the one with the least distance, true or stored. That distance
follows from successors with smaller ones, which are right, so it is right too.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from millbase.solver.checking import forward_moves
from millbase.solver.checking import verifying_kernels as kernels
from millbase.solver.checking.forward_moves import NO_EDGES, Edges, Ranks
from millbase.solver.checking.judging import judge
from millbase.solver.checking.kinds import Kinds, kinds_of
from millbase.solver.checking.lookup import Tables
from millbase.solver.checking.reading import LOST_NOW, TO_THE_END, Counts, value_of
from millbase.solver.checking.sampling import Sample, sample_of
from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import Rules
from millbase.solver.game.values import Value
from millbase.solver.hashing.tables import Hash, hash_tables
from millbase.solver.layouts import Layout, Load, Values
from millbase.solver.threads import PhaseProgress, Workers

JUDGED = 500  # entries of a table that are judged in plain Python, if it has as many


class Wrong(NamedTuple):
    """A wrong entry.

    Attributes:
        entry: its number.
        stored: what the table says.
        expected: what it must be.
        twin: None if the successors say so; else another entry of the same position, to which they give
            that value.
    """

    entry: int
    stored: Value
    expected: Value
    twin: int | None = None


@dataclass(frozen=True)
class Verification:
    """What :func:`verify_table` found.

    Attributes:
        checked: how many entries were recomputed. All, unless a sample was asked for, or some are
            positions that no game reaches: in three men's morris the side to move may already have a mill.
            If only what was judged in plain Python is wrong, those.
        faults: how many of them are wrong.
        wrong: the first of these.
    """

    checked: int
    faults: int
    wrong: tuple[Wrong, ...]

    @property
    def passed(self) -> bool:
        """Whether nothing is wrong."""
        return self.faults == 0


def verify_table(
    rules: Rules,
    subspace: Subspace,
    load: Load,
    *,
    counts: Counts = TO_THE_END,
    sample: int | None = None,
    seed: int = 0,
    limit: int = 10,
    threads: int | None = None,
    progress: PhaseProgress | None = None,
) -> Verification:
    """Recompute the entries of a table from their successors, and compare.

    Args:
        load: gives the distances of the table itself, of its mirror if quiet moves lead there, and of the
            tables that leaving moves lead to, as :mod:`millbase.solver.checking.reading` describes them;
            asked once for each.
        counts: what their plies are counted to.
        sample: recompute about so many entries, drawn at random, instead of all
            (:func:`millbase.solver.checking.sampling.sample_of`).
        seed: of the sample, and of what is judged in plain Python: 500 of the entries, or all.
        limit: how many wrong entries to name.
        threads: how many run at once, None for as many as there are cores; the result does not depend on it.
        progress: told what is done (``laying out``, ``checking``), how many entries, and of how many.

    Raises:
        ValueError: ``load`` gives something that cannot be the table asked for, or the sample is of none.
    """
    kinds = kinds_of(rules, subspace)
    with Workers(threads) as workers:
        tables = Tables(rules.board, {subspace} | kinds.reached, load, counts, workers, progress)
        checker = _checker(rules, subspace, kinds, tables, counts)
        sample_drawn = sample_of(len(checker.h.blocks), checker.h.block_size, sample, seed)
        check = partial(checker.check, sample_drawn, limit)
        found = tables.run("checking", check, len(sample_drawn.blocks), checker.h)
    draw = tables.draw
    rows = np.concatenate([rows for _, _, rows in found])[:limit].tolist()
    verification = Verification(
        sum(checked for checked, _, _ in found),
        sum(wrong for _, wrong, _ in found),
        tuple(
            Wrong(
                entry,
                value_of(int(checker.values[entry]), draw, counts),
                value_of(expected, draw, counts),
                None if twin < 0 else twin,
            )
            for entry, expected, twin in rows
        ),
    )
    if not verification.passed:
        return verification
    judged = _judged(rules, subspace, tables, sample_drawn.spread(JUDGED, seed), limit, counts)
    return verification if judged.passed else judged


def _judged(
    rules: Rules, subspace: Subspace, tables: Tables, entries: list[int], limit: int, counts: Counts
) -> Verification:
    """What plain Python says of some entries."""
    judged = judge(rules, subspace, tables.value, entries, counts)
    stored = [tables.value(subspace, entry) for entry, _ in judged]
    wrong = [
        Wrong(entry, value, expected)
        for (entry, expected), value in zip(judged, stored, strict=True)
        if value != expected
    ]
    return Verification(len(judged), len(wrong), tuple(wrong[:limit]))


@dataclass(frozen=True)
class _Way:
    """One way of moving, by steps or by placements.

    Attributes:
        steps: whether it is steps.
        edges: of the moves of the block side, or of the removals of its stones by the inner side.
        rows: of the moves of the inner side, or of its placements: where the block side moves, they tell
            which sets leave a point free.
        arrived, quiet: hash and values of the boards after a move, laid out by the same side's blocks.
        taking: what closing a mill takes.
        left, taken: hash and values of the boards after a removal, laid out likewise; those after
            a move where there are no removals, and no values where there is no table.
        second: what closing two mills takes besides.
    """

    steps: bool
    edges: Edges
    rows: Ranks
    arrived: Hash
    quiet: Values
    taking: int
    left: Hash
    taken: Values
    second: kernels.Second


@dataclass(frozen=True)
class _Checker:
    """One table and all that its blocks are checked with."""

    rules: Rules
    block_is_own: bool
    flies: bool
    h: Hash
    values: Values
    draw: int
    counts: Counts
    stuck: int
    ways: list[_Way]
    twins: Edges
    block_mills: npt.NDArray[np.bool_]

    def check(
        self, sample: Sample, limit: int, first: int, last: int
    ) -> tuple[int, int, npt.NDArray[np.int64]]:
        """Check the entries in the blocks ``first`` to ``last`` of a sample.

        Returns:
            How many these are, how many are wrong, and which.
        """
        h, board = self.h, self.rules.board
        geometry = kernels.Geometry(
            np.array(board.lines, np.uint8),
            np.array(board.symmetries, np.uint8),
            forward_moves.reach(board, self.flies),
        )
        best = np.zeros((last - first, h.block_size), self.values.dtype)
        shared = (first, last, sample.blocks, best, h, geometry, self.draw)
        for way in self.ways:
            if self.block_is_own:
                kernels.try_block(
                    *shared, self.counts, way.steps, way.edges, way.rows[0], way.arrived, way.quiet,
                    way.taking, self.rules.protected, way.left, way.taken, way.second,
                )  # fmt: skip
            else:
                kernels.try_inner(
                    *shared, self.counts, way.steps, way.rows, way.arrived, way.quiet, way.taking, way.edges,
                    way.left, way.taken, way.second,
                )  # fmt: skip
        faults = np.zeros((limit, 3), np.int64)
        checked, wrong = kernels.compare(
            *shared, self.stuck, self.block_is_own, self.rules.mill_wins, self.block_mills, self.twins,
            self.values, sample.places, faults,
        )  # fmt: skip
        return checked, wrong, faults[: min(wrong, limit)]


def _checker(rules: Rules, subspace: Subspace, kinds: Kinds, tables: Tables, counts: Counts) -> _Checker:
    board, layout = rules.board, Layout.of(rules.board, subspace)
    h = hash_tables(layout)
    ways = []
    if kinds.step is not None:
        taken = kinds.step_taking, None
        ways.append(_way(rules, layout, tables, kinds.step, taken, steps=True, flies=kinds.flies))
    if kinds.placement is not None:
        takings = kinds.placement_taking, kinds.placement_taking_two
        ways.append(_way(rules, layout, tables, kinds.placement, takings, steps=False, flies=False))
    drawn = subspace.own + subspace.opp == board.points and rules.full_board == "draw"
    return _Checker(
        rules,
        layout.block_is_own,
        kinds.flies,
        h,
        tables.laid(layout),
        tables.draw,
        counts,
        tables.draw if drawn else LOST_NOW,
        ways,
        forward_moves.stabilisers(board, layout.block_stones),
        forward_moves.in_mills(board, h.blocks) != 0,
    )


def _way(
    rules: Rules,
    layout: Layout,
    tables: Tables,
    after: Subspace,
    takings: tuple[Subspace | None, Subspace | None],
    *,
    steps: bool,
    flies: bool,
) -> _Way:
    taken, taken_two = takings
    board, block, inner = rules.board, layout.block_stones, layout.inner_stones
    free = board.points - block
    edges, rows = NO_EDGES, forward_moves.arrivals(free, inner)
    if layout.block_is_own:
        edges = forward_moves.steps(board, block, flies) if steps else forward_moves.placements(board, block)
    else:
        if steps:
            rows = forward_moves.exchanges(free, inner)
        if taken is not None:
            edges = forward_moves.removals(board, block, rules.protected)
    arrived = Layout(board, after, not layout.block_is_own)
    left = arrived if taken is None else Layout(board, taken, not layout.block_is_own)
    quiet = tables.laid(arrived)
    return _Way(
        steps,
        edges,
        rows,
        hash_tables(arrived),
        quiet,
        _taking(taken),
        hash_tables(left),
        quiet if taken is None else tables.laid(left),
        _second(rules, layout, tables, taken_two, left),
    )


def _second(
    rules: Rules, layout: Layout, tables: Tables, taken: Subspace | None, first: Layout
) -> kernels.Second:
    """What two mills take.

    Args:
        taken: the subspace after two stones are taken.
        first: the layout of the boards after one is.
    """
    if taken is None:
        return kernels.Second(kernels.NOTHING, NO_EDGES, hash_tables(first), tables.laid(layout))
    edges = NO_EDGES
    if not layout.block_is_own:
        edges = forward_moves.removals(rules.board, layout.block_stones - 1, rules.protected)
    left = Layout(rules.board, taken, not layout.block_is_own)
    return kernels.Second(_taking(taken), edges, hash_tables(left), tables.laid(left))


def _taking(taken: Subspace | None) -> int:
    return kernels.NOTHING if taken is None else kernels.GAME if taken.lost else kernels.STONE
