"""``millbase export``: a smaller set of tables from a larger."""

from __future__ import annotations

from pathlib import Path

import click

from millbase.cli.building import resumable
from millbase.cli.options import (
    Directory,
    db_option,
    named_subspaces,
    rules_options,
    tables_there,
    threads_option,
)
from millbase.cli.progress import BuildBars
from millbase.cli.text import bytes_text, counted
from millbase.databases import exporting
from millbase.databases.catalogue import Catalogue
from millbase.databases.directories import Directories
from millbase.databases.metrics import METRICS, Grade, metric_of
from millbase.solver.game.rules import Rules


@click.command()
@rules_options
@click.argument("texts", metavar="[SUBSPACE]...", nargs=-1)
@click.option(
    "--grade",
    type=click.Choice([grade for grade, metric in METRICS.items() if not metric.grades_draws]),
    default="wdl",
    show_default=True,
    help="Write only who wins, or distances in plies as they are.",
)
@click.option(
    "--to",
    "target",
    type=Directory(),
    required=True,
    metavar="DIR",
    help="Where they are written, in a directory for each rule set as everywhere.",
)
@db_option
@threads_option
def export(
    rules: Rules,
    texts: tuple[str, ...],
    grade: Grade,
    target: Path,
    directories: Directories,
    threads: int,
) -> None:
    """Write a smaller set of tables, that of who wins, from tables with distances.

    A SUBSPACE such as 6-4 is both sides to move, and brings along the subspaces it was solved from;
    without one, all tables that are there are written. They are the same as `build --grade wdl` makes.
    What is finished stays: the same command goes on where an interrupted one stopped.
    """
    wanted = named_subspaces(rules, texts) or tables_there(
        Catalogue(directories, rules, metric_of(grade, rules))
    )
    with resumable(), BuildBars() as progress:
        result = exporting.export(
            directories, target, rules, wanted, grade=grade, threads=threads, progress=progress
        )
    written, kept = (sum(map(len, units)) for units in (result.written, result.kept))
    click.echo(
        f"{counted(written, 'table')} written, {kept} already there: {bytes_text(result.bytes)} in {target}"
    )
