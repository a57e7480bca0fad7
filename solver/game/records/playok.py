"""Moves in numbers, as the site PlayOK (Kurnik) writes them.

The points of the three rings are numbered row by row from the top, each from the left: 1 is a7, 24 is g1. A
placement is ``5``, a step ``23-24``, a removal is added as in ``3x4`` and ``10-1x23``, two as in ``3x9x23``.
"""

from __future__ import annotations

from millbase.solver.game.boards import Board
from millbase.solver.game.positions import Move
from millbase.solver.game.stones import NotationError


def parse_numbers(board: Board, text: str) -> Move:
    """Read a move.

    Raises:
        NotationError: it is none on this board, or removes more than two stones.

    >>> from millbase.solver.game.boards import RINGS
    >>> parse_numbers(RINGS, "10-1x23")
    Move(source=7, target=0, removed=(5,))
    """
    way, *removed = text.lower().split("x")
    if len(removed) > 2:
        raise NotationError(f"{text} removes {len(removed)} stones; a move removes two at most")
    *source, target = way.split("-")
    return Move(
        _point(board, source[0]) if source else None,
        _point(board, target),
        tuple(_point(board, number) for number in removed),
    )


def format_numbers(board: Board, move: Move) -> str:
    """The text of a move, as :func:`parse_numbers` reads it."""
    numbers = {point: str(number) for number, point in enumerate(_order(board), start=1)}
    text = "" if move.source is None else numbers[move.source] + "-"
    if move.target is not None:
        text += numbers[move.target]
    return text + "".join(f"x{numbers[point]}" for point in move.removed)


def _point(board: Board, number: str) -> int:
    order = _order(board)
    if len(board.radii) != 3:
        raise NotationError(f"moves in numbers are of three rings of 8 points, not of {board.title}")
    if not 1 <= int(number) <= len(order):
        raise NotationError(f"{number} is not the number of a point: they are 1 to {len(order)}")
    return order[int(number) - 1]


def _order(board: Board) -> list[int]:
    return [point for _, _, point in sorted((-y, x, point) for point, (x, y) in enumerate(board.coordinates))]
