"""Files that appear complete: what Windows and macOS want for it, emulated."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from io import FileIO
from pathlib import Path

import pytest

from millbase.databases import atomic, system_locks
from millbase.databases.atomic import appearing, remove_leftovers


def write(path: Path, text: str) -> None:
    with appearing(path) as temporary:
        temporary.write_text(text, encoding="utf-8")


class Busy:
    """``os.replace`` of a system that refuses some times, as Windows does while somebody reads the file."""

    def __init__(self, times: int) -> None:
        self.left = times
        self._replace = os.replace

    def __call__(self, source: Path, target: Path) -> None:
        if self.left:
            self.left -= 1
            raise PermissionError(errno.EACCES, "in use", str(target))
        self._replace(source, target)


def test_a_file_that_is_read_is_replaced_as_soon_as_it_is_free(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "file", "old")
    monkeypatch.setattr(atomic, "_PAUSES", (0.0, 0.0, 0.0))
    monkeypatch.setattr(os, "replace", Busy(3))
    write(tmp_path / "file", "new")
    assert (tmp_path / "file").read_text(encoding="utf-8") == "new"
    monkeypatch.setattr(os, "replace", Busy(4))
    with pytest.raises(PermissionError):
        write(tmp_path / "file", "newer")
    assert (tmp_path / "file").read_text(encoding="utf-8") == "new"
    assert os.listdir(tmp_path) == ["file"]


def test_what_went_wrong_is_told_though_the_leftover_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Windows does not delete a file that is open."""

    def refused(path: Path) -> None:
        raise PermissionError(errno.EACCES, "in use", str(path))

    monkeypatch.setattr(Path, "unlink", refused)
    with pytest.raises(ZeroDivisionError), appearing(tmp_path / "file"):
        raise ZeroDivisionError


@pytest.mark.skipif(os.name == "nt", reason="fcntl is not there")
@pytest.mark.parametrize("known", [True, False], ids=["known", "not known to the file system"])
def test_macos_writes_through_to_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, known: bool
) -> None:
    import fcntl

    asked: list[str] = []

    def control(descriptor: int, command: int) -> int:
        asked.append("full" if command == 51 else "other")
        if not known:
            raise OSError(errno.ENOTSUP, "not supported")
        return 0

    monkeypatch.setattr(fcntl, "F_FULLFSYNC", 51, raising=False)
    monkeypatch.setattr(fcntl, "fcntl", control)
    monkeypatch.setattr(os, "fsync", lambda descriptor: asked.append("fsync"))
    write(tmp_path / "file", "new")
    once = ["full"] if known else ["full", "fsync"]
    assert asked == once * 2  # the file, and the directory that names it


def test_what_somebody_still_writes_is_not_cleared_away(tmp_path: Path) -> None:
    (tmp_path / "old.tmp").touch()
    with appearing(tmp_path / "file") as one, appearing(tmp_path / "file") as other:
        assert one != other
        one.write_text("one", encoding="utf-8")
        other.write_text("other", encoding="utf-8")
        remove_leftovers(tmp_path)
        assert {path.name for path in tmp_path.iterdir()} == {one.name, other.name}
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    assert (tmp_path / "file").read_text(encoding="utf-8") == "one"


def test_what_a_killed_writer_leaves_is_cleared_away(tmp_path: Path) -> None:
    ends = f"""
import os, signal
from io import FileIO
from pathlib import Path
from millbase.databases.atomic import appearing, remove_leftovers
with appearing(Path({str(tmp_path / "file")!r})):
    os.kill(os.getpid(), signal.SIGKILL)
"""
    subprocess.run([sys.executable, "-c", ends], check=False)
    assert [path.suffix for path in tmp_path.iterdir()] == [".tmp"]
    remove_leftovers(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_new_file_that_is_taken_for_a_left_one_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between making and locking it there is a moment."""
    removed: list[Path] = []

    def late(file: FileIO) -> bool:
        if not removed:
            removed.extend(tmp_path.iterdir())
            remove_leftovers(tmp_path)
        return system_locks.lock(file)

    monkeypatch.setattr(atomic, "lock", late)
    write(tmp_path / "file", "new")
    assert len(removed) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
