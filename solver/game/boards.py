"""The boards of the mill games as data, computed from their geometry.

A board is drawn from concentric squares ("rings"), spokes that join them and, on the smallest one,
a centre. Everything else (names, lines, neighbours, symmetries) follows from the coordinates.

Points are numbered as a position is written: ring by ring from the outermost, each clockwise from
its top left corner, the centre last. A set of points is an integer with bit ``i`` for point ``i``.
Others number points otherwise; a board can be had with their numbers.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import pairwise
from math import comb

Coordinates = tuple[int, int]

_CLOCKWISE = ((-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0))
# The eight symmetries of the square as matrices (xx, xy, yx, yy); the identity first.
_SQUARE = (
    (1, 0, 0, 1), (0, 1, -1, 0), (-1, 0, 0, -1), (0, -1, 1, 0),
    (-1, 0, 0, 1), (1, 0, 0, -1), (0, 1, 1, 0), (0, -1, -1, 0),
)  # fmt: skip


@dataclass(frozen=True)
class Board:
    """Points, lines, neighbours and symmetries of one board.

    Built by naming the rings (``radii``, outermost first), whether corners are joined
    (``diagonals``) and whether there is a point in the middle (``centre``):

    >>> board = Board("rings", radii=(3, 2, 1))
    >>> board.points, len(board.lines), len(board.symmetries), board.names[:3]
    (24, 16, 16, ('a7', 'd7', 'g7'))
    """

    name: str
    radii: tuple[int, ...]
    diagonals: bool = False
    centre: bool = False
    title: str = field(default="", compare=False)
    numbering: tuple[int, ...] = ()

    def renumbered(self, numbering: tuple[int, ...]) -> Board:
        """The same board with other numbers: point ``p`` becomes ``numbering[p]``.

        Positions are not written in these numbers.

        Raises:
            ValueError: these are not the numbers of the points, each once.
        """
        if sorted(numbering) != list(range(self.points)):
            raise ValueError(f"the {self.points} points of a board cannot be numbered {numbering}")
        return replace(self, numbering=tuple(numbering[number] for number in self._numbers))

    @cached_property
    def _numbers(self) -> tuple[int, ...]:
        """The number of each point, in the order in which a position is written."""
        return self.numbering or tuple(range(8 * len(self.radii) + self.centre))

    @cached_property
    def coordinates(self) -> tuple[Coordinates, ...]:
        """(x, y) of every point, the middle of the board being (0, 0)."""
        written = [(x * r, y * r) for r in self.radii for x, y in _CLOCKWISE]
        written += [(0, 0)] if self.centre else []
        return tuple(xy for _, xy in sorted(zip(self._numbers, written, strict=True)))

    @property
    def points(self) -> int:
        """The number of points."""
        return len(self.coordinates)

    @property
    def side(self) -> int:
        """Files (and ranks) of the drawing."""
        return 2 * self.radii[0] + 1

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Names as players write them: file letter and rank number."""
        r = self.radii[0]
        return tuple(f"{chr(ord('a') + x + r)}{y + r + 1}" for x, y in self.coordinates)

    @cached_property
    def rings(self) -> tuple[tuple[int, ...], ...]:
        """The points by ring, outermost first; the centre is a ring of its own."""
        return tuple(self._numbers[first : first + 8] for first in range(0, self.points, 8))

    @cached_property
    def segments(self) -> tuple[tuple[int, ...], ...]:
        """The drawn lines, each as its points in order."""
        at = {xy: point for point, xy in enumerate(self.coordinates)}
        sides = [
            tuple(ring[(corner + k) % 8] for k in range(3))
            for ring in self.rings[: len(self.radii)]
            for corner in (0, 2, 4, 6)
        ]
        directions = [d for d in _CLOCKWISE if self.diagonals or 0 in d]
        if self.centre:
            scale = [*self.radii, 0, *(-r for r in reversed(self.radii))]
            directions = [d for d in directions if d > (-d[0], -d[1])]  # one of two opposite ones
        else:
            scale = list(self.radii)
        spokes = [tuple(at[x * r, y * r] for r in scale) for x, y in directions]
        return tuple(sides + [spoke for spoke in spokes if len(spoke) > 1])

    @cached_property
    def lines(self) -> tuple[tuple[int, ...], ...]:
        """The lines that can be mills: three points in a row."""
        return tuple(sorted(segment for segment in self.segments if len(segment) == 3))

    @cached_property
    def line_masks(self) -> tuple[int, ...]:
        """The lines as sets of points."""
        return tuple(mask_of(line) for line in self.lines)

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """For every point the points one step along a drawn line."""
        found: list[set[int]] = [set() for _ in range(self.points)]
        for segment in self.segments:
            for one, other in pairwise(segment):
                found[one].add(other)
                found[other].add(one)
        return tuple(tuple(sorted(points)) for points in found)

    @cached_property
    def neighbour_masks(self) -> tuple[int, ...]:
        """:attr:`neighbours` as sets of points."""
        return tuple(mask_of(near) for near in self.neighbours)

    @cached_property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """All maps of the board onto itself, the identity first: ``symmetries[g][point]`` is the image.

        The candidates are the symmetries of the square, with and without turning the rings inside
        out; those that keep the drawn lines are symmetries of the game.
        """
        at = {xy: point for point, xy in enumerate(self.coordinates)}
        inside_out = dict(zip(self.radii, reversed(self.radii), strict=True)) | {0: 0}
        drawn = {frozenset(segment) for segment in self.segments}
        found: list[tuple[int, ...]] = []
        for exchange in (False, True):
            for xx, xy, yx, yy in _SQUARE:
                image = []
                for x, y in self.coordinates:
                    radius = max(abs(x), abs(y))
                    to = inside_out[radius] if exchange else radius
                    x, y = (x * to // radius, y * to // radius) if radius else (0, 0)
                    image.append(at[xx * x + xy * y, yx * x + yy * y])
                keeps = {frozenset(image[p] for p in segment) for segment in drawn} == drawn
                if keeps and tuple(image) not in found:
                    found.append(tuple(image))
        return tuple(found)

    @lru_cache(maxsize=1024)  # noqa: B019 - boards are few and last as long as the program
    def orbits(self, first: int, second: int = 0) -> int:
        """How many ways to put two kinds of stones on the board differ by more than a symmetry.

        Burnside's lemma: the mean, over the symmetries, of the arrangements that each leaves alone,
        read off the product of ``1 + x^k + y^k`` over the cycles (of length ``k``) of the symmetry.
        """
        total = 0
        for symmetry in self.symmetries:
            fixed = {(0, 0): 1}
            for length in _cycle_lengths(symmetry):
                step: dict[tuple[int, int], int] = {}
                for (i, j), ways in fixed.items():
                    for key in ((i, j), (i + length, j), (i, j + length)):
                        if key[0] <= first and key[1] <= second:
                            step[key] = step.get(key, 0) + ways
                fixed = step
            total += fixed.get((first, second), 0)
        return total // len(self.symmetries)

    def arrangements(self, first: int, second: int) -> int:
        """How many ways there are to put two kinds of stones on the board."""
        return comb(self.points, first) * comb(self.points - first, second)


def points_of(mask: int) -> list[int]:
    """The points of a set, ascending: ``points_of(0b1101) == [0, 2, 3]``."""
    points = []
    while mask:
        lowest = mask & -mask
        points.append(lowest.bit_length() - 1)
        mask ^= lowest
    return points


def mask_of(points: Iterable[int]) -> int:
    """The set of some points."""
    return sum(1 << point for point in points)


def _cycle_lengths(symmetry: tuple[int, ...]) -> list[int]:
    lengths, seen = [], set()
    for start in range(len(symmetry)):
        point, length = start, 0
        while point not in seen:
            seen.add(point)
            point, length = symmetry[point], length + 1
        if length:
            lengths.append(length)
    return lengths


RINGS = Board("rings", (3, 2, 1), title="three rings")
DIAGONALS = Board("diagonals", (3, 2, 1), diagonals=True, title="three rings with diagonals")
TWO_RINGS = Board("two-rings", (2, 1), title="two rings")
SQUARE = Board("square", (1,), diagonals=True, centre=True, title="3 × 3 with both diagonals")

BOARDS = (RINGS, DIAGONALS, TWO_RINGS, SQUARE)
