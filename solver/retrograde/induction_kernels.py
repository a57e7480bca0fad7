"""Kernels of the induction: spreading what a level decides to the moves that lead there.

Written flat on purpose. In an innermost loop a call that passes arrays costs more than the loop's
own work (reference counts), so tables are taken out of their tuples first and ranks are spelled out.
Nor does an innermost loop branch on what cannot be foreseen: the boards before a move are listed
first, each written whether it exists or not and counted only if it does, and changed in a second loop.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from millbase.solver.hashing.compiling import Bytes, Flags, Int, Numbers, Words, jit
from millbase.solver.hashing.ground import (
    MOST_BOARDS,
    MOST_PAIRS,
    OFF,
    Ground,
    fill_tables,
    survey,
    survey_lines,
    trace,
)
from millbase.solver.hashing.sets import free_points
from millbase.solver.hashing.tables import Hash
from millbase.solver.indexing import Masks
from millbase.solver.layouts import Values
from millbase.solver.retrograde.seeding_kernels import SAFE, runs_of
from millbase.solver.retrograde.sizes import RUN_BITS

Boards = npt.NDArray[np.int32]

_MOST_EDGES = 24 * 24  # of a block
_LISTED = 256  # boards that are changed together; a list may run over by those of one more position


class QuietMoves(NamedTuple):
    """The block side's steps that remove nothing; those of block ``b`` are ``start[b]`` to ``start[b + 1]``.

    Attributes:
        start: shape ``(blocks + 1,)``.
        target: the block reached.
        closes: whether the step closes a mill, and removes nothing only if all stones are in mills.
        origins: for each free point of the target the one of the block that it was, as places among the
            free points, 255 for the point that the stone left; shape ``(moves, free points)``.
    """

    start: Numbers
    target: Masks
    closes: Flags
    origins: Bytes


@jit
def spread_inner(
    first: Int, last: Int, which: Numbers, values: Values, counts: Bytes, pending: Words, h: Hash, g: Ground,
    base: Int, loses: bool, becomes: Values, starts: Numbers, frontier: Masks, taking: bool,
    takes_start: Numbers
) -> None:  # fmt: skip
    """Spread a level from the block side's table to the inner side's, within each block.

    Modifies ``values``, ``counts`` and ``pending`` for the blocks that ``which`` lists from ``first``
    to ``last``.

    Args:
        g: the ground of the inner side.
        base, loses, becomes: see :func:`change`.
        starts, frontier: what the level decides in the block side's table
            (:class:`millbase.solver.retrograde.frontier.Frontier`).
        taking: whether closing a mill removes a stone, if one can be removed.
        takes_start: says for each block whether one can: the starts of its removals.
    """
    blocks, low, high = h.blocks, h.low, h.high
    size = len(h.places)
    runs = runs_of(size)
    free, lines = np.empty(24, np.int64), np.empty(24, np.int64)
    pairs, boards = np.empty(MOST_PAIRS + 1, np.int64), np.empty(_LISTED + MOST_BOARDS + 1, np.int32)
    for k in range(first, last):
        block = np.int64(which[k])
        block_side = np.int64(blocks[block])
        n, n_pairs = survey(block_side, g, free, pairs)
        everywhere = (np.int64(1) << n) - 1
        removes = taking and takes_start[block + 1] > takes_start[block]
        n_lines = survey_lines(block_side, g, free, n, lines) if removes else 0
        to, to_counts = values[block * size : (block + 1) * size], counts[block * size : (block + 1) * size]
        held = pending[:, block * runs : (block + 1) * runs]
        listed = 0
        for i in range(starts[block], starts[block + 1]):
            after = np.int64(frontier[i])
            in_mills = np.int64(0)
            for j in range(n_lines):
                in_mills |= lines[j] if after & lines[j] == lines[j] else 0
            if g.flies:
                moved = after & ~in_mills
                while moved:
                    rest = after ^ (moved & -moved)
                    moved &= moved - 1
                    sources = everywhere & ~after
                    while sources:
                        boards[listed] = rest | (sources & -sources)
                        sources &= sources - 1
                        listed += 1
            else:
                for j in range(n_pairs):
                    moved = after & pairs[j]
                    boards[listed] = after ^ pairs[j]
                    listed += (moved & ~in_mills != 0) & (moved != pairs[j])
            if listed >= _LISTED:
                change(boards, listed, low, high, to, to_counts, held, base, loses, becomes)
                listed = 0
        change(boards, listed, low, high, to, to_counts, held, base, loses, becomes)


@jit
def trace_all(
    blocks: Masks, start: Numbers, target: Masks, symmetry: Bytes, g: Ground, origins: Bytes
) -> None:  # fmt: skip
    """Write ``origins`` of :class:`QuietMoves`."""
    for block in range(len(blocks)):
        for edge in range(start[block], start[block + 1]):
            to = blocks[target[edge]]
            trace(blocks[block], to, g.symmetries[symmetry[edge]], g.points, origins[edge])


@jit
def spread_block(
    first: Int, last: Int, values: Values, counts: Bytes, pending: Words, h: Hash, g: Ground, base: Int,
    loses: bool, becomes: Values, starts: Numbers, frontier: Masks, moves: QuietMoves
) -> None:  # fmt: skip
    """Spread a level from the inner side's table to the block side's: each block pulls from its targets.

    Modifies ``values``, ``counts`` and ``pending`` for the blocks from ``first`` to ``last``.

    Args:
        base, loses, becomes: see :func:`change`.
        starts, frontier: what the level decides in the inner side's table
            (:class:`millbase.solver.retrograde.frontier.Frontier`).
        moves: the block side's steps (:class:`QuietMoves`).
    """
    blocks, low, high = h.blocks, h.low, h.high
    move_start, move_target, move_closes, origins = moves.start, moves.target, moves.closes, moves.origins
    size, n = len(h.places), origins.shape[1]
    third, runs = (n + 2) // 3, runs_of(size)
    part = (1 << third) - 1
    bit_of = np.empty(256, np.int64)
    for i in range(256):
        bit_of[i] = np.int64(1) << i if i < n else OFF
    free, lines = np.empty(24, np.int64), np.empty(24, np.int64)
    bits, tables = np.empty(24, np.int64), np.empty((3, 256), np.uint32)
    first_part, second_part, third_part = tables[0], tables[1], tables[2]
    live, begins = np.empty(_MOST_EDGES, np.int64), np.empty(_MOST_EDGES, np.int64)
    ends = np.empty(_MOST_EDGES, np.int64)
    boards = np.empty(2 * _LISTED + 1, np.int32)
    for block in range(first, last):
        # Looked up for all moves at once: far reads, of which the processor has several under way then.
        n_live = 0
        for edge in range(move_start[block], move_start[block + 1]):
            target = np.int64(move_target[edge])
            live[n_live], begins[n_live], ends[n_live] = edge, starts[target], starts[target + 1]
            n_live += begins[n_live] < ends[n_live]
        if n_live == 0:
            continue
        to, to_counts = values[block * size : (block + 1) * size], counts[block * size : (block + 1) * size]
        held = pending[:, block * runs : (block + 1) * runs]
        listed: Int = 0
        for k in range(n_live):
            edge = live[k]
            for i in range(n):
                bits[i] = bit_of[origins[edge, i]]
            fill_tables(bits, third, tables)
            closes, n_lines = move_closes[edge], np.int64(0)
            if closes:
                free_points(np.int64(blocks[block]), g.points, free)
                n_lines = survey_lines(np.int64(blocks[block]), g, free, n, lines)
            for start in range(begins[k], ends[k], _LISTED):
                begun = listed
                for i in range(start, min(start + _LISTED, ends[k])):
                    mask = np.int64(frontier[i])
                    before = np.int64(first_part[mask & part] | second_part[mask >> third & part])
                    before |= np.int64(third_part[mask >> 2 * third])
                    boards[listed] = before
                    listed += before & OFF == 0
                if closes:
                    listed = keep_in_mills(boards, begun, listed, lines[:n_lines])
                if listed >= _LISTED:
                    change(boards, listed, low, high, to, to_counts, held, base, loses, becomes)
                    listed = 0
        change(boards, listed, low, high, to, to_counts, held, base, loses, becomes)


@jit
def keep_in_mills(boards: Boards, begun: Int, listed: Int, lines: Numbers) -> Int:
    """Of the boards from ``begun`` on keep those with all stones in mills; how many are listed then."""
    kept: Int = begun
    for i in range(begun, listed):
        in_mills = np.int64(0)
        for line in lines:
            in_mills |= line if boards[i] & line == line else 0
        boards[kept] = boards[i]
        kept += in_mills == boards[i]
    return kept


@jit
def change(
    boards: Boards, listed: Int, low: Masks, high: Masks, values: Values, counts: Bytes, pending: Words,
    base: Int, loses: bool, becomes: Values
) -> None:  # fmt: skip
    """Tell entries of one block that a move of theirs leads to what a level decides.

    Where such a move loses they have a quiet move less that does not, and change with the last of them;
    where it wins they change if they are not better off.

    Args:
        boards: compressed sets of the entries, ``listed`` of them; overwritten.
        values, counts, pending: of the block.
        base: the first code of the class that is noted in ``pending``. What belongs to a later one is not.
        loses: whether such a move loses.
        becomes: by code, what it changes to (:meth:`millbase.solver.scales.Codebook.becomes`).
    """
    changed, room = 0, 64 * len(pending)
    if loses:
        for i in range(listed):
            board = np.int64(boards[i])
            place = np.int64(low[board & 4095]) + np.int64(high[board >> 12 & 4095])
            left = np.uint8(counts[place] - 1)  # 255 for a count of 0, 254 for SAFE
            counts[place] = left if left < SAFE - 1 else np.uint8(left + 1)
            boards[changed] = place
            changed += left == 0
    else:
        for i in range(listed):
            board = np.int64(boards[i])
            place = np.int64(low[board & 4095]) + np.int64(high[board >> 12 & 4095])
            value = values[place]
            boards[changed] = place
            changed += becomes[value] != value
    for i in range(changed):
        place = np.int64(boards[i])
        code = np.int64(becomes[values[place]])
        values[place] = code
        if code - base < room:
            pending[code - base >> 6, place >> RUN_BITS] |= np.uint64(1) << np.uint64(code & 63)


@jit
def finish(first: Int, last: Int, values: Values, counts: Bytes, size: Int, against: Flags) -> None:
    """Make everything drawn that was not decided.

    Args:
        against: by code, whether it is a loss; the last is what is never decided.
    """
    rest = len(against) - 1
    for i in range(first * size, last * size):
        if against[values[i]] and counts[i]:
            values[i] = rest
