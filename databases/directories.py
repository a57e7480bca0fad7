"""Where tables are looked for: one directory or several, as a caller, the environment or nobody says."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

Directories = str | Path | Sequence[str | Path] | None


def roots_of(directories: Directories) -> tuple[Path, ...]:
    """The directories that are meant, in the order in which they are looked through.

    Args:
        directories: one, or several; None, or none of them, for :func:`default_roots`.
    """
    if isinstance(directories, (str, Path)):
        return (Path(directories),)
    return tuple(map(Path, directories or ())) or default_roots()


def default_roots() -> tuple[Path, ...]:
    """Those of ``MILLBASE_DB``, separated as in ``PATH``, or the place for data of this user."""
    named = [Path(name) for name in os.environ.get("MILLBASE_DB", "").split(os.pathsep) if name]
    if named:
        return tuple(named)
    from platformdirs import user_data_dir  # only where it is needed: a query should start fast

    return (Path(user_data_dir("millbase")),)
