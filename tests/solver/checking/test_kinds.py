"""Which kinds of move there are, against all legal moves of small tables, and against the solver's own."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

import pytest

from millbase.solver.checking.kinds import kinds_of
from millbase.solver.game.boards import SQUARE
from millbase.solver.game.material import Subspace
from millbase.solver.game.positions import Position, in_mills, legal_moves
from millbase.solver.game.rules import PRESETS, Rules
from millbase.solver.layouts import Layout
from millbase.solver.subspaces import game_subspaces, moves_of

TINY = Rules(SQUARE, (4, 4))
VARIED = {
    "flying": TINY,
    "not flying": replace(TINY, flying=False),
    "mixed": replace(TINY, mixed=True),
    "protected": replace(TINY, protected=True, flying=False),
    "a mill wins": replace(TINY, mill_wins=True),
    "a board that can be full": replace(TINY, men=(5, 4)),
    "two for two": replace(TINY, men=(5, 4), take_two=True),
    "two for two, mixed": replace(TINY, men=(5, 4), take_two=True, mixed=True),
}


def kinds_by_hand(rules: Rules, subspace: Subspace) -> dict[tuple[bool, int], set[Subspace]]:
    """By whether a stone steps and how many are taken: the subspaces that legal moves lead to."""
    layout = Layout.of(rules.board, subspace)
    found = defaultdict(set)
    for entry in range(layout.size):
        position = Position.of_sides(*layout.position(entry), *subspace.hands)
        if rules.mill_wins and in_mills(rules.board, position.own):
            continue
        for move in legal_moves(rules, position):
            found[move.source is not None, len(move.removed)].add(position.after(move).subspace)
    return found


def is_far(rules: Rules, subspace: Subspace) -> bool:
    """Whether a legal step of some position goes to a point that is no neighbour."""
    layout = Layout.of(rules.board, subspace)
    return any(
        move.source is not None and move.target not in rules.board.neighbours[move.source]
        for entry in range(layout.size)
        for move in legal_moves(rules, Position.of_sides(*layout.position(entry), *subspace.hands))
    )


@pytest.mark.parametrize("variant", VARIED)
def test_kinds_are_those_of_the_legal_moves(variant: str) -> None:
    rules = VARIED[variant]
    exact = 0
    for subspace in game_subspaces(rules):
        kinds, by_hand = kinds_of(rules, subspace), kinds_by_hand(rules, subspace)
        said = {
            (True, 0): kinds.step,
            (True, 1): kinds.step_taking,
            (False, 0): kinds.placement,
            (False, 1): kinds.placement_taking,
            (False, 2): kinds.placement_taking_two,
        }
        assert {kind: {target} for kind, target in said.items() if by_hand[kind]} == {
            kind: targets for kind, targets in by_hand.items() if targets
        }
        assert kinds.flies == is_far(rules, subspace) or not by_hand[True, 0]
        exact += all((target is not None) == bool(by_hand[kind]) for kind, target in said.items())
    assert exact > len(game_subspaces(rules)) / 2  # else kinds of move are told that no position has


@pytest.mark.parametrize("variant", PRESETS)
def test_the_solver_has_the_same_kinds(variant: str) -> None:
    rules = PRESETS[variant]
    for subspace in game_subspaces(rules):
        kinds, moves = kinds_of(rules, subspace), moves_of(rules, subspace)
        assert kinds == (
            subspace.mirror if moves.steps else None,
            moves.flies,
            moves.removal,
            moves.placement,
            moves.placement_removal,
            moves.placement_removals,
        )
