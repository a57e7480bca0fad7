"""The README's table of measurements is what the newest results say, and nobody's hand has edited it."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def readme_table() -> ModuleType:
    """The script that writes the table."""
    spec = importlib.util.spec_from_file_location("readme_table", ROOT / "benchmarks" / "readme_table.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_readme_shows_the_newest_results(readme_table: ModuleType) -> None:
    readme = (ROOT / "README.md").read_text()
    table = readme_table.rendered(readme_table.newest())
    assert "| 3-3" not in table  # the smallest unit says nothing about speed
    assert readme_table.with_table(readme, table) == readme


def test_only_what_is_between_the_marks_changes(readme_table: ModuleType) -> None:
    begin, end = readme_table.BEGIN, readme_table.END
    changed = readme_table.with_table(f"before {begin}\nold\n{end} after", "new")
    assert changed == f"before {begin}\nnew\n{end} after"
