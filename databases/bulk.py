"""Many positions at once: compiled hashing, and every chunk opened once.

Importing it imports numba; :meth:`millbase.databases.tablebase.Tablebase.probe_many` does so when called.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from millbase.databases.errors import IllegalPosition
from millbase.databases.format import Table
from millbase.solver.game.material import MIN_STONES, Subspace
from millbase.solver.game.positions import Position, PositionError, check_position
from millbase.solver.hashing.compiling import Int, Numbers, jit
from millbase.solver.hashing.sets import entry_of
from millbase.solver.hashing.tables import Hash, hash_tables
from millbase.solver.indexing import Masks
from millbase.solver.layouts import Layout
from millbase.solver.scales import OVER, widened

if TYPE_CHECKING:
    from millbase.databases.tablebase import Tablebase

Codes = npt.NDArray[np.uint16]

_ONES = np.array([half.bit_count() for half in range(1 << 12)], np.uint8)


def probe_many(
    tablebase: Tablebase,
    own: npt.ArrayLike,
    opponent: npt.ArrayLike,
    own_hand: int = 0,
    opponent_hand: int = 0,
) -> Codes:
    """See :meth:`millbase.databases.tablebase.Tablebase.probe_many`."""
    own_masks, opp_masks = np.broadcast_arrays(_masks(own), _masks(opponent))
    shape = own_masks.shape
    own_masks, opp_masks = own_masks.reshape(-1), opp_masks.reshape(-1)
    own_stones, opp_stones = _ones(own_masks), _ones(opp_masks)
    _refuse_illegal(tablebase, own_masks, opp_masks, own_stones, opp_stones, (own_hand, opponent_hand))
    codes = np.full(len(own_masks), OVER, np.uint16)
    kinds = own_stones * np.int64(32) + opp_stones
    for kind in np.unique(kinds):
        stones = divmod(int(kind), 32)
        if stones[0] + own_hand < MIN_STONES:
            continue  # over
        chosen = np.flatnonzero(kinds == kind)
        subspace = Subspace(*stones, own_hand, opponent_hand)
        codes[chosen] = _codes(tablebase, subspace, own_masks[chosen], opp_masks[chosen])
    return codes.reshape(shape)


def _codes(tablebase: Tablebase, subspace: Subspace, own: Masks, opp: Masks) -> Codes:
    layout = Layout.of(tablebase.rules.board, subspace)
    entries = np.empty(len(own), np.int64)
    _entries(*layout.by_side(own, opp), hash_tables(layout), layout.board.points, entries)
    return _read(tablebase.table(subspace), entries)


def _read(table: Table, entries: npt.NDArray[np.int64]) -> Codes:
    """The codes of entries in any order; each chunk is read once."""
    numbers, places = np.divmod(entries, table.chunk_entries)
    order = np.argsort(numbers, kind="stable")
    wanted, starts = np.unique(numbers[order], return_index=True)
    codes = np.empty(len(entries), np.uint16)
    for number, chosen in zip(wanted, np.split(order, starts[1:]), strict=True):
        codes[chosen] = widened(table.codes_at(int(number), places[chosen]), codes.dtype)
    return codes


@jit
def _entries(block_side: Masks, inner_side: Masks, h: Hash, points: Int, found: Numbers) -> None:
    """Write the entries of many positions to ``found``."""
    for i in range(len(found)):
        found[i] = entry_of(np.int64(block_side[i]), np.int64(inner_side[i]), h, points)


def _masks(masks: npt.ArrayLike) -> Masks:
    found = np.asarray(masks)
    if found.dtype.kind not in "iu" or (found.size and not 0 <= found.min() <= found.max() < 1 << 24):
        raise IllegalPosition("stones are sets of at most 24 points: integers from 0 to 2**24 - 1")
    return found.astype(np.uint32)


def _ones(masks: Masks) -> npt.NDArray[np.uint8]:
    ones: npt.NDArray[np.uint8] = _ONES[masks & 4095] + _ONES[masks >> 12]
    return ones


def _refuse_illegal(
    tablebase: Tablebase, own: Masks, opp: Masks, own_stones: Any, opp_stones: Any, hands: tuple[int, int]
) -> None:
    """Find a position that does not belong to the rule set and say what is wrong with it."""
    rules = tablebase.rules
    most = max(rules.men)
    suspect = (own & opp != 0) | ((own | opp) >> rules.board.points != 0)
    suspect |= (own_stones + hands[0] > most) | (opp_stones + hands[1] > most)
    suspect |= opp_stones + hands[1] < MIN_STONES
    if rules.mill_wins:
        for line in rules.board.line_masks:
            suspect |= own & line == line
    if suspect.any():
        place = int(np.argmax(suspect))
        try:
            check_position(rules, Position.of_sides(int(own[place]), int(opp[place]), *hands))
        except PositionError as error:
            raise IllegalPosition(f"position {place} is not legal: {error}") from error
