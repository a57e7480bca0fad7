"""Builds that run to their end, and builds that are refused."""

from __future__ import annotations

import json
import shutil
from collections import namedtuple
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from damage import alter, contents, set_attribute

from millbase.databases.building import build
from millbase.databases.catalogue import Catalogue
from millbase.databases.errors import (
    BrokenTable,
    DiskFull,
    LowerGrade,
    TooMuchMemory,
    WrongRules,
)
from millbase.databases.planning import plan
from millbase.databases.progress import Silence
from millbase.databases.survey import Survey
from millbase.solver.cores import usable_cores
from millbase.solver.game.material import Subspace, SubspaceError
from millbase.solver.game.rules import Rules
from millbase.solver.graph import Unit

SMALL = Subspace(3, 3)
UNITS = [(SMALL,), (Subspace(4, 3), Subspace(3, 4))]


class Recorder(Silence):
    """Progress that is kept."""

    def __init__(self) -> None:
        self.told: list[tuple[Any, ...]] = []

    def build_started(self, entries: int) -> None:
        self.told.append(("build", entries))

    def unit_started(self, unit: Unit, number: int, of: int, entries: int) -> None:
        self.told.append(("started", unit, number, of, entries))

    def phase(self, name: str, done: int, total: int) -> None:
        assert 0 <= done <= total
        self.told.append(("phase", name))

    def unit_finished(self, unit: Unit, seconds: float, bytes_disk: int) -> None:
        self.told.append(("finished", unit))

    def phases(self) -> set[str]:
        return {told[1] for told in self.told if told[0] == "phase"}


def test_a_build_brings_all_that_is_needed(tmp_path: Path, rules: Rules) -> None:
    progress = Recorder()
    result = build(tmp_path, rules, [Subspace(3, 4)], progress=progress)
    assert (result.solved, result.kept) == (UNITS, [])
    assert [told[:4] for told in progress.told if told[0] == "started"] == [
        ("started", UNITS[0], 1, 2),
        ("started", UNITS[1], 2, 2),
    ]
    assert [told[1] for told in progress.told if told[0] == "finished"] == UNITS
    assert {"counting", "writing"} < progress.phases()
    names = {path.name for path in (tmp_path / "six").iterdir()}
    assert names == {"3-3.h5", "3-4.h5", "4-3.h5", "manifest.json", "build.log", "build.lock", "build.stamps"}


def test_what_is_there_is_kept(copied: Path, rules: Rules, wanted: list[Subspace]) -> None:
    before = contents(copied)
    progress = Recorder()
    result = build(copied, rules, wanted, progress=progress)
    assert (result.solved, result.kept) == ([], UNITS)
    assert progress.phases() == {"checking"}
    assert contents(copied) == before


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_equal_runs_give_equal_files(
    tables: Path, tmp_path: Path, rules: Rules, wanted: list[Subspace], threads: int
) -> None:
    build(tmp_path, rules, wanted[:1], threads=threads)
    build(tmp_path, replace(rules, men=(5, 5), name="five"), wanted, threads=threads)
    assert contents(tmp_path) == contents(tables)


def test_tables_say_what_they_were_made_from(survey: Survey) -> None:
    sources = survey.header(Subspace(4, 3)).made_from
    assert sources == {"3-3": survey.header(SMALL).content}


def test_the_log_tells_what_the_tables_do_not(copied: Path) -> None:
    lines = (copied / "six" / "build.log").read_text().splitlines()
    units = [json.loads(line) for line in lines]
    assert [line["unit"] for line in units] == [["3-3"], ["4-3", "3-4"]]
    assert {"time", "seconds", "threads", "host", "python", "packages", "peak_memory"} < units[0].keys()
    assert {line["threads"] for line in units} == {usable_cores()}  # unless a build is told otherwise


def test_outcomes_are_those_of_the_distances(
    tables: Path, outcome_tables: Path, rules: Rules, wanted: list[Subspace]
) -> None:
    distances, outcomes = Catalogue(tables, rules), Catalogue(outcome_tables, rules)
    for subspace in wanted:
        with distances.open(subspace) as one, outcomes.open(subspace) as other:
            assert other.header.counts == one.header.counts
            expected, found = one.read_all(), other.read_all()
        assert ((expected == 255) == (found == 255)).all()
        assert (expected & 1 == found & 1).all()


def test_outcomes_made_from_distances_are_the_same_file(
    tables: Path, outcome_tables: Path, tmp_path: Path, rules: Rules, wanted: list[Subspace]
) -> None:
    build(tmp_path, rules, [SMALL])
    result = build(tmp_path, rules, wanted, grade="wdl")
    assert result.kept == UNITS[:1]
    found = contents(tmp_path)
    assert found["six/3-3.h5"] == contents(tables)["six/3-3.h5"]
    assert found["six/4-3.h5"] == contents(outcome_tables)["six/4-3.h5"]


def test_distances_are_never_made_from_outcomes(
    outcome_tables: Path, tables: Path, tmp_path: Path, rules: Rules, wanted: list[Subspace]
) -> None:
    root = tmp_path / "copy"
    shutil.copytree(outcome_tables, root)
    before = contents(root)
    with pytest.raises(LowerGrade, match=r"3-3\.h5 holds only outcomes"):
        build(root, rules, wanted)
    assert contents(root) == before
    build(root, rules, wanted, force=True)
    assert contents(root) == contents(tables)


def test_a_broken_table_is_named_and_solved_again_by_force(
    copied: Path, tables: Path, rules: Rules, wanted: list[Subspace]
) -> None:
    alter(copied / "six" / "3-4.h5", 3000)
    before = contents(copied)
    with pytest.raises(BrokenTable, match=r"3-4\.h5 is broken"):
        build(copied, rules, wanted)
    assert contents(copied) == before
    result = build(copied, rules, wanted, force=True)
    assert result.solved == UNITS[1:]
    assert contents(copied) == contents(tables)


def test_a_table_of_other_rules_is_named_and_solved_again_by_force(
    copied: Path, tables: Path, rules: Rules, wanted: list[Subspace]
) -> None:
    set_attribute(copied / "six" / "3-3.h5", "fingerprint", b"0" * 64)
    (copied / "six" / "manifest.json").unlink()
    with pytest.raises(WrongRules, match="fingerprint 0000"):
        build(copied, rules, wanted)
    build(copied, rules, wanted, force=True)
    assert contents(copied) == contents(tables)


def test_a_table_made_from_another_is_found(
    copied: Path, tables: Path, rules: Rules, wanted: list[Subspace]
) -> None:
    set_attribute(copied / "six" / "4-3.h5", "made_from", b"3-3 " + b"0" * 64)
    (copied / "six" / "manifest.json").unlink()
    with pytest.raises(BrokenTable, match=r"4-3\.h5 is broken: it was made from another table 3-3"):
        build(copied, rules, wanted)
    build(copied, rules, wanted, force=True)
    assert contents(copied) == contents(tables)


def test_a_damaged_manifest_is_named_and_made_again_by_force(
    copied: Path, tables: Path, rules: Rules, wanted: list[Subspace]
) -> None:
    manifest = copied / "six" / "manifest.json"
    manifest.write_bytes(manifest.read_bytes()[:-30])
    with pytest.raises(BrokenTable, match=r"manifest\.json is broken"):
        build(copied, rules, wanted)
    result = build(copied, rules, wanted, force=True)
    assert result.kept == UNITS
    assert contents(copied) == contents(tables)


def test_more_memory_than_allowed_is_refused_before_anything_starts(tmp_path: Path, rules: Rules) -> None:
    needed = max(unit.bytes_memory for unit in plan(tmp_path, rules, [Subspace(4, 3)]))
    root = tmp_path / "root"
    with pytest.raises(TooMuchMemory, match=r"of memory, and 0\.3\d* are allowed") as caught:
        build(root, rules, [Subspace(4, 3)], memory_gb=needed / 1e9 - 0.001)
    assert caught.value.needed == needed
    assert caught.value.allowed == pytest.approx(needed - 1e6, abs=1)
    assert not root.exists()
    build(root, rules, [Subspace(4, 3)], memory_gb=needed / 1e9 + 0.001)


def test_a_full_disk_is_seen_before_a_unit(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, rules: Rules
) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr("shutil.disk_usage", lambda _: usage(10**9, 10**9, 100))
    with pytest.raises(DiskFull, match="3-3 needs about"):
        build(tmp_path, rules, [SMALL])
    assert not list(tmp_path.rglob("*.h5*"))


def test_a_subspace_that_does_not_exist_is_refused(tmp_path: Path, rules: Rules) -> None:
    with pytest.raises(SubspaceError, match="there is no subspace 7-3"):
        build(tmp_path / "root", rules, [Subspace(7, 3)])
    assert not (tmp_path / "root").exists()
