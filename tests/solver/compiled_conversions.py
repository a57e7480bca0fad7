"""Plies to the next conversion by a search without symmetries: all pairs of sets, forwards, sweep by sweep.

It is written from the rules and shares nothing with the solver, not even the hash: a position is found by the
ranks of both sides' sets among all sets of as many points.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from millbase.solver.game.rules import Rules
from millbase.solver.hashing.compiling import Int, Numbers, jit
from millbase.solver.indexing import Masks

UNDECIDED = 255
Codes = npt.NDArray[np.uint8]
Ranks = npt.NDArray[np.int32]


class Conversions:
    """Codes of positions without stones in hand: 2 d - 1 won in d plies, 2 d lost in d plies, 255 drawn.

    Rules without protected mills only.
    """

    def __init__(self, rules: Rules) -> None:
        assert not rules.protected
        board = rules.board
        masks = np.arange(1 << board.points)
        stones = sum(masks >> point & 1 for point in range(board.points))
        self._rules = rules
        self._sets = [np.flatnonzero(stones == n) for n in range(board.points + 1)]
        self._rank = np.empty(len(masks), np.int32)
        for sets in self._sets:
            self._rank[sets] = np.arange(len(sets))
        self._lines = np.array(board.line_masks, np.int64)
        self._near = np.array([sum(1 << to for to in near) for near in board.neighbours], np.int64)
        self._tables: dict[tuple[int, int], Codes] = {}

    def codes(self, own: Masks, opp: Masks) -> Codes:
        """The codes of positions, the side to move first; all with the same numbers of stones."""
        pair = int(own[0]).bit_count(), int(opp[0]).bit_count()
        found: Codes = self._table(*pair)[self._rank[own], self._rank[opp]]
        return found

    def _table(self, own: int, opp: int) -> Codes:
        if (own, opp) not in self._tables:
            for pair in {(own, opp), (opp, own)}:
                self._tables[pair] = np.full([len(self._sets[n]) for n in pair], UNDECIDED, np.uint8)
            self._solve(own, opp)
        return self._tables[own, opp]

    def _solve(self, own: int, opp: int) -> None:
        pairs = list(dict.fromkeys([(own, opp), (opp, own)]))
        nowhere = np.empty((0, 0), np.uint8)  # a side with two stones left has lost
        taken = {pair: nowhere if self._ends(pair) else self._table(pair[1] - 1, pair[0]) for pair in pairs}
        plies = -1
        decided = 1
        while decided or plies < 1:
            plies += 1
            decided = 0
            new = []
            for pair in pairs:
                found = self._tables[pair].copy()
                decided += sweep(
                    plies, found, self._tables[pair[::-1]], taken[pair], self._sets[pair[0]],
                    self._sets[pair[1]], self._rank, self._lines, self._near,
                    self._rules.flying and pair[0] == 3, self._rules.mill_wins,
                )  # fmt: skip
                new.append(found)
            self._tables |= dict(zip(pairs, new, strict=True))

    def _ends(self, pair: tuple[int, int]) -> bool:
        return self._rules.mill_wins or pair[1] == 3


@jit
def sweep(
    plies: int, found: Codes, after: Codes, taken: Codes, own_sets: Numbers, opp_sets: Numbers, rank: Ranks,
    lines: Numbers, near: Numbers, flies: bool, mill_wins: bool
) -> int:  # fmt: skip
    """Write the codes of all positions that are decided in so many plies; how many they are.

    Args:
        found: codes by the ranks of both sides, shorter ones known.
        after: the same of the other side to move.
        taken: the same once that side has lost a stone; empty if it has lost the game then.
    """
    everywhere = (1 << len(near)) - 1
    decided = 0
    for i in range(len(own_sets)):
        own = own_sets[i]
        for j in range(len(opp_sets)):
            opp = opp_sets[j]
            if own & opp or found[i, j] != 255:
                continue
            if mill_wins and has_mill(opp, lines):
                if plies == 0:
                    found[i, j] = 0
                    decided += 1
                continue
            wins, longest = False, 0
            for source in range(len(near)):
                if not own >> source & 1:
                    continue
                targets = (everywhere if flies else near[source]) & ~(own | opp)
                for target in range(len(near)):
                    if not targets >> target & 1:
                        continue
                    moved = own ^ (1 << source) | 1 << target
                    if not closes(moved, target, lines):
                        code = after[j, rank[moved]]
                        if code == 255:
                            longest = 1 << 20
                        elif code & 1:
                            longest = max(longest, (code + 1) // 2 + 1)
                        else:
                            wins |= code // 2 + 1 <= plies
                            longest = 1 << 20
                        continue
                    if len(taken) == 0:
                        wins |= plies >= 1
                        longest = 1 << 20
                        continue
                    exposed = 0
                    for point in range(len(near)):
                        if opp >> point & 1 and not closes(opp, point, lines):
                            exposed |= 1 << point
                    for point in range(len(near)):
                        if (exposed if exposed else opp) >> point & 1:
                            code = taken[rank[opp ^ (1 << point)], rank[moved]]
                            wins |= code & 1 == 0 and plies >= 1
                            longest = max(longest, 1 if code & 1 and code != 255 else 1 << 20)
            if wins:
                found[i, j] = 2 * plies - 1
                decided += 1
            elif longest <= plies:
                found[i, j] = 2 * plies
                decided += 1
    return decided


@jit
def closes(stones: Int, point: int, lines: Numbers) -> bool:
    """Whether a stone is in a mill."""
    found = False
    for line in lines:
        found |= line >> point & 1 and stones & line == line
    return found


@jit
def has_mill(stones: Int, lines: Numbers) -> bool:
    """Whether a side has a mill."""
    found = False
    for line in lines:
        found |= stones & line == line
    return found
