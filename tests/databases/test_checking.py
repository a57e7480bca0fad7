"""``verify``: what is wrong is found and named."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from pathlib import Path

import h5py
import numpy as np
import pytest
from damage import alter, set_attribute, truncate

from millbase.databases.catalogue import Catalogue
from millbase.databases.checking import verify_checksums, verify_values
from millbase.databases.chunks import checksums, content_checksum
from millbase.databases.errors import DirectoryError, LowerGrade, MissingTable
from millbase.databases.locking import locked
from millbase.databases.manifest import Listed, enlist, unlist
from millbase.databases.survey import Survey
from millbase.solver.game.material import Subspace
from millbase.solver.game.notation import parse_position
from millbase.solver.game.rules import Rules

SMALL = Subspace(3, 3)


def change_value(path: Path, entry: int) -> None:
    """Change a value so that every checksum fits: only recomputing it can tell."""
    with h5py.File(path, "r+") as file:
        values = file["values"][:]
        values[entry] = 255 if values[entry] != 255 else 3
        file["values"][entry] = values[entry]
        file["checksums"][:] = checksums(values)
        file.attrs["content_sha256"] = np.bytes_(content_checksum(checksums(values)).encode())
    with locked([path.parent]) as held:
        unlist(held[path.parent], [path.name])


def test_all_is_well_after_a_build(tables: Path, rules: Rules, wanted: list[Subspace]) -> None:
    told: list[tuple[str, int, int]] = []
    report = verify_checksums(tables, rules, progress=lambda *step: told.append(step))
    assert report.passed
    assert {path.stem for path in report.files} == {str(subspace) for subspace in wanted}
    assert report.bytes == sum(path.stat().st_size for path in report.files)
    assert [step[1:] for step in told] == [(1, 3), (2, 3), (3, 3)]


def test_nothing_is_well_where_nothing_is(tmp_path: Path, rules: Rules) -> None:
    assert verify_checksums(tmp_path, rules).files == []


def test_every_altered_byte_is_reported(catalogue: Catalogue, rules: Rules) -> None:
    path = catalogue.path_of(SMALL)
    original = path.read_bytes()
    for offset in random.Random(1).sample(range(len(original)), 50):
        alter(path, offset)
        report = verify_checksums(catalogue.roots[0], rules, [SMALL])
        assert [fault.path for fault in report.faults] == [path]
        path.write_bytes(original)


def test_every_altered_byte_of_the_manifest_is_reported(catalogue: Catalogue, rules: Rules) -> None:
    path = catalogue.roots[0] / "six" / "manifest.json"
    original = path.read_bytes()
    for offset in random.Random(1).sample(range(len(original)), 50):
        alter(path, offset, change=0b1)
        assert not verify_checksums(catalogue.roots[0], rules).passed
        path.write_bytes(original)


def test_a_truncated_file_is_reported(catalogue: Catalogue, rules: Rules) -> None:
    truncate(catalogue.path_of(SMALL))
    [fault] = verify_checksums(catalogue.roots[0], rules).faults
    assert fault.path == catalogue.path_of(SMALL)
    assert "bytes" in fault.reason


def test_a_file_that_is_gone_is_reported(catalogue: Catalogue, rules: Rules) -> None:
    catalogue.path_of(SMALL).unlink()
    [fault] = verify_checksums(catalogue.roots[0], rules).faults
    assert fault == (catalogue.path_of(SMALL), "the manifest lists it, and it is gone")
    with pytest.raises(MissingTable):
        verify_checksums(catalogue.roots[0], rules, [SMALL])


def test_a_file_that_is_not_listed_is_reported(catalogue: Catalogue, rules: Rules) -> None:
    directory = catalogue.roots[0] / "six"
    with locked([directory]) as held:
        unlist(held[directory], ["3-3.h5"])
    [fault] = verify_checksums(catalogue.roots[0], rules).faults
    assert fault == (catalogue.path_of(SMALL), "the manifest does not list it")


def test_a_damaged_manifest_is_reported_once(catalogue: Catalogue, rules: Rules) -> None:
    path = catalogue.roots[0] / "six" / "manifest.json"
    path.write_text("{}")
    [fault] = verify_checksums(catalogue.roots[0], rules).faults
    assert fault == (path, "it is not a manifest")


def test_a_table_made_from_another_is_reported(catalogue: Catalogue, rules: Rules) -> None:
    path = catalogue.path_of(Subspace(4, 3))
    set_attribute(path, "made_from", b"3-3 " + b"0" * 64)
    with locked([path.parent]) as held:
        enlist(held[path.parent], {path.name: Listed.of(path)})
    [fault] = verify_checksums(catalogue.roots[0], rules).faults
    assert fault == (path, "it was made from another table 3-3 than the one that is here")


def test_a_directory_that_is_a_file(tmp_path: Path, rules: Rules) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(DirectoryError):
        verify_checksums(tmp_path / "file", rules)


def test_values_follow_from_their_successors(tables: Path, rules: Rules, wanted: list[Subspace]) -> None:
    report = verify_values(tables, rules)
    assert report.passed
    assert sorted(report.tables) == sorted(wanted)
    assert report.entries == sum(Survey(Catalogue(tables, rules)).header(sub).entries for sub in wanted)


@pytest.mark.parametrize("entries", [1, 5, 200])
def test_a_sample_is_of_so_many_entries(tables: Path, rules: Rules, entries: int) -> None:
    report = verify_values(tables, rules, [Subspace(4, 3)], sample=entries)
    assert report.passed
    assert report.entries == entries


def test_a_wrong_value_is_found_whatever_the_checksums_say(catalogue: Catalogue, rules: Rules) -> None:
    path = catalogue.path_of(SMALL)
    change_value(path, 1234)
    told: list[str] = []
    report = verify_values(catalogue.roots[0], rules, [SMALL], progress=lambda name, *_: told.append(name))
    [fault] = report.faults
    assert fault.path == path
    assert "entries are wrong, the first of them entry" in fault.reason
    assert "3-3 checking" in told


def test_the_position_of_a_fault_is_one_of_the_game(catalogue: Catalogue, rules: Rules) -> None:
    unequal, for_black = replace(rules, men=(4, 3)), Subspace(3, 4)
    change_value(catalogue.path_of(for_black), 1234)
    [fault] = verify_values(catalogue.roots[0], unequal, [for_black]).faults
    written = re.search(r"\((\S+ [wb])\)", fault.reason)
    assert written is not None
    assert parse_position(unequal, written[1]).subspace == for_black


def test_a_broken_table_is_a_fault(catalogue: Catalogue, rules: Rules, wanted: list[Subspace]) -> None:
    truncate(catalogue.path_of(SMALL))
    report = verify_values(catalogue.roots[0], rules, wanted)
    assert [fault.path for fault in report.faults] == [catalogue.path_of(SMALL)]


def test_outcomes_alone_cannot_be_recomputed(outcome_tables: Path, rules: Rules) -> None:
    with pytest.raises(LowerGrade, match="distances are needed"):
        verify_values(outcome_tables, rules)
