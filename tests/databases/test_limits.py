"""Tables under a limit of moves: what they say with a counter, how they are built, exported and checked."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
import rulebook
from damage import contents

from millbase.databases import tablebase
from millbase.databases.building import build
from millbase.databases.catalogue import Catalogue
from millbase.databases.checking import verify_checksums, verify_values
from millbase.databases.errors import LowerGrade, UnknownGrade
from millbase.databases.exporting import export
from millbase.solver.checking.reading import counts_of
from millbase.solver.checking.verifying import verify_table
from millbase.solver.game.boards import Board
from millbase.solver.game.match import DrawRules, Game
from millbase.solver.game.material import Subspace
from millbase.solver.game.positions import Position, legal_moves, start
from millbase.solver.game.rules import Rules, preset
from millbase.solver.game.values import Outcome, Value
from millbase.solver.oracle import choose, principal_line
from millbase.solver.subspaces import game_subspaces

THREE = preset("three")
SWAPPED: dict[Outcome, Outcome] = {"win": "loss", "draw": "draw", "loss": "win"}
BEST_FIRST: tuple[Outcome, ...] = ("win", "draw", "loss")


@pytest.fixture(scope="module")
def limited() -> Rules:
    return replace(preset("six"), limit=4)


@pytest.fixture(scope="module")
def limited_tables(tmp_path_factory: pytest.TempPathFactory, limited: Rules) -> Path:
    root = tmp_path_factory.mktemp("limited")
    build(root, limited, [Subspace(4, 4)], threads=2)
    return root


def searched(rules: Rules, limit: int) -> dict[tuple[Position, int], Outcome]:
    """The outcome of every position of a game with every counter that it can have there.

    Plain Python, from the rules alone: moves are those of the rule book, and the counter is counted here. No
    line of play comes back to where it was, as the counter rises until a stone is placed or taken.
    """

    @cache
    def worth(position: Position, counter: int) -> Outcome:
        over = rulebook.outcome(rules, position)
        if over is not None:
            return over.outcome
        if counter == limit + limit:
            return "draw"
        found = set()
        for move in rulebook.moves(rules, position):
            after = made(rules.board, position, *move)
            found.add(SWAPPED[worth(after, _counter_after(counter, *move))])
        return next(outcome for outcome in BEST_FIRST if outcome in found)

    outcomes: dict[tuple[Position, int], Outcome] = {}
    waiting = [(Position(0, 0, True, rules.men), 0)]
    while waiting:
        position, counter = waiting.pop()
        if (position, counter) in outcomes:
            continue
        outcomes[position, counter] = worth(position, counter)
        if rulebook.outcome(rules, position) is None and counter < limit + limit:
            waiting += [
                (
                    made(rules.board, position, source, target, taken),
                    0 if source is None or taken else counter + 1,
                )
                for source, target, taken in rulebook.moves(rules, position)
            ]
    return outcomes


def _counter_after(counter: int, source: str | None, _target: str | None, taken: frozenset[str]) -> int:
    return 0 if source is None or taken else counter + 1


def made(
    board: Board, position: Position, source: str | None, target: str | None, taken: frozenset[str]
) -> Position:
    """The position after a move in names."""
    assert target is not None
    own, opp, hand = position.own | 1 << board.names.index(target), position.opp, position.own_hand
    if source is None:
        hand -= 1
    else:
        own -= 1 << board.names.index(source)
    opp -= sum(1 << board.names.index(name) for name in taken)
    return Position.of_sides(opp, own, position.opp_hand, hand, not position.white_to_move)


@pytest.mark.parametrize(("flying", "limit"), [(False, 1), (False, 2), (False, 3), (False, 5), (True, 2)])
def test_the_whole_of_three_with_every_counter(tmp_path: Path, flying: bool, limit: int) -> None:
    rules = replace(THREE, flying=flying)
    under_limit = replace(rules, limit=limit)
    build(tmp_path, under_limit, game_subspaces(under_limit))
    outcomes = searched(rules, limit)
    assert len({counter for _, counter in outcomes}) == 2 * limit + 1
    with tablebase.open(tmp_path, under_limit) as tables:
        for (position, counter), outcome in outcomes.items():
            assert tables.probe(position._replace(counter=counter)).outcome == outcome


def random_positions(rules: Rules, number: int) -> list[Position]:
    """Positions four against four or three, with a counter."""
    chance, found = random.Random(12), list[Position]()
    while len(found) < number:
        own, opp = chance.choice([(4, 4), (4, 3), (3, 4)])
        points = chance.sample(range(rules.board.points), own + opp)
        white, black = (sum(1 << point for point in some) for some in (points[:own], points[own:]))
        assert rules.limit is not None
        counter = chance.randrange(2 * rules.limit)
        position = Position(white, black, chance.random() < 0.5, counter=counter)
        game = Game(rules, position)
        if game.ending is None:
            found.append(position)
    return found


def test_the_winner_wins_in_time_whatever_is_tried(limited: Rules, limited_tables: Path) -> None:
    chance, won = random.Random(1), 0
    with tablebase.open(limited_tables, limited) as tables:
        for position in random_positions(limited, 600):
            value = tables.probe(position)
            if value.outcome == "draw":
                continue
            game = Game(limited, position, DrawRules(repetition=False))
            winner = position.white_to_move == (value.outcome == "win")
            while game.ending is None:
                if game.position.white_to_move == winner or chance.random() < 0.5:
                    move = choose(limited, tables, game.position).move
                else:
                    move = chance.choice(legal_moves(limited, game.position))
                game.play(move)
            assert game.ending.result == ("1-0" if winner else "0-1")
            won += 1
    assert won > 50


def test_the_defender_lets_the_counter_run_out(limited: Rules, limited_tables: Path) -> None:
    chance, saved = random.Random(2), 0
    with tablebase.open(limited_tables, limited) as tables:
        for position in random_positions(limited, 300):
            if tables.probe(position) != Value("draw"):
                continue
            game = Game(limited, position, DrawRules(repetition=False))
            while game.ending is None:
                if game.position.white_to_move == position.white_to_move:
                    move = choose(limited, tables, game.position).move
                else:
                    move = chance.choice(legal_moves(limited, game.position))
                game.play(move)
            assert game.ending.result in ("1/2-1/2", "1-0" if position.white_to_move else "0-1")
            saved += game.ending.reason == "4 moves of each side without a placement or a removal"
    assert saved > 50


def test_values_say_how_far_the_next_conversion_is(limited: Rules, limited_tables: Path) -> None:
    with tablebase.open(limited_tables, limited) as tables:
        for position in random_positions(limited, 300):
            value = tables.probe(position)
            line = principal_line(limited, tables, position, 20)
            assert value.plies is None
            if value.outcome == "draw":
                assert value.conversion is None
                continue
            quiet = next(n for n, ranked in enumerate(line) if ranked.move.converts or n == len(line) - 1)
            assert value.conversion == quiet + 1


def test_what_threads_and_interruptions_do_not_change(
    limited: Rules, limited_tables: Path, tmp_path: Path
) -> None:
    build(tmp_path, limited, [Subspace(4, 3)], threads=1)
    build(tmp_path, limited, [Subspace(4, 4)], threads=1)
    assert contents(tmp_path) == contents(limited_tables)


def test_outcomes_are_exported_as_they_are_built(
    limited: Rules, limited_tables: Path, tmp_path: Path
) -> None:
    export(limited_tables, tmp_path / "exported", limited, grade="wdl")
    build(tmp_path / "built", limited, [Subspace(4, 4)], grade="wdl")
    assert contents(tmp_path / "exported") == contents(tmp_path / "built")
    with (
        tablebase.open(limited_tables, limited) as distances,
        tablebase.open(tmp_path / "exported", limited) as outcomes,
    ):
        for position in random_positions(limited, 100):
            there = distances.probe(position._replace(counter=0))
            assert outcomes.probe(position._replace(counter=0)) == Value(there.outcome)
            if there.outcome != "draw":
                with pytest.raises(LowerGrade):
                    outcomes.probe(position._replace(counter=1))


def test_tables_lie_in_a_directory_of_the_limit(limited: Rules, limited_tables: Path) -> None:
    catalogue = Catalogue(limited_tables, limited)
    assert catalogue.path_of(Subspace(3, 3)) == limited_tables / "six-limit-4" / "3-3.h5"
    assert len(catalogue.tables()) == 4


def test_plies_to_the_end_are_no_grade_under_a_limit(limited: Rules, tmp_path: Path) -> None:
    with pytest.raises(UnknownGrade, match="there is no grade 'dtw'; choose dtc or wdl"):
        build(tmp_path, limited, [Subspace(3, 3)], grade="dtw")


def test_verification(limited: Rules, limited_tables: Path) -> None:
    report = verify_values(limited_tables, limited)
    assert report.passed
    assert len(report.tables) == 4
    assert verify_checksums(limited_tables, limited).passed


def test_tables_of_another_limit_do_not_pass(limited: Rules, limited_tables: Path) -> None:
    """The same bytes under a longer limit have positions that are won after all."""
    longer = replace(limited, limit=5)
    loaded = {}
    catalogue = Catalogue(limited_tables, limited)
    for subspace in catalogue.tables():
        with catalogue.open(subspace) as table:
            loaded[subspace] = table.read_all()
    for subspace in loaded:
        right, wrong = (
            verify_table(rules, subspace, loaded.__getitem__, counts=counts_of(rules, conversions=True))
            for rules in (limited, longer)
        )
        assert right.passed
        assert not wrong.passed or subspace == Subspace(3, 3)


def test_a_start_is_counted() -> None:
    assert start(replace(THREE, limit=3)).counter == 0
    assert start(THREE).counter is None
