"""One build at a time in a directory."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from millbase.databases.building import build
from millbase.databases.errors import DirectoryBusy, DirectoryError
from millbase.databases.locking import NAME, locked
from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import Rules

HOLDING = """
import sys, time
from pathlib import Path
from millbase.databases.locking import locked
with locked([Path(sys.argv[1])]):
    print("held", flush=True)
    time.sleep(60)
"""


def test_a_second_build_says_who_is_first(tmp_path: Path, rules: Rules) -> None:
    directory = tmp_path / "six"
    with locked([directory]), pytest.raises(DirectoryBusy, match=f"process {os.getpid()} is building in"):
        build(tmp_path, rules, [Subspace(3, 3)])
    assert not list(directory.glob("*.h5"))


def test_a_lock_is_gone_when_it_is_let_go(tmp_path: Path) -> None:
    for _ in range(2):
        with locked([tmp_path / "a", tmp_path / "b"]):
            assert (tmp_path / "b" / NAME).read_text() == str(os.getpid())
    assert (tmp_path / "b" / NAME).read_text() == ""


def test_a_lock_dies_with_its_process(tmp_path: Path) -> None:
    arguments = [sys.executable, "-c", HOLDING, str(tmp_path)]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        with pytest.raises(DirectoryBusy, match=f"process {process.pid} is building"), locked([tmp_path]):
            pass
        process.send_signal(signal.SIGKILL)
    with locked([tmp_path]):
        assert (tmp_path / NAME).read_text() == str(os.getpid())


def test_a_directory_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with (
        pytest.raises(DirectoryError, match="file/six cannot hold tables"),
        locked([tmp_path / "file" / "six"]),
    ):
        pass


def test_a_lock_that_says_nonsense_is_held_by_somebody(tmp_path: Path) -> None:
    with locked([tmp_path]):
        (tmp_path / "build.lock").write_bytes(b"9" * 5000)
        with pytest.raises(DirectoryBusy, match="another process is building") as caught, locked([tmp_path]):
            pass
    assert caught.value.process is None


@pytest.mark.parametrize("number", [errno.ENOLCK, errno.ENOTSUP, errno.EINVAL, errno.ENOSYS])
def test_a_file_system_without_locks_is_no_place_for_a_build(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, rules: Rules, number: int
) -> None:
    fcntl = pytest.importorskip("fcntl")

    def flock(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(fcntl, "flock", flock)
    with pytest.raises(DirectoryError, match="six is on a file system without locks") as caught:
        build(tmp_path, rules, [Subspace(3, 3)])
    assert caught.value.path == tmp_path / "six"
    assert os.strerror(number) in caught.value.reason
    assert not list(tmp_path.rglob("*.h5"))
