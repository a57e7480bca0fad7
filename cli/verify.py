"""``millbase verify``: whether the tables are right."""

from __future__ import annotations

import click

from millbase.cli.numbers import WholeNumber
from millbase.cli.options import db_option, named_subspaces, rules_options, tables_there, threads_option
from millbase.cli.problems import Failure, Refusal
from millbase.cli.progress import StepBar
from millbase.cli.text import counted
from millbase.databases import checking
from millbase.databases.catalogue import Catalogue
from millbase.databases.directories import Directories
from millbase.databases.grades import metric_for
from millbase.databases.metrics import Grade
from millbase.solver.game.rules import Rules
from millbase.solver.subspaces import unit_of


@click.command()
@rules_options
@click.argument("texts", metavar="[SUBSPACE]...", nargs=-1)
@click.option("--sample", type=WholeNumber(min=1), metavar="N", help="Only about N entries of each table.")
@click.option(
    "--grade",
    type=click.Choice(("dtw", "ultra")),
    default="dtw",
    show_default=True,
    help="Distances, or the grades of draws beside them.",
)
@click.option("--checksums", is_flag=True, help="Only compare the files with their checksums.")
@db_option
@threads_option
def verify(
    rules: Rules,
    texts: tuple[str, ...],
    sample: int | None,
    grade: Grade,
    checksums: bool,
    directories: Directories,
    threads: int,
) -> None:
    """Recompute every entry of tables from its successors.

    A SUBSPACE such as 6-4 is both sides to move; without one, all tables that are there are checked.
    """
    if checksums and sample is not None:
        raise Refusal("--sample chooses entries to recompute, which --checksums does not do: leave one out")
    metric = metric_for(grade, directories, rules)
    units = [unit_of(rules, subspace) for subspace in named_subspaces(rules, texts)]
    wanted = list(dict.fromkeys(member for unit in units for member in unit))
    if not wanted:
        tables_there(Catalogue(directories, rules, metric))
    report: checking.ChecksumReport | checking.ValuesReport
    with StepBar() as progress:
        if checksums:
            report = checking.verify_checksums(
                directories, rules, wanted or None, metric=metric, progress=progress
            )
            checked = f"{counted(len(report.files), 'table')} compared with checksums"
        else:
            verify_entries = checking.verify_values if grade == "dtw" else checking.verify_graded
            report = verify_entries(
                directories, rules, wanted or None, sample=sample, threads=threads, progress=progress
            )
            checked = f"{counted(len(report.tables), 'table')} recomputed, {report.entries:,} entries"
    if not report.passed:
        found = "; ".join(f"{fault.path}: {fault.reason}" for fault in report.faults)
        raise Failure(f"{checked}, {counted(len(report.faults), 'fault')}: {found}")
    click.echo(f"{checked}, no fault")
