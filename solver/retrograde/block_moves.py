"""What the block side can do, block by block: steps, placements, and stones taken from it.

For one block and one such move the target block and the symmetry are constants, and so is whether a
mill is closed. They are worked out once for a unit, as edges; kernels follow them.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from millbase.solver.game.boards import Board
from millbase.solver.hashing.tables import orbit_tables, rank_tables
from millbase.solver.indexing import Masks, representatives

NOWHERE = 255  # the point that a placement comes from, or that a removed stone goes to


class BlockMoves(NamedTuple):
    """Edges from blocks to blocks; those of block ``b`` are ``start[b]`` to ``start[b + 1]``.

    Attributes:
        start: shape ``(blocks + 1,)``.
        left, entered: the points that the stone leaves and enters, or ``NOWHERE``.
        target: the block reached.
        symmetry: the one that takes the pattern reached to the representative of ``target``.
        closes: whether the stone that has moved is in a mill.
    """

    start: npt.NDArray[np.int64]
    left: npt.NDArray[np.uint8]
    entered: npt.NDArray[np.uint8]
    target: npt.NDArray[np.uint32]
    symmetry: npt.NDArray[np.uint8]
    closes: npt.NDArray[np.bool_]


@lru_cache(maxsize=4)
def steps(board: Board, stones: int, flies: bool) -> BlockMoves:
    """A stone moves to a neighbouring point, or to any if the side flies."""
    pairs = [
        (point, to)
        for point in range(board.points)
        for to in (range(board.points) if flies else board.neighbours[point])
        if to != point
    ]
    return _edges(board, stones, stones, pairs)


@lru_cache(maxsize=4)
def placements(board: Board, stones: int) -> BlockMoves:
    """A stone comes from the hand."""
    return _edges(board, stones, stones + 1, [(NOWHERE, to) for to in range(board.points)])


@lru_cache(maxsize=4)
def removals(board: Board, stones: int, protected: bool) -> BlockMoves:
    """The opponent takes a stone: one outside mills if there is one, else any or (protected) none."""
    blocks = representatives(board, stones)
    milled = in_mills(board, blocks)
    exposed = np.where(milled == blocks, np.uint32(0 if protected else -1 & 0xFFFFFFFF), ~milled)
    pairs = [(point, NOWHERE) for point in range(board.points)]
    return _edges(board, stones, stones - 1, pairs, exposed)


def none(board: Board, stones: int) -> BlockMoves:
    """No stone moves: no edge of any block."""
    start = np.zeros(board.orbits(stones) + 1, np.int64)
    points, flags = np.zeros(0, np.uint8), np.zeros(0, np.bool_)
    return BlockMoves(start, points, points, np.zeros(0, np.uint32), points, flags)


def in_mills(board: Board, masks: Masks) -> Masks:
    """The stones of each set that are in mills."""
    found = np.zeros_like(masks)
    for line in board.line_masks:
        found |= np.where(masks & np.uint32(line) == line, np.uint32(line), np.uint32(0))
    return found


def _edges(
    board: Board,
    stones: int,
    stones_after: int,
    pairs: Iterable[tuple[int, int]],
    may_leave: Masks | None = None,
) -> BlockMoves:
    blocks = representatives(board, stones)
    block_of, symmetry_of = orbit_tables(board, stones_after)
    low, high = rank_tables(stones_after)
    sources, columns = [], []
    for left, entered in pairs:
        out = np.uint32(0 if left == NOWHERE else 1 << left)
        into = np.uint32(0 if entered == NOWHERE else 1 << entered)
        possible = (blocks & out == out) & (blocks & into == 0)
        if may_leave is not None:
            possible &= may_leave & out != 0
        source = np.flatnonzero(possible)
        reached = blocks[source] & ~out | into
        patterns = low[reached & 4095] + high[reached >> 12]
        symmetry = symmetry_of[patterns]
        closes = in_mills(board, reached) & into != 0
        sources.append(source)
        columns.append(
            np.rec.fromarrays(
                [
                    np.full(len(source), left, np.uint8),
                    np.full(len(source), entered, np.uint8),
                    block_of[patterns],
                    symmetry,
                    closes,
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
