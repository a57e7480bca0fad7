"""Judging entries by their successors the obvious way: one by one, by the readable rules and the plain hash.

It is the slow twin of :mod:`millbase.solver.checking.verifying`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy.typing as npt
from plain_reading import value_in

from millbase.solver.game.boards import Board
from millbase.solver.game.material import Subspace
from millbase.solver.game.positions import Position, in_mills, legal_moves, terminal_value
from millbase.solver.game.rules import Rules
from millbase.solver.game.values import LOST, Value
from millbase.solver.layouts import Layout

Values = npt.NDArray[Any]


def expected(
    rules: Rules, subspace: Subspace, load: Callable[[Subspace], Values], entries: Iterable[int]
) -> dict[int, Value]:
    """What some entries must hold, without those where the side to move has won already."""
    found = {}
    for entry in entries:
        position = position_of(rules.board, subspace, entry)
        if rules.mill_wins and in_mills(rules.board, position.own):
            continue
        over = terminal_value(rules, position)
        after = [_value(rules, position.after(move), load) for move in legal_moves(rules, position)]
        found[entry] = over or min(
            (value.before_move() for value in after), key=lambda value: value.preference
        )
    return found


def position_of(board: Board, subspace: Subspace, entry: int) -> Position:
    """The position of an entry, White to move."""
    return Position.of_sides(*Layout.of(board, subspace).position(entry), *subspace.hands)


def _value(rules: Rules, position: Position, load: Callable[[Subspace], Values]) -> Value:
    subspace = position.subspace
    if subspace.lost:
        return LOST
    return value_in(load(subspace), Layout.of(rules.board, subspace).entry(position.own, position.opp))
