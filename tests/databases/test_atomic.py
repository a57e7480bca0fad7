"""Files that appear complete: what Windows and macOS want for it, emulated."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from millbase.databases import atomic
from millbase.databases.atomic import appearing


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
