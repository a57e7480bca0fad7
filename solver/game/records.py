"""A game written out: tags and moves as the program Sanmill writes and reads them.

The form is that of chess games (PGN): a line for each tag, an empty one, then the moves by number::

    [Event "millbase game"]
    [Result "1-0"]

    1. b2 b3
    2. a1 a2
    3. c3 1-0

A game that does not begin with the empty board has its first position as a tag, as a FEN on the board that
Sanmill plays on, else in millbase's notation.
"""

from __future__ import annotations

from millbase.solver.game.match import Game
from millbase.solver.game.notation import format_fen, format_move, format_position
from millbase.solver.game.positions import start

UNFINISHED = "*"


def scoresheet(game: Game, white: str, black: str, date: str) -> str:
    """A game written out.

    Args:
        white, black: who played.
        date: as ``2026.01.31``.
    """
    return "\n".join([*_tags(game, white, black, date), "", *_moves(game), ""])


def _result(game: Game) -> str:
    ending = game.ending
    return UNFINISHED if ending is None else ending.result


def _tags(game: Game, white: str, black: str, date: str) -> list[str]:
    rules, beginning = game.rules, game.positions[0]
    tags = {
        "Event": "millbase game",
        "Date": date,
        "White": white,
        "Black": black,
        "Result": _result(game),
        "Variant": rules.name,
        "PlyCount": str(len(game.moves)),
    }
    if beginning != start(rules):
        tags["SetUp"] = "1"
        if len(rules.board.radii) == 3:
            tags["FEN"] = format_fen(rules.board, beginning)
        else:
            tags["Position"] = format_position(rules.board, beginning)
    return [f'[{name} "{text}"]' for name, text in tags.items()]


def _moves(game: Game) -> list[str]:
    """The moves in lines, each with its number, and the result at the end."""
    lines: list[str] = []
    for ply, move in enumerate(game.moves, start=0 if game.positions[0].white_to_move else 1):
        text = format_move(game.rules.board, move)
        if ply % 2 == 0:
            lines.append(f"{ply // 2 + 1}. {text}")
        elif lines:
            lines[-1] += f" {text}"
        else:
            lines.append(f"1... {text}")
    if not lines:
        return [_result(game)]
    lines[-1] += f" {_result(game)}"
    return lines
