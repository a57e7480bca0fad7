"""``millbase play``: a game in the terminal against the oracle."""

from __future__ import annotations

import click

from millbase.cli.drawing import ascii_option
from millbase.cli.numbers import WholeNumber
from millbase.cli.options import db_option, position_argument, rules_options
from millbase.cli.problems import Refusal
from millbase.cli.session import Session
from millbase.databases import tablebase
from millbase.databases.directories import Directories
from millbase.solver.game.match import DrawRules, Game
from millbase.solver.game.notation import parse_position
from millbase.solver.game.positions import start
from millbase.solver.game.rules import Rules

PLAYERS = {
    "white": (True, False),
    "black": (False, True),
    "both": (True, True),
    "none": (False, False),
}


@click.command()
@position_argument(required=False)
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
@rules_options
@db_option
@ascii_option
def play(
    rules: Rules,
    position: str | None,
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
    game = Game(rules, start(rules) if position is None else parse_position(rules, position), draws)
    with tablebase.open(directories, rules) as tables:
        Session(game, tables, PLAYERS[side], ascii_only).run()
