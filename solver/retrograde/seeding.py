"""Seeding a table: which kernels run over which solved tables.

A table is seeded from up to four kinds of leaving move: removals after a step, placements, placements
with a removal, placements with two. :class:`Unsolved` is what a table is while its unit is solved.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import Rules
from millbase.solver.hashing.compiling import Flags
from millbase.solver.hashing.ground import ground
from millbase.solver.hashing.laying import lay
from millbase.solver.hashing.tables import Hash, hash_tables
from millbase.solver.layouts import Layout, Load, Values
from millbase.solver.retrograde import block_moves
from millbase.solver.retrograde import seeding_kernels as kernels
from millbase.solver.scales import NOTHING, OVER, Codebook, TooLong
from millbase.solver.subspaces import Moves, moves_of
from millbase.solver.threads import Workers


@dataclass
class Unsolved:
    """A table while its unit is solved.

    Attributes:
        values, counts: see :mod:`millbase.solver.retrograde.seeding_kernels`, shape ``(entries,)``.
        pending: see there; of a table whose quiet moves leave the unit nothing is noted.
        base: the first code of the class that is noted in it.
    """

    layout: Layout
    moves: Moves
    values: Values
    counts: npt.NDArray[np.uint8]
    pending: npt.NDArray[np.uint64]
    base: int = 0

    @cached_property
    def h(self) -> Hash:
        """The hash of its layout."""
        return hash_tables(self.layout)


@dataclass(frozen=True)
class Seeder:
    """Seeds the tables of one unit."""

    rules: Rules
    codebook: Codebook
    load: Load
    workers: Workers

    def seed(self, layout: Layout) -> Unsolved:
        """The table of a subspace, in a layout, with all that its leaving moves give.

        Raises:
            TooLong: a code does not fit.
        """
        width = self.codebook.width
        runs = layout.blocks * kernels.runs_of(layout.block_size)
        table = Unsolved(
            layout,
            moves_of(self.rules, layout.subspace),
            self._filled(layout, NOTHING),
            np.zeros(layout.size, np.uint8),
            np.zeros((width.words, runs), np.uint64),
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
            self.note_pending(table, OVER)
        return table

    def _filled(self, layout: Layout, number: int) -> Values:
        """A table of equal numbers, each part of it first touched by the thread that writes it."""
        found = np.empty(layout.size, self.codebook.width.dtype)

        def fill(first: int, last: int) -> None:
            found[first:last] = number

        self.workers.run(fill, layout.size, 1)
        return found

    def _fold_inner(self, table: Unsolved, after: Subspace, *, steps: bool) -> None:
        """Fold in the moves of the inner side; after them, in ``after``, the block side is to move."""
        board, moves = self.rules.board, table.moves
        arrive = hash_tables(Layout(board, after, True))
        one = self._removals(table, moves.removal if steps else moves.placement_removal, arrive)
        two = self._removals(table, None if steps else moves.placement_removals, arrive)
        plain = self._loaded(moves.quiet if steps else moves.placement, block_is_own=True, quiet=steps)
        near = ground(board, moves.flies)

        def kernel(first: int, last: int) -> None:
            kernels.seed_inner(
                first, last, table.values, table.counts, table.h, near, steps, arrive,
                self.codebook.ending, one, two, plain,
            )  # fmt: skip

        self.workers.run(kernel, table.layout.blocks, table.layout.block_size)

    def _removals(self, table: Unsolved, after: Subspace | None, arrive: Hash) -> kernels.Removals:
        """What closing mills takes of the block side: as many stones as are missing ``after`` it."""
        board, stones = self.rules.board, table.layout.block_stones
        values = self._loaded(after, block_is_own=True)
        if after is None:
            return kernels.Removals(_taking(after), block_moves.none(board, stones), arrive, values)
        takes = block_moves.removals if stones - after.own == 1 else block_moves.removals_of_two
        target = hash_tables(Layout(board, after, True))
        return kernels.Removals(_taking(after), takes(board, stones, self.rules.protected), target, values)

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
        one = two = np.empty(0, self.codebook.width.dtype)
        if removal is not None:
            one = two = self._harvest(arrive, removal)
        if not steps and moves.placement_removals is not None:
            two = self._harvest_two(arrive, moves.placement_removals, one)
        plain = self._loaded(moves.quiet if steps else moves.placement, block_is_own=False, quiet=steps)
        here = ground(board, False)

        def kernel(first: int, last: int) -> None:
            kernels.seed_block(
                first, last, table.values, table.counts, table.h, here, steps, edges, arrive, (one, two),
                _taking(removal), plain,
            )  # fmt: skip

        self.workers.run(kernel, table.layout.blocks, table.layout.block_size)

    def _harvest(self, arrive: Hash, removal: Subspace) -> Values:
        with_mill = block_moves.in_mills(self.rules.board, arrive.blocks) != 0
        return self._harvested(kernels.harvest, arrive, removal, with_mill)

    def _harvest_two(self, arrive: Hash, removals: Subspace, one: Values) -> Values:
        with_crossing = block_moves.in_two_mills(self.rules.board, arrive.blocks) != 0
        return self._harvested(kernels.harvest_two, arrive, removals, with_crossing, one)

    def _harvested(
        self, harvest: Callable[..., None], arrive: Hash, removal: Subspace, chosen: Flags, *one: Values
    ) -> Values:
        """What a kernel finds that takes stones where the block side closes mills, in the blocks chosen."""
        board = self.rules.board
        fewer = hash_tables(Layout(board, removal, False))
        taken = self._loaded(removal, block_is_own=False)
        # Zeros cost nothing here, and what a mistake in the geometry leaves out is always the same then.
        found = np.zeros(arrive.size, self.codebook.width.dtype)
        here = ground(board, False)

        def kernel(first: int, last: int) -> None:
            harvest(
                first, last, found, arrive, here, _taking(removal), self.codebook.ending,
                self.rules.protected, chosen, *one, fewer, taken,
            )  # fmt: skip

        self.workers.run(kernel, len(arrive.blocks), arrive.block_size)
        return found

    def _loaded(self, subspace: Subspace | None, block_is_own: bool, *, quiet: bool = False) -> Values:
        """How good it is to move to a solved table, laid out by the blocks of the side asked for.

        Args:
            quiet: whether the moves are steps that remove nothing.

        Raises:
            TooLong: a code would not fit a move earlier.
        """
        if subspace is None or subspace.lost:
            return np.empty(0, self.codebook.width.dtype)
        stored = Layout.of(self.rules.board, subspace)
        wanted = Layout(self.rules.board, subspace, block_is_own)
        return lay(self._rated(subspace, quiet), stored, wanted, self.workers)

    def _rated(self, subspace: Subspace, quiet: bool) -> Values:
        codes = self.load(subspace)
        gains = self.codebook.gains(subspace, codes.dtype, quiet=quiet)
        found = np.empty(len(codes), self.codebook.width.dtype)

        def kernel(first: int, last: int) -> bool:
            return kernels.rate(first, last, codes, gains, found)

        if not all(self.workers.run(kernel, len(codes), 1)):
            raise TooLong
        return found

    def _settle(self, table: Unsolved) -> None:
        subspace, book = table.layout.subspace, self.codebook
        full = subspace.own + subspace.opp == self.rules.board.points
        stuck = book.width.rest if full and self.rules.full_board == "draw" else OVER

        def kernel(first: int, last: int) -> None:
            kernels.settle(
                first, last, table.values, table.counts, table.layout.block_size, book.codes, book.even, stuck
            )

        self.workers.run(kernel, table.layout.blocks, table.layout.block_size)

    def _lose_to_mills(self, table: Unsolved) -> None:
        here, block_is_own = ground(self.rules.board, False), table.layout.block_is_own

        def kernel(first: int, last: int) -> None:
            kernels.lose_to_mills(first, last, table.values, table.counts, table.h, here, block_is_own)

        self.workers.run(kernel, table.layout.blocks, table.layout.block_size)

    def note_pending(self, table: Unsolved, base: int) -> None:
        """Note what entries hold of the class that begins with ``base``."""
        table.base = base
        table.pending[:] = 0

        def kernel(first: int, last: int) -> None:
            kernels.note_pending(
                first, last, table.values, table.counts, table.layout.block_size, self.codebook.against,
                table.pending, base,
            )  # fmt: skip

        self.workers.run(kernel, table.layout.blocks, table.layout.block_size)


def _taking(removal: Subspace | None) -> int:
    return 0 if removal is None else 2 if removal.lost else 1
