"""``millbase line``: how a position is played out."""

from __future__ import annotations

import click

from millbase.answers.asking import play_out
from millbase.answers.documents import json_text, line_document
from millbase.cli.numbers import WholeNumber
from millbase.cli.options import db_option, distances_option, json_option, position_argument, rules_options
from millbase.databases import tablebase
from millbase.databases.directories import Directories
from millbase.databases.metrics import Grade
from millbase.solver.game.boards import Board
from millbase.solver.game.notation import format_move, format_position, parse_position
from millbase.solver.game.positions import COLOURS
from millbase.solver.game.rules import Rules
from millbase.solver.oracle import RankedMove
from millbase.solver.telling import columns, value_text, verdict


@click.command()
@position_argument()
@click.option(
    "--plies",
    type=WholeNumber(min=1),
    default=20,
    show_default=True,
    metavar="N",
    help="How far to play in a drawn position.",
)
@rules_options
@db_option
@distances_option
@json_option
def line(
    rules: Rules, position: str, plies: int, directories: Directories, grade: Grade | None, as_json: bool
) -> None:
    """Show the best moves of both sides from a POSITION.

    A decided position is played to the end, a drawn one for some plies or to a repetition.
    """
    with tablebase.open(directories, rules, grade=grade) as tables:
        found = play_out(tables, parse_position(rules, position), plies)
    board = rules.board
    if as_json:
        click.echo(json_text(line_document(rules, found)))
        return
    click.echo(format_position(board, found.position))
    click.echo(verdict(found.position, found.value, found.prospect))
    rows = [_row(board, number, ranked) for number, ranked in enumerate(found.moves, start=1)]
    if rows:
        click.echo(columns(rows, left=5))


def _row(board: Board, number: int, ranked: RankedMove) -> tuple[str, ...]:
    mover = COLOURS[1 if ranked.position.white_to_move else 0]
    return (
        f"{number:3}",
        mover,
        format_move(board, ranked.move),
        value_text(ranked.value, ranked.prospect),
        format_position(board, ranked.position),
    )
