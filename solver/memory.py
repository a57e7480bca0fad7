"""How much memory this process may still take, before the system refuses it or ends it.

A machine has so much that is free, or can be made free by forgetting what it has read of files. A control
group gives a container less, and a process may have a limit of its own (``ulimit -v``, the schedulers of
clusters), which counts addresses, whether anything is written there or not.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from millbase.solver.control_groups import groups, text
from millbase.solver.game.errors import SolverError

# The files of a group with its limit, what it takes now, and the part of that which can be made free: those
# of version 2, and those of version 1.
_GROUP = (
    ("memory.max", "memory.current", "inactive_file"),
    ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"),
)


class TooLittleMemoryError(SolverError, MemoryError):
    """What is to be done does not fit the memory that there is.

    Attributes:
        needed: bytes.
        free: bytes; None if the system does not tell.
    """

    def __init__(self, what: str, needed: int, free: int | None) -> None:
        there = "" if free is None else f", and {max(free, 0) / 1e9:.2f} GB are free"
        super().__init__(f"{what} needs {needed / 1e9:.2f} GB of memory{there}")
        self.needed = needed
        self.free = free


def free_memory(root: Path = Path("/")) -> int | None:
    """Bytes that may be taken beside those in use; None if the system does not tell.

    Args:
        root: where the system's files are.
    """
    found = [*_machine(root), *_groups(root), *_own_limit(root)]
    return max(min(found), 0) if found else None


def _machine(root: Path) -> Iterator[int]:
    if sys.platform == "win32":
        yield from _windows()
        return
    found = re.search(r"^MemAvailable: +([0-9]+) kB$", text(root / "proc/meminfo"), re.MULTILINE)
    if found:
        yield int(found[1]) * 1024
    elif sys.platform == "darwin":
        # What is free there is not told; what the machine has can be filled, since the rest moves out.
        yield os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")


def _groups(root: Path) -> Iterator[int]:
    for group in groups(root, "memory"):
        for limit_name, usage_name, freed_name in _GROUP:
            limit, usage = text(group / limit_name).strip(), text(group / usage_name).strip()
            if limit.isdecimal() and usage.isdecimal():  # not "max"
                freed = re.search(rf"^{freed_name} ([0-9]+)$", text(group / "memory.stat"), re.MULTILINE)
                yield int(limit) - int(usage) + (int(freed[1]) if freed else 0)


def _own_limit(root: Path) -> Iterator[int]:
    if sys.platform == "win32":
        return
    import resource

    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    reserved = re.search(r"^VmSize:\s+([0-9]+) kB$", text(root / "proc/self/status"), re.MULTILINE)
    if limit != resource.RLIM_INFINITY:
        yield limit - (int(reserved[1]) * 1024 if reserved else 0)


if sys.platform == "win32":
    import ctypes

    class _MemoryStatus(ctypes.Structure):
        _fields_ = (
            ("length", ctypes.c_ulong),
            ("load", ctypes.c_ulong),
            *((name, ctypes.c_ulonglong) for name in ("total", "free", "total_page", "free_page")),
            *((name, ctypes.c_ulonglong) for name in ("total_virtual", "free_virtual", "free_extended")),
        )

    def _windows() -> Iterator[int]:
        """What can be committed: there all that is reserved counts, written to or not."""
        status = _MemoryStatus(length=ctypes.sizeof(_MemoryStatus))
        if ctypes.windll.kernel32.GlobalMemoryStatusEx(ctypes.byref(status)):
            yield min(status.free, status.free_page)
