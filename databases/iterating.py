"""A table from its first entry to its last: positions and values, in arrays.

Importing it imports numba; :meth:`millbase.databases.tablebase.Tablebase.entries` does so when called.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from millbase.databases.bulk import Probed
from millbase.databases.bulk_kernels import positions_of
from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import Rules
from millbase.solver.hashing.compiling import Numbers
from millbase.solver.hashing.tables import hash_tables, stabilisers
from millbase.solver.indexing import Masks, images
from millbase.solver.layouts import Layout
from millbase.solver.scales import widened

if TYPE_CHECKING:
    from millbase.databases.tablebase import Tablebase


class Piece(NamedTuple):
    """Some entries of a table, in arrays of one length.

    Attributes:
        entries: their numbers, ascending.
        own: the points of the side to move, as bit masks.
        opponent: those of the other side.
        values: plies to the end, odd where the side to move wins, even where it loses, 65535 for a draw;
            of outcomes 1, 0 and 65535; of conversions in d plies 2 d - 1 and 2 d.
    """

    entries: Numbers
    own: Masks
    opponent: Masks
    values: Probed

    def part(self, kept: npt.NDArray[np.bool_]) -> Piece:
        """Those that are kept."""
        return Piece(self.entries[kept], self.own[kept], self.opponent[kept], self.values[kept])


def pieces(tablebase: Tablebase, subspace: Subspace, once: bool) -> Iterator[Piece]:
    """See :meth:`millbase.databases.tablebase.Tablebase.entries`."""
    rules, table = tablebase.rules, tablebase.table(subspace)
    layout = Layout.of(rules.board, subspace)
    first_ones = _FirstOnes(rules, layout) if once else None
    for number in range(table.chunks):
        values = widened(table.codes(tablebase.rows(subspace, number)), np.uint16)
        first = number * table.chunk_entries
        entries = np.arange(first, first + len(values))
        sides = np.empty((2, len(values)), np.uint32)
        positions_of(first, hash_tables(layout), layout.board.points, *sides)
        piece = Piece(entries, *layout.by_side(*sides), values)
        yield piece if first_ones is None else piece.part(first_ones(piece))


class _FirstOnes:
    """Which entries are the least of their position, and stand for one that can be."""

    def __init__(self, rules: Rules, layout: Layout) -> None:
        self._layout = layout
        self._images = hash_tables(layout).images
        self._fixing = stabilisers(hash_tables(layout))
        self._symmetric = np.count_nonzero(self._fixing, axis=0) > 1  # one is the identity
        # Where a mill ends the game, nobody is to move with one.
        self._ending = rules.board.line_masks if rules.mill_wins else ()

    def __call__(self, piece: Piece) -> npt.NDArray[np.bool_]:
        kept = np.ones(len(piece.entries), np.bool_)
        for line in self._ending:
            kept &= piece.own & line != line
        blocks = piece.entries // self._layout.block_size
        several = np.flatnonzero(self._symmetric[blocks])  # positions that may have several entries
        inner = self._layout.by_side(piece.own, piece.opponent)[1][several]
        # Ranks order the places of a block as the sets of points themselves do.
        for fixing, tables in zip(self._fixing[1:], self._images[1:], strict=True):
            kept[several] &= ~fixing[blocks[several]] | (images(inner, tables) >= inner)
        return kept
