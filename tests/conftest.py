"""Gives Numba a cache of compiled code that belongs to exactly these sources.

Numba compiles a function again when the file it stands in has changed, but not when a function that it
calls stands in another file and has changed there. So the cache directory is named after all sources.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
import time
from pathlib import Path

import platformdirs

ROOT = Path(__file__).resolve().parent.parent
WEEK = 7 * 24 * 3600  # seconds


def sources_key() -> str:
    """A name for the present state of the solver's sources."""
    digest = hashlib.sha256()
    for path in sorted((ROOT / "solver").rglob("*.py")):
        text = path.read_bytes()
        digest.update(f"{path.relative_to(ROOT).as_posix()} {len(text)}\n".encode() + text)
    return digest.hexdigest()[:16]


def cache_directory() -> Path:
    """The cache of these sources; those of others that have not been used for a week are removed."""
    for parent in (Path(platformdirs.user_cache_dir("millbase")), Path(tempfile.gettempdir(), "millbase")):
        caches = parent / "compiled-for-tests"
        directory = caches / sources_key()
        try:
            directory.mkdir(parents=True, exist_ok=True)
            os.utime(directory)
        except OSError:
            continue
        for other in caches.iterdir():
            if other.stat().st_mtime < time.time() - WEEK:
                shutil.rmtree(other, ignore_errors=True)
        return directory
    return Path(tempfile.mkdtemp())


# Here and not in a fixture: it has to be known before any test module imports Numba.
os.environ["NUMBA_CACHE_DIR"] = str(cache_directory())

pytest_plugins = ["six_tables"]
