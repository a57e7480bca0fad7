"""A game as it is played: its moves, taking them back, and how it ends.

That a game is drawn by repetition or after many moves belongs to the game and not to a position: tables know
nothing of it, so a player who is short of a win may be saved by such a rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from millbase.solver.game.material import MIN_STONES
from millbase.solver.game.positions import (
    COLOURS,
    Move,
    Position,
    PositionError,
    check_position,
    counted,
    in_mills,
    over_limit,
    play,
    terminal_value,
)
from millbase.solver.game.rules import Rules
from millbase.solver.game.values import DRAW

Result = Literal["1-0", "0-1", "1/2-1/2"]

REPETITIONS = 3
_WITHOUT_CONVERSION = "{} moves of each side without a placement or a removal"


class DrawRules(NamedTuple):
    """What ends a game as a draw although it could go on.

    Attributes:
        repetition: the same stones on the same points and in the same hands, with the same side to
            move, for the third time.
        unchanged: so many moves of each side without a placement or a removal; None for no limit.
        no_mill: so many moves of each side in which no mill is closed; None for no limit.
    """

    repetition: bool = True
    unchanged: int | None = None
    no_mill: int | None = None


class Ending(NamedTuple):
    """How a game has ended: the result, White's points first, and the reason in words."""

    result: Result
    reason: str


class Game:
    """A game from some position on.

    >>> from millbase.solver.game.notation import parse_move
    >>> from millbase.solver.game.positions import start
    >>> from millbase.solver.game.rules import preset
    >>> three = preset("three")
    >>> game = Game(three, start(three))
    >>> for text in ("b2", "b3", "a1", "a2", "c3"):
    ...     game.play(parse_move(three.board, text))
    >>> game.ending
    Ending(result='1-0', reason='Black faces a mill')

    Attributes:
        rules: what is played.
        draws: what ends it as a draw.
        positions: the one it began with, and the one after each move.
        moves: the moves made.
    """

    def __init__(self, rules: Rules, beginning: Position, draws: DrawRules | None = None) -> None:
        """Begin a game.

        Raises:
            PositionError: the position does not belong to the rule set.
        """
        check_position(rules, beginning)
        self.rules = rules
        self.draws = draws or DrawRules()
        self.positions = [counted(rules, beginning)]
        self.moves: list[Move] = []

    @property
    def position(self) -> Position:
        """The position on the board now."""
        return self.positions[-1]

    @property
    def ending(self) -> Ending | None:
        """How the game has ended; None if it goes on."""
        over = terminal_value(self.rules, self.position)
        if over == DRAW:
            return Ending("1/2-1/2", self._why_over())
        if over is not None:
            return Ending("0-1" if self.position.white_to_move else "1-0", self._why_lost())
        reason = self._why_drawn()
        return None if reason is None else Ending("1/2-1/2", reason)

    def play(self, move: Move) -> None:
        """Make a move.

        Raises:
            PositionError: it is not legal, or the game has ended; the message says why.
        """
        ending = self.ending
        if ending is not None:
            raise PositionError(f"the game is over: {ending.reason}")
        self.positions.append(play(self.rules, self.position, move))
        self.moves.append(move)

    def take_back(self) -> Move:
        """Undo the last move, and return it.

        Raises:
            PositionError: no move has been made.
        """
        if not self.moves:
            raise PositionError("there is no move to take back")
        self.positions.pop()
        return self.moves.pop()

    def _why_over(self) -> str:
        if over_limit(self.rules, self.position):
            return _WITHOUT_CONVERSION.format(self.rules.limit)
        return "the board is full"

    def _why_lost(self) -> str:
        position = self.position
        loser = COLOURS[0 if position.white_to_move else 1]
        if position.own.bit_count() + position.own_hand < MIN_STONES:
            return f"{loser} has fewer than {MIN_STONES} stones"
        if self.rules.mill_wins and in_mills(self.rules.board, position.opp):
            return f"{loser} faces a mill"
        return f"{loser} cannot move"

    def _why_drawn(self) -> str | None:
        repetition, unchanged, no_mill = self.draws
        if repetition and self._boards.count(self._boards[-1]) >= REPETITIONS:
            return f"the position has come {REPETITIONS} times"
        if unchanged is not None and _length_of_end(move.converts for move in self.moves) >= 2 * unchanged:
            return _WITHOUT_CONVERSION.format(unchanged)
        if no_mill is not None and _length_of_end(self._mills_closed()) >= 2 * no_mill:
            return f"{no_mill} moves of each side without a closed mill"
        return None

    @property
    def _boards(self) -> list[Position]:
        """The positions so far, whatever their counters."""
        return [position._replace(counter=None) for position in self.positions]

    def _mills_closed(self) -> Iterator[bool]:
        """For each move, whether it closed a mill, with a removal or without."""
        for move, after in zip(self.moves, self.positions[1:], strict=True):
            closed = in_mills(self.rules.board, after.opp)
            yield move.target is None or bool(closed >> move.target & 1)


def _length_of_end(happened: Iterable[bool]) -> int:
    """How many plies, at the end of all, it has not happened in."""
    length = 0
    for it_did in happened:
        length = 0 if it_did else length + 1
    return length
