"""What a level decides, against looking at every entry; turned, against every position turned by itself."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from millbase.solver.game.boards import RINGS, SQUARE, TWO_RINGS, Board
from millbase.solver.game.material import Subspace
from millbase.solver.game.rules import Rules, preset
from millbase.solver.hashing.compiling import Int, jit
from millbase.solver.indexing import compress, image, representatives
from millbase.solver.layouts import Layout
from millbase.solver.retrograde.frontier import Frontier, Searcher, Turner
from millbase.solver.retrograde.frontier_kernels import matches
from millbase.solver.retrograde.seeding import Unsolved
from millbase.solver.retrograde.seeding_kernels import SAFE, note_pending, runs_of
from millbase.solver.scales import DTW, WIDTHS, Codebook, Width
from millbase.solver.subspaces import moves_of
from millbase.solver.threads import Workers

NINE, TINY = preset("nine"), Rules(SQUARE, (5, 4))
UNITS = [(TINY, "3-3"), (replace(TINY, mixed=True), "2-2+1-1"), (preset("six"), "3-3"), (NINE, "4-3")]

any_width = pytest.mark.parametrize("width", WIDTHS)


@jit
def matches_at(numbers: npt.NDArray[Any], start: Int, mark: Int) -> Int:
    return matches(numbers, start, mark)


@settings(deadline=None)
@given(st.sampled_from([np.uint8, np.uint16]), st.integers(0, 70), st.integers(0, 3), st.randoms())
def test_matches_are_a_bit_for_each_number_that_is_equal(
    dtype: Any, start: int, mark: int, random: Any
) -> None:
    numbers = np.array([random.choice([0, 1, 2, 3, 200]) for _ in range(start + 64)], dtype)
    found = int(matches_at(numbers, start, dtype(mark)))
    assert found == sum(1 << i for i in range(64) if numbers[start + i] == mark)


def scattered(rules: Rules, name: str, width: Width) -> Unsolved:
    """A table with values of all kinds everywhere, some of them final."""
    subspace = Subspace.parse(name)
    layout = Layout(rules.board, subspace, True)
    chance = np.random.default_rng(1)
    values = chance.integers(0, 62, layout.size).astype(width.dtype)
    values[chance.random(layout.size) < 0.3] = width.rest
    counts = chance.choice([0, 1, 7, SAFE], layout.size).astype(np.uint8)
    pending = np.zeros((width.words, layout.blocks * int(runs_of(layout.block_size))), np.uint64)
    against = Codebook(DTW, width).against
    note_pending(0, layout.blocks, values, counts, layout.block_size, against, pending, 0)
    return Unsolved(layout, moves_of(rules, subspace), values, counts, pending)


def sets_by_block(found: Frontier) -> dict[int, list[int]]:
    assert len(found.starts) > found.blocks.max(initial=0) + 1
    assert found.starts[0] == 0
    assert found.starts[-1] == len(found.sets) > 0
    by_block = {
        block: found.sets[found.starts[block] : found.starts[block + 1]].tolist()
        for block in range(len(found.starts) - 1)
    }
    assert found.blocks.tolist() == [block for block, sets in by_block.items() if sets]
    return {block: sets for block, sets in by_block.items() if sets}


def expected_of(table: Unsolved, level: int) -> dict[int, list[int]]:
    final = (table.values == level) & ((level % 2 == 1) | (table.counts == 0))
    blocks, places = np.nonzero(final.reshape(len(table.h.blocks), -1))
    expected: dict[int, list[int]] = {}
    for block, place in zip(blocks.tolist(), places.tolist(), strict=True):
        expected.setdefault(block, []).append(int(table.h.places[place]))
    return expected


@any_width
@pytest.mark.parametrize(("rules", "name"), UNITS)
def test_a_frontier_is_all_that_a_level_decides(rules: Rules, name: str, width: Width) -> None:
    table = scattered(rules, name, width)
    seen = 0
    with Workers(2) as workers:
        searcher = Searcher(workers, [table])
        for level in range(62):
            portions = [
                sets_by_block(portion) for portion in searcher.frontiers(table, level, level % 2 == 0)
            ]
            assert len(portions) <= 1
            found = portions[0] if portions else {}
            assert found == expected_of(table, level)
            seen += len(found)
    assert seen > 50


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_portions_are_bounded_and_make_up_the_whole(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    table = scattered(NINE, "4-3", WIDTHS[0])
    searched, enough = 1 << 13, 1 << 10
    monkeypatch.setattr("millbase.solver.retrograde.frontier.SEARCHED", searched)
    monkeypatch.setattr("millbase.solver.retrograde.frontier.PORTION", enough)
    for level in range(1, 8):
        found: dict[int, list[int]] = {}
        portions = 0
        with Workers(threads) as workers:
            for portion in Searcher(workers, [table]).frontiers(table, level, level % 2 == 0):
                assert len(portion.sets) <= max(searched, table.h.block_size) + enough
                sets = sets_by_block(portion)
                assert not found.keys() & sets.keys()
                found |= sets
                portions += 1
        assert found == expected_of(table, level)
        assert portions > 1


def entries_of(layout: Layout, found: Frontier) -> list[int]:
    """The entries of a frontier, one by one."""
    ranks = {compressed(layout.board, *layout.position(entry)): entry for entry in range(layout.size)}
    return [ranks[block, mask] for block, sets in sets_by_block(found).items() for mask in sets]


def compressed(board: Board, block_side: int, inner_side: int) -> tuple[int, int]:
    free = [point for point in range(board.points) if not block_side >> point & 1]
    stones = int(block_side).bit_count()
    [block] = np.flatnonzero(representatives(board, stones) == block_side).tolist()
    return block, compress(inner_side, free)


def frontier_of(layout: Layout, entries: set[int]) -> Frontier:
    by_block: dict[int, list[int]] = {}
    for entry in sorted(entries):
        block, mask = compressed(layout.board, *layout.position(entry))
        by_block.setdefault(block, []).append(mask)
    lengths = [len(by_block.get(block, [])) for block in range(layout.blocks)]
    sets = np.array([mask for block in sorted(by_block) for mask in by_block[block]], np.uint32)
    return Frontier(np.flatnonzero(lengths), np.concatenate([[0], np.cumsum(lengths)]), sets)


@pytest.mark.parametrize("share", [3, 40])
@pytest.mark.parametrize(
    ("board", "stones"), [(SQUARE, 1), (SQUARE, 2), (SQUARE, 3), (SQUARE, 4), (TWO_RINGS, 2), (RINGS, 2)]
)
def test_turned_positions_are_those_of_the_other_side(board: Board, stones: int, share: int) -> None:
    layout = Layout.of(board, Subspace(stones, stones))
    sides = [layout.position(entry) for entry in range(layout.size)]
    chosen: set[int] = set()
    for entry in range(0, layout.size, share):  # with all entries of its position
        one, two = sides[entry]
        chosen |= {layout.entry(image(one, g), image(two, g)) for g in board.symmetries}
    expected = [entry for entry in range(layout.size) if layout.entry(*sides[entry][::-1]) in chosen]
    with Workers(2) as workers:
        turner = Turner(layout, workers)
        assert sorted(entries_of(layout, turner.turned(frontier_of(layout, chosen)))) == expected
