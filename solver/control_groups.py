"""What a container lets its processes have: the control groups of this process, and what they say.

Groups lie one in another, and the smallest limit of all of them holds. They are files below
``/sys/fs/cgroup``, of which two versions are in use: one has a tree for each kind of limit, the other one
tree for all.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path


def groups(root: Path, controller: str) -> Iterator[Path]:
    """The directories of the groups of this process, from its own outwards.

    Args:
        root: where the system's files are.
        controller: the kind of limit, such as ``cpu``.
    """
    for line in text(root / "proc/self/cgroup").splitlines():
        _, controllers, path = line.split(":", 2)
        if not controllers:
            mount = "sys/fs/cgroup"
        elif controller in controllers.split(","):
            mount = f"sys/fs/cgroup/{controller}"
        else:
            continue
        # What a container sees of the tree may begin at its own group: what is not there says nothing.
        for group in (Path(path), *Path(path).parents):
            yield root / mount / str(group).lstrip("/")


def text(path: Path) -> str:
    """What a file says; nothing if it cannot be read."""
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
