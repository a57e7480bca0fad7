"""One tablebase asked by many threads, in other processes, and where files run out."""

from __future__ import annotations

import errno
import multiprocessing
import os
import pickle
import random
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event

import pytest

import millbase.databases.tablebase as tablebase
from millbase.databases.format import Table
from millbase.databases.tablebase import Tablebase
from millbase.solver.game.material import Subspace
from millbase.solver.game.positions import Position
from millbase.solver.game.rules import Rules
from millbase.solver.game.values import Value
from millbase.solver.layouts import Layout

THREADS = 8


@pytest.fixture(scope="module")
def positions(rules: Rules, wanted: list[Subspace]) -> list[Position]:
    """Some of each table, in an order that goes from one table to another."""
    chosen = random.Random(0)
    layouts = [Layout.of(rules.board, subspace) for subspace in wanted]
    found = [
        Position.of_sides(*layout.position(entry))
        for layout in layouts
        for entry in chosen.sample(range(layout.size), 40)
    ]
    chosen.shuffle(found)
    return found


@pytest.fixture(scope="module")
def values(tables: Path, rules: Rules, positions: list[Position]) -> list[Value]:
    with tablebase.open(tables, rules) as asked:
        return [asked.probe(position) for position in positions]


@contextmanager
def hurried() -> Iterator[None]:
    """Let threads take turns as often as can be."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        yield
    finally:
        sys.setswitchinterval(before)


@contextmanager
def free_files(number: int) -> Iterator[None]:
    """Leave this process no more than so many files to open."""
    resource = pytest.importorskip("resource")
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    taken: list[int] = []
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(512, limits[0]), limits[1]))
    try:
        with suppress(OSError):
            while True:
                taken.append(os.open(os.devnull, os.O_RDONLY))
        for _ in range(number):
            os.close(taken.pop())
        yield
    finally:
        for file in taken:
            os.close(file)
        resource.setrlimit(resource.RLIMIT_NOFILE, limits)


def test_threads_that_close_each_others_files(
    tables: Path, rules: Rules, positions: list[Position], values: list[Value]
) -> None:
    own, opp = [p.own for p in positions], [p.opp for p in positions]

    def asked_by(number: int) -> bool:
        if number % 4 == 0:  # in bulk, which reads a chunk at a time
            return bool((opened.probe_many(own, opp) == codes).all())
        if number % 4 == 1:
            return sum(len(piece.values) for piece in opened.entries(Subspace(4, 3))) == entries
        if number % 16 == 2:
            opened.close()
        turned = number * 7 % len(positions)
        order = [*range(turned, len(positions)), *range(turned)]
        return all(opened.probe(positions[place]) == values[place] for place in order)

    with tablebase.open(tables, rules) as alone:
        codes = alone.probe_many(own, opp)
    entries = Layout.of(rules.board, Subspace(4, 3)).size
    with (
        tablebase.open(tables, rules, max_open=1, cache_bytes=1) as opened,
        hurried(),
        ThreadPoolExecutor(THREADS) as threads,
    ):
        assert all(threads.map(asked_by, range(4 * THREADS)))


@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_another_process_that_is_sent_it(
    tables: Path, rules: Rules, positions: list[Position], values: list[Value], method: str
) -> None:
    with tablebase.open(tables, rules) as opened:
        opened.probe(positions[0])
        with ProcessPoolExecutor(1, multiprocessing.get_context(method)) as others:
            assert list(others.map(opened.probe, positions[:10])) == values[:10]


def test_what_is_sent_keeps_its_limits(tables: Path, rules: Rules) -> None:
    with tablebase.open(tables, rules, max_open=1, cache_bytes=2) as opened:
        again = pickle.loads(pickle.dumps(opened))
    first = again.table(Subspace(3, 3))
    again.table(Subspace(4, 3))
    with pytest.raises(ValueError, match="is closed"):
        first.chunk(0)
    assert again.catalogue.roots == (tables,)
    again.close()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes do not fork here")
@pytest.mark.filterwarnings("ignore:.*fork.* may lead to deadlocks:DeprecationWarning")
def test_a_process_that_forks_while_threads_ask(
    tables: Path, rules: Rules, positions: list[Position], values: list[Value]
) -> None:
    stop = Event()

    def keep_asking() -> None:
        while not stop.is_set():
            for position in positions:
                opened.probe(position)

    def child() -> None:
        assert not any(name.endswith(".h5") for name in open_files())
        assert [opened.probe(position) for position in positions] == values

    with (
        tablebase.open(tables, rules, max_open=2, cache_bytes=1) as opened,
        ThreadPoolExecutor(2) as threads,
    ):
        asking = [threads.submit(keep_asking) for _ in range(2)]
        try:
            for _ in range(5):
                process = multiprocessing.get_context("fork").Process(target=child)
                process.start()
                process.join(60)
                assert process.exitcode == 0
        finally:
            stop.set()
        for thread in asking:
            thread.result()
        assert [opened.probe(position) for position in positions] == values


def open_files() -> list[str]:
    """What this process has open, where the system tells."""
    directory = Path("/proc/self/fd")
    return [os.readlink(file) for file in directory.iterdir() if file.exists()] if directory.exists() else []


def test_files_that_run_out_are_taken_from_other_tables(
    tables: Path, rules: Rules, positions: list[Position], values: list[Value]
) -> None:
    with tablebase.open(tables, rules, cache_bytes=1) as opened:
        opened.probe(positions[0])  # modules are files too
        opened.close()
        with free_files(2):
            assert [opened.probe(position) for position in positions] == values
        with free_files(1):
            assert [opened.probe(position) for position in positions] == values


def test_without_any_file_the_system_is_to_blame(
    tables: Path, rules: Rules, positions: list[Position]
) -> None:
    with tablebase.open(tables, rules) as opened:
        opened.probe(positions[0])
        path = opened.table(positions[0].subspace).path
        opened.close()
        with free_files(0):
            with pytest.raises(OSError, match="Too many open files") as caught:
                opened.probe(positions[0])
            assert (type(caught.value), caught.value.errno) == (OSError, errno.EMFILE)
            with pytest.raises(OSError, match="Too many open files") as caught:
                Table(path)
            assert (type(caught.value), caught.value.errno) == (OSError, errno.EMFILE)
        assert isinstance(opened, Tablebase)
        assert opened.get(positions[0]) is not None
