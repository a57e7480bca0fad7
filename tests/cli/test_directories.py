"""Commands on tables in several directories."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from invoking import invoke

Run = Callable[..., Result]

OF_3_3 = "WW.W..../BB..B.../........ w"
OF_4_3 = "WW.WW.../BB..B.../........ w"


@pytest.fixture
def parted(copied: Path, tmp_path: Path) -> tuple[Path, Path]:
    """Two directories: the first has what needs the table 3-3, which is in the second."""
    second = tmp_path / "second"
    (second / "nine").mkdir(parents=True)
    shutil.move(copied / "nine" / "3-3.h5", second / "nine")
    manifest = json.loads((copied / "nine" / "manifest.json").read_text())
    for root, names in ((copied, {"3-4.h5", "4-3.h5"}), (second, {"3-3.h5"})):
        listed = {"files": {name: what for name, what in manifest["files"].items() if name in names}}
        (root / "nine" / "manifest.json").write_text(json.dumps(listed, indent=1) + "\n")
    return copied, second


@pytest.fixture(params=["--db", "MILLBASE_DB"])
def both(request: pytest.FixtureRequest, parted: tuple[Path, Path]) -> Run:
    """Run a command on both, by the option given twice or by the environment."""
    first, second = parted

    def run(*arguments: str, stdin: str | None = None) -> Result:
        if request.param == "--db":
            return invoke(Path("nowhere"), *arguments, "--db", str(first), "--db", str(second), stdin=stdin)
        return invoke(Path(f"{first}{os.pathsep}{second}"), *arguments, stdin=stdin)

    return run


@pytest.mark.parametrize(
    "arguments",
    [
        ("query", OF_3_3, "--json"),
        ("query", OF_4_3, "--json"),
        ("line", OF_4_3),
        ("stats",),
        ("stats", "3-3", "--json"),
        ("verify", "--checksums"),
        ("verify", "4-3", "--sample", "500"),
        ("plan", "--stones", "7"),
    ],
    ids=" ".join,
)
def test_they_are_as_good_as_one(millbase: Run, both: Run, arguments: tuple[str, ...]) -> None:
    result, expected = both(*arguments), millbase(*arguments)
    assert (result.exit_code, result.stdout) == (0, expected.stdout)


def test_a_game_is_played_from_both(both: Run) -> None:
    result = both("play", OF_4_3, "--side", "black", stdin="quit\n")
    assert result.exit_code == 0, result.output


def test_a_proof_finds_its_tables_in_both(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    assert invoke(second, "build", "3-3", "--variant", "three").exit_code == 0
    result = invoke(first, "prove", "--variant", "three", "--db", str(first), "--db", str(second))
    assert result.exit_code == 0, result.output
    assert "White wins" in result.stdout


def test_a_build_goes_to_the_first(both: Run, parted: tuple[Path, Path], tables: Path) -> None:
    first, second = parted
    (first / "nine" / "4-3.h5").unlink()
    result = both("build", "--stones", "7")
    assert result.stdout.startswith("1 solved, 1 already there: ")
    assert result.stdout.endswith(f", in {first}\n")
    for name in ("3-4.h5", "4-3.h5"):
        assert (first / "nine" / name).read_bytes() == (tables / "nine" / name).read_bytes()
    assert sorted(path.name for path in (second / "nine").iterdir()) == ["3-3.h5", "manifest.json"]


def test_where_no_tables_are_all_directories_are_named(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    result = invoke(tmp_path, "stats", "--db", str(one), "--db", str(two))
    assert result.exit_code == 1
    assert f"there are no tables in {one} or {two}: `millbase build 3-3" in result.stderr
    assert f" --db {one} --db {two}` builds the smallest" in result.stderr
