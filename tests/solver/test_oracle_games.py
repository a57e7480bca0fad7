"""Games of the oracle against players of all kinds: it gets what it announced, in the plies it announced."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import islice

import pytest
from solved import Solved

from millbase.solver.game.boards import mask_of
from millbase.solver.game.match import DrawRules, Game
from millbase.solver.game.material import Subspace
from millbase.solver.game.positions import (
    Move,
    Position,
    PositionError,
    check_position,
    legal_moves,
    terminal_value,
)
from millbase.solver.game.rules import Rules, preset
from millbase.solver.game.values import Assessment, Outcome
from millbase.solver.oracle import Prober, choose
from millbase.solver.subspaces import game_subspaces

SIX = replace(preset("six"), men=(4, 4))  # placing and stepping
NINE = preset("nine")  # flying, three stones against three and four
SETTINGS = {
    "six, four men": (SIX, game_subspaces(SIX)),
    "six, four men, flying": (replace(SIX, flying=True), game_subspaces(SIX)),
    "nine, 3-3": (NINE, [Subspace(3, 3)]),
}
GAMES = 20  # from positions of each value
LONG = 60  # plies after which a drawn game is called off
BETTER: dict[Outcome, int] = {"loss": 0, "draw": 1, "win": 2}

Setting = tuple[Rules, list[Subspace], Solved]
Reply = Callable[[Position], Move]


@pytest.fixture(scope="module", params=SETTINGS)
def setting(request: pytest.FixtureRequest) -> Setting:
    """Rules, subspaces to begin in, and the values of all that they lead to."""
    rules, wanted = SETTINGS[request.param]
    return rules, wanted, Solved(rules, wanted)


def beginnings(setting: Setting, outcome: Outcome, chance: random.Random) -> Iterator[Position]:
    """Random positions that go on and have a value, White or Black to move."""
    rules, wanted, solved = setting
    while True:
        own, opp, own_hand, opp_hand = chance.choice(wanted)
        points = chance.sample(range(rules.board.points), own + opp)
        sides = mask_of(points[:own]), mask_of(points[own:])
        position = Position.of_sides(*sides, own_hand, opp_hand, chance.random() < 0.5)
        with suppress(PositionError):
            check_position(rules, position)
            if terminal_value(rules, position) is None and solved.probe(position).outcome == outcome:
                yield position


def play_out(
    rules: Rules, solved: Prober, beginning: Position, reply: Reply
) -> tuple[Game, list[Assessment]]:
    """A game of the oracle, which has the first move; and what it thought it worth each time it moved."""
    game = Game(rules, beginning, DrawRules(repetition=solved.probe(beginning).outcome == "draw"))
    thought: list[Assessment] = []
    while game.ending is None and len(game.moves) < LONG:
        if game.position.white_to_move == beginning.white_to_move:
            best = choose(rules, solved, game.position)
            thought.append(best.value)
            game.play(best.move)
        else:
            game.play(reply(game.position))
    return game, thought


def assert_as_announced(game: Game, announced: Assessment, thought: list[Assessment]) -> None:
    assert thought[0] == announced
    assert announced.outcome is not None
    for move, value in enumerate(thought):
        assert value.outcome is not None
        assert BETTER[value.outcome] >= BETTER[announced.outcome]
        if value.outcome == announced.outcome and announced.plies is not None:
            assert value.plies is not None
            left = announced.plies - 2 * move
            assert value.plies <= left if announced.outcome == "win" else value.plies >= left
    won = "1-0" if game.positions[0].white_to_move else "0-1"
    if announced.outcome == "win":
        assert game.ending is not None
        assert game.ending.result == won
        assert len(game.moves) <= (announced.plies or 0)
    elif announced.outcome == "draw":
        assert game.ending is None or game.ending.result in ("1/2-1/2", won)
    elif game.ending is not None and game.ending.result not in ("1/2-1/2", won):
        assert len(game.moves) >= (announced.plies or 0)


@pytest.mark.parametrize("outcome", ["win", "draw", "loss"])
def test_against_a_random_player(setting: Setting, outcome: Outcome) -> None:
    rules, _, solved = setting
    chance = random.Random(f"random {outcome}")
    for beginning in islice(beginnings(setting, outcome, chance), GAMES):
        game, thought = play_out(rules, solved, beginning, lambda now: chance.choice(legal_moves(rules, now)))
        assert_as_announced(game, solved.probe(beginning), thought)


@pytest.mark.parametrize("outcome", ["win", "draw", "loss"])
def test_against_itself(setting: Setting, outcome: Outcome) -> None:
    rules, _, solved = setting
    for beginning in islice(beginnings(setting, outcome, random.Random(f"itself {outcome}")), GAMES // 4):
        game, thought = play_out(rules, solved, beginning, lambda now: choose(rules, solved, now).move)
        announced = solved.probe(beginning)
        assert_as_announced(game, announced, thought)
        if announced.plies is not None:
            assert len(game.moves) == announced.plies
        else:
            assert {value.outcome for value in thought} == {"draw"}
