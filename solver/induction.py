"""Solving a work unit: seed its tables, then spread values backwards along quiet moves, ply by ply."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from solver import block_moves
from solver.block_moves import BlockMoves
from solver.kernels import induction as kernels
from solver.kernels.ground import Ground, ground
from solver.rules import Rules
from solver.seeding import NO_MOVES, WIDTHS, Load, Seeder, Table, TooLong, Values, Width
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
        if len(tables) == 1:
            tables.append(seeder.transposed(tables[0]))
        _induce(seeder, tables, progress)
    return {table.subspace: table.values for table in tables[: len(unit)]}


@dataclass(frozen=True)
class _Sides:
    """The two tables of a unit and how each side moves between them."""

    block: Table  # the block side to move
    inner: Table  # the other side to move
    near: Ground
    moves: BlockMoves
    takes: BlockMoves
    protected: bool


def _induce(seeder: Seeder, tables: list[Table], progress: Progress | None) -> None:
    rules, width, workers = seeder.rules, seeder.width, seeder.workers
    block, inner = sorted(tables, key=lambda table: not table.by_mover)
    h = block.h
    stones = block.subspace.own
    sides = _Sides(
        block,
        inner,
        ground(rules.board, inner.moves.flies),
        block_moves.steps(rules.board, stones, block.moves.flies),
        block_moves.removals(rules.board, stones, rules.protected) if inner.moves.removal else NO_MOVES,
        rules.protected,
    )
    level = 0
    while level <= (highest := _highest(tables)):
        if highest > width.longest:
            raise TooLong
        if progress is not None:
            progress("induction", level, highest)
        _pull(sides, workers, width, level)
        _spread(sides, workers, width, level)
        level += 1
    for table in tables:

        def finish(first: int, last: int, table: Table = table) -> None:
            kernels.finish(first, last, table.values, table.counts, h.block_size, width.draw)

        workers.run(finish, len(h.blocks), h.block_size)


def _highest(tables: list[Table]) -> int:
    """The highest value that some entry holds or will."""
    words = np.bitwise_or.reduce([np.bitwise_or.reduce(table.pending, axis=0) for table in tables])
    return sum(int(word) << 64 * i for i, word in enumerate(words)).bit_length() - 1


def _has(table: Table, level: int) -> bool:
    held = table.pending[:, level >> 6] >> np.uint64(level & 63) & np.uint64(1)
    return bool(held.any())


def _spread(sides: _Sides, workers: Workers, width: Width, level: int) -> None:
    source, table = sides.block, sides.inner
    if not _has(source, level):
        return
    taking = table.moves.removal is not None

    def kernel(first: int, last: int) -> None:
        kernels.spread_inner(
            first, last, table.values, table.counts, table.pending, table.h, sides.near, width.draw,
            level, width.dtype(level), source.values, source.counts, source.pending, taking,
            sides.takes.start,
        )  # fmt: skip

    workers.run(kernel, len(table.h.blocks), table.h.block_size)


def _pull(sides: _Sides, workers: Workers, width: Width, level: int) -> None:
    source, table = sides.inner, sides.block
    if not _has(source, level):
        return
    h = table.h
    blocks = len(h.blocks)
    lengths = np.zeros(blocks, np.int64)

    def gather(first: int, last: int) -> npt.NDArray[np.uint32]:
        found: npt.NDArray[np.uint32] = kernels.gather_level(
            first, last, source.values, source.counts, source.pending, level, width.dtype(level),
            h.places, lengths,
        )  # fmt: skip
        return found

    frontier = np.concatenate(workers.run(gather, blocks, h.block_size))
    starts: npt.NDArray[np.int64] = np.zeros(blocks + 1, np.int64)
    np.cumsum(lengths, out=starts[1:])
    taking = table.moves.removal is not None

    def kernel(first: int, last: int) -> None:
        kernels.spread_block(
            first, last, table.values, table.counts, table.pending, h, sides.near, width.draw, level,
            starts, frontier, taking, sides.protected, sides.moves,
        )  # fmt: skip

    workers.run(kernel, blocks, h.block_size)
