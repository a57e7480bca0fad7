"""How much one server answers on this machine: on loopback, for a bounded time, on tables that are there.

    python benchmarks/load.py --db DIR [--variant nine] [--subspace 6-4] [--seconds 10]

It starts ``millbase serve`` at a free port, asks random positions of the whole game or of a subspace over 16
connections, first each once and then those again, then over 100 connections, and prints what came of it as
JSON. Nothing is asked of any other machine.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from math import comb
from pathlib import Path
from typing import Any, NamedTuple

import httpx

from millbase.solver.game.material import Subspace
from millbase.solver.game.notation import format_position
from millbase.solver.game.positions import Position
from millbase.solver.game.rules import Rules, preset
from millbase.solver.subspaces import game_subspaces

MOST = 50_000  # requests of one measurement


class Server(NamedTuple):
    """A server that runs on this machine, and what the system says of its process."""

    address: str
    process: int

    def cpu_seconds(self) -> float:
        """The processor time it has taken; a busy machine does not lengthen that as it does waiting."""
        fields = Path(f"/proc/{self.process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory_mb(self) -> float:
        """What it has in memory."""
        status = Path(f"/proc/{self.process}/status").read_text(encoding="ascii")
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        assert found is not None
        return round(int(found[1]) / 1000, 1)


def positions(rules: Rules, subspaces: Sequence[Subspace], seed: int) -> Iterator[str]:
    """Random positions of some subspaces, without end: of a large one more than of a small one."""
    chance, board = random.Random(seed), rules.board
    sizes = [comb(board.points, one.own) * comb(board.points - one.own, one.opp) for one in subspaces]
    while True:
        [subspace] = chance.choices(subspaces, sizes)
        points = chance.sample(range(board.points), subspace.own + subspace.opp)
        own = sum(1 << point for point in points[: subspace.own])
        opp = sum(1 << point for point in points[subspace.own :])
        position = Position.of_sides(own, opp, subspace.own_hand, subspace.opp_hand)
        yield format_position(board, position).replace(" ", "_")


async def measured(server: Server, texts: list[str], connections: int, seconds: float) -> dict[str, Any]:
    """Ask for positions over some connections until they or the time end."""
    spent = server.cpu_seconds()
    waiting, statuses = iter(texts), Counter[int]()
    taken: list[float] = []

    async def ask(client: httpx.AsyncClient) -> None:
        for text in waiting:
            asked = time.monotonic()
            if asked > end:
                return
            response = await client.get(f"/api/query?position={text}")
            taken.append(time.monotonic() - asked)
            statuses[response.status_code] += 1

    # Each has one connection; none is encrypted, and what that takes would count otherwise.
    clients = [
        httpx.AsyncClient(base_url=server.address, timeout=30, verify=False) for _ in range(connections)
    ]
    began = time.monotonic()
    end = began + seconds
    await asyncio.gather(*map(ask, clients))
    whole = time.monotonic() - began
    for client in clients:
        await client.aclose()
    taken.sort()
    return {
        "connections": connections,
        "requests": len(taken),
        "statuses": {str(status): number for status, number in sorted(statuses.items())},
        "per_second": round(len(taken) / whole, 1),
        "cpu_ms": round((server.cpu_seconds() - spent) / len(taken) * 1000, 2),
        "p50_ms": round(taken[len(taken) // 2] * 1000, 1),
        "p99_ms": round(taken[len(taken) * 99 // 100] * 1000, 1),
    }


def main() -> None:
    """Measure, and print JSON."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--db", required=True)
    parser.add_argument("--variant", default="nine")
    parser.add_argument("--subspace", type=Subspace.parse)
    parser.add_argument("--seconds", default=10.0, type=float)
    options = parser.parse_args()
    rules = preset(options.variant)
    subspaces = [options.subspace] if options.subspace else game_subspaces(rules)
    texts = list(islice(positions(rules, subspaces, seed=1), MOST))
    began = time.monotonic()
    command = [sys.executable, "-m", "millbase", "serve", "--port", "0", "--db", options.db]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            server = Server(process.stdout.readline().split()[3].rstrip("/"), process.pid)
            httpx.get(f"{server.address}/api/query?position={texts[0]}", timeout=30)
            first = time.monotonic() - began
            asyncio.run(measured(server, texts[:300], 16, options.seconds))  # opens and warms
            distinct = asyncio.run(measured(server, texts[300:], 16, options.seconds))
            again = texts[300 : 300 + min(distinct["requests"], 1000)]
            cached = asyncio.run(measured(server, again * (MOST // len(again)), 16, options.seconds))
            crowd = asyncio.run(measured(server, texts[::-1], 100, options.seconds))
            time.sleep(1)
            after = asyncio.run(measured(server, again, 1, 1))
            found = {
                "variant": rules.name,
                "subspace": str(options.subspace or "all"),
                "first_answer_s": round(first, 2),
                "distinct": distinct,
                "cached": cached,
                "crowd": crowd,
                "a_second_later": after,
                "memory_mb": server.memory_mb(),
            }
        finally:
            process.terminate()
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
