"""A small set of tables, built once by the command itself, and a way to call commands on it."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from invoking import invoke

Run = Callable[..., Result]


@pytest.fixture(scope="session")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Tables of up to seven stones; a test that changes any takes :func:`copied` instead."""
    directory = tmp_path_factory.mktemp("tables")
    result = invoke(directory, "build", "--stones", "7")
    assert result.exit_code == 0, result.output
    return directory


@pytest.fixture(scope="session")
def run() -> Run:
    """Run a command with the directory that comes first as the default one."""
    return invoke


@pytest.fixture
def copied(tables: Path, tmp_path: Path) -> Path:
    """Tables of up to seven stones, to damage."""
    return Path(shutil.copytree(tables, tmp_path / "tables"))


@pytest.fixture
def millbase(tables: Path) -> Run:
    """Run a command on the tables of up to seven stones."""
    return lambda *arguments, stdin=None: invoke(tables, *arguments, stdin=stdin)
