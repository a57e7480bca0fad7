"""``millbase plan``: what would be built, and what it would take."""

from __future__ import annotations

import click

from millbase.answers.documents import json_text
from millbase.answers.planning import plan_document
from millbase.cli.options import (
    db_option,
    grade_option,
    json_option,
    rules_options,
    subspaces_options,
    threads_option,
)
from millbase.cli.text import bytes_text, seconds_text, unit_text
from millbase.databases import planning
from millbase.databases.directories import Directories
from millbase.databases.metrics import Grade, metric_of
from millbase.databases.planning import Needs, PlannedUnit
from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import Rules
from millbase.solver.telling import columns


@click.command()
@rules_options
@subspaces_options
@db_option
@grade_option
@threads_option
@json_option
def plan(
    rules: Rules,
    subspaces: list[Subspace],
    directories: Directories,
    grade: Grade | None,
    threads: int,
    as_json: bool,
) -> None:
    """Show what would be built: entries, memory, disk, time.

    A SUBSPACE such as 6-4 is both sides to move, and brings along the subspaces it is solved from.
    Of tables that are there the size is shown; time, and the room on the disk of others, are guesses.
    """
    units = planning.plan(directories, rules, subspaces, grade=grade, threads=threads)
    if as_json:
        click.echo(json_text(plan_document(rules, units, metric_of(grade, rules).name, threads)))
        return
    rows = [("", "entries", "memory", "disk", "time", "")]
    rows += [(unit_text(unit.unit), *_cells(unit), unit.status.value) for unit in units]
    rows += [("to build", *_cells(planning.to_build(units)), "")]
    click.echo(columns(rows))


def _cells(takes: PlannedUnit | Needs) -> tuple[str, str, str, str]:
    return (
        f"{takes.entries:,}",
        bytes_text(takes.bytes_memory),
        bytes_text(takes.bytes_disk),
        seconds_text(takes.seconds),
    )
