"""What to do about a missing table: the command that builds it, and what that takes."""

from __future__ import annotations

from millbase.answers.asking import MovingPhaseNeeded, SearchNeeded
from millbase.answers.commands import build_command, build_moving_phase_command
from millbase.cli.text import bytes_text, seconds_text
from millbase.databases.errors import MissingTable
from millbase.databases.planning import plan, to_build
from millbase.solver.subspaces import moving_subspaces


def how_to_build(error: MissingTable) -> str | None:
    """The command and, if other tables are missing below it, how many they are and what they take.

    Returns:
        None where no command does: the rules are those of a program.
    """
    if isinstance(error, MovingPhaseNeeded):
        wanted = moving_subspaces(error.rules, sum(error.rules.men))
        command = build_moving_phase_command(error.rules, error.roots)
    else:
        wanted = [error.subspace]
        command = build_command(error.rules, error.subspace, error.roots, error.grade)
    if command is None:
        return None
    needs = to_build(plan(error.roots, error.rules, wanted, grade=error.grade))
    takes = ""
    if needs.tables > 1:
        takes = (
            f" ({needs.tables} tables are missing for it: about {seconds_text(needs.seconds)} and "
            f"{bytes_text(needs.bytes_disk)} on the disk)"
        )
    search = "; or --time SECONDS searches for the value" if isinstance(error, SearchNeeded) else ""
    return f"to build it: {command}{takes}{search}"
