"""What codes of the two grades mean."""

from __future__ import annotations

import numpy as np
import pytest

from millbase.databases.grades import Grade, draw_code, outcomes, value_of
from millbase.solver.game.values import Value


def test_outcomes_of_two_byte_values() -> None:
    assert outcomes(np.array([0, 301, 300, 255, 65535], np.uint16)).tolist() == [0, 1, 0, 1, 255]


@pytest.mark.parametrize(
    ("code", "dtype", "grade", "value"),
    [
        (0, "uint8", "dtw", Value("loss", 0)),
        (7, "uint8", "dtw", Value("win", 7)),
        (255, "uint8", "dtw", Value("draw")),
        (255, "uint16", "dtw", Value("win", 255)),
        (65535, "uint16", "dtw", Value("draw")),
        (0, "uint8", "wdl", Value("loss")),
        (1, "uint8", "wdl", Value("win")),
        (255, "uint8", "wdl", Value("draw")),
    ],
)
def test_what_codes_mean(code: int, dtype: str, grade: Grade, value: Value) -> None:
    assert value_of(code, draw_code(dtype), grade) == value
