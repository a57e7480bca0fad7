"""The graph of units, and handing them out along it."""

from __future__ import annotations

from random import Random

import pytest

from millbase.solver.game.material import Subspace, SubspaceError
from millbase.solver.game.rules import preset
from millbase.solver.graph import Schedule, Unit, UnitGraph
from millbase.solver.layouts import Layout
from millbase.solver.subspaces import dependencies, game_subspaces, unit_of

NINE = preset("nine")


def unit(text: str) -> Unit:
    return unit_of(NINE, Subspace.parse(text))


def dearest(graph: UnitGraph, costs: dict[Unit, float], first: Unit) -> float:
    """By going along every path."""
    after = (dearest(graph, costs, other) for other, needed in graph.needs.items() if first in needed)
    return costs.get(first, 0) + max(after, default=0)


@pytest.mark.parametrize("name", ["three", "six", "nine", "lasker"])
def test_a_unit_stands_after_all_that_it_needs(name: str) -> None:
    rules = preset(name)
    graph = UnitGraph(rules, game_subspaces(rules))
    before: set[Unit] = set()
    for found, needed in graph.needs.items():
        assert before.issuperset(needed)
        assert {target for source in needed for target in source} >= set(dependencies(rules, found))
        assert all(set(source) & set(dependencies(rules, found)) for source in needed)
        before.add(found)
    assert {member for found in before for member in found} == set(game_subspaces(rules))


def test_a_subspace_brings_what_it_needs() -> None:
    graph = UnitGraph(NINE, [Subspace(4, 4)])
    assert graph.needs == {
        unit("3-3"): (),
        unit("4-3"): (unit("3-3"),),
        unit("4-4"): (unit("4-3"),),
    }


def test_a_subspace_that_does_not_exist_is_refused() -> None:
    with pytest.raises(SubspaceError, match="there is no subspace 10-3"):
        UnitGraph(NINE, [Subspace(10, 3)])


def test_longest_paths_are_those_of_all_paths() -> None:
    graph = UnitGraph(NINE, [Subspace(5, 4), Subspace(6, 3)])
    random = Random(1)
    costs = {found: float(random.randrange(1, 100)) for found in graph.needs}
    del costs[unit("4-3")]  # it is there
    assert graph.longest_paths(costs) == {found: dearest(graph, costs, found) for found in graph.needs}


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_units_are_handed_out_once_and_after_what_they_need(workers: int) -> None:
    graph = UnitGraph(NINE, game_subspaces(NINE))
    there = {unit("3-3"), unit("4-3")}
    costs = {
        found: float(sum(Layout.of(NINE.board, member).size for member in found))
        for found in graph.needs
        if found not in there
    }
    schedule, random = Schedule(graph, costs), Random(workers)
    at_work: list[Unit] = []
    done: list[Unit] = []
    while not schedule.finished:
        while len(at_work) < workers and (taken := schedule.take()) is not None:
            assert there.union(done).issuperset(graph.needs[taken])
            at_work.append(taken)
        finished = at_work.pop(random.randrange(len(at_work)))
        schedule.finish(finished)
        done.append(finished)
    assert schedule.take() is None
    assert len(done) == len(costs)
    assert set(done) == set(costs)


def test_the_longest_path_comes_first() -> None:
    graph = UnitGraph(NINE, [Subspace(4, 4), Subspace(5, 3), Subspace(6, 3)])
    costs = {unit("4-4"): 5.0, unit("5-3"): 3.0, unit("6-3"): 3.0}
    schedule = Schedule(graph, costs)
    assert [schedule.take(), schedule.take(), schedule.take()] == [unit("5-3"), unit("4-4"), None]
    assert not schedule.finished
    schedule.finish(unit("5-3"))
    assert schedule.take() == unit("6-3")


def test_nothing_to_solve_is_finished() -> None:
    schedule = Schedule(UnitGraph(NINE, [Subspace(3, 3)]), {})
    assert schedule.finished
    assert schedule.take() is None
