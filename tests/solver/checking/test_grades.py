"""Checking graded tables: what is right passes, and every kind of mistake is found."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from test_grading import TINY, made_up_worths

from millbase.solver.checking.grades import GradesReport, verify_grades
from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import Rules
from millbase.solver.grading import Grading
from millbase.solver.layouts import Values
from millbase.solver.retrograde.induction import solve_unit
from millbase.solver.subspaces import game_subspaces, units_in_order

Tables = dict[Subspace, Values]
VARIED = {
    "flying": TINY,
    "protected, not flying": replace(TINY, protected=True, flying=False),
    "mixed": replace(TINY, men=(4, 4), mixed=True),
    "a full board loses": replace(TINY, full_board="loss"),
}


def solved(rules: Rules, grading: Grading) -> tuple[Tables, Tables]:
    codes: Tables = {}
    plies: Tables = {}
    for unit in units_in_order(rules, game_subspaces(rules)):
        codes |= solve_unit(rules, unit, codes.__getitem__, scale=grading.scale(unit))
        plies |= solve_unit(rules, unit, plies.__getitem__)
    return codes, plies


def verified(
    grading: Grading,
    subspace: Subspace,
    codes: Tables,
    plies: Tables,
    sample: int | None = None,
    threads: int | None = None,
) -> GradesReport:
    rules, worths = grading.rules, grading.worths.of
    return verify_grades(
        rules, worths, subspace, codes.__getitem__, plies.__getitem__, sample=sample, threads=threads
    )


@pytest.mark.parametrize("variant", VARIED)
def test_whole_games_pass(variant: str) -> None:
    rules = VARIED[variant]
    grading = Grading(rules, made_up_worths(rules, 5))
    codes, plies = solved(rules, grading)
    graded = 0
    for subspace, values in codes.items():
        found = verified(grading, subspace, codes, plies)
        assert found == (len(values), [], [])
        graded += int(((values > 1) & (values < 65535)).sum())
    assert graded > 500


def test_every_other_value_is_found() -> None:
    grading = Grading(TINY, made_up_worths(TINY, 5))
    codes, plies = solved(TINY, grading)
    chance = np.random.default_rng(3)
    subspace = max(codes, key=lambda name: int(((codes[name] > 1) & (codes[name] < 65535)).sum()))
    right = codes[subspace]
    every = np.unique(right)
    for entry in chance.choice(len(right), 40, replace=False).tolist():
        wrong = right.copy()
        wrong[entry] = chance.choice(every[every != right[entry]])
        changed = codes | {subspace: wrong}
        found = verified(grading, subspace, changed, plies)
        assert entry in found.wrong
        outcomes = [code if code < 2 else 2 for code in (int(right[entry]), int(wrong[entry]))]
        assert found.unlike == ([entry] if outcomes[0] != outcomes[1] else [])


def test_a_sample_is_the_same_each_time_and_threads_do_not_show() -> None:
    grading = Grading(TINY, made_up_worths(TINY, 5))
    codes, plies = solved(TINY, grading)
    subspace = Subspace(4, 4)
    codes[subspace] = np.full_like(codes[subspace], 1)
    found = [
        verified(grading, subspace, codes, plies, sample=50, threads=threads)
        for threads in (1, 2, 1)
    ]
    assert found[0] == found[1] == found[2]
    assert found[0].checked == 50
    assert 0 < len(found[0].wrong) <= 50
