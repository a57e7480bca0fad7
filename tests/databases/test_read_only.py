"""Directories that nobody may write to: what is finished there is found finished."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import pytest
from damage import contents, truncate

from millbase.databases.building import build
from millbase.databases.errors import BrokenTable, DirectoryError
from millbase.databases.manifest import NAME as MANIFEST
from millbase.databases.stamps import NAME as STAMPS
from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import Rules

WHOLE = [Subspace(4, 3)]
LOCK = "build.lock"


def forbid(monkeypatch: pytest.MonkeyPatch, root: Path, number: int, spared: tuple[str, ...] = ()) -> None:
    """Let files below a directory not be written any more: tests run as a user who may do everything."""
    opened, replaced = Path.open, os.replace

    def refuse(path: Path) -> None:
        if root in Path(path).parents and Path(path).name not in spared:
            raise OSError(number, os.strerror(number), str(path))

    def open_(path: Path, mode: str = "r", *others: Any, **more: Any) -> Any:
        if set(mode) & set("wa+x"):
            refuse(path)
        return opened(path, mode, *others, **more)

    def replace(source: Any, target: Any) -> None:
        refuse(target)
        replaced(source, target)

    monkeypatch.setattr(Path, "open", open_)
    monkeypatch.setattr(Path, "write_text", lambda path, *_, **__: refuse(path))
    monkeypatch.setattr(Path, "write_bytes", lambda path, *_, **__: refuse(path))
    monkeypatch.setattr(os, "replace", replace)


@pytest.mark.parametrize("number", [errno.EACCES, errno.EPERM, errno.EROFS])
@pytest.mark.parametrize("stamps", [True, False])
@pytest.mark.parametrize("force", [False, True])
def test_nothing_to_do_needs_no_writing(
    monkeypatch: pytest.MonkeyPatch, copied: Path, rules: Rules, number: int, stamps: bool, force: bool
) -> None:
    before = contents(copied)
    if not stamps:
        (copied / "six" / STAMPS).unlink()
    forbid(monkeypatch, copied, number)
    result = build(copied, rules, WHOLE, force=force)
    assert (result.solved, len(result.kept)) == ([], 2)
    assert contents(copied) == before
    assert (copied / "six" / STAMPS).exists() == stamps


def test_a_lock_that_may_be_taken_does_not_ask_for_more(
    monkeypatch: pytest.MonkeyPatch, copied: Path, rules: Rules
) -> None:
    for name in (STAMPS, MANIFEST):
        (copied / "six" / name).unlink()
    forbid(monkeypatch, copied, errno.EACCES, spared=(LOCK,))
    assert build(copied, rules, WHOLE).solved == []
    assert not (copied / "six" / MANIFEST).exists()


def test_what_is_missing_cannot_be_built_there(
    monkeypatch: pytest.MonkeyPatch, copied: Path, rules: Rules
) -> None:
    forbid(monkeypatch, copied, errno.EROFS)
    with pytest.raises(DirectoryError, match="six cannot hold tables"):
        build(copied, rules, [Subspace(4, 4)])


def test_nor_is_what_is_broken_believed(monkeypatch: pytest.MonkeyPatch, copied: Path, rules: Rules) -> None:
    truncate(copied / "six" / "4-3.h5")
    forbid(monkeypatch, copied, errno.EROFS)
    with pytest.raises(BrokenTable):
        build(copied, rules, WHOLE)
    with pytest.raises(DirectoryError, match="six cannot hold tables"):
        build(copied, rules, WHOLE, force=True)


def test_a_file_system_without_locks_does_where_nothing_is_to_do(
    monkeypatch: pytest.MonkeyPatch, copied: Path, rules: Rules
) -> None:
    fcntl = pytest.importorskip("fcntl")

    def flock(*_: object) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(fcntl, "flock", flock)
    assert build(copied, rules, WHOLE).solved == []
