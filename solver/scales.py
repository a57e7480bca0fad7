"""What the codes of a table mean: the one room that knows.

A *code* is the number that an entry holds. Codes are numbered in the order in which they become final
while a unit is solved: odd where the side to move wins, even where it loses, 0 where the game is over and
lost. So of two wins the smaller code is the better, of two losses the greater. What is never decided, the
*rest*, is drawn; its code is the largest number of the type.

A :class:`Scale` says how codes follow from one another, and so what they count; a :class:`Codebook` is a
scale as arrays, at one width of the values. Kernels get those arrays. They compare *goodness*: how good a
code is for the side to move, the greater the better, beginning with ``NOTHING`` for having no such move.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from millbase.solver.game.material import Subspace
from millbase.solver.game.values import Outcome

Codes = npt.NDArray[Any]

OVER = 0  # the code of a side to move that has lost where it stands
NOTHING = 0  # the goodness of having no such move
WINS, LOSSES = slice(1, None, 2), slice(0, None, 2)  # of what is numbered by codes, the rest left out

LOST, WON, DRAWN = range(3)  # outcomes, as numbers
OUTCOME_CODES = np.array([0, 1, 255], np.uint8)  # of them, where nothing is counted


class TooLong(Exception):  # noqa: N818 - a signal to solve again, never an error of the user's
    """A code does not fit the width of the values."""


def rest_of(dtype: npt.DTypeLike) -> int:
    """The code of what is never decided, in values of a type."""
    return _largest(np.dtype(dtype))


@lru_cache(maxsize=8)
def _largest(dtype: np.dtype[Any]) -> int:
    return int(np.iinfo(dtype).max)


def outcome_of(code: int, rest: int) -> Outcome:
    """Who wins, the rest being written as ``rest``."""
    return "draw" if code == rest else "win" if code % 2 else "loss"


def outcomes(codes: Codes) -> npt.NDArray[np.uint8]:
    """The outcome of each code, as ``LOST``, ``WON`` or ``DRAWN``.

    >>> outcomes(np.array([0, 7, 12, 65535], np.uint16))
    array([0, 1, 0, 2], dtype=uint8)
    """
    found = (codes & 1).astype(np.uint8, copy=False)
    found += codes == rest_of(codes.dtype)  # the rest is odd
    return found


def widened(codes: Codes, dtype: npt.DTypeLike) -> Codes:
    """The same codes in numbers of a type, which has room for them."""
    found = codes.astype(dtype)
    found[codes == rest_of(codes.dtype)] = rest_of(dtype)
    return found


@lru_cache(maxsize=8)
def by_outcome(dtype: npt.DTypeLike, lost: int, won: int, drawn: int) -> npt.NDArray[np.uint8]:
    """By code of a type, one of three numbers."""
    every = np.arange(rest_of(dtype) + 1).astype(dtype)
    return np.array([lost, won, drawn], np.uint8)[outcomes(every)]


@dataclass(frozen=True)
class Width:
    """How wide values are while a unit is solved.

    Codes make *classes*, which are decided one after the other: a quiet move leads from a code to one of its
    own class. Where draws are not graded there is one.

    Attributes:
        dtype: their type.
        words: of 64 bits, for a set of codes of one class.
        classes: how many there are.
    """

    dtype: type[np.uint8] | type[np.uint16]
    words: int
    classes: int = 1

    @property
    def room(self) -> int:
        """How many codes a class has room for."""
        return 64 * self.words

    @property
    def rest(self) -> int:
        """The code of what is never decided."""
        return rest_of(self.dtype)

    @property
    def highest(self) -> int:
        """The highest code of a win that fits in the last class."""
        return self.last(self.room * self.classes - 1)

    def first(self, code: int) -> int:
        """The first code of the class of ``code``."""
        return code - code % self.room

    def last(self, code: int) -> int:
        """The highest code of a win that fits in the class of ``code``.

        A loss with the next one is noticed before it is believed.
        """
        return min(self.rest - 2, self.first(code) + self.room - 3)


# Of the longest games known in the family, 331 plies, all codes fit the second.
WIDTHS = (Width(np.uint8, 4), Width(np.uint16, 16), Width(np.uint16, 255))


@dataclass(frozen=True)
class Scale:
    """How codes follow from one another. A move changes sides: it makes a win of a loss, a loss of a win.

    Attributes:
        quiet: what codes are worth a quiet move earlier, to the player who makes it; greater codes.
        leaving: what codes of a source table are worth a leaving move earlier. Given the table and codes.
        highest: the highest code of a win or a loss; what would have a higher one is not decided. None where
            that goes on for ever.
        widths: of the values, to be tried one after the other.
        crossing: the same for leaving moves that remove nothing and place nothing; None for as quiet ones.
        drawn: the code of what is drawn in a source table, a leaving move earlier; None for the rest.
        kept: what is kept of codes once a unit is solved; None for all.
    """

    quiet: Callable[[Codes], Codes]
    leaving: Callable[[Subspace, Codes], Codes]
    highest: int | None = None
    widths: tuple[Width, ...] = WIDTHS
    crossing: Callable[[Subspace, Codes], Codes] | None = None
    drawn: Callable[[Subspace], int] | None = None
    kept: Callable[[Codes], Codes] | None = None


def _one_more(codes: Codes) -> Codes:
    return codes + 1


def counted_on(_source: Subspace, codes: Codes) -> Codes:
    """A leaving move is a ply like any other."""
    return codes + 1


def counted_anew(_source: Subspace, codes: Codes) -> Codes:
    """With a leaving move counting begins anew: the first win, or the first loss of a side that can move."""
    return np.where(codes % 2 == 0, 1, 2)


def a_ply_more_in_two(codes: Codes) -> Codes:
    """A ply earlier, where codes go up by two with each: ``n`` is coded as 2 n - 1 and as 2 n, by turns."""
    return codes + np.where(codes % 2 == 1, 3, 1)


def conversions(limit: int | None = None) -> Scale:
    """Plies to the next conversion: a placement, a removal, or the end.

    Who has to make it, the winner or the loser, is not said by odd and even. So a position that is won in d
    plies has the code 2 d - 1, one that is lost in d has 2 d.

    Args:
        limit: moves of each side without a placement or a removal after which the game is drawn. No
            position is won or lost in more plies than these then.
    """
    return Scale(a_ply_more_in_two, counted_anew, None if limit is None else 4 * limit)


def conversion_of(code: int) -> int:
    """How many plies to the next conversion a code of :func:`conversions` stands for."""
    return (code + 1) // 2


DTW = Scale(_one_more, counted_on)  # plies to the end
WDL = Scale(_one_more, counted_anew)  # outcomes; what is counted stays in the unit and is not kept
DTC = conversions()


class Codebook:
    """A scale at one width, as arrays for kernels.

    Attributes:
        scale, width: which.
        codes: the code of each goodness, shape ``(highest + 3,)``; of ``NOTHING`` the rest.
        even: the goodness of the rest: what is as good rules a loss out.
        against: by code, whether the side to move loses, shape ``(rest + 1,)``.
        last: the highest level from which a quiet move earlier something is decided still; None if from all.
    """

    def __init__(self, scale: Scale, width: Width) -> None:
        self.scale, self.width = scale, width
        numbers = np.arange(width.highest + 1)
        losses, wins = numbers[LOSSES], numbers[WINS]
        in_order = np.concatenate([[width.rest], losses, [width.rest], wins[::-1]])
        self.codes: Codes = in_order.astype(width.dtype)
        self.even = 1 + len(losses)
        self.against: npt.NDArray[np.bool_] = np.arange(width.rest + 1) % 2 == 0  # the rest is odd
        self._goodness = np.full(width.rest + 1, -1, np.int32)  # of what is no code
        self._goodness[in_order[1:]] = np.arange(1, len(in_order))
        self.last: int | None = None
        if scale.highest is not None:
            self.last = int(np.flatnonzero(scale.quiet(np.arange(scale.highest)) <= scale.highest)[-1])

    @cached_property
    def ending(self) -> int:
        """How good a move is that ends the game."""
        return int(self._goodness[self._earlier(OVER)])

    def gains(self, source: Subspace, dtype: npt.DTypeLike, *, quiet: bool) -> npt.NDArray[np.int32]:
        """How good a move to a solved table is, by the code that stands there for the opponent.

        Args:
            dtype: of the source.
            quiet: whether it is a step that removes nothing, else a leaving move.

        Returns:
            Shape ``(largest number of the type + 1,)``; -1 for a code that would not fit a move earlier.
        """
        scale, rest = self.scale, self.width.rest
        codes = np.arange(rest_of(dtype))
        if not quiet:
            earlier = scale.leaving(source, codes)
        else:
            earlier = scale.quiet(codes) if scale.crossing is None else scale.crossing(source, codes)
        earlier = np.append(earlier, rest if scale.drawn is None else scale.drawn(source))
        fits = earlier <= self.width.highest
        fits[-1] |= earlier[-1] == rest
        if scale.drawn is not None:  # else a code that is as great does not fit
            fits |= earlier == rest
        found = np.where(fits, self._goodness[np.where(fits, earlier, OVER)], np.int32(-1))
        if scale.highest is not None:
            found[:-1][earlier[:-1] > scale.highest] = self.even
        return found

    @cached_property
    def kept(self) -> npt.NDArray[np.int32] | None:
        """By code, what is kept of it once a unit is solved, shape ``(rest + 1,)``; None for all of them."""
        if self.scale.kept is None:
            return None
        return np.append(self.scale.kept(np.arange(self.width.rest)), self.width.rest).astype(np.int32)

    def becomes(self, level: int) -> Codes:
        """What an entry comes to hold, by what it holds, if a quiet move of it leads to ``level``.

        A win, unless a better one is known or the game is over. A loss, if all its moves lose now: the
        longest.

        Returns:
            Shape ``(rest + 1,)``, of the type of the values.

        Raises:
            TooLong: it would not fit.
        """
        width, earlier, last = self.width, self._earlier(level), self.width.last(level)
        found = np.arange(width.rest + 1).astype(width.dtype)
        if self.against[level]:
            if earlier > last:
                raise TooLong
            worse = self._goodness < self._goodness[earlier]
            worse[OVER] = False
            found[worse] = earlier
        else:
            earlier = min(earlier, last + 1)
            found[self.against] = np.maximum(found[self.against], earlier)
            found[width.rest] = earlier
        return found

    def _earlier(self, level: int) -> int:
        return int(self.scale.quiet(np.array([level]))[0])
