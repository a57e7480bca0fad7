"""Reviewed games as JSON has them."""

from __future__ import annotations

from collections.abc import Iterator

from millbase.answers.annotating import annotated, own_remarks
from millbase.answers.documents import Document, value_facts, with_rules
from millbase.answers.reviewing import Review
from millbase.solver.game.match import DrawRules, Ending, Game
from millbase.solver.game.notation import format_move, format_position
from millbase.solver.game.positions import COLOURS
from millbase.solver.game.records.record import GLYPHS, UNFINISHED, Played, Record


def review_document(reviewed: Review, annotator: str) -> Document:
    """A review as ``--json`` prints it. The value of a move is the mover's; plies count from before it.

    Args:
        annotator: see :func:`millbase.answers.annotating.annotated`, whose text is a part of it.
    """
    record = reviewed.record
    ending = _ending(record)
    first = reviewed.value
    facts = {
        "tags": record.tags,
        "position": format_position(record.rules.board, record.positions[0]),
        **value_facts(first, record.positions[0]),
        "moves": list(_moves(reviewed)),
        "result": _result(record, ending),
        "reason": ending and ending.reason,
        "summary": {colour.lower(): _summary(reviewed, colour == COLOURS[0]) for colour in COLOURS},
        "annotated": annotated(reviewed, annotator),
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
            best = value_facts(soonest, record.positions[ply]) | {"moves": names}
        yield {
            "ply": ply + 1,
            "move": format_move(board, played.move),
            "position": format_position(board, record.positions[ply + 1]),
            **value_facts(value, record.positions[ply]),
            "best": best,
            "mark": None if judged is None else judged.mark,
            "only": None if judged is None else judged.only,
            "glyphs": [GLYPHS.get(number, f"${number}") for number in played.glyphs],
            "comments": _comments(played),
        }


def _comments(played: Played) -> list[str]:
    """What the game itself says of a move, without the braces around it."""
    _, remarks = own_remarks(played)
    return [" ".join(remark[1:-1].split()) for remark in remarks if remark.startswith("{")]


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
