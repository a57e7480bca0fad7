"""The memory that unpacked chunks are kept in: what it holds, what goes, what is forgotten."""

from __future__ import annotations

import numpy as np
import pytest

from millbase.databases.cache import NONE, ChunkCache
from millbase.databases.chunks import CHUNK_BYTES, rows_in_chunk
from millbase.databases.codings import Outcomes
from millbase.solver.game.boards import BOARDS
from millbase.solver.game.material import Subspace
from millbase.solver.layouts import Layout

ONE, OTHER = Subspace(3, 3), Subspace(4, 3)


def rows(number: int, dtype: str = "u1") -> np.ndarray:
    return np.full(CHUNK_BYTES // np.dtype(dtype).itemsize, number, dtype)


def held(cache: ChunkCache, subspace: Subspace, chunks: int) -> dict[int, int]:
    """By the numbers of the chunks that are there, what they hold."""
    slots = cache.slots_of(subspace, chunks)
    return {n: cache.chunk(int(slot), np.dtype("u1"))[0] for n, slot in enumerate(slots) if slot != NONE}


def test_what_is_put_in_is_found_one_and_many_at_a_time() -> None:
    cache = ChunkCache(3 * CHUNK_BYTES)
    one, other = cache.slots_of(ONE, 5), cache.slots_of(OTHER, 2)
    cache.put(one, 4, rows(40))
    cache.put(other, 1, rows(0x0201, "<u2"))
    cache.put(one, 0, rows(7)[:10])  # the last of a table may be shorter
    assert one.tolist() == [2, NONE, NONE, NONE, 0]
    assert cache.slots_of(ONE, 5) is one
    flat = cache.flat(np.dtype("u1"))
    assert [flat[int(slot) * CHUNK_BYTES] for slot in one[[4, 0]]] == [40, 7]
    assert cache.chunk(int(other[1]), np.dtype("<u2"))[100] == 0x0201
    assert cache.flat(np.dtype("<u2"))[int(other[1]) * (CHUNK_BYTES // 2)] == 0x0201


def test_a_chunk_that_was_asked_for_stays_longer() -> None:
    cache = ChunkCache(3 * CHUNK_BYTES)
    slots = cache.slots_of(ONE, 9)
    for number in (0, 1, 2):
        cache.put(slots, number, rows(number))
    cache.ask(slots[[0, 2]])
    cache.put(slots, 3, rows(3))
    assert set(held(cache, ONE, 9)) == {0, 2, 3}


def test_all_that_is_there_may_have_been_asked_for() -> None:
    cache = ChunkCache(2 * CHUNK_BYTES)
    slots = cache.slots_of(ONE, 9)
    for number in range(9):
        cache.ask(np.array([cache.put(slots, number, rows(number))], np.int32))
    assert held(cache, ONE, 9) == {7: 7, 8: 8}


def test_a_chunk_takes_one_slot_whoever_puts_it_there() -> None:
    cache = ChunkCache(2 * CHUNK_BYTES)
    slots = cache.slots_of(ONE, 2)
    assert cache.put(slots, 0, rows(5)) == cache.put(slots, 0, rows(5))
    cache.put(slots, 1, rows(6))
    assert held(cache, ONE, 2) == {0: 5, 1: 6}


@pytest.mark.parametrize("size", [0, 1, CHUNK_BYTES])
def test_there_is_room_for_one_at_least(size: int) -> None:
    cache = ChunkCache(size)
    slots, others = cache.slots_of(ONE, 2), cache.slots_of(OTHER, 1)
    cache.put(slots, 0, rows(1))
    cache.put(slots, 1, rows(2))
    assert held(cache, ONE, 2) == {1: 2}
    cache.put(others, 0, rows(3))
    assert (held(cache, ONE, 2), held(cache, OTHER, 1)) == ({}, {0: 3})


def test_a_table_that_has_become_another_is_forgotten() -> None:
    cache = ChunkCache(2 * CHUNK_BYTES)
    old = cache.slots_of(ONE, 2)
    cache.put(old, 0, rows(1))
    cache.forget(ONE)
    cache.put(cache.slots_of(OTHER, 1), 0, rows(3))
    assert held(cache, ONE, 2) == {}
    cache.put(cache.slots_of(ONE, 2), 1, rows(2))
    assert held(cache, ONE, 3) == {}  # another number of chunks is another table
    cache.put(cache.slots_of(ONE, 3), 2, rows(4))
    cache.put(cache.slots_of(ONE, 3), 1, rows(5))
    assert (held(cache, ONE, 3), held(cache, OTHER, 1)) == ({2: 4, 1: 5}, {})


def test_nothing_is_left_after_clearing() -> None:
    cache = ChunkCache(2 * CHUNK_BYTES)
    cache.put(cache.slots_of(ONE, 2), 0, rows(1))
    cache.clear()
    assert held(cache, ONE, 2) == {}
    assert len(cache.flat(np.dtype("u1"))) == 0


def test_every_chunk_fits_a_slot() -> None:
    for board in BOARDS:
        for own in range(board.points + 1):
            for opp in range(min(own, board.points - own) + 1):
                layout = Layout.of(board, Subspace(own, opp))
                coding = Outcomes(board.points - layout.block_stones, layout.inner_stones)
                _, width = coding.shape(layout.size)
                assert rows_in_chunk(layout.blocks, width) * width <= CHUNK_BYTES
