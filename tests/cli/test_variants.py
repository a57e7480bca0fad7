"""``millbase variants``: the rule sets listed, and one in sentences."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from click.testing import Result

from millbase.solver.game.rules import PRESETS

Shown = Callable[..., str]


@pytest.fixture
def shown(millbase: Callable[..., Result]) -> Shown:
    """What ``millbase variants`` prints."""

    def text(*arguments: str) -> str:
        result = millbase("variants", *arguments)
        assert result.exit_code == 0, result.output
        return result.stdout

    return text


def test_every_rule_set_is_listed_below_its_board(shown: Shown) -> None:
    text = shown()
    names = [line.split("  ")[0] for line in text.splitlines() if " stones each " in line]
    assert names == ["three", "six", "five", "nine", "wmd, playok", "lasker", "twelve, morabaraba"]
    assert text.count("symmetries") == text.count("   a   b   c") == 4
    assert "a draw (Gasser 1993)" in text


def test_the_list_in_json(shown: Shown) -> None:
    listed = json.loads(shown("--json"))["variants"]
    assert [entry["variant"] for entry in listed] == list(PRESETS)
    nine = next(entry for entry in listed if entry["variant"] == "nine")
    assert nine["men"] == [9, 9]
    assert nine["known"]["value"] == "draw"
    assert nine["board"] == {"title": "three rings", "points": 24, "mills": 16, "symmetries": 16}


@pytest.mark.parametrize("name", [*PRESETS, "morabaraba"])
def test_a_rule_set_is_drawn_and_told(shown: Shown, name: str) -> None:
    text = shown(name)
    assert "   a   b   c" in text
    assert "White has the first turn" in text
    assert "The value of the start: " in text
    assert max(map(len, text.splitlines())) <= 100


def test_the_variant_can_be_an_option(shown: Shown) -> None:
    assert shown("--variant", "six") == shown("six") == shown("six", "--variant", "six")


def test_options_show_in_the_sentences(shown: Shown) -> None:
    assert "No side may fly" in shown("--no-flying")
    assert "White has 9 stones in hand and Black 7" in shown("nine", "--men", "9,7")
    assert "42,383,945 positions" in shown("six", "--flying")
    assert "White wins in 43 plies (Gévay and Danner 2016)" in shown("twelve", "--men", "9")
    assert "Black wins in 26 plies" in shown("nine", "--men", "12", "--full-board", "loss")
    assert "not among the published ones" in shown("nine", "--men", "9,7")


def test_clubs_play_morabaraba_with_more_rules(shown: Shown) -> None:
    text = " ".join(shown("morabaraba").split())
    assert "twelve, also called morabaraba" in text
    assert "Morabaraba as clubs play it has more rules" in text


def test_ascii(shown: Shown) -> None:
    assert shown("three", "--ascii").splitlines()[2] == "3  .---.---."
