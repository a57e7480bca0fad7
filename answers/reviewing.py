"""Games judged by tables: where the result was given away, and what would have kept it.

A move is marked where it drops the result: ``?`` by one step, a win to a draw or a draw to a loss, ``??`` by
two. Nothing else is marked: no move is praised, and a win that only takes longer is none that was given away.
A position whose table is missing leaves no mark, and is counted.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from millbase.databases.errors import MissingTable
from millbase.databases.tablebase import Tablebase
from millbase.solver.game.positions import Move, Position
from millbase.solver.game.records.naming import rules_of
from millbase.solver.game.records.record import Record
from millbase.solver.game.rules import preset
from millbase.solver.game.steps import Steps, at_once
from millbase.solver.game.values import Value
from millbase.solver.oracle import Answer, DistanceError, RankedMove, evaluate, hardest_first, principal_line

MARKS = {1: "?", 2: "??"}  # by the steps that a result is dropped
_WORTH = {"win": 2, "draw": 1, "loss": 0}
_LINE = 12  # plies of the line that would have kept the result


@dataclass(frozen=True)
class Judged:
    """A move of a game, and what the tables know of it.

    Attributes:
        played: the move, the position after it, and what it is worth to the mover.
        best: the best moves in its place: of a draw all that keep it, else the soonest wins or the latest
            losses. Where the move is marked, those that are hard to meet come first.
        only: whether exactly one of several moves kept the outcome.
        line: how the game would have gone on, where that was asked for and the move is marked.
    """

    played: RankedMove
    best: tuple[RankedMove, ...]
    only: bool
    line: tuple[RankedMove, ...] = ()

    @property
    def dropped(self) -> int:
        """By how many steps the move drops the result."""
        best, played = self.best[0].value.outcome, self.played.value.outcome
        return 0 if best is None or played is None else _WORTH[best] - _WORTH[played]

    @property
    def mark(self) -> str | None:
        """``?`` or ``??`` where it drops the result."""
        return MARKS.get(self.dropped)


@dataclass(frozen=True)
class Review:
    """A game with what is known of each move.

    Attributes:
        record: the game.
        value: of the position that it begins with; None if that is not known.
        found: for each move what is known of it, or which table is missing.
    """

    record: Record
    value: Value | None
    found: tuple[Judged | MissingTable, ...]

    @property
    def moves(self) -> list[Judged | None]:
        """The moves in their order; None of one that is not known."""
        return [one if isinstance(one, Judged) else None for one in self.found]

    @property
    def missing(self) -> MissingTable | None:
        """The error about the first table that is missing."""
        return next((one for one in self.found if isinstance(one, MissingTable)), None)


def review_game(tables: Tablebase, record: Record, lines: bool = False) -> Review:
    """Judge every move of a game.

    Args:
        lines: find also how the game would have gone on without each mistake.

    Raises:
        BrokenTable: a table cannot be believed.
    """
    return at_once(review_steps(tables, record, lines))


def review_steps(tables: Tablebase, record: Record, lines: bool = False) -> Steps[Review]:
    """Like :func:`review_game`, in a step for each move."""
    found: list[Judged | MissingTable] = []
    for position, played in zip(record.positions, record.moves, strict=False):
        try:
            found.append(_judge(tables, position, played.move, lines))
        except MissingTable as error:
            found.append(error)
        yield
    return Review(record, tables.get(record.positions[0]), tuple(found))


def _judge(tables: Tablebase, position: Position, move: Move, lines: bool) -> Judged:
    answer = evaluate(tables.rules, tables, position)
    found = _judged(tables, answer, next(one for one in answer.moves if one.move == move))
    return replace(found, line=_line(tables, answer, found)) if lines and found.mark else found


def _judged(tables: Tablebase, answer: Answer, played: RankedMove) -> Judged:
    best = [ranked for ranked in answer.moves if ranked.value.preference == answer.value.preference]
    keeping = [ranked for ranked in answer.moves if ranked.value.outcome == answer.value.outcome]
    only = answer.value.outcome != "loss" and len(keeping) == 1 < len(answer.moves)
    found = Judged(played, tuple(best), only)
    if found.mark and answer.value.outcome == "draw":
        ordered = hardest_first(tables.rules, tables, answer).moves
        found = replace(found, best=tuple(ranked for ranked in ordered if ranked in best))
    return found


def _line(tables: Tablebase, answer: Answer, judged: Judged) -> tuple[RankedMove, ...]:
    """The best move in place of a mistake, and how it goes on, for some plies."""
    try:
        return tuple(principal_line(tables.rules, tables, answer.position, _LINE)[:_LINE])
    except (DistanceError, MissingTable):
        return judged.best[:1]


def names_other_rules(record: Record) -> bool:
    """Whether the tags of a game do not tell the rules it was read by."""
    return (rules_of(record.tags) or preset("nine")) != record.rules
