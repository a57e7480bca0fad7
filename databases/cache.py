"""Unpacked chunks of several tables, in one piece of memory of a size that is chosen."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from millbase.databases.chunks import CHUNK_BYTES
from millbase.solver.game.material import Subspace
from millbase.solver.layouts import Values

Slots = npt.NDArray[np.int32]

NONE = -1  # the slot of a chunk that is not there


class ChunkCache:
    """Unpacked chunks, each in a slot; the one that has not been asked for goes when there is no other room.

    Threads that share it hold a lock from asking where a chunk is until they have read it there.

    Slots are given away in turn. One that has been asked for since its last turn is passed over once
    ("second chance", which is nearly as good as dropping the one that was not asked for longest).

    Args:
        size: how many bytes all slots may have together. What is not used takes no memory.

    Attributes:
        slots: how many chunks there is room for, at least one.
    """

    def __init__(self, size: int) -> None:
        self.slots = max(1, size // CHUNK_BYTES)
        self.clear()

    def clear(self) -> None:
        """Forget all chunks, and give their memory back."""
        self._room = np.empty((0, CHUNK_BYTES), np.uint8)
        self._asked = np.zeros(self.slots, np.bool_)
        self._owners: list[tuple[Slots, int] | None] = [None] * self.slots
        self._slots_of: dict[Subspace, Slots] = {}
        self._next = 0

    def slots_of(self, subspace: Subspace, chunks: int) -> Slots:
        """The slots of a table's chunks, by their numbers; ``NONE`` for those that are not there.

        Args:
            chunks: how many the table has. With another number than before it is another table.
        """
        found = self._slots_of.get(subspace)
        if found is None or len(found) != chunks:
            self.forget(subspace)
            found = self._slots_of[subspace] = np.full(chunks, NONE, np.int32)
        return found

    def forget(self, subspace: Subspace) -> None:
        """Forget the chunks of a table, which has become another."""
        found = self._slots_of.pop(subspace, None)
        if found is not None:
            for slot in found[found != NONE].tolist():
                self._owners[slot] = None

    def flat(self, dtype: np.dtype[np.generic]) -> Values:
        """All slots, one after the other, as numbers of a type."""
        return self._room.reshape(-1).view(dtype)

    def chunk(self, slot: int, dtype: np.dtype[np.generic]) -> Sequence[int]:
        """One slot as plain numbers, which are found fast one at a time."""
        self._asked[slot] = True
        numbers: Sequence[int] = self._room[slot].view(dtype).data
        return numbers

    def ask(self, slots: Slots) -> None:
        """Note that chunks have been asked for."""
        self._asked[slots] = True

    def put(self, slots: Slots, number: int, rows: Values) -> int:
        """Keep a chunk; its slot.

        Args:
            slots: of its table, of which the one of the chunk is written.
            rows: what the chunk holds.
        """
        if slots[number] != NONE:  # another thread has been faster
            return int(slots[number])
        if not len(self._room):
            self._room = np.empty((self.slots, CHUNK_BYTES), np.uint8)
        while self._asked[self._next]:
            self._asked[self._next] = False
            self._next = (self._next + 1) % self.slots
        slot = self._next
        self._next = (slot + 1) % self.slots
        owner = self._owners[slot]
        if owner is not None:
            owner[0][owner[1]] = NONE
        self._owners[slot] = slots, number
        self._room[slot, : rows.nbytes] = rows.reshape(-1).view(np.uint8)
        slots[number] = slot
        return slot
