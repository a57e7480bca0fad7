"""The counter of plies without a placement or a removal: as text, through moves, and at the end of a game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from millbase.solver.game.fen import format_fen
from millbase.solver.game.match import DrawRules, Ending, Game
from millbase.solver.game.notation import NotationError, format_position, parse_move, parse_position
from millbase.solver.game.positions import (
    Position,
    PositionError,
    before_removal,
    check_position,
    legal_moves,
    play,
    start,
    terminal_value,
)
from millbase.solver.game.rules import preset
from millbase.solver.game.values import DRAW, LOST

NINE = preset("nine")
LIMITED = replace(NINE, limit=20)
QUIET = "WWB.W..B/.B....../........ w"
FEN = "***OO**@/*****@**/******O@ w m p 3 0 3 0 0 0 0 0 0 0 0 {} 1"


@pytest.mark.parametrize(
    ("text", "counter"),
    [
        (QUIET, 0),
        (f"{QUIET} c12", 12),
        (f"{QUIET} C39", 39),
        ("W......./B......./........ w 2,2 c1", 1),
        ("WWW...../BBB...../........ w c3 x1", 3),
    ],
)
def test_the_counter_follows_the_hands(text: str, counter: int) -> None:
    position = parse_position(LIMITED, text)
    assert position.counter == counter
    assert format_position(LIMITED.board, position) == text.replace("C", "c")


def test_a_counter_of_none_is_not_written() -> None:
    assert parse_position(LIMITED, f"{QUIET} c0") == parse_position(LIMITED, QUIET)
    assert start(LIMITED).counter == 0
    assert start(NINE).counter is None
    assert parse_position(NINE, QUIET).counter is None


@pytest.mark.parametrize(("text", "reason"), [("c-1", "out of place"), ("c", "out of place"), ("12", "c12")])
def test_what_is_no_counter(text: str, reason: str) -> None:
    with pytest.raises(NotationError, match=reason):
        parse_position(LIMITED, f"{QUIET} {text}")


def test_a_counter_has_to_be_within_the_limit() -> None:
    assert parse_position(LIMITED, f"{QUIET} c40").counter == 40
    with pytest.raises(PositionError, match=r"cannot be 41 plies .* after 40 the game is over") as caught:
        parse_position(LIMITED, f"{QUIET} c41")
    assert (caught.value.fault, caught.value.facts) == ("beyond_limit", {"counter": 41, "most": 40})
    with pytest.raises(PositionError, match="cannot be -1 plies"):
        check_position(LIMITED, Position(7, 7 << 3, counter=-1))


def test_without_a_limit_nothing_is_counted() -> None:
    with pytest.raises(PositionError, match=r"counts 12 plies .* these rules set them no limit") as caught:
        parse_position(NINE, f"{QUIET} c12")
    assert caught.value.fault == "no_limit"


def test_the_counter_of_a_fen() -> None:
    assert parse_position(LIMITED, FEN.format(7)).counter == 7
    assert parse_position(NINE, FEN.format(7)).counter is None
    older = "****@O*O/@***@*O*/****@*** w m s 3 0 4 0 9 5"
    assert parse_position(LIMITED, older).counter == 9
    with pytest.raises(PositionError, match="41 plies"):
        parse_position(LIMITED, FEN.format(41))


def test_a_fen_has_the_counter() -> None:
    position = parse_position(LIMITED, f"{QUIET} c12")
    assert format_fen(LIMITED.board, position).split()[-2:] == ["12", "1"]
    assert parse_position(LIMITED, format_fen(LIMITED.board, position)) == position


@pytest.mark.parametrize(
    ("text", "move", "counter"),
    [
        (f"{QUIET} c12", "g1-d1", 13),
        ("WW.W...B/.BB...../........ w c12", "g4-g7xd6", 0),
        ("WWW....B/.BB...../........ w c12 x1", "xd6", 0),
        ("W......./B......./........ w 2,2 c1", "d5", 0),
    ],
)
def test_what_a_move_makes_of_it(text: str, move: str, counter: int) -> None:
    position = parse_position(LIMITED, text)
    assert play(LIMITED, position, parse_move(LIMITED.board, move)).counter == counter


def test_a_protected_mill_is_quiet() -> None:
    protected = replace(LIMITED, protected=True)
    position = parse_position(protected, "WW.W..../BBB...../........ w c5")
    assert play(protected, position, parse_move(protected.board, "g4-g7")).counter == 6


def test_half_a_move_does_not_count() -> None:
    position = parse_position(LIMITED, "WW.W...B/.BB...../........ w c12")
    between = before_removal(LIMITED, position, parse_move(LIMITED.board, "g4-g7"))
    assert between is not None
    assert (between.removal_due, between.counter) == (1, 12)


def test_the_game_is_drawn_at_the_limit() -> None:
    assert terminal_value(LIMITED, parse_position(LIMITED, f"{QUIET} c39")) is None
    over = parse_position(LIMITED, f"{QUIET} c40")
    assert terminal_value(LIMITED, over) == DRAW
    assert legal_moves(LIMITED, over) == []
    with pytest.raises(PositionError, match="the game is over: 20 moves of each side without"):
        play(LIMITED, over, parse_move(LIMITED.board, "g1-d1"))
    assert Game(LIMITED, over).ending == Ending(
        "1/2-1/2", "20 moves of each side without a placement or a removal"
    )


def test_whoever_is_blocked_at_the_limit_has_lost() -> None:
    blocked = parse_position(replace(NINE, limit=2), "WBWBWBWB/.B.B.B.B/........ w c4")
    assert terminal_value(replace(NINE, limit=2), blocked) == LOST


def test_a_game_counts() -> None:
    rules = replace(NINE, limit=1)
    game = Game(rules, parse_position(NINE, QUIET), DrawRules(repetition=False))
    assert game.position.counter == 0
    for text in ("g1-d1", "g7-g4"):
        game.play(parse_move(rules.board, text))
    assert game.ending == Ending("1/2-1/2", "1 moves of each side without a placement or a removal")
    with pytest.raises(PositionError, match="the game is over: 1 moves"):
        game.play(parse_move(rules.board, "d1-g1"))


def test_a_position_that_comes_again_with_another_counter_is_the_same() -> None:
    game = Game(LIMITED, parse_position(LIMITED, QUIET))
    for text in ("g1-d1", "a4-a1", "d1-g1", "a1-a4") * 2:
        assert game.ending is None
        game.play(parse_move(LIMITED.board, text))
    assert game.ending == Ending("1/2-1/2", "the position has come 3 times")
