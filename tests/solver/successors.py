"""Checking tables the obvious way: one entry at a time, by the readable rules and the plain hash.

It is the slow twin of :mod:`solver.verifying`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from solver.boards import Board
from solver.indexing import Index, image_tables, images, subsets
from solver.positions import Position, in_mills, legal_moves, terminal_value
from solver.rules import Rules
from solver.subspaces import Subspace, block_and_other, moves_of, size
from solver.values import LOST, Value, from_code

Values = npt.NDArray[Any]


def expected(
    rules: Rules, subspace: Subspace, load: Callable[[Subspace], Values], entries: Iterable[int]
) -> dict[int, Value]:
    """The values that the successors of some entries give, without those that no game reaches."""
    found = {}
    for entry in entries:
        position = position_of(rules.board, subspace, entry)
        if rules.mill_wins and in_mills(rules.board, position.own):
            continue
        over = terminal_value(rules, position)
        if over is not None:
            found[entry] = over
            continue
        after = [_value(rules, position.after(move), load) for move in legal_moves(rules, position)]
        found[entry] = min((value.before_move() for value in after), key=lambda value: value.preference)
    return found


def _value(rules: Rules, position: Position, load: Callable[[Subspace], Values]) -> Value:
    subspace = position.subspace
    if subspace.lost:
        return LOST
    values = load(subspace)
    return from_code(int(values[entry_of(rules.board, position)]), int(np.iinfo(values.dtype).max))


def entry_of(board: Board, position: Position) -> int:
    """The entry of a position in its subspace's table."""
    subspace = position.subspace
    sides = (position.own, position.opp)
    return _index(board, subspace).entry(*(sides if subspace.block_is_own else sides[::-1]))


def position_of(board: Board, subspace: Subspace, entry: int) -> Position:
    """The position of an entry, White to move."""
    sides = _index(board, subspace).position(entry)
    own, opp = sides if subspace.block_is_own else sides[::-1]
    return Position.of_sides(own, opp, subspace.own_hand, subspace.opp_hand)


def least_entries(board: Board, subspace: Subspace) -> npt.NDArray[np.intp]:
    """For every entry of a table the least entry of its position."""
    index = _index(board, subspace)
    least = np.arange(index.size).reshape(len(index.blocks), index.block_size)
    places = subsets(board.points - index.block_stones, index.other_stones)
    for entries, block_side in zip(least, index.blocks, strict=True):
        free = [point for point in range(board.points) if not block_side >> point & 1]
        others = sum((places >> k & 1) << point for k, point in enumerate(free))
        for tables in image_tables(board):
            if images(block_side, tables) == block_side:
                twins = np.searchsorted(others, images(others, tables))  # places are in ascending order
                entries[:] = np.minimum(entries, entries[0] + twins)
    return least.ravel()


def read_by_check(rules: Rules, subspace: Subspace) -> set[Subspace]:
    """The tables that a check of one reads."""
    moves = moves_of(rules, subspace)
    return {subspace, *moves.targets} | ({subspace.mirror} if moves.steps else set())


@lru_cache(maxsize=64)
def nonsense(board: Board, subspace: Subspace, dtype: type[np.generic], seed: int) -> Values:
    """A table of random values, draws among them; all entries of a position hold the same one."""
    chance = np.random.default_rng([seed, *subspace])
    draw = int(np.iinfo(dtype).max)
    entries = size(board, subspace)
    values = chance.integers(0, chance.choice([4, 20, draw - 1]), entries).astype(dtype)
    values[chance.random(entries) < 0.5] = draw
    return values[least_entries(board, subspace)]


@lru_cache(maxsize=64)
def _index(board: Board, subspace: Subspace) -> Index:
    return Index(board, *block_and_other(subspace))
