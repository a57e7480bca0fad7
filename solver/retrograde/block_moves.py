"""What the block side can do, block by block: steps, placements, and stones taken from it.

For one block and one such move the target block and the symmetry are constants, and so is whether a
mill is closed. They are worked out once for a unit, as edges; kernels follow them.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from millbase.solver.game.boards import Board
from millbase.solver.hashing.tables import orbit_tables, rank_tables
from millbase.solver.indexing import Masks, representatives

NOWHERE = 255  # the point that a removed stone goes to


class BlockMoves(NamedTuple):
    """Edges from blocks to blocks; those of block ``b`` are ``start[b]`` to ``start[b + 1]``.

    Attributes:
        start: shape ``(blocks + 1,)``.
        left: the points that stones leave, as a set.
        entered: the point that the stone enters, or ``NOWHERE``.
        target: the block reached.
        symmetry: the one that takes the pattern reached to the representative of ``target``.
        closes: how many mills the stone that has moved is in.
    """

    start: npt.NDArray[np.int64]
    left: npt.NDArray[np.uint32]
    entered: npt.NDArray[np.uint8]
    target: npt.NDArray[np.uint32]
    symmetry: npt.NDArray[np.uint8]
    closes: npt.NDArray[np.uint8]


@lru_cache(maxsize=4)
def steps(board: Board, stones: int, flies: bool) -> BlockMoves:
    """A stone moves to a neighbouring point, or to any if the side flies."""
    pairs = [
        (1 << point, to)
        for point in range(board.points)
        for to in (range(board.points) if flies else board.neighbours[point])
        if to != point
    ]
    return _edges(board, stones, stones, pairs)


@lru_cache(maxsize=4)
def placements(board: Board, stones: int) -> BlockMoves:
    """A stone comes from the hand."""
    return _edges(board, stones, stones + 1, [(0, to) for to in range(board.points)])


@lru_cache(maxsize=4)
def removals(board: Board, stones: int, protected: bool) -> BlockMoves:
    """The opponent takes a stone: one outside mills if there is one, else any or (protected) none."""
    blocks = representatives(board, stones)
    sets = [1 << point for point in range(board.points)]
    exposed = _exposed(board, blocks, protected)
    return _edges(board, stones, stones - 1, [(taken, NOWHERE) for taken in sets], [exposed] * len(sets))


@lru_cache(maxsize=8)
def removals_of_two(board: Board, stones: int, protected: bool) -> BlockMoves:
    """The opponent takes two stones, one after the other, each as :func:`removals` has it."""
    blocks = representatives(board, stones)
    first = _exposed(board, blocks, protected)
    second = [  # once the stone on a point is taken
        np.where(first >> point & 1, _exposed(board, blocks & ~np.uint32(1 << point), protected), 0)
        for point in range(board.points)
    ]
    pairs = list(combinations(range(board.points), 2))
    may_leave = [
        np.where((second[one] >> other | second[other] >> one) & 1, blocks, 0) for one, other in pairs
    ]
    moves = [(1 << one | 1 << other, NOWHERE) for one, other in pairs]
    return _edges(board, stones, stones - 2, moves, may_leave)


def _exposed(board: Board, masks: Masks, protected: bool) -> Masks:
    """The stones of each set that may be taken first."""
    milled = in_mills(board, masks)
    return np.where(milled == masks, np.uint32(0) if protected else masks, masks & ~milled)


def none(board: Board, stones: int) -> BlockMoves:
    """No stone moves: no edge of any block."""
    start = np.zeros(board.orbits(stones) + 1, np.int64)
    sets, points = np.zeros(0, np.uint32), np.zeros(0, np.uint8)
    return BlockMoves(start, sets, points, sets, points, points)


def in_mills(board: Board, masks: Masks) -> Masks:
    """The stones of each set that are in mills."""
    found = np.zeros_like(masks)
    for line in board.line_masks:
        found |= np.where(masks & np.uint32(line) == line, np.uint32(line), np.uint32(0))
    return found


def in_two_mills(board: Board, masks: Masks) -> Masks:
    """The stones of each set that are in two mills or more."""
    once, twice = np.zeros_like(masks), np.zeros_like(masks)
    for line in board.line_masks:
        mills = np.where(masks & np.uint32(line) == line, np.uint32(line), np.uint32(0))
        twice |= once & mills
        once |= mills
    return twice


def _mills_at(board: Board, masks: Masks, point: int) -> npt.NDArray[np.uint8]:
    """How many mills of each set the stone on a point is in."""
    through = [line for line in board.line_masks if line >> point & 1]
    return sum(((masks & line == line).astype(np.uint8) for line in through), np.zeros(len(masks), np.uint8))


def _edges(
    board: Board,
    stones: int,
    stones_after: int,
    moves: Iterable[tuple[int, int]],
    may_leave: list[Masks] | None = None,
) -> BlockMoves:
    """Edges for moves given as the points that are left, as a set, and the one that is entered.

    Args:
        may_leave: for each move and block, which stones may leave it then.
    """
    blocks = representatives(board, stones)
    block_of, symmetry_of = orbit_tables(board, stones_after)
    low, high = rank_tables(stones_after)
    sources, columns = [], []
    for number, (left, entered) in enumerate(moves):
        out = np.uint32(left)
        into = np.uint32(0 if entered == NOWHERE else 1 << entered)
        movable = blocks if may_leave is None else may_leave[number]
        source = np.flatnonzero((movable & out == out) & (blocks & into == 0))
        reached = blocks[source] & ~out | into
        patterns = low[reached & 4095] + high[reached >> 12]
        sources.append(source)
        columns.append(
            np.rec.fromarrays(
                [
                    np.full(len(source), out),
                    np.full(len(source), entered, np.uint8),
                    block_of[patterns],
                    symmetry_of[patterns],
                    _mills_at(board, reached, entered),
                ]
            )
        )
    source = np.concatenate(sources)
    order = np.argsort(source, kind="stable")
    table = np.concatenate(columns)[order]
    start = np.searchsorted(source[order], np.arange(len(blocks) + 1))
    return BlockMoves(
        start.astype(np.int64), *(np.ascontiguousarray(table[name]) for name in table.dtype.names)
    )
