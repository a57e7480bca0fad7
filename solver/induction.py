"""Solving a work unit: seed its tables, then spread values backwards along quiet moves, ply by ply."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from solver import block_moves
from solver.frontier import Frontier, Turner, frontiers
from solver.kernels import induction as kernels
from solver.kernels.ground import ground
from solver.rules import Rules
from solver.seeding import NO_MOVES, WIDTHS, Load, Seeder, Table, TooLong, Values
from solver.subspaces import Subspace
from solver.threads import Workers

Progress = Callable[[str, int, int], None]


def solve_unit(
    rules: Rules,
    unit: tuple[Subspace, ...],
    load: Load,
    *,
    threads: int = 2,
    progress: Progress | None = None,
) -> dict[Subspace, Values]:
    """The tables of a work unit.

    Args:
        unit: as :func:`solver.subspaces.unit_of` gives it.
        load: gives the values of a table that the unit's leaving moves lead to.
        threads: how many run at once; the result does not depend on it.
        progress: told the phase, the level and the highest level known to come.

    Returns:
        For each subspace its values by entry, as :mod:`solver.values` describes them. They are bytes
        unless a distance needs more.
    """
    with Workers(threads) as workers:
        for width in WIDTHS[:-1]:
            try:
                return _solve(Seeder(rules, width, load, workers), unit, progress)
            except TooLong:
                continue
        return _solve(Seeder(rules, WIDTHS[-1], load, workers), unit, progress)


def _solve(
    seeder: Seeder, unit: tuple[Subspace, ...], progress: Progress | None
) -> dict[Subspace, Values]:
    tables = []
    for number, subspace in enumerate(unit):
        if progress is not None:
            progress("seeding", number, len(unit))
        tables.append(seeder.seed(subspace, subspace.block_is_own))
    if tables[0].moves.steps and tables[0].moves.quiet is None:
        _induce(seeder, tables, progress)
    return {table.subspace: table.values for table in tables}


def _induce(seeder: Seeder, tables: list[Table], progress: Progress | None) -> None:
    """Spread values from ply to ply, between two tables or in the one of a unit that is its own mirror.

    In two tables the same side has the blocks, so that each move of the other stays in one. One table
    is spread to by the moves of the side that has its blocks, and what it decides is turned to the
    layout in which those moves arrive.
    """
    width, workers = seeder.width, seeder.workers
    block = next(table for table in tables if table.by_mover)
    inner = next((table for table in tables if not table.by_mover), None)
    pull = _Pull(seeder, block)
    turner = Turner(block.h, seeder.rules.board, workers) if inner is None else None
    push = None if inner is None else _Push(seeder, inner)
    level, highest = 0, _highest(tables)
    while level <= highest:
        if progress is not None:
            progress("induction", level, highest)
        for frontier in _decided(inner or block, seeder, level):
            pull(level, frontier if turner is None else turner.turned(frontier))
        if push is not None:
            for frontier in _decided(block, seeder, level):
                push(level, frontier)
        if level == highest:
            highest = _highest(tables)
        level += 1
    for table in tables:

        def finish(first: int, last: int, table: Table = table) -> None:
            kernels.finish(first, last, table.values, table.counts, table.h.block_size, width.draw)

        workers.run(finish, len(table.h.blocks), table.h.block_size)


def _decided(table: Table, seeder: Seeder, level: int) -> Iterator[Frontier]:
    for frontier in frontiers(table, seeder.workers, level, seeder.width.dtype(level)):
        if level > seeder.width.longest:
            raise TooLong
        yield frontier


def _highest(tables: list[Table]) -> int:
    """The highest value that some entry holds or will, by now."""
    words = np.bitwise_or.reduce([np.bitwise_or.reduce(table.pending, axis=1) for table in tables])
    return sum(int(word) << 64 * i for i, word in enumerate(words)).bit_length() - 1


# What there is to do in a block, in entries looked at for a level: before the first of a frontier, and
# for each.
_WEIGHT_OF_BLOCK = 1 << 8
_WEIGHT_OF_ENTRY = 1 << 6


def _weight(frontier: Frontier, blocks: int) -> int:
    return _WEIGHT_OF_BLOCK + _WEIGHT_OF_ENTRY * len(frontier.sets) // blocks


class _Push:
    """The moves of the side without blocks, each within a block."""

    def __init__(self, seeder: Seeder, table: Table) -> None:
        rules, moves = seeder.rules, table.moves
        stones = int(table.h.blocks[0]).bit_count()
        self._table = table
        self._workers, self._draw = seeder.workers, seeder.width.draw
        self._ground = ground(rules.board, moves.flies)
        self._taking = moves.removal is not None
        takes = block_moves.removals(rules.board, stones, rules.protected) if self._taking else NO_MOVES
        self._takes_start = takes.start

    def __call__(self, level: int, frontier: Frontier) -> None:
        """Spread a portion of what ``level`` decides in the other table to this one."""
        table = self._table

        def kernel(first: int, last: int) -> None:
            kernels.spread_inner(
                first, last, frontier.blocks, table.values, table.counts, table.pending, table.h,
                self._ground, self._draw, level, frontier.starts, frontier.sets, self._taking,
                self._takes_start,
            )  # fmt: skip

        blocks = len(frontier.blocks)
        self._workers.run(kernel, blocks, _weight(frontier, blocks))


class _Pull:
    """The moves of the side that has the blocks, each from one block to another."""

    def __init__(self, seeder: Seeder, table: Table) -> None:
        rules, moves = seeder.rules, table.moves
        self._table = table
        self._workers, self._draw = seeder.workers, seeder.width.draw
        self._ground = ground(rules.board, False)
        self._moves = block_moves.steps(rules.board, table.subspace.own, moves.flies)
        self._taking = moves.removal is not None
        self._protected = rules.protected

    def __call__(self, level: int, frontier: Frontier) -> None:
        """Spread a portion of what ``level`` decides, where these moves arrive, to this table."""
        table = self._table

        def kernel(first: int, last: int) -> None:
            kernels.spread_block(
                first, last, table.values, table.counts, table.pending, table.h, self._ground, self._draw,
                level, frontier.starts, frontier.sets, self._taking, self._protected, self._moves,
            )  # fmt: skip

        blocks = len(table.h.blocks)
        self._workers.run(kernel, blocks, _weight(frontier, blocks))
