"""``millbase play``: a game in the terminal against the oracle."""

from __future__ import annotations

from pathlib import Path

import click

from millbase.answers.commands import DEFAULT_VARIANT
from millbase.cli.drawing import ascii_option
from millbase.cli.numbers import WholeNumber
from millbase.cli.options import db_option, position_argument, record_rules_options
from millbase.cli.problems import Refusal
from millbase.cli.reading import text_of
from millbase.cli.session import Session
from millbase.cli.text import counted
from millbase.databases import tablebase
from millbase.databases.directories import Directories
from millbase.solver.game.match import DrawRules, Game
from millbase.solver.game.notation import parse_position
from millbase.solver.game.positions import start
from millbase.solver.game.records.reading import read_records
from millbase.solver.game.records.record import RecordError
from millbase.solver.game.rules import Rules, preset

PLAYERS = {
    "white": (True, False),
    "black": (False, True),
    "both": (True, True),
    "none": (False, False),
}


@click.command()
@position_argument(required=False)
@click.option(
    "--load",
    "file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Go on from the game in a file, in any of the forms that games are kept in.",
)
@click.option(
    "--side",
    type=click.Choice(list(PLAYERS)),
    default="white",
    show_default=True,
    help="What you play; the oracle plays the rest.",
)
@click.option(
    "--repetition/--no-repetition",
    default=True,
    show_default=True,
    help="Whether a position that comes for the third time is a draw.",
)
@click.option(
    "--unchanged",
    type=WholeNumber(min=1),
    metavar="N",
    help="A draw after N moves of each side without a placement or a removal.",
)
@click.option(
    "--no-mill",
    type=WholeNumber(min=1),
    metavar="N",
    help="A draw after N moves of each side without a closed mill.",
)
@record_rules_options
@db_option
@ascii_option
def play(
    rules: Rules | None,
    position: str | None,
    file: Path | None,
    side: str,
    repetition: bool,
    unchanged: int | None,
    no_mill: int | None,
    directories: Directories,
    ascii_only: bool,
) -> None:
    """Play a game against the oracle, from a POSITION or from the empty board.

    At the prompt, type a move, or help. At its end the game is written out, with a tag for each fact and
    the moves by number, as the program Sanmill reads it.
    """
    draws = DrawRules(repetition, unchanged, no_mill)
    if side == "none" and not any(draws):
        raise Refusal("the oracle would play against itself for ever: leave one of the draw rules in force")
    if position is not None and file is not None:
        raise Refusal("a game begins with a POSITION or goes on from a file, not both")
    if file is not None:
        game = _loaded(rules, file, draws)
    else:
        rules = rules or preset(DEFAULT_VARIANT)
        game = Game(rules, start(rules) if position is None else parse_position(rules, position), draws)
    with tablebase.open(directories, game.rules) as tables:
        Session(game, tables, PLAYERS[side], ascii_only).run()


def _loaded(rules: Rules | None, file: Path, draws: DrawRules) -> Game:
    """The game that a file holds, as far as it was played."""
    records = [kept.record for kept in read_records(text_of(file), rules)]
    if len(records) != 1:
        raise Refusal(f"{file} holds {counted(len(records), 'game')}: to go on from one it has to be alone")
    [record] = records
    if isinstance(record, RecordError):
        raise Refusal(f"{file}: {record}")
    game = Game(record.rules, record.positions[0], draws)
    for played in record.moves:
        game.play(played.move)
    return game
