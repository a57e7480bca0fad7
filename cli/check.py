"""``millbase check``: lists of puzzles against the tables."""

from __future__ import annotations

from pathlib import Path

import click

from millbase.answers.documents import json_text
from millbase.answers.problems import problem
from millbase.answers.puzzle_files import PuzzleError, read_puzzles
from millbase.answers.puzzles import check_document, check_puzzle
from millbase.cli.options import db_option, json_option, rules_options
from millbase.cli.problems import Failure, Tally
from millbase.cli.reading import text_of
from millbase.cli.text import counted
from millbase.databases import tablebase
from millbase.databases.directories import Directories
from millbase.solver.game.rules import Rules


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@rules_options
@db_option
@json_option
def check(file: Path, rules: Rules, directories: Directories, as_json: bool) -> None:
    """Check the puzzles of a FILE, or of standard input for -, against the tables.

    A line is a puzzle: JSON, or CSV with the columns position, value, plies, turns (of the side that solves),
    best (the moves that solve it) and line (the moves of both sides), named in a first line; what is not
    there is not checked. A puzzle that disagrees is told with what the tables know instead. A dual, a later
    turn with a second move that wins as soon, is told and is no disagreement.
    """
    tally, disagreeing, rows = Tally("puzzle"), 0, 0
    with tablebase.open(directories, rules) as tables:
        for row, puzzle in read_puzzles(rules, text_of(file)):
            rows += 1
            with tally.each(f"line {row}: ") as trouble:
                if isinstance(puzzle, PuzzleError):
                    raise puzzle
                checked = check_puzzle(tables, puzzle)
                disagreeing += not checked.agrees
                if as_json:
                    click.echo(json_text(check_document(rules, row, checked)))
                else:
                    found = "; ".join(finding.message for finding in checked.findings)
                    verdict = "agrees" if checked.agrees else "disagrees"
                    click.echo(f"line {row}: {verdict}{f', {found}' if found else ''}")
            if trouble.error is not None:
                told = {"row": row, "error": problem(trouble.cause)}
                click.echo(json_text(told) if as_json else trouble.error.message)
    tally.finish()
    if not rows:
        raise PuzzleError(f"{file} holds no puzzle")
    if disagreeing:
        raise Failure(f"{disagreeing} of {counted(rows, 'puzzle')} disagree with the tables")
