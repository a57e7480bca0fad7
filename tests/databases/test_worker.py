"""A worker needs nothing but what it is given, in whatever process, and touches its own tables only."""

from __future__ import annotations

import multiprocessing
import pickle
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from pathlib import Path

import pytest

from millbase.databases.building import build
from millbase.databases.catalogue import Catalogue
from millbase.databases.errors import MissingTable
from millbase.databases.manifest import Listed, read_manifest
from millbase.databases.survey import Survey
from millbase.databases.worker import WrittenUnit, solve
from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import Rules
from millbase.solver.graph import Schedule, Unit, UnitGraph

SMALL: Unit = (Subspace(3, 3),)
LARGER: Unit = (Subspace(4, 3), Subspace(3, 4))


@pytest.fixture(scope="module")
def processes() -> Iterator[ProcessPoolExecutor]:
    """Two processes that share nothing with this one."""
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:
        yield pool


def files(root: Path) -> dict[str, bytes]:
    return {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def tables_of(root: Path) -> dict[str, bytes]:
    return {name: data for name, data in files(root).items() if name.endswith(".h5")}


def test_another_process_writes_the_same_tables(
    processes: ProcessPoolExecutor, tables: Path, tmp_path: Path, rules: Rules
) -> None:
    (tmp_path / "six").mkdir()
    for unit in (SMALL, LARGER):
        processes.submit(solve, tmp_path, rules, unit, "dtw", threads=1).result()
    assert files(tmp_path) == tables_of(tables)


def test_what_it_gives_back_is_what_the_books_need(tmp_path: Path, rules: Rules, tables: Path) -> None:
    (tmp_path / "six").mkdir()
    (tmp_path / "six" / "3-3.h5").write_bytes((tables / "six" / "3-3.h5").read_bytes())
    written = pickle.loads(pickle.dumps(solve(tmp_path, rules, LARGER, "dtw", threads=1)))
    assert isinstance(written, WrittenUnit)
    survey, listed = Survey(Catalogue(tables, rules)), read_manifest(tables / "six")
    for member in LARGER:
        table = written.tables[member]
        assert table.listed == listed[f"{member}.h5"] == Listed.of(tmp_path / "six" / f"{member}.h5")
        assert table.state.bytes == table.listed.bytes
        assert table.header == survey.header(member)
        assert table.header.made_from == {"3-3": survey.header(SMALL[0]).content}
    assert written.bytes == sum(listed[f"{member}.h5"].bytes for member in LARGER)
    assert written.seconds > 0
    assert written.facts["threads"] == 1
    assert {"peak_memory", "host", "packages"} < written.facts.keys()


def test_it_tells_how_far_it_is(tmp_path: Path, rules: Rules) -> None:
    (tmp_path / "six").mkdir()
    told: list[str] = []
    solve(tmp_path, rules, SMALL, "dtw", progress=lambda name, done, total: told.append(name))
    assert list(dict.fromkeys(told)) == ["seeding", "induction", "counting", "writing"]


def test_a_source_that_is_not_there_is_named(tmp_path: Path, rules: Rules) -> None:
    (tmp_path / "six").mkdir()
    with pytest.raises(MissingTable, match=r"3-3\.h5 is missing"):
        solve(tmp_path, rules, LARGER, "dtw")
    assert files(tmp_path) == {}


def test_units_handed_out_to_two_processes_come_out_as_in_one(
    processes: ProcessPoolExecutor, tmp_path: Path, rules: Rules
) -> None:
    wanted = [Subspace(4, 4), Subspace(5, 3)]
    graph = UnitGraph(rules, wanted)
    shared, alone = tmp_path / "shared", tmp_path / "alone"
    (shared / "six").mkdir(parents=True)
    schedule = Schedule(graph, dict.fromkeys(graph.needs, 1.0))
    at_work: dict[Future[WrittenUnit], Unit] = {}
    most = 0
    while not schedule.finished:
        while len(at_work) < 2 and (unit := schedule.take()) is not None:
            at_work[processes.submit(solve, shared, rules, unit, "dtw", threads=1)] = unit
        most = max(most, len(at_work))
        done, _ = wait(at_work, return_when=FIRST_COMPLETED)
        for future in done:
            future.result()
            schedule.finish(at_work.pop(future))
    build(alone, rules, wanted)
    assert most == 2
    assert files(shared) == tables_of(alone)
