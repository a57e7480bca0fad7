"""Spreading what a level decides to the positions before quiet moves, in a unit's one or two tables."""

from __future__ import annotations

import numpy as np

from millbase.solver.game.rules import Rules
from millbase.solver.hashing.ground import Ground, ground
from millbase.solver.retrograde import block_moves
from millbase.solver.retrograde import induction_kernels as kernels
from millbase.solver.retrograde.frontier import Frontier
from millbase.solver.retrograde.seeding import Seeder, Unsolved

# What there is to do in a block, in entries looked at for a level: before the first of a frontier, and
# for each.
_WEIGHT_OF_BLOCK = 1 << 8
_WEIGHT_OF_ENTRY = 1 << 6


def _weight(frontier: Frontier, blocks: int) -> int:
    return _WEIGHT_OF_BLOCK + _WEIGHT_OF_ENTRY * len(frontier.sets) // blocks


class Push:
    """The moves of the inner side, each within a block."""

    def __init__(self, seeder: Seeder, table: Unsolved) -> None:
        rules, moves = seeder.rules, table.moves
        stones = table.layout.block_stones
        self._table = table
        self._workers, self._codebook = seeder.workers, seeder.codebook
        self._ground = ground(rules.board, moves.flies)
        self._taking = moves.removal is not None
        if self._taking:
            takes = block_moves.removals(rules.board, stones, rules.protected)
        else:
            takes = block_moves.none(rules.board, stones)
        self._takes_start = takes.start

    def __call__(self, level: int, frontier: Frontier) -> None:
        """Spread a portion of what ``level`` decides in the other table to this one."""
        table, loses, becomes = self._table, not self._codebook.against[level], self._codebook.becomes(level)

        def kernel(first: int, last: int) -> None:
            kernels.spread_inner(
                first, last, frontier.blocks, table.values, table.counts, table.pending, table.h,
                self._ground, table.base, loses, becomes, frontier.starts, frontier.sets,
                self._taking, self._takes_start,
            )  # fmt: skip

        blocks = len(frontier.blocks)
        self._workers.run(kernel, blocks, _weight(frontier, blocks))


class Pull:
    """The moves of the block side, each from one block to another."""

    def __init__(self, seeder: Seeder, table: Unsolved) -> None:
        self._table = table
        self._workers, self._codebook = seeder.workers, seeder.codebook
        self._ground = ground(seeder.rules.board, False)
        self._moves = _quiet_moves(seeder.rules, table, self._ground)

    def __call__(self, level: int, frontier: Frontier) -> None:
        """Spread a portion of what ``level`` decides, where these moves arrive, to this table."""
        table, loses, becomes = self._table, not self._codebook.against[level], self._codebook.becomes(level)

        def kernel(first: int, last: int) -> None:
            kernels.spread_block(
                first, last, table.values, table.counts, table.pending, table.h, self._ground,
                table.base, loses, becomes, frontier.starts, frontier.sets, self._moves,
            )  # fmt: skip

        blocks = len(table.h.blocks)
        self._workers.run(kernel, blocks, _weight(frontier, blocks))


def _quiet_moves(rules: Rules, table: Unsolved, g: Ground) -> kernels.QuietMoves:
    h = table.h
    steps = block_moves.steps(rules.board, table.layout.block_stones, table.moves.flies)
    removing = (steps.closes > 0) & (table.moves.removal is not None)
    kept = np.ones_like(removing) if rules.protected else ~removing
    start = np.concatenate([[0], np.cumsum(kept)])[steps.start]
    target = steps.target[kept]
    origins = np.empty((len(target), rules.board.points - table.layout.block_stones), np.uint8)
    kernels.trace_all(h.blocks, start, target, steps.symmetry[kept], g, origins)
    return kernels.QuietMoves(start, target, removing[kept], origins)
