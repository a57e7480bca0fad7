"""The two grades of table, and how the values of each are written as numbers.

``dtw`` (distance to win) keeps the numbers of :mod:`solver.values` as they are. ``wdl`` keeps the
outcome alone: five entries share a byte, as digits in base 3, the first entry the lowest. Unpacked,
an outcome looks like a distance that is not known: 1 a win, 0 a loss, 255 a draw. (Compressed, 6-4 of
nine takes 9 % less room so than with two bits an entry, and half of what two planes of bits take.)
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Literal, get_args

import numpy as np
import numpy.typing as npt

from solver.values import Value, from_code

Grade = Literal["dtw", "wdl"]
GRADES: tuple[Grade, ...] = get_args(Grade)

Values = npt.NDArray[Any]  # uint8 or uint16, flat

ENTRIES_IN_BYTE = 5
OUTCOME_DRAW = 255
_DIGITS = np.array([0, 1, OUTCOME_DRAW], np.uint8)  # the outcome of a digit: loss, win, draw
_POWERS = 3 ** np.arange(ENTRIES_IN_BYTE)
_UNPACKED = _DIGITS[np.arange(256)[:, np.newaxis] // _POWERS % 3]
_SLICE = ENTRIES_IN_BYTE << 18  # entries packed at a time: what it takes besides is some megabytes


def entries_in_element(grade: Grade) -> int:
    """Entries in one number of a table as it is stored."""
    return ENTRIES_IN_BYTE if grade == "wdl" else 1


def encode(values: Values, grade: Grade) -> Values:
    """Values as a table of a grade stores them."""
    if grade == "dtw":
        return values
    packed = np.zeros(math.ceil(len(values) / ENTRIES_IN_BYTE), np.uint8)
    for start in range(0, len(values), _SLICE):
        part = outcomes(values[start : start + _SLICE])
        digits = np.where(part == OUTCOME_DRAW, np.uint8(2), part)
        first = start // ENTRIES_IN_BYTE
        for place, power in enumerate(_POWERS):
            column = digits[place::ENTRIES_IN_BYTE]
            packed[first : first + len(column)] += column * np.uint8(power)
    return packed


def decode(stored: Values, grade: Grade, entries: int) -> Values:
    """The inverse of :func:`encode`, as far as the grade keeps it.

    Args:
        stored: numbers of a table; for ``wdl`` the last may hold fewer than five entries.
        entries: how many there are.
    """
    return stored if grade == "dtw" else _UNPACKED[stored].reshape(-1)[:entries]


def code_in(stored: Sequence[int], place: int, grade: Grade) -> int:
    """One code of those that ``stored`` holds: ``decode(stored, grade, entries)[place]``."""
    if grade == "dtw":
        return stored[place]
    element, digit = divmod(place, ENTRIES_IN_BYTE)
    return int(_UNPACKED[stored[element], digit])


def outcomes(values: Values) -> npt.NDArray[np.uint8]:
    """Distances without their length: 1 a win, 0 a loss, 255 a draw.

    >>> outcomes(np.array([0, 7, 12, 65535], np.uint16))
    array([  0,   1,   0, 255], dtype=uint8)
    """
    draws = values == draw_code(values.dtype)
    return np.where(draws, np.uint8(OUTCOME_DRAW), (values & 1).astype(np.uint8))


def draw_code(dtype: npt.DTypeLike) -> int:
    """The number that stands for a draw: the largest of its type."""
    return int(np.iinfo(dtype).max)


def value_of(code: int, draw: int, grade: Grade) -> Value:
    """The value that a table of a grade means by ``code``, its code of a draw being ``draw``."""
    if grade == "dtw" or code == draw:
        return from_code(code, draw)
    return Value("win" if code else "loss")


def meaning(grade: Grade, dtype: npt.DTypeLike) -> str:
    """How values are coded, in words for whoever opens a table with other software."""
    if grade == "wdl":
        return "five entries a byte in base 3, the first the lowest digit: 0 lost, 1 won, 2 drawn"
    return f"plies to the end: odd won, even lost, {draw_code(dtype)} drawn"
