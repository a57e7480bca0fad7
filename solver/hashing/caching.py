"""Where compiled kernels are kept, so that they are compiled once for an installation.

Numba's own cache looks at the file of a function alone: where a function that it calls has changed in another
file, the old code runs. It also trusts whatever lies in its files. Here the directory is named after all
sources of the solver and everything else that compiled code depends on; a file holds one compiled function,
with its signature and a checksum, and one that is damaged is compiled again. Where nothing can be kept,
kernels are compiled anew in each process, and :class:`NotKept` says so once.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import platform
import shutil
import time
import warnings
from functools import lru_cache
from pathlib import Path
from typing import Any

import llvmlite
import numba
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps
from platformdirs import user_cache_path

SOURCES = Path(__file__).parents[1]
_KEPT_UNUSED = 30 * 24 * 3600  # seconds
_DIGEST_BYTES = hashlib.sha256().digest_size


class NotKept(UserWarning):
    """Compiled code cannot be kept; the message says where and why."""


@lru_cache(maxsize=1)
def sources_key() -> str:
    """A name for all that compiled code depends on, in hexadecimal."""
    digest = hashlib.sha256()
    for path in sorted(SOURCES.rglob("*.py")):
        text = path.read_bytes()
        digest.update(f"{path.relative_to(SOURCES).as_posix()} {len(text)}\n".encode() + text)
    settings = (numba.config.OPT, numba.config.BOUNDSCHECK, numba.config.DEBUGINFO_DEFAULT)
    versions = (numba.__version__, llvmlite.__version__, platform.python_version(), settings)
    digest.update(repr(versions).encode())
    return digest.hexdigest()[:24]


@lru_cache(maxsize=1)
def directory() -> Path | None:
    """Where the compiled kernels of these sources are kept; None where that is not possible.

    It is below ``NUMBA_CACHE_DIR`` or, without that, in the user's cache directory. Kernels of other sources
    that have not been used for a month are removed.
    """
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    parent = Path(chosen, "millbase") if chosen else user_cache_path("millbase", appauthor=False) / "compiled"
    found = parent / sources_key()
    try:
        found.mkdir(parents=True, exist_ok=True)
        os.utime(found)
        _remove_unused(parent)
    except OSError as error:
        _tell(parent, error)
        return None
    return found


def _remove_unused(parent: Path) -> None:
    for other in parent.iterdir():
        if other.stat().st_mtime < time.time() - _KEPT_UNUSED:
            shutil.rmtree(other, ignore_errors=True)


def _tell(path: Path, error: OSError) -> None:
    warnings.warn(
        f"compiled code cannot be kept in {path} ({error.strerror}), so it is compiled anew each time; "
        "set NUMBA_CACHE_DIR to a directory that can be written to",
        NotKept,
        stacklevel=2,
    )


class KernelCache(_Cache):  # type: ignore[misc]
    """The compiled forms of one kernel, each in a file of its own; what Numba asks for them.

    Args:
        kernel: the function in Python.
        directory: where they are kept.
    """

    def __init__(self, kernel: Any, directory: Path) -> None:
        self._name = f"{kernel.__module__}.{kernel.__qualname__}"
        # A kernel beside what runs it may stand outside of the solver.
        self._source = hashlib.sha256(Path(kernel.__code__.co_filename).read_bytes()).hexdigest()
        self._directory = directory
        self._enabled = True

    @property
    def cache_path(self) -> str:
        """The directory, as text."""
        return str(self._directory)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The kernel compiled for a signature; None if it is not there, or damaged."""
        path, label = self._place(sig)
        try:
            data = path.read_bytes()
        except OSError:
            return None
        digest, body = data[:_DIGEST_BYTES], data[_DIGEST_BYTES:]
        if not self._enabled or hashlib.sha256(label + body).digest() != digest:
            return None
        target_context.refresh()
        return CompileResult._rebuild(target_context, *pickle.loads(body))

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep a compiled kernel, if it can be kept."""
        if not self._enabled or data.lifted or data.library.has_dynamic_globals:
            return
        path, label = self._place(sig)
        body = dumps(data._reduce())
        temporary = path.with_name(f"{path.name}.{os.getpid()}.tmp")
        try:
            temporary.write_bytes(hashlib.sha256(label + body).digest() + body)
            os.replace(temporary, path)
        except OSError as error:
            self._enabled = False
            _tell(self._directory, error)
            temporary.unlink(missing_ok=True)

    def flush(self) -> None:
        """Forget all compiled forms."""
        for path in self._directory.glob(f"{self._name}-*"):
            path.unlink(missing_ok=True)

    def enable(self) -> None:
        """Use what is kept."""
        self._enabled = True

    def disable(self) -> None:
        """Neither use nor keep anything."""
        self._enabled = False

    def _place(self, sig: Any) -> tuple[Path, bytes]:
        label = f"{self._name} {self._source} {sig!r} {_processor()!r}".encode()
        return self._directory / f"{self._name}-{hashlib.sha256(label).hexdigest()[:24]}", label


@lru_cache(maxsize=1)
def _processor() -> Any:
    """What code is compiled for."""
    from numba.core.registry import cpu_target

    return cpu_target.target_context.codegen().magic_tuple()
