"""Counts what is read of tables: files opened, and files read whole."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import h5py
import pytest

from millbase.databases.manifest import Listed


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often each HDF5 file is opened to be read."""
    counted: Counter[str] = Counter()

    class Counting(h5py.File):  # type: ignore[misc]
        def __init__(self, name: Any, mode: str = "r", **others: Any) -> None:
            if mode == "r":
                counted[Path(name).name] += 1
            super().__init__(name, mode, **others)

    monkeypatch.setattr(h5py, "File", Counting)
    return counted


@pytest.fixture
def hashed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files that are read whole."""
    found: list[str] = []
    of = Listed.of

    def noted(path: Path, *others: Any) -> Listed:
        found.append(path.name)
        return of(path, *others)

    monkeypatch.setattr(Listed, "of", noted)
    return found
