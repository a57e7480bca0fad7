"""How the verifier reads a table of distances: from the definition, and by itself.

A table holds a number for each entry: the distance to the end in plies, odd where the side to move wins,
even where it loses, and the largest number of its type for a draw; the number below that is never written.

An entry's *merit* says how good the best move found so far is. Merits order values for the player who moves
there: 0 no move, then losses, quick ones first, the draw in the middle, then wins, slow ones first. They
need no more bits than the values.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from millbase.solver.game.values import DRAW, Value
from millbase.solver.hashing.compiling import Int, jit
from millbase.solver.layouts import Values

LOST_NOW = 0  # the value of a side to move that has lost where it stands


def draw_of(dtype: npt.DTypeLike) -> int:
    """The value of a draw."""
    return int(np.iinfo(dtype).max)


def value_of(number: int, draw: int) -> Value:
    """The value that a table writes so."""
    return DRAW if number == draw else Value("win" if number % 2 else "loss", number)


def widened(values: Values, dtype: np.dtype[Any]) -> Values:
    """The same values in a type that has room for them."""
    wide = values.astype(dtype)
    wide[values == draw_of(values.dtype)] = draw_of(dtype)
    return wide


@jit
def unwritten(draw: Int) -> Int:
    """The number that no table holds."""
    return draw - 1


@jit
def merit_of(code: Int, draw: Int) -> Int:
    """The merit of a move to a position of value ``code``."""
    code = np.int64(code)
    return (code >> 1) + 1 if code & 1 else draw - (code >> 1)


@jit
def code_with(merit: Int, draw: Int, stuck: Int) -> Int:
    """The value of a position whose best move has ``merit``."""
    merit, middle = np.int64(merit), (draw >> 1) + 1
    if merit > middle:
        return 2 * (draw - merit) + 1
    return stuck if merit == 0 else draw if merit == middle else 2 * merit
