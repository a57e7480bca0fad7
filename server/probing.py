"""The one thread of a process that asks tables, and who waits for it.

HDF5 has one lock for everything, so a second thread would only wait inside of it. A job is work in
steps: after each, which takes a moment, it stands in line again, so that a short question never waits for the
whole of a long one.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import queue
import threading
import time
from collections import OrderedDict
from concurrent.futures import Future, InvalidStateError
from functools import lru_cache
from typing import Any, NamedTuple

from millbase.databases import tablebase
from millbase.databases.catalogue import Catalogue
from millbase.databases.directories import Directories
from millbase.databases.manifest import NAME as MANIFEST
from millbase.databases.tablebase import Tablebase
from millbase.server.problems import Problem, busy
from millbase.server.settings import CACHE_BYTES, RULE_SETS, WAITING
from millbase.solver.game.rules import Rules
from millbase.solver.game.steps import Steps

State = tuple[tuple[int, ...], ...]

_OTHER_FILES = 128  # sockets and libraries, beside the tables
_FILES = 512  # of one rule set; nine has 498


class _Waiting(NamedTuple):
    job: Steps[Any]
    result: Future[Any]


class ProbingThread:
    """Runs jobs step by step, in turn."""

    def __init__(self) -> None:
        self._line: queue.SimpleQueue[_Waiting | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="probing", daemon=True)

    def start(self) -> None:
        """Begin to work."""
        self._thread.start()

    def stop(self) -> None:
        """End after what stands in line now."""
        self._line.put(None)
        self._thread.join()

    @property
    def waiting(self) -> int:
        """Jobs in line."""
        return self._line.qsize()

    async def run(self, job: Steps[Any], deadline: float) -> Any:
        """What a job returns. If whoever waits for it is cancelled, the job is dropped.

        Args:
            deadline: until when it is of use, by ``time.monotonic()``.

        Raises:
            Problem: too many wait already, or it took too long.
            Exception: what the job raises.
        """
        if self.waiting >= WAITING:
            raise busy()
        result: Future[Any] = Future()
        self._line.put(_Waiting(job, result))
        try:
            return await asyncio.wait_for(asyncio.wrap_future(result), deadline - time.monotonic())
        except asyncio.TimeoutError:
            raise Problem("too_slow", "the answer would take too long; ask for less at once") from None

    def _work(self) -> None:
        while (waiting := self._line.get()) is not None:
            if waiting.result.cancelled():
                waiting.job.close()
                continue
            with contextlib.suppress(InvalidStateError):  # cancelled just now
                self._step(waiting)

    def _step(self, waiting: _Waiting) -> None:
        try:
            next(waiting.job)
        except StopIteration as end:
            waiting.result.set_result(end.value)
        except BaseException as error:
            waiting.result.set_exception(error)
        else:
            self._line.put(waiting)


class OpenTables:
    """The tables of the rule sets asked about last. Only the probing thread asks it for tables."""

    def __init__(self, directories: Directories) -> None:
        self._directories = directories
        self._max_open = _files_allowed() // RULE_SETS
        self._open: OrderedDict[Rules, tuple[State, Tablebase]] = OrderedDict()
        self._watched = lru_cache(maxsize=64)(self._paths)

    def of(self, rules: Rules) -> Tablebase:
        """The tables of a rule set, opened anew if the directory has changed since."""
        state = self.state(rules)
        known, tables = self._open.pop(rules, (None, None))
        if tables is None or known != state:
            if tables is not None:
                tables.close()
            tables = tablebase.open(
                self._directories, rules, max_open=self._max_open, cache_bytes=CACHE_BYTES // RULE_SETS
            )
        self._open[rules] = (state, tables)
        while len(self._open) > RULE_SETS:
            self._open.popitem(last=False)[1][1].close()
        return tables

    def state(self, rules: Rules) -> State:
        """What changes when a table of a rule set comes, goes or is exchanged. Any thread may ask."""
        return tuple(map(_stamp, self._watched(rules)))

    def catalogue(self, rules: Rules) -> Catalogue:
        """The catalogue of a rule set."""
        return Catalogue(self._directories, rules)

    def _paths(self, rules: Rules) -> list[str]:
        """What tells by its time that a table of a rule set has come, gone or been exchanged."""
        directories = self.catalogue(rules).directories()
        return [str(path) for directory in directories for path in (directory, directory / MANIFEST)]

    def close(self) -> None:
        """Close all files."""
        while self._open:
            self._open.popitem()[1][1].close()


def _stamp(path: str) -> tuple[int, ...]:
    try:
        found = os.stat(path)
    except OSError:
        return ()
    return found.st_mtime_ns, found.st_size, found.st_ino


def _files_allowed() -> int:
    """How many tables may be open, once the limit of the process is as high as it may be."""
    try:
        import resource
    except ImportError:  # not on Windows
        return RULE_SETS * 64
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = RULE_SETS * _FILES + _OTHER_FILES
    if soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return max(RULE_SETS, min(soft, wanted) - _OTHER_FILES)
