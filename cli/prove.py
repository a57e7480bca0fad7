"""``millbase prove``: the value of the empty board, through what the proof needs only."""

from __future__ import annotations

import time

import click

from millbase.answers.documents import json_text
from millbase.answers.proving import assured, prove_document
from millbase.cli.drawing import ascii_option
from millbase.cli.options import db_option, json_option, rules_options, time_option
from millbase.cli.problems import Failure, Refusal
from millbase.cli.progress import SearchBar
from millbase.cli.text import counted, seconds_text
from millbase.databases import tablebase
from millbase.databases.directories import Directories
from millbase.solver.game.positions import COLOURS, start
from millbase.solver.game.rules import Rules, RulesError
from millbase.solver.game.values import Assessment
from millbase.solver.telling import answer_text


@click.command()
@rules_options
@db_option
@time_option("Stop after so long and say what has been proved; otherwise when all is proved.")
@json_option
@ascii_option
def prove(
    rules: Rules, directories: Directories, seconds: float | None, as_json: bool, ascii_only: bool
) -> None:
    """Prove the value of the empty board and of every first move, without tables of the placing phase.

    The placing phase is searched as far as the proof needs it, on top of the tables of the moving phase.
    Of first moves that differ by a symmetry, one is shown.
    """
    from millbase.answers.searching import search_on  # imports numba

    started = time.monotonic()
    try:
        with tablebase.open(directories, rules) as tables, SearchBar() as bar:
            search = search_on(tables, placing=False, told=bar)
            answer = search.evaluate(start(rules), seconds)
    except RulesError as error:
        raise Refusal(f"{error}, and `millbase solve` builds them") from error
    except KeyboardInterrupt:
        raise Failure("interrupted; --time SECONDS stops a proof in time to say what it got to") from None
    taken = time.monotonic() - started
    if as_json:
        document = prove_document(rules, answer, search.positions, search.store.touched, taken)
        click.echo(json_text(document))
        return
    searched = counted(search.positions, "position")
    touched = counted(len(search.store.touched), "table")
    click.echo(answer_text(rules, answer, ascii_only, unique=True))
    click.echo(
        f"\n{_claim(answer.value)}: {searched} searched in {seconds_text(taken)}, "
        f"{touched} of the moving phase touched"
    )


def _claim(value: Assessment) -> str:
    """What has been proved, in words."""
    outcomes = assured(value)
    for colour, outcome in zip(COLOURS, outcomes, strict=True):
        if outcome == "win":
            return f"Proved that {colour} wins"
    drawing = [colour for colour, outcome in zip(COLOURS, outcomes, strict=True) if outcome == "draw"]
    if not drawing:
        return "Nothing proved yet"
    return f"Proved at least a draw for {' and at least a draw for '.join(drawing)}"
