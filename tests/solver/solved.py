"""Tables in memory that answer for positions."""

from __future__ import annotations

from collections.abc import Iterable

from plain_reading import value_in

from millbase.solver.game.material import Subspace
from millbase.solver.game.positions import Position
from millbase.solver.game.rules import Rules
from millbase.solver.game.values import LOST, Value
from millbase.solver.layouts import Layout, Values
from millbase.solver.retrograde.induction import solve_unit
from millbase.solver.subspaces import units_in_order


class Solved:
    """The values of the positions of some subspaces and of all that they lead to."""

    def __init__(self, rules: Rules, wanted: Iterable[Subspace]) -> None:
        self.tables: dict[Subspace, Values] = {}
        for unit in units_in_order(rules, wanted):
            self.tables |= solve_unit(rules, unit, self.tables.__getitem__)
        self._board = rules.board

    def probe(self, position: Position) -> Value:
        """The value of a position, for the side to move."""
        subspace = position.subspace
        if subspace.lost:
            return LOST
        entry = Layout.of(self._board, subspace).entry(position.own, position.opp)
        table = self.tables[subspace]
        return value_in(table, entry)
