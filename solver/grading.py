"""Draws graded by the subspace in which perfect play ends: what the codes of such tables mean.

A *grade* is the worth (:mod:`millbase.solver.worths`) of that subspace for the side to move. Beside it a
graded draw has a *distance*: it grows by one with every move within a unit, and turns its sign where a move
leads from a subspace that is better than the grade to one that is worse, or back. It may be negative; the
side that heads for something better than the subspace at hand wants it small, the other side wants it great.
A draw whose grade is the worth of its own subspace is *stable* and has none.

Codes are numbered in classes (:class:`millbase.solver.scales.Width`). The first is of what is won or lost;
while a unit is solved it counts moves in the unit, and then only 0 for lost and 1 for won are kept. The
others are of draws, by how far their grade is from the worth of the subspace, the farthest first: quiet moves
lead from ``+r`` to ``-r`` and back. Odd codes are of grades above the worth, even ones of grades below it.
Stable draws are the rest.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import Rules
from millbase.solver.scales import Codes, Scale, Width, a_ply_more_in_two, rest_of
from millbase.solver.subspaces import moves_of
from millbase.solver.worths import Worths, transient

LOST, WON = 0, 1  # codes that are kept of what is decided
_DTYPE = np.uint16
_MOST_WORDS = 16  # enough for distances from -255 to 255
_REST = rest_of(_DTYPE)
_TOO_LONG = _REST - 1  # no code is so high


class TooManyGrades(ValueError):  # noqa: N818 - named for what is wrong, as in databases.errors
    """A game has more grades than codes have room for."""


class DrawGrade(NamedTuple):
    """What a table says of a draw.

    Attributes:
        worth: of the subspace in which perfect play ends, for the side to move.
        distance: see :mod:`millbase.solver.grading`; None for a stable draw.
    """

    worth: int
    distance: int | None


class Grading:
    """How draws of a game are graded.

    Attributes:
        worths: of its subspaces.
        grades: the worths in which a game can end drawn, ascending.
        width: of the values.

    Raises:
        TooManyGrades: there are more than codes have room for.
    """

    def __init__(self, rules: Rules, worths: Worths) -> None:
        self.rules, self.worths = rules, worths
        stay = (subspace for subspace in worths.of if not transient(rules, subspace))
        self.grades = sorted({worths.of[subspace] for subspace in stay})
        classes = 1 + len(self.grades)  # no subspace is farther than that from all of them
        words = min(_MOST_WORDS, (_REST - 1) // (64 * classes))
        if words == 0:
            raise TooManyGrades(f"draws of {len(self.grades)} grades are more than a table has room for")
        self.width = Width(_DTYPE, words, classes)
        self._middle = self.width.room // 4  # the distance 0 in a class

    def scale(self, unit: Iterable[Subspace]) -> Scale:
        """What codes mean while a unit is solved."""
        movers = {target: mover for mover in unit for target in moves_of(self.rules, mover).targets}

        def leaving(source: Subspace, codes: Codes) -> Codes:
            found: Codes = self._earlier(movers[source], source)[codes]
            return found

        def drawn(source: Subspace) -> int:
            return int(self._earlier(movers[source], source)[-1])

        return Scale(
            a_ply_more_in_two, leaving, widths=(self.width,), crossing=leaving, drawn=drawn, kept=self._kept
        )

    def distances_from(self, subspace: Subspace) -> list[int]:
        """How far grades can be from the worth of a subspace, by class of draws: the farthest first."""
        worth = self.worths.of[subspace]
        return sorted({abs(grade - worth) for grade in self.grades} - {0}, reverse=True)

    def grade(self, subspace: Subspace, code: int) -> DrawGrade:
        """The grade that a table means by the code of a draw."""
        worth, off, distance = (int(found[code]) for found in self._meaning(subspace))
        return DrawGrade(worth + off, distance if off else None)

    def before(self, mover: Subspace, reached: Subspace, grade: DrawGrade) -> DrawGrade:
        """The grade of a draw a move earlier, for the side that makes it.

        Args:
            mover: the subspace of the position before the move.
            reached: of the position after it, whose grade is given.
        """
        here, there = self.worths.of[mover], self.worths.of[reached]
        if grade.worth == -here:
            return DrawGrade(here, None)
        far, total = grade.worth - there, grade.worth + here
        turned = grade.distance or 0
        return DrawGrade(-grade.worth, 1 + (turned if (total > 0) == (far > 0) else -turned))

    def meaning(self, subspace: Subspace) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
        """By code of a table, grade and distance of a draw, shape ``(65536,)``.

        Both are 0 for codes of what is decided, and the distance is 0 for stable draws.
        """
        worth, off, distance = self._meaning(subspace)
        drawn = off != 0
        drawn[_REST] = True
        return np.where(drawn, worth + off, 0), distance

    @lru_cache(maxsize=16)  # noqa: B019 - gradings are few and last as long as the program
    def _meaning(self, subspace: Subspace) -> tuple[npt.NDArray[np.int32], ...]:
        """By code: the worth of the subspace, how far the grade is from it, and the distance."""
        room = self.width.room
        off, distance = np.zeros((2, _REST + 1), np.int32)
        within = np.arange(room)
        for number, far in enumerate(self.distances_from(subspace), start=1):
            codes = slice(number * room, (number + 1) * room)
            off[codes] = np.where(within % 2, far, -far)
            distance[codes] = (within + 1 >> 1) - self._middle
        return np.full(_REST + 1, self.worths.of[subspace], np.int32), off, distance

    def _earlier(self, mover: Subspace, source: Subspace) -> npt.NDArray[np.int64]:
        """By code of ``source``, what a leaving move there is worth in the subspace of ``mover``."""
        worth, off, distance = self._meaning(source)
        total = worth + off + self.worths.of[mover]
        same = (total > 0) == (off > 0)
        after = 1 + np.where(off == 0, 0, np.where(same, distance, -distance))
        found = self._codes(mover, -total, after)
        found[LOST], found[WON] = 1, 2
        return found

    def _codes(
        self, subspace: Subspace, off: npt.NDArray[np.int32], distance: npt.NDArray[np.int32]
    ) -> npt.NDArray[np.int64]:
        """Codes of draws, by how far their grades are from the worth of the subspace, and distance."""
        room = self.width.room
        number_of = np.full(4 * self.worths.win + 1, -1)
        for number, far in enumerate(self.distances_from(subspace), start=1):
            number_of[far] = number
        within = 2 * (distance.astype(np.int64) + self._middle) - (off > 0)
        classes = number_of[abs(off)]
        fits = (within > 0) & (within < room - 2) & (classes >= 0)
        codes = np.where(fits, classes * room + within, _TOO_LONG)
        codes[off == 0] = _REST
        return codes

    def _kept(self, codes: Codes) -> Codes:
        return np.where(codes < self.width.room, codes % 2, codes)
