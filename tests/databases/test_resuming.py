"""A build that is cut short leaves whole files only, and the next one ends with the same bytes."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from damage import alter, contents

from millbase.databases.building import build
from millbase.databases.catalogue import Catalogue
from millbase.databases.checking import verify_checksums
from millbase.databases.errors import BrokenTable
from millbase.databases.progress import Silence
from millbase.databases.survey import Survey
from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import Rules
from millbase.solver.retrograde import induction

KILLED = Path(__file__).with_name("killed.py")
# 3-3, the manifest, 4-3, 3-4, the manifest.
MOMENTS = [("rename", number) for number in range(1, 6)] + [("write", 2)]


@pytest.mark.parametrize(("moment", "number"), MOMENTS)
def test_a_killed_build_is_taken_up(
    tables: Path, tmp_path: Path, rules: Rules, wanted: list[Subspace], moment: str, number: int
) -> None:
    arguments = [sys.executable, str(KILLED), str(tmp_path), moment, str(number)]
    killed = subprocess.run(arguments, capture_output=True, check=False)
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    assert list(tmp_path.rglob("*.tmp"))
    survey = Survey(Catalogue(tmp_path, rules))
    for subspace in survey.catalogue.tables():
        survey.compare(subspace)  # whatever is there is whole
    result = build(tmp_path, rules, wanted)
    kept = 0 if (moment, number) == ("rename", 1) else 2 if (moment, number) == ("rename", 5) else 1
    assert len(result.kept) == kept
    assert contents(tmp_path) == contents(tables)


def test_a_whole_table_that_the_manifest_does_not_list_is_kept_and_listed(
    copied: Path, tables: Path, rules: Rules, wanted: list[Subspace]
) -> None:
    (copied / "six" / "manifest.json").unlink()
    result = build(copied, rules, wanted)
    assert result.solved == []
    assert contents(copied) == contents(tables)


def test_a_damaged_table_that_the_manifest_does_not_list_is_not_kept(
    copied: Path, rules: Rules, wanted: list[Subspace]
) -> None:
    (copied / "six" / "manifest.json").unlink()
    alter(copied / "six" / "4-3.h5", 5000)
    with pytest.raises(BrokenTable, match=r"4-3\.h5"):
        build(copied, rules, wanted)
    assert not (copied / "six" / "manifest.json").exists()


def test_ctrl_c_leaves_nothing_half_done(
    monkeypatch: pytest.MonkeyPatch, tables: Path, tmp_path: Path, rules: Rules, wanted: list[Subspace]
) -> None:
    class Interrupting(Silence):
        """Presses Ctrl-C while the second unit's first table is written."""

        units = 0

        def build_started(self, entries: int) -> None:
            pass

        def unit_started(self, *_: Any) -> None:
            self.units += 1

        def phase(self, name: str, done: int, total: int) -> None:
            if name == "writing" and self.units == 2:
                raise KeyboardInterrupt

        def unit_finished(self, *_: Any) -> None:
            pass

    with pytest.raises(KeyboardInterrupt):
        build(tmp_path, rules, wanted, progress=Interrupting())
    assert {path.name for path in tmp_path.rglob("*.h5*")} == {"3-3.h5"}
    assert verify_checksums(tmp_path, rules).passed
    monkeypatch.setattr(induction, "solve_unit", _only_the_second(induction.solve_unit))
    build(tmp_path, rules, wanted)
    assert contents(tmp_path) == contents(tables)


def _only_the_second(solve_unit: Any) -> Any:
    def checked(rules: Rules, unit: tuple[Subspace, ...], *others: Any, **named: Any) -> Any:
        assert unit == (Subspace(4, 3), Subspace(3, 4)), "a finished unit is solved again"
        return solve_unit(rules, unit, *others, **named)

    return checked
