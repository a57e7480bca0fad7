"""Published figures beside those of tables.

The figures are in ``published.csv``: of which rules they are, of which part of the game, what they count, and
who found them. A part is a subspace, ``ply 5`` (all positions before the fifth placement, counted as Loewer
2016 counts them) or ``game``. Per cent are of White in a ply, of the side to move in a game.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Any

from millbase.answers.documents import Document, with_rules
from millbase.databases.errors import MissingTable
from millbase.databases.header import Header
from millbase.databases.survey import Survey
from millbase.solver.game.boards import Board
from millbase.solver.game.material import Subspace, SubspaceError
from millbase.solver.game.options import parse_option, with_options
from millbase.solver.game.rules import Rules
from millbase.solver.subspaces import check, game_subspaces


@dataclass(frozen=True)
class Figure:
    """A published figure.

    Attributes:
        rules: of the game that it is of.
        part: of that game.
        name: what is counted, such as ``longest_win``.
        number: as it is printed.
        source: who published it.
    """

    rules: Rules
    part: str
    name: str
    number: str
    source: str


@dataclass(frozen=True)
class Beside:
    """A published figure and that of tables.

    Attributes:
        ours: from the tables that are there, with as many decimals; None if they do not tell.
        missing: how many tables of the part are not there.
    """

    figure: Figure
    ours: str | None
    missing: int

    @property
    def agrees(self) -> bool | None:
        """Whether the two are equal; None if some tables are missing and that may be why they are not."""
        if self.ours == self.figure.number:
            return True
        return None if self.ours is None or self.missing else False


@lru_cache(maxsize=1)
def published() -> tuple[Figure, ...]:
    """All published figures."""
    text = resources.files("millbase.answers").joinpath("published.csv").read_text(encoding="utf-8")
    return tuple(
        Figure(_rules(variant, options), part, name, number, source)
        for variant, options, part, name, number, source in list(csv.reader(io.StringIO(text)))[1:]
    )


def beside(survey: Survey, part: str | None = None) -> list[Beside]:
    """The published figures of a rule set beside those of the tables that are there.

    Args:
        part: only of this part; None for all of which there is a table.

    Raises:
        MissingTable: ``part`` is a subspace without a table.
        BrokenTable, WrongRules: see :meth:`millbase.databases.survey.Survey.header`.
    """
    rules = survey.catalogue.rules
    figures = [figure for figure in published() if part in (None, figure.part) and _applies(figure, rules)]
    rows: list[Beside] = []
    for name in dict.fromkeys(figure.part for figure in figures):
        found = _Part.of(survey, name)
        if part is not None and not found.headers:
            survey.header(found.subspaces[0])  # which raises that it is missing
        if found.headers:
            rows += [found.beside(figure) for figure in figures if figure.part == name]
    return rows


def published_document(rules: Rules, rows: Sequence[Beside]) -> Document:
    """Published figures and ours."""
    return with_rules(rules, {"published": [_facts(row) for row in rows]})


def published_csv(rows: Sequence[Beside]) -> str:
    """A line for each figure, below a line of names."""
    text = io.StringIO()
    names = ("part", "figure", "published", "ours", "agrees", "missing", "source")
    writer = csv.DictWriter(text, names, lineterminator="\n")
    writer.writeheader()
    writer.writerows(_facts(row) for row in rows)
    return text.getvalue()


def subspaces_of_ply(men: tuple[int, int], ply: int) -> list[Subspace]:
    """The subspaces before a placement, the first being 1: any number of stones may have been removed.

    As Loewer counts: what cannot be reached, and what is lost by the number of stones, is among them.
    """
    white, black = ply // 2, (ply - 1) // 2
    mine, others = (black, white) if ply % 2 == 0 else (white, black)
    hands = (men[1] - mine, men[0] - others) if ply % 2 == 0 else (men[0] - mine, men[1] - others)
    return [Subspace(own, opp, *hands) for own in range(mine + 1) for opp in range(others + 1)]


def _rules(variant: str, options: str) -> Rules:
    settings = (option.split("=") for option in options.split())
    return with_options(variant, {name: parse_option(name, text) for name, text in settings})


def _applies(figure: Figure, rules: Rules) -> bool:
    """Whether a figure is one of these rules, as far as they matter to it."""
    try:
        subspace = Subspace.parse(figure.part)
    except SubspaceError:
        return figure.rules == rules
    try:
        check(rules, subspace)
    except SubspaceError:
        return False
    one, other = (each.for_tables(subspace.in_hand, subspace.in_play) for each in (figure.rules, rules))
    return one == other


def _in_part(rules: Rules, part: str) -> list[Subspace]:
    if part == "game":
        return game_subspaces(rules)
    if part.startswith("ply "):
        return subspaces_of_ply(rules.men, int(part.removeprefix("ply ")))
    return [Subspace.parse(part)]


@dataclass(frozen=True)
class _Part:
    """A part of a game.

    Attributes:
        subspaces: all of it, also those in which a side has lost by the number of its stones.
        headers: of the tables that are there.
    """

    board: Board
    subspaces: Sequence[Subspace]
    headers: Mapping[Subspace, Header]

    @classmethod
    def of(cls, survey: Survey, name: str) -> _Part:
        rules = survey.catalogue.rules
        subspaces = _in_part(rules, name)
        headers: dict[Subspace, Header] = {}
        for subspace in subspaces:
            with suppress(MissingTable):
                if not _is_lost(subspace):
                    headers[subspace] = survey.header(subspace)
        return cls(rules.board, subspaces, headers)

    def beside(self, figure: Figure) -> Beside:
        missing = sum(not _is_lost(subspace) for subspace in self.subspaces) - len(self.headers)
        number = None if missing and figure.name.endswith("_percent") else self._number(figure.name)
        decimals = len(figure.number.partition(".")[2])
        return Beside(figure, None if number is None else f"{number:.{decimals}f}", missing)

    def _number(self, name: str) -> float | None:
        """What is counted; None if the tables do not tell."""
        if name == "longest":
            return self._longest(("wins", "longest_win"), ("losses", "longest_loss"))
        if name == "longest_win":
            return self._longest(("wins", name))
        if name == "longest_loss":
            return self._longest(("losses", name))
        if name in ("wins", "draws", "losses"):
            return self._sum(name)
        if name in ("white_percent", "black_percent"):
            white = self.subspaces[0].own_hand == self.subspaces[0].opp_hand  # and to move
            won = self._outcomes()["wins" if white is (name == "white_percent") else "losses"]
            return 100 * won / sum(self._outcomes().values())
        return 100 * self._outcomes()[name.removesuffix("_percent")] / sum(self._outcomes().values())

    def _longest(self, *of: tuple[str, str]) -> int | None:
        """The longest distance of wins, or of losses, or of both; None where tables have outcomes alone."""
        found = [
            getattr(header, longest)
            for header in self.headers.values()
            for count, longest in of
            if getattr(header, count)
        ]
        return None if None in found else max(found, default=0)

    def _sum(self, name: str) -> int:
        return sum(getattr(header, name) for header in self.headers.values())

    def _outcomes(self) -> dict[str, int]:
        """Positions by outcome for the side to move, those lost by the number of stones among them."""
        lost = {"wins": 0, "draws": 0, "losses": 0}
        for subspace in filter(_is_lost, self.subspaces):
            lost["losses" if subspace.lost else "wins"] += self.board.orbits(subspace.own, subspace.opp)
        return {name: number + self._sum(name) for name, number in lost.items()}


def _is_lost(subspace: Subspace) -> bool:
    """Whether a side has lost by the number of its stones: there is no table then."""
    return subspace.lost or subspace.mirror.lost


def _facts(row: Beside) -> dict[str, Any]:
    return {
        "part": row.figure.part,
        "figure": row.figure.name,
        "published": row.figure.number,
        "ours": row.ours,
        "agrees": row.agrees,
        "missing": row.missing,
        "source": row.figure.source,
    }
