"""Many values at once: chunks unpacked by threads, kept, dropped, broken, exchanged."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from damage import alter, offset_of_chunk

from millbase.databases import chunks
from millbase.databases.building import build
from millbase.databases.catalogue import Catalogue
from millbase.databases.codings import coding_for
from millbase.databases.contents import Contents
from millbase.databases.errors import BrokenTable
from millbase.databases.format import Table, write_table
from millbase.databases.manifest import NAME
from millbase.databases.metrics import Grade
from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import Rules
from millbase.solver.layouts import Values

SMALL, LARGER = Subspace(3, 3), Subspace(4, 3)
GRADES: tuple[Grade, ...] = ("dtw", "wdl")


@pytest.fixture(params=GRADES)
def many(
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    rules: Rules,
    wanted: list[Subspace],
) -> Catalogue:
    """Tables of many small chunks."""
    monkeypatch.setattr(chunks, "CHUNK_BYTES", 256)
    build(tmp_path, rules, wanted, grade=request.param)
    return Catalogue(tmp_path, rules)


def all_of(catalogue: Catalogue, subspace: Subspace) -> Values:
    with catalogue.open(subspace) as table:
        assert table.chunks > 8
        return table.read_all()


def some_entries(values: Values, number: int = 5000) -> np.ndarray:
    return np.random.default_rng(number).integers(0, len(values), number)


@pytest.mark.parametrize("threads", [1, 4])
@pytest.mark.parametrize("cache_bytes", [1, 3 * chunks.CHUNK_BYTES, 1 << 24])
def test_many_are_as_one_by_one(many: Catalogue, threads: int, cache_bytes: int) -> None:
    contents = Contents(many, 1, cache_bytes)
    values = {subspace: all_of(many, subspace) for subspace in (SMALL, LARGER)}
    asked = [(subspace, some_entries(values[subspace], n)) for n in (5, 999) for subspace in values]
    for _ in range(2):
        for (subspace, entries), found in zip(asked, contents.codes(asked, threads), strict=True):
            assert (found == values[subspace][entries]).all()
            for entry in entries[:20].tolist():
                assert contents.code(subspace, entry) == values[subspace][entry]
    contents.close()


def test_what_is_kept_is_not_read_again(many: Catalogue) -> None:
    contents = Contents(many, 1, 1 << 24)
    values = all_of(many, LARGER)
    entries = some_entries(values)
    path = many.path_of(LARGER)
    with many.open(LARGER) as table:
        of = table.chunks
    offsets = [offset_of_chunk(path, number) for number in range(of)]
    [first] = contents.codes([(LARGER, entries)], 2)
    for offset in offsets:
        alter(path, offset + 6)
    [again] = contents.codes([(LARGER, entries)], 2)
    assert (again == first).all()
    assert [contents.code(LARGER, entry) for entry in entries[:50].tolist()] == first[:50].tolist()
    contents.close()
    with pytest.raises(BrokenTable):
        list(contents.codes([(LARGER, entries)], 2))
    contents.close()


def test_a_broken_chunk_is_named_and_the_others_are_read(many: Catalogue) -> None:
    path, values = many.path_of(LARGER), all_of(many, LARGER)
    alter(path, offset_of_chunk(path, 7) + 6)
    contents = Contents(many, 1, 1 << 24)
    entries = some_entries(values)
    numbers = entries // contents.table(LARGER).chunk_entries
    assert (numbers == 7).any()
    with pytest.raises(BrokenTable, match="chunk 7 of"):
        list(contents.codes([(LARGER, entries)], 2))
    others = entries[numbers != 7]
    [found] = contents.codes([(LARGER, others)], 2)
    assert (found == values[others]).all()
    contents.close()


def test_a_file_that_is_cut_short_while_it_is_open(many: Catalogue) -> None:
    contents = Contents(many, 1, 1 << 24)
    values = all_of(many, LARGER)
    path = many.path_of(LARGER)
    end = offset_of_chunk(path, 8)
    [_] = contents.codes([(LARGER, np.array([0]))], 1)
    os.truncate(path, end)
    with pytest.raises(BrokenTable, match=r"chunk \d+ of"):
        list(contents.codes([(LARGER, some_entries(values))], 2))
    contents.close()


def test_chunks_of_a_table_that_was_exchanged_are_forgotten(many: Catalogue) -> None:
    """It is opened anew when its file has been closed for another's sake."""
    contents = Contents(many, 1, 1 << 24)
    values, entries = all_of(many, LARGER), np.array([5, 6, 7])
    [before] = contents.codes([(LARGER, entries)], 1)
    other = values.copy()
    other[:1000] = 255 - other[:1000]
    _exchange(many, LARGER, other)
    [_] = contents.codes([(SMALL, entries)], 1)
    [_] = contents.codes([(LARGER, np.array([len(values) - 1]))], 1)  # a chunk that has not been read
    [after] = contents.codes([(LARGER, entries)], 1)
    assert (before == values[entries]).all()
    with many.open(LARGER) as table:
        assert (after == table.read_all()[entries]).all()
    assert (after != before).any()
    contents.close()


def _exchange(catalogue: Catalogue, subspace: Subspace, values: Values) -> None:
    path = catalogue.path_of(subspace)
    with Table(path) as table:
        header = table.header
    stored = coding_for(header.grade, catalogue.rules.board, subspace).encode(values)
    content = chunks.content_checksum(chunks.checksums(stored))
    (path.parent / NAME).unlink()
    write_table(path, replace(header, content=content), stored)
