"""Bad input: one sentence that says what is wrong, the right exit code, and nothing changed on disk."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]

GOOD = "WWB.W..B/.B....../........ w"

# What is asked for, and words of the sentence that answers it.
BAD_REQUESTS = {
    "too many stones": (["query", "WWWWWWWW/WWBBB.../........ w"], "10 stones"),
    "too many stones in hand": (["query", "W......./BBB...../........ w 9,0"], "10 stones"),
    "fewer men": (["query", "WWWW..../BBB...../........ w", "--men", "3"], "more than the 3"),
    "wrong length": (["query", "WWB.W..B/.B....../....... w"], "8/8/7"),
    "a ring too few": (["query", "WWB.W..B/.B...... w"], "8/8/8"),
    "an unknown letter": (["query", "WWX.W..B/.B....../........ w"], "'X'"),
    "no side to move": (["query", "WWB.W..B/.B....../........"], "side to move is missing"),
    "an unknown side": (["query", "WWB.W..B/.B....../........ z"], "'z'"),
    "the other side below three": (["query", "WWW...../BB....../........ w"], "fewer than 3"),
    "nothing": (["query", ""], "text is empty"),
    "a removal without a mill": (["query", f"{GOOD} x1"], "no mill"),
    "a bad line": (["line", "WWX.W..B/.B....../........ w"], "'X'"),
    "a subspace with too few": (["build", "2-3"], "no subspace 2-3"),
    "a subspace with too many": (["plan", "10-3"], "no subspace 10-3"),
    "no subspace at all": (["stats", "sixty"], "'sixty' is not a subspace"),
    "a subspace to verify": (["verify", "3-12"], "no subspace 3-12"),
    "too few stones": (["build", "--stones", "5"], "5 stones or fewer"),
    "neither subspace nor stones": (["build"], "--stones N"),
    "both subspace and stones": (["plan", "3-3", "--stones", "6"], "--stones N"),
    "an unknown rule set": (["query", GOOD, "--variant", "eleven"], "'eleven'"),
    "no number of men": (["query", GOOD, "--men", "nine"], "'nine'"),
    "too few men": (["plan", "3-3", "--men", "2"], "at least three"),
    "too many men": (["plan", "3-3", "--men", "13"], "do not fit"),
    "protection where mills win": (["query", GOOD, "--variant", "three", "--protected"], "mill wins"),
    "a position of another board": (["query", GOOD, "--variant", "six"], "two rings"),
    "no threads": (["build", "3-3", "--threads", "0"], "--threads"),
    "checksums of a sample": (["verify", "--checksums", "--sample", "5"], "--sample"),
    "nowhere to export to": (["export"], "--to"),
    "two rule sets": (["variants", "six", "--variant", "nine"], "name two rule sets"),
    "a rule set to show": (["variants", "eleven"], "'eleven'"),
    "a bad position to play from": (["play", "WWX.W..B/.B....../........ w"], "'X'"),
    "a game without end": (["play", GOOD, "--side", "none", "--no-repetition"], "for ever"),
    "too much to count": (["solve", "--count-reachable"], "GB of memory"),
    "an unknown command": (["conquer"], "'conquer'"),
    "an unknown option": (["query", GOOD, "--deep"], "--deep"),
    "a missing argument": (["query"], "POSITION"),
    "a rule set to build": (["build", "Nine"], "`millbase solve --variant nine` to build the whole game"),
    "a rule set to ask about": (["query", "six"], "write --variant six"),
    "a position without quotation marks": (["query", *GOOD.split()], f'millbase query "{GOOD}"'),
    "hands without quotation marks": (["line", "......../......../........", "w", "9,9"], '........ w 9,9"'),
    "an empty board": (["query", "......../......../........ w"], "......../......../........ w 9,9"),
    "an empty board of nine points": (
        ["query", "......../. w", "--variant", "three"],
        "......../. w 3,3",
    ),
    "a directory without a name": (["query", GOOD, "--db", ""], "a directory has a name"),
    "an export to nowhere": (["export", "--to", ""], "a directory has a name"),
    "too many digits": (["build", "--stones", "9" * 5000], "'99999999999999999...999999999999999999'"),
    "digits of another script": (["plan", "--stones", "٧"], "'٧' is not a whole number"),
    "a subspace in another script": (["plan", "٣-٣"], "'٣-٣' is not a subspace"),
    "hands in another script": (["query", "......../......../........ w ９,９"], "'９,９' is out of place"),
    "a grouped number": (["plan", "--stones", "1_0"], "'1_0' is not a whole number"),
    "no time": (["query", GOOD, "--time", "nan"], "'nan' is not a number"),
    "time for ever": (["query", GOOD, "--time", "inf"], "'inf' is not a number"),
    "no memory": (["build", "3-3", "--memory", "nan"], "'nan' is not a number"),
    "less than no memory": (["build", "3-3", "--memory", "-1"], "not in the range"),
    "a long position": (["query", "/" * 100_000], "a text of 100,000 letters is no position"),
    "a long command": (["c" * 100_000], "No such command"),
    "a long choice": (["build", "3-3", "--grade", "c" * 100_000], "is not one of 'dtw', 'dtc', 'wdl'"),
    "a long rule set": (["plan", "3-3", "--variant", "v" * 100_000], "no rule set is called"),
    "control characters": (["query", "\x1b[31mWWW w"], r"'\x1b' is no stone"),
    "a number in a FEN": (
        ["query", f"********/@OOOO*@*/**@***** w p r 4 5 3 6 {'9' * 5000} 0 -1 -1 -1 -1 0 0 4"],
        "stands in the FEN where a number belongs",
    ),
}


def contents(directory: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in directory.rglob("*") if path.is_file()}


def sentence(result: Result) -> str:
    """The one line on standard error, where there is nothing else."""
    assert result.stdout == ""
    assert result.stderr.startswith("millbase: ")
    assert result.stderr.count("\n") == 1
    assert len(result.stderr) < 1000
    assert result.stderr[:-1].isprintable()
    return result.stderr


@pytest.mark.parametrize(("arguments", "words"), BAD_REQUESTS.values(), ids=BAD_REQUESTS.keys())
def test_a_bad_request(millbase: Run, tables: Path, arguments: list[str], words: str) -> None:
    before = contents(tables)
    result = millbase(*arguments)
    assert result.exit_code == 2
    assert words in sentence(result)
    assert contents(tables) == before


@pytest.mark.parametrize(
    "arguments",
    [["plan", "3-3"], ["build", "3-3"], ["query", GOOD], ["line", GOOD], ["stats"], ["verify"]],
    ids=lambda arguments: arguments[0],
)
@pytest.mark.parametrize("below", [False, True], ids=["file", "below a file"])
def test_a_directory_that_is_a_file(millbase: Run, tmp_path: Path, arguments: list[str], below: bool) -> None:
    file = tmp_path / "file"
    file.write_text("not a directory")
    result = millbase(*arguments, "--db", str(file / "tables" if below else file))
    assert result.exit_code == 2
    assert "is a file" in sentence(result)
    assert contents(tmp_path) == {file: b"not a directory"}


@pytest.mark.parametrize("arguments", [["stats"], ["verify"], ["verify", "--checksums"]])
def test_a_directory_without_tables(millbase: Run, tmp_path: Path, arguments: list[str]) -> None:
    result = millbase(*arguments, "--db", str(tmp_path))
    assert result.exit_code == 1
    assert f"`millbase build 3-3 --db {tmp_path}`" in sentence(result)


@pytest.mark.parametrize("arguments", [["query", "WWWW..../BBBB..../........ w"], ["stats", "4-4"]])
def test_a_missing_table(millbase: Run, tables: Path, arguments: list[str]) -> None:
    result = millbase(*arguments)
    assert result.exit_code == 1
    path = tables / "nine" / "4-4.h5"
    assert sentence(result) == f"millbase: the table {path} is missing; to build it: millbase build 4-4\n"


def test_of_many_missing_tables_it_is_told_what_all_take(millbase: Run) -> None:
    told = sentence(millbase("stats", "9-9"))
    assert "; to build it: millbase build 9-9 (46 tables are missing for it: about " in told
    assert " min and 3.2 GB on the disk)\n" in told
    searched = sentence(millbase("query", "......../......../........ w 9,9"))
    assert " GB on the disk); or --time SECONDS searches for the value\n" in searched


def test_a_directory_with_control_characters(millbase: Run, tmp_path: Path) -> None:
    assert r"\x1b[31m\n" in sentence(millbase("query", GOOD, "--db", str(tmp_path / "\x1b[31m\n")))


def test_stones_in_hand_ask_for_a_table_of_their_own(millbase: Run) -> None:
    result = millbase("query", "......../......../........ w 9,9")
    assert result.exit_code == 1
    assert "0-0+9-9.h5" in sentence(result)


@pytest.mark.parametrize("arguments", [["query", GOOD], ["stats", "3-3"], ["build", "3-3"]])
def test_a_table_of_other_rules(millbase: Run, copied: Path, arguments: list[str]) -> None:
    (copied / "nine").rename(copied / "nine-no-flying")
    before = contents(copied)
    result = millbase(*arguments, "--no-flying", "--db", str(copied))
    assert result.exit_code == 1
    assert sentence(result).count("fingerprint") == 2
    assert contents(copied) == before


@pytest.mark.parametrize(
    "arguments", [["query", GOOD], ["stats"], ["build", "3-3"], ["verify", "--checksums"]]
)
def test_a_truncated_table(millbase: Run, copied: Path, arguments: list[str]) -> None:
    file = copied / "nine" / "3-3.h5"
    file.write_bytes(file.read_bytes()[:-1000])
    before = contents(copied)
    result = millbase(*arguments, "--db", str(copied))
    assert result.exit_code == 1
    assert str(file) in sentence(result)
    assert ("`millbase build --force` makes it again" in result.stderr) == (arguments[0] != "verify")
    assert contents(copied) == before


@pytest.mark.parametrize("arguments", [["build", "4-3"], ["verify", "--checksums"], ["verify", "3-3"]])
def test_an_altered_table(millbase: Run, copied: Path, arguments: list[str]) -> None:
    file = copied / "nine" / "3-3.h5"
    altered = bytearray(file.read_bytes())
    altered[len(altered) // 2] ^= 1
    file.write_bytes(altered)
    before = contents(copied)
    result = millbase(*arguments, "--db", str(copied))
    assert result.exit_code == 1
    assert str(file) in sentence(result)
    assert contents(copied) == before


def test_force_replaces_a_broken_table(millbase: Run, tables: Path, copied: Path) -> None:
    file = copied / "nine" / "3-3.h5"
    file.write_bytes(b"")
    assert millbase("build", "3-3", "--force", "--db", str(copied)).exit_code == 0
    assert file.read_bytes() == (tables / "nine" / "3-3.h5").read_bytes()
