"""Checking: what every entry must hold, recomputed forwards from the values of its successors.

An entry's *merit* says how good the best move found so far is (:mod:`millbase.solver.checking.reading`).

A move of the inner side stays in its block: *rows*, the same for all blocks, pair the ranks before and
after it. A move of the block side leads to one other block with one symmetry, which is a constant map of
the inner side's stones: an *edge*. Nothing here is the solver's but the hash.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from millbase.solver.checking.forward_moves import Edges, Ranks
from millbase.solver.checking.reading import LOST_NOW, Counts, code_with, merit_of, unwritten
from millbase.solver.hashing.compiling import Bytes, Flags, Int, Numbers, jit
from millbase.solver.hashing.intrinsics import popcount
from millbase.solver.hashing.sets import compress, expand, free_points, rank
from millbase.solver.hashing.tables import Hash
from millbase.solver.indexing import Masks
from millbase.solver.layouts import Values

UNREACHABLE = -1  # stands for the value of an entry that no game reaches
NOTHING, STONE, GAME = range(3)  # what closing a mill takes

ROW, TARGET, SYMMETRY, CLOSES = range(4)  # columns of edges


class Geometry(NamedTuple):
    """A board as arrays.

    Attributes:
        lines: the points of each, shape ``(lines, 3)``.
        symmetries: the image of each point, shape ``(symmetries, points)``.
        near: by point, the points that a stone can step to from there.
    """

    lines: npt.NDArray[np.uint8]
    symmetries: npt.NDArray[np.uint8]
    near: Masks


class Second(NamedTuple):
    """What a placement takes besides the stone that a mill takes, if it closes two mills.

    Attributes:
        taking: what two mills take, where a second stone can be taken.
        edges: removals of the block side's stones once one of them has been taken.
        left, taken: the hash and the values of what these lead to.
    """

    taking: int
    edges: Edges
    left: Hash
    taken: Values


@jit
def relate(block_side: Int, symmetry: Bytes, target: Int, maps: Masks) -> Int:
    """Write the map from sets in a block to sets in block ``target``, as three look-up tables.

    Args:
        symmetry: the image of each point.
        maps: shape ``(3, 256)``. Stones that land on those of ``target`` are lost.

    Returns:
        Bits of a set that each table is for.
    """
    points = len(symmetry)
    part_bits = (points - popcount(block_side) + 2) // 3
    maps[0, 0] = maps[1, 0] = maps[2, 0] = 0
    part = bit = 0
    for point in range(points):
        if block_side >> point & 1:
            continue
        to = np.int64(symmetry[point])
        image = (1 - (target >> to & 1)) << (to - popcount(target & ((1 << to) - 1)))
        for known in range(1 << bit):
            maps[part, known + (1 << bit)] = maps[part, known] | np.uint32(image)
        bit += 1
        if bit == part_bits:
            part, bit = part + 1, 0
    return part_bits


@jit
def mapped(stones: Int, part_bits: Int, maps: Masks) -> Int:
    """The image of a set under the map that :func:`relate` wrote."""
    low = (1 << part_bits) - 1
    found = maps[0, stones & low] | maps[1, stones >> part_bits & low] | maps[2, stones >> 2 * part_bits]
    moved: Int = np.int64(found)
    return moved


@jit
def mark_mills(block_side: Int, lines: Bytes, places: Masks, mills: Masks) -> None:
    """Write for each set of inner stones in a block those of them that are in mills.

    Args:
        lines: the points of each line, shape ``(lines, 3)``.
    """
    for r in range(len(mills)):
        mills[r] = 0
    for i in range(len(lines)):
        line, closed = np.int64(0), np.int64(0)
        for k in range(3):
            point = np.int64(lines[i, k])
            line |= 1 << point
            closed |= 1 << (point - popcount(block_side & ((1 << point) - 1)))
        if line & block_side == 0:
            for r in range(len(places)):
                mills[r] |= np.uint32(closed if places[r] & closed == closed else 0)


@jit
def mark_crossings(block_side: Int, lines: Bytes, places: Masks, crossings: Masks) -> None:
    """Write for each set of inner stones in a block those of them that are in two mills.

    Args:
        lines: as for :func:`mark_mills`.
    """
    packed = np.empty(len(lines), np.int64)
    n = pack_lines(block_side, lines, packed)
    for r in range(len(places)):
        crossed = np.int64(0)
        for i in range(n):
            for j in range(i):
                both = packed[i] | packed[j]
                crossed |= packed[i] & packed[j] if places[r] & both == both else 0
        crossings[r] = crossed


@jit
def pack_lines(block_side: Int, lines: Bytes, packed: Numbers) -> Int:
    """Write the lines that the block side leaves free as sets of free points; how many there are."""
    n = 0
    for i in range(len(lines)):
        packed[n], taken = 0, False
        for k in range(3):
            point = np.int64(lines[i, k])
            taken |= block_side >> point & 1 == 1
            packed[n] |= 1 << (point - popcount(block_side & ((1 << point) - 1)))
        n += not taken
    return n


@jit
def open_to_removal(stones: Int, packed: Numbers, protected: bool) -> Int:
    """Which of the stones may be taken: those outside mills or, where there are none, all or none."""
    found: Int = stones
    for line in packed:
        found &= ~line if stones & line == line else -1
    return stones if found == 0 and not protected else found


@jit
def try_inner(
    first: Int, last: Int, chosen: Numbers, best: Values, h: Hash, geometry: Geometry, draw: Int,
    counts: Counts, steps: bool, rows: Ranks, arrived: Hash, quiet: Values, taking: Int, edges: Edges,
    left: Hash, taken: Values, second: Second
) -> None:  # fmt: skip
    """Raise the merits of entries by the moves of the inner side of one kind: steps or placements.

    Args:
        first, last: which of the blocks ``chosen``.
        best: merits, shape ``(last - first, block_size)``.
        h: the hash of the table.
        counts: what plies are counted to.
        steps: whether it is steps. These go forth and back along the rows, placements only forth.
        rows: see :mod:`millbase.solver.checking.forward_moves`.
        arrived, quiet: the hash of the boards that the moves arrive on, in the same blocks, and their values.
        taking: what closing a mill takes.
        edges: removals of the block side's stones.
        left, taken: hash and values of what these lead to.
        second: what two mills take.
    """
    blocks, lines, symmetries, near = h.blocks, geometry.lines, geometry.symmetries, geometry.near
    places, taken_blocks, low, high = arrived.places, left.blocks, left.low, left.high
    start, moves = edges.start, edges.moves
    boards = len(places)
    free, maps = np.empty(32, np.int64), np.empty((3, 256), np.uint32)
    mills, milled = np.zeros(boards, np.uint32), np.empty(boards, np.int64)
    crossings, crossed = np.zeros(boards, np.uint32), np.empty(boards, np.int64)
    reached = np.empty((boards, 3), best.dtype)  # merits if no mill is closed, if one is, if two are
    composed = np.empty(symmetries.shape[1], np.uint8)
    for i in range(first, last):
        block, merits = chosen[i], best[i - first]
        block_side = np.int64(blocks[block])
        for r in range(boards):
            reached[r, 0] = reached[r, 1] = reached[r, 2] = merit_of(
                quiet[block * boards + r], draw, counts, not steps
            )
        if taking != NOTHING and start[block + 1] > start[block]:
            mark_mills(block_side, lines, places, mills)
            n = 0
            for r in range(boards):
                if mills[r]:
                    reached[r, 1] = draw if taking == GAME else 0
                    milled[n] = r
                    n += 1
            for edge in range(start[block], start[block + 1] if taking == STONE else start[block]):
                target = np.int64(moves[edge, TARGET])
                symmetry = symmetries[moves[edge, SYMMETRY]]
                part_bits = relate(block_side, symmetry, np.int64(taken_blocks[target]), maps)
                base = target * (len(taken) // len(taken_blocks))
                for m in range(n):
                    r = milled[m]
                    place = base + rank(mapped(np.int64(places[r]), part_bits, maps), low, high)
                    merit = merit_of(taken[place], draw, counts, True)
                    reached[r, 1] = merit if merit > reached[r, 1] else reached[r, 1]
            if second.taking != NOTHING:
                mark_crossings(block_side, lines, places, crossings)
                n = 0
                for r in range(boards):
                    if crossings[r]:
                        crossed[n] = r
                        n += 1
                more = 0
                for edge in range(start[block], start[block + 1]):
                    middle, turn = moves[edge, TARGET], symmetries[moves[edge, SYMMETRY]]
                    for other in range(second.edges.start[middle], second.edges.start[middle + 1]):
                        more += 1
                        if more == 1:
                            for m in range(n):
                                reached[crossed[m], 2] = draw if second.taking == GAME else 0
                        if second.taking == GAME:
                            break
                        target = np.int64(second.edges.moves[other, TARGET])
                        for point in range(len(composed)):
                            composed[point] = symmetries[second.edges.moves[other, SYMMETRY], turn[point]]
                        part_bits = relate(block_side, composed, np.int64(second.left.blocks[target]), maps)
                        base = target * (len(second.taken) // len(second.left.blocks))
                        for m in range(n):
                            r = crossed[m]
                            after = mapped(np.int64(places[r]), part_bits, maps)
                            merit = merit_of(
                                second.taken[base + rank(after, second.left.low, second.left.high)],
                                draw,
                                counts,
                                True,
                            )
                            reached[r, 2] = merit if merit > reached[r, 2] else reached[r, 2]
                if more == 0:
                    for m in range(n):
                        reached[crossed[m], 2] = reached[crossed[m], 1]
        else:
            for r in range(boards):
                mills[r] = crossings[r] = 0
        n = np.int64(0)
        for point in range(len(near)):
            if block_side >> point & 1:
                continue
            free[n] = point
            for j in range(n if steps else 1):
                if steps and near[point] >> free[j] & 1 == 0:
                    continue
                row = n * (n - 1) // 2 + j if steps else n
                for back in range(2 if steps else 1):
                    entered = j if back else n
                    before, after = rows[back, row], rows[1 - back, row]
                    improve(merits, before, after, entered, mills, crossings, reached)
            n += 1


@jit
def improve(
    merits: Values, before: Ranks, after: Ranks, point: Int, mills: Masks, crossings: Masks, reached: Values
) -> None:  # fmt: skip
    """Raise ``merits`` by the inner side's moves to one free point."""
    for m in range(len(before)):
        board, r = after[m], before[m]
        merit = reached[board, (mills[board] >> point & 1) + (crossings[board] >> point & 1)]
        merits[r] = merit if merit > merits[r] else merits[r]


@jit
def try_block(
    first: Int, last: Int, chosen: Numbers, best: Values, h: Hash, geometry: Geometry, draw: Int,
    counts: Counts, steps: bool, edges: Edges, clear: Ranks, arrived: Hash, quiet: Values, taking: Int,
    protected: bool, left: Hash, taken: Values, second: Second
) -> None:  # fmt: skip
    """Raise the merits of entries by the moves of the block side of one kind: steps or placements.

    Args:
        first, last, chosen, best, h, counts, steps: see :func:`try_inner`.
        edges: the moves.
        clear: row ``j`` has the ranks of the boards without a stone on the ``j``-th free point.
        arrived, quiet: hash and values of what the moves lead to.
        taking: what closing a mill takes.
        protected: whether it takes nothing where all stones are in mills.
        left, taken: hash and values of what removals lead to, in the same blocks.
        second: what two mills take.
    """
    blocks, places, lines, symmetries = h.blocks, h.places, geometry.lines, geometry.symmetries
    start, moves, target_blocks = edges.start, edges.moves, arrived.blocks
    low, high, taken_low, taken_high = arrived.low, arrived.high, left.low, left.high
    maps, mills = np.empty((3, 256), np.uint32), np.empty(len(places), np.uint32)
    packed = np.empty(len(lines), np.int64)
    for i in range(first, last):
        block, merits = chosen[i], best[i - first]
        block_side = np.int64(blocks[block])
        marked = False
        n_lines = pack_lines(block_side, lines, packed)
        for edge in range(start[block], start[block + 1]):
            target = np.int64(moves[edge, TARGET])
            symmetry = symmetries[moves[edge, SYMMETRY]]
            part_bits = relate(block_side, symmetry, np.int64(target_blocks[target]), maps)
            ranks = clear[moves[edge, ROW]]
            base = target * (len(quiet) // len(target_blocks))
            if taking == NOTHING or moves[edge, CLOSES] == 0:
                for m in range(len(ranks)):
                    r = ranks[m]
                    place = base + rank(mapped(np.int64(places[r]), part_bits, maps), low, high)
                    merit = merit_of(quiet[place], draw, counts, not steps)
                    merits[r] = merit if merit > merits[r] else merits[r]
                continue
            if not marked:
                mark_mills(block_side, lines, places, mills)
                marked = True
            taken_base = target * (len(taken) // len(target_blocks))
            for m in range(len(ranks)):
                r = ranks[m]
                stones = np.int64(places[r])
                exposed = stones & ~np.int64(mills[r])
                if exposed == 0 and not protected:
                    exposed = stones
                after = mapped(stones, part_bits, maps)
                highest, pairs = np.int64(merits[r]), False
                if second.taking != NOTHING and moves[edge, CLOSES] > 1:
                    firsts = exposed
                    while firsts:
                        rest = stones ^ (firsts & -firsts)
                        firsts &= firsts - 1
                        seconds = open_to_removal(rest, packed[:n_lines], protected)
                        pairs |= seconds != 0
                        while seconds and second.taking == STONE:
                            after = mapped(rest ^ (seconds & -seconds), part_bits, maps)
                            seconds &= seconds - 1
                            place = target * (len(second.taken) // len(target_blocks))
                            place += rank(after, second.left.low, second.left.high)
                            merit = merit_of(second.taken[place], draw, counts, True)
                            highest = merit if merit > highest else highest
                if pairs:
                    merits[r] = draw if second.taking == GAME else highest
                    continue
                if exposed == 0:
                    merit = merit_of(quiet[base + rank(after, low, high)], draw, counts, not steps)
                    highest = merit if merit > highest else highest
                elif taking == GAME:
                    highest = draw
                else:
                    there = mapped(exposed, part_bits, maps)
                    while there:
                        place = taken_base + rank(after ^ (there & -there), taken_low, taken_high)
                        merit = merit_of(taken[place], draw, counts, True)
                        highest = merit if merit > highest else highest
                        there &= there - 1
                merits[r] = highest


@jit
def compare(
    first: Int, last: Int, chosen: Numbers, best: Values, h: Hash, geometry: Geometry, draw: Int, stuck: Int,
    block_is_own: bool, mill_wins: bool, block_mills: Flags, twinning: Edges, values: Values,
    compared: Numbers, faults: Numbers
) -> tuple[int, int]:  # fmt: skip
    """Compare a table with what the best moves of its entries give.

    Args:
        first, last, chosen, best, h: see :func:`try_inner`.
        stuck: the value of an entry without a move.
        block_is_own: whether the side to move is the block side.
        mill_wins: whether a mill ends the game.
        block_mills: whether the block side has a mill, by block.
        twinning: symmetries that leave a block's representative alone, as edges.
        values: of the table.
        compared: the places that are, a row for each of the blocks ``chosen``, or one row for all.
        faults: written for the first wrong entries, shape ``(limit, 3)``: the entry, the value it must
            hold, and the entry of the same position that says so, or -1 if its successors do.

    Returns:
        How many entries were checked and how many are wrong.
    """
    blocks, places, low, high = h.blocks, h.places, h.low, h.high
    lines, symmetries, start, moves = geometry.lines, geometry.symmetries, twinning.start, twinning.moves
    size = len(places)
    maps, mills = np.empty((3, 256), np.uint32), np.empty(size, np.uint32)
    expected, twins = np.empty(size, np.int64), np.empty(size, np.int64)
    checked = wrong = 0
    for i in range(first, last):
        block, merits = chosen[i], best[i - first]
        block_side = np.int64(blocks[block])
        for r in range(size):
            expected[r] = code_with(merits[r], draw, stuck)
            twins[r] = -1
        if mill_wins:
            mark_mills(block_side, lines, places, mills)
            for r in range(size):
                if block_mills[block] if block_is_own else mills[r]:
                    expected[r] = UNREACHABLE
                elif mills[r] if block_is_own else block_mills[block]:
                    expected[r] = LOST_NOW
        for edge in range(start[block], start[block + 1]):
            part_bits = relate(block_side, symmetries[moves[edge, SYMMETRY]], block_side, maps)
            for r in range(size):
                twin = rank(mapped(np.int64(places[r]), part_bits, maps), low, high)
                twins[r] = twin if expected[twin] != expected[r] else twins[r]
        base, row = block * size, compared[i % len(compared)]
        for k in range(len(row)):
            r = row[k]
            if expected[r] == UNREACHABLE:
                continue
            checked += 1
            differs = values[base + r] != expected[r] or values[base + r] == unwritten(draw)
            if differs or twins[r] >= 0:
                if wrong < len(faults):
                    faults[wrong, 0] = base + r
                    faults[wrong, 1] = expected[r if differs else twins[r]]
                    faults[wrong, 2] = -1 if differs else base + twins[r]
                wrong += 1
    return checked, wrong


@jit
def lay(
    first: Int, last: Int, found: Values, h: Hash, turned: Masks, values: Values, source: Hash, points: Int
) -> None:  # fmt: skip
    """Write ``found``, the table ``values`` laid out by the other side's blocks.

    Args:
        h: the hash of ``found``.
        turned: images of its blocks, shape ``(symmetries, blocks)``.
        source: the hash of ``values``, whose block side is the inner side of ``found``.
    """
    blocks, places, low, high, squeeze = h.blocks, h.places, source.low, source.high, source.squeeze
    source_blocks, block_of, symmetry_of = source.blocks, source.block_of, source.symmetry_of
    pattern_low, pattern_high = source.pattern_low, source.pattern_high
    size, source_size = len(places), len(values) // len(source_blocks)
    free, entries = np.empty(32, np.int64), np.empty(size, np.int64)
    everywhere = (np.int64(1) << points) - 1
    for block in range(first, last):
        free_points(np.int64(blocks[block]), points, free)
        for r in range(size):
            pattern = rank(expand(np.int64(places[r]), free), pattern_low, pattern_high)
            to = np.int64(block_of[pattern])
            inner = np.int64(turned[symmetry_of[pattern], block])
            place = compress(inner, ~np.int64(source_blocks[to]) & everywhere, squeeze)
            entries[r] = to * source_size + rank(place, low, high)
        for r in range(size):  # apart from the above, so that many look-ups are under way at once
            found[block * size + r] = values[entries[r]]
