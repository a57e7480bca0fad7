"""Text of positions and moves, in and out.

A position is its rings, outermost first and each clockwise from its top left corner, in the letters
``W``, ``B`` and ``.``; the side to move; White's and Black's stones in hand, if any; ``x1`` if the
side to move still has to remove a stone::

    WWB.W..B/.B....../........ w
    ......../......../........ w 9,9

A move is a placement ``d6``, a step ``a1-a4``, either with the stone it removes, ``a1-a4xg7``, or a
removal alone, ``xb4``. The FEN of the program Sanmill is read too.
"""

from __future__ import annotations

import re

from millbase.solver.game.boards import Board
from millbase.solver.game.errors import SolverError, quoted
from millbase.solver.game.material import MIN_STONES
from millbase.solver.game.positions import Move, Position, PositionError, check_position, start
from millbase.solver.game.rules import Rules

_STONES = "WB."
_FEN_STONES = "O@*"
_FEN_FIELDS = 17  # what follows them is ignored
_MOVE = re.compile(r"(?=.)(?:(?:([a-g][1-7])-)?([a-g][1-7]))?(?:x([a-g][1-7]))?")


class NotationError(SolverError, ValueError):
    """A text that is no position or no move; the message says why, in one sentence."""


def parse_position(rules: Rules, text: str) -> Position:
    """Read a position, in millbase's notation or as a Sanmill FEN, and check it against the rules.

    Blanks around the text and the case of the side's letter do not matter.

    Raises:
        NotationError: the text is not the text of a position on this board.
        PositionError: it is, but the position does not belong to the rule set.

    >>> from millbase.solver.game.rules import preset
    >>> parse_position(preset("three"), "WW..B.../. b 1,2")
    Position(white=3, black=16, white_to_move=False, hands=(1, 2), removal_due=False)
    """
    fields = text.split()
    if not fields:
        raise NotationError("a position is missing: the text is empty")
    letters = set(fields[0])
    is_fen = letters & set(_FEN_STONES) and not letters & set(_STONES)
    position = (_read_fen if is_fen else _read_own)(rules.board, fields)
    if not any(position.hands) and max(position.white.bit_count(), position.black.bit_count()) < MIN_STONES:
        raise PositionError(
            f"neither side has {MIN_STONES} stones: those in hand follow the side to move, as at the "
            f"beginning, {format_position(rules.board, start(rules))}"
        )
    check_position(rules, position)
    return position


def format_position(board: Board, position: Position) -> str:
    """The text of a position, as :func:`parse_position` reads it."""
    letters = stones_as(position, _STONES, board.points)
    fields = [
        "/".join("".join(letters[point] for point in ring) for ring in board.rings),
        "w" if position.white_to_move else "b",
    ]
    if any(position.hands):
        fields.append("{},{}".format(*position.hands))
    if position.removal_due:
        fields.append("x1")
    return " ".join(fields)


def stones_as(position: Position, letters: str, points: int) -> list[str]:
    """For each point the one of three letters, White's, Black's and none's, that belongs there."""
    white, black, empty = list(letters)
    return [
        white if position.white >> point & 1 else black if position.black >> point & 1 else empty
        for point in range(points)
    ]


def format_fen(board: Board, position: Position) -> str:
    """The FEN of a position on a board of three rings, as Sanmill and :func:`parse_position` read it.

    What it tells of earlier moves (the last mills, the plies since a removal, the move's number) is left
    as at the beginning of a game.
    """
    letters = stones_as(position, _FEN_STONES, board.points)
    order = _fen_order(board)
    rings = ("".join(letters[point] for point in order[first : first + 8]) for first in (0, 8, 16))
    placing = position.own_hand > 0
    side, due = ("w", "1 0") if position.white_to_move else ("b", "0 1")
    counts = (position.white.bit_count(), position.hands[0], position.black.bit_count(), position.hands[1])
    return " ".join(
        [
            "/".join(rings),
            side,
            "p" if placing else "m",
            "r" if position.removal_due else "p" if placing else "s",
            *map(str, counts),
            due if position.removal_due else "0 0",
            "0 0 0 0 0 0 1",
        ]
    )


def parse_move(board: Board, text: str) -> Move:
    """Read a move. Whether it is legal anywhere is not asked.

    Raises:
        NotationError: the text is not a move on this board.

    >>> from millbase.solver.game.boards import RINGS
    >>> parse_move(RINGS, "a7-d7xg4")
    Move(source=0, target=1, removed=3)
    """
    match = _MOVE.fullmatch(text.strip())
    if match is None:
        raise NotationError(
            f"{quoted(text.strip())} is not a move: write d6, a1-a4, either with the stone removed as in "
            "d6xb4, or a removal alone as in xb4"
        )
    source, target, removed = match.groups()
    return Move(_point(board, source), _point(board, target), _point(board, removed))


def format_move(board: Board, move: Move) -> str:
    """The text of a move, as :func:`parse_move` reads it."""
    text = ""
    if move.source is not None:
        text += board.names[move.source] + "-"
    if move.target is not None:
        text += board.names[move.target]
    if move.removed is not None:
        text += "x" + board.names[move.removed]
    return text


def _point(board: Board, name: str | None) -> int | None:
    if name is None:
        return None
    if name not in board.names:
        raise NotationError(f"{name} is not a point of the board ({board.title})")
    return board.names.index(name)


def _read_own(board: Board, fields: list[str]) -> Position:
    order = [point for ring in board.rings for point in ring]
    white, black = _read_stones(board, fields[0], _STONES, order)
    white_to_move = _read_side(fields)
    rest = fields[2:]
    hands = (0, 0)
    if rest and (match := re.fullmatch(r"([0-9]{1,2}),([0-9]{1,2})", rest[0])):
        hands = (int(match[1]), int(match[2]))
        rest = rest[1:]
    removal_due = rest[:1] == ["x1"]
    if removal_due:
        rest = rest[1:]
    if rest:
        raise NotationError(
            f"{quoted(rest[0])} is out of place: after the side to move come White's and Black's stones in "
            "hand, as in 3,4, and x1 if a removal is due"
        )
    return Position(white, black, white_to_move, hands, removal_due)


def _read_fen(board: Board, fields: list[str]) -> Position:
    """Read a FEN of Sanmill.

    Rings inner to outer, each from the point on the middle file clockwise; side; phase; action (``r``:
    a removal is due); stones on the board and in hand, White's and Black's; stones White and Black
    have to remove; then what only Sanmill needs.
    """
    if len(board.radii) != 3:
        raise NotationError(f"a FEN has three rings of 8 points, the board ({board.title}) has not")
    if len(fields) < _FEN_FIELDS:
        raise NotationError(f"a FEN has at least {_FEN_FIELDS} fields, not {len(fields)}")
    white, black = _read_stones(board, fields[0], _FEN_STONES, _fen_order(board))
    white_to_move = _read_side(fields)
    removal_due = fields[3] == "r"
    numbers = [_read_integer(field) for field in fields[4:_FEN_FIELDS]]
    white_count, white_hand, black_count, black_hand, *to_remove = numbers[:6]
    for colour, stones, count in (("White", white, white_count), ("Black", black, black_count)):
        if stones.bit_count() != count:
            raise NotationError(
                f"the FEN's rings have {stones.bit_count()} stones of {colour}, its counts say {count}"
            )
    if max(to_remove) > 1:
        raise NotationError(f"the FEN has {max(to_remove)} stones to remove; a mill removes one here")
    if to_remove != [removal_due and white_to_move, removal_due and not white_to_move]:
        raise NotationError(
            f"the FEN's action {quoted(fields[3])} and its stones to remove, {to_remove[0]} for White and "
            f"{to_remove[1]} for Black, do not agree"
        )
    return Position(white, black, white_to_move, (white_hand, black_hand), removal_due)


def _fen_order(board: Board) -> list[int]:
    """The points as a FEN writes them."""
    return [ring[(k + 1) % 8] for ring in reversed(board.rings) for k in range(8)]


def _read_stones(board: Board, text: str, letters: str, order: list[int]) -> tuple[int, int]:
    """White's and Black's points from rings of ``letters`` (White, Black, empty) in some order of points."""
    white, black, empty = list(letters)
    unknown = next((letter for letter in text if letter not in letters + "/"), None)
    if unknown is not None:
        raise NotationError(f"{unknown!r} is no stone: write {white}, {black}, or {empty} for none")
    lengths = "/".join(str(len(ring)) for ring in text.split("/"))
    expected = "/".join(str(len(ring)) for ring in board.rings)
    if lengths != expected:
        raise NotationError(
            f"the board ({board.title}) is written in rings of {expected}, not {_short(lengths)}"
        )
    on_points = list(zip(order, text.replace("/", ""), strict=True))
    return (
        sum(1 << point for point, letter in on_points if letter == white),
        sum(1 << point for point, letter in on_points if letter == black),
    )


def _short(lengths: str) -> str:
    return lengths if len(lengths) < 40 else f"{lengths[:36]}..."


def _read_side(fields: list[str]) -> bool:
    if len(fields) < 2:
        raise NotationError("the side to move is missing: write w or b after the stones")
    side = fields[1].lower()
    if side not in ("w", "b"):
        raise NotationError(f"the side to move is w or b, not {quoted(fields[1])}")
    return side == "w"


def _read_integer(field: str) -> int:
    if re.fullmatch(r"-?[0-9]{1,9}", field) is None:
        raise NotationError(f"{quoted(field)} stands in the FEN where a number belongs")
    return int(field)
