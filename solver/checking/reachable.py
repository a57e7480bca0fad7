"""Counting the positions that games can reach, by making every move forward from the empty board.

Nothing is solved here and no symmetry is taken. The side to move and the stones in hand are part of a
position, and a position that is lost, by the number of stones too, counts like any other.

A *stage* is a subspace and the colour to move. Its positions are the bytes of an array, one for every way
to put the stones on the board, so this is for boards and numbers of stones that are small.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import NamedTuple

import numpy as np

from millbase.solver.checking.kinds import kinds_of
from millbase.solver.checking.reachable_kernels import REACHED, Facts, Marks, Ways, play_on
from millbase.solver.game.boards import Board
from millbase.solver.game.errors import SolverError
from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import Rules
from millbase.solver.hashing.tables import squeeze_table
from millbase.solver.indexing import Masks, subsets
from millbase.solver.threads import PhaseProgress

MOST_BYTES = 4_000_000_000
_SLICE = 1 << 17  # bytes that one call of the kernel looks at


class TooLargeError(SolverError, ValueError):
    """The positions of a game would not fit the memory; the message says so."""


class Stage(NamedTuple):
    """What the positions of an array have in common."""

    subspace: Subspace
    white_to_move: bool

    @property
    def mirror(self) -> Stage:
        """The same stones, the other side to move."""
        return Stage(self.subspace.mirror, not self.white_to_move)


def count_reachable(rules: Rules, progress: PhaseProgress | None = None) -> int:
    """How many positions games of a rule set can reach, the empty board included.

    Args:
        progress: told how many bytes of all have been gone through.

    Raises:
        TooLargeError: the arrays would not fit the memory.
    """
    stages = reachable_stages(rules)
    sizes = {stage: rules.board.arrangements(stage.subspace.own, stage.subspace.opp) for stage in stages}
    if sum(sizes.values()) > MOST_BYTES:
        raise TooLargeError(
            f"counting the positions that can be reached would take {sum(sizes.values()) / 1e9:,.0f} GB of "
            f"memory with {rules.men_text} men, and {MOST_BYTES / 1e9:.0f} are allowed; take fewer men"
        )
    marks = {stage: np.zeros(size, np.uint8) for stage, size in sizes.items()}
    marks[stages[0]][:] = REACHED
    total = done = 0
    for stage in stages:
        if stage not in marks:
            continue
        pair = [one for one in (stage, stage.mirror) if one in marks]
        while sum(_play(rules, one, marks) for one in pair):
            pass
        for one in pair:
            total += int(np.count_nonzero(marks.pop(one)))
            done += sizes[one]
        if progress is not None:
            progress("counting", done, sum(sizes.values()))
    return total


def reachable_stages(rules: Rules) -> list[Stage]:
    """The stages of a game from the empty board on, each after those that lead to it.

    Two that steps connect stand in any order.
    """
    beginning = Stage(Subspace(0, 0, *rules.men), True)
    found = {beginning: None}
    queue = [beginning]
    for stage in queue:
        fresh = [target for target in _targets(rules, stage) if target is not None and target not in found]
        found.update(dict.fromkeys(fresh))
        queue += fresh
    return sorted(found, key=lambda stage: (-stage.subspace.in_play, -stage.subspace.in_hand))


def _targets(rules: Rules, stage: Stage) -> list[Stage | None]:
    """The stages after a step, one with a removal, a placement, one with a removal and one with two."""
    subspace, white_to_move = stage
    if subspace.lost:
        return [None] * 5
    kinds = kinds_of(rules, subspace)
    reached = (
        kinds.step, kinds.step_taking, kinds.placement, kinds.placement_taking, kinds.placement_taking_two
    )  # fmt: skip
    return [None if target is None else Stage(target, not white_to_move) for target in reached]


def _play(rules: Rules, stage: Stage, marks: dict[Stage, Marks]) -> int:
    """Make all moves of the positions of a stage that have been reached since the last time.

    Returns:
        How many these are.
    """
    board, subspace = rules.board, stage.subspace
    targets = _targets(rules, stage)
    if not any(targets):
        return 0
    kinds = kinds_of(rules, subspace)
    facts = Facts(
        board.points,
        _near(board, kinds.flies),
        np.array(board.line_masks, np.uint32),
        _partners(board),
        _rank_of(board.points),
        squeeze_table(),
        not rules.mill_wins,
        rules.protected,
        rules.mill_wins,
        kinds.placement is not None,
        kinds.step is not None,
    )
    # Where there is no such move the stage itself fills the place; the kernel never marks it.
    after = [(marks[target], _row(board, target)) for target in (kind or stage for kind in targets)]
    steps = Ways(*after[0], *after[1], *after[0], False)
    placements = Ways(*after[2], *after[3], *after[4], targets[4] is not None)
    patterns = subsets(board.points, subspace.own)
    others = subsets(board.points - subspace.own, subspace.opp)
    step = max(1, _SLICE // len(others))
    return sum(
        play_on(
            first, min(first + step, len(patterns)), marks[stage], patterns, others, facts, placements, steps
        )
        for first in range(0, len(patterns), step)
    )


def _row(board: Board, stage: Stage) -> int:
    """How many positions of a stage have the same own pattern."""
    return comb(board.points - stage.subspace.own, stage.subspace.opp)


def _near(board: Board, flies: bool) -> Masks:
    """For each point those that a step from it can reach."""
    everywhere = (1 << board.points) - 1
    others = [everywhere & ~(1 << point) for point in range(board.points)]
    return np.array(others if flies else board.neighbour_masks, np.uint32)


@lru_cache(maxsize=4)
def _partners(board: Board) -> Masks:
    """For each point the other two points of each line through it; filled up with what no position has."""
    through = [[line for line in board.line_masks if line >> point & 1] for point in range(board.points)]
    partners = np.full((board.points, max(map(len, through))), 1 << 31, np.uint32)
    for point, lines in enumerate(through):
        partners[point, : len(lines)] = [line ^ (1 << point) for line in lines]
    return partners


@lru_cache(maxsize=4)
def _rank_of(points: int) -> Masks:
    """The rank of every set of points among the sets of its size."""
    ranks = np.empty(1 << points, np.uint32)
    for stones in range(points + 1):
        sets = subsets(points, stones)
        ranks[sets] = np.arange(len(sets))
    return ranks
