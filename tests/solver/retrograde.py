"""Solving a unit the obvious way: every entry with all its moves, judged ply by ply.

It is the slow twin of :mod:`millbase.solver.retrograde.induction`. Successors are made by the readable rules
and looked up among all positions; nothing is hashed, un-moved or counted.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Any

import numpy.typing as npt
from enumeration import enumerated
from plain_reading import value_in

from millbase.solver.game.material import Subspace
from millbase.solver.game.positions import Position, legal_moves, terminal_value
from millbase.solver.game.rules import Rules
from millbase.solver.game.values import DRAW, LOST, Value

Values = npt.NDArray[Any]
Place = tuple[Subspace, int]  # an entry of one of several subspaces


def solve(
    rules: Rules, unit: tuple[Subspace, ...], load: Callable[[Subspace], Values]
) -> dict[Subspace, list[Value]]:
    """The values of all entries of a unit's subspaces."""
    known: dict[int, dict[Place, Value]] = defaultdict(dict)  # by plies
    values: dict[Place, Value] = {}  # those up to the present ply
    children: dict[Place, set[Place]] = {}
    for subspace in unit:
        for entry, position in enumerate(enumerated(rules.board, subspace).positions):
            over = terminal_value(rules, position)
            if over is None:
                after = [position.after(move) for move in legal_moves(rules, position)]
                children[subspace, entry] = {_place(rules, child) for child in after}
            elif over.plies is not None:
                known[over.plies][subspace, entry] = over
    parents: dict[Place, list[Place]] = defaultdict(list)
    for place, reached in children.items():
        for child in reached:
            parents[child].append(place)
    for child in parents:
        value = None if child[0] in unit else _solved(child, load)
        if value is not None and value.plies is not None:
            known[value.plies][child] = value
    plies = 0
    while max(known, default=0) >= plies:
        values |= known[plies]
        plies += 1
        for place in {parent for child in known[plies - 1] for parent in parents[child]} - values.keys():
            after_it = [values.get(child) for child in children[place]]
            if Value("loss", plies - 1) in after_it:
                known[plies][place] = Value("win", plies)
            elif all(value is not None and value.outcome == "win" for value in after_it):
                known[plies][place] = Value("loss", plies)
    return {
        subspace: [
            values.get((subspace, entry), DRAW)
            for entry in range(len(enumerated(rules.board, subspace).positions))
        ]
        for subspace in unit
    }


def _place(rules: Rules, position: Position) -> Place:
    subspace = position.subspace
    return subspace, 0 if subspace.lost else enumerated(rules.board, subspace).entry(position)


def _solved(place: Place, load: Callable[[Subspace], Values]) -> Value:
    subspace, entry = place
    if subspace.lost:
        return LOST
    return value_in(load(subspace), entry)
