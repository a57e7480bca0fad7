"""A file of games cut into tokens, and the tokens into games.

A file is read once from its beginning to its end, whatever is in it: what belongs to no game as people write
them becomes a fault of the game that it stands in, and the next one is read all the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from millbase.solver.game.notation import MOVE_PATTERN

Kind = Literal[
    "tag", "comment", "variation", "glyph", "number", "result", "move", "numbers", "pass", "heading", "fault"
]

LONGEST_GAME = 1 << 18  # letters; a game of a thousand moves with a comment to each is shorter
FIRST_NUMBERS = ("1.", "1)")
DEEPEST = 100  # variations within variations

_END = r"(?![\w/])"
_TOKEN = re.compile(
    "|".join(
        [
            r'(?P<tag>\[\s*(?P<name>\w+)\s*"(?P<value>[^"\\\n]*(?:\\.[^"\\\n]*)*)"\s*\])',
            r"(?P<rest>;[^\n]*)",
            r"(?P<heading>^(?:%|===)[^\n]*)",
            r"(?P<glyph>[!?]{1,2}|\$\d{1,3})",
            rf"(?P<result>(?:1-0|0-1|1/2-1/2|½-½){_END}|\*)",
            r"(?P<number>\d{1,4}(?:\.+|\))(?:\s*\.{2,3})?)",
            rf"(?P<numbers>\d{{1,4}}(?:-\d{{1,2}})?(?:x\d{{1,2}})*){_END}",
            rf"(?P<move>{MOVE_PATTERN}){_END}",
            rf"(?P<pass>p){_END}",
        ]
    ),
    re.IGNORECASE | re.MULTILINE,
)
_GAP = re.compile(r"\s*")
_WORD = re.compile(r"[^\s{}();\[]+|.", re.DOTALL)
_BRACKETS = re.compile(r"[(){;]")
_NEXT_TAGS = re.compile(r"^\[\s*\w+\s*\"", re.MULTILINE)


class Token(NamedTuple):
    """A piece of a file.

    Attributes:
        kind: what it is; a ``fault`` is what cannot be read, and its text says why.
        text: how it is written; of a tag its value.
        line: the line that it begins in, from 1.
        match: how it was found, of tags and moves.
    """

    kind: Kind
    text: str
    line: int
    match: re.Match[str] | None = None


@dataclass
class Cut:
    """A game as it was cut out of a file.

    Attributes:
        text: all of it.
        tags: its facts by name.
        tokens: the rest of it.
        fault: why it cannot be read; None if all of its tokens are known.
    """

    text: str = ""
    tags: dict[str, str] = field(default_factory=dict)
    tokens: list[Token] = field(default_factory=list)
    fault: str | None = None
    _has_moves: bool = False
    _in_letters: bool = False
    _is_over: bool = False

    def ends_before(self, token: Token) -> bool:
        """Whether a token belongs to the next game."""
        if token.kind == "heading":
            return True
        if self._is_over and token.kind in ("tag", "number", "move", "numbers"):
            return True
        if self._in_letters and token.kind == "numbers" and token.text == "1":
            return True
        return self._has_moves and (token.kind == "tag" or token.text in FIRST_NUMBERS)

    def add(self, token: Token) -> None:
        """Add a token that belongs to it."""
        if token.kind == "tag":
            assert token.match is not None
            self.tags[token.match["name"]] = re.sub(r"\\(.)", r"\1", token.text)
        elif token.kind == "fault":
            self.fault = self.fault or f"line {token.line}: {token.text}"
            self._has_moves = True
        elif token.kind != "heading":
            self.tokens.append(token)
            self._has_moves |= token.kind in ("move", "numbers", "pass")
            self._in_letters |= token.kind == "move"
            self._is_over |= token.kind == "result"


def cut(text: str) -> Iterator[Cut]:
    """The games of a file, in their order.

    A game begins with a tag that follows a move or a result, with the number 1 that follows a move, after a
    result, and after a heading, a line that begins with ``%`` or ``===``.
    """
    text = text.replace("\ufeff", "").replace("\r\n", "\n").replace("\r", "\n")
    game, begins, ends = Cut(), 0, 0
    for token, start, end in _tokens(text):
        if game.ends_before(token):
            yield from _finished(game, text[begins:ends])
            game, begins = Cut(), end if token.kind == "heading" else start
        game.add(token)
        ends = end
    yield from _finished(game, text[begins:ends])


def _finished(game: Cut, text: str) -> Iterator[Cut]:
    """The game with its text, if there is anything in it."""
    if game.tags or game.tokens or game.fault:
        game.text = text.strip()
        yield game


def _tokens(text: str) -> Iterator[tuple[Token, int, int]]:
    """The tokens of a file, with where each begins and ends."""
    last_closing = text.rfind("}")
    place, line, counted, game = 0, 1, 0, 0
    while True:
        place = _GAP.match(text, place).end()  # type: ignore[union-attr]  # it matches everywhere
        if place == len(text):
            return
        line += text.count("\n", counted, place)
        counted = place
        if place - game > LONGEST_GAME:
            token = Token("fault", f"the game is longer than {LONGEST_GAME:,} letters", line)
            end = _next_tags(text, place)
        else:
            token, end = _token(text, place, line, last_closing)
        if token.kind in ("tag", "result", "heading") or token.text in FIRST_NUMBERS:
            game = place
        yield token, place, end
        place = end


def _token(text: str, place: int, line: int, last_closing: int) -> tuple[Token, int]:
    """The token at a place, and where it ends.

    Args:
        last_closing: where the file closes a comment for the last time.
    """
    if text[place] == "{":
        if place > last_closing:
            return Token("fault", "the comment that begins here is not closed", line), _next_tags(text, place)
        end = text.index("}", place) + 1
        return Token("comment", text[place:end], line), end
    if text[place] == "(":
        return _variation(text, place, line, last_closing)
    match = _TOKEN.match(text, place)
    if match is None:
        word = _WORD.match(text, place)[0]  # type: ignore[index]  # it matches everywhere
        return Token("fault", f"{_shown(word)} is no move: write d6, a1-a4, d6xb4", line), place + len(word)
    if match["rest"] is not None:
        return Token("comment", _in_braces(match["rest"][1:]), line), match.end()
    kind: Kind = match.lastgroup  # type: ignore[assignment]  # the groups outside of others are kinds
    return Token(kind, match["value"] if kind == "tag" else match[0], line, match), match.end()


def _variation(text: str, place: int, line: int, last_closing: int) -> tuple[Token, int]:
    """The variation at a place, with those inside it, and where it ends."""
    depth, at = 0, place
    copied, written = place, []  # comments up to the end of a line are written in braces
    while (bracket := _BRACKETS.search(text, at)) is not None:
        at = bracket.end()
        if bracket[0] == "{":
            if at > last_closing:
                break
            at = text.index("}", at) + 1
        elif bracket[0] == ";":
            at = text.find("\n", at) + 1 or len(text)
            written += [text[copied : bracket.start()], _in_braces(text[bracket.end() : at]) + " "]
            copied = at
        else:
            depth += 1 if bracket[0] == "(" else -1
        if depth == 0:
            return Token("variation", "".join([*written, text[copied:at]]), line), at
        if depth > DEEPEST:
            reason = f"variations stand more than {DEEPEST} deep in one another"
            return Token("fault", reason, line), _next_tags(text, place)
    return Token("fault", "the variation that begins here is not closed", line), _next_tags(text, place)


def _in_braces(comment: str) -> str:
    """A comment that ended with its line."""
    return "{" + comment.strip().replace("{", "(").replace("}", ")") + "}"


def _next_tags(text: str, place: int) -> int:
    """Where a game may begin after one that has no end: the next line that begins with a tag."""
    match = _NEXT_TAGS.search(text, place + 1)
    return len(text) if match is None else match.start()


def _shown(word: str) -> str:
    return repr(word if len(word) <= 30 else word[:29] + "…")
