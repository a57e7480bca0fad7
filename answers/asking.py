"""Answers from tables or, where those of the placing phase are missing and there is time, from a search."""

from __future__ import annotations

import time
from functools import cached_property
from typing import TYPE_CHECKING

from millbase.cli.problems import Failure
from millbase.databases.errors import MissingTable
from millbase.databases.tablebase import Tablebase
from millbase.solver.game.positions import Position
from millbase.solver.oracle import Answer, evaluate, hardest_first

if TYPE_CHECKING:
    from millbase.solver.searching.search import Search


class Asking:
    """Tables to be asked, and how long to search where they have no answer.

    Args:
        seconds: for each position; None to do without a search.
    """

    def __init__(self, tables: Tablebase, seconds: float | None) -> None:
        self._tables = tables
        self._seconds = seconds

    def answer(self, position: Position) -> Answer:
        """What a position and its moves are worth, best first; if it was searched, as far as that got.

        Raises:
            Failure: tables of the placing phase are missing, and no search is allowed.
            Exception: what :func:`millbase.solver.oracle.evaluate` raises.
        """
        rules, began = self._tables.rules, time.monotonic()
        try:
            return hardest_first(rules, self._tables, evaluate(rules, self._tables, position))
        except MissingTable as missing:
            if not any(position.hands) or rules.mixed:
                raise
            if self._seconds is None:
                raise Failure(f"{missing}; or --time SECONDS searches for the value") from missing
        search = self._search
        # What it took to get ready counts, but some of the time is always left: the first search on a
        # machine has to be compiled, and would have none.
        left = self._seconds - (time.monotonic() - began)
        return search.evaluate(position, max(left, self._seconds / 10))

    @cached_property
    def _search(self) -> Search:
        from millbase.answers.searching import search_on  # imports numba

        return search_on(self._tables)
