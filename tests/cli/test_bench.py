"""``millbase bench``: it measures, and leaves nothing behind."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result


def test_bench(millbase: Callable[..., Result], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    measured = json.loads(millbase("bench", "--stones", "6", "--json").stdout)
    assert (measured["variant"], measured["stones"], measured["entries"]) == ("nine", 6, 210_140)
    for rate in ("entries_per_second", "warm_probe_us", "bulk_probes_per_second", "peak_memory_bytes"):
        assert measured[rate] > 0
    (unit,) = measured["units"]
    assert (unit["unit"], unit["entries"]) == ("3-3", 210_140)
    rounding = 0.0005 * (len(unit["phases"]) + 1)
    assert sum(unit["phases"].values()) <= unit["seconds"] + rounding
    assert list(tmp_path.iterdir()) == []
