"""``millbase plot``: what the tables hold, as a figure."""

from __future__ import annotations

from pathlib import Path

import click

from millbase.cli.options import db_option, named_subspaces, rules_options, tables_there
from millbase.cli.problems import Failure, Refusal
from millbase.databases.catalogue import Catalogue
from millbase.databases.directories import Directories
from millbase.databases.survey import Survey
from millbase.solver.game.rules import Rules


@click.command()
@click.argument("text", metavar="[SUBSPACE]", required=False)
@click.option(
    "--output",
    "file",
    type=click.Path(path_type=Path, dir_okay=False),
    default="millbase.svg",
    show_default=True,
    metavar="FILE",
    help="Where the figure goes; its name ends with .svg, .png or .pdf.",
)
@rules_options
@db_option
def plot(rules: Rules, text: str | None, file: Path, directories: Directories) -> None:
    """Plot what the tables hold: outcomes by subspace or, of one SUBSPACE, wins and losses by plies."""
    try:
        from millbase.answers.plotting import FORMATS, distances, outcomes, save
    except ModuleNotFoundError as error:
        raise Failure(f"plots need {error.name}: pip install 'millbase[plot]'") from error
    if file.suffix.lower() not in FORMATS:
        raise Refusal(f"the name of a figure ends with {', '.join(FORMATS)}, and {file.name} does not")
    survey = Survey(Catalogue(directories, rules))
    if text is None:
        figure = outcomes(rules.directory, [survey.header(found) for found in tables_there(survey.catalogue)])
    else:
        [subspace] = named_subspaces(rules, [text])
        figure = distances(f"{rules.directory} {subspace}", survey.header(subspace))
    save(figure, file)
    click.echo(f"written to {file}")
