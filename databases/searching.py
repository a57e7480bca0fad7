"""Searching on top of tables: positions with stones in hand whose own tables are not there.

Importing it imports numba, which a query that finds its tables can do without.
"""

from __future__ import annotations

from collections.abc import Callable

from databases.errors import MissingTable
from databases.grades import Values
from databases.tablebase import Tablebase
from solver.positions import Position
from solver.search import Search
from solver.subspaces import Subspace
from solver.values import Value


def search_on(
    tables: Tablebase,
    *,
    placing: bool = True,
    told: Callable[[int], None] = lambda positions: None,
) -> Search:
    """A search of the placing phase that reads from tables what it comes to.

    It raises :class:`databases.errors.MissingTable` where it comes to a table without stones in hand
    that is not there, and :class:`databases.errors.BrokenTable` where one cannot be believed.

    Args:
        placing: take the values of positions that are asked about from tables with stones in hand, where
            those are there.
        told: see :class:`solver.search.Search`.

    Raises:
        RulesError: stones may move before all are placed, which cannot be searched.
    """

    def read(subspace: Subspace, entry: int) -> tuple[int, Values]:
        table = tables.table(subspace)
        number = entry // table.chunk_entries
        return number * table.chunk_entries, table.codes(number)

    def known(position: Position) -> Value | None:
        try:
            return tables.probe(position)
        except MissingTable:
            return None

    return Search(tables.rules, read, known=known if placing else _nothing, told=told)


def _nothing(position: Position) -> None:
    """Know no position."""
