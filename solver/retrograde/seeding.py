"""Seeding a table: which kernels run over which solved tables.

A table is seeded from up to three kinds of leaving move: removals after a step, placements,
placements with a removal. :class:`Table` is what a subspace is while its unit is solved.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import Rules
from millbase.solver.hashing.ground import ground
from millbase.solver.hashing.laying import lay
from millbase.solver.hashing.tables import Hash, hash_tables
from millbase.solver.retrograde import block_moves
from millbase.solver.retrograde import seeding_kernels as kernels
from millbase.solver.retrograde.block_moves import BlockMoves
from millbase.solver.retrograde.sizes import Width
from millbase.solver.subspaces import Moves, moves_of
from millbase.solver.threads import Workers

Values = npt.NDArray[Any]  # uint8 or uint16, shape (entries,)
Load = Callable[[Subspace], Values]


class TooLong(Exception):  # noqa: N818 - a signal to solve again, never an error of the user's
    """A distance does not fit the width of the values."""


@dataclass
class Table:
    """A subspace while its unit is solved.

    Attributes:
        by_mover: whether the side to move is the block side.
        values, counts: see :mod:`millbase.solver.retrograde.seeding_kernels`, shape ``(entries,)``.
        pending: see there; of a table whose quiet moves leave the unit nothing is noted.
    """

    subspace: Subspace
    by_mover: bool
    moves: Moves
    h: Hash
    values: Values
    counts: npt.NDArray[np.uint8]
    pending: npt.NDArray[np.uint64]


@dataclass(frozen=True)
class Seeder:
    """Seeds the tables of one unit."""

    rules: Rules
    width: Width
    load: Load
    workers: Workers

    @cached_property
    def _scores(self) -> npt.NDArray[np.int16]:
        scores: npt.NDArray[np.int16] = kernels.scores_before(self.width.draw)
        return scores

    def seed(self, subspace: Subspace, by_mover: bool) -> Table:
        """The table of ``subspace`` with all that its leaving moves give.

        Args:
            by_mover: whether the side to move is to be the block side.

        Raises:
            TooLong: a distance does not fit.
        """
        own, opp = subspace.own, subspace.opp
        block, other = (own, opp) if by_mover else (opp, own)
        h = hash_tables(self.rules.board, block, other)
        table = Table(
            subspace,
            by_mover,
            moves_of(self.rules, subspace),
            h,
            np.full(h.size, self.width.draw - 1, self.width.dtype),
            np.zeros(h.size, np.uint8),
            np.zeros((self.width.words, len(h.blocks) * kernels.runs_of(h.block_size)), np.uint64),
        )
        fold = self._fold_block if by_mover else self._fold_inner
        if table.moves.steps:
            fold(table, block, other, steps=True)
        if table.moves.placement is not None:
            fold(table, block, other, steps=False)
        self._settle(table)
        if self.rules.mill_wins:
            self._lose_to_mills(table)
        if table.moves.steps and table.moves.quiet is None:  # else it is complete
            self._note_pending(table)
        return table

    def _fold_inner(self, table: Table, block: int, other: int, *, steps: bool) -> None:
        board = self.rules.board
        removal = table.moves.removal if steps else table.moves.placement_removal
        arriving = other if steps else other + 1
        taking = _taking(removal)
        takes = block_moves.removals(board, block, self.rules.protected) if taking else NO_MOVES
        target = hash_tables(board, block - 1, arriving) if taking else table.h
        taken = self._loaded(removal, by_mover=True)
        plain = self._loaded(table.moves.quiet if steps else table.moves.placement, by_mover=True)
        arrive = hash_tables(board, block, arriving)
        near = ground(board, table.moves.flies)

        def kernel(first: int, last: int) -> None:
            kernels.seed_inner(
                first, last, table.values, table.counts, table.h, near, self.width.draw, self._scores, steps,
                arrive, taking, takes, (target, taken), plain,
            )  # fmt: skip

        self.workers.run(kernel, len(table.h.blocks), table.h.block_size)

    def _fold_block(self, table: Table, block: int, other: int, *, steps: bool) -> None:
        board = self.rules.board
        removal = table.moves.removal if steps else table.moves.placement_removal
        if steps:
            moves = block_moves.steps(board, block, table.moves.flies)
        else:
            moves = block_moves.placements(board, block)
        taking = _taking(removal)
        arrive = hash_tables(board, block if steps else block + 1, other)
        harvested = self._harvest(arrive, removal, other) if taking else self._loaded(None, False)
        plain = self._loaded(table.moves.quiet if steps else table.moves.placement, by_mover=False)
        here = ground(board, False)

        def kernel(first: int, last: int) -> None:
            kernels.seed_block(
                first, last, table.values, table.counts, table.h, here, self.width.draw, self._scores, steps,
                moves, arrive, harvested, taking, plain,
            )  # fmt: skip

        self.workers.run(kernel, len(table.h.blocks), table.h.block_size)

    def _harvest(self, arrive: Hash, removal: Subspace | None, other: int) -> Values:
        board = self.rules.board
        block = int(arrive.blocks[0]).bit_count()
        fewer = hash_tables(board, block, other - 1)
        taken = self._loaded(removal, by_mover=False)
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

    def _loaded(self, subspace: Subspace | None, by_mover: bool) -> Values:
        """A solved table's values, of this unit's type, laid out by the blocks of the side asked for."""
        if subspace is None or subspace.lost:
            return np.empty(0, self.width.dtype)
        values = _widened(self.load(subspace), self.width)
        if subspace.block_is_own == by_mover:
            return values
        block, other = (
            (subspace.own, subspace.opp) if by_mover else (subspace.opp, subspace.own)
        )
        h = hash_tables(self.rules.board, block, other)
        source = hash_tables(self.rules.board, other, block)
        found = np.empty(h.size, values.dtype)

        def kernel(first: int, last: int) -> None:
            part = found[first * h.block_size : last * h.block_size]
            lay(first, last, part, h, values, source, self.rules.board.points)

        self.workers.run(kernel, len(h.blocks), h.block_size)
        return found

    def _settle(self, table: Table) -> None:
        full = table.subspace.own + table.subspace.opp == self.rules.board.points
        stuck = self.width.draw if full and self.rules.full_board == "draw" else 0

        def kernel(first: int, last: int) -> None:
            kernels.settle(
                first, last, table.values, table.counts, table.h.block_size, self.width.draw, stuck
            )

        self.workers.run(kernel, len(table.h.blocks), table.h.block_size)

    def _lose_to_mills(self, table: Table) -> None:
        here = ground(self.rules.board, False)

        def kernel(first: int, last: int) -> None:
            kernels.lose_to_mills(first, last, table.values, table.counts, table.h, here, table.by_mover)

        self.workers.run(kernel, len(table.h.blocks), table.h.block_size)

    def _note_pending(self, table: Table) -> None:
        def kernel(first: int, last: int) -> None:
            kernels.note_pending(
                first, last, table.values, table.counts, table.h.block_size, self.width.draw,
                table.pending,
            )  # fmt: skip

        self.workers.run(kernel, len(table.h.blocks), table.h.block_size)


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
