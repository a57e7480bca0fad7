"""The tables that a check reads: asked for once each, and laid out by the blocks that it needs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from millbase.solver.checking import verifying_kernels as kernels
from millbase.solver.checking.reading import Counts, draw_of, value_of, widened
from millbase.solver.game.boards import Board
from millbase.solver.game.material import Subspace
from millbase.solver.game.values import Value
from millbase.solver.hashing.tables import Hash, hash_tables
from millbase.solver.indexing import images
from millbase.solver.layouts import Layout, Load, Values
from millbase.solver.threads import PhaseProgress, Workers


class Tables:
    """Tables, all of one type.

    Args:
        subspaces: which; those that are lost have none.
        load: gives the distances of one.
        counts: what their plies are counted to.
        progress: told how far laying out is, and what else is run.

    Raises:
        ValueError: ``load`` gives something that cannot be the table asked for.
    """

    def __init__(
        self,
        board: Board,
        subspaces: Iterable[Subspace],
        load: Load,
        counts: Counts,
        workers: Workers,
        progress: PhaseProgress | None,
    ) -> None:
        self._board = board
        self._load = load
        self._counts = counts
        self._workers = workers
        self._progress = progress
        wanted = {subspace for subspace in subspaces if not subspace.lost}
        loaded = {table: _fitting(board, table, load(table)) for table in sorted(wanted)}
        self._dtype = max((values.dtype for values in loaded.values()), key=lambda dtype: dtype.itemsize)
        self._values = {table: _as_read(values, self._dtype) for table, values in loaded.items()}
        self.draw = draw_of(self._dtype)

    def laid(self, layout: Layout) -> Values:
        """A table in a layout; empty for a subspace that has no table."""
        if layout.subspace.lost:
            return _read_only(np.empty(0, self._dtype))
        values, stored = self._values[layout.subspace], Layout.of(self._board, layout.subspace)
        if layout == stored:
            return values
        h, source = hash_tables(layout), hash_tables(stored)
        found = np.empty(h.size, self._dtype)
        turned = np.stack([images(h.blocks, tables) for tables in h.images])

        def lay(first: int, last: int) -> None:
            kernels.lay(first, last, found, h, turned, values, source, self._board.points)

        self.run("laying out", lay, len(h.blocks), h)
        return _read_only(found)

    def value(self, subspace: Subspace, entry: int) -> Value:
        """The value of an entry, of a table that nobody has expected to be needed too."""
        if subspace not in self._values:
            values = _fitting(self._board, subspace, self._load(subspace))
            self._values[subspace] = _as_read(values, values.dtype)
        values = self._values[subspace]
        return value_of(int(values[entry]), draw_of(values.dtype), self._counts)

    def run(self, name: str, kernel: Callable[[int, int], Any], blocks: int, h: Hash) -> list[Any]:
        """Run a kernel over some blocks of the size of those of ``h``."""
        size, progress = h.block_size, self._progress
        return self._workers.run(
            kernel,
            blocks,
            size,
            None if progress is None else lambda done: progress(name, done * size, blocks * size),
        )


def _fitting(board: Board, subspace: Subspace, values: Values) -> Values:
    """The values, if they can be those of a table.

    Raises:
        ValueError: they cannot.
    """
    entries = Layout.of(board, subspace).size
    if values.dtype not in (np.uint8, np.uint16) or values.shape != (entries,):
        raise ValueError(
            f"the table {subspace} must be {entries:,} numbers of one or two bytes without a sign, "
            f"not an array of {values.dtype} of shape {values.shape}"
        )
    return values


def _as_read(values: Values, dtype: np.dtype[Any]) -> Values:
    return _read_only(values if values.dtype == dtype else widened(values, dtype))


def _read_only(values: Values) -> Values:
    """The same values, in one piece and not writable: kernels are compiled for that alone."""
    view: Values = np.ascontiguousarray(values).view()
    view.flags.writeable = False
    return view
