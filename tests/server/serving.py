"""A server of one's own, as the command starts it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

SECONDS = 20  # to begin, and to end


class Served(NamedTuple):
    """A running server: its address, and the process."""

    address: str
    process: subprocess.Popen[str]


@contextmanager
def served(directory: Path, *options: str, files: int | None = None) -> Iterator[Served]:
    """Run ``millbase serve`` at a free port; at the end it has to end well.

    Args:
        files: how many files and sockets it may have open; None for as many as this process.
    """

    def limit() -> None:
        import resource

        if files is not None:
            resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))

    command = [sys.executable, "-m", "millbase", "serve", "--port", "0", "--db", str(directory), *options]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "MILLBASE_DB": str(directory)},
        preexec_fn=None if files is None else limit,
    ) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            found = re.search(r"http://\S+(?=/ )", line)
            assert found, (line, process.stderr and process.stderr.read())
            yield Served(found[0], process)
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                code = process.wait(SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                raise
        assert code == 0
