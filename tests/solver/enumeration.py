"""All positions of a small subspace, found from its entries and their images under the symmetries.

Nothing is hashed here: which entry a position has is looked up among the images of all entries.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from millbase.solver.game.boards import Board
from millbase.solver.game.material import Subspace
from millbase.solver.game.positions import Position
from millbase.solver.indexing import image
from millbase.solver.layouts import Layout


class Enumeration(NamedTuple):
    """A subspace whole.

    Attributes:
        positions: by entry, White to move.
        least: for the sets of points of the side to move and of the other side, in every orientation,
            the least entry that is the same position.
    """

    positions: list[Position]
    least: dict[tuple[int, int], int]

    def entry(self, position: Position) -> int:
        """The least entry of a position, whatever the colour to move."""
        return self.least[position.own, position.opp]


@lru_cache(maxsize=64)
def enumerated(board: Board, subspace: Subspace) -> Enumeration:
    """All positions of a subspace, by entry and by the sides' points."""
    layout = Layout.of(board, subspace)
    positions = []
    least: dict[tuple[int, int], int] = {}
    for entry in range(layout.size):
        own, opp = layout.position(entry)
        positions.append(Position.of_sides(own, opp, *subspace.hands))
        for symmetry in board.symmetries:
            least.setdefault((image(own, symmetry), image(opp, symmetry)), entry)
    return Enumeration(positions, least)
