"""What a level decides, in portions that bound the memory it takes on its way from table to table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
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


class Searcher:
    """Finds what levels decide in the tables of a unit."""

    def __init__(self, workers: Workers, tables: Iterable[Unsolved]) -> None:
        self._workers = workers
        layouts = [table.layout for table in tables]
        searched = max(SEARCHED, *(layout.block_size for layout in layouts))
        most = min(searched + PORTION, max(layout.size for layout in layouts))
        self._room = np.empty(most, np.uint32)  # of one portion after another

    def frontiers(self, table: Unsolved, level: int, waits: bool) -> Iterator[Frontier]:
        """The final entries of ``table`` that hold ``level``, in portions; each overwrites the one before.

        Args:
            waits: whether it is final only once no quiet move is left that does not lose.
        """
        h, held, mark = table.h, table.pending[level - table.base >> 6], table.values.dtype.type(level)
        runs = np.empty(len(h.blocks), np.int64)

        def look(first: int, last: int) -> None:
            kernels.holding(first, last, held, level, h.block_size, runs)

        self._workers.run(look, len(runs), h.block_size >> RUN_BITS)
        which = np.flatnonzero(runs)
        upto = np.concatenate([[0], np.cumsum(runs[which])]) << RUN_BITS  # entries searched
        lengths = np.zeros(len(h.blocks), np.int64)
        parts: list[Masks] = []
        start = 0
        while start < len(which):
            end = max(start + 1, int(np.searchsorted(upto, upto[start] + SEARCHED)) - 1)

            def gather(first: int, last: int, start: int = start) -> Masks:
                first, last = start + first, start + last
                return kernels.gather(
                    first, last, which, upto[last] - upto[first], table.values, table.counts, held, level,
                    mark, waits, h.places, lengths,
                )  # fmt: skip

            parts += self._workers.run(gather, end - start, int(upto[end] - upto[start]) // (end - start))
            start = end
            if sum(map(len, parts)) >= PORTION or start == len(which):
                if any(map(len, parts)):
                    yield _frontier(lengths, self._put_together(parts))
                parts = []
                lengths[:] = 0

    def _put_together(self, parts: list[Masks]) -> Masks:
        """One after the other, which takes the parts away to save memory."""
        ends = np.cumsum([len(part) for part in parts])

        def copy(first: int, last: int) -> None:
            for number in range(first, last):
                part, parts[number] = parts[number], parts[number][:0]
                self._room[ends[number] - len(part) : ends[number]] = part

        self._workers.run(copy, len(parts), int(ends[-1]) // len(parts))
        return self._room[: ends[-1]]


class Turner:
    """Turns frontiers of a subspace that is its own mirror to the layout by the other side's blocks."""

    def __init__(self, layout: Layout, workers: Workers) -> None:
        self._h = hash_tables(layout)
        self._points = layout.board.points
        self._workers = workers
        self._stabilisers = stabilisers(self._h)
        self._symmetric = np.logical_or.reduce(self._stabilisers[1:], axis=0)
        self._apart = max(0, (len(self._h.blocks) - 1).bit_length() - _BITS_OF_GROUPS)
        self._room = np.empty(0, np.uint32)  # of one portion after another

    def turned(self, frontier: Frontier) -> Frontier:
        """The same positions, by the blocks of the other side; it overwrites the one before.

        Each thread brings the entries of some blocks together by groups of their new blocks, and then each
        takes some groups and puts them in order.
        """

        def turn(first: int, last: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
            return kernels.turn(
                first, last, frontier.blocks, frontier.starts, frontier.sets, self._h, self._stabilisers,
                self._symmetric, self._points, self._apart,
            )  # fmt: skip

        weight = 1 + _WEIGHT_OF_TURNING * len(frontier.sets) // max(1, len(frontier.blocks))
        parts = self._workers.run(turn, len(frontier.blocks), weight)
        lengths = np.zeros(len(self._h.blocks), np.int64)

        def tally(first: int, last: int) -> None:
            for keys, starts in parts:
                kernels.tally(keys[starts[first] : starts[last]], lengths)

        groups = len(parts[0][1]) - 1
        weight = 1 + sum(len(keys) for keys, _ in parts) // groups
        self._workers.run(tally, groups, weight)
        found = _frontier(lengths, self._room_for(int(lengths.sum())))
        ends = found.starts[:-1].copy()

        def sort_in(first: int, last: int) -> None:
            for keys, starts in parts:
                kernels.sort_in(keys[starts[first] : starts[last]], ends, found.sets)

        self._workers.run(sort_in, groups, weight)
        return found

    def _room_for(self, entries: int) -> Masks:
        if len(self._room) < entries:
            self._room = np.empty(entries, np.uint32)
        return self._room[:entries]


_BITS_OF_GROUPS = 8
# Turning an entry takes about as long as looking at so many for a level.
_WEIGHT_OF_TURNING = 16


def _frontier(lengths: npt.NDArray[np.int64], sets: Masks) -> Frontier:
    return Frontier(np.flatnonzero(lengths), np.concatenate([[0], np.cumsum(lengths)]), sets)
