"""What tables hold: the counts in their headers, as documents. Positions are counted once a symmetry."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from typing import Any, NamedTuple

from millbase.answers.documents import Document, with_rules
from millbase.databases.catalogue import Catalogue
from millbase.databases.errors import MissingTable
from millbase.databases.grades import known_metric
from millbase.databases.header import Header
from millbase.databases.metrics import METRICS
from millbase.databases.survey import Survey
from millbase.solver.entries import position_at
from millbase.solver.game.material import Subspace
from millbase.solver.game.notation import format_position
from millbase.solver.game.options import options_of
from millbase.solver.game.rules import Rules
from millbase.solver.subspaces import game_subspaces

COUNTS = ("positions", "wins", "draws", "losses")
LONGEST = ("longest_win", "longest_loss")


def headers_of_game(survey: Survey) -> list[Header]:
    """The headers of the tables that are there and that games with these men come to, small ones first.

    A directory may also hold tables of games with other numbers of men.

    Raises:
        BrokenTable, WrongRules: see :meth:`millbase.databases.survey.Survey.header`.
    """
    game = set(game_subspaces(survey.catalogue.rules))
    return [survey.header(subspace) for subspace in survey.catalogue.tables() if subspace in game]


class DrawsOf(NamedTuple):
    """Drawn positions of a table that head for the same.

    Attributes:
        worth: of the subspace in which perfect play ends, for the side to move.
        subspace: its stones, the side to move first; None for some with as many of both.
        positions: how many there are.
    """

    worth: int
    subspace: Subspace | None
    positions: int


def draws_by_grade(survey: Survey, subspace: Subspace) -> list[DrawsOf] | None:
    """What the drawn positions of a table head for, the worst first; None where there is no graded table.

    Raises:
        BrokenTable, BrokenWorths, WrongRules: it must not be believed.
    """
    roots, rules = survey.catalogue.roots, survey.catalogue.rules
    metric = known_metric(roots, rules)
    if metric is None:
        return None
    try:
        header = Survey(Catalogue(roots, rules, metric)).header(subspace)
    except MissingTable:
        return None
    where = metric.grading.worths.subspace
    return [DrawsOf(worth, where.get(worth), positions) for worth, positions in header.by_worth]


def table_document(
    rules: Rules,
    header: Header,
    zugzwangs: tuple[int, int] | None = None,
    grades: Iterable[DrawsOf] | None = None,
) -> Document:
    """The counts of one table, by plies too, and positions of the longest win and the longest loss.

    Args:
        zugzwangs: whole and half mutual zugzwang, where they were counted.
        grades: what drawn positions head for, where that is known.
    """
    facts = _table_facts(rules, header)
    if zugzwangs is not None:
        facts["zugzwang"] = dict(zip(("whole", "half"), zugzwangs, strict=True))
    if grades is not None:
        facts["grades"] = [
            draws._asdict() | {"subspace": draws.subspace and str(draws.subspace)} for draws in grades
        ]
    return with_rules(rules, facts)


def tables_document(rules: Rules, headers: list[Header]) -> Document:
    """The counts of tables and their totals."""
    variant, _ = options_of(rules)
    tables = [{"variant": variant, **_table_facts(rules, header)} for header in headers]
    return with_rules(rules, {"subspaces": tables, "totals": totals(headers)})


def tables_csv(rules: Rules, headers: Iterable[Header]) -> str:
    """A line for each table, below a line of names; what is not known is empty."""
    text = io.StringIO()
    names = ("subspace", *COUNTS, *LONGEST, *(f"{name}_position" for name in LONGEST))
    writer = csv.DictWriter(text, names, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows(_table_facts(rules, header) for header in headers)
    return text.getvalue()


def totals(headers: Iterable[Header]) -> dict[str, dict[str, int | None]]:
    """The moving phase, the placing phase, and the game: counts, and the longest distances if known."""
    headers = list(headers)
    placing = [header for header in headers if header.subspace.in_hand]
    moving = [header for header in headers if not header.subspace.in_hand]
    return {"moving": _total(moving), "placing": _total(placing), "game": _total(headers)}


def by_length(header: Header) -> dict[int, int]:
    """Decided positions by the plies that a table counts; none where it has outcomes alone."""
    value, found = METRICS[header.grade].value, dict[int, int]()
    for code, number in enumerate(header.histogram):
        length = value("win" if code % 2 else "loss", code).length
        if length is not None:
            found[length] = found.get(length, 0) + number
    return found


def longest(header: Header, name: str) -> int | None:
    """The plies of the longest win or loss; None without one, or without distances.

    Args:
        name: one of :data:`LONGEST`.
    """
    code: int | None = getattr(header, name)
    if code is None:
        return None
    return METRICS[header.grade].value("win" if name == "longest_win" else "loss", code).length


def facts_of(header: Header) -> dict[str, int | None]:
    """The counts and the longest distances of a table, by name."""
    return {count: getattr(header, count) for count in COUNTS} | {
        name: longest(header, name) for name in LONGEST
    }


def longest_text(rules: Rules, header: Header, name: str) -> str | None:
    """A position that takes longest to win or to lose; None without one, or without distances.

    Args:
        name: one of :data:`LONGEST`.
    """
    entry = getattr(header, f"{name}_entry")
    position = None if entry is None else position_at(rules, header.subspace, entry)
    return None if position is None else format_position(rules.board, position)


def _total(headers: list[Header]) -> dict[str, int | None]:
    sums = {count: sum(getattr(header, count) for header in headers) for count in COUNTS}
    known = {name: [longest(header, name) for header in headers] for name in LONGEST}
    return sums | {
        name: max((plies for plies in found if plies is not None), default=None)
        for name, found in known.items()
    }


def _table_facts(rules: Rules, header: Header) -> dict[str, Any]:
    return {
        "subspace": str(header.subspace),
        **facts_of(header),
        "histogram": {str(plies): number for plies, number in by_length(header).items()}
        | {"draw": header.draws},
        **{f"{name}_position": longest_text(rules, header, name) for name in LONGEST},
    }
