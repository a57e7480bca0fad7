"""What the commands that build have in common: their options, and a build with its progress shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import click

from millbase.cli.cluster_bars import ClusterBars
from millbase.cli.numbers import Amount
from millbase.cli.options import grade_option, threads_option
from millbase.cli.problems import Failure
from millbase.cli.progress import BuildBars
from millbase.cli.text import seconds_text
from millbase.databases import building
from millbase.databases.building import BuildResult
from millbase.databases.catalogue import Catalogue
from millbase.databases.directories import Directories
from millbase.databases.metrics import Grade
from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import Rules


def build_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that say how to build; they are passed on as :func:`built` takes them."""
    for option in (
        threads_option,
        click.option(
            "--cluster",
            metavar="local:N|ADDRESS",
            help="Who solves: N processes of this machine, or the workers of the Dask scheduler at ADDRESS, "
            "which see the same directory. --memory is of each worker then.",
        ),
        click.option(
            "--force", is_flag=True, help="Solve again what is broken or of other rules, instead of refusing."
        ),
        click.option(
            "--memory",
            "memory_gb",
            type=Amount(),
            metavar="GB",
            help="Refuse units that need more; unless said, units that need more than is free.",
        ),
        grade_option,
    ):
        command = option(command)
    return command


def built(
    directories: Directories,
    rules: Rules,
    subspaces: Iterable[Subspace],
    *,
    grade: Grade | None,
    memory_gb: float | None,
    force: bool,
    threads: int,
    cluster: str | None,
) -> BuildResult:
    """Build tables, showing how far it is.

    Raises:
        Failure: it was interrupted.
        DatabaseError: see :func:`millbase.databases.building.build`.
    """
    bars: BuildBars | ClusterBars = BuildBars() if cluster is None else ClusterBars()
    with resumable(), bars as progress:
        return building.build(
            directories,
            rules,
            subspaces,
            grade=grade,
            memory_gb=memory_gb,
            force=force,
            threads=threads,
            cluster=cluster,
            progress=progress,
        )


@contextmanager
def resumable() -> Iterator[None]:
    """Tell whoever interrupts what becomes of the tables.

    Raises:
        Failure: it was interrupted.
    """
    try:
        yield
    except KeyboardInterrupt:
        raise Failure(
            "interrupted; finished tables are kept, and the same command goes on from there"
        ) from None


def result_text(result: BuildResult, catalogue: Catalogue) -> str:
    """What a build did, in a line."""
    return (
        f"{len(result.solved)} solved, {len(result.kept)} already there: "
        f"{seconds_text(result.seconds)}, in {catalogue.roots[0]}"
    )
