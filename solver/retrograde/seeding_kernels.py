"""Seeding: what every entry of a unit can get by leaving it, and how many quiet moves it has.

While a unit is solved an entry has two numbers. ``values`` holds the best that is known, as tables
write it; ``counts`` the quiet moves not yet known to lose, or ``SAFE`` where a leaving move rules a
loss out. A win may still be improved, a loss is final once its count is zero, and what never gets
that far is drawn.

``pending`` says for each run of ``1 << RUN_BITS`` entries of a block which values it holds that are
final or will be, so that a level is looked for where it is. It has shape ``(words, blocks * runs)``;
bit ``i`` of word ``w`` stands for the value ``64 * w + i``.

The best removal after a mill depends on the board alone and not on the stone that closed it, so it is
found once a board: in place for the inner side, in a table of its own (:func:`harvest`) for the block
side.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from millbase.solver.hashing.compiling import Bytes, Flags, Int, Words, jit
from millbase.solver.hashing.ground import (
    MOST_BOARDS,
    MOST_PAIRS,
    OFF,
    Ground,
    fill_tables,
    map_onto,
    survey,
    survey_lines,
)
from millbase.solver.hashing.intrinsics import popcount
from millbase.solver.hashing.sets import free_points
from millbase.solver.hashing.tables import Hash
from millbase.solver.layouts import Values
from millbase.solver.retrograde.block_moves import BlockMoves
from millbase.solver.retrograde.sizes import RUN_BITS

Scores = npt.NDArray[np.int16]

SAFE = 255  # a count that never falls
_WIN = 1 << 14  # scores: a win in n is _WIN - n, a draw 0, a loss in n is n - _WIN
_NOTHING = -(1 << 15)  # the score of having no such move
_CLOSES = np.int64(1 << 24)  # marks a compressed set before a move that closes a mill


@jit
def score_before(code: Int, draw: Int) -> np.int16:
    """The score, for the player who moves there, of a position that a table gives ``code``."""
    plies = np.int64(code) + 1
    score: np.int16 = np.int16(0 if code == draw else _WIN - plies if plies & 1 else plies - _WIN)
    return score


@jit
def scores_before(draw: Int) -> Scores:
    """:func:`score_before` of every code, for where they come in no order."""
    scores = np.empty(draw + 1, np.int16)
    for code in range(draw + 1):
        scores[code] = score_before(code, draw)
    return scores


@jit
def score_of(code: Int, draw: Int) -> np.int16:
    """The score of a position's own value; ``draw - 1`` stands for no move."""
    plies = np.int64(code)
    score: np.int16 = np.int16(_WIN - plies if plies & 1 else plies - _WIN)
    if code >= draw - 1:
        score = np.int16(0 if code == draw else _NOTHING)
    return score


@jit
def code_of(score: Int, draw: Int) -> Int:
    """The inverse of :func:`score_of`."""
    if score == _NOTHING:
        return draw - 1
    return draw if score == 0 else _WIN - np.int64(score) if score > 0 else np.int64(score) + _WIN


@jit
def seed_inner(
    first: Int, last: Int, values: Values, counts: Bytes, h: Hash, g: Ground, draw: Int, scores: Scores,
    steps: bool, arrive: Hash, taking: Int, takes: BlockMoves, taken: tuple[Hash, Values], plain: Values
) -> None:  # fmt: skip
    """Fold in the moves of the inner side, by steps or by placements.

    Works backwards from the boards that the moves arrive on. Modifies ``values`` and ``counts`` for
    the blocks from ``first`` to ``last``.

    Args:
        h: the hash of the unit's layout.
        g: the ground of the side.
        scores: see :func:`scores_before`.
        steps: whether the moves are steps (else placements).
        arrive: the hash of the boards that they arrive on, before a removal.
        taking: whether closing a mill removes a stone: 0 no, 1 yes, 2 yes and the opponent, left
            with two, has lost.
        takes: the removals of the block side's stones.
        taken: the hash and the values of the table that they lead to.
        plain: the values of the table that moves without a removal lead to; empty where those are
            quiet and stay in the unit.
    """
    target, target_values = taken
    target_blocks, target_size, points = target.blocks, len(target.places), g.points
    target_low, target_high, symmetries = target.low, target.high, g.symmetries
    take_start, take_target, take_symmetry = takes.start, takes.target, takes.symmetry
    places, low, high, arrivals = h.places, h.low, h.high, arrive.places
    size, arriving = len(places), len(arrivals)
    stay = steps and len(plain) == 0
    free, lines = np.empty(24, np.int64), np.empty(24, np.int64)
    pairs, boards = np.empty(MOST_PAIRS + 1, np.int64), np.empty(MOST_BOARDS + 1, np.int64)
    bits, tables = np.empty(24, np.int64), np.empty((2, 4096), np.uint32)
    first_half, second_half = tables[0], tables[1]
    mills, closed = np.zeros(arriving, np.uint32), np.empty(arriving + 1, np.int64)
    gains, best = np.empty(arriving, np.int16), np.empty(size, np.int16)
    quiet = np.empty(size, np.uint8)
    for block in range(first, last):
        block_side = np.int64(h.blocks[block])
        base, end_of_block = block * size, (block + 1) * size
        row, row_counts = values[base:end_of_block], counts[base:end_of_block]
        n, n_pairs = survey(block_side, g, free, pairs)
        everywhere = (np.int64(1) << n) - 1
        half = (n + 1) // 2
        part = (1 << half) - 1
        edges = range(take_start[block], take_start[block + 1])
        n_lines = survey_lines(block_side, g, free, n, lines) if taking and len(edges) else 0
        for r in range(size):
            best[r] = score_of(row[r], draw)
            quiet[r] = 0
        n_closed = 0
        for r in range(arriving):
            mask = np.int64(arrivals[r])
            in_mills = np.int64(0)
            for i in range(n_lines):
                in_mills |= lines[i] if mask & lines[i] == lines[i] else 0
            mills[r] = in_mills
            gains[r] = _WIN - 1 if taking == 2 else _NOTHING
            closed[n_closed] = r
            n_closed += in_mills != 0
        if taking == 1 and n_closed:
            for edge in edges:
                to = np.int64(take_target[edge])
                map_onto(free, n, symmetries[take_symmetry[edge]], target_blocks[to], points, bits)
                fill_tables(bits, half, tables)
                found = target_values[to * target_size : (to + 1) * target_size]
                for i in range(n_closed):
                    r = closed[i]
                    mask = np.int64(arrivals[r])
                    after = np.int64(first_half[mask & part] | second_half[mask >> half])
                    place = np.int64(target_low[after & 4095]) + np.int64(target_high[after >> 12 & 4095])
                    gains[r] = max(gains[r], scores[found[place]])
        if steps:
            for i in range(n_closed if stay else arriving):
                r = closed[i] if stay else i
                after = np.int64(arrivals[r])
                in_mills = np.int64(mills[r])
                quiet_gain = np.int16(_NOTHING) if stay else scores[plain[block * arriving + r]]
                movable = in_mills if stay else after
                listed = 0
                if g.flies:
                    while movable:
                        stone = movable & -movable
                        movable ^= stone
                        rest = (after ^ stone) | (_CLOSES if stone & in_mills else 0)
                        sources = ~after & everywhere
                        while sources:
                            boards[listed] = rest | (sources & -sources)
                            sources &= sources - 1
                            listed += 1
                else:
                    for j in range(n_pairs):
                        stone = after & pairs[j]
                        boards[listed] = (after ^ pairs[j]) | (_CLOSES if stone & in_mills else 0)
                        listed += (stone & movable != 0) & (stone != pairs[j])
                for j in range(listed):
                    before = boards[j]
                    place = np.int64(low[before & 4095]) + np.int64(high[before >> 12 & 4095])
                    best[place] = max(best[place], gains[r] if before & _CLOSES else quiet_gain)
                    quiet[place] -= stay
            if stay and g.flies:
                stones = popcount(places[0])
                for r in range(size):
                    quiet[r] += stones * (n - stones)
            elif stay:
                for j in range(n_pairs):
                    pair = np.uint32(pairs[j])
                    for r in range(size):
                        stone = places[r] & pair
                        quiet[r] += (stone != 0) & (stone != pair)
            for r in range(size if stay else 0):
                row_counts[r] = quiet[r]
        else:
            quiet_values = plain[block * arriving : (block + 1) * arriving]
            for r in range(arriving):
                after = np.int64(arrivals[r])
                quiet_gain = scores[quiet_values[r]]
                in_mills, moved = np.int64(mills[r]), after
                while moved:
                    stone = moved & -moved
                    moved ^= stone
                    before = after ^ stone
                    place = np.int64(low[before & 4095]) + np.int64(high[before >> 12 & 4095])
                    best[place] = max(best[place], gains[r] if stone & in_mills else quiet_gain)
        for r in range(size):
            row[r] = code_of(best[r], draw)


@jit
def harvest(
    first: Int, last: Int, found: Values, arrive: Hash, g: Ground, draw: Int, scores: Scores, taking: Int,
    protected: bool, with_mill: Flags, fewer: Hash, taken: Values
) -> None:  # fmt: skip
    """The best removal of the block side once it has closed a mill, as values of its own.

    Writes ``found`` for those blocks from ``first`` to ``last`` that have a mill; ``draw - 1``
    where nothing is removed.

    Args:
        arrive: the hash of the boards concerned.
        scores: see :func:`scores_before`.
        taking: 1, or 2 where the opponent, left with two, has lost.
        protected: whether nothing is removed where all stones are in mills.
        with_mill: which blocks have a mill.
        fewer: the hash of the table that removals lead to, in the same blocks.
        taken: the values of that table.
    """
    blocks, places, low, high = arrive.blocks, arrive.places, fewer.low, fewer.high
    size, fewer_size = len(places), len(fewer.places)
    free, lines = np.empty(24, np.int64), np.empty(24, np.int64)
    for block in range(first, last):
        if not with_mill[block]:
            continue
        block_side = np.int64(blocks[block])
        n_lines = survey_lines(block_side, g, free, free_points(block_side, g.points, free), lines)
        row = found[block * size : (block + 1) * size]
        below = taken[block * fewer_size : (block + 1) * fewer_size]
        for r in range(size):
            mask = np.int64(places[r])
            in_mills = np.int64(0)
            for i in range(n_lines):
                in_mills |= lines[i] if mask & lines[i] == lines[i] else 0
            exposed = mask & ~in_mills
            if exposed == 0 and not protected:
                exposed = mask
            best = np.int16(_WIN - 1 if taking == 2 and exposed else _NOTHING)
            while exposed and taking == 1:
                stone = exposed & -exposed
                exposed ^= stone
                left = mask ^ stone
                place = np.int64(low[left & 4095]) + np.int64(high[left >> 12 & 4095])
                best = max(best, scores[below[place]])
            row[r] = code_of(best, draw)


@jit
def seed_block(
    first: Int, last: Int, values: Values, counts: Bytes, h: Hash, g: Ground, draw: Int, scores: Scores,
    steps: bool, moves: BlockMoves, arrive: Hash, harvested: Values, taking: Int, plain: Values
) -> None:  # fmt: skip
    """Fold in the moves of the block side, by steps or by placements.

    Modifies ``values`` and ``counts`` for the blocks from ``first`` to ``last``.

    Args:
        h: the hash of the unit's layout.
        g: the ground of the board.
        scores: see :func:`scores_before`.
        steps: whether the moves are steps (else placements).
        moves: the moves.
        arrive: the hash of the boards that they arrive on.
        harvested: what :func:`harvest` found for those boards.
        taking: as there; 0 if closing a mill removes nothing.
        plain: the values of the table that moves without a removal lead to; empty where those are
            quiet and stay in the unit.
    """
    places, low, high, arrive_blocks = h.places, arrive.low, arrive.high, arrive.blocks
    size, arriving, points, symmetries = len(places), len(arrive.places), g.points, g.symmetries
    move_start, move_entered, move_target = moves.start, moves.entered, moves.target
    move_symmetry, move_closes = moves.symmetry, moves.closes
    free, bits, tables = np.empty(24, np.int64), np.empty(24, np.int64), np.empty((2, 4096), np.uint32)
    first_half, second_half = tables[0], tables[1]
    best, quiet = np.empty(size, np.int16), np.empty(size, np.uint8)
    stay = steps and len(plain) == 0
    for block in range(first, last):
        base, end_of_block = block * size, (block + 1) * size
        row, row_counts = values[base:end_of_block], counts[base:end_of_block]
        n = free_points(np.int64(h.blocks[block]), points, free)
        half = (n + 1) // 2
        part = (1 << half) - 1
        for r in range(size):
            best[r] = score_of(row[r], draw)
            quiet[r] = 0
        for edge in range(move_start[block], move_start[block + 1]):
            closes = taking and move_closes[edge]
            if stay and not closes:
                entered = np.uint32(0)
                for i in range(n):
                    entered |= np.uint32(1 << i if free[i] == move_entered[edge] else 0)
                for r in range(size):
                    quiet[r] += places[r] & entered == 0
                continue
            to = np.int64(move_target[edge])
            map_onto(free, n, symmetries[move_symmetry[edge]], arrive_blocks[to], points, bits)
            fill_tables(bits, half, tables)
            with_mill = harvested[to * arriving : (to + 1) * arriving]
            without = plain[to * arriving : (to + 1) * arriving]
            for r in range(size):
                mask = np.int64(places[r])
                after = np.int64(first_half[mask & part] | second_half[mask >> half])
                if after & OFF:
                    continue
                place = np.int64(low[after & 4095]) + np.int64(high[after >> 12 & 4095])
                gain = score_of(with_mill[place], draw) if closes else np.int16(_NOTHING)
                if gain == _NOTHING:
                    if stay:
                        quiet[r] += 1
                        continue
                    gain = scores[without[place]]
                best[r] = max(best[r], gain)
        for r in range(size):
            row[r] = code_of(best[r], draw)
        if stay:
            for r in range(size):
                row_counts[r] = quiet[r]


@jit
def lose_to_mills(
    first: Int, last: Int, values: Values, counts: Bytes, h: Hash, g: Ground, block_is_own: bool
) -> None:  # fmt: skip
    """Where a mill ends the game: make every entry whose side to move faces one lost in 0.

    Args:
        block_is_own: whether the side to move is the block side.
    """
    size = len(h.places)
    free, lines = np.empty(24, np.int64), np.empty(24, np.int64)
    for block in range(first, last):
        block_side = np.int64(h.blocks[block])
        faced = False
        if block_is_own:
            n_lines = survey_lines(block_side, g, free, free_points(block_side, g.points, free), lines)
        else:
            n_lines = 0
            for i in range(len(g.lines)):
                faced |= block_side & g.lines[i] == g.lines[i]
        for r in range(size):
            mask = np.int64(h.places[r])
            lost = faced
            for i in range(n_lines):
                lost |= mask & lines[i] == lines[i]
            if lost:
                values[block * size + r] = 0
                counts[block * size + r] = 0


@jit
def settle(first: Int, last: Int, values: Values, counts: Bytes, size: Int, draw: Int, stuck: Int) -> None:
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
def note_pending(
    first: Int, last: Int, values: Values, counts: Bytes, size: Int, draw: Int, pending: Words
) -> None:  # fmt: skip
    """Write ``pending`` for the blocks from ``first`` to ``last``."""
    runs = runs_of(size)
    for block in range(first, last):
        for r in range(size):
            value = np.int64(values[block * size + r])
            if value < draw and (value & 1 or counts[block * size + r] == 0):
                pending[value >> 6, block * runs + (r >> RUN_BITS)] |= np.uint64(1) << np.uint64(value & 63)


@jit
def runs_of(size: Int) -> Int:
    """How many runs a block has."""
    return (size + (1 << RUN_BITS) - 1) >> RUN_BITS
