"""Draws graded the obvious way: by the definition of ultra-strong values, one level after the other.

A value is a pair: how far the result is from the worth of the subspace, and a distance. Successors are made
by the readable rules and looked up among all positions; nothing is hashed or put into codes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from enumeration import enumerated

from millbase.solver.game.material import Subspace
from millbase.solver.game.positions import Position, legal_moves, terminal_value
from millbase.solver.game.rules import Rules
from millbase.solver.game.values import LOST
from millbase.solver.worths import Worths


class Graded(NamedTuple):
    """How far the result is from the worth of the subspace, for the side to move, and the distance."""

    far: int
    distance: int


STABLE = Graded(0, 0)
Place = tuple[Subspace, int]
Read = Callable[[Subspace, int], Graded]


def solve(rules: Rules, worths: Worths, unit: tuple[Subspace, ...], read: Read) -> dict[Place, Graded]:
    """The values of all entries of a unit.

    Args:
        read: gives those of entries that its moves lead to.
    """
    final: dict[Place, Graded] = {}
    moves: dict[Place, list[tuple[Subspace, int] | None]] = {}
    for subspace in unit:
        for entry, position in enumerate(enumerated(rules.board, subspace).positions):
            over = terminal_value(rules, position)
            if over == LOST:
                final[subspace, entry] = Graded(-worths.win - worths.of[subspace], 0)
            elif over is None:
                moves[subspace, entry] = [
                    _place(rules, position.after(move)) for move in legal_moves(rules, position)
                ]
    undecided = list(moves)
    while undecided:
        found = {}
        for place in undecided:
            known = [_before(worths, place[0], child, unit, final, read) for child in moves[place]]
            best = max((value for value in known if value is not None), key=_rank, default=None)
            if best is not None and (best.far > 0 or (best.far < 0 and None not in known)):
                found[place] = best
        if not found:
            break
        first = min((-abs(value.far), value.distance) for value in found.values())
        decided = {
            place: value for place, value in found.items() if (-abs(value.far), value.distance) == first
        }
        final |= decided
        undecided = [place for place in undecided if place not in decided]
    every = ((subspace, entry) for subspace in unit for entry in range(_entries(rules, subspace)))
    return {place: final.get(place, STABLE) for place in every}


def _entries(rules: Rules, subspace: Subspace) -> int:
    return len(enumerated(rules.board, subspace).positions)


def _place(rules: Rules, position: Position) -> Place | None:
    """Where a move leads; None if it ends the game."""
    subspace = position.subspace
    return None if subspace.lost else (subspace, enumerated(rules.board, subspace).entry(position))


def _before(
    worths: Worths,
    mover: Subspace,
    child: Place | None,
    unit: tuple[Subspace, ...],
    final: dict[Place, Graded],
    read: Read,
) -> Graded | None:
    """What a move is worth to the player who makes it; None if that is not known yet."""
    here = worths.of[mover]
    if child is None:
        return Graded(worths.win - here, 1)
    if child[0] in unit:
        value = final.get(child)
        return None if value is None else Graded(-value.far, value.distance + 1)
    value = read(*child)
    total = value.far + worths.of[child[0]] + here
    if total == 0:
        return STABLE
    turned = value.distance if (total > 0) == (value.far > 0) else -value.distance
    return Graded(-total, 1 + (turned if value.far else 0))


def _rank(value: Graded) -> tuple[int, int]:
    return value.far, -value.distance if value.far > 0 else value.distance if value.far < 0 else 0
