"""``millbase find``: positions that make good exercises, out of the tables."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice

import click

from millbase.answers.documents import json_text
from millbase.cli.numbers import WholeNumber
from millbase.cli.options import db_option, json_option, rules_options, subspaces_options
from millbase.cli.problems import Refusal
from millbase.databases import tablebase
from millbase.databases.directories import Directories
from millbase.solver.game.material import Subspace
from millbase.solver.game.notation import format_move, format_position
from millbase.solver.game.rules import Rules
from millbase.solver.telling import value_text


def _read_range(context: click.Context, option: click.Parameter, text: str | None) -> tuple[int, int] | None:
    """Plies from and to: ``7-9``, or ``7``."""
    if text is None:
        return None
    match = re.fullmatch(r"(\d{1,4})(?:-(\d{1,4}))?", text)
    if match is None or int(match[2] or match[1]) < int(match[1]):
        raise Refusal(f"{text!r} is no number of plies: write 7, or 7-9 for from seven to nine")
    return int(match[1]), int(match[2] or match[1])


@click.command()
@rules_options
@subspaces_options
@click.option(
    "--win", "plies", callback=_read_range, metavar="A-B", help="The side to move wins in A to B plies."
)
@click.option("--only-move", is_flag=True, help="Exactly one move is best: of a win, the soonest.")
@click.option("--no-removal", is_flag=True, help="No best move removes a stone.")
@click.option("--no-dual", is_flag=True, help="Along the best line no later move wins as soon as another.")
@click.option("--zugzwang", is_flag=True, help="Each side would be better off if the other were to move.")
@click.option(
    "--count", type=WholeNumber(min=1), default=10, show_default=True, metavar="N", help="How many."
)
@click.option(
    "--seed", type=WholeNumber(min=0), default=0, show_default=True, metavar="S", help="Which ones."
)
@click.option(
    "--link", metavar="ADDRESS", help="Give links to puzzles on the page that `millbase serve` has there."
)
@db_option
@json_option
def find(
    rules: Rules,
    subspaces: Sequence[Subspace],
    plies: tuple[int, int] | None,
    only_move: bool,
    no_removal: bool,
    no_dual: bool,
    zugzwang: bool,
    count: int,
    seed: int,
    link: str | None,
    directories: Directories,
    as_json: bool,
) -> None:
    """Find positions in the tables of some SUBSPACEs: exercises, or mutual zugzwang.

    In SUBSPACE 6-4 the side to move has six stones. One seed always gives the same positions. Those that no
    game reaches are left out where the rules tell. With --json there is a line for each, as `millbase check`
    reads it.
    """
    if zugzwang and any(subspace.in_hand for subspace in subspaces):
        raise Refusal("zugzwang is a matter of positions without stones in hand: name subspaces such as 4-4")
    if link is not None and as_json:
        raise Refusal("--link and --json are two ways to tell a position: choose one")
    from millbase.answers.finding import Wanted  # imports numba
    from millbase.answers.finding import find as found
    from millbase.answers.puzzles import best_moves, puzzle_document, puzzle_link

    wanted = Wanted(plies, only_move, no_removal, no_dual, zugzwang)
    with tablebase.open(directories, rules) as tables:
        for answer in islice(found(tables, subspaces, wanted, seed), count):
            if as_json:
                click.echo(json_text(puzzle_document(rules, answer)))
                continue
            if link is not None:
                click.echo(puzzle_link(link, rules, answer))
                continue
            best = ", ".join(format_move(rules.board, ranked.move) for ranked in best_moves(answer))
            text = format_position(rules.board, answer.position)
            click.echo(f"{text}  {value_text(answer.value)}  {best}")
