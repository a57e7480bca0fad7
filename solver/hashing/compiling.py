"""How kernels are compiled: one policy for all of them."""

from __future__ import annotations

import numba as nb

jit = nb.njit(nogil=True, cache=True)
