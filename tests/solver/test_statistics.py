"""Counts of a table, each position once, against going through its positions."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from enumeration import enumerated
from made_up_tables import Code, made_up

from millbase.solver.game.boards import RINGS, SQUARE, TWO_RINGS, Board
from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import Rules
from millbase.solver.layouts import Layout
from millbase.solver.statistics import Statistics, count

RULES = {board: Rules(board, (4, 4)) for board in (SQUARE, TWO_RINGS, RINGS)}

small = pytest.mark.parametrize(
    ("board", "name"),
    [
        *((SQUARE, name) for name in ("3-3", "4-3", "3-4", "5-4", "3-6", "2-3+1-0", "0-0+3-3", "1-0+2-3")),
        *((TWO_RINGS, name) for name in ("3-3", "1-4+2-0")),
        *((RINGS, name) for name in ("2-2+1-1", "3-1+0-2")),
    ],
)


@pytest.mark.parametrize(("longest", "dtype"), [(40, np.uint8), (41, np.uint8), (700, np.uint16)])
@small
def test_positions_are_counted_once_by_their_value(
    board: Board, name: str, longest: int, dtype: Code
) -> None:
    subspace = Subspace.parse(name)
    values = made_up(board, subspace, longest, dtype)
    plain = Counter(values[sorted(set(enumerated(board, subspace).least.values()))].tolist())
    found = count(RULES[board], subspace, values)
    assert found.draws == plain.pop(int(np.iinfo(dtype).max), 0)
    assert {plies: n for plies, n in enumerate(found.by_code) if n} == plain
    assert found.positions == board.orbits(subspace.own, subspace.opp)
    assert found.wins == sum(n for plies, n in plain.items() if plies % 2)
    assert found.losses == sum(n for plies, n in plain.items() if not plies % 2)
    assert found.longest_win == max((plies for plies in plain if plies % 2), default=0)
    assert found.longest_loss == max((plies for plies in plain if not plies % 2), default=0)
    assert not found.by_code or found.by_code[-1] > 0


@pytest.mark.parametrize("name", ["3-3", "4-3", "3-4", "3-2+0-1", "2-3+1-0"])
def test_who_has_a_mill_that_ends_the_game_is_not_to_move(name: str) -> None:
    subspace = Subspace.parse(name)
    values = made_up(SQUARE, subspace, 40)
    layout = Layout.of(SQUARE, subspace)
    plain: Counter[int] = Counter()
    for entry in set(enumerated(SQUARE, subspace).least.values()):
        own, _ = layout.position(entry)
        if not any(own & line == line for line in SQUARE.line_masks):
            plain[int(values[entry])] += 1
    found = count(replace(RULES[SQUARE], mill_wins=True), subspace, values)
    assert found.positions == plain.total()
    assert (found.positions < SQUARE.orbits(subspace.own, subspace.opp)) is (subspace.own >= 3)
    assert found.draws == plain.pop(255, 0)
    assert {plies: n for plies, n in enumerate(found.by_code) if n} == plain


@pytest.mark.parametrize("dtype", [np.uint8, np.uint16])
def test_a_table_of_draws_has_no_plies(dtype: Code) -> None:
    subspace = Subspace(3, 3)
    values = np.full(Layout.of(SQUARE, subspace).size, np.iinfo(dtype).max, dtype)
    assert count(RULES[SQUARE], subspace, values) == Statistics((), SQUARE.orbits(3, 3))


def test_longest_games_of_a_side_are_its_own() -> None:
    found = Statistics((4, 0, 3, 2, 0, 1, 5), 7)
    assert (found.wins, found.losses, found.draws, found.positions) == (3, 12, 7, 22)
    assert (found.longest_win, found.longest_loss) == (5, 6)


def test_the_number_of_threads_does_not_show() -> None:
    subspace = Subspace(3, 3)
    values = made_up(RINGS, subspace)
    assert len(values) > 1 << 12  # fewer are not shared out
    one, two, three = (count(RULES[RINGS], subspace, values, threads) for threads in (1, 2, 3))
    assert one == two == three
    assert one.positions == RINGS.orbits(3, 3)
