"""Checking tables that count plies to the next conversion, with a limit and without: judged as by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest
from made_up_tables import made_up
from plain_reading import conversion_in

from millbase.solver.checking.judging import judge
from millbase.solver.checking.reading import Counts, counts_of
from millbase.solver.checking.verifying import verify_table
from millbase.solver.game.boards import SQUARE
from millbase.solver.game.material import Subspace
from millbase.solver.game.positions import Position, in_mills, legal_moves, terminal_value
from millbase.solver.game.rules import Rules
from millbase.solver.game.values import DRAW, LOST, Value
from millbase.solver.layouts import Layout, Values

TINY = Rules(SQUARE, (5, 4))
# The moving phase; sides that place against ones that move; placing alone; placements and steps mixed.
NAMES = ["3-3", "4-3", "3-4", "5-4", "3-2+0-1", "2-3+1-0", "1-2+2-1", "4-4+1-0", "4-4+0-1"]
VARIED = {
    "flying": TINY,
    "protected, not flying": replace(TINY, protected=True, flying=False),
    "mixed": replace(TINY, mixed=True),
    "two for two": replace(TINY, take_two=True),
    "a mill wins": replace(TINY, flying=False, mill_wins=True),
}
LIMITS = [None, 1, 9]  # moves; the made-up tables have up to 30 plies


@pytest.mark.parametrize("limit", LIMITS)
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("variant", VARIED)
def test_every_entry_of_made_up_tables_is_judged_as_by_hand(
    variant: str, name: str, limit: int | None
) -> None:
    rules, table = replace(VARIED[variant], limit=limit), Subspace.parse(name)

    def load(subspace: Subspace) -> Values:
        return made_up(rules.board, subspace)

    values, counts = load(table), counts_of(rules, conversions=True)
    found = verify_table(rules, table, load, counts=counts, limit=len(values))
    expected = by_hand(rules, table)
    differing = {entry: value for entry, value in expected.items() if conversion_in(values, entry) != value}
    assert len(differing) > len(expected) // 4
    twins = {wrong.entry for wrong in found.wrong if wrong.twin is not None}
    assert {wrong.entry: wrong.expected for wrong in found.wrong if wrong.entry not in twins} == differing

    def read(subspace: Subspace, entry: int) -> Value:
        return conversion_in(load(subspace), entry)

    assert dict(judge(rules, table, read, range(len(values)), counts)) == expected


def by_hand(rules: Rules, table: Subspace) -> dict[int, Value]:
    """What entries must hold by the values of their successors; without those that no game reaches."""
    layout, found = Layout.of(rules.board, table), {}
    most = 10**6 if rules.limit is None else 2 * rules.limit
    for entry in range(layout.size):
        position = Position.of_sides(*layout.position(entry), *table.hands)
        if rules.mill_wins and in_mills(rules.board, position.own):
            continue
        over = terminal_value(rules, position)
        if over is not None:
            found[entry] = Value("loss", None, 0) if over == LOST else over
            continue
        wins, losses, draws = [], [], 0
        for move in legal_moves(rules, position):
            after = position.after(move)
            quiet = after.subspace.in_hand == table.in_hand and after.subspace.in_play == table.in_play
            value = Value("loss", None, 0)
            if not after.subspace.lost:
                place = Layout.of(rules.board, after.subspace).entry(after.own, after.opp)
                value = conversion_in(made_up(rules.board, after.subspace), place)
            plies = (value.conversion or 0) + 1 if quiet else 1
            if value == DRAW or plies > most:
                draws += 1
            elif value.outcome == "loss":
                wins.append(plies)
            else:
                losses.append(plies)
        if wins:
            found[entry] = Value("win", None, min(wins))
        else:
            found[entry] = DRAW if draws else Value("loss", None, max(losses))
    return found


def test_what_is_counted() -> None:
    assert counts_of(TINY, conversions=False) == Counts(False, counts_of(TINY, conversions=True).most)
    assert counts_of(replace(TINY, limit=20), conversions=True) == Counts(True, 40)
