"""``millbase plan`` and ``millbase build``: what they print, and what they leave."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from millbase.databases import building

Run = Callable[..., Result]


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory, run: Run) -> Path:
    """A table of outcomes alone."""
    directory = tmp_path_factory.mktemp("outcomes")
    assert run(directory, "build", "3-3", "--grade", "wdl").exit_code == 0
    return directory


def test_plan_tells_what_is_there_and_what_is_missing(millbase: Run) -> None:
    rows = [line.split() for line in millbase("plan", "4-4").stdout.splitlines()]
    assert [(row[0], row[-1]) for row in rows[1:-1]] == [
        ("3-3", "solved"),
        ("4-3,", "solved"),
        ("4-4", "missing"),
    ]
    assert rows[-1][:3] == ["to", "build", "3,667,665"]


def test_plan_as_a_document_says_the_same(millbase: Run) -> None:
    document = json.loads(millbase("plan", "4-4", "--grade", "wdl", "--threads", "3", "--json").stdout)
    assert list(document) == ["variant", "grade", "threads", "units", "to_build", "options", "fingerprint"]
    assert (document["grade"], document["threads"]) == ("wdl", 3)
    units = document["units"]
    assert [(unit["subspaces"], unit["status"]) for unit in units] == [
        (["3-3"], "solved"),
        (["4-3", "3-4"], "solved"),
        (["4-4"], "missing"),
    ]
    keys = ("entries", "bytes_memory", "bytes_disk", "seconds")
    assert document["to_build"] == {"tables": 1} | {key: units[-1][key] for key in keys}
    rows = millbase("plan", "4-4", "--grade", "wdl", "--threads", "3").stdout.splitlines()
    assert len(rows) == len(units) + 2
    for row, unit in zip(rows[1:], units, strict=False):
        assert f"{unit['entries']:,}" in row
        assert row.endswith(unit["status"])


def test_plan_is_for_a_grade(outcomes: Path, run: Callable[..., Result]) -> None:
    def last_words(*options: str) -> str:
        return run(outcomes, "plan", "3-3", *options).stdout.splitlines()[1]

    assert last_words("--grade", "wdl").endswith("  solved")
    assert last_words().endswith("outcomes only")
    [path] = outcomes.rglob("3-3.h5")
    assert f"{path.stat().st_size / 1000:.0f} kB" in last_words("--grade", "wdl")


def test_plan_makes_no_directory(millbase: Run, tmp_path: Path) -> None:
    assert millbase("plan", "--stones", "18", "--db", str(tmp_path / "new")).exit_code == 0
    assert list(tmp_path.iterdir()) == []


def test_both_orders_name_the_same_unit(millbase: Run) -> None:
    assert (
        millbase("plan", "4-3").stdout
        == millbase("plan", "3-4").stdout
        == millbase("plan", "3-4", "4-3").stdout
    )


def test_a_build_says_what_it_did(millbase: Run, tmp_path: Path) -> None:
    first = millbase("build", "3-3", "--db", str(tmp_path))
    assert first.stderr.startswith("3-3 (1 of 1): 210,140 entries in ")
    assert first.stderr.count("\n") == 1
    assert first.stdout.startswith("1 solved, 0 already there: ")
    again = millbase("build", "--stones", "6", "--db", str(tmp_path))
    assert again.stdout.startswith("0 solved, 1 already there: ")
    assert again.stderr == ""


@pytest.mark.parametrize("command", ["build", "plan"])
def test_what_is_finished_is_looked_at_once(
    millbase: Run, command: str, opened: Counter[str], hashed: list[str]
) -> None:
    assert millbase(command, "4-3").exit_code == 0
    assert opened == {"3-3.h5": 1, "4-3.h5": 1, "3-4.h5": 1}
    assert hashed == []


def test_threads_do_not_show_in_the_tables(millbase: Run, tables: Path, tmp_path: Path) -> None:
    assert millbase("build", "4-3", "--threads", "1", "--db", str(tmp_path)).exit_code == 0
    built = list(tmp_path.rglob("*.h5"))
    assert built
    for path in built:
        assert path.read_bytes() == (tables / path.relative_to(tmp_path)).read_bytes()


def test_ctrl_c_says_that_the_build_can_go_on(
    millbase: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(building, "build", interrupted)
    result = millbase("build", "3-3", "--db", str(tmp_path))
    assert result.exit_code == 1
    assert result.stderr == (
        "millbase: interrupted; finished tables are kept, and the same command goes on from there\n"
    )


def test_outcomes_alone_answer_queries_but_have_no_line(millbase: Run, tmp_path: Path) -> None:
    db = ("--db", str(tmp_path))
    won = "WWB.W..B/.B....../........ w"
    assert millbase("build", "3-3", "--grade", "wdl", *db).exit_code == 0
    assert "\nWhite to move: win\n" in millbase("query", won, *db).stdout
    line = millbase("line", won, *db)
    assert (line.exit_code, line.stdout) == (1, "")
    assert "needs the distance to the end" in line.stderr
    assert '"longest_win": null' in millbase("stats", "3-3", "--json", *db).stdout


def test_a_build_that_may_need_too_much_memory_is_refused(millbase: Run, tmp_path: Path) -> None:
    result = millbase("build", "9-9", "--memory", "0.5", "--db", str(tmp_path))
    assert result.exit_code == 2
    assert "and 0.5 are allowed; allow more with --memory, or build less" in result.stderr
    assert list(tmp_path.iterdir()) == []
