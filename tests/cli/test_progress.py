"""Bars on a terminal, lines of a log elsewhere."""

from __future__ import annotations

import io
import sys

import pytest

from cli.progress import BuildProgress, StepBar
from solver.subspaces import Subspace

UNIT = (Subspace(4, 3), Subspace(3, 4))


class Terminal(io.StringIO):
    """What is written to a terminal."""

    def isatty(self) -> bool:
        return True


def build(progress: BuildProgress) -> None:
    progress.phase("checking", 50, 100)
    progress.unit_started(UNIT, 1, 2, 1_000_000)
    progress.phase("seeding", 0, 2)
    progress.phase("induction", 0, 0)
    progress.phase("induction", 20, 33)
    progress.unit_finished(UNIT, 1.5, 70_000)


def test_without_a_terminal_there_is_one_line_a_unit(capsys: pytest.CaptureFixture[str]) -> None:
    with BuildProgress(2_000_000) as progress:
        build(progress)
    assert capsys.readouterr() == ("", "4-3, 3-4: 1,000,000 entries in 1.5 s, 70 kB\n")


def test_a_terminal_has_bars_with_the_time_left(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with BuildProgress(2_000_000) as progress:
        build(progress)
    shown = terminal.getvalue()
    assert "4-3, 3-4 (1 of 2)" in shown
    assert "1.00M/2.00M" in shown
    assert "induction" in shown
    assert "left" in shown


def test_a_check_is_silent_without_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    with StepBar() as progress:
        progress("3-3", 1, 2)
        progress("4-3", 2, 2)
    assert capsys.readouterr() == ("", "")
