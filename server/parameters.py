"""How a request is read: the parameters of an address or a body, and the rules by the names of their options.

A parameter that is not known, or is said twice, is refused: a misspelt option must not answer for others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any
from urllib.parse import parse_qsl

from millbase.server import settings
from millbase.server.problems import Problem
from millbase.solver.game.notation import parse_position
from millbase.solver.game.options import OPTIONS, parse_option, with_options
from millbase.solver.game.positions import Position
from millbase.solver.game.rules import Rules

Values = dict[str, Any]

RULES = ("variant", *OPTIONS)


def read_query(query: bytes, known: Iterable[str]) -> Values:
    """The parameters of an address.

    Args:
        query: what follows the question mark.
        known: the names that the address has.

    Raises:
        Problem: one is not known, said twice, or not what it should be.
        RulesError: an option of the rules is not what it should be.
    """
    said: dict[str, str] = {}
    for name, text in parse_qsl(query.decode("latin-1"), keep_blank_values=True):
        if name in said:
            raise Problem("bad_parameter", f"the parameter {name!r} is said twice")
        said[name] = text
    return _read(said, known)


def read_body(body: Mapping[str, Any], known: Iterable[str]) -> Values:
    """The parameters in a JSON object, where options may also be numbers, truths and pairs.

    Raises:
        Problem, RulesError: see :func:`read_query`.
    """
    said = {}
    for name, found in body.items():
        match found:
            case bool():
                said[name] = "true" if found else "false"
            case [int() as white, int() as black]:
                said[name] = f"{white},{black}"
            case str() | int():
                said[name] = str(found)
            case _:
                raise Problem("bad_parameter", f"{name!r} is neither a text, a number nor true or false")
    return _read(said, known)


def take_texts(body: dict[str, Any], most: int) -> list[str]:
    """The positions of a JSON object, which has them no more.

    Raises:
        Problem: they are no list of texts, or too many.
    """
    positions = body.pop("positions", None)
    if not isinstance(positions, list) or not all(isinstance(text, str) for text in positions):
        raise Problem("bad_parameter", "positions has to be a list of texts")
    if len(positions) > most:
        raise Problem("too_large", f"at most {most} positions can be asked about at once")
    return positions


def take_text(body: dict[str, Any], name: str) -> str:
    """A text of a JSON object, which has it no more.

    Raises:
        Problem: it is no text.
    """
    text = body.pop(name, None)
    if not isinstance(text, str):
        raise Problem("bad_parameter", f"{name} has to be a text")
    return text


def rules_of(values: Values, variant: str = "variant") -> Rules:
    """The rule set that parameters choose.

    Args:
        variant: the parameter with the name of the preset.

    Raises:
        RulesError: there is no such rule set.
    """
    options = {name: parse_option(name, values[name]) for name in OPTIONS if name in values}
    return with_options(values.get(variant, "nine"), options)


def position_of(values: Values, rules: Rules) -> Position:
    """The position that is asked about.

    Raises:
        Problem: none is.
        NotationError, PositionError: it cannot be read, or is not one of the rule set.
    """
    if "position" not in values:
        raise Problem("bad_parameter", "the parameter position is missing")
    return parse_position(rules, values["position"])


def position_text(text: str) -> str:
    """The text of a position as an address may write it: with ``_`` for a blank.

    Raises:
        Problem: it is too long to be one.
    """
    if len(text) > settings.POSITION_CHARACTERS:
        raise Problem(
            "bad_position",
            f"a position has at most {settings.POSITION_CHARACTERS} characters, this text has {len(text)}",
        )
    return text.replace("_", " ")


def _read(said: Mapping[str, str], known: Iterable[str]) -> Values:
    names = list(known)
    for name in said:
        if name not in names:
            choice = f"there are {', '.join(names)}" if names else "this address has none"
            raise Problem("bad_parameter", f"no parameter is called {name!r}; {choice}", known=names)
    return {name: _READERS[name](text) if name in _READERS else text for name, text in said.items()}


def _truth(name: str) -> Callable[[str], bool]:
    def read(text: str) -> bool:
        if text not in ("true", "false"):
            raise Problem("bad_parameter", f"{name} is true or false, not {text!r}")
        return text == "true"

    return read


def _number(name: str, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not (text.isascii() and text.isdecimal() and len(text) < 9 and 1 <= int(text) <= most):
            raise Problem("bad_parameter", f"{name} is a number from 1 to {most}, not {text!r}")
        return int(text)

    return read


# Parameters that are read when they are met; the others are texts until somebody needs them.
_READERS: Mapping[str, Callable[[str], Any]] = {
    "position": position_text,
    "unique": _truth("unique"),
    "lines": _truth("lines"),
    "plies": _number("plies", settings.PLIES),
    "number": _number("number", settings.BODY_BYTES),
    "size": _number("size", settings.PICTURE_PIXELS),
}
