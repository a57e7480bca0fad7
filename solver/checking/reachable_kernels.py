"""The kernel that goes forward: it makes every move of the positions reached so far.

It shares nothing with the kernels that go backwards: moves and mills are found on the whole board.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from millbase.solver.hashing.compiling import Int, jit
from millbase.solver.hashing.intrinsics import lowest
from millbase.solver.hashing.sets import compress, expand, free_points
from millbase.solver.indexing import Masks

REACHED, PLAYED = 1, 2  # a position that has been found, and one whose moves have been made too

Marks = npt.NDArray[np.uint8]


class Facts(NamedTuple):
    """What the kernel has to know of the board and the rules.

    Attributes:
        points: how many the board has.
        near: for each point, where a stone may step.
        lines: the lines, as sets of points.
        partners: for each point the other two points of each line through it, as sets; where there are
            fewer, sets that no position has.
        rank_of: the rank of every set among the sets of its size.
        squeeze: see :func:`millbase.solver.hashing.tables.squeeze_table`.
        removing, protected: whether a mill removes a stone, and whether not where all are in mills.
        mill_wins: whether facing a mill is the end.
        places, steps: whether the side to move has placements, and steps.
    """

    points: int
    near: Masks
    lines: Masks
    partners: Masks
    rank_of: Masks
    squeeze: npt.NDArray[np.uint8]
    removing: bool
    protected: bool
    mill_wins: bool
    places: bool
    steps: bool


class Ways(NamedTuple):
    """The positions that placements lead to, or steps.

    Attributes:
        quiet: the marks of those after a move that removes nothing: by the rank of the own pattern on the
            board and, within it, of the other side's among the points then free.
        quiet_size: how many have the same own pattern.
        removal, removal_size: the same of those after a move that removes a stone.
        removals, removals_size: of those after one that closes two mills and removes two.
        two: whether there are such moves.
    """

    quiet: Marks
    quiet_size: int
    removal: Marks
    removal_size: int
    removals: Marks
    removals_size: int
    two: bool


@jit
def play_on(
    first: Int, last: Int, marks: Marks, patterns: Masks, others: Masks, f: Facts, placements: Ways,
    steps: Ways
) -> int:  # fmt: skip
    """Make all moves of the positions marked as ``REACHED`` that have certain own patterns.

    They are marked as ``PLAYED``, those after them as ``REACHED``.

    Args:
        first, last: the ranks of the own patterns.
        marks: of the positions, as :class:`Ways` has those after them.
        patterns, others: the own patterns by rank, and the other side's, compressed.
        placements, steps: where the moves lead.

    Returns:
        How many positions were played from.
    """
    everywhere = (np.int64(1) << f.points) - 1
    near, lines = f.near, f.lines
    size = len(others)
    free = np.empty(24, np.int64)
    played = 0
    for i in range(first, last):
        own = np.int64(patterns[i])
        free_points(own, f.points, free)
        for j in range(size):
            if marks[i * size + j] != REACHED:
                continue
            marks[i * size + j] = PLAYED
            played += 1
            opp = expand(np.int64(others[j]), free)
            takes = exposed(opp, lines, f.protected) if f.removing else np.int64(0)
            if f.mill_wins and exposed(opp, lines, True) != opp:
                continue
            empty = everywhere & ~(own | opp)
            if f.places:
                arrive(own, empty, opp, takes, f, everywhere, placements)
            sources = own if f.steps else np.int64(0)
            while sources:
                source = sources & -sources
                sources ^= source
                goals = empty & near[lowest(source)]
                arrive(own ^ source, goals, opp, takes, f, everywhere, steps)
    return played


@jit
def exposed(stones: Int, lines: Masks, protected: bool) -> Int:
    """Which of the other side's stones may be taken: those outside mills, else all or, if protected, none."""
    in_mills = np.int64(0)
    for line in lines:
        in_mills |= line if stones & line == line else 0
    return stones if in_mills == stones and not protected else stones & ~in_mills


@jit
def arrive(staying: Int, goals: Int, opp: Int, takes: Int, f: Facts, everywhere: Int, ways: Ways) -> None:
    """Mark the positions after a stone has come to one of ``goals``, and after the removals that mills bring.

    Args:
        takes: what a mill may remove.
    """
    partners = f.partners
    while goals:
        goal = goals & -goals
        goals ^= goal
        after = staying | goal
        point = lowest(goal)
        mills = 0
        for k in range(partners.shape[1]):
            two = np.int64(partners[point, k])
            mills += staying & two == two
        left = takes if mills else np.int64(0)
        if left == 0:
            mark(opp, after, everywhere, f, ways.quiet, ways.quiet_size)
        while left:
            own = opp ^ (left & -left)
            left &= left - 1
            then = exposed(own, f.lines, f.protected) if mills > 1 and ways.two else np.int64(0)
            if then == 0:
                mark(own, after, everywhere, f, ways.removal, ways.removal_size)
            while then:
                mark(own ^ (then & -then), after, everywhere, f, ways.removals, ways.removals_size)
                then &= then - 1


@jit
def mark(own: Int, opp: Int, everywhere: Int, f: Facts, marks: Marks, size: Int) -> None:
    """Mark a position as reached, if it has not been; ``size`` of them have the same own pattern."""
    at = np.int64(f.rank_of[own]) * size + f.rank_of[compress(opp, everywhere & ~own, f.squeeze)]
    if marks[at] == 0:
        marks[at] = REACHED
