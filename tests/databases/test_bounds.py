"""The memory that ``plan`` tells, against what solving takes: unit by unit, each in a process of its own."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest
from measuring import peak_of

from millbase.databases.building import build
from millbase.databases.planning import plan
from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import preset

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="others count what a process held otherwise")

# What a process holds that solves next to nothing differs from machine to machine. It is measured, and what a
# unit takes beyond it is compared: with as much slack as look-up tables of the hash take.
SLACK = 16_000_000

CASES = {
    "one after another": (False, "dtw", "6-3"),
    "its own mirror": (False, "dtw", "4-4"),
    "outcomes": (False, "wdl", "5-3"),
    "long wins": (True, "dtw", "5-4"),
    "with stones in hand": (False, "dtw", "3-5+1-0"),
}
LEAST = 0.25  # of what the bound has for arrays, that a unit with large ones really takes


@pytest.fixture(scope="module")
def smallest(tmp_path_factory: pytest.TempPathFactory) -> tuple[int, int]:
    """What the smallest unit takes: measured, and by the plan."""
    root = tmp_path_factory.mktemp("smallest")
    nine = preset("nine")
    [planned] = plan(root, nine, [Subspace(3, 3)])
    (root / "nine").mkdir()
    return peak_of(root, "nine", planned.unit), planned.bytes_memory


@pytest.mark.parametrize("case", CASES)
def test_a_unit_takes_no_more_than_the_plan_says(
    tmp_path: Path, smallest: tuple[int, int], case: str
) -> None:
    protected, grade, name = CASES[case]
    rules = replace(preset("nine"), protected=protected)
    units = plan(tmp_path, rules, [Subspace.parse(name)], grade=grade)
    *below, last = units
    build(tmp_path, rules, [member for unit in below for member in unit.unit], grade=grade)
    peak = peak_of(tmp_path, "nine", last.unit, protected=protected, grade=grade)
    assert peak <= last.bytes_memory
    measured, bound = peak - smallest[0], last.bytes_memory - smallest[1]
    assert measured <= bound + SLACK
    if bound > 2 * SLACK:
        assert measured >= LEAST * bound - SLACK
