"""Text of positions and moves, in and out.

A position is its rings, outermost first and each clockwise from its top left corner, in the letters
``W``, ``B`` and ``.``; the side to move; White's and Black's stones in hand, if any; where the rules limit
them, the plies since the last placement or removal, ``c12``; ``x1`` if the side to move still has to remove
a stone, ``x2`` if two::

    WWB.W..B/.B....../........ w
    WWB.W..B/.B....../........ w c12
    ......../......../........ w 9,9

Small letters will do, and the strokes between the rings may be left out. The FEN of the program Sanmill is
read too, also inside a game's tag, and what it is sent to begin with, a position and the moves from there.

A move is a placement ``d6``, a step ``a1-a4``, either with the stone it removes, ``a1-a4xg7``, or a
removal alone, ``xb4``; a placement may remove two, ``d6xb4xf2``. What people type instead is read where it
can mean only one move.
"""

from __future__ import annotations

import re

from millbase.solver.game.boards import Board
from millbase.solver.game.errors import quoted
from millbase.solver.game.fen import STONES as FEN_STONES
from millbase.solver.game.fen import read_fen
from millbase.solver.game.material import MIN_STONES
from millbase.solver.game.positions import (
    Move,
    Position,
    PositionError,
    before_removal,
    check_position,
    counted,
    play,
    start,
)
from millbase.solver.game.rules import Rules
from millbase.solver.game.stones import NotationError as NotationError
from millbase.solver.game.stones import read_side, read_stones, stones_as

_STONES = "WB."
_BYTE_ORDER_MARK = "\ufeff"
_LONGEST = 20_000  # letters; a game of some thousand moves from a position is shorter
_TAG = re.compile(r'\[\s*(?:FEN|Position)\s+"([^"]*)"\s*\]', re.IGNORECASE)
_SENT = re.compile(r"(?:position\s+)?(?:startpos|fen\s+(?P<fen>.*?))(?:\s+moves(?P<moves>.*))?", re.DOTALL)

# A move in all the forms that people use; the sign of a step is a hyphen, a dash, an arrow or nothing.
_POINT = "[a-g][1-7]"
_STEP = r"(?:\s*(?:->|[-‐‑‒–—−→])\s*)?"
_TAKE = r"(?:\s*[x×]\s*|\s*(?:,\s*)?takes?\s+)"
MOVE_PATTERN = (
    rf"(?:(?:place\s+(?:to\s+)?|(?P<source>{_POINT}){_STEP})?(?P<target>{_POINT})"
    rf"(?:{_TAKE}(?P<removed>{_POINT}))?(?:{_TAKE}(?P<second>{_POINT}))?"
    rf"|{_TAKE}(?P<alone>{_POINT})(?:{_TAKE}(?P<next>{_POINT}))?)"
)
_MOVE = re.compile(MOVE_PATTERN, re.IGNORECASE)


def parse_position(rules: Rules, text: str) -> Position:
    """Read a position, in millbase's notation or as a Sanmill FEN, and check it against the rules.

    Blanks around the text, a byte order mark and the case of letters do not matter.

    Raises:
        NotationError: the text is not the text of a position on this board.
        PositionError: it is, but the position does not belong to the rule set.

    >>> from millbase.solver.game.rules import preset
    >>> parse_position(preset("three"), "WW..B.../. b 1,2")
    Position(white=3, black=16, white_to_move=False, hands=(1, 2), removal_due=0, counter=None)
    """
    if len(text) > _LONGEST:
        raise NotationError(f"a text of {len(text):,} letters is no position")
    text = text.lstrip(_BYTE_ORDER_MARK).strip()
    tag = _TAG.fullmatch(text)
    if tag is not None:
        text = tag[1]
    sent = _SENT.fullmatch(text)
    if sent is None:
        return _read_stones_and_hands(rules, text)
    position = start(rules) if sent["fen"] is None else _read_stones_and_hands(rules, sent["fen"])
    return _after_moves(rules, position, (sent["moves"] or "").split())


def format_position(board: Board, position: Position) -> str:
    """The text of a position, as :func:`parse_position` reads it."""
    letters = stones_as(position, _STONES, board.points)
    fields = [
        "/".join("".join(letters[point] for point in ring) for ring in board.rings),
        "w" if position.white_to_move else "b",
    ]
    if any(position.hands):
        fields.append("{},{}".format(*position.hands))
    if position.counter:
        fields.append(f"c{position.counter}")
    if position.removal_due:
        fields.append(f"x{int(position.removal_due)}")
    return " ".join(fields)


def parse_move(board: Board, text: str) -> Move:
    """Read a move. Whether it is legal anywhere is not asked.

    Large letters, a step written as ``a1a4`` or with a dash or an arrow, a blank before the removal, and
    the words of the site GoldToken, ``Place to d6, take f4``, are read too.

    Raises:
        NotationError: the text is not a move on this board.

    >>> from millbase.solver.game.boards import RINGS
    >>> parse_move(RINGS, "a7-d7xg4")
    Move(source=0, target=1, removed=(3,))
    """
    text = text.strip()
    match = _MOVE.fullmatch(text)
    if match is None:
        raise NotationError(f"{quoted(text)} is not a move: {_what_would_do(text)}")
    return matched_move(board, match)


def matched_move(board: Board, match: re.Match[str]) -> Move:
    """The move that a match of ``MOVE_PATTERN`` has found.

    Raises:
        NotationError: one of its points is not on this board.
    """
    source, target = (
        None if name is None else _point(board, name) for name in match.group("source", "target")
    )
    taken = [name for name in match.group("removed", "second", "alone", "next") if name is not None]
    return Move(source, target, tuple(_point(board, name) for name in taken))


def format_move(board: Board, move: Move) -> str:
    """The text of a move, as :func:`parse_move` reads it."""
    text = ""
    if move.source is not None:
        text += board.names[move.source] + "-"
    if move.target is not None:
        text += board.names[move.target]
    return text + "".join(f"x{board.names[point]}" for point in move.removed)


def _what_would_do(text: str) -> str:
    """The form to write instead of what is no move, as near to it as can be."""
    points = re.findall(_POINT, text.lower())
    if re.fullmatch(rf"{_POINT}\W+{_POINT}", text.lower()):
        one, other = points
        return f"a step is written {one}-{other}, a placement with a removal {one}x{other}"
    if re.fullmatch(rf"{_POINT}\W*{_POINT}\W*{_POINT}", text.lower()):
        source, target, removed = points
        return f"a step that removes a stone is written {source}-{target}x{removed}"
    return "write d6, a1-a4, either with the stone removed as in d6xb4, or a removal alone as in xb4"


def _point(board: Board, name: str) -> int:
    name = name.lower()
    if name not in board.names:
        raise NotationError(f"{name} is not a point of the board ({board.title})")
    return board.names.index(name)


def _after_moves(rules: Rules, position: Position, texts: list[str]) -> Position:
    """The position after moves, one after the other; a removal may stand apart from its mill."""
    for text in texts:
        move = parse_move(rules.board, text)
        try:
            position = before_removal(rules, position, move) or play(rules, position, move)
        except PositionError as error:
            raise PositionError(f"{text}: {error}") from error
    return position


def _read_stones_and_hands(rules: Rules, text: str) -> Position:
    fields = text.split()
    if not fields:
        raise NotationError("a position is missing: the text is empty")
    letters = set(fields[0])
    is_fen = letters & set(FEN_STONES) and not letters & set(_STONES)
    position = (read_fen if is_fen else _read_own)(rules.board, fields)
    if is_fen and rules.limit is None:
        position = position._replace(counter=None)
    if not any(position.hands) and max(position.white.bit_count(), position.black.bit_count()) < MIN_STONES:
        raise PositionError(
            f"neither side has {MIN_STONES} stones: those in hand follow the side to move, as at the "
            f"beginning, {format_position(rules.board, start(rules))}"
        )
    check_position(rules, position)
    return counted(rules, position)


def _read_own(board: Board, fields: list[str]) -> Position:
    order = [point for ring in board.rings for point in ring]
    white, black = read_stones(board, fields[0].upper(), _STONES, order)
    white_to_move = read_side(fields)
    rest = fields[2:]
    hands = (0, 0)
    if rest and (match := re.fullmatch(r"([0-9]{1,2}),([0-9]{1,2})", rest[0])):
        hands = (int(match[1]), int(match[2]))
        rest = rest[1:]
    counter = None
    if rest and (match := re.fullmatch("[cC]([0-9]{1,4})", rest[0])):
        counter = int(match[1])
        rest = rest[1:]
    removal_due = 0
    if rest and (match := re.fullmatch("[xX]([12])", rest[0])):
        removal_due = int(match[1])
        rest = rest[1:]
    if rest:
        raise NotationError(
            f"{quoted(rest[0])} is out of place: after the side to move come White's and Black's "
            "stones in hand, as in 3,4, the plies since a placement or a removal where they are limited, as "
            "in c12, and x1 if a removal is due, x2 if two are"
        )
    return Position(white, black, white_to_move, hands, removal_due, counter)
