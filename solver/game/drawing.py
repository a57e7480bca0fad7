"""Boards drawn in text, with their lines and the stones on them."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from millbase.solver.game.boards import Board
from millbase.solver.game.positions import COLOURS, Position
from millbase.solver.game.stones import stones_as

_Place = tuple[int, int]  # row and column of a drawing


class _Glyphs(NamedTuple):
    """What a drawing is made of; ``stones`` are White's, Black's and none."""

    stones: str
    level: str
    upright: str
    rising: str
    falling: str


_UNICODE = _Glyphs("○●·", "─", "│", "╱", "╲")
_ASCII = _Glyphs("WB.", "-", "|", "/", "\\")
TASKS = ("to move", "to remove a stone", "to remove two stones")  # by removals that are due
UNICODE_LETTERS = "".join(_UNICODE)  # that an encoding must have for a drawing that is not in ASCII


def draw_board(board: Board, position: Position, ascii: bool = False) -> str:
    r"""The board with its lines and stones, ranks on the left, files below, and a line about the sides.

    >>> from millbase.solver.game.boards import SQUARE
    >>> print(draw_board(SQUARE, Position(0b1, 0b10, False, (2, 2)), ascii=True))
    3  W---B---.
       | \ | / |
    2  .---.---.
       | / | \ |
    1  .---.---.
       a   b   c
    W White, 2 in hand
    B Black, 2 in hand, to move
    """
    glyphs = _ASCII if ascii else _UNICODE
    lines = _board_lines(board, position, glyphs)
    task = TASKS[position.removal_due]
    for side, colour in enumerate(COLOURS):
        hand = f"{position.hands[side]} in hand" if position.hands[side] else ""
        turn = task if position.white_to_move == (side == 0) else ""
        lines.append(", ".join(filter(None, [f"{glyphs.stones[side]} {colour}", hand, turn])))
    return "\n".join(lines)


def draw_empty_board(board: Board, ascii: bool = False) -> str:
    """The board with its lines, ranks on the left, files below."""
    return "\n".join(_board_lines(board, Position(0, 0), _ASCII if ascii else _UNICODE))


def _board_lines(board: Board, position: Position, glyphs: _Glyphs) -> list[str]:
    reach = board.side - 1
    canvas = [[" "] * (4 * reach + 1) for _ in range(2 * reach + 1)]
    radius = board.radii[0]
    places = [(2 * (radius - y), 4 * (x + radius)) for x, y in board.coordinates]
    for segment in board.segments:
        for one, other in pairwise(segment):
            _draw_line(canvas, glyphs, places[one], places[other])
    stones = stones_as(position, glyphs.stones, board.points)
    for stone, (row, column) in zip(stones, places, strict=True):
        canvas[row][column] = stone
    labels = [str(board.side - row // 2) if row % 2 == 0 else " " for row in range(len(canvas))]
    lines = [f"{label}  {''.join(cells)}" for label, cells in zip(labels, canvas, strict=True)]
    return [*lines, "   " + "   ".join(chr(ord("a") + file) for file in range(board.side))]


def _draw_line(canvas: list[list[str]], glyphs: _Glyphs, start: _Place, end: _Place) -> None:
    """Draw on ``canvas`` from one place to another, both left out."""
    (row, column), (last_row, last_column) = start, end
    down = (last_row > row) - (last_row < row)
    right = (last_column > column) - (last_column < column)
    if down == 0:
        glyph = glyphs.level
    elif right == 0:
        glyph = glyphs.upright
    else:
        glyph = glyphs.falling if down == right else glyphs.rising
        right *= 2  # points are twice as many columns apart as rows
    while (row + down, column + right) != end:
        row, column = row + down, column + right
        canvas[row][column] = glyph
