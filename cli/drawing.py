"""Whether a drawing may be in Unicode."""

from __future__ import annotations

import sys

import click

from millbase.solver.game.drawing import UNICODE_LETTERS


def _ascii_only(context: click.Context, option: click.Parameter, asked_for: bool) -> bool:
    return asked_for or not _takes_unicode(sys.stdout.encoding or "utf-8")


def _takes_unicode(encoding: str) -> bool:
    try:
        UNICODE_LETTERS.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


ascii_option = click.option(
    "--ascii",
    "ascii_only",
    is_flag=True,
    callback=_ascii_only,
    help="Draw the board in plain ASCII, as is done anyway where the output cannot be Unicode.",
)
