"""Which of the moves that keep a draw the oracle prefers, and what it plays."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise

import pytest
from exhaustive import Exhaustive

from millbase.solver.game.boards import SQUARE
from millbase.solver.game.notation import parse_move, parse_position
from millbase.solver.game.positions import Position, legal_moves, play, start
from millbase.solver.game.rules import Rules, preset
from millbase.solver.game.values import DRAW, Value
from millbase.solver.oracle import (
    DistanceError,
    Prober,
    RankedMove,
    choose,
    evaluate,
    hardest_first,
    principal_line,
)

THREE = preset("three")
FLYING = replace(THREE, flying=True)  # a draw from the start, where many moves lose
REMOVING = Rules(SQUARE, (4, 3))  # no game of the rule texts, but with removals, and as small


class OutcomesOnly:
    """A prober that knows no distances."""

    def __init__(self, prober: Prober) -> None:
        self.prober = prober

    def probe(self, position: Position) -> Value:
        return Value(self.prober.probe(position).outcome)


@pytest.fixture(scope="module", params=[FLYING, REMOVING], ids=["flying", "removing"])
def game(request: pytest.FixtureRequest) -> tuple[Rules, Exhaustive]:
    """A game with many draws, solved."""
    return request.param, Exhaustive(request.param)


def drawn_positions(solved: Exhaustive, count: int) -> list[Position]:
    drawn = [position for position, value in solved.values.items() if value.outcome == "draw"]
    return random.Random(0).sample(drawn, count)


def mistakes(rules: Rules, solved: Exhaustive, ranked: RankedMove) -> tuple[int, int]:
    """How many replies to a move lose, of how many."""
    after = ranked.position
    replies = [after.after(reply) for reply in legal_moves(rules, after)]
    return sum(solved.probe(reply).outcome == "win" for reply in replies), len(replies)


def test_draws_are_sorted_by_the_share_of_replies_that_lose(game: tuple[Rules, Exhaustive]) -> None:
    rules, solved = game
    differing = 0
    for position in drawn_positions(solved, 400):
        answer = evaluate(rules, solved, position)
        ranked = hardest_first(rules, solved, answer)
        assert len(ranked.moves) == len(answer.moves)
        assert all(one in ranked.moves for one in answer.moves)
        draws = [one for one in ranked.moves if one.value.outcome == "draw"]
        assert ranked.moves[len(draws) :] == answer.moves[len(draws) :]
        order = [one.move for one in answer.moves]
        for one, other in pairwise(draws):
            (lost, replies), (other_lost, other_replies) = (
                mistakes(rules, solved, each) for each in (one, other)
            )
            assert lost * other_replies >= other_lost * replies
            if lost * other_replies == other_lost * replies:
                assert replies - lost <= other_replies - other_lost
                if replies == other_replies:
                    assert order.index(one.move) < order.index(other.move)
        differing += ranked != answer
    assert differing > 20


def test_a_move_that_ends_the_game_comes_last() -> None:
    class AllDrawn:
        def probe(self, position: Position) -> Value:
            return DRAW

    rules = Rules(SQUARE, (5, 4), flying=False, mixed=True)
    position = parse_position(rules, "WBWWBWB./B w 1,0")  # a stone may fill the board, or another step
    answer = evaluate(rules, AllDrawn(), position)
    ranked = hardest_first(rules, AllDrawn(), answer)
    assert answer.moves[0].move == ranked.moves[-1].move == parse_move(SQUARE, "a2")
    assert legal_moves(rules, answer.moves[0].position) == []


def test_decided_positions_are_left_as_they_are(game: tuple[Rules, Exhaustive]) -> None:
    rules, solved = game
    decided = [position for position, value in solved.values.items() if value.outcome != "draw"]
    for position in random.Random(0).sample(decided, 200):
        answer = evaluate(rules, solved, position)
        assert hardest_first(rules, solved, answer) is answer


def test_the_line_of_a_draw_takes_the_hardest_moves() -> None:
    solved = Exhaustive(FLYING)
    line = principal_line(FLYING, solved, start(FLYING), plies=6)
    position = start(FLYING)
    for ranked in line:
        assert ranked == choose(FLYING, solved, position)
        position = ranked.position
    assert len(line) == 6


def test_the_best_move_is_chosen() -> None:
    solved = Exhaustive(THREE)
    assert choose(THREE, solved, start(THREE)).move == parse_move(SQUARE, "b2")
    lost = play(THREE, start(THREE), parse_move(SQUARE, "b2"))
    assert choose(THREE, solved, lost).value == Value("loss", 8)


def test_outcomes_alone_do_not_win_a_won_position() -> None:
    outcomes = OutcomesOnly(Exhaustive(THREE))
    with pytest.raises(DistanceError, match="from a won position the distance to the end is needed"):
        choose(THREE, outcomes, start(THREE))
    drawn = play(THREE, start(THREE), parse_move(SQUARE, "a1"))
    assert choose(THREE, outcomes, drawn).value.outcome == "draw"
    lost = parse_position(THREE, "......../W b 2,3")
    assert choose(THREE, outcomes, lost).value == Value("loss")
