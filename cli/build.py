"""``millbase build``: solve subspaces and write their tables."""

from __future__ import annotations

from typing import Any

import click

from millbase.cli.building import build_options, built, result_text
from millbase.cli.options import db_option, rules_options, subspaces_options
from millbase.databases.catalogue import Catalogue
from millbase.databases.directories import Directories
from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import Rules


@click.command()
@rules_options
@subspaces_options
@db_option
@build_options
def build(rules: Rules, subspaces: list[Subspace], directories: Directories, **how: Any) -> None:
    """Build tables, and all the tables they need.

    A SUBSPACE such as 6-4 is both sides to move. What is finished stays: the same command goes on
    where an interrupted one stopped.
    """
    result = built(directories, rules, subspaces, **how)
    click.echo(result_text(result, Catalogue(directories, rules)))
