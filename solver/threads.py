"""Running a kernel over all blocks of a table in slices, on several threads.

Kernels release the interpreter's lock, so plain threads do. Slices keep each call well below a
second: Ctrl-C and progress come between them. A slice writes only what belongs to its blocks, so
the number of threads and the order of slices never show in a result.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar, cast

from millbase.solver.attendance import attendance
from millbase.solver.cores import usable_cores

Returned = TypeVar("Returned")

# What is told how a computation gets on: the name of a phase, how much of it is done, and of how much.
PhaseProgress = Callable[[str, int, int], None]

_ENTRIES_IN_SLICE = 1 << 20


class Workers:
    """A pool of threads that runs kernels over blocks; a context manager.

    Args:
        threads: how many slices run at once; None for as many as there are cores to use.
    """

    def __init__(self, threads: int | None = None) -> None:
        self.threads = usable_cores() if threads is None else max(1, threads)
        self._pool = ThreadPoolExecutor(self.threads)

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown(cancel_futures=True)

    def run(
        self,
        kernel: Callable[[int, int], Returned],
        blocks: int,
        block_size: int,
        advanced: Callable[[int], None] | None = None,
    ) -> list[Returned]:
        """Call ``kernel(first, last)`` for slices that cover ``range(blocks)``; results in order.

        The thread that asks takes slices like the others. Each takes the next one as soon as it is free,
        which costs a hundredth of what a future for every slice would.

        Args:
            block_size: entries in a block, or what amounts to as much work, to choose slices of a useful
                size.
            advanced: told now and then how many blocks are done, and at the end that all are.
        """
        step = max(1, min(_ENTRIES_IN_SLICE // max(1, block_size), -(-blocks // (4 * self.threads))))
        slices = [(first, min(first + step, blocks)) for first in range(0, blocks, step)]
        results: dict[int, Returned] = {}
        queue = iter(slices)  # taking the next one is a single step, which threads cannot divide

        def work(told: Callable[[int], None] | None) -> None:
            try:
                for first, last in queue:
                    results[first] = kernel(first, last)
                    if told is not None:
                        told(min(len(results) * step, blocks))
            finally:
                for _ in queue:  # where one thread has failed, leave nothing to the others
                    pass

        helpers = 0 if blocks * block_size < 4096 else min(self.threads, len(slices)) - 1

        def help_out() -> None:
            with attendance.present():
                work(None)

        futures = [self._pool.submit(help_out) for _ in range(helpers)]
        work(advanced)
        with attendance.away():
            for future in futures:
                future.result()
        if advanced is not None and blocks:
            advanced(blocks)
        return [results[first] for first, _ in slices]


class Aside:
    """One thread for what is done beside something else, one thing after another; a context manager.

    What failed is raised where it is waited for, at the latest at the end.
    """

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1)
        self._waiting: list[Future[object]] = []

    def __enter__(self) -> Aside:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        with attendance.away():
            self._pool.shutdown(cancel_futures=kind is not None)
        if kind is None:
            self.wait()

    def start(self, work: Callable[[], Returned]) -> Future[Returned]:
        """Do something as soon as what was started before is done."""

        def counted() -> Returned:
            with attendance.present():
                return work()

        started = self._pool.submit(counted)
        self._waiting.append(cast("Future[object]", started))
        return started

    def wait(self) -> None:
        """Wait until all is done."""
        with attendance.away():
            while self._waiting:
                self._waiting.pop(0).result()
