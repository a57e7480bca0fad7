"""Nine Men's Morris as OpenSpiel plays it, told by tables: positions of its states, a perfect player, values.

OpenSpiel's game ``nine_mens_morris`` has the rules of ``nine`` in another form: a removal is an action of its
own, and a game of 200 turns is called off, which no table knows. Needs the extra ``openspiel``::

    import millbase, pyspiel
    from millbase.openspiel import Bot

    state = pyspiel.load_game("nine_mens_morris").new_initial_state()
    bot = Bot(millbase.open("tables"))
    state.apply_action(bot.step(state))
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt
import pyspiel

from millbase.databases.tablebase import Tablebase
from millbase.solver.game.positions import Move, Position, PositionError, play, start
from millbase.solver.game.rules import preset
from millbase.solver.oracle import choose, evaluate

_BOARD = preset("nine").board
# OpenSpiel numbers the points as one reads them: row by row from the top, each from the left.
_OURS = [point for *_, point in sorted((-y, x, point) for point, (x, y) in enumerate(_BOARD.coordinates))]
_THEIRS = {ours: theirs for theirs, ours in enumerate(_OURS)}
_FACTS = re.compile(r"player: ([WB])\n.*\nMen to deploy: (\d+) (\d+)")

State = Any  # pyspiel has no types


def position_of(state: State) -> Position:
    """The position of a state; its history, and how many turns are left, are no part of it.

    >>> import pyspiel
    >>> state = pyspiel.load_game("nine_mens_morris").new_initial_state()
    >>> position_of(state)
    Position(white=0, black=0, white_to_move=True, hands=(9, 9), removal_due=0, counter=None)
    """
    drawing, _, words = str(state).partition("\n\n")
    stones = re.findall(r"[.WB]", drawing)
    white, black = (sum(1 << _OURS[k] for k, stone in enumerate(stones) if stone == side) for side in "WB")
    facts = _FACTS.search(words)
    if facts is None or len(stones) != _BOARD.points:
        raise PositionError("the state is none of OpenSpiel's nine_mens_morris")
    hands = (int(facts[2]), int(facts[3]))
    return Position(white, black, facts[1] == "W", hands, int("Capture time" in words))


def state_after(moves: Iterable[Move]) -> State:
    """The state that some moves lead to from the empty board: OpenSpiel comes to a state only by playing.

    Raises:
        PositionError: a move is not legal where it stands.
    """
    rules = preset("nine")
    state, position = pyspiel.load_game("nine_mens_morris").new_initial_state(), start(rules)
    for move in moves:
        position = play(rules, position, move)
        for action in actions_of(move):
            state.apply_action(action)
    return state


def actions_of(move: Move) -> list[int]:
    """The actions of a move, one after the other: where its stone goes, and the stone it removes.

    >>> from millbase.solver.game.notation import parse_move
    >>> actions_of(parse_move(_BOARD, "a7-d7xg1"))
    [25, 23]
    """
    actions = []
    if move.target is not None:
        step = 0 if move.source is None else _BOARD.points * (1 + _THEIRS[move.source])
        actions.append(step + _THEIRS[move.target])
    return actions + [_THEIRS[point] for point in move.removed]


def values_of(tables: Tablebase, state: State) -> dict[int, int]:
    """What every legal action is worth to the player who takes it: 1 a win, 0 a draw, -1 a loss.

    An action that closes a mill is worth what the best removal after it is.

    Raises:
        MissingTable, BrokenTable: see :meth:`millbase.databases.tablebase.Tablebase.probe`.
    """
    worth = {"win": 1, "draw": 0, "loss": -1}
    found: dict[int, int] = {}
    for ranked in evaluate(tables.rules, tables, position_of(state)).moves:
        action, value = actions_of(ranked.move)[0], worth[str(ranked.value.outcome)]
        found[action] = max(value, found.get(action, value))
    return found


class Bot(pyspiel.Bot):  # type: ignore[misc]  # pyspiel has no types
    """A player that never gives a result away, wins in as few plies as can be, and asks much in a draw.

    Args:
        tables: of ``nine``, for every state it is asked about.
    """

    def __init__(self, tables: Tablebase) -> None:
        pyspiel.Bot.__init__(self)
        self._tables = tables

    def step(self, state: State) -> int:
        """The action it takes.

        Raises:
            MissingTable, BrokenTable, DistanceError: see :func:`millbase.solver.oracle.choose`.
        """
        return actions_of(choose(self._tables.rules, self._tables, position_of(state)).move)[0]

    def restart(self) -> None:
        """Begin another game; there is nothing to forget."""

    def restart_at(self, state: State) -> None:
        """Go on in another game; there is nothing to remember."""


class Evaluator:
    """Values for OpenSpiel's tree searches, such as ``open_spiel.python.algorithms.mcts``.

    Args:
        tables: of ``nine``, for every state it is asked about.
    """

    def __init__(self, tables: Tablebase) -> None:
        self._tables = tables

    def evaluate(self, state: State) -> npt.NDArray[np.float64]:
        """The returns under perfect play, the first player's first."""
        if state.is_terminal():
            return np.array(state.returns())
        mover = {"win": 1.0, "draw": 0.0, "loss": -1.0}[self._tables.probe(position_of(state)).outcome]
        return np.array([mover, -mover] if state.current_player() == 0 else [-mover, mover])

    def prior(self, state: State) -> list[tuple[int, float]]:
        """Each legal action with its share: all to the best, the same to each of those."""
        values = values_of(self._tables, state)
        best = max(values.values())
        share = 1 / list(values.values()).count(best)
        return [(action, share if value == best else 0.0) for action, value in values.items()]
