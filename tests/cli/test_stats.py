"""``millbase stats``: the published counts, in the agreed form."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from click.testing import Result

from millbase.solver.game.notation import parse_position
from millbase.solver.game.rules import preset

# subspace: wins, losses, draws, longest win, longest loss (Gasser; Gévay & Danner)
PUBLISHED = {
    "3-3": (140621, 28736, 269, 25, 26),
    "3-4": (102281, 0, 658117, 33, None),
    "4-3": (75397, 3095, 681906, 1, 32),
}

Run = Callable[..., Result]


@pytest.mark.parametrize("subspace", PUBLISHED)
def test_json_of_a_table(millbase: Run, subspace: str) -> None:
    table = json.loads(millbase("stats", subspace, "--json").stdout)
    assert list(table) == [
        "variant", "subspace", "positions", "wins", "draws", "losses",
        "longest_win", "longest_loss", "histogram", "longest_win_position", "options", "fingerprint",
    ]  # fmt: skip
    counts = tuple(table[key] for key in ("wins", "losses", "draws", "longest_win", "longest_loss"))
    assert counts == PUBLISHED[subspace]
    assert (table["variant"], table["subspace"]) == ("nine", subspace)
    by_plies = dict(table["histogram"])
    assert by_plies.pop("draw") == table["draws"]
    assert sum(number for plies, number in by_plies.items() if int(plies) % 2) == table["wins"]
    assert sum(by_plies.values()) + table["draws"] == table["positions"]


def test_the_position_of_a_longest_win_takes_so_long(millbase: Run) -> None:
    table = json.loads(millbase("stats", "3-4", "--json").stdout)
    position = table["longest_win_position"]
    assert str(parse_position(preset("nine"), position).subspace) == "3-4"
    assert json.loads(millbase("query", position, "--json").stdout)["plies"] == table["longest_win"]


def test_json_of_all_tables_has_totals(millbase: Run) -> None:
    answer = json.loads(millbase("stats", "--json").stdout)
    assert list(answer) == ["variant", "subspaces", "totals", "options", "fingerprint"]
    assert {table["subspace"] for table in answer["subspaces"]} == set(PUBLISHED)
    assert answer["totals"] == {
        "moving": {"positions": 1690422, "wins": 318299, "draws": 1340292, "losses": 31831},
        "placing": {"positions": 0, "wins": 0, "draws": 0, "losses": 0},
    }


def test_text(millbase: Run) -> None:
    rows = [line.split() for line in millbase("stats").stdout.splitlines()]
    assert ["3-3", "169,626", "140,621", "269", "28,736", "25", "26"] in rows
    assert ["3-4", "760,398", "102,281", "658,117", "0", "33", "-"] in rows
    table = millbase("stats", "3-3").stdout
    assert table.startswith("3-3: 169,626 positions\nwon    140,621  82.9%\n")
    assert table.endswith("\n\nA win in 25 plies, the longest: WBWWBB../......../........ w\n")
