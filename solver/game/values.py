"""The value of a position for the side to move."""

from __future__ import annotations

from typing import Literal, NamedTuple

Outcome = Literal["win", "draw", "loss"]


class Value(NamedTuple):
    """What a position is worth to the side to move.

    ``plies`` counts to the end of the game when the winner hastens and the loser delays; None for a
    draw, and where it is not known. ``conversion`` counts, in the same way, to the next placement or removal
    or to the end, whichever comes first; only tables of grade ``dtc`` know it, and they know no plies.
    """

    outcome: Outcome
    plies: int | None = None
    conversion: int | None = None

    def __repr__(self) -> str:
        """The fields by name; without the conversion where none is counted, as nearly everywhere."""
        counted = "" if self.conversion is None else f", conversion={self.conversion}"
        return f"Value(outcome={self.outcome!r}, plies={self.plies}{counted})"

    @property
    def length(self) -> int | None:
        """Plies to the end or, where conversions are counted, to the next one; None if neither is known."""
        return self.conversion if self.plies is None else self.plies

    @property
    def preference(self) -> tuple[float, bool, int]:
        """Sorts best first for the side to move: quick wins, slow wins, draws, slow losses, quick losses.

        Wins and losses of unknown length come after those whose length is known.
        """
        unknown = self.length is None
        plies = self.length or 0
        return {"win": (0, unknown, plies), "draw": (1, False, 0), "loss": (2, unknown, -plies)}[self.outcome]

    def before_move(self, converts: bool = False) -> Value:
        """The value for the player who moved into a position that is worth this to the opponent.

        Args:
            converts: whether the move placed or removed a stone; asked only where conversions are counted.
        """
        swapped: dict[Outcome, Outcome] = {"win": "loss", "draw": "draw", "loss": "win"}
        plies = None if self.plies is None else self.plies + 1
        conversion = None if self.conversion is None else 1 if converts else self.conversion + 1
        return Value(swapped[self.outcome], plies, conversion)


class Between(NamedTuple):
    """What is known of a value that is not known: it is neither worse nor better than these.

    Like a :class:`Value` it has an outcome and plies: None.
    """

    at_least: Value
    at_most: Value

    @property
    def outcome(self) -> None:
        """Not known."""

    @property
    def plies(self) -> None:
        """Not known."""

    @property
    def conversion(self) -> None:
        """Not known."""

    @property
    def length(self) -> None:
        """Not known."""

    @property
    def preference(self) -> tuple[float, bool, int]:
        """Sorts it by what is certain first, then by what is possible, among values and its like."""
        least, most = self.at_least.preference[0], self.at_most.preference[0]
        return (0.75 * least + 0.25 * most, True, 0)

    def before_move(self, converts: bool = False) -> Between:
        """What is known of the position before a move, if this is known of the one after it."""
        return Between(self.at_most.before_move(converts), self.at_least.before_move(converts))


Assessment = Value | Between

LOST = Value("loss", 0)
DRAW = Value("draw")
