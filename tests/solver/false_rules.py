"""What a solver may get wrong about the rules, one thing at a time: each function of it falsified in turn."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np
import pytest

from millbase.solver import subspaces
from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import Rules
from millbase.solver.retrograde import block_moves, induction_kernels, seeding, seeding_kernels
from millbase.solver.retrograde.block_moves import BlockMoves
from millbase.solver.scales import OVER
from millbase.solver.subspaces import Moves

Falsify = Callable[[pytest.MonkeyPatch], None]


class Function(NamedTuple):
    """A function of the solver, by the module that has it."""

    module: Any
    name: str


def falsified(function: Function, falsehood: Callable[[Any], Any]) -> Falsify:
    """Put a false function in the place of one, wherever it has been imported to.

    Args:
        falsehood: makes the false one from the true one.
    """

    def falsify(monkeypatch: pytest.MonkeyPatch) -> None:
        true = getattr(function.module, function.name)
        false = falsehood(true)
        for name, module in list(sys.modules.items()):
            if name.startswith("millbase.") and getattr(module, function.name, None) is true:
                monkeypatch.setattr(module, function.name, false)

    return falsify


@contextmanager
def forgetful() -> Iterator[None]:
    """Moves of blocks are worked out anew inside, and once more afterwards."""
    remembered = [
        block_moves.steps, block_moves.placements, block_moves.removals, block_moves.removals_of_two
    ]  # fmt: skip
    for function in remembered:
        function.cache_clear()
    try:
        yield
    finally:
        for function in remembered:
            function.cache_clear()


def kinds(change: Callable[[Rules, Subspace, Moves], dict[str, Any]]) -> Falsify:
    """Kinds of move that are others than those of the rules."""

    def falsehood(true: Any) -> Any:
        def moves_of(rules: Rules, subspace: Subspace) -> Moves:
            moves: Moves = true(rules, subspace)
            return moves._replace(**change(rules, subspace, moves))

        return moves_of

    return falsified(Function(subspaces, "moves_of"), falsehood)


def argument(function: Function, number: int, change: Callable[[Any], Any]) -> Falsify:
    """A function that gets one of its arguments changed."""

    def falsehood(true: Any) -> Any:
        def false(*arguments: Any) -> Any:
            changed = list(arguments)
            changed[number] = change(arguments[number])
            return true(*changed)

        false.cache_clear = getattr(true, "cache_clear", None)  # type: ignore[attr-defined]
        return false

    return falsified(function, falsehood)


def outcome(function: Function, change: Callable[[Any], Any]) -> Falsify:
    """A function whose result is changed."""

    def falsehood(true: Any) -> Any:
        def false(*arguments: Any) -> Any:
            return change(true(*arguments))

        false.cache_clear = getattr(true, "cache_clear", None)  # type: ignore[attr-defined]
        return false

    return falsified(function, falsehood)


def constantly(value: Any) -> Callable[[Any], Any]:
    return lambda _: value


def opposite(flag: bool) -> bool:
    return not flag


def kept(moves: BlockMoves, which: Any) -> BlockMoves:
    """Some of the moves of blocks, and not the others."""
    start = np.concatenate([[0], np.cumsum(which)])[moves.start]
    return BlockMoves(start, *(column[which] for column in moves[1:]))


def swapped_hands(subspace: Subspace | None) -> Subspace | None:
    return None if subspace is None else Subspace(*subspace[:2], *subspace.hands[::-1])


STEPS, PLACEMENTS, REMOVALS, REMOVALS_OF_TWO, IN_MILLS = (
    Function(block_moves, name) for name in ("steps", "placements", "removals", "removals_of_two", "in_mills")
)
SEED_INNER, SEED_BLOCK, HARVEST, HARVEST_TWO, SETTLE, LOSE_TO_MILLS = (
    Function(seeding_kernels, name)
    for name in ("seed_inner", "seed_block", "harvest", "harvest_two", "settle", "lose_to_mills")
)
TAKING, STEP_KIND = Function(seeding, "_taking"), Function(subspaces, "_steps")
SPREAD_INNER = Function(induction_kernels, "spread_inner")

# The number of an argument of the kernels.
TAKING_INNER, TAKING_BLOCK, STUCK, BLOCK_IS_OWN, CLOSING_TAKES = 9, 10, 7, 6, 13
PROTECTED, ENDING = 7, 6

# Each with the names of rules and tables in which it shows.
FALSE: dict[str, tuple[Falsify, str, str]] = {
    "nobody flies": (kinds(lambda *_: {"flies": False}), "nine", "3-3"),
    "nobody flies, on a tiny board": (kinds(lambda *_: {"flies": False}), "tiny", "3-3"),
    "everybody flies": (kinds(lambda rules, subspace, moves: {"flies": moves.steps}), "tiny", "4-3"),
    "steps take nothing": (kinds(lambda *_: {"removal": None}), "tiny", "4-3"),
    "steps take no last stone but two": (
        kinds(lambda rules, subspace, moves: {"removal": moves.removal if subspace.opp > 3 else None}),
        "nine",
        "3-3",
    ),
    "placements take nothing": (kinds(lambda *_: {"placement_removal": None}), "tiny", "3-3+1-1"),
    "two mills take one": (kinds(lambda *_: {"placement_removals": None}), "six for two", "4-4+1-0"),
    "two mills win": (
        kinds(lambda *_: {"placement_removals": Subspace(1, 5, 1, 0)}),
        "six for two",
        "4-3+1-2",
    ),
    "nobody places": (kinds(lambda *_: {"placement": None, "placement_removal": None}), "six", "3-3+1-1"),
    "placements exchange the hands": (
        kinds(lambda rules, subspace, moves: {"placement": swapped_hands(moves.placement)}),
        "tiny",
        "2-2+2-1",
    ),
    "placements that take exchange the hands": (
        kinds(lambda rules, subspace, moves: {"placement_removal": swapped_hands(moves.placement_removal)}),
        "tiny",
        "2-3+2-1",
    ),
    "steps against who only places stay in the unit": (kinds(lambda *_: {"quiet": None}), "tiny", "3-2+0-1"),
    "who has stones in hand steps too": (argument(STEP_KIND, 2, constantly(0)), "tiny", "2-3+1-1"),
    "who has stones in hand does not step": (
        outcome(STEP_KIND, constantly(False)),
        "tiny mixed",
        "2-2+1-1",
    ),
    "blocks: nobody flies": (argument(STEPS, 2, constantly(False)), "nine", "3-3"),
    "blocks: everybody flies": (argument(STEPS, 2, constantly(True)), "six", "3-3"),
    "blocks: no step to a point": (
        outcome(STEPS, lambda moves: kept(moves, moves.entered != 1)),
        "six",
        "3-3",
    ),
    "blocks: no placement on a point": (
        outcome(PLACEMENTS, lambda moves: kept(moves, moves.entered != 1)),
        "tiny",
        "2-2+1-1",
    ),
    "blocks: steps close nothing": (
        outcome(STEPS, lambda moves: moves._replace(closes=np.zeros_like(moves.closes))),
        "nine",
        "3-3",
    ),
    "blocks: placements close nothing": (
        outcome(PLACEMENTS, lambda moves: moves._replace(closes=np.zeros_like(moves.closes))),
        "tiny",
        "3-3+1-1",
    ),
    "blocks: the last stones in mills are protected": (argument(REMOVALS, 2, opposite), "tiny", "2-3+1-1"),
    "blocks: the last stones in mills are not protected": (
        argument(REMOVALS, 2, opposite),
        "tiny protected",
        "2-3+1-1",
    ),
    "blocks: no stone is taken from a point": (
        outcome(REMOVALS, lambda moves: kept(moves, moves.left != 1)),
        "nine",
        "3-4",
    ),
    "blocks: no two stones are taken from a point and another": (
        outcome(REMOVALS_OF_TWO, lambda moves: kept(moves, moves.left & 1 == 0)),
        "six for two",
        "4-5+1-0",
    ),
    "blocks: nothing is in a mill": (outcome(IN_MILLS, np.zeros_like), "nine", "3-4"),
    "seeding: mills take nothing": (outcome(TAKING, constantly(0)), "nine", "3-3"),
    "seeding: every mill wins": (outcome(TAKING, lambda taking: 2 if taking else 0), "nine", "4-4"),
    "seeding: the last mill takes nothing": (outcome(TAKING, lambda taking: taking % 2), "nine", "3-3"),
    "seeding: mills of the inner side take nothing": (
        argument(SEED_INNER, TAKING_INNER, lambda removals: removals._replace(taking=0)),
        "nine",
        "3-4",
    ),
    "seeding: mills of the block side take nothing": (
        argument(SEED_BLOCK, TAKING_BLOCK, constantly(0)),
        "nine",
        "3-3",
    ),
    "seeding: stones in mills are protected": (argument(HARVEST, PROTECTED, opposite), "nine", "4-3"),
    "seeding: stones in mills are not protected": (
        argument(HARVEST, PROTECTED, opposite),
        "nine protected",
        "4-3",
    ),
    "seeding: of two stones the second is protected in mills": (
        argument(HARVEST_TWO, PROTECTED, opposite),
        "six for two",
        "4-4+1-0",
    ),
    "seeding: the last mill is good for little": (
        argument(HARVEST, ENDING, lambda ending: ending // 2),
        "nine",
        "3-3",
    ),
    "seeding: a full board loses": (argument(SETTLE, STUCK, constantly(OVER)), "tiny", "5-4"),
    "seeding: a full board is drawn": (argument(SETTLE, STUCK, constantly(255)), "tiny full loses", "5-4"),
    "seeding: no move is a draw": (argument(SETTLE, STUCK, constantly(255)), "six", "3-3"),
    "seeding: mills win nothing": (falsified(LOSE_TO_MILLS, lambda _: lambda *_: None), "three", "3-3"),
    "seeding: own mills lose": (argument(LOSE_TO_MILLS, BLOCK_IS_OWN, opposite), "three", "3-3"),
    "induction: a mill of the inner side is quiet": (
        argument(SPREAD_INNER, CLOSING_TAKES, constantly(False)),
        "tiny",
        "4-3",
    ),
}
