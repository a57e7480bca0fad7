"""Searching the placing phase: does the side to move get at least so much?

A depth-first search over a stack of frames that lies in arrays, so that it can be stopped after some
positions and taken up again. A frame is a position and a question: ``want`` DRAW asks whether the side to
move gets at least a draw, WIN whether it wins. It does if after one of its moves the opponent does not
get the rest, ``WIN + DRAW - want``. Positions without stones in hand are leaves, looked up in tables.

What has been proved is remembered (:mod:`millbase.solver.searching.memory`), so a search that begins anew
soon is where another one stopped.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from millbase.solver.game.material import MIN_STONES
from millbase.solver.hashing.compiling import Int, Numbers, Words, jit
from millbase.solver.hashing.intrinsics import lowest, popcount
from millbase.solver.indexing import Masks
from millbase.solver.searching.leaves_kernels import DRAW, POINTS, SIDE, WIN, Leaves, search_leaves
from millbase.solver.searching.memory import key_of, recall, remember

RUNNING, ANSWERED, UNREAD = range(3)  # how a call ends
DEPTH, POSITIONS, ANSWER, LEAF = range(4)  # places in a report; the leaf takes three

_REMEMBERED = 2  # stones in hand, or more: with one, looking at all leaves takes no longer

# What moves promise. The order was found by trial, on starts of nine from 5,5 to 7,4: between them these
# five take half of the positions that the first guess took. A history of good moves did not help.
_CLOSES, _BLOCKS, _THREATENED, _PREPARES, _NEIGHBOUR = 1000, 500, -30, 20, 5


class Field(NamedTuple):
    """A board and rules as arrays and plain numbers.

    Attributes:
        everywhere: all points.
        lines: as sets of points.
        partners: by point, the other two points of each line through it, filled up with a set that no
            side ever has.
        near: the neighbours of each point.
        octets: images as in :func:`millbase.solver.indexing.image_tables`, shape ``(3, 256, symmetries)``.
        full: what a full board is worth to the side to move.
        flying, protected, take_two, mill_wins: see :class:`millbase.solver.game.rules.Rules`.
    """

    everywhere: int
    lines: Numbers
    partners: Numbers
    near: Numbers
    octets: Masks
    full: int
    flying: bool
    protected: bool
    take_two: bool
    mill_wins: bool


class Stack(NamedTuple):
    """The frames of a search; those before ``report[DEPTH]`` wait for the answer about a child.

    Attributes:
        sides: own stones, the opponent's, own hand, the opponent's; shape ``(frames, 4)``.
        wants: the questions.
        begun: how many positions had been searched before the frame; -1 while it is new.
        cursors, counts: the next child, and how many there are.
        children: words of ``promise | own stones after the move | the opponent's``, by frame.
        report: the depth, the number of positions searched, the answer, and what has to be read; see
            the names of its places.
    """

    sides: Numbers
    wants: Numbers
    begun: Numbers
    cursors: Numbers
    counts: Numbers
    children: Numbers
    report: Numbers


@jit
def advance(budget: Int, field: Field, leaves: Leaves, memory: Words, stack: Stack) -> int:
    """Go on with a search, for at most ``budget`` positions.

    Modifies ``stack`` and ``memory``.

    Returns:
        RUNNING if the budget is used up; ANSWERED, with the answer to the first frame in the report; or
        UNREAD: the report has a leaf, side to move first, and its entry in a table not read there.
    """
    sides, wants, begun, report = stack.sides, stack.wants, stack.begun, stack.report
    cursors, counts, children = stack.cursors, stack.counts, stack.children
    depth, positions = report[DEPTH], report[POSITIONS]
    last = positions + budget
    while True:
        own, opp, own_hand, opp_hand = sides[depth, 0], sides[depth, 1], sides[depth, 2], sides[depth, 3]
        want, hand_after = wants[depth], max(own_hand - 1, 0)
        gets = False
        if begun[depth] < 0:
            if positions == last:
                report[DEPTH], report[POSITIONS] = depth, positions
                return RUNNING
            row = children[depth]
            n = generate(own, opp, own_hand, opp_hand, field, row)
            if n > 0 and hand_after + opp_hand == 0:
                n = search_leaves(row, n, WIN + DRAW - want, field.everywhere, leaves, report[LEAF:])
                if n > 0:
                    report[DEPTH], report[POSITIONS] = depth, positions
                    return UNREAD
            elif n > 0:
                n = sift(own, opp, hand_after, opp_hand, WIN + DRAW - want, field, memory, row, n)
            gets = bool(n < 0)
            begun[depth], cursors[depth], counts[depth] = positions, 0, n
            positions += 1
        if not gets and cursors[depth] < counts[depth]:
            child = next_child(children[depth], cursors[depth], counts[depth])
            cursors[depth] += 1
            depth += 1
            sides[depth, 0], sides[depth, 1] = child & POINTS, child >> SIDE & POINTS
            sides[depth, 2], sides[depth, 3] = opp_hand, hand_after
            wants[depth], begun[depth] = WIN + DRAW - want, -1
            continue
        while True:  # a frame has its answer; if it does not get what it wants, so has the one before
            if sides[depth, 2] + sides[depth, 3] >= _REMEMBERED:
                key = key_of(sides[depth, 0], sides[depth, 1], sides[depth, 2], sides[depth, 3], field.octets)
                remember(key, memory, wants[depth], gets, positions - begun[depth])
            if depth == 0:
                report[POSITIONS], report[ANSWER] = positions, gets
                return ANSWERED
            depth -= 1
            gets = not gets
            if not gets:
                break


@jit
def generate(own: Int, opp: Int, own_hand: Int, opp_hand: Int, field: Field, row: Numbers) -> Int:
    """Write the children of a position that is not over, without promises.

    Returns:
        How many there are; -1 if a move wins at once.
    """
    partners, near = field.partners, field.near
    empty = ~(own | opp) & field.everywhere
    flies = field.flying and popcount(own) + own_hand == MIN_STONES
    takes, in_all = np.int64(-1), popcount(opp) + opp_hand
    sources = np.int64(0) if own_hand else own
    n: Int = 0
    while True:
        source = sources & -sources
        targets = empty if own_hand or flies else empty & near[lowest(source)]
        while targets:
            target = targets & -targets
            targets ^= target
            staying, point = own ^ source, lowest(target)
            mills = 0
            for k in range(partners.shape[1]):
                mills += staying & partners[point, k] == partners[point, k]
            if mills and takes < 0:
                takes = removable(opp, field)
                if field.mill_wins or (takes and in_all == MIN_STONES):
                    return -1
            after = (staying | target) << SIDE
            if mills > 1 and own_hand and field.take_two and in_all > MIN_STONES:
                pairs = write_pairs(opp, after, field, row, n)
                if pairs > n and in_all == MIN_STONES + 1:
                    return -1
                if pairs > n:
                    n = pairs
                    continue
            removals = takes if mills else np.int64(0)
            if removals == 0:
                row[n] = after | opp
                n += 1
            while removals:
                stone = removals & -removals
                removals ^= stone
                row[n] = after | (opp ^ stone)
                n += 1
        sources ^= source
        if sources == 0:
            return n


@jit
def write_pairs(opp: Int, after: Int, field: Field, row: Numbers, first: Int) -> Int:
    """Write the children in which two of the opponent's stones have been taken, from ``first`` on.

    Args:
        after: the part of the words that says where the own stones are.

    Returns:
        Where they end; ``first`` if two cannot be taken.
    """
    n, earlier = first, removable(opp, field)
    while earlier:
        one = earlier & -earlier
        earlier ^= one
        left = opp ^ one
        later = removable(left, field)
        while later:
            other = later & -later
            later ^= other
            # If the other order is possible too, the lower stone is the first.
            if one < other or removable(opp, field) & other == 0 or removable(opp ^ other, field) & one == 0:
                row[n] = after | (left ^ other)
                n += 1
    return n


@jit
def removable(opp: Int, field: Field) -> Int:
    """Which of the opponent's stones a mill may remove."""
    in_mills = np.int64(0)
    for line in field.lines:
        in_mills |= line if opp & line == line else 0
    return opp if in_mills == opp and not field.protected else opp & ~in_mills


@jit
def sift(
    own: Int, opp: Int, own_hand: Int, opp_hand: Int, rest: Int, field: Field, memory: Words, row: Numbers,
    n: Int
) -> Int:  # fmt: skip
    """Keep those of the ``n`` children in ``row`` about which nothing is known, with what they promise.

    Args:
        own, opp: the stones before the move.
        own_hand, opp_hand: the hands after it.
        rest: what the opponent must not get.

    Returns:
        How many are kept; -1 if after one of the moves the opponent is known not to get the rest.
    """
    kept = 0
    for i in range(n):
        after, theirs = row[i] >> SIDE, row[i] & POINTS
        if after | theirs == field.everywhere:
            if field.full < rest:
                return -1
            continue
        if opp_hand == 0 and is_stuck(theirs, after, field):
            return -1
        if own_hand + opp_hand >= _REMEMBERED:
            known = recall(key_of(theirs, after, opp_hand, own_hand, field.octets), memory)
            if known & 3 >= rest:
                continue
            if WIN - (known >> 2) < rest:
                return -1
        row[kept] = row[i] | promise(own, opp, after, theirs, field) << 2 * SIDE
        kept += 1
    return kept


@jit
def is_stuck(own: Int, opp: Int, field: Field) -> bool:
    """Whether a side with an empty hand has no move, on a board that is not full."""
    if field.flying and popcount(own) == MIN_STONES:
        return False
    empty = ~(own | opp) & field.everywhere
    while own:
        if field.near[lowest(own)] & empty:
            return False
        own &= own - 1
    return True


@jit
def promise(own: Int, opp: Int, after: Int, theirs: Int, field: Field) -> Int:
    """How good a move looks: the most promising are tried first.

    Args:
        own, opp: the stones before the move.
        after, theirs: the same stones after it.
    """
    lines, partners = field.lines, field.partners
    empty = ~(after | theirs) & field.everywhere
    point = lowest(after & ~own)
    found: Int = np.int64(_NEIGHBOUR * popcount(field.near[point]))
    found += _CLOSES if theirs != opp else 0
    for k in range(partners.shape[1]):
        pair = partners[point, k]
        if opp & pair == pair:
            found += _BLOCKS
        elif after & pair and empty & pair:
            found += _PREPARES
    for line in lines:
        if empty & line and popcount(theirs & line) == 2:
            found += _THREATENED
    return found


@jit
def next_child(row: Numbers, first: Int, count: Int) -> Int:
    """The most promising child from ``first`` on, brought to that place."""
    best = first
    for i in range(first + 1, count):
        if row[i] > row[best]:
            best = i
    child: Int = row[best]
    row[first], row[best] = child, row[first]
    return child
