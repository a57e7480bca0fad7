"""``millbase stats``: what the tables hold."""

from __future__ import annotations

from math import ceil, log10

import click

from millbase.answers.documents import json_text
from millbase.answers.published import Beside, beside, published_csv, published_document
from millbase.answers.statistics import (
    COUNTS,
    LONGEST,
    DrawsOf,
    by_length,
    draws_by_grade,
    facts_of,
    headers_of_game,
    longest,
    longest_text,
    table_document,
    tables_csv,
    tables_document,
    totals,
)
from millbase.cli.drawing import ascii_option
from millbase.cli.options import (
    db_option,
    distances_option,
    json_option,
    named_subspaces,
    rules_options,
    tables_there,
)
from millbase.cli.problems import Failure, Refusal
from millbase.cli.text import counted
from millbase.databases import tablebase
from millbase.databases.catalogue import Catalogue
from millbase.databases.directories import Directories
from millbase.databases.header import Header
from millbase.databases.metrics import Grade, metric_of
from millbase.databases.survey import Survey
from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import Rules
from millbase.solver.telling import columns, plies_text

_BAR = 40  # letters of the longest bar
_SHARES = (("won", "wins"), ("drawn", "draws"), ("lost", "losses"))


@click.command()
@click.argument("text", metavar="[SUBSPACE]", required=False)
@rules_options
@db_option
@distances_option
@click.option(
    "--zugzwang", is_flag=True, help="Count also the positions of SUBSPACE in which nobody wants to move."
)
@click.option("--published", "beside_published", is_flag=True, help="Show published figures beside these.")
@json_option
@click.option("--csv", "as_csv", is_flag=True, help="Print a line of CSV for each table or figure.")
@ascii_option
def stats(
    rules: Rules,
    text: str | None,
    directories: Directories,
    grade: Grade | None,
    zugzwang: bool,
    beside_published: bool,
    as_json: bool,
    as_csv: bool,
    ascii_only: bool,
) -> None:
    """Show how many positions are won, drawn and lost.

    SUBSPACE 6-4 is the one in which the side to move has six stones: its counts, by plies too with bars on
    a logarithmic scale, and positions of the longest win and the longest loss. Without it, the counts of
    all tables of the game and their totals. Positions that differ by a symmetry count as one.

    Mutual zugzwang is whole where whoever is to move loses, half where one side would lose and the other
    draw.

    Published figures are of subspaces, of the positions before each placement (ply 1 to 18), and of the whole
    game. What tables say of a part of which some are missing may differ for that.
    """
    if zugzwang and (text is None or "+" in text):
        raise Refusal("zugzwang is counted in one subspace without stones in hand, such as 4-4")
    if as_csv and (as_json or zugzwang):
        raise Refusal("--csv has a line for each table and no more: leave out --json and --zugzwang")
    survey = Survey(Catalogue(directories, rules, metric_of(grade, rules)))
    if beside_published:
        if zugzwang:
            raise Refusal("--published shows published figures and no more: leave out --zugzwang")
        click.echo(_beside(survey, text, as_json, as_csv), nl=not as_csv)
        return
    if text is None:
        headers = _all_headers(survey)
        if as_csv:
            click.echo(tables_csv(rules, headers), nl=False)
        else:
            click.echo(json_text(tables_document(rules, headers)) if as_json else _overview(headers))
        return
    [subspace] = named_subspaces(rules, [text])
    header = survey.header(subspace)
    counts = _zugzwangs(rules, subspace, directories, grade) if zugzwang else None
    grades = draws_by_grade(survey, subspace)
    if as_csv:
        click.echo(tables_csv(rules, [header]), nl=False)
    elif as_json:
        click.echo(json_text(table_document(rules, header, counts, grades)))
    else:
        click.echo(_table_text(rules, header, ascii_only))
        if grades:
            click.echo(f"\n{_grades_text(grades, header)}")
        if counts is not None:
            click.echo("\nMutual zugzwang: {:,} whole, {:,} half".format(*counts))


def _beside(survey: Survey, text: str | None, as_json: bool, as_csv: bool) -> str:
    rules = survey.catalogue.rules
    part = None if text is None else str(named_subspaces(rules, [text])[0])
    if part is None:
        tables_there(survey.catalogue)
    rows = beside(survey, part)
    if not rows:
        raise Failure("of these rules nothing is published that the tables which are there could tell")
    if as_json:
        return json_text(published_document(rules, rows))
    return published_csv(rows) if as_csv else _beside_text(rows)


def _beside_text(rows: list[Beside]) -> str:
    words = {True: "", False: "differs", None: "?"}
    lines = [
        (
            row.figure.part,
            row.figure.name.replace("_", " "),
            row.figure.source,
            _grouped(row.figure.number),
            "-" if row.ours is None else _grouped(row.ours),
            words[row.agrees],
        )
        for row in rows
    ]
    table = columns([("", "", "", "published", "here", ""), *lines], left=3)
    agree, differ = (sum(row.agrees is agreeing for row in rows) for agreeing in (True, False))
    unclear = len(rows) - agree - differ
    told = f"{agree:,} of {counted(len(rows), 'figure')} agree, {differ:,} differ"
    if unclear:
        told += f"; for {unclear:,} some tables are missing"
    return f"{table}\n\n{told}"


def _grouped(number: str) -> str:
    """A number as it is printed elsewhere, with commas: ``140,621`` or ``53.6``."""
    whole, point, decimals = number.partition(".")
    return f"{int(whole):,}{point}{decimals}"


def _grades_text(grades: list[DrawsOf], header: Header) -> str:
    rows = [
        (str(draws.subspace or "equal stones"), f"{draws.positions:,}", _share(draws.positions, header.draws))
        for draws in grades
    ]
    return columns([("draws that head for", "positions", ""), *rows])


def _zugzwangs(
    rules: Rules, subspace: Subspace, directories: Directories, grade: Grade | None
) -> tuple[int, int]:
    from millbase.answers.finding import count_zugzwangs  # imports numba

    with tablebase.open(directories, rules, grade=grade) as tables:
        return count_zugzwangs(tables, subspace)


def _all_headers(survey: Survey) -> list[Header]:
    tables_there(survey.catalogue)
    headers = headers_of_game(survey)
    if not headers:
        men = survey.catalogue.rules.men_text
        raise Failure(
            f"no table that is there is of a game with {men} men a side; --men names another number"
        )
    return headers


def _overview(headers: list[Header]) -> str:
    rows: list[tuple[str, ...]] = [("", *COUNTS, "longest win", "longest loss")]
    rows += [(str(header.subspace), *_cells(facts_of(header))) for header in headers]
    of_phases = totals(headers)
    rows += [(phase, *_cells(total)) for phase, total in of_phases.items()]
    game = of_phases["game"]
    rows += [("", "", *(_share(game[count], game["positions"]) for count in COUNTS[1:]), "", "")]
    return columns(rows)


def _cells(facts: dict[str, int | None]) -> list[str]:
    """The counts and the longest distances of a table, or of several."""
    return ["-" if facts[name] is None else f"{facts[name]:,}" for name in (*COUNTS, *LONGEST)]


def _share(number: int | None, of: int | None) -> str:
    return f"{number / of:.1%}" if number is not None and of else "-"


def _bar(share: float, mark: str) -> str:
    """A bar for a share from 0 to 1; a share above 0 is seen."""
    return (mark * ceil(share * _BAR)).ljust(_BAR)


def _table_text(rules: Rules, header: Header, ascii_only: bool) -> str:
    mark = "#" if ascii_only else "█"
    shares = [
        (name, f"{getattr(header, count):,}", _share(getattr(header, count), header.positions))
        for name, count in _SHARES
    ]
    parts = [f"{header.subspace}: {header.positions:,} positions\n{columns(shares)}"]
    if header.histogram:
        tallest = log10(max(header.histogram) + 1)
        plies = [
            (str(plies), f"{number:,}", _bar(log10(number + 1) / tallest, mark))
            for plies, number in sorted(by_length(header).items())
            if number
        ]
        parts.append(columns([("plies", "positions", ""), *plies], left=0))
    extremes = [
        f"A {name.removeprefix('longest_')} in {plies_text(most)}, the longest: {written}"
        for name in LONGEST
        if (most := longest(header, name)) is not None
        and (written := longest_text(rules, header, name)) is not None
    ]
    if extremes:
        parts.append("\n".join(extremes))
    return "\n\n".join(parts)
