"""Commands with less memory than they would take: they take less, or say so, and have no traceback."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from invoking import invoke

from millbase.databases import building, planning
from millbase.solver.searching import search
from millbase.solver.searching.memory import LEAST_BITS

resource = pytest.importorskip("resource")

# What a process has reserved when it begins to search, and as much again as bytes that an option names.
LIMITED = """
import resource, sys
import millbase.solver.searching.search
from millbase.cli.main import main
[size] = [int(line.split()[1]) * 1024 for line in open("/proc/self/status") if line.startswith("VmSize:")]
resource.setrlimit(resource.RLIMIT_AS, (size + int(sys.argv[1]), resource.RLIM_INFINITY))
main(sys.argv[2:], prog_name="millbase")
"""
linux = pytest.mark.skipif(sys.platform != "linux", reason="a limit of addresses that others do not have")


def limited(free: int, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", LIMITED, str(free), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@linux
def test_a_proof_takes_less_where_there_is_less(tables: Path) -> None:
    db = ("--db", str(tables))
    result = limited(400_000_000, "prove", "--men", "4,3", *db)
    assert result.returncode == 0, result.stderr
    assert "White to move: draw" in result.stdout


@linux
@pytest.mark.parametrize("command", [["prove"], ["query", "......../......../........ w 9,9", "--time", "1"]])
def test_a_search_without_room_says_so(tables: Path, command: list[str]) -> None:
    result = limited(1_000_000_000, *command, "--db", str(tables))
    assert (result.returncode, result.stdout) == (1, "")
    assert "GB of memory" in result.stderr
    assert "are free; close other programs" in result.stderr
    assert "Traceback" not in result.stderr


def test_what_has_been_proved_takes_a_quarter_of_what_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    for free, bits in ((None, 25), (10**12, 25), (1 << 30, 25), (1 << 29, 24), ((1 << 29) - 1, 23)):
        monkeypatch.setattr(search, "free_memory", lambda free=free: free)
        assert search._bits_that_fit() == bits
    monkeypatch.setattr(search, "free_memory", lambda: 0)
    assert search._bits_that_fit() < LEAST_BITS


@pytest.mark.parametrize("command", [["build", "9-9"], ["solve"]])
def test_a_build_that_does_not_fit_the_machine_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: list[str]
) -> None:
    monkeypatch.setattr(planning, "free_memory", lambda: 1_500_000_000)
    result = invoke(tmp_path, *command)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "GB of memory, and 1.50 are free; allow more with --memory, or build less" in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_what_is_allowed_counts_whatever_is_free(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(planning, "free_memory", lambda: 1000)
    assert invoke(tmp_path, "build", "3-3", "--variant", "six").exit_code == 2
    assert invoke(tmp_path, "build", "3-3", "--variant", "six", "--memory", "1").exit_code == 0
    assert invoke(tmp_path, "build", "3-3", "--variant", "six").exit_code == 0  # there is nothing to do


def test_memory_that_gives_out_on_the_way_is_a_failure(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def give_out(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr(building, "build", give_out)
    result = invoke(tmp_path, "build", "3-3")
    assert result.exit_code == 1
    assert result.stderr.startswith("millbase: the system gives no more memory; close other programs")
