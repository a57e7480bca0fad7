"""Positions and entries of tables: which entry a position has, which position an entry stands for."""

from __future__ import annotations

from functools import lru_cache

from millbase.solver.game.boards import Board
from millbase.solver.game.material import Subspace
from millbase.solver.game.positions import Position
from millbase.solver.indexing import Index
from millbase.solver.subspaces import block_and_other


@lru_cache(maxsize=256)
def index_of(board: Board, subspace: Subspace) -> Index:
    """The hash of a subspace."""
    return Index(board, *block_and_other(subspace))


def entry_of(board: Board, position: Position, subspace: Subspace) -> int:
    """The entry of a position in the table of its subspace."""
    own, opp = position.own, position.opp
    block, other = (own, opp) if subspace.block_is_own else (opp, own)
    return index_of(board, subspace).entry(block, other)


def position_at(board: Board, subspace: Subspace, entry: int) -> Position:
    """The position that an entry stands for, White to move."""
    block, other = index_of(board, subspace).position(entry)
    own, opp = (block, other) if subspace.block_is_own else (other, block)
    return Position.of_sides(own, opp, subspace.own_hand, subspace.opp_hand)
