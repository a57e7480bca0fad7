"""Material: how many stones there are on the board and in hand, which names a subspace.

A subspace is named by the stones of the side to move and of the other side, ``6-4``, and where there are
stones in hand by those too, ``3-2+5-6``.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from millbase.solver.game.errors import SolverError, quoted

MIN_STONES = 3  # a side with fewer, on the board and in hand together, has lost


class SubspaceError(SolverError, ValueError):
    """A subspace that does not exist in a rule set; the message says why."""


class Subspace(NamedTuple):
    """Stones on the board and in hand, the side to move first."""

    own: int
    opp: int
    own_hand: int = 0
    opp_hand: int = 0

    @classmethod
    def parse(cls, text: str) -> Subspace:
        """Read ``6-4`` or ``3-2+5-6``.

        Raises:
            SubspaceError: the text is neither.
        """
        match = re.fullmatch(r"([0-9]{1,2})-([0-9]{1,2})(?:\+([0-9]{1,2})-([0-9]{1,2}))?", text.strip())
        if match is None:
            raise SubspaceError(
                f"{quoted(text)} is not a subspace: write 6-4, or 3-2+5-6 with stones in hand"
            )
        return cls(*(int(number or 0) for number in match.groups()))

    def __str__(self) -> str:
        hands = f"+{self.own_hand}-{self.opp_hand}" if self.in_hand else ""
        return f"{self.own}-{self.opp}{hands}"

    @property
    def mirror(self) -> Subspace:
        """The same stones with the other side to move."""
        return Subspace(self.opp, self.own, self.opp_hand, self.own_hand)

    @property
    def hands(self) -> tuple[int, int]:
        """The stones in hand, of the side to move first."""
        return self.own_hand, self.opp_hand

    @property
    def in_hand(self) -> int:
        """Stones that both sides hold."""
        return self.own_hand + self.opp_hand

    @property
    def in_play(self) -> int:
        """Stones on the board and in hand together."""
        return self.own + self.opp + self.in_hand

    @property
    def lost(self) -> bool:
        """Whether the side to move has lost by the number of its stones."""
        return self.own + self.own_hand < MIN_STONES
