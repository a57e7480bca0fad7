"""As many threads as there are cores to use: affinity, and the limits of containers, with made-up files."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from millbase.solver.cores import usable_cores
from millbase.solver.threads import Workers


@pytest.fixture(autouse=True)
def eight_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    """Eight cores, all of which this process may use, and an interpreter that does not say so."""
    monkeypatch.delattr(os, "process_cpu_count", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 8)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(8)), raising=False)


def system(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


def test_a_process_may_be_tied_to_some_cores(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert usable_cores(tmp_path) == 8
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {2, 5, 7})
    assert usable_cores(tmp_path) == 3


def test_systems_without_affinity_count_processors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_getaffinity")
    assert usable_cores(tmp_path) == 8
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert usable_cores(tmp_path) == 1


def test_the_interpreter_is_asked_where_it_knows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "process_cpu_count", lambda: 5, raising=False)
    assert usable_cores(tmp_path) == 5


@pytest.mark.parametrize(
    ("files", "cores"),
    [
        ({"proc/self/cgroup": "0::/\n"}, 8),
        ({"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/cpu.max": "max 100000\n"}, 8),
        ({"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/cpu.max": "200000 100000\n"}, 2),
        ({"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/cpu.max": "250000 100000\n"}, 3),
        ({"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/cpu.max": "1000 100000\n"}, 1),
        ({"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/cpu.max": "6400000 100000\n"}, 8),
        ({"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/cpu.max": "damaged\n"}, 8),
    ],
)
def test_a_container_has_its_share(tmp_path: Path, files: dict[str, str], cores: int) -> None:
    assert usable_cores(system(tmp_path, files)) == cores


def test_the_smallest_share_of_groups_within_groups_holds(tmp_path: Path) -> None:
    files = {
        "proc/self/cgroup": "0::/slice/job/step\n",
        "sys/fs/cgroup/slice/cpu.max": "600000 100000\n",
        "sys/fs/cgroup/slice/job/cpu.max": "300000 100000\n",
        "sys/fs/cgroup/slice/job/step/cpu.max": "max 100000\n",
        "sys/fs/cgroup/other/cpu.max": "100000 100000\n",
    }
    assert usable_cores(system(tmp_path, files)) == 3


@pytest.mark.parametrize(("quota", "cores"), [("150000", 2), ("-1", 8)])
@pytest.mark.parametrize("group", ["", "docker/0123"])
def test_so_it_is_in_groups_of_the_first_version(tmp_path: Path, quota: str, cores: int, group: str) -> None:
    files = {
        "proc/self/cgroup": "5:cpuset:/other\n3:cpu,cpuacct:/docker/0123\n0::/\n",
        f"sys/fs/cgroup/cpu/{group}/cpu.cfs_quota_us": f"{quota}\n",
        f"sys/fs/cgroup/cpu/{group}/cpu.cfs_period_us": "100000\n",
        "sys/fs/cgroup/cpu/other/cpu.cfs_quota_us": "100000\n",
        "sys/fs/cgroup/cpu/other/cpu.cfs_period_us": "100000\n",
    }
    assert usable_cores(system(tmp_path, files)) == cores


def test_threads_are_as_many_unless_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("millbase.solver.threads.usable_cores", lambda: 3)
    with Workers() as workers:
        assert workers.threads == 3
    with Workers(2) as workers:
        assert workers.threads == 2
