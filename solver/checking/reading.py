"""How the verifier reads a table of distances: from the definition, and by itself.

A table holds a number for each entry: the distance to the end in plies, odd where the side to move wins,
even where it loses, and the largest number of its type for a draw; the number below that is never written.
Where plies to the next placement or removal, or to the end, are counted, d of them stand there as 2 d where
the side to move loses, and as 2 d - 1 where it wins.

An entry's *merit* says how good the best move found so far is. Merits order values for the player who moves
there: 0 no move, then losses, quick ones first, the draw in the middle, then wins, slow ones first. They
need no more bits than the values.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from millbase.solver.game.rules import Rules
from millbase.solver.game.values import DRAW, Outcome, Value
from millbase.solver.hashing.compiling import Int, jit
from millbase.solver.layouts import Values

LOST_NOW = 0  # the value of a side to move that has lost where it stands


def draw_of(dtype: npt.DTypeLike) -> int:
    """The value of a draw."""
    return int(np.iinfo(dtype).max)


class Counts(NamedTuple):
    """What the plies of a table are counted to.

    Attributes:
        conversions: whether to the next placement or removal or to the end; else to the end.
        most: plies to the next of these within which it has to come, or the game is drawn.
    """

    conversions: bool
    most: int

    @property
    def lost(self) -> Value:
        """The value of a side to move that has lost where it stands."""
        return value_of(LOST_NOW, -1, self)


_NO_LIMIT = 1 << 30  # plies, more than any table has
TO_THE_END = Counts(False, _NO_LIMIT)


def counts_of(rules: Rules, conversions: bool) -> Counts:
    """What the plies of a table of some rules are counted to.

    A limit is a number of moves of each side. A win that comes d plies after a conversion comes in time if d
    is not more than the moves of both.
    """
    return Counts(conversions, _NO_LIMIT if rules.limit is None else rules.limit + rules.limit)


def value_of(number: int, draw: int, counts: Counts) -> Value:
    """The value that a table writes so."""
    if number == draw:
        return DRAW
    outcome: Outcome = "win" if number % 2 else "loss"
    return Value(outcome, None, -(-number // 2)) if counts.conversions else Value(outcome, number)


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
def merit_of(code: Int, draw: Int, counts: Counts, converts: bool) -> Int:
    """The merit of a move to a position of value ``code``.

    Args:
        converts: whether the move places or removes a stone.
    """
    code, middle = np.int64(code), (draw >> 1) + 1
    if code == draw:
        return middle
    if not counts.conversions:
        return (code >> 1) + 1 if code & 1 else draw - (code >> 1)
    plies = 1 if converts else ((code + 1) >> 1) + 1
    if plies > counts.most:
        return middle
    return min(plies, middle - 1) if code & 1 else draw - plies + 1  # the longest loss is never written


@jit
def code_with(merit: Int, draw: Int, stuck: Int) -> Int:
    """The value of a position whose best move has ``merit``."""
    merit, middle = np.int64(merit), (draw >> 1) + 1
    if merit > middle:
        return 2 * (draw - merit) + 1
    return stuck if merit == 0 else draw if merit == middle else 2 * merit
