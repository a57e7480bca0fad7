"""One table's file: what is written is read, and nothing else is."""

from __future__ import annotations

import random
import time
from itertools import combinations
from math import comb
from pathlib import Path

import h5py
import numpy as np
import pytest
from damage import alter, offset_of_chunk, set_attribute, truncate

from millbase.databases.catalogue import Catalogue
from millbase.databases.chunks import CHUNK_BYTES
from millbase.databases.codings import coding_for
from millbase.databases.errors import BrokenTable
from millbase.databases.format import Table, write_table
from millbase.databases.header import Header
from millbase.databases.metrics import GRADES, METRICS, Grade
from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import preset
from millbase.solver.layouts import Values
from millbase.solver.scales import OUTCOME_CODES, outcomes
from millbase.solver.statistics import Statistics

NINE = preset("nine")
SIZE = 160 * comb(19, 4)  # so many blocks are 19 chunks of distances, five of outcomes


def written(path: Path, grade: Grade = "dtw", dtype: str = "uint8") -> Values:
    """Write a table of several chunks whose values mean nothing."""
    largest = np.iinfo(dtype).max
    values = np.random.default_rng(0).choice([0, 1, 2, 3, 150, largest], SIZE).astype(dtype)
    stored = coding_for(grade, NINE.board, Subspace(5, 4)).encode(values)
    statistics = Statistics((1, 2, 3, 4), 5)
    made_from = {"3-3": "a" * 64, "4-3": "b" * 64}
    header = Header.describe(NINE, Subspace(5, 4), METRICS[grade], values, stored, statistics, made_from)
    write_table(path, header, stored)
    with Table(path) as table:
        assert table.header == header
    return values


@pytest.mark.parametrize("dtype", ["uint8", "uint16"])
def test_distances_are_read_as_written(tmp_path: Path, dtype: str) -> None:
    values = written(tmp_path / "5-4.h5", "dtw", dtype)
    with Table(tmp_path / "5-4.h5") as table:
        assert (table.read_all() == values).all()
        assert (np.concatenate([table.codes(table.chunk(n)) for n in range(table.chunks)]) == values).all()
        assert table.header.longest_win_entry == np.flatnonzero(values == 3)[0]


def test_outcomes_are_read_as_written(tmp_path: Path) -> None:
    values = written(tmp_path / "5-4.h5", "wdl")
    with Table(tmp_path / "5-4.h5") as table:
        assert (table.read_all() == OUTCOME_CODES[outcomes(values)]).all()
        by_chunk = [table.codes(table.chunk(n)) for n in range(table.chunks)]
        assert (np.concatenate(by_chunk) == OUTCOME_CODES[outcomes(values)]).all()
        assert (table.header.longest_win, table.header.histogram) == (None, ())


@pytest.mark.parametrize("grade", GRADES)
def test_entries_are_read_from_one_to_another(tmp_path: Path, grade: Grade) -> None:
    values = written(tmp_path / "5-4.h5", grade)
    codes = OUTCOME_CODES[outcomes(values)] if grade == "wdl" else values
    with Table(tmp_path / "5-4.h5") as table:
        step = table.chunk_entries
        assert 3 * step < SIZE
        ends = (0, 1, step - 1, step, step + 1, 3 * step, SIZE - 1, SIZE)
        with table.frames() as frames:
            for first, last in combinations(ends, 2):
                assert (table.codes_between(frames, first, last) == codes[first:last]).all()


@pytest.mark.parametrize("grade", GRADES)
def test_a_chunk_is_what_a_probe_keeps_in_memory(tmp_path: Path, grade: Grade) -> None:
    values = written(tmp_path / "5-4.h5", grade)
    codes = OUTCOME_CODES[outcomes(values)] if grade == "wdl" else values
    with Table(tmp_path / "5-4.h5") as table:
        chunk = table.chunk(0)
        assert chunk.nbytes <= CHUNK_BYTES
        places = np.array([0, 7, table.chunk_entries - 1])
        begins = np.zeros(3, np.int64)
        assert table.codes_at(chunk.reshape(-1), begins, places).tolist() == codes[places].tolist()
        flat = chunk.reshape(-1).data
        assert [table.code_at(flat, int(place)) for place in places] == codes[places].tolist()


def test_equal_tables_are_equal_files_at_any_time(tmp_path: Path) -> None:
    written(tmp_path / "one.h5")
    time.sleep(1.1)  # a time stamp would have another second
    written(tmp_path / "two.h5")
    assert (tmp_path / "one.h5").read_bytes() == (tmp_path / "two.h5").read_bytes()


def test_other_software_can_tell_what_a_table_is(tables: Path) -> None:
    with h5py.File(tables / "six" / "4-3.h5") as file:
        attributes = file.attrs
        assert attributes["subspace"] == b"4-3"
        assert attributes["coding"] == b"plies to the end: odd won, even lost, 255 drawn"
        assert attributes["rules"].startswith(b"points a5 c5")
        assert attributes["positions"] == attributes["wins"] + attributes["draws"] + attributes["losses"]
        assert attributes["histogram"].sum() == attributes["wins"] + attributes["losses"]


def test_an_altered_chunk_is_named(tmp_path: Path) -> None:
    path = tmp_path / "5-4.h5"
    written(path)
    alter(path, offset_of_chunk(path, 2) + 5)
    with Table(path) as table:
        table.chunk(1)
        with pytest.raises(BrokenTable, match=r"5-4\.h5 is broken: chunk 2 of 19 cannot be read"):
            table.chunk(2)
        with pytest.raises(BrokenTable, match="chunk 2 of 19"):
            table.read_all()


@pytest.mark.parametrize("cut", [1, 100, 10_000])
def test_a_truncated_file_is_not_read(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "5-4.h5"
    written(path)
    truncate(path, cut)
    with pytest.raises(BrokenTable, match="it is not a whole HDF5 file"):
        Table(path)


def test_files_that_are_no_tables_are_not_read(tmp_path: Path) -> None:
    text, other = tmp_path / "text.h5", tmp_path / "other.h5"
    text.write_text("hello")
    with pytest.raises(BrokenTable, match="it is not a whole HDF5 file"):
        Table(text)
    with h5py.File(other, "w") as file:
        file["values"] = [1, 2, 3]
    with pytest.raises(BrokenTable, match="it is not a table"):
        Table(other)


def test_a_file_that_the_system_does_not_give_is_not_called_broken(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"No such file or directory: .*3-3\.h5"):
        Table(tmp_path / "3-3.h5")


def test_a_later_format_is_not_guessed_at(tmp_path: Path) -> None:
    path = tmp_path / "5-4.h5"
    written(path)
    set_attribute(path, "format", 3)
    with pytest.raises(BrokenTable, match="it is of format 3, not 2"):
        Table(path)


def test_values_that_are_not_those_of_the_header_are_not_believed(tmp_path: Path) -> None:
    path = tmp_path / "5-4.h5"
    written(path)
    with h5py.File(path, "r+") as file:
        _, frame = file["values"].id.read_direct_chunk((3 * CHUNK_BYTES,))
        file["values"].id.write_direct_chunk((2 * CHUNK_BYTES,), frame)  # whole, but in another's place
    with Table(path) as table, pytest.raises(BrokenTable, match=r"chunk 2 .* not agree with its checksum"):
        table.read_all()
    with h5py.File(path, "r+") as file:
        file["checksums"][2] = file["checksums"][3]
    with pytest.raises(BrokenTable, match="its checksums do not agree with its header"):
        Table(path)


def test_other_software_reads_the_same_values(tables: Path) -> None:
    import hdf5plugin  # noqa: F401 - registers the filter that the file names

    for path in (tables / "six").glob("*.h5"):
        with Table(path) as table:
            values = table.read_all()
        with h5py.File(path) as file:
            assert (file["values"][:] == values).all()


def test_no_altered_byte_changes_a_value(catalogue: Catalogue) -> None:
    subspace = Subspace(3, 3)
    path = catalogue.path_of(subspace)
    original = path.read_bytes()
    with catalogue.open(subspace) as table:
        values, header = table.read_all(), table.header
    offsets = random.Random(0).sample(range(len(original)), 200)
    for offset in offsets:
        alter(path, offset)
        try:
            with catalogue.open(subspace) as table:
                assert (table.read_all() == values).all()
                assert table.header == header
        except BrokenTable:
            pass  # the other way it may end
        path.write_bytes(original)
