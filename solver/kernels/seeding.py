"""Seeding: what every entry of a unit can get by leaving it, and how many quiet moves it has.

While a unit is solved an entry has two numbers. ``values`` holds the best that is known, as tables
write it; ``counts`` the quiet moves not yet known to lose, or ``SAFE`` where a leaving move rules a
loss out. A win may still be improved, a loss is final once its count is zero, and what never gets
that far is drawn.

The best removal after a mill depends on the board alone and not on the stone that closed it, so it is
found once a board: in place for the side that moves inside blocks, in a table of its own
(:func:`harvest`) for the block side.
"""

from __future__ import annotations

import numpy as np

from solver.kernels.ground import (
    OFF,
    fill_tables,
    map_onto,
    mapped,
    milled,
    steps_from,
    survey,
    survey_lines,
)
from solver.hashing import free_points, jit, lowest, rank

SAFE = 255  # a count that never falls
_WIN = 1 << 14  # scores: a win in n is _WIN - n, a draw 0, a loss in n is n - _WIN
_NOTHING = -(1 << 15)  # the score of having no such move


@jit
def score_before(code, draw):  # type: ignore[no-untyped-def]
    """The score, for the player who moves there, of a position that a table gives ``code``."""
    plies = np.int64(code) + 1
    return np.int16(0 if code == draw else _WIN - plies if plies & 1 else plies - _WIN)


@jit
def score_of(code, draw):  # type: ignore[no-untyped-def]
    """The score of a position's own value; ``draw - 1`` stands for no move."""
    plies = np.int64(code)
    if code >= draw - 1:
        return np.int16(0 if code == draw else _NOTHING)
    return np.int16(_WIN - plies if plies & 1 else plies - _WIN)


@jit
def code_of(score, draw):  # type: ignore[no-untyped-def]
    """The inverse of :func:`score_of`."""
    if score == _NOTHING:
        return draw - 1
    return draw if score == 0 else _WIN - np.int64(score) if score > 0 else np.int64(score) + _WIN


@jit
def seed_inner(first, last, values, counts, h, g, draw, steps, arrive, taking, takes, taken, plain):  # type: ignore[no-untyped-def]
    """Fold in the moves of the side that moves inside blocks, by steps or by placements.

    Works backwards from the boards that the moves arrive on. Modifies ``values`` and ``counts`` for
    the blocks from ``first`` to ``last``.

    Args:
        h: the hash of the unit's layout.
        g: the ground of the side.
        steps: whether the moves are steps (else placements).
        arrive: the hash of the boards that they arrive on, before a removal.
        taking: whether closing a mill removes a stone: 0 no, 1 yes, 2 yes and the opponent, left
            with two, has lost.
        takes: the removals of the block side's stones.
        taken: the hash and the values of the table that they lead to.
        plain: the values of the table that placements without a mill lead to.
    """
    target, target_values = taken
    size, arriving = len(h.places), len(arrive.places)
    free, near, lines = np.empty(24, np.int64), np.empty(24, np.int64), np.empty(24, np.int64)
    bits, tables = np.empty(24, np.int64), np.empty((3, 256), np.uint32)
    mills, closed = np.empty(arriving, np.uint32), np.empty(arriving, np.int64)
    harvest, best = np.empty(arriving, np.int16), np.empty(size, np.int16)
    fewer = np.empty(size, np.uint8)
    for block in range(first, last):
        block_side = np.int64(h.blocks[block])
        base = block * size
        n = survey(block_side, g, free, near)
        third = (n + 2) // 3
        edges = range(takes.start[block], takes.start[block + 1])
        n_lines = survey_lines(block_side, g, free, n, lines) if taking and len(edges) else 0
        for r in range(size):
            best[r] = score_of(values[base + r], draw)
            fewer[r] = 0
        n_closed = 0
        for r in range(arriving):
            mills[r] = milled(np.int64(arrive.places[r]), lines, n_lines)
            if mills[r]:
                harvest[r] = _WIN - 1 if taking == 2 else _NOTHING
                closed[n_closed] = r
                n_closed += 1
        if taking == 1 and n_closed:
            for edge in edges:
                to = np.int64(takes.target[edge])
                map_onto(free, n, g.symmetries[takes.symmetry[edge]], target.blocks[to], g.points, bits)
                fill_tables(bits, n, third, tables)
                start = to * len(target.places)
                for i in range(n_closed):
                    r = closed[i]
                    place = rank(mapped(np.int64(arrive.places[r]), third, tables), target.low, target.high)
                    harvest[r] = max(harvest[r], score_before(target_values[start + place], draw))
        if steps:
            for i in range(n_closed):
                r = closed[i]
                after = np.int64(arrive.places[r])
                gain = harvest[r]
                moved = np.int64(mills[r])
                while moved:
                    stone = moved & -moved
                    sources = near[lowest(stone)] & ~after
                    while sources:
                        source = sources & -sources
                        place = rank(after ^ stone ^ source, h.low, h.high)
                        best[place] = max(best[place], gain)
                        fewer[place] += 1
                        sources ^= source
                    moved ^= stone
        else:
            for r in range(arriving):
                after = np.int64(arrive.places[r])
                quiet = score_before(plain[block * arriving + r], draw)
                moved = after
                while moved:
                    stone = moved & -moved
                    place = rank(after ^ stone, h.low, h.high)
                    best[place] = max(best[place], harvest[r] if stone & mills[r] else quiet)
                    moved ^= stone
        for r in range(size):
            values[base + r] = code_of(best[r], draw)
            if steps:
                counts[base + r] = steps_from(np.int64(h.places[r]), near) - fewer[r]


@jit
def harvest(first, last, found, arrive, g, draw, taking, protected, with_mill, fewer, taken):  # type: ignore[no-untyped-def]
    """The best removal of the block side once it has closed a mill, as values of its own.

    Writes ``found`` for those blocks from ``first`` to ``last`` that have a mill; ``draw - 1``
    where nothing is removed.

    Args:
        arrive: the hash of the boards concerned.
        taking: 1, or 2 where the opponent, left with two, has lost.
        protected: whether nothing is removed where all stones are in mills.
        with_mill: which blocks have a mill.
        fewer: the hash of the table that removals lead to, in the same blocks.
        taken: the values of that table.
    """
    size = len(arrive.places)
    free, lines = np.empty(24, np.int64), np.empty(24, np.int64)
    for block in range(first, last):
        if not with_mill[block]:
            continue
        block_side = np.int64(arrive.blocks[block])
        n_lines = survey_lines(block_side, g, free, free_points(block_side, g.points, free), lines)
        start = block * len(fewer.places)
        for r in range(size):
            mask = np.int64(arrive.places[r])
            in_mills = milled(mask, lines, n_lines)
            exposed = mask & ~in_mills
            if exposed == 0 and not protected:
                exposed = mask
            best = np.int16(_WIN - 1 if taking == 2 and exposed else _NOTHING)
            while exposed and taking == 1:
                stone = exposed & -exposed
                place = rank(mask ^ stone, fewer.low, fewer.high)
                best = max(best, score_before(taken[start + place], draw))
                exposed ^= stone
            found[block * size + r] = code_of(best, draw)


@jit
def seed_block(first, last, values, counts, h, g, draw, steps, moves, arrive, harvested, taking, plain):  # type: ignore[no-untyped-def]
    """Fold in the moves of the block side, by steps or by placements.

    Modifies ``values`` and ``counts`` for the blocks from ``first`` to ``last``.

    Args:
        h: the hash of the unit's layout.
        g: the ground of the board.
        steps: whether the moves are steps (else placements).
        moves: the moves.
        arrive: the hash of the boards that they arrive on.
        harvested: what :func:`harvest` found for those boards.
        taking: as there; 0 if closing a mill removes nothing.
        plain: the values of the table that placements without a removal lead to.
    """
    size, arriving = len(h.places), len(arrive.places)
    free, bits, tables = np.empty(24, np.int64), np.empty(24, np.int64), np.empty((3, 256), np.uint32)
    best, quiet = np.empty(size, np.int16), np.empty(size, np.int64)
    for block in range(first, last):
        base = block * size
        n = free_points(np.int64(h.blocks[block]), g.points, free)
        third = (n + 2) // 3
        for r in range(size):
            best[r] = score_of(values[base + r], draw)
            quiet[r] = 0
        for edge in range(moves.start[block], moves.start[block + 1]):
            closes = taking and moves.closes[edge]
            if steps and not closes:
                entered = np.int64(1) << _position(free, n, moves.entered[edge])
                for r in range(size):
                    quiet[r] += (np.int64(h.places[r]) & entered) == 0
                continue
            to = np.int64(moves.target[edge])
            map_onto(free, n, g.symmetries[moves.symmetry[edge]], arrive.blocks[to], g.points, bits)
            fill_tables(bits, n, third, tables)
            start = to * arriving
            for r in range(size):
                after = mapped(np.int64(h.places[r]), third, tables)
                if after & OFF:
                    continue
                place = start + rank(after, arrive.low, arrive.high)
                gain = score_of(harvested[place], draw) if closes else np.int16(_NOTHING)
                if gain == _NOTHING:
                    if steps:
                        quiet[r] += 1
                        continue
                    gain = score_before(plain[place], draw)
                best[r] = max(best[r], gain)
        for r in range(size):
            values[base + r] = code_of(best[r], draw)
            if steps:
                counts[base + r] = quiet[r]


@jit
def _position(free, n, point):  # type: ignore[no-untyped-def]
    for i in range(n):
        if free[i] == point:
            return i
    return -1


@jit
def settle(first, last, values, counts, size, draw, stuck):  # type: ignore[no-untyped-def]
    """Turn what leaving moves give into the starting state of the induction.

    Modifies ``values`` and ``counts`` for the blocks from ``first`` to ``last``.

    Args:
        stuck: the value of an entry without any move.
    """
    for i in range(first * size, last * size):
        value = values[i]
        if value == draw - 1:
            values[i] = draw if counts[i] else stuck
        elif value & 1:
            counts[i] = SAFE


@jit
def note_pending(first, last, values, counts, size, draw, pending):  # type: ignore[no-untyped-def]
    """Write to ``pending`` the values that each block holds that are final or will be, as a set of bits."""
    for block in range(first, last):
        for i in range(block * size, (block + 1) * size):
            value = np.int64(values[i])
            if value < draw and (value & 1 or counts[i] == 0):
                pending[block, value >> 6] |= np.uint64(1) << np.uint64(value & 63)
