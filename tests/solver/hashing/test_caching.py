"""Compiled kernels are those of the sources, whatever lies in the cache."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

from millbase.solver.hashing import caching
from millbase.solver.hashing.caching import SOURCES, KernelCache, NotKept
from millbase.solver.hashing.compiling import jit

RANK = """
import numpy as np
from millbase.solver.game.boards import SQUARE
from millbase.solver.game.material import Subspace
from millbase.solver.hashing.sets import entry_of
from millbase.solver.hashing.tables import hash_tables
from millbase.solver.layouts import Layout
h = hash_tables(Layout.of(SQUARE, Subspace(2, 2)))
print(entry_of(np.int64(0b110), np.int64(0b100001000), h, 9))
"""

READS_PAST = """
import numpy as np
from millbase.solver.retrograde.seeding_kernels import rate
gains = np.zeros(2, np.int32)
rate(0, 1, np.array([1], np.uint8), gains[:1], np.zeros(1, np.uint8))
"""


@jit
def doubled(number: Any) -> Any:
    """A kernel that is quickly compiled."""
    return 2 * number


PLAIN = cast(Any, doubled).py_func


@pytest.fixture
def kernel(tmp_path: Path) -> Any:
    """The same with a cache of its own."""
    return fresh(tmp_path)


def fresh(directory: Path) -> Any:
    found: Any = jit(PLAIN)
    found._cache = KernelCache(PLAIN, directory)
    return found


def test_a_kernel_is_compiled_once(kernel: Any, tmp_path: Path) -> None:
    assert kernel(3) == 6
    assert len(list(tmp_path.iterdir())) == 1
    second = fresh(tmp_path)
    assert second(3) == 6
    assert sum(second.stats.cache_hits.values()) == 1


def test_each_signature_has_a_file_of_its_own(kernel: Any, tmp_path: Path) -> None:
    assert (kernel(3), kernel(1.5), kernel(np.uint8(4))) == (6, 3.0, 8)
    assert len(list(tmp_path.iterdir())) == 3
    second = fresh(tmp_path)
    assert (second(1.5), second(3)) == (3.0, 6)
    assert sum(second.stats.cache_hits.values()) == 2


def test_bounds_are_checked_whatever_is_kept_of_before(tmp_path: Path) -> None:
    """What the second run of the tests in CI relies on."""

    def run(checked: str) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path), "NUMBA_BOUNDSCHECK": checked}
        command = [sys.executable, "-c", READS_PAST]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)

    assert [run("0").returncode for _ in range(2)] == [0, 0]
    assert "IndexError: index is out of bounds" in run("1").stderr
    assert run("0").returncode == 0


@pytest.mark.parametrize("harm", ["truncated", "altered", "empty", "of another signature"])
def test_what_is_damaged_is_compiled_again(kernel: Any, tmp_path: Path, harm: str) -> None:
    kernel(3)
    [path] = tmp_path.iterdir()
    data = path.read_bytes()
    if harm == "of another signature":
        kernel(1.5)
        [other] = set(tmp_path.iterdir()) - {path}
        path.write_bytes(other.read_bytes())
    else:
        middle = len(data) // 2
        altered = data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :]
        path.write_bytes({"truncated": data[:middle], "altered": altered, "empty": b""}[harm])
    second = fresh(tmp_path)
    assert second(3) == 6
    assert sum(second.stats.cache_hits.values()) == 0
    third = fresh(tmp_path)
    assert third(3) == 6
    assert sum(third.stats.cache_hits.values()) == 1


def test_a_full_disk_keeps_nobody_from_computing(
    kernel: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, data: bytes) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.warns(NotKept, match="cannot be kept .* compiled anew each time; set NUMBA_CACHE_DIR"):
        assert kernel(3) == 6
    assert list(tmp_path.iterdir()) == []


def test_where_nothing_can_be_kept_is_said_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "file"))
    caching.directory.cache_clear()
    try:
        with pytest.warns(NotKept):
            assert caching.directory() is None
        assert jit(PLAIN)(3) == 6  # without another word: warnings are errors here
    finally:
        caching.directory.cache_clear()


def test_kernels_of_other_sources_go_after_a_month(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    old, recent = tmp_path / "millbase" / "old", tmp_path / "millbase" / "recent"
    for path in (old, recent):
        path.mkdir(parents=True)
    os.utime(old, (0, 0))
    caching.directory.cache_clear()
    try:
        found = caching.directory()
    finally:
        caching.directory.cache_clear()
    assert found is not None
    assert {path.name for path in (tmp_path / "millbase").iterdir()} == {"recent", found.name}


def test_a_change_in_another_file_is_seen(tmp_path: Path) -> None:
    """``entry_of`` calls ``compress``, and that ``popcount``, which stands in a third file."""
    shutil.copytree(SOURCES, tmp_path / "millbase" / "solver")
    (tmp_path / "millbase" / "__init__.py").touch()
    environment = os.environ | {
        "NUMBA_CACHE_DIR": str(tmp_path / "kept"),
        "PYTHONPATH": str(tmp_path),
        "PYTHONDONTWRITEBYTECODE": "1",
    }

    def entry() -> int:
        command = [sys.executable, "-c", RANK]
        done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, check=True)
        return int(done.stdout)

    first = entry()
    assert entry() == first
    intrinsics = tmp_path / "millbase" / "solver" / "hashing" / "intrinsics.py"
    text = intrinsics.read_text()
    assert "builder.ctpop(args[0])" in text
    intrinsics.write_text(text.replace("builder.ctpop(args[0])", "builder.add(args[0], args[0])"))
    assert entry() != first
