"""What is known of the rule sets: published values of their starts, and what else there is to say.

Sources: R. Gasser, *Solving Nine Men's Morris* (1996); P. Stahlhacke, *The Game of Lasker Morris* (2003);
G. Gévay, G. Danner, *Calculating Ultra-Strong and Extended Solutions for Nine Men's Morris, Morabaraba,
and Lasker Morris* (2016); W. Loewer, *The Effects of Rule Variations on Perfect Play Databases for Nine
Men's Morris* (2016); B. Liou (2026).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from millbase.solver.game.rules import PRESETS, Rules
from millbase.solver.game.values import DRAW, Value


class Known(NamedTuple):
    """The value of a start, for White, who begins.

    Attributes:
        rules: of the game, the number of men included.
        value: of the empty board.
        source: who found it.
        remark: more that was found, a sentence without its capital and its stop; empty if nothing.
        reachable: positions that games can reach, no symmetry taken; None if not published.
    """

    rules: Rules
    value: Value
    source: str
    remark: str = ""
    reachable: int | None = None


def _varied(name: str, **changes: Any) -> Rules:
    return replace(PRESETS[name], **changes)


KNOWN = (
    Known(
        PRESETS["three"],
        Value("win", 9),
        "exhaustive search",
        "the centre wins, a corner draws, an edge loses",
    ),
    Known(_varied("three", flying=True), DRAW, "exhaustive search"),
    Known(_varied("three", men=(4, 4)), Value("win", 11), "exhaustive search"),
    Known(PRESETS["six"], DRAW, "Liou 2026", reachable=42_372_745),
    Known(_varied("six", flying=True), DRAW, "Liou 2026", reachable=42_383_945),
    Known(PRESETS["five"], DRAW, "Liou 2026", reachable=17_844_721),
    Known(_varied("five", flying=True), DRAW, "Liou 2026", reachable=17_846_785),
    Known(PRESETS["nine"], DRAW, "Gasser 1993"),
    Known(_varied("nine", protected=True), DRAW, "Stahlhacke 2003, Loewer 2016"),
    Known(PRESETS["wmd"], DRAW, "the Brillant Mill team 2014, Loewer 2016"),
    Known(_varied("wmd", protected=True), DRAW, "Stahlhacke 2000, Loewer 2016"),
    Known(_varied("nine", men=(12, 12)), DRAW, "Gévay and Danner 2016"),
    Known(_varied("nine", men=(12, 12), full_board="loss"), Value("loss", 26), "Gévay and Danner 2016"),
    Known(PRESETS["lasker"], DRAW, "Gévay and Danner 2016"),
    Known(_varied("lasker", protected=True, take_two=True), DRAW, "Stahlhacke 2003"),
    Known(PRESETS["twelve"], Value("win", 49), "Gévay and Danner 2016"),
    Known(_varied("twelve", men=(9, 9)), Value("win", 43), "Gévay and Danner 2016"),
)

# By the name of a preset.
REMARKS = {
    "twelve": (
        "Morabaraba as clubs play it has more rules, which are not part of this: a stone that left one line "
        "to close another may not go straight back, and the game is drawn after ten moves of three stones "
        "against three."
    ),
}


def known_of(rules: Rules) -> Known | None:
    """What is published of the start in exactly these rules; None if nothing."""
    return next((known for known in KNOWN if known.rules == rules), None)
