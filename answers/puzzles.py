"""Puzzles: what the tables say about positions with a solution.

"Win in N" counts the turns of the side that solves: N = (plies + 1) / 2, and a removal is no turn of its own.
Every move that wins soonest solves a puzzle. A second such move at the first turn is a *cook*, at a later one
a *dual*.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import urlencode

from millbase.answers.documents import Document, with_rules
from millbase.databases.tablebase import Tablebase
from millbase.solver.game.notation import format_move, format_position, parse_move, parse_position
from millbase.solver.game.options import option_text, options_of
from millbase.solver.game.positions import PositionError, play
from millbase.solver.game.rules import Rules
from millbase.solver.game.steps import Steps, at_once
from millbase.solver.game.stones import NotationError
from millbase.solver.game.values import Outcome, Value
from millbase.solver.oracle import Answer, RankedMove, evaluate
from millbase.solver.telling import value_text

NOTES = ("dual",)  # findings that are no disagreement


@dataclass(frozen=True)
class Puzzle:
    """A position with what somebody says about it.

    Attributes:
        position: its text.
        value: the outcome for the side to move; None where nothing is said, as in all that follows.
        plies: to the end.
        turns: of the side to move, to the end.
        best: the moves that solve it.
        line: the moves of both sides that solve it.
    """

    position: str
    value: Outcome | None = None
    plies: int | None = None
    turns: int | None = None
    best: tuple[str, ...] = ()
    line: tuple[str, ...] = ()


class Finding(NamedTuple):
    """Something in a puzzle that is not as the tables say.

    Attributes:
        kind: ``outcome``, ``distance``, ``illegal``, ``wrong``, ``slower``, ``cook``, ``dual``, ``defence``.
        message: what it is, in one sentence.
    """

    kind: str
    message: str


class Checked(NamedTuple):
    """A puzzle's position as the tables know it, and what is not as they say."""

    answer: Answer
    findings: list[Finding]

    @property
    def agrees(self) -> bool:
        """Whether nothing contradicts the tables. A dual does not."""
        return all(finding.kind in NOTES for finding in self.findings)


def turns_of(value: Value) -> int | None:
    """The turns of the side that wins, if the side to move does and the plies are known."""
    return (value.plies + 1) // 2 if value.outcome == "win" and value.plies is not None else None


def check_puzzle(tables: Tablebase, puzzle: Puzzle) -> Checked:
    """Compare a puzzle with the tables.

    Raises:
        NotationError, PositionError: its position is none of these rules.
        MissingTable, BrokenTable: see :meth:`millbase.databases.tablebase.Tablebase.probe`.
    """
    return at_once(check_steps(tables, puzzle))


def check_steps(tables: Tablebase, puzzle: Puzzle) -> Steps[Checked]:
    """Like :func:`check_puzzle`, in a step for each move of the puzzle's line."""
    position = parse_position(tables.rules, puzzle.position)
    answer = evaluate(tables.rules, tables, position)
    findings = [*_about_value(puzzle, answer), *_about_best(tables.rules, puzzle, answer)]
    yield
    yield from _about_line(tables, puzzle, answer, findings)
    return Checked(answer, findings)


def puzzle_document(rules: Rules, answer: Answer) -> Document:
    """A position as a puzzle: its value, its turns, and the moves that solve it."""
    return with_rules(rules, _facts(rules, answer))


def puzzle_link(address: str, rules: Rules, answer: Answer) -> str:
    """Where a position stands as a puzzle on the page of a server.

    Args:
        address: of the server, such as ``http://127.0.0.1:8000``.
    """
    variant, options = options_of(rules)
    said = {
        "variant": variant,
        **{name: option_text(setting) for name, setting in options.items()},
        "position": format_position(rules.board, answer.position).replace(" ", "_"),
    }
    return f"{address.rstrip('/')}/puzzles?{urlencode(said, safe='/,')}"


def check_document(rules: Rules, row: int, checked: Checked) -> Document:
    """What ``millbase check --json`` says of one row."""
    findings = [finding._asdict() for finding in checked.findings]
    facts = {"row": row, **_facts(rules, checked.answer), "agrees": checked.agrees, "findings": findings}
    return with_rules(rules, facts)


def _facts(rules: Rules, answer: Answer) -> Document:
    value = answer.value
    assert isinstance(value, Value)
    return {
        "position": format_position(rules.board, answer.position),
        "value": value.outcome,
        "plies": value.plies,
        "turns": turns_of(value),
        "best": [format_move(rules.board, ranked.move) for ranked in best_moves(answer)],
    }


def best_moves(answer: Answer) -> list[RankedMove]:
    """The moves that are worth as much as the position: of a win, those that win soonest."""
    return [ranked for ranked in answer.moves if ranked.value.preference == answer.value.preference]


def _about_value(puzzle: Puzzle, answer: Answer) -> Iterator[Finding]:
    value = answer.value
    said = puzzle.value or ("win" if puzzle.turns is not None else None)
    if said is not None and said != value.outcome:
        yield Finding("outcome", f"said to be a {said}, and is a {value.outcome}")
        return
    assert isinstance(value, Value)
    for noun, told, known in (("plies", puzzle.plies, value.plies), ("turns", puzzle.turns, turns_of(value))):
        if told is None or told == known:
            continue
        if known is None:
            yield Finding("outcome", f"said to take {told} {noun}, and is a {value.outcome}")
            continue
        hint = ""
        if value.outcome == "win":
            hint = "; both win, and distances of Malom's database count to the next change of material"
        yield Finding("distance", f"said to take {told} {noun}, and takes {known}{hint}")


def _about_best(rules: Rules, puzzle: Puzzle, answer: Answer) -> Iterator[Finding]:
    best = {format_move(rules.board, ranked.move) for ranked in best_moves(answer)}
    named = set()
    for text in puzzle.best:
        told = _ranked(rules, answer, text)
        if isinstance(told, Finding):
            yield told
            continue
        named.add(format_move(rules.board, told.move))
        if format_move(rules.board, told.move) not in best:
            yield _not_best(rules, text, told, answer)
    if named & best and answer.value.outcome == "win":
        for cook in sorted(best - named):
            yield Finding("cook", f"{cook} wins as soon, and is not named")


def _about_line(tables: Tablebase, puzzle: Puzzle, answer: Answer, findings: list[Finding]) -> Steps[None]:
    """Add what is to be said of a puzzle's line, in a step for each of its moves."""
    rules, solver = tables.rules, answer.position.white_to_move
    for ply, text in enumerate(puzzle.line):
        told = _ranked(rules, answer, text)
        solving = answer.position.white_to_move == solver
        finding = told if isinstance(told, Finding) else _about_ply(rules, puzzle, ply, told, answer, solving)
        if finding is not None:
            findings.append(finding._replace(message=f"ply {ply + 1} of the line, {finding.message}"))
        if isinstance(told, Finding) or (finding is not None and finding.kind == "wrong"):
            return
        if ply + 1 < len(puzzle.line):
            answer = evaluate(rules, tables, play(rules, answer.position, told.move))
        yield


def _about_ply(
    rules: Rules, puzzle: Puzzle, ply: int, told: RankedMove, answer: Answer, solving: bool
) -> Finding | None:
    """What is to be said of a legal move of a puzzle's line; None if nothing."""
    text, best = puzzle.line[ply], best_moves(answer)
    if told not in best and solving:
        return _not_best(rules, text, told, answer)
    if told not in best:
        latest = format_move(rules.board, best[0].move)
        return Finding(
            "defence",
            f"{text} ends sooner than {latest}: lines from Malom's database do so, and they win all the same",
        )
    if solving and len(best) > 1 and answer.value.outcome == "win" and (ply > 0 or not puzzle.best):
        other = next(format_move(rules.board, one.move) for one in best if one != told)
        return Finding("dual" if ply else "cook", f"{other} wins as soon as {text}")
    return None


def _ranked(rules: Rules, answer: Answer, text: str) -> RankedMove | Finding:
    """The move of an answer that a text names, or why it is none."""
    try:
        move = parse_move(rules.board, text)
        play(rules, answer.position, move)
    except (NotationError, PositionError) as error:
        return Finding("illegal", f"{text} is not legal: {error}")
    return next(ranked for ranked in answer.moves if ranked.move == move)


def _not_best(rules: Rules, text: str, told: RankedMove, answer: Answer) -> Finding:
    best = f"{format_move(rules.board, best_moves(answer)[0].move)} is a {value_text(answer.value)}"
    kind = "slower" if told.value.outcome == answer.value.outcome else "wrong"
    return Finding(kind, f"{text} is a {value_text(told.value)}, and {best}")
