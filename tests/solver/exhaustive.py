"""A solver for games small enough to hold whole: every position that can arise, judged ply by ply.

It knows nothing of subspaces, symmetries or tables.
"""

from __future__ import annotations

from millbase.solver.game.positions import Position, legal_moves, start, terminal_value
from millbase.solver.game.rules import Rules
from millbase.solver.game.values import DRAW, Value


class Exhaustive:
    """The values of all positions that can arise from the empty board."""

    def __init__(self, rules: Rules) -> None:
        self.values = _solve(rules)

    def probe(self, position: Position) -> Value:
        """The value of a position, for the side to move."""
        return self.values[position]


def _solve(rules: Rules) -> dict[Position, Value]:
    children = _children(rules)
    values = {}
    for position in children:
        over = terminal_value(rules, position)
        if over is not None:
            values[position] = over
    undecided = [position for position in children if position not in values]
    plies = 0
    while True:
        plies += 1
        found = {}
        for position in undecided:
            after = [values.get(child) for child in children[position]]
            if Value("loss", plies - 1) in after:
                found[position] = Value("win", plies)
            elif all(value is not None and value.outcome == "win" for value in after):
                found[position] = Value("loss", plies)
        if not found:
            return values | dict.fromkeys(undecided, DRAW)
        values |= found
        undecided = [position for position in undecided if position not in found]


def _children(rules: Rules) -> dict[Position, list[Position]]:
    children: dict[Position, list[Position]] = {}
    waiting = [start(rules)]
    while waiting:
        position = waiting.pop()
        if position not in children:
            children[position] = [position.after(move) for move in legal_moves(rules, position)]
            waiting += children[position]
    return children
