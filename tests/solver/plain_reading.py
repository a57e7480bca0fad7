"""What tables say, one number at a time, as the plain twins read it."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from millbase.solver.game.values import Value


def value_in(table: npt.NDArray[Any], entry: int) -> Value:
    """Plies to the end: odd where the side to move wins, even where it loses; the largest is a draw."""
    number = int(table[entry])
    if number == np.iinfo(table.dtype).max:
        return Value("draw")
    return Value("win" if number % 2 else "loss", number)


def conversion_in(table: npt.NDArray[Any], entry: int) -> Value:
    """Plies to the next conversion: of d plies 2 d - 1 for a win, 2 d for a loss; the largest is a draw."""
    number = int(table[entry])
    if number == np.iinfo(table.dtype).max:
        return Value("draw")
    return Value("win" if number % 2 else "loss", None, (number + 1) // 2)
