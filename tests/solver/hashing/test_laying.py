"""Tables laid out anew, against looking up each position by itself."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from made_up_tables import Code, made_up

from millbase.solver.game.boards import BOARDS, DIAGONALS, RINGS, SQUARE, TWO_RINGS, Board
from millbase.solver.game.material import Subspace
from millbase.solver.hashing.laying import lay
from millbase.solver.layouts import Layout, Values
from millbase.solver.threads import Workers

CHANCE = np.random.default_rng(11)
NUMBERINGS = {
    board: [(), *(tuple(CHANCE.permutation(board.points).tolist()) for _ in range(2))] for board in BOARDS
}

WHOLE = [
    *((SQUARE, name) for name in ("3-3", "4-3", "3-6", "0-4+3-0", "5-4", "1-0+2-3", "0-0+3-3")),
    *((TWO_RINGS, name) for name in ("3-2", "2-3+1-0")),
    (RINGS, "2-1+7-8"),
    (DIAGONALS, "1-2+3-3"),
]


def laid(values: Values, source: Layout, target: Layout, threads: int = 2) -> Values:
    with Workers(threads) as workers:
        return lay(values, source, target, workers)


def layouts_of(board: Board, name: str) -> list[Layout]:
    subspace = Subspace.parse(name)
    return [Layout(board, subspace, own, numbers) for own in (True, False) for numbers in NUMBERINGS[board]]


@pytest.mark.parametrize("dtype", [np.uint8, np.uint16])
@pytest.mark.parametrize(("board", "name"), WHOLE)
def test_any_layout_is_laid_into_any_other(board: Board, name: str, dtype: Code) -> None:
    layouts = layouts_of(board, name)
    values = made_up(board, Subspace.parse(name), 40, dtype)
    tables = {layout: laid(values, Layout.of(board, layout.subspace), layout) for layout in layouts}
    for source, target in permutations(layouts, 2):
        found = laid(tables[source], source, target)
        assert found.dtype == dtype
        positions = map(target.position, range(target.size))
        assert found.tolist() == [int(tables[source][source.entry(*one)]) for one in positions]


@pytest.mark.parametrize(
    ("board", "name"), [(RINGS, "3-3"), (RINGS, "4-3"), (TWO_RINGS, "3-5"), (DIAGONALS, "3-3")]
)
def test_large_tables_are_laid_out_as_their_plain_twin_does(board: Board, name: str) -> None:
    stored = Layout.of(board, Subspace.parse(name))
    values = made_up(board, stored.subspace, 60)
    for target in layouts_of(board, name):
        expected = values[stored.entries(*target.positions(np.arange(target.size)))]
        assert np.array_equal(laid(values, stored, target), expected)
        assert np.array_equal(laid(expected, target, stored), values)


def test_the_number_of_threads_does_not_show() -> None:
    stored = Layout.of(RINGS, Subspace(4, 3))
    values = made_up(RINGS, stored.subspace, 60)
    for target in layouts_of(RINGS, "4-3"):
        one, three = (laid(values, stored, target, threads) for threads in (1, 3))
        assert one.tobytes() == three.tobytes()


def test_the_same_layout_is_the_same_array() -> None:
    layout = Layout.of(SQUARE, Subspace(3, 3))
    values = made_up(SQUARE, layout.subspace)
    assert laid(values, layout, Layout.of(SQUARE, Subspace(3, 3))) is values


def test_a_table_is_not_laid_out_as_one_of_another_subspace() -> None:
    source, target = (Layout.of(SQUARE, Subspace(*stones)) for stones in ((4, 3), (3, 4)))
    with pytest.raises(ValueError, match="a table of 4-3 cannot be laid out as one of 3-4"):
        laid(np.zeros(source.size, np.uint8), source, target)
