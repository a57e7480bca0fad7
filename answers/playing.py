"""What the rules alone say, as documents: the board, and the moves of a position. No table is asked."""

from __future__ import annotations

from collections.abc import Iterable

from millbase.answers.documents import Document, with_rules
from millbase.solver.game.match import Game
from millbase.solver.game.material import MIN_STONES
from millbase.solver.game.notation import format_move, format_position
from millbase.solver.game.positions import Position, in_mills, legal_moves, over_limit, terminal_value
from millbase.solver.game.rules import Rules
from millbase.solver.game.values import DRAW


def board_document(rules: Rules) -> Document:
    """The geometry of a board: points in the order of the notation, ``x`` to the right and ``y`` upwards.

    ``segments`` are the drawn lines, each as its points in order. Of a symmetry, a list of points, place
    *i* has the point that *i* comes to; the identity is the first.
    """
    board = rules.board

    def named(points: Iterable[int]) -> list[str]:
        return [board.names[point] for point in points]

    facts = {
        "points": [
            {"name": name, "x": x, "y": y}
            for name, (x, y) in zip(board.names, board.coordinates, strict=True)
        ],
        "segments": list(map(named, board.segments)),
        "mills": list(map(named, board.lines)),
        "neighbours": {name: named(near) for name, near in zip(board.names, board.neighbours, strict=True)},
        "symmetries": list(map(named, board.symmetries)),
    }
    return with_rules(rules, facts)


def moves_document(rules: Rules, position: Position) -> Document:
    """The legal moves of a position, each with the position after it, and how the game has ended.

    ``over`` is null while the game goes on. Beside the reason in words it has the ``cause`` for programs:
    ``few_stones``, ``mill``, ``limit``, ``full_board`` or ``blocked``.
    """
    board, ending = rules.board, Game(rules, position).ending
    over = None if ending is None else {**ending._asdict(), "cause": _cause(rules, position)}
    facts = {
        "position": format_position(board, position),
        "over": over,
        "moves": [
            {"move": format_move(board, move), "position": format_position(board, position.after(move))}
            for move in legal_moves(rules, position)
        ],
    }
    return with_rules(rules, facts)


def _cause(rules: Rules, position: Position) -> str:
    """Why a game is over in a position."""
    if position.own.bit_count() + position.own_hand < MIN_STONES:
        return "few_stones"
    if rules.mill_wins and in_mills(rules.board, position.opp):
        return "mill"
    if terminal_value(rules, position) == DRAW and over_limit(rules, position):
        return "limit"
    full = (position.white | position.black).bit_count() == rules.board.points
    return "full_board" if full else "blocked"
