"""Games judged by tables: where the result was given away, and what would have kept it.

A move is marked where it drops the result: ``?`` by one step, a win to a draw or a draw to a loss, ``??`` by
two. Nothing else is marked: no move is praised, and a win that only takes longer is none that was given away.
How much longer is in the document. A position whose table is missing leaves no mark, and is counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from millbase.answers.documents import Document, with_rules
from millbase.databases.errors import MissingTable
from millbase.databases.tablebase import Tablebase
from millbase.solver.game.match import DrawRules, Ending, Game
from millbase.solver.game.notation import format_move, format_position
from millbase.solver.game.positions import COLOURS
from millbase.solver.game.records.naming import rules_of
from millbase.solver.game.records.record import UNFINISHED, Record
from millbase.solver.game.rules import preset
from millbase.solver.game.values import Assessment
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
    """

    played: RankedMove
    best: tuple[RankedMove, ...]
    only: bool

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
    """A game with what is known of each move; None of a move whose tables are missing.

    Attributes:
        record: the game.
        value: of the position that it begins with; None if that is not known.
        moves: in their order.
        lines: for each ply that is marked, how the game would have gone on.
        missing: the error about the first table that is missing.
    """

    record: Record
    value: Assessment | None
    moves: tuple[Judged | None, ...]
    lines: dict[int, tuple[RankedMove, ...]]
    missing: MissingTable | None


def review_game(tables: Tablebase, record: Record, lines: bool = False) -> Review:
    """Judge every move of a game.

    Args:
        lines: find also how the game would have gone on without each mistake.

    Raises:
        BrokenTable: a table cannot be believed.
    """
    judged: list[Judged | None] = []
    kept_lines: dict[int, tuple[RankedMove, ...]] = {}
    value, missing = None, None
    for ply, played in enumerate(record.moves):
        position = record.positions[ply]
        try:
            answer = evaluate(record.rules, tables, position)
            found = _judged(tables, answer, next(one for one in answer.moves if one.move == played.move))
        except MissingTable as error:
            missing = missing or error
            judged.append(None)
            continue
        judged.append(found)
        value = answer.value if ply == 0 else value
        if lines and found.mark:
            kept_lines[ply] = _line(tables, answer, found)
    if not record.moves:
        value = tables.get(record.positions[0])
    return Review(record, value, tuple(judged), kept_lines, missing)


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


def review_document(reviewed: Review) -> Document:
    """A review as ``--json`` prints it. The value of a move is the mover's; plies count from before it."""
    record = reviewed.record
    ending = _ending(record)
    first = reviewed.value
    facts = {
        "tags": record.tags,
        "position": format_position(record.rules.board, record.positions[0]),
        "value": first and first.outcome,
        "plies": first and first.plies,
        "moves": list(_moves(reviewed)),
        "result": _result(record, ending),
        "reason": ending and ending.reason,
        "summary": {colour.lower(): _summary(reviewed, colour == COLOURS[0]) for colour in COLOURS},
    }
    return with_rules(record.rules, facts)


def _moves(reviewed: Review) -> Iterator[Document]:
    record = reviewed.record
    board = record.rules.board
    for ply, (played, judged) in enumerate(zip(record.moves, reviewed.moves, strict=True)):
        value = None if judged is None else judged.played.value
        best = None
        if judged is not None:
            soonest = judged.best[0].value
            names = [format_move(board, ranked.move) for ranked in judged.best]
            best = {"value": soonest.outcome, "plies": soonest.plies, "moves": names}
        yield {
            "ply": ply + 1,
            "move": format_move(board, played.move),
            "position": format_position(board, record.positions[ply + 1]),
            "value": value and value.outcome,
            "plies": value and value.plies,
            "best": best,
            "mark": None if judged is None else judged.mark,
            "only": None if judged is None else judged.only,
        }


def _summary(reviewed: Review, white: bool) -> dict[str, int]:
    """Of one side: the moves, those that are known, and of those how many kept the result or did not."""
    pairs = zip(reviewed.record.positions, reviewed.moves, strict=False)
    own = [judged for position, judged in pairs if position.white_to_move == white]
    known = [judged for judged in own if judged is not None]
    marks = [judged.mark for judged in known]
    return {
        "moves": len(own),
        "known": len(known),
        "kept": marks.count(None),
        "mistakes": marks.count("?"),
        "blunders": marks.count("??"),
        "only": sum(judged.only for judged in known),
    }


def _ending(record: Record) -> Ending | None:
    """How the game has ended by the rules of the board; None if it was broken off, or given up."""
    return Game(record.rules, record.positions[-1], DrawRules(repetition=False)).ending


def _result(record: Record, ending: Ending | None) -> str:
    told = record.result or record.tags.get("Result")
    if told in (None, UNFINISHED):
        return UNFINISHED if ending is None else ending.result
    return str(told)


def names_other_rules(record: Record) -> bool:
    """Whether the tags of a game do not tell the rules it was read by."""
    return (rules_of(record.tags) or preset("nine")) != record.rules
