"""Plies to the next conversion, the obvious way: every entry with all its moves, one length after the other.

Successors are made by the readable rules and looked up among all positions; nothing is hashed or counted.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy.typing as npt
from enumeration import enumerated
from plain_reading import conversion_in

from millbase.solver.game.material import Subspace
from millbase.solver.game.positions import Position, legal_moves, terminal_value
from millbase.solver.game.rules import Rules
from millbase.solver.game.values import DRAW, LOST, Value

Values = npt.NDArray[Any]
OVER = Value("loss", None, 0)

Place = tuple[Subspace, int]  # an entry of one of several subspaces
Move = tuple[Place, bool]  # where it leads, and whether it is a conversion


def solve(
    rules: Rules, unit: tuple[Subspace, ...], load: Callable[[Subspace], Values]
) -> dict[Subspace, list[Value]]:
    """The values of all entries of a unit, their plies those to the next conversion or the end.

    The winner hastens it, the loser delays it, and the winner's must lead to a won position.
    """
    values: dict[Place, Value] = {}  # those of the unit, and of positions it leads to
    moves: dict[Place, list[Move]] = {}
    for subspace in unit:
        for entry, position in enumerate(enumerated(rules.board, subspace).positions):
            if terminal_value(rules, position) == LOST:
                values[subspace, entry] = OVER
            elif terminal_value(rules, position) is None:
                moves[subspace, entry] = [
                    _move(rules, position, position.after(move)) for move in legal_moves(rules, position)
                ]
    for found in moves.values():
        for place, _ in found:
            if place[0] not in unit:
                values[place] = OVER if place[0].lost else conversion_in(load(place[0]), place[1])
    longest = max((value.conversion or 0 for value in values.values()), default=0)
    plies = 0
    undecided, last = list(moves), 0
    while plies <= max(longest, last) + 1:
        plies += 1
        new = {}
        for place in undecided:
            value = _judged(moves[place], values, plies)
            if value is not None:
                new[place] = value
        values |= new
        undecided = [place for place in undecided if place not in new]
        last = plies if new else last
    return {
        subspace: [
            values.get((subspace, entry), DRAW)
            for entry in range(len(enumerated(rules.board, subspace).positions))
        ]
        for subspace in unit
    }


def _judged(moves: list[Move], values: dict[Place, Value], plies: int) -> Value | None:
    """The value of a position if it is decided in so many plies, and no fewer."""
    worth = [_before(values.get(place), converts) for place, converts in moves]
    lengths = [(value.outcome, value.conversion or 0) if value is not None else ("", 0) for value in worth]
    if ("win", plies) in lengths:
        return Value("win", None, plies)
    if all(outcome == "loss" and length <= plies for outcome, length in lengths):
        return Value("loss", None, plies)
    return None


def _before(value: Value | None, converts: bool) -> Value | None:
    """What a move is worth to the player who makes it."""
    if value is None or value == DRAW:
        return value
    return Value(value.before_move().outcome, None, 1 if converts else (value.conversion or 0) + 1)


def _move(rules: Rules, before: Position, after: Position) -> Move:
    subspace = after.subspace
    place = subspace, 0 if subspace.lost else enumerated(rules.board, subspace).entry(after)
    stones = [(where.subspace.own + where.subspace.opp, where.subspace.in_hand) for where in (before, after)]
    return place, stones[0] != stones[1]
