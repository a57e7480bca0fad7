"""Which entries of a table are checked: all, or some that are drawn by a seed."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from millbase.solver.hashing.compiling import Numbers

MOST_BLOCKS = 1000  # that entries are drawn from while that is enough: blocks are computed as a whole


class Sample(NamedTuple):
    """Entries of a table.

    Attributes:
        block_size: entries in a block of the table.
        blocks: the blocks that they are in, ascending.
        places: their places there, ascending: a row for each of these blocks, or one row for all of them.
    """

    block_size: int
    blocks: Numbers
    places: Numbers

    @property
    def size(self) -> int:
        """How many entries there are."""
        return len(self.blocks) * int(self.places.shape[1])

    def spread(self, count: int, seed: int) -> list[int]:
        """So many of the entries, one drawn from each of as many equal parts; all if there are fewer."""
        if count >= self.size:
            numbers = np.arange(self.size)
        else:
            bounds = np.arange(count + 1) * self.size // count
            numbers = np.random.default_rng(seed).integers(bounds[:-1], bounds[1:])
        rows, columns = np.divmod(numbers, self.places.shape[1])
        found: list[int] = (
            self.blocks[rows] * self.block_size + self.places[rows % len(self.places), columns]
        ).tolist()
        return found


def sample_of(blocks: int, block_size: int, wanted: int | None, seed: int) -> Sample:
    """Entries of a table.

    Args:
        blocks: how many the table has.
        block_size: entries in each.
        wanted: how many entries; there may be some more, fewer than a block has of them, so that all blocks
            have equally many. None for all.

    Raises:
        ValueError: fewer than one entry is wanted.
    """
    if wanted is not None and wanted < 1:
        raise ValueError(f"a sample has at least one entry, not {wanted}")
    if wanted is None:
        return Sample(block_size, np.arange(blocks), np.arange(block_size).reshape(1, -1))
    chance = np.random.default_rng(seed)
    wanted = min(wanted, blocks * block_size)
    most = min(blocks, max(-(-wanted // block_size), min(wanted, MOST_BLOCKS)))
    each = -(-wanted // most)
    some = -(-wanted // each)
    chosen = np.sort(chance.choice(blocks, some, replace=False))
    rows = 1 if each == block_size else some
    places = [np.sort(chance.choice(block_size, each, replace=False)) for _ in range(rows)]
    return Sample(block_size, chosen, np.stack(places))
