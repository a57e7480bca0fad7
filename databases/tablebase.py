"""Asking tables for the values of positions.

>>> import millbase                                                  # doctest: +SKIP
>>> with millbase.open("tables") as tablebase:                       # doctest: +SKIP
...     tablebase.probe("WWB.W..B/.B....../........ w")
Value(outcome='win', plies=1)
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from millbase.databases.catalogue import Catalogue
from millbase.databases.errors import BrokenTable, IllegalPosition, MissingTable
from millbase.databases.format import Table
from millbase.solver.game.material import Subspace
from millbase.solver.game.notation import NotationError, parse_position
from millbase.solver.game.positions import (
    Position,
    PositionError,
    check_position,
    legal_moves,
    terminal_value,
)
from millbase.solver.game.rules import Rules, preset
from millbase.solver.game.values import LOST, Value
from millbase.solver.layouts import Layout

Default = TypeVar("Default")


def open(
    directory: str | Path | None = None,
    variant: str | Rules = "nine",
    *,
    max_open: int = 64,
    max_chunks: int = 1024,
) -> Tablebase:
    """The tables of a rule set in a directory, ready to be asked.

    Nothing is read yet: a table's file is opened at the first probe that needs it.

    Args:
        directory: where the tables are; otherwise ``MILLBASE_DB``, otherwise the user's data directory.
        variant: the name of a preset, or the rules themselves.
        max_open: files kept open; beyond it the one that has not been asked for longest is closed.
        max_chunks: chunks kept in memory, of 64 KiB each.

    Raises:
        RulesError: there is no such preset.
        DirectoryError: a file stands where a directory should be.
    """
    rules = preset(variant) if isinstance(variant, str) else variant
    return Tablebase(Catalogue(directory, rules), max_open=max_open, max_chunks=max_chunks)


class Tablebase:
    """The values of positions, read from tables. A context manager; see :func:`open`.

    One thread at a time may use it.

    Attributes:
        catalogue: the tables it reads.
        rules: the rules that values hold for.
    """

    def __init__(self, catalogue: Catalogue, *, max_open: int = 64, max_chunks: int = 1024) -> None:
        self.catalogue = catalogue
        self.rules = catalogue.rules
        self._max_open = max_open
        self._tables: OrderedDict[Subspace, Table] = OrderedDict()
        self._chunk = lru_cache(maxsize=max_chunks)(self._read_chunk)

    def __enter__(self) -> Tablebase:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close all files. They are opened again if a probe needs them."""
        while self._tables:
            self._tables.popitem()[1].close()
        self._chunk.cache_clear()

    def probe(self, position: Position | str) -> Value:
        """The value of a position for the side to move.

        Plies count to the end when the winner hastens and the loser delays; draws have none, nor has
        anything in tables of grade ``wdl``. A position that is over needs no table, and one in which
        a removal is due is answered by looking at the positions after it.

        Args:
            position: a position, or its text (:mod:`millbase.solver.game.notation`).

        Raises:
            IllegalPosition: it cannot be read, or is not one of this rule set.
            MissingTable: the table is not there; the message has the command that builds it.
            BrokenTable: the table cannot be believed; the message names file and chunk.
        """
        position = self._legal(position)
        if position.removal_due:
            after = (position.after(move) for move in legal_moves(self.rules, position))
            values = (self.probe(reached).before_move() for reached in after)
            return min(values, key=lambda value: value.preference)
        subspace = position.subspace
        if subspace.lost:
            return LOST
        try:
            return self._look_up(position, subspace)
        except MissingTable:
            over = terminal_value(self.rules, position)
            if over is None:
                raise
            return over

    def get(self, position: Position | str, default: Default | None = None) -> Value | Default | None:
        """Like :meth:`probe`, with ``default`` where that raises one of its errors."""
        try:
            return self.probe(position)
        except (IllegalPosition, MissingTable, BrokenTable):
            return default

    def probe_many(
        self,
        own: npt.ArrayLike,
        opponent: npt.ArrayLike,
        own_hand: int = 0,
        opponent_hand: int = 0,
    ) -> npt.NDArray[np.uint16]:
        """The values of many positions, for the side to move.

        Compiled code does the hashing, and each chunk of a table is read once.

        Args:
            own, opponent: the points of the side to move and of the other, as bit masks; arrays of one
                shape, or a number for an array. The numbers of stones may differ.
            own_hand, opponent_hand: stones in hand, the same for all.

        Returns:
            Plies to the end, of the shape of the masks: odd where the side to move wins, even where
            it loses, 65535 for a draw. Tables of grade ``wdl`` give 1, 0 and 65535.

        Raises:
            IllegalPosition: a position is not one of this rule set; the message has its place.
            MissingTable, BrokenTable: see :meth:`probe`.
        """
        from millbase.databases.bulk import (
            probe_many,  # imports numba, which takes longer than a single probe
        )

        return probe_many(self, own, opponent, own_hand, opponent_hand)

    def table(self, subspace: Subspace) -> Table:
        """The open table of a subspace; it stays the tablebase's to close.

        Raises:
            MissingTable, BrokenTable, WrongRules: see :meth:`millbase.databases.catalogue.Catalogue.open`.
        """
        table = self._tables.get(subspace)
        if table is None:
            table = self._tables[subspace] = self.catalogue.open(subspace)
            if len(self._tables) > self._max_open:
                self._tables.popitem(last=False)[1].close()
        else:
            self._tables.move_to_end(subspace)
        return table

    def _legal(self, position: Position | str) -> Position:
        try:
            if isinstance(position, str):
                position = parse_position(self.rules, position)
            check_position(self.rules, position)
        except (NotationError, PositionError) as error:
            raise IllegalPosition(str(error)) from error
        return position

    def _look_up(self, position: Position, subspace: Subspace) -> Value:
        table = self.table(subspace)
        entry = Layout.of(self.rules.board, subspace).entry(position.own, position.opp)
        number, place = divmod(entry, table.chunk_entries)
        code = table.code_at(self._chunk(subspace, number), place)
        return table.metric.value_of(code, table.header.dtype)

    def _read_chunk(self, subspace: Subspace, number: int) -> Sequence[int]:
        chunk = self.table(subspace).chunk(number)
        return chunk.reshape(-1).data  # indexing it gives plain numbers, and fast
