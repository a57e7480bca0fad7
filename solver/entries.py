"""Which entries of a table are positions of a game, and how such a position is written.

A table is filled in for every way to put its stones on the board, and seen from the side to move. Some ways
cannot be: where a mill ends the game, nobody is to move with one. And where the sides begin with different
numbers of men, only one of them may have the stones of the side to move.
"""

from __future__ import annotations

from dataclasses import replace

from millbase.solver.game.material import Subspace
from millbase.solver.game.positions import Position, PositionError, check_position
from millbase.solver.game.rules import Rules
from millbase.solver.layouts import Layout


def position_at(rules: Rules, subspace: Subspace, entry: int) -> Position | None:
    """The position that an entry of a table stands for, with White or Black to move as the men allow.

    Where both may be to move it is the one whose turn it is after so many placements, or else White.

    Returns:
        None if the entry is no position of a game with these men.
    """
    own, opp = Layout.of(rules.board, subspace).position(entry)
    for white_to_move in _whose_turn(rules, subspace):
        position = Position.of_sides(own, opp, *subspace.hands, white_to_move)
        try:
            check_position(rules, position)
        except PositionError:
            continue
        return position
    return None


def is_position(rules: Rules, subspace: Subspace, entry: int) -> bool:
    """Whether an entry is a position of a game with these rules, whatever its men."""
    sides = (subspace.own + subspace.own_hand, subspace.opp + subspace.opp_hand)
    return position_at(replace(rules, men=sides), subspace, entry) is not None


def _whose_turn(rules: Rules, subspace: Subspace) -> tuple[bool, bool]:
    """Whether White is to move: first what is so if both have placed a stone each time."""
    if subspace.in_hand and rules.men[0] - subspace.own_hand != rules.men[1] - subspace.opp_hand:
        return False, True
    return True, False
