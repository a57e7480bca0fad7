"""The oracle over games small enough to be solved whole, in which every answer can be checked."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from exhaustive import Exhaustive

from millbase.solver.game.boards import SQUARE
from millbase.solver.game.notation import format_move, parse_move, parse_position
from millbase.solver.game.positions import (
    Move,
    Position,
    PositionError,
    legal_moves,
    play,
    start,
    terminal_value,
)
from millbase.solver.game.rules import Rules, preset
from millbase.solver.game.values import DRAW, LOST, Value
from millbase.solver.oracle import DistanceError, Prober, RankedMove, evaluate, principal_line

THREE = preset("three")
# No game of the rule texts, but one with removals and flying that is as small as three men's morris.
REMOVING = Rules(SQUARE, (4, 3))


@pytest.fixture(scope="module")
def three() -> Exhaustive:
    """Three men's morris, solved."""
    return Exhaustive(THREE)


@pytest.fixture(scope="module")
def removing() -> Exhaustive:
    """The game with removals, solved."""
    return Exhaustive(REMOVING)


class OutcomesOnly:
    """A prober that knows no distances, as tables of the grade wdl."""

    def __init__(self, prober: Prober) -> None:
        self.prober = prober

    def probe(self, position: Position) -> Value:
        return Value(self.prober.probe(position).outcome)


class Refusing:
    """A prober that knows nothing, and notes what it was asked."""

    def __init__(self) -> None:
        self.asked: list[Position] = []

    def probe(self, position: Position) -> Value:
        self.asked.append(position)
        raise LookupError("no table")


def sample(solved: Exhaustive, count: int) -> list[Position]:
    """Some of the positions that can arise."""
    return random.Random(count).sample(list(solved.values), count)


def removals_due(rules: Rules, solved: Exhaustive) -> Iterator[tuple[Position, Position, Move]]:
    """The position before a mill is closed, the one with the removal due, and the move between them."""
    for position in sample(solved, 2000):
        removing = [move for move in legal_moves(rules, position) if move.removed]
        for closing in dict.fromkeys(Move(move.source, move.target) for move in removing):
            between = position.after(closing)
            due = between._replace(white_to_move=position.white_to_move, removal_due=True)
            yield position, due, closing


def test_white_wins_three_mens_morris_from_the_centre(three: Exhaustive) -> None:
    answer = evaluate(THREE, three, start(THREE))
    assert answer.value == Value("win", 9)
    by_move = {format_move(SQUARE, ranked.move): ranked.value for ranked in answer.moves}
    assert by_move["b2"] == Value("win", 9)
    assert {by_move[corner] for corner in ("a3", "c3", "c1", "a1")} == {DRAW}
    assert {by_move[edge].outcome for edge in ("b3", "c2", "b1", "a2")} == {"loss"}
    assert [ranked.value.outcome for ranked in answer.moves] == ["win"] + 4 * ["draw"] + 4 * ["loss"]


@pytest.mark.parametrize(
    ("changes", "value"),
    [({"flying": True}, DRAW), ({"men": (4, 4)}, Value("win", 11))],
    ids=["flying", "four men"],
)
def test_published_values_of_its_variations(changes: dict[str, Any], value: Value) -> None:
    rules = replace(THREE, **changes)
    assert evaluate(rules, Exhaustive(rules), start(rules)).value == value


@pytest.mark.parametrize("name", ["three", "removing"])
def test_moves_come_best_first_and_the_best_is_worth_the_position(
    name: str, request: pytest.FixtureRequest
) -> None:
    rules, solved = {"three": THREE, "removing": REMOVING}[name], request.getfixturevalue(name)
    for position in sample(solved, 1500):
        answer = evaluate(rules, solved, position)
        assert answer.position == position
        assert answer.value == solved.probe(position)
        if terminal_value(rules, position) is not None:
            assert answer.moves == []
            continue
        assert answer.moves[0].value == answer.value
        assert_best_first(answer.moves, legal_moves(rules, position))
        for move, after, value, _ in answer.moves:
            assert after == play(rules, position, move)
            assert value == swapped(solved.probe(after))


def swapped(value: Value) -> Value:
    """A value one ply earlier, for the other side."""
    if value.outcome == "draw":
        return DRAW
    assert value.plies is not None
    return Value("loss" if value.outcome == "win" else "win", value.plies + 1)


def assert_best_first(ranked: list[RankedMove], legal: list[Move]) -> None:
    """Quick wins, slow wins, draws, slow losses, quick losses; equals in the order of the legal moves."""
    by_outcome = {
        outcome: [entry for entry in ranked if entry.value.outcome == outcome]
        for outcome in ("win", "draw", "loss")
    }
    assert ranked == by_outcome["win"] + by_outcome["draw"] + by_outcome["loss"]
    wins = [entry.value.plies for entry in by_outcome["win"]]
    losses = [entry.value.plies for entry in by_outcome["loss"]]
    assert wins == sorted(wins, key=lambda plies: plies or 0)
    assert losses == sorted(losses, key=lambda plies: -(plies or 0))
    assert len(ranked) == len(legal)
    for entry, following in pairwise(ranked):
        if entry.value == following.value:
            assert legal.index(entry.move) < legal.index(following.move)


def test_a_lost_position_has_a_value_and_no_moves(three: Exhaustive) -> None:
    answer = evaluate(THREE, three, parse_position(THREE, "WWWBB.../. b 0,1"))
    assert (answer.value, answer.moves) == (LOST, [])


def test_a_removal_that_is_due_has_the_plies_of_the_move_it_completes(removing: Exhaustive) -> None:
    seen = 0
    for position, due, closing in removals_due(REMOVING, removing):
        whole = evaluate(REMOVING, removing, position).moves
        completing = [ranked for ranked in whole if ranked.move[:2] == closing[:2]]
        answer = evaluate(REMOVING, removing, due)
        assert answer.value == completing[0].value
        assert [(ranked.move.removed, ranked.position, ranked.value) for ranked in answer.moves] == [
            (ranked.move.removed, ranked.position, ranked.value) for ranked in completing
        ]
        seen += 1
    assert seen > 100


def test_a_removal_that_leaves_two_stones_wins_in_one(removing: Exhaustive) -> None:
    answer = evaluate(REMOVING, removing, parse_position(REMOVING, "WWWB.B../B w x1"))
    assert answer.value == Value("win", 1)
    assert {ranked.value for ranked in answer.moves} == {Value("win", 1)}
    assert all(terminal_value(REMOVING, ranked.position) == LOST for ranked in answer.moves)


def test_the_line_of_a_won_position_goes_to_the_end(three: Exhaustive) -> None:
    line = principal_line(THREE, three, start(THREE), plies=3)
    assert format_move(SQUARE, line[0].move) == "b2"
    assert [ranked.value.plies for ranked in line] == [9, 8, 7, 6, 5, 4, 3, 2, 1]
    assert [ranked.value.outcome for ranked in line] == ["win", "loss"] * 4 + ["win"]
    assert terminal_value(THREE, line[-1].position) == LOST
    position = start(THREE)
    for ranked in line:
        position = play(THREE, position, ranked.move)
        assert position == ranked.position


def test_the_line_goes_on_after_a_removal_that_is_due(removing: Exhaustive) -> None:
    due = next(
        due
        for _, due, _ in removals_due(REMOVING, removing)
        if evaluate(REMOVING, removing, due).value.plies == 5
    )
    line = principal_line(REMOVING, removing, due, plies=0)
    assert line[0].move.target is None
    assert [ranked.value.plies for ranked in line] == [5, 4, 3, 2, 1]


def test_the_line_of_a_drawn_position_stops_after_the_plies_asked_for(three: Exhaustive) -> None:
    drawn = play(THREE, start(THREE), parse_move(SQUARE, "a1"))
    for plies in range(6):
        line = principal_line(THREE, three, drawn, plies)
        assert [ranked.value for ranked in line] == plies * [DRAW]


def test_the_line_of_a_drawn_position_stops_at_a_repetition(three: Exhaustive) -> None:
    drawn = play(THREE, start(THREE), parse_move(SQUARE, "a1"))
    line = principal_line(THREE, three, drawn, plies=10_000)
    positions = [drawn, *(ranked.position for ranked in line)]
    assert positions[-1] in positions[:-1]
    assert len(set(positions)) == len(positions) - 1


def test_a_position_that_is_over_has_an_empty_line(three: Exhaustive) -> None:
    assert principal_line(THREE, three, parse_position(THREE, "WWWBB.../. b 0,1"), plies=5) == []


def test_outcomes_alone_rank_moves_but_give_no_line_of_a_decided_position(three: Exhaustive) -> None:
    outcomes = OutcomesOnly(three)
    answer = evaluate(THREE, outcomes, start(THREE))
    assert answer.value == Value("win", None)
    assert [ranked.value for ranked in answer.moves] == [
        Value("win"), *4 * [DRAW], *4 * [Value("loss")]
    ]  # fmt: skip
    with pytest.raises(DistanceError, match="a position that is a win needs the distance to the end"):
        principal_line(THREE, outcomes, start(THREE), plies=5)
    drawn = play(THREE, start(THREE), parse_move(SQUARE, "a1"))
    assert len(principal_line(THREE, outcomes, drawn, plies=5)) == 5


def test_an_illegal_position_is_refused_before_anything_is_probed() -> None:
    prober = Refusing()
    with pytest.raises(PositionError, match="already has a mill"):
        evaluate(THREE, prober, parse_position(THREE, "WWWBB.../. b 0,1")._replace(white_to_move=True))
    assert prober.asked == []


def test_where_nothing_is_known_the_error_is_about_the_position_asked_for() -> None:
    prober = Refusing()
    with pytest.raises(LookupError, match="no table"):
        principal_line(THREE, prober, start(THREE), plies=5)
    assert prober.asked == [start(THREE)]
