"""A body is what the command prints with ``--json``, but for the end of the line."""

from __future__ import annotations

import random
from pathlib import Path

import httpx
import pytest
from invoking import invoke

from millbase.databases.tablebase import open as open_tables
from millbase.solver.game.boards import SQUARE
from millbase.solver.game.notation import format_position, parse_position
from millbase.solver.game.pictures import svg
from millbase.solver.game.positions import Position, legal_moves, start
from millbase.solver.game.rules import preset
from millbase.solver.game.values import Value
from millbase.solver.indexing import image

NINE = "BWWW.W../.B....../...B.... w"


def reached(seed: int, number: int) -> list[Position]:
    """Positions of random games of three men's morris."""
    chance, rules = random.Random(seed), preset("three")
    found: list[Position] = []
    while len(found) < number:
        position = start(rules)
        for _ in range(chance.randrange(12)):
            moves = legal_moves(rules, position)
            if not moves:
                break
            position = position.after(chance.choice(moves))
        found.append(position)
    return found


THREE = [format_position(SQUARE, position) for position in reached(1, 100)]


def printed(tables: Path, *arguments: str) -> str:
    result = invoke(tables, *arguments, "--json")
    assert result.exit_code == 0, result.output
    return result.stdout.removesuffix("\n")


@pytest.mark.parametrize("unique", [False, True])
def test_queries_are_what_the_command_prints(client: httpx.Client, tables: Path, unique: bool) -> None:
    options = ["--unique"] if unique else []
    for position in THREE:
        said = {"position": position, "variant": "three"} | ({"unique": "true"} if unique else {})
        response = client.get("/api/query", params=said)
        assert response.text == printed(tables, "query", position, "--variant", "three", *options)


def test_many_at_once_are_the_same_as_one_by_one(client: httpx.Client) -> None:
    sent = client.post("/api/query", json={"variant": "three", "positions": THREE})
    alone = [client.get("/api/query", params={"position": p, "variant": "three"}).json() for p in THREE]
    assert sent.json()["answers"] == alone
    values = client.post("/api/values", json={"variant": "three", "positions": THREE}).json()["values"]
    assert values == [{key: one[key] for key in ("position", "value", "plies")} for one in alone]


def test_an_error_stands_in_its_place(client: httpx.Client) -> None:
    positions = [THREE[0], "nonsense", "WW....../. w 3,3", THREE[1]]
    for address, name in (("/api/query", "answers"), ("/api/values", "values")):
        response = client.post(address, json={"variant": "three", "positions": positions})
        answers = response.json()[name]
        assert response.status_code == 200
        assert [answer.get("error", {}).get("code") for answer in answers] == [
            None, "bad_position", "illegal_position", None,
        ]  # fmt: skip
        assert answers[1]["position"] == "nonsense"


@pytest.mark.parametrize(
    ("address", "arguments"),
    [
        ("/api/line?position=" + NINE, ["line", NINE]),
        ("/api/line?variant=three&plies=3&position=W......./._b_2,3", []),
        ("/api/stats", ["stats"]),
        ("/api/stats?subspace=4-3", ["stats", "4-3"]),
        ("/api/stats?variant=three", ["stats", "--variant", "three"]),
        ("/api/variants", ["variants"]),
        ("/api/variants?name=five&men=6", ["variants", "five", "--men", "6"]),
        ("/api/query?full-board=draw&position=" + NINE, ["query", NINE]),
    ],
)
def test_the_others_are_what_the_commands_print(
    client: httpx.Client, tables: Path, address: str, arguments: list[str]
) -> None:
    arguments = arguments or ["line", "W......./. b 2,3", "--variant", "three", "--plies", "3"]
    assert client.get(address).text == printed(tables, *arguments)


def test_a_position_may_be_spelt_in_several_ways(client: httpx.Client) -> None:
    blanks = [client.get("/api/query?position=" + NINE.replace(" ", blank)).text for blank in "_+"]
    assert blanks == [client.get("/api/query", params={"position": NINE}).text] * 2
    fen = "***OO**@/*****@**/******O@ w m p 3 0 3 0 0 0 0 0 0 0 0 0 1"
    assert client.get("/api/moves", params={"position": fen}).json()["position"].endswith(" w")


def test_values_do_not_depend_on_colours_or_symmetries(client: httpx.Client) -> None:
    chosen = reached(2, 20)
    for position in chosen:
        alike = [
            position._replace(white=image(position.white, by), black=image(position.black, by))
            for by in SQUARE.symmetries
        ]
        white, black = position.hands
        alike.append(Position(position.black, position.white, not position.white_to_move, (black, white)))
        texts = [format_position(SQUARE, other) for other in (position, *alike)]
        values = client.post("/api/values", json={"variant": "three", "positions": texts}).json()["values"]
        assert len({(value["value"], value["plies"]) for value in values}) == 1


def test_after_a_move_the_value_is_the_opposite_and_a_ply_less(client: httpx.Client) -> None:
    opposite = {"win": "loss", "draw": "draw", "loss": "win"}
    for text in THREE[:40]:
        moves = client.get("/api/query", params={"position": text, "variant": "three"}).json()["moves"]
        after = [move["position"] for move in moves]
        values = client.post("/api/values", json={"variant": "three", "positions": after}).json()["values"]
        for move, value in zip(moves, values, strict=True):
            assert value["value"] == opposite[move["value"]]
            assert (value["plies"] is None) == (move["plies"] is None)
            assert value["plies"] is None or value["plies"] == move["plies"] - 1


def test_moves_are_those_of_the_rules(client: httpx.Client) -> None:
    three = preset("three")
    for text in THREE[:40]:
        document = client.get("/api/moves", params={"position": text, "variant": "three"}).json()
        position = parse_position(three, text)
        after = {format_position(SQUARE, position.after(move)) for move in legal_moves(three, position)}
        assert {move["position"] for move in document["moves"]} == after
        assert (document["over"] is None) == bool(after)


@pytest.mark.parametrize(
    ("variant", "position", "over"),
    [
        ("three", "WWWBB.../. b 0,1", ("1-0", "Black faces a mill", "mill")),
        ("nine", "WW....../BBB...../........ w", ("0-1", "White has fewer than 3 stones", "few_stones")),
        ("six", "WBWBWBWB/........ w", ("0-1", "White cannot move", "blocked")),
        (
            "twelve",
            "WB" * 4 + "/" + "WB" * 4 + "/" + "WB" * 4 + " w",
            ("1/2-1/2", "the board is full", "full_board"),
        ),
    ],
)
def test_a_game_that_is_over_says_why(
    client: httpx.Client, variant: str, position: str, over: tuple[str, str, str]
) -> None:
    found = client.get("/api/moves", params={"position": position, "variant": variant}).json()
    assert found["moves"] == []
    assert found["over"] == dict(zip(("result", "reason", "cause"), over, strict=True))


def test_the_picture_is_that_of_python(client: httpx.Client) -> None:
    response = client.get("/api/board.svg", params={"position": NINE})
    assert response.headers["content-type"] == "image/svg+xml"
    assert response.text == str(svg(NINE))


@pytest.mark.parametrize("variant", ["three", "six", "nine", "twelve"])
def test_the_board_is_that_of_the_rules(client: httpx.Client, variant: str) -> None:
    board = preset(variant).board
    document = client.get("/api/board", params={"variant": variant}).json()
    assert [point["name"] for point in document["points"]] == list(board.names)
    assert [(point["x"], point["y"]) for point in document["points"]] == list(board.coordinates)
    assert document["mills"] == [[board.names[p] for p in line] for line in board.lines]
    assert len(document["symmetries"]) == len(board.symmetries)
    assert document["symmetries"][0] == list(board.names)


def test_values_are_those_of_the_tables(client: httpx.Client, tables: Path) -> None:
    with open_tables(tables, "three") as there:
        for text in THREE[:40]:
            answer = client.get("/api/query", params={"position": text, "variant": "three"}).json()
            assert Value(answer["value"], answer["plies"]) == there.probe(text)
