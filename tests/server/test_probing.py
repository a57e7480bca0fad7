"""Who waits for the probing thread, and for how long."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from millbase.server.probing import OpenTables, ProbingThread
from millbase.server.problems import Problem
from millbase.server.settings import RULE_SETS, WAITING
from millbase.solver.game.options import with_options


def later(seconds: float = 60.0) -> float:
    return time.monotonic() + seconds


def counting(name: str, steps: int, done: list[str]) -> Generator[None, None, str]:
    for _ in range(steps):
        done.append(name)
        yield
    return name


def run(work: Any) -> Any:
    """Work with a thread, which is stopped at the end."""

    async def all_of_it() -> Any:
        thread = ProbingThread()
        thread.start()
        try:
            return await work(thread)
        finally:
            thread.stop()

    with ThreadPoolExecutor(1) as pool:  # tests in a browser leave a loop running in this thread
        return pool.submit(asyncio.run, all_of_it()).result()


def test_jobs_take_turns() -> None:
    done: list[str] = []
    gate = threading.Event()

    def waiting() -> Generator[None, None, None]:
        gate.wait(10)
        return
        yield

    async def work(thread: ProbingThread) -> list[str]:
        first = asyncio.ensure_future(thread.run(waiting(), later()))
        await asyncio.sleep(0.05)
        jobs = [
            thread.run(counting(name, steps, done), later()) for name, steps in (("long", 5), ("short", 1))
        ]
        futures = [asyncio.ensure_future(job) for job in jobs]
        await asyncio.sleep(0.05)
        gate.set()
        await first
        return list(await asyncio.gather(*futures))

    assert run(work) == ["long", "short"]
    assert done == ["long", "short", "long", "long", "long", "long"]


def test_an_error_comes_to_who_asked() -> None:
    def failing() -> Generator[None, None, None]:
        raise ZeroDivisionError
        yield

    async def work(thread: ProbingThread) -> None:
        with pytest.raises(ZeroDivisionError):
            await thread.run(failing(), later())
        assert await thread.run(counting("next", 1, []), later()) == "next"

    run(work)


def test_too_many_are_refused_at_once_and_none_is_lost() -> None:
    gate = threading.Event()

    def waiting() -> Generator[None, None, str]:
        gate.wait(10)
        return "done"
        yield

    async def work(thread: ProbingThread) -> list[Any]:
        first = asyncio.ensure_future(thread.run(waiting(), later()))
        await asyncio.sleep(0.05)  # it is being worked at, and waits no more
        many = [asyncio.ensure_future(thread.run(waiting(), later())) for _ in range(WAITING + 6)]
        await asyncio.sleep(0.05)
        refused = [job for job in many if job.done()]
        gate.set()
        found = await asyncio.gather(first, *many, return_exceptions=True)
        assert len(refused) == 6
        return list(found)

    found = run(work)
    problems = [one for one in found if isinstance(one, Problem)]
    assert [(problem.code, problem.status, problem.headers) for problem in problems] == [
        ("busy", 503, {"Retry-After": "1"})
    ] * 6
    assert found.count("done") == WAITING + 1


def test_what_takes_too_long_is_dropped() -> None:
    done: list[str] = []

    def endless() -> Generator[None, None, None]:
        while True:
            done.append("step")
            time.sleep(0.01)
            yield

    async def work(thread: ProbingThread) -> None:
        with pytest.raises(Problem) as caught:
            await thread.run(endless(), later(0.2))
        assert caught.value.status == 504
        await thread.run(counting("next", 1, []), later())
        steps = len(done)
        await asyncio.sleep(0.1)
        assert len(done) == steps

    run(work)


def test_what_nobody_waits_for_is_dropped() -> None:
    done: list[str] = []

    async def work(thread: ProbingThread) -> None:
        def slow() -> Generator[None, None, None]:
            for _ in range(1000):
                done.append("step")
                time.sleep(0.01)
                yield

        job = asyncio.ensure_future(thread.run(slow(), later()))
        await asyncio.sleep(0.1)
        job.cancel()
        await thread.run(counting("next", 1, []), later())
        steps = len(done)
        await asyncio.sleep(0.1)
        assert len(done) == steps < 100

    run(work)


def test_few_rule_sets_are_open(tables: Path) -> None:
    opened = OpenTables(tables)
    sets = [with_options("nine", {"men": [9, men]}) for men in range(4, 10)]
    found = [opened.of(rules) for rules in sets]
    last = list(zip(sets, found, strict=True))[-RULE_SETS:]
    assert all(opened.of(rules) is there for rules, there in last)
    assert opened.of(sets[0]) is not found[0]
    opened.close()
