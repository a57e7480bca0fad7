"""Seeding: what every entry of a unit can get by leaving it, and how many quiet moves it has.

While a unit is solved an entry has two numbers. ``values`` holds the best that is known: while it is
seeded how good that is, afterwards its code (:mod:`millbase.solver.scales` has both); ``counts`` the
quiet moves not yet known to lose, or ``SAFE`` where a leaving move rules a loss out. A win may still be
improved, a loss is final once its count is zero, and what never gets that far is drawn.

``pending`` says for each run of ``1 << RUN_BITS`` entries of a block which codes it holds that are
final or will be, so that a level is looked for where it is. It has shape ``(words, blocks * runs)``;
bit ``i`` of word ``w`` stands for the code ``base + 64 * w + i``, where codes from ``base`` on are those of
the class (:class:`millbase.solver.scales.Width`) that is decided now.

The best removal after a mill depends on the board alone and not on the stone that closed it, so it is
found once a board: in place for the inner side, in a table of its own (:func:`harvest`) for the block
side. So are the best two that a placement may take which closes two mills (:func:`harvest_two`).
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
    map_onto,
    survey,
    survey_lines,
)
from millbase.solver.hashing.intrinsics import popcount
from millbase.solver.hashing.sets import free_points
from millbase.solver.hashing.tables import Hash
from millbase.solver.indexing import Masks
from millbase.solver.layouts import Values
from millbase.solver.retrograde.block_moves import BlockMoves
from millbase.solver.retrograde.sizes import RUN_BITS
from millbase.solver.scales import NOTHING, OVER

Gains = npt.NDArray[np.int32]

SAFE = 255  # a count that never falls
_CLOSES = np.int64(1 << 24)  # marks a compressed set before a move that closes a mill


class Removals(NamedTuple):
    """What the inner side may take of the block side once it has closed a mill, or two mills at once.

    Attributes:
        taking: whether that takes stones: 0 no, 1 yes, 2 yes and the opponent, left with two, has lost.
        moves: what is taken.
        target: the hash of the table that it leads to.
        values: how good it is to move there.
    """

    taking: int
    moves: BlockMoves
    target: Hash
    values: Values


@jit
def rate(first: Int, last: Int, codes: Values, gains: Gains, found: Values) -> bool:
    """Write to ``found`` how good moves are that lead to the entries from ``first`` to ``last``.

    Args:
        codes: of the table that they lead to.
        gains: how good, by code; negative if it would not fit.

    Returns:
        Whether all fit.
    """
    fit = True
    for i in range(first, last):
        gain = gains[codes[i]]
        fit &= gain >= 0
        found[i] = gain
    return fit


@jit
def seed_inner(
    first: Int, last: Int, values: Values, counts: Bytes, h: Hash, g: Ground, steps: bool, arrive: Hash,
    ending: Int, one: Removals, two: Removals, plain: Values
) -> None:  # fmt: skip
    """Fold in the moves of the inner side, by steps or by placements.

    Works backwards from the boards that the moves arrive on. Modifies ``values`` and ``counts`` for
    the blocks from ``first`` to ``last``.

    Args:
        h: the hash of the unit's layout.
        g: the ground of the side.
        steps: whether the moves are steps (else placements).
        arrive: the hash of the boards that they arrive on, before a removal.
        ending: how good it is to end the game.
        one: the removals of one of the block side's stones.
        two: those of two; where none is possible, two mills take as much as one.
        plain: how good it is to move without a removal, by entry of the table that such moves lead to;
            empty where they are quiet and stay in the unit.
    """
    taking, take_start, two_start = one.taking, one.moves.start, two.moves.start
    places, low, high, arrivals = h.places, h.low, h.high, arrive.places
    size, arriving = len(places), len(arrivals)
    stay = steps and len(plain) == 0
    free, lines = np.empty(24, np.int64), np.empty(24, np.int64)
    pairs, boards = np.empty(MOST_PAIRS + 1, np.int64), np.empty(MOST_BOARDS + 1, np.int64)
    bits, tables = np.empty(24, np.int64), np.empty((2, 4096), np.uint32)
    mills, closed = np.zeros(arriving, np.uint32), np.empty(arriving + 1, np.int64)
    crossings, crossed = np.zeros(arriving, np.uint32), np.empty(arriving + 1, np.int64)
    gains, quiet = np.empty(arriving, values.dtype), np.empty(size, np.uint8)
    gains_of_two = np.empty(arriving if two.taking else 0, values.dtype)
    for block in range(first, last):
        block_side = np.int64(h.blocks[block])
        base, end_of_block = block * size, (block + 1) * size
        row, row_counts = values[base:end_of_block], counts[base:end_of_block]
        n, n_pairs = survey(block_side, g, free, pairs)
        everywhere = (np.int64(1) << n) - 1
        takes = take_start[block] < take_start[block + 1]
        n_lines = survey_lines(block_side, g, free, n, lines) if taking and takes else 0
        for r in range(size):
            quiet[r] = 0
        n_closed = 0
        for r in range(arriving):
            mask = np.int64(arrivals[r])
            in_mills = np.int64(0)
            for i in range(n_lines):
                in_mills |= lines[i] if mask & lines[i] == lines[i] else 0
            mills[r] = in_mills
            gains[r] = ending if taking == 2 else NOTHING
            closed[n_closed] = r
            n_closed += in_mills != 0
        if taking == 1 and n_closed:
            take(block, free, n, closed[:n_closed], arrivals, g, one, bits, tables, gains)
        n_crossed = 0
        for i in range(n_closed if two.taking else 0):
            r = closed[i]
            crossings[r] = where_two_cross(np.int64(arrivals[r]), lines[:n_lines])
            crossed[n_crossed] = r
            n_crossed += crossings[r] != 0
        takes_two = two_start[block] < two_start[block + 1]
        for i in range(n_crossed):
            r = crossed[i]
            gains_of_two[r] = (ending if two.taking == 2 else NOTHING) if takes_two else gains[r]
        if two.taking == 1 and takes_two:
            take(block, free, n, crossed[:n_crossed], arrivals, g, two, bits, tables, gains_of_two)
        if steps:
            for i in range(n_closed if stay else arriving):
                r = closed[i] if stay else i
                after = np.int64(arrivals[r])
                in_mills = np.int64(mills[r])
                quiet_gain = values.dtype.type(NOTHING) if stay else plain[block * arriving + r]
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
                    row[place] = max(row[place], gains[r] if before & _CLOSES else quiet_gain)
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
            quiet_gains = plain[block * arriving : (block + 1) * arriving]
            for r in range(arriving):
                after = np.int64(arrivals[r])
                quiet_gain = quiet_gains[r]
                in_mills, moved = np.int64(mills[r]), after & ~np.int64(crossings[r])
                while moved:
                    stone = moved & -moved
                    moved ^= stone
                    before = after ^ stone
                    place = np.int64(low[before & 4095]) + np.int64(high[before >> 12 & 4095])
                    row[place] = max(row[place], gains[r] if stone & in_mills else quiet_gain)
            for i in range(n_crossed):
                r = crossed[i]
                moved = np.int64(crossings[r])
                while moved:
                    before = np.int64(arrivals[r]) ^ (moved & -moved)
                    moved &= moved - 1
                    place = np.int64(low[before & 4095]) + np.int64(high[before >> 12 & 4095])
                    row[place] = max(row[place], gains_of_two[r])
                crossings[r] = 0


@jit
def take(
    block: Int, free: Numbers, n: Int, chosen: Numbers, arrivals: Masks, g: Ground, removals: Removals,
    bits: Numbers, tables: Masks, gains: Values
) -> None:  # fmt: skip
    """Raise ``gains``, how good removals are for some boards of a block.

    Args:
        free, n: the free points of the block.
        chosen: the boards, as places in ``arrivals``.
        bits, tables: room for a map.
    """
    target, values = removals.target, removals.values
    blocks, low, high, size = target.blocks, target.low, target.high, len(target.places)
    start, reached, symmetry = removals.moves.start, removals.moves.target, removals.moves.symmetry
    half = (n + 1) // 2
    part = (1 << half) - 1
    first_half, second_half = tables[0], tables[1]
    for edge in range(start[block], start[block + 1]):
        to = np.int64(reached[edge])
        map_onto(free, n, g.symmetries[symmetry[edge]], blocks[to], g.points, bits)
        fill_tables(bits, half, tables)
        found = values[to * size : (to + 1) * size]
        for i in range(len(chosen)):
            r = chosen[i]
            mask = np.int64(arrivals[r])
            after = np.int64(first_half[mask & part] | second_half[mask >> half])
            place = np.int64(low[after & 4095]) + np.int64(high[after >> 12 & 4095])
            gains[r] = max(gains[r], found[place])


@jit
def where_two_cross(stones: Int, lines: Numbers) -> Int:
    """Which of the stones are in two mills, or more."""
    once: Int = np.int64(0)
    twice: Int = np.int64(0)
    for line in lines:
        mill = line if stones & line == line else 0
        twice |= once & mill
        once |= mill
    return twice


@jit
def harvest(
    first: Int, last: Int, found: Values, arrive: Hash, g: Ground, taking: Int, ending: Int, protected: bool,
    with_mill: Flags, fewer: Hash, taken: Values
) -> None:  # fmt: skip
    """How good the best removal of the block side is once it has closed a mill.

    Writes ``found`` for those blocks from ``first`` to ``last`` that have a mill; ``NOTHING``
    where nothing is removed.

    Args:
        arrive: the hash of the boards concerned.
        taking: 1, or 2 where the opponent, left with two, has lost.
        ending: how good that is.
        protected: whether nothing is removed where all stones are in mills.
        with_mill: which blocks have a mill.
        fewer: the hash of the table that removals lead to, in the same blocks.
        taken: how good it is to move to that table.
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
            best = found.dtype.type(ending if taking == 2 and exposed else NOTHING)
            while exposed and taking == 1:
                stone = exposed & -exposed
                exposed ^= stone
                left = mask ^ stone
                place = np.int64(low[left & 4095]) + np.int64(high[left >> 12 & 4095])
                best = max(best, below[place])
            row[r] = best


@jit
def harvest_two(
    first: Int, last: Int, found: Values, arrive: Hash, g: Ground, taking: Int, ending: Int, protected: bool,
    with_crossing: Flags, one: Values, fewer: Hash, taken: Values
) -> None:  # fmt: skip
    """How good the best removal of two stones is once the block side has closed two mills at once.

    Writes ``found`` for those blocks from ``first`` to ``last`` that have a stone in two mills. Where two
    cannot be taken one after the other, that is as good as one.

    Args:
        arrive, taking, ending, protected, fewer, taken: as for :func:`harvest`.
        with_crossing: which blocks have a stone in two mills.
        one: what :func:`harvest` found.
    """
    blocks, places, low, high = arrive.blocks, arrive.places, fewer.low, fewer.high
    size, fewer_size = len(places), len(fewer.places)
    free, lines = np.empty(24, np.int64), np.empty(24, np.int64)
    for block in range(first, last):
        if not with_crossing[block]:
            continue
        block_side = np.int64(blocks[block])
        n_lines = survey_lines(block_side, g, free, free_points(block_side, g.points, free), lines)
        row = found[block * size : (block + 1) * size]
        below = taken[block * fewer_size : (block + 1) * fewer_size]
        for r in range(size):
            mask = np.int64(places[r])
            best = found.dtype.type(NOTHING)
            stones = removable(mask, lines[:n_lines], protected)
            # With two outside mills the second is one of those, and with none either may come first.
            several = stones & (stones - 1) & ~where_in_mills(mask, lines[:n_lines]) != 0
            pairs = False
            while stones:
                stone = stones & -stones
                stones ^= stone
                left = mask ^ stone
                seconds = stones if several else removable(left, lines[:n_lines], protected)
                pairs |= seconds != 0
                while seconds and taking == 1:
                    rest = left ^ (seconds & -seconds)
                    seconds &= seconds - 1
                    place = np.int64(low[rest & 4095]) + np.int64(high[rest >> 12 & 4095])
                    best = max(best, below[place])
            if not pairs:
                best = one[block * size + r]
            elif taking == 2:
                best = found.dtype.type(ending)
            row[r] = best


@jit
def removable(stones: Int, lines: Numbers, protected: bool) -> Int:
    """Which of the stones a mill may take: those outside mills or, where there are none, all or none."""
    outside: Int = stones & ~where_in_mills(stones, lines)
    return outside if outside or protected else stones


@jit
def where_in_mills(stones: Int, lines: Numbers) -> Int:
    """Which of the stones are in mills."""
    found: Int = np.int64(0)
    for line in lines:
        found |= line if stones & line == line else 0
    return found


@jit
def seed_block(
    first: Int, last: Int, values: Values, counts: Bytes, h: Hash, g: Ground, steps: bool, moves: BlockMoves,
    arrive: Hash, harvested: tuple[Values, Values], taking: Int, plain: Values
) -> None:  # fmt: skip
    """Fold in the moves of the block side, by steps or by placements.

    Modifies ``values`` and ``counts`` for the blocks from ``first`` to ``last``.

    Args:
        h: the hash of the unit's layout.
        g: the ground of the board.
        steps: whether the moves are steps (else placements).
        moves: the moves.
        arrive: the hash of the boards that they arrive on.
        harvested: what :func:`harvest` found for those boards, and :func:`harvest_two` for two mills closed
            at once; the same again where these take as much as one.
        taking: as there; 0 if closing a mill removes nothing.
        plain: how good it is to move without a removal, by entry of the table that such moves lead to;
            empty where they are quiet and stay in the unit.
    """
    places, low, high, arrive_blocks = h.places, arrive.low, arrive.high, arrive.blocks
    size, arriving, points, symmetries = len(places), len(arrive.places), g.points, g.symmetries
    move_start, move_entered, move_target = moves.start, moves.entered, moves.target
    move_symmetry, move_closes = moves.symmetry, moves.closes
    free, bits, tables = np.empty(24, np.int64), np.empty(24, np.int64), np.empty((2, 4096), np.uint32)
    first_half, second_half = tables[0], tables[1]
    quiet = np.empty(size, np.uint8)
    stay = steps and len(plain) == 0
    after_one, after_two = harvested
    for block in range(first, last):
        base, end_of_block = block * size, (block + 1) * size
        row, row_counts = values[base:end_of_block], counts[base:end_of_block]
        n = free_points(np.int64(h.blocks[block]), points, free)
        half = (n + 1) // 2
        part = (1 << half) - 1
        for r in range(size):
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
            best_after = after_two if move_closes[edge] > 1 else after_one
            with_mill = best_after[to * arriving : (to + 1) * arriving]
            without = plain[to * arriving : (to + 1) * arriving]
            for r in range(size):
                mask = np.int64(places[r])
                after = np.int64(first_half[mask & part] | second_half[mask >> half])
                if after & OFF:
                    continue
                place = np.int64(low[after & 4095]) + np.int64(high[after >> 12 & 4095])
                gain = with_mill[place] if closes else values.dtype.type(NOTHING)
                if gain == NOTHING:
                    if stay:
                        quiet[r] += 1
                        continue
                    gain = without[place]
                row[r] = max(row[r], gain)
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
                values[block * size + r] = OVER
                counts[block * size + r] = 0


@jit
def settle(
    first: Int, last: Int, values: Values, counts: Bytes, size: Int, codes: Values, even: Int, stuck: Int
) -> None:  # fmt: skip
    """Turn what leaving moves give into the starting state of the induction.

    Modifies ``values``, which held how good that is and holds codes then, and ``counts`` for the blocks
    from ``first`` to ``last``.

    Args:
        codes: by goodness.
        even: the goodness from which on a loss is ruled out.
        stuck: the code of an entry without any move.
    """
    for i in range(first * size, last * size):
        good = values[i]
        values[i] = codes[good] if good != NOTHING or counts[i] else stuck
        if good >= even:
            counts[i] = SAFE


@jit
def note_pending(
    first: Int, last: Int, values: Values, counts: Bytes, size: Int, against: Flags, pending: Words,
    base: Int
) -> None:  # fmt: skip
    """Write ``pending``, which is empty, for the blocks from ``first`` to ``last``.

    Args:
        against: by code, whether it is a loss; the last is what is never decided.
        base: the first code of the class to note.
    """
    runs, rest, room = runs_of(size), len(against) - 1, 64 * len(pending)
    for block in range(first, last):
        for r in range(size):
            code = np.int64(values[block * size + r])
            if code == rest or not base <= code < base + room:
                continue
            if counts[block * size + r] == 0 or not against[code]:
                word = code - base >> 6
                pending[word, block * runs + (r >> RUN_BITS)] |= np.uint64(1) << np.uint64(code & 63)


@jit
def hold_classes(first: Int, last: Int, values: Values, size: Int, room: Int, classes: Int) -> Flags:
    """Which classes of ``room`` codes entries hold in the blocks from ``first`` to ``last``."""
    held = np.zeros(classes, np.bool_)
    for i in range(first * size, last * size):
        number = values[i] // room
        if number < classes:
            held[number] = True
    return held


@jit
def runs_of(size: Int) -> Int:
    """How many runs a block has."""
    return (size + (1 << RUN_BITS) - 1) >> RUN_BITS
