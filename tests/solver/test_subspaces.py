"""Which subspaces there are, what leads where, what is solved before what."""

from __future__ import annotations

from dataclasses import replace

import pytest
import rulebook

from millbase.solver.game.boards import RINGS
from millbase.solver.game.material import Subspace, SubspaceError
from millbase.solver.game.positions import legal_moves
from millbase.solver.game.rules import Rules, preset
from millbase.solver.layouts import Layout
from millbase.solver.subspaces import (
    Moves,
    check,
    dependencies,
    game_subspaces,
    moves_of,
    moving_subspaces,
    unit_of,
    units_in_order,
)

NINE, LASKER, TWELVE, SIX, THREE = (preset(name) for name in ("nine", "lasker", "twelve", "six", "three"))
WMD = preset("wmd")


def subspace(text: str) -> Subspace:
    return Subspace.parse(text)


@pytest.mark.parametrize("text", ["6-4", "3-2+5-6", "0-0+9-9", "10-12", "3-3+1-0"])
def test_names_are_read_as_they_are_written(text: str) -> None:
    assert str(subspace(text)) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("6-4", (6, 4, 0, 0)),
        ("3-2+5-6", (3, 2, 5, 6)),
        (" 3-3+0-0 ", (3, 3, 0, 0)),
        ("12-3+0-9", (12, 3, 0, 9)),
    ],
)
def test_numbers_of_a_name_are_on_the_board_then_in_hand(text: str, expected: tuple[int, ...]) -> None:
    assert subspace(text) == expected


@pytest.mark.parametrize(
    "text", ["", "6", "6-", "-4", "6-4-3", "6-4+1", "6-4+1-", "a-b", "6 - 4", "100-3", "6-4x"]
)
def test_other_texts_are_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(SubspaceError, match="is not a subspace: write 6-4, or 3-2\\+5-6"):
        subspace(text)


def test_stones_are_counted() -> None:
    found = subspace("3-2+5-6")
    assert (found.in_hand, found.in_play) == (11, 16)
    assert found.mirror == subspace("2-3+6-5")
    assert found.mirror.mirror == found


@pytest.mark.parametrize(
    ("text", "lost"),
    [("2-3", True), ("3-2", False), ("2-3+1-0", False), ("1-3+1-0", True), ("0-0+3-3", False)],
)
def test_a_side_to_move_with_fewer_than_three_stones_has_lost(text: str, lost: bool) -> None:
    assert subspace(text).lost is lost


def moves(steps: str = "", *leading_to: str) -> Moves:
    """Steps or flies; then the subspaces in the order in which :class:`Moves` has them."""
    targets = [subspace(target) if target else None for target in (*leading_to, "", "", "", "", "")[:5]]
    return Moves(steps != "", steps == "flies", *targets)


UNMIXED = replace(LASKER, mixed=False)
WITHOUT_FLYING = replace(LASKER, flying=False)


@pytest.mark.parametrize(
    ("rules", "name", "expected"),
    [
        # Moving.
        (NINE, "6-4", moves("steps", "3-6")),
        (NINE, "3-4", moves("flies", "3-3")),
        (NINE, "3-3", moves("flies", "2-3")),
        (NINE, "4-3", moves("steps", "2-4")),
        (SIX, "3-4", moves("steps", "3-3")),
        (THREE, "3-3", moves("steps")),
        (replace(THREE, flying=True), "3-3", moves("flies")),
        # Placing.
        (NINE, "0-0+9-9", moves("", "", "0-1+9-8")),
        (NINE, "1-1+8-8", moves("", "", "1-2+8-7")),
        (NINE, "2-2+7-7", moves("", "", "2-3+7-6", "1-3+7-6")),
        (NINE, "2-0+7-9", moves("", "", "0-3+9-6")),
        (NINE, "8-9+1-0", moves("", "", "9-9", "8-9")),
        (NINE, "3-3+1-1", moves("", "", "3-4+1-0", "2-4+1-0")),
        (THREE, "2-2+1-1", moves("", "", "2-3+1-0")),
        # A side that moves against one that still places.
        (NINE, "4-3+0-1", moves("steps", "2-4+1-0", "", "", "", "3-4+1-0")),
        (NINE, "3-5+0-2", moves("flies", "4-3+2-0", "", "", "", "5-3+2-0")),
        (NINE, "2-4+1-0", moves("", "", "4-3", "3-3")),
        # Placements and moves mixed: a side flies with three stones on the board and in hand together.
        (LASKER, "3-5+1-3", moves("steps", "4-3+3-1", "5-4+3-0", "4-4+3-0")),
        (LASKER, "2-5+1-3", moves("flies", "", "5-3+3-0", "4-3+3-0")),
        (LASKER, "1-5+2-3", moves("flies", "", "5-2+3-1")),
        (LASKER, "0-5+3-3", moves("", "", "5-1+3-2")),
        (
            LASKER,
            "3-0+0-3",
            moves("flies", "", "", "", "", "0-3+3-0"),
        ),  # Black has nothing yet that could step
        (LASKER, "0-0+10-10", moves("", "", "0-1+10-9")),
        (LASKER, "3-2+0-1", moves("flies", "1-3+1-0")),
        (LASKER, "3-5", moves("flies", "4-3")),
        (WITHOUT_FLYING, "2-5+1-3", moves("steps", "", "5-3+3-0", "4-3+3-0")),
        (UNMIXED, "2-5+1-3", moves("", "", "5-3+3-0", "4-3+3-0")),
        # Two stones for two mills, which have five stones.
        (WMD, "3-4+2-2", moves("", "", "4-4+2-1", "3-4+2-1")),
        (WMD, "4-4+2-2", moves("", "", "4-5+2-1", "3-5+2-1", "2-5+2-1")),
        (WMD, "4-3+1-1", moves("", "", "3-5+1-0", "2-5+1-0", "1-5+1-0")),  # lost with two left
        (WMD, "4-3+1-0", moves("", "", "3-5", "2-5")),  # the first removal ends the game
        (WMD, "4-1+3-5", moves("", "", "1-5+5-2", "0-5+5-2")),  # there is one to be taken
        (replace(LASKER, take_two=True), "4-6+1-0", moves("steps", "5-4+0-1", "6-5", "5-5", "4-5")),
        # A full board has no room for a placement.
        (replace(TWELVE, men=(13, 11)), "12-12+1-0", moves()),
        (TWELVE, "12-11+0-1", moves("steps", "10-12+1-0", "", "", "", "11-12+1-0")),
    ],
)
def test_kinds_of_move_and_where_they_lead(rules: Rules, name: str, expected: Moves) -> None:
    assert moves_of(rules, subspace(name)) == expected


def test_targets_are_those_that_have_tables() -> None:
    assert moves("flies", "2-3").targets == []
    assert moves("steps", "4-3+3-1", "5-4+3-0", "4-4+3-0").targets == [
        subspace("4-3+3-1"),
        subspace("5-4+3-0"),
        subspace("4-4+3-0"),
    ]


@pytest.mark.parametrize("name", rulebook.VARIED)
def test_every_move_of_a_game_is_of_a_kind_that_its_subspace_has(name: str) -> None:
    rules = rulebook.VARIED[name]
    for seed in range(5):
        for position in rulebook.random_game(rules, seed):
            if position.subspace.lost:
                continue
            kinds = moves_of(rules, position.subspace)
            for move in legal_moves(rules, position):
                reached = position.after(move).subspace
                removals = len(move.removed)
                if move.source is not None:
                    assert kinds.steps
                    assert kinds.flies or move.target in rules.board.neighbours[move.source]
                    assert reached == (position.subspace.mirror, kinds.removal)[removals]
                else:
                    after = (kinds.placement, kinds.placement_removal, kinds.placement_removals)
                    assert reached == after[removals]


@pytest.mark.parametrize("text", ["3-3", "9-9", "9-3", "3-9", "0-0+9-9", "3-2+5-6"])
def test_subspaces_of_a_game_pass_the_check(text: str) -> None:
    check(NINE, subspace(text))


@pytest.mark.parametrize(
    ("rules", "text", "message"),
    [
        (NINE, "2-3", "there is no subspace 2-3: a side with fewer than 3 stones has lost"),
        (NINE, "3-1+0-1", r"there is no subspace 3-1\+0-1: a side with fewer than 3"),
        (NINE, "10-3", "there is no subspace 10-3 with 9 men a side; more are asked for with --men"),
        (NINE, "9-3+1-0", "there is no subspace 9-3.1-0 with 9 men a side"),
        (replace(NINE, men=(9, 5)), "6-6", "there is no subspace 6-6 with 9,5 men a side"),
    ],
)
def test_subspaces_of_no_game_are_refused_in_one_sentence(rules: Rules, text: str, message: str) -> None:
    with pytest.raises(SubspaceError, match=message):
        check(rules, subspace(text))


def test_with_unequal_men_either_side_may_have_more() -> None:
    uneven = replace(NINE, men=(9, 5))
    for text in ("9-5", "5-9", "3-9", "4-5"):
        check(uneven, subspace(text))
    assert set(moving_subspaces(uneven, 24)) == {
        Subspace(own, opp) for own in range(3, 10) for opp in range(3, 10) if min(own, opp) <= 5
    }


def test_moving_subspaces_of_nine_are_as_many_and_as_large_as_published() -> None:
    found = moving_subspaces(NINE, 18)
    assert len(found) == len(set(found)) == 49
    assert sum(Layout.of(RINGS, pair).size for pair in found) == 9_074_932_579
    assert sum(RINGS.orbits(pair.own, pair.opp) for pair in found) == 8_904_593_601


def test_moving_subspaces_come_small_ones_first_up_to_the_stones_asked_for() -> None:
    assert [str(pair) for pair in moving_subspaces(NINE, 8)] == ["3-3", "3-4", "4-3", "4-4", "3-5", "5-3"]
    assert [str(pair) for pair in moving_subspaces(SIX, 24)][-1] == "6-6"
    assert moving_subspaces(NINE, 5) == []


def test_units_are_a_subspace_and_its_mirror_where_steps_connect_them() -> None:
    assert (
        unit_of(NINE, subspace("6-4")) == unit_of(NINE, subspace("4-6")) == (subspace("6-4"), subspace("4-6"))
    )
    assert unit_of(NINE, subspace("4-4")) == (subspace("4-4"),)
    assert unit_of(NINE, subspace("3-4+1-0")) == (subspace("3-4+1-0"),)
    assert unit_of(NINE, subspace("4-3+0-1")) == (subspace("4-3+0-1"),)
    assert unit_of(NINE, subspace("3-4+2-1")) == (subspace("3-4+2-1"),)
    assert unit_of(LASKER, subspace("3-4+2-1")) == (subspace("4-3+1-2"), subspace("3-4+2-1"))
    assert unit_of(LASKER, subspace("0-0+5-5")) == (subspace("0-0+5-5"),)


def test_dependencies_are_what_leaving_moves_lead_to() -> None:
    assert dependencies(NINE, unit_of(NINE, subspace("6-4"))) == [subspace("3-6"), subspace("5-4")]
    assert dependencies(NINE, unit_of(NINE, subspace("3-3"))) == []
    assert dependencies(NINE, unit_of(NINE, subspace("4-3+0-1"))) == [
        subspace("2-4+1-0"),
        subspace("3-4+1-0"),
    ]


@pytest.mark.parametrize(
    ("rules", "wanted"),
    [
        (NINE, "9-9"),
        (NINE, "0-0+9-9"),
        (LASKER, "0-0+5-4"),
        (THREE, "0-0+3-3"),
        (replace(SIX, men=(8, 8)), "0-0+8-8"),
    ],
)
def test_units_come_once_and_after_what_they_depend_on(rules: Rules, wanted: str) -> None:
    done: set[Subspace] = set()
    units = list(units_in_order(rules, [subspace(wanted)]))
    for unit in units:
        assert unit == unit_of(rules, unit[0])
        assert done.issuperset(dependencies(rules, unit))
        assert done.isdisjoint(unit)
        done.update(unit)
    assert subspace(wanted) in done
    needed = {subspace(wanted)}.union(*(dependencies(rules, unit) for unit in units))
    assert all(needed.intersection(unit) for unit in units)


def test_nothing_is_ordered_that_is_not_needed() -> None:
    order = [str(unit[0]) for unit in units_in_order(NINE, [subspace("4-4"), subspace("3-3")])]
    assert order == ["3-3", "4-3", "4-4"]


def test_all_of_nine_is_as_many_and_as_large_as_published() -> None:
    found = game_subspaces(NINE)
    placing = [member for member in found if member.in_hand]
    assert set(found) - set(placing) == set(moving_subspaces(NINE, 18))
    assert len(found) == len(set(found))
    assert len(placing) == 449
    blocks_of_mover = [Layout(RINGS, member, True).size for member in placing]
    assert round(sum(blocks_of_mover) / 1e9, 2) == 18.67  # published for blocks of the side to move
    assert sum(Layout.of(RINGS, member).size for member in placing) < sum(blocks_of_mover)
    assert found[0] == subspace("0-0+9-9")


def test_only_what_a_mill_can_lead_to_is_solved() -> None:
    solved = {member for unit in units_in_order(NINE, [subspace("0-0+9-9")]) for member in unit}
    assert solved < set(game_subspaces(NINE))
    assert len([member for member in solved if member.in_hand]) == 269


@pytest.mark.parametrize(
    "rules", [THREE, replace(SIX, men=(3, 3)), replace(LASKER, men=(4, 3)), replace(NINE, men=(3, 5))]
)
def test_all_that_can_arise_in_a_game_is_among_its_subspaces(rules: Rules) -> None:
    found = game_subspaces(rules)
    for seed in range(30):
        for position in rulebook.random_game(rules, seed):
            assert position.subspace in found or position.subspace.lost
    for member in found:
        check(rules, member)
        assert set(dependencies(rules, [member])) <= set(found)
