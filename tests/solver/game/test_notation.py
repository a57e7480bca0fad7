"""Positions and moves as text, in and out."""

from __future__ import annotations

from dataclasses import replace

import pytest
import rulebook

from millbase.solver.game.boards import RINGS, TWO_RINGS, Board
from millbase.solver.game.fen import format_fen
from millbase.solver.game.notation import (
    NotationError,
    format_move,
    format_position,
    parse_move,
    parse_position,
)
from millbase.solver.game.positions import Move, Position, PositionError, legal_moves, start
from millbase.solver.game.rules import Rules, preset

NINE, TWELVE, SIX, THREE = (preset(name) for name in ("nine", "twelve", "six", "three"))

FEN_REMOVAL = "********/@OOOO*@*/**@***** w p r 4 5 3 6 1 0 -1 -1 -1 -1 0 0 4 ids:nodes"
FEN_MOVING = "***OO**@/*****@**/******O@ w m p 3 0 3 0 0 0 0 0 0 0 0 0 1"


def points(board: Board, names: str) -> int:
    """The set of some points, given by their names."""
    return sum(1 << board.names.index(name) for name in names.split())


@pytest.mark.parametrize("name", rulebook.VARIED)
def test_what_is_written_reads_back(name: str) -> None:
    rules = rulebook.VARIED[name]
    for position in rulebook.random_game(rules, seed=7):
        assert parse_position(rules, format_position(rules.board, position)) == position
        for move in legal_moves(rules, position):
            assert parse_move(rules.board, format_move(rules.board, move)) == move


@pytest.mark.parametrize(
    ("rules", "text", "position"),
    [
        (
            NINE,
            "WWB.W..B/.B....../......W. w 0,1",
            Position(
                points(RINGS, "a7 d7 g1 c3"), points(RINGS, "g7 a4 d6"), True, (0, 1)
            ),
        ),
        (NINE, "......../......../........ w 9,9", Position(0, 0, True, (9, 9))),
        (
            NINE,
            "WWW...../.B....../.......B b 6,0",
            Position(points(RINGS, "a7 d7 g7"), points(RINGS, "d6 c4"), False, (6, 0)),
        ),
        (
            NINE,
            "WWW...../.B....../.......B w 6,7 x1",
            Position(points(RINGS, "a7 d7 g7"), points(RINGS, "d6 c4"), True, (6, 7), True),
        ),
        (
            SIX,
            "WWW....B/.BB..... b",
            Position(points(TWO_RINGS, "a5 c5 e5"), points(TWO_RINGS, "a3 c4 d4"), False),
        ),
        (THREE, "......../W b 2,3", Position(1 << 8, 0, False, (2, 3))),
    ],
)  # fmt: skip
def test_positions(rules: Rules, text: str, position: Position) -> None:
    assert parse_position(rules, text) == position
    assert format_position(rules.board, position) == text


def test_blanks_the_case_of_the_side_and_empty_hands_do_not_matter() -> None:
    plain = parse_position(THREE, "WW.BB.W./B w")
    assert parse_position(THREE, "  WW.BB.W./B   W 0,0\n") == plain
    assert format_position(THREE.board, plain) == "WW.BB.W./B w"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "the text is empty"),
        (" \n", "the text is empty"),
        ("WWWBBB../......../........", "the side to move is missing"),
        ("WWWBBB../......../........ x", "the side to move is w or b, not 'x'"),
        ("WWWBBB../......../........ white", "not 'white'"),
        ("WWWBBB../......../....... w", r"rings of 8/8/8, not 8/8/7"),
        ("WWWBBB../......../......... w", r"rings of 8/8/8, not 8/8/9"),
        ("WWWBBB../......../ w", r"rings of 8/8/8, not 8/8/0"),
        ("WWWBBB../........ w", r"rings of 8/8/8, not 8/8"),
        ("WWWBBB../......../......../........ w", r"not 8/8/8/8"),
        ("WWWBBB................ w", r"rings of 8/8/8, not 22"),
        ("WWWBBB................../ w", r"rings of 8/8/8, not 24/0"),
        ("." * 30_000, "a text of 30,000 letters is no position"),
        ("WWWBBB../......../........ w " + "9" * 100, "is out of place"),
        ("WWWBBB..|......../........ w", r"'\|' is no stone: write W, B, or \. for none"),
        ("WWWBBB../......../.......X w", "'X' is no stone"),
        ("WWWBBB../......../.......O w", "'O' is no stone: write W, B"),
        ("WWWBBB../......../........ w 3", "'3' is out of place"),
        ("WWWBBB../......../........ w 3,", "'3,' is out of place"),
        ("WWWBBB../......../........ w -1,3", "'-1,3' is out of place"),
        ("WWWBBB../......../........ w 3,3,3", "'3,3,3' is out of place"),
        ("WWWBBB../......../........ w ٣,٣", "is out of place"),
        ("WWWBBB../......../........ w x3", "'x3' is out of place"),
        ("WWWBBB../......../........ w x1 3,3", "'3,3' is out of place"),
        ("WWWBBB../......../........ w 3,3 x1 x1", "'x1' is out of place"),
    ],
)
def test_what_is_no_position_is_refused_in_one_sentence(text: str, reason: str) -> None:
    with pytest.raises(NotationError, match=reason) as refusal:
        parse_position(NINE, text)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("WWWWWWWW/WWBBB.../........ w", "White has 10 stones .* more than the 9"),
        ("WWWBBB../......../........ w 3,7", "Black has 10 stones .* more than the 9"),
        ("WWWBB.../......../........ w", "Black has 2 stones"),
        ("WWBBB.../......../........ b", "White has 2 stones"),
        ("WW.BB.../......../........ b", r"neither side has 3 stones: .*w 9,9$"),
        ("......../......../........ w", r"neither side has 3 stones: .*w 9,9$"),
        ("WW.BBB../......../........ w 1,0 x1", "White has no mill"),
    ],
)
def test_positions_of_other_rules_are_refused(text: str, reason: str) -> None:
    with pytest.raises(PositionError, match=reason):
        parse_position(NINE, text)


def test_a_sanmill_fen_with_a_removal_due() -> None:
    position = parse_position(NINE, FEN_REMOVAL)
    assert position == Position(
        points(RINGS, "f6 f4 f2 d2"), points(RINGS, "d6 b4 g4"), True, (5, 6), removal_due=True
    )
    removals = [format_move(RINGS, move) for move in legal_moves(NINE, position)]
    assert sorted(removals) == ["xb4", "xd6", "xg4"]
    assert format_position(RINGS, position) == "...B..../.BWWWW.B/........ w 5,6 x1"


def test_a_sanmill_fen_of_the_moving_phase() -> None:
    position = parse_position(NINE, FEN_MOVING)
    assert position == Position(points(RINGS, "e3 d3 a4"), points(RINGS, "c5 b2 a7"))


def test_a_sanmill_fen_fits_every_board_of_three_rings() -> None:
    assert parse_position(TWELVE, FEN_MOVING) == parse_position(NINE, FEN_MOVING)
    with pytest.raises(NotationError, match="a FEN has three rings of 8 points"):
        parse_position(SIX, FEN_MOVING)


@pytest.mark.parametrize("name", ["nine", "nine, 3 against 7", "lasker", "twelve"])
def test_a_sanmill_fen_that_is_written_reads_back(name: str) -> None:
    rules = rulebook.VARIED[name]
    for position in rulebook.random_game(rules, seed=2):
        assert parse_position(rules, format_fen(rules.board, position)) == position


def test_sanmill_fens_are_written_as_sanmill_does() -> None:
    due = parse_position(NINE, FEN_REMOVAL)
    assert format_fen(NINE.board, due).split()[:10] == FEN_REMOVAL.split()[:10]
    beginning = "********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1"
    assert format_fen(NINE.board, start(NINE)) == beginning


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("********/@", "*******/@", "rings of 8/8/8, not 7/8/8"),
        ("@*****", "@****X", "'X' is no stone: write O, @, or [*] for none"),
        (" w ", " n ", "the side to move is w or b, not 'n'"),
        (" 4 5 ", " 5 4 ", "rings have 4 stones of White, its counts say 5"),
        (" 3 6 ", " 2 6 ", "rings have 3 stones of Black, its counts say 2"),
        (" 1 0 ", " 3 0 ", "3 stones to remove; a move removes two at most"),
        (" 1 0 ", " 0 0 ", "action 'r' and its stones to remove, 0 for White and 0 for Black, do not agree"),
        (" 1 0 ", " 0 1 ", "do not agree"),
        (" 1 0 ", " 1 1 ", "do not agree"),
        (" 1 0 ", " -1 0 ", "do not agree"),
        (" p r ", " p p ", "action 'p' and its stones to remove, 1 for White"),
        (" 4 5 ", " four 5 ", "'four' stands in the FEN where a number belongs"),
        (" 0 0 4 ids:nodes", " 0 0", "at least 17 fields, an older one 10 to 12, not 16"),
        (" 4 5 3 6 1 0 -1 -1 -1 -1 0 0 4 ids:nodes", " 4 5 3 6 0 4 5", "stones to remove, 0, do not agree"),
        (" 3 6 1 0 -1 -1 -1 -1 0 0 4 ids:nodes", " 3 " + "6" * 40 + " 0 0", "where a number belongs"),
    ],
)
def test_a_sanmill_fen_that_contradicts_itself_is_refused(old: str, new: str, reason: str) -> None:
    assert FEN_REMOVAL.count(old) == 1
    with pytest.raises(NotationError, match=reason):
        parse_position(NINE, FEN_REMOVAL.replace(old, new))


def test_a_sanmill_fen_of_other_rules_is_refused() -> None:
    with pytest.raises(PositionError, match=r"White has 9 stones .* more than the 8"):
        parse_position(replace(NINE, men=(8, 9)), FEN_REMOVAL)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("d6", Move(target=9)),
        ("a1-a4", Move(6, 7)),
        ("a1-a4xg7", Move(6, 7, (2,))),
        ("d6xb4", Move(None, 9, (15,))),
        ("d6xb4xf2", Move(None, 9, (15, 12))),
        ("xb4", Move(removed=(15,))),
        ("xb4xf2", Move(removed=(15, 12))),
    ],
)
def test_moves(text: str, move: Move) -> None:
    assert parse_move(RINGS, text) == move
    assert parse_move(RINGS, f" {text}\n") == move
    assert format_move(RINGS, move) == text


@pytest.mark.parametrize(
    "text", ["", "x", "d", "d6-", "-d6", "d6xb4xb6xd2", "h1", "a8", "pass", "to d6", "place to", "ｄ6", "d6!"]
)
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="is not a move: write d6, a1-a4"):
        parse_move(RINGS, text)


@pytest.mark.parametrize(
    ("board", "text"), [(RINGS, "d4"), (RINGS, "d6xa2"), (TWO_RINGS, "a5-g7"), (TWO_RINGS, "xc3")]
)
def test_a_move_to_where_there_is_no_point_is_refused(board: Board, text: str) -> None:
    with pytest.raises(NotationError, match=r"is not a point of the board \((two|three) rings\)"):
        parse_move(board, text)


OLDER_FEN = "****@O*O/@***@*O*/****@*** w p p 3 5 4 5 0 0 0 5"


def test_an_older_fen_of_sanmill() -> None:
    position = parse_position(NINE, OLDER_FEN)
    assert position == Position(
        points(RINGS, "c3 c5 b4"), points(RINGS, "d3 d6 d2 d1"), True, (5, 5)
    )  # fmt: skip
    for counts in ("0 5", "0 0 5"):
        assert parse_position(NINE, OLDER_FEN.removesuffix("0 0 0 5") + counts) == position


@pytest.mark.parametrize("to_remove", ["", " 1", " 1 0"])
def test_an_older_fen_with_a_removal_due(to_remove: str) -> None:
    rings, _, rest = FEN_REMOVAL.partition(" 1 0 -1")
    assert rest
    assert parse_position(NINE, f"{rings}{to_remove} 3 9") == parse_position(NINE, FEN_REMOVAL)


FORMS = [
    "W.B....B/.B....../...W..W. w 3,2",
    "\ufeffW.B....B/.B....../...W..W. W 3,2\r\n",
    "w.b....b/.b....../...w..w. w 3,2",
    "W.B....B.B.........W..W. w 3,2",
    '[Position "W.B....B/.B....../...W..W. w 3,2"]',
    "**O**O**/@*******/*@****@O w p p 3 3 3 2 0 0 0 0 0 0 0 0 1",
    "fen **O**O**/@*******/*@****@O w p p 3 3 3 2 0 0 0 0 0 0 0 0 1",
    '[FEN "**O**O**/@*******/*@****@O w p p 3 3 3 2 0 0 0 5"]',
    "position fen **O*****/@*******/*@*****O w p p 2 4 2 3 0 0 0 4 moves c3 a4",
]


@pytest.mark.parametrize("text", FORMS)
def test_one_position_in_many_forms(text: str) -> None:
    assert parse_position(NINE, text) == parse_position(NINE, FORMS[0])


def test_the_empty_board_and_moves_from_it() -> None:
    assert parse_position(NINE, "startpos") == parse_position(NINE, "position startpos") == start(NINE)
    position = parse_position(NINE, "position startpos moves d2 d6 f4 f2 b4 d3 b6 e4 b2 xf2 f6")
    assert format_position(RINGS, position) == "......../WBBW.WWW/...B.B.. w 4,4"
    assert position.hands == (4, 4)
    between = parse_position(NINE, "position startpos moves d2 d6 f4 f2 b4 d3 b6 e4 b2")
    assert between.removal_due
    assert between.white_to_move
    with pytest.raises(PositionError, match=r"^d6: d6 is taken$"):
        parse_position(NINE, "startpos moves d6 d6")
    with pytest.raises(NotationError, match="is not a move"):
        parse_position(NINE, "startpos moves d6 hello")


def test_positions_within_positions_are_none() -> None:
    with pytest.raises(NotationError):
        parse_position(NINE, "fen " * 4_000 + FEN_MOVING)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        *((text, "d6") for text in ("D6", "Place to d6", "place d6", "PLACE TO D6")),
        *((text, "a1-a4") for text in ("a1a4", "A1A4", "a1–a4", "a1—a4", "a1 -> a4", "a1→a4", "a1 - a4")),
        *((text, "a1-a4xg7") for text in ("a1a4xg7", "a1-a4 xg7", "a1-a4 x g7", "a1-a4Xg7", "a1→a4×g7")),
        *((text, "a1-a4xg7") for text in ("a1 -> a4, take g7", "a1-a4 takes g7", "A1-A4, TAKE G7")),
        *((text, "d6xb4") for text in ("Place to d6, take b4", "d6 xb4", "D6XB4")),
        *((text, "xb4") for text in ("x b4", "XB4", "take b4", "×b4")),
    ],
)
def test_moves_as_people_type_them(text: str, move: str) -> None:
    assert parse_move(RINGS, text) == parse_move(RINGS, move)


@pytest.mark.parametrize(
    ("text", "would_do"),
    [
        ("a1 a4", "a step is written a1-a4, a placement with a removal a1xa4"),
        ("a1/a4", "a step is written a1-a4, a placement with a removal a1xa4"),
        ("a1-a4-g7", "a step that removes a stone is written a1-a4xg7"),
        ("a1a4g7", "a step that removes a stone is written a1-a4xg7"),
        ("Place to a1-a4", "write d6, a1-a4"),
        ("x" * 5000, "xx' is not a move: write d6, a1-a4"),
    ],
)
def test_what_may_mean_two_moves_is_refused_with_what_would_do(text: str, would_do: str) -> None:
    with pytest.raises(NotationError, match=would_do):
        parse_move(RINGS, text)


TWO_DUE = "WWWWW.../..B..B../..B..B.. w 3,3 x2"


def test_two_removals_that_are_due() -> None:
    wmd = preset("wmd")
    position = parse_position(wmd, TWO_DUE)
    assert position.removal_due == 2
    assert format_position(RINGS, position) == TWO_DUE
    assert parse_position(wmd, TWO_DUE.replace("x2", "X2")) == position
    fen = format_fen(RINGS, position)
    assert fen.split()[1:10] == ["w", "p", "r", "5", "3", "4", "3", "2", "0"]
    assert parse_position(wmd, fen) == position
    with pytest.raises(PositionError, match="in these rules a move removes one stone at most"):
        parse_position(preset("nine"), TWO_DUE)
