"""``millbase solve``: a whole game, from the empty board to its last positions."""

from __future__ import annotations

from typing import Any

import click

from millbase.answers.asking import look_up
from millbase.answers.documents import json_text, solve_document
from millbase.cli.building import build_options, built, result_text
from millbase.cli.drawing import ascii_option
from millbase.cli.options import db_option, json_option, rules_options
from millbase.cli.progress import StepBar
from millbase.databases import tablebase
from millbase.databases.directories import Directories
from millbase.databases.metrics import Grade
from millbase.solver.game.positions import start
from millbase.solver.game.rules import Rules
from millbase.solver.subspaces import game_subspaces
from millbase.solver.telling import answer_text


@click.command()
@rules_options
@db_option
@build_options
@click.option(
    "--count-reachable",
    is_flag=True,
    help="Also count the positions that games can reach; for small boards.",
)
@json_option
@ascii_option
def solve(
    rules: Rules,
    directories: Directories,
    grade: Grade | None,
    count_reachable: bool,
    as_json: bool,
    ascii_only: bool,
    **how: Any,
) -> None:
    """Solve a whole game: build all tables from the empty board on, and show its value and first moves.

    What is finished stays: the same command goes on where an interrupted one stopped. Of first moves that
    differ by a symmetry, one is shown.

    Positions that can be reached are counted with the side to move and the stones in hand as parts of
    them, lost ones too, and no symmetry taken.
    """
    reachable = _count(rules) if count_reachable else None
    result = built(directories, rules, game_subspaces(rules), grade=grade, **how)
    with tablebase.open(directories, rules, grade=grade) as tables:
        click.echo(result_text(result, tables.catalogue), err=True)
        answer = look_up(tables, start(rules))
    if as_json:
        click.echo(json_text(solve_document(rules, answer, reachable)))
        return
    click.echo(answer_text(rules, answer, ascii_only, unique=True))
    if reachable is not None:
        click.echo(f"\n{reachable:,} positions can be reached")


def _count(rules: Rules) -> int:
    from millbase.solver.checking.reachable import count_reachable  # imports numba

    with StepBar() as progress:
        return count_reachable(rules, progress)
