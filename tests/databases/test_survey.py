"""What a command finds in a directory: read once, and believed only as far as it has been looked at."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from damage import alter, contents, truncate

from millbase.databases import manifest, stamps
from millbase.databases import survey as surveying
from millbase.databases.building import build
from millbase.databases.catalogue import Catalogue
from millbase.databases.checking import verify_checksums
from millbase.databases.errors import BrokenTable, LowerGrade, MissingTable, WrongRules
from millbase.databases.exporting import export
from millbase.databases.manifest import Listed
from millbase.databases.planning import plan
from millbase.databases.survey import Status, Survey
from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import Rules

SMALL, LARGER = Subspace(3, 3), Subspace(4, 3)


def test_the_state_of_a_table(survey: Survey) -> None:
    path = survey.catalogue.path_of(SMALL)
    assert survey.status(SMALL, "dtw") is Status.SOLVED
    assert survey.size(SMALL) == path.stat().st_size
    truncate(path)
    assert survey.status(SMALL) is Status.BROKEN
    with pytest.raises(BrokenTable, match=r"it should have \d+ bytes and has \d+"):
        survey.header(SMALL)
    path.unlink()
    assert survey.status(SMALL) is Status.MISSING
    assert survey.size(SMALL) == 0
    with pytest.raises(MissingTable):
        survey.header(SMALL)


def test_tables_of_other_rules_are_broken(survey: Survey, rules: Rules) -> None:
    flying = Survey(Catalogue(survey.catalogue.roots[0], replace(rules, flying=True)))
    moved = flying.catalogue.path_of(SMALL)
    moved.parent.mkdir()
    survey.catalogue.path_of(SMALL).rename(moved)
    assert flying.status(SMALL) is Status.BROKEN
    for _ in range(2):  # it is remembered, and said again
        with pytest.raises(WrongRules):
            flying.header(SMALL)


def test_outcomes_do_not_do_for_distances(outcome_tables: Path, rules: Rules) -> None:
    survey = Survey(Catalogue(outcome_tables, rules))
    assert survey.status(SMALL) is Status.SOLVED
    assert survey.status(SMALL, "dtw") is Status.OUTCOMES_ONLY
    with pytest.raises(LowerGrade, match="holds only outcomes"):
        survey.graded(SMALL, "dtw")


def test_an_altered_byte_shows_when_the_whole_file_is_read(survey: Survey) -> None:
    alter(survey.catalogue.path_of(SMALL), -1)
    with pytest.raises(BrokenTable):
        survey.compare(SMALL)
    assert SMALL not in survey.compared


def test_a_header_and_a_manifest_are_read_once(
    survey: Survey, wanted: list[Subspace], opened: Counter[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    manifests: list[Path] = []

    def noted(directory: Path) -> dict[str, Listed]:
        manifests.append(directory)
        return manifest.read_manifest(directory)

    monkeypatch.setattr(surveying, "read_manifest", noted)
    for _ in range(3):
        for subspace in wanted:
            survey.header(subspace)
            survey.status(subspace, "dtw")
            survey.vouched(subspace)
    assert opened == {"3-3.h5": 1, "4-3.h5": 1, "3-4.h5": 1}
    assert len(manifests) == 1


def test_another_file_in_its_place_is_read_anew(
    survey: Survey, outcome_tables: Path, rules: Rules
) -> None:
    assert survey.header(SMALL).grade == "dtw"
    export(outcome_tables, survey.catalogue.roots[0] / "other", rules)
    (survey.catalogue.roots[0] / "other" / "six" / "3-3.h5").replace(survey.catalogue.path_of(SMALL))
    with pytest.raises(BrokenTable, match="it should have"):
        survey.header(SMALL)
    (survey.catalogue.roots[0] / "six" / manifest.NAME).unlink()
    assert survey.header(SMALL).grade == "wdl"


def test_a_rebuild_opens_each_table_once_and_reads_none_whole(
    tmp_path: Path, rules: Rules, wanted: list[Subspace], opened: Counter[str], hashed: list[str]
) -> None:
    build(tmp_path, rules, wanted)
    opened.clear()
    hashed.clear()
    assert build(tmp_path, rules, wanted).solved == []
    assert opened == {"3-3.h5": 1, "4-3.h5": 1, "3-4.h5": 1}
    assert hashed == []


def test_so_do_plans_and_exports_that_find_all_done(
    tables: Path,
    tmp_path: Path,
    rules: Rules,
    wanted: list[Subspace],
    opened: Counter[str],
    hashed: list[str],
) -> None:
    plan(tables, rules, wanted)
    assert opened == {"3-3.h5": 1, "4-3.h5": 1, "3-4.h5": 1}
    export(tables, tmp_path, rules)
    opened.clear()
    hashed.clear()
    assert export(tables, tmp_path, rules).written == []
    assert opened == {"3-3.h5": 2, "4-3.h5": 2, "3-4.h5": 2}  # of those exported and of those to export
    assert hashed == []


def test_a_copy_is_read_whole_once(
    copied: Path, rules: Rules, wanted: list[Subspace], hashed: list[str]
) -> None:
    build(copied, rules, wanted)
    assert sorted(hashed) == ["3-3.h5", "3-4.h5", "4-3.h5"]
    hashed.clear()
    build(copied, rules, wanted)
    assert hashed == []


def test_a_file_that_was_written_to_is_read_whole_again(
    tmp_path: Path, rules: Rules, wanted: list[Subspace], hashed: list[str]
) -> None:
    build(tmp_path, rules, wanted)
    path = tmp_path / "six" / "3-4.h5"
    times = path.stat()
    alter(path, 3000)
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))  # as if nothing had happened
    build(tmp_path, rules, [SMALL])  # brings the manifest and the stamps up to date
    with pytest.raises(BrokenTable, match=r"3-4\.h5 is broken: it is not the file that the manifest lists"):
        build(tmp_path, rules, wanted)
    hashed.clear()
    with pytest.raises(BrokenTable):
        build(tmp_path, rules, wanted)
    assert hashed == ["3-4.h5"]


def test_a_stamp_is_of_one_manifest_only(
    tmp_path: Path, rules: Rules, wanted: list[Subspace], hashed: list[str]
) -> None:
    build(tmp_path, rules, wanted)
    path = tmp_path / "six" / manifest.NAME
    before = Listed.of(tmp_path / "six" / "3-3.h5")
    path.write_text(path.read_text().replace(before.sha256, "0" * 64))
    with pytest.raises(BrokenTable, match=r"3-3\.h5 is broken: it is not the file that the manifest lists"):
        build(tmp_path, rules, wanted)


@pytest.mark.parametrize(
    "text",
    [b"", b"{", b"[]", b'{"3-3.h5": 1}', b'{"3-3.h5": ["0", [1]]}', b"\xff", b"[" * 100_000],
    ids=range(7),
)
def test_stamps_that_are_lost_or_damaged_mean_reading(
    tmp_path: Path, rules: Rules, wanted: list[Subspace], hashed: list[str], text: bytes
) -> None:
    build(tmp_path, rules, wanted)
    before = contents(tmp_path)
    (tmp_path / "six" / stamps.NAME).write_bytes(text)
    hashed.clear()
    assert build(tmp_path, rules, wanted).solved == []
    assert sorted(hashed) == ["3-3.h5", "3-4.h5", "4-3.h5"]
    assert contents(tmp_path) == before


def test_checksums_are_compared_whatever_the_stamps_say(
    tmp_path: Path, rules: Rules, wanted: list[Subspace], hashed: list[str], opened: Counter[str]
) -> None:
    build(tmp_path, rules, wanted)
    hashed.clear()
    opened.clear()
    assert verify_checksums(tmp_path, rules).passed
    assert sorted(hashed) == ["3-3.h5", "3-4.h5", "4-3.h5"]
    assert set(opened.values()) == {1}
