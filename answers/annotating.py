"""A reviewed game as the game itself, with marks, comments and lines at its mistakes.

What was there stays: tags, comments, variations and glyphs. What an earlier review has left is taken away
first, so that reviewing a reviewed game gives the same text.
"""

from __future__ import annotations

import re
from dataclasses import replace

from millbase.answers.reviewing import MARKS, Judged, Review, names_other_rules
from millbase.solver.game.notation import format_move
from millbase.solver.game.records.naming import rules_tag
from millbase.solver.game.records.record import GLYPHS, Played, Record
from millbase.solver.game.records.writing import line_text, write_record
from millbase.solver.telling import value_text

_NAMED = 2  # best moves that a comment names
_NUMBERS = {glyph: number for number, glyph in GLYPHS.items()}
_IN_PLIES = r"(?:(?:, conversion)? in \d+ pl(?:y|ies))?"
_OURS = re.compile(
    rf"\{{(?P<was>win|draw){_IN_PLIES}, now (?P<now>draw|loss){_IN_PLIES}; "
    r"best [a-g1-7x-]+[a-z0-9x, -]*\}"
)
_LINE_ENDS = " {best play})"
_ANNOTATOR = re.compile(r"(?:; )?millbase \S+")


def annotated(reviewed: Review, annotator: str) -> str:
    """The text of a reviewed game, with its mistakes marked.

    Args:
        annotator: who says so: ``millbase`` and its version.
    """
    record = reviewed.record
    moves = tuple(_annotated(reviewed, ply) for ply in range(len(record.moves)))
    return write_record(replace(record, tags=_tags(record, annotator), moves=moves))


def _tags(record: Record, annotator: str) -> dict[str, str]:
    others = _ANNOTATOR.sub("", record.tags.get("Annotator", ""))
    tags = record.tags | {"Annotator": f"{others}; {annotator}" if others else annotator}
    rules = rules_tag(record.rules)
    return tags | {"Rules": rules} if rules and names_other_rules(record) else tags


def _annotated(reviewed: Review, ply: int) -> Played:
    played, judged = reviewed.record.moves[ply], reviewed.moves[ply]
    before, remarks = own_remarks(played)
    mark = None if judged is None else judged.mark
    glyphs = played.glyphs
    if mark != before:
        glyphs = tuple(glyph for glyph in glyphs if before is None or glyph != _NUMBERS[before])
    if judged is None or mark is None:
        return replace(played, glyphs=glyphs, remarks=remarks)
    if _NUMBERS[mark] not in glyphs:
        glyphs += (_NUMBERS[mark],)
    ours = [_comment(reviewed.record, judged)]
    if judged.line:
        moves = [ranked.move for ranked in judged.line]
        ours.append(f"({line_text(reviewed.record, ply, moves)}{_LINE_ENDS}")
    return replace(played, glyphs=glyphs, remarks=(*ours, *remarks))


def own_remarks(played: Played) -> tuple[str | None, tuple[str, ...]]:
    """The mark of an earlier review, if there was one, and the remarks without what it has left."""
    remarks = played.remarks
    if not remarks or (ours := _OURS.fullmatch(" ".join(remarks[0].split()))) is None:
        return None, remarks
    steps = 2 if (ours["was"], ours["now"]) == ("win", "loss") else 1
    has_line = len(remarks) > 1 and remarks[1].endswith(_LINE_ENDS)
    return MARKS[steps], remarks[2 if has_line else 1 :]


def _comment(record: Record, judged: Judged) -> str:
    """``{draw, now loss in 40 plies; best d7, d1 and 7 more}``."""
    names = [format_move(record.rules.board, ranked.move) for ranked in judged.best]
    best = ", ".join(names[:_NAMED]) + (f" and {len(names) - _NAMED} more" if len(names) > _NAMED else "")
    lost, now = value_text(judged.best[0].value, judged.best[0].prospect), value_text(judged.played.value)
    return f"{{{lost}, now {now}; best {best}}}"
