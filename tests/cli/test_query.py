"""``millbase query``: JSON, text, positions from standard input."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from millbase.cli.main import main
from millbase.solver.game.notation import parse_position
from millbase.solver.game.positions import legal_moves
from millbase.solver.game.rules import preset

NINE = preset("nine")
CLOSING = "WW...B../B......./..B....W w"  # a stone flies to g7 and closes a mill
QUIET = "WWB.W..B/.B....../........ w"

Run = Callable[..., Result]


def asked(millbase: Run, position: str) -> dict[str, Any]:
    result = millbase("query", position, "--json")
    assert result.exit_code == 0, result.output
    document: dict[str, Any] = json.loads(result.stdout)
    return document


@pytest.mark.parametrize("position", [CLOSING, QUIET])
def test_json_has_every_move_best_first(millbase: Run, position: str) -> None:
    answer = asked(millbase, position)
    assert list(answer) == ["variant", "position", "value", "plies", "moves", "options", "fingerprint"]
    assert (answer["variant"], answer["position"]) == ("nine", position)
    assert len(answer["moves"]) == len(legal_moves(NINE, parse_position(NINE, position)))
    best = answer["moves"][0]
    assert list(best) == ["move", "position", "value", "plies"]
    assert (best["value"], best["plies"]) == (answer["value"], answer["plies"])
    order = {"win": 0, "draw": 1, "loss": 2}
    ranks = [order[move["value"]] for move in answer["moves"]]
    assert ranks == sorted(ranks)


def test_a_move_counts_from_the_position_asked_about(millbase: Run) -> None:
    answer = asked(millbase, QUIET)
    for move in answer["moves"][:5]:
        after = asked(millbase, move["position"])
        assert (after["plies"] is None) == (move["plies"] is None)
        assert after["plies"] is None or after["plies"] + 1 == move["plies"]


def test_taking_the_third_last_stone_wins_in_one_ply(millbase: Run) -> None:
    answer = asked(millbase, CLOSING)
    assert (answer["value"], answer["plies"]) == ("win", 1)
    assert answer["moves"][0]["move"].startswith("c4-g7x")


def test_a_due_removal_is_a_move_of_its_own(millbase: Run) -> None:
    answer = asked(millbase, "WWW..B../B......./..B..... w x1")
    assert {move["move"] for move in answer["moves"]} == {"xd1", "xb6", "xe5"}
    assert (answer["value"], answer["plies"]) == ("win", 1)


def test_a_position_that_is_over_has_no_moves(millbase: Run) -> None:
    answer = asked(millbase, "WW....../BBB...../........ w")
    assert (answer["value"], answer["plies"], answer["moves"]) == ("loss", 0, [])
    text = millbase("query", "WW....../BBB...../........ w").stdout
    assert text.endswith("White has lost\n")


def test_a_sanmill_fen_is_read(millbase: Run) -> None:
    fen = "***OO**@/*****@**/******O@ w m p 3 0 3 0 0 0 0 0 0 0 0 0 1"
    assert asked(millbase, fen)["position"] == "B......W/......B./B...WW.. w"


def test_text_shows_board_value_and_moves(millbase: Run) -> None:
    text = millbase("query", CLOSING).stdout
    board, position, verdict, moves = text.split("\n\n")
    assert "○" in board
    assert position == CLOSING
    assert verdict == "White to move: win in 1 ply"
    assert moves.splitlines()[0].split() == ["c4-g7xd1", "win", "in", "1", "ply"]


def test_ascii_has_no_other_letters(millbase: Run) -> None:
    result = millbase("query", CLOSING, "--ascii")
    assert result.exit_code == 0
    assert result.stdout.isascii()


def test_output_that_cannot_be_unicode_is_ascii(tables: Path) -> None:
    runner = CliRunner(charset="ascii", env={"MILLBASE_DB": str(tables)})
    assert (
        runner.invoke(main, ["query", CLOSING]).stdout
        == runner.invoke(main, ["query", CLOSING, "--ascii"]).stdout
    )


def test_positions_from_standard_input(millbase: Run) -> None:
    result = millbase("query", "-", "--json", stdin=f"{CLOSING}\n\n{QUIET}\n")
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert [answer["position"] for answer in answers] == [CLOSING, QUIET]


@pytest.mark.parametrize("line", [b"WW w", b"WWB\xff", b"x" * 10_000])
def test_a_bad_line_is_told_in_its_place_and_at_the_end(millbase: Run, line: bytes) -> None:
    stdin = b"\xef\xbb\xbf" + CLOSING.encode() + b"\r\n" + line + b"\r\n" + QUIET.encode()
    result = millbase("query", "-", "--json", stdin=stdin)
    assert result.exit_code == 2
    first, bad, last = map(json.loads, result.stdout.splitlines())
    assert (first["position"], last["position"]) == (CLOSING, QUIET)
    assert bad["position"] == line.decode(errors="replace")
    assert (list(bad), list(bad["error"])) == (["position", "error"], ["code", "message"])
    assert result.stderr.startswith("millbase: line 2: ")
    assert result.stderr.count("\n") == 1
    text = millbase("query", "-", stdin=stdin)
    assert text.exit_code == 2
    assert text.stdout.count("to move: ") == 2
    assert "\nline 2: " in text.stdout


def test_a_missing_table_among_many_positions_is_a_failure(millbase: Run) -> None:
    result = millbase("query", "-", stdin=f"x\nWWWWW...BBBBB........... w\n{QUIET}\n")
    assert result.exit_code == 1
    assert re.search(r"^line 2: .* is missing; to build it: millbase build 5-5", result.stdout, re.MULTILINE)
    assert result.stderr.startswith("millbase: line 1: ")
    assert result.stderr.endswith("; 2 of 3 positions have no answer\n")


def test_moves_that_are_alike_are_shown_once(millbase: Run) -> None:
    position = "W.W..W../.B....../...B...B w"  # the same from both sides
    answer = json.loads(millbase("query", position, "--unique", "--json").stdout)
    whole = asked(millbase, position)
    first = answer["moves"][0]
    assert list(first) == ["move", "position", "value", "plies", "alike"]
    shown = [name for move in answer["moves"] for name in (move["move"], *move["alike"])]
    assert sorted(shown) == sorted(move["move"] for move in whole["moves"])
    assert len(answer["moves"]) < len(whole["moves"])
    text = millbase("query", position, "--unique").stdout
    assert "  as " in text
    assert len(text.split("\n\n")[-1].splitlines()) == len(answer["moves"])


def test_draws_come_in_the_order_in_which_they_are_hard_to_meet(millbase: Run) -> None:
    answer = asked(millbase, "..W.W.../......B./..BW.WB. w")
    assert answer["value"] == "draw"
    shares = []
    for move in answer["moves"]:
        if move["value"] == "draw":
            replies = asked(millbase, move["position"])["moves"]
            shares.append(sum(reply["value"] == "loss" for reply in replies) / len(replies))
    assert shares == sorted(shares, reverse=True)
    assert shares[0] > shares[-1]
