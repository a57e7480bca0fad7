"""The two grades of table, and what their codes mean.

``dtw`` (distance to win) keeps the numbers of :mod:`millbase.solver.game.values`. ``wdl`` keeps the outcome
alone: 1 a win, 0 a loss, 255 a draw, which looks like a distance that is not known. How either is stored is
the business of :mod:`millbase.databases.codings`.
"""

from __future__ import annotations

from typing import Any, Literal, get_args

import numpy as np
import numpy.typing as npt

from millbase.solver.game.values import Value, from_code

Grade = Literal["dtw", "wdl"]
GRADES: tuple[Grade, ...] = get_args(Grade)

Values = npt.NDArray[Any]  # uint8 or uint16, flat

OUTCOME_DRAW = 255


def outcomes(values: Values) -> npt.NDArray[np.uint8]:
    """Distances without their length: 1 a win, 0 a loss, 255 a draw.

    >>> outcomes(np.array([0, 7, 12, 65535], np.uint16))
    array([  0,   1,   0, 255], dtype=uint8)
    """
    found = (values & 1).astype(np.uint8, copy=False)
    found[values == draw_code(values.dtype)] = OUTCOME_DRAW
    return found


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
        return (
            "five entries a byte in base 3, the first the lowest digit: 0 lost, 1 won, 2 drawn; a row for "
            "each block, its places by rank if free points are counted from the last, those that differ in "
            "the last eight only beginning a byte"
        )
    return f"plies to the end: odd won, even lost, {draw_code(dtype)} drawn"
