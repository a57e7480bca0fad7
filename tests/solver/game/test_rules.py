"""The rule sets as facts, their fingerprints and directories."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from millbase.solver.game.boards import BOARDS, DIAGONALS, RINGS, SQUARE, TWO_RINGS, Board
from millbase.solver.game.rules import ALIASES, PRESETS, Rules, RulesError, preset

NINE = preset("nine")


@pytest.mark.parametrize(
    ("name", "board", "men", "flying", "mixed", "mill_wins"),
    [
        ("nine", RINGS, 9, True, False, False),
        ("lasker", RINGS, 10, True, True, False),
        ("twelve", DIAGONALS, 12, True, False, False),
        ("six", TWO_RINGS, 6, False, False, False),
        ("five", TWO_RINGS, 5, False, False, False),
        ("three", SQUARE, 3, False, False, True),
    ],
)
def test_presets(name: str, board: Board, men: int, flying: bool, mixed: bool, mill_wins: bool) -> None:
    rules = preset(name)
    assert rules == Rules(board, (men, men), flying=flying, mixed=mixed, mill_wins=mill_wins)
    assert (rules.name, rules.protected, rules.full_board) == (name, False, "draw")


def test_presets_are_all_tested_and_every_board_is_used() -> None:
    assert set(PRESETS) == {"nine", "wmd", "lasker", "twelve", "six", "five", "three"}
    assert {rules.board for rules in PRESETS.values()} == set(BOARDS)


def test_an_alias_is_the_same_rule_set() -> None:
    assert list(ALIASES) == ["playok", "morabaraba"]
    assert preset("morabaraba") is preset("twelve")
    assert preset("playok") is preset("wmd")


def test_wmd_is_nine_with_two_stones_for_two_mills() -> None:
    assert preset("wmd") == replace(NINE, take_two=True)


def test_an_unknown_preset_is_refused_with_the_known_ones() -> None:
    with pytest.raises(
        RulesError, match=r"'seven'.*three, six, five, nine, wmd, lasker, twelve, playok, morabaraba"
    ):
        preset("seven")


@pytest.mark.parametrize(
    ("base", "changes", "reason"),
    [
        ("nine", {"men": (9, 2)}, "at least three stones, not 9,2"),
        ("nine", {"men": (0, 0)}, "at least three stones, not 0"),
        ("nine", {"men": (13, 12)}, "13,12 stones do not fit on a board of 24 points"),
        ("six", {"men": (9, 9)}, "9 stones do not fit on a board of 16 points"),
        ("three", {"protected": True}, "nothing is removed"),
        ("three", {"take_two": True}, "nothing is removed"),
        ("three", {"full_board": "loss"}, "nothing is removed"),
        ("twelve", {"full_board": "win"}, "a draw or a loss, not 'win'"),
    ],
)
def test_rules_that_cannot_be_played_are_refused(base: str, changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(RulesError, match=reason):
        replace(preset(base), **changes)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"men": (9.5, 9)}, r"two whole numbers, White's and Black's, not \(9.5, 9\)"),
        ({"men": (9,)}, r"two whole numbers, .*\(9,\)"),
        ({"men": (9, 9, 9)}, "two whole numbers"),
        ({"men": 9}, "two whole numbers, .* not 9"),
        ({"men": [9, 9]}, "two whole numbers"),
        ({"men": ("9", "9")}, "two whole numbers"),
        ({"men": (True, 9)}, "two whole numbers"),
        ({"men": (float("nan"), 9)}, "two whole numbers"),
        ({"men": (10**5000, 9)}, "a number of more than 40 digits,9 stones do not fit"),
        ({"flying": "no"}, "flying is True or False, not 'no'"),
        ({"flying": None}, "flying is True or False"),
        ({"flying": 1}, "flying is True or False"),
        ({"mixed": "yes"}, "mixed is True or False"),
        ({"protected": 0}, "protected is True or False"),
        ({"take_two": 2}, "take_two is True or False"),
        ({"mill_wins": []}, "mill_wins is True or False"),
        ({"full_board": ["draw"]}, "a draw or a loss"),
        ({"limit": 0}, "a number of moves of each side, from 1 to 1000, not 0"),
        ({"limit": 1001}, "from 1 to 1000, not 1001"),
        ({"limit": 2.0}, "a number of moves of each side"),
        ({"limit": True}, "a number of moves of each side"),
        ({"limit": "20"}, "a number of moves of each side, from 1 to 1000, not '20'"),
        ({"full_board": "x" * 5000}, r"not 'x{17}\.\.\.x{18}'$"),
        ({"board": "rings"}, "a board is a Board, not 'rings'"),
        ({"board": None}, "a board is a Board"),
        ({"name": 5}, "the name of a rule set is a text"),
    ],
)
def test_what_is_no_rule_at_all_is_refused(changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(RulesError, match=reason):
        replace(NINE, **changes)


def test_men_are_one_number_where_the_sides_are_equal() -> None:
    assert NINE.men_text == "9"
    assert replace(NINE, men=(9, 8)).men_text == "9,8"


def test_a_fingerprint_is_that_of_the_canonical_text_and_not_of_the_name() -> None:
    assert NINE.fingerprint == replace(NINE, name="merels").fingerprint
    assert NINE.fingerprint == replace(NINE, men=(5, 4)).fingerprint
    assert preset("five").fingerprint == preset("six").fingerprint
    assert len(NINE.fingerprint) == 64


def test_every_rule_that_changes_values_changes_the_fingerprint() -> None:
    varied = [
        NINE,
        replace(NINE, flying=False),
        replace(NINE, mixed=True),
        replace(NINE, protected=True),
        replace(NINE, take_two=True),
        replace(NINE, full_board="loss"),
        replace(NINE, mill_wins=True),
        replace(NINE, limit=20),
        replace(NINE, limit=50),
        *(replace(NINE, board=board, men=(3, 3)) for board in BOARDS if board is not RINGS),
    ]
    assert len({rules.fingerprint for rules in varied}) == len(varied)


def test_the_canonical_text_names_every_rule() -> None:
    assert preset("three").canonical_text().splitlines() == [
        "points a3 b3 c3 c2 c1 b1 a1 a2 b2",
        "mills a3-b3-c3 b3-b2-b1 c3-c2-c1 c3-b2-a1 c2-b2-a2 c1-b1-a1 c1-b2-a3 a1-a2-a3",
        "steps a3-b3 a3-a2 a3-b2 b3-c3 b3-b2 c3-c2 c3-b2 c2-c1 "
        "c2-b2 c1-b1 c1-b2 b1-a1 b1-b2 a1-a2 a1-b2 a2-b2",
        "flying False",
        "placing and moving mixed False",
        "all stones in mills protected False",
        "full board draw",
        "a mill wins True",
    ]


@pytest.mark.parametrize(
    ("rules", "directory"),
    [
        (NINE, "nine"),
        (preset("five"), "six"),
        (preset("morabaraba"), "twelve"),
        (preset("lasker"), "lasker"),
        (replace(preset("twelve"), men=(9, 9)), "twelve"),
        (replace(NINE, protected=True), "nine-protected"),
        (replace(NINE, flying=False), "nine-no-flying"),
        (preset("wmd"), "nine-take-two"),
        (replace(preset("wmd"), protected=True), "nine-protected-take-two"),
        (replace(preset("six"), flying=True), "six-flying"),
        (replace(preset("six"), mixed=True), "six-mixed"),
        (replace(preset("three"), mill_wins=False), "three-mill-removes"),
        (replace(preset("twelve"), flying=False, full_board="loss"), "twelve-no-flying-full-board-loss"),
        (replace(NINE, limit=20), "nine-limit-20"),
        (replace(preset("wmd"), protected=True, limit=50), "nine-protected-take-two-limit-50"),
    ],
)
def test_the_directory_says_what_was_varied(rules: Rules, directory: str) -> None:
    assert rules.directory == directory


def test_rules_on_a_board_of_no_preset_have_a_directory_of_their_own() -> None:
    board = Board("../mine", (1,), diagonals=True)
    names = {Rules(board, (3, 3), flying=flying).directory for flying in (False, True)}
    assert len(names) == 2
    assert all(re.fullmatch("rules-[0-9a-f]{12}", name) for name in names)


def test_lasker_without_stones_in_hand_reads_the_tables_of_nine() -> None:
    lasker = preset("lasker")
    assert lasker.for_tables(in_hand=0, in_play=8) == NINE.for_tables(in_hand=0, in_play=8)
    assert lasker.for_tables(in_hand=0, in_play=8).directory == "nine"
    assert lasker.for_tables(in_hand=1, in_play=8).directory == "lasker"


def test_two_stones_for_two_mills_are_told_where_they_are_taken() -> None:
    """So the tables of rules without that keep the fingerprints they have."""
    assert preset("wmd").canonical_text().splitlines() == [
        *NINE.canonical_text().splitlines(),
        "two stones for two mills closed by a placement",
    ]


def test_wmd_without_stones_in_hand_reads_the_tables_of_nine() -> None:
    wmd = preset("wmd")
    assert wmd.for_tables(in_hand=0, in_play=8) == NINE.for_tables(in_hand=0, in_play=8)
    assert wmd.for_tables(in_hand=1, in_play=8).directory == "nine-take-two"


def test_a_full_board_matters_only_to_tables_that_can_fill_it() -> None:
    loss = replace(preset("twelve"), full_board="loss")
    assert loss.for_tables(in_hand=0, in_play=23).fingerprint == preset("twelve").fingerprint
    assert loss.for_tables(in_hand=0, in_play=24).fingerprint == loss.fingerprint
