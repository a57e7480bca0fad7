"""``millbase verify``: it says what was checked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from click.testing import Result

from millbase.databases.catalogue import Catalogue
from millbase.databases.chunks import checksums, content_checksum
from millbase.databases.format import write_table
from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import preset

Run = Callable[..., Result]


def test_all_tables(millbase: Run) -> None:
    result = millbase("verify")
    assert (result.exit_code, result.stdout) == (0, "3 tables recomputed, 1,936,100 entries, no fault\n")


def test_a_subspace_is_both_sides_to_move(millbase: Run) -> None:
    assert millbase("verify", "4-3").stdout == "2 tables recomputed, 1,725,960 entries, no fault\n"


def test_a_sample(millbase: Run) -> None:
    assert millbase("verify", "--sample", "5").stdout == "3 tables recomputed, 15 entries, no fault\n"
    words = millbase("verify", "--sample", "5000").stdout.split()
    assert words[:3] == ["3", "tables", "recomputed,"]
    assert 3 * 5000 <= int(words[3].replace(",", "")) < 3 * 5100


def test_a_sample_is_of_one_entry_at_least(millbase: Run) -> None:
    assert millbase("verify", "--sample", "1").stdout == "3 tables recomputed, 3 entries, no fault\n"
    assert millbase("verify", "--sample", "0").exit_code == 2


def test_checksums(millbase: Run) -> None:
    assert millbase("verify", "--checksums").stdout == "3 tables compared with checksums, no fault\n"
    assert millbase("verify", "3-3", "--checksums").stdout == "1 table compared with checksums, no fault\n"


def test_a_missing_table_is_not_passed_over(millbase: Run) -> None:
    result = millbase("verify", "4-4", "--checksums")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "millbase build 4-4" in result.stderr


def test_a_wrong_value_is_found_under_right_checksums(millbase: Run, copied: Path) -> None:
    catalogue = Catalogue(copied, preset("nine"))
    table = Subspace(3, 3)
    with catalogue.open(table) as stored:
        header, values = stored.header, stored.read_all().copy()
    values[1000] += 2
    header = replace(header, content=content_checksum(checksums(values)))
    write_table(catalogue.path_of(table), header, values)
    (copied / "nine" / "manifest.json").unlink()
    result = millbase("verify", "3-3", "--db", str(copied))
    assert (result.exit_code, result.stdout) == (1, "")
    assert str(catalogue.path_of(table)) in result.stderr
    assert "1000" in result.stderr
