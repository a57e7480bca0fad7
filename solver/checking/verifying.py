"""Checking a table independently of the solver: every entry against the values of its successors.

For each entry the legal moves of the side to move are made, forwards, the position after each is looked
up in its table, and the best is taken: a win in one ply more than the quickest loss of the opponent, a
loss in one more than its longest win. The solver works backwards; the two share the hash and no more.

If all tables that a game's positions lead to pass, they are right and not only consistent: suppose some
were not, and take of the wrong entries the one with the least distance, true or stored. That distance
follows from successors with smaller ones, which are right, so it is right too.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from millbase.solver.checking import forward_moves
from millbase.solver.checking import verifying_kernels as kernels
from millbase.solver.checking.forward_moves import NO_EDGES, Edges, Ranks
from millbase.solver.checking.reading import LOST_NOW, draw_of, value_of, widened
from millbase.solver.game.boards import Board
from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import Rules
from millbase.solver.game.values import Value
from millbase.solver.hashing.tables import Hash, hash_tables
from millbase.solver.indexing import images
from millbase.solver.layouts import Layout, Load, Values
from millbase.solver.subspaces import moves_of
from millbase.solver.threads import PhaseProgress, Workers

BLOCKS_IN_SAMPLE = 1000  # at least so many, if as many entries are asked for: one block says little


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
        sample: recompute at least so many entries, in whole blocks drawn at random, instead of all.
        seed: of the sample.
        limit: how many wrong entries to name.
        threads: how many run at once, None for as many as there are cores; the result does not depend on it.
        progress: told what is done (``laying out``, ``checking``), how many entries, and of how many.

    Raises:
        ValueError: ``load`` gives something that cannot be the table asked for.
    """
    with Workers(threads) as workers:
        tables = _Tables(rules, subspace, load, workers, progress)
        checker = _checker(rules, subspace, tables)
        chosen = _blocks(checker.h, sample, seed)
        found = tables.run("checking", partial(checker.check, chosen, limit), len(chosen), checker.h)
    draw = tables.draw
    rows = np.concatenate([rows for _, _, rows in found])[:limit].tolist()
    return Verification(
        sum(checked for checked, _, _ in found),
        sum(wrong for _, wrong, _ in found),
        tuple(
            Wrong(
                entry,
                value_of(int(checker.values[entry]), draw),
                value_of(expected, draw),
                None if twin < 0 else twin,
            )
            for entry, expected, twin in rows
        ),
    )


class _Tables:
    """The tables that a check reads, all of one type, each laid out by the blocks that it needs."""

    def __init__(
        self, rules: Rules, subspace: Subspace, load: Load, workers: Workers, progress: PhaseProgress | None
    ) -> None:
        self._board = rules.board
        self._workers = workers
        self._progress = progress
        moves = moves_of(rules, subspace)
        wanted = {subspace, *moves.targets} | ({subspace.mirror} if moves.steps else set())
        loaded = {table: _fitting(rules.board, table, load(table)) for table in sorted(wanted)}
        self._dtype = max((values.dtype for values in loaded.values()), key=lambda dtype: dtype.itemsize)
        self._values = {table: _as_read(values, self._dtype) for table, values in loaded.items()}
        self.draw = draw_of(self._dtype)

    def laid(self, layout: Layout) -> Values:
        """A table in a layout; empty for a subspace that has no table."""
        if layout.subspace.lost:
            return _read_only(np.empty(0, self._dtype))
        values, stored = self._values[layout.subspace], Layout.of(self._board, layout.subspace)
        if layout == stored:
            return values
        h, source = hash_tables(layout), hash_tables(stored)
        found = np.empty(h.size, self._dtype)
        turned = np.stack([images(h.blocks, tables) for tables in h.images])

        def lay(first: int, last: int) -> None:
            kernels.lay(first, last, found, h, turned, values, source, self._board.points)

        self.run("laying out", lay, len(h.blocks), h)
        return _read_only(found)

    def run(self, name: str, kernel: Callable[[int, int], Any], blocks: int, h: Hash) -> list[Any]:
        """Run a kernel over some blocks of the size of those of ``h``."""
        size, progress = h.block_size, self._progress
        return self._workers.run(
            kernel,
            blocks,
            size,
            None if progress is None else lambda done: progress(name, done * size, blocks * size),
        )


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
    """

    steps: bool
    edges: Edges
    rows: Ranks
    arrived: Hash
    quiet: Values
    taking: int
    left: Hash
    taken: Values


@dataclass(frozen=True)
class _Checker:
    """One table and all that its blocks are checked with."""

    rules: Rules
    block_is_own: bool
    flies: bool
    h: Hash
    values: Values
    draw: int
    stuck: int
    ways: list[_Way]
    twins: Edges
    block_mills: npt.NDArray[np.bool_]

    def check(
        self, chosen: npt.NDArray[np.int64], limit: int, first: int, last: int
    ) -> tuple[int, int, npt.NDArray[np.int64]]:
        """Check the blocks ``chosen[first:last]``: how many entries, how many wrong, and which."""
        h, board = self.h, self.rules.board
        geometry = kernels.Geometry(
            np.array(board.lines, np.uint8),
            np.array(board.symmetries, np.uint8),
            forward_moves.reach(board, self.flies),
        )
        best = np.zeros((last - first, h.block_size), self.values.dtype)
        shared = (first, last, chosen, best, h, geometry, self.draw)
        for way in self.ways:
            if self.block_is_own:
                kernels.try_block(
                    *shared, way.edges, way.rows[0], way.arrived, way.quiet, way.taking,
                    self.rules.protected, way.left, way.taken,
                )  # fmt: skip
            else:
                kernels.try_inner(
                    *shared, way.steps, way.rows, way.arrived, way.quiet, way.taking, way.edges, way.left,
                    way.taken,
                )  # fmt: skip
        faults = np.zeros((limit, 3), np.int64)
        checked, wrong = kernels.compare(
            *shared, self.stuck, self.block_is_own, self.rules.mill_wins, self.block_mills, self.twins,
            self.values, faults,
        )  # fmt: skip
        return checked, wrong, faults[: min(wrong, limit)]


def _checker(rules: Rules, subspace: Subspace, tables: _Tables) -> _Checker:
    board, layout = rules.board, Layout.of(rules.board, subspace)
    h, moves = hash_tables(layout), moves_of(rules, subspace)
    ways = []
    if moves.steps:
        ways.append(_way(rules, layout, tables, subspace.mirror, moves.removal, steps=True))
    if moves.placement is not None:
        ways.append(_way(rules, layout, tables, moves.placement, moves.placement_removal, steps=False))
    drawn = subspace.own + subspace.opp == board.points and rules.full_board == "draw"
    return _Checker(
        rules,
        layout.block_is_own,
        moves.flies,
        h,
        tables.laid(layout),
        tables.draw,
        tables.draw if drawn else LOST_NOW,
        ways,
        forward_moves.stabilisers(board, layout.block_stones),
        forward_moves.in_mills(board, h.blocks) != 0,
    )


def _way(
    rules: Rules, layout: Layout, tables: _Tables, after: Subspace, taken: Subspace | None, *, steps: bool
) -> _Way:
    board, block, inner = rules.board, layout.block_stones, layout.inner_stones
    free = board.points - block
    edges, rows = NO_EDGES, forward_moves.arrivals(free, inner)
    if layout.block_is_own:
        if steps:
            edges = forward_moves.steps(board, block, moves_of(rules, layout.subspace).flies)
        else:
            edges = forward_moves.placements(board, block)
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
        kernels.NOTHING if taken is None else kernels.GAME if taken.lost else kernels.STONE,
        hash_tables(left),
        quiet if taken is None else tables.laid(left),
    )


def _blocks(h: Hash, sample: int | None, seed: int) -> npt.NDArray[np.int64]:
    """The blocks to check."""
    blocks = len(h.blocks)
    if sample is None:
        return np.arange(blocks)
    wanted = min(blocks, max(-(-sample // h.block_size), min(sample, BLOCKS_IN_SAMPLE)))
    return np.sort(np.random.default_rng(seed).choice(blocks, wanted, replace=False))


def _fitting(board: Board, subspace: Subspace, values: Values) -> Values:
    """The values, if they can be those of a table.

    Raises:
        ValueError: they cannot.
    """
    entries = Layout.of(board, subspace).size
    if values.dtype not in (np.uint8, np.uint16) or values.shape != (entries,):
        raise ValueError(
            f"the table {subspace} must be {entries:,} numbers of one or two bytes without a sign, "
            f"not an array of {values.dtype} of shape {values.shape}"
        )
    return values


def _as_read(values: Values, dtype: np.dtype[Any]) -> Values:
    return _read_only(values if values.dtype == dtype else widened(values, dtype))


def _read_only(values: Values) -> Values:
    """The same values, in one piece and not writable: kernels are compiled for that alone."""
    view: Values = np.ascontiguousarray(values).view()
    view.flags.writeable = False
    return view
