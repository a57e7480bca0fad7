"""The FEN of the program Sanmill, in and out.

Rings inner to outer, each from the point on the middle file clockwise, in the letters ``O`` (White), ``@``
(Black) and ``*`` (none); side; phase; action (``r``: a removal is due); stones on the board and in hand,
White's and Black's; stones that White and Black have to remove; then what only Sanmill needs::

    ********/@OOOO*@*/**@***** w p r 4 5 3 6 1 0 -1 -1 -1 -1 0 0 4

Older ones end after two fields more, and have one or no number of stones to remove.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from millbase.solver.game.boards import Board
from millbase.solver.game.errors import quoted
from millbase.solver.game.positions import Position
from millbase.solver.game.stones import NotationError, read_side, read_stones, stones_as

STONES = "O@*"

_FIELDS = 17  # what follows them is ignored
_OLDER_FIELDS = {10: 0, 11: 1, 12: 2}  # how many numbers of stones to remove each has
_COUNTER = -2  # the place of the plies since a placement or a removal among the fields of either age


def read_fen(board: Board, fields: Sequence[str]) -> Position:
    """Read a FEN, given as its fields.

    Raises:
        NotationError: it is none, or contradicts itself.
    """
    if len(board.radii) != 3:
        raise NotationError(f"a FEN has three rings of 8 points, the board ({board.title}) has not")
    to_remove_fields = 2 if len(fields) >= _FIELDS else _OLDER_FIELDS.get(len(fields))
    if to_remove_fields is None:
        raise NotationError(f"a FEN has at least {_FIELDS} fields, an older one 10 to 12, not {len(fields)}")
    white, black = read_stones(board, fields[0], STONES, _order(board))
    white_to_move = read_side(fields)
    numbers = [_read_integer(field) for field in fields[4:_FIELDS]]
    white_count, white_hand, black_count, black_hand = numbers[:4]
    for colour, stones, count in (("White", white, white_count), ("Black", black, black_count)):
        if stones.bit_count() != count:
            raise NotationError(
                f"the FEN's rings have {stones.bit_count()} stones of {colour}, its counts say {count}"
            )
    to_remove = numbers[4 : 4 + to_remove_fields]
    if max(to_remove, default=0) > 2:
        raise NotationError(f"the FEN has {max(to_remove)} stones to remove; a move removes two at most")
    removal_due = max([1, *to_remove]) if fields[3] == "r" else 0
    expected = [removal_due, 0] if white_to_move else [0, removal_due]
    if to_remove != (expected if to_remove_fields == 2 else [removal_due][:to_remove_fields]):
        raise NotationError(
            f"the FEN's action {quoted(fields[3])} and its stones to remove, "
            f"{' for White and '.join(map(str, to_remove))}{' for Black' * (len(to_remove) == 2)}, "
            "do not agree"
        )
    return Position(
        white, black, white_to_move, (white_hand, black_hand), removal_due, max(0, numbers[_COUNTER])
    )


def format_fen(board: Board, position: Position) -> str:
    """The FEN of a position on a board of three rings, as Sanmill and :func:`read_fen` read it.

    What it tells of earlier moves (the last mills, the move's number and, where they are not counted, the
    plies since a placement or a removal) is left as at the beginning of a game.
    """
    letters = stones_as(position, STONES, board.points)
    order = _order(board)
    rings = ("".join(letters[point] for point in order[first : first + 8]) for first in (0, 8, 16))
    placing = position.own_hand > 0
    number = int(position.removal_due)
    side, due = ("w", f"{number} 0") if position.white_to_move else ("b", f"0 {number}")
    counts = (position.white.bit_count(), position.hands[0], position.black.bit_count(), position.hands[1])
    return " ".join(
        [
            "/".join(rings),
            side,
            "p" if placing else "m",
            "r" if position.removal_due else "p" if placing else "s",
            *map(str, counts),
            due,
            f"0 0 0 0 0 {position.counter or 0} 1",
        ]
    )


def _order(board: Board) -> list[int]:
    """The points as a FEN writes them."""
    return [ring[(k + 1) % 8] for ring in reversed(board.rings) for k in range(8)]


def _read_integer(field: str) -> int:
    if re.fullmatch(r"-?[0-9]{1,9}", field) is None:
        raise NotationError(f"{quoted(field)} stands in the FEN where a number belongs")
    return int(field)
