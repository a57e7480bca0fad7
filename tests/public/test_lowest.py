"""The lowest versions that the project says it runs with are those that it is tried with."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

if sys.version_info >= (3, 11):
    import tomllib
else:
    tomllib = pytest.importorskip("tomli")

ROOT = Path(__file__).parents[2]
REQUIREMENT = re.compile(r"([A-Za-z0-9_-]+)(>=|==)([0-9.]+)")


def versions(requirements: list[str], sign: str) -> dict[str, tuple[int, ...]]:
    """The version that each requirement names; 8.0 and 8.0.0 are the same."""
    found = {}
    for requirement in requirements:
        match = REQUIREMENT.fullmatch(requirement.partition(";")[0])
        assert match is not None, requirement
        assert match[2] == sign
        numbers = [int(number) for number in match[3].split(".")]
        found[match[1]] = tuple([*numbers, 0, 0][:3])
    return found


def test_the_lowest_versions_are_those_of_pyproject() -> None:
    with (ROOT / "pyproject.toml").open("rb") as file:
        project = tomllib.load(file)["project"]
    allowed = [*project["dependencies"], *project["optional-dependencies"]["dev"]]
    lines = (ROOT / "tests" / "lowest.txt").read_text(encoding="utf-8").splitlines()
    pinned = [line for line in lines if not line.startswith("#")]
    assert versions(pinned, "==") == versions(allowed, ">=")
