"""Tables in several directories: which one answers, and where new ones go."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from damage import alter, contents, truncate

import millbase.databases.tablebase as tablebase
from millbase.databases.building import build
from millbase.databases.catalogue import Catalogue
from millbase.databases.checking import verify_checksums, verify_values
from millbase.databases.errors import BrokenTable, DirectoryError, MissingTable
from millbase.databases.exporting import export
from millbase.databases.planning import plan
from millbase.databases.survey import Status, Survey
from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import Rules

SMALL, LARGER = Subspace(3, 3), Subspace(4, 3)
POSITION = "WW.W..../BB..B... w"  # of 3-3


@pytest.fixture
def small(tables: Path, tmp_path: Path) -> Path:
    """A directory with the table 3-3 only."""
    root = tmp_path / "small"
    (root / "six").mkdir(parents=True)
    shutil.copy(tables / "six" / "3-3.h5", root / "six")
    return root


def test_a_table_is_the_one_of_the_first_directory_that_has_it(
    tables: Path, small: Path, tmp_path: Path, rules: Rules, wanted: list[Subspace]
) -> None:
    catalogue = Catalogue([tmp_path / "none", small, tables], rules)
    assert catalogue.path_of(SMALL) == small / "six" / "3-3.h5"
    assert catalogue.path_of(LARGER) == tables / "six" / "4-3.h5"
    assert catalogue.path_of(Subspace(4, 4)) == tmp_path / "none" / "six" / "4-4.h5"
    assert catalogue.tables() == Catalogue(tables, rules).tables()
    with tablebase.open((small, tables), rules) as asked, tablebase.open(tables, rules) as alone:
        for text in (POSITION, "WW.WW.../BB..B... w"):
            assert asked.probe(text) == alone.probe(text)


def test_a_table_that_is_nowhere_would_be_built_in_the_first(tables: Path, small: Path, rules: Rules) -> None:
    with tablebase.open([small, tables], rules) as asked, pytest.raises(MissingTable) as caught:
        asked.probe("WWWW..../BBBB.... w")
    assert caught.value.path == small / "six" / "4-4.h5"
    assert caught.value.roots == (small, tables)


def test_a_broken_table_hides_those_of_later_directories(tables: Path, small: Path, rules: Rules) -> None:
    truncate(small / "six" / "3-3.h5")
    with tablebase.open([small, tables], rules) as asked, pytest.raises(BrokenTable, match=str(small)):
        asked.probe(POSITION)
    assert Survey(Catalogue([small, tables], rules)).status(SMALL) is Status.BROKEN
    with tablebase.open([tables, small], rules) as asked:
        assert asked.probe(POSITION).plies == 1


def test_each_directory_may_not_be_a_file(tables: Path, tmp_path: Path, rules: Rules) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(DirectoryError, match="is a file"):
        Catalogue([tables, tmp_path / "file"], rules)


def test_a_build_writes_to_the_first_and_reads_from_all(
    tables: Path, small: Path, tmp_path: Path, rules: Rules, wanted: list[Subspace]
) -> None:
    before, first = contents(small), tmp_path / "first"
    assert [unit.done for unit in plan([first, small], rules, wanted)] == [True, False]
    result = build([first, small], rules, wanted)
    assert (result.kept, result.solved) == ([(SMALL,)], [(LARGER, LARGER.mirror)])
    assert contents(small) == before  # which has no manifest, and gets none
    assert sorted(contents(first)) == ["six/3-4.h5", "six/4-3.h5", "six/manifest.json"]
    for name in ("six/3-4.h5", "six/4-3.h5"):
        assert contents(first)[name] == contents(tables)[name]
    again = build([first, small], rules, wanted)
    assert again.solved == []


def test_what_is_broken_in_a_later_directory_is_built_in_the_first(
    tables: Path, small: Path, tmp_path: Path, rules: Rules
) -> None:
    truncate(small / "six" / "3-3.h5")
    before, first = contents(small), tmp_path / "first"
    with pytest.raises(BrokenTable, match=str(small)):
        build([first, small], rules, [SMALL])
    assert not first.exists()
    assert build([first, small], rules, [SMALL], force=True).solved == [(SMALL,)]
    assert contents(small) == before
    assert contents(first)["six/3-3.h5"] == contents(tables)["six/3-3.h5"]
    assert Survey(Catalogue([first, small], rules)).status(SMALL) is Status.SOLVED


def test_checks_cover_the_tables_that_answer(copied: Path, small: Path, rules: Rules) -> None:
    build(small, rules, [SMALL])  # lists the table
    assert verify_checksums([small, copied], rules).passed
    alter(copied / "six" / "3-3.h5", -1)  # hidden by that of the first
    report = verify_checksums([small, copied], rules)
    assert report.passed
    assert [path.parent.parent for path in report.files] == [small, copied, copied]
    assert verify_values([small, copied], rules).passed
    [fault] = verify_checksums([copied, small], rules).faults
    assert fault.path == copied / "six" / "3-3.h5"


def test_a_table_that_is_gone_is_missed_where_another_directory_has_it(
    copied: Path, small: Path, rules: Rules
) -> None:
    build(small, rules, [SMALL])
    (copied / "six" / "3-3.h5").unlink()
    [fault] = verify_checksums([copied, small], rules).faults
    assert fault == (copied / "six" / "3-3.h5", "the manifest lists it, and it is gone")


def test_an_export_takes_tables_from_all(
    tables: Path, small: Path, copied: Path, outcome_tables: Path, tmp_path: Path, rules: Rules
) -> None:
    (copied / "six" / "3-3.h5").unlink()
    (copied / "six" / "manifest.json").unlink()
    export([copied, small], tmp_path / "outcomes", rules)
    assert contents(tmp_path / "outcomes") == contents(outcome_tables)
    with pytest.raises(DirectoryError, match="where the tables are"):
        export([copied, small], small, rules)
