"""The player for OpenSpiel against OpenSpiel's own random one, and values against its rules."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import millbase
from millbase.databases.building import build
from millbase.solver.game.material import Subspace

pyspiel = pytest.importorskip("pyspiel")  # which has no version for Python 3.10 that is right
from millbase.openspiel import (  # noqa: E402 - it needs that
    Bot,
    Evaluator,
    actions_of,
    position_of,
    state_after,
    values_of,
)

GAME = pyspiel.load_game("nine_mens_morris")
CALLED_OFF = 200  # turns
State = Any


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[millbase.Tablebase]:
    directory: Path = tmp_path_factory.mktemp("nine")
    build(directory, millbase.preset("nine"), [Subspace(4, 3)])
    with millbase.open(directory) as opened:
        yield opened


def known_states(count: int) -> Iterator[State]:
    """States that random play comes to, with at most seven stones and turns enough to win."""
    for seed in range(10_000):
        chance = random.Random(seed)
        state = GAME.new_initial_state()
        while not state.is_terminal():
            position = position_of(state)
            if not any(position.hands) and (position.white | position.black).bit_count() <= 7:
                break
            state.apply_action(chance.choice(state.legal_actions()))
        if not state.is_terminal() and state.move_number() < CALLED_OFF - 60:
            yield state
            count -= 1
        if count == 0:
            return
    pytest.fail("too few games come to positions with seven stones")


def test_won_states_are_won_in_time_and_drawn_ones_never_lost(tables: millbase.Tablebase) -> None:
    outcomes = {"win": 0, "draw": 0, "loss": 0}
    for seed, beginning in enumerate(known_states(60)):
        value = tables.probe(position_of(beginning))
        outcomes[value.outcome] += 1
        bot, mover = Bot(tables), beginning.current_player()
        other = pyspiel.make_uniform_random_bot(1 - mover, seed)
        state, turns = beginning.clone(), 0
        while not state.is_terminal():
            player = state.current_player()
            state.apply_action((bot if player == mover else other).step(state))
            turns += state.is_terminal() or state.current_player() != player
        if value.outcome == "win":
            assert state.returns()[mover] == 1
            assert turns <= (value.plies or 0)
        if value.outcome == "draw":
            assert state.returns()[mover] >= 0
    assert min(outcomes["win"], outcomes["draw"]) > 0


def test_actions_values_and_priors_are_those_of_the_rules(tables: millbase.Tablebase) -> None:
    evaluator = Evaluator(tables)
    for state in known_states(20):
        values = values_of(tables, state)
        assert sorted(values) == state.legal_actions()
        own = evaluator.evaluate(state)[state.current_player()]
        assert own == max(values.values())
        assert evaluator.evaluate(state).sum() == 0
        prior = dict(evaluator.prior(state))
        assert sum(prior.values()) == pytest.approx(1)
        assert {action for action, share in prior.items() if share} == {
            action for action, value in values.items() if value == own
        }
        for action, value in values.items():
            after = state.child(action)
            if after.is_terminal():
                assert list(evaluator.evaluate(after)) == after.returns()
            assert evaluator.evaluate(after)[state.current_player()] == value
    assert isinstance(evaluator.evaluate(state), np.ndarray)


def test_a_game_as_states_and_back() -> None:
    nine = millbase.preset("nine")
    position, moves = millbase.start(nine), []
    chance = random.Random(4)
    for _ in range(60):
        legal = millbase.legal_moves(nine, position)
        if not legal:
            break
        moves.append(chance.choice(legal))
        position = position.after(moves[-1])
        assert position_of(state_after(moves)) == position
    assert any(len(actions_of(move)) == 2 for move in moves)
    with pytest.raises(millbase.PositionError):
        state_after([moves[0], moves[0]])
    with pytest.raises(millbase.PositionError, match="none of OpenSpiel's nine_mens_morris"):
        position_of(pyspiel.load_game("tic_tac_toe").new_initial_state())
