"""Documents: what ``--json`` prints, and HTTP answers, about positions.

Every document says which rules it holds for: ``variant``, the name of a preset; ``options``, the rules that
differ from it by the names of their options; and the ``fingerprint`` of the rules as a whole.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from millbase.solver.alike import names_alike, shown_moves
from millbase.solver.game.boards import Board
from millbase.solver.game.notation import format_move, format_position
from millbase.solver.game.options import options_of
from millbase.solver.game.positions import Position
from millbase.solver.game.rules import Rules
from millbase.solver.game.values import Assessment, Between
from millbase.solver.oracle import Answer, Prospect, RankedMove

if TYPE_CHECKING:
    from millbase.answers.asking import Line
    from millbase.databases.benchmark import Measured

Document = dict[str, Any]


def json_text(document: Mapping[str, Any]) -> str:
    """A document as it is printed and sent: one line of ASCII, without its end."""
    return json.dumps(document)


def with_rules(rules: Rules, facts: Mapping[str, Any]) -> Document:
    """Facts between the rules that they hold for."""
    variant, options = options_of(rules)
    return {"variant": variant, **facts, "options": options, "fingerprint": rules.fingerprint}


def query_document(rules: Rules, answer: Answer, unique: bool = False) -> Document:
    """A position with its value and every move, best first.

    Args:
        unique: give one of the moves that are alike, and name the others with it.
    """
    board = rules.board
    moves = [
        _move_facts(board, move.ranked) | ({"alike": names_alike(board, move)} if unique else {})
        for move in shown_moves(board, answer, unique)
    ]
    facts = position_facts(board, answer.position, answer.value, answer.prospect)
    return with_rules(rules, facts | {"moves": moves})


def line_document(rules: Rules, line: Line) -> Document:
    """A position with its value, and how it is played out."""
    board = rules.board
    moves = [_move_facts(board, ranked) for ranked in line.moves]
    facts = position_facts(board, line.position, line.value, line.prospect)
    return with_rules(rules, facts | {"line": moves})


def solve_document(rules: Rules, answer: Answer, reachable: int | None) -> Document:
    """The empty board as :func:`query_document` has it, and the positions that games reach if counted."""
    return query_document(rules, answer) | ({} if reachable is None else {"reachable": reachable})


def bench_document(rules: Rules, measured: Measured) -> Document:
    """What was measured on a machine."""
    return with_rules(rules, asdict(measured))


def position_facts(
    board: Board, position: Position, value: Assessment, prospect: Prospect | None = None
) -> Document:
    """A position and its value or, if that is not known, the two that it lies between.

    Args:
        prospect: what a draw heads for, if that is known.
    """
    found: Document = {"position": format_position(board, position)} | value_facts(value, position)
    if isinstance(value, Between):
        found |= {"at_least": value.at_least.outcome, "at_most": value.at_most.outcome}
    if prospect is not None:
        found["grade"] = prospect._asdict() | {"subspace": prospect.subspace and str(prospect.subspace)}
    return found


def value_facts(value: Assessment | None, position: Position) -> Document:
    """A value, if it is known; with plies to the next conversion too where these are counted.

    Args:
        position: that it is of, or is reached from.
    """
    found = {"value": value and value.outcome, "plies": value and value.plies}
    conversion = value and value.conversion
    return found if conversion is None and position.counter is None else found | {"conversion": conversion}


def _move_facts(board: Board, ranked: RankedMove) -> Document:
    """A move and what it is worth to the mover, with the position after it."""
    facts = position_facts(board, ranked.position, ranked.value, ranked.prospect)
    return {"move": format_move(board, ranked.move), **facts}
