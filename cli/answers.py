"""Answers of the oracle for a reader: as JSON, or in lines of text."""

from __future__ import annotations

from typing import Any

from millbase.cli.text import columns, value_text
from millbase.solver.alike import UniqueMove, unique_moves
from millbase.solver.game.boards import Board
from millbase.solver.game.drawing import draw_board
from millbase.solver.game.notation import format_move, format_position
from millbase.solver.game.positions import COLOURS, Position
from millbase.solver.game.rules import Rules
from millbase.solver.game.values import LOST, Assessment, Between
from millbase.solver.oracle import Answer, RankedMove


def position_json(board: Board, position: Position, value: Assessment) -> dict[str, Any]:
    """A position and its value or, if that is not known, the two that it lies between."""
    found = {"position": format_position(board, position), "value": value.outcome, "plies": value.plies}
    if isinstance(value, Between):
        found |= {"at_least": value.at_least.outcome, "at_most": value.at_most.outcome}
    return found


def move_json(board: Board, ranked: RankedMove) -> dict[str, Any]:
    """A move and what it is worth to the mover, with the position after it."""
    return {"move": format_move(board, ranked.move), **position_json(board, ranked.position, ranked.value)}


def answer_json(rules: Rules, answer: Answer, unique: bool = False) -> dict[str, Any]:
    """A position with its value and every move, best first.

    Args:
        unique: give one of the moves that are alike, and name the others with it.
    """
    board = rules.board
    moves = [
        move_json(board, move.ranked) | ({"alike": _names(board, move)} if unique else {})
        for move in _shown(board, answer, unique)
    ]
    return {"variant": rules.name, **position_json(board, answer.position, answer.value), "moves": moves}


def answer_text(rules: Rules, answer: Answer, ascii_only: bool, unique: bool = False) -> str:
    """The board, the position, its value, and a line for every move, best first."""
    board, position = rules.board, answer.position
    parts = [draw_board(board, position, ascii_only), format_position(board, position)]
    parts.append(verdict(position, answer.value))
    if answer.moves:
        parts.append(moves_text(board, answer, unique))
    return "\n\n".join(parts)


def moves_text(board: Board, answer: Answer, unique: bool = False) -> str:
    """Moves in lines, each with its value and, if asked for, the moves that are like it."""
    rows = []
    for move in _shown(board, answer, unique):
        alike = ", ".join(_names(board, move))
        values = (format_move(board, move.ranked.move), value_text(move.ranked.value))
        rows.append((*values, f"as {alike}" if alike else ""))
    return columns(rows, left=3)


def verdict(position: Position, value: Assessment) -> str:
    """What a position is worth, in words: ``White to move: win in 5``."""
    mover = COLOURS[0 if position.white_to_move else 1]
    if value == LOST:
        return f"{mover} has lost"
    return f"{mover} to move: {value_text(value)}"


def _shown(board: Board, answer: Answer, unique: bool) -> list[UniqueMove]:
    return unique_moves(board, answer) if unique else [UniqueMove(ranked, []) for ranked in answer.moves]


def _names(board: Board, move: UniqueMove) -> list[str]:
    return [format_move(board, other) for other in move.alike]
