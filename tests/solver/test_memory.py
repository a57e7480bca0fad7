"""How much memory there is: the machine's, a container's and a process's own, with made-up files."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from millbase.solver.memory import free_memory

resource = pytest.importorskip("resource")

MACHINE = {"proc/meminfo": "MemTotal: 9000 kB\nMemAvailable:    8000 kB\n"}
OURS = {"proc/self/status": "Name:\tpython\nVmSize:\t    1000 kB\n"}


@pytest.fixture(autouse=True)
def unlimited(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """No limit of the process, unless a test sets one."""
    limit = SimpleNamespace(bytes=resource.RLIM_INFINITY)
    monkeypatch.setattr(resource, "getrlimit", lambda _: (limit.bytes, resource.RLIM_INFINITY))
    return limit


def system(root: Path, *files: dict[str, str]) -> Path:
    for name, text in {name: text for some in files for name, text in some.items()}.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


def second(group: str, limit: str, usage: int, cached: int) -> dict[str, str]:
    """The files of a group of version 2."""
    return {
        f"sys/fs/cgroup{group}/memory.max": f"{limit}\n",
        f"sys/fs/cgroup{group}/memory.current": f"{usage}\n",
        f"sys/fs/cgroup{group}/memory.stat": f"anon 5\ninactive_file {cached}\n",
    }


def test_a_machine_has_what_is_available(tmp_path: Path) -> None:
    assert free_memory(system(tmp_path, MACHINE)) == 8000 * 1024


@pytest.mark.skipif(sys.platform != "linux", reason="other systems are asked otherwise")
def test_a_system_that_says_nothing_is_not_guessed(tmp_path: Path) -> None:
    assert free_memory(tmp_path) is None


@pytest.mark.skipif(sys.platform != "linux", reason="other systems are asked otherwise")
def test_this_machine_says_something() -> None:
    assert 10**6 < (free_memory() or 0) < 10**15


@pytest.mark.parametrize(
    ("limit", "free"), [("max", 8000 * 1024), ("1000000", 800000), ("100000", 0), ("nonsense", 8000 * 1024)]
)
def test_a_container_has_its_limit_less_what_it_uses(tmp_path: Path, limit: str, free: int) -> None:
    group = second("", limit, usage=300000, cached=100000)
    assert free_memory(system(tmp_path, MACHINE, {"proc/self/cgroup": "0::/\n"}, group)) == free


def test_the_least_of_groups_within_groups_holds(tmp_path: Path) -> None:
    groups = [second("/a/b", "max", 0, 0), second("/a", "5000", 1000, 0), second("/other", "10", 0, 0)]
    assert free_memory(system(tmp_path, MACHINE, {"proc/self/cgroup": "0::/a/b\n"}, *groups)) == 4000


@pytest.mark.parametrize("group", ["", "docker/0123"])
def test_so_it_is_in_groups_of_the_first_version(tmp_path: Path, group: str) -> None:
    files = {
        "proc/self/cgroup": "5:cpu:/other\n3:memory:/docker/0123\n0::/\n",
        f"sys/fs/cgroup/memory/{group}/memory.limit_in_bytes": "700000\n",
        f"sys/fs/cgroup/memory/{group}/memory.usage_in_bytes": "500000\n",
        f"sys/fs/cgroup/memory/{group}/memory.stat": "inactive_file 9\ntotal_inactive_file 100000\n",
    }
    assert free_memory(system(tmp_path, MACHINE, files)) == 300000


def test_a_process_may_have_a_limit_of_its_own(tmp_path: Path, unlimited: SimpleNamespace) -> None:
    root = system(tmp_path, MACHINE, OURS)
    assert free_memory(root) == 8000 * 1024
    unlimited.bytes = 3000 * 1024
    assert free_memory(root) == 2000 * 1024
