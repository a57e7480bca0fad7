"""How the values of the two grades are written as numbers."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from databases.grades import Grade, code_in, decode, draw_code, encode, outcomes, value_of
from solver.values import Value

codes = st.lists(st.sampled_from([0, 1, 2, 7, 252, 253, 255]), min_size=1, max_size=23)


@given(codes)
def test_distances_are_stored_as_they_are(numbers: list[int]) -> None:
    values = np.array(numbers, np.uint8)
    assert decode(encode(values, "dtw"), "dtw", len(values)).tolist() == numbers


@given(codes)
def test_outcomes_survive_packing_whatever_the_number_of_entries(numbers: list[int]) -> None:
    values = np.array(numbers, np.uint8)
    stored = encode(values, "wdl")
    assert len(stored) == -(-len(numbers) // 5)
    assert decode(stored, "wdl", len(values)).tolist() == outcomes(values).tolist()


@pytest.mark.parametrize("grade", ["dtw", "wdl"])
def test_one_code_is_found_among_those_stored(grade: Grade) -> None:
    values = np.array([0, 1, 255, 12, 7, 255, 3], np.uint8)
    stored = encode(values, grade)
    found = [code_in(stored.data, place, grade) for place in range(len(values))]
    assert found == decode(stored, grade, len(values)).tolist()


def test_long_arrays_are_packed_in_parts_without_seams() -> None:
    values = np.random.default_rng(0).integers(0, 256, (5 << 18) + 7).astype(np.uint8)
    assert (decode(encode(values, "wdl"), "wdl", len(values)) == outcomes(values)).all()


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
