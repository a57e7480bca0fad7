"""Answers of the oracle for a reader: as JSON, or in lines of text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from cli.text import columns, value_text
from solver.boards import Board
from solver.notation import format_move, format_position
from solver.oracle import Answer, RankedMove
from solver.positions import COLOURS, Position
from solver.rules import Rules
from solver.values import LOST, Value


def position_json(board: Board, position: Position, value: Value) -> dict[str, Any]:
    """A position and its value."""
    return {"position": format_position(board, position), "value": value.outcome, "plies": value.plies}


def move_json(board: Board, ranked: RankedMove) -> dict[str, Any]:
    """A move and what it is worth to the mover, with the position after it."""
    return {"move": format_move(board, ranked.move), **position_json(board, ranked.position, ranked.value)}


def answer_json(rules: Rules, answer: Answer) -> dict[str, Any]:
    """A position with its value and every move, best first."""
    return {
        "variant": rules.name,
        **position_json(rules.board, answer.position, answer.value),
        "moves": [move_json(rules.board, ranked) for ranked in answer.moves],
    }


def verdict(position: Position, value: Value) -> str:
    """What a position is worth, in words: ``White to move: win in 5``."""
    mover = COLOURS[0 if position.white_to_move else 1]
    if value == LOST:
        return f"{mover} has lost"
    return f"{mover} to move: {value_text(value)}"


def moves_text(board: Board, moves: Iterable[RankedMove]) -> str:
    """Moves in lines, each with its value."""
    return columns([(format_move(board, ranked.move), value_text(ranked.value)) for ranked in moves], left=2)
