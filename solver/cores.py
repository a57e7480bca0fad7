"""How many cores this process may use: what computes takes so many threads, unless it is told.

A machine may have more than a process gets. Affinity ties it to some of them (``taskset``, the schedulers
of clusters), and a control group gives a container a share of their time.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterator
from pathlib import Path

from millbase.solver.control_groups import groups, text

# The files of a group that say how much of the processors it may use: that of version 2, those of version 1.
_LIMIT = ("cpu.max", "cpu.cfs_quota_us", "cpu.cfs_period_us")


def usable_cores(root: Path = Path("/")) -> int:
    """The cores that this process may use, at least one; a part of one counts as a whole.

    Args:
        root: where the system's files are.
    """
    return max(1, min([_cores_by_affinity(), *_shares(root)]))


def _cores_by_affinity() -> int:
    if hasattr(os, "process_cpu_count"):  # since Python 3.13, which also takes a number from its user
        return os.process_cpu_count() or 1
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _shares(root: Path) -> Iterator[int]:
    """The cores that control groups allow, of each group that says so."""
    for group in groups(root, "cpu"):
        share = _share(group)
        if share is not None:
            yield share


def _share(group: Path) -> int | None:
    """Microseconds of processor time in a period, over those of the period; None without a limit."""
    words = [word for name in _LIMIT for word in text(group / name).split()]
    if len(words) != 2 or not all(word.isdecimal() for word in words):  # "max 100000", "-1 100000", nothing
        return None
    quota, period = map(int, words)
    return math.ceil(quota / period) if period else None
