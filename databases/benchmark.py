"""Measuring this machine: how fast tables are built, phase by phase, and how fast they are asked."""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.metadata import version
from itertools import islice
from pathlib import Path
from random import Random

import numpy as np

from millbase.databases import tablebase
from millbase.databases.building import build
from millbase.databases.journal import peak_memory
from millbase.databases.progress import Silence
from millbase.solver.attendance import attendance, projected
from millbase.solver.game.boards import mask_of
from millbase.solver.game.material import Subspace
from millbase.solver.game.positions import Position, PositionError, check_position
from millbase.solver.game.rules import Rules
from millbase.solver.graph import Unit
from millbase.solver.layouts import Layout
from millbase.solver.subspaces import moving_subspaces

POSITIONS = 20_000
ROUNDS = 50  # how often each is asked for in arrays
COLD_PROBES = 20
PROJECTED = (4, 8, 16)  # cores


@dataclass(frozen=True)
class UnitMeasured:
    """One unit: its entries, seconds in each phase, and bits an entry on disk."""

    unit: str
    entries: int
    seconds: float
    phases: dict[str, float]
    entries_per_second: int
    bits_per_entry: float


@dataclass(frozen=True)
class ProbesMeasured:
    """How fast one table is asked.

    Attributes:
        entries: of the table.
        cold_probe_ms: median of probes whose file is not open yet, in a process that has probed before.
        warm_probe_us: mean of probes of positions asked for before.
        first_probes_per_second: of positions in random order, in one array, with nothing unpacked yet.
        next_probes_per_second: the same asked again.
    """

    subspace: str
    entries: int
    cold_probe_ms: float
    warm_probe_us: float
    first_probes_per_second: int
    next_probes_per_second: int


@dataclass(frozen=True)
class Measured:
    """All that a run found.

    Attributes:
        compile_seconds: what the first build of the smallest unit takes longer than the second; near
            zero where compiled code was there already.
        cpu_seconds: of all threads while the whole was built.
        lonely_share: the part of that time in which only one thread worked.
        projected_seconds: by cores, what the same build would take with as many threads.
        probes: of a small table, a middle one and the largest.
    """

    version: str
    variant: str
    stones: int
    threads: int
    compile_seconds: float
    entries: int
    build_seconds: float
    cpu_seconds: float
    lonely_share: float
    projected_seconds: dict[str, float]
    entries_per_second: int
    units: list[UnitMeasured]
    probes: list[ProbesMeasured]
    peak_memory_bytes: int | None


@dataclass
class Stopwatch(Silence):
    """A build's progress, kept as seconds by unit and phase."""

    units: list[UnitMeasured] = field(default_factory=list)
    _phases: dict[str, float] = field(default_factory=dict)
    _phase: str = ""
    _since: float = 0.0
    _started: float = 0.0
    _entries: int = 0

    def build_started(self, entries: int) -> None:
        """What belongs to no unit is not measured."""

    def unit_started(self, unit: Unit, number: int, of: int, entries: int) -> None:
        """Start afresh."""
        self._phases, self._entries, self._phase = {}, entries, ""
        self._started = time.perf_counter()

    def phase(self, name: str, done: int, total: int) -> None:
        """Where the name is another one, a phase has ended."""
        if name != self._phase:
            self._end_phase()
            self._phase = name

    def unit_finished(self, unit: Unit, seconds: float, bytes_disk: int) -> None:
        """Keep what was measured."""
        self._end_phase()
        seconds = self._since - self._started
        self.units.append(
            UnitMeasured(
                ", ".join(map(str, unit)),
                self._entries,
                round(seconds, 3),
                {name: round(spent, 3) for name, spent in self._phases.items()},
                round(self._entries / seconds) if seconds else 0,
                round(8 * bytes_disk / self._entries, 3),
            )
        )

    def _end_phase(self) -> None:
        now = time.perf_counter()
        if self._phase:
            self._phases[self._phase] = self._phases.get(self._phase, 0.0) + now - self._since
        self._since = now


def measure(
    rules: Rules, stones: int, threads: int, told: Callable[[str], None] = lambda doing: None
) -> Measured:
    """Build what has at most ``stones`` on the board in a temporary directory, and ask it.

    Args:
        told: what is being done now.
    """
    subspaces = moving_subspaces(rules, stones)
    watch = Stopwatch()
    with tempfile.TemporaryDirectory(prefix="millbase-") as name:
        told("compiling")
        first = build(Path(name, "first"), rules, subspaces[:2], threads=threads).seconds
        second = build(Path(name, "second"), rules, subspaces[:2], threads=threads).seconds
        told("building")
        whole = Path(name, "whole")
        cpu, lonely = time.process_time(), attendance.lonely_seconds
        seconds = build(whole, rules, subspaces, threads=threads, progress=watch).seconds
        cpu, lonely = time.process_time() - cpu, attendance.lonely_seconds - lonely
        told("probing")
        probes = [_probes(whole, rules, subspace) for subspace in _three_sizes(rules, subspaces)]
    entries = sum(unit.entries for unit in watch.units)
    return Measured(
        version=version("millbase"),
        variant=rules.name,
        stones=stones,
        threads=threads,
        compile_seconds=round(max(0.0, first - second), 2),
        entries=entries,
        build_seconds=round(seconds, 2),
        cpu_seconds=round(cpu, 2),
        lonely_share=round(lonely / seconds, 4),
        projected_seconds={
            str(cores): round(projected(seconds, lonely, threads, cores), 2) for cores in PROJECTED
        },
        entries_per_second=round(entries / seconds),
        units=watch.units,
        probes=probes,
        peak_memory_bytes=peak_memory(),
    )


def _three_sizes(rules: Rules, subspaces: Sequence[Subspace]) -> list[Subspace]:
    """The second smallest, the middle and the largest; fewer where there are fewer."""
    by_size = sorted(subspaces, key=lambda subspace: Layout.of(rules.board, subspace).size)
    chosen = (by_size[min(1, len(by_size) - 1)], by_size[len(by_size) // 2], by_size[-1])
    return list(dict.fromkeys(chosen))


def _probes(directory: Path, rules: Rules, subspace: Subspace) -> ProbesMeasured:
    positions = _random_positions(rules, subspace)
    cold = _cold_probe(directory, rules, positions)
    warm, first, again = _probe_rates(directory, rules, positions)
    return ProbesMeasured(
        str(subspace),
        Layout.of(rules.board, subspace).size,
        round(1e3 * cold, 2),
        round(1e6 * warm, 2),
        round(first),
        round(again),
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


def _cold_probe(directory: Path, rules: Rules, positions: list[Position]) -> float:
    """Seconds, in the middle case, of a probe that has to open its file."""
    taken = []
    for position in islice(positions, COLD_PROBES):
        with tablebase.open(directory, rules) as tables:
            start = time.perf_counter()
            tables.probe(position)
            taken.append(time.perf_counter() - start)
    return statistics.median(taken)


def _probe_rates(directory: Path, rules: Rules, positions: list[Position]) -> tuple[float, float, float]:
    """Seconds of a probe asked for before, and positions a second in arrays, at first and again."""
    own = np.array([position.own for position in positions] * ROUNDS)
    opp = np.array([position.opp for position in positions] * ROUNDS)
    with tablebase.open(directory, rules) as tables:
        for _ in range(2):
            start = time.perf_counter()
            for position in positions:
                tables.probe(position)
            warm = (time.perf_counter() - start) / len(positions)
        tables.probe_many(own[:1], opp[:1])  # compiles
        tables.close()
        taken = []
        for _ in range(2):
            start = time.perf_counter()
            tables.probe_many(own, opp)
            taken.append(time.perf_counter() - start)
        return warm, len(own) / taken[0], len(own) / taken[1]
