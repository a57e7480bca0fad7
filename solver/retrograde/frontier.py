"""What a level decides, in portions that bound the memory it takes on its way from table to table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from millbase.solver.hashing.tables import hash_tables, stabilisers
from millbase.solver.indexing import Masks
from millbase.solver.layouts import Layout
from millbase.solver.retrograde import frontier_kernels as kernels
from millbase.solver.retrograde.seeding import Unsolved
from millbase.solver.retrograde.sizes import PORTION, RUN_BITS, SEARCHED
from millbase.solver.threads import Workers


class Frontier(NamedTuple):
    """Entries that a level decides, as compressed sets.

    Attributes:
        blocks: those that have some, ascending.
        starts: the sets of block ``b`` are ``start[b]`` to ``start[b + 1]``, shape ``(blocks + 1,)``.
        sets: shape ``(entries,)``.
    """

    blocks: npt.NDArray[np.int64]
    starts: npt.NDArray[np.int64]
    sets: Masks


def frontiers(table: Unsolved, workers: Workers, level: int, waits: bool) -> Iterator[Frontier]:
    """The final entries of ``table`` that hold ``level``, in portions.

    Args:
        waits: whether it is final only once no quiet move is left that does not lose.
    """
    h, held, mark = table.h, table.pending[level >> 6], table.values.dtype.type(level)
    runs = np.zeros(len(h.blocks), np.int64)
    which = kernels.holding(held, level, h.block_size, runs)
    upto = np.concatenate([[0], np.cumsum(runs[: len(which)])]) << RUN_BITS  # entries searched
    lengths = np.zeros(len(h.blocks), np.int64)
    parts: list[Masks] = []
    start = 0
    while start < len(which):
        end = max(start + 1, int(np.searchsorted(upto, upto[start] + SEARCHED)) - 1)

        def gather(first: int, last: int, start: int = start) -> Masks:
            first, last = start + first, start + last
            return kernels.gather(
                first, last, which, upto[last] - upto[first], table.values, table.counts, held, level, mark,
                waits, h.places, lengths,
            )  # fmt: skip

        parts += workers.run(gather, end - start, int(upto[end] - upto[start]) // (end - start))
        start = end
        if sum(map(len, parts)) >= PORTION or start == len(which):
            if any(map(len, parts)):
                yield _frontier(lengths, np.concatenate(parts))
            parts = []
            lengths[:] = 0


class Turner:
    """Turns frontiers of a subspace that is its own mirror to the layout by the other side's blocks."""

    def __init__(self, layout: Layout, workers: Workers) -> None:
        self._h = hash_tables(layout)
        self._points = layout.board.points
        self._workers = workers
        self._stabilisers = stabilisers(self._h)
        self._symmetric = np.logical_or.reduce(self._stabilisers[1:], axis=0)

    def turned(self, frontier: Frontier) -> Frontier:
        """The same positions, by the blocks of the other side."""

        def turn(first: int, last: int) -> npt.NDArray[np.int64]:
            return kernels.turn(
                first, last, frontier.blocks, frontier.starts, frontier.sets, self._h, self._stabilisers,
                self._symmetric, self._points,
            )  # fmt: skip

        weight = 1 + _WEIGHT_OF_TURNING * len(frontier.sets) // max(1, len(frontier.blocks))
        parts = self._workers.run(turn, len(frontier.blocks), weight)
        lengths = np.zeros(len(self._h.blocks), np.int64)
        for keys in parts:
            kernels.tally(keys, lengths)
        found = _frontier(lengths, np.empty(lengths.sum(), np.uint32))
        ends = found.starts[:-1].copy()
        for keys in parts:
            kernels.sort_in(keys, ends, found.sets)
        return found


# Turning an entry takes about as long as looking at so many for a level.
_WEIGHT_OF_TURNING = 64


def _frontier(lengths: npt.NDArray[np.int64], sets: Masks) -> Frontier:
    return Frontier(np.flatnonzero(lengths), np.concatenate([[0], np.cumsum(lengths)]), sets)
