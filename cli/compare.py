"""``millbase compare``: what another rule changes."""

from __future__ import annotations

import click

from millbase.answers.comparing import Comparisons, compare_csv, compare_document, example, totals
from millbase.answers.documents import json_text
from millbase.cli.options import (
    against_option,
    db_option,
    json_option,
    named_subspaces,
    other_rules,
    rules_options,
    tables_there,
    threads_option,
)
from millbase.cli.problems import Failure, Refusal
from millbase.cli.progress import StepBar
from millbase.cli.text import counted
from millbase.databases.catalogue import Catalogue
from millbase.databases.comparing import common_subspaces, compare_tables
from millbase.databases.directories import Directories
from millbase.solver.comparing import CHANGES
from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import Rules
from millbase.solver.telling import columns


@click.command()
@click.argument("texts", metavar="[SUBSPACE]...", nargs=-1)
@rules_options
@against_option
@db_option
@threads_option
@json_option
@click.option("--csv", "as_csv", is_flag=True, help="Print a line of CSV for each subspace.")
def compare(
    rules: Rules,
    against: str,
    texts: tuple[str, ...],
    directories: Directories,
    threads: int,
    as_json: bool,
    as_csv: bool,
) -> None:
    """Show which positions have another outcome under other rules.

    Two rule sets that have positions in common are compared, table by table: those of each SUBSPACE, or all
    that are there for both. In 6-4 the side to move has six stones, and its outcome is told. Positions that
    differ by a symmetry count as one; of every change there is a position.
    """
    if as_csv and as_json:
        raise Refusal("choose one of --json and --csv")
    other = other_rules(rules, against)
    left_out: list[Subspace] = []
    if texts:
        wanted = list(dict.fromkeys(named_subspaces(rules, texts)))
    else:
        wanted, left_out = _all_subspaces(Catalogue(directories, rules), Catalogue(directories, other))
    with StepBar() as progress:
        found = compare_tables(directories, rules, other, wanted, threads=threads, progress=progress)
    if as_csv:
        click.echo(compare_csv(rules, found), nl=False)
    elif as_json:
        click.echo(json_text(compare_document(rules, other, found, left_out)))
    else:
        click.echo(_text(rules, found))
        if left_out:
            tables = f"{counted(len(left_out), 'subspace')}, such as {left_out[0]}"
            click.echo(f"\nLeft out, as only one rule set has a table: {tables}")


def _all_subspaces(first: Catalogue, second: Catalogue) -> tuple[list[Subspace], list[Subspace]]:
    """The subspaces that have tables of both rule sets, and those that have one of one of them.

    Raises:
        Failure: there are none of both.
    """
    common = common_subspaces(first, second)
    if common.both:
        return common.both, common.first_only + common.second_only
    for catalogue in (first, second):
        tables_there(catalogue)
    raise Failure("no subspace has tables of both rule sets; name one to be told what is missing")


def _text(rules: Rules, found: Comparisons) -> str:
    head = ("", "positions", "changed", *map(str, CHANGES))
    changed = {subspace: comparison for subspace, comparison in found.items() if comparison.changed}
    rows = [head]
    for name, comparison in [*changed.items(), *totals(found).items()]:
        numbers = (comparison.positions, comparison.changed, *map(comparison.counts.get, CHANGES))
        rows.append((str(name), *(f"{number:,}" for number in numbers)))
    parts = [columns(rows)]
    if len(changed) < len(found):
        parts.append(f"In {counted(len(found) - len(changed), 'subspace')} nothing changes.")
    examples = []
    for kind in CHANGES:
        # Of the subspace with most stones in play: nearest to where a game begins.
        subspace = next((s for s in reversed(changed) if kind in changed[s].entries), None)
        if subspace is not None:
            examples.append((str(kind), str(example(rules, subspace, changed[subspace], kind))))
    if examples:
        parts.append(columns(examples, left=2))
    return "\n\n".join(parts)
