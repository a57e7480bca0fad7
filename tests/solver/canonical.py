"""The orbit of a set of points, the obvious way."""

from __future__ import annotations

from millbase.solver.game.boards import Board
from millbase.solver.indexing import image


def canonical(board: Board, mask: int) -> tuple[int, int]:
    """The least image of a set, and the first symmetry that gives it: the identity for itself."""
    images = [image(mask, symmetry) for symmetry in board.symmetries]
    least = min(images)
    return least, images.index(least)
