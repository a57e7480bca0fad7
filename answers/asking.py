"""Answers from tables or, where those of the placing phase are missing and there is time, from a search."""

from __future__ import annotations

import time
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from millbase.databases.errors import MissingTable
from millbase.databases.tablebase import Tablebase
from millbase.solver.game.positions import Position
from millbase.solver.game.values import Assessment
from millbase.solver.oracle import Answer, Prospect, RankedMove, evaluate, hardest_first, principal_line

if TYPE_CHECKING:
    from millbase.solver.searching.search import Search


class SearchNeeded(MissingTable):
    """A table is missing that a search can do without, and no search is allowed."""


class MovingPhaseNeeded(MissingTable):
    """A search has come to a table of the moving phase that is missing; it may need any of them."""


class Line(NamedTuple):
    """A position, its value for the side to move, the best moves of both sides from it, and what it heads
    for if it is a draw and that is known.
    """

    position: Position
    value: Assessment
    moves: list[RankedMove]
    prospect: Prospect | None


class Asking:
    """Tables to be asked, and how long to search where they have no answer.

    Args:
        seconds: for each position; None to do without a search.
    """

    def __init__(self, tables: Tablebase, seconds: float | None = None) -> None:
        self._tables = tables
        self._seconds = seconds

    def answer(self, position: Position) -> Answer:
        """What a position and its moves are worth, best first; if it was searched, as far as that got.

        Raises:
            PositionError: the position does not belong to the rule set.
            SearchNeeded: tables of the placing phase are missing, and no search is allowed.
            MissingTable, BrokenTable: see :meth:`millbase.databases.tablebase.Tablebase.probe`.
        """
        rules, began = self._tables.rules, time.monotonic()
        try:
            return look_up(self._tables, position)
        except MissingTable as missing:
            if not any(position.hands) or rules.mixed:
                raise
            if self._seconds is None:
                raise SearchNeeded(missing.subspace, rules, missing.roots, missing.path) from missing
        search = self._search
        # What it took to get ready counts, but some of the time is always left: the first search on a
        # machine has to be compiled, and would have none.
        left = self._seconds - (time.monotonic() - began)
        return search.evaluate(position, max(left, self._seconds / 10))

    @cached_property
    def _search(self) -> Search:
        from millbase.answers.searching import search_on  # imports numba

        return search_on(self._tables)


def look_up(tables: Tablebase, position: Position) -> Answer:
    """What a position and its moves are worth by the tables, best first, hard to meet first among draws.

    Raises:
        PositionError: the position does not belong to the rule set.
        MissingTable, BrokenTable: see :meth:`millbase.databases.tablebase.Tablebase.probe`.
    """
    return hardest_first(tables.rules, tables, evaluate(tables.rules, tables, position))


def play_out(tables: Tablebase, position: Position, plies: int) -> Line:
    """The best moves from a position: to the end if it is decided, else so many plies or to a repetition.

    Raises:
        PositionError: the position does not belong to the rule set.
        DistanceError: the position is decided and its distance to the end is not known.
        MissingTable, BrokenTable: see :meth:`millbase.databases.tablebase.Tablebase.probe`.
    """
    value = evaluate(tables.rules, tables, position).value
    moves = principal_line(tables.rules, tables, position, plies)
    return Line(position, value, moves, prospect_of(tables, position))


def prospect_of(tables: Tablebase, position: Position) -> Prospect | None:
    """What a drawn position heads for, if there is a graded table that knows it.

    Raises:
        BrokenTable, BrokenWorths: it must not be believed.
    """
    return None if tables.grades is None else tables.grades.of(position)
