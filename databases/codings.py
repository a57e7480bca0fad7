"""How the values of a table become the rows that its file stores, and back, all, some or one at a time."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import comb

import numpy as np
import numpy.typing as npt

from millbase.databases.metrics import METRICS, Grade
from millbase.solver.game.boards import Board
from millbase.solver.game.material import Subspace
from millbase.solver.indexing import subsets
from millbase.solver.layouts import Layout, Values, block_is_own
from millbase.solver.scales import OUTCOME_CODES, outcomes
from millbase.solver.threads import Workers

Numbers = npt.NDArray[np.int64]

# Measured on whole tables of Nine Men's Morris, in bits an entry when compressed (zstd, level 9):
#                                                                          7-7    6-7    7-6    6-5    8-6
#   five entries a byte by rank, without gaps                            1.013  0.845  0.616  0.527  0.278
#   ... runs of equal sets but for the first eight points, whole bytes   0.850  0.698  0.516  0.488  0.242
#   ... the same with the points counted from the last                   0.712  0.543  0.405  0.396  0.201
# Runs by the last 6, 7, 9 or 10 points take up to 3 % more, and two bits an entry 2 %. A byte an entry and
# planes of bits are worse than the first line. Digits that only say whether a guess from mills and mobility
# was right save nothing.
_POINTS_OF_RUN = 8
_ENTRIES_IN_BYTE = 5
_POWERS = 3 ** np.arange(_ENTRIES_IN_BYTE, dtype=np.uint8)
# A byte is unpacked to eight, the last three unused: numpy moves them as one word.
_UNPACKED = np.zeros((256, 8), np.uint8)
_UNPACKED[:, :_ENTRIES_IN_BYTE] = OUTCOME_CODES[np.arange(256)[:, np.newaxis] // _POWERS % 3]
_WORDS = _UNPACKED.view(np.uint64).reshape(-1)
_CODES = _UNPACKED.tobytes()
_MOST_POINTS = 24  # of a board


class Distances:
    """Codes as they are, each a row of its own."""

    entries_in_row = 1

    def shape(self, entries: int) -> tuple[int, ...]:
        """The shape of the rows of a table."""
        return (entries,)

    def encode(self, values: Values, threads: int = 1) -> Values:
        """The rows of a table with these values."""
        return values

    def decode(self, rows: Values) -> Values:
        """The codes that rows hold."""
        return rows

    def codes_at(self, flat: Values, begins: Numbers, places: Numbers) -> Values:
        """Some codes of several pieces of a table, whose rows lie flat one after the other.

        Args:
            begins: where in ``flat`` the piece of each begins.
            places: entries, from the first of the piece on.
        """
        codes: Values = flat[begins + places]
        return codes

    def code_at(self, flat_rows: Sequence[int], place: int) -> int:
        """One of them, from rows that are given as plain numbers, one after the other."""
        return flat_rows[place]


class Outcomes:
    """Outcomes alone: a row of bytes for each block, five entries a byte as digits in base 3.

    A digit is an outcome of :mod:`millbase.solver.scales`: 0 for a loss, 1 for a win, 2 for a draw. Decoded,
    it looks like a distance that is not known: 0, 1, or 255.

    The places of a block are not in the order of their ranks. Free points are counted from the last,
    and places that differ in the last eight of them only make up a run, which begins a byte. With other
    stones elsewhere such a run often comes again, whole or nearly so, and then the compressor finds
    the same bytes.

    Args:
        points: free points of a block.
        stones: how many stand on them.

    Attributes:
        entries_in_row: places of a block.
    """

    def __init__(self, points: int, stones: int) -> None:
        sets = subsets(points, stones).astype(np.int64)
        order = np.argsort(_counted_from_the_last(sets, points))
        elsewhere = sets[order] & (1 << max(points - _POINTS_OF_RUN, 0)) - 1
        starts = np.flatnonzero(np.diff(elsewhere, prepend=-1))
        lengths = np.diff(starts, append=len(sets))
        widths = -(-lengths // _ENTRIES_IN_BYTE)
        run = np.repeat(np.arange(len(starts)), widths)  # of each byte
        byte_in_run = np.arange(len(run)) - (np.cumsum(widths) - widths)[run]
        digit = np.arange(_ENTRIES_IN_BYTE)[:, np.newaxis]
        # What is left of a run's last byte repeats its last place.
        in_run = np.minimum(byte_in_run * _ENTRIES_IN_BYTE + digit, lengths[run] - 1)
        self.entries_in_row = len(sets)
        self._bytes_in_row = len(run)
        self._sources = order[starts[run] + in_run]  # the place of each digit of each byte
        self._slots = np.empty(len(sets), np.int64)  # where each place is in an unpacked row
        self._slots[self._sources] = np.arange(len(run)) * 8 + digit

    def shape(self, entries: int) -> tuple[int, ...]:
        """The shape of the rows of a table."""
        return (entries // self.entries_in_row, self._bytes_in_row)

    def encode(self, values: Values, threads: int = 1) -> Values:
        """The rows of a table with these values; distances and outcomes give the same."""
        blocks = values.reshape(-1, self.entries_in_row)
        rows = np.zeros((len(blocks), self._bytes_in_row), np.uint8)

        def pack(first: int, last: int) -> None:
            digits = outcomes(blocks[first:last])
            for power, places in zip(_POWERS, self._sources, strict=True):
                rows[first:last] += np.take(digits, places, axis=1) * power

        with Workers(threads) as workers:
            workers.run(pack, len(blocks), self.entries_in_row)
        return rows

    def decode(self, rows: Values) -> Values:
        """The codes that rows hold."""
        unpacked = np.take(_WORDS, rows).view(np.uint8)
        return np.take(unpacked, self._slots, axis=1).reshape(-1)

    def codes_at(self, flat: Values, begins: Numbers, places: Numbers) -> Values:
        """See :meth:`Distances.codes_at`."""
        blocks, places_in_row = np.divmod(places, self.entries_in_row)
        slots = self._slots[places_in_row]
        codes: Values = _UNPACKED[flat[begins + blocks * self._bytes_in_row + (slots >> 3)], slots & 7]
        return codes

    def code_at(self, flat_rows: Sequence[int], place: int) -> int:
        """One of them, from rows that are given as plain numbers, one after the other."""
        block, place_in_row = divmod(place, self.entries_in_row)
        byte, digit = divmod(int(self._slots[place_in_row]), 8)
        return _CODES[8 * flat_rows[block * self._bytes_in_row + byte] + digit]


Coding = Distances | Outcomes


def coding_for(grade: Grade, board: Board, subspace: Subspace) -> Coding:
    """How a table of a grade is coded."""
    if METRICS[grade].lengths:
        return Distances()
    layout = Layout.of(board, subspace)
    return _outcomes(board.points - layout.block_stones, layout.inner_stones)


def coding_of(grade: Grade, subspace: Subspace, entries: int, rows: int) -> Coding | None:
    """The same of a table that is there; None if it cannot have so many rows."""
    if METRICS[grade].lengths:
        return Distances()
    stones = subspace.opp if block_is_own(subspace) else subspace.own
    places = entries // rows
    found = (points for points in range(stones, _MOST_POINTS + 1) if comb(points, stones) == places)
    points = next(found, None)
    return None if points is None else _outcomes(points, stones)


@lru_cache(maxsize=256)
def _outcomes(points: int, stones: int) -> Outcomes:
    return Outcomes(points, stones)


def _counted_from_the_last(sets: npt.NDArray[np.int64], points: int) -> npt.NDArray[np.int64]:
    """Sets with their points numbered the other way round."""
    turned = np.zeros_like(sets)
    for point in range(points):
        turned |= (sets >> point & 1) << (points - 1 - point)
    return turned
