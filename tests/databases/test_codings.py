"""What tables store of values, and how it is found again."""

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from millbase.databases.codings import Coding, Distances, Outcomes, coding_for, coding_of
from millbase.databases.metrics import GRADES, Grade
from millbase.solver.game.boards import RINGS
from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import PRESETS
from millbase.solver.layouts import Layout
from millbase.solver.scales import OUTCOME_CODES, outcomes

# Free points and stones on them: fewer points than a run has, as many, more; no stone, all, one.
SHAPES = [(17, 7), (10, 4), (9, 8), (8, 3), (5, 2), (24, 0), (3, 3), (15, 1), (20, 3)]


def some_values(number: int, dtype: str = "uint8") -> np.ndarray:
    largest = np.iinfo(dtype).max
    return np.random.default_rng(number).choice([0, 1, 2, 3, 150, largest], number).astype(dtype)


@pytest.mark.parametrize("dtype", ["uint8", "uint16"])
@pytest.mark.parametrize(("points", "stones"), SHAPES)
def test_outcomes_survive(points: int, stones: int, dtype: str) -> None:
    coding = Outcomes(points, stones)
    assert coding.entries_in_row == comb(points, stones)
    values = some_values(7 * coding.entries_in_row, dtype)
    rows = coding.encode(values)
    assert rows.shape == coding.shape(len(values))
    assert rows.dtype == np.uint8
    assert (coding.decode(rows) == OUTCOME_CODES[outcomes(values)]).all()


def test_long_arrays_are_packed_in_parts_without_seams() -> None:
    coding = Outcomes(17, 7)
    values = some_values(120 * coding.entries_in_row)
    assert (coding.decode(coding.encode(values)) == OUTCOME_CODES[outcomes(values)]).all()


def codings() -> list[Coding]:
    return [Distances(), *(Outcomes(*shape) for shape in SHAPES)]


@pytest.mark.parametrize("coding", codings())
def test_codes_are_found_one_and_many_at_a_time(coding: Coding) -> None:
    values = some_values(5 * coding.entries_in_row)
    rows = coding.encode(values)
    codes = coding.decode(rows)
    places = np.random.default_rng(0).integers(0, len(values), 300)
    twice = np.concatenate([rows, rows]).reshape(-1)  # two pieces that lie one after the other
    begins = np.where(places % 2, rows.size, 0)
    assert coding.codes_at(twice, begins, places).tolist() == codes[places].tolist()
    flat = rows.reshape(-1).data
    assert [coding.code_at(flat, int(place)) for place in places] == codes[places].tolist()


@given(st.lists(st.sampled_from([0, 1, 2, 7, 252, 253, 255]), min_size=1, max_size=23))
def test_distances_are_stored_as_they_are(numbers: list[int]) -> None:
    values = np.array(numbers, np.uint8)
    assert Distances().decode(Distances().encode(values)).tolist() == numbers


def test_distances_and_their_outcomes_are_stored_alike() -> None:
    coding = Outcomes(10, 4)
    values = some_values(6 * coding.entries_in_row)
    assert (coding.encode(values) == coding.encode(OUTCOME_CODES[outcomes(values)])).all()


def spelled_out(codes: list[int], points: int, stones: int) -> list[int]:
    """One row, from the words of the header's ``coding``."""
    by_rank = sorted(sum(1 << point for point in chosen) for chosen in combinations(range(points), stones))
    code = dict(zip(by_rank, codes, strict=True))

    def turned(mask: int) -> str:
        return format(mask, f"0{points}b")[::-1]

    runs: dict[str, list[int]] = {}
    for mask in sorted(code, key=turned):
        runs.setdefault(turned(mask)[:-8], []).append({0: 0, 1: 1, 255: 2}[code[mask]])
    row = []
    for run in runs.values():
        for start in range(0, len(run), 5):
            digits = run[start : start + 5]
            digits += digits[-1:] * (5 - len(digits))
            row.append(sum(digit * 3**place for place, digit in enumerate(digits)))
    return row


@pytest.mark.parametrize(("points", "stones"), SHAPES)
def test_rows_are_as_the_header_says(points: int, stones: int) -> None:
    coding = Outcomes(points, stones)
    codes = OUTCOME_CODES[outcomes(some_values(2 * coding.entries_in_row))]
    first, second = codes.reshape(2, -1).tolist()
    assert coding.encode(codes).tolist() == [spelled_out(row, points, stones) for row in (first, second)]


@pytest.mark.parametrize("grade", GRADES)
@pytest.mark.parametrize("name", ["nine", "six", "three"])
@pytest.mark.parametrize(
    "subspace", [Subspace(3, 3), Subspace(3, 2, 0, 1), Subspace(0, 0, 3, 3), Subspace(1, 0, 2, 3)]
)
def test_the_coding_of_a_table_follows_from_its_size(name: str, subspace: Subspace, grade: Grade) -> None:
    board = PRESETS[name].board
    coding, entries = coding_for(grade, board, subspace), Layout.of(board, subspace).size
    rows = coding.encode(some_values(entries))
    found = coding_of(grade, subspace, entries, len(rows))
    assert found is not None
    assert found.shape(entries) == coding.shape(entries) == rows.shape
    assert (found.decode(rows) == coding.decode(rows)).all()


def test_a_number_of_rows_that_no_board_gives() -> None:
    assert coding_of("wdl", Subspace(4, 3), Layout.of(RINGS, Subspace(4, 3)).size, 11) is None
