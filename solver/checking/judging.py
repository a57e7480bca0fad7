"""Judging entries one by one: the position, its legal moves, the values of the positions after them.

This is plain Python on top of the rules as they can be read (:mod:`millbase.solver.game.positions`). It
shares with the compiled check which entry a position has, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from millbase.solver.checking.reading import TO_THE_END, Counts
from millbase.solver.game.material import Subspace
from millbase.solver.game.positions import Position, in_mills, legal_moves, terminal_value
from millbase.solver.game.rules import Rules
from millbase.solver.game.values import DRAW, LOST, Value
from millbase.solver.layouts import Layout


class Judged(NamedTuple):
    """An entry, and what it must hold by its successors."""

    entry: int
    expected: Value


def judge(
    rules: Rules,
    subspace: Subspace,
    read: Callable[[Subspace, int], Value],
    entries: Iterable[int],
    counts: Counts = TO_THE_END,
) -> list[Judged]:
    """What entries must hold; without positions that no game reaches, as the side to move has a mill already.

    Args:
        read: gives the value of an entry of a table.
        counts: what its plies are counted to.
    """
    found = []
    for entry in entries:
        position = Position.of_sides(*Layout.of(rules.board, subspace).position(entry), *subspace.hands)
        if not (rules.mill_wins and in_mills(rules.board, position.own)):
            found.append(Judged(entry, _expected(rules, position, read, counts)))
    return found


def _expected(
    rules: Rules, position: Position, read: Callable[[Subspace, int], Value], counts: Counts
) -> Value:
    over = terminal_value(rules, position)
    if over is not None:
        return counts.lost if over == LOST else over
    values = []
    for move in legal_moves(rules, position):
        reached = _value(rules, position.after(move), read, counts)
        value = reached.before_move(move.source is None or len(move.removed) > 0)
        values.append(DRAW if (value.conversion or 0) > counts.most else value)
    return min(values, key=lambda value: value.preference)


def _value(rules: Rules, position: Position, read: Callable[[Subspace, int], Value], counts: Counts) -> Value:
    subspace = position.subspace
    if subspace.lost:
        return counts.lost
    return read(subspace, Layout.of(rules.board, subspace).entry(position.own, position.opp))
