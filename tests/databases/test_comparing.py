"""Tables of two rule sets compared: against asking both about every position."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from millbase.databases import tablebase
from millbase.databases.building import build
from millbase.databases.catalogue import Catalogue
from millbase.databases.comparing import common_subspaces, compare_tables
from millbase.databases.errors import MissingTable
from millbase.databases.format import Table
from millbase.solver.comparing import CHANGES, Kind
from millbase.solver.entries import position_at
from millbase.solver.game.boards import RINGS
from millbase.solver.game.material import Subspace, SubspaceError
from millbase.solver.game.rules import Rules, RulesError, preset
from millbase.solver.indexing import image
from millbase.solver.subspaces import game_subspaces, moving_subspaces

FIVE = preset("five")
TAKE_TWO = replace(FIVE, take_two=True)
FLYING = replace(FIVE, flying=True)
CLOSING_TWO = Subspace.parse("4-4+1-1")


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Five men's morris, with two stones for two mills, and with flying without stones in hand."""
    root = tmp_path_factory.mktemp("games")
    build(root, FIVE, game_subspaces(FIVE))
    build(root, TAKE_TWO, game_subspaces(TAKE_TWO))
    build(root, FLYING, moving_subspaces(FLYING, 8))
    return root


def by_hand(root: Path, first: Rules, second: Rules, subspace: Subspace) -> dict[Kind, list[int]]:
    """The first entries of the positions of each kind; what a symmetry makes the same is one position."""
    found: dict[Kind, list[int]] = {}
    seen: set[tuple[int, int]] = set()
    with tablebase.open(root, first) as one, tablebase.open(root, second) as other:
        size = one.table(subspace).header.entries
        for entry in range(size):
            position = position_at(first, subspace, entry)
            assert position is not None
            if (position.own, position.opp) in seen:
                continue
            seen |= {
                (image(position.own, symmetry), image(position.opp, symmetry))
                for symmetry in first.board.symmetries
            }
            kind = Kind(one.probe(position).outcome, other.probe(position).outcome)
            found.setdefault(kind, []).append(entry)
    return found


@pytest.mark.parametrize(
    ("second", "subspace"),
    [
        pytest.param(TAKE_TWO, Subspace(3, 4, 1, 0), id="two stones"),
        pytest.param(FLYING, Subspace(3, 3), id="flying, 3-3"),
        pytest.param(FLYING, Subspace(3, 4), id="flying, 3-4"),
    ],
)
def test_as_asking_about_every_position(games: Path, second: Rules, subspace: Subspace) -> None:
    plain = by_hand(games, FIVE, second, subspace)
    found = compare_tables(games, FIVE, second, [subspace])[subspace]
    assert {kind: number for kind, number in found.counts.items() if number} == {
        kind: len(entries) for kind, entries in plain.items()
    }
    assert found.entries == {kind: plain[kind][0] for kind in CHANGES if kind in plain}


def test_the_other_way_round_every_change_is_turned(games: Path) -> None:
    there = compare_tables(games, FIVE, FLYING, moving_subspaces(FIVE, 8))
    back = compare_tables(games, FLYING, FIVE, moving_subspaces(FIVE, 8))
    assert sum(found.changed for found in there.values()) > 100
    for subspace, found in there.items():
        turned = {Kind(kind.after, kind.before): number for kind, number in found.counts.items()}
        assert turned == back[subspace].counts


def test_two_stones_for_two_mills_change_what_few_positions_are_worth(games: Path) -> None:
    found = compare_tables(games, FIVE, TAKE_TWO, game_subspaces(FIVE))
    changed = Counter({subspace: one.changed for subspace, one in found.items() if one.changed})
    assert list(changed) == [CLOSING_TWO]
    with tablebase.open(games, FIVE) as one, tablebase.open(games, TAKE_TWO) as other:
        for kind, entry in found[CLOSING_TWO].entries.items():
            position = position_at(FIVE, CLOSING_TWO, entry)
            assert position is not None
            assert (one.probe(position).outcome, other.probe(position).outcome) == kind


def test_outcomes_alone_will_do(games: Path, tmp_path: Path) -> None:
    build(tmp_path, FLYING, moving_subspaces(FLYING, 8), grade="wdl")
    wanted = moving_subspaces(FIVE, 8)
    assert compare_tables([tmp_path, games], FIVE, FLYING, wanted) == compare_tables(
        games, FIVE, FLYING, wanted
    )


def test_one_table_of_both_is_not_read(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def read(*_: object) -> None:
        raise AssertionError("a value was read")

    monkeypatch.setattr(Table, "codes_between", read)
    found = compare_tables(games, FIVE, TAKE_TWO, [Subspace(4, 3)])[Subspace(4, 3)]
    with tablebase.open(games, FIVE) as tables:
        header = tables.table(Subspace(4, 3)).header
    assert (found.before("win"), found.before("draw"), found.before("loss")) == header.counts[1:]
    assert found.changed == 0


def test_all_that_both_have(games: Path) -> None:
    common = common_subspaces(Catalogue(games, FIVE), Catalogue(games, FLYING))
    assert set(common.both) == set(moving_subspaces(FIVE, 8))
    assert set(common.first_only) == set(game_subspaces(FIVE)) - set(moving_subspaces(FIVE, 8))
    assert common.second_only == []
    back = common_subspaces(Catalogue(games, FLYING), Catalogue(games, FIVE))
    assert (back.both, back.first_only, back.second_only) == (common.both, [], common.first_only)


def test_tables_of_games_with_other_numbers_of_men_are_not_asked(games: Path) -> None:
    four = replace(FIVE, men=(4, 4))
    common = common_subspaces(Catalogue(games, four), Catalogue(games, replace(TAKE_TWO, men=(4, 4))))
    assert Subspace(4, 4) in common.both
    assert Subspace(5, 4) not in common.both
    with pytest.raises(SubspaceError, match="no subspace 5-4"):
        compare_tables(games, FIVE, replace(FLYING, men=(4, 4)), [Subspace(5, 4)])


def test_what_is_missing_is_told_before_anything_is_read(
    games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(Table, "codes_between")
    with pytest.raises(MissingTable) as raised:
        compare_tables(games, FIVE, FLYING, [Subspace(3, 3), Subspace(5, 4)])
    assert (raised.value.rules, raised.value.subspace) == (FLYING, Subspace(5, 4))


@pytest.mark.parametrize(
    ("first", "second", "reason"),
    [
        ("nine", "six", "boards of 24 and of 16 points have no position in common"),
        ("nine", "twelve", "different boards"),
        ("five", "six", "the same but for the number of men"),
    ],
)
def test_rules_that_have_nothing_to_compare(tmp_path: Path, first: str, second: str, reason: str) -> None:
    with pytest.raises(RulesError, match=reason):
        compare_tables(tmp_path, preset(first), preset(second), [])
    with pytest.raises(RulesError, match=reason):
        common_subspaces(Catalogue(tmp_path, preset(first)), Catalogue(tmp_path, preset(second)))


def test_where_a_mill_ends_the_game_it_is_another_one(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match="where a mill ends the game"):
        compare_tables(tmp_path, Rules(RINGS, (3, 3)), Rules(RINGS, (3, 3), mill_wins=True), [])


def test_progress_is_of_all_entries(games: Path) -> None:
    told: list[tuple[str, int, int]] = []
    wanted = moving_subspaces(FIVE, 8)
    compare_tables(games, FIVE, FLYING, wanted, progress=lambda *step: told.append(step))
    done = [entries for _, entries, _ in told]
    assert done == sorted(done)
    assert {of for *_, of in told} == {done[-1]}
    assert set(map(str, wanted)) == {name for name, *_ in told}
