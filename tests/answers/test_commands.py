"""The commands that answers suggest."""

from __future__ import annotations

import shlex
from dataclasses import replace
from pathlib import Path, PureWindowsPath

import pytest
from click.testing import CliRunner

from millbase.answers import commands
from millbase.answers.commands import build_command, build_moving_phase_command
from millbase.cli.main import main
from millbase.cli.missing import how_to_build
from millbase.databases.catalogue import Catalogue
from millbase.databases.errors import MissingTable
from millbase.databases.survey import Survey
from millbase.solver.game.boards import Board
from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import Rules, preset

SMALL = Subspace(3, 3)


@pytest.mark.parametrize(
    ("rules", "subspace", "command"),
    [
        (preset("nine"), Subspace(6, 4), "millbase build 6-4"),
        (preset("twelve"), Subspace(3, 2, 5, 6), "millbase build 3-2+5-6 --variant twelve"),
        (replace(preset("nine"), flying=False), SMALL, "millbase build 3-3 --no-flying"),
        (replace(preset("five"), flying=True), SMALL, "millbase build 3-3 --variant five --flying"),
        (replace(preset("nine"), protected=True), SMALL, "millbase build 3-3 --protected"),
        (replace(preset("nine"), men=(10, 9)), SMALL, "millbase build 3-3 --men 10,9"),
        (replace(preset("nine"), mixed=True), SMALL, "millbase build 3-3 --variant lasker --men 9"),
        (
            replace(preset("twelve"), full_board="loss", name=""),
            SMALL,
            "millbase build 3-3 --variant twelve --full-board loss",
        ),
    ],
)
def test_the_command_that_builds_a_table(
    monkeypatch: pytest.MonkeyPatch, rules: Rules, subspace: Subspace, command: str
) -> None:
    monkeypatch.setenv("MILLBASE_DB", "/tables")
    assert build_command(rules, subspace) == command
    assert build_command(rules, subspace, (Path("/tables"),)) == command
    assert build_command(rules, subspace, (Path("/my tables"),)) == f"{command} --db '/my tables'"
    both = build_command(rules, subspace, (Path("/new"), Path("/tables")))
    assert both == f"{command} --db /new --db /tables"


@pytest.mark.parametrize(
    ("directory", "word"),
    [
        (r"C:\tables", r"C:\tables"),
        (r"C:\my tables", r'"C:\my tables"'),
        (r"C:\R&D", r'"C:\R&D"'),
        (r"C:\it's", '"C:\\it\'s"'),
        ("D:\\Größe (alt)", '"D:\\Größe (alt)"'),
        ("\\\\host\\a share\\", '"\\\\host\\a share\\\\"'),
    ],
)
def test_on_windows_words_are_between_double_quotes(
    monkeypatch: pytest.MonkeyPatch, directory: str, word: str
) -> None:
    monkeypatch.setattr(commands, "_WINDOWS", True)
    named = PureWindowsPath(directory)
    assert build_command(preset("nine"), SMALL, (named,)) == f"millbase build 3-3 --db {word}"  # type: ignore[arg-type]


def test_the_command_that_builds_the_moving_phase() -> None:
    rules = replace(preset("twelve"), men=(12, 11))
    assert build_moving_phase_command(rules) == "millbase build --stones 23 --variant twelve --men 12,11"


@pytest.mark.parametrize(
    "rules",
    [
        replace(preset("nine"), mill_wins=True),
        replace(preset("six"), mixed=True),
        Rules(Board("mine", (1,), diagonals=True), (3, 3)),
    ],
)
def test_no_command_builds_for_rules_that_only_a_program_can_make(rules: Rules) -> None:
    assert build_command(rules, SMALL, (Path("tables"),)) is None
    assert how_to_build(MissingTable(SMALL, rules, (Path("tables"),), Path("3-3.h5"))) is None


def test_the_command_builds_the_missing_table(tmp_path: Path, rules: Rules) -> None:
    survey = Survey(Catalogue(tmp_path / "my tables", replace(rules, flying=True)))
    with pytest.raises(MissingTable) as caught:
        survey.header(SMALL)
    command = build_command(caught.value.rules, caught.value.subspace, caught.value.roots)
    assert command is not None
    assert CliRunner().invoke(main, shlex.split(command)[1:]).exit_code == 0
    assert survey.header(SMALL).subspace == SMALL
