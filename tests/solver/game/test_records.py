"""Games written out."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

import pytest
import rulebook

from millbase.solver.game.match import DrawRules, Game
from millbase.solver.game.notation import parse_move, parse_position
from millbase.solver.game.positions import legal_moves, play, start
from millbase.solver.game.records import scoresheet
from millbase.solver.game.rules import preset

NINE, THREE = preset("nine"), preset("three")

WON = """\
[Event "millbase game"]
[Date "2026.01.31"]
[White "Human"]
[Black "millbase"]
[Result "1-0"]
[Variant "three"]
[PlyCount "5"]

1. b2 b3
2. a1 a2
3. c3 1-0
"""

SET_UP = """\
[Event "millbase game"]
[Date "2026.01.31"]
[White "Human"]
[Black "millbase"]
[Result "*"]
[Variant "nine"]
[PlyCount "2"]
[SetUp "1"]
[FEN "*******@/****@**@/OO*****O b m s 3 1 3 0 0 0 0 0 0 0 0 0 1"]

1... b6-d6
2. g4 *
"""


def sheet(game: Game) -> str:
    return scoresheet(game, "Human", "millbase", "2026.01.31")


def test_a_game_from_the_empty_board() -> None:
    game = Game(THREE, start(THREE))
    for text in ("b2", "b3", "a1", "a2", "c3"):
        game.play(parse_move(THREE.board, text))
    assert sheet(game) == WON


def test_a_game_without_a_move() -> None:
    assert sheet(Game(NINE, start(NINE))).endswith('[PlyCount "0"]\n\n*\n')


def test_a_game_that_black_continues_from_a_position() -> None:
    game = Game(NINE, parse_position(NINE, "WWW...../B....B../B....... b 1,0"))
    for text in ("b6-d6", "g4"):
        game.play(parse_move(NINE.board, text))
    assert sheet(game) == SET_UP


def test_a_position_on_another_board_is_in_the_notation_of_millbase() -> None:
    text = "WBWBWBWB/........ w"
    lines = sheet(Game(preset("six"), parse_position(preset("six"), text))).splitlines()
    assert f'[Position "{text}"]' in lines
    assert lines[-1] == "0-1"


@pytest.mark.parametrize("name", ["nine", "nine, 9 against 3", "six with flying", "lasker"])
def test_a_game_reads_back(name: str) -> None:
    rules = replace(rulebook.VARIED[name], name=name)
    positions = list(rulebook.random_game(rules, seed=9))
    game = Game(rules, positions[3], DrawRules(repetition=False))
    for before, after in pairwise(positions[3:]):
        game.play(next(move for move in legal_moves(rules, before) if before.after(move) == after))
    tags, _, moves = sheet(game).partition("\n\n")
    [beginning] = re.findall(r'(?:FEN|Position) "(.*)"', tags)
    position = parse_position(rules, beginning)
    *texts, result = re.sub(r"\d+\.(?:\.\.)? ", "", moves).split()
    for text in texts:
        position = play(rules, position, parse_move(rules.board, text))
    assert position == positions[-1]
    assert result in ("*", "1-0", "0-1", "1/2-1/2")
