"""Two tables compared, each position once, against going through its positions."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from enumeration import enumerated
from made_up_tables import Code, Values, made_up

from millbase.solver.comparing import CHANGES, KINDS, Comparison, Kind, Read, compare, total
from millbase.solver.game.boards import RINGS, SQUARE, TWO_RINGS, Board
from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import Rules
from millbase.solver.game.values import Outcome
from millbase.solver.layouts import Layout

RULES = {board: Rules(board, (4, 4)) for board in (SQUARE, TWO_RINGS, RINGS)}

small = pytest.mark.parametrize(
    ("board", "name"),
    [
        *((SQUARE, name) for name in ("3-3", "4-3", "3-4", "5-4", "3-6", "2-3+1-0", "0-0+3-3", "1-0+2-3")),
        *((TWO_RINGS, name) for name in ("3-3", "1-4+2-0")),
        *((RINGS, name) for name in ("2-2+1-1", "3-1+0-2")),
    ],
)


def reading(values: Values) -> Read:
    return lambda first, last: values[first:last]


def outcome(code: int, draw: int) -> Outcome:
    return "draw" if code == draw else "win" if code % 2 else "loss"


def by_hand(rules: Rules, subspace: Subspace, before: Values, after: Values) -> dict[Kind, list[int]]:
    """The entries of each kind: the least of every position that can be."""
    lines = rules.board.line_masks if rules.mill_wins else ()
    found: dict[Kind, list[int]] = {kind: [] for kind in KINDS}
    for entry in sorted(set(enumerated(rules.board, subspace).least.values())):
        own, _ = Layout.of(rules.board, subspace).position(entry)
        if not any(own & line == line for line in lines):
            one, other = (
                outcome(int(values[entry]), int(np.iinfo(values.dtype).max)) for values in (before, after)
            )
            found[Kind(one, other)].append(entry)
    return found


def assert_as_by_hand(found: Comparison, plain: dict[Kind, list[int]]) -> None:
    assert found.counts == {kind: len(entries) for kind, entries in plain.items()}
    assert found.entries == {kind: plain[kind][0] for kind in CHANGES if plain[kind]}


@pytest.mark.parametrize(
    ("one", "other"), [(np.uint8, np.uint8), (np.uint8, np.uint16), (np.uint16, np.uint8)]
)
@small
def test_positions_are_counted_once_by_what_both_tables_say(
    board: Board, name: str, one: Code, other: Code
) -> None:
    subspace = Subspace.parse(name)
    before, after = made_up(board, subspace, 41, one, seed=1), made_up(board, subspace, 40, other, seed=2)
    plain = by_hand(RULES[board], subspace, before, after)
    found = compare(RULES[board], subspace, reading(before), reading(after))
    assert_as_by_hand(found, plain)
    assert found.positions == board.orbits(subspace.own, subspace.opp)
    assert found.changed == sum(len(plain[kind]) for kind in CHANGES)
    for each in ("win", "draw", "loss"):
        assert found.before(each) == sum(len(plain[kind]) for kind in KINDS if kind.before == each)
        assert found.after(each) == sum(len(plain[kind]) for kind in KINDS if kind.after == each)


@pytest.mark.parametrize("name", ["3-3", "4-3", "3-4", "3-2+0-1", "2-3+1-0"])
def test_who_has_a_mill_that_ends_the_game_is_not_to_move(name: str) -> None:
    subspace, rules = Subspace.parse(name), replace(RULES[SQUARE], mill_wins=True)
    before, after = (made_up(SQUARE, subspace, 40, seed=seed) for seed in (1, 2))
    found = compare(rules, subspace, reading(before), reading(after))
    assert_as_by_hand(found, by_hand(rules, subspace, before, after))


def test_a_table_does_not_differ_from_itself() -> None:
    subspace = Subspace(3, 3)
    values = made_up(RINGS, subspace)
    found = compare(RULES[RINGS], subspace, reading(values), reading(values))
    counts = [found.before(each) for each in ("win", "draw", "loss")]
    assert found.changed == 0
    assert found.entries == {}
    assert found == Comparison.of_equals(*counts)


def test_neither_threads_nor_pieces_show() -> None:
    subspace = Subspace(4, 3)
    before, after = (made_up(RINGS, subspace, seed=seed) for seed in (1, 2))
    pieces: list[tuple[int, int]] = []

    def read(first: int, last: int) -> Values:
        pieces.append((first, last))
        return before[first:last]

    alone = compare(RULES[RINGS], subspace, read, reading(after), threads=1)
    assert len(pieces) > 1  # it is read in pieces, every entry once
    assert [first for first, _ in pieces[1:]] == [last for _, last in pieces[:-1]]
    assert (pieces[0][0], pieces[-1][1]) == (0, len(before))
    for threads in (2, 3):
        assert compare(RULES[RINGS], subspace, read, reading(after), threads=threads) == alone
    assert alone.positions == RINGS.orbits(4, 3)


def test_progress_ends_with_all_entries() -> None:
    subspace = Subspace(3, 3)
    values = reading(made_up(RINGS, subspace))
    told: list[int] = []
    compare(RULES[RINGS], subspace, values, values, advanced=told.append)
    assert told == sorted(told)
    assert told[-1] == Layout.of(RINGS, subspace).size


def test_a_total_adds_up() -> None:
    subspace = Subspace(3, 3)
    first, second, third = (reading(made_up(SQUARE, subspace, seed=seed)) for seed in (1, 2, 3))
    one = compare(RULES[SQUARE], subspace, first, second)
    other = compare(RULES[SQUARE], subspace, second, third)
    both: Counter[Kind] = Counter(one.counts) + Counter(other.counts)
    assert {kind: n for kind, n in total([one, other]).counts.items() if n} == both
    assert total([]).positions == 0
