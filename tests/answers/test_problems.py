"""What went wrong, as programs are told: codes and facts, and no file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from damage import alter, set_attribute

from millbase.answers.problems import problem
from millbase.databases import tablebase
from millbase.databases.catalogue import Catalogue
from millbase.databases.errors import DiskFull
from millbase.databases.survey import Survey
from millbase.solver.game.boards import Board
from millbase.solver.game.material import Subspace
from millbase.solver.game.notation import parse_position
from millbase.solver.game.rules import Rules, preset
from millbase.solver.oracle import principal_line

SMALL = Subspace(3, 3)
WON = "WWW...../BBB..... w"


def told(directory: Path, ask: Callable[[], object]) -> dict[str, Any]:
    """The problem that asking ends in, which does not tell where the tables are."""
    with pytest.raises(Exception) as caught:  # noqa: PT011 - any of them; which is asserted by its code
        ask()
    found = problem(caught.value)
    assert found is not None, repr(caught.value)
    assert not any(str(part) in str(found) for part in (directory, directory.name))
    return found


def test_a_missing_table(tables: Path, rules: Rules) -> None:
    flying = replace(rules, flying=True)
    assert told(tables, lambda: Survey(Catalogue(tables, flying)).header(Subspace(4, 4))) == {
        "code": "missing_table",
        "message": "the table of 4-4 is missing",
        "subspace": "4-4",
        "command": "millbase build 4-4 --variant six --flying",
    }


def test_a_missing_table_that_no_command_builds(tables: Path) -> None:
    rules = Rules(Board("mine", (1,), diagonals=True), (3, 3))
    assert told(tables, lambda: Survey(Catalogue(tables, rules)).header(SMALL))["command"] is None


def test_a_broken_table(catalogue: Catalogue) -> None:
    alter(catalogue.path_of(SMALL), 3000)
    found = told(catalogue.roots[0], lambda: Survey(catalogue).compare(SMALL))
    assert found == {
        "code": "broken_table",
        "message": "the table of 3-3 is broken: it is not the file that the manifest lists",
        "subspace": "3-3",
    }


def test_a_table_of_other_rules(catalogue: Catalogue) -> None:
    (catalogue.roots[0] / "six" / "manifest.json").unlink()
    set_attribute(catalogue.path_of(SMALL), "fingerprint", b"0" * 64)
    found = told(catalogue.roots[0], lambda: Survey(catalogue).header(SMALL))
    assert (found["code"], found["subspace"]) == ("broken_table", "3-3")
    assert "fingerprint 0000" in found["message"]


def test_a_damaged_manifest(catalogue: Catalogue) -> None:
    (catalogue.roots[0] / "six" / "manifest.json").write_text("{}")
    assert told(catalogue.roots[0], lambda: Survey(catalogue).header(SMALL)) == {
        "code": "broken_table",
        "message": "the manifest is broken: it is not a manifest",
        "subspace": None,
    }


def test_tables_of_outcomes(outcome_tables: Path, rules: Rules) -> None:
    catalogue = Catalogue(outcome_tables, rules)
    found = told(outcome_tables, lambda: Survey(catalogue).graded(SMALL, "dtw"))
    assert (found["code"], found["subspace"]) == ("no_distances", "3-3")
    with tablebase.open(outcome_tables, rules) as there:
        position = parse_position(rules, WON)
        found = told(outcome_tables, lambda: principal_line(rules, there, position, 5))
    assert sorted(found) == ["code", "message"]
    assert found["code"] == "no_distances"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "bad_position"),
        ("WWX...../BBB..... w", "bad_position"),
        ("WWWWWWW./BBB..... w", "illegal_position"),
    ],
)
def test_a_position_that_cannot_be(tables: Path, rules: Rules, text: str, code: str) -> None:
    assert told(tables, lambda: parse_position(rules, text))["code"] == code
    with tablebase.open(tables, rules) as there:
        found = told(tables, lambda: there.probe(text))
    assert found["code"] == code


def test_an_unknown_variant(tables: Path) -> None:
    found = told(tables, lambda: preset("eleven"))
    assert found["code"] == "unknown_variant"
    assert "'eleven'" in found["message"]
    presets = ["three", "six", "five", "nine", "wmd", "lasker", "twelve"]
    assert found["variants"] == [*presets, "playok", "morabaraba"]


def test_parameters_that_cannot_be(tables: Path, rules: Rules) -> None:
    assert told(tables, lambda: replace(rules, men=(2, 2)))["code"] == "bad_parameter"
    assert told(tables, lambda: Subspace.parse("six"))["code"] == "bad_parameter"


@pytest.mark.parametrize("error", [ValueError("a bug"), OSError("a disk"), DiskFull(Path("tables"))])
def test_whatever_no_answer_ends_in_is_none(error: Exception) -> None:
    assert problem(error) is None
