"""How large the pieces are that a unit is solved in: what its memory is counted from, without Numba."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

# Entries of a block for which it is noted together which values they hold, as a power of two.
RUN_BITS = 9

# Of a level, entries searched between two looks at how many were found, and the number found that makes a
# portion on its way to another table; it has at most the sum of both.
SEARCHED = 1 << 25
PORTION = 1 << 24


@dataclass(frozen=True)
class Width:
    """How wide values are while a unit is solved: their type, and words of a set of them."""

    dtype: type[np.uint8] | type[np.uint16]
    words: int

    @property
    def draw(self) -> int:
        """What stands for a draw; the number below it for no move."""
        return int(np.iinfo(self.dtype).max)

    @property
    def longest(self) -> int:
        """The longest distance that fits."""
        return min(self.draw - 2, 64 * self.words - 2)


# The longest distance known in the family is 331 plies. The last width ends below 2^14, where the scores
# of millbase.solver.retrograde.seeding_kernels do.
WIDTHS = (Width(np.uint8, 4), Width(np.uint16, 16), Width(np.uint16, 255))
