"""``millbase review``: games with their mistakes marked."""

from __future__ import annotations

from contextlib import ExitStack
from importlib.metadata import version
from pathlib import Path

import click

from millbase.answers.annotating import annotated
from millbase.answers.documents import json_text
from millbase.answers.problems import problem
from millbase.answers.review_documents import review_document
from millbase.answers.reviewing import Review, review_game
from millbase.cli.options import db_option, json_option, record_rules_options
from millbase.cli.problems import Tally, sentence
from millbase.cli.reading import text_of
from millbase.cli.text import counted
from millbase.databases.directories import Directories
from millbase.databases.tablebase import Tablebase
from millbase.databases.tablebase import open as open_tables
from millbase.solver.game.records.reading import Kept, read_records
from millbase.solver.game.records.record import RecordError
from millbase.solver.game.rules import Rules


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--lines", is_flag=True, help="Add how the game would have gone on without each mistake.")
@record_rules_options
@db_option
@json_option
def review(file: Path, lines: bool, rules: Rules | None, directories: Directories, as_json: bool) -> None:
    """Mark the mistakes in the games of a FILE, or of standard input for -.

    The games may be in any form that people keep them in, several in one file. They come back with all that
    was in them, and after a move that gives away the result a mark, ? for a step and ?? for two, and a
    comment that says what was given away and the best moves. Moves whose tables are missing are not judged.

    Without an option about the rules they are those that a game's tags name, else nine men's morris.
    """
    tally = Tally("game")
    with ExitStack() as stack:
        opened: dict[Rules, Tablebase] = {}

        def judged(kept: Kept) -> Review:
            if isinstance(kept.record, RecordError):
                raise kept.record
            played = kept.record.rules
            if played not in opened:
                opened[played] = stack.enter_context(open_tables(directories, played))
            return review_game(opened[played], kept.record, lines)

        games = list(read_records(text_of(file), rules))
        if not games:
            raise RecordError(f"{file} holds no game")
        for number, kept in enumerate(games, start=1):
            with tally.each(f"game {number}, ") as trouble:
                reviewed = judged(kept)
                _tell_unjudged(number, reviewed)
                click.echo(_answer(reviewed, as_json), nl=as_json)
            if trouble.error is not None and as_json:
                click.echo(json_text({"game": number, "error": problem(trouble.cause)}))
            elif trouble.error is not None:
                click.echo(f"% {trouble.error.message}\n{kept.text}")
            if not as_json and number < len(games):
                click.echo()
    tally.finish()


def _answer(reviewed: Review, as_json: bool) -> str:
    annotator = f"millbase {version('millbase')}"
    return json_text(review_document(reviewed, annotator)) if as_json else annotated(reviewed, annotator)


def _tell_unjudged(number: int, reviewed: Review) -> None:
    if reviewed.missing is not None:
        unknown = counted(reviewed.moves.count(None), "move")
        click.echo(f"game {number}, {unknown} not judged: {sentence(reviewed.missing)}", err=True)
