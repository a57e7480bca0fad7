"""Running a kernel over all blocks of a table in slices, on several threads.

Kernels release the interpreter's lock, so plain threads do. Slices keep each call well below a
second: Ctrl-C and progress come between them. A slice writes only what belongs to its blocks, so
the number of threads and the order of slices never show in a result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Result = TypeVar("Result")

_ENTRIES_IN_SLICE = 1 << 20


class Workers:
    """A pool of threads that runs kernels over blocks; a context manager.

    Args:
        threads: how many slices run at once.
    """

    def __init__(self, threads: int) -> None:
        self.threads = max(1, threads)
        self._pool = ThreadPoolExecutor(self.threads)

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown(cancel_futures=True)

    def run(
        self, kernel: Callable[[int, int], Result], blocks: int, block_size: int,
        advanced: Callable[[int], None] | None = None,
    ) -> list[Result]:
        """Call ``kernel(first, last)`` for slices that cover ``range(blocks)``; results in order.

        Args:
            block_size: entries in a block, to choose slices of a useful size.
            advanced: told after each slice how many blocks are done.
        """
        step = max(1, min(_ENTRIES_IN_SLICE // max(1, block_size), -(-blocks // (4 * self.threads))))
        slices = [(first, min(first + step, blocks)) for first in range(0, blocks, step)]
        results: Iterable[Result]
        if self.threads == 1 or blocks * block_size < 4096:
            results = (kernel(first, last) for first, last in slices)
        else:
            futures = [self._pool.submit(kernel, first, last) for first, last in slices]
            results = (future.result() for future in futures)
        found = []
        for result, (_, last) in zip(results, slices, strict=True):
            found.append(result)
            if advanced is not None:
                advanced(last)
        return found
