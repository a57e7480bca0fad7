"""Run as a program: a worker of Dask, as ``dask worker --no-nanny`` starts one, that may do something bad.

Arguments: the scheduler's address; a folder; what it does, and at which phase of the first unit with two
tables that it gets; and how many bytes it may take, 0 for what is free. It does the deed once, and makes a
file of that name in the folder before.
"""

from __future__ import annotations

import asyncio
import os
import resource
import signal
import sys
import time
from pathlib import Path
from typing import Any

from distributed import Worker

from millbase.databases.cluster import task


def main() -> None:
    address, folder, deed, phase, memory = sys.argv[1:]
    told = task._Signs.__call__

    def striking(signs: Any, name: str, done: int, total: int) -> None:
        told(signs, name, done, total)
        place = Path(folder, deed)
        if name == phase and len(signs.unit) == 2 and not place.exists():
            place.touch()
            DEEDS[deed](Path(folder))

    task._Signs.__call__ = striking  # type: ignore[method-assign, assignment]

    async def work() -> None:
        async with Worker(
            address, nthreads=1, memory_limit=int(memory), local_directory=folder, dashboard=False
        ) as worker:
            await worker.finished()

    asyncio.run(work())


def kill(folder: Path) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def hang(folder: Path) -> None:
    os.kill(os.getpid(), signal.SIGSTOP)


def wait(folder: Path) -> None:
    until = time.monotonic() + 120
    while not (folder / "go").exists() and time.monotonic() < until:
        time.sleep(0.02)


def fill(folder: Path) -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (3000, 3000))


DEEDS = {"kill": kill, "hang": hang, "wait": wait, "fill": fill}

if __name__ == "__main__":
    main()
