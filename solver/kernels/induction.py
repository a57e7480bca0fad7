"""Kernels of the induction: finding what a level decides, and spreading it to the moves that lead there.

Written flat on purpose. In an innermost loop a call that passes arrays costs more than the loop's
own work (reference counts), so tables are taken out of their tuples first and ranks are spelled out.
"""

from __future__ import annotations

import numpy as np

from solver.hashing import free_points, jit, lowest
from solver.kernels.ground import OFF, fill_tables, map_from, survey, survey_lines
from solver.kernels.seeding import SAFE

_RUN = 64  # entries that are looked at together for one of a level


@jit
def gather_level(first, last, values, counts, pending, level, mark, places, lengths):  # type: ignore[no-untyped-def]
    """The compressed sets of the final entries that hold ``level``, block by block.

    Args:
        mark: the level as a number of the values' own type, which makes looking for it cheap.
        lengths: is given their number for each block.
    """
    size = len(places)
    most = 0
    for block in range(first, last):
        if pending[block, level >> 6] >> np.uint64(level & 63) & np.uint64(1):
            row = values[block * size : (block + 1) * size]
            for r in range(size):
                most += row[r] == mark
    frontier = np.empty(most, np.uint32)
    n = 0
    for block in range(first, last):
        begun = n
        if pending[block, level >> 6] >> np.uint64(level & 63) & np.uint64(1):
            base, end_of_block = block * size, (block + 1) * size
            row, row_counts = values[base:end_of_block], counts[base:end_of_block]
            for start in range(0, size, _RUN):
                end = min(start + _RUN, size)
                hit = False
                for r in range(start, end):
                    hit |= row[r] == mark
                if hit:
                    for r in range(start, end):
                        if row[r] == mark and (level & 1 or row_counts[r] == 0):
                            frontier[n] = places[r]
                            n += 1
        lengths[block] = n - begun
    return frontier[:n]


@jit
def spread_inner(  # type: ignore[no-untyped-def]
    first, last, values, counts, pending, h, g, draw, level, mark, decided, decided_counts, decided_pending,
    taking, takes_start,
):  # fmt: skip
    """Spread ``level`` from the block side's table to the inner side's, within each block.

    Modifies ``values``, ``counts`` and ``pending`` for the blocks from ``first`` to ``last``.

    Args:
        g: the ground of the inner side.
        decided, decided_counts, decided_pending: the block side's table.
        taking: whether closing a mill removes a stone, if one can be removed.
        takes_start: says for each block whether one can: the starts of its removals.
    """
    blocks, places, low, high = h.blocks, h.places, h.low, h.high
    size = len(places)
    free, near, lines = np.empty(24, np.int64), np.empty(24, np.int64), np.empty(24, np.int64)
    losing = level & 1
    for block in range(first, last):
        if not decided_pending[block, level >> 6] >> np.uint64(level & 63) & np.uint64(1):
            continue
        block_side = np.int64(blocks[block])
        n = survey(block_side, g, free, near)
        removes = taking and takes_start[block + 1] > takes_start[block]
        n_lines = survey_lines(block_side, g, free, n, lines) if removes else 0
        base, end_of_block = block * size, (block + 1) * size
        row, row_counts = decided[base:end_of_block], decided_counts[base:end_of_block]
        to, to_counts = values[base:end_of_block], counts[base:end_of_block]
        won = False
        for start in range(0, size, _RUN):
            end = min(start + _RUN, size)
            hit = False
            for r in range(start, end):
                hit |= row[r] == mark
            if not hit:
                continue
            for r in range(start, end):
                if row[r] != mark or (losing == 0 and row_counts[r]):
                    continue
                after = np.int64(places[r])
                in_mills = np.int64(0)
                for i in range(n_lines):
                    in_mills |= lines[i] if after & lines[i] == lines[i] else 0
                moved = after & ~in_mills
                while moved:
                    stone = moved & -moved
                    moved ^= stone
                    rest = after ^ stone
                    sources = near[lowest(stone)] & ~after
                    while sources:
                        source = sources & -sources
                        sources ^= source
                        before = rest ^ source
                        place = np.int64(low[before & 4095]) + np.int64(high[before >> 12 & 4095])
                        if losing:
                            left = np.uint8(to_counts[place] - 1)  # 255 for a count of 0, 254 for SAFE
                            if left < SAFE - 1:
                                to_counts[place] = left
                                if left == 0:
                                    value = np.int64(to[place])
                                    lost = level + 1 if value == draw else max(value, level + 1)
                                    to[place] = lost
                                    pending[block, lost >> 6] |= np.uint64(1) << np.uint64(lost & 63)
                        else:
                            value = np.int64(to[place])
                            if (value & 1 == 0 and value) or value > level + 1:
                                to[place] = level + 1
                                won = True
        if won:
            pending[block, (level + 1) >> 6] |= np.uint64(1) << np.uint64((level + 1) & 63)


@jit
def spread_block(  # type: ignore[no-untyped-def]
    first, last, values, counts, pending, h, g, draw, level, starts, frontier, taking, protected, moves
):
    """Spread ``level`` from the inner side's table to the block side's: each block pulls from its targets.

    Modifies ``values``, ``counts`` and ``pending`` for the blocks from ``first`` to ``last``.

    Args:
        starts, frontier: what :func:`gather_level` found in the inner side's table.
        taking, protected: whether closing a mill removes a stone, and whether it does not where all
            of them are in mills.
        moves: the block side's steps.
    """
    blocks, low, high, symmetries = h.blocks, h.low, h.high, g.symmetries
    move_start, move_target = moves.start, moves.target
    move_symmetry, move_closes = moves.symmetry, moves.closes
    size, points = len(h.places), g.points
    free, lines = np.empty(24, np.int64), np.empty(24, np.int64)
    bits, tables = np.empty(24, np.int64), np.empty((3, 256), np.uint32)
    first_part, second_part, third_part = tables[0], tables[1], tables[2]
    losing = level & 1
    for block in range(first, last):
        n, third, n_lines = 0, 0, 0
        base, end_of_block = block * size, (block + 1) * size
        to, to_counts = values[base:end_of_block], counts[base:end_of_block]
        won = False
        for edge in range(move_start[block], move_start[block + 1]):
            closes = taking and move_closes[edge]
            target = np.int64(move_target[edge])
            if starts[target] == starts[target + 1] or (closes and not protected):
                continue
            if n == 0:
                block_side = np.int64(blocks[block])
                n = free_points(block_side, points, free)
                third = (n + 2) // 3
                n_lines = survey_lines(block_side, g, free, n, lines) if protected else 0
            map_from(free, n, symmetries[move_symmetry[edge]], blocks[target], points, bits)
            fill_tables(bits, n, third, tables)
            part = (1 << third) - 1
            for i in range(starts[target], starts[target + 1]):
                mask = np.int64(frontier[i])
                before = np.int64(first_part[mask & part] | second_part[mask >> third & part])
                before |= np.int64(third_part[mask >> 2 * third])
                if before & OFF:
                    continue
                if closes:
                    in_mills = np.int64(0)
                    for k in range(n_lines):
                        in_mills |= lines[k] if before & lines[k] == lines[k] else 0
                    if in_mills != before:
                        continue
                place = np.int64(low[before & 4095]) + np.int64(high[before >> 12 & 4095])
                if losing:
                    left = np.uint8(to_counts[place] - 1)  # 255 for a count of 0, 254 for SAFE
                    if left < SAFE - 1:
                        to_counts[place] = left
                        if left == 0:
                            value = np.int64(to[place])
                            lost = level + 1 if value == draw else max(value, level + 1)
                            to[place] = lost
                            pending[block, lost >> 6] |= np.uint64(1) << np.uint64(lost & 63)
                else:
                    value = np.int64(to[place])
                    if (value & 1 == 0 and value) or value > level + 1:
                        to[place] = level + 1
                        won = True
        if won:
            pending[block, (level + 1) >> 6] |= np.uint64(1) << np.uint64((level + 1) & 63)


@jit
def finish(first, last, values, counts, size, draw):  # type: ignore[no-untyped-def]
    """Make everything drawn that was not decided."""
    for i in range(first * size, last * size):
        if values[i] & 1 == 0 and counts[i]:
            values[i] = draw
