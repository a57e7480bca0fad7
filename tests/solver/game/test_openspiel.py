"""Nine Men's Morris as OpenSpiel plays it: an implementation by others, move by move.

Differences of form, not of rules: there a removal is a ply of its own, and a game is called off after
200 turns, which says nothing about the position.
"""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from millbase.solver.game.positions import Move, Position, legal_moves, start, terminal_value
from millbase.solver.game.rules import preset
from millbase.solver.game.values import LOST

pyspiel = pytest.importorskip("pyspiel")  # which has no version for Python 3.10 that is right

NINE = preset("nine")
GAME = pyspiel.load_game("nine_mens_morris")
POINTS = NINE.board.points
CALLED_OFF = 200

# OpenSpiel numbers the points as one reads its drawing: row by row, from the left.
READING_ORDER = sorted((-y, x, point) for point, (x, y) in enumerate(NINE.board.coordinates))
OURS = [point for _, _, point in READING_ORDER]
THEIRS = {ours: theirs for theirs, ours in enumerate(OURS)}

State = Any  # pyspiel has no type stubs


def read(state: State) -> tuple[Position, int]:
    """The position that a state prints, and its turn number."""
    drawing, _, words = str(state).partition("\n\n")
    stones = re.findall(r"[.WB]", drawing)
    white, black = (sum(1 << OURS[k] for k, stone in enumerate(stones) if stone == side) for side in "WB")
    facts = re.search(r"player: ([WB])\nTurn number: (\d+)\nMen to deploy: (\d+) (\d+)", words)
    assert facts is not None
    hands = (int(facts[3]), int(facts[4]))
    return Position(white, black, facts[1] == "W", hands, "Capture time" in words), int(facts[2])


def action_of(move: Move) -> int:
    """The first action of a move in OpenSpiel; with a mill the removal is a second one."""
    if move.target is None:
        (removed,) = move.removed
        return THEIRS[removed]
    if move.source is None:
        return THEIRS[move.target]
    return POINTS + POINTS * THEIRS[move.source] + THEIRS[move.target]


def make(state: State, move: Move) -> None:
    """Play a whole move in OpenSpiel."""
    state.apply_action(action_of(move))
    if move.target is not None:
        for point in move.removed:
            state.apply_action(THEIRS[point])


def perft(position: Position, depth: int) -> int:
    """Move sequences of a length, from the rules here."""
    legal = legal_moves(NINE, position)
    if depth == 1:
        return len(legal)
    return sum(perft(position.after(move), depth - 1) for move in legal)


def their_perft(state: State, depth: int) -> int:
    """Move sequences of a length in OpenSpiel, a mill and its removal counted as one."""
    if depth == 0:
        return 1
    count = 0
    for action in state.legal_actions():
        child = state.child(action)
        same_turn = not child.is_terminal() and child.current_player() == state.current_player()
        count += their_perft(child, depth if same_turn else depth - 1)
    return count


def test_points_are_numbered_as_one_reads_the_drawing() -> None:
    places = []
    for action in range(POINTS):
        state = GAME.new_initial_state()
        state.apply_action(action)
        assert read(state)[0] == Position(1 << OURS[action], 0, False, (8, 9))
        drawing = str(state)
        row, column = drawing[: drawing.index("W")].count("\n"), drawing.index("W")
        places.append((row, column))
    assert places == sorted(places)


@pytest.mark.parametrize("first_seed", range(0, 2000, 500))
def test_random_games(first_seed: int) -> None:
    endings = 0
    for seed in range(first_seed, first_seed + 500):
        endings += play_random_game(random.Random(seed))
    assert endings > 100  # games that were not called off


def play_random_game(chance: random.Random) -> bool:
    """Compare moves, turn and result in a whole game; whether it came to an end."""
    state, position = GAME.new_initial_state(), start(NINE)
    for turn in range(CALLED_OFF):
        assert read(state) == (position, turn)
        legal = legal_moves(NINE, position)
        assert sorted({action_of(move) for move in legal}) == state.legal_actions()
        over = terminal_value(NINE, position)
        assert state.is_terminal() == (over is not None)
        if over is not None:
            assert over == LOST
            assert state.returns() == ([-1, 1] if position.white_to_move else [1, -1])
            return True
        assert state.current_player() == (0 if position.white_to_move else 1)
        move = chance.choice(legal)
        if not move.removed:
            make(state, move)
        else:
            state.apply_action(action_of(move))
            compare_removals(state, legal, move)
            state.apply_action(THEIRS[move.removed[0]])
        position = position.after(move)
    return False


def compare_removals(state: State, legal: list[Move], chosen: Move) -> None:
    """With the mill of ``chosen`` closed: the removals, as part of the move and as those that are due."""
    alike = [move.removed for move in legal if move[:2] == chosen[:2]]
    between, _ = read(state)
    assert between.removal_due
    assert [move.removed for move in legal_moves(NINE, between)] == alike
    assert sorted(THEIRS[point] for (point,) in alike) == state.legal_actions()


def test_perft_from_the_empty_board() -> None:
    counts = [perft(start(NINE), depth) for depth in (1, 2, 3, 4)]
    assert counts == [24, 24 * 23, 24 * 23 * 22, 24 * 23 * 22 * 21]
    assert their_perft(GAME.new_initial_state(), 3) == counts[2]


@pytest.mark.parametrize(("plies", "depth"), [(6, 3), (12, 4), (18, 4), (30, 4), (60, 3), (90, 3)])
def test_perft_from_positions_of_random_games(plies: int, depth: int) -> None:
    compared = 0
    for seed in range(100):
        chance = random.Random(seed)
        state, position = GAME.new_initial_state(), start(NINE)
        for _ in range(plies):
            legal = legal_moves(NINE, position)
            if not legal:
                break
            move = chance.choice(legal)
            make(state, move)
            position = position.after(move)
        else:
            assert perft(position, depth) == their_perft(state, depth)
            compared += 1
            if compared == 3:
                return
    pytest.fail(f"too few games last {plies} plies")
