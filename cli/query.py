"""``millbase query``: what a position is worth, and every move in it."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from cli.answers import answer_json, moves_text, verdict
from cli.options import db_option, json_option, rules_options
from cli.problems import explained
from databases import tablebase
from solver.notation import draw_board, format_position, parse_position
from solver.oracle import Answer, evaluate
from solver.rules import Rules


@click.command()
@click.argument("position")
@rules_options
@db_option
@json_option
@click.option(
    "--ascii",
    "ascii_only",
    is_flag=True,
    help="Draw the board in plain ASCII, as is done anyway where the output cannot be Unicode.",
)
def query(rules: Rules, position: str, directory: Path | None, as_json: bool, ascii_only: bool) -> None:
    """Show the value of a POSITION and of every move in it, best first.

    A position is its rings, outermost first and each clockwise from the top left corner, then the side
    to move and the stones in hand: "WWB.W..B/.B....../........ w". With - for POSITION, positions are
    read from standard input, one a line.
    """
    ascii_only = ascii_only or not _takes_unicode(sys.stdout.encoding)
    with tablebase.open(directory, rules) as tables:
        for where, text in _asked(position):
            with explained(where):
                answer = evaluate(rules, tables, parse_position(rules, text))
            click.echo(
                json.dumps(answer_json(rules, answer)) if as_json else _text(rules, answer, ascii_only)
            )


def _asked(position: str) -> Iterator[tuple[str, str]]:
    """The texts of positions, each after the words that say where an error in it is."""
    if position != "-":
        yield "", position
        return
    with click.open_file("-", errors="replace") as lines:
        for number, line in enumerate(lines, start=1):
            if line.strip():
                yield f"line {number}: ", line


def _takes_unicode(encoding: str) -> bool:
    try:
        "○─●".encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def _text(rules: Rules, answer: Answer, ascii_only: bool) -> str:
    parts = [
        draw_board(rules.board, answer.position, ascii_only),
        format_position(rules.board, answer.position),
        verdict(answer.position, answer.value),
    ]
    if answer.moves:
        parts.append(moves_text(rules.board, answer.moves))
    return "\n\n".join(parts)
