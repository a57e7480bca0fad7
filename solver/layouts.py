"""Layouts: which entry of a table a position has, and which position an entry stands for.

One side is the *block side*: the orbit of its stones under the symmetries of the board chooses a block.
The other is the *inner side*: its stones choose the place in the block, by their colexicographic rank among
the points that the block side leaves free::

    entry = block * C(points - block stones, inner stones) + rank

Blocks are numbered by their representatives, the least pattern of each orbit, in ascending order. A
representative that has symmetries of its own gives some positions several entries; they are ordinary
entries, and all of one position hold the same value.

This is the exact, readable version, for one position or for arrays of them. It answers single queries, and
the compiled one in :mod:`millbase.solver.hashing.sets` is tested against it. A table is laid out anew by
:mod:`millbase.solver.hashing.laying`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import comb
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from millbase.solver.game.boards import Board
from millbase.solver.game.material import Subspace
from millbase.solver.indexing import (
    Masks,
    Octets,
    compress_all,
    expand,
    expand_all,
    image_tables,
    images,
    octets_of,
    place,
    representatives,
    subsets,
    to_representatives,
    turning,
    unrank,
)

Entries = npt.NDArray[np.int64]
Values = npt.NDArray[Any]  # uint8 or uint16, shape (entries,)
Load = Callable[[Subspace], Values]
Thing = TypeVar("Thing")


@dataclass(frozen=True)
class Layout:
    """The order of the entries of a subspace's table.

    Attributes:
        block_is_own: whether the side to move is the block side.
        numbering: the number that each point has in this layout, if that is not the board's: blocks and
            places are ordered by it. Positions are always given in the board's numbers.

    >>> from millbase.solver.game.boards import RINGS
    >>> layout = Layout.of(RINGS, Subspace(3, 3))
    >>> layout.size, layout.entry(0b111, 0b111000)
    (210140, 0)
    """

    board: Board
    subspace: Subspace
    block_is_own: bool
    numbering: tuple[int, ...] = ()

    @staticmethod
    def of(board: Board, subspace: Subspace) -> Layout:
        """The layout that a table on disk has: see :func:`block_is_own`."""
        return _stored_layout(board, subspace)

    @cached_property
    def block_stones(self) -> int:
        """Stones of the block side."""
        return self.by_side(self.subspace.own, self.subspace.opp)[0]

    @cached_property
    def inner_stones(self) -> int:
        """Stones of the inner side."""
        return self.by_side(self.subspace.own, self.subspace.opp)[1]

    @cached_property
    def blocks(self) -> int:
        """How many blocks there are."""
        return self.board.orbits(self.block_stones)

    @cached_property
    def block_size(self) -> int:
        """Entries in a block."""
        return comb(self.board.points - self.block_stones, self.inner_stones)

    @property
    def size(self) -> int:
        """Entries in the table."""
        return self.blocks * self.block_size

    @cached_property
    def numbered_board(self) -> Board:
        """The board, its points numbered as the layout has them."""
        return self.board.renumbered(self.numbering) if self.numbering else self.board

    def by_side(self, own: Thing, opp: Thing) -> tuple[Thing, Thing]:
        """What the side to move has and what the other, as what the block side has and what the inner.

        It is its own inverse.
        """
        return (own, opp) if self.block_is_own else (opp, own)

    def entry(self, own: int, opp: int) -> int:
        """The entry of a position.

        Args:
            own, opp: the points of the side to move and of the other.
        """
        if self._into is not None:
            own, opp = _through(self._into, own), _through(self._into, opp)
        block_side, inner = self.by_side(own, opp)
        representative, symmetry = self._turned(block_side)  # for itself the identity
        moved = _through(symmetry, inner)
        return bisect_left(self._representatives, representative) * self.block_size + place(
            moved, representative
        )

    def position(self, entry: int) -> tuple[int, int]:
        """The position of an entry: the points of the side to move and of the other.

        Raises:
            IndexError: there is no such entry.
        """
        block, number = divmod(entry, self.block_size)
        block_side = self._representatives[block]
        free = [point for point in range(self.board.points) if not block_side >> point & 1]
        inner = expand(unrank(number, self.inner_stones), free)
        if self._outof is not None:
            block_side, inner = _through(self._outof, block_side), _through(self._outof, inner)
        return self.by_side(block_side, inner)

    def entries(self, own: Masks, opp: Masks) -> Entries:
        """The entries of many positions.

        Args:
            own, opp: as :meth:`entry` takes them, of one shape.
        """
        if self.numbering:
            into = octets_of(self.numbering)
            own, opp = images(own, into), images(opp, into)
        block_side, inner = self.by_side(own, opp)
        tables = image_tables(self.numbered_board)
        least, symmetry = to_representatives(block_side, tables)
        moved = tables[symmetry, 0, inner & 255]
        moved |= tables[symmetry, 1, inner >> 8 & 255]
        moved |= tables[symmetry, 2, inner >> 16]
        blocks = np.searchsorted(representatives(self.numbered_board, self.block_stones), least)
        places = subsets(self.board.points - self.block_stones, self.inner_stones)
        packed = compress_all(moved, least, self.board.points)
        found: Entries = blocks * self.block_size + np.searchsorted(places, packed)
        return found

    def positions(self, entries: npt.NDArray[np.integer[Any]]) -> tuple[Masks, Masks]:
        """The positions of many entries: two arrays, as :meth:`position` gives them.

        Raises:
            IndexError: there is no such entry.
        """
        blocks, numbers = np.divmod(entries, self.block_size)
        block_side = representatives(self.numbered_board, self.block_stones)[blocks]
        places = subsets(self.board.points - self.block_stones, self.inner_stones)
        inner = expand_all(places[numbers], block_side, self.board.points)
        if self.numbering:
            outof = octets_of(_inverse(self.numbering))
            block_side, inner = images(block_side, outof), images(inner, outof)
        return self.by_side(block_side, inner)

    @cached_property
    def _representatives(self) -> memoryview:
        """The representatives; as memory that layouts share, and that gives plain numbers."""
        return representatives(self.numbered_board, self.block_stones).data

    @cached_property
    def _turned(self) -> Callable[[int], tuple[int, Octets]]:
        return turning(self.numbered_board)

    @cached_property
    def _into(self) -> Octets | None:
        return _plain_octets(self.numbering) if self.numbering else None

    @cached_property
    def _outof(self) -> Octets | None:
        return _plain_octets(_inverse(self.numbering)) if self.numbering else None


def block_is_own(subspace: Subspace) -> bool:
    """Whether the side to move is the block side on disk: the one with more stones on the board.

    With equal numbers the one with more in hand, and if those are equal too the side to move.
    """
    return (subspace.own, subspace.own_hand) >= (subspace.opp, subspace.opp_hand)


@lru_cache(maxsize=1024)
def _stored_layout(board: Board, subspace: Subspace) -> Layout:
    return Layout(board, subspace, block_is_own(subspace))


def _inverse(numbering: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(numbering.index(number) for number in range(len(numbering)))


@lru_cache(maxsize=16)
def _plain_octets(numbering: tuple[int, ...]) -> Octets:
    first, second, third = octets_of(numbering).tolist()
    return first, second, third


def _through(octets: Octets, mask: int) -> int:
    """The image of a set of points."""
    first, second, third = octets
    return first[mask & 255] | second[mask >> 8 & 255] | third[mask >> 16]
