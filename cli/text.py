"""Amounts in words."""

from __future__ import annotations

from millbase.solver.game.material import Subspace


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
