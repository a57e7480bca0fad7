"""Asking tables for the values of positions.

>>> import millbase
>>> with millbase.open("tables") as tablebase:
...     tablebase.probe("WWB.W..B/.B....../........ w")
Value(outcome='win', plies=19)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from millbase.databases.catalogue import Catalogue
from millbase.databases.contents import Contents
from millbase.databases.directories import Directories
from millbase.databases.errors import LowerGrade
from millbase.databases.format import Table
from millbase.databases.grades import StoredGrades, known_metric
from millbase.databases.metrics import Grade, metric_of
from millbase.databases.probing import Asked, Probing
from millbase.solver.game.material import Subspace
from millbase.solver.game.positions import Position
from millbase.solver.game.rules import Rules, preset
from millbase.solver.game.values import DRAW, LOST, Value
from millbase.solver.layouts import Layout, Values
from millbase.solver.scales import OVER

if TYPE_CHECKING:
    from millbase.databases.bulk import Probed
    from millbase.databases.iterating import Piece

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


class Tablebase(Probing):
    """The values of positions, read from tables. A context manager; see :func:`open`.

    Threads may share it. A process that is forked off, and one that is sent it, opens the files again.

    Attributes:
        catalogue: the tables it reads.
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

    @cached_property
    def grades(self) -> StoredGrades | None:
        """What drawn positions head for, where tables of graded draws are; None where there are none.

        Raises:
            BrokenWorths: the file that belongs to them cannot be believed.
        """
        metric = known_metric(self.catalogue.roots, self.rules)
        if metric is None:
            return None
        codes = self._again(Catalogue(self.catalogue.roots, self.rules, metric))
        return StoredGrades(metric.grading, codes.code)

    def code(self, position: Position) -> int:
        """The code that a table has for a legal position in which no removal is due.

        Raises:
            MissingTable, BrokenTable: see :meth:`probe`.
        """
        entry = Layout.of(self.rules.board, position.subspace).entry(position.own, position.opp)
        return self.contents.code(position.subspace, entry)

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

    def _look_up(self, position: Position, subspace: Subspace) -> Value:
        code, table = self.code(position), self.contents.table(subspace)
        value = table.metric.value_of(code, table.header.dtype)
        return self._in_time(value, position.counter, table) if position.counter else value

    def look_up_many(self, asked: Sequence[Asked]) -> Iterable[Probed]:
        """See :meth:`millbase.databases.probing.Probing.look_up_many`."""
        from millbase.databases.bulk import look_up  # imports numba

        return look_up(self, asked)

    def _in_time(self, value: Value, counter: int, table: Table) -> Value:
        """The value of a position so many plies after a conversion, from that of one right after it."""
        if value.outcome == "draw":
            return value
        if value.conversion is None:
            raise LowerGrade(table.path)
        plies = self.rules.limit_plies
        return value if plies is None or value.conversion <= plies - counter else DRAW
