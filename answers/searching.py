"""Searching on top of tables: positions with stones in hand whose own tables are not there.

Importing it imports numba, which a query that finds its tables can do without.
"""

from __future__ import annotations

from collections.abc import Callable

from millbase.answers.asking import MovingPhaseNeeded
from millbase.databases.errors import MissingTable
from millbase.databases.tablebase import Tablebase
from millbase.solver.game.material import Subspace
from millbase.solver.game.positions import Position
from millbase.solver.game.values import Value
from millbase.solver.layouts import Values
from millbase.solver.searching.search import Search


def search_on(
    tables: Tablebase,
    *,
    placing: bool = True,
    told: Callable[[int], None] = lambda positions: None,
) -> Search:
    """A search of the placing phase that reads from tables what it comes to.

    It raises :class:`millbase.answers.asking.MovingPhaseNeeded` where it comes to a table without stones in
    hand that is not there, and :class:`millbase.databases.errors.BrokenTable` where one cannot be believed.

    Args:
        placing: take the values of positions that are asked about from tables with stones in hand, where
            those are there.
        told: see :class:`millbase.solver.searching.search.Search`.

    Raises:
        RulesError: stones may move before all are placed, which cannot be searched.
    """

    def read(subspace: Subspace, entry: int) -> tuple[int, Values]:
        try:
            table = tables.table(subspace)
        except MissingTable as missing:
            raise MovingPhaseNeeded(subspace, tables.rules, missing.roots, missing.path) from missing
        number = entry // table.chunk_entries
        return number * table.chunk_entries, table.codes(tables.rows(subspace, number))

    def known(position: Position) -> Value | None:
        try:
            return tables.probe(position)
        except MissingTable:
            return None

    return Search(tables.rules, read, known=known if placing else _nothing, told=told)


def _nothing(position: Position) -> None:
    """Know no position."""
