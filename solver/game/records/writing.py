"""Records as text, in every form that is read.

The usual one is that of the program Sanmill, which is that of chess games (PGN): a line for each tag, an
empty one, then the moves by number::

    [Event "millbase game"]
    [Result "1-0"]

    1. b2 b3
    2. a1 a2
    3. c3 1-0
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Literal

from millbase.solver.game.boards import Board
from millbase.solver.game.fen import format_fen
from millbase.solver.game.match import Game
from millbase.solver.game.notation import format_move, format_position
from millbase.solver.game.positions import Move, start
from millbase.solver.game.records.naming import rules_tag, variant_tag
from millbase.solver.game.records.playok import format_numbers
from millbase.solver.game.records.record import GLYPHS, UNFINISHED, Played, Record, move_number

Form = Literal["sanmill", "list", "playok", "goldtoken"]


def record_of(game: Game, white: str, black: str, date: str) -> Record:
    """The record of a game that was played here.

    Args:
        white, black: who played.
        date: as ``2026.01.31``.
    """
    ending = game.ending
    result = UNFINISHED if ending is None else ending.result
    rules = rules_tag(game.rules)
    tags = {
        "Event": "millbase game",
        "Date": date,
        "White": white,
        "Black": black,
        "Result": result,
        "Variant": variant_tag(game.rules),
        **({} if rules is None else {"Rules": rules}),
        "PlyCount": str(len(game.moves) + sum(len(move.removed) for move in game.moves)),
        **position_tags(game),
    }
    moves = tuple(Played(move) for move in game.moves)
    return Record(game.rules, tuple(game.positions), moves, tags, result)


def position_tags(game: Game | Record) -> dict[str, str]:
    """The tags that say what a game begins with; none for the empty board.

    On the board that Sanmill plays on that is a FEN, elsewhere the position in millbase's notation.
    """
    board, beginning = game.rules.board, game.positions[0]
    if beginning == start(game.rules):
        return {}
    if len(board.radii) == 3:
        return {"SetUp": "1", "FEN": format_fen(board, beginning)}
    return {"SetUp": "1", "Position": format_position(board, beginning)}


def write_record(record: Record, form: Form = "sanmill") -> str:
    """A record as text.

    Args:
        form: ``sanmill``, with its tags, as millbase writes games; ``list``, the moves alone; ``playok``,
            with its tags and the points by number; ``goldtoken``, the moves alone, in words. A game that does
            not begin with the empty board has at least the tags that say so.

    >>> from millbase.solver.game.records.reading import read_records
    >>> [game] = read_records("1. 5 13 2. 20 19 *")
    >>> print(write_record(game.record, "list"), end="")
    1. d6 e4
    2. d2 b2
    """
    with_tags = form in ("sanmill", "playok")
    tags = record.tags if with_tags else {}
    if "FEN" not in tags and "Position" not in tags:
        tags = tags | position_tags(record)
    lines = [f'[{name} "{_escaped(text)}"]' for name, text in tags.items()]
    body = _lines(record, form) if with_tags else _lines(_bare(record), form)
    return "\n".join([*lines, *([""] if lines else []), *body, ""])


def move_text(record: Record, played: Played, form: Form = "sanmill") -> str:
    """A move with its glyphs: ``d6``, ``d6?``, ``d6! $2``."""
    first, *others = played.glyphs or (0,)
    text = _WRITERS[form](record.rules.board, played.move) + GLYPHS.get(first, "")
    numbers = ([first] if first and first not in GLYPHS else []) + others
    return " ".join([text, *(f"${number}" for number in numbers)])


def line_text(record: Record, ply: int, moves: Sequence[Move]) -> str:
    """Moves that could have been made from a ply on, with their numbers: ``3... d7 4. f6 d5``."""
    words = []
    for place, move in enumerate(moves):
        number = move_number(record.positions[0], ply + place)
        words += [number] if place == 0 or not number.endswith("...") else []
        words.append(format_move(record.rules.board, move))
    return " ".join(words)


def _bare(record: Record) -> Record:
    moves = tuple(Played(played.move) for played in record.moves)
    return Record(record.rules, record.positions, moves)


def _lines(record: Record, form: Form) -> Iterator[str]:
    """The moves in lines, a line for each number, and the result at the end."""
    parts = [" ".join(map(_unbroken, record.remarks))] if record.remarks else []
    for ply, played in enumerate(record.moves):
        number = move_number(record.positions[0], ply)
        if number.endswith("...") and ply > 0 and not record.moves[ply - 1].remarks:
            number = ""
        if number and not number.endswith("...") and parts:
            yield " ".join(parts)
            parts = []
        parts += [number, move_text(record, played, form), *map(_unbroken, played.remarks)]
        parts = [part for part in parts if part]
    if record.result is not None:
        parts.append(record.result)
    if parts:
        yield " ".join(parts)


def _unbroken(remark: str) -> str:
    """A remark in one line."""
    return " ".join(remark.split())


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def _in_words(board: Board, move: Move) -> str:
    """A move as the site GoldToken tells it: ``Place to d6, take f4``, ``a1 -> a4``."""
    taken = ", ".join(f"take {board.names[point]}" for point in move.removed)
    if move.target is None:
        return taken
    target = board.names[move.target]
    way = f"Place to {target}" if move.source is None else f"{board.names[move.source]} -> {target}"
    return f"{way}, {taken}" if taken else way


_WRITERS: dict[Form, Callable[[Board, Move], str]] = {
    "sanmill": format_move,
    "list": format_move,
    "playok": format_numbers,
    "goldtoken": _in_words,
}
