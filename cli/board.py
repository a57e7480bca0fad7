"""``millbase board``: a position drawn, without a word about what it is worth."""

from __future__ import annotations

from pathlib import Path

import click

from millbase.cli.drawing import ascii_option
from millbase.cli.options import position_argument, rules_options
from millbase.solver.game.drawing import draw_board
from millbase.solver.game.notation import format_position, parse_position
from millbase.solver.game.pictures import svg
from millbase.solver.game.rules import Rules


@click.command()
@position_argument()
@click.option(
    "--svg",
    "file",
    type=click.Path(path_type=Path, dir_okay=False, allow_dash=True),
    metavar="FILE",
    help="Write a picture to this file, or to standard output for -, instead of drawing in text.",
)
@rules_options
@ascii_option
def board(rules: Rules, position: str, file: Path | None, ascii_only: bool) -> None:
    """Draw the board with a POSITION. No table is needed, and no solution shown."""
    there = parse_position(rules, position)
    if file is None:
        click.echo(f"{draw_board(rules.board, there, ascii_only)}\n\n{format_position(rules.board, there)}")
        return
    with click.open_file(str(file), "w", encoding="utf-8") as out:
        out.write(svg(there, rules))
