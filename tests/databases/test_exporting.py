"""Exports come out as builds of the same grade, to the byte, or say why they cannot."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from damage import alter, contents, set_attribute, truncate

from millbase.databases.building import build
from millbase.databases.catalogue import Catalogue
from millbase.databases.checking import verify_checksums
from millbase.databases.errors import (
    BrokenTable,
    DirectoryBusy,
    DirectoryError,
    LowerGrade,
    MissingTable,
)
from millbase.databases.exporting import export
from millbase.databases.locking import locked
from millbase.databases.progress import Silence
from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import Rules, preset
from millbase.solver.graph import Unit

SMALL, LARGER = Subspace(3, 3), Subspace(4, 3)
UNITS: list[Unit] = [(SMALL,), (LARGER, Subspace(3, 4))]


@pytest.mark.parametrize("threads", [None, 1, 3])
def test_outcomes_are_those_of_a_build(
    tables: Path, outcome_tables: Path, tmp_path: Path, rules: Rules, threads: int | None
) -> None:
    result = export(tables, tmp_path, rules, threads=threads)
    assert (result.written, result.kept) == (UNITS, [])
    assert contents(tmp_path) == contents(outcome_tables)
    assert result.bytes == sum(path.stat().st_size for path in tmp_path.rglob("*.h5"))
    assert verify_checksums(tmp_path, rules).passed


def test_distances_are_copied(tables: Path, tmp_path: Path, rules: Rules) -> None:
    export(tables, tmp_path, rules, grade="dtw")
    assert contents(tmp_path) == contents(tables)


def test_outcomes_can_be_exported_again(outcome_tables: Path, tmp_path: Path, rules: Rules) -> None:
    export(outcome_tables, tmp_path, rules)
    assert contents(tmp_path) == contents(outcome_tables)


def test_a_subspace_brings_its_mirror_and_its_sources(tables: Path, tmp_path: Path, rules: Rules) -> None:
    assert export(tables, tmp_path, rules, [SMALL]).written == UNITS[:1]
    result = export(tables, tmp_path, rules, [Subspace(3, 4)])
    assert (result.written, result.kept) == (UNITS[1:], UNITS[:1])


def test_tables_with_stones_in_hand_come_from_those_of_two_rule_sets(tmp_path: Path) -> None:
    rules, wanted = preset("three"), [Subspace(3, 2, 0, 1)]
    build(tmp_path / "distances", rules, wanted)
    build(tmp_path / "outcomes", rules, wanted, grade="wdl")
    export(tmp_path / "distances", tmp_path / "exported", rules)
    assert contents(tmp_path / "exported") == contents(tmp_path / "outcomes")


def test_what_is_there_and_right_is_kept(tables: Path, tmp_path: Path, rules: Rules) -> None:
    export(tables, tmp_path, rules)
    before = contents(tmp_path)
    times = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.h5")}
    result = export(tables, tmp_path, rules)
    assert (result.written, result.kept) == ([], UNITS)
    assert contents(tmp_path) == before
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.h5")} == times


def damaged_manifest(table: Path) -> None:
    truncate(table.with_name("manifest.json"), 30)


def other_counts(table: Path) -> None:
    set_attribute(table, "wins", 1)
    table.with_name("manifest.json").unlink()


@pytest.mark.parametrize(
    "damage",
    [
        Path.unlink,
        truncate,
        lambda table: alter(table, table.stat().st_size // 2),
        lambda table: table.with_name(table.name + ".tmp").touch(),
        damaged_manifest,
        other_counts,
    ],
    ids=["missing", "truncated", "altered", "left over", "manifest", "other counts"],
)
def test_what_is_not_right_is_written_again(
    tables: Path, outcome_tables: Path, tmp_path: Path, rules: Rules, damage: Callable[[Path], None]
) -> None:
    export(tables, tmp_path, rules)
    damage(tmp_path / "six" / "3-3.h5")
    export(tables, tmp_path, rules)
    assert contents(tmp_path) == contents(outcome_tables)


def test_distances_take_the_place_of_outcomes(tables: Path, tmp_path: Path, rules: Rules) -> None:
    export(tables, tmp_path, rules)
    export(tables, tmp_path, rules, grade="dtw")
    assert contents(tmp_path) == contents(tables)


def test_outcomes_do_not_take_the_place_of_distances(
    tables: Path, copied: Path, outcome_tables: Path, rules: Rules
) -> None:
    with pytest.raises(DirectoryError, match=r"3-3\.h5 holds distances, which outcomes would replace"):
        export(outcome_tables, copied, rules)
    assert contents(copied) == contents(tables)


def test_tables_kept_that_were_made_from_others_are_named(tables: Path, tmp_path: Path, rules: Rules) -> None:
    export(tables, tmp_path, rules)
    set_attribute(tmp_path / "six" / "4-3.h5", "made_from", b"3-3 " + b"0" * 64)
    (tmp_path / "six" / "manifest.json").unlink()
    (tmp_path / "six" / "3-3.h5").unlink()
    with pytest.raises(BrokenTable, match=r"4-3\.h5 is broken: it was made from another table 3-3"):
        export(tables, tmp_path, rules)


def test_requests_that_cannot_be(tables: Path, outcome_tables: Path, tmp_path: Path, rules: Rules) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "link").symlink_to(tables)
    refused: list[tuple[type[Exception], str, tuple[Any, ...], str]] = [
        (DirectoryError, "is where the tables are", (tables, tmp_path / "link", rules), "wdl"),
        (DirectoryError, "is a file", (tables, tmp_path / "file", rules), "wdl"),
        (LowerGrade, "holds only outcomes", (outcome_tables, tmp_path / "new", rules), "dtw"),
        (MissingTable, "4-4.h5 is missing", (tables, tmp_path / "new", rules, [Subspace(4, 4)]), "wdl"),
    ]
    before = contents(tables)
    for error, words, arguments, grade in refused:
        with pytest.raises(error, match=words):
            export(*arguments, grade=grade)
    assert contents(tables) == before
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("table", ["3-3", "4-3"])
def test_a_broken_source_is_named(copied: Path, tmp_path: Path, rules: Rules, table: str) -> None:
    path = copied / "six" / f"{table}.h5"
    alter(path, path.stat().st_size // 2)
    with pytest.raises(BrokenTable, match=rf"{table}\.h5 is broken"):
        export(copied, tmp_path / "target", rules)
    assert not list((tmp_path / "target").rglob("*.tmp"))
    assert not (tmp_path / "target" / "six" / path.name).exists()


def test_sources_that_do_not_go_together_are_refused(copied: Path, tmp_path: Path, rules: Rules) -> None:
    set_attribute(copied / "six" / "4-3.h5", "made_from", b"3-3 " + b"0" * 64)
    (copied / "six" / "manifest.json").unlink()
    with pytest.raises(BrokenTable, match="it was made from another table 3-3"):
        export(copied, tmp_path / "target", rules)
    assert not (tmp_path / "target").exists()


def test_one_writer_at_a_time(tables: Path, tmp_path: Path, rules: Rules) -> None:
    with locked([Catalogue(tmp_path, rules).path_of(SMALL).parent]), pytest.raises(DirectoryBusy):
        export(tables, tmp_path, rules)


def test_the_log_says_where_tables_came_from(tables: Path, tmp_path: Path, rules: Rules) -> None:
    export(tables, tmp_path, rules)
    lines = [json.loads(line) for line in (tmp_path / "six" / "build.log").read_text().splitlines()]
    assert [line["unit"] for line in lines] == [["3-3"], ["4-3", "3-4"]]
    assert {(line["grade"], line["exported_from"]) for line in lines} == {("wdl", str(tables.resolve()))}


class Interrupting(Silence):
    """Progress that is interrupted while a table is written."""

    def build_started(self, entries: int) -> None:
        pass

    def unit_started(self, unit: Unit, number: int, of: int, entries: int) -> None:
        self.number = number

    def phase(self, name: str, done: int, total: int) -> None:
        if (self.number, name) == (2, "writing"):
            raise KeyboardInterrupt

    def unit_finished(self, unit: Unit, seconds: float, bytes_disk: int) -> None:
        pass


def test_an_interrupted_export_is_taken_up(
    tables: Path, outcome_tables: Path, tmp_path: Path, rules: Rules
) -> None:
    with pytest.raises(KeyboardInterrupt):
        export(tables, tmp_path, rules, progress=Interrupting())
    assert Catalogue(tmp_path, rules).tables() == [SMALL]
    assert not list(tmp_path.rglob("*.tmp"))
    result = export(tables, tmp_path, rules)
    assert (result.written, result.kept) == (UNITS[1:], UNITS[:1])
    assert contents(tmp_path) == contents(outcome_tables)
