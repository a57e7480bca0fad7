"""What tables hold, of the game that is asked about and of no other."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from invoking import invoke

# Games that are built in a moment, one for each preset, and some whose sides differ.
GAMES = {
    "three": ["--variant", "three"],
    "three, more men": ["--variant", "three", "--men", "4,3"],
    "six": ["--variant", "six", "--men", "4,3"],
    "five": ["--variant", "five", "--men", "3,4"],
    "nine": ["--men", "3"],
    "lasker": ["--variant", "lasker", "--men", "3"],
    "twelve": ["--variant", "twelve", "--men", "3"],
}


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """A directory with the tables of a game, and the options of that game."""
    directory = tmp_path_factory.mktemp("game")
    options = GAMES[request.param]
    assert invoke(directory, "solve", *options).exit_code == 0
    return directory, options


def test_every_position_that_is_printed_can_be_asked_about(game: tuple[Path, list[str]]) -> None:
    directory, options = game
    tables = json.loads(invoke(directory, "stats", "--json", *options).stdout)["subspaces"]
    asked = 0
    for table in tables:
        text = invoke(directory, "stats", table["subspace"], *options).stdout
        for longest in ("longest_win", "longest_loss"):
            position = table[f"{longest}_position"]
            assert (position is None) == (table[longest] is None)
            if position is None:
                continue
            asked += 1
            assert f", the longest: {position}\n" in text
            answer = invoke(directory, "query", position, "--json", *options)
            assert answer.exit_code == 0, answer.output
            found = json.loads(answer.stdout)
            assert (found["value"], found["plies"]) == (longest[8:], table[longest])
    assert asked > 0


def test_totals_are_of_the_game_alone(tmp_path: Path) -> None:
    small, large = ["--variant", "six", "--men", "3"], ["--variant", "six", "--men", "4,3"]
    assert invoke(tmp_path, "solve", *small).exit_code == 0
    alone = invoke(tmp_path, "stats", "--json", *small).stdout
    overview = invoke(tmp_path, "stats", *small).stdout
    assert invoke(tmp_path, "solve", *large).exit_code == 0
    assert invoke(tmp_path, "stats", "--json", *small).stdout == alone
    assert invoke(tmp_path, "stats", *small).stdout == overview
    totals = json.loads(alone)["totals"]
    for count in ("positions", "wins", "draws", "losses"):
        assert totals["game"][count] == totals["moving"][count] + totals["placing"][count]
    assert totals["game"]["longest_win"] == max(
        table["longest_win"] or 0 for table in json.loads(alone)["subspaces"]
    )
    shares = [float(share.rstrip("%")) for share in overview.splitlines()[-1].split()]
    assert sum(shares) == pytest.approx(100, abs=0.2)
    assert shares[0] == pytest.approx(100 * totals["game"]["wins"] / totals["game"]["positions"], abs=0.05)


def test_where_only_other_games_have_tables_it_says_so(tmp_path: Path) -> None:
    assert invoke(tmp_path, "build", "4-4", "--variant", "six").exit_code == 0
    for name in ("3-3", "4-3", "3-4"):
        (tmp_path / "six" / f"{name}.h5").unlink()
    result = invoke(tmp_path, "stats", "--variant", "six", "--men", "3")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "no table that is there is of a game with 3 men a side" in result.stderr


def test_csv_has_what_json_has(game: tuple[Path, list[str]]) -> None:
    directory, options = game
    tables = json.loads(invoke(directory, "stats", "--json", *options).stdout)["subspaces"]
    rows = list(csv.DictReader(invoke(directory, "stats", "--csv", *options).stdout.splitlines()))
    assert len(rows) == len(tables)
    for row, table in zip(rows, tables, strict=True):
        assert row == {name: "" if table[name] is None else str(table[name]) for name in row}
    assert list(rows[0]) == [
        "subspace", "positions", "wins", "draws", "losses", "longest_win", "longest_loss",
        "longest_win_position", "longest_loss_position",
    ]  # fmt: skip


def test_csv_and_json_at_once_are_refused(tmp_path: Path) -> None:
    result = invoke(tmp_path, "stats", "--csv", "--json")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "leave out --json and --zugzwang" in result.stderr
