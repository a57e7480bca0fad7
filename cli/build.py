"""``millbase build``: solve subspaces and write their tables."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import click

from cli.options import db_option, rules_options, subspaces_options, threads_option
from cli.problems import Failure
from cli.progress import BuildProgress
from cli.text import seconds_text
from databases import building, planning
from databases.catalogue import Catalogue
from solver.rules import Rules
from solver.subspaces import Subspace


@click.command()
@rules_options
@subspaces_options
@db_option
@click.option(
    "--grade",
    type=click.Choice(["dtw", "wdl"]),
    default="dtw",
    show_default=True,
    help="Keep distances in plies, or only who wins, in less space.",
)
@click.option("--memory", "memory_gb", type=float, metavar="GB", help="Refuse units that need more.")
@click.option(
    "--force", is_flag=True, help="Solve again what is broken or of other rules, instead of refusing."
)
@threads_option
def build(
    rules: Rules,
    subspaces: list[Subspace],
    directory: Path | None,
    grade: Literal["dtw", "wdl"],
    memory_gb: float | None,
    force: bool,
    threads: int,
) -> None:
    """Build tables, and all the tables they need.

    A SUBSPACE such as 6-4 is both sides to move. What is finished stays: the same command goes on
    where an interrupted one stopped.
    """
    planned = planning.plan(directory, rules, subspaces, grade=grade)
    entries = sum(unit.entries for unit in planned if not unit.done)
    try:
        with BuildProgress(entries) as progress:
            result = building.build(
                directory,
                rules,
                subspaces,
                grade=grade,
                memory_gb=memory_gb,
                force=force,
                threads=threads,
                progress=progress,
            )
    except KeyboardInterrupt:
        raise Failure(
            "interrupted; finished tables are kept, and the same command goes on from there"
        ) from None
    click.echo(
        f"{len(result.solved)} solved, {len(result.kept)} already there: "
        f"{seconds_text(result.seconds)}, in {Catalogue(directory, rules).root}"
    )
