"""Which units are needed for which, and in what order they may be solved.

Leaving moves lead from a unit to units that are solved before: the graph has no cycles. Whoever solves
units one at a time may take them as they stand in it; whoever solves several at once wants the ones that
have the longest way to go behind them.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Mapping
from graphlib import TopologicalSorter

from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import Rules
from millbase.solver.subspaces import check, dependencies, units_in_order

Unit = tuple[Subspace, ...]


class UnitGraph:
    """The units that subspaces need.

    Attributes:
        needs: for each unit those that its leaving moves lead to. A unit stands after all that it needs.

    Raises:
        SubspaceError: a subspace does not exist in these rules.
    """

    def __init__(self, rules: Rules, wanted: Iterable[Subspace]) -> None:
        subspaces = list(wanted)
        for subspace in subspaces:
            check(rules, subspace)
        units = list(units_in_order(rules, subspaces))
        unit_with = {member: unit for unit in units for member in unit}
        self.needs: dict[Unit, tuple[Unit, ...]] = {
            unit: tuple(dict.fromkeys(unit_with[target] for target in dependencies(rules, unit)))
            for unit in units
        }

    def longest_paths(self, costs: Mapping[Unit, float]) -> dict[Unit, float]:
        """For each unit the cost of the dearest path that begins with it and goes on to units that need it.

        Args:
            costs: of each unit; one that is left out costs nothing, such as a unit that is there.
        """
        behind = dict.fromkeys(self.needs, 0.0)
        paths: dict[Unit, float] = {}
        for unit, needed in reversed(self.needs.items()):
            paths[unit] = costs.get(unit, 0.0) + behind[unit]
            for source in needed:
                behind[source] = max(behind[source], paths[unit])
        return paths


class Schedule:
    """Hands out units to solve, each once all that it needs has been finished.

    Args:
        costs: of the units to solve. Those that are left out are taken for finished.
    """

    def __init__(self, graph: UnitGraph, costs: Mapping[Unit, float]) -> None:
        self._paths = graph.longest_paths(costs)
        self._places = {unit: place for place, unit in enumerate(graph.needs)}
        self._sorter = TopologicalSorter(
            {unit: [source for source in graph.needs[unit] if source in costs] for unit in costs}
        )
        self._sorter.prepare()
        self._ready: list[tuple[float, int, Unit]] = []

    @property
    def finished(self) -> bool:
        """Whether all units are."""
        return not self._sorter.is_active()

    def take(self) -> Unit | None:
        """A unit that may be solved now, of several the one with the longest path; None if there is none.

        It is not given again, and what needs it not before :meth:`finish`.
        """
        for unit in self._sorter.get_ready():
            self.put_back(unit)
        return heapq.heappop(self._ready)[2] if self._ready else None

    def put_back(self, unit: Unit) -> None:
        """Let a unit that was taken be taken again."""
        heapq.heappush(self._ready, (-self._paths[unit], self._places[unit], unit))

    def finish(self, unit: Unit) -> None:
        """Note that a unit which was taken is solved."""
        self._sorter.done(unit)
