"""``millbase malom``: the files of Malom, another program's database."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from millbase.cli.building import resumable
from millbase.cli.options import (
    Directory,
    db_option,
    json_option,
    named_subspaces,
    rules_options,
    threads_option,
)
from millbase.cli.problems import Failure
from millbase.cli.progress import StepBar
from millbase.cli.text import bytes_text, counted, seconds_text
from millbase.databases.directories import Directories
from millbase.databases.malom import exporting
from millbase.databases.malom.exporting import Made
from millbase.databases.malom.sources import Sources
from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import Rules
from millbase.solver.subspaces import unit_of


@click.group()
def malom() -> None:
    """Write Malom's files, and compare with those that were published.

    Malom's database has a file for each subspace, which it calls a sector. Its draws are graded, so tables of
    `build --grade ultra` are needed beside those of distances.
    """


@malom.command()
@rules_options
@click.argument("texts", metavar="[SUBSPACE]...", nargs=-1)
@db_option
@threads_option
@json_option
def check(
    rules: Rules, texts: tuple[str, ...], directories: Directories, threads: int, as_json: bool
) -> None:
    """Make Malom's files and compare their SHA-256 with the published ones; nothing is written.

    A SUBSPACE such as 6-4 is both sides to move; without one, all that both tables are there of are compared.
    """
    sources, wanted = _wanted(rules, texts, directories)
    with StepBar() as progress:
        found = []
        for made in exporting.check(sources, wanted, threads=threads, progress=progress):
            found.append(made)
            click.echo(json.dumps(_document(made)) if as_json else _line(made))
    known = [made for made in found if made.published is not None]
    equal = sum(made.equal for made in known)
    size = bytes_text(sum(made.bytes for made in found))
    summary = f"{equal} of {counted(len(known), 'file')} equal to the published ones: {size}"
    if equal < len(known):
        wrong = ", ".join(made.name for made in known if not made.equal)
        raise Failure(f"{summary}; not {wrong}")
    if not as_json:
        click.echo(summary)


@malom.command()
@rules_options
@click.argument("texts", metavar="[SUBSPACE]...", nargs=-1)
@click.option(
    "--to", "target", type=Directory(), required=True, metavar="DIR", help="Where they are written."
)
@db_option
@threads_option
def export(
    rules: Rules, texts: tuple[str, ...], target: Path, directories: Directories, threads: int
) -> None:
    """Write Malom's files, and the values of its sectors, to a directory.

    A SUBSPACE such as 6-4 is both sides to move; without one, all that both tables are there of are written.
    """
    sources, wanted = _wanted(rules, texts, directories)
    with resumable(), StepBar() as progress:
        found = list(exporting.export(sources, target, wanted, threads=threads, progress=progress))
    click.echo(
        f"{counted(len(found), 'file')} written: {bytes_text(sum(made.bytes for made in found))} in {target}"
    )


def _wanted(
    rules: Rules, texts: tuple[str, ...], directories: Directories
) -> tuple[Sources, list[Subspace]]:
    sources = Sources(directories, rules)
    units = [unit_of(rules, subspace) for subspace in named_subspaces(rules, texts)]
    wanted = list(dict.fromkeys(member for unit in units for member in unit)) or sources.there()
    if not wanted:
        raise Failure(
            "there are no tables of graded draws; `millbase build --grade ultra 3-3` builds the smallest"
        )
    return sources, wanted


def _line(made: Made) -> str:
    found = "equal" if made.equal else "not known" if made.published is None else "different"
    return f"{made.name}  {made.sha256}  {found} ({bytes_text(made.bytes)}, {seconds_text(made.seconds)})"


def _document(made: Made) -> dict[str, Any]:
    equal = None if made.published is None else made.equal
    return {
        "file": made.name,
        "bytes": made.bytes,
        "sha256": made.sha256,
        "equal": equal,
        "seconds": round(made.seconds, 3),
    }
