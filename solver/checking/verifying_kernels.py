"""Checking: what every entry must hold, recomputed forwards from the values of its successors.

An entry's *key* says how good the best move found so far is. Keys order values for the player who moves
there: 0 no move, then losses, quick ones first, the draw in the middle, then wins, slow ones first. They
need no more bits than the values.

A move of the inner side stays in its block: *rows*, the same for all blocks, pair the ranks before and
after it. A move of the block side leads to one other block with one symmetry, which is a constant map of
the inner side's stones: an *edge*. Nothing here is the solver's but the hash.
"""

from __future__ import annotations

import numpy as np

from millbase.solver.hashing.compiling import jit
from millbase.solver.hashing.intrinsics import popcount
from millbase.solver.hashing.sets import compress, expand, free_points, rank

UNREACHABLE = -1  # stands for the value of an entry that no game reaches
NOTHING, STONE, GAME = range(3)  # what closing a mill takes

ROW, TARGET, SYMMETRY, CLOSES = range(4)  # columns of edges


@jit
def key_of(code, draw):  # type: ignore[no-untyped-def]
    """The key of a move to a position of value ``code``."""
    code = np.int64(code)
    return (code >> 1) + 1 if code & 1 else draw - (code >> 1)


@jit
def code_of(key, draw, stuck):  # type: ignore[no-untyped-def]
    """The value of a position whose best move has ``key``."""
    key, middle = np.int64(key), (draw >> 1) + 1
    if key > middle:
        return 2 * (draw - key) + 1
    return stuck if key == 0 else draw if key == middle else 2 * key


@jit
def relate(block_side, symmetry, target, maps):  # type: ignore[no-untyped-def]
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
def mapped(stones, part_bits, maps):  # type: ignore[no-untyped-def]
    """The image of a set under the map that :func:`relate` wrote."""
    low = (1 << part_bits) - 1
    found = maps[0, stones & low] | maps[1, stones >> part_bits & low] | maps[2, stones >> 2 * part_bits]
    return np.int64(found)


@jit
def mark_mills(block_side, lines, places, mills):  # type: ignore[no-untyped-def]
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
def try_inner(  # type: ignore[no-untyped-def]
    first, last, chosen, best, blocks, lines, symmetries, draw, near, steps, rows, places, quiet, taking,
    start, edges, taken_blocks, low, high, taken
):  # fmt: skip
    """Raise the keys of entries by the moves of the inner side of one kind: steps or placements.

    Args:
        first, last: which of the blocks ``chosen``.
        best: keys, shape ``(last - first, block_size)``.
        blocks: the representatives.
        near: by point, the points that a stone can step to from there.
        steps: whether it is steps. These go forth and back along the rows, placements only forth.
        rows: see :mod:`millbase.solver.checking.forward_moves`.
        places: the boards that the moves arrive on, as sets by rank.
        quiet: the values of those boards.
        taking: what closing a mill takes.
        start, edges: removals of the block side's stones, those of block ``b`` from ``start[b]`` on.
        taken_blocks: representatives of the blocks that these lead to.
        low, high: of the ranks there.
        taken: the values there.
    """
    boards = len(places)
    free, maps = np.empty(32, np.int64), np.empty((3, 256), np.uint32)
    mills, milled = np.zeros(boards, np.uint32), np.empty(boards, np.int64)
    reached = np.empty((boards, 2), best.dtype)  # keys if no mill is closed, and if one is
    for i in range(first, last):
        block, keys = chosen[i], best[i - first]
        block_side = np.int64(blocks[block])
        for r in range(boards):
            reached[r, 0] = reached[r, 1] = key_of(quiet[block * boards + r], draw)
        if taking != NOTHING and start[block + 1] > start[block]:
            mark_mills(block_side, lines, places, mills)
            n = 0
            for r in range(boards):
                if mills[r]:
                    reached[r, 1] = draw if taking == GAME else 0
                    milled[n] = r
                    n += 1
            for edge in range(start[block], start[block + 1] if taking == STONE else start[block]):
                target = np.int64(edges[edge, TARGET])
                symmetry = symmetries[edges[edge, SYMMETRY]]
                part_bits = relate(block_side, symmetry, np.int64(taken_blocks[target]), maps)
                base = target * (len(taken) // len(taken_blocks))
                for m in range(n):
                    r = milled[m]
                    place = base + rank(mapped(np.int64(places[r]), part_bits, maps), low, high)
                    key = key_of(taken[place], draw)
                    reached[r, 1] = key if key > reached[r, 1] else reached[r, 1]
        else:
            for r in range(boards):
                mills[r] = 0
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
                    improve(keys, rows[back, row], rows[1 - back, row], entered, mills, reached)
            n += 1


@jit
def improve(keys, before, after, point, mills, reached):  # type: ignore[no-untyped-def]
    """Raise ``keys`` by the inner side's moves to one free point."""
    for m in range(len(before)):
        board, r = after[m], before[m]
        key = reached[board, mills[board] >> point & 1]
        keys[r] = key if key > keys[r] else keys[r]


@jit
def try_block(  # type: ignore[no-untyped-def]
    first, last, chosen, best, blocks, lines, symmetries, draw, start, edges, clear, places, target_blocks,
    low, high, quiet, taking, protected, taken_low, taken_high, taken
):  # fmt: skip
    """Raise the keys of entries by the moves of the block side of one kind: steps or placements.

    Args:
        first, last, chosen, best, blocks: see :func:`try_inner`.
        start, edges: the moves, those of block ``b`` from ``start[b]`` on.
        clear: row ``j`` has the ranks of the boards without a stone on the ``j``-th free point.
        places: the boards of a block, as sets by rank.
        target_blocks: representatives of the blocks that the moves lead to.
        low, high: of the ranks there.
        quiet: the values there.
        taking: what closing a mill takes.
        protected: whether it takes nothing where all stones are in mills.
        taken_low, taken_high, taken: ranks and values there after a removal.
    """
    maps, mills = np.empty((3, 256), np.uint32), np.empty(len(places), np.uint32)
    for i in range(first, last):
        block, keys = chosen[i], best[i - first]
        block_side = np.int64(blocks[block])
        marked = False
        for edge in range(start[block], start[block + 1]):
            target = np.int64(edges[edge, TARGET])
            symmetry = symmetries[edges[edge, SYMMETRY]]
            part_bits = relate(block_side, symmetry, np.int64(target_blocks[target]), maps)
            ranks = clear[edges[edge, ROW]]
            base = target * (len(quiet) // len(target_blocks))
            if taking == NOTHING or edges[edge, CLOSES] == 0:
                for m in range(len(ranks)):
                    r = ranks[m]
                    place = base + rank(mapped(np.int64(places[r]), part_bits, maps), low, high)
                    key = key_of(quiet[place], draw)
                    keys[r] = key if key > keys[r] else keys[r]
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
                best_key = np.int64(keys[r])
                if exposed == 0:
                    key = key_of(quiet[base + rank(after, low, high)], draw)
                    best_key = key if key > best_key else best_key
                elif taking == GAME:
                    best_key = draw
                else:
                    there = mapped(exposed, part_bits, maps)
                    while there:
                        place = taken_base + rank(after ^ (there & -there), taken_low, taken_high)
                        key = key_of(taken[place], draw)
                        best_key = key if key > best_key else best_key
                        there &= there - 1
                keys[r] = best_key


@jit
def compare(  # type: ignore[no-untyped-def]
    first, last, chosen, best, blocks, lines, symmetries, draw, stuck, by_mover, mill_wins, block_mills,
    start, edges, places, low, high, values, faults
):  # fmt: skip
    """Compare a table with what the best moves of its entries give.

    Args:
        first, last, chosen, best, blocks: see :func:`try_inner`.
        stuck: the value of an entry without a move.
        by_mover: whether the side to move is the block side.
        mill_wins: whether a mill ends the game.
        block_mills: whether the block side has a mill, by block.
        start, edges: symmetries that leave a block's representative alone.
        places, low, high, values: of the table.
        faults: written for the first wrong entries, shape ``(limit, 3)``: the entry, the value it must
            hold, and the entry of the same position that says so, or -1 if its successors do.

    Returns:
        How many entries were checked and how many are wrong.
    """
    size = len(places)
    maps, mills = np.empty((3, 256), np.uint32), np.empty(size, np.uint32)
    expected, twins = np.empty(size, np.int64), np.empty(size, np.int64)
    checked = wrong = 0
    for i in range(first, last):
        block, keys = chosen[i], best[i - first]
        block_side = np.int64(blocks[block])
        for r in range(size):
            expected[r] = code_of(keys[r], draw, stuck)
            twins[r] = -1
        if mill_wins:
            mark_mills(block_side, lines, places, mills)
            for r in range(size):
                if block_mills[block] if by_mover else mills[r]:
                    expected[r] = UNREACHABLE
                elif mills[r] if by_mover else block_mills[block]:
                    expected[r] = 0
        for edge in range(start[block], start[block + 1]):
            part_bits = relate(block_side, symmetries[edges[edge, SYMMETRY]], block_side, maps)
            for r in range(size):
                twin = rank(mapped(np.int64(places[r]), part_bits, maps), low, high)
                twins[r] = twin if expected[twin] != expected[r] else twins[r]
        base = block * size
        for r in range(size):
            if expected[r] == UNREACHABLE:
                continue
            checked += 1
            differs = values[base + r] != expected[r] or values[base + r] == draw - 1
            if differs or twins[r] >= 0:
                if wrong < len(faults):
                    faults[wrong, 0] = base + r
                    faults[wrong, 1] = expected[r if differs else twins[r]]
                    faults[wrong, 2] = -1 if differs else base + twins[r]
                wrong += 1
    return checked, wrong


@jit
def lay(  # type: ignore[no-untyped-def]
    first, last, found, blocks, places, turned, values, source_blocks, block_of, symmetry_of, pattern_low,
    pattern_high, squeeze, low, high, points
):  # fmt: skip
    """Write ``found``, the table ``values`` laid out by the other side's blocks.

    Args:
        blocks, places: of the hash of ``found``.
        turned: images of ``blocks``, shape ``(symmetries, blocks)``.
        source_blocks, block_of, symmetry_of, pattern_low, pattern_high, squeeze, low, high: the hash of
            ``values``, whose block side is the other side of ``found``.
    """
    size, source_size = len(places), len(values) // len(source_blocks)
    free, entries = np.empty(32, np.int64), np.empty(size, np.int64)
    everywhere = (np.int64(1) << points) - 1
    for block in range(first, last):
        free_points(np.int64(blocks[block]), points, free)
        for r in range(size):
            pattern = rank(expand(np.int64(places[r]), free), pattern_low, pattern_high)
            to = np.int64(block_of[pattern])
            other = np.int64(turned[symmetry_of[pattern], block])
            place = compress(other, ~np.int64(source_blocks[to]) & everywhere, squeeze)
            entries[r] = to * source_size + rank(place, low, high)
        for r in range(size):  # apart from the above, so that many look-ups are under way at once
            found[block * size + r] = values[entries[r]]
