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
    for rate in ("entries_per_second", "cpu_seconds", "peak_memory_bytes"):
        assert measured[rate] > 0
    (probed,) = measured["probes"]
    assert (probed.pop("subspace"), probed["entries"]) == ("3-3", 210_140)
    assert min(probed.values()) > 0
    (unit,) = measured["units"]
    assert (unit["unit"], unit["entries"]) == ("3-3", 210_140)
    rounding = 0.0005 * (len(unit["phases"]) + 1)
    assert sum(unit["phases"].values()) <= unit["seconds"] + rounding
    assert list(tmp_path.iterdir()) == []


def test_one_thread_is_always_alone(millbase: Callable[..., Result]) -> None:
    measured = json.loads(millbase("bench", "--stones", "7", "--json", "--threads", "1").stdout)
    assert measured["lonely_share"] > 0.5  # a file is read again beside the next
    both = json.loads(millbase("bench", "--stones", "7", "--json", "--threads", "2").stdout)
    assert 0 < both["lonely_share"] < measured["lonely_share"]
    seconds, lonely = both["build_seconds"], both["lonely_share"] * both["build_seconds"]
    for cores, projected in both["projected_seconds"].items():
        assert projected == pytest.approx(lonely + (seconds - lonely) * 2 / int(cores), abs=0.02)
