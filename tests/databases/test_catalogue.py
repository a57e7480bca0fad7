"""Where tables are, and which are refused."""

from __future__ import annotations

import os
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from damage import set_attribute

from millbase.databases.catalogue import Catalogue
from millbase.databases.directories import default_roots, roots_of
from millbase.databases.errors import BrokenTable, DirectoryError, WrongRules
from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import Rules, preset

SMALL = Subspace(3, 3)


def test_tables_are_where_the_design_puts_them() -> None:
    nine = Catalogue("/tables", preset("nine"))
    assert nine.path_of(Subspace(6, 4)) == Path("/tables/nine/6-4.h5")
    assert nine.path_of(Subspace(3, 2, 5, 6)) == Path("/tables/nine/3-2+5-6.h5")


def test_lasker_reads_the_tables_of_nine_once_all_stones_are_placed() -> None:
    lasker = Catalogue("/tables", preset("lasker"))
    assert lasker.path_of(Subspace(6, 4)) == Path("/tables/nine/6-4.h5")
    assert lasker.path_of(Subspace(3, 2, 5, 6)) == Path("/tables/lasker/3-2+5-6.h5")
    assert lasker.directories() == [Path("/tables/lasker"), Path("/tables/nine")]


def test_the_full_board_matters_where_it_can_be_filled() -> None:
    twelve = Catalogue("/tables", replace(preset("twelve"), full_board="loss"))
    assert twelve.path_of(Subspace(5, 5)) == Path("/tables/twelve/5-5.h5")
    assert twelve.path_of(Subspace(12, 12)) == Path("/tables/twelve-full-board-loss/12-12.h5")
    assert [path.name for path in twelve.directories()] == ["twelve", "twelve-full-board-loss"]


def test_tables_that_are_there_are_found(catalogue: Catalogue, wanted: list[Subspace]) -> None:
    (catalogue.roots[0] / "six" / "notes.h5").touch()
    (catalogue.roots[0] / "six" / "03-3.h5").touch()
    assert sorted(catalogue.tables()) == sorted(wanted)


def test_nothing_is_there_before_a_build(tmp_path: Path, rules: Rules) -> None:
    catalogue = Catalogue(tmp_path / "none", rules)
    assert catalogue.tables() == []
    assert not (tmp_path / "none").exists()


def test_the_environment_names_the_default_directories(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MILLBASE_DB", "/somewhere")
    assert Catalogue(None, preset("nine")).roots == (Path("/somewhere"),)
    monkeypatch.setenv("MILLBASE_DB", os.pathsep.join(["/a", "", "/b"]))
    assert roots_of(None) == roots_of(()) == (Path("/a"), Path("/b"))
    assert roots_of("/c") == (Path("/c"),)
    assert roots_of(["/c", Path("/d")]) == (Path("/c"), Path("/d"))
    monkeypatch.delenv("MILLBASE_DB")
    [root] = default_roots()
    assert root.name == "millbase"


@pytest.mark.parametrize("below", ["", "six"])
def test_a_file_in_place_of_a_directory_is_refused(tmp_path: Path, rules: Rules, below: str) -> None:
    root = tmp_path / "root"
    stands = root / below
    stands.parent.mkdir(exist_ok=True)
    stands.write_text("mine")
    with pytest.raises(DirectoryError, match="is a file where a directory for tables should be"):
        Catalogue(root, rules)
    assert stands.read_text() == "mine"


def test_other_rules_are_refused_with_both_named(catalogue: Catalogue, rules: Rules) -> None:
    flying = Catalogue(catalogue.roots[0], replace(rules, flying=True))
    moved = flying.path_of(SMALL)
    moved.parent.mkdir()
    shutil.copy(catalogue.path_of(SMALL), moved)
    with pytest.raises(WrongRules) as caught:
        flying.open(SMALL)
    for fingerprint in (flying.rules_of(SMALL).fingerprint, catalogue.rules_of(SMALL).fingerprint):
        assert fingerprint in str(caught.value)


def test_a_table_under_another_name_is_not_believed(catalogue: Catalogue) -> None:
    (catalogue.roots[0] / "six" / "manifest.json").unlink()
    shutil.copy(catalogue.path_of(Subspace(4, 3)), catalogue.path_of(Subspace(3, 4)))
    with pytest.raises(BrokenTable, match="it holds 4-3"):
        catalogue.open(Subspace(3, 4))


def test_a_table_of_another_layout_is_not_believed(catalogue: Catalogue) -> None:
    (catalogue.roots[0] / "six" / "manifest.json").unlink()
    set_attribute(catalogue.path_of(SMALL), "block_side", b"other")
    with pytest.raises(BrokenTable, match="another layout"):
        catalogue.open(SMALL)
