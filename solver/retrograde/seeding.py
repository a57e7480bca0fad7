"""Seeding a table: which kernels run over which solved tables.

A table is seeded from up to three kinds of leaving move: removals after a step, placements,
placements with a removal. :class:`Unsolved` is what a table is while its unit is solved.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import Rules
from millbase.solver.hashing.ground import ground
from millbase.solver.hashing.laying import lay
from millbase.solver.hashing.tables import Hash, hash_tables
from millbase.solver.layouts import Layout, Load, Values
from millbase.solver.retrograde import block_moves
from millbase.solver.retrograde import seeding_kernels as kernels
from millbase.solver.retrograde.block_moves import BlockMoves
from millbase.solver.retrograde.sizes import Width
from millbase.solver.subspaces import Moves, moves_of
from millbase.solver.threads import Workers


class TooLong(Exception):  # noqa: N818 - a signal to solve again, never an error of the user's
    """A distance does not fit the width of the values."""


@dataclass
class Unsolved:
    """A table while its unit is solved.

    Attributes:
        values, counts: see :mod:`millbase.solver.retrograde.seeding_kernels`, shape ``(entries,)``.
        pending: see there; of a table whose quiet moves leave the unit nothing is noted.
    """

    layout: Layout
    moves: Moves
    values: Values
    counts: npt.NDArray[np.uint8]
    pending: npt.NDArray[np.uint64]

    @cached_property
    def h(self) -> Hash:
        """The hash of its layout."""
        return hash_tables(self.layout)


@dataclass(frozen=True)
class Seeder:
    """Seeds the tables of one unit."""

    rules: Rules
    width: Width
    load: Load
    workers: Workers

    @cached_property
    def _scores(self) -> npt.NDArray[np.int16]:
        return kernels.scores_before(self.width.draw)

    def seed(self, layout: Layout) -> Unsolved:
        """The table of a subspace, in a layout, with all that its leaving moves give.

        Raises:
            TooLong: a distance does not fit.
        """
        runs = layout.blocks * kernels.runs_of(layout.block_size)
        table = Unsolved(
            layout,
            moves_of(self.rules, layout.subspace),
            np.full(layout.size, self.width.draw - 1, self.width.dtype),
            np.zeros(layout.size, np.uint8),
            np.zeros((self.width.words, runs), np.uint64),
        )
        fold = self._fold_block if layout.block_is_own else self._fold_inner
        if table.moves.steps:
            fold(table, layout.subspace.mirror, steps=True)
        if table.moves.placement is not None:
            fold(table, table.moves.placement, steps=False)
        self._settle(table)
        if self.rules.mill_wins:
            self._lose_to_mills(table)
        if table.moves.steps and table.moves.quiet is None:  # else it is complete
            self._note_pending(table)
        return table

    def _fold_inner(self, table: Unsolved, after: Subspace, *, steps: bool) -> None:
        """Fold in the moves of the inner side; after them, in ``after``, the block side is to move."""
        board, moves = self.rules.board, table.moves
        removal = moves.removal if steps else moves.placement_removal
        taking = _taking(removal)
        arrive = target = hash_tables(Layout(board, after, True))
        takes = NO_MOVES
        if removal is not None:
            takes = block_moves.removals(board, table.layout.block_stones, self.rules.protected)
            target = hash_tables(Layout(board, removal, True))
        taken = self._loaded(removal, block_is_own=True)
        plain = self._loaded(moves.quiet if steps else moves.placement, block_is_own=True)
        near = ground(board, moves.flies)

        def kernel(first: int, last: int) -> None:
            kernels.seed_inner(
                first, last, table.values, table.counts, table.h, near, self.width.draw, self._scores, steps,
                arrive, taking, takes, (target, taken), plain,
            )  # fmt: skip

        self.workers.run(kernel, table.layout.blocks, table.layout.block_size)

    def _fold_block(self, table: Unsolved, after: Subspace, *, steps: bool) -> None:
        """Fold in the moves of the block side; after them, in ``after``, the inner side is to move."""
        board, moves = self.rules.board, table.moves
        removal = moves.removal if steps else moves.placement_removal
        stones = table.layout.block_stones
        if steps:
            edges = block_moves.steps(board, stones, moves.flies)
        else:
            edges = block_moves.placements(board, stones)
        arrive = hash_tables(Layout(board, after, False))
        harvested = np.empty(0, self.width.dtype) if removal is None else self._harvest(arrive, removal)
        plain = self._loaded(moves.quiet if steps else moves.placement, block_is_own=False)
        here = ground(board, False)

        def kernel(first: int, last: int) -> None:
            kernels.seed_block(
                first, last, table.values, table.counts, table.h, here, self.width.draw, self._scores, steps,
                edges, arrive, harvested, _taking(removal), plain,
            )  # fmt: skip

        self.workers.run(kernel, table.layout.blocks, table.layout.block_size)

    def _harvest(self, arrive: Hash, removal: Subspace) -> Values:
        board = self.rules.board
        fewer = hash_tables(Layout(board, removal, False))
        taken = self._loaded(removal, block_is_own=False)
        found = np.empty(arrive.size, self.width.dtype)
        here = ground(board, False)
        with_mill = block_moves.in_mills(board, arrive.blocks) != 0

        def kernel(first: int, last: int) -> None:
            kernels.harvest(
                first, last, found, arrive, here, self.width.draw, self._scores, _taking(removal),
                self.rules.protected, with_mill, fewer, taken,
            )  # fmt: skip

        self.workers.run(kernel, len(arrive.blocks), arrive.block_size)
        return found

    def _loaded(self, subspace: Subspace | None, block_is_own: bool) -> Values:
        """A solved table's values, of this unit's type, laid out by the blocks of the side asked for."""
        if subspace is None or subspace.lost:
            return np.empty(0, self.width.dtype)
        values = _widened(self.load(subspace), self.width)
        stored = Layout.of(self.rules.board, subspace)
        return lay(values, stored, Layout(self.rules.board, subspace, block_is_own), self.workers)

    def _settle(self, table: Unsolved) -> None:
        subspace = table.layout.subspace
        full = subspace.own + subspace.opp == self.rules.board.points
        stuck = self.width.draw if full and self.rules.full_board == "draw" else 0

        def kernel(first: int, last: int) -> None:
            kernels.settle(
                first, last, table.values, table.counts, table.layout.block_size, self.width.draw, stuck
            )

        self.workers.run(kernel, table.layout.blocks, table.layout.block_size)

    def _lose_to_mills(self, table: Unsolved) -> None:
        here, block_is_own = ground(self.rules.board, False), table.layout.block_is_own

        def kernel(first: int, last: int) -> None:
            kernels.lose_to_mills(first, last, table.values, table.counts, table.h, here, block_is_own)

        self.workers.run(kernel, table.layout.blocks, table.layout.block_size)

    def _note_pending(self, table: Unsolved) -> None:
        def kernel(first: int, last: int) -> None:
            kernels.note_pending(
                first, last, table.values, table.counts, table.layout.block_size, self.width.draw,
                table.pending,
            )  # fmt: skip

        self.workers.run(kernel, table.layout.blocks, table.layout.block_size)


NO_MOVES = BlockMoves(
    np.zeros(1, np.int64), np.zeros(0, np.uint8), np.zeros(0, np.uint8),
    np.zeros(0, np.uint32), np.zeros(0, np.uint8), np.zeros(0, np.bool_),
)  # fmt: skip


def _taking(removal: Subspace | None) -> int:
    return 0 if removal is None else 2 if removal.lost else 1


def _widened(values: Values, width: Width) -> Values:
    """Values of a solved table in the type of this unit.

    Raises:
        TooLong: a distance would not fit one ply further on.
    """
    draw = np.iinfo(values.dtype).max
    # One more, and a draw becomes 0.
    longest = max((int((part + 1).max()) - 1 for part in _parts(values)), default=0)
    if longest >= width.longest:
        raise TooLong
    if values.dtype == width.dtype:
        return values
    wide = values.astype(width.dtype)
    wide[values == draw] = width.draw
    return wide


def _parts(values: Values) -> list[Values]:
    return [values[start : start + (1 << 20)] for start in range(0, len(values), 1 << 20)]
