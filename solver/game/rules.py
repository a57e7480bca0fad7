"""The rules of a mill game as data: presets, options, fingerprints.

No code asks which variant it is in. A variant is a row of facts, and what a table's values depend on
is written out as text and hashed: the fingerprint that binds a table to its rules.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace
from typing import Literal

from millbase.solver.game.boards import DIAGONALS, RINGS, SQUARE, TWO_RINGS, Board
from millbase.solver.game.errors import SolverError, quoted

FullBoard = Literal["draw", "loss"]

MOST_MOVES = 1000  # of a limit: no game that is won takes as many without a removal


class RulesError(SolverError, ValueError):
    """A rule set that cannot be played; the message says why."""


class UnknownVariantError(RulesError):
    """No preset has this name.

    Attributes:
        name: what was asked for.
    """

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name

    def __str__(self) -> str:
        return f"no rule set is called {quoted(self.name)}; there are {', '.join([*PRESETS, *ALIASES])}"


@dataclass(frozen=True)
class Rules:
    """One rule set.

    Attributes:
        board: where it is played.
        men: stones of White and of Black.
        flying: a side with three stones in all may move to any empty point.
        mixed: a side with stones in hand may also move one on the board (Lasker).
        protected: where all stones of the opponent are in mills, closing a mill removes nothing.
        take_two: a placement that closes two mills removes two stones, one after the other.
        full_board: what a board without empty points is worth to the side to move.
        mill_wins: a mill ends the game, nothing is removed (three men's morris).
        limit: after so many moves of each side in a row without a placement or a removal the game is drawn;
            None for no limit.
        name: the preset it came from; not part of what the rules mean.
    """

    board: Board
    men: tuple[int, int]
    flying: bool = True
    mixed: bool = False
    protected: bool = False
    take_two: bool = False
    full_board: FullBoard = "draw"
    mill_wins: bool = False
    limit: int | None = None
    name: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        self._check_kinds()
        if min(self.men) < 3:
            raise RulesError(f"each side needs at least three stones, not {self.men_text}")
        if sum(self.men) > self.board.points:
            raise RulesError(f"{self.men_text} stones do not fit on a board of {self.board.points} points")
        if self.mill_wins and (self.protected or self.take_two or self.full_board != "draw"):
            raise RulesError(
                "where a mill wins nothing is removed: leave out the options for protected mills, two mills "
                "at once and the full board"
            )

    def _check_kinds(self) -> None:
        """Make sure that every fact is of its kind: a program may have put in anything."""
        if not isinstance(self.board, Board):
            raise RulesError(f"a board is a Board, not {quoted(self.board)}")
        # Not isinstance: True counts as an integer, and is no number of stones.
        if type(self.men) is not tuple or [type(men) for men in self.men] != [int, int]:
            raise RulesError(f"men are two whole numbers, White's and Black's, not {quoted(self.men)}")
        for name in ("flying", "mixed", "protected", "take_two", "mill_wins"):
            if not isinstance(getattr(self, name), bool):
                raise RulesError(f"{name} is True or False, not {quoted(getattr(self, name))}")
        if self.full_board not in ("draw", "loss"):
            raise RulesError(f"a full board is a draw or a loss, not {quoted(self.full_board)}")
        if self.limit is not None and (type(self.limit) is not int or not 1 <= self.limit <= MOST_MOVES):
            raise RulesError(
                f"a limit is a number of moves of each side, from 1 to {MOST_MOVES}, not {quoted(self.limit)}"
            )
        if not isinstance(self.name, str):
            raise RulesError(f"the name of a rule set is a text, not {quoted(self.name)}")

    @property
    def limit_plies(self) -> int | None:
        """The limit in plies: moves of both sides."""
        return None if self.limit is None else 2 * self.limit

    @property
    def men_text(self) -> str:
        """``9`` or, where the sides differ, ``9,8``."""
        white, black = self.men
        return quoted(white) if white == black else f"{quoted(white)},{quoted(black)}"

    def for_tables(self, in_hand: int, in_play: int) -> Rules:
        """The same rules without what cannot matter to a table, nor to those it is made from.

        Args:
            in_hand: stones that both sides still hold.
            in_play: stones on the board and in hand together.

        Without stones in hand, placing and moving cannot mix, so Lasker's tables there are those of
        Nine Men's Morris, and no placement closes two mills; a board that the stones in play do not fill is
        never full.
        """
        return replace(
            self,
            men=(3, 3),
            mixed=self.mixed and in_hand > 0,
            take_two=self.take_two and in_hand > 0,
            full_board=self.full_board if in_play >= self.board.points else "draw",
            name="",
        )

    def canonical_text(self) -> str:
        """What the rules mean, in words that do not depend on a preset's name or the number of men.

        A rule that came later is told where it holds: tables without it keep their fingerprints.
        """
        names = self.board.names
        return "\n".join(
            [
                "points " + " ".join(names),
                "mills " + " ".join("-".join(names[p] for p in line) for line in self.board.lines),
                "steps "
                + " ".join(
                    f"{names[p]}-{names[q]}"
                    for p, near in enumerate(self.board.neighbours)
                    for q in near
                    if p < q
                ),
                f"flying {self.flying}",
                f"placing and moving mixed {self.mixed}",
                f"all stones in mills protected {self.protected}",
                f"full board {self.full_board}",
                f"a mill wins {self.mill_wins}",
                *(["two stones for two mills closed by a placement"] if self.take_two else []),
                *([f"a draw after {self.limit_plies} plies without conversion"] if self.limit else []),
            ]
        )

    @property
    def fingerprint(self) -> str:
        """SHA-256, in hexadecimal, of :meth:`canonical_text`."""
        return hashlib.sha256(self.canonical_text().encode()).hexdigest()

    @property
    def directory(self) -> str:
        """The directory that holds tables of these rules: a base name, then what was varied.

        On a board that no preset has, there is nothing to vary: the rules go by their fingerprint.
        """
        base = _BASES.get(_kind(self)) or _ON_BOARD.get(self.board)
        if base is None:
            return f"rules-{self.fingerprint[:12]}"
        suffix = ""
        if self.mixed != base.mixed:
            suffix += "-mixed" if self.mixed else "-not-mixed"
        if self.mill_wins != base.mill_wins:
            suffix += "-mill-wins" if self.mill_wins else "-mill-removes"
        if self.flying != base.flying:
            suffix += "-flying" if self.flying else "-no-flying"
        if self.protected:
            suffix += "-protected"
        if self.take_two:
            suffix += "-take-two"
        if self.full_board == "loss":
            suffix += "-full-board-loss"
        if self.limit is not None:
            suffix += f"-limit-{self.limit}"
        return base.name + suffix


PRESETS: dict[str, Rules] = {
    rules.name: rules
    for rules in (
        Rules(SQUARE, (3, 3), flying=False, mill_wins=True, name="three"),
        Rules(TWO_RINGS, (6, 6), flying=False, name="six"),
        Rules(TWO_RINGS, (5, 5), flying=False, name="five"),
        Rules(RINGS, (9, 9), name="nine"),
        Rules(RINGS, (9, 9), take_two=True, name="wmd"),
        Rules(RINGS, (10, 10), mixed=True, name="lasker"),
        Rules(DIAGONALS, (12, 12), name="twelve"),
    )
}
ALIASES = {"playok": "wmd", "morabaraba": "twelve"}


def _kind(rules: Rules) -> tuple[Board, bool, bool]:
    """What the options cannot turn into one another."""
    return rules.board, rules.mixed, rules.mill_wins


# The first preset of each kind names its directory. A program may vary even that, and then the first on the
# board does.
_BASES = {_kind(rules): rules for rules in reversed(PRESETS.values())}
_ON_BOARD = {rules.board: rules for rules in reversed(PRESETS.values())}


def preset(name: str) -> Rules:
    """The rule set called ``name``.

    Raises:
        UnknownVariantError: there is no such preset.
    """
    rules = PRESETS.get(ALIASES.get(name, name)) if isinstance(name, str) else None
    if rules is None:
        raise UnknownVariantError(name)
    return rules


def nearest_preset(rules: Rules) -> Rules | None:
    """The preset that differs least from a rule set: in options only, if there is one.

    Among several it is the one that the rule set came from. A program may make rules that the options of
    no preset give; then it is the first preset on their board, and None on a board that no preset has.
    """
    named = PRESETS.get(rules.name)
    if named is not None and _kind(named) == _kind(rules):
        return named
    return _BASES.get(_kind(rules)) or _ON_BOARD.get(rules.board)
