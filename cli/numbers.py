"""Numbers on the command line: digits of ASCII, and not more of them than anything here can need."""

from __future__ import annotations

import re
from typing import Any

import click

from millbase.solver.game.errors import quoted


class WholeNumber(click.IntRange):
    """An integer of at most nine digits."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read it."""
        if isinstance(value, str) and not re.fullmatch(r"[+-]?[0-9]{1,9}", value.strip()):
            self.fail(f"{quoted(value)} is not a whole number of at most nine digits", param, ctx)
        number: int = super().convert(value, param, ctx)
        return number


class Amount(click.FloatRange):
    """A number that is finite and above zero, such as ``0.5``."""

    def __init__(self) -> None:
        super().__init__(min=0, min_open=True)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Read it."""
        if isinstance(value, str) and not re.fullmatch(r"[+-]?[0-9]{0,9}\.?[0-9]{1,9}", value.strip()):
            self.fail(f"{quoted(value)} is not a number such as 0.5", param, ctx)
        number: float = super().convert(value, param, ctx)
        return number
