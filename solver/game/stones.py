"""Stones as letters, ring by ring: what every text of a position has in common."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from millbase.solver.game.boards import Board
from millbase.solver.game.errors import SolverError, quoted

if TYPE_CHECKING:
    from millbase.solver.game.positions import Position


class NotationError(SolverError, ValueError):
    """A text that is no position or no move; the message says why, in one sentence."""


def stones_as(position: Position, letters: str, points: int) -> list[str]:
    """For each point the one of three letters, White's, Black's and none's, that belongs there."""
    white, black, empty = list(letters)
    return [
        white if position.white >> point & 1 else black if position.black >> point & 1 else empty
        for point in range(points)
    ]


def read_stones(board: Board, text: str, letters: str, order: Sequence[int]) -> tuple[int, int]:
    """White's and Black's points from rings of ``letters`` (White, Black, empty) in some order of points.

    The strokes between the rings may be left out, all of them.

    Raises:
        NotationError: another letter stands among them, or the rings are not those of the board.
    """
    white, black, empty = list(letters)
    unknown = next((letter for letter in text if letter not in letters + "/"), None)
    if unknown is not None:
        raise NotationError(f"{unknown!r} is no stone: write {white}, {black}, or {empty} for none")
    lengths = "/".join(str(len(ring)) for ring in text.split("/"))
    expected = "/".join(str(len(ring)) for ring in board.rings)
    if lengths not in (expected, str(board.points)):
        found = lengths if len(lengths) < 40 else f"{lengths[:36]}..."
        raise NotationError(f"the board ({board.title}) is written in rings of {expected}, not {found}")
    on_points = list(zip(order, text.replace("/", ""), strict=True))
    return (
        sum(1 << point for point, letter in on_points if letter == white),
        sum(1 << point for point, letter in on_points if letter == black),
    )


def read_side(fields: Sequence[str]) -> bool:
    """Whether White is to move, from the second field of a position's text.

    Raises:
        NotationError: it is missing, or neither ``w`` nor ``b``.
    """
    if len(fields) < 2:
        raise NotationError("the side to move is missing: write w or b after the stones")
    side = fields[1].lower()
    if side not in ("w", "b"):
        raise NotationError(f"the side to move is w or b, not {quoted(fields[1])}")
    return side == "w"
