"""Loaded by the workers that ``local:N`` starts: Ctrl-C is meant for the clerk, which ends them."""

from __future__ import annotations

import signal
from typing import Any


def dask_setup(worker: Any) -> None:
    """What Dask calls in a worker before it works."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
