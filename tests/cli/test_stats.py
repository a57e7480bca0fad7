"""``millbase stats``: the published counts, in the agreed form."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable

import pytest
from click.testing import Result

from millbase.answers import published
from millbase.answers.published import Figure
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
        "longest_win", "longest_loss", "histogram", "longest_win_position", "longest_loss_position",
        "options", "fingerprint",
    ]  # fmt: skip
    counts = tuple(table[key] for key in ("wins", "losses", "draws", "longest_win", "longest_loss"))
    assert counts == PUBLISHED[subspace]
    assert (table["variant"], table["subspace"]) == ("nine", subspace)
    by_plies = dict(table["histogram"])
    assert by_plies.pop("draw") == table["draws"]
    assert sum(number for plies, number in by_plies.items() if int(plies) % 2) == table["wins"]
    assert sum(by_plies.values()) + table["draws"] == table["positions"]


def test_the_position_of_a_longest_win_is_of_its_table(millbase: Run) -> None:
    table = json.loads(millbase("stats", "3-4", "--json").stdout)
    assert str(parse_position(preset("nine"), table["longest_win_position"]).subspace) == "3-4"


def test_json_of_all_tables_has_totals(millbase: Run) -> None:
    answer = json.loads(millbase("stats", "--json").stdout)
    assert list(answer) == ["variant", "subspaces", "totals", "options", "fingerprint"]
    assert {table["subspace"] for table in answer["subspaces"]} == set(PUBLISHED)
    moving = {
        "positions": 1690422, "wins": 318299, "draws": 1340292, "losses": 31831,
        "longest_win": 33, "longest_loss": 32,
    }  # fmt: skip
    nothing = dict.fromkeys(("positions", "wins", "draws", "losses"), 0)
    placing = nothing | dict.fromkeys(("longest_win", "longest_loss"))
    assert answer["totals"] == {"moving": moving, "placing": placing, "game": moving}


def test_text(millbase: Run) -> None:
    rows = [line.split() for line in millbase("stats").stdout.splitlines()]
    assert rows[-2:] == [
        ["game", "1,690,422", "318,299", "1,340,292", "31,831", "33", "32"],
        ["18.8%", "79.3%", "1.9%"],
    ]
    assert ["3-3", "169,626", "140,621", "269", "28,736", "25", "26"] in rows
    assert ["3-4", "760,398", "102,281", "658,117", "0", "33", "-"] in rows
    table = millbase("stats", "3-3").stdout
    assert table.startswith("3-3: 169,626 positions\nwon    140,621  82.9%\n")
    assert table.endswith(
        "\n\nA win in 25 plies, the longest: WBWWBB../......../........ w\n"
        "A loss in 26 plies, the longest: BWBW.WB./......../........ w\n"
    )


def test_published_figures_stand_beside_these(millbase: Run) -> None:
    rows = json.loads(millbase("stats", "--published", "--json").stdout)["published"]
    of_tables = [row for row in rows if "-" in row["part"]]
    assert {row["part"] for row in of_tables} == set(PUBLISHED)
    assert len(of_tables) == 3 * 6 - 1  # of 3-4 no position is lost, and none has a longest loss
    assert all(row["agrees"] and row["published"] == row["ours"] for row in of_tables)
    assert all(row["source"] and row["missing"] == 0 for row in of_tables)
    text = millbase("stats", "--published").stdout
    head, *lines = (line.split() for line in text.partition("\n\n")[0].splitlines())
    assert head == ["published", "here"]
    assert ["3-3", "wins", "140,621", "140,621"] in [[*line[:2], *line[-2:]] for line in lines]
    assert text.endswith("17 of 21 figures agree, 0 differ; for 4 some tables are missing\n")


def test_a_published_figure_that_differs_is_marked(millbase: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = Figure(preset("nine"), "3-3", "draws", "268", "nobody")
    monkeypatch.setattr(published, "published", lambda: (wrong,))
    lines = millbase("stats", "--published").stdout.splitlines()
    assert lines[1].split() == ["3-3", "draws", "nobody", "268", "269", "differs"]
    assert lines[-1] == "0 of 1 figure agree, 1 differ"


def test_published_figures_of_one_table_as_csv(millbase: Run) -> None:
    rows = list(csv.DictReader(io.StringIO(millbase("stats", "3-3", "--published", "--csv").stdout)))
    assert {row["part"] for row in rows} == {"3-3"}
    wins = next(row for row in rows if row["figure"] == "wins")
    assert wins == {
        "part": "3-3",
        "figure": "wins",
        "published": "140621",
        "ours": "140621",
        "agrees": "True",
        "missing": "0",
        "source": "Gasser 1991; Gévay & Danner 2016",
    }


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (("3-3", "--published", "--zugzwang"), 2, "leave out --zugzwang"),
        (("3-3", "--published", "--variant", "six"), 1, "of these rules nothing is published"),
        (("4-4", "--published"), 1, "millbase build 4-4"),
        (("--published", "--variant", "twelve"), 1, "there are no tables"),
    ],
)
def test_no_published_figures(millbase: Run, arguments: tuple[str, ...], code: int, told: str) -> None:
    result = millbase("stats", *arguments)
    assert (result.exit_code, result.stdout) == (code, "")
    assert told in result.stderr
