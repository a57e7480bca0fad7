"""Induction: values spread backwards along quiet moves inside a unit, ply by ply.

Both tables of a unit have the same block side. At each level the entries that hold it are final.
They are spread to the moves that lead to them, in two ways: the *inner* side's moves stay in the
block; the block side's lead to constant target blocks, so a block pulls from those. Every block is
written by one slice only.
"""

from __future__ import annotations

import numpy as np

from solver.kernels.ground import OFF, fill_tables, map_from, mapped, milled, survey, survey_lines
from solver.hashing import jit, lowest, rank
from solver.kernels.seeding import SAFE


@jit
def _spread_to(i, values, counts, level, draw):  # type: ignore[no-untyped-def]
    """Tell entry ``i`` that a quiet move leads to an entry of value ``level``; its new value if it has one.

    Returns:
        The value it will have now that it is decided, or -1.
    """
    value = np.int64(values[i])
    if level & 1 == 0:
        if value & 1 == 0 or value > level + 1:
            values[i] = level + 1
            return level + 1
    elif counts[i] != SAFE:
        counts[i] -= 1
        if counts[i] == 0:
            value = level + 1 if value == draw else max(value, level + 1)
            values[i] = value
            return value
    return np.int64(-1)


@jit
def _holds(pending, block, value):  # type: ignore[no-untyped-def]
    return pending[block, value >> 6] >> np.uint64(value & 63) & np.uint64(1)


@jit
def _note(pending, block, value):  # type: ignore[no-untyped-def]
    pending[block, value >> 6] |= np.uint64(1) << np.uint64(value & 63)


@jit
def count_level(first, last, values, size, pending, level, found):  # type: ignore[no-untyped-def]
    """Count the entries that hold ``level``, final or not, into ``found`` by block."""
    for block in range(first, last):
        n = 0
        if _holds(pending, block, level):
            for i in range(block * size, (block + 1) * size):
                n += values[i] == level
        found[block] = n


@jit
def gather_level(first, last, values, counts, pending, level, places, starts, lengths, frontier):  # type: ignore[no-untyped-def]
    """Write the compressed sets of the final entries that hold ``level``, block by block.

    Writes ``frontier`` from ``starts[block]`` on, and how many there are to ``lengths``.
    """
    size = len(places)
    for block in range(first, last):
        start = n = starts[block]
        if starts[block + 1] > start:
            base = block * size
            for r in range(size):
                if values[base + r] == level and (level & 1 or counts[base + r] == 0):
                    frontier[n] = places[r]
                    n += 1
        lengths[block] = n - start


@jit
def spread_inner(  # type: ignore[no-untyped-def]
    first, last, values, counts, pending, h, g, draw, level, decided, decided_counts, decided_pending, taking, takes
):
    """Spread ``level`` from the block side's table to the inner side's, within each block."""
    size = len(h.places)
    free, near, lines = np.empty(24, np.int64), np.empty(24, np.int64), np.empty(24, np.int64)
    for block in range(first, last):
        if not _holds(decided_pending, block, level):
            continue
        block_side = np.int64(h.blocks[block])
        n = survey(block_side, g, free, near)
        removes = taking and takes.start[block + 1] > takes.start[block]
        n_lines = survey_lines(block_side, g, free, n, lines) if removes else 0
        base = block * size
        for r in range(size):
            if decided[base + r] != level or (level & 1 == 0 and decided_counts[base + r]):
                continue
            after = np.int64(h.places[r])
            moved = after & ~milled(after, lines, n_lines)
            while moved:
                stone = moved & -moved
                sources = near[lowest(stone)] & ~after
                while sources:
                    source = sources & -sources
                    place = base + rank(after ^ stone ^ source, h.low, h.high)
                    value = _spread_to(place, values, counts, level, draw)
                    if value >= 0:
                        _note(pending, block, value)
                    sources ^= source
                moved ^= stone


@jit
def spread_block(  # type: ignore[no-untyped-def]
    first, last, values, counts, pending, h, g, draw, level, starts, lengths, frontier, taking, protected, moves
):
    """Spread ``level`` from the inner side's table to the block side's: each block pulls from its targets."""
    size = len(h.places)
    free, lines = np.empty(24, np.int64), np.empty(24, np.int64)
    near = np.empty(24, np.int64)
    bits, tables = np.empty(24, np.int64), np.empty((3, 256), np.uint32)
    for block in range(first, last):
        n = 0
        base = block * size
        n_lines = 0
        for edge in range(moves.start[block], moves.start[block + 1]):
            closes = taking and moves.closes[edge]
            to = moves.target[edge]
            if lengths[to] == 0 or (closes and not protected):
                continue
            if n == 0:
                block_side = np.int64(h.blocks[block])
                n = survey(block_side, g, free, near)
                third = (n + 2) // 3
                if protected:
                    n_lines = survey_lines(block_side, g, free, n, lines)
            map_from(free, n, g.symmetries[moves.symmetry[edge]], h.blocks[to], g.points, bits)
            fill_tables(bits, n, third, tables)
            for i in range(starts[to], starts[to] + lengths[to]):
                before = mapped(np.int64(frontier[i]), third, tables)
                if before & OFF or (closes and milled(before, lines, n_lines) != before):
                    continue
                value = _spread_to(base + rank(before, h.low, h.high), values, counts, level, draw)
                if value >= 0:
                    _note(pending, block, value)


@jit
def finish(first, last, values, counts, size, draw):  # type: ignore[no-untyped-def]
    """Make everything drawn that was not decided."""
    for i in range(first * size, last * size):
        if values[i] & 1 == 0 and counts[i]:
            values[i] = draw
