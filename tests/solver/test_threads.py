"""Kernels run over all blocks once, on as many threads as asked for."""

from __future__ import annotations

import threading
import time

import pytest

from millbase.solver.threads import Workers

SHAPES = [(1, 1), (7, 3), (100, 41), (4096, 1), (1000, 5000), (3, 1 << 22), (12345, 7)]

any_threads = pytest.mark.parametrize("threads", [1, 2, 3])


@any_threads
@pytest.mark.parametrize(("blocks", "block_size"), SHAPES)
def test_slices_cover_all_blocks_once_and_in_order(threads: int, blocks: int, block_size: int) -> None:
    with Workers(threads) as workers:
        slices = workers.run(lambda first, last: (first, last), blocks, block_size)
    assert [block for first, last in slices for block in range(first, last)] == list(range(blocks))
    assert all(first < last for first, last in slices)


@any_threads
def test_no_block_means_no_call(threads: int) -> None:
    with Workers(threads) as workers:
        assert workers.run(lambda first, last: pytest.fail("called"), 0, 100) == []


@any_threads
def test_slices_are_short(threads: int) -> None:
    with Workers(threads) as workers:
        slices = workers.run(lambda first, last: last - first, 100_000, 1000)
    assert max(slices) * 1000 <= 1 << 20


@any_threads
@pytest.mark.parametrize(("blocks", "block_size"), SHAPES)
def test_progress_is_told_as_it_goes_to_the_end(threads: int, blocks: int, block_size: int) -> None:
    told: list[int] = []
    with Workers(threads) as workers:
        slices = workers.run(lambda first, last: last, blocks, block_size, told.append)
    assert told == sorted(told)
    assert set(told) <= set(slices)
    assert told[-1] == blocks
    assert threads > 1 or told == [*slices, blocks]


def test_as_many_slices_run_at_once_as_there_are_threads() -> None:
    both = threading.Barrier(2, timeout=10)
    with Workers(2) as workers:
        workers.run(lambda first, last: both.wait(), 8, 1000)  # a broken barrier would raise


def test_one_thread_is_the_one_that_asks() -> None:
    with Workers(1) as workers:
        used = set(workers.run(lambda first, last: threading.get_ident(), 1000, 1000))
    assert used == {threading.get_ident()}


@pytest.mark.parametrize("threads", [0, -3])
def test_there_is_at_least_one_thread(threads: int) -> None:
    with Workers(threads) as workers:
        assert workers.threads == 1
        assert sum(workers.run(lambda first, last: last - first, 10, 1000)) == 10


@any_threads
def test_an_error_in_a_kernel_comes_out_and_ends_the_run(threads: int) -> None:
    seen = []

    def kernel(first: int, last: int) -> None:
        seen.append(first)
        if first == 0:
            raise ZeroDivisionError
        time.sleep(0.002)

    with pytest.raises(ZeroDivisionError), Workers(threads) as workers:
        workers.run(kernel, 1000, 1 << 20)
    assert len(seen) < 500
