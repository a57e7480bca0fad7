"""``millbase malom``: files made and compared, or a sentence that says why not."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from nine_worths import nine_worths

from millbase.databases import worth_files

Run = Callable[..., Result]


@pytest.fixture(scope="module")
def graded(tables: Path, tmp_path_factory: pytest.TempPathFactory, run: Run) -> Path:
    """Graded draws to seven stones, in a directory of their own; worths are those of the whole game."""
    root = tmp_path_factory.mktemp("graded")
    folder = root / "nine" / "ultra"
    folder.mkdir(parents=True)
    (folder / "worths.secval").write_bytes(worth_files.text_of(nine_worths()).encode())
    result = run(root, "build", "--grade", "ultra", "4-3", "--db", str(root), "--db", str(tables))
    assert result.exit_code == 0, result.output
    return root


def both(graded: Path, tables: Path) -> list[str]:
    return ["--db", str(graded), "--db", str(tables)]


def test_files_are_compared_with_the_published_ones(run: Run, graded: Path, tables: Path) -> None:
    result = run(graded, "malom", "check", *both(graded, tables))
    assert result.exit_code == 0, result.stderr
    lines = result.stdout.splitlines()
    assert [line.split()[0] for line in lines[:-1]] == [
        "std_3_3_0_0.sec2", "std_3_4_0_0.sec2", "std_4_3_0_0.sec2"
    ]  # fmt: skip
    assert all(" equal (" in line for line in lines[:-1])
    assert lines[-1] == "3 of 3 files equal to the published ones: 6.1 MB"


def test_a_subspace_brings_its_mirror_and_json_is_a_line_each(run: Run, graded: Path, tables: Path) -> None:
    result = run(graded, "malom", "check", "4-3", "--json", *both(graded, tables))
    documents = [json.loads(line) for line in result.stdout.splitlines()]
    assert [document["file"] for document in documents] == ["std_4_3_0_0.sec2", "std_3_4_0_0.sec2"]
    assert all(document["equal"] is True for document in documents)
    assert [document["bytes"] for document in documents] == [2589008, 2836958]


def test_files_are_written(run: Run, graded: Path, tables: Path, tmp_path: Path) -> None:
    target = tmp_path / "malom"
    result = run(graded, "malom", "export", "4-3", "--to", str(target), *both(graded, tables))
    assert result.stdout == f"2 files written: 5.4 MB in {target}\n"
    names = {path.name: path.stat().st_size for path in target.iterdir()}
    assert names == {"std.secval": 7051, "std_3_4_0_0.sec2": 2836958, "std_4_3_0_0.sec2": 2589008}


def test_grades_are_verified(run: Run, graded: Path, tables: Path) -> None:
    result = run(graded, "verify", "--grade", "ultra", "3-3", *both(graded, tables))
    assert result.stdout == "1 table recomputed, 210,140 entries, no fault\n"
    result = run(graded, "verify", "--grade", "ultra", "--checksums", *both(graded, tables))
    assert result.stdout == "3 tables compared with checksums, no fault\n"


def test_statistics_say_what_draws_head_for(run: Run, graded: Path, tables: Path) -> None:
    result = run(graded, "stats", "4-3", *both(graded, tables))
    assert result.stdout.endswith(
        "\n\ndraws that head for  positions\n4-3                    681,906  100.0%\n"
    ), result.stdout
    document = json.loads(run(graded, "stats", "4-3", "--json", *both(graded, tables)).stdout)
    assert document["grades"] == [{"worth": -40, "subspace": "4-3", "positions": 681_906}]
    assert "grades" not in json.loads(run(tables, "stats", "4-3", "--json").stdout)


@pytest.mark.parametrize(
    ("arguments", "words", "code"),
    [
        (["check", "--db", "{tables}"], "of which 495 tables of distances are not there", 2),
        (["check", "--variant", "six", "--db", "{tables}"], "of the rule sets nine, lasker and twelve", 2),
        (["check", "5-3", "--db", "{graded}", "--db", "{tables}"], "millbase build 5-3", 1),
        (["check", "3-3", "--db", "{empty}", "--db", "{tables}"], "millbase build 3-3 --grade ultra --db", 1),
        (["check", "3-3", "--db", "{graded}"], "millbase build 3-3", 1),
        (["export", "3-3", "--to", "{file}", "--db", "{graded}", "--db", "{tables}"], "is a file", 2),
        (["check", "10-3"], "no subspace 10-3", 2),
    ],
)
def test_what_cannot_be(
    run: Run, graded: Path, tables: Path, tmp_path: Path, arguments: list[str], words: str, code: int
) -> None:
    (tmp_path / "file").write_text("")
    worths = tmp_path / "empty" / "nine" / "ultra" / "worths.secval"
    worths.parent.mkdir(parents=True)
    shutil.copy(graded / "nine" / "ultra" / worths.name, worths)
    places = {"graded": graded, "tables": tables, "file": tmp_path / "file", "empty": tmp_path / "empty"}
    result = run(graded, "malom", *(argument.format(**places) for argument in arguments))
    assert result.exit_code == code
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert words in result.stderr
