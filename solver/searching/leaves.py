"""The outcomes that a search ends in, read in pieces, and only where the search comes to.

They stand in one array, two bits an entry, that has room for the tables of all subspaces without stones
in hand. The room is not memory until something is written there: a search that needs a few pieces of
some tables takes no more than those.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from math import comb

import numpy as np
import numpy.typing as npt

from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import Rules
from millbase.solver.hashing.tables import orbit_tables, rank_tables, squeeze_table
from millbase.solver.indexing import image_tables
from millbase.solver.layouts import Layout, Values
from millbase.solver.memory import TooLittleMemoryError, free_memory
from millbase.solver.scales import by_outcome
from millbase.solver.searching.leaves_kernels import DRAW, LOSS, WIN, Leaves, keep
from millbase.solver.subspaces import moving_subspaces

Read = Callable[[Subspace, int], tuple[int, Values]]

_IN_BYTE = 4


class LeafStore:
    """Outcomes as far as they have been read.

    Attributes:
        leaves: what the kernels look up.
        touched: by subspace, how many entries of its table have been read.
    """

    def __init__(self, rules: Rules, read: Read) -> None:
        """Make room for the tables of a game.

        Args:
            read: gives consecutive values of a table, among them that of an entry, after the entry of the
                first one. They are codes (:mod:`millbase.solver.scales`), of which outcomes alone count.

        Raises:
            TooLittleMemoryError: the system does not give the room.
        """
        self.touched: Counter[Subspace] = Counter()
        self._board = rules.board
        self._read = read
        self._with_patterns: set[int] = set()
        points, most = rules.board.points, max(rules.men)
        base, block_size = np.zeros((2, points + 1, points + 1), np.int64)
        room = 0
        for subspace in moving_subspaces(rules, min(points, sum(rules.men))):
            layout = Layout.of(rules.board, subspace)
            base[subspace.own, subspace.opp] = room
            room += -(-layout.size // _IN_BYTE) * _IN_BYTE
            block_size[layout.block_stones, layout.inner_stones] = layout.block_size
        patterns = np.array([comb(points, stones) for stones in range(most + 1)])
        ranks = np.array([rank_tables(stones) for stones in range(most + 1)])
        self.leaves = Leaves(
            _room(room // _IN_BYTE),
            base,
            block_size,
            np.ascontiguousarray(ranks[:, 0]),
            np.ascontiguousarray(ranks[:, 1]),
            np.zeros(patterns.sum(), np.uint32),
            np.cumsum(patterns) - patterns,
            image_tables(rules.board),
            squeeze_table(),
        )

    def supply(self, own: int, opp: int, entry: int) -> None:
        """Read what a kernel has missed; it may have to ask again.

        Args:
            own, opp: the stones of a leaf.
            entry: its entry, if its patterns have been supplied.

        Raises:
            Exception: what reading the table raises.
        """
        subspace = Subspace(own.bit_count(), opp.bit_count())
        stones = Layout.of(self._board, subspace).block_stones
        if stones in self._with_patterns:
            self._read_at(subspace, entry)
        else:
            self._supply_patterns(stones)

    def outcome(self, own: int, opp: int) -> int:
        """The outcome of one position: LOSS, DRAW or WIN.

        Raises:
            Exception: what reading the table raises.
        """
        subspace = Subspace(own.bit_count(), opp.bit_count())
        layout = Layout.of(self._board, subspace)
        entry = layout.entry(own, opp)
        at, shift = divmod(int(self.leaves.base[subspace.own, subspace.opp]) + entry, _IN_BYTE)
        if not self.leaves.outcomes[at] >> 2 * shift & 3:
            self._supply_patterns(layout.block_stones)
            self._read_at(subspace, entry)
        return int(self.leaves.outcomes[at] >> 2 * shift & 3) - 1

    def _supply_patterns(self, stones: int) -> None:
        """Say of which block each pattern is: before a table with such blocks is read, lest it be misread."""
        if stones not in self._with_patterns:
            first = self.leaves.first_pattern[stones]
            block_of, symmetry_of = orbit_tables(self._board, stones)
            self.leaves.patterns[first : first + len(block_of)] = block_of << 4 | symmetry_of
            self._with_patterns.add(stones)

    def _read_at(self, subspace: Subspace, entry: int) -> None:
        first, values = self._read(subspace, entry)
        base = int(self.leaves.base[subspace.own, subspace.opp])
        kept = by_outcome(values.dtype, LOSS + 1, WIN + 1, DRAW + 1)
        keep(self.leaves.outcomes, base + first, values, kept)
        self.touched[subspace] += len(values)


def _room(size: int) -> npt.NDArray[np.uint8]:
    """Zeros that take no memory until they are written to, where the system counts what is written."""
    try:
        return np.zeros(size, np.uint8)
    except MemoryError as error:
        raise TooLittleMemoryError(
            "room for the outcomes that a search may read", size, free_memory()
        ) from error
