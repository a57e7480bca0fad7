"""Solving a work unit: seed its tables, then spread values backwards along quiet moves, level by level."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import Rules
from millbase.solver.layouts import Layout, Load, Values
from millbase.solver.retrograde import seeding_kernels as kernels
from millbase.solver.retrograde.frontier import Frontier, Searcher, Turner
from millbase.solver.retrograde.induction_kernels import finish
from millbase.solver.retrograde.seeding import Seeder, Unsolved
from millbase.solver.retrograde.spreading import Pull, Push
from millbase.solver.scales import DTW, OVER, Codebook, Scale, TooLong
from millbase.solver.threads import PhaseProgress, Workers


def solve_unit(
    rules: Rules,
    unit: tuple[Subspace, ...],
    load: Load,
    *,
    scale: Scale = DTW,
    threads: int | None = None,
    progress: PhaseProgress | None = None,
) -> dict[Subspace, Values]:
    """The tables of a work unit.

    Args:
        unit: as :func:`millbase.solver.subspaces.unit_of` gives it.
        load: gives the codes of a table that the unit's leaving moves lead to.
        scale: what codes mean.
        threads: how many run at once, None for as many as there are cores; the result does not depend on it.
        progress: told the phase, the level and the highest level known to come.

    Returns:
        For each subspace its codes by entry (:mod:`millbase.solver.scales`), as narrow as they all fit.
    """
    with Workers(threads) as workers:
        for width in scale.widths[:-1]:
            try:
                return _solve(Seeder(rules, Codebook(scale, width), load, workers), unit, progress)
            except TooLong:
                continue
        return _solve(Seeder(rules, Codebook(scale, scale.widths[-1]), load, workers), unit, progress)


def _solve(
    seeder: Seeder, unit: tuple[Subspace, ...], progress: PhaseProgress | None
) -> dict[Subspace, Values]:
    tables = []
    for number, subspace in enumerate(unit):
        if progress is not None:
            progress("seeding", number, len(unit))
        tables.append(seeder.seed(Layout.of(seeder.rules.board, subspace)))
    if tables[0].moves.steps and tables[0].moves.quiet is None:
        _induce(seeder, tables, progress)
    return {table.layout.subspace: _kept(seeder, table.values) for table in tables}


def _induce(seeder: Seeder, tables: list[Unsolved], progress: PhaseProgress | None) -> None:
    """Spread values from level to level, between two tables or in the one of a unit that is its own mirror.

    In two tables the same side has the blocks, so that each move of the inner side stays in one. One table
    is spread to by the moves of the side that has its blocks, and what it decides is turned to the
    layout in which those moves arrive.
    """
    workers = seeder.workers
    block = next(table for table in tables if table.layout.block_is_own)
    inner = next((table for table in tables if not table.layout.block_is_own), None)
    pull = Pull(seeder, block)
    turner = Turner(block.layout, workers) if inner is None else None
    push = None if inner is None else Push(seeder, inner)
    searcher = Searcher(workers, tables)
    last = seeder.codebook.last
    for base in _classes(seeder, tables):
        if base:
            for table in tables:
                seeder.note_pending(table, base)
        level, highest = base, _highest(tables)
        while level <= highest and (last is None or level <= last):
            if progress is not None:
                progress("induction", level, highest)
            for frontier in _decided(searcher, inner or block, seeder.codebook, level):
                pull(level, frontier if turner is None else turner.turned(frontier))
            if push is not None:
                for frontier in _decided(searcher, block, seeder.codebook, level):
                    push(level, frontier)
            if level == highest:
                highest = _highest(tables)
            level += 1
    for table in tables:

        def kernel(first: int, last: int, table: Unsolved = table) -> None:
            finish(first, last, table.values, table.counts, table.h.block_size, seeder.codebook.against)

        workers.run(kernel, len(table.h.blocks), table.h.block_size)


def _decided(searcher: Searcher, table: Unsolved, book: Codebook, level: int) -> Iterator[Frontier]:
    for frontier in searcher.frontiers(table, level, bool(book.against[level])):
        if level > book.width.last(level):
            raise TooLong
        yield frontier


def _classes(seeder: Seeder, tables: list[Unsolved]) -> list[int]:
    """The first codes of the classes that entries hold: a move in the unit leads to none of another class."""
    width = seeder.codebook.width
    if width.classes == 1:
        return [OVER]
    held = np.zeros(width.classes, np.bool_)
    for table in tables:

        def kernel(first: int, last: int, table: Unsolved = table) -> npt.NDArray[np.bool_]:
            size = table.h.block_size
            return kernels.hold_classes(first, last, table.values, size, width.room, width.classes)

        held |= np.any(seeder.workers.run(kernel, len(table.h.blocks), table.h.block_size), axis=0)
    return [width.room * int(number) for number in np.flatnonzero(held)]


def _kept(seeder: Seeder, values: Values) -> Values:
    kept = seeder.codebook.kept
    if kept is not None:
        seeder.workers.run(
            lambda first, last: kernels.rate(first, last, values, kept, values), len(values), 1
        )
    return values


def _highest(tables: list[Unsolved]) -> int:
    """The highest code that some entry holds or will, by now."""
    words = np.bitwise_or.reduce([np.bitwise_or.reduce(table.pending, axis=1) for table in tables])
    return tables[0].base + sum(int(word) << 64 * i for i, word in enumerate(words)).bit_length() - 1
