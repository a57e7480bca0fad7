"""Subspaces: what is solved together, what depends on what.

A subspace is named by the stones of the side to move and of the other side, ``6-4``, and where there
are stones in hand by those too, ``3-2+5-6``. A *work unit* is a subspace and, where quiet moves can
connect them, its mirror (the same stones with the other side to move). Leaving moves (a removal, a
placement, or both) lead from a unit to units solved before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from millbase.solver.game.material import MIN_STONES, Subspace, SubspaceError
from millbase.solver.game.rules import Rules


class Moves(NamedTuple):
    """Which kinds of move the side to move of a subspace has, and where the leaving ones lead.

    ``steps`` and ``flies`` say whether it moves stones on the board and how. The others are the
    subspaces after a removal, a placement, a placement with a removal, one with two, and a step that removes
    nothing; None where there is no such move. A target may be lost by its number of stones: it has no
    table then. A quiet step stays in the unit, and ``quiet`` is None, if the other side steps too: then
    the two subspaces depend on each other. Facing a side that only places, it leaves the unit.
    """

    steps: bool
    flies: bool
    removal: Subspace | None
    placement: Subspace | None
    placement_removal: Subspace | None
    placement_removals: Subspace | None
    quiet: Subspace | None

    @property
    def targets(self) -> list[Subspace]:
        """The leaving moves' subspaces that have tables."""
        found = (
            self.removal, self.placement, self.placement_removal, self.placement_removals, self.quiet
        )  # fmt: skip
        return [target for target in found if target is not None and not target.lost]


def moves_of(rules: Rules, subspace: Subspace) -> Moves:
    """The kinds of move the side to move has in ``subspace``."""
    own, opp, own_hand, opp_hand = subspace
    steps = _steps(rules, own, own_hand)
    flies = steps and rules.flying and own + own_hand == MIN_STONES
    removes = opp > 0 and not rules.mill_wins
    places = own_hand > 0 and own + opp < rules.board.points
    # Two mills that share a stone have five; the game is over when two stones are left.
    takes_two = rules.take_two and own + 1 >= 5 and opp > 1 and opp + opp_hand > MIN_STONES
    return Moves(
        steps,
        flies,
        Subspace(opp - 1, own, opp_hand, own_hand) if steps and removes and own >= 3 else None,
        Subspace(opp, own + 1, opp_hand, own_hand - 1) if places else None,
        Subspace(opp - 1, own + 1, opp_hand, own_hand - 1) if places and removes and own + 1 >= 3 else None,
        Subspace(opp - 2, own + 1, opp_hand, own_hand - 1) if places and takes_two else None,
        subspace.mirror if steps and not _steps(rules, opp, opp_hand) else None,
    )


def _steps(rules: Rules, stones: int, hand: int) -> bool:
    return stones > 0 and (hand == 0 or rules.mixed)


def check(rules: Rules, subspace: Subspace) -> None:
    """Make sure that ``subspace`` can occur in a game with these rules.

    Raises:
        SubspaceError: a side has too few or too many stones.
    """
    sides = (subspace.own + subspace.own_hand, subspace.opp + subspace.opp_hand)
    men = rules.men
    if min(sides) < MIN_STONES:
        raise SubspaceError(
            f"there is no subspace {subspace}: a side with fewer than {MIN_STONES} stones has lost"
        )
    if not any(sides[0] <= w and sides[1] <= b for w, b in (men, men[::-1])):
        raise SubspaceError(
            f"there is no subspace {subspace} with {rules.men_text} men a side; more are asked for with --men"
        )


def moving_subspaces(rules: Rules, stones: int) -> list[Subspace]:
    """All subspaces without stones in hand and with at most ``stones`` on the board, small ones first."""
    most = max(rules.men)
    pairs = (
        Subspace(own, opp)
        for own in range(MIN_STONES, most + 1)
        for opp in range(MIN_STONES, most + 1)
        if own + opp <= stones and max(own, opp) <= most and min(own, opp) <= min(rules.men)
    )
    return sorted(pairs, key=lambda pair: (pair.in_play, max(pair), pair))


def game_subspaces(rules: Rules) -> list[Subspace]:
    """All subspaces of a game from the empty board on, the start first.

    As the published lists count them: any placement may have removed a stone, also one that cannot
    have closed a mill yet. For Nine Men's Morris they are 449 with stones in hand and 49 without.
    """
    start = Subspace(0, 0, *rules.men)
    found = {start: None}
    queue = [start]
    for subspace in queue:
        moves = moves_of(rules, subspace)
        targets = moves.targets
        if moves.placement is not None and subspace.opp and not rules.mill_wins:
            targets.append(moves.placement._replace(own=subspace.opp - 1))
        if moves.steps:
            targets.append(subspace.mirror)
        fresh = [target for target in targets if target not in found and not target.lost]
        found.update(dict.fromkeys(fresh))
        queue += fresh
    return list(found)


def unit_of(rules: Rules, subspace: Subspace) -> tuple[Subspace, ...]:
    """The work unit of ``subspace``: itself, with its mirror where quiet moves connect them both ways."""
    moves = moves_of(rules, subspace)
    connected = moves.steps and moves.quiet is None
    return tuple(sorted({subspace, subspace.mirror}, reverse=True)) if connected else (subspace,)


def dependencies(rules: Rules, unit: Iterable[Subspace]) -> list[Subspace]:
    """The subspaces outside ``unit`` that its leaving moves lead to, without those that are lost."""
    targets = {target for member in unit for target in moves_of(rules, member).targets}
    return sorted(targets - set(unit), key=lambda target: (target.in_play, target))


def units_in_order(rules: Rules, wanted: Iterable[Subspace]) -> Iterator[tuple[Subspace, ...]]:
    """The work units that ``wanted`` needs, every one after those it depends on."""
    done: set[Subspace] = set()
    stack = [(subspace, False) for subspace in reversed(list(wanted))]
    while stack:
        subspace, ready = stack.pop()
        if subspace in done:
            continue
        unit = unit_of(rules, subspace)
        if ready:
            done.update(unit)
            yield unit
            continue
        stack.append((subspace, True))
        stack.extend((target, False) for target in reversed(dependencies(rules, unit)))
