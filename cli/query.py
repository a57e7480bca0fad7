"""``millbase query``: what a position is worth, and every move in it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from millbase.answers.asking import Asking
from millbase.answers.documents import json_text, query_document
from millbase.answers.problems import problem
from millbase.cli.drawing import ascii_option
from millbase.cli.options import (
    db_option,
    distances_option,
    json_option,
    position_argument,
    rules_options,
    time_option,
)
from millbase.cli.problems import Tally
from millbase.cli.reading import numbered_lines
from millbase.databases import tablebase
from millbase.databases.directories import Directories
from millbase.databases.metrics import Grade
from millbase.solver.game.notation import parse_position
from millbase.solver.game.rules import Rules
from millbase.solver.telling import answer_text


@click.command()
@position_argument()
@rules_options
@db_option
@distances_option
@click.option("--unique", is_flag=True, help="Show moves that differ by a symmetry of the position as one.")
@time_option("How long to search where tables of the placing phase are missing, on top of the others.")
@json_option
@ascii_option
def query(
    rules: Rules,
    position: str,
    directories: Directories,
    grade: Grade | None,
    unique: bool,
    seconds: float | None,
    as_json: bool,
    ascii_only: bool,
) -> None:
    """Show the value of a POSITION and of every move in it, best first.

    A position is its rings, outermost first and each clockwise from the top left corner, then the side
    to move and the stones in hand: "WWB.W..B/.B....../........ w". With - for POSITION, positions are
    read from standard input, one a line; where one has no answer, the error takes its place.

    Moves that keep a draw come in the order in which they are hard to meet: the greatest share of losing
    replies first.

    Where the tables of a position with stones in hand are missing, --time allows a search. If that does
    not come to an end, the answer says between which values it lies.
    """
    with tablebase.open(directories, rules, grade=grade) as tables:
        asking = Asking(tables, seconds)

        def answer(text: str) -> str:
            found = asking.answer(parse_position(rules, text))
            if as_json:
                return json_text(query_document(rules, found, unique))
            return answer_text(rules, found, ascii_only, unique)

        if position == "-":
            _answer_lines(answer, as_json)
        else:
            click.echo(answer(position))


def _answer_lines(answer: Callable[[str], str], as_json: bool) -> None:
    """Answer every line of standard input; where there is no answer, the error takes its place."""
    tally = Tally("position")
    for number, text in numbered_lines(Path("-")):
        with tally.each(f"line {number}: ") as trouble:
            click.echo(answer(text))
        if trouble.error is not None:
            told = {"position": text, "error": problem(trouble.cause)}
            click.echo(json_text(told) if as_json else trouble.error.message)
    tally.finish()
