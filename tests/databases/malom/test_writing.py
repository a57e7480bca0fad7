"""Malom's files made from tables of ours: their published checksums, and one of them entry by entry."""

from __future__ import annotations

import hashlib
from collections import Counter
from functools import cache

import pytest
from nine_worths import nine_worths
from plain_sec2 import POINTS, Entry, decode, moved

from millbase.databases import worth_files
from millbase.databases.malom.exporting import published
from millbase.databases.malom.sectors import NUMBERING, VARIANTS, symmetries, variant_of
from millbase.databases.malom.writing import sector
from millbase.solver.game.boards import RINGS
from millbase.solver.game.material import Subspace
from millbase.solver.game.positions import Position, legal_moves
from millbase.solver.game.rules import preset
from millbase.solver.grading import Grading
from millbase.solver.layouts import Layout, Values
from millbase.solver.retrograde.induction import solve_unit
from millbase.solver.subspaces import units_in_order
from millbase.solver.threads import Workers

NINE = preset("nine")
STD = variant_of(NINE)


@cache
def solved() -> tuple[Grading, dict[Subspace, Values], dict[Subspace, Values]]:
    """Tables of distances and of grades, to seven stones."""
    grading = Grading(NINE, nine_worths())
    plies: dict[Subspace, Values] = {}
    codes: dict[Subspace, Values] = {}
    for unit in units_in_order(NINE, map(Subspace.parse, ["4-3", "3-3+1-0"])):
        plies |= solve_unit(NINE, unit, plies.__getitem__)
        codes |= solve_unit(NINE, unit, codes.__getitem__, scale=grading.scale(unit))
    return grading, plies, codes


@cache
def made(name: str, threads: int = 2) -> bytes:
    grading, plies, codes = solved()
    with Workers(threads) as workers:
        pieces = sector(
            STD, grading, Subspace.parse(name), plies.__getitem__, codes.__getitem__, workers
        )
        return b"".join(pieces)


@pytest.mark.parametrize("name", ["3-3", "4-3", "3-4", "3-3+1-0"])
def test_files_have_the_published_checksums(name: str) -> None:
    data = made(name)
    known = published()[STD.sector_name(Subspace.parse(name)) + ".sec2"]
    assert (len(data), hashlib.sha256(data).hexdigest()) == known


def test_the_file_of_values_has_the_published_checksum() -> None:
    data = worth_files.text_of(nine_worths()).encode()
    assert (len(data), hashlib.sha256(data).hexdigest()) == published()["std.secval"]


def test_threads_do_not_show() -> None:
    assert made("4-3", 1) == made("4-3", 2)


def test_all_sectors_of_nine_mens_morris_are_published() -> None:
    names = {STD.sector_name(subspace) + ".sec2" for subspace in nine_worths().of}
    assert names == set(published()) - {"std.secval", "std.statistics"}
    sizes = {name: 68 + 3 * STD.layout(subspace).size for subspace, name in (
        (subspace, STD.sector_name(subspace) + ".sec2") for subspace in nine_worths().of
    )}  # fmt: skip
    assert all(published()[name].bytes == size for name, size in sizes.items())


def test_numbers_and_symmetries_are_as_described() -> None:
    assert [POINTS[NUMBERING[point]] for point in range(24)] == list(RINGS.names)
    assert [moved(1 << bit, number) for number in range(16) for bit in range(24)] == [
        1 << one[bit] for one in symmetries(RINGS) for bit in range(24)
    ]


@cache
def three_against_three() -> list[Entry]:
    return decode(made("3-3"), 3, 3)


def position_of(entry: Entry) -> Position:
    own, opp = (sum(1 << point for point in range(24) if side >> NUMBERING[point] & 1) for side in entry[:2])
    return Position.of_sides(own, opp)


def test_entries_say_what_our_tables_say() -> None:
    """Three against three: all draws are stable, as there are no others that they could end in."""
    _, plies, _ = solved()
    layout = Layout.of(RINGS, Subspace(3, 3))
    entries = three_against_three()
    ours = plies[Subspace(3, 3)]
    kinds: Counter[str] = Counter()
    for entry in entries:
        position = position_of(entry)
        value = int(ours[layout.entry(position.own, position.opp)])
        if entry.first:
            assert (entry.first, entry.second) == (299 if value % 2 else -299, value)
            kinds["decided"] += 1
        elif entry.second < 0:
            kinds["redirects"] += 1
        else:
            assert value == 255
            kinds["stable"] += 1
    assert kinds == {"decided": 140_621 + 28_736, "stable": 269, "redirects": len(entries) - 169_626}


def test_redirects_lead_to_the_least_entry_by_the_first_symmetry_that_does() -> None:
    for entry in three_against_three():
        keeping = [number for number in range(16) if moved(entry.white, number) == entry.white]
        if len(keeping) > 1 or entry.second < 0:
            images = {number: moved(entry.black, number) for number in keeping}
            least = min(images.values())
            redirected = entry.first == 0 and entry.second < 0
            assert redirected == (least < entry.black)
            if redirected:
                first = next(number for number in keeping if images[number] == least)
                assert entry.second == -1 - first


def test_stable_draws_count_the_moves_that_hold_them() -> None:
    """Each move as often as the position after it has symmetries, over those of the position itself."""
    _, plies, _ = solved()
    layout = Layout.of(RINGS, Subspace(3, 3))
    ours = plies[Subspace(3, 3)]
    stable = [entry for entry in three_against_three() if entry.first == 0 and entry.second >= 0]
    for entry in stable:
        position = position_of(entry)
        total = 0
        for move in legal_moves(NINE, position):
            after = position.after(move)
            if not after.subspace.lost and ours[layout.entry(after.own, after.opp)] == 255:
                total += symmetric(after)
        assert total == entry.second * symmetric(position)


def symmetric(position: Position) -> int:
    sides = [
        sum(1 << NUMBERING[point] for point in range(24) if side >> point & 1)
        for side in (position.white, position.black)
    ]
    return sum(all(moved(side, number) == side for side in sides) for number in range(16))


def test_variants_name_their_sectors() -> None:
    names = [variant.sector_name(Subspace(3, 2, 5, 6)) for variant in VARIANTS]
    assert names == ["std_3_2_5_6", "lask_3_2_5_6", "mora_3_2_5_6"]
    assert [variant.subspace(name) for variant, name in zip(VARIANTS, names, strict=True)] == [
        Subspace(3, 2, 5, 6)
    ] * 3
    assert [STD.subspace(name) for name in ("lask_3_2_5_6", "std_03_2_5_6", "std_3_2", "")] == [None] * 4
