"""Lists of puzzles: JSON, a puzzle a line, or CSV with columns that are named or told by their content."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from millbase.answers.puzzles import Puzzle
from millbase.solver.game.errors import SolverError
from millbase.solver.game.notation import parse_move, parse_position
from millbase.solver.game.rules import Rules
from millbase.solver.game.stones import NotationError

# What a column may be called, by what it holds. Case, blanks and strokes in a name do not matter.
NAMES = {
    "position": ("position", "fen", "board", "start"),
    "value": ("value", "outcome", "result"),
    "plies": ("plies", "ply", "dtw", "depth", "distance"),
    "turns": ("turns", "winin", "matein", "moves to win", "n"),
    "best": ("best", "bestmoves", "bestmove", "move", "moves", "first", "key"),
    "line": ("line", "solution", "pv", "variation"),
}
_HOLDS = {name.replace(" ", ""): held for held, names in NAMES.items() for name in names}
_OUTCOMES = {"win": "win", "won": "win", "w": "win", "draw": "draw", "drawn": "draw", "d": "draw"} | {
    "loss": "loss", "lost": "loss", "l": "loss",
}  # fmt: skip


_MOST_COLUMNS = 100  # of which most may be about other things


class PuzzleError(SolverError, ValueError):
    """A list of puzzles, or one of them, that cannot be read; the message says why, in one sentence."""


def read_puzzles(rules: Rules, text: str) -> Iterator[tuple[int, Puzzle | PuzzleError]]:
    """The puzzles of a file, each with the number of its line.

    Raises:
        PuzzleError: no column is one of positions, or it cannot be told what a column holds.
    """
    lines = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    if lines and lines[0][1].lstrip().startswith("{"):
        yield from ((number, _read_json(line)) for number, line in lines)
    else:
        yield from _read_csv(rules, lines)


def _read_json(line: str) -> Puzzle | PuzzleError:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError) as error:
        return PuzzleError(f"no JSON: {str(error)[:80]}")
    if not isinstance(found, dict):
        return PuzzleError("a puzzle is a JSON object with a position")
    return _puzzle({held: value for name, value in found.items() if (held := _HOLDS.get(_plain(name)))})


def _read_csv(rules: Rules, lines: list[tuple[int, str]]) -> Iterator[tuple[int, Puzzle | PuzzleError]]:
    if not lines:
        return
    separator = max(";\t,", key=lambda letter: lines[0][1].count(letter))
    try:
        rows = [next(csv.reader([line], delimiter=separator)) for _, line in lines]
    except csv.Error as error:
        raise PuzzleError(f"the list is no CSV: {error}") from error
    if len(rows[0]) > _MOST_COLUMNS:
        raise PuzzleError(f"the list has {len(rows[0])} columns, more than a list of puzzles has")
    columns = [_HOLDS.get(_plain(name)) for name in rows[0]]
    first = 1
    if "position" not in columns:
        cells = [[row[k] for row in rows if k < len(row)] for k in range(len(rows[0]))]
        columns, first = [_guess(rules, column) for column in cells], 0
    if "position" not in columns:
        raise PuzzleError("no column holds positions: name it in a first line, as in position,turns,best")
    for (number, _), row in zip(lines[first:], rows[first:], strict=True):
        pairs = zip(columns, row, strict=False)
        yield number, _puzzle({held: cell for held, cell in pairs if held and cell.strip()})


def _guess(rules: Rules, cells: Sequence[str]) -> str | None:
    """What a column without a name holds, from most of its cells; None if nothing of a puzzle."""
    filled = [cell.strip() for cell in cells if cell.strip()]

    def mostly(fits: int) -> bool:
        return 2 * fits > len(filled)

    if mostly(sum(_reads(parse_position, rules, cell) for cell in filled)):
        return "position"
    if mostly(sum(cell.lower() in _OUTCOMES for cell in filled)):
        return "value"
    if mostly(sum(cell.isdecimal() for cell in filled)):
        raise PuzzleError("a column of numbers may be plies or turns: let a first line say which")
    if mostly(sum(all(_reads(parse_move, rules.board, move) for move in _split(cell)) for cell in filled)):
        single = sum(len(_split(cell)) == 1 for cell in filled)
        if mostly(single):
            return "best"
        raise PuzzleError("a column of moves may be the best ones or a line: let a first line say which")
    return None


def _reads(reader: Any, *arguments: Any) -> bool:
    try:
        reader(*arguments)
    except ValueError:
        return False
    return True


def _plain(name: str) -> str:
    return re.sub(r"[\s_-]", "", name).lower()


def _puzzle(said: Mapping[str, Any]) -> Puzzle | PuzzleError:
    position = said.get("position")
    if not isinstance(position, str):
        return PuzzleError("the puzzle has no position")
    try:
        return Puzzle(
            position,
            _outcome(said.get("value")),
            _number("plies", said.get("plies")),
            _number("turns", said.get("turns")),
            _moves("best", said.get("best")),
            _moves("line", said.get("line")),
        )
    except NotationError as error:
        return PuzzleError(str(error))


def _outcome(said: Any) -> Any:
    if said is None:
        return None
    outcome = _OUTCOMES.get(str(said).strip().lower())
    if outcome is None:
        raise NotationError(f"{str(said)[:40]!r} is no outcome: write win, draw or loss")
    return outcome


def _number(noun: str, said: Any) -> int | None:
    if said is None:
        return None
    match = re.fullmatch(r"\s*(\d{1,4})(?:\.0)?\s*", str(said))
    if match is None or isinstance(said, bool):
        raise NotationError(f"{str(said)[:40]!r} is no number of {noun}")
    return int(match[1])


def _moves(noun: str, said: Any) -> tuple[str, ...]:
    if said is None:
        return ()
    if isinstance(said, str):
        return tuple(_split(said))
    if isinstance(said, list) and all(isinstance(move, str) for move in said):
        return tuple(said)
    raise NotationError(f"{noun} is a list of moves, or a text with blanks between them")


def _split(text: str) -> list[str]:
    """Moves with blanks, commas or strokes between them; numbers of moves are left out."""
    words = re.split(r"[\s,;/|]+", re.sub(r"\d+\.+", " ", text.strip()))
    return [word for word in words if word]
