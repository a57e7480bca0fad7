"""Rules written as a preset and options, and read back."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from millbase.solver.game.boards import SQUARE, Board
from millbase.solver.game.options import OPTIONS, option_text, options_of, parse_option, with_options
from millbase.solver.game.rules import PRESETS, Rules, RulesError, UnknownVariantError, preset

NINE = preset("nine")


def varied() -> list[Rules]:
    """Every preset with every setting of its options, and other numbers of men."""
    found = []
    for base in PRESETS.values():
        white, black = base.men
        choices: list[tuple[Any, ...]] = [((white, black), (white, black - 1), (4, 4))]
        choices += [(False, True)] * 3 + [("draw", "loss"), (None, 20)]
        for men, flying, protected, take_two, full_board, limit in product(*choices):
            if min(men) < 3 or (base.mill_wins and (protected or take_two or full_board == "loss")):
                continue
            changes: dict[str, Any] = {
                "flying": flying, "protected": protected, "take_two": take_two, "full_board": full_board,
                "limit": limit,
            }  # fmt: skip
            found.append(replace(base, men=men, **changes))
    return found


def test_options_give_the_rules_back() -> None:
    assert len(varied()) > 100
    for rules in varied():
        variant, options = options_of(rules)
        assert variant == rules.name
        assert with_options(variant, options) == rules
        as_text = {name: option_text(setting) for name, setting in options.items()}
        assert {name: parse_option(name, text) for name, text in as_text.items()} == options


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_differs_in_nothing(name: str) -> None:
    assert options_of(preset(name)) == (name, {})


def test_an_option_is_written_as_json_has_it() -> None:
    rules = replace(
        NINE, men=(12, 11), flying=False, protected=True, take_two=True, full_board="loss", limit=20
    )
    assert options_of(rules) == (
        "nine",
        {
            "men": [12, 11],
            "flying": False,
            "protected": True,
            "take-two": True,
            "full-board": "loss",
            "limit": 20,
        },
    )
    assert options_of(replace(preset("playok"), take_two=False)) == ("wmd", {"take-two": False})
    assert OPTIONS == ("men", "flying", "protected", "take-two", "full-board", "limit")


@pytest.mark.parametrize(
    ("rules", "variant", "options"),
    [
        (replace(NINE, mixed=True), "lasker", {"men": [9, 9]}),
        (replace(NINE, mill_wins=True), "nine", {"mill-wins": True}),
        (replace(preset("three"), mill_wins=False), "three", {"mill-wins": False}),
        (replace(preset("six"), mixed=True, name="mine"), "six", {"mixed": True}),
        (replace(preset("five"), name=""), "six", {"men": [5, 5]}),
        (replace(NINE, board=SQUARE, men=(3, 3)), "three", {"flying": True, "mill-wins": False}),
    ],
)
def test_rules_that_only_a_program_can_make(rules: Rules, variant: str, options: dict[str, Any]) -> None:
    assert options_of(rules) == (variant, options)
    assert with_options(variant, options) == rules


def test_rules_on_a_board_of_no_preset_go_by_no_name() -> None:
    rules = Rules(Board("mine", (1,), diagonals=True), (3, 3))
    variant, options = options_of(rules)
    assert variant is None
    assert options == {
        "board": "mine",
        "men": [3, 3],
        "flying": True,
        "mixed": False,
        "protected": False,
        "take-two": False,
        "full-board": "draw",
        "mill-wins": False,
        "limit": None,
    }


@pytest.mark.parametrize(
    ("variant", "options", "reason"),
    [
        ("nine", {"fying": True}, "'fying'; there are men, flying, protected, take-two, full-board, limit"),
        ("nine", {"board": "rings"}, "'board'"),
        ("nine", {"full-board": "win"}, "not 'win'"),
        ("three", {"protected": True}, "a mill wins"),
        ("three", {"take-two": True}, "a mill wins"),
        ("nine", {"men": 9}, "two whole numbers"),
        ("nine", {"men": [9]}, "two whole numbers"),
        ("nine", {"men": ["a", "b"]}, "two whole numbers"),
        ("nine", {"flying": "no"}, "flying is True or False"),
        ("nine", {"protected": [1]}, "protected is True or False"),
        (["nine"], {}, "no rule set is called"),
        ("v" * 5000, {}, r"no rule set is called 'v{17}\.\.\.v{18}'"),
    ],
)
def test_options_that_cannot_be(variant: str, options: dict[str, Any], reason: str) -> None:
    with pytest.raises(RulesError, match=reason):
        with_options(variant, options)


def test_an_unknown_preset() -> None:
    with pytest.raises(UnknownVariantError, match="'eleven'; there are three, six") as caught:
        with_options("eleven", {})
    assert caught.value.name == "eleven"


@pytest.mark.parametrize(
    ("name", "text", "setting"),
    [
        ("men", "9", [9, 9]),
        ("men", "9,8", [9, 8]),
        ("flying", "false", False),
        ("protected", "true", True),
        ("full-board", "loss", "loss"),
        ("limit", "20", 20),
    ],
)
def test_reading_an_option(name: str, text: str, setting: object) -> None:
    assert parse_option(name, text) == setting


@pytest.mark.parametrize(
    ("name", "text"),
    [("men", "nine"), ("men", "9,8,7"), ("men", "٩"), ("men", "9" * 5000), ("men", ""), ("flying", "yes")],
)
def test_an_option_that_cannot_be_read(name: str, text: str) -> None:
    with pytest.raises(RulesError, match=r"number of men|true or false"):
        parse_option(name, text)
