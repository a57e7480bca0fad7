"""The order that workers of other processes work under: a file that is there while their clerk is at work.

A clerk issues one in each of its directories, and whoever works for it looks now and then whether it still
stands. A clerk that ends takes it back, and the next one takes back what one that was killed has left; so
nobody works for long for a clerk that is gone, and no table of its takes the place of a newer one. That a
worker finds the order at all shows that it sees the same directory.
"""

from __future__ import annotations

import json
import os
import platform
import secrets
import time
from pathlib import Path

from millbase.databases.atomic import appearing
from millbase.databases.errors import OrderWithdrawn
from millbase.databases.locking import Held
from millbase.solver.threads import PhaseProgress

NAME = "build.order"
_SECONDS_BETWEEN_LOOKS = 0.5


def new_order() -> str:
    """A name for an order that no other has."""
    return secrets.token_hex(16)


def issue(held: Held, order: str) -> None:
    """Let an order stand in a directory.

    Raises:
        DiskFull: there is no room for it.
    """
    held.make_sure()
    facts = {"order": order, "host": platform.node(), "process": os.getpid()}
    with appearing(held.directory / NAME) as temporary:
        temporary.write_text(json.dumps(facts) + "\n", encoding="utf-8")


def withdraw(held: Held) -> None:
    """Take back the order of a directory, if one stands there."""
    held.make_sure()
    (held.directory / NAME).unlink(missing_ok=True)


def stands(directory: Path, order: str) -> bool:
    """Whether an order stands in a directory."""
    try:
        return bool(json.loads((directory / NAME).read_bytes())["order"] == order)
    except (OSError, ValueError, KeyError, TypeError):
        return False


def seen_within(directory: Path, order: str, seconds: float) -> bool:
    """Whether an order is seen to stand in a directory before so many seconds are over.

    What one machine writes on a shared file system, another may see some time later.
    """
    until = time.monotonic() + seconds
    while not stands(directory, order):
        if time.monotonic() >= until:
            return False
        time.sleep(_SECONDS_BETWEEN_LOOKS / 5)
    return True


def under(directory: Path, order: str, progress: PhaseProgress) -> PhaseProgress:
    """A progress that also ends the work, between two steps, once the order does not stand any more.

    Raises:
        OrderWithdrawn: by what is given back, when it is told of progress.
    """
    looked = time.monotonic()

    def told(name: str, done: int, total: int) -> None:
        nonlocal looked
        last = name == "writing" and done >= total  # the table takes its place next
        if last or time.monotonic() - looked >= _SECONDS_BETWEEN_LOOKS:
            looked = time.monotonic()
            if not stands(directory, order):
                raise OrderWithdrawn(directory)
        progress(name, done, total)

    return told
