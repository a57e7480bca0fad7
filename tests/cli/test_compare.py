"""``millbase compare``: what other rules change, in text, as JSON and as CSV."""

from __future__ import annotations

import csv
import io
import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from invoking import invoke

SIX = ("--variant", "six")
FLYING = ("--against", "--flying")


@pytest.fixture(scope="module")
def six(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Positions of six men's morris without stones in hand and up to seven on the board, with flying too."""
    directory = tmp_path_factory.mktemp("six")
    for options in ((), ("--flying",)):
        assert invoke(directory, "build", "--stones", "7", *SIX, *options).exit_code == 0
    assert invoke(directory, "build", "4-4", *SIX).exit_code == 0
    return directory


def compared(directory: Path, *arguments: str) -> Result:
    result = invoke(directory, "compare", *SIX, *arguments)
    assert result.exit_code == 0, result.output
    return result


def answered(directory: Path, *arguments: str) -> Any:
    return json.loads(compared(directory, *arguments, "--json").stdout)


def test_text(six: Path) -> None:
    lines = compared(six, *FLYING).stdout.splitlines()
    document = answered(six, *FLYING)
    assert lines[0].split("  ")[-1] == "win to loss"
    rows = {line.split()[0]: line.split()[1:] for line in lines[1:] if line and line[0].isdigit()}
    for table in document["subspaces"]:
        numbers = [table["positions"], table["changed"], *(one["positions"] for one in table["changes"])]
        assert rows.pop(table["subspace"]) == [f"{number:,}" for number in numbers]
    assert not rows
    assert lines[-1] == "Left out, as only one rule set has a table: 1 subspace, such as 4-4"


def test_json_says_what_holds_for_which_rules(six: Path) -> None:
    document = answered(six, *FLYING)
    assert list(document) == [
        "variant", "against", "subspaces", "totals", "left_out", "options", "fingerprint"
    ]  # fmt: skip
    assert (document["variant"], document["options"]) == ("six", {})
    assert (document["against"]["variant"], document["against"]["options"]) == ("six", {"flying": True})
    assert document["left_out"] == ["4-4"]
    assert [table["subspace"] for table in document["subspaces"]] == ["3-3", "3-4", "4-3"]
    assert set(document["totals"]) == {"moving", "placing", "game"}
    moving = document["totals"]["moving"]
    assert moving == document["totals"]["game"]
    assert moving["changed"] == sum(table["changed"] for table in document["subspaces"]) > 0


def test_counts_before_and_after_are_those_of_stats(six: Path) -> None:
    for options, when in (((), "before"), (("--flying",), "after")):
        stats = json.loads(invoke(six, "stats", "--json", *SIX, *options).stdout)["subspaces"]
        ours = {table["subspace"]: table for table in answered(six, *FLYING)["subspaces"]}
        for table in stats:
            if table["subspace"] in ours:
                expected = {name: table[name] for name in ("wins", "draws", "losses")}
                assert ours[table["subspace"]][when] == expected
                assert ours[table["subspace"]]["positions"] == table["positions"]


def test_every_position_that_is_printed_changes_so(six: Path) -> None:
    text = compared(six, *FLYING).stdout
    printed = 0
    for table in answered(six, *FLYING)["subspaces"]:
        for change in table["changes"]:
            assert (change["position"] is None) == (change["positions"] == 0)
            if change["position"] is None:
                continue
            printed += change["position"] in text
            values = [
                json.loads(invoke(six, "query", change["position"], "--json", *SIX, *options).stdout)["value"]
                for options in ((), ("--flying",))
            ]
            assert values == [change["from"], change["to"]]
    kinds = answered(six, *FLYING)["totals"]["game"]["changes"]
    assert printed == sum(change["positions"] > 0 for change in kinds) > 0


def test_csv_has_a_line_for_each_subspace(six: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(compared(six, *FLYING, "--csv").stdout)))
    for row, table in zip(rows, answered(six, *FLYING)["subspaces"], strict=True):
        assert (row["subspace"], int(row["positions"])) == (table["subspace"], table["positions"])
        assert int(row["wins_before"]) == table["before"]["wins"]
        assert int(row["losses_after"]) == table["after"]["losses"]
        for change in table["changes"]:
            name = f"{change['from']}_to_{change['to']}"
            assert int(row[name]) == change["positions"]
            assert row[f"{name}_position"] == (change["position"] or "")


def test_nothing_to_compare_where_tables_are_of_other_subspaces(six: Path, tmp_path: Path) -> None:
    shutil.copytree(six, tmp_path, dirs_exist_ok=True)
    for path in (tmp_path / "six-flying").glob("*.h5"):
        path.unlink()
    shutil.copy(tmp_path / "six" / "3-3.h5", tmp_path / "six-flying" / "4-4.h5")
    (tmp_path / "six" / "4-4.h5").unlink()
    result = invoke(tmp_path, "compare", *SIX, *FLYING)
    assert (result.exit_code, result.stdout) == (1, "")
    assert "no subspace has tables of both" in result.stderr


def test_subspaces_may_be_named(six: Path) -> None:
    tables = answered(six, "3-4", "3-3", *FLYING)["subspaces"]
    assert [table["subspace"] for table in tables] == ["3-4", "3-3"]
    assert tables[1] == answered(six, *FLYING)["subspaces"][0]


@pytest.mark.parametrize("text", ["six --flying", "--flying six", "six --flying --men 6,6"])
def test_ways_to_name_the_other_rules(six: Path, text: str) -> None:
    assert answered(six, "--against", text) == answered(six, *FLYING)


def test_options_alone_are_added_and_a_name_begins_anew(six: Path) -> None:
    added = answered(six, "3-3", "--flying", "--against", "--no-flying")
    anew = answered(six, "3-3", "--flying", "--against", "six")
    assert added == anew
    assert added["options"] == {"flying": True}
    assert added["against"]["options"] == {}


def test_of_equal_tables_nothing_changes_and_that_is_said(six: Path) -> None:
    text = compared(six, "--against", "--take-two").stdout
    assert "\nIn 4 subspaces nothing changes.\n" in text


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        ((), 2, "Missing option '--against'"),
        (("--against", "'six"), 2, "a quotation mark is left open"),
        (("--against", "sox"), 2, "no rule set is called 'sox'"),
        (("--against", "--db x"), 2, "No such option"),
        (("--against", "six five"), 2, "unexpected extra argument (five)"),
        (("--against", "nine"), 2, "no position in common"),
        (("--against", "five"), 2, "the same but for the number of men"),
        (("--against", "--flying", "--json", "--csv"), 2, "choose one"),
        (("4-4", "--against", "--flying"), 1, "millbase build 4-4 --variant six --flying"),
        (("9-9", "--against", "--flying"), 2, "there is no subspace 9-9"),
        (("--against", "--flying --full-board loss", "4-4"), 1, "--full-board loss"),
        (("--against", "--protected"), 1, "millbase build 3-3 --variant six --protected"),
    ],
)
def test_what_cannot_be_compared_is_told(six: Path, arguments: tuple[str, ...], code: int, told: str) -> None:
    result = invoke(six, "compare", *SIX, *arguments)
    assert result.exit_code == code
    assert told in result.stderr
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
