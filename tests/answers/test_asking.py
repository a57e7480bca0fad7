"""Asking tables and, where it is allowed and helps, a search."""

from __future__ import annotations

from pathlib import Path

import pytest

from millbase.answers.asking import Asking, SearchNeeded
from millbase.databases import tablebase
from millbase.databases.errors import MissingTable
from millbase.solver.game.material import Subspace
from millbase.solver.game.notation import parse_position
from millbase.solver.game.rules import Rules, preset

PLACING = "WW....../BBB..... w 1,0"


def test_a_search_that_is_not_allowed_is_named(tables: Path, rules: Rules) -> None:
    with tablebase.open(tables, rules) as there, pytest.raises(SearchNeeded) as caught:
        Asking(there).answer(parse_position(rules, PLACING))
    assert vars(caught.value) == {
        "subspace": Subspace(2, 3, 1, 0),
        "rules": rules,
        "roots": (tables,),
        "path": tables / "six" / "2-3+1-0.h5",
        "grade": "dtw",
    }


def test_a_search_answers_where_it_is_allowed(tables: Path, rules: Rules) -> None:
    with tablebase.open(tables, rules) as there:
        answer = Asking(there, seconds=60).answer(parse_position(rules, PLACING))
    assert answer.value.outcome == answer.moves[0].value.outcome is not None


@pytest.mark.parametrize(
    ("variant", "text"),
    [("six", "WWWW..../BBBB.... w"), ("lasker", "WW....../BBB...../........ w 1,0")],
    ids=["no stones in hand", "moves before all are placed"],
)
def test_where_a_search_cannot_help_the_table_is_missing(tables: Path, variant: str, text: str) -> None:
    with tablebase.open(tables, variant) as there, pytest.raises(MissingTable) as caught:
        Asking(there, seconds=60).answer(parse_position(preset(variant), text))
    assert type(caught.value) is MissingTable
