"""Legal moves, play, endings and refusals: cases from the rule text, and random games against its twin."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import pytest
import rulebook

from millbase.solver.game.boards import points_of
from millbase.solver.game.material import Subspace
from millbase.solver.game.notation import format_move, format_position, parse_move, parse_position
from millbase.solver.game.positions import (
    Move,
    Position,
    PositionError,
    before_removal,
    check_position,
    in_mills,
    legal_moves,
    play,
    removable,
    start,
    terminal_value,
)
from millbase.solver.game.rules import PRESETS, Rules, preset
from millbase.solver.game.values import DRAW, LOST

NINE, LASKER, TWELVE, SIX, THREE = (preset(name) for name in ("nine", "lasker", "twelve", "six", "three"))
WITHOUT_FLYING = replace(NINE, flying=False)
PROTECTED = replace(NINE, protected=True)
WMD = preset("wmd")


def moves_text(rules: Rules, text: str) -> list[str]:
    """The legal moves of a written position, in their order."""
    return [format_move(rules.board, move) for move in legal_moves(rules, parse_position(rules, text))]


@pytest.mark.parametrize("name", rulebook.VARIED)
def test_random_games_follow_the_rulebook(name: str) -> None:
    rules = rulebook.VARIED[name]
    for seed in range(5):
        for position in rulebook.random_game(rules, seed):
            check_position(rules, position)
            legal = legal_moves(rules, position)
            assert len(set(legal)) == len(legal)
            assert {rulebook.named(rules, move) for move in legal} == rulebook.moves(rules, position)
            assert terminal_value(rules, position) == rulebook.outcome(rules, position)
            for due in removals_due(rules, position, legal):
                check_position(rules, due)
                removals = legal_moves(rules, due)
                assert {rulebook.named(rules, move) for move in removals} == rulebook.moves(rules, due)


def removals_due(rules: Rules, position: Position, legal: list[Move]) -> list[Position]:
    """The positions in which a mill is closed and the removal is still to come."""
    found: dict[Move, int] = {}
    for move in legal:
        if move.removed:
            found.setdefault(Move(move.source, move.target), len(move.removed))
    return [
        position.after(closing)._replace(white_to_move=position.white_to_move, removal_due=number)
        for closing, number in found.items()
    ]


@pytest.mark.parametrize("name", rulebook.VARIED)
def test_moves_come_in_a_fixed_order(name: str) -> None:
    rules = rulebook.VARIED[name]
    for position in rulebook.random_game(rules, seed=1):
        legal = legal_moves(rules, position)
        assert legal == sorted(
            legal, key=lambda move: (*(-1 if point is None else point for point in move[:2]), move.removed)
        )


@pytest.mark.parametrize("name", PRESETS)
def test_the_first_stone_goes_anywhere(name: str) -> None:
    rules = PRESETS[name]
    assert start(rules) == Position(0, 0, True, rules.men)
    assert legal_moves(rules, start(rules)) == [Move(target=point) for point in range(rules.board.points)]


def test_stones_stay_where_they_are_while_there_are_others_in_hand() -> None:
    assert "a7-a4" not in moves_text(NINE, "W......./......../........ w 3,3")


def test_where_placing_and_moving_mix_stones_in_hand_may_wait() -> None:
    text = "W.....B./......../........ w 5,5"
    assert len(moves_text(LASKER, text)) == 22 + 2
    assert moves_text(LASKER, text)[-2:] == ["a7-d7", "a7-a4"]


def test_a_side_without_stones_in_hand_moves_while_the_other_places() -> None:
    rules = replace(NINE, men=(4, 9))
    assert moves_text(rules, "WBB....B/W......./.....W.W w 0,4") == [
        "b6-d6", "b6-b4", "d3-d2", "d3-e3", "d3-c3", "c4-b4", "c4-c5", "c4-c3"
    ]  # fmt: skip


def test_three_stones_fly_where_the_rules_say_so() -> None:
    text = "W..W.W../......../B.B.B... w"
    assert len(moves_text(NINE, text)) == 3 * 18
    assert len(moves_text(WITHOUT_FLYING, text)) == 2 + 3 + 3


def test_four_stones_do_not_fly() -> None:
    assert len(moves_text(NINE, "W..W.W../W......./B.B.B... w")) == 2 + 3 + 3 + 2


def test_stones_in_hand_count_towards_the_three_that_fly() -> None:
    two_and_one = "W..W..../......../B.B.B... w 1,0"
    assert len(moves_text(LASKER, two_and_one)) == 19 + 2 * 19
    two_and_two = "W..W..../......../B.B.B... w 2,0"
    assert len(moves_text(LASKER, two_and_two)) == 19 + 2 + 3


def test_a_mill_removes_a_stone_that_is_in_none() -> None:
    text = "WW.W..../BBB....B/......B. w 3,3"
    assert [move for move in moves_text(NINE, text) if move.startswith("g7")] == ["g7xb4", "g7xc3"]
    assert play(NINE, parse_position(NINE, text), parse_move(NINE.board, "g7xc3")) == parse_position(
        NINE, "WWWW..../BBB....B/........ b 2,3"
    )


def test_where_all_are_in_mills_any_may_be_removed_or_none() -> None:
    text = "WW.W..../BBB...../........ w 3,3"
    assert [move for move in moves_text(NINE, text) if "g7" in move] == ["g7xb6", "g7xd6", "g7xf6"]
    assert [move for move in moves_text(PROTECTED, text) if "g7" in move] == ["g7"]


def test_stones_in_hand_do_not_unprotect_a_mill() -> None:
    assert "d7xb6" in moves_text(NINE, "W.W...../BBB...../........ w 1,6")


def test_where_no_stone_is_on_the_board_nothing_is_removed() -> None:
    assert "g7" in moves_text(NINE, "WW....../......../........ w 7,9")


def test_a_double_mill_removes_one_stone() -> None:
    text = "W.W...../.W....../.W.B.B.B w 2,2"
    assert [move for move in moves_text(NINE, text) if "d7" in move] == ["d7xe4", "d7xd3", "d7xc4"]


def test_a_placement_that_closes_two_mills_removes_two() -> None:
    text = "W.W...../.W....../.W.B.B.B w 2,2"
    removing = ["d7xe4xd3", "d7xe4xc4", "d7xd3xc4"]
    assert [move for move in moves_text(WMD, text) if "d7" in move] == removing
    either = {
        play(WMD, parse_position(WMD, text), parse_move(WMD.board, f"d7{taken}")) for taken in BOTH_WAYS
    }
    assert either == {parse_position(WMD, "WWW...../.W....../.W.B.... b 1,2")}


BOTH_WAYS = ("xd3xc4", "xc4xd3")


@pytest.mark.parametrize(
    ("text", "capture", "protected"),
    [
        # One outside mills is the first, then any or none.
        ("W.W...../.WBBB.../.W...B.. w 2,2", ["xd3xf6", "xd3xf4", "xd3xf2"], ["xd3"]),
        # All in mills: the first opens one, and the others of it come next.
        ("W.W...../.WBBB.../.W...... w 2,2", ["xf6xf4", "xf6xf2", "xf4xf2"], [""]),
        (
            "W.W...../.WBBBBB./.W...... w 2,2",  # two that cross in f2
            ["xf6xf4", "xf2xf6", "xf2xf4", "xf2xd2", "xf2xb2", "xd2xb2"],
            [""],
        ),
        # There is one stone, or its loss ends the game.
        ("W.W...../.W....../.W.B.... w 2,4", ["xe4"], ["xe4"]),
        ("W.W...../.W....../.W.B.B.. w 2,1", ["xe4", "xd3"], ["xe4", "xd3"]),
        # Left with two: the game is over, and both are taken.
        ("W.W...../.W....../.W.B.B.. w 2,2", ["xe4xd3"], ["xe4xd3"]),
        ("W.W...../.W....../.W...... w 2,4", [""], [""]),
    ],
)
def test_two_are_taken_one_after_the_other(text: str, capture: list[str], protected: list[str]) -> None:
    for rules, taken in ((WMD, capture), (replace(WMD, protected=True), protected)):
        assert [move[2:] for move in moves_text(rules, text) if move.startswith("d7")] == taken


def test_an_order_that_is_not_allowed_is_refused() -> None:
    position = parse_position(WMD, "W.W...../.WBBB.../.W...B.. w 2,2")
    for taken in ("xf6xd3", "xf6xf4", "xd3xd3", "xd3"):
        with pytest.raises(PositionError, match=r"closes two mills and removes two .*: f6, f4, f2, d3$"):
            play(WMD, position, parse_move(WMD.board, f"d7{taken}"))
    assert before_removal(WMD, position, parse_move(WMD.board, "d7xf6")) is None


def test_two_removals_may_be_told_one_after_the_other() -> None:
    position = parse_position(WMD, "W.W...../.WBBB.../.W...B.. w 2,2")
    two_due = before_removal(WMD, position, parse_move(WMD.board, "d7"))
    assert two_due == parse_position(WMD, "WWW...../.WBBB.../.W...B.. w 1,2 x2")
    assert moves_text(WMD, format_position(WMD.board, two_due)) == ["xd3xf6", "xd3xf4", "xd3xf2"]
    one_due = before_removal(WMD, two_due, parse_move(WMD.board, "xd3"))
    assert one_due == parse_position(WMD, "WWW...../.WBBB.../.W...... w 1,2 x1")
    assert before_removal(WMD, position, parse_move(WMD.board, "d7xd3")) == one_due
    with pytest.raises(PositionError, match="two stones have to be removed"):
        play(WMD, two_due, parse_move(WMD.board, "xd3"))


def test_a_step_takes_one_stone_whatever_it_closes() -> None:
    rules = replace(TWELVE, mixed=True, take_two=True)
    moves = moves_text(rules, ".WW...WW/W......./...B.B.B w 1,2")
    assert [move for move in moves if move.startswith("b6-a7")] == ["b6-a7xe4", "b6-a7xd3", "b6-a7xc4"]
    assert [move for move in moves if move.startswith("a7")] == ["a7xe4xd3", "a7xe4xc4", "a7xd3xc4"]


def test_a_mill_that_is_opened_and_closed_removes_again() -> None:
    position = parse_position(NINE, "WWW.W.../......../B..BBB.. w")
    for move in ("a7-a4", "c5-d5", "a4-a7xe4"):
        position = play(NINE, position, parse_move(NINE.board, move))
    assert format_position(NINE.board, position) == "WWW.W.../......../.B..BB.. b"


def test_a_removal_that_is_due_is_the_only_move() -> None:
    text = "WWW...../BBB....B/......B. w 2,3 x1"
    assert moves_text(NINE, text) == ["xb4", "xc3"]
    after = play(NINE, parse_position(NINE, text), Move(removed=(15,)))
    assert after == parse_position(NINE, "WWW...../BBB...../......B. b 2,3")


@pytest.mark.parametrize(
    ("rules", "text"),
    [
        (NINE, "WW....../......../BBBB.... w"),
        (NINE, "......../......../BBB..... w"),
        (NINE, "W......./......../BBB..... w 1,0"),
        (NINE, "WB.....B/WB.....B/WBWB...B w"),
        (WITHOUT_FLYING, "WB.....B/WB.....B/WB.....B w"),
        (THREE, "BBBWW.../W w"),
        (THREE, "BBB.WW../. w 1,0"),
        (replace(TWELVE, full_board="loss"), "WBWBWBWB/WBWBWBWB/BWBWBWBW w"),
        (SIX, "WB.BWB.B/WB.....B w"),
    ],
)
def test_the_side_to_move_has_lost(rules: Rules, text: str) -> None:
    position = parse_position(rules, text)
    assert terminal_value(rules, position) == LOST
    assert legal_moves(rules, position) == []


def test_a_full_board_is_a_draw() -> None:
    position = parse_position(TWELVE, "WBWBWBWB/WBWBWBWB/BWBWBWBW w")
    assert terminal_value(TWELVE, position) == DRAW
    assert legal_moves(TWELVE, position) == []


def test_a_full_board_goes_on_while_a_removal_is_due() -> None:
    position = parse_position(TWELVE, "WWWBBWBW/WBWBWBWB/BWBWBWBB w x1")
    assert terminal_value(TWELVE, position) is None
    assert legal_moves(TWELVE, position)


def test_a_mill_on_the_last_empty_point_wins_before_the_board_counts_as_full() -> None:
    rules = replace(THREE, men=(5, 4))
    position = play(rules, parse_position(rules, "WW.BBWBW/B w 1,0"), Move(target=2))
    assert (position.white | position.black).bit_count() == 9
    assert terminal_value(rules, position) == LOST


def test_a_blocked_side_that_still_places_has_not_lost() -> None:
    assert terminal_value(NINE, parse_position(NINE, "WB.....B/......../........ w 8,7")) is None


def test_three_stones_that_fly_are_never_blocked() -> None:
    assert terminal_value(NINE, parse_position(NINE, "WB.....B/WB.....B/WB.....B w")) is None


@pytest.mark.parametrize(
    ("rules", "position", "reason"),
    [
        (NINE, Position(1 << 24, 0, True, (3, 3)), "outside the board, which has 24 points"),
        (NINE, Position(0, -1, True, (3, 3)), "outside the board"),
        (THREE, Position(1 << 9, 0, True, (2, 2)), "outside the board, which has 9 points"),
        (NINE, Position(0b111, 0b1110, True, (3, 3)), "stones of both sides stand on d7, g7"),
        (NINE, Position(0b111, 0b111000, True, (-1, 3)), "White cannot have -1 stones in hand"),
        (
            NINE,
            Position(0b111, 0b111000, True, (7, 6)),
            "White has 10 stones .* more than the 9 it begins with",
        ),
        (SIX, Position(0b111, 0b1111111000, True), "Black has 7 stones .* more than the 6"),
        (
            replace(NINE, men=(5, 4)),
            Position(0b1111, 0b11111 << 4, True),
            "Black has 5 stones .* more than the 4",
        ),
        (NINE, Position(0b111, 0b11000, True), "Black has 2 stones .* it would be the one to move"),
        (NINE, Position(0b11, 0b111000, False), "White has 2 stones"),
        (NINE, Position(0b11, 0b11000, True), "Black has 2 stones"),
        (THREE, Position(0b111, 0b11000, True, (0, 1)), "White is to move and already has a mill"),
        (THREE, Position(0b11000, 0b111, False, (1, 0)), "Black is to move and already has a mill"),
        (THREE, Position(0b111, 0b11000, True, (0, 1), True), "no removal can be due where a mill wins"),
        (
            NINE,
            Position(0b1011, 0b1110000, True, removal_due=True),
            "no removal can be due: White has no mill",
        ),
        (
            NINE,
            Position(0b111, 0, True, (0, 3), True),
            "no removal can be due: Black has no stone that may be removed",
        ),
        (
            WMD,
            Position(0b111, 0b111 << 8, True, (0, 3), 2),
            "two removals cannot be due: White has no stone in two mills",
        ),
        (WMD, Position(0b111, 0b111 << 8, True, (0, 3), 3), "3 removals cannot be due"),
        (
            PROTECTED,
            Position(0b111, 0b111 << 8, True, (0, 3), True),
            "Black has no stone that may be removed",
        ),
    ],
)
def test_positions_that_cannot_be_are_refused(rules: Rules, position: Position, reason: str) -> None:
    with pytest.raises(PositionError, match=reason):
        check_position(rules, position)


@pytest.mark.parametrize(
    ("text", "move", "reason"),
    [
        ("WW....../BBBB..../......B. w 3,3", "d7", "d7 is taken"),
        ("WW....../BBBB..../......B. w 3,3", "a7-a4", "still has stones in hand"),
        ("WW....../BBBB..../......B. w 3,3", "a7-g1", "no stone may go from a7 to g1"),
        ("WW.W..../BBBB..../......B. w", "g1", "White has no stone in hand: a stone on the board has to"),
        ("WW.W..../BBBB..../......B. w", "b6-b4", "no stone of White stands on b6"),
        ("WW....../BBBB..../......B. w 3,3", "g7", "closes a mill and removes .*: f4, c3"),
        ("WW....../BBBB..../......B. w 3,3", "g7xb6", "closes a mill and removes .*: f4, c3"),
        ("WW....../BBBB..../......B. w 3,3", "g4xf4", "the move removes nothing"),
        ("WW....../BBBB..../......B. w 3,3", "xf4", "no removal is due"),
        ("WWW...../BBBB..../......B. w 3,3 x1", "g4", "a removal is due before the next move"),
        ("WWW...../BBBB..../......B. w 3,3 x1", "xb6", "only .* may be removed: f4, c3"),
        ("WW....../BBBB..../......B. w", "a7-a4", "the game is over: there is no move"),
    ],
)
def test_illegal_moves_are_refused_with_the_reason(text: str, move: str, reason: str) -> None:
    position = parse_position(NINE, text)
    with pytest.raises(PositionError, match=reason):
        play(NINE, position, parse_move(NINE.board, move))


def test_the_sides_are_seen_from_the_one_to_move() -> None:
    white = Position(0b11, 0b100, True, (2, 5))
    black = Position(0b100, 0b11, False, (5, 2))
    for position in (white, black):
        assert (position.own, position.opp, position.own_hand, position.opp_hand) == (0b11, 0b100, 2, 5)
        assert position.subspace == Subspace(2, 1, 2, 5)
        assert Position.of_sides(0b11, 0b100, 2, 5, position.white_to_move) == position


def test_sets_of_points() -> None:
    assert points_of(0) == []
    assert points_of(0b1101) == [0, 2, 3]
    assert in_mills(NINE.board, 0b11000111) == 0b11000111
    assert in_mills(NINE.board, 0b1011) == 0
    assert removable(NINE, 0b1111) == 0b1000
    assert removable(THREE, 0b1111) == 0


def test_positions_need_no_compiler_and_no_arrays() -> None:
    loading = "import sys, millbase.solver.oracle, millbase.solver.game.notation"
    check = loading + "; print({'numpy', 'numba'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"
