"""What a build would do, before it does it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from damage import truncate

from millbase.databases import planning
from millbase.databases.catalogue import Catalogue
from millbase.databases.errors import DirectoryError
from millbase.databases.planning import plan, to_build
from millbase.databases.survey import Status
from millbase.solver.game.material import Subspace, SubspaceError
from millbase.solver.game.rules import Rules, preset
from millbase.solver.layouts import Layout
from millbase.solver.subspaces import dependencies, game_subspaces, moving_subspaces


def test_units_come_after_those_they_are_made_from(tmp_path: Path) -> None:
    nine = preset("nine")
    units = plan(tmp_path / "none", nine, [Subspace(5, 4)])
    assert {str(unit.unit[0]) for unit in units} == {"3-3", "4-3", "4-4", "5-3", "5-4"}
    done: set[Subspace] = set()
    for unit in units:
        assert done.issuperset(dependencies(nine, unit.unit))
        done.update(unit.unit)
    assert units[-1].entries == 2 * Layout.of(nine.board, Subspace(5, 4)).size
    assert {unit.status for unit in units} == {Status.MISSING}
    assert not (tmp_path / "none").exists()


def test_the_whole_moving_phase_is_49_subspaces(tmp_path: Path) -> None:
    units = plan(tmp_path, preset("nine"), moving_subspaces(preset("nine"), 18))
    assert sum(len(unit.unit) for unit in units) == 49
    assert max(unit.bytes_memory for unit in units) < 5e9


# What builds of nine took on the disk, in bytes.
@pytest.mark.parametrize(("grade", "moving", "whole"), [("dtw", 3.1e9, 9.8e9), ("wdl", 0.489e9, 1.6e9)])
def test_a_guess_at_the_disk_is_near_and_not_below(
    tmp_path: Path, grade: str, moving: float, whole: float
) -> None:
    nine = preset("nine")
    for subspaces, real in ((moving_subspaces(nine, 18), moving), (game_subspaces(nine), whole)):
        needs = to_build(plan(tmp_path, nine, subspaces, grade=grade))
        assert needs.tables == len(subspaces)
        assert real <= needs.bytes_disk <= 1.15 * real


def test_of_tables_that_are_there_the_size_is_told(catalogue: Catalogue, rules: Rules) -> None:
    def disk() -> list[int]:
        return [unit.bytes_disk for unit in plan(catalogue.roots[0], rules, [Subspace(4, 3)])]

    paths = {name: catalogue.path_of(Subspace.parse(name)) for name in ("3-3", "4-3", "3-4")}
    sizes = {name: path.stat().st_size for name, path in paths.items()}
    assert disk() == [sizes["3-3"], sizes["4-3"] + sizes["3-4"]]
    paths["3-4"].unlink()
    [_, guessed] = disk()
    assert guessed > sizes["4-3"]
    assert guessed != sizes["4-3"] + sizes["3-4"]


def test_more_threads_take_less_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def seconds(threads: int | None = None) -> float:
        return to_build(plan(tmp_path, preset("nine"), [Subspace(5, 5)], threads=threads)).seconds

    assert seconds(1) > seconds(2) > seconds(8)
    monkeypatch.setattr(planning, "usable_cores", lambda: 8)
    assert seconds() == seconds(8)


def test_what_is_to_be_built_is_what_is_not_there(catalogue: Catalogue, rules: Rules) -> None:
    units = plan(catalogue.roots[0], rules, [Subspace(4, 4)])
    [missing] = [unit for unit in units if not unit.done]
    assert to_build(units) == (1, missing.entries, missing.bytes_memory, missing.bytes_disk, missing.seconds)
    assert to_build(units[:-1]) == (0, 0, 0, 0, 0)


@pytest.mark.parametrize(
    ("variant", "subspace", "own", "sources"),
    [
        ("nine", "9-8", 4, 2),  # values and counts of two tables, a source in two layouts
        ("nine", "8-8", 2, 2),  # of one table
        ("nine", "3-2+5-6", 2, 3),  # seeding alone: best removals, and a source in two layouts
    ],
)
def test_memory_covers_the_arrays(
    tmp_path: Path, variant: str, subspace: str, own: int, sources: int
) -> None:
    rules = preset(variant)
    planned = plan(tmp_path, rules, [Subspace.parse(subspace)])[-1]
    source = max(Layout.of(rules.board, source).size for source in dependencies(rules, planned.unit))
    entries = Layout.of(rules.board, planned.unit[0]).size
    assert own * entries + sources * source < planned.bytes_memory - 200e6


def test_long_wins_take_more_memory(tmp_path: Path) -> None:
    nine, wanted = preset("nine"), [Subspace(7, 7)]
    usual, protected = (plan(tmp_path, rules, wanted)[-1] for rules in (nine, replace(nine, protected=True)))
    source = max(Layout.of(nine.board, source).size for source in dependencies(nine, protected.unit))
    assert 3 * protected.entries + 2 * 2 * source < protected.bytes_memory - 200e6
    assert usual.bytes_memory < protected.bytes_memory < 2 * usual.bytes_memory


def test_estimates_grow_with_the_unit(tmp_path: Path) -> None:
    small, *_, large = plan(tmp_path, preset("nine"), [Subspace(5, 5)])
    assert small.bytes_memory < large.bytes_memory
    assert small.seconds < large.seconds
    assert small.bytes_disk < large.bytes_disk


def test_a_unit_is_done_when_all_its_tables_are_there(catalogue: Catalogue, rules: Rules) -> None:
    def statuses() -> list[Status]:
        return [unit.status for unit in plan(catalogue.roots[0], rules, [Subspace(4, 3)])]

    assert statuses() == [Status.SOLVED, Status.SOLVED]
    catalogue.path_of(Subspace(3, 4)).unlink()
    assert statuses() == [Status.SOLVED, Status.MISSING]
    truncate(catalogue.path_of(Subspace(4, 3)))
    assert statuses() == [Status.SOLVED, Status.BROKEN]


def test_outcomes_do_for_outcomes_only(outcome_tables: Path, rules: Rules) -> None:
    [rough] = plan(outcome_tables, rules, [Subspace(3, 3)], grade="wdl")
    assert rough.done
    [exact] = plan(outcome_tables, rules, [Subspace(3, 3)])
    assert exact.status is Status.OUTCOMES_ONLY
    assert not exact.done


def test_requests_that_cannot_be(tmp_path: Path, rules: Rules) -> None:
    with pytest.raises(SubspaceError, match="there is no subspace 2-3"):
        plan(tmp_path, rules, [Subspace(2, 3)])
    (tmp_path / "file").touch()
    with pytest.raises(DirectoryError):
        plan(tmp_path / "file", rules, [Subspace(3, 3)])
