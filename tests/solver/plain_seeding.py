"""What seeding must find, the obvious way: one position at a time, by the readable rules and the plain hash.

It is the slow twin of :mod:`millbase.solver.retrograde.seeding`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy.typing as npt
from plain_reading import value_in

from millbase.solver.game.material import Subspace
from millbase.solver.game.positions import Position, legal_moves, terminal_value
from millbase.solver.game.rules import Rules
from millbase.solver.game.values import LOST, Value
from millbase.solver.layouts import Layout
from millbase.solver.retrograde.seeding_kernels import SAFE
from millbase.solver.subspaces import unit_of

Load = Callable[[Subspace], npt.NDArray[Any]]


class Seeded(NamedTuple):
    """What an entry holds when the induction begins.

    Attributes:
        value: the best that leaving moves give, None if there are none and the game is not over.
        quiet: the number of quiet moves, or ``SAFE`` if a leaving move wins or draws.
    """

    value: Value | None
    quiet: int


def seeded(rules: Rules, position: Position, load: Load) -> Seeded:
    """What the leaving moves of a position give, and how many quiet ones there are."""
    over = terminal_value(rules, position)
    if over is not None:
        return Seeded(over, 0)
    after = [position.after(move) for move in legal_moves(rules, position)]
    leaving = [child for child in after if child.subspace not in unit_of(rules, position.subspace)]
    values = [_solved(rules, child, load).before_move() for child in leaving]
    if not values:
        return Seeded(None, len(after))
    best = min(values, key=lambda value: value.preference)
    return Seeded(best, len(after) - len(leaving) if best.outcome == "loss" else SAFE)


def _solved(rules: Rules, position: Position, load: Load) -> Value:
    subspace = position.subspace
    if subspace.lost:
        return LOST
    return value_in(load(subspace), Layout.of(rules.board, subspace).entry(position.own, position.opp))
