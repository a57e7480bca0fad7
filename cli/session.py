"""A game at the prompt: what the player types, and what is answered."""

from __future__ import annotations

import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path

import click

from millbase.answers.asking import look_up
from millbase.cli.problems import sentence
from millbase.databases.errors import DatabaseError
from millbase.databases.tablebase import Tablebase
from millbase.solver.game.drawing import draw_board
from millbase.solver.game.errors import SolverError, quoted
from millbase.solver.game.match import Game
from millbase.solver.game.notation import NotationError, format_move, parse_move
from millbase.solver.game.positions import COLOURS, Move, PositionError, before_removal
from millbase.solver.game.records.writing import record_of, write_record
from millbase.solver.game.rules import Rules
from millbase.solver.oracle import RankedMove, choose
from millbase.solver.telling import moves_text, value_text

HELP = """\
a move   d6 places a stone, a1-a4 moves one; with the stone it removes: d6xb4, a1-a4xg7,
         or that alone as the next line: b4
hint     the best move
moves    every move and what it is worth, best first
board    the board
back     take back your last move, and what was answered
save F   write the game so far to the file F
quit     leave the game"""


class Session:
    """A game between the one at the prompt and the oracle.

    Args:
        game: the game, at its beginning.
        tables: what the oracle knows.
        players: whether White, and Black, is played at the prompt; the oracle plays the others.
        ascii_only: whether to draw without Unicode.
    """

    def __init__(self, game: Game, tables: Tablebase, players: tuple[bool, bool], ascii_only: bool) -> None:
        self._game = game
        self._tables = tables
        self._players = players
        self._ascii_only = ascii_only
        self._left = False
        self._closing: Move | None = None  # typed already, and closes a mill; what it removes is not yet said
        self._commands: dict[str, Callable[[], None]] = {
            "help": lambda: click.echo(HELP),
            "hint": self._hint,
            "moves": self._moves,
            "board": self._board,
            "back": self._back,
            "quit": self._quit,
        }

    def run(self) -> None:
        """Play until the game ends or the player leaves it; then, and whatever happens, write it out.

        Raises:
            DatabaseError, DistanceError: the oracle is to move and does not know how. What can be found out
                about this is found out before the first move.
        """
        if not all(self._players) and self._game.ending is None:
            self._answer_to_come()
        try:
            self._play()
        finally:
            click.echo(f"\n{self._sheet()}", nl=False)

    def _answer_to_come(self) -> None:
        """Make sure that the oracle has an answer where the game begins, and so wherever it leads."""
        if self._players_turn():
            look_up(self._tables, self._game.position)
        else:
            self._choice()

    def _play(self) -> None:
        if any(self._players):
            click.echo("Type a move, or help.\n")
            self._board()
        while self._game.ending is None and not self._left:
            if self._players_turn():
                self._ask()
            else:
                self._answer()
        ending = self._game.ending
        if ending is not None:
            self._board()
            click.echo(f"{ending.result}: {ending.reason}")

    @property
    def _colour(self) -> int:
        """The side to move: 0 for White, 1 for Black."""
        return 0 if self._game.position.white_to_move else 1

    def _players_turn(self) -> bool:
        return self._players[self._colour]

    def _ask(self) -> None:
        text = _typed(f"{COLOURS[self._colour]}> ")
        if text is None:
            self._quit()
            return
        word, _, rest = text.strip().partition(" ")
        try:
            if word == "save":
                self._save(rest.strip())
            elif word in self._commands:
                self._commands[word]()
            elif word:
                self._move(parse_move(self._game.rules.board, text))
        except NotationError as error:
            click.echo(f"{sentence(error)}; help lists what else can be typed")
        except (SolverError, DatabaseError, OSError) as error:
            click.echo(sentence(error))

    def _move(self, typed: Move) -> None:
        """Make the player's move, or the first half of one: what a mill removes may be typed after it."""
        rules, position = self._game.rules, self._game.position
        closing = self._closing or Move()
        if self._closing is not None or position.removal_due:
            if typed[:2] == (None, None):
                typed = closing._replace(removed=closing.removed + typed.removed)
            elif typed.target is not None and typed == Move(target=typed.target):
                typed = closing._replace(removed=(*closing.removed, typed.target))
        between = before_removal(rules, position, typed)
        if between is not None:
            self._closing = typed
            click.echo(_half_made(rules, typed, between.removal_due))
            return
        self._game.play(typed)
        self._closing = None

    def _answer(self) -> None:
        """Make the oracle's move."""
        colour = COLOURS[self._colour]
        best = self._choice()
        self._game.play(best.move)
        click.echo(f"{colour}: {format_move(self._game.rules.board, best.move)}")
        if self._players_turn() and self._game.ending is None:
            self._board()

    def _choice(self) -> RankedMove:
        return choose(self._game.rules, self._tables, self._game.position)

    def _hint(self) -> None:
        best = self._choice()
        text = value_text(best.value, best.prospect)
        click.echo(f"{format_move(self._game.rules.board, best.move)}  {text}")

    def _moves(self) -> None:
        answer = look_up(self._tables, self._game.position)
        click.echo(moves_text(self._game.rules.board, answer))

    def _board(self) -> None:
        click.echo(draw_board(self._game.rules.board, self._game.position, self._ascii_only))

    def _back(self) -> None:
        """Go back to where the player was to move the last time, or to before half a move."""
        if self._closing is not None:
            self._closing = None
            self._board()
            return
        if not any(self._players[colour] for colour in self._colours_that_moved()):
            raise PositionError("you have made no move to take back")
        self._game.take_back()
        while not self._players_turn():
            self._game.take_back()
        self._board()

    def _colours_that_moved(self) -> list[int]:
        return [0 if position.white_to_move else 1 for position in self._game.positions[:-1]]

    def _save(self, name: str) -> None:
        if not name:
            raise NotationError("save needs the name of a file")
        if "\0" in name:
            raise NotationError(f"{quoted(name)} cannot be the name of a file")
        with Path(name).open("x", encoding="utf-8") as file:
            file.write(self._sheet())
        click.echo(f"written to {name}")

    def _quit(self) -> None:
        self._left = True

    def _sheet(self) -> str:
        white, black = ("Human" if played else "millbase" for played in self._players)
        return write_record(record_of(self._game, white, black, f"{date.today():%Y.%m.%d}"))


def _half_made(rules: Rules, move: Move, due: int) -> str:
    """What is said of a move whose removals are not all told yet."""
    text = format_move(rules.board, move)
    if move.removed:
        return f"{text} removes another stone: type it"
    if due == 2:
        return f"{text} closes two mills: type the two stones to remove, one after the other"
    return f"{text} closes a mill: type the stone to remove"


def _typed(prompt: str) -> str | None:
    """A line that was typed, None at the end of the input; shown if it did not come from a terminal."""
    try:
        text = input(prompt)
    except EOFError:
        click.echo()
        return None
    if not sys.stdin.isatty():
        click.echo(text)
    return text
