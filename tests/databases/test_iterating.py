"""Tables from the first entry to the last, compared with the hash in plain Python."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import millbase.databases.tablebase as tablebase
from millbase.databases.building import build
from millbase.databases.errors import MissingTable
from millbase.databases.iterating import Piece
from millbase.databases.survey import Survey
from millbase.databases.tablebase import Tablebase
from millbase.solver.game.boards import Board
from millbase.solver.game.material import Subspace
from millbase.solver.game.positions import in_mills
from millbase.solver.game.rules import Rules, preset
from millbase.solver.indexing import Masks, image_tables, images
from millbase.solver.layouts import Layout

SUBSPACES = [Subspace(3, 3), Subspace(4, 3), Subspace(3, 4)]


@pytest.fixture
def asked(tables: Path, rules: Rules) -> Iterator[Tablebase]:
    with tablebase.open(tables, rules) as opened:
        yield opened


def whole(pieces: Iterator[Piece]) -> Piece:
    """Pieces put together."""
    return Piece(*(np.concatenate(arrays) for arrays in zip(*pieces, strict=True)))


def firsts(board: Board, own: Masks, opponent: Masks) -> list[int]:
    """Where each position stands first, all its images under all symmetries being one position."""
    both = [
        images(own, tables).astype(np.int64) << 24 | images(opponent, tables)
        for tables in image_tables(board)
    ]
    places: list[int] = np.unique(np.min(both, axis=0), return_index=True)[1].tolist()
    return sorted(places)


@pytest.mark.parametrize("subspace", SUBSPACES, ids=str)
def test_every_entry_comes_with_its_position_and_its_value(
    asked: Tablebase, rules: Rules, subspace: Subspace
) -> None:
    found = whole(asked.entries(subspace))
    header = Survey(asked.catalogue).header(subspace)
    assert (found.entries == np.arange(header.entries)).all()
    layout = Layout.of(rules.board, subspace)
    own, opponent = layout.positions(found.entries)
    assert (found.own == own).all()
    assert (found.opponent == opponent).all()
    with asked.catalogue.open(subspace) as table:
        codes = table.read_all().astype(int)
        codes[codes == np.iinfo(table.header.dtype).max] = 65535
    assert (found.values == codes).all()


@pytest.mark.parametrize("subspace", SUBSPACES, ids=str)
def test_every_position_comes_once(asked: Tablebase, rules: Rules, subspace: Subspace) -> None:
    found = whole(asked.entries(subspace, once=True))
    every = whole(asked.entries(subspace))
    expected = firsts(rules.board, every.own, every.opponent)
    assert len(expected) < len(every.entries)
    for field in every._fields:
        assert getattr(found, field).tolist() == getattr(every, field)[expected].tolist()


def test_nobody_is_to_move_with_a_mill_where_one_wins(tmp_path: Path) -> None:
    rules = preset("three")
    build(tmp_path, rules, [Subspace(3, 3)])
    with tablebase.open(tmp_path, rules) as asked:
        found = whole(asked.entries(Subspace(3, 3), once=True))
        every = whole(asked.entries(Subspace(3, 3)))
        header = Survey(asked.catalogue).header(Subspace(3, 3))
    expected = [
        place
        for place in firsts(rules.board, every.own, every.opponent)
        if not in_mills(rules.board, int(every.own[place]))
    ]
    assert found.entries.tolist() == expected
    assert len(expected) == header.positions


def test_outcomes_are_given_as_arrays_of_positions_have_them(
    outcome_tables: Path, asked: Tablebase, rules: Rules
) -> None:
    with tablebase.open(outcome_tables, rules) as rough:
        found = whole(rough.entries(SUBSPACES[1], once=True))
        assert (rough.probe_many(found.own, found.opponent) == found.values).all()
    assert (asked.probe_many(found.own, found.opponent) != found.values).any()
    assert set(found.values.tolist()) <= {0, 1, 65535}


def test_a_table_of_several_chunks_comes_in_pieces(tmp_path: Path) -> None:
    rules = preset("nine")
    build(tmp_path, rules, [Subspace(3, 3)])
    with tablebase.open(tmp_path, rules) as asked:
        pieces = list(asked.entries(Subspace(3, 3), once=True))
        header = Survey(asked.catalogue).header(Subspace(3, 3))
    assert len(pieces) > 1
    found = whole(iter(pieces))
    assert len(found.entries) == header.positions
    assert (np.bincount(found.values[found.values != 65535]) == header.histogram).all()
    layout = Layout.of(rules.board, Subspace(3, 3))
    assert (layout.entries(found.own, found.opponent) == found.entries).all()


def test_a_missing_table_cannot_be_iterated(asked: Tablebase) -> None:
    with pytest.raises(MissingTable, match=r"4-4\.h5 is missing"):
        next(asked.entries(Subspace(4, 4)))
