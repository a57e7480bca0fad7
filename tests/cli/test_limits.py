"""A limit of moves, and plies to the next conversion, on the command line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]
THREE = ("--variant", "three")
LIMITED = (*THREE, "--limit", "3")
POSITION = "W.WW..BB/B w"  # under a limit of 3 won in 5 plies at best


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory, run: Run) -> Path:
    """Three men's morris under a limit of 3 moves; 3-3 under others and none, in both ways of counting."""
    directory = tmp_path_factory.mktemp("limited")
    for arguments in (
        ("solve", *LIMITED),
        ("build", "3-3", *THREE, "--limit", "2"),
        ("build", "3-3", *THREE, "--limit", "1"),
        ("build", "3-3", *THREE),
        ("build", "3-3", *THREE, "--grade", "dtc"),
    ):
        done = run(directory, *arguments)
        assert done.exit_code == 0, done.output
    return directory


@pytest.mark.parametrize(
    ("counter", "limit", "value", "conversion"),
    [("", "3", "win", 5), ("c1", "3", "win", 5), ("c2", "3", "draw", None), ("", "2", "draw", None)],
)
def test_an_answer_is_that_for_the_counter(
    place: Path, run: Run, counter: str, limit: str, value: str, conversion: int | None
) -> None:
    done = run(place, "query", f"{POSITION} {counter}", *THREE, "--limit", limit, "--json")
    found = json.loads(done.output)
    assert (found["value"], found["plies"], found["conversion"]) == (value, None, conversion)
    assert found["options"] == {"limit": int(limit)}
    best = found["moves"][0]
    assert (best["value"], best["conversion"]) == (value, conversion)
    assert best["position"].endswith(f" c{int(counter[1:] or 0) + 1}")


def test_a_line_is_played_out_in_time(place: Path, run: Run) -> None:
    done = run(place, "line", f"{POSITION} c1", *LIMITED)
    assert done.exit_code == 0
    assert len(done.output.splitlines()) == 2 + 5
    assert "win, conversion in 5 plies" in done.output


def test_the_same_outcomes_are_counted_otherwise_without_a_limit(place: Path, run: Run) -> None:
    facts = [
        json.loads(run(place, "stats", "3-3", *THREE, *grade, "--json").output)
        for grade in ((), ("--grade", "dtc"))
    ]
    for count in ("positions", "wins", "draws", "losses"):
        assert facts[0][count] == facts[1][count]
    queries = [
        json.loads(run(place, "query", POSITION, *THREE, *grade, "--json").output)
        for grade in ((), ("--grade", "dtc"))
    ]
    # Nothing is removed in three: the next conversion is the end.
    assert queries[0]["plies"] == queries[1]["conversion"]
    assert queries[1]["plies"] is None
    assert (place / "three" / "dtc" / "3-3.h5").exists()


@pytest.mark.parametrize(("limit", "value"), [("1", "draw"), ("2", "win")])
def test_a_proof_goes_by_the_limit(place: Path, run: Run, limit: str, value: str) -> None:
    done = run(place, "prove", *THREE, "--limit", limit, "--json")
    assert json.loads(done.stdout)["value"] == value


GAME = """[SetUp "1"]
[FEN "{position}"]
[Result "*"]

1. {moves} *
"""


def test_a_review_counts(place: Path, run: Run) -> None:
    late = GAME.format(position=f"{POSITION} c1", moves="c2-c1 b2-c2")
    done = run(place, "review", "-", *LIMITED, stdin=late)
    assert "c2-c1? {win, conversion in 5 plies, now draw; best c3-b3}" in done.output
    assert run(place, "review", "-", *LIMITED, stdin=done.output).output == done.output
    drawn = GAME.format(position=f"{POSITION} c2", moves="c3-b3 b2-c3 2. b3-b2 c3-b3 3. c2-c1")
    done = run(place, "review", "-", *LIMITED, stdin=drawn)
    assert done.exit_code == 2
    assert "3. c2-c1: the game is over: 3 moves of each side without a placement or a removal" in done.output


def test_tables_are_checked(place: Path, run: Run) -> None:
    for options in (LIMITED, (*THREE, "--grade", "dtc"), (*THREE, "--limit", "2")):
        done = run(place, "verify", *options)
        assert done.exit_code == 0
        assert "no fault\n" in done.output


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("query", f"{POSITION} c7", *LIMITED), "after 6 the game is over"),
        (("query", f"{POSITION} c2", *THREE), "these rules set them no limit"),
        (("build", "3-3", *LIMITED, "--grade", "dtw"), "there is no grade 'dtw'; choose dtc or wdl"),
        (("query", POSITION, *THREE, "--limit", "0"), "0 is not in the range"),
        (("query", POSITION, *THREE, "--limit", "1001"), "1001 is not in the range"),
    ],
)
def test_what_cannot_be_is_refused(place: Path, run: Run, arguments: tuple[str, ...], reason: str) -> None:
    done = run(place, *arguments)
    assert done.exit_code == 2
    assert reason in done.output


def test_a_missing_table_names_the_command(place: Path, run: Run) -> None:
    done = run(place, "query", POSITION, *THREE, "--limit", "9")
    assert done.exit_code == 1
    assert "millbase build 3-3 --variant three --limit 9" in done.output


def test_the_limit_is_told(run: Run, tmp_path: Path) -> None:
    told = run(tmp_path, "variants", "nine", "--limit", "20").output.replace("\n", " ")
    assert "when each side has made 20 moves in a row without a placement or a removal, 40 plies" in told
    assert "House rules that are not there: a blocked side passes its turn" in told
