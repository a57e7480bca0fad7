"""A metric that only tests have: plies to the next conversion, without a limit.

A conversion is a placement, a removal or the end. A position won in d plies has the code 2 d - 1, a lost one
2 d. That is all there is to it: the kernels are those of every metric.
"""

from __future__ import annotations

import numpy as np

from millbase.databases.metrics import Metric
from millbase.solver.game.values import Value
from millbase.solver.scales import Codes, Scale, counted_anew


def _a_ply_more(codes: Codes) -> Codes:
    return codes + np.where(codes % 2 == 1, 3, 1)


def plies_to_conversion(code: int) -> int:
    """How many plies a code of a decided position stands for."""
    return (code + 1) // 2


def value_in(codes: Codes, entry: int) -> Value:
    """The value of an entry, its plies those to the next conversion."""
    code = int(codes[entry])
    if code == np.iinfo(codes.dtype).max:
        return Value("draw")
    return Value("win" if code % 2 else "loss", plies_to_conversion(code))


DTC = Scale(_a_ply_more, counted_anew)

DTC_METRIC = Metric(
    "dtc", DTC, frozenset(("dtc", "wdl")), True, "conversions", plies_to_conversion, folder="dtc"
)
