"""``millbase solve``: whole games from the empty board, with their published values."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from millbase.databases import building

Run = Callable[..., Result]

# Starts by the stones each side places, from Gévay & Danner 2016, tables II to IV.
with Path(__file__).with_name("start_values.csv").open() as _file:
    STARTS = [tuple(row.values()) for row in csv.DictReader(_file)]


@pytest.fixture(scope="module")
def millbase(run: Run, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Run a command on tables that all games of this file share: what one has built, the next need not."""
    directory = tmp_path_factory.mktemp("games")
    return lambda *arguments: run(directory, *arguments)


def solved(millbase: Run, *arguments: str) -> dict[str, Any]:
    result = millbase("solve", "--json", *arguments)
    assert result.exit_code == 0, result.output
    return dict(json.loads(result.stdout))


@pytest.mark.parametrize(("variant", "white", "black", "value", "plies"), STARTS)
def test_published_starts(
    millbase: Run, variant: str, white: str, black: str, value: str, plies: str
) -> None:
    answer = solved(millbase, "--variant", variant, "--men", f"{white},{black}")
    assert (answer["value"], answer["plies"]) == (value, int(plies) if plies else None)


@pytest.mark.parametrize(
    ("options", "value", "plies"),
    [((), "win", 9), (("--flying",), "draw", None), (("--men", "4"), "win", 11)],
    ids=["three", "flying", "four men"],
)
def test_three_mens_morris(millbase: Run, options: tuple[str, ...], value: str, plies: int | None) -> None:
    answer = solved(millbase, "--variant", "three", *options)
    assert (answer["value"], answer["plies"]) == (value, plies)


def test_first_moves_of_three_mens_morris(millbase: Run) -> None:
    moves = {move["move"]: move["value"] for move in solved(millbase, "--variant", "three")["moves"]}
    assert moves == {
        "b2": "win",
        **dict.fromkeys(("a3", "c3", "c1", "a1"), "draw"),
        **dict.fromkeys(("b3", "c2", "b1", "a2"), "loss"),
    }


@pytest.mark.parametrize("flying", ["--flying", "--no-flying"])
@pytest.mark.parametrize(("variant", "men"), [("six", "3"), ("six", "4"), ("five", "5"), ("six", "6")])
def test_two_rings_are_a_draw(millbase: Run, variant: str, men: str, flying: str) -> None:
    assert solved(millbase, "--variant", variant, "--men", men, flying)["value"] == "draw"


def test_json_is_that_of_query(millbase: Run) -> None:
    answer = solved(millbase, "--variant", "three")
    query = millbase("query", "......../. w 3,3", "--variant", "three", "--json")
    assert answer == json.loads(query.stdout)


def test_text_shows_one_of_the_first_moves_that_are_alike(millbase: Run) -> None:
    result = millbase("solve", "--variant", "three")
    _, position, verdict, moves = result.stdout.split("\n\n")
    assert position == "......../. w 3,3"
    assert verdict == "White to move: win in 9 plies"
    assert moves.splitlines() == [
        "b2  win in 9 plies",
        "a3  draw             as c3, c1, a1",
        "b3  loss in 8 plies  as c2, b1, a2",
    ]


def test_what_is_there_is_kept(millbase: Run) -> None:
    solved(millbase, "--variant", "three")
    again = millbase("solve", "--variant", "three")
    assert again.stderr.startswith("0 solved, 7 already there: ")


def test_outcomes_alone_have_no_plies(run: Run, tmp_path: Path) -> None:
    answer = json.loads(run(tmp_path, "solve", "--variant", "three", "--grade", "wdl", "--json").stdout)
    assert (answer["value"], answer["plies"], answer["moves"][0]["move"]) == ("win", None, "b2")


def test_positions_that_can_be_reached_are_counted(millbase: Run) -> None:
    assert solved(millbase, "--variant", "three", "--count-reachable")["reachable"] == 5_390
    text = millbase("solve", "--variant", "three", "--count-reachable").stdout
    assert text.endswith("\n\n5,390 positions can be reached\n")


def test_too_many_positions_to_count_are_refused_before_anything_is_built(run: Run, tmp_path: Path) -> None:
    result = run(tmp_path, "solve", "--count-reachable")
    assert result.exit_code == 2
    assert result.stderr.startswith("millbase: counting the positions that can be reached would take ")
    assert result.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_ctrl_c_says_that_it_can_go_on(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(building, "build", interrupted)
    result = run(tmp_path, "solve", "--variant", "three")
    assert result.exit_code == 1
    assert "the same command goes on from there" in result.stderr
