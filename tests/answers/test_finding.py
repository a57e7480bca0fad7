"""Positions found in tables, each checked by its moves, and zugzwang by asking about every position twice."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from millbase.answers.finding import Wanted, count_zugzwangs, find
from millbase.databases.building import build
from millbase.databases.tablebase import open as open_tables
from millbase.solver.game.material import Subspace
from millbase.solver.game.positions import Position, in_mills
from millbase.solver.game.rules import Rules, preset
from millbase.solver.oracle import DistanceError, evaluate, principal_line

WANTED = [
    Wanted(),
    Wanted(plies=(3, 5)),
    Wanted(plies=(1, 9), only_move=True),
    Wanted(plies=(3, 9), only_move=True, no_removal=True),
    Wanted(plies=(3, 7), no_dual=True),
    Wanted(zugzwang=True),
]


def rank(outcome: str | None) -> int:
    return {"win": 1, "draw": 0, "loss": -1}[str(outcome)]


@pytest.mark.parametrize("asked", WANTED, ids=str)
def test_everything_found_is_as_wanted(tables: Path, rules: Rules, asked: Wanted) -> None:
    with open_tables(tables, rules) as opened:
        found = list(islice(find(opened, [Subspace(4, 3), Subspace(3, 3)], asked, seed=5), 30))
        assert found
        for answer in found:
            position = answer.position
            assert answer == evaluate(rules, opened, position)
            best = [one for one in answer.moves if one.value == answer.value]
            if asked.plies:
                assert answer.value.outcome == "win"
                assert asked.plies[0] <= (answer.value.plies or 0) <= asked.plies[1]
            assert not asked.only_move or len(best) == 1
            assert not asked.no_removal or all(not one.move.removed for one in best)
            if asked.no_dual:
                for one in principal_line(rules, opened, position, 0)[1::2]:
                    later = evaluate(rules, opened, one.position)
                    assert sum(move.value == later.value for move in later.moves) == 1
            if asked.zugzwang:
                other = opened.probe(position._replace(white_to_move=False))
                assert rank(answer.value.outcome) + rank(other.outcome) < 0


def test_a_seed_gives_the_same_positions_however_many_are_wanted(tables: Path, rules: Rules) -> None:
    with open_tables(tables, rules) as opened:

        def positions(seed: int, count: int, subspaces: list[Subspace]) -> list[Position]:
            answers = islice(find(opened, subspaces, Wanted(plies=(1, 3)), seed), count)
            return [answer.position for answer in answers]

        both = [Subspace(4, 3), Subspace(3, 4)]
        assert positions(1, 40, both)[:7] == positions(1, 7, both) == positions(1, 7, both[::-1])
        assert positions(1, 7, both) != positions(2, 7, both)
        assert len(set(positions(1, 5000, both))) == len(positions(1, 5000, both))


def test_all_that_fit_are_found(tables: Path, rules: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("millbase.answers.finding._AT_FIRST", 10)
    with open_tables(tables, rules) as opened:
        found = list(find(opened, [Subspace(3, 3)], Wanted(plies=(3, 3)), seed=0))
        assert len({answer.position for answer in found}) == len(found)
        assert len(found) == opened.table(Subspace(3, 3)).header.histogram[3]


def test_zugzwang_is_counted_as_by_asking_twice(tables: Path, rules: Rules) -> None:
    with open_tables(tables, rules) as opened:
        whole = half = 0
        for piece in opened.entries(Subspace(3, 3), once=True):
            for own, opponent in zip(piece.own.tolist(), piece.opponent.tolist(), strict=True):
                values = [opened.probe(Position(own, opponent, turn)).outcome for turn in (True, False)]
                whole += values == ["loss", "loss"]
                half += sorted(values) == ["draw", "loss"]
        assert count_zugzwangs(opened, Subspace(3, 3)) == (whole, half)
        assert whole + half > 0


def test_what_no_game_reaches_is_left_out(tmp_path: Path) -> None:
    rules = preset("six")
    build(tmp_path, rules, [Subspace(6, 3)])
    with open_tables(tmp_path, rules) as opened:
        for answer in islice(find(opened, [Subspace(6, 3)], Wanted(), seed=0), 300):
            assert not in_mills(rules.board, answer.position.black)


def test_outcomes_alone_have_no_plies_to_choose_by(outcome_tables: Path, rules: Rules) -> None:
    refused = pytest.raises(DistanceError, match="holds only outcomes")
    with open_tables(outcome_tables, rules) as opened, refused:
        next(find(opened, [Subspace(3, 3)], Wanted(plies=(3, 5)), seed=0))
