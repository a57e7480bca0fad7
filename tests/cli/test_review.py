"""``millbase review``: files of games, and what is said of each."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]

GAMES = """\
1. a3 b2
2. b3 c3 *

1. b2 b3 2. b3

[Event "x"]
[Rules "three"]

1. b2 b3 2. a1 a2 3. c3 1-0
"""


@pytest.fixture(scope="module")
def three(run: Run, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Review games of three men's morris, which is solved."""
    directory = tmp_path_factory.mktemp("three")
    assert run(directory, "solve", "--variant", "three").exit_code == 0
    return lambda *arguments, stdin=None: run(directory, "review", *arguments, stdin=stdin)


def test_an_illegal_move_is_told_and_the_other_games_are_done(three: Run, tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text(GAMES)
    result = three(str(file), "--variant", "three")
    assert result.exit_code == 2
    assert result.stderr == "millbase: game 2, 2. b3: b3 is taken\n"
    assert result.stdout.startswith('[Annotator "millbase ')
    assert "1. a3? {win in 9 plies, now draw; best b2} 1... b2\n" in result.stdout
    assert "\n% game 2, 2. b3: b3 is taken\n1. b2 b3 2. b3\n\n" in result.stdout
    assert result.stdout.endswith("\n3. c3 1-0\n")
    assert three("-", "--variant", "three", stdin=result.stdout).stdout == result.stdout


def test_json_has_a_line_for_each_game(three: Run) -> None:
    result = three("-", "--variant", "three", "--json", stdin=GAMES)
    first, bad, last = map(json.loads, result.stdout.splitlines())
    assert list(first) == [
        "variant", "tags", "position", "value", "plies", "moves", "result", "reason", "summary",
        "annotated",
        "options", "fingerprint",
    ]  # fmt: skip
    assert first["summary"]["white"]["mistakes"] == 2
    assert bad == {"game": 2, "error": {"code": "bad_game", "message": "2. b3: b3 is taken"}}
    assert (last["result"], last["tags"]["Event"]) == ("1-0", "x")


def test_the_rules_are_those_of_the_game_or_those_asked_for(three: Run) -> None:
    text = GAMES[GAMES.index("[Event") :]
    assert "Rules" in three("-", stdin=text).stdout
    assert json.loads(three("-", "--json", stdin=text).stdout)["variant"] == "three"
    other = three("-", "--variant", "six", stdin=text)
    assert other.exit_code == 2
    assert "game 1, 1. b2: " not in other.stderr
    assert json.loads(three("-", "--json", stdin="1. d2 d3").stdout)["variant"] == "nine"


def test_moves_that_are_not_judged_are_told(three: Run) -> None:
    result = three("-", stdin="1. d2 d3")
    assert result.exit_code == 0
    assert result.stderr.startswith("game 1, 2 moves not judged: the table ")
    assert "to build it: millbase build 0-0+9-9" in result.stderr
    assert result.stdout.endswith("\n\n1. d2 d3\n")


def test_lines_show_what_would_have_kept_the_result(three: Run) -> None:
    marked = three("-", "--variant", "three", "--lines", stdin=GAMES).stdout
    assert "now draw; best b2} (1. b2 " in marked
    assert three("-", "--variant", "three", "--lines", stdin=marked).stdout == marked


def test_what_is_no_file_of_games_is_one_sentence(three: Run, tmp_path: Path) -> None:
    empty = three("-", stdin="\n")
    assert (empty.exit_code, empty.stderr) == (2, "millbase: - holds no game\n")
    missing = three(str(tmp_path / "none"))
    assert (missing.exit_code, missing.stderr.count("\n")) == (1, 1)
    noise = three("-", stdin=bytes(range(256)) * 100)
    assert (noise.exit_code, noise.stderr.count("\n")) == (2, 1)
