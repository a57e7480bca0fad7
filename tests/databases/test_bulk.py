"""Arrays of positions: hands, shapes, and which positions are legal, compared with plain Python."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import millbase.databases.tablebase as tablebase
from millbase.databases.building import build
from millbase.databases.bulk import ILLEGAL_CODE, _kinds
from millbase.databases.bulk_kernels import ILLEGAL
from millbase.databases.errors import IllegalPosition
from millbase.databases.tablebase import Tablebase
from millbase.solver.game.boards import SQUARE
from millbase.solver.game.material import Subspace
from millbase.solver.game.positions import Position, PositionError, check_position
from millbase.solver.game.rules import Rules, preset
from millbase.solver.subspaces import game_subspaces


@pytest.fixture(scope="module")
def three(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Three men's morris, the whole game."""
    root = tmp_path_factory.mktemp("three")
    rules = preset("three")
    build(root, rules, game_subspaces(rules))
    with tablebase.open(root, rules) as opened:
        yield opened


def plain_code(tables: Tablebase, position: Position) -> int:
    value = tables.probe(position)
    return 65535 if value.plies is None else value.plies


def is_legal(rules: Rules, own: int, opp: int, hands: tuple[int, int]) -> bool:
    """Whether the side to move may be White or Black."""
    for white_to_move in (True, False):
        try:
            check_position(rules, Position.of_sides(own, opp, *hands, white_to_move))
        except PositionError:
            continue
        return True
    return False


@pytest.mark.parametrize(
    "rules",
    [
        preset("three"),
        Rules(SQUARE, (4, 4)),
        Rules(SQUARE, (5, 3)),
    ],
    ids=["a mill wins", "a mill removes", "unequal sides"],
)
def test_which_positions_are_legal(rules: Rules) -> None:
    points = SQUARE.points
    masks = np.random.default_rng(0).integers(-1, (1 << points) + 1, size=(2000, 2), endpoint=True)
    masks[::2, 1] &= ~masks[::2, 0]  # or hardly any would be
    hands = list(product((-1, 0, 1, 3, 5), repeat=2))
    cases = [(*pair, *both) for pair in masks.tolist() for both in hands]
    columns = np.array(cases, np.int64).T.copy()
    kinds = _kinds(rules, columns[:2], columns[2:])
    legal = [is_legal(rules, own, opp, (a, b)) for own, opp, a, b in cases]
    assert ((kinds != ILLEGAL) == legal).all()
    assert 100 < sum(legal) < len(cases) - 100
    subspaces = {
        Subspace(own.bit_count(), opp.bit_count(), a, b)
        for (own, opp, a, b), belongs in zip(cases, legal, strict=True)
        if belongs
    }
    assert len(np.unique(kinds)) == len(subspaces) + 1


def test_hands_may_differ_from_position_to_position(three: Tablebase) -> None:
    cases = [
        (own, opp, a, b)
        for own, opp in product(range(1 << 9), repeat=2)
        for a, b in [(3 - own.bit_count(), 3 - opp.bit_count())]
        if is_legal(three.rules, own, opp, (a, b)) and own.bit_count() - opp.bit_count() in (-1, 0)
    ]
    codes = three.probe_many(*np.array(cases).T)
    assert len(cases) > 2000
    some = cases[::7]
    assert codes[::7].tolist() == [plain_code(three, Position.of_sides(*case)) for case in some]
    assert {0, 65535} < set(codes.tolist())


def test_hands_are_laid_against_masks(three: Tablebase) -> None:
    opponent = np.array([[0b1], [0b10], [1 << 8]], np.uint16)
    codes = three.probe_many(0, opponent, np.array([3], np.int8), [2, 2])
    expected = [plain_code(three, Position.of_sides(0, mask, 3, 2)) for mask in (1, 2, 1 << 8)]
    assert codes.tolist() == [[code, code] for code in expected]
    assert len(set(expected)) > 1
    assert three.probe_many([], []).shape == (0,)
    assert three.probe_many(0, 1, 3, 2).shape == ()


@pytest.mark.parametrize(
    ("hand", "why"),
    [
        (np.int8(127), "position 0 is not legal: White has 130 stones on the board and in hand together"),
        (np.uint64(2**64 - 3), "position 0 is not legal: White cannot have -3 stones in hand"),
        (-1, "position 0 is not legal: White cannot have -1 stones in hand"),
        (0.0, "stones in hand are given as integers of at most 64 bits, not as float64"),
        (True, "stones in hand are given as integers"),
        (1 << 70, "stones in hand are given as integers"),
    ],
)
def test_hands_that_cannot_be(tables: Path, rules: Rules, hand: Any, why: str) -> None:
    with tablebase.open(tables, rules) as asked, pytest.raises(IllegalPosition, match=why):
        asked.probe_many([7], [56], hand, 0)


def test_what_is_illegal_can_be_marked(tables: Path, rules: Rules) -> None:
    own = np.array([0b111, 0b111, 0b111, -1, 0b1111111, 0b10101])
    opponent = np.array([0b111 << 8, 0b11100, 0b11 << 8, 0b111 << 8, 0b111 << 8, 0b111 << 8])
    with tablebase.open(tables, rules) as asked:
        codes = asked.probe_many(own, opponent, illegal="mark")
        assert codes[1:5].tolist() == [ILLEGAL_CODE] * 4 == [65534] * 4
        assert codes[[0, 5]].tolist() == asked.probe_many(own[[0, 5]], opponent[[0, 5]]).tolist()
        with pytest.raises(ValueError, match="'raise' or to be 'mark'ed, not 'skip'"):
            asked.probe_many(own, opponent, illegal="skip")  # type: ignore[arg-type]


def test_sides_with_unequal_men_are_refused_where_no_colours_fit() -> None:
    rules = replace(preset("nine"), men=(5, 4))
    with tablebase.open("nowhere", rules) as asked, pytest.raises(IllegalPosition, match="more than the 4"):
        asked.probe_many([0b11111], [0b11111 << 8])
