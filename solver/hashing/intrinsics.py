"""Single instructions of the processor that Numba has no name for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from millbase.solver.hashing.compiling import Int


def _popcount(typingctx: Any, mask: Any) -> Any:
    """The number of bits set."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return (mask(mask), codegen) if isinstance(mask, types.Integer) else None


def _lowest(typingctx: Any, mask: Any) -> Any:
    """The index of the lowest bit set; the mask is not zero."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return (mask(mask), codegen) if isinstance(mask, types.Integer) else None


popcount = cast(Callable[[Int], Int], intrinsic(_popcount))
lowest = cast(Callable[[Int], Int], intrinsic(_lowest))
