"""Records of random games, for what reads and writes them."""

from __future__ import annotations

import random

from millbase.solver.game.positions import legal_moves, start
from millbase.solver.game.records.record import Played, Record
from millbase.solver.game.rules import Rules


def random_record(rules: Rules, seed: int, plies: int = 80, skipped: int = 0) -> Record:
    """A game of random moves, without tags; ``skipped`` plies of it are not kept."""
    chance = random.Random(seed)
    positions, moves = [start(rules)], []
    for _ in range(plies):
        legal = legal_moves(rules, positions[-1])
        if not legal:
            break
        moves.append(chance.choice(legal))
        positions.append(positions[-1].after(moves[-1]))
    kept = min(skipped, len(moves))
    return Record(rules, tuple(positions[kept:]), tuple(Played(move) for move in moves[kept:]))
