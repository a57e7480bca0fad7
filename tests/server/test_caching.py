"""What may be kept, by whom, and how it is named."""

from __future__ import annotations

import shutil
from pathlib import Path

import httpx
import pytest
from serving import served

from millbase.server.replies import Replies

NINE = "/api/query?position=BWWW.W../.B....../...B...._w"


@pytest.mark.parametrize(
    "address",
    [NINE, "/api/board", "/api/moves?position=......../........_w_6,6&variant=six", "/", "/static/style.css"],
)
def test_what_is_unchanged_is_not_sent_again(client: httpx.Client, address: str) -> None:
    first = client.get(address)
    assert first.headers["cache-control"] == "no-cache"
    again = client.get(address, headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == first.headers["etag"]
    other = client.get(address, headers={"if-none-match": '"other"'})
    assert (other.status_code, other.content) == (200, first.content)


@pytest.mark.parametrize("address", [NINE, "/", "/api/health", "/api/nothing"])
def test_head_answers_like_get_without_the_body(client: httpx.Client, address: str) -> None:
    head, get = client.head(address), client.get(address)
    assert head.content == b""
    assert head.status_code == get.status_code
    headers = [{**response.headers} for response in (head, get)]
    for found in headers:
        found.pop("date")
    assert headers[0] == headers[1]


def test_spellings_of_one_question_share_their_etag(client: httpx.Client) -> None:
    etags = {
        client.get(NINE + ending).headers["etag"]
        for ending in ("", "&variant=nine", "&unique=false", "&flying=true", "&men=9")
    }
    assert len(etags) == 1
    others = [client.get(NINE + ending).headers["etag"] for ending in ("&unique=true", "&men=8")]
    assert len({*etags, *others}) == 3


def test_answers_are_public_for_a_day_if_asked_for(tables: Path) -> None:
    with served(tables, "--public") as running:
        response = httpx.get(running.address + NINE)
        assert response.headers["cache-control"] == "public, max-age=86400"
        missing = httpx.get(running.address + "/api/stats?subspace=9-9")
        assert missing.headers["cache-control"] == "no-store"


def test_a_table_that_comes_while_it_runs_is_seen(tables: Path, tmp_path: Path) -> None:
    with served(tmp_path) as running, httpx.Client(base_url=running.address) as client:
        assert client.get(NINE).json()["error"]["code"] == "missing_table"
        before = client.get("/api/health").json()["rule_sets"]
        shutil.copytree(tables / "nine", tmp_path / "nine")
        assert client.get(NINE).json()["value"] == "win"
        after = client.get("/api/health").json()["rule_sets"]
        assert [one["tables"] for one in before if one["variant"] == "nine"] == [0]
        assert [one["tables"] for one in after if one["variant"] == "nine"] == [3]


def test_health_tells_what_is_complete(client: httpx.Client, tables: Path) -> None:
    health = client.get("/api/health").json()
    assert health["status"] == "ok"
    assert health["queue"] == 0
    complete = {one["variant"]: one["complete"] for one in health["rule_sets"]}
    assert complete["three"] is True
    assert complete["nine"] is False


def test_replies_are_bounded_by_their_bytes() -> None:
    replies = Replies(100_000)
    for number in range(1000):
        replies.put(str(number), b"x" * 1000)
        replies.get("0")
        assert replies.bytes <= 100_000
    assert replies.get("0") == b"x" * 1000  # asked for all the time
    assert replies.get("1") is None
    assert replies.get("999") is not None
    replies.put("large", b"x" * 50_000)
    assert replies.get("large") is None
