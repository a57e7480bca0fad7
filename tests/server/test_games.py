"""Games and lists of puzzles over HTTP: what the commands print, and what is refused."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from invoking import invoke
from random_records import random_record
from serving import Served

from millbase.server.settings import BODY_BYTES, GAME_PLIES, PUZZLES
from millbase.solver.game.records.record import Record
from millbase.solver.game.records.writing import write_record
from millbase.solver.game.rules import preset

JSON = {"content-type": "application/json"}
SHUFFLE = '[Position "W.W.W.../B.B.B.../........ w"]\n\n' + "a7-d7 b6-d6 d7-a7 d6-b6 " * 2500
ONE = "1. b2 a3 {why} 2. b3 b1! *"
PUZZLES_OF_THREE = """\
position,turns,best
"......../. w 3,3",5,b2
"......../. w 3,3",4,b2
nonsense,1,b2
"""


def record(seed: int) -> Record:
    return random_record(preset("three"), seed, plies=30)


def review(client: httpx.Client, game: str, **said: Any) -> httpx.Response:
    return client.post("/api/review", json={"game": game, **said}, timeout=30)


def refused(response: httpx.Response) -> tuple[int, str]:
    return response.status_code, str(response.json()["error"]["code"])


@pytest.mark.parametrize("lines", [False, True])
def test_a_review_is_what_the_command_prints(client: httpx.Client, tables: Path, lines: bool) -> None:
    for seed in range(10):
        game = write_record(record(seed))
        options = ["--lines"] if lines else []
        printed = invoke(tables, "review", "-", "--json", "--variant", "three", *options, stdin=game).stdout
        assert review(client, game, variant="three", lines=lines).text == printed.removesuffix("\n")


def test_a_game_without_tables_is_read_and_not_judged(client: httpx.Client) -> None:
    found = review(client, "1. d2 a7 {why} 2. d3 a1! *")
    assert found.status_code == 200
    document = found.json()
    assert [move["mark"] for move in document["moves"]] == [None] * 4
    assert document["summary"]["white"]["known"] == 0
    assert document["moves"][1]["comments"] == ["why"]
    assert document["moves"][3]["glyphs"] == ["!"]


def test_the_rules_are_those_that_a_game_names_unless_others_are_said(client: httpx.Client) -> None:
    named = review(client, f'[Rules "three"]\n\n{ONE}').json()
    assert (named["variant"], named["value"]) == ("three", "win")
    assert refused(review(client, ONE)) == (400, "bad_game")  # nine men's morris has no b3
    assert review(client, f'[Rules "six"]\n\n{ONE}', variant="three").json() == {
        **named, "tags": {"Rules": "six"}, "annotated": named["annotated"],
    }  # fmt: skip


def test_of_several_games_one_is_chosen(client: httpx.Client) -> None:
    text = f"{ONE}\n\n1. b2 b3 2. b3\n\n1. a1 b2 1-0"
    several = review(client, text, variant="three")
    assert refused(several) == (400, "bad_game")
    assert several.json()["error"]["games"] == 3
    last = review(client, text, variant="three", number=3).json()
    assert [move["move"] for move in last["moves"]] == ["a1", "b2"]
    illegal = review(client, text, variant="three", number=2)
    assert illegal.json()["error"] == {"code": "bad_game", "message": "2. b3: b3 is taken"}
    assert refused(review(client, text, variant="three", number=4)) == (400, "bad_game")
    assert refused(review(client, "", variant="three")) == (400, "bad_game")


def test_a_game_that_is_too_long_is_refused(client: httpx.Client) -> None:
    for plies in (9000, GAME_PLIES + 1):
        long = SHUFFLE[: SHUFFLE.index("\n\n") + 2 + 6 * plies]
        assert refused(review(client, long)) == (413, "too_large")
    most = review(client, SHUFFLE[: SHUFFLE.index("\n\n") + 2 + 6 * GAME_PLIES])
    assert most.status_code == 200
    assert len(most.json()["moves"]) == GAME_PLIES
    assert refused(review(client, "x" * BODY_BYTES)) == (413, "too_large")


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({}, "bad_parameter"),
        ({"game": 1}, "bad_parameter"),
        ({"game": ONE, "number": 0}, "bad_parameter"),
        ({"game": ONE, "number": "one"}, "bad_parameter"),
        ({"game": ONE, "lines": 1}, "bad_parameter"),
        ({"game": ONE, "number": True}, "bad_parameter"),
        ({"game": ONE, "variant": "twelv"}, "unknown_variant"),
        ({"game": "1. \ud800 \u0000"}, "bad_game"),
        ({"game": '[FEN "x"]\n\n1. d6'}, "bad_game"),
        ({"game": '[Rules "nine men=99"]\n\n1. d6'}, "bad_game"),
    ],
)
def test_a_review_is_refused(client: httpx.Client, said: dict[str, Any], code: str) -> None:
    assert refused(client.post("/api/review", content=json.dumps(said), headers=JSON)) == (400, code)


HOSTILE = ["(", "{", "a1 ", "1. ", '[A "', "x", "1. d2 d6 ", "a1-", "d6 x", ";", "$9", "\\"]


@pytest.mark.parametrize("piece", HOSTILE)
def test_hostile_games_are_answered_in_json(client: httpx.Client, piece: str) -> None:
    content = json.dumps({"game": piece * (60_000 // len(json.dumps(piece)))})
    response = client.post("/api/review", content=content, headers=JSON, timeout=30)
    assert response.status_code in (200, 400, 413)
    response.json()


def test_a_long_game_does_not_keep_others_waiting(client: httpx.Client, server: Served) -> None:
    long = SHUFFLE[: SHUFFLE.index("\n\n") + 2 + 6 * GAME_PLIES]
    with ThreadPoolExecutor(1) as pool:
        reviewing = pool.submit(httpx.post, server.address + "/api/review", json={"game": long}, timeout=30)
        asked = 0
        while not reviewing.done():
            said = {"positions": ["WWW...../BBB...../........ w"]}  # which nothing keeps the answer of
            assert client.post("/api/values", json=said, timeout=30).status_code == 200
            asked += 1
    assert reviewing.result().status_code == 200
    assert asked > 10


def test_checked_puzzles_are_what_the_command_prints(client: httpx.Client, tables: Path) -> None:
    sent = {"variant": "three", "puzzles": PUZZLES_OF_THREE}
    answers = client.post("/api/check", json=sent).json()["answers"]
    printed = invoke(tables, "check", "-", "--json", "--variant", "three", stdin=PUZZLES_OF_THREE).stdout
    assert answers == [json.loads(line) for line in printed.splitlines()]
    assert [answer.get("agrees") for answer in answers] == [True, False, None]


def test_lists_of_puzzles_are_refused(client: httpx.Client) -> None:
    row = '{"position": "......../. w 3,3"}\n'
    many = client.post("/api/check", json={"variant": "three", "puzzles": row * (PUZZLES + 2)})
    assert refused(many) == (413, "too_large")
    for puzzles in ("1,2\n3,4", "a1," * 20_000, 5):
        assert refused(client.post("/api/check", json={"puzzles": puzzles})) == (400, "bad_parameter")
    assert client.post("/api/check", json={"puzzles": ""}).json()["answers"] == []


def test_a_long_line_of_a_puzzle_goes_in_steps(client: httpx.Client) -> None:
    puzzle = {"position": "W..W..../BBB...../...B.... w", "line": "a7-d7 b6-d6 d7-a7 d6-b6 " * 100}
    [answer] = client.post("/api/check", json={"puzzles": json.dumps(puzzle)}).json()["answers"]
    assert answer["findings"]
