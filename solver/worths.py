"""What subspaces are worth: whole numbers, by which a draw is graded.

A draw has the worth of the subspace in which perfect play ends (*ultra-strong* values; G. Gévay and
G. Danner, *Calculating Ultra-Strong and Extended Solutions for Nine Men's Morris, Morabaraba, and Lasker
Morris*, arXiv 1408.0032). Worths are for the side to move; a subspace and its mirror have opposite ones
where play stays in the two. Where that is one subspace its worth is 0.

They follow from how many positions of each subspace are won, drawn and lost. A share of points orders the
subspaces (:func:`in_order`), and they are numbered from the middle of that order outwards (:func:`numbered`).
For Nine Men's Morris the authors have changed the result by hand once, before they published it
(:func:`changed`); that is kept, so that grades can be compared.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import Rules, preset
from millbase.solver.subspaces import moves_of


class Counts(NamedTuple):
    """Positions of a subspace, each once, for the side to move."""

    wins: int
    draws: int
    losses: int


@dataclass(frozen=True)
class Worths:
    """The worth of every subspace of a game.

    Attributes:
        of: by subspace, in the order that they were numbered in, the worst first.
    """

    of: Mapping[Subspace, int]

    @cached_property
    def win(self) -> int:
        """The worth of a won game: more than that of any subspace. That of a lost one is its opposite."""
        return 1 + max(map(abs, self.of.values()))

    @cached_property
    def subspace(self) -> Mapping[int, Subspace]:
        """The subspace of each worth but 0, which several have."""
        return {worth: subspace for subspace, worth in self.of.items() if worth}


class Change(NamedTuple):
    """Subspaces whose worths are given by hand, each with its mirror.

    Attributes:
        raised: takes the place of ``lowered``.
        lowered: goes below ``below``; what lay from there to the former place of ``raised`` moves outwards.
        level: those of worth 0 in the order in which they are written.
    """

    raised: Subspace
    lowered: Subspace
    below: Subspace
    level: tuple[Subspace, ...]


# Nine against eight is hard to win, though most of its positions are won. The order of those of worth 0 is
# what a sort that does not keep equals in order has left in the published file.
CHANGES = {
    preset("nine"): Change(
        raised=Subspace(6, 3),
        lowered=Subspace(9, 8),
        below=Subspace(5, 3),
        level=tuple(Subspace(stones, stones) for stones in (5, 6, 7, 8, 3, 9, 4)),
    )
}


def worths_of(rules: Rules, counts: Mapping[Subspace, Counts]) -> Worths:
    """The worths of all subspaces of a game.

    Args:
        counts: of each of them.
    """
    worths = numbered(rules, in_order(rules, counts))
    change = CHANGES.get(rules)
    return worths if change is None else changed(worths, change)


def transient(rules: Rules, subspace: Subspace) -> bool:
    """Whether every move leaves the unit of a subspace, so that no game ends drawn in it."""
    moves = moves_of(rules, subspace)
    return not moves.steps or moves.quiet is not None


def in_order(rules: Rules, counts: Mapping[Subspace, Counts]) -> list[Subspace]:
    """Subspaces by the share of points that the side to move makes, the worst first.

    Where play stays in a subspace and its mirror it is the share that the player makes in both. Of equal
    shares those come first whose mirror has the greater name; their mirrors last, the other way round.
    """

    def key(subspace: Subspace) -> tuple[Fraction, int, tuple[int, ...]]:
        mirror = subspace.mirror
        paired = not transient(rules, subspace)
        share = _share(*counts[subspace], *(reversed(counts[mirror]) if paired else (0, 0, 0)))
        if paired and subspace == mirror:
            return share, 0, subspace
        if subspace < mirror:
            return share, -1, subspace
        return share, 1, tuple(-number for number in mirror)

    return sorted(counts, key=key)


def _share(*counts: int) -> Fraction:
    wins, draws = sum(counts[0::3]), sum(counts[1::3])
    return Fraction(2 * wins + draws, 2 * sum(counts))


def numbered(rules: Rules, ordered: Sequence[Subspace]) -> Worths:
    """The worths of subspaces in order: 0 in the middle, growing outwards on either side.

    A subspace and its mirror that belong together are numbered together, so that their worths are
    opposite; others in between take a number for themselves, and none on the other side has it. What is its
    own mirror, and where play stays, gives up its number for 0.
    """
    alone = {subspace: transient(rules, subspace) for subspace in ordered}
    pairs = [not alone[subspace] and subspace != subspace.mirror for subspace in ordered]
    worths = dict.fromkeys(ordered, 0)
    left, right = _middle(pairs)
    number = 0
    if left == right:
        left, right = left - 1, right + 1
    while left >= 0 or right < len(ordered):
        number += 1
        both = left >= 0 and right < len(ordered)
        if both and pairs[left] == pairs[right]:
            lower, upper = True, True
        elif both:
            lower, upper = pairs[right], pairs[left]
        else:
            lower, upper = left >= 0, right < len(ordered)
        if lower:
            worths[ordered[left]] = -number
            left -= 1
        if upper:
            worths[ordered[right]] = number
            right += 1
    return Worths(
        {
            subspace: 0 if subspace == subspace.mirror and not alone[subspace] else worths[subspace]
            for subspace in ordered
        }
    )


def _middle(pairs: Sequence[bool]) -> tuple[int, int]:
    """Where numbering begins, to the left and to the right: half-way between the innermost pair.

    Pairs lie in one another, since a subspace and its mirror have opposite shares.
    """
    places = [-1, *(place for place, paired in enumerate(pairs) if paired), len(pairs)]
    left, right = places[len(places) // 2 - 1], places[len(places) // 2]
    return (left + right) // 2, (left + right + 1) // 2


def changed(worths: Worths, change: Change) -> Worths:
    """Worths with some of them given by hand."""
    of = worths.of
    low, gap, top = of[change.below], of[change.raised], of[change.lowered]
    moved = {change.lowered: low, change.raised: top}
    moved |= {subspace.mirror: -worth for subspace, worth in moved.items()}

    def worth(subspace: Subspace) -> int:
        found = of[subspace]
        shift = (found > 0) - (found < 0) if low <= abs(found) < gap else 0
        return moved.get(subspace, found + shift)

    level = {subspace: place for place, subspace in enumerate(change.level)}
    found = {subspace: worth(subspace) for subspace in of}
    return Worths(dict(sorted(found.items(), key=lambda item: (item[1], level.get(item[0], 0)))))
