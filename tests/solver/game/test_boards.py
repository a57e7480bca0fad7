"""The boards, computed from geometry, against what the rule texts say about them."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest

from millbase.solver.game.boards import BOARDS, DIAGONALS, RINGS, SQUARE, TWO_RINGS, Board

NAMES = {
    RINGS: "a7 d7 g7 g4 g1 d1 a1 a4  b6 d6 f6 f4 f2 d2 b2 b4  c5 d5 e5 e4 e3 d3 c3 c4",
    DIAGONALS: "a7 d7 g7 g4 g1 d1 a1 a4  b6 d6 f6 f4 f2 d2 b2 b4  c5 d5 e5 e4 e3 d3 c3 c4",
    TWO_RINGS: "a5 c5 e5 e3 e1 c1 a1 a3  b4 c4 d4 d3 d2 c2 b2 b3",
    SQUARE: "a3 b3 c3 c2 c1 b1 a1 a2  b2",
}
MILLS = {
    RINGS: """
        a7-d7-g7 g7-g4-g1 g1-d1-a1 a1-a4-a7  b6-d6-f6 f6-f4-f2 f2-d2-b2 b2-b4-b6
        c5-d5-e5 e5-e4-e3 e3-d3-c3 c3-c4-c5  d7-d6-d5 g4-f4-e4 d1-d2-d3 a4-b4-c4
    """,
    DIAGONALS: """
        a7-d7-g7 g7-g4-g1 g1-d1-a1 a1-a4-a7  b6-d6-f6 f6-f4-f2 f2-d2-b2 b2-b4-b6
        c5-d5-e5 e5-e4-e3 e3-d3-c3 c3-c4-c5  d7-d6-d5 g4-f4-e4 d1-d2-d3 a4-b4-c4
        a7-b6-c5 g7-f6-e5 g1-f2-e3 a1-b2-c3
    """,
    TWO_RINGS: "a5-c5-e5 e5-e3-e1 e1-c1-a1 a1-a3-a5  b4-c4-d4 d4-d3-d2 d2-c2-b2 b2-b3-b4",
    SQUARE: "a3-b3-c3 c3-c2-c1 c1-b1-a1 a1-a2-a3  a2-b2-c2 b1-b2-b3 a1-b2-c3 a3-b2-c1",
}
EXTRA_STEPS = {TWO_RINGS: "c5-c4 e3-d3 c1-c2 a3-b3"}  # joints of two points are no mills

every_board = pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)


def neighbour_names(board: Board) -> set[frozenset[str]]:
    return {
        frozenset({board.names[point], board.names[other]})
        for point, near in enumerate(board.neighbours)
        for other in near
    }


@every_board
def test_points_are_in_the_order_of_a_written_position(board: Board) -> None:
    assert board.names == tuple(NAMES[board].split())
    assert board.points == len(board.names)
    assert [point for ring in board.rings for point in ring] == list(range(board.points))


@every_board
def test_mills_are_those_of_the_rules(board: Board) -> None:
    lines = {frozenset(board.names[point] for point in line) for line in board.lines}
    assert lines == {frozenset(mill.split("-")) for mill in MILLS[board].split()}
    assert len(board.lines) == len(lines)
    assert [{p for p in range(board.points) if mask >> p & 1} for mask in board.line_masks] == [
        set(line) for line in board.lines
    ]


@every_board
def test_stones_step_along_drawn_lines(board: Board) -> None:
    along_mills = {frozenset(step) for mill in MILLS[board].split() for step in pairwise(mill.split("-"))}
    extra = {frozenset(step.split("-")) for step in EXTRA_STEPS.get(board, "").split()}
    assert neighbour_names(board) == along_mills | extra


@every_board
def test_neighbours_are_mutual(board: Board) -> None:
    for point, near in enumerate(board.neighbours):
        assert list(near) == sorted(set(near) - {point})
        assert all(point in board.neighbours[other] for other in near)


@pytest.mark.parametrize(("board", "order"), [(RINGS, 16), (DIAGONALS, 16), (TWO_RINGS, 16), (SQUARE, 8)])
def test_symmetries_are_a_group_that_keeps_the_game(board: Board, order: int) -> None:
    group = board.symmetries
    assert len(set(group)) == len(group) == order
    assert group[0] == tuple(range(board.points))
    assert {tuple(g[point] for point in h) for g in group for h in group} == set(group)
    lines = {frozenset(line) for line in board.lines}
    for symmetry in group:
        assert {frozenset(symmetry[point] for point in line) for line in lines} == lines
        for point, near in enumerate(board.neighbours):
            assert {symmetry[other] for other in near} == set(board.neighbours[symmetry[point]])


def test_orbits_of_one_colour_are_the_published_ones() -> None:
    published = [1, 4, 30, 158, 757, 2830, 8774, 22188, 46879, 82880, 124124, 157668, 170854]
    assert [RINGS.orbits(stones) for stones in range(13)] == published
    assert [DIAGONALS.orbits(stones) for stones in range(13)] == published


@pytest.mark.parametrize(
    ("board", "most"), [(SQUARE, 9), (TWO_RINGS, 4), (RINGS, 3)], ids=["square", "two-rings", "rings"]
)
def test_orbits_are_those_found_by_going_through_all_arrangements(board: Board, most: int) -> None:
    points = set(range(board.points))
    for first in range(most + 1):
        for second in range(most + 1 - first):
            arrangements = [
                (frozenset(one), frozenset(other))
                for one in combinations(points, first)
                for other in combinations(points - set(one), second)
            ]
            assert board.arrangements(first, second) == len(arrangements)
            assert board.orbits(first, second) == _orbits(board, arrangements)


def _orbits(board: Board, arrangements: list[tuple[frozenset[int], frozenset[int]]]) -> int:
    orbits, seen = 0, set()
    for sides in arrangements:
        if sides not in seen:
            orbits += 1
            seen |= {
                (frozenset(g[p] for p in sides[0]), frozenset(g[p] for p in sides[1]))
                for g in board.symmetries
            }
    return orbits
