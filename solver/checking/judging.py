"""Judging entries one by one: the position, its legal moves, the values of the positions after them.

This is plain Python on top of the rules as they can be read (:mod:`millbase.solver.game.positions`). It
shares with the compiled check which entry a position has, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from millbase.solver.game.material import Subspace
from millbase.solver.game.positions import Position, in_mills, legal_moves, terminal_value
from millbase.solver.game.rules import Rules
from millbase.solver.game.values import LOST, Value
from millbase.solver.layouts import Layout


class Judged(NamedTuple):
    """An entry, and what it must hold by its successors."""

    entry: int
    expected: Value


def judge(
    rules: Rules, subspace: Subspace, read: Callable[[Subspace, int], Value], entries: Iterable[int]
) -> list[Judged]:
    """What entries must hold; without positions that no game reaches, as the side to move has a mill already.

    Args:
        read: gives the value of an entry of a table.
    """
    found = []
    for entry in entries:
        position = Position.of_sides(*Layout.of(rules.board, subspace).position(entry), *subspace.hands)
        if not (rules.mill_wins and in_mills(rules.board, position.own)):
            found.append(Judged(entry, _expected(rules, position, read)))
    return found


def _expected(rules: Rules, position: Position, read: Callable[[Subspace, int], Value]) -> Value:
    over = terminal_value(rules, position)
    if over is not None:
        return over
    after = (position.after(move) for move in legal_moves(rules, position))
    values = (_value(rules, reached, read).before_move() for reached in after)
    return min(values, key=lambda value: value.preference)


def _value(rules: Rules, position: Position, read: Callable[[Subspace, int], Value]) -> Value:
    subspace = position.subspace
    if subspace.lost:
        return LOST
    return read(subspace, Layout.of(rules.board, subspace).entry(position.own, position.opp))
