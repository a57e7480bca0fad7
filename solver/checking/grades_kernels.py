"""Checking graded draws: what every entry must hold, from all its moves, made one by one."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from millbase.solver.hashing.compiling import Int, Numbers, jit
from millbase.solver.hashing.sets import entry_of, expand, free_points
from millbase.solver.hashing.tables import Hash
from millbase.solver.indexing import Masks
from millbase.solver.layouts import Values

NO_MOVE = -(1 << 40)  # less than the merit of any move


class After(NamedTuple):
    """What moves of one kind lead to.

    Attributes:
        possible: whether there are such moves.
        ends: whether they end the game, so that there is no table.
        values: codes by entry.
        h: the hash of its layout.
        block_is_own: whether the side to move there is the block side.
        merits: by code, how good it is to move there.
    """

    possible: bool
    ends: bool
    values: Values
    h: Hash
    block_is_own: bool
    merits: Numbers


@jit
def best_merits(
    entries: Numbers, found: Numbers, h: Hash, block_is_own: bool, points: Int, near: Masks, lines: Masks,
    protected: bool, won: Int, ways: tuple[tuple[After, After], tuple[After, After]]
) -> None:  # fmt: skip
    """Write ``found``, the merit of the best move of each of the entries; ``NO_MOVE`` without one.

    Args:
        h, block_is_own: the hash of the table, whether the side to move is the block side.
        near: by point, where a stone there can go.
        lines: as sets.
        protected: whether closing a mill removes nothing where all stones are in mills.
        won: the merit of a move that ends the game.
        ways: steps, then placements; of each what moves lead to that remove nothing, and one stone.
    """
    size = len(h.places)
    free = np.empty(24, np.int64)
    everywhere = (np.int64(1) << points) - 1
    known = np.int64(-1)
    for i in range(len(entries)):
        block = entries[i] // size
        block_side = np.int64(h.blocks[block])
        if block != known:
            free_points(block_side, points, free)
            known = block
        inner = expand(np.int64(h.places[entries[i] % size]), free)
        own, opp = (block_side, inner) if block_is_own else (inner, block_side)
        empty = everywhere & ~(own | opp)
        exposed = opp
        for line in lines:
            exposed &= ~np.int64(line) if opp & line == line else -1
        if exposed == 0 and not protected:
            exposed = opp
        best = np.int64(NO_MOVE)
        for source in range(-1, points):
            leaving = np.int64(0) if source < 0 else np.int64(1) << source
            if leaving & ~own:
                continue
            quiet, taking = ways[1] if source < 0 else ways[0]
            targets = empty if source < 0 else np.int64(near[source]) & empty
            while targets and quiet.possible:
                entered = targets & -targets
                targets ^= entered
                after = (own ^ leaving) | entered
                closes = False
                for line in lines:
                    closes |= (line & entered != 0) & (after & line == line)
                stones = exposed if closes and taking.possible else np.int64(0)
                if stones == 0:
                    best = max(best, merit(opp, after, quiet, points))
                elif taking.ends:
                    best = max(best, won)
                while stones and not taking.ends:
                    best = max(best, merit(opp ^ (stones & -stones), after, taking, points))
                    stones &= stones - 1
        found[i] = best


@jit
def merit(own: Int, opp: Int, after: After, points: Int) -> Int:
    """The merit of a move, by the sides after it, the one to move then first."""
    block_side, inner = (own, opp) if after.block_is_own else (opp, own)
    found: Int = after.merits[after.values[entry_of(block_side, inner, after.h, points)]]
    return found
