"""The rules once more, said with sets of point names: slow, obvious, and sharing no code with the solver.

Only the boards' lines and neighbours are taken from it; they have tests of their own.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from millbase.solver.game.positions import Move, Position, legal_moves, start
from millbase.solver.game.rules import PRESETS, Rules
from millbase.solver.game.values import Value

NamedMove = tuple[str | None, str | None, frozenset[str]]  # in whatever order stones are removed

VARIED: dict[str, Rules] = {
    **PRESETS,
    "nine without flying": replace(PRESETS["nine"], flying=False),
    "nine, mills protected": replace(PRESETS["nine"], protected=True),
    "nine, mills protected, two for two": replace(PRESETS["wmd"], protected=True),
    "nine, 9 against 3": replace(PRESETS["nine"], men=(9, 3)),
    "nine, 3 against 7": replace(PRESETS["nine"], men=(3, 7)),
    "lasker, 5 against 3": replace(PRESETS["lasker"], men=(5, 3)),
    "lasker, 4 against 9, protected": replace(PRESETS["lasker"], men=(4, 9), protected=True),
    "lasker, 9 against 4, two for two": replace(PRESETS["lasker"], men=(9, 4), take_two=True),
    "twelve, two for two": replace(PRESETS["twelve"], take_two=True),
    "twelve, a full board loses": replace(PRESETS["twelve"], full_board="loss"),
    "twelve, 7 against 5": replace(PRESETS["twelve"], men=(7, 5)),
    "six with flying": replace(PRESETS["six"], flying=True),
    "six, two for two": replace(PRESETS["six"], take_two=True),
    "six, mixed, mills protected, two for two": replace(
        PRESETS["six"], men=(7, 4), mixed=True, protected=True, take_two=True
    ),
    "two rings filled": replace(PRESETS["six"], men=(8, 8), protected=True),
    "three with flying": replace(PRESETS["three"], flying=True),
    "three, 5 against 4": replace(PRESETS["three"], men=(5, 4)),
}


def named(rules: Rules, move: Move) -> NamedMove:
    """A move in the names of its points."""
    source, target = (None if point is None else rules.board.names[point] for point in move[:2])
    return source, target, frozenset(rules.board.names[point] for point in move.removed)


def moves(rules: Rules, position: Position) -> set[NamedMove]:
    """All legal moves."""
    own, opp, hand, opp_hand = _sides(rules, position)
    if position.removal_due:
        return {(None, None, taken) for taken in _taken(rules, opp, opp_hand, position.removal_due)}
    if outcome(rules, position) is not None:
        return set()
    return _moves(rules, own, opp, hand, opp_hand)


def outcome(rules: Rules, position: Position) -> Value | None:
    """How a game that is over has ended, for the side to move."""
    own, opp, hand, opp_hand = _sides(rules, position)
    if len(own) + hand <= 2:
        return Value("loss", 0)
    if rules.mill_wins and _mills(rules, opp):
        return Value("loss", 0)
    if len(own) + len(opp) == len(rules.board.names) and rules.full_board == "draw":
        return Value("draw")
    if not _moves(rules, own, opp, hand, opp_hand):
        return Value("loss", 0)
    return None


def random_game(rules: Rules, seed: int, plies: int = 150) -> Iterator[Position]:
    """The positions of a game of random moves, cut off after some plies."""
    chance = random.Random(seed)
    position = start(rules)
    yield position
    for _ in range(plies):
        legal = legal_moves(rules, position)
        if not legal:
            return
        position = position.after(chance.choice(legal))
        yield position


def _moves(rules: Rules, own: set[str], opp: set[str], hand: int, opp_hand: int) -> set[NamedMove]:
    names = rules.board.names
    near = {names[p]: {names[q] for q in points} for p, points in enumerate(rules.board.neighbours)}
    empty = set(names) - own - opp
    ways: list[tuple[str | None, str]] = []
    if hand > 0:
        ways += [(None, target) for target in empty]
    if hand == 0 or rules.mixed:
        flies = rules.flying and len(own) + hand == 3
        ways += [(source, target) for source in own for target in empty if flies or target in near[source]]
    found: set[NamedMove] = set()
    for source, target in ways:
        closed = [line for line in _mills(rules, own - {source} | {target}) if target in line]
        number = 1 if closed and not rules.mill_wins else 0
        if len(closed) >= 2 and source is None and rules.take_two:
            number = 2
        found |= {(source, target, taken) for taken in _taken(rules, opp, opp_hand, number)}
    return found


def _taken(rules: Rules, opp: set[str], opp_hand: int, number: int) -> set[frozenset[str]]:
    """What can be taken when so many stones are to be removed."""
    victims = _victims(rules, opp) if number else set()
    if not victims:
        return {frozenset()}
    found = set()
    for victim in victims:
        left = opp - {victim}
        over = len(left) + opp_hand <= 2
        found |= {taken | {victim} for taken in _taken(rules, left, opp_hand, 0 if over else number - 1)}
    return found


def _sides(rules: Rules, position: Position) -> tuple[set[str], set[str], int, int]:
    white = {name for point, name in enumerate(rules.board.names) if position.white & 1 << point}
    black = {name for point, name in enumerate(rules.board.names) if position.black & 1 << point}
    in_hand = position.hands
    if position.white_to_move:
        return white, black, in_hand[0], in_hand[1]
    return black, white, in_hand[1], in_hand[0]


def _mills(rules: Rules, stones: set[str]) -> list[set[str]]:
    lines = [{rules.board.names[point] for point in line} for line in rules.board.lines]
    return [line for line in lines if line <= stones]


def _victims(rules: Rules, opp: set[str]) -> set[str]:
    unprotected = opp - {name for line in _mills(rules, opp) for name in line}
    if unprotected:
        return unprotected
    return set() if rules.protected else opp
