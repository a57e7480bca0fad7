"""Moves that are the same but for a symmetry of the position they are made in."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from millbase.solver.game.boards import Board
from millbase.solver.game.notation import format_move
from millbase.solver.game.positions import Move, Position
from millbase.solver.indexing import image
from millbase.solver.oracle import Answer, RankedMove

_Key = tuple[int | None, int | None, frozenset[int]]


class UniqueMove(NamedTuple):
    """A move that stands for all that are like it.

    Attributes:
        ranked: the first of them.
        alike: the others, in their order.
    """

    ranked: RankedMove
    alike: list[Move]


def unique_moves(board: Board, answer: Answer) -> list[UniqueMove]:
    """The moves of an answer, in its order, but only one of those that are alike.

    Two are alike if a symmetry of the board that leaves the position as it is takes one to the other.
    On the empty board of Nine Men's Morris 24 placements come down to four.
    """
    symmetries = _symmetries_of(board, answer.position)
    found: dict[_Key, UniqueMove] = {}
    for ranked in answer.moves:
        key = _key(ranked.move)
        first = next((found[other] for other in _images(key, symmetries) if other in found), None)
        if first is None:
            found[key] = UniqueMove(ranked, [])
        else:
            first.alike.append(ranked.move)
    return list(found.values())


def shown_moves(board: Board, answer: Answer, unique: bool) -> list[UniqueMove]:
    """The moves of an answer: all of them, or one of those that are alike."""
    return unique_moves(board, answer) if unique else [UniqueMove(ranked, []) for ranked in answer.moves]


def names_alike(board: Board, move: UniqueMove) -> list[str]:
    """The moves that are like one, as they are written."""
    return [format_move(board, other) for other in move.alike]


def _symmetries_of(board: Board, position: Position) -> list[tuple[int, ...]]:
    """The symmetries of the board that leave a position as it is."""
    sides = (position.white, position.black)
    return [symmetry for symmetry in board.symmetries if all(image(side, symmetry) == side for side in sides)]


def _key(move: Move) -> _Key:
    """What a move does, in whatever order it removes stones."""
    return move.source, move.target, frozenset(move.removed)


def _images(key: _Key, symmetries: Iterable[tuple[int, ...]]) -> Iterable[_Key]:
    source, target, removed = key
    for symmetry in symmetries:
        yield (
            None if source is None else symmetry[source],
            None if target is None else symmetry[target],
            frozenset(symmetry[point] for point in removed),
        )
