"""Graded draws: what codes mean, and units as their slow twin finds them."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import lru_cache

import numpy as np
import plain_grades
import pytest
from made_up_tables import made_up
from plain_grades import STABLE, Graded

from millbase.solver.game.boards import SQUARE
from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import Rules
from millbase.solver.grading import Grading
from millbase.solver.layouts import Values
from millbase.solver.retrograde.induction import solve_unit
from millbase.solver.subspaces import unit_of
from millbase.solver.worths import Worths, transient

TINY = Rules(SQUARE, (5, 4))
VARIED = {
    "flying": TINY,
    "protected, not flying": replace(TINY, protected=True, flying=False),
    "mixed": replace(TINY, mixed=True),
    "a mill wins, flying": replace(TINY, mill_wins=True),
    "a full board loses": replace(TINY, full_board="loss"),
}
NAMES = ["3-3", "4-3", "5-4", "6-3", "3-2+0-1", "1-2+2-1", "3-3+1-1", "4-2+0-2", "4-1+0-3"]
KINDS, LONGEST = 60, 12  # of values in made-up tables, and of their distances


def made_up_worths(rules: Rules, seed: int) -> Worths:
    """Worths in no sensible order: opposite for mirrors where play stays, else as they come."""
    chance = random.Random(seed)
    men = max(rules.men) + 1
    subspaces = [
        Subspace(own, opp, own_hand, opp_hand)
        for own in range(men + 1)
        for opp in range(men + 1)
        for own_hand in range(men)
        for opp_hand in range(men)
        if own + own_hand <= men and opp + opp_hand <= men and own + opp <= rules.board.points
    ]
    found: dict[Subspace, int] = {}
    number = 0
    for subspace in chance.sample(subspaces, len(subspaces)):
        if transient(rules, subspace):
            number += 1
            found.setdefault(subspace, chance.choice((number, -number)))
        elif subspace not in found:
            found[subspace] = 0
            if subspace != subspace.mirror and min(subspace.own, subspace.opp) > 2:
                number += 1
                found[subspace] = chance.choice((number, -number))
                found[subspace.mirror] = -found[subspace]
    return Worths(found)


@lru_cache(maxsize=64)
def made_up_codes(grading: Grading, subspace: Subspace, seed: int) -> Values:
    """A table of random values, the same for all entries of a position."""
    chance = random.Random(f"{subspace} {seed}")
    distances = range(-LONGEST, LONGEST)
    grades, found = grading.meaning(subspace)
    room, classes = grading.width.room, 1 + len(grading.distances_from(subspace))
    graded = [
        code
        for code in range(room, room * classes)
        if int(found[code]) in distances and int(grades[code]) in grading.grades
    ]
    stable = [] if transient(grading.rules, subspace) else [65535]
    palette = [0, 1, *stable, *chance.choices(graded, k=KINDS)]
    kinds = made_up(grading.rules.board, subspace, 250)
    codes: Values = np.array(chance.choices(palette, k=256), np.uint16)[kinds]
    return codes


def value_of(grading: Grading, subspace: Subspace, code: int) -> Graded:
    """What a code says, with the distance of what is decided left out."""
    if code < 2:
        return Graded((1 if code else -1) * grading.worths.win - grading.worths.of[subspace], 0)
    worth, distance = grading.grade(subspace, code)
    return STABLE if distance is None else Graded(worth - grading.worths.of[subspace], distance)


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("variant", VARIED)
def test_units_are_as_their_slow_twin_finds_them(variant: str, name: str, seed: int) -> None:
    rules = VARIED[variant]
    grading = Grading(rules, made_up_worths(rules, seed))
    unit = unit_of(rules, Subspace.parse(name))

    def load(wanted: Subspace) -> Values:
        return made_up_codes(grading, wanted, seed)

    def read(subspace: Subspace, entry: int) -> Graded:
        return value_of(grading, subspace, int(load(subspace)[entry]))

    found = solve_unit(rules, unit, load, scale=grading.scale(unit))
    by_hand = plain_grades.solve(rules, grading.worths, unit, read)
    for member, codes in found.items():
        for entry, code in enumerate(codes.tolist()):
            far, distance = by_hand[member, entry]
            decided = abs(far + grading.worths.of[member]) == grading.worths.win
            assert value_of(grading, member, code) == (far, 0 if decided else distance)
