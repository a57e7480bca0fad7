"""Many positions at once: compiled hashing, and every chunk unpacked once, by all threads.

Importing it imports numba; :class:`millbase.databases.tablebase.Tablebase` does so when it is asked in bulk.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from millbase.databases.bulk_kernels import ILLEGAL, Kinds, classify, entries_of
from millbase.databases.errors import IllegalPosition
from millbase.solver.game.material import Subspace
from millbase.solver.game.positions import Position, PositionError, check_position
from millbase.solver.game.rules import Rules
from millbase.solver.hashing.compiling import Numbers
from millbase.solver.hashing.tables import hash_tables
from millbase.solver.layouts import Layout
from millbase.solver.scales import OVER, widened

if TYPE_CHECKING:
    from millbase.databases.probing import Asked, Illegal, Probing
    from millbase.databases.tablebase import Tablebase

Chosen = npt.NDArray[np.intp]
Probed = npt.NDArray[np.uint16]  # codes as they are given away: 65535 for a draw whatever the table's type

ILLEGAL_CODE = 65534


def probe_many(
    prober: Probing,
    own: npt.ArrayLike,
    opponent: npt.ArrayLike,
    own_hand: npt.ArrayLike,
    opponent_hand: npt.ArrayLike,
    illegal: Illegal,
) -> Probed:
    """See :meth:`millbase.databases.probing.Probing.probe_many`."""
    if illegal not in ("raise", "mark"):
        raise ValueError(f"illegal positions are to 'raise' or to be 'mark'ed, not {illegal!r}")
    given = [
        _integers("stones on the board", own),
        _integers("stones on the board", opponent),
        _integers("stones in hand", own_hand),
        _integers("stones in hand", opponent_hand),
    ]
    shape = np.broadcast_shapes(*(numbers.shape for numbers in given))
    masks_and_hands = np.array([np.broadcast_to(numbers, shape).reshape(-1) for numbers in given])
    masks, hands = masks_and_hands[:2], masks_and_hands[2:]
    kinds = _kinds(prober.rules, masks, hands)
    codes = np.empty(len(kinds), np.uint16)
    asked: list[tuple[Subspace, Chosen]] = []
    for kind, chosen in _by_kind(kinds):
        if kind == ILLEGAL:
            if illegal == "raise":
                _refuse(prober.rules, int(chosen[0]), masks_and_hands)
            codes[chosen] = ILLEGAL_CODE
            continue
        first = chosen[0]
        subspace = Subspace(
            int(masks[0, first]).bit_count(), int(masks[1, first]).bit_count(), *hands[:, first].tolist()
        )
        if subspace.lost:
            codes[chosen] = OVER
        else:
            asked.append((subspace, chosen))
    answers = prober.look_up_many([(subspace, *masks[:, chosen]) for subspace, chosen in asked])
    for (_, chosen), found in zip(asked, answers, strict=True):
        codes[chosen] = found
    return codes.reshape(shape)


def look_up(tablebase: Tablebase, asked: Sequence[Asked]) -> Iterator[Probed]:
    """The values of legal positions, by subspace."""
    questions = ((subspace, _entries(tablebase.rules, subspace, own, opp)) for subspace, own, opp in asked)
    for found in tablebase.contents.codes(questions, tablebase.threads):
        yield widened(found, np.uint16)


def _by_kind(kinds: Kinds) -> Iterator[tuple[int, Chosen]]:
    """Each kind that there is, and which positions are of it, ascending."""
    found = np.unique(kinds)
    order = np.argsort(np.searchsorted(found, kinds).astype(np.uint16), kind="stable")  # by counting
    yield from zip(found.tolist(), np.split(order, np.searchsorted(kinds[order], found[1:])), strict=False)


def _entries(rules: Rules, subspace: Subspace, own: Numbers, opp: Numbers) -> Numbers:
    layout = Layout.of(rules.board, subspace)
    entries = np.empty(len(own), np.int64)
    entries_of(*layout.by_side(own, opp), hash_tables(layout), layout.board.points, entries)
    return entries


def _kinds(rules: Rules, masks: Numbers, hands: Numbers) -> Kinds:
    """By position, a number for its subspace, or ``ILLEGAL``."""
    kinds = np.empty(masks.shape[1], np.int32)
    ending = np.array(rules.board.line_masks if rules.mill_wins else (), np.int64)
    classify(masks, hands, np.array(rules.men), rules.board.points, ending, kinds)
    return kinds


def _integers(what: str, given: npt.ArrayLike) -> Numbers:
    """An array of integers as 64 bits; those that do not fit turn negative, which nothing may be."""
    numbers = np.asarray(given)
    if numbers.dtype.kind not in "iu" and numbers.size:
        raise IllegalPosition(f"{what} are given as integers of at most 64 bits, not as {numbers.dtype}")
    return numbers.astype(np.int64, copy=False)


def _refuse(rules: Rules, place: int, masks_and_hands: Numbers) -> None:
    """Say what is wrong with the position at a place."""
    try:
        check_position(rules, Position.of_sides(*masks_and_hands[:, place].tolist()))
    except PositionError as error:
        raise IllegalPosition(f"position {place} is not legal: {error}") from error
