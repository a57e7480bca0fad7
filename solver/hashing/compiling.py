"""How kernels are compiled and kept, one policy for all of them, and the types that they are written in.

What is said of a kernel's arguments is checked where it is called. The width of a plain number is for the
compiler to find: see ``np.int64(...)`` in the kernels, where it matters.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

import numba as nb
import numpy as np
import numpy.typing as npt

from millbase.solver.hashing.caching import KernelCache, directory

Int = int | np.integer[Any]
Bytes = npt.NDArray[np.uint8]
Flags = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")

_compiled = nb.njit(nogil=True)


def jit(kernel: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Compile a kernel when it is first called, and keep it; it runs without the interpreter's lock."""
    found: Any = _compiled(kernel)
    kept = directory()
    if kept is not None:
        found._cache = KernelCache(kernel, kept)
    compiled: Callable[Parameters, Result] = found
    return compiled
