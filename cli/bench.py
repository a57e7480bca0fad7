"""``millbase bench``: how fast this machine builds and answers."""

from __future__ import annotations

import json
import tempfile
import time
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random

import click
import numpy as np

from cli.options import json_option, rules_options, threads_option
from cli.text import bytes_text, columns, seconds_text
from databases import tablebase
from databases.building import build
from databases.journal import peak_memory
from databases.planning import plan
from databases.tablebase import Tablebase
from solver.boards import mask_of
from solver.positions import Position, PositionError, check_position
from solver.rules import Rules
from solver.subspaces import MIN_STONES, Subspace, moving_subspaces

POSITIONS = 20_000
ROUNDS = 50  # how often each is asked for in arrays


@dataclass(frozen=True)
class Measured:
    """What a run found, as it is printed in JSON."""

    variant: str
    stones: int
    threads: int
    entries: int
    first_build_seconds: float
    build_seconds: float
    entries_per_second: int
    probes_per_second: int
    array_probes_per_second: int
    peak_memory_bytes: int | None


@click.command()
@rules_options
@click.option(
    "--stones",
    type=click.IntRange(min=2 * MIN_STONES),
    default=8,
    show_default=True,
    metavar="N",
    help="Build what has at most N stones on the board.",
)
@json_option
@threads_option
def bench(rules: Rules, stones: int, as_json: bool, threads: int) -> None:
    """Measure entries solved a second, probes a second, and memory.

    Builds in a temporary directory, which is removed afterwards. The smallest unit is built first and
    timed apart: it takes the compilation, if there is nothing in the cache.
    """
    measured = _measure(rules, stones, threads)
    click.echo(json.dumps(asdict(measured)) if as_json else _text(measured))


def _measure(rules: Rules, stones: int, threads: int) -> Measured:
    subspaces = moving_subspaces(rules, stones)
    with tempfile.TemporaryDirectory(prefix="millbase-") as name:
        first, whole = Path(name, "first"), Path(name, "whole")
        entries = sum(unit.entries for unit in plan(whole, rules, subspaces))
        first_seconds = build(first, rules, subspaces[:1], threads=threads).seconds
        seconds = build(whole, rules, subspaces, threads=threads).seconds
        positions = _random_positions(rules, subspaces[-1])
        with tablebase.open(whole, rules) as tables:
            single, many = _probes_per_second(tables, positions)
    return Measured(
        variant=rules.name,
        stones=stones,
        threads=threads,
        entries=entries,
        first_build_seconds=round(first_seconds, 2),
        build_seconds=round(seconds, 2),
        entries_per_second=round(entries / seconds),
        probes_per_second=single,
        array_probes_per_second=many,
        peak_memory_bytes=peak_memory(),
    )


def _random_positions(rules: Rules, subspace: Subspace) -> list[Position]:
    """Legal positions of a subspace, the same ones each time."""
    random = Random(0)
    found: list[Position] = []
    while len(found) < POSITIONS:
        points = random.sample(range(rules.board.points), subspace.own + subspace.opp)
        own, opp = mask_of(points[: subspace.own]), mask_of(points[subspace.own :])
        position = Position.of_sides(own, opp)
        with suppress(PositionError):  # where a mill wins, the side to move has none
            check_position(rules, position)
            found.append(position)
    return found


def _probes_per_second(tables: Tablebase, positions: list[Position]) -> tuple[int, int]:
    """The rates of asking for one position after another, and for arrays of them."""
    start = time.perf_counter()
    for position in positions:
        tables.probe(position)
    single = len(positions) / (time.perf_counter() - start)

    own = np.array([position.own for position in positions] * ROUNDS)
    opp = np.array([position.opp for position in positions] * ROUNDS)
    tables.probe_many(own[:1], opp[:1])  # compiles
    start = time.perf_counter()
    tables.probe_many(own, opp)
    return round(single), round(len(own) / (time.perf_counter() - start))


def _text(measured: Measured) -> str:
    memory = measured.peak_memory_bytes
    return columns(
        [
            ("first build", seconds_text(measured.first_build_seconds)),
            ("whole build", seconds_text(measured.build_seconds)),
            ("entries", f"{measured.entries:,}"),
            ("entries a second", f"{measured.entries_per_second:,}"),
            ("probes a second, one by one", f"{measured.probes_per_second:,}"),
            ("probes a second, in arrays", f"{measured.array_probes_per_second:,}"),
            ("peak memory", "unknown" if memory is None else bytes_text(memory)),
        ]
    )
