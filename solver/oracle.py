"""What a position is worth, its moves ranked, the move to play, and a principal line.

Pure logic over anything that knows values: tables on disk, or a solver in memory.

Moves are ranked by what they are worth. Those that keep a draw are worth the same, and yet some of them ask
more of the opponent: :func:`hardest_first` has the rule by which the oracle chooses among them.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import NamedTuple, Protocol, runtime_checkable

from millbase.solver.game.errors import SolverError
from millbase.solver.game.material import Subspace
from millbase.solver.game.positions import Move, Position, check_position, counted, legal_moves
from millbase.solver.game.rules import Rules
from millbase.solver.game.values import Assessment, Value


class Prober(Protocol):
    """Whatever knows the values of positions."""

    def probe(self, position: Position, /) -> Value:
        """The value, for the side to move, of a legal position in which no removal is due.

        A position in which the game is over has one too. Where the value is not known, it raises.
        """


class Prospect(NamedTuple):
    """What a drawn position heads for (:mod:`millbase.solver.grading`), as its side to move sees it.

    Attributes:
        worth: of the subspace in which perfect play ends.
        distance: to there; None where it is the one at hand.
        subspace: the stones of both sides there, the side to move first; None for some with as many of both.
    """

    worth: int
    distance: int | None
    subspace: Subspace | None


class Grades(Protocol):
    """Whatever knows what drawn positions head for."""

    def of(self, position: Position, /) -> Prospect | None:
        """What a drawn position heads for; None where that is not known."""

    def of_move(self, position: Position, after: Position, /) -> Prospect | None:
        """What a move to a drawn position heads for, for the side that makes it; None if it is not known."""

    def preference(self, position: Position, prospect: Prospect, /) -> tuple[int, int]:
        """By how much the side to move prefers a prospect to others: the least is the best."""


@runtime_checkable
class GradingProber(Protocol):
    """A prober that may know what draws head for."""

    @property
    def grades(self) -> Grades | None:
        """Whoever knows it; None where nobody does."""


class DistanceError(SolverError, LookupError):
    """Distances are asked for where only outcomes are known; the message says so."""


class RankedMove(NamedTuple):
    """A move and what it is worth.

    Attributes:
        move: the move.
        position: the position after it.
        value: its value for the side that makes it; plies count from the position before it.
        prospect: what it heads for if it keeps a draw, for that side too; None where that is not known.
    """

    move: Move
    position: Position
    value: Assessment
    prospect: Prospect | None = None


class Answer(NamedTuple):
    """A position, its value for the side to move, and its legal moves, best first.

    Attributes:
        prospect: what it heads for if it is a draw; None where that is not known.
    """

    position: Position
    value: Assessment
    moves: list[RankedMove]
    prospect: Prospect | None = None


def evaluate(rules: Rules, prober: Prober, position: Position) -> Answer:
    """The value of a position and of every legal move.

    Moves are ranked by what the mover prefers: wins by fewest plies, draws, losses by most plies.
    Moves of equal value keep the order of :func:`millbase.solver.game.positions.legal_moves`;
    :func:`hardest_first` has a better one for draws.

    A mill and its removal are one ply: a position in which a removal is due has the plies of the
    move that the removal completes, counted from where that move began.

    Raises:
        PositionError: the position does not belong to the rule set.
        Exception: what the prober raises where it knows no value.
    """
    check_position(rules, position)
    position = counted(rules, position)
    if position.removal_due:
        moves = _ranked_moves(rules, prober, position)
        return Answer(position, moves[0].value, moves)
    # The position first: if nothing is known, the error is about the position asked for.
    value = prober.probe(position)
    return Answer(position, value, _ranked_moves(rules, prober, position))


def hardest_first(rules: Rules, prober: Prober, answer: Answer) -> Answer:
    """The same answer, with the draws among its moves in the order in which they are hard to meet.

    Where it is known what draws head for, that counts before all else: the best subspace first, of equal ones
    what lies above the present one soon, and what lies below it late. Among what is equal there, or if it is
    not known, first comes the move after which the greatest share of the opponent's replies loses. If shares
    are equal, the one that leaves fewer replies that draw; then the order of
    :func:`millbase.solver.game.positions.legal_moves`. A move that ends the game comes last: nothing can go
    wrong for the opponent any more. Replies count as moves are written: a mill that may remove one of three
    stones is three of them.

    Only in a drawn position, where the choice matters, is there anything to do. It takes a probe for
    every reply.

    Raises:
        Exception: what the prober raises where it knows no value.
    """
    if answer.value.outcome != "draw":
        return answer
    draws = [ranked for ranked in answer.moves if ranked.value.outcome == "draw"]
    draws.sort(key=lambda ranked: _ease(rules, prober, ranked.position))
    others = [ranked for ranked in answer.moves if ranked.value.outcome != "draw"]
    answer = answer._replace(moves=draws + others)
    grades = prober.grades if isinstance(prober, GradingProber) else None
    return answer if grades is None or answer.position.removal_due else _graded(grades, answer)


def _graded(grades: Grades, answer: Answer) -> Answer:
    """A drawn position with what it and its moves head for, if that is known of all; the best first."""
    position = answer.position
    moves = [
        ranked._replace(prospect=grades.of_move(position, ranked.position))
        if ranked.value.outcome == "draw"
        else ranked
        for ranked in answer.moves
    ]

    def preference(ranked: RankedMove) -> tuple[bool, tuple[int, int]]:
        if ranked.prospect is None:
            return True, (0, 0)
        return False, grades.preference(position, ranked.prospect)

    if any(ranked.prospect is None and ranked.value.outcome == "draw" for ranked in moves):
        return answer
    return answer._replace(moves=sorted(moves, key=preference), prospect=grades.of(position))


def choose(rules: Rules, prober: Prober, position: Position) -> RankedMove:
    """The move that the oracle plays in a position that is not over.

    The best one by value, the hardest to meet among those that keep a draw.

    Raises:
        PositionError: the position does not belong to the rule set.
        DistanceError: it is won, and without the distance to the end no move is known to come nearer.
        Exception: what the prober raises where it knows no value.
    """
    answer = hardest_first(rules, prober, evaluate(rules, prober, position))
    if answer.value == Value("win"):
        raise DistanceError(
            "to play on from a won position the distance to the end is needed, and the tables hold only "
            "outcomes"
        )
    return answer.moves[0]


def principal_line(rules: Rules, prober: Prober, position: Position, plies: int) -> list[RankedMove]:
    """All that :func:`principal_moves` gives."""
    return list(principal_moves(rules, prober, position, plies))


def principal_moves(rules: Rules, prober: Prober, position: Position, plies: int) -> Iterator[RankedMove]:
    """The best moves of both sides, one after the other; in a draw, those that are hardest to meet.

    A decided position is played to the end of the game. A drawn one is played for ``plies`` plies,
    or up to the first position that occurs again. Values count from the position each move is made in.

    Raises:
        PositionError: the position does not belong to the rule set.
        DistanceError: the position is decided and its distance to the end is not known.
        Exception: what the prober raises where it knows no value.
    """
    made, seen = 0, {_board_of(position)}
    answer = evaluate(rules, prober, position)
    while answer.moves and (_is_decided(answer.value) or made < plies):
        best = hardest_first(rules, prober, answer).moves[0]
        yield best
        made += 1
        if _board_of(best.position) in seen:
            break
        seen.add(_board_of(best.position))
        answer = evaluate(rules, prober, best.position)


def _ranked_moves(rules: Rules, prober: Prober, position: Position) -> list[RankedMove]:
    ranked = []
    for move in legal_moves(rules, position):
        after = position.after(move)
        ranked.append(RankedMove(move, after, prober.probe(after).before_move(move.converts)))
    return sorted(ranked, key=lambda entry: entry.value.preference)


def _ease(rules: Rules, prober: Prober, position: Position) -> tuple[float, float]:
    """How easily the side to move keeps a drawn position; sorts the hardest one first."""
    moves = legal_moves(rules, position)
    if not moves:
        return 0, inf
    outcomes = [prober.probe(position.after(move)).outcome for move in moves]
    return -outcomes.count("win") / len(moves), outcomes.count("draw")


def _board_of(position: Position) -> Position:
    """The position whatever its counter."""
    return position._replace(counter=None)


def _is_decided(value: Assessment) -> bool:
    if value.outcome == "draw":
        return False
    if value.length is None:
        raise DistanceError(
            f"the line of a position that is a {value.outcome} needs the distance to the end, "
            "and the tables hold only outcomes"
        )
    return True
