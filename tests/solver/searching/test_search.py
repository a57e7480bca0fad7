"""The search of the placing phase against full solutions, and what it says when time runs out."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from itertools import count

import numpy as np
import pytest
from exhaustive import Exhaustive
from solved import Solved

from millbase.solver.game.boards import DIAGONALS, SQUARE
from millbase.solver.game.material import Subspace
from millbase.solver.game.positions import Position, legal_moves, start, terminal_value
from millbase.solver.game.rules import Rules, RulesError, preset
from millbase.solver.game.values import DRAW, Assessment, Between, Value
from millbase.solver.layouts import Layout, Values
from millbase.solver.oracle import evaluate
from millbase.solver.searching.search import UNKNOWN, Search, best
from millbase.solver.subspaces import game_subspaces

NINE, TWELVE, SIX, THREE, LASKER = (preset(name) for name in ("nine", "twelve", "six", "three", "lasker"))
# Nine points and removals: no game that is played, but one that can be looked at whole.
TINY = Rules(SQUARE, (5, 4))
WIN, LOSS = Value("win"), Value("loss")
OUTCOMES = ("loss", "draw", "win")
SAMPLE = 12  # positions of a subspace

# Starts, and what the first to place gets.
STARTS = {
    "nine 3,3": (replace(NINE, men=(3, 3)), "win"),
    "nine 4,3": (replace(NINE, men=(4, 3)), "draw"),
    "nine 3,5": (replace(NINE, men=(3, 5)), "draw"),
    "nine 4,4, not flying": (replace(NINE, men=(4, 4), flying=False), "loss"),
    "nine 5,4, protected": (replace(NINE, men=(5, 4), protected=True), "draw"),
    "twelve 3,4": (replace(TWELVE, men=(3, 4)), None),
    "six boards 5,5, flying": (replace(SIX, men=(5, 5), flying=True), "draw"),
    "six boards 6,4": (replace(SIX, men=(6, 4)), None),
    "six boards 5,5, two for two": (replace(SIX, men=(5, 5), take_two=True), None),
    "six boards 6,4, two for two, protected": (replace(SIX, men=(6, 4), take_two=True, protected=True), None),
    "six boards, full and lost": (replace(SIX, men=(7, 9), full_board="loss", protected=True), None),
    "three": (THREE, "win"),
    "three, full": (replace(THREE, men=(5, 4)), None),
}


@cache
def solved(rules: Rules) -> Solved:
    return Solved(rules, game_subspaces(rules))


def search_of(rules: Rules, tables: dict[Subspace, Values], memory_bits: int = 16) -> Search:
    """A search that reads whole tables."""
    return Search(rules, lambda subspace, entry: (0, tables[subspace]), memory_bits=memory_bits)


def positions_of(rules: Rules, subspace: Subspace) -> list[Position]:
    """Some positions of a subspace that can be asked about."""
    layout = Layout.of(rules.board, subspace)
    drawn = random.Random(str(subspace))
    white_moves = subspace.own + subspace.own_hand <= rules.men[0]
    white_moves &= subspace.opp + subspace.opp_hand <= rules.men[1]
    found = []
    for entry in sorted({drawn.randrange(layout.size) for _ in range(SAMPLE)}):
        own, opp = layout.position(entry)
        if rules.mill_wins and any(own & line == line for line in rules.board.line_masks):
            continue  # cannot be: the game ended before
        found.append(Position.of_sides(own, opp, *subspace.hands, white_moves))
    return found


@pytest.mark.parametrize("name", STARTS)
def test_outcomes_are_those_of_full_solutions(name: str) -> None:
    rules, outcome = STARTS[name]
    full = solved(rules)
    search = search_of(rules, full.tables)
    for subspace in full.tables:
        if subspace.in_hand:
            for position in positions_of(rules, subspace):
                assert search.assess(position).outcome == full.probe(position).outcome, position
    answer = search.evaluate(start(rules))
    assert answer.value.outcome == full.probe(start(rules)).outcome
    assert outcome in (None, answer.value.outcome)
    for ranked in answer.moves:
        assert ranked.value == Value(full.probe(ranked.position).before_move().outcome)


@pytest.mark.parametrize(
    "rules",
    [
        TINY,
        replace(TINY, flying=False, protected=True),
        replace(TINY, men=(3, 6), full_board="loss"),
        replace(TINY, take_two=True),
    ],
    ids=["flying", "protected", "unequal, a full board lost", "two for two"],
)
def test_every_position_of_a_tiny_game(rules: Rules) -> None:
    exhaustive = Exhaustive(rules)
    search = search_of(rules, solved(rules).tables)
    for position, value in exhaustive.values.items():
        assert search.assess(position).outcome == value.outcome, position


def test_hardly_any_memory_does_not_change_an_answer() -> None:
    rules = STARTS["six boards 5,5, flying"][0]
    positions = []
    for memory_bits in (0, 16):
        search = search_of(rules, solved(rules).tables, memory_bits)
        assert search.assess(start(rules)) == DRAW
        positions.append(search.positions)
    assert positions[0] > 2 * positions[1]


def test_what_was_proved_is_remembered() -> None:
    rules = STARTS["nine 4,3"][0]
    search = search_of(rules, solved(rules).tables)
    search.assess(start(rules))
    before = search.positions
    assert search.assess(start(rules)) == DRAW
    assert search.positions - before < before / 100


def test_leaves_are_read_where_they_are_needed() -> None:
    rules = STARTS["nine 4,3"][0]
    tables = solved(rules).tables
    asked = []

    def read(subspace: Subspace, entry: int) -> tuple[int, Values]:
        asked.append(subspace)
        first = entry // 999 * 999
        return first, tables[subspace][first : first + 999]

    search = Search(rules, read, memory_bits=16)
    assert search.assess(start(rules)) == DRAW
    assert set(asked) == set(search.store.touched)
    assert not any(subspace.in_hand for subspace in asked)
    assert all(count <= tables[subspace].size for subspace, count in search.store.touched.items())
    assert sum(search.store.touched.values()) < sum(table.size for table in tables.values()) / 2


def test_wide_values_and_outcomes_alone_are_read_too() -> None:
    rules = STARTS["nine 3,3"][0]
    tables = solved(rules).tables
    for draw, width in ((65535, np.uint16), (255, np.uint8)):

        def written(values: Values, draw: int = draw, width: type = width) -> Values:
            codes = values.astype(width) if draw > 255 else values & 1
            codes[values == 255] = draw
            return codes

        search = search_of(rules, {subspace: written(values) for subspace, values in tables.items()})
        assert search.assess(start(rules)) == WIN


def test_a_removal_that_is_due() -> None:
    rules = replace(NINE, men=(5, 4), protected=True)
    full = solved(rules)
    position = Position(0b111, 0b11000, True, (2, 2), removal_due=True)
    expected = evaluate(rules, full, position)
    search = search_of(rules, full.tables)
    assert search.assess(position).outcome == expected.value.outcome
    answer = search.evaluate(position)
    assert answer.value.outcome == expected.value.outcome
    assert {ranked.move: ranked.value.outcome for ranked in answer.moves} == {
        ranked.move: ranked.value.outcome for ranked in expected.moves
    }


def test_a_position_that_is_over() -> None:
    rules = replace(NINE, men=(4, 4))
    lost = Position(0b11, 0b111000, True, (0, 1))
    assert terminal_value(rules, lost) == Value("loss", 0)
    answer = search_of(rules, {}).evaluate(lost)
    assert (answer.value, answer.moves) == (Value("loss", 0), [])


def test_known_values_keep_their_distances() -> None:
    rules = STARTS["nine 3,3"][0]
    full = solved(rules)
    read = lambda subspace, entry: (0, full.tables[subspace])  # noqa: E731
    search = Search(rules, read, known=full.probe, memory_bits=16)
    expected = evaluate(rules, full, start(rules))
    assert search.evaluate(start(rules)) == expected


def test_moves_come_best_first() -> None:
    rules = STARTS["nine 3,5"][0]
    full = solved(rules)
    search = search_of(rules, full.tables)
    position = positions_of(rules, Subspace(2, 2, 1, 3))[0]
    moves = search.evaluate(position).moves
    assert len(moves) == len(legal_moves(rules, position))
    preferences = [ranked.value.preference for ranked in moves]
    assert preferences == sorted(preferences)


def drawn(subspace: Subspace, entry: int) -> tuple[int, Values]:
    """A piece of a table in which all is drawn."""
    return entry // 4 * 4, np.full(1 << 16, 255, np.uint8)


@pytest.mark.parametrize("ticks", [0, 1, 40, 200])
def test_the_time_limit_is_kept_and_the_answer_honest(ticks: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a clock that ticks when it is looked at: when time is up, it is looked at a few times more."""
    search = Search(replace(NINE, men=(8, 8)), drawn, memory_bits=16)
    clock = count()
    monkeypatch.setattr("time.monotonic", lambda: next(clock))
    answer = search.evaluate(Position(0, 0, True, (8, 8)), ticks)
    questions = 2 * len(answer.moves)
    assert next(clock) - ticks <= questions + 10
    assert isinstance(answer.value, Between)
    assert answer.value.at_most == WIN
    assert len(answer.moves) == 24


def test_the_longer_it_takes_the_less_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a clock that ticks when it is looked at, and one position between two looks."""
    rules = STARTS["nine 4,3"][0]
    tables = solved(rules).tables
    monkeypatch.setattr("millbase.solver.searching.search._SLICE", 1)
    open_before = 2
    seen = set()
    for ticks in (1, 500, 1000, 2000, 4000, 8000, 16000):
        clock = count()
        monkeypatch.setattr("time.monotonic", lambda clock=clock: next(clock))
        found = search_of(rules, tables).assess(start(rules), ticks)
        least, most = (found.at_least, found.at_most) if isinstance(found, Between) else (found, found)
        assert OUTCOMES.index(least.outcome) <= OUTCOMES.index("draw") <= OUTCOMES.index(most.outcome)
        still_open = OUTCOMES.index(most.outcome) - OUTCOMES.index(least.outcome)
        assert still_open <= open_before
        open_before = still_open
        seen.add(found)
    assert seen == {UNKNOWN, Between(DRAW, WIN), DRAW}


def test_mixed_moves_are_refused() -> None:
    with pytest.raises(RulesError, match="tables of the whole game"):
        Search(LASKER, drawn)


def test_best_of_moves() -> None:
    low, high, any_ = Between(LOSS, DRAW), Between(DRAW, WIN), UNKNOWN
    assert best([LOSS, low]) == low
    assert best([DRAW, low]) == DRAW
    assert best([high, any_]) == high
    assert best([WIN, any_]) == WIN
    assert best([LOSS, any_]) == UNKNOWN
    assert best([Value("win", 5), Value("win", 3), LOSS]) == Value("win", 3)
    assert best([Value("win", 5), WIN]) == WIN
    assert best([Value("win", 5), any_]) == WIN
    assert best([Value("loss", 4), Value("loss", 6)]) == Value("loss", 6)


def test_what_lies_between_is_sorted_by_what_is_certain() -> None:
    values: list[Assessment] = [WIN, Between(DRAW, WIN), DRAW, UNKNOWN, Between(LOSS, DRAW), LOSS]
    shuffled = [values[i] for i in (3, 0, 5, 1, 4, 2)]
    assert sorted(shuffled, key=lambda value: value.preference) == values
    assert [value.before_move() for value in (Between(DRAW, WIN), UNKNOWN)] == [Between(LOSS, DRAW), UNKNOWN]


def test_diagonals_have_three_lines_through_a_point() -> None:
    """The widest table of partners; a stone on b6 closes its diagonal."""
    assert max(sum(point in line for line in DIAGONALS.lines) for point in range(24)) == 3
    rules = replace(TWELVE, men=(3, 3))
    names = DIAGONALS.names
    a7, b6, c5 = (1 << names.index(name) for name in ("a7", "b6", "c5"))
    search = search_of(rules, {})
    assert search.assess(Position(a7 | c5, b6 << 2 | b6 << 3, True, (1, 1))) == WIN
