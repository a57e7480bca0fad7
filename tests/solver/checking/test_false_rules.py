"""A solver that has the rules wrong, in one way after another: the verifier notices each time.

The false function stays in its place while the tables are checked: nothing of it may reach the verifier.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from false_rules import FALSE, forgetful, kinds
from plain_reading import value_in

from millbase.solver.checking import verifying
from millbase.solver.checking.judging import judge
from millbase.solver.checking.kinds import kinds_of
from millbase.solver.checking.sampling import sample_of
from millbase.solver.checking.verifying import JUDGED, verify_table
from millbase.solver.game.boards import SQUARE
from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import Rules, preset
from millbase.solver.layouts import Layout
from millbase.solver.retrograde.induction import solve_unit
from millbase.solver.subspaces import unit_of, units_in_order

Tables = dict[Subspace, npt.NDArray[Any]]

TINY = Rules(SQUARE, (5, 4))
RULES = {
    "nine": preset("nine"),
    "nine protected": replace(preset("nine"), protected=True),
    "six": preset("six"),
    "six for two": replace(preset("six"), take_two=True),
    "three": preset("three"),
    "tiny": TINY,
    "tiny mixed": replace(TINY, mixed=True),
    "tiny protected": replace(TINY, protected=True),
    "tiny full loses": replace(TINY, full_board="loss"),
}


def solve(rules: Rules, wanted: str) -> Tables:
    """The tables that one needs and itself, in the order in which they were made."""
    tables: Tables = {}
    for unit in units_in_order(rules, [Subspace.parse(wanted)]):
        tables |= solve_unit(rules, unit, tables.__getitem__)
    return tables


def judged_wrong(rules: Rules, table: Subspace, tables: Tables) -> list[int]:
    """Entries that plain Python says are wrong, of those that the verifier asks about."""
    layout = Layout.of(rules.board, table)
    entries = sample_of(layout.blocks, layout.block_size, None, 0).spread(JUDGED, 0)
    judged = judge(rules, table, lambda subspace, entry: value_in(tables[subspace], entry), entries)
    return [entry for entry, expected in judged if value_in(tables[table], entry) != expected]


@pytest.mark.parametrize("falsehood", FALSE)
def test_a_false_rule_of_the_solver_is_found(falsehood: str, monkeypatch: pytest.MonkeyPatch) -> None:
    falsify, name, wanted = FALSE[falsehood]
    rules = RULES[name]
    true = solve(rules, wanted)
    with forgetful():
        falsify(monkeypatch)
        false = solve(rules, wanted)
        tables = {**true, **false}
        wrong = [table for table in true if not np.array_equal(tables[table], true[table])]
        found = [table for table in false if not verify_table(rules, table, tables.__getitem__).passed]
        by_hand = {table: judged_wrong(rules, table, tables) for table in found}
        monkeypatch.undo()
    assert wrong
    assert verify_table(rules, wrong[0], true.__getitem__).passed
    # The first unit that is wrong was made from tables that are right: that it is consistent too cannot be.
    assert set(unit_of(rules, wrong[0])) & set(found)
    assert all(by_hand[table] for table in found if len(tables[table]) <= JUDGED)


def test_what_the_verifier_shares_with_the_solver_is_found_by_the_legal_moves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules, table = RULES["nine"], Subspace(3, 3)
    true_kinds = kinds_of
    with forgetful():
        kinds(lambda *_: {"flies": False})(monkeypatch)
        tables = solve(rules, "3-3")
        monkeypatch.setattr(verifying, "kinds_of", lambda *asked: true_kinds(*asked)._replace(flies=False))
        found = verify_table(rules, table, tables.__getitem__)
        monkeypatch.undo()
    assert found.checked == JUDGED
    assert found.faults == len(judged_wrong(rules, table, tables)) > JUDGED / 2
    by_all = verify_table(rules, table, tables.__getitem__)
    assert (by_all.faults, by_all.checked) == (182_707, 210_140)
