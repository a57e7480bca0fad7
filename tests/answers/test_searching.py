"""The search on top of tables on disk."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from damage import alter, offset_of_chunk

from millbase.answers.searching import search_on
from millbase.databases import tablebase
from millbase.databases.building import build
from millbase.databases.errors import BrokenTable, MissingTable
from millbase.solver.game.material import Subspace
from millbase.solver.game.positions import Position, start
from millbase.solver.game.rules import Rules, RulesError, preset
from millbase.solver.game.values import Value
from millbase.solver.subspaces import game_subspaces


@pytest.fixture(scope="module")
def small(rules: Rules) -> Rules:
    """A game whose moving phase the tables hold."""
    return replace(rules, men=(4, 3))


@pytest.fixture(scope="module")
def value(small: Rules, tmp_path_factory: pytest.TempPathFactory) -> Value:
    """Of its start, from tables of the whole game."""
    root = tmp_path_factory.mktemp("whole")
    build(root, small, game_subspaces(small))
    with tablebase.open(root, small) as whole:
        return whole.probe(start(small))


@pytest.mark.parametrize("directory", ["tables", "outcome_tables"])
def test_both_grades_give_the_value(
    directory: str, small: Rules, value: Value, request: pytest.FixtureRequest
) -> None:
    with tablebase.open(request.getfixturevalue(directory), small) as tables:
        assert search_on(tables).assess(start(small)) == Value(value.outcome)


def test_moves_into_tables_keep_their_distances(tables: Path, small: Rules) -> None:
    before = Position(0b100110000, 0b1000001010, True, (1, 0))
    with tablebase.open(tables, small) as there:
        answer = search_on(there).evaluate(before)
        for ranked in answer.moves:
            assert ranked.value == there.probe(ranked.position).before_move()
        assert answer.value == answer.moves[0].value


def test_placing_tables_are_left_alone_where_asked(tmp_path: Path, small: Rules) -> None:
    build(tmp_path, small, game_subspaces(small))
    for name in ("3-3", "4-3", "3-4"):
        (tmp_path / "six" / f"{name}.h5").unlink()
    with tablebase.open(tmp_path, small) as tables:
        search_on(tables).assess(start(small))
        with pytest.raises(MissingTable):
            search_on(tables, placing=False).assess(start(small))


def test_a_missing_table_is_named(tables: Path, rules: Rules) -> None:
    with (
        tablebase.open(tables, rules) as there,
        pytest.raises(MissingTable, match=r"4-4\.h5 is missing") as caught,
    ):
        search_on(there).assess(Position(0b1111, 0b1110000, True, (0, 1)))
    assert caught.value.subspace == Subspace(4, 4)


def test_a_broken_table_is_not_believed(copied: Path, small: Rules) -> None:
    path = copied / "six" / "3-4.h5"
    alter(path, offset_of_chunk(path, 0) + 20)
    with tablebase.open(copied, small) as tables, pytest.raises(BrokenTable, match="chunk 0"):
        search_on(tables).assess(start(small))


def test_mixed_moves_are_refused(tmp_path: Path) -> None:
    with tablebase.open(tmp_path, "lasker") as tables, pytest.raises(RulesError, match="no search"):
        search_on(tables)


def test_rules_of_a_preset_stay(tables: Path) -> None:
    with tablebase.open(tables, "six") as there:
        assert search_on(there).rules == preset("six")
