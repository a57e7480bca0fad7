"""``millbase plan``: what would be built, and what it would take."""

from __future__ import annotations

import click

from millbase.answers.documents import json_text
from millbase.answers.planning import plan_document
from millbase.cli.numbers import Amount, WholeNumber
from millbase.cli.options import (
    db_option,
    grade_option,
    json_option,
    rules_options,
    subspaces_options,
    threads_option,
)
from millbase.cli.text import bytes_text, counted, seconds_text, unit_text
from millbase.databases import planning
from millbase.databases.directories import Directories
from millbase.databases.metrics import Grade, metric_of
from millbase.databases.planning import Needs, PlannedUnit
from millbase.databases.simulating import Simulated, simulate
from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import Rules
from millbase.solver.graph import UnitGraph
from millbase.solver.telling import columns


@click.command()
@rules_options
@subspaces_options
@db_option
@grade_option
@threads_option
@click.option(
    "--workers",
    type=WholeNumber(min=1),
    multiple=True,
    metavar="N",
    help="Instead, how long so many workers would take, each with --threads; may be given several times.",
)
@click.option(
    "--memory",
    "memory_gb",
    type=Amount(),
    metavar="GB",
    help="With --workers: refuse units that need more memory than each of them has.",
)
@json_option
def plan(
    rules: Rules,
    subspaces: list[Subspace],
    directories: Directories,
    grade: Grade | None,
    threads: int,
    workers: tuple[int, ...],
    memory_gb: float | None,
    as_json: bool,
) -> None:
    """Show what would be built: entries, memory, disk, time.

    A SUBSPACE such as 6-4 is both sides to move, and brings along the subspaces it is solved from.
    Of tables that are there the size is shown; time, and the room on the disk of others, are guesses.

    With --workers the schedule is simulated: the time, how many times as fast as one worker, the share of
    their time in which workers wait, and what limits: the number of workers, the longest path of units
    that need each other, or both by turns.
    """
    units = planning.plan(directories, rules, subspaces, grade=grade, threads=threads)
    if memory_gb is not None:
        planning.refuse_memory(units, memory_gb)
    costs = {unit.unit: unit.seconds for unit in units if not unit.done}
    graph = UnitGraph(rules, subspaces)
    schedules = [simulate(graph, costs, number) for number in workers]
    if as_json:
        click.echo(json_text(plan_document(rules, units, metric_of(grade, rules).name, threads, schedules)))
        return
    if schedules:
        click.echo(_schedules_text(planning.to_build(units), schedules))
        return
    rows = [("", "entries", "memory", "disk", "time", "")]
    rows += [(unit_text(unit.unit), *_cells(unit), unit.status.value) for unit in units]
    rows += [("to build", *_cells(planning.to_build(units)), "")]
    click.echo(columns(rows))


def _schedules_text(needs: Needs, schedules: list[Simulated]) -> str:
    rows = [("workers", "time", "times one", "idle", "limit", "written a second")]
    rows += [
        (
            f"{found.workers}",
            seconds_text(found.seconds),
            f"{found.speedup:.1f}",
            f"{found.idle:.0%}",
            found.limit,
            bytes_text(round(needs.bytes_disk / found.seconds)) if found.seconds else "",
        )
        for found in schedules
    ]
    longest = seconds_text(schedules[0].path)
    return (
        f"{columns(rows)}\n\n{counted(needs.tables, 'table')}, {needs.entries:,} entries, "
        f"{bytes_text(needs.bytes_disk)}; the longest path takes {longest}, and the unit that takes most "
        f"{bytes_text(needs.bytes_memory)} of memory"
    )


def _cells(takes: PlannedUnit | Needs) -> tuple[str, str, str, str]:
    return (
        f"{takes.entries:,}",
        bytes_text(takes.bytes_memory),
        bytes_text(takes.bytes_disk),
        seconds_text(takes.seconds),
    )
