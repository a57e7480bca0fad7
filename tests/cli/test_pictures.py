"""``millbase board`` and ``millbase plot``, and the bars of ``millbase stats``."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import Result

from millbase.solver.game.pictures import svg

Run = Callable[..., Result]
WON = ".W....../....WWB./B...B... w"


def test_a_board_needs_no_table(run: Run, tmp_path: Path) -> None:
    text = run(tmp_path, "board", WON, "--ascii")
    assert text.exit_code == 0
    assert text.stdout.endswith(f"\nW White, to move\nB Black\n\n{WON}\n")
    assert "win" not in text.stdout


def test_a_board_as_a_picture(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    assert run(tmp_path, "board", WON, "--svg", str(file)).exit_code == 0
    assert file.read_text(encoding="utf-8") == svg(WON)
    six = "WBWBWB../........ w"
    assert run(tmp_path, "board", six, "--variant", "six", "--svg", "-").stdout == svg(six, "six")
    assert run(tmp_path, "board", "x", "--svg", str(file)).exit_code == 2


@pytest.mark.parametrize("kind", ["svg", "png", "pdf"])
def test_figures_are_the_same_each_time(millbase: Run, tmp_path: Path, kind: str) -> None:
    for number, subspace in enumerate([[], ["3-3"]]):
        files = [tmp_path / f"{number}-{time}.{kind}" for time in range(2)]
        for file in files:
            result = millbase("plot", *subspace, "--output", str(file))
            assert (result.exit_code, result.stdout) == (0, f"written to {file}\n")
        first, second = (file.read_bytes() for file in files)
        assert first == second
        if kind == "svg":
            text = " ".join(ElementTree.fromstring(first).itertext())
            assert ("won" in text, "lost" in text) == (True, True)
            assert "4-3" in text if not subspace else "269 drawn besides" in text


def test_what_cannot_be_plotted_is_one_sentence(
    run: Run, millbase: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    odd = millbase("plot", "--output", str(tmp_path / "a.gif"))
    assert (odd.exit_code, odd.stderr.count("\n")) == (2, 1)
    assert "ends with .svg, .png, .pdf" in odd.stderr
    missing = millbase("plot", "5-5", "--output", str(tmp_path / "a.svg"))
    assert (missing.exit_code, missing.stderr.count("\n")) == (1, 1)
    assert run(tmp_path, "build", "3-3", "--grade", "wdl").exit_code == 0
    outcomes = run(tmp_path, "plot", "3-3", "--output", str(tmp_path / "a.svg"))
    assert outcomes.exit_code == 1
    assert "no plies to plot" in outcomes.stderr
    monkeypatch.delitem(sys.modules, "millbase.answers.plotting", raising=False)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    without = millbase("plot")
    assert (without.exit_code, without.stderr) == (
        1,
        "millbase: plots need matplotlib: pip install 'millbase[plot]'\n",
    )


def test_bars_grow_with_the_counts(millbase: Run) -> None:
    for arguments, mark in ([], "█"), (["--ascii"], "#"):
        text = millbase("stats", "3-3", *arguments).stdout
        rows = re.findall(rf"^ *(\d+) +([\d,]+)  ({mark}+)$", text, re.MULTILINE)
        assert len(rows) > 10
        counts = sorted((int(number.replace(",", "")), len(bar)) for _, number, bar in rows)
        lengths = [length for _, length in counts]
        assert lengths == sorted(lengths)
        assert lengths[-1] == 40
    assert text.isascii()
