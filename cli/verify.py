"""``millbase verify``: whether the tables are right."""

from __future__ import annotations

from functools import partial

import click

from millbase.cli.numbers import WholeNumber
from millbase.cli.options import (
    db_option,
    named_subspaces,
    rules_options,
    tables_there,
    threads_option,
)
from millbase.cli.problems import Failure, Refusal
from millbase.cli.progress import StepBar
from millbase.cli.text import counted
from millbase.databases import checking
from millbase.databases.catalogue import Catalogue
from millbase.databases.directories import Directories
from millbase.databases.grades import metric_for
from millbase.databases.metrics import METRICS, Grade
from millbase.solver.game.rules import Rules
from millbase.solver.subspaces import unit_of


@click.command()
@rules_options
@click.argument("texts", metavar="[SUBSPACE]...", nargs=-1)
@click.option("--sample", type=WholeNumber(min=1), metavar="N", help="Only about N entries of each table.")
@click.option(
    "--grade",
    type=click.Choice([grade for grade, metric in METRICS.items() if metric.lengths]),
    show_default="dtw, or dtc with --limit",
    help="Check the tables that count plies to the end (dtw), those that count them to the next placement, "
    "removal or end (dtc), or those that grade draws (ultra).",
)
@click.option("--checksums", is_flag=True, help="Only compare the files with their checksums.")
@db_option
@threads_option
def verify(
    rules: Rules,
    texts: tuple[str, ...],
    sample: int | None,
    grade: Grade | None,
    checksums: bool,
    directories: Directories,
    threads: int,
) -> None:
    """Recompute every entry of tables from its successors.

    A SUBSPACE such as 6-4 is both sides to move; without one, all tables that are there are checked.
    """
    if checksums and sample is not None:
        raise Refusal("--sample chooses entries to recompute, which --checksums does not do: leave one out")
    units = [unit_of(rules, subspace) for subspace in named_subspaces(rules, texts)]
    wanted = list(dict.fromkeys(member for unit in units for member in unit))
    if not wanted:
        tables_there(Catalogue(directories, rules, metric_for(grade, directories, rules)))
    report: checking.ChecksumReport | checking.ValuesReport
    with StepBar() as progress:
        if checksums:
            report = checking.verify_checksums(
                directories, rules, wanted or None, grade=grade, progress=progress
            )
            checked = f"{counted(len(report.files), 'table')} compared with checksums"
        else:
            verify_entries = (
                checking.verify_graded if grade == "ultra" else partial(checking.verify_values, grade=grade)
            )
            report = verify_entries(
                directories, rules, wanted or None, sample=sample, threads=threads, progress=progress
            )
            checked = f"{counted(len(report.tables), 'table')} recomputed, {report.entries:,} entries"
    if not report.passed:
        found = "; ".join(f"{fault.path}: {fault.reason}" for fault in report.faults)
        raise Failure(f"{checked}, {counted(len(report.faults), 'fault')}: {found}")
    click.echo(f"{checked}, no fault")
