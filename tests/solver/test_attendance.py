"""The time in which one thread works and the others wait."""

from __future__ import annotations

import time

import pytest

from millbase.solver.attendance import Attendance, attendance, projected
from millbase.solver.threads import Aside, Workers


class Clock:
    """A clock that is moved by hand."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        monkeypatch.setattr(time, "perf_counter", lambda: self.now)


def test_what_counts_is_when_no_second_thread_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    counted = Attendance()
    clock.now = 1.0
    with counted.present():
        clock.now = 11.0
        with counted.present():
            clock.now = 111.0
        with counted.away():
            clock.now = 113.0
        clock.now = 123.0
    clock.now = 127.0
    assert counted.lonely_seconds == 1.0 + 2.0 + 4.0
    clock.now = 128.0
    assert counted.lonely_seconds == 8.0


def test_what_is_lonely_takes_as_long_with_any_number_of_cores() -> None:
    assert projected(100.0, 4.0, threads=2, cores=2) == 100.0
    assert projected(100.0, 4.0, threads=2, cores=16) == 4.0 + 96.0 / 8
    assert projected(100.0, 100.0, threads=1, cores=16) == 100.0


def lonely_with(threads: int) -> float:
    before = attendance.lonely_seconds
    with Workers(threads) as workers:
        workers.run(lambda first, last: time.sleep(0.1), 8, 1 << 20)
    return attendance.lonely_seconds - before


def test_workers_are_counted() -> None:
    assert lonely_with(1) >= 0.8
    assert lonely_with(2) < 0.3


def test_what_is_done_aside_is_counted() -> None:
    before = attendance.lonely_seconds
    with Aside() as aside:
        aside.start(lambda: time.sleep(0.4))
        time.sleep(0.2)
    assert 0.15 < attendance.lonely_seconds - before < 0.35
