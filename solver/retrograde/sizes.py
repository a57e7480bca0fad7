"""How large the pieces are that a unit is solved in: what its memory is counted from, without Numba."""

from __future__ import annotations

# Entries of a block for which it is noted together which values they hold, as a power of two.
RUN_BITS = 9

# Of a level, entries searched between two looks at how many were found, and the number found that makes a
# portion on its way to another table; it has at most the sum of both.
SEARCHED = 1 << 25
PORTION = 1 << 24

