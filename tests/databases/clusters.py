"""Clusters for tests: a scheduler and workers, each a process of its own, over TCP of this machine alone."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

WORKER = Path(__file__).with_name("dask_worker.py")
PATIENCE = 120.0


class Cluster:
    """A scheduler that workers can be added to.

    Attributes:
        folder: for what it writes.
        address: of the scheduler.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.processes: list[subprocess.Popen[bytes]] = []
        self.address = ""

    def start(self) -> None:
        """Start the scheduler."""
        file = self.folder / "scheduler.json"
        command = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1"]
        self.scheduler = self._run([*command, "--port", "0", "--no-dashboard", "--scheduler-file", str(file)])
        until = time.monotonic() + PATIENCE
        while not self.address:
            assert time.monotonic() < until, "no scheduler"
            assert self.scheduler.poll() is None, "the scheduler has ended"
            time.sleep(0.05)
            if file.exists() and '"address": "' in (text := file.read_text()):
                self.address = text.split('"address": "')[1].split('"')[0]

    def worker(self, deed: str = "none", phase: str = "none", *, memory: int = 0) -> subprocess.Popen[bytes]:
        """Add a worker that does something bad when a unit of two tables comes to a phase."""
        words = [self.address, str(self.folder), deed, phase, str(memory)]
        return self._run([sys.executable, str(WORKER), *words])

    def reached(self, deed: str) -> None:
        """Wait until a worker has come to its deed."""
        until = time.monotonic() + PATIENCE
        while not (self.folder / deed).exists():
            assert time.monotonic() < until, deed
            time.sleep(0.02)

    def _run(self, command: list[str]) -> subprocess.Popen[bytes]:
        log = (self.folder / "cluster.log").open("ab")
        with log:
            process = subprocess.Popen(command, stdout=log, stderr=log, cwd=self.folder)
        self.processes.append(process)
        return process

    def end(self) -> None:
        """Kill whatever still runs."""
        for process in self.processes:
            if process.poll() is None:
                os.kill(process.pid, signal.SIGKILL)
            process.wait()


@contextmanager
def cluster(folder: Path) -> Iterator[Cluster]:
    """A cluster with a scheduler and no worker yet, which is gone when the block ends."""
    made = Cluster(folder)
    try:
        made.start()
        yield made
    finally:
        made.end()
