"""``millbase export``: a smaller set of tables, or a sentence that says why not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from millbase.databases import exporting

Run = Callable[..., Result]


def names(root: Path) -> set[str]:
    return {path.stem for path in root.rglob("*.h5")}


def test_all_tables(millbase: Run, tables: Path, tmp_path: Path) -> None:
    target = tmp_path / "small"
    first, second = millbase("export", "--to", str(target)), millbase("export", "--to", str(target))
    size = sum(path.stat().st_size for path in target.rglob("*.h5")) / 1e3
    assert first.stdout == f"3 tables written, 0 already there: {size:.0f} kB in {target}\n"
    assert second.stdout == f"0 tables written, 3 already there: {size:.0f} kB in {target}\n"
    assert first.stderr.startswith("3-3 (1 of 2): 210,140 entries in ")
    assert names(target) == names(tables / "nine")  # examples of the README may have solved other games
    position = "BWWW.W../.B....../...B.... w"
    assert "White to move: win\n" in millbase("query", position, "--db", str(target)).stdout


def test_a_subspace(millbase: Run, tmp_path: Path) -> None:
    result = millbase("export", "3-3", "--grade", "dtw", "--to", str(tmp_path))
    assert result.exit_code == 0
    assert names(tmp_path) == {"3-3"}


@pytest.mark.parametrize(
    ("arguments", "words", "code"),
    [
        (["--to", "{tables}"], "is where the tables are", 2),
        (["--to", "{tables}/nine/3-3.h5"], "is a file", 2),
        (["4-4", "--to", "{new}"], "millbase build 4-4", 1),
        (["10-3", "--to", "{new}"], "no subspace 10-3", 2),
        (["--db", "{new}/none", "--to", "{new}"], "there are no tables", 1),
        (["--grade", "dtw", "--db", "{small}", "--to", "{new}"], "are needed; build with another --db", 2),
        (["--db", "{small}", "--to", "{tables}"], "holds distances", 2),
    ],
)
def test_what_cannot_be(
    millbase: Run, tables: Path, tmp_path: Path, arguments: list[str], words: str, code: int
) -> None:
    places = {"tables": tables, "new": tmp_path / "new", "small": tmp_path / "small"}
    millbase("export", "3-3", "--to", str(places["small"]))
    result = millbase("export", *(argument.format(**places) for argument in arguments))
    assert result.exit_code == code
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert words in result.stderr
    assert not places["new"].exists()


def test_an_interruption_says_what_becomes_of_the_tables(
    millbase: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(exporting, "_export_table", interrupted)
    result = millbase("export", "--to", str(tmp_path))
    assert result.exit_code == 1
    assert "the same command goes on from there" in result.stderr
