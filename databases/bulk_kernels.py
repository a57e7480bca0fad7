"""The kernels of asking in bulk: which subspace a position is of, and positions to entries and back."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from millbase.solver.game.material import MIN_STONES
from millbase.solver.hashing.compiling import Int, Numbers, jit
from millbase.solver.hashing.intrinsics import popcount
from millbase.solver.hashing.sets import entry_of, expand, free_points
from millbase.solver.hashing.tables import Hash
from millbase.solver.indexing import Masks

Kinds = npt.NDArray[np.int32]

ILLEGAL = -1
_MIN_STONES = MIN_STONES


@jit
def classify(
    masks: Numbers, hands: Numbers, men: Numbers, points: Int, ending: Numbers, found: Kinds
) -> None:
    """Write the kind of each position to ``found``: its subspace in 20 bits, or ``ILLEGAL``.

    The same question as :func:`millbase.solver.game.positions.check_position` answers, for a side to move
    that may be White or Black.

    Args:
        masks: the points of the side to move and of the other, shape ``(2, positions)``, any integers.
        hands: their stones in hand, shape ``(2, positions)``, any integers.
        men: stones of White and of Black.
        ending: the lines of which the side to move cannot have one.
    """
    (own_masks, opp_masks), (own_hands, opp_hands) = masks, hands
    most = max(men[0], men[1])
    for i in range(len(found)):
        own, opp, own_hand, opp_hand = own_masks[i], opp_masks[i], own_hands[i], opp_hands[i]
        found[i] = ILLEGAL
        if own >> points or opp >> points or own & opp:
            continue
        if own_hand < 0 or own_hand > most or opp_hand < 0 or opp_hand > most:
            continue  # before they are added to anything
        own_stones, opp_stones = popcount(own), popcount(opp)
        a, b = own_stones + own_hand, opp_stones + opp_hand
        if b < _MIN_STONES or not ((a <= men[0] and b <= men[1]) or (a <= men[1] and b <= men[0])):
            continue
        over = False
        for line in ending:
            over |= own & line == line
        if not over:
            found[i] = ((own_stones * 32 + opp_stones) * 32 + own_hand) * 32 + opp_hand


@jit
def entries_of(block_sides: Numbers, inner_sides: Numbers, h: Hash, points: Int, found: Numbers) -> None:
    """Write the entries of many positions to ``found``."""
    for i in range(len(found)):
        found[i] = entry_of(np.int64(block_sides[i]), np.int64(inner_sides[i]), h, points)


@jit
def positions_of(first: Int, h: Hash, points: Int, block_sides: Masks, inner_sides: Masks) -> None:
    """Write the positions of the entries from ``first`` on: the points of the two sides.

    What :meth:`millbase.solver.layouts.Layout.positions` says, some five times as fast.
    """
    free = np.empty(24, np.int64)
    size = len(h.places)
    known = -1
    for i in range(len(block_sides)):
        block, place = divmod(first + i, size)
        if block != known:
            free_points(np.int64(h.blocks[block]), points, free)
            known = block
        block_sides[i] = h.blocks[block]
        inner_sides[i] = expand(np.int64(h.places[place]), free)
