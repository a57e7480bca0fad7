"""Amounts and values in words, and rows in columns."""

from __future__ import annotations

from collections.abc import Sequence

from millbase.solver.game.material import Subspace
from millbase.solver.game.values import Assessment, Between


def bytes_text(number: int) -> str:
    """A size in the unit that suits it: ``950 B``, ``1.2 MB``."""
    power = next((power for power in range(3) if number < 999.5 * 1000**power), 3)
    amount = number / 1000**power
    digits = 1 if power and amount < 10 else 0
    return f"{amount:,.{digits}f} {('B', 'kB', 'MB', 'GB')[power]}"


def seconds_text(seconds: float) -> str:
    """A duration, rounded as one would say it: ``0.4 s``, ``12 s``, ``3 min``, ``1.5 h``."""
    if seconds < 10:
        return f"{seconds:.1f} s"
    if seconds < 120:
        return f"{seconds:.0f} s"
    if seconds < 7200:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"


def counted(number: int, noun: str) -> str:
    """A number of things: ``1 table``, ``3 tables``."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def plies_text(plies: int) -> str:
    """A distance: ``1 ply``, ``5 plies``."""
    return "1 ply" if plies == 1 else f"{plies} plies"


def value_text(value: Assessment) -> str:
    """A value as one reads it: ``win in 5 plies``, ``draw``, ``lost``, ``win``,
    ``between loss and draw``.
    """
    if isinstance(value, Between):
        return f"between {value.at_least.outcome} and {value.at_most.outcome}"
    if value.plies == 0:
        return "lost"
    return value.outcome if value.plies is None else f"{value.outcome} in {plies_text(value.plies)}"


def one_line(text: str, longest: int = 4000) -> str:
    """A sentence as it may be shown: without control characters, and bounded whatever it is about.

    Args:
        longest: letters; unless said, two paths and a command fit in.
    """
    if len(text) > longest:
        text = f"{text[: longest // 2]} ... {text[-longest // 2 :]}"
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)


def unit_text(unit: tuple[Subspace, ...]) -> str:
    """A work unit by its subspaces: ``4-3, 3-4``."""
    return ", ".join(map(str, unit))


def columns(rows: Sequence[Sequence[str]], left: int = 1) -> str:
    """Rows of cells, one line each, in columns; the first ``left`` columns begin at the left."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = (
        "  ".join(
            cell.ljust(width) if place < left else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )
    return "\n".join(lines)
