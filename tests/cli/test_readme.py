"""The README's examples print what it says they do."""

from __future__ import annotations

import doctest
import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

README = Path(__file__).parents[2] / "README.md"
CONSOLE = re.findall(r"^```console\n(.*?)^```$", README.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
EXAMPLES = [
    example.partition("\n")
    for block in CONSOLE
    for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
]


@pytest.mark.parametrize(("command", "printed"), [(command, printed) for command, _, printed in EXAMPLES])
def test_commands(millbase: Callable[..., Result], command: str, printed: str) -> None:
    program, *arguments = shlex.split(command)
    assert program == "millbase"
    assert millbase(*arguments).stdout == printed


def test_python(tables: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MILLBASE_DB", str(tables))
    assert doctest.testfile(str(README), module_relative=False, encoding="utf-8").failed == 0


def test_on_windows_the_commands_are_the_same() -> None:
    text = README.read_text(encoding="utf-8")
    [windows] = re.findall(r"^```bat\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    elsewhere = "".join(re.findall(r"^```sh\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)[:2])
    assert windows == elsewhere.replace("python3", "py").replace(".venv/bin/", ".venv\\Scripts\\")


def test_there_are_two_commands_of_one_line_each_at_the_start() -> None:
    introduction = README.read_text(encoding="utf-8").partition("\n## ")[0]
    blocks = re.findall(r"^```sh\n(.*?)^```$", introduction, re.DOTALL | re.MULTILINE)
    assert [block.count("\n") for block in blocks] == [1, 1]
    assert ["build --stones 7" in blocks[0], "bin/pytest" in blocks[1]] == [True, True]
