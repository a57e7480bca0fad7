"""A simulated schedule: cases that can be worked out by hand, and bounds that hold for all."""

from __future__ import annotations

import random

import pytest

from millbase.databases.simulating import Forecast, simulate
from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import Rules
from millbase.solver.graph import Unit, UnitGraph

UNITS: list[Unit] = [
    (Subspace(3, 3),),
    (Subspace(4, 3), Subspace(3, 4)),
    (Subspace(4, 4),),
    (Subspace(5, 3), Subspace(3, 5)),
]


@pytest.fixture(scope="module")
def graph(rules: Rules) -> UnitGraph:
    """3-3 is needed by 4-3, that by both 4-4 and 5-3, and 5-3 by nobody."""
    found = UnitGraph(rules, [Subspace(4, 4), Subspace(5, 3)])
    assert {frozenset(unit) for unit in found.needs} == {frozenset(unit) for unit in UNITS}
    return found


def costs_of(graph: UnitGraph, *costs: float) -> dict[Unit, float]:
    by_members = dict(zip(map(frozenset, UNITS), costs, strict=True))
    return {unit: by_members[frozenset(unit)] for unit in graph.needs}


@pytest.mark.parametrize(
    ("workers", "seconds", "limit"), [(1, 15.0, "workers"), (2, 11.0, "path"), (64, 11.0, "path")]
)
def test_by_hand(graph: UnitGraph, workers: int, seconds: float, limit: str) -> None:
    found = simulate(graph, costs_of(graph, 1, 2, 8, 4), workers)
    assert (found.seconds, found.work, found.path, found.limit) == (seconds, 15.0, 11.0, limit)
    assert found.speedup == pytest.approx(15 / seconds)
    assert found.idle == pytest.approx(1 - 15 / (workers * seconds))


def test_what_is_there_costs_nothing(graph: UnitGraph) -> None:
    costs = costs_of(graph, 1, 2, 8, 4)
    left = {unit: costs[unit] for unit in list(costs)[2:]}
    assert simulate(graph, left, 2).seconds == 8.0
    nothing = simulate(graph, {}, 2)
    assert (nothing.seconds, nothing.idle, nothing.speedup) == (0.0, 0.0, 1.0)


def test_bounds_of_every_schedule(rules: Rules) -> None:
    chosen = random.Random(0)
    graph = UnitGraph(rules, [Subspace(0, 0, 6, 6)])
    for _ in range(20):
        costs = {unit: chosen.uniform(0.1, 5) for unit in graph.needs}
        for workers in (1, 2, 3, 7, 100):
            found = simulate(graph, costs, workers)
            least = max(found.path, found.work / workers)
            assert least <= found.seconds + 1e-9
            assert found.seconds <= found.path + found.work / workers + 1e-9  # Graham, 1966
        assert found.seconds == pytest.approx(found.path)


def test_a_forecast_learns(graph: UnitGraph) -> None:
    forecast = Forecast(graph, costs_of(graph, 1, 2, 8, 4))
    assert forecast.left(2) == 11.0
    first = next(iter(graph.needs))
    forecast.finish(first, 3.0)
    assert forecast.left(2) == 30.0
    assert forecast.left(1) == 42.0
