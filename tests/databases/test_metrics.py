"""What codes of the grades mean, where their tables lie, and which answer which."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from plain_reading import conversion_in

from millbase.databases import metrics
from millbase.databases.building import build
from millbase.databases.catalogue import Catalogue
from millbase.databases.errors import BrokenTable, LowerGrade, UnknownGrade, WrongRules
from millbase.databases.metrics import METRICS, Grade, metric_of
from millbase.databases.survey import Status, Survey
from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import Rules, preset
from millbase.solver.game.values import Value


@pytest.mark.parametrize(
    ("code", "dtype", "grade", "value"),
    [
        (0, "uint8", "dtw", Value("loss", 0)),
        (7, "uint8", "dtw", Value("win", 7)),
        (255, "uint8", "dtw", Value("draw")),
        (255, "uint16", "dtw", Value("win", 255)),
        (65535, "uint16", "dtw", Value("draw")),
        (0, "uint8", "dtc", Value("loss", None, 0)),
        (1, "uint8", "dtc", Value("win", None, 1)),
        (7, "uint8", "dtc", Value("win", None, 4)),
        (8, "uint8", "dtc", Value("loss", None, 4)),
        (255, "uint8", "dtc", Value("draw")),
        (0, "uint8", "wdl", Value("loss")),
        (1, "uint8", "wdl", Value("win")),
        (255, "uint8", "wdl", Value("draw")),
    ],
)
def test_what_codes_mean(code: int, dtype: str, grade: Grade, value: Value) -> None:
    assert METRICS[grade].value_of(code, dtype) == value


def test_a_grade_that_is_not_there(tmp_path: Path, rules: Rules) -> None:
    with pytest.raises(UnknownGrade, match="there is no grade 'dtm'; choose dtw or dtc or wdl or ultra"):
        build(tmp_path, rules, [Subspace(3, 3)], grade="dtm")
    assert list(tmp_path.iterdir()) == []


def test_fingerprints_have_what_values_depend_on() -> None:
    nine = preset("nine")
    assert METRICS["dtw"].fingerprint(nine) == METRICS["wdl"].fingerprint(nine) == nine.fingerprint
    one, two = (replace(METRICS["dtc"], depends_on=text).fingerprint(nine) for text in ("3-3 0", "3-3 1"))
    assert len({one, two, nine.fingerprint}) == 3


def test_another_metric_has_a_directory_of_its_own(
    copied: Path, rules: Rules, wanted: list[Subspace]
) -> None:
    build(copied, rules, wanted, grade="dtc")
    plies, conversions = (
        Survey(Catalogue(copied, rules, metric_of(grade, rules))) for grade in ("dtw", "dtc")
    )
    assert conversions.catalogue.path_of(Subspace(3, 3)) == copied / "six" / "dtc" / "3-3.h5"
    assert conversions.catalogue.tables() == plies.catalogue.tables() == wanted
    for subspace in wanted:
        here, there = conversions.header(subspace), plies.header(subspace)
        assert here.counts == there.counts
        assert here.fingerprint == there.fingerprint
        assert here.histogram != there.histogram
        assert sum(here.histogram) == sum(there.histogram)
        assert conversions.status(subspace, "wdl") is conversions.status(subspace, "dtc") is Status.SOLVED
        with pytest.raises(LowerGrade):
            conversions.graded(subspace, "dtw")
    assert build(copied, rules, wanted, grade="dtc").solved == []
    with conversions.catalogue.open(Subspace(4, 3)) as table:
        codes = table.read_all()
        assert {table.metric.value_of(int(code), codes.dtype) for code in codes} == {
            conversion_in(codes, entry) for entry in range(len(codes))
        }


def test_tables_of_another_metric_do_not_pass_for_ours(copied: Path, rules: Rules) -> None:
    build(copied, rules, [Subspace(3, 3)], grade="dtc")
    plies, conversions = Catalogue(copied, rules), Catalogue(copied, rules, metric_of("dtc", rules))
    conversions.path_of(Subspace(3, 3)).replace(plies.path_of(Subspace(3, 3)))
    (copied / "six" / "manifest.json").unlink()
    with pytest.raises(BrokenTable, match="tables of grade dtc have a directory of their own"):
        plies.open(Subspace(3, 3))


def test_tables_that_depend_on_something_else_are_refused(
    copied: Path, rules: Rules, monkeypatch: pytest.MonkeyPatch
) -> None:
    build(copied, rules, [Subspace(3, 3)], grade="dtc")
    monkeypatch.setitem(metrics.METRICS, "dtc", replace(METRICS["dtc"], depends_on="another thing"))
    with pytest.raises(WrongRules):
        Catalogue(copied, rules, metric_of("dtc", rules)).open(Subspace(3, 3))
