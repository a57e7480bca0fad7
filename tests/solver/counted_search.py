"""Games with a limit of moves, searched with the counter as a part of every state.

A quiet ply raises the counter, so no state comes again before a stone is removed, and the outcomes of all
states of one counter follow from those of the next: no distance is counted and nothing is iterated. It is
written from the rules and shares nothing with the solver, not even the hash. The side to move is turned to
the first of the sets that symmetries make of its own; the other side may be any set.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
import numpy.typing as npt

from millbase.solver.game.rules import Rules
from millbase.solver.hashing.compiling import Bytes, Int, Numbers, jit
from millbase.solver.indexing import Masks

LOSS, DRAW, WIN = range(3)  # a move makes 2 - x of x
NOWHERE = 255
Ranks = npt.NDArray[np.int32]


class Sets:
    """All sets of some points of a board, and what symmetries make of them.

    Attributes:
        masks: the sets.
        turned: by symmetry, the number of the image of each, shape ``(symmetries, sets)``.
        first: the numbers of those that stand for all their images.
        place: of each set, the place of its image among these.
        by: of each set, the symmetry that makes it so.
    """

    def __init__(self, masks: Numbers, symmetries: tuple[tuple[int, ...], ...], rank: Ranks) -> None:
        self.masks = masks
        self.turned = np.array(
            [rank[sum((masks >> p & 1) << q for p, q in enumerate(symmetry))] for symmetry in symmetries],
            np.int32,
        )
        self.first, place = np.unique(self.turned.min(axis=0), return_inverse=True)
        self.place = place.astype(np.int32)
        self.by = self.turned.argmin(axis=0).astype(np.int32)


class Counted:
    """Outcomes of positions without stones in hand, with every counter, for the side to move.

    Args:
        most: stones of a side, at most.
    """

    def __init__(self, rules: Rules, most: int) -> None:
        assert rules.limit is not None
        board = rules.board
        self._rules = rules
        self._plies = rules.limit + rules.limit
        self._rank = np.zeros(1 << board.points, np.int32)
        self._sets: dict[int, Sets] = {}
        for number in range(2, most + 1):
            chosen = combinations(range(board.points), number)
            masks = np.array([sum(1 << point for point in points) for points in chosen])
            self._rank[masks] = np.arange(len(masks))
            self._sets[number] = Sets(masks, board.symmetries, self._rank)
        self._lines = np.array(board.line_masks, np.int64)
        through = [[line for line in board.line_masks if line >> p & 1] for p in range(board.points)]
        longest = max(map(len, through))
        self._through = np.array([(lines * longest)[:longest] for lines in through], np.int64)
        self._near = np.array([sum(1 << to for to in near) for near in board.neighbours], np.int64)
        self._found: dict[tuple[int, int], list[Bytes]] = {}

    def outcomes(self, own: Masks, opp: Masks, counter: int) -> Bytes:
        """``LOSS``, ``DRAW`` or ``WIN`` of positions with one counter and the same numbers of stones."""
        pair = int(own[0]).bit_count(), int(opp[0]).bit_count()
        sets, others = (self._sets[number] for number in pair)
        ranks = self._rank[own]
        turned = others.turned[sets.by[ranks], self._rank[opp]]
        found: Bytes = self._by_counter(*pair)[counter][sets.place[ranks], turned]
        return found

    def _by_counter(self, own: int, opp: int) -> list[Bytes]:
        if (own, opp) not in self._found:
            self._search(own, opp)
        return self._found[own, opp]

    def _search(self, own: int, opp: int) -> None:
        nothing = np.empty((0, 0), np.uint8)
        pairs = list(dict.fromkeys([(own, opp), (opp, own)]))
        ends = self._rules.mill_wins
        taken = {(n, m): nothing if ends or m == 3 else self._by_counter(m - 1, n)[0] for n, m in pairs}
        later = dict.fromkeys(pairs, nothing)
        by_counter: dict[tuple[int, int], list[Bytes]] = {pair: [] for pair in pairs}
        for counter in range(self._plies, -1, -1):
            now = {}
            for n, m in pairs:
                mine, theirs, fewer = self._sets[n], self._sets[m], self._sets[m - 1]
                now[n, m] = np.full((len(mine.first), len(theirs.masks)), NOWHERE, np.uint8)
                judge(
                    now[n, m], counter == self._plies, later[m, n], taken[n, m], mine.masks[mine.first],
                    theirs.masks, self._rank, theirs.place, theirs.by, fewer.place, fewer.by, mine.turned,
                    self._lines, self._through, self._near, self._rules.flying and n == 3,
                    self._rules.protected, self._rules.mill_wins,
                )  # fmt: skip
            later = now
            for pair in pairs:
                by_counter[pair].insert(0, now[pair])
        self._found |= by_counter


@jit
def judge(
    found: Bytes, exhausted: bool, later: Bytes, taken: Bytes, owns: Numbers, opps: Numbers, rank: Ranks,
    place: Ranks, by: Ranks, fewer_place: Ranks, fewer_by: Ranks, turned: Ranks, lines: Numbers,
    through: Numbers, near: Numbers, flies: bool, protected: bool, mill_wins: bool
) -> None:  # fmt: skip
    """Write the outcomes of all states with one counter.

    Args:
        exhausted: whether the counter has reached the limit.
        later: outcomes with the next counter, of the other side to move.
        taken: outcomes with the counter at 0 once that side has lost a stone; empty if it has lost the game.
        place, by, fewer_place, fewer_by: of its sets, and of those with a stone less.
        turned: of the sets of the side to move.
        through: by point, the lines through it, shape ``(points, lines)``.
    """
    everywhere = (1 << len(near)) - 1
    in_mills = np.array([milled(opp, lines) for opp in opps])
    for i in range(len(owns)):
        own = owns[i]
        for j in range(len(opps)):
            opp = opps[j]
            if own & opp:
                continue
            if mill_wins and in_mills[j]:
                found[i, j] = LOSS
                continue
            exposed = opp & ~in_mills[j]
            victims = opp if exposed == 0 and not protected else exposed
            best = -1
            for source in range(len(near)):
                if not own >> source & 1:
                    continue
                targets = (everywhere if flies else near[source]) & ~(own | opp)
                for target in range(len(near)):
                    if not targets >> target & 1:
                        continue
                    if exhausted:
                        best = DRAW
                        continue
                    moved = own ^ (1 << source) | 1 << target
                    closes = False
                    for line in through[target]:
                        closes |= moved & line == line
                    if not closes or victims == 0 or mill_wins:
                        best = max(best, 2 - later[place[j], turned[by[j], rank[moved]]])
                    elif len(taken) == 0:
                        best = WIN
                    else:
                        for point in range(len(near)):
                            if victims >> point & 1:
                                left = rank[opp ^ (1 << point)]
                                after = turned[fewer_by[left], rank[moved]]
                                best = max(best, 2 - taken[fewer_place[left], after])
            found[i, j] = LOSS if best < 0 else best


@jit
def milled(stones: Int, lines: Numbers) -> Int:
    """Which stones of a side are in mills."""
    found = 0
    for line in lines:
        if stones & line == line:
            found |= line
    return found
