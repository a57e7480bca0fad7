"""Asking tables: the value of any position, or the error that says what is in the way."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from damage import alter, offset_of_chunk

import millbase.databases.tablebase as tablebase
from millbase.databases.catalogue import Catalogue
from millbase.databases.errors import BrokenTable, DirectoryError, IllegalPosition, MissingTable, WrongRules
from millbase.databases.tablebase import Tablebase
from millbase.solver.game.material import Subspace
from millbase.solver.game.notation import parse_position
from millbase.solver.game.positions import Position
from millbase.solver.game.rules import Rules, RulesError
from millbase.solver.game.values import LOST, Value
from millbase.solver.layouts import Layout
from millbase.solver.oracle import evaluate

LARGER = Subspace(4, 3)


@pytest.fixture
def asked(tables: Path, rules: Rules) -> Iterator[Tablebase]:
    with tablebase.open(tables, rules) as opened:
        yield opened


def some_positions(rules: Rules, subspace: Subspace, number: int = 100) -> list[Position]:
    entries = random.Random(0).sample(range(Layout.of(rules.board, subspace).size), number)
    layout = Layout.of(rules.board, subspace)
    return [Position.of_sides(*layout.position(entry), *subspace.hands) for entry in entries]


@pytest.mark.parametrize("subspace", [Subspace(3, 3), LARGER, Subspace(3, 4)])
def test_a_value_is_the_best_of_those_after_a_move(
    asked: Tablebase, rules: Rules, subspace: Subspace
) -> None:
    for position in some_positions(rules, subspace):
        answer = evaluate(rules, asked, position)
        if answer.moves:
            assert answer.value == answer.moves[0].value
        else:
            assert answer.value == LOST


def test_colours_do_not_matter(asked: Tablebase, rules: Rules) -> None:
    for position in some_positions(rules, LARGER):
        exchanged = Position(position.black, position.white, white_to_move=False)
        assert asked.probe(exchanged) == asked.probe(position)


def test_positions_may_be_text(asked: Tablebase, rules: Rules) -> None:
    text = "WW.W..../BB..B... w"
    assert asked.probe(text) == asked.probe(parse_position(rules, text)) == Value("win", 1)


def test_entries_and_positions_belong_together(rules: Rules) -> None:
    for subspace in (LARGER, Subspace(3, 4)):
        layout = Layout.of(rules.board, subspace)
        position = Position.of_sides(*layout.position(777), *subspace.hands)
        assert position.subspace == subspace
        assert layout.entry(position.own, position.opp) == 777


def test_positions_that_are_over_need_no_table(tmp_path: Path, rules: Rules) -> None:
    with tablebase.open(tmp_path / "none", rules) as empty:
        assert empty.probe("WW.B..../.B..B... w") == LOST  # two stones
        assert empty.probe("WBWBWB.B/........ w") == LOST  # no move


def test_a_removal_that_is_due_has_the_plies_of_the_whole_move(asked: Tablebase, rules: Rules) -> None:
    # White closes a mill on the upper side and takes one of three stones, with the same stroke.
    before = parse_position(rules, "WW.W..../BB..B.W. w")
    due = parse_position(rules, "WWW...../BB..B.W. w x1")
    closing = [
        ranked.value for ranked in evaluate(rules, asked, before).moves if ranked.move.removed
    ]
    assert asked.probe(due) == closing[0] == Value("win", 1)


def test_outcomes_have_no_plies(outcome_tables: Path, asked: Tablebase, rules: Rules) -> None:
    with tablebase.open(outcome_tables, rules) as rough:
        for position in some_positions(rules, LARGER):
            assert rough.probe(position) == Value(asked.probe(position).outcome)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("WW.W..../BB..B...", "the side to move is missing"),
        ("WW.W..../BB..X... w", "'X' is no stone"),
        ("WWWWWWWB/BB...... w", "more than the 6 it begins with"),
        ("WWW.B.../.B...... w", "a side with fewer than 3 has lost"),
        (Position(0b111, 0b111), "stand on"),
    ],
)
def test_positions_that_are_not_legal(asked: Tablebase, text: str | Position, why: str) -> None:
    with pytest.raises(IllegalPosition, match=why):
        asked.probe(text)
    assert asked.get(text) is None


def test_a_missing_table_is_named(asked: Tablebase, tables: Path) -> None:
    position = "WWWW..../BBBB.... w"
    with pytest.raises(MissingTable) as caught:
        asked.probe(position)
    path = tables / "six" / "4-4.h5"
    assert str(caught.value) == f"the table {path} is missing"
    assert vars(caught.value) == {
        "subspace": Subspace(4, 4),
        "rules": asked.rules,
        "roots": (tables,),
        "path": path,
        "grade": "dtw",
    }
    assert asked.get(position) is None
    assert asked.get(position, "unknown") == "unknown"


def test_a_broken_table_is_named_with_the_chunk(catalogue: Catalogue) -> None:
    path = catalogue.path_of(LARGER)
    alter(path, offset_of_chunk(path, 0) + 9)
    with Tablebase(catalogue) as opened:
        with pytest.raises(BrokenTable, match=r"4-3\.h5 is broken: chunk 0 of 1 cannot be read"):
            opened.probe("WW.W..../BB.WB... w")
        assert opened.get("WW.W..../BB.WB... w") is None


def test_tables_of_other_rules_are_not_asked(catalogue: Catalogue, rules: Rules) -> None:
    flying = replace(rules, flying=True)
    (catalogue.roots[0] / "six").rename(catalogue.roots[0] / "six-flying")
    with tablebase.open(catalogue.roots[0], flying) as opened, pytest.raises(WrongRules):
        opened.probe("WW.W..../BB..B... w")


def test_files_are_opened_late_and_closed_when_there_are_many(tables: Path, rules: Rules) -> None:
    with tablebase.open(tables, rules, max_open=1) as opened:
        first = opened.table(Subspace(3, 3))
        assert opened.table(Subspace(3, 3)) is first
        rows = opened.rows(Subspace(3, 3), 0)
        opened.table(LARGER)
        with pytest.raises(ValueError, match=r"3-3\.h5 is closed"):
            first.chunk(0)
        assert (opened.rows(Subspace(3, 3), 0) == rows).all()


def test_a_closed_tablebase_opens_again(asked: Tablebase) -> None:
    value = asked.probe("WW.W..../BB..B... w")
    asked.close()
    assert asked.probe("WW.W..../BB..B... w") == value


def test_open_names(tables: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MILLBASE_DB", str(tables))
    with tablebase.open(variant="six") as opened:
        assert opened.get("WW.W..../BB..B... w") == Value("win", 1)
    with pytest.raises(RulesError, match="no rule set is called 'seven'"):
        tablebase.open(tables, "seven")
    with pytest.raises(DirectoryError):
        tablebase.open(tables / "six" / "3-3.h5")


def test_many_at_once_are_the_same_as_one_by_one(asked: Tablebase, rules: Rules) -> None:
    positions = [
        position
        for subspace in (LARGER, Subspace(3, 3), Subspace(3, 4))
        for position in some_positions(rules, subspace)
    ]
    random.Random(1).shuffle(positions)
    codes = asked.probe_many([p.own for p in positions], [p.opp for p in positions])
    values = [asked.probe(position) for position in positions]
    assert codes.tolist() == [65535 if value.plies is None else value.plies for value in values]


def test_many_at_once_keep_their_shape(asked: Tablebase) -> None:
    own = np.array([[0b111, 0b1011], [0b10101, 0b11]])
    codes = asked.probe_many(own, 0b111 << 8)
    assert codes.shape == (2, 2)
    assert codes[1, 1] == 0  # two stones


def test_many_at_once_of_outcomes(outcome_tables: Path, asked: Tablebase, rules: Rules) -> None:
    positions = some_positions(rules, LARGER)
    masks = [p.own for p in positions], [p.opp for p in positions]
    with tablebase.open(outcome_tables, rules) as rough:
        codes, outcomes = asked.probe_many(*masks), rough.probe_many(*masks)
    assert outcomes.tolist() == [65535 if code == 65535 else code % 2 for code in codes.tolist()]


@pytest.mark.parametrize(
    ("own", "opponent", "why"),
    [
        (0b111, 0b11100, "position 1 is not legal: stones of both sides"),
        (0b111, 0b11000, "position 1 is not legal: .*fewer than 3"),
        (0b111, 0b111 << 20, "position 1 is not legal: a stone stands outside the board"),
        (0b1111111, 0b111 << 8, "position 1 is not legal: .*more than the 6"),
        (-1, 0b111 << 8, "position 1 is not legal: a stone stands outside the board"),
        (0.5, 0b111 << 8, "stones on the board are given as integers"),
    ],
)
def test_many_at_once_with_one_that_is_not_legal(
    asked: Tablebase, own: float, opponent: int, why: str
) -> None:
    with pytest.raises(IllegalPosition, match=why):
        asked.probe_many([0b111, own], [0b111 << 8, opponent])


def test_many_at_once_with_a_missing_table(asked: Tablebase) -> None:
    with pytest.raises(MissingTable, match=r"5-3\.h5 is missing"):
        asked.probe_many([0b11111], [0b111 << 8])


def test_a_single_probe_does_without_numba(tables: Path) -> None:
    program = (
        "import sys; from millbase.databases.tablebase import open\n"
        f"with open({str(tables)!r}, 'six') as opened: print(opened.probe('WW.W..../BB..B... w').outcome)\n"
        "assert not {'numba', 'llvmlite'} & sys.modules.keys()"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout == "win\n"
