"""What positions with stones in hand are worth, by searching the placing phase.

The tables that are needed are those of positions without stones in hand. The answer is an outcome
without a distance or, where time runs out, the outcomes that have not been ruled out.

Two questions are asked of a position: does the side to move get at least a draw, and does it win? The
search goes to and fro between them, and between positions if there are several, a little longer each
time. Nothing is lost by that: what has been proved is remembered.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from math import inf

import numpy as np
import numpy.typing as npt

from millbase.solver.game.boards import Board
from millbase.solver.game.positions import Position, check_position, legal_moves, terminal_value
from millbase.solver.game.rules import Rules, RulesError
from millbase.solver.game.values import Assessment, Between, Outcome, Value
from millbase.solver.indexing import image_tables
from millbase.solver.memory import free_memory
from millbase.solver.oracle import Answer, RankedMove
from millbase.solver.searching import search_kernels as kernels
from millbase.solver.searching.leaves import LeafStore, Read
from millbase.solver.searching.leaves_kernels import DRAW, LOSS, SIDE, WIN
from millbase.solver.searching.memory import BUCKET, LEAST_BITS

Lookup = Callable[[Position], Value | None]

MOST_MEMORY_BITS = 25
_SHARE = 4  # of the free memory goes so large a part to what has been proved
_SLICE = 1 << 14  # positions in one call of the kernel: some hundredths of a second
_OUTCOMES: tuple[Outcome, ...] = ("loss", "draw", "win")


class Search:
    """A search of the placing phase. What it proves about one position helps it with the next.

    Attributes:
        rules: the rules of the game.
        store: the outcomes it has read so far.
    """

    def __init__(
        self,
        rules: Rules,
        read: Read,
        *,
        known: Lookup = lambda position: None,
        memory_bits: int | None = None,
        told: Callable[[int], None] = lambda positions: None,
    ) -> None:
        """Prepare to search, and compile what does it if that has not been done on this machine.

        Args:
            read: gives values of tables without stones in hand, see
            :class:`millbase.solver.searching.leaves.LeafStore`. known: gives the value of a position that is
            asked about if it is known already. memory_bits: 2 to that power proved positions are remembered,
            in eight bytes each; None for as many as take a quarter of the memory that is free, and at most
            :data:`MOST_MEMORY_BITS`. told: called several times a second with the number of positions
            searched.

        Raises:
            TooLittleMemoryError: there is no room for the tables that the search may have to read.
            RulesError: stones may move before all are placed, so play, and a search, can go on for ever.
        """
        if rules.mixed:
            raise RulesError(
                "where stones may move before all are placed no search comes to an end: only tables of the "
                "whole game have the answer"
            )
        self.rules = rules
        self.store = LeafStore(rules, read)
        self._known = known
        self._told = told
        self._field = _field(rules)
        self._stack = _stack(rules)
        self._memory = _aligned(
            1 << max(_bits_that_fit() if memory_bits is None else memory_bits, LEAST_BITS)
        )
        kernels.advance(0, self._field, self.store.leaves, self._memory, self._stack)

    @property
    def positions(self) -> int:
        """How many positions have been searched, leaves not counted."""
        return int(self._stack.report[kernels.POSITIONS])

    def assess(self, position: Position, seconds: float | None = None) -> Assessment:
        """The outcome of a legal position, or between which outcomes it lies.

        Args:
            seconds: how long to search at most; as long as it takes, unless said.

        Raises:
            PositionError: the position does not belong to the rule set.
            Exception: what reading a table raises.
        """
        check_position(self.rules, position)
        until = inf if seconds is None else time.monotonic() + seconds
        if position.removal_due:
            after = [position.after(move) for move in legal_moves(self.rules, position)]
            return best([found.before_move(converts=True) for found in self._assess_all(after, until)])
        return self._assess_all([position], until)[0]

    def evaluate(self, position: Position, seconds: float | None = None) -> Answer:
        """What is found out about a legal position and each of its moves, best first.

        Args:
            seconds: how long to search at most. Half of it may go into the position itself, before the
                rest goes into its moves.

        Raises:
            PositionError, Exception: see :meth:`assess`.
        """
        check_position(self.rules, position)
        found: Assessment = UNKNOWN
        until = inf
        if seconds is not None:
            until = time.monotonic() + seconds
            found = self.assess(position, seconds / 2)
        moves = legal_moves(self.rules, position)
        after = [position.after(move) for move in moves]
        assessed = zip(moves, self._assess_all(after, until), strict=True)
        values = [value.before_move(move.converts) for move, value in assessed]
        if values:
            found = _agreed(found, best(values))
        elif not isinstance(found, Value):
            found = self.assess(position)
        ranked = [RankedMove(*of) for of in zip(moves, after, values, strict=True)]
        return Answer(position, found, sorted(ranked, key=lambda entry: entry.value.preference))

    def _assess_all(self, positions: list[Position], until: float) -> list[Assessment]:
        """What is found out about positions in which no removal is due, all getting the same effort."""
        found = [self._at_once(position) for position in positions]
        effort = _SLICE
        while time.monotonic() < until and any(isinstance(value, Between) for value in found):
            found = [self._narrow(*of, effort, until) for of in zip(positions, found, strict=True)]
            effort *= 2
        return found

    def _at_once(self, position: Position) -> Assessment:
        """What can be said without a search."""
        value = self._known(position) or terminal_value(self.rules, position)
        if value is None and position.hands == (0, 0):
            value = Value(_OUTCOMES[self.store.outcome(position.own, position.opp)])
        return value or UNKNOWN

    def _narrow(self, position: Position, value: Assessment, effort: int, until: float) -> Assessment:
        """What is known when each question that is open has had so many positions more."""
        for want in (DRAW, WIN):
            lower, upper = _limits(value)
            if lower < want <= upper:
                gets = self._ask(position, want, effort, until)
                if gets is not None:
                    value = _between(want, upper) if gets else _between(lower, want - 1)
        return value

    def _ask(self, position: Position, want: int, effort: int, until: float) -> bool | None:
        """Whether the side to move gets ``want`` or more; None if that is not known in time."""
        stack = self._stack
        stack.report[kernels.DEPTH] = 0
        stack.sides[0] = position.own, position.opp, position.own_hand, position.opp_hand
        stack.wants[0], stack.begun[0] = want, -1
        last = self.positions + effort
        while self.positions < last and time.monotonic() < until:
            ended = kernels.advance(_SLICE, self._field, self.store.leaves, self._memory, stack)
            self._told(self.positions)
            if ended == kernels.ANSWERED:
                return bool(stack.report[kernels.ANSWER])
            if ended == kernels.UNREAD:
                self.store.supply(*stack.report[kernels.LEAF :].tolist())
        return None


UNKNOWN = Between(Value("loss"), Value("win"))


def best(values: list[Assessment]) -> Assessment:
    """What a position is worth to the mover whose moves are worth ``values``.

    The distance is known only if it is for all moves that may be the best.
    """
    lower, upper = (max(limits) for limits in zip(*map(_limits, values), strict=True))
    foremost = [value for value in values if _limits(value)[1] == upper]
    if any(value.plies is None for value in foremost):
        return _between(lower, upper)
    return min(foremost, key=lambda value: value.preference)


def _agreed(one: Assessment, other: Assessment) -> Assessment:
    """What follows from two assessments of the same position."""
    for value in (other, one):
        if isinstance(value, Value):
            return value
    (lower, upper), (least, most) = _limits(one), _limits(other)
    return _between(max(lower, least), min(upper, most))


def _limits(value: Assessment) -> tuple[int, int]:
    """The worst and the best outcome that a position may have."""
    least, most = (value.at_least, value.at_most) if isinstance(value, Between) else (value, value)
    return _OUTCOMES.index(least.outcome), _OUTCOMES.index(most.outcome)


def _between(lower: int, upper: int) -> Assessment:
    if lower == upper:
        return Value(_OUTCOMES[lower])
    return Between(Value(_OUTCOMES[lower]), Value(_OUTCOMES[upper]))


def _field(rules: Rules) -> kernels.Field:
    board = rules.board
    return kernels.Field(
        (1 << board.points) - 1,
        np.array(board.line_masks),
        _partners(board),
        np.array(board.neighbour_masks),
        np.ascontiguousarray(image_tables(board).transpose(1, 2, 0)),
        DRAW if rules.full_board == "draw" else LOSS,
        rules.flying,
        rules.protected,
        rules.take_two,
        rules.mill_wins,
    )


def _partners(board: Board) -> npt.NDArray[np.int64]:
    """By point, the other points of each line through it: :class:`.search_kernels.Field`."""
    through = [
        [line ^ 1 << point for line in board.line_masks if line >> point & 1] for point in range(board.points)
    ]
    found = np.full((board.points, max(map(len, through))), 1 << SIDE)
    for point, pairs in enumerate(through):
        found[point, : len(pairs)] = pairs
    return found


def _stack(rules: Rules) -> kernels.Stack:
    frames = 2 * max(rules.men) + 1
    # More than a third of the points, to the third power; and than the ways to take two stones, each after
    # every placement that closes two mills, which takes four own stones.
    children = rules.board.points**2
    return kernels.Stack(
        np.zeros((frames, 4), int),
        np.zeros(frames, int),
        np.full(frames, -1),
        np.zeros(frames, int),
        np.zeros(frames, int),
        np.zeros((frames, children), int),
        np.zeros(kernels.LEAF + 3, int),
    )


def _bits_that_fit() -> int:
    free = free_memory()
    if free is None:
        return MOST_MEMORY_BITS
    return min((free // _SHARE // np.dtype(np.uint64).itemsize).bit_length() - 1, MOST_MEMORY_BITS)


def _aligned(words: int) -> npt.NDArray[np.uint64]:
    """Zeros, each bucket in one line of the cache; untouched, they take no memory."""
    found = np.zeros(words + BUCKET, np.uint64)
    first = -found.ctypes.data // found.itemsize % BUCKET
    return found[first : first + words]
