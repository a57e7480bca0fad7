"""The log of a directory's builds, one JSON object a line: all that differs between equal runs.

Time taken, versions and host belong here and not in a table, so that equal runs give equal tables.
"""

from __future__ import annotations

import json
import os
import platform
import re
import sys
from datetime import datetime, timezone
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from millbase.databases.atomic import writing
from millbase.solver.control_groups import text

NAME = "build.log"
_PACKAGES = ("millbase", "numpy", "numba", "h5py", "zstandard")


def record(directory: Path, **facts: Any) -> None:
    """Append one line to the log of a directory."""
    line = {"time": datetime.now(timezone.utc).isoformat(timespec="seconds"), **facts}
    path = directory / NAME
    with writing(path), path.open("a", encoding="utf-8") as log:
        log.write(json.dumps(line) + "\n")


def surroundings() -> dict[str, Any]:
    """What the time that a build takes depends on."""
    return {
        "peak_memory": peak_memory(),
        "host": platform.node(),
        "system": platform.platform(),
        "processors": os.cpu_count(),
        "python": platform.python_version(),
        "packages": versions(),
    }


def versions() -> dict[str, str | None]:
    """The versions of the packages that tables depend on; None of one that is run from its sources."""
    return {name: _version(name) for name in _PACKAGES}


def peak_memory() -> int | None:
    """The most memory, in bytes, that this process has held; None where the system does not tell."""
    if sys.platform == "win32":
        return None
    # What getrusage says of a process begins with what the one that started it held.
    found = re.search(r"^VmHWM:\s+([0-9]+) kB$", text(Path("/proc/self/status")), re.MULTILINE)
    if found:
        return int(found[1]) * 1024
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:  # millbase run from its sources
        return None
