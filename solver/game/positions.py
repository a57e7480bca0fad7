"""Positions, legal moves and play in plain Python: the readable reference of the compiled kernels.

A set of points is an integer with bit ``i`` for point ``i`` of the board (see
:mod:`millbase.solver.game.boards`). Nothing here asks which variant is played; every rule is a fact of
:class:`millbase.solver.game.rules.Rules`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from millbase.solver.game.boards import Board, mask_of, points_of
from millbase.solver.game.errors import SolverError
from millbase.solver.game.material import MIN_STONES, Subspace
from millbase.solver.game.rules import Rules
from millbase.solver.game.values import DRAW, LOST, Value

COLOURS = ("White", "Black")


class PositionError(SolverError, ValueError):
    """A position that cannot be, or a move that is not legal in it; the message says why.

    Attributes:
        fault: a name for the reason, for programs that say it in other words; empty if it has none.
        facts: what the reason speaks of, such as the colour and its number of stones.
    """

    def __init__(self, message: str, fault: str = "", **facts: str | int) -> None:
        super().__init__(message)
        self.fault = fault
        self.facts = facts


class Position(NamedTuple):
    """The stones on the board and in hand, and whose turn it is.

    Attributes:
        white: the points with white stones, as a bit mask.
        black: the points with black stones.
        white_to_move: whether it is White's turn.
        hands: stones in hand, White's and Black's.
        removal_due: how many stones the side to move, which has closed mills, still has to remove; none
            where it is to make a whole move.
        counter: plies since the last placement or removal, where the rules set them a limit; None where they
            are not counted.
    """

    white: int
    black: int
    white_to_move: bool = True
    hands: tuple[int, int] = (0, 0)
    removal_due: int = 0
    counter: int | None = None

    @classmethod
    def of_sides(
        cls,
        own: int,
        opp: int,
        own_hand: int = 0,
        opp_hand: int = 0,
        white_to_move: bool = True,
        counter: int | None = None,
    ) -> Position:
        """The position given as the side to move sees it."""
        if white_to_move:
            return cls(own, opp, True, (own_hand, opp_hand), 0, counter)
        return cls(opp, own, False, (opp_hand, own_hand), 0, counter)

    @property
    def own(self) -> int:
        """The points of the side to move."""
        return self.white if self.white_to_move else self.black

    @property
    def opp(self) -> int:
        """The points of the other side."""
        return self.black if self.white_to_move else self.white

    @property
    def own_hand(self) -> int:
        """Stones in the hand of the side to move."""
        return self.hands[0 if self.white_to_move else 1]

    @property
    def opp_hand(self) -> int:
        """Stones in the hand of the other side."""
        return self.hands[1 if self.white_to_move else 0]

    @property
    def subspace(self) -> Subspace:
        """How many stones there are where. If a removal is due, those before it."""
        return Subspace(self.own.bit_count(), self.opp.bit_count(), self.own_hand, self.opp_hand)

    def after(self, move: Move) -> Position:
        """The position after a move that is known to be legal (:func:`play` checks it first)."""
        own, opp, own_hand = self.own, self.opp, self.own_hand
        if move.target is not None:
            own |= 1 << move.target
            if move.source is None:
                own_hand -= 1
            else:
                own ^= 1 << move.source
        opp ^= mask_of(move.removed)
        counter = None if self.counter is None else 0 if move.converts else self.counter + 1
        return Position.of_sides(opp, own, self.opp_hand, own_hand, not self.white_to_move, counter)


class Move(NamedTuple):
    """One ply: a placement or a step, with the removal that a mill brings.

    Attributes:
        source: the point a stone leaves; None for a placement.
        target: the point a stone comes to; None where only the removal is still due.
        removed: the points that lose a stone of the opponent: one, none, or two in an order in which they
            may be taken; ascending, if that is one.
    """

    source: int | None = None
    target: int | None = None
    removed: tuple[int, ...] = ()

    @property
    def converts(self) -> bool:
        """Whether it places a stone or removes one: what a limit of moves begins anew with."""
        return self.source is None or bool(self.removed)


def start(rules: Rules) -> Position:
    """The empty board, White to place.

    >>> from millbase.solver.game.rules import preset
    >>> start(preset("nine"))
    Position(white=0, black=0, white_to_move=True, hands=(9, 9), removal_due=0, counter=None)
    """
    return counted(rules, Position(0, 0, True, rules.men))


def counted(rules: Rules, position: Position) -> Position:
    """The same position with its plies counted, from now on if they were not, where the rules limit them."""
    if rules.limit is None or position.counter is not None:
        return position
    return position._replace(counter=0)


def check_position(rules: Rules, position: Position) -> None:
    """Make sure that a position belongs to the rule set.

    Whether a game can reach it is not asked. A side to move that has lost already, by the number of
    its stones or because it is blocked, is legal: such a position has a value.

    Raises:
        PositionError: it does not belong; the message is one sentence.
    """
    board = rules.board
    white, black, white_to_move, hands, removal_due, counter = position
    if min(white, black) < 0 or max(white, black) >> board.points:
        raise PositionError(f"a stone stands outside the board, which has {board.points} points")
    if white & black:
        raise PositionError(f"stones of both sides stand on {_names(board, white & black)}")
    _check_numbers("White", white.bit_count(), hands[0], rules.men[0])
    _check_numbers("Black", black.bit_count(), hands[1], rules.men[1])
    if counter is not None:
        _check_counter(rules, counter)
    mover, other = COLOURS if white_to_move else COLOURS[::-1]
    total = position.opp.bit_count() + position.opp_hand
    if total < MIN_STONES:
        raise PositionError(
            f"{other} has {total} stones on the board and in hand together: a side with fewer than "
            f"{MIN_STONES} has lost, so it would be the one to move",
            "too_few",
            colour=other,
            stones=total,
        )
    if rules.mill_wins:
        if removal_due:
            raise PositionError("no removal can be due where a mill wins the game", "removal_where_mill_wins")
        if in_mills(board, position.own):
            raise PositionError(
                f"{mover} is to move and already has a mill, which ended the game",
                "mill_already",
                colour=mover,
            )
    elif removal_due:
        if not in_mills(board, position.own):
            raise PositionError(f"no removal can be due: {mover} has no mill", "no_mill", colour=mover)
        if not removable(rules, position.opp):
            raise PositionError(
                f"no removal can be due: {other} has no stone that may be removed",
                "nothing_removable",
                colour=other,
            )
        if removal_due not in (1, 2):
            raise PositionError(
                f"{removal_due} removals cannot be due: a move removes two stones at most",
                "too_many_removals",
                number=removal_due,
            )
        if removal_due == 2 and not rules.take_two:
            raise PositionError(
                "two removals cannot be due: in these rules a move removes one stone at most",
                "too_many_removals",
                number=removal_due,
            )
        if removal_due == 2 and not in_two_mills(board, position.own):
            raise PositionError(
                f"two removals cannot be due: {mover} has no stone in two mills",
                "no_two_mills",
                colour=mover,
            )


def _check_counter(rules: Rules, counter: int) -> None:
    most = rules.limit_plies
    if most is None:
        raise PositionError(
            f"the position counts {counter} plies without a placement or a removal, and these rules set them "
            "no limit",
            "no_limit",
            counter=counter,
        )
    if not 0 <= counter <= most:
        raise PositionError(
            f"there cannot be {counter} plies without a placement or a removal: after {most} the game is "
            "over",
            "beyond_limit",
            counter=counter,
            most=most,
        )


def _check_numbers(colour: str, stones: int, hand: int, men: int) -> None:
    if hand < 0:
        raise PositionError(f"{colour} cannot have {hand} stones in hand")
    if stones + hand > men:
        raise PositionError(
            f"{colour} has {stones + hand} stones on the board and in hand together, "
            f"more than the {men} it begins with",
            "too_many",
            colour=colour,
            stones=stones + hand,
            men=men,
        )


def terminal_value(rules: Rules, position: Position) -> Value | None:
    """The value of a legal position in which the game is over, None if it goes on.

    The side to move has lost with fewer than three stones in all, facing a mill where a mill wins,
    or without a move; a board without empty points is worth what the rules say. A game
    that would go on is drawn once the plies without a placement or a removal are as many as the rules allow.
    """
    if position.removal_due:
        return None
    if position.own.bit_count() + position.own_hand < MIN_STONES:
        return LOST
    if rules.mill_wins and in_mills(rules.board, position.opp):
        return LOST
    if _empty(rules.board, position) == 0:
        return DRAW if rules.full_board == "draw" else LOST
    if not any(targets for _, targets in _ways(rules, position)):
        return LOST
    return DRAW if over_limit(rules, position) else None


def over_limit(rules: Rules, position: Position) -> bool:
    """Whether the plies without a placement or a removal are as many as the rules allow."""
    return rules.limit_plies is not None and (position.counter or 0) >= rules.limit_plies


def legal_moves(rules: Rules, position: Position) -> list[Move]:
    """All moves of the side to move in a legal position; none if the game is over.

    They come in a fixed order: placements before steps, then by source, target and removed point.

    >>> from millbase.solver.game.rules import preset
    >>> legal_moves(preset("three"), Position(0b11, 0b11000, True, (1, 1)))[:2]
    [Move(source=None, target=2, removed=()), Move(source=None, target=5, removed=())]
    """
    if position.removal_due:
        return [Move(removed=taken) for taken in takings(rules, position, position.removal_due)]
    if terminal_value(rules, position) is not None:
        return []
    partners = _mill_partners(rules.board)
    by_mills = [takings(rules, position, mills) for mills in range(3 if rules.take_two else 2)]
    moves = []
    for source, targets in _ways(rules, position):
        staying = position.own if source is None else position.own ^ (1 << source)
        most = 2 if rules.take_two and source is None else 1
        for target in points_of(targets):
            mills = sum(staying & two == two for two in partners[target])
            moves += [Move(source, target, taken) for taken in by_mills[min(mills, most)]]
    return moves


def play(rules: Rules, position: Position, move: Move) -> Position:
    """The position after ``move``.

    Raises:
        PositionError: the move is not legal there; the message says why, in one sentence.
    """
    legal = legal_moves(rules, position)
    turned = move._replace(removed=move.removed[::-1])
    if move not in legal and (turned not in legal or move.removed not in _orders(rules, position, 2)):
        raise PositionError(_why_illegal(rules, position, move, legal))
    return position.after(move)


def before_removal(rules: Rules, position: Position, move: Move) -> Position | None:
    """The position in which a removal is due, if ``move`` closes mills and does not say all that it removes.

    Everywhere else None, also where the move is not legal at all.
    """
    number = max(
        (len(other.removed) for other in legal_moves(rules, position) if other[:2] == move[:2]), default=0
    )
    said = len(move.removed)
    if said >= number or move.removed not in _orders(rules, position, said):
        return None
    after = position.after(move)
    return after._replace(
        white_to_move=position.white_to_move, removal_due=number - said, counter=position.counter
    )


def takings(rules: Rules, position: Position, number: int) -> list[tuple[int, ...]]:
    """What a move that is to remove so many stones of the opponent may remove, in every way.

    Where two stones may be taken in either order, that is one way, and they stand in ascending order.
    """
    ways = _orders(rules, position, number)
    return [way for way in ways if way[::-1] not in ways or way <= way[::-1]]


def _orders(rules: Rules, position: Position, number: int) -> list[tuple[int, ...]]:
    """The same, each order on its own.

    One stone is taken after the other, each by what is :func:`removable` then, until the number is reached,
    nothing may be taken, or the opponent has so few stones left that the game is over.
    """
    ways: list[tuple[int, ...]] = [()]
    in_all = position.opp.bit_count() + position.opp_hand
    for taken in range(number):
        if in_all - taken >= MIN_STONES:
            ways = [longer for way in ways for longer in _taking_on(rules, position.opp, way)]
    return ways


def _taking_on(rules: Rules, stones: int, way: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [(*way, point) for point in points_of(removable(rules, stones ^ mask_of(way)))] or [way]


def removable(rules: Rules, stones: int) -> int:
    """Which of the opponent's ``stones`` on the board a mill may remove, as a bit mask.

    Stones in mills are protected while there are others. Where all are in mills, any may be removed,
    or none if the rules protect them then too.
    """
    if rules.mill_wins:
        return 0
    outside = stones & ~in_mills(rules.board, stones)
    return outside or (0 if rules.protected else stones)


def in_mills(board: Board, stones: int) -> int:
    """Which of the ``stones`` of one side stand in mills, as a bit mask."""
    found = 0
    for line in board.line_masks:
        if stones & line == line:
            found |= line
    return found


def in_two_mills(board: Board, stones: int) -> int:
    """Which of the ``stones`` of one side stand in two mills or more, as a bit mask."""
    once = twice = 0
    for line in board.line_masks:
        if stones & line == line:
            twice |= once & line
            once |= line
    return twice


def _empty(board: Board, position: Position) -> int:
    return ~(position.white | position.black) & ((1 << board.points) - 1)


def _ways(rules: Rules, position: Position) -> Iterator[tuple[int | None, int]]:
    """Where stones can go, mills aside: a source (None for the hand) and its set of targets."""
    own, own_hand = position.own, position.own_hand
    empty = _empty(rules.board, position)
    if own_hand:
        yield None, empty
    if own_hand == 0 or rules.mixed:
        flies = rules.flying and own.bit_count() + own_hand == MIN_STONES
        steps = rules.board.neighbour_masks
        for source in points_of(own):
            yield source, empty if flies else empty & steps[source]


@lru_cache(maxsize=8)
def _mill_partners(board: Board) -> tuple[tuple[int, ...], ...]:
    """For every point the other two points of each mill through it, as bit masks."""
    return tuple(
        tuple(line ^ (1 << point) for line in board.line_masks if line >> point & 1)
        for point in range(board.points)
    )


def _names(board: Board, mask: int) -> str:
    return ", ".join(board.names[point] for point in points_of(mask))


def _why_illegal(rules: Rules, position: Position, move: Move, legal: list[Move]) -> str:
    board = rules.board
    if not legal and over_limit(rules, position):
        return f"the game is over: {rules.limit} moves of each side without a placement or a removal"
    if not legal:
        return "the game is over: there is no move"
    alike = [other.removed for other in legal if (other.source, other.target) == (move.source, move.target)]
    number = max(map(len, alike), default=0)
    choices = _names(board, mask_of({point for removed in alike for point in removed}))
    if position.removal_due:
        if move.target is not None:
            return "a removal is due before the next move"
        if number == 2:
            return f"two stones have to be removed, {_AS_THEY_MAY}: {choices}"
        return f"only a stone on one of these points may be removed: {choices}"
    if move.target is None:
        return "no removal is due: the move must say where a stone goes"
    if not alike:
        return _why_nowhere(board, position, move)
    if not choices:
        return "the move removes nothing"
    if number == 2:
        return f"the move closes two mills and removes two stones, {_AS_THEY_MAY}: {choices}"
    return f"the move closes a mill and removes a stone from one of these points: {choices}"


def _why_nowhere(board: Board, position: Position, move: Move) -> str:
    """Why a stone may not go from the hand, or from a point, to a point."""
    assert move.target is not None
    mover = COLOURS[0 if position.white_to_move else 1]
    if (position.white | position.black) >> move.target & 1 and move.source != move.target:
        return f"{board.names[move.target]} is taken"
    if move.source is None:
        return f"{mover} has no stone in hand: a stone on the board has to move, as in a1-a4"
    source, target = board.names[move.source], board.names[move.target]
    if not position.own >> move.source & 1:
        return f"no stone of {mover} stands on {source}"
    if position.own_hand and move.target in board.neighbours[move.source]:
        return f"{mover} still has stones in hand, and places one of them"
    return f"no stone may go from {source} to {target}"


_AS_THEY_MAY = "one after the other as each may be taken then, from these points"
