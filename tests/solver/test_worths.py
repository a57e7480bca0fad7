"""Worths of subspaces: the published ones of three games, and what must hold in any game."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from nine_worths import nine_counts, nine_worths

from millbase.solver.game.boards import SQUARE
from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import Rules, preset
from millbase.solver.subspaces import game_subspaces
from millbase.solver.worths import CHANGES, Counts, changed, in_order, numbered, transient, worths_of

NINE = preset("nine")
TINY = Rules(SQUARE, (4, 4))


def test_counts_are_of_the_whole_game() -> None:
    assert set(nine_counts()) == set(game_subspaces(NINE))
    assert sum(map(sum, nine_counts().values())) == 26_761_334_939


# As published in Malom's std.secval; its bytes are compared in the tests of worth files.
@pytest.mark.parametrize(
    ("name", "worth"),
    [
        ("0-1+3-2", -290), ("6-3", 112), ("3-6", -112), ("9-8", 59), ("5-3", 60), ("6-4", 67), ("8-4", 183),
        ("9-9", 0), ("3-3", 0), ("4-5", -29),
    ],
)  # fmt: skip
def test_some_worths_of_nine_mens_morris(name: str, worth: int) -> None:
    assert nine_worths().of[Subspace.parse(name)] == worth
    assert nine_worths().win == 299


def test_the_change_by_hand_moves_32_worths() -> None:
    formula = numbered(NINE, in_order(NINE, nine_counts()))
    assert [formula.of[Subspace.parse(name)] for name in ("9-8", "6-3", "5-3")] == [112, 77, 59]
    published = changed(formula, CHANGES[NINE])
    assert sum(published.of[subspace] != worth for subspace, worth in formula.of.items()) == 32
    assert published.win == formula.win


@pytest.mark.parametrize(("variant", "name", "win"), [("lask", "lasker", 1715), ("mora", "twelve", 704)])
def test_the_published_worths_of_other_games_follow_from_their_order(
    variant: str, name: str, win: int
) -> None:
    with Path(__file__).with_name(f"secval_{variant}.csv").open() as file:
        rows = [(row["sector"].split("_")[1:], int(row["value"])) for row in csv.DictReader(file)]
    published = {Subspace(*map(int, stones)): worth for stones, worth in rows}
    found = numbered(preset(name), list(published))
    assert found.of == published
    assert found.win == win


def made_up_counts(rules: Rules) -> dict[Subspace, Counts]:
    return {
        subspace: Counts(7 * subspace.own + subspace.own_hand, 5, 3 * subspace.opp + 2 * subspace.opp_hand)
        for subspace in game_subspaces(rules)
    }


def test_mirrors_have_opposite_worths_and_no_two_the_same() -> None:
    found = worths_of(TINY, made_up_counts(TINY)).of
    assert set(found) == set(game_subspaces(TINY))
    moving = [subspace for subspace in found if not transient(TINY, subspace)]
    assert all(found[subspace] == -found[subspace.mirror] for subspace in moving)
    assert all((found[subspace] == 0) == (subspace == subspace.mirror) for subspace in moving)
    worths = [worth for subspace, worth in found.items() if subspace not in moving or worth]
    assert len(set(worths)) == len(worths)
    assert 0 not in worths


def test_the_order_is_by_the_share_of_points_in_a_subspace_and_its_mirror() -> None:
    counts = made_up_counts(TINY)
    ordered = in_order(TINY, counts)

    def share(subspace: Subspace) -> float:
        wins, draws, losses = counts[subspace]
        if not transient(TINY, subspace):
            back = counts[subspace.mirror]
            wins, draws, losses = wins + back.losses, draws + back.draws, losses + back.wins
        return (wins + draws / 2) / (wins + draws + losses)

    shares = [share(subspace) for subspace in ordered]
    assert shares == sorted(shares)


def test_in_six_of_a_game_the_middle_one_is_worth_nothing() -> None:
    """By hand: two pairs about a subspace that is its own mirror, and a placement among the better ones."""
    names = ["3-5", "3-4", "3-3", "4-3", "3-3+1-0", "5-3"]
    found = numbered(NINE, [Subspace.parse(name) for name in names])
    assert list(found.of.values()) == [-3, -1, 0, 1, 2, 3]
    assert found.win == 4
    assert found.subspace[-3] == Subspace(3, 5)
