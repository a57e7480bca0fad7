"""How kernels are compiled and kept: one policy for all of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba as nb

from millbase.solver.hashing.caching import KernelCache, directory

_compiled = nb.njit(nogil=True)


def jit(kernel: Callable[..., Any]) -> Any:
    """Compile a kernel when it is first called, and keep it; it runs without the interpreter's lock."""
    found = _compiled(kernel)
    kept = directory()
    if kept is not None:
        found._cache = KernelCache(kernel, kept)
    return found
