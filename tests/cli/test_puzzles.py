"""``millbase find`` and ``millbase check``: exercises out of the tables, and lists of them checked."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

Run = Callable[..., Result]
WON = ".W....../....WWB./B...B... w"  # in three turns, by d2-f6 alone
LINE = "d2-f6 b2-f4 f2-d6 f4-a7 d7-b6xa7"

PLANTED = f"""\
position,value,turns,best,line
{WON},win,3,d2-f6,{LINE}
..W.W.../......B./..BW.WB. w,win,,,
{WON},,4,d2-f6,
{WON},,3,d7-g7,
{WON},,3,d2-f4,
{WON},,,d2-a7xf2,
{WON},,,,d2-f6 b2-a7 f2-d6
WW...B../B......./..B....W w,,1,c4-g7xd1,
"""
KINDS = [[], ["outcome"], ["distance"], ["wrong"], ["slower"], ["illegal"], ["defence", "slower"], ["cook"]]


def checked(millbase: Run, text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in millbase("check", "-", "--json", stdin=text).stdout.splitlines()]


def test_planted_errors_are_all_named(millbase: Run) -> None:
    rows = checked(millbase, PLANTED)
    assert [row["row"] for row in rows] == list(range(2, 10))
    kinds = [sorted({found["kind"] for found in row["findings"]} - {"dual"}) for row in rows]
    assert kinds == KINDS
    assert [row["agrees"] for row in rows] == [not found for found in KINDS]
    assert (rows[0]["turns"], rows[0]["plies"], rows[0]["best"]) == (3, 5, ["d2-f6"])
    text = millbase("check", "-", stdin=PLANTED)
    assert text.exit_code == 1
    assert text.stderr == "millbase: 7 of 8 puzzles disagree with the tables\n"
    assert "line 4: disagrees, said to take 4 turns, and takes 3; both win, and distances" in text.stdout
    assert "line 6: disagrees, d2-f4 is a win in 7 plies, and d2-f6 is a win in 5 plies\n" in text.stdout
    assert re.search(r"line 8: disagrees, ply 2 of the line, .* lines from Malom's database", text.stdout)


def test_what_agrees_ends_well(millbase: Run) -> None:
    result = millbase("check", "-", stdin="\n".join(PLANTED.splitlines()[:2]))
    assert result.exit_code == 0
    assert result.stdout.startswith("line 2: agrees")


@pytest.mark.parametrize(
    "text",
    [
        json.dumps({"position": WON, "turns": 3, "best": ["d2-f6"], "line": LINE.split()}),
        json.dumps({"FEN": WON, "Mate in": "3", "Best move": "D2F6", "pv": f"1. {LINE}"}),
        f"fen;turns;solution\n{WON};3;1. d2-f6 b2-f4 2. f2-d6",
        f"\ufeffFEN\tDTW\tBest\r\n{WON}\t5\td2–f6\r\n",
        f"{WON},win,d2-f6\n{WON},win,d2-f6",
        f"a comment;position\nx;{WON}",
    ],
)
def test_columns_named_and_guessed(millbase: Run, text: str) -> None:
    rows = checked(millbase, text)
    assert rows
    assert all(row["agrees"] for row in rows)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "- holds no puzzle"),
        (f"{WON},3\n", "may be plies or turns"),
        (f"{WON},{LINE}\n", "may be the best ones or a line"),
        ("what,ever\n1,2\n", "no column holds positions"),
        ("{" * 100_000, "line 1: no JSON"),
        ("[" * 100_000, "no column holds positions"),
        ('{"turns": 3}', "line 1: the puzzle has no position"),
        (f'{{"position": "{WON}", "turns": "many"}}', "line 1: 'many' is no number of turns"),
        (f'{{"position": "{WON}", "value": "good"}}', "line 1: 'good' is no outcome"),
        ('{"position": "x"}', "line 1: 'X' is no stone"),
    ],
)
def test_what_is_no_list_of_puzzles_is_one_sentence(millbase: Run, text: str, reason: str) -> None:
    result = millbase("check", "-", stdin=text)
    assert result.exit_code == 2
    assert reason in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_bad_row_does_not_end_the_list(millbase: Run) -> None:
    result = millbase("check", "-", "--json", stdin=f"position,turns\nx,1\n{WON},3\n")
    bad, good = map(json.loads, result.stdout.splitlines())
    assert result.exit_code == 2
    assert (bad["row"], bad["error"]["code"], good["agrees"]) == (2, "bad_position", True)


@pytest.mark.parametrize(
    "options", [["--win", "3-9", "--only-move"], ["--zugzwang"], ["--no-removal", "--seed", "3"]]
)
def test_what_is_found_agrees_with_query_and_with_check(millbase: Run, options: list[str]) -> None:
    result = millbase("find", "3-3", "4-3", "--json", "--count", "8", *options)
    found = [json.loads(line) for line in result.stdout.splitlines()]
    assert 5 < len(found) <= 8
    for puzzle in found:
        answer = json.loads(millbase("query", puzzle["position"], "--json").stdout)
        best = [move["move"] for move in answer["moves"] if move["value"] == answer["value"]]
        assert (answer["value"], answer["plies"]) == (puzzle["value"], puzzle["plies"])
        assert puzzle["best"][0] in best
    again = millbase("check", "-", stdin=result.stdout)
    assert again.exit_code == 0, again.output


def test_positions_are_found_as_text_too(millbase: Run) -> None:
    arguments = ("find", "3-3", "--win", "5", "--only-move", "--count", "3")
    lines = millbase(*arguments).stdout.splitlines()
    assert len(lines) == 3
    assert all(re.fullmatch(r"[WB./]{26} w  win in 5 plies  \w\d-\w\d(x\w\d)?", line) for line in lines)
    assert millbase(*arguments).stdout.splitlines() == lines
    assert millbase(*arguments, "--seed", "1").stdout.splitlines() != lines


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--win", "7-5", "3-3"], "'7-5' is no number of plies"),
        (["--win", "x", "3-3"], "'x' is no number of plies"),
        (["3-2+0-1", "--zugzwang"], "without stones in hand"),
        ([], "say what is meant"),
        (["3-3", "--link", "x", "--json"], "choose one"),
    ],
)
def test_what_cannot_be_found_is_refused(millbase: Run, arguments: list[str], reason: str) -> None:
    result = millbase("find", *arguments)
    assert result.exit_code == 2
    assert reason in result.stderr


def test_positions_are_found_as_links(millbase: Run) -> None:
    asked = ("find", "3-3", "--win", "3", "--count", "2")
    found = [json.loads(line)["position"] for line in millbase(*asked, "--json").stdout.splitlines()]
    links = millbase(*asked, "--link", "https://mill.example.org/").stdout.splitlines()
    beginning = "https://mill.example.org/puzzles?variant=nine&position="
    assert links == [beginning + position.replace(" ", "_") for position in found]


def test_zugzwang_is_counted(millbase: Run, tmp_path: Path) -> None:
    counted = json.loads(millbase("stats", "3-3", "--zugzwang", "--json").stdout)["zugzwang"]
    text = millbase("stats", "3-3", "--zugzwang").stdout
    assert f"Mutual zugzwang: {counted['whole']:,} whole, {counted['half']:,} half" in text
    assert millbase("stats", "--zugzwang").exit_code == 2
