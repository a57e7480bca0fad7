"""Streams of every kind: other encodings than UTF-8, closed ones, and such as cannot be written to."""

from __future__ import annotations

import errno
import io
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st

from millbase.cli.main import main
from millbase.cli.streams import OutputLost, prepared
from millbase.solver.game.drawing import UNICODE_LETTERS

Run = Callable[..., Result]

GOOD = "BWWW.W../.B....../...B.... w"
ENCODINGS = ("ascii", "latin-1", "cp1251", "koi8-r", "cp437", "cp932", "euc_jp", "gb2312", "cp949", "utf-8")
NAME = "Мельница café × 水車 µ"
FULL = Path("/dev/full")  # takes no byte

posix = pytest.mark.skipif(os.name != "posix", reason="the shell of the test is not there")


def written(text: str, encoding: str) -> str:
    """What somebody reads who is sent a text in an encoding."""
    return text.encode(encoding, "millbase.otherwise").decode(encoding)


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize(
    "arguments",
    [["query", GOOD], ["variants"], ["variants", "twelve"], ["play", GOOD, "--side", "both"], ["stats"]],
    ids=lambda arguments: " ".join(arguments[:2]),
)
def test_answers_in_every_encoding(tables: Path, encoding: str, arguments: list[str]) -> None:
    runner = CliRunner(charset=encoding, env={"MILLBASE_DB": str(tables)})
    result = runner.invoke(main, arguments)
    assert (result.exit_code, result.stderr) == (0, "")
    text = result.stdout_bytes.decode(encoding)
    drawn = set(UNICODE_LETTERS) & set(text)
    assert not drawn or encoding == "utf-8"
    assert "\\" not in text or arguments[1:] != [GOOD]
    assert ("vay and Danner" in text) == (arguments[0] == "variants")


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_directory_of_any_name(tables: Path, tmp_path: Path, encoding: str) -> None:
    shutil.copytree(tables, tmp_path / NAME)
    runner = CliRunner(charset=encoding)
    built = runner.invoke(main, ["build", "3-3", "--db", str(tmp_path / NAME)])
    assert (built.exit_code, built.stderr) == (0, "")
    assert written(NAME, encoding) in built.stdout_bytes.decode(encoding)
    missing = runner.invoke(main, ["query", GOOD, "--db", str(tmp_path / NAME / NAME)])
    assert missing.exit_code == 1
    assert missing.stderr_bytes.count("\n".encode(encoding)) == 1


@settings(deadline=None)
@given(st.text(), st.sampled_from(ENCODINGS))
def test_any_text_can_be_written(text: str, encoding: str) -> None:
    assert written(text, encoding) == text or not text.isascii()


def test_what_an_encoding_lacks_is_written_in_another_way() -> None:
    assert written("3 × 3, 8 µs, Gévay…", "ascii") == "3 x 3, 8 us, Gevay..."
    assert written("水\udcff", "ascii") == r"\u6c34\udcff"
    assert written("水 é", "cp932") == "水 e"
    assert written("\udcff é", "utf-8") == r"\udcff é"


class Full(io.StringIO):
    """A stream that cannot be written to."""

    def write(self, text: str) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")


def test_messages_may_be_lost_but_output_may_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", Full())
    monkeypatch.setattr(sys, "stderr", Full())
    with prepared():
        sys.stderr.write("half way")
        with pytest.raises(OutputLost, match="the output cannot be written: No space left on device"):
            sys.stdout.write("the answer")


def shell(command: str, *, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Run a line of shell in which ``millbase`` is the command under test."""
    line = command.replace("millbase", f"{sys.executable} -m millbase", 1)
    return subprocess.run(
        ["sh", "-c", line], input=stdin, capture_output=True, encoding="utf-8", timeout=300, check=False
    )


@posix
@pytest.mark.parametrize("closed", ["2>&-", "<&- >&- 2>&-"])
def test_with_closed_streams_tables_are_built(tables: Path, tmp_path: Path, closed: str) -> None:
    assert shell(f"millbase build 3-3 --db {tmp_path} {closed}").returncode == 0
    built, known = (directory / "nine" / "3-3.h5" for directory in (tmp_path, tables))
    assert built.read_bytes() == known.read_bytes()


@posix
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("command", ["query", "query -", "play"])
def test_with_closed_streams_there_are_answers(tables: Path, closed: str, command: str) -> None:
    position = "" if command == "query -" else f"'{GOOD}'"
    side = "--side both" if command == "play" else ""
    asked = shell(f"millbase {command} {position} {side} --db {tables} {closed}", stdin=f"{GOOD}\n")
    assert (asked.returncode, asked.stderr) == (0, "")
    if closed == "2>&-":
        assert "Black" in asked.stdout


@posix
@pytest.mark.skipif(not FULL.exists(), reason="this system has no full device")
def test_a_full_device(tables: Path, tmp_path: Path) -> None:
    lost = shell(f"millbase query '{GOOD}' --db {tables} >/dev/full")
    assert (lost.returncode, lost.stderr) == (
        1,
        "millbase: the output cannot be written: No space left on device\n",
    )
    assert shell(f"millbase build 3-3 --db {tmp_path} 2>/dev/full").returncode == 0
    assert (tmp_path / "nine" / "3-3.h5").read_bytes() == (tables / "nine" / "3-3.h5").read_bytes()
    assert shell(f"millbase query nothing --db {tables} 2>/dev/full").returncode == 2


@posix
def test_whoever_has_read_enough_ends_it_quietly(tables: Path) -> None:
    seen = shell(f"millbase query '{GOOD}' --db {tables} | head -1")
    assert (seen.stdout.count("\n"), seen.stderr) == (1, "")
