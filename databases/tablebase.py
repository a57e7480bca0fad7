"""Asking tables for the values of positions.

>>> import millbase
>>> with millbase.open("tables") as tablebase:
...     tablebase.probe("WWB.W..B/.B....../........ w")
Value(outcome='win', plies=19)
"""

from __future__ import annotations

import errno
import os
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from threading import RLock
from typing import TYPE_CHECKING, Any, Literal, TypeVar
from weakref import WeakSet

import numpy.typing as npt

from millbase.databases.catalogue import Catalogue
from millbase.databases.directories import Directories
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
from millbase.solver.layouts import Layout, Values
from millbase.solver.oracle import evaluate, hardest_first

if TYPE_CHECKING:
    from millbase.databases.bulk import Probed
    from millbase.databases.iterating import Piece
    from millbase.solver.showing import Shown

Default = TypeVar("Default")
Illegal = Literal["raise", "mark"]

_NO_MORE_FILES = (errno.EMFILE, errno.ENFILE)  # this process has too many open, or the whole machine has

# Held while a file is opened, read or closed, so that no thread closes what another reads, and none is at
# work when a process forks. One for all: HDF5 lets in one thread at a time anyhow.
_files = RLock()
_tablebases: WeakSet[Tablebase] = WeakSet()


def open(
    directory: Directories = None,
    variant: str | Rules = "nine",
    *,
    max_open: int = 64,
    max_chunks: int = 1024,
) -> Tablebase:
    """The tables of a rule set in a directory, or in several, ready to be asked.

    Nothing is read yet: a table's file is opened at the first probe that needs it.

    Args:
        directory: where the tables are, or a sequence of such directories; otherwise those of
            ``MILLBASE_DB``, separated as in ``PATH``, otherwise the user's data directory. A table is taken
            from the first directory that has it, and if that one is broken, that is an error.
        variant: the name of a preset, or the rules themselves.
        max_open: files kept open, at most; beyond it, or where the system allows no more, the one that
            has not been read for longest is closed.
        max_chunks: chunks kept in memory, of 32 KiB or less each.

    Raises:
        RulesError: there is no such preset.
        DirectoryError: a file stands where a directory should be.
    """
    rules = preset(variant) if isinstance(variant, str) else variant
    return Tablebase(Catalogue(directory, rules), max_open=max_open, max_chunks=max_chunks)


class Tablebase:
    """The values of positions, read from tables. A context manager; see :func:`open`.

    Threads may share it. A process that is forked off, and one that is sent it, opens the files again.

    Attributes:
        catalogue: the tables it reads.
        rules: the rules that values hold for.
    """

    def __init__(self, catalogue: Catalogue, *, max_open: int = 64, max_chunks: int = 1024) -> None:
        self.catalogue = catalogue
        self.rules = catalogue.rules
        self._max_open = max(max_open, 1)
        self._max_chunks = max_chunks
        self._seen: dict[Subspace, Table] = {}  # their files may be closed
        self._open_tables: OrderedDict[Subspace, Table] = OrderedDict()
        self._chunk = lru_cache(maxsize=max_chunks)(self._read_chunk)
        _tablebases.add(self)

    def __enter__(self) -> Tablebase:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close all files. They are opened again if a probe needs them."""
        with _files:
            self._close_files()
            self._seen.clear()
        self._chunk.cache_clear()

    def __reduce__(self) -> tuple[Any, ...]:
        """What another process needs to open the same tables."""
        again = partial(Tablebase, max_open=self._max_open, max_chunks=self._max_chunks)
        return again, (self.catalogue,)

    def probe(self, position: Position | str) -> Value:
        """The value of a position for the side to move.

        Plies count to the end when the winner hastens and the loser delays; draws have none, nor has
        anything in tables of grade ``wdl``. A position that is over needs no table, and one in which
        a removal is due is answered by looking at the positions after it.

        Args:
            position: a position, or its text (:mod:`millbase.solver.game.notation`).

        Raises:
            IllegalPosition: it cannot be read, or is not one of this rule set.
            MissingTable: the table is not there; the error says which, and where it was looked for.
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

    def show(self, position: Position | str) -> Shown:
        """A position to look at: a picture and the moves in a notebook, the text of the answer in a shell.

        Raises:
            IllegalPosition, MissingTable, BrokenTable: see :meth:`probe`.
        """
        from millbase.solver.showing import Shown  # a probe draws nothing

        answer = evaluate(self.rules, self, self._legal(position))
        return Shown(self.rules, hardest_first(self.rules, self, answer))

    def probe_many(
        self,
        own: npt.ArrayLike,
        opponent: npt.ArrayLike,
        own_hand: npt.ArrayLike = 0,
        opponent_hand: npt.ArrayLike = 0,
        *,
        illegal: Illegal = "raise",
    ) -> Probed:
        """The values of many positions, for the side to move.

        Compiled code does the hashing, and each chunk of a table is read once.

        Args:
            own, opponent: the points of the side to move and of the other, as bit masks.
            own_hand, opponent_hand: stones in hand.
            illegal: what becomes of a position that is not one of this rule set: ``"raise"``, or
                ``"mark"`` it with 65534 and give the values of the others.

        All four are integers or arrays of integers that go together as numpy broadcasts them; numbers of
        stones may differ from position to position.

        Returns:
            Plies to the end, of the shape that the four have together: odd where the side to move wins,
            even where it loses, 65535 for a draw. Tables of grade ``wdl`` give 1, 0 and 65535.

        Raises:
            IllegalPosition: a position is not one of this rule set; the message has its place. Or what is
                given are no integers.
            MissingTable, BrokenTable: see :meth:`probe`.
        """
        from millbase.databases.bulk import (
            probe_many,  # imports numba, which takes longer than a single probe
        )

        return probe_many(self, own, opponent, own_hand, opponent_hand, illegal)

    def entries(self, subspace: Subspace, *, once: bool = False) -> Iterator[Piece]:
        """All that the table of a subspace says, a piece at a time, in the order of its entries.

        >>> import millbase
        >>> with millbase.open("tables") as tablebase:
        ...     pieces = tablebase.entries(millbase.Subspace(4, 3), once=True)
        ...     print(sum(len(own[values == 1]) for entries, own, opponent, values in pieces))
        75397

        Args:
            once: give one of the positions that differ by a symmetry, at the least of its entries, and
                none that cannot be: those that the header of the table counts. Otherwise give every entry,
                of which some hold the same position.

        Yields:
            Arrays of one length, some ten thousand or a few hundred thousand: entries, the points of the
            side to move and of the other, and values as :meth:`probe_many` has them. See
            :class:`millbase.databases.iterating.Piece`.

        Raises:
            MissingTable, BrokenTable: see :meth:`probe`.
        """
        from millbase.databases.iterating import pieces  # imports numba

        return pieces(self, subspace, once)

    def table(self, subspace: Subspace) -> Table:
        """The table of a subspace, for its header and its shape.

        Its file may be closed, now or at any thread's next question: values are read with :meth:`rows`.

        Raises:
            MissingTable, BrokenTable, WrongRules: see :meth:`millbase.databases.catalogue.Catalogue.open`.
        """
        table = self._seen.get(subspace)
        if table is None:
            with _files:
                table = self._opened(subspace)
        return table

    def rows(self, subspace: Subspace, number: int) -> Values:
        """The rows of one chunk of a table as they are stored; see :mod:`millbase.databases.format`.

        Raises:
            MissingTable, BrokenTable, WrongRules: see :meth:`table`.
        """
        with _files:
            table = self._opened(subspace)
            frame = table.frame(number)
        return table.unpack(number, frame)

    def _opened(self, subspace: Subspace) -> Table:
        """The table of a subspace with its file open, which it is as long as :data:`_files` is held."""
        table = self._open_tables.get(subspace)
        if table is None:
            table = self._open_tables[subspace] = self._seen[subspace] = self._open(subspace)
            self._close_files(leaving=self._max_open)
        else:
            self._open_tables.move_to_end(subspace)
        return table

    def _open(self, subspace: Subspace) -> Table:
        """Open a table, closing others where no more files may be open."""
        while True:
            try:
                return self.catalogue.open(subspace)
            except OSError as error:
                if error.errno not in _NO_MORE_FILES or not self._open_tables:
                    raise
                self._close_files(leaving=len(self._open_tables) - 1)

    def _close_files(self, leaving: int = 0) -> None:
        """Close the files that have not been read for longest."""
        while len(self._open_tables) > leaving:
            self._open_tables.popitem(last=False)[1].close()

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
        rows = self.rows(subspace, number)
        return rows.reshape(-1).data  # indexing it gives plain numbers, and fast


def _close_inherited() -> None:
    """Close what a child has from its parent: two that share an open file move each other's place in it."""
    for tablebase in _tablebases:
        tablebase._close_files()
    _files.release()


if hasattr(os, "register_at_fork"):  # where processes can fork
    os.register_at_fork(
        before=_files.acquire, after_in_parent=_files.release, after_in_child=_close_inherited
    )
