"""Bars on a terminal, lines of a log elsewhere."""

from __future__ import annotations

import io
import sys

import pytest

from millbase.cli.progress import BuildBars, StepBar
from millbase.solver.game.material import Subspace

UNIT = (Subspace(4, 3), Subspace(3, 4))


class Terminal(io.StringIO):
    """What is written to a terminal."""

    def isatty(self) -> bool:
        return True


def build(progress: BuildBars) -> None:
    progress.phase("checking", 50, 100)
    progress.build_started(2_000_000)
    progress.unit_started(UNIT, 1, 2, 1_000_000)
    progress.phase("seeding", 0, 2)
    progress.phase("induction", 0, 0)
    progress.phase("induction", 20, 33)
    progress.unit_finished(UNIT, 1.5, 70_000)


def test_without_a_terminal_there_is_a_line_a_unit(capsys: pytest.CaptureFixture[str]) -> None:
    with BuildBars() as progress:
        build(progress)
    line = "4-3, 3-4 (1 of 2): 1,000,000 entries in 1.5 s, 70 kB; 666,667 entries/s, 1.5 s left\n"
    assert capsys.readouterr() == ("", line)


def test_and_now_and_then_a_line_about_the_unit_at_hand(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 1000.0
    monkeypatch.setattr("millbase.cli.progress.time.monotonic", lambda: now)
    with BuildBars() as progress:
        now += 31
        progress.phase("checking", 500, 1000)
        progress.build_started(100_000_000)
        progress.unit_started(UNIT, 1, 2, 4_000_000)
        for level in range(8):
            now += 10
            progress.phase("induction", level, 111)
        progress.unit_finished(UNIT, 80, 70_000)
        progress.unit_started((Subspace(4, 4),), 2, 2, 96_000_000)
        now += 29
        progress.phase("seeding", 0, 2)
        now += 91
        progress.phase("writing", 3000, 9000)
    assert capsys.readouterr().err.splitlines() == [
        "checking 50%",
        "4-3, 3-4 (1 of 2): induction 2 of 111",
        "4-3, 3-4 (1 of 2): induction 5 of 111",
        "4-3, 3-4 (1 of 2): 4,000,000 entries in 80 s, 70 kB; 50,000 entries/s, 32 min left",
        "4-4 (2 of 2): writing 33%; 50,000 entries/s, 30 min left",
    ]


def test_a_terminal_has_bars_with_the_time_left(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with BuildBars() as progress:
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


def test_without_a_terminal_a_long_step_has_a_line_now_and_then(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 0.0
    monkeypatch.setattr("millbase.cli.progress.time.monotonic", lambda: now)
    with StepBar() as progress:
        for done in range(8):
            progress("9-8 checking", done * 1000, 8000)
            now += 10
        progress("8-9 laying out", 1, 20)
    lines = ["9-8 checking 38%", "9-8 checking 75%"]
    assert capsys.readouterr() == ("", "".join(f"{line}\n" for line in lines))
