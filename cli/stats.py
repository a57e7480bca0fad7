"""``millbase stats``: what the tables hold."""

from __future__ import annotations

from math import ceil, log10

import click

from millbase.answers.documents import json_text
from millbase.answers.statistics import COUNTS, longest_win, table_document, tables_document, totals
from millbase.cli.drawing import ascii_option
from millbase.cli.options import db_option, json_option, named_subspaces, rules_options, tables_there
from millbase.cli.problems import Refusal
from millbase.databases import tablebase
from millbase.databases.catalogue import Catalogue
from millbase.databases.directories import Directories
from millbase.databases.header import Header
from millbase.databases.survey import Survey
from millbase.solver.game.boards import Board
from millbase.solver.game.material import Subspace
from millbase.solver.game.notation import format_position
from millbase.solver.game.rules import Rules
from millbase.solver.telling import columns, plies_text

_BAR = 40  # letters of the longest bar


@click.command()
@click.argument("text", metavar="[SUBSPACE]", required=False)
@rules_options
@db_option
@click.option(
    "--zugzwang", is_flag=True, help="Count also the positions of SUBSPACE in which nobody wants to move."
)
@json_option
@ascii_option
def stats(
    rules: Rules,
    text: str | None,
    directories: Directories,
    zugzwang: bool,
    as_json: bool,
    ascii_only: bool,
) -> None:
    """Show how many positions are won, drawn and lost.

    SUBSPACE 6-4 is the one in which the side to move has six stones: its counts, by plies too with bars on
    a logarithmic scale, and a position of the longest win. Without it, the counts of all tables and their
    totals. Positions that differ by a symmetry count as one.

    Mutual zugzwang is whole where whoever is to move loses, half where one side would lose and the other
    draw.
    """
    if zugzwang and (text is None or "+" in text):
        raise Refusal("zugzwang is counted in one subspace without stones in hand, such as 4-4")
    survey = Survey(Catalogue(directories, rules))
    if text is not None:
        [subspace] = named_subspaces(rules, [text])
        header = survey.header(subspace)
        counts = _zugzwangs(rules, subspace, directories) if zugzwang else None
        if as_json:
            click.echo(json_text(table_document(rules, header, counts)))
        else:
            click.echo(_table_text(rules.board, header, ascii_only))
            if counts is not None:
                click.echo("\nMutual zugzwang: {:,} whole, {:,} half".format(*counts))
        return
    headers = [survey.header(found) for found in tables_there(survey.catalogue)]
    click.echo(json_text(tables_document(rules, headers)) if as_json else _overview(headers))


def _zugzwangs(rules: Rules, subspace: Subspace, directories: Directories) -> tuple[int, int]:
    from millbase.answers.finding import count_zugzwangs  # imports numba

    with tablebase.open(directories, rules) as tables:
        return count_zugzwangs(tables, subspace)


def _overview(headers: list[Header]) -> str:
    rows: list[tuple[str, ...]] = [("", *COUNTS, "longest win", "longest loss")]
    rows += [
        (
            str(header.subspace),
            *(f"{getattr(header, count):,}" for count in COUNTS),
            _plies_text(header.longest_win),
            _plies_text(header.longest_loss),
        )
        for header in headers
    ]
    rows += [
        (phase, *(f"{total[count]:,}" for count in COUNTS), "", "")
        for phase, total in totals(headers).items()
    ]
    return columns(rows)


def _plies_text(plies: int | None) -> str:
    return "-" if plies is None else str(plies)


def _bar(share: float, mark: str) -> str:
    """A bar for a share from 0 to 1; a share above 0 is seen."""
    return (mark * ceil(share * _BAR)).ljust(_BAR)


def _table_text(board: Board, header: Header, ascii_only: bool) -> str:
    mark = "#" if ascii_only else "█"
    shares = [
        (name, f"{number:,}", f"{number / header.positions:.1%}")
        for name, number in (("won", header.wins), ("drawn", header.draws), ("lost", header.losses))
    ]
    parts = [f"{header.subspace}: {header.positions:,} positions\n{columns(shares)}"]
    if header.histogram:
        tallest = log10(max(header.histogram) + 1)
        plies = [
            (str(plies), f"{number:,}", _bar(log10(number + 1) / tallest, mark))
            for plies, number in enumerate(header.histogram)
            if number
        ]
        parts.append(columns([("plies", "positions", ""), *plies], left=0))
    position = longest_win(board, header)
    if position is not None and header.longest_win is not None:
        parts.append(
            f"A win in {plies_text(header.longest_win)}, the longest: {format_position(board, position)}"
        )
    return "\n\n".join(parts)
