"""What the documents in ``docs/`` show is what happens, and what they point to is there."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

import millbase
from millbase.databases.building import build
from millbase.solver.game.material import Subspace

DOCS = Path(__file__).parents[2] / "docs"
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the documents' examples are run: with ``tables`` and ``outcomes`` of up to seven stones."""
    directory = tmp_path_factory.mktemp("place")
    for name, grade in (("tables", "dtw"), ("outcomes", "wdl")):
        build(directory / name, millbase.preset("nine"), [Subspace(4, 3)], grade=grade)
    return directory


@pytest.mark.parametrize("document", ["format.md", "python.md"])
def test_python(document: str, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(place)
    done = doctest.testfile(str(DOCS / document), module_relative=False, encoding="utf-8")
    assert done.failed == 0
    assert done.attempted > 20


@pytest.mark.parametrize("document", [*sorted(DOCS.glob("*.md")), DOCS.parent / "README.md"], ids=str)
def test_links_lead_somewhere(document: Path) -> None:
    links = LINK.findall(document.read_text(encoding="utf-8"))
    assert links
    assert [link for link in links if not (document.parent / link).exists()] == []


def test_the_rules_are_described_as_they_are_written() -> None:
    text = (DOCS / "format.md").read_text(encoding="utf-8")
    shown = dict(re.findall(r"^\| `(\w+)` \| `([0-9a-f]{64})` \|$", text, re.MULTILINE))
    rules = [rules.for_tables(in_hand=1, in_play=6) for rules in millbase.PRESETS.values()]
    assert shown == {each.directory: each.fingerprint for each in rules}
    assert f"```text\n{millbase.preset('three').canonical_text()}\n```" in text
