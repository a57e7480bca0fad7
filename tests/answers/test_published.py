"""Published figures: that the list is sound, and that those of tables are put beside the right ones."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path

import pytest

from millbase.answers.published import Beside, Figure, beside, published, subspaces_of_ply
from millbase.databases.building import build
from millbase.databases.catalogue import Catalogue
from millbase.databases.errors import MissingTable
from millbase.databases.survey import Survey
from millbase.solver.game.boards import RINGS
from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import Rules, preset
from millbase.solver.subspaces import game_subspaces, moving_subspaces

NINE = preset("nine")
LIST = Path(__file__).parents[1] / "solver" / "retrograde" / "nine_moving_counts.csv"


@pytest.fixture(scope="module")
def seven(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Nine men's morris with up to seven stones, and the game with three men."""
    root = tmp_path_factory.mktemp("seven")
    build(root, NINE, moving_subspaces(NINE, 7))
    three = replace(NINE, men=(3, 3))
    build(root, three, game_subspaces(three))
    return root


def survey(root: Path, rules: Rules = NINE) -> Survey:
    return Survey(Catalogue(root, rules))


def by_part(rows: list[Beside]) -> dict[str, dict[str, Beside]]:
    found: dict[str, dict[str, Beside]] = {}
    for row in rows:
        found.setdefault(row.figure.part, {})[row.figure.name] = row
    return found


def test_no_figure_is_there_twice_and_each_has_a_source() -> None:
    keys = [(figure.rules, figure.part, figure.name, figure.source) for figure in published()]
    assert len(keys) == len(set(keys)) > 1000
    assert all(figure.source and float(figure.number) >= 0 for figure in published())


def test_two_sources_of_one_figure_agree() -> None:
    """The longest distance of a subspace is in two lists, in another way in each."""
    of_lists = [figure for figure in published() if figure.rules == NINE]
    longest: dict[str, int] = {}
    for figure in of_lists:
        if figure.name in ("longest_win", "longest_loss"):
            longest[figure.part] = max(longest.get(figure.part, 0), int(figure.number))
    other = {
        figure.part: int(figure.number)
        for figure in published()
        if figure.source == "Gévay & Danner 2016, table VII" and figure.part in longest
    }
    assert longest == other
    assert len(longest) == 49


def test_counts_of_the_moving_phase_add_up() -> None:
    moving = [figure for figure in published() if "+" not in figure.part]
    sums = {
        name: sum(int(figure.number) for figure in moving if figure.name == name)
        for name in ("wins", "losses", "draws")
    }
    assert sums == {"wins": 4_325_452_782, "losses": 2_747_046_939, "draws": 1_832_093_880}
    with LIST.open() as file:
        for row in csv.DictReader(file):
            part = f"{row['mover']}-{row['opp']}"
            assert sum(int(row[key]) for key in ("win", "loss", "draw")) == RINGS.orbits(
                int(row["mover"]), int(row["opp"])
            ), part


def test_plies_are_counted_as_the_literature_does() -> None:
    """Loewer 2016: 17,874,891,168 positions in 615 subspaces, of which 497 are not lost by number."""
    plies = [subspaces_of_ply((9, 9), ply) for ply in range(1, 19)]
    every = [subspace for ply in plies for subspace in ply]
    assert len(every) == len(set(every)) == 615
    assert sum(RINGS.orbits(subspace.own, subspace.opp) for subspace in every) == 17_874_891_168
    alive = {subspace for subspace in every if not subspace.lost and not subspace.mirror.lost}
    assert len(alive) == 497
    assert len(plies[17]) == 90
    placing = {subspace for subspace in game_subspaces(NINE) if subspace.in_hand}
    assert len(placing) == 449
    assert placing < alive


def test_tables_up_to_seven_stones_agree(seven: Path) -> None:
    rows = by_part(beside(survey(seven)))
    parts = {"3-3", "3-4", "4-3", "0-0+3-3"}
    assert {part for part in rows if "-" in part} == parts
    for part in parts:
        assert all(row.agrees and row.missing == 0 for row in rows[part].values())
    assert rows["3-3"]["longest_loss"].ours == "26"
    assert rows["0-0+3-3"]["longest"].ours == "23"


def test_a_part_of_which_tables_are_missing_is_not_judged(seven: Path) -> None:
    game = by_part(beside(survey(seven)))["game"]
    assert game["wins_percent"].ours is None
    assert game["longest"].ours is not None
    assert {row.agrees for row in game.values()} == {None}
    assert game["longest"].missing > 400


def test_whose_figures_they_are_is_decided_by_what_matters_to_a_table(seven: Path) -> None:
    nine, wmd = (by_part(beside(survey(seven, rules)))["3-3"] for rules in (NINE, preset("wmd")))
    assert nine == wmd
    protected = by_part(beside(survey(seven, replace(NINE, protected=True))))
    assert protected == {}


def test_outcomes_alone_tell_no_distances(tmp_path: Path) -> None:
    build(tmp_path, NINE, [Subspace(3, 3)], grade="wdl")
    rows = by_part(beside(survey(tmp_path)))["3-3"]
    assert {name: row.agrees for name, row in rows.items()} == {
        "wins": True,
        "draws": True,
        "losses": True,
        "longest_win": None,
        "longest_loss": None,
        "longest": None,
    }


def test_a_table_that_is_asked_for_has_to_be_there(seven: Path) -> None:
    with pytest.raises(MissingTable) as raised:
        beside(survey(seven), "4-4")
    assert raised.value.subspace == Subspace(4, 4)
    assert by_part(beside(survey(seven), "4-3")).keys() == {"4-3"}


def test_a_figure_that_is_another_differs() -> None:
    figure = Figure(NINE, "3-3", "wins", "140621", "somebody")
    assert Beside(figure, "140622", 0).agrees is False
    assert Beside(figure, "140622", 1).agrees is None
    assert Beside(figure, "140621", 1).agrees is True
    assert Beside(figure, None, 0).agrees is None
