"""What is asked wrongly, or cannot be answered: JSON each time, never a bug, and never where a file is."""

from __future__ import annotations

import json
import random
import socket
import time
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from damage import truncate
from serving import Served, served

from millbase.cli.query import query
from millbase.databases.atomic import TEMPORARY
from millbase.server.parameters import RULES

NINE = "BWWW.W../.B....../...B.... w"
LONG = "x" * 300


def code(response: httpx.Response) -> str:
    return str(response.json()["error"]["code"])


@pytest.mark.parametrize(
    ("address", "status", "expected"),
    [
        ("/api/query", 400, "bad_parameter"),
        ("/api/query?position=" + NINE + "&fying=true", 400, "bad_parameter"),
        ("/api/query?position=" + NINE + "&position=" + NINE, 400, "bad_parameter"),
        ("/api/query?position=" + NINE + "&men=nine", 400, "bad_parameter"),
        ("/api/query?position=" + NINE + "&men=99", 400, "bad_parameter"),
        ("/api/query?position=" + NINE + "&flying=yes", 400, "bad_parameter"),
        ("/api/query?position=" + NINE + "&unique=1", 400, "bad_parameter"),
        ("/api/query?position=nonsense", 400, "bad_position"),
        ("/api/query?position=" + LONG, 400, "bad_position"),
        ("/api/query?position=%00", 400, "bad_position"),
        ("/api/query?position=%ff%fe", 400, "bad_position"),
        ("/api/query?position=", 400, "bad_position"),
        ("/api/query?position=WWWWWWWW/WW......_w", 400, "bad_position"),
        ("/api/query?position=WWWWWWWW/WW....../BBB....._w&variant=twelv", 400, "unknown_variant"),
        ("/api/query?position=WWWWWWWW/WW....../BBB....._w&variant=", 400, "unknown_variant"),
        ("/api/moves?position=WWWWWWWW/WW....../BBB....._w", 400, "illegal_position"),
        ("/api/query?position=......../......../........_w_9,9", 404, "missing_table"),
        ("/api/line?position=" + NINE + "&plies=501", 400, "bad_parameter"),
        ("/api/line?position=" + NINE + "&plies=-1", 400, "bad_parameter"),
        ("/api/stats?subspace=6", 400, "bad_parameter"),
        ("/api/stats?subspace=2-3", 400, "bad_parameter"),
        ("/api/stats?subspace=9-9", 404, "missing_table"),
        ("/api/nothing", 404, "not_found"),
        ("/static/", 404, "not_found"),
        ("/static/../settings.py", 404, "not_found"),
        ("/static/%2e%2e/settings.py", 404, "not_found"),
        ("//etc/passwd", 404, "not_found"),
        ("/api/board?" + "x" * 3000, 414, "too_long"),
    ],
)
def test_a_refusal_has_its_status_and_code(
    client: httpx.Client, address: str, status: int, expected: str
) -> None:
    response = client.get(address)
    assert (response.status_code, code(response)) == (status, expected), response.text
    assert response.headers["content-type"] == "application/json"
    assert response.headers["cache-control"] == "no-store"


def test_a_missing_table_is_named_with_the_command_that_builds_it(client: httpx.Client) -> None:
    error = client.get("/api/query?variant=twelve&protected=true&position=WWW...../BBB...../........_w")
    found = error.json()["error"]
    assert found["subspace"] == "3-3"
    assert found["command"] == "millbase build 3-3 --variant twelve --protected"


def test_parameters_are_the_options_of_the_command(client: httpx.Client) -> None:
    of_command = {option.name.replace("_", "-") for option in query.params if option.name}
    others = {"position", "directories", "grade", "unique", "seconds", "as-json", "ascii-only"}
    assert of_command - others == set(RULES)


@pytest.mark.parametrize(
    ("content", "kind", "status", "expected"),
    [
        (b"", "application/json", 400, "bad_json"),
        (b"{", "application/json", 400, "bad_json"),
        (b"[]", "application/json", 400, "bad_json"),
        (b"[" * 50_000, "application/json", 400, "bad_json"),
        (b'{"a":' * 8_000, "application/json", 400, "bad_json"),
        (b"\xff\xfe\x00", "application/json", 400, "bad_json"),
        (b"{}", "text/plain", 415, "bad_type"),
        (b"{}", "application/json", 400, "bad_parameter"),
        (b'{"positions": 1}', "application/json", 400, "bad_parameter"),
        (b'{"positions": [1]}', "application/json", 400, "bad_parameter"),
        (b'{"positions": [], "unique": {}}', "application/json", 400, "bad_parameter"),
        (b'{"positions": [], "fying": true}', "application/json", 400, "bad_parameter"),
        (b'{"positions": [], "men": [1, 2, 3]}', "application/json", 400, "bad_parameter"),
        (b'{"positions": [], "variant": "\\ud800"}', "application/json", 400, "unknown_variant"),
        (json.dumps({"positions": ["x"] * 101}).encode(), "application/json", 413, "too_large"),
        (b" " * 70_000, "application/json", 413, "too_large"),
    ],
)
def test_a_body_is_refused(
    client: httpx.Client, content: bytes, kind: str, status: int, expected: str
) -> None:
    response = client.post("/api/query", content=content, headers={"content-type": kind})
    assert (response.status_code, code(response)) == (status, expected)


def test_a_position_of_surrogates_is_answered_in_json(client: httpx.Client) -> None:
    content = b'{"positions": ["\\ud800", "\\u0000", "' + b"x" * 300 + b'"]}'
    response = client.post("/api/query", content=content, headers={"content-type": "application/json"})
    assert [answer["error"]["code"] for answer in response.json()["answers"]] == ["bad_position"] * 3


def test_a_large_body_without_a_length_is_refused(client: httpx.Client) -> None:
    pieces = (b" " * 10_000 for _ in range(1_000))
    response = client.post("/api/query", content=pieces, headers={"content-type": "application/json"})
    assert (response.status_code, code(response)) == (413, "too_large")


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "NONSENSE"])
def test_other_methods_are_refused(client: httpx.Client, method: str) -> None:
    response = client.request(method, "/api/query")
    assert (response.status_code, code(response)) == (405, "bad_method")
    assert response.headers["allow"] == "GET, HEAD, POST"


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost:1", 200), ("127.0.0.1", 200), ("[::1]:80", 200), ("LOCALHOST", 200), ("192.0.2.7", 200),
        ("example.org", 403), ("localhost.example.org", 403), ("", 403), ("[", 403),
    ],
)  # fmt: skip
def test_a_name_that_is_not_the_servers_is_refused(client: httpx.Client, host: str, status: int) -> None:
    response = client.get("/api/health", headers={"host": host})
    assert response.status_code == status
    assert status == 200 or code(response) == "bad_host"


@pytest.mark.parametrize(
    "sent",
    [
        b"\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"nonsense\r\n\r\n",
        b"GET /\x00 HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n",
        b"POST /api/query HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n",
    ],
)
def test_what_is_no_request_is_refused_in_json(server: Served, sent: bytes) -> None:
    parts = urlsplit(server.address)
    assert parts.port is not None
    with socket.create_connection((parts.hostname, parts.port), timeout=10) as connection:
        connection.sendall(sent)
        connection.shutdown(socket.SHUT_WR)
        received = b""
        while piece := connection.recv(65_536):
            received += piece
    head, _, body = received.partition(b"\r\n\r\n")
    assert head.split()[1] in (b"400", b"403")
    assert b"application/json" in head
    assert json.loads(body)["error"]["code"] in ("bad_request", "bad_host")


def test_a_server_lives_on_through_tables_that_are_broken(copied: Path) -> None:
    with served(copied) as running, httpx.Client(base_url=running.address) as client:
        address = "/api/query?position=WWW...../BBB...../........_w"
        good = client.get(address)
        assert good.status_code == 200
        truncate(copied / "nine" / "3-3.h5")
        (copied / "nine" / "manifest.json").touch()
        broken = client.get(address)
        assert (broken.status_code, code(broken)) == (500, "broken_table")
        assert broken.json()["error"]["subspace"] == "3-3"
        (copied / "nine" / "3-3.h5").write_bytes((copied / "three" / "3-3.h5").read_bytes())
        foreign = client.get(address)
        assert (foreign.status_code, code(foreign)) == (500, "broken_table")
        (copied / "nine" / "manifest.json").write_text("{}")
        spoilt = client.get(address)
        assert (spoilt.status_code, code(spoilt)) == (500, "broken_table")
        (copied / "nine" / "3-3.h5").unlink()
        missing = client.get(address)
        assert missing.status_code in (404, 500)
        assert client.get("/api/health").status_code == 200
        for response in (good, broken, foreign, spoilt, missing):
            assert str(copied).encode() not in response.content
            assert copied.name.encode() not in response.content


def test_tables_that_are_written_just_now_are_not_there_yet(copied: Path) -> None:
    address = "/api/query?position=WWW...../BBB...../........_w"
    table = copied / "nine" / "3-3.h5"
    whole = table.read_bytes()
    with served(copied) as running, httpx.Client(base_url=running.address) as client:
        table.rename(table.with_name(table.name + TEMPORARY))  # which a build renames when it is complete
        missing = client.get(address)
        assert (missing.status_code, code(missing)) == (404, "missing_table")
        for half in (0, 100, len(whole) // 2):  # somebody copies the file by hand
            table.write_bytes(whole[:half])
            (copied / "nine" / "manifest.json").touch()
            broken = client.get(address)
            assert (broken.status_code, code(broken)) == (500, "broken_table"), half
            assert str(copied) not in broken.text
        table.write_bytes(whole)
        (copied / "nine" / "manifest.json").touch()
        assert client.get(address).status_code == 200


def test_too_few_file_handles_are_told_as_too_much_to_do(tables: Path) -> None:
    with served(tables, files=48) as running, httpx.Client(base_url=running.address) as client:
        assert client.get("/api/health").status_code == 200
        host, _, port = running.address.removeprefix("http://").partition(":")
        with ExitStack() as others:
            for _ in range(60):
                others.enter_context(socket.create_connection((host, int(port)), timeout=5))
            response = client.get("/api/query", params={"position": NINE})
            assert (response.status_code, code(response)) == (503, "busy")
            assert response.headers["retry-after"] == "1"
        deadline = time.monotonic() + 20
        while client.get("/api/query", params={"position": NINE}).status_code != 200:
            assert time.monotonic() < deadline
            time.sleep(0.2)


def test_hostile_requests_get_json_without_a_path(client: httpx.Client, tables: Path) -> None:
    chance = random.Random(5)
    names = ["position", "variant", "men", "flying", "unique", "plies", "subspace", "name", "%00", ""]
    pieces = [
        *"WB./_wbO@*%&='<>\\",
        "9,9",
        "x1",
        "%00",
        "%ff",
        "%F0%9F%98%80",
        "-1",
        "../",
        "%2e%2e%2f",
        "true",
    ]
    pieces += ["three", "nine", "<script>", str(tables)]
    seen = set()
    for _ in range(1500):
        path = chance.choice(["query", "line", "stats", "variants", "moves", "board", "health", "x"])
        said = "&".join(
            chance.choice(names) + "=" + "".join(chance.choices(pieces, k=chance.randrange(9)))
            for _ in range(chance.randrange(4))
        )
        response = client.get(f"/api/{path}?{said}")
        response.json()
        seen.add(response.status_code)
        assert response.status_code in (200, 400, 404)
        if str(tables) not in said:
            assert str(tables) not in response.text
            assert tables.name not in response.text
    assert seen == {200, 400, 404}
