"""Records out of text, in every form that people keep them in; told apart by what is in them.

Moves are written with the names of points, as Sanmill, the World Merels Federation and most people do, in the
words of GoldToken, or in the numbers of PlayOK. Tags may be there or not, and so may numbers of moves,
comments, variations, glyphs and a result.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from millbase.solver.game.boards import Board
from millbase.solver.game.notation import matched_move, parse_position
from millbase.solver.game.positions import Move, Position, PositionError, play, start
from millbase.solver.game.records.naming import rules_of
from millbase.solver.game.records.playok import parse_numbers
from millbase.solver.game.records.record import GLYPHS, Played, Record, RecordError, move_number
from millbase.solver.game.records.scanning import Cut, Token, cut
from millbase.solver.game.rules import Rules, preset
from millbase.solver.game.steps import Steps, at_once
from millbase.solver.game.stones import NotationError

_NUMBERED = {glyph: number for number, glyph in GLYPHS.items()}


class Kept(NamedTuple):
    """A game of a file: how it is written, and the record or, if it cannot be read, why."""

    text: str
    record: Record | RecordError


class _Written(NamedTuple):
    """A move with what stands after it, not yet read."""

    token: Token
    removal: Token | None
    glyphs: tuple[int, ...]
    remarks: tuple[str, ...]


def read_records(text: str, rules: Rules | None = None) -> Iterator[Kept]:
    """The games of a file, one after the other; one that cannot be read does not keep the others from it.

    Args:
        rules: what all of them are games of; None to go by their tags, and to take those of nine men's
            morris where a game has no tag that says it.

    >>> [game] = read_records("1. d2 d6 2. f4 f2 1-0")
    >>> [played.move.target for played in game.record.moves], game.record.result
    ([13, 9, 11, 12], '1-0')
    """
    for game in cut(text):
        try:
            yield Kept(game.text, at_once(read_steps(game, rules)))
        except RecordError as error:
            yield Kept(game.text, error)


def read_steps(game: Cut, rules: Rules | None = None) -> Steps[Record]:
    """The record of a game that was cut out of a file, in a step for each move.

    Args:
        rules: see :func:`read_records`.

    Raises:
        RecordError: it cannot be read.
    """
    if game.fault is not None:
        raise RecordError(game.fault)
    rules = rules or rules_of(game.tags) or preset("nine")
    beginning = _beginning(rules, game.tags)
    first = next((token for token in game.tokens if token.kind in ("number", "move", "numbers")), None)
    if first is not None and first.kind == "number" and first.text.endswith("..") and beginning.white_to_move:
        raise RecordError(f"line {first.line}: the moves begin with one of Black's, and White is to move")
    remarks, written, result = _gathered(game.tokens)
    positions, moves = [beginning], []
    for ply, one in enumerate(written):
        try:
            move = _move(rules.board, one)
            positions.append(play(rules, positions[-1], move))
        except (NotationError, PositionError) as error:
            text = one.token.text + ("" if one.removal is None else one.removal.text)
            raise RecordError(f"{move_number(beginning, ply)} {' '.join(text.split())}: {error}") from error
        moves.append(Played(move, one.glyphs, one.remarks))
        yield
    return Record(rules, tuple(positions), tuple(moves), game.tags, result, remarks)


def _beginning(rules: Rules, tags: dict[str, str]) -> Position:
    text = tags.get("FEN") or tags.get("Position")
    if text is None:
        return start(rules)
    try:
        return parse_position(rules, text)
    except (NotationError, PositionError) as error:
        raise RecordError(f"the position that the game begins with: {error}") from error


def _gathered(tokens: list[Token]) -> tuple[tuple[str, ...], list[_Written], str | None]:
    """The remarks before the first move, the moves with what belongs to each, and the result.

    Raises:
        RecordError: the moves are written in two forms, or something belongs to no move.
    """
    in_words = any(token.kind == "move" for token in tokens)
    first: tuple[str, ...] = ()
    moves: list[_Written] = []
    result = None
    for token in tokens:
        if token.kind == "number" or (token.kind == "numbers" and in_words and token.text.isdecimal()):
            continue
        if token.kind == "result":
            result = "1/2-1/2" if token.text == "½-½" else token.text
        elif token.kind in ("comment", "variation"):
            if moves:
                moves[-1] = moves[-1]._replace(remarks=(*moves[-1].remarks, token.text))
            else:
                first += (token.text,)
        elif token.kind == "glyph":
            if not moves:
                raise RecordError(f"line {token.line}: {token.text} stands before the first move")
            number = _NUMBERED.get(token.text) or int(token.text[1:])
            moves[-1] = moves[-1]._replace(glyphs=(*moves[-1].glyphs, number))
        elif token.kind == "numbers" and in_words:
            raise RecordError(f"line {token.line}: {token.text} is a move in numbers, others are in letters")
        elif _stands_apart(token, moves):
            moves[-1] = moves[-1]._replace(removal=token)
        else:
            moves.append(_Written(token, None, (), ()))
    return first, moves, result


def _stands_apart(token: Token, moves: list[_Written]) -> bool:
    """Whether a token is the removal of the move before it."""
    if token.match is None or token.kind != "move" or token.match["alone"] is None or not moves:
        return False
    before = moves[-1]
    return before.removal is None and before.token.match is not None and before.token.match["second"] is None


def _move(board: Board, written: _Written) -> Move:
    token = written.token
    if token.kind == "pass":
        raise NotationError("nobody may pass in these rules")
    if token.kind == "numbers":
        return parse_numbers(board, token.text)
    assert token.match is not None
    move = matched_move(board, token.match)
    if written.removal is None:
        return move
    assert written.removal.match is not None
    return move._replace(removed=move.removed + matched_move(board, written.removal.match).removed)
