"""Games: moves, taking back, and all the ways in which one ends."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
import rulebook

from millbase.solver.game.match import DrawRules, Ending, Game
from millbase.solver.game.notation import parse_move, parse_position
from millbase.solver.game.positions import PositionError, legal_moves, start
from millbase.solver.game.rules import Rules, preset

NINE, TWELVE, SIX, THREE = (preset(name) for name in ("nine", "twelve", "six", "three"))
FULL = "WBWBWBWB/BWBWBWBW/WBWBWBWB w"
UNLIMITED = DrawRules(repetition=False)


def game(rules: Rules, text: str = "", draws: DrawRules | None = None) -> Game:
    return Game(rules, parse_position(rules, text) if text else start(rules), draws)


def play(game: Game, *texts: str) -> None:
    for text in texts:
        game.play(parse_move(game.rules.board, text))


def test_a_game_keeps_its_moves_and_positions() -> None:
    played = game(THREE)
    play(played, "b2", "a3")
    assert played.moves == [parse_move(THREE.board, "b2"), parse_move(THREE.board, "a3")]
    assert played.positions == [
        start(THREE),
        parse_position(THREE, "......../W b 2,3"),
        parse_position(THREE, "B......./W w 2,2"),
    ]
    assert played.position == played.positions[-1]


def test_taking_back_undoes_move_after_move() -> None:
    played = game(THREE)
    play(played, "b2", "a3")
    assert played.take_back() == parse_move(THREE.board, "a3")
    assert played.position == parse_position(THREE, "......../W b 2,3")
    played.take_back()
    assert (played.positions, played.moves) == ([start(THREE)], [])
    with pytest.raises(PositionError, match="no move to take back"):
        played.take_back()


def test_a_move_that_is_not_legal_changes_nothing() -> None:
    played = game(THREE)
    with pytest.raises(PositionError, match="no removal is due"):
        play(played, "xb2")
    assert played.positions == [start(THREE)]


def test_a_position_of_other_rules_is_no_beginning() -> None:
    with pytest.raises(PositionError, match="more than the 3"):
        Game(THREE, start(replace(THREE, men=(4, 4))))


@pytest.mark.parametrize(
    ("rules", "text", "ending"),
    [
        (THREE, "WWWBB.../. b 0,1", Ending("1-0", "Black faces a mill")),
        (NINE, "WWW...../BB....../........ b", Ending("1-0", "Black has fewer than 3 stones")),
        (NINE, "WW....../BBB...../........ w", Ending("0-1", "White has fewer than 3 stones")),
        (SIX, "WBWBWBWB/........ w", Ending("0-1", "White cannot move")),
        (TWELVE, FULL, Ending("1/2-1/2", "the board is full")),
        (replace(TWELVE, full_board="loss"), FULL, Ending("0-1", "White cannot move")),
    ],
    ids=["mill", "Black's number", "White's number", "blocked", "full board", "full board loses"],
)
def test_what_ends_a_game(rules: Rules, text: str, ending: Ending) -> None:
    played = game(rules, text)
    assert played.ending == ending
    with pytest.raises(PositionError, match="the game is over: "):
        played.play(parse_move(rules.board, rules.board.names[0]))


def test_a_removal_that_is_due_is_no_end() -> None:
    played = game(NINE, "WWW...../BBB...../B....... w x1")
    assert played.ending is None
    play(played, "xc5")
    assert played.ending is None


ROUND = ("g7-g4", "b6-b4", "g4-g7", "b4-b6")  # comes back to where it began
MOVING = "W.W.W.../B.....B./B.B..... w"


def test_the_third_time_is_a_draw() -> None:
    played = game(replace(NINE, flying=False), MOVING)
    play(played, *ROUND)
    assert played.ending is None
    play(played, *ROUND[:3])
    assert played.ending is None
    play(played, ROUND[3])
    assert played.ending == Ending("1/2-1/2", "the position has come 3 times")
    played.take_back()
    assert played.ending is None


def test_repetition_can_be_switched_off() -> None:
    played = game(replace(NINE, flying=False), MOVING, UNLIMITED)
    play(played, *ROUND * 5)
    assert played.ending is None


def test_moves_without_a_change_are_counted_for_each_side() -> None:
    played = game(replace(NINE, flying=False), MOVING, DrawRules(repetition=False, unchanged=3))
    play(played, *ROUND, ROUND[0])
    assert played.ending is None
    play(played, ROUND[1])
    assert played.ending == Ending("1/2-1/2", "3 moves of each side without a placement or a removal")


def test_a_placement_and_a_removal_are_changes() -> None:
    limit = DrawRules(repetition=False, unchanged=1)
    placing = game(preset("lasker"), "W.W..W../B....B../........ w 5,5", limit)
    play(placing, "g7-g4", "c5", "g4-g7", "e5")
    assert placing.ending is None
    removing = game(NINE, "WW.W..../B....B.B/B.B..... w", limit)
    play(removing, "g4-g7xb6", "b4-b6")
    assert removing.ending is None
    play(removing, "g7-g4")
    assert removing.ending is not None


def test_mills_that_remove_nothing_are_mills() -> None:
    """With protected mills, a mill closed against three stones in a mill removes nothing."""
    rules = replace(NINE, protected=True, flying=False)
    text = "WW.W..../....BBB./........ w"
    limits = DrawRules(repetition=False, unchanged=1), DrawRules(repetition=False, no_mill=1)
    for limit, drawn in zip(limits, (True, False), strict=True):
        played = game(rules, text, limit)
        play(played, "g4-g7", "f2-f4")
        assert (played.ending is not None) == drawn


def test_moves_without_a_mill_are_counted_for_each_side() -> None:
    played = game(NINE, "", DrawRules(repetition=False, no_mill=2))
    play(played, "a7", "b6", "d7", "c5")
    assert played.ending == Ending("1/2-1/2", "2 moves of each side without a closed mill")
    played = game(NINE, "", DrawRules(repetition=False, no_mill=2))
    play(played, "a7", "b6", "d7")
    played.take_back()
    play(played, "d2")
    assert played.ending is None


@pytest.mark.parametrize("name", ["nine", "six with flying", "lasker", "three"])
def test_a_random_game_can_be_played_and_taken_back(name: str) -> None:
    rules = rulebook.VARIED[name]
    positions = list(rulebook.random_game(rules, seed=5))
    played = Game(rules, positions[0], UNLIMITED)
    for before, after in pairwise(positions):
        played.play(next(move for move in legal_moves(rules, before) if before.after(move) == after))
    assert played.positions == positions
    for position in reversed(positions[:-1]):
        played.take_back()
        assert played.position == position
