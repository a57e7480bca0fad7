"""Answers of the oracle in lines of text: values in words, moves in columns."""

from __future__ import annotations

from collections.abc import Sequence

from millbase.solver.alike import names_alike, shown_moves
from millbase.solver.game.boards import Board
from millbase.solver.game.drawing import draw_board
from millbase.solver.game.notation import format_move, format_position
from millbase.solver.game.positions import COLOURS, Position
from millbase.solver.game.rules import Rules
from millbase.solver.game.values import Assessment, Between
from millbase.solver.oracle import Answer, Prospect


def answer_text(rules: Rules, answer: Answer, ascii_only: bool, unique: bool = False) -> str:
    """The board, the position, its value, and a line for every move, best first."""
    board, position = rules.board, answer.position
    parts = [draw_board(board, position, ascii_only), format_position(board, position)]
    parts.append(verdict(position, answer.value, answer.prospect))
    if answer.moves:
        parts.append(moves_text(board, answer, unique))
    return "\n\n".join(parts)


def moves_text(board: Board, answer: Answer, unique: bool = False) -> str:
    """Moves in lines, each with its value and, if asked for, the moves that are like it."""
    rows = []
    for move in shown_moves(board, answer, unique):
        alike = ", ".join(names_alike(board, move))
        values = (format_move(board, move.ranked.move), value_text(move.ranked.value, move.ranked.prospect))
        rows.append((*values, f"as {alike}" if alike else ""))
    return columns(rows, left=3)


def verdict(position: Position, value: Assessment, prospect: Prospect | None = None) -> str:
    """What a position is worth, in words: ``White to move: win in 5 plies``.

    Args:
        prospect: what a draw heads for, if that is known.
    """
    mover = COLOURS[0 if position.white_to_move else 1]
    if value.length == 0:
        return f"{mover} has lost"
    return f"{mover} to move: {value_text(value, prospect)}"


def plies_text(plies: int) -> str:
    """A distance: ``1 ply``, ``5 plies``."""
    return "1 ply" if plies == 1 else f"{plies} plies"


def value_text(value: Assessment, prospect: Prospect | None = None) -> str:
    """A value as one reads it: ``win in 5 plies``, ``draw``, ``lost``, ``win``,
    ``win, conversion in 3 plies``, ``between loss and draw``, ``draw that heads for 6-3``.

    Args:
        prospect: what a draw heads for, if that is known.
    """
    if prospect is not None:
        return f"{value.outcome} that {_prospect_text(prospect)}"
    if isinstance(value, Between):
        return f"between {value.at_least.outcome} and {value.at_most.outcome}"
    if value.length == 0:
        return "lost"
    if value.length is None:
        return value.outcome
    counted = value.outcome if value.conversion is None else f"{value.outcome}, conversion"
    return f"{counted} in {plies_text(value.length)}"


def _prospect_text(prospect: Prospect) -> str:
    where = "equal stones" if prospect.subspace is None else str(prospect.subspace)
    return f"stays at {where}" if prospect.distance is None else f"heads for {where}"


def columns(rows: Sequence[Sequence[str]], left: int = 1) -> str:
    """Rows of cells, one line each, in columns; the first ``left`` columns begin at the left."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = (
        "  ".join(
            cell.ljust(width) if place < left else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )
    return "\n".join(lines)
