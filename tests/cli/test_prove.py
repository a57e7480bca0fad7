"""``millbase prove``, and ``millbase query --time``: values found by a search on top of tables."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from invoking import invoke

Run = Callable[..., Result]

EMPTY = "......../......../........ w"
PLACED = "WW....../....BB../........ w 1,1"


@pytest.fixture(scope="module", autouse=True)
def ready(tables: Path) -> None:
    """Compile, once, outside of what has a limit of time."""
    invoke(tables, "prove", "--men", "3")


def proved(millbase: Run, *options: str) -> dict[str, Any]:
    result = millbase("prove", "--json", *options)
    assert result.exit_code == 0, result.output
    document: dict[str, Any] = json.loads(result.stdout)
    return document


@pytest.mark.parametrize(
    ("men", "value", "at_least"),
    [("3", "win", ("win", "loss")), ("4,3", "draw", ("draw", "draw")), ("3,4", "draw", ("draw", "draw"))],
)
def test_the_value_of_a_start_is_proved_from_both_sides(
    millbase: Run, men: str, value: str, at_least: tuple[str, str]
) -> None:
    answer = proved(millbase, "--men", men)
    assert (answer["value"], answer["plies"]) == (value, None)
    proof = answer["proof"]
    assert (proof["white_at_least"], proof["black_at_least"]) == at_least
    assert proof["positions"] > 0
    assert proof["seconds"] > 0
    assert set(proof["entries_read"]) <= {"3-3", "4-3", "3-4"}


def test_first_moves_are_those_that_differ(millbase: Run) -> None:
    answer = proved(millbase, "--men", "4,3")
    assert {move["move"] for move in answer["moves"]} == {"a7", "d7", "b6", "d6"}
    assert sum(1 + len(move["alike"]) for move in answer["moves"]) == 24
    assert all(move["value"] in ("draw", "loss") for move in answer["moves"])


def test_text_says_what_was_proved(millbase: Run) -> None:
    text = millbase("prove", "--men", "3").stdout
    assert "\nWhite to move: win\n" in text
    assert "Proved that White wins: " in text
    text = millbase("prove", "--men", "4,3").stdout
    assert "Proved at least a draw for White and at least a draw for Black: " in text


def test_a_proof_that_has_no_time_proves_nothing(millbase: Run) -> None:
    answer = proved(millbase, "--men", "4,3", "--time", "0.000001")
    assert (answer["value"], answer["at_least"], answer["at_most"]) == (None, "loss", "win")
    assert answer["proof"]["positions"] == 0
    assert "Nothing proved yet" in millbase("prove", "--men", "4,3", "--time", "0.000001").stdout


def test_a_missing_table_is_named(millbase: Run) -> None:
    result = millbase("prove", "--men", "4")
    assert result.exit_code == 1
    assert "4-4.h5 is missing; to build it: millbase build --stones 8 --men 4" in result.stderr


def test_mixed_moves_cannot_be_searched(millbase: Run) -> None:
    result = millbase("prove", "--variant", "lasker")
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    assert "millbase solve" in result.stderr


def test_a_query_without_tables_mentions_the_search(millbase: Run) -> None:
    result = millbase("query", PLACED, "--men", "3")
    assert result.exit_code == 1
    assert "2-2+1-1.h5 is missing" in result.stderr
    assert "--time SECONDS" in result.stderr


def test_a_query_searches_if_it_may(millbase: Run) -> None:
    result = millbase("query", PLACED, "--men", "3", "--time", "20", "--json")
    assert result.exit_code == 0, result.output
    answer = json.loads(result.stdout)
    assert (answer["value"], answer["plies"]) == ("win", None)
    assert answer["moves"][0]["value"] == "win"
    assert len(answer["moves"]) == 21  # twenty points, and one of them with a choice of two stones


def test_moves_into_tables_keep_their_distances(millbase: Run) -> None:
    """The last stone is placed, and what that leads to has tables."""
    result = millbase("query", "WW....../....BB../B....... w 1,0", "--men", "3", "--time", "20", "--json")
    answer = json.loads(result.stdout)
    assert answer["plies"] is not None
    assert answer["plies"] == answer["moves"][0]["plies"]
    assert all("at_least" not in move for move in answer["moves"])


def test_a_range_where_time_runs_out(millbase: Run, tables: Path) -> None:
    result = millbase("query", EMPTY + " 4,3", "--time", "0.000001", "--json")
    answer = json.loads(result.stdout)
    assert (answer["value"], answer["plies"]) == (None, None)
    assert (answer["at_least"], answer["at_most"]) == ("loss", "win")
    text = millbase("query", EMPTY + " 4,3", "--time", "0.000001").stdout
    assert "White to move: between loss and win" in text


def test_positions_from_standard_input_share_a_search(millbase: Run) -> None:
    lines = f"{EMPTY} 4,3\n{PLACED}\nWWB.W..B/.B....../........ w\n"
    result = millbase("query", "-", "--time", "20", "--json", stdin=lines)
    values = [json.loads(line)["value"] for line in result.stdout.splitlines()]
    assert values == ["draw", "win", values[2]]


@pytest.mark.parametrize("seconds", ["0", "-1", "soon"])
def test_a_time_has_to_be_positive(millbase: Run, seconds: str) -> None:
    assert millbase("query", EMPTY + " 4,3", "--time", seconds).exit_code == 2
