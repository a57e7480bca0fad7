"""How long a computation lets cores idle: the time in which one thread worked and the others waited.

A thread counts from when it comes to work until it goes, whether it computes or waits for the disk. A build
that never lets two work at once is *lonely* all the time; what is lonely takes as long with any number of
cores, and the rest is shared (Amdahl's law).
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock


class Attendance:
    """Counts the threads at work, and the time in which there is no more than one.

    The main thread is at work from the beginning.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._present = 1
        self._since = time.perf_counter()
        self._lonely = 0.0

    @contextmanager
    def present(self) -> Iterator[None]:
        """One thread more is at work."""
        self._change(1)
        try:
            yield
        finally:
            self._change(-1)

    @contextmanager
    def away(self) -> Iterator[None]:
        """A thread that was at work waits for others."""
        self._change(-1)
        try:
            yield
        finally:
            self._change(1)

    @property
    def lonely_seconds(self) -> float:
        """Seconds in which at most one thread worked."""
        self._change(0)
        return self._lonely

    def _change(self, by: int) -> None:
        with self._lock:
            now = time.perf_counter()
            if self._present < 2:
                self._lonely += now - self._since
            self._present += by
            self._since = now


attendance = Attendance()  # of this process


def projected(seconds: float, lonely: float, threads: int, cores: int) -> float:
    """How long what took ``seconds`` with some threads takes with as many as there are ``cores``.

    Args:
        lonely: the seconds in which only one worked.
    """
    return lonely + (seconds - lonely) * threads / cores
