"""Asking a directory of Malom's files: every value of some sectors, and files that lie."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from nine_worths import nine_worths
from test_writing import made, solved

import millbase
from millbase.databases import worth_files
from millbase.databases.errors import (
    BrokenSector,
    DirectoryError,
    IllegalPosition,
    MissingTable,
    NotMaloms,
)
from millbase.databases.malom.reading import SectorTablebase, open_malom
from millbase.solver.game.boards import RINGS
from millbase.solver.game.material import Subspace
from millbase.solver.game.positions import Position
from millbase.solver.game.rules import preset
from millbase.solver.game.values import LOST, Value
from millbase.solver.grading import DrawGrade
from millbase.solver.indexing import images
from millbase.solver.layouts import Layout

NAMES = ["3-3", "4-3", "3-4", "3-3+1-0"]
THREE = Subspace(3, 3)
ENTRY = 64 + 3 * 100_000  # of some entry, its first byte


@pytest.fixture
def malom(tmp_path: Path) -> Path:
    (tmp_path / "std.secval").write_bytes(worth_files.text_of(nine_worths()).encode())
    for name in NAMES:
        sector = "_".join(map(str, Subspace.parse(name)))
        (tmp_path / f"std_{sector}.sec2").write_bytes(made(name))
    return tmp_path


@pytest.mark.parametrize("name", NAMES)
def test_every_value_is_ours(malom: Path, name: str) -> None:
    _, plies, _ = solved()
    subspace = Subspace.parse(name)
    layout = Layout.of(RINGS, subspace)
    own, opp = layout.positions(np.arange(layout.size))
    ours = plies[subspace].astype(np.uint16)
    ours[plies[subspace] == 255] = 65535
    with open_malom(malom) as sectors:
        found = sectors.probe_many(own, opp, *subspace.hands)
        assert found.dtype == np.uint16
        assert (found == ours).all()


@pytest.mark.parametrize("name", NAMES)
def test_single_positions_and_their_grades(malom: Path, name: str) -> None:
    grading, plies, codes = solved()
    subspace = Subspace.parse(name)
    layout = Layout.of(RINGS, subspace)
    with open_malom(malom) as sectors:
        for entry in range(0, layout.size, layout.size // 40):
            sides = layout.position(entry)
            position = Position.of_sides(*sides, *subspace.hands, white_to_move=entry % 2 == 0)
            number, code = int(plies[subspace][entry]), int(codes[subspace][entry])
            drawn = number == 255
            value = Value("draw") if drawn else Value("win" if number % 2 else "loss", number)
            assert sectors.probe(position) == sectors.get(position) == value
            assert sectors.grade(position) == (grading.grade(subspace, code) if drawn else None)


def test_what_is_over_needs_no_file_and_what_is_due_is_looked_at(malom: Path) -> None:
    with millbase.open_malom(malom) as sectors:
        lost = Position(0b11, 0b11100, True, (0, 0))
        assert sectors.probe(lost) == LOST
        assert sectors.grade(lost) is None
        due = "WWW...../BBB...../........ w x1"
        assert sectors.probe(due) == Value("win", 1)


def test_what_is_not_there(malom: Path, tmp_path: Path) -> None:
    with open_malom(malom) as sectors:
        with pytest.raises(MissingTable, match=r"std_5_3_0_0\.sec2"):
            sectors.probe("WWWWW.../BBB...../........ w")
        with pytest.raises(IllegalPosition):
            sectors.probe("WWWWW.../BB....../........ w")
    with pytest.raises(NotMaloms, match="nine, lasker and twelve"):
        open_malom(malom, "six")
    with pytest.raises(DirectoryError, match=r"has no file lask\.secval"):
        open_malom(malom, "lasker")
    with pytest.raises(DirectoryError, match=r"has no file std\.secval"):
        open_malom(tmp_path / "nothing")


def entry_that(sectors: SectorTablebase, holds: Callable[[int, int], bool]) -> int:
    file = sectors._file(THREE)
    keys = file.keys(np.arange(file.entries))
    return next(
        entry
        for entry, (one, two) in enumerate(zip(keys.first.tolist(), keys.second.tolist(), strict=True))
        if holds(one, two)
    )


def altered(malom: Path, entry: int, first: int, second: int) -> tuple[SectorTablebase, Position]:
    """The files with an entry that says something else, and the position that leads there."""
    path = malom / "std_3_3_0_0.sec2"
    data = bytearray(path.read_bytes())
    word = second << 12 & 0xFFFFFF | first & 4095
    data[64 + 3 * entry : 67 + 3 * entry] = word.to_bytes(3, "little")
    path.write_bytes(data)
    sectors = open_malom(malom)
    return sectors, Position.of_sides(*sectors._variant.layout(THREE).position(entry))


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        (0, -16, "by a symmetry that there is not"),
        (0, -1, "to one of another pattern|to one that leads on"),
        (300, 7, "worth more than a won game"),
        (299, 8, "does not agree with who wins"),
        (-299, 7, "does not agree with who wins"),
        (-299, -2, "does not agree with who wins"),
    ],
)
def test_entries_that_cannot_be_are_refused(malom: Path, first: int, second: int, words: str) -> None:
    sectors, position = altered(malom, 100_000, first, second)
    with sectors, pytest.raises(BrokenSector, match=words) as caught:
        sectors.probe(position)
    assert sectors.get(position) is None
    assert caught.value.path == malom / "std_3_3_0_0.sec2"


def test_redirects_in_a_circle_are_refused(malom: Path) -> None:
    with open_malom(malom) as sectors:
        entry = entry_that(sectors, lambda one, two: one == 0 and two < 0)
        layout = sectors._variant.layout(THREE)
        position = Position.of_sides(*layout.position(entry))
        number = -1 - int(sectors._file(THREE).keys(np.array([entry])).second[0])
        sides = np.array([position.own, position.opp], np.uint32)
        target = layout.entry(*images(sides, sectors._symmetries[number]).tolist())
        assert target != entry
    sectors, _ = altered(malom, target, 0, -1 - number)
    with sectors, pytest.raises(BrokenSector, match="leads to one that leads on"):
        sectors.probe(position)


def test_grades_are_named_tuples() -> None:
    assert DrawGrade(40, 3)._asdict() == {"worth": 40, "distance": 3}


def test_other_rules_than_the_presets(malom: Path) -> None:
    with pytest.raises(NotMaloms):
        open_malom(malom, replace(preset("nine"), flying=False))
