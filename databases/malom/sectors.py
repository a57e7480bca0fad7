"""Sectors: their names, what differs between the games, and how Malom numbers points and symmetries."""

from __future__ import annotations

import re
from dataclasses import dataclass

from millbase.databases.errors import NotMaloms
from millbase.solver.game.boards import Board
from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import Rules, preset
from millbase.solver.layouts import Layout

# Malom numbers the points of a ring from the middle of the left side on, clockwise.
NUMBERING = tuple(8 * ring + (place + 1) % 8 for ring in range(3) for place in range(8))
IDENTITY = 15  # the last of the symmetries

# What the first seven symmetries do to the place ``k`` of a ring: it becomes ``by + k`` or ``by - k``.
_IN_RING = ((2, 1), (4, 1), (6, 1), (4, -1), (0, -1), (2, -1), (6, -1))


@dataclass(frozen=True)
class Variant:
    """A game as Malom's files have it.

    Attributes:
        name: the first part of a file's name.
        key_bits: how many bits of an entry say what it is worth, relative to its sector.
        rules: those that its files hold for.
    """

    name: str
    key_bits: int
    rules: Rules

    def sector_name(self, subspace: Subspace) -> str:
        """The name of a sector: ``std_3_4_0_0``."""
        return "_".join([self.name, *map(str, subspace)])

    def subspace(self, name: str) -> Subspace | None:
        """The subspace of a sector's name; None if it is none."""
        found = re.fullmatch(self.name + r"_([0-9]+)_([0-9]+)_([0-9]+)_([0-9]+)", name)
        subspace = Subspace(*map(int, found.groups())) if found else None
        return subspace if subspace is not None and self.sector_name(subspace) == name else None

    def layout(self, subspace: Subspace) -> Layout:
        """The order of a sector's entries: blocks by the stones of the side to move, always."""
        return Layout(self.rules.board, subspace, True, NUMBERING)


VARIANTS = (
    Variant("std", 12, preset("nine")),
    Variant("lask", 14, preset("lasker")),
    Variant("mora", 14, preset("twelve")),
)


def variant_of(rules: Rules) -> Variant:
    """The game that rules are of.

    Raises:
        NotMaloms: there is none.
    """
    found = next((variant for variant in VARIANTS if variant.rules == rules), None)
    if found is None:
        raise NotMaloms
    return found


def symmetries(board: Board) -> tuple[tuple[int, ...], ...]:
    """The sixteen symmetries in Malom's order, each as the image of every point, in Malom's numbers."""
    places = [tuple((by + sign * k) % 8 for k in range(8)) for by, sign in _IN_RING]
    still = tuple(range(8))
    found = [tuple(8 * ring + k for ring in (0, 1, 2) for k in place) for place in places]
    found += [tuple(8 * ring + k for ring in (2, 1, 0) for k in place) for place in [still, *places]]
    found.append(tuple(range(24)))
    if set(found) != set(board.renumbered(NUMBERING).symmetries):
        raise ValueError(f"the board {board.name} has other symmetries")
    return tuple(found)
