"""What can be asked for the value of a position, whatever it reads it from."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Literal, TypeVar

import numpy as np
import numpy.typing as npt

from millbase.databases.errors import BrokenTable, IllegalPosition, MissingTable
from millbase.solver.game.material import Subspace
from millbase.solver.game.notation import NotationError, parse_position
from millbase.solver.game.positions import (
    Position,
    PositionError,
    check_position,
    counted,
    legal_moves,
    terminal_value,
)
from millbase.solver.game.rules import Rules
from millbase.solver.game.values import LOST, Value
from millbase.solver.oracle import evaluate, hardest_first

if TYPE_CHECKING:
    from millbase.databases.bulk import Probed
    from millbase.solver.showing import Shown

Default = TypeVar("Default")
Illegal = Literal["raise", "mark"]
Sides = npt.NDArray[np.int64]
Asked = tuple[Subspace, Sides, Sides]  # positions of a subspace: the points of the two sides


class Probing(ABC):
    """The values of positions of a rule set.

    Attributes:
        rules: the rules that values hold for.
    """

    rules: Rules

    def probe(self, position: Position | str) -> Value:
        """The value of a position for the side to move.

        Plies count to the end when the winner hastens and the loser delays; draws have none, nor has
        anything in tables of grade ``wdl``. In those of grade ``dtc`` a value has, instead of plies, those to
        the next placement or removal: its ``conversion``. A position that is over needs no table, and one in
        which a removal is due is answered by looking at the positions after it.

        Args:
            position: a position, or its text (:mod:`millbase.solver.game.notation`).

        Raises:
            IllegalPosition: it cannot be read, or is not one of this rule set.
            MissingTable: the table is not there; the error says which, and where it was looked for.
            LowerGrade: plies are limited and some have been made, and the table has outcomes alone.
            BrokenTable: the table cannot be believed; the message names file and chunk.
        """
        position = self._legal(position)
        if position.removal_due:
            after = (position.after(move) for move in legal_moves(self.rules, position))
            values = (self.probe(reached).before_move(converts=True) for reached in after)
            return min(values, key=lambda value: value.preference)
        subspace = position.subspace
        if subspace.lost:
            return self._lost
        try:
            return self._look_up(position, subspace)
        except MissingTable:
            over = terminal_value(self.rules, position)
            if over is None:
                raise
            return self._lost if over == LOST else over

    def get(self, position: Position | str, default: Default | None = None) -> Value | Default | None:
        """Like :meth:`probe`, with ``default`` where that raises one of its errors."""
        try:
            return self.probe(position)
        except (IllegalPosition, MissingTable, BrokenTable):
            return default

    def show(self, position: Position | str) -> Shown:
        """A position to look at: a picture and the moves in a notebook, the text of the answer in a shell.

        Raises:
            IllegalPosition, MissingTable, BrokenTable: see :meth:`probe`.
        """
        from millbase.solver.showing import Shown  # a probe draws nothing

        answer = evaluate(self.rules, self, self._legal(position))
        return Shown(self.rules, hardest_first(self.rules, self, answer))

    def probe_many(
        self,
        own: npt.ArrayLike,
        opponent: npt.ArrayLike,
        own_hand: npt.ArrayLike = 0,
        opponent_hand: npt.ArrayLike = 0,
        *,
        illegal: Illegal = "raise",
    ) -> Probed:
        """The values of many positions, for the side to move.

        Compiled code does the hashing, and each chunk of a table is unpacked once, by all threads.

        Args:
            own, opponent: the points of the side to move and of the other, as bit masks.
            own_hand, opponent_hand: stones in hand.
            illegal: what becomes of a position that is not one of this rule set: ``"raise"``, or
                ``"mark"`` it with 65534 and give the values of the others.

        All four are integers or arrays of integers that go together as numpy broadcasts them; numbers of
        stones may differ from position to position.

        Returns:
            Plies to the end, of the shape that the four have together: odd where the side to move wins,
            even where it loses, 65535 for a draw. Tables of grade ``wdl`` give 1, 0 and 65535. Those of grade
            ``dtc`` give 2 d - 1 for a win and 2 d for a loss where the next conversion is d plies away; if
            moves are limited, these hold for positions right after a conversion.

        Raises:
            IllegalPosition: a position is not one of this rule set; the message has its place. Or what is
                given are no integers.
            MissingTable, BrokenTable: see :meth:`probe`.
        """
        from millbase.databases.bulk import (
            probe_many,  # imports numba, which takes longer than a single probe
        )

        return probe_many(self, own, opponent, own_hand, opponent_hand, illegal)

    def _legal(self, position: Position | str) -> Position:
        try:
            if isinstance(position, str):
                position = parse_position(self.rules, position)
            check_position(self.rules, position)
            position = counted(self.rules, position)
        except (NotationError, PositionError) as error:
            raise IllegalPosition(str(error)) from error
        return position

    @property
    def _lost(self) -> Value:
        """The value of a side to move that has lost where it stands."""
        return LOST

    @abstractmethod
    def _look_up(self, position: Position, subspace: Subspace) -> Value:
        """The value of a legal position in which no removal is due, of a subspace that is not lost."""

    @abstractmethod
    def look_up_many(self, asked: Sequence[Asked]) -> Iterable[Probed]:
        """The values of such positions as :meth:`probe_many` gives them, for each subspace asked for."""
