"""Asking tables for the values of positions.

>>> import millbase
>>> with millbase.open("tables") as tablebase:
...     tablebase.probe("WWB.W..B/.B....../........ w")
Value(outcome='win', plies=19)
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import numpy.typing as npt

from millbase.databases.catalogue import Catalogue
from millbase.databases.contents import Contents
from millbase.databases.directories import Directories
from millbase.databases.errors import BrokenTable, IllegalPosition, LowerGrade, MissingTable
from millbase.databases.format import Table
from millbase.databases.metrics import Grade, metric_of
from millbase.solver.game.material import Subspace
from millbase.solver.game.notation import NotationError, parse_position
from millbase.solver.game.positions import (
    Position,
    PositionError,
    check_position,
    counted,
    legal_moves,
    terminal_value,
)
from millbase.solver.game.rules import Rules, preset
from millbase.solver.game.values import DRAW, LOST, Value
from millbase.solver.layouts import Layout, Values
from millbase.solver.oracle import evaluate, hardest_first
from millbase.solver.scales import OVER

if TYPE_CHECKING:
    from millbase.databases.bulk import Probed
    from millbase.databases.iterating import Piece
    from millbase.solver.showing import Shown

Default = TypeVar("Default")
Illegal = Literal["raise", "mark"]

_CACHE_BYTES = 1 << 28


def open(
    directory: Directories = None,
    variant: str | Rules = "nine",
    *,
    grade: Grade | None = None,
    max_open: int = 64,
    cache_bytes: int = _CACHE_BYTES,
    threads: int | None = None,
) -> Tablebase:
    """The tables of a rule set in a directory, or in several, ready to be asked.

    Nothing is read yet: a table's file is opened at the first probe that needs it.

    Args:
        directory: where the tables are, or a sequence of such directories; otherwise those of
            ``MILLBASE_DB``, separated as in ``PATH``, otherwise the user's data directory. A table is taken
            from the first directory that has it, and if that one is broken, that is an error.
        variant: the name of a preset, or the rules themselves.
        grade: ``"dtc"`` to ask the tables that count plies to the next placement or removal, or to the end;
            unless said, those that count plies to the end, or know outcomes alone. Where moves are limited
            there are no others.
        max_open: files kept open, at most; beyond it, or where the system allows no more, the one that
            has not been read for longest is closed.
        cache_bytes: unpacked values kept in memory, at most.
        threads: how many unpack where many positions are asked for; None for as many as there are cores.

    Raises:
        RulesError: there is no such preset.
        UnknownGrade: there is no such grade in these rules.
        DirectoryError: a file stands where a directory should be.
    """
    rules = preset(variant) if isinstance(variant, str) else variant
    catalogue = Catalogue(directory, rules, metric_of(grade, rules))
    return Tablebase(catalogue, max_open=max_open, cache_bytes=cache_bytes, threads=threads)


class Tablebase:
    """The values of positions, read from tables. A context manager; see :func:`open`.

    Threads may share it. A process that is forked off, and one that is sent it, opens the files again.

    Attributes:
        catalogue: the tables it reads.
        rules: the rules that values hold for.
        contents: what they hold.
        threads: how many unpack where many positions are asked for; None for as many as there are cores.
    """

    def __init__(
        self,
        catalogue: Catalogue,
        *,
        max_open: int = 64,
        cache_bytes: int = _CACHE_BYTES,
        threads: int | None = None,
    ) -> None:
        self.catalogue = catalogue
        self.rules = catalogue.rules
        self.threads = threads
        self.contents = Contents(catalogue, max_open, cache_bytes)
        self._again = partial(Tablebase, max_open=max_open, cache_bytes=cache_bytes, threads=threads)

    def __enter__(self) -> Tablebase:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close all files. They are opened again if a probe needs them."""
        self.contents.close()

    def __reduce__(self) -> tuple[Any, ...]:
        """What another process needs to open the same tables."""
        return self._again, (self.catalogue,)

    def probe(self, position: Position | str) -> Value:
        """The value of a position for the side to move.

        Plies count to the end when the winner hastens and the loser delays; draws have none, nor has
        anything in tables of grade ``wdl``. In those of grade ``dtc`` a value has, instead of plies, those to
        the next placement or removal: its ``conversion``. A position that is over needs no table, and one in
        which a removal is due is answered by looking at the positions after it.

        Args:
            position: a position, or its text (:mod:`millbase.solver.game.notation`).

        Raises:
            IllegalPosition: it cannot be read, or is not one of this rule set.
            MissingTable: the table is not there; the error says which, and where it was looked for.
            LowerGrade: plies are limited and some have been made, and the table has outcomes alone.
            BrokenTable: the table cannot be believed; the message names file and chunk.
        """
        position = self._legal(position)
        if position.removal_due:
            after = (position.after(move) for move in legal_moves(self.rules, position))
            values = (self.probe(reached).before_move(converts=True) for reached in after)
            return min(values, key=lambda value: value.preference)
        subspace = position.subspace
        if subspace.lost:
            return self._lost
        try:
            return self._look_up(position, subspace)
        except MissingTable:
            over = terminal_value(self.rules, position)
            if over is None:
                raise
            return self._lost if over == LOST else over

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

        Compiled code does the hashing, and each chunk of a table is unpacked once, by all threads.

        Args:
            own, opponent: the points of the side to move and of the other, as bit masks.
            own_hand, opponent_hand: stones in hand.
            illegal: what becomes of a position that is not one of this rule set: ``"raise"``, or
                ``"mark"`` it with 65534 and give the values of the others.

        All four are integers or arrays of integers that go together as numpy broadcasts them; numbers of
        stones may differ from position to position.

        Returns:
            Plies to the end, of the shape that the four have together: odd where the side to move wins,
            even where it loses, 65535 for a draw. Tables of grade ``wdl`` give 1, 0 and 65535. Those of grade
            ``dtc`` give 2 d - 1 for a win and 2 d for a loss where the next conversion is d plies away; if
            moves are limited, these hold for positions right after a conversion.

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
        return self.contents.table(subspace)

    def rows(self, subspace: Subspace, number: int) -> Values:
        """The rows of one chunk of a table as they are stored; see :mod:`millbase.databases.format`.

        Raises:
            MissingTable, BrokenTable, WrongRules: see :meth:`table`.
        """
        return self.contents.rows(subspace, number)

    @property
    def _lost(self) -> Value:
        """The value of a side to move that has lost where it stands."""
        over = self.catalogue.metric.value("loss", OVER)
        return LOST if over.length is None else over

    def _legal(self, position: Position | str) -> Position:
        try:
            if isinstance(position, str):
                position = parse_position(self.rules, position)
            check_position(self.rules, position)
            position = counted(self.rules, position)
        except (NotationError, PositionError) as error:
            raise IllegalPosition(str(error)) from error
        return position

    def _look_up(self, position: Position, subspace: Subspace) -> Value:
        entry = Layout.of(self.rules.board, subspace).entry(position.own, position.opp)
        code = self.contents.code(subspace, entry)
        table = self.contents.table(subspace)
        value = table.metric.value_of(code, table.header.dtype)
        return self._in_time(value, position.counter, table) if position.counter else value

    def _in_time(self, value: Value, counter: int, table: Table) -> Value:
        """The value of a position so many plies after a conversion, from that of one right after it."""
        if value.outcome == "draw":
            return value
        if value.conversion is None:
            raise LowerGrade(table.path)
        plies = self.rules.limit_plies
        return value if plies is None or value.conversion <= plies - counter else DRAW
