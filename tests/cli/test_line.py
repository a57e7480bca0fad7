"""``millbase line``: to the end where decided, else so many plies."""

from __future__ import annotations

import json
from collections.abc import Callable

from click.testing import Result

WON = ".W....../....WWB./B...B... w"
DRAWN = "WWB...B./...B..../..W....W w"

Run = Callable[..., Result]


def test_a_decided_position_is_played_to_the_end(millbase: Run) -> None:
    answer = json.loads(millbase("line", WON, "--json").stdout)
    assert list(answer) == ["variant", "position", "value", "plies", "line", "options", "fingerprint"]
    assert (answer["position"], answer["value"]) == (WON, "win")
    assert [move["plies"] for move in answer["line"]] == list(range(answer["plies"], 0, -1))
    last = json.loads(millbase("query", answer["line"][-1]["position"], "--json").stdout)
    assert (last["value"], last["plies"]) == ("loss", 0)


def test_a_drawn_position_is_played_so_far(millbase: Run) -> None:
    answer = json.loads(millbase("line", DRAWN, "--plies", "3", "--json").stdout)
    assert answer["value"] == "draw"
    assert [move["value"] for move in answer["line"]] == ["draw"] * 3


def test_text_has_a_line_for_each_ply(millbase: Run) -> None:
    position, verdict, *plies = millbase("line", WON).stdout.splitlines()
    assert (position, verdict) == (WON, "White to move: win in 5 plies")
    assert [row.split()[:2] for row in plies] == [
        [str(number), "Black" if number % 2 == 0 else "White"] for number in range(1, 6)
    ]


def test_a_position_that_is_over_has_no_line(millbase: Run) -> None:
    result = millbase("line", "WW....../BBB...../........ w")
    assert result.stdout.splitlines()[1:] == ["White has lost"]
