"""A disk that fills up while something is written to it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from damage import contents

from millbase.databases.building import build
from millbase.databases.errors import DiskFull
from millbase.databases.journal import record
from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import Rules

resource = pytest.importorskip("resource")


@contextmanager
def no_file_larger_than(size: int) -> Iterator[None]:
    """Let every write beyond ``size`` bytes of a file fail, as on a full disk."""
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, usual[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)


@pytest.mark.parametrize("size", [2, 100, 3000, 6000, 10_000])
def test_a_table_without_room_leaves_the_finished_ones_alone(
    tmp_path: Path, tables: Path, rules: Rules, wanted: list[Subspace], size: int
) -> None:
    build(tmp_path, rules, [Subspace(3, 3)])
    before = contents(tmp_path)
    with pytest.raises(DiskFull, match="there is no room to write"), no_file_larger_than(size):
        build(tmp_path, rules, wanted)
    assert contents(tmp_path) == before
    build(tmp_path, rules, wanted)
    assert contents(tmp_path) == contents(tables)


def test_a_log_without_room(tmp_path: Path) -> None:
    with pytest.raises(DiskFull, match=r"no room to write .*build\.log"), no_file_larger_than(10):
        record(tmp_path, unit=["3-3"])
