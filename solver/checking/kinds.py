"""Which kinds of move a side has, and where they lead: read off the rules, for what checks tables.

The solver has this in :mod:`millbase.solver.subspaces`, cut to what it needs. That it is said here once more,
in the order in which the rules are told, is the point: what is wrong there does not become right here.
"""

from __future__ import annotations

from typing import NamedTuple

from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import Rules

_MILL = 3  # stones in a row
_LEAST = 3  # stones of a side that has not lost, on the board and in hand together
_FLYING = 3  # stones of a side that flies, on the board and in hand together


class Kinds(NamedTuple):
    """What the side to move of a subspace can do, given that stones stand where it needs them.

    Attributes:
        step: the subspace after a step that takes nothing; None if the side has no steps.
        flies: whether a step may go to any empty point.
        step_taking: after a step that takes a stone; None if there is none.
        placement: after a placement that takes nothing.
        placement_taking: after a placement that takes a stone.
        placement_taking_two: after one that closes two mills and takes two.
    """

    step: Subspace | None
    flies: bool
    step_taking: Subspace | None
    placement: Subspace | None
    placement_taking: Subspace | None
    placement_taking_two: Subspace | None

    @property
    def reached(self) -> set[Subspace]:
        """All subspaces that moves lead to."""
        found = (
            self.step, self.step_taking, self.placement, self.placement_taking, self.placement_taking_two
        )  # fmt: skip
        return {subspace for subspace in found if subspace is not None}


def kinds_of(rules: Rules, subspace: Subspace) -> Kinds:
    """The kinds of move that the side to move has in ``subspace``."""
    stones, others, hand, others_hand = subspace
    step = step_taking = placement = placement_taking = placement_taking_two = None
    takes = others > 0 and not rules.mill_wins  # a mill takes a stone, if there is one on the board
    if hand > 0 and stones + others < rules.board.points:
        placement = Subspace(others, stones + 1, others_hand, hand - 1)
        if takes and stones + 1 >= _MILL:
            placement_taking = Subspace(others - 1, stones + 1, others_hand, hand - 1)
        # Two mills meet in a point. Once a side has two stones the game is over, and none is taken any more.
        goes_on = others - 1 + others_hand >= _LEAST
        if rules.take_two and takes and others >= 2 and goes_on and stones + 1 >= 2 * _MILL - 1:
            placement_taking_two = Subspace(others - 2, stones + 1, others_hand, hand - 1)
    if stones > 0 and (hand == 0 or rules.mixed):
        step = Subspace(others, stones, others_hand, hand)
        if takes and stones >= _MILL:
            step_taking = Subspace(others - 1, stones, others_hand, hand)
    flies = step is not None and rules.flying and stones + hand == _FLYING
    return Kinds(step, flies, step_taking, placement, placement_taking, placement_taking_two)
