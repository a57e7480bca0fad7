"""``millbase query``: what a position is worth, and every move in it."""

from __future__ import annotations

from collections.abc import Iterator

import click

from millbase.answers.asking import Asking
from millbase.answers.documents import json_text, query_document
from millbase.cli.answers import answer_text
from millbase.cli.drawing import ascii_option
from millbase.cli.options import db_option, json_option, position_argument, rules_options, time_option
from millbase.cli.problems import explained
from millbase.databases import tablebase
from millbase.databases.directories import Directories
from millbase.solver.game.notation import parse_position
from millbase.solver.game.rules import Rules


@click.command()
@position_argument()
@rules_options
@db_option
@click.option("--unique", is_flag=True, help="Show moves that differ by a symmetry of the position as one.")
@time_option("How long to search where tables of the placing phase are missing, on top of the others.")
@json_option
@ascii_option
def query(
    rules: Rules,
    position: str,
    directories: Directories,
    unique: bool,
    seconds: float | None,
    as_json: bool,
    ascii_only: bool,
) -> None:
    """Show the value of a POSITION and of every move in it, best first.

    A position is its rings, outermost first and each clockwise from the top left corner, then the side
    to move and the stones in hand: "WWB.W..B/.B....../........ w". With - for POSITION, positions are
    read from standard input, one a line. Moves that keep a draw come in the order in which they are hard
    to meet: the greatest share of losing replies first.

    Where the tables of a position with stones in hand are missing, --time allows a search. If that does
    not come to an end, the answer says between which values it lies.
    """
    with tablebase.open(directories, rules) as tables:
        asking = Asking(tables, seconds)
        for where, text in _asked(position):
            with explained(where):
                answer = asking.answer(parse_position(rules, text))
            if as_json:
                click.echo(json_text(query_document(rules, answer, unique)))
            else:
                click.echo(answer_text(rules, answer, ascii_only, unique))


def _asked(position: str) -> Iterator[tuple[str, str]]:
    """The texts of positions, each after the words that say where an error in it is."""
    if position != "-":
        yield "", position
        return
    with click.open_file("-", errors="replace") as lines:
        for number, line in enumerate(lines, start=1):
            if line.strip():
                yield f"line {number}: ", line
