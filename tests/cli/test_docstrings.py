"""The examples in docstrings print what they say they do."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("millbase", "solver", "databases", "answers", "cli", "server")
WITH_EXAMPLES = [
    path.relative_to(ROOT)
    for package in PACKAGES
    for path in sorted((ROOT / package).rglob("*.py"))
    if ">>>" in path.read_text(encoding="utf-8")
]


def module_name(path: Path) -> str:
    parts = path.with_suffix("").parts
    inside = parts if parts[0] == "millbase" else ("millbase", *parts)
    return ".".join(inside[:-1] if inside[-1] == "__init__" else inside)


@pytest.mark.parametrize("path", WITH_EXAMPLES, ids=str)
def test_examples(path: Path, tables: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "tables").symlink_to(tables, target_is_directory=True)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MILLBASE_DB", str(tables))
    if path.name == "openspiel.py":
        pytest.importorskip("pyspiel")  # which has no version for Python 3.10 that is right
    done = doctest.testmod(importlib.import_module(module_name(path)))
    assert done.failed == 0
    assert done.attempted > 0


def test_no_example_is_passed_over() -> None:
    assert len(WITH_EXAMPLES) > 10
    for path in WITH_EXAMPLES:
        assert "doctest: +SKIP" not in (ROOT / path).read_text(encoding="utf-8"), path
