"""Positions out of tables: exercises, and mutual zugzwang.

Tables are gone through in arrays. Every position has a key made of the seed, its subspace and its entry;
those that fit are taken in the order of their keys, so that a seed gives the same positions however many are
wanted. What costs a look at every move is asked of one position after the other, in that order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from millbase.databases.header import Header
from millbase.databases.iterating import Piece
from millbase.databases.metrics import METRICS
from millbase.databases.tablebase import Tablebase
from millbase.solver.game.material import Subspace
from millbase.solver.game.positions import Position
from millbase.solver.game.rules import Rules
from millbase.solver.oracle import Answer, DistanceError, evaluate, principal_line

Flags = npt.NDArray[np.bool_]
Keys = npt.NDArray[np.uint64]

_DRAW = 65535
_AT_FIRST = 4096  # positions with the least keys that are looked at; then four times as many
_KEYS = 1 << 64


@dataclass(frozen=True)
class Wanted:
    """What a position must be. Plies, stones and moves are those of the side to move.

    Attributes:
        plies: the win takes so many plies, from and to; None for any value.
        only_move: exactly one move wins soonest, or is best.
        no_removal: no best move removes a stone.
        no_dual: along the best line, each later move of the side to move is the only one that wins soonest.
        zugzwang: both sides would be better off if the other were to move.
    """

    plies: tuple[int, int] | None = None
    only_move: bool = False
    no_removal: bool = False
    no_dual: bool = False
    zugzwang: bool = False


class _Candidates(NamedTuple):
    """Positions of one subspace in the order of their keys."""

    subspace: Subspace
    keys: Keys
    own: npt.NDArray[np.uint32]
    opponent: npt.NDArray[np.uint32]


def find(tables: Tablebase, subspaces: Sequence[Subspace], wanted: Wanted, seed: int) -> Iterator[Answer]:
    """The positions that are wanted, with their moves, in the order of a seed, until there are no more.

    Positions that a symmetry or the exchange of colours turns into one another come once, and those that no
    game reaches, where the rules tell so, not at all.

    Raises:
        MissingTable, BrokenTable: see :meth:`millbase.databases.tablebase.Tablebase.probe`.
        DistanceError: plies are wanted, and a table holds only outcomes.
    """
    rules = tables.rules
    reached = [subspace for subspace in subspaces if _side_to_move(rules, subspace) is not None]
    below, part = 0, _first_part(tables, reached, wanted)
    while below < _KEYS:
        above = min(_KEYS, below + part)
        found = [_between(tables, subspace, wanted, seed, below, above) for subspace in reached]
        for place, key in _in_order(found):
            chosen = found[place]
            own, opponent = int(chosen.own[key]), int(chosen.opponent[key])
            hands, white_to_move = chosen.subspace[2:], _side_to_move(rules, chosen.subspace)
            position = Position.of_sides(own, opponent, *hands, white_to_move=bool(white_to_move))
            answer = evaluate(rules, tables, position)
            if _fits(tables, wanted, answer):
                yield answer
        below, part = above, 4 * part


def zugzwangs(tables: Tablebase, piece: Piece) -> tuple[Flags, Flags]:
    """Which positions without stones in hand are mutual zugzwang: whole and half.

    Whole: whoever is to move loses. Half: one side loses if it is to move, and the other draws if it is, so
    that each of them would rather have the other move.
    """
    mirrored = tables.probe_many(piece.opponent, piece.own, illegal="mark")
    legal = mirrored != 65534
    there, mirror = _outcomes(piece.values), _outcomes(mirrored)
    whole = legal & (there + mirror == -2)
    return whole, legal & (there + mirror == -1)


def count_zugzwangs(tables: Tablebase, subspace: Subspace) -> tuple[int, int]:
    """How many positions of a subspace are whole and half mutual zugzwang, each counted once a symmetry.

    Raises:
        MissingTable, BrokenTable: also where the table with the other side to move is missing.
    """
    pieces = tables.entries(subspace, once=True)
    counts = ([int(flags.sum()) for flags in zugzwangs(tables, piece)] for piece in pieces)
    whole, half = np.sum([*counts, (0, 0)], axis=0)
    return int(whole), int(half)


def _outcomes(values: npt.NDArray[np.uint16]) -> npt.NDArray[np.int8]:
    """1 for a win of the side to move, 0 for a draw, -1 for a loss."""
    outcomes = np.where(values % 2 == 1, 1, -1)
    return np.where(values == _DRAW, 0, outcomes).astype(np.int8)


def _first_part(tables: Tablebase, subspaces: Sequence[Subspace], wanted: Wanted) -> int:
    """How far keys go at first: about as far as holds a few thousand of the positions that may do."""
    may_do = 0
    for subspace in subspaces:
        header = tables.table(subspace).header
        if wanted.plies and not header.histogram:
            raise DistanceError(f"the table of {subspace} holds only outcomes, no plies to choose by")
        if wanted.plies is None:
            may_do += header.positions
        else:
            may_do += sum(header.histogram[code] for code in _wins(header, wanted.plies))
    return _KEYS * _AT_FIRST // max(may_do, _AT_FIRST)


def _wins(header: Header, plies: tuple[int, int]) -> list[int]:
    """The codes of wins that take so many plies, from and to, to what the table counts them to."""
    value, (least, most) = METRICS[header.grade].value, plies
    codes = range(1, len(header.histogram), 2)
    return [code for code in codes if least <= (value("win", code).length or 0) <= most]


def _between(
    tables: Tablebase, subspace: Subspace, wanted: Wanted, seed: int, below: int, above: int
) -> _Candidates:
    """The positions whose keys are not ``below`` a number, but below ``above``, as far as arrays can tell."""
    parts = []
    for piece in tables.entries(subspace, once=True):
        kept = np.ones(len(piece.values), np.bool_)
        if wanted.plies is not None:
            kept &= np.isin(piece.values, _wins(tables.table(subspace).header, wanted.plies))
        keys = _keys(seed, subspace, piece.entries)
        kept &= (keys >= np.uint64(below)) & (keys <= np.uint64(above - 1))
        piece, keys = piece.part(kept), keys[kept]
        kept = _may_be_reached(tables.rules, subspace, piece)
        if wanted.zugzwang and kept.any():
            whole, half = zugzwangs(tables, piece)
            kept &= whole | half
        parts.append((keys[kept], piece.own[kept], piece.opponent[kept]))
    keys, own, opponent = (np.concatenate(columns) for columns in zip(*parts, strict=True))
    order = np.argsort(keys, kind="stable")
    return _Candidates(subspace, keys[order], own[order], opponent[order])


def _in_order(found: Sequence[_Candidates]) -> Iterator[tuple[int, int]]:
    """Which subspace and which of its candidates comes next, by the keys of all."""
    keys = np.concatenate([candidates.keys for candidates in found]) if found else np.empty(0, np.uint64)
    places = np.repeat(np.arange(len(found)), [len(candidates.keys) for candidates in found])
    within = np.concatenate([np.arange(len(candidates.keys)) for candidates in found]) if found else keys
    for place in np.argsort(keys, kind="stable"):
        yield int(places[place]), int(within[place])


def _keys(seed: int, subspace: Subspace, entries: npt.NDArray[np.int64]) -> Keys:
    """A number for each entry that looks like chance: the generator splitmix64 (Steele and others 2014)."""
    start = seed
    for number in subspace:
        start = (start * 64 + number + 1) % _KEYS
    mixed = _mix(np.array([start], np.uint64)) + entries.astype(np.uint64)
    return _mix(mixed)


def _mix(numbers: Keys) -> Keys:
    mixed = numbers + np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    last: Keys = mixed ^ (mixed >> np.uint64(31))
    return last


def _side_to_move(rules: Rules, subspace: Subspace) -> bool | None:
    """Whether White is to move in a game that comes to the subspace, None if none does.

    Where both sides begin with as many stones and place in turn, White is to move with as many in hand as
    Black, and Black with one more. Without stones in hand it may be either, and White is taken.
    """
    white, black = rules.men
    if white != black or rules.mixed or subspace.own_hand == subspace.opp_hand:
        return True
    return False if subspace.own_hand == subspace.opp_hand + 1 else None


def _may_be_reached(rules: Rules, subspace: Subspace, piece: Piece) -> Flags:
    """Which positions are not ruled out: a side has no mill as long as the other has lost no stone."""
    fits = np.ones(len(piece.values), np.bool_)
    if rules.mill_wins or rules.protected or rules.men[0] != rules.men[1]:
        return fits
    for stones, other, other_hand in (
        (piece.own, subspace.opp, subspace.opp_hand),
        (piece.opponent, subspace.own, subspace.own_hand),
    ):
        if other + other_hand == rules.men[0]:
            for line in rules.board.line_masks:
                fits &= stones & np.uint32(line) != line
    return fits


def _fits(tables: Tablebase, wanted: Wanted, answer: Answer) -> bool:
    """Whether a position is wanted, as far as only its moves can tell."""
    best = [ranked.move for ranked in answer.moves if ranked.value.preference == answer.value.preference]
    if wanted.only_move and len(best) != 1:
        return False
    if wanted.no_removal and (not best or any(move.removed for move in best)):
        return False
    return not wanted.no_dual or not has_dual(tables, answer)


def has_dual(tables: Tablebase, answer: Answer) -> bool:
    """Whether, along the best line of a won position, a later move is not the only one that wins soonest."""
    if answer.value.outcome != "win":
        return False
    line = principal_line(tables.rules, tables, answer.position, 0)
    for ranked in line[1:-1:2]:
        later = evaluate(tables.rules, tables, ranked.position)
        if sum(one.value.preference == later.value.preference for one in later.moves) > 1:
            return True
    return False
