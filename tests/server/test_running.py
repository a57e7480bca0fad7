"""How a server begins and ends, and what holds for every response."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from serving import served

NINE = "/api/query?position=BWWW.W../.B....../...B...._w"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_with_exit_code_0(tables: Path, number: signal.Signals) -> None:
    with served(tables) as running:
        assert httpx.get(running.address + "/api/health").status_code == 200
        running.process.send_signal(number)
        assert running.process.wait(10) == 0


def test_a_connection_that_is_silent_does_not_keep_it(tables: Path) -> None:
    with served(tables) as running:
        host, _, port = running.address.removeprefix("http://").partition(":")
        with socket.create_connection((host, int(port))) as silent:
            silent.sendall(b"GET /api/health HTTP/1.1\r\n")
            time.sleep(0.2)
            running.process.send_signal(signal.SIGTERM)
            assert running.process.wait(10) == 0


def test_a_busy_port_is_said_in_a_sentence() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        ended = subprocess.run(
            [sys.executable, "-m", "millbase", "serve", "--port", port],
            capture_output=True,
            text=True,
            timeout=20,
        )
    assert ended.returncode == 1
    assert ended.stdout == ""
    assert ended.stderr.count("\n") == 1
    assert f"port {port}: Address already in use" in ended.stderr


def test_it_serves_without_tables(tmp_path: Path) -> None:
    with served(tmp_path / "nothing") as running:
        assert httpx.get(running.address + "/").status_code == 200
        assert httpx.get(running.address + "/api/board").status_code == 200
        assert httpx.get(running.address + NINE).status_code == 404
        assert httpx.get(running.address + "/api/stats").json()["subspaces"] == []
    assert not (tmp_path / "nothing").exists()


def test_processes_share_the_address(tables: Path) -> None:
    with served(tables, "--workers", "2") as running:
        deadline = time.monotonic() + 20
        while True:
            try:
                first = httpx.get(running.address + NINE, timeout=5)
                break
            except httpx.TransportError:
                assert time.monotonic() < deadline
        with ThreadPoolExecutor(8) as pool:
            found = list(pool.map(lambda _: httpx.get(running.address + NINE), range(40)))
        assert {(one.status_code, one.content, one.headers["etag"]) for one in found} == {
            (200, first.content, first.headers["etag"])
        }


def test_it_logs_only_if_told_to_and_without_control_characters(tables: Path) -> None:
    for options, lines in (((), 0), (("--log",), 1)):
        with served(tables, *options) as running:
            httpx.get(running.address + "/api/x%0Aforged%1b[31m?a=%0d%0a")
            running.process.send_signal(signal.SIGTERM)
            assert running.process.wait(10) == 0
            assert running.process.stderr is not None
            logged = running.process.stderr.read().splitlines()
            assert len(logged) == lines
            if logged:
                assert logged[0].isascii()
                assert logged[0].isprintable()
                assert logged[0].startswith(r"GET /api/x\nforged\x1b[31m")


def test_other_pages_may_ask_only_if_told_so(tables: Path) -> None:
    origin = {"origin": "https://example.org"}
    with served(tables) as running:
        assert "access-control-allow-origin" not in httpx.get(running.address + NINE, headers=origin).headers
        assert httpx.options(running.address + NINE, headers=origin).status_code == 405
    with served(tables, "--cors", "--allow-host", "mill.example") as running:
        response = httpx.get(running.address + NINE, headers={**origin, "host": "mill.example"})
        assert response.headers["access-control-allow-origin"] == "*"
        assert "access-control-allow-credentials" not in response.headers
        asked = httpx.options(running.address + "/api/query", headers=origin)
        assert (asked.status_code, asked.content) == (204, b"")
        assert "POST" in asked.headers["access-control-allow-methods"]


@pytest.mark.parametrize("address", ["/", "/api/health", NINE, "/nothing", "/static/js/index.js"])
def test_every_response_is_safe_in_a_browser(client: httpx.Client, address: str) -> None:
    headers = client.get(address).headers
    assert headers["content-security-policy"] == (
        "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "server" not in headers


UNNEEDED = """
import sys
from pathlib import Path
from millbase.server.app import application
from millbase.server.jobs import Jobs
from millbase.server.probing import OpenTables
from millbase.solver.game.notation import parse_position
from millbase.solver.game.rules import preset
jobs, nine = Jobs(OpenTables(Path(sys.argv[1])), None), preset("nine")
for job in (
    jobs.query(nine, parse_position(nine, "BWWW.W../.B....../...B.... w"), True),
    jobs.tables(nine),
):
    try:
        next(job)
    except StopIteration as end:
        assert end.value[1]
assert not {"numba", "llvmlite", "tqdm"} & set(sys.modules)
"""


def test_answering_imports_no_compiler(tables: Path) -> None:
    subprocess.run([sys.executable, "-c", UNNEEDED, str(tables)], check=True)
