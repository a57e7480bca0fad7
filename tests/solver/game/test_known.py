"""What is published of starts, and the rules in sentences."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
import rulebook

from millbase.solver.game.known import KNOWN, REMARKS, known_of
from millbase.solver.game.rules import PRESETS, Rules, preset
from millbase.solver.game.sentences import rules_in_sentences
from millbase.solver.game.values import DRAW, Value

# As the rule texts have them.
STARTS = {
    "three": Value("win", 9),
    "six": DRAW,
    "five": DRAW,
    "nine": DRAW,
    "wmd": DRAW,
    "lasker": DRAW,
    "twelve": Value("win", 49),
}


@pytest.mark.parametrize("name", PRESETS)
def test_the_start_of_every_preset_is_known(name: str) -> None:
    known = known_of(PRESETS[name])
    assert known is not None
    assert known.value == STARTS[name]


def test_nothing_is_said_twice_and_what_is_not_published_is_not_known() -> None:
    assert all(one.rules != other.rules for one, other in combinations(KNOWN, 2))
    assert known_of(replace(preset("six"), men=(6, 5))) is None
    assert set(REMARKS) <= set(PRESETS)


def sentences(rules: Rules) -> str:
    return " ".join(rules_in_sentences(rules))


@pytest.mark.parametrize("name", rulebook.VARIED)
def test_rules_are_whole_sentences(name: str) -> None:
    for paragraph in rules_in_sentences(rulebook.VARIED[name]):
        assert paragraph[0].isupper()
        assert paragraph.endswith(".")
        assert "  " not in paragraph


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"men": (9, 7)}, "White has 9 stones in hand and Black 7"),
        ({"flying": False}, "No side may fly"),
        ({"protected": True}, "If all are in mills, nothing is removed."),
        ({"take_two": True}, "closes two or more mills at once removes two, one after the other"),
        ({"men": (12, 12)}, "If all points are taken, the game is drawn."),
        ({"men": (12, 12), "full_board": "loss"}, "If all points are taken, the side to move has lost."),
        ({"mixed": True}, "either places one of them on an empty point, or"),
        ({"mill_wins": True}, "Whoever closes one has won."),
        (
            {"limit": 20},
            "each side has made 20 moves in a row without a placement or a removal, 40 plies in all",
        ),
        ({"limit": 1}, "each side has made one move without a placement or a removal, 2 plies in all"),
    ],
)
def test_every_option_shows(changes: dict[str, Any], words: str) -> None:
    nine = preset("nine")
    assert words not in sentences(nine)
    assert words in sentences(replace(nine, **changes))
