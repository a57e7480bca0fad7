"""How the verifier reads a table of graded draws: from the definition, and by itself.

A table holds a number for each entry: 0 where the side to move loses, 1 where it wins, the largest where the
draw is worth what the subspace is. Any other stands for a draw that is worth more or less: which of the
possible differences it is, counted from the greatest on, in its quotient by the room that each has; the
distance, and by its last bit whether it is more, in the remainder.

A *merit* says how good a move is for the player who makes it, as one number: by the difference from the worth
of the subspace at hand, and then by distance, which is to be small above that worth and great below it.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from millbase.solver.checking.kinds import kinds_of
from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import Rules

Merits = npt.NDArray[np.int64]
Worth = Mapping[Subspace, int]

LOSES, WINS, STABLE = 0, 1, 65535
_FAR = 1 << 20  # between merits of values that differ by more than the distance


def won_game(worths: Worth) -> int:
    """What a won game is worth: more than any subspace."""
    return max(abs(worth) for worth in worths.values()) + 1


def merit(far: int, distance: int) -> int:
    """The merit of a value: how far it is from the worth of the subspace, and its distance."""
    return int(_merits(np.array([far]), np.array([distance]))[0])


def merits_of_values(rules: Rules, worths: Worth, subspace: Subspace) -> Merits:
    """By number, the merit of the value that it stands for."""
    return _merits(*_values(rules, worths, subspace))


def merits_of_moves(rules: Rules, worths: Worth, mover: Subspace, reached: Subspace) -> Merits:
    """By number in the table reached, the merit of a move there.

    A distance goes on where the result is better than both subspaces for one and the same player; else it is
    turned. It begins anew at a draw that is worth what its subspace is.
    """
    far, distance = _values(rules, worths, reached)
    result = far + worths[reached]  # for the opponent
    far_before = -result - worths[mover]
    goes_on = np.sign(far_before) == -np.sign(far)
    before = 1 + np.where(far == 0, 0, np.where(goes_on, distance, -distance))
    decided = abs(result) == won_game(worths)
    return _merits(far_before, np.where(decided, 0, before))


def _merits(far: Merits, distance: Merits) -> Merits:
    found: Merits = (far * _FAR - np.sign(far) * distance).astype(np.int64)
    return found


def _values(rules: Rules, worths: Worth, subspace: Subspace) -> tuple[Merits, Merits]:
    """By number, how far the result is from the worth of the subspace, and the distance; none if decided."""
    here, win = worths[subspace], won_game(worths)
    results = {worth for stays, worth in worths.items() if _stays(rules, stays)}
    room = 64 * min(16, 65534 // (64 * (len(results) + 1)))
    differences = sorted({abs(result - here) for result in results if result != here}, reverse=True)
    far: Merits = np.zeros(65536, np.int64)
    distance: Merits = np.zeros(65536, np.int64)
    for number, difference in enumerate(differences, start=1):
        for remainder in range(room):
            code = number * room + remainder
            far[code] = difference if remainder % 2 else -difference
            distance[code] = (remainder + 1) // 2 - room // 4
    far[LOSES], far[WINS] = -win - here, win - here
    return far, distance


def _stays(rules: Rules, subspace: Subspace) -> bool:
    """Whether a game can stay in a subspace and its mirror for ever: both sides step."""
    return kinds_of(rules, subspace).step is not None and kinds_of(rules, subspace.mirror).step is not None
