"""``--cluster``, and ``plan --workers``, on the command line."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from damage import contents
from invoking import invoke

from millbase.cli import cluster_bars
from millbase.cli.cluster_bars import ClusterBars
from millbase.solver.game.material import Subspace

UNIT = (Subspace(4, 3), Subspace(3, 4))


def test_processes_of_this_machine(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    shared, alone = tmp_path / "shared", tmp_path / "alone"
    asked = ["build", "4-3", "--variant", "six", "--threads", "2"]
    result = invoke(shared, *asked, "--cluster", "local:2")
    assert result.exit_code == 0, result.stderr
    assert result.stdout.startswith("2 solved, 0 already there")
    assert "(2 of 2): 61,600 entries in" in result.stderr
    assert invoke(alone, *asked).exit_code == 0
    assert contents(shared) == contents(alone)
    log = (shared / "six" / "build.log").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["threads"] for line in log] == [1, 1]


def test_without_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("millbase.databases.cluster")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delattr("millbase.databases.cluster", raising=False)
    monkeypatch.setitem(sys.modules, "dask", None)
    monkeypatch.setitem(sys.modules, "distributed", None)
    result = invoke(tmp_path, "build", "3-3", "--variant", "six", "--cluster", "local:2")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == (
        "millbase: a cluster needs packages that are not installed: pip install 'millbase[cluster]'\n"
    )
    assert list(tmp_path.iterdir()) == []


def test_what_is_no_cluster(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    result = invoke(tmp_path, "solve", "--variant", "three", "--cluster", "local:many")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("millbase: 'local:many' is no cluster: write local:4")


def test_a_plan_for_several_workers(tmp_path: Path) -> None:
    asked = ["plan", "4-4", "5-3", "--variant", "six", "--workers", "1", "--workers", "2"]
    told = invoke(tmp_path, *asked, "--threads", "1").stdout.splitlines()
    assert [line.split()[0] for line in told[:3]] == ["workers", "1", "2"]
    assert told[-1].startswith("6 tables, ")
    facts = json.loads(invoke(tmp_path, *asked, "--threads", "1", "--json").stdout)
    one, two = facts["schedules"]
    assert one["seconds"] == pytest.approx(facts["to_build"]["seconds"], abs=0.01)
    assert one["path_seconds"] <= two["seconds"] < one["seconds"]
    assert (one["workers"], one["limit"], one["idle"]) == (1, "workers", 0.0)
    assert two["speedup"] == pytest.approx(one["seconds"] / two["seconds"], abs=0.01)


def test_workers_with_too_little_memory(tmp_path: Path) -> None:
    result = invoke(tmp_path, "plan", "9-9", "--workers", "4", "--memory", "2")
    assert result.exit_code == 2
    assert "and 2 are allowed" in result.stderr


def test_what_is_told_of_a_build_on_a_cluster(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster_bars, "SECONDS_BETWEEN_LINES", 0.0)
    with ClusterBars() as bars:
        bars.build_started(100)
        bars.unit_started(UNIT, 2, 9, 60)
        bars.worked("tcp://one:1", UNIT, "induction", 20, 33)
        bars.failed("tcp://one:1", UNIT, "it is gone")
        bars.worked("tcp://two:1", UNIT, "seeding", 1, 2)
        bars.left(600.0)
        bars.unit_finished(UNIT, 12.0, 2000)
    lines = [line for line in capsys.readouterr().err.splitlines() if line]
    assert lines[0] == "1 unit under way: tcp://one:1 4-3, 3-4 induction 20 of 33"
    assert lines[1] == "4-3, 3-4 failed at tcp://one:1: it is gone; it is tried again"
    assert lines[2] == "1 unit under way: tcp://two:1 4-3, 3-4 seeding 1 of 2"
    assert lines[3].startswith("4-3, 3-4 (2 of 9): 60 entries in 12 s, 2.0 kB; ")
    assert lines[3].endswith(" entries/s in all, 0 under way, 10 min left")
