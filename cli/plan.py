"""``millbase plan``: what would be built, and what it would take."""

from __future__ import annotations

import click

from millbase.cli.options import db_option, rules_options, subspaces_options
from millbase.cli.text import bytes_text, seconds_text, unit_text
from millbase.databases import planning
from millbase.databases.directories import Directories
from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import Rules
from millbase.solver.telling import columns


@click.command()
@rules_options
@subspaces_options
@db_option
def plan(rules: Rules, subspaces: list[Subspace], directories: Directories) -> None:
    """Show what would be built: entries, memory, disk, time.

    A SUBSPACE such as 6-4 is both sides to move, and brings along the subspaces it is solved from.
    The time is a guess for two processors.
    """
    units = planning.plan(directories, rules, subspaces)
    missing = [unit for unit in units if not unit.done]
    rows = [("", "entries", "memory", "disk", "time", "")]
    rows += [
        (
            unit_text(unit.unit),
            f"{unit.entries:,}",
            bytes_text(unit.bytes_memory),
            bytes_text(unit.bytes_disk),
            seconds_text(unit.seconds),
            unit.status.value,
        )
        for unit in units
    ]
    rows += [
        (
            "to build",
            f"{sum(unit.entries for unit in missing):,}",
            bytes_text(max((unit.bytes_memory for unit in missing), default=0)),
            bytes_text(sum(unit.bytes_disk for unit in missing)),
            seconds_text(sum(unit.seconds for unit in missing)),
            "",
        )
    ]
    click.echo(columns(rows))
