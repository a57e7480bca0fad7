"""A game that was kept: who played, the moves, and what was said about them."""

from __future__ import annotations

from dataclasses import dataclass, field

from millbase.solver.game.errors import SolverError
from millbase.solver.game.positions import Move, Position
from millbase.solver.game.rules import Rules

UNFINISHED = "*"

# What stands after a move, by the number that chess gives it: ``d6?`` is the same as ``d6 $2``.
GLYPHS = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}


class RecordError(SolverError, ValueError):
    """A game that cannot be read; the message says where and why, in one sentence."""


@dataclass(frozen=True)
class Played:
    """A move of a record.

    Attributes:
        move: the move, legal where it stands.
        glyphs: what was thought of it, by number, see ``GLYPHS``.
        remarks: comments ``{…}`` and variations ``(…)`` after it, in their order, as they are written.
    """

    move: Move
    glyphs: tuple[int, ...] = ()
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Record:
    """A game as it was kept. It may break off anywhere, and may go on where a draw could be claimed.

    Attributes:
        rules: what was played.
        positions: the one it began with, and the one after each move.
        moves: the moves made.
        tags: facts about the game by name, in their order.
        result: as it stands after the last move: ``1-0``, ``0-1``, ``1/2-1/2``, ``*``; None if nothing does.
        remarks: comments and variations before the first move.
    """

    rules: Rules
    positions: tuple[Position, ...]
    moves: tuple[Played, ...] = ()
    tags: dict[str, str] = field(default_factory=dict)
    result: str | None = None
    remarks: tuple[str, ...] = ()


def move_number(beginning: Position, ply: int) -> str:
    """The number before a move, counted in plies from 0: ``7.`` of White, ``7...`` of Black.

    >>> move_number(Position(0, 0), 13)
    '7...'
    """
    ply += 0 if beginning.white_to_move else 1
    return f"{ply // 2 + 1}{'.' if ply % 2 == 0 else '...'}"
