"""Boards drawn in text."""

from __future__ import annotations

import pytest

from millbase.solver.game.boards import BOARDS, Board
from millbase.solver.game.drawing import draw_board
from millbase.solver.game.notation import parse_position
from millbase.solver.game.positions import Position
from millbase.solver.game.rules import PRESETS, Rules, preset

NINE, TWELVE, SIX, THREE = (preset(name) for name in ("nine", "twelve", "six", "three"))

RINGS_IN_UNICODE = """\
7  ○───────────○───────────●
   │           │           │
6  │   ·───────●───────·   │
   │   │       │       │   │
5  │   │   ·───·───·   │   │
   │   │   │       │   │   │
4  ●───·───·       ·───·───·
   │   │   │       │   │   │
3  │   │   ○───·───·   │   │
   │   │       │       │   │
2  │   ·───────·───────·   │
   │           │           │
1  ·───────────·───────────○
   a   b   c   d   e   f   g
○ White, 5 in hand, to move
● Black, 6 in hand"""

DIAGONALS_IN_ASCII = r"""
7  W-----------W-----------W
   | \         |         / |
6  |   .-------B-------.   |
   |   | \     |     / |   |
5  |   |   .---.---.   |   |
   |   |   |       |   |   |
4  .---.---.       .---.---.
   |   |   |       |   |   |
3  |   |   .---B---.   |   |
   |   | /     |     \ |   |
2  |   .-------B-------.   |
   | /         |         \ |
1  .-----------.-----------.
   a   b   c   d   e   f   g
W White, to remove a stone
B Black"""

TWO_RINGS_IN_ASCII = """
5  W-------.-------.
   |       |       |
4  |   B---.---.   |
   |   |       |   |
3  .---.       .---.
   |   |       |   |
2  |   .---.---.   |
   |       |       |
1  .-------.-------.
   a   b   c   d   e
W White, 4 in hand
B Black, 5 in hand, to move"""

SQUARE_IN_UNICODE = """
3  ●───·───·
   │ ╲ │ ╱ │
2  ·───○───·
   │ ╱ │ ╲ │
1  ·───·───·
   a   b   c
○ White, 2 in hand, to move
● Black, 2 in hand"""


@pytest.mark.parametrize(
    ("rules", "text", "ascii", "drawing"),
    [
        (NINE, "WWB.W..B/.B....../......W. w 5,6", False, RINGS_IN_UNICODE),
        (TWELVE, "WWW...../.B...B../.....B.. w x1", True, DIAGONALS_IN_ASCII),
        (SIX, "W......./B....... b 4,5", True, TWO_RINGS_IN_ASCII),
        (THREE, "B......./W w 2,2", False, SQUARE_IN_UNICODE),
    ],
    ids=["nine", "twelve", "six", "three"],
)
def test_drawings(rules: Rules, text: str, ascii: bool, drawing: str) -> None:
    assert draw_board(rules.board, parse_position(rules, text), ascii) == drawing.strip("\n")


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)
def test_a_drawing_shows_every_stone_at_its_coordinates(board: Board) -> None:
    for point, name in enumerate(board.names):
        rows = draw_board(board, Position(1 << point, 0), ascii=True).splitlines()
        rank = next(row for row in rows if row.startswith(name[1]))
        files = rows[2 * board.side - 1]
        assert [rank[column] for column, letter in enumerate(files) if letter == name[0]] == ["W"]
        assert sum(row.count("W") for row in rows[:-2]) == 1


@pytest.mark.parametrize("name", PRESETS)
def test_the_plain_drawing_has_the_same_lines(name: str) -> None:
    board = PRESETS[name].board
    position = Position(0b1, 0b10)
    plain = str.maketrans("○●·─│╱╲", "WB.-|/\\")
    assert draw_board(board, position).translate(plain) == draw_board(board, position, ascii=True)
    assert draw_board(board, position, ascii=True).isascii()
