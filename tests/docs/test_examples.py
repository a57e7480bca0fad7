"""What the documents in ``docs/`` show is what happens, and what they point to is there."""

from __future__ import annotations

import doctest
import os
import re
import shlex
from dataclasses import replace
from pathlib import Path

import pytest
from invoking import invoke

import millbase
from millbase.databases.building import build
from millbase.solver.game.material import Subspace
from millbase.solver.subspaces import game_subspaces

DOCS = Path(__file__).parents[2] / "docs"
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the documents' examples are run: with ``tables`` and ``outcomes`` of up to seven stones."""
    directory = tmp_path_factory.mktemp("place")
    for name, grade in (("tables", "dtw"), ("outcomes", "wdl")):
        build(directory / name, millbase.preset("nine"), [Subspace(4, 3)], grade=grade)
    three = millbase.preset("three")
    for rules in (three, replace(three, flying=True), replace(three, limit=2), replace(three, limit=3)):
        build(directory / "three", rules, game_subspaces(rules))
    return directory


@pytest.mark.parametrize("document", ["agents.md", "format.md", "puzzles.md", "python.md"])
def test_python(document: str, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if document == "agents.md":
        pytest.importorskip("pyspiel")  # which has no version for Python 3.10 that is right
    monkeypatch.chdir(place)
    done = doctest.testfile(str(DOCS / document), module_relative=False, encoding="utf-8")
    assert done.failed == 0
    assert done.attempted > 2


@pytest.mark.parametrize("document", ["cluster.md", "comparing.md", "games.md", "limits.md", "puzzles.md"])
def test_commands(document: str, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(place)
    directories = f"{place / 'tables'}{os.pathsep}{place / 'three'}"
    examples = 0
    for command, printed in console_examples((DOCS / document).read_text(encoding="utf-8")):
        program, *arguments = shlex.split(command)
        if program == "cat":  # it shows what a file holds: here it is written
            Path(*arguments).write_text(printed, encoding="utf-8")
            continue
        assert program == "millbase"
        printed = printed.replace("millbase 0.1.0", f"millbase {millbase.__version__}")
        assert invoke(Path(directories), *arguments).output == printed
        examples += 1
    assert examples > 1


def test_the_readme_begins_with_the_picture_of_its_first_position() -> None:
    picture = millbase.svg("BWWW.W../.B....../...B.... w", move="d1-g1xa7")
    assert (DOCS / "board.svg").read_text(encoding="utf-8") == picture


def console_examples(text: str) -> list[tuple[str, str]]:
    """The commands of a document, each with what it prints."""
    blocks = re.findall(r"^```console\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    examples = [example for block in blocks for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]]
    return [(command, printed) for command, _, printed in (example.partition("\n") for example in examples)]


@pytest.mark.parametrize("document", [*sorted(DOCS.glob("*.md")), DOCS.parent / "README.md"], ids=str)
def test_links_lead_somewhere(document: Path) -> None:
    links = LINK.findall(document.read_text(encoding="utf-8"))
    assert links
    assert [link for link in links if not (document.parent / link).exists()] == []


def test_the_rules_are_described_as_they_are_written() -> None:
    text = (DOCS / "format.md").read_text(encoding="utf-8")
    shown = dict(re.findall(r"^\| `([\w-]+)` \| `([0-9a-f]{64})` \|$", text, re.MULTILINE))
    rules = [rules.for_tables(in_hand=1, in_play=6) for rules in millbase.PRESETS.values()]
    assert shown == {each.directory: each.fingerprint for each in rules}
    assert f"```text\n{millbase.preset('three').canonical_text()}\n```" in text
