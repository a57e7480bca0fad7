"""Tables of random values, for what is computed from tables whatever they say.

Real tables of few stones are nearly all draws, and much that is wrong would not show in them.
"""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from millbase.solver.game.boards import Board
from millbase.solver.game.material import Subspace
from millbase.solver.indexing import Masks, image_tables, images, representatives, subsets
from millbase.solver.layouts import Layout

Values = npt.NDArray[Any]
Code = Any  # np.uint8 or np.uint16, which mypy takes for unhashable


@lru_cache(maxsize=64)
def made_up(
    board: Board, subspace: Subspace, longest: int = 60, dtype: Code = np.uint8, seed: int = 0
) -> Values:
    """A table of random values in which all entries of a position hold the same one.

    Most positions are won, some lost and some drawn, so that the best of several moves into such a table
    is now a win, now a draw, now a loss.

    Args:
        longest: the largest distance; some position has it.
    """
    chance = random.Random(f"{subspace} {longest} {seed}")
    draw = int(np.iinfo(dtype).max)
    wins, losses = range(1, longest + 1, 2), range(0, longest + 1, 2)
    kinds = chance.choices((wins, losses, (draw,)), (94, 3, 3), k=4093)
    palette = np.array([chance.choice(kind) for kind in kinds], dtype)
    fingerprints = _fingerprints(board, subspace)
    values: Values = palette[fingerprints % np.uint64(len(palette))]
    values[fingerprints == fingerprints.min()] = longest
    return values


def _fingerprints(board: Board, subspace: Subspace) -> npt.NDArray[np.uint64]:
    """A number for every entry, the same for all entries of a position."""
    layout = Layout.of(board, subspace)
    blocks = representatives(board, layout.block_stones)
    places = subsets(board.points - layout.block_stones, layout.inner_stones)
    least = np.empty((len(blocks), len(places)), np.uint32)
    for row, block_side in zip(least, blocks, strict=True):
        others = _expanded(places, int(block_side), board.points)
        row[:] = others
        for tables in image_tables(board):
            if images(np.array([block_side]), tables)[0] == block_side:
                np.minimum(row, images(others, tables), out=row)
    mixed = blocks[:, np.newaxis].astype(np.uint64) << np.uint64(32) | least
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB), (31, 1)):  # splitmix64
        mixed = (mixed ^ mixed >> np.uint64(shift)) * np.uint64(factor)
    flat: npt.NDArray[np.uint64] = mixed.ravel()
    return flat


def _expanded(places: Masks, block_side: int, points: int) -> Masks:
    """Sets of positions among the free points of a block, as sets of points."""
    free = [point for point in range(points) if not block_side >> point & 1]
    found = np.zeros_like(places)
    for bit, point in enumerate(free):
        found |= (places >> np.uint32(bit) & np.uint32(1)) << np.uint32(point)
    return found
