"""Words of any kind on the command line and on standard input: an answer, or one sentence."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st

from millbase.cli.main import main

# What a system can pass on: no zero byte, and bytes that are none of its encoding as surrogates.
letters = st.characters(exclude_characters="\0", exclude_categories=()) | st.sampled_from(
    "WB./ w0123456789-,x"
)
texts = st.text(letters, max_size=40)
words = texts | st.sampled_from(
    [
        "3-3",
        "4-3",
        "BWWW.W../.B....../...B.... w",
        "nine",
        "six",
        "-",
        "--",
        "--json",
        "--variant",
        "--men",
        "--flying",
        "--protected",
        "--full-board",
        "--limit",
        "--stones",
        "--time",
        "--plies",
        "--db",
        "--ascii",
        "--unique",
        "--help",
        "9" * 5000,
        "nan",
        "",
    ]
)
COMMANDS = ("plan", "query", "line", "stats", "variants")


def make_sure(result: Result) -> None:
    """That a command ended with an answer or with one sentence, and with no traceback."""
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert result.exit_code in (0, 1, 2)
    if result.exit_code:
        assert result.stderr.startswith("millbase: ")
        assert len(result.stderr) < 5000
        assert result.stderr[:-1].isprintable()
        assert result.stderr[-1] == "\n"
    else:
        assert result.stderr == ""


@pytest.fixture(scope="module", autouse=True)
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A directory of its own, where words may name files."""
    before = Path.cwd()
    there = tmp_path_factory.mktemp("elsewhere")
    os.chdir(there)
    yield there
    os.chdir(before)


@settings(deadline=None)
@given(st.sampled_from(COMMANDS), st.lists(words, max_size=5))
def test_any_words(elsewhere: Path, command: str, arguments: list[str]) -> None:
    before = list(elsewhere.iterdir())
    make_sure(CliRunner(env={"MILLBASE_DB": "tables"}).invoke(main, [command, *arguments]))
    assert list(elsewhere.iterdir()) == before


@settings(deadline=None)
@given(st.binary(max_size=200) | texts.map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_any_input(read: bytes) -> None:
    runner = CliRunner(env={"MILLBASE_DB": "tables"})
    make_sure(runner.invoke(main, ["query", "-"], input=read))
    played = runner.invoke(main, ["play", "--side", "both"], input=b"d6\n" + read + b"\nboard\n")
    assert played.exception is None
    assert "[PlyCount " in played.stdout


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("word", ["\x1b[31m", "\u202e", "x" * 100_000, "\udcff", "/" * 100_000])
def test_a_word_in_every_place(tmp_path: Path, command: str, word: str) -> None:
    runner = CliRunner(env={"MILLBASE_DB": str(tmp_path)})
    for arguments in (
        [word],
        ["3-3", word],
        ["--variant", word],
        ["--men", word],
        ["--db", word],
        [f"--{word}"],
    ):
        make_sure(runner.invoke(main, [command, *arguments]))
    make_sure(runner.invoke(main, [word]))
