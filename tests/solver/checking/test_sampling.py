"""Which entries are checked: so many, each once, everywhere in a table."""

from __future__ import annotations

import numpy as np
import pytest

from millbase.solver.checking.sampling import MOST_BLOCKS, Sample, sample_of


def entries_of(sample: Sample) -> list[int]:
    rows = np.broadcast_to(sample.places, (len(sample.blocks), sample.places.shape[1]))
    found: list[int] = (sample.blocks[:, np.newaxis] * sample.block_size + rows).ravel().tolist()
    return found


@pytest.mark.parametrize(("blocks", "block_size"), [(1, 1), (1, 84), (7, 20), (158, 1330), (3000, 6)])
@pytest.mark.parametrize("wanted", [1, 2, 5, 84, 500, 1001, 17_000, 1 << 40])
def test_a_sample_has_about_as_many_entries_as_are_wanted(blocks: int, block_size: int, wanted: int) -> None:
    sample = sample_of(blocks, block_size, wanted, 1)
    entries = entries_of(sample)
    least = min(wanted, blocks * block_size)
    assert least <= sample.size == len(set(entries)) < least + sample.places.shape[1]
    assert entries == sorted(entries)
    assert 0 <= entries[0] <= entries[-1] < blocks * block_size
    if wanted <= min(blocks, MOST_BLOCKS):
        assert len(sample.blocks) == sample.size == wanted


def test_without_a_number_it_is_all() -> None:
    assert entries_of(sample_of(7, 20, None, 1)) == list(range(140))


@pytest.mark.parametrize("wanted", [0, -3])
def test_a_sample_of_nothing_is_refused(wanted: int) -> None:
    with pytest.raises(ValueError, match=f"a sample has at least one entry, not {wanted}"):
        sample_of(7, 20, wanted, 1)


def test_the_seed_chooses() -> None:
    assert entries_of(sample_of(158, 1330, 40, 1)) == entries_of(sample_of(158, 1330, 40, 1))
    assert entries_of(sample_of(158, 1330, 40, 1)) != entries_of(sample_of(158, 1330, 40, 2))


@pytest.mark.parametrize("wanted", [None, 2000])
def test_some_of_a_sample_are_from_everywhere_in_it(wanted: int | None) -> None:
    sample = sample_of(158, 1330, wanted, 1)
    entries = entries_of(sample)
    some = sample.spread(500, 3)
    numbers = [entries.index(entry) for entry in some]
    assert [number * 500 // len(entries) for number in numbers] == pytest.approx(list(range(500)), abs=1)
    assert len(set(some)) == 500
    assert some == sample.spread(500, 3) != sample.spread(500, 4)


def test_of_a_few_entries_all_are_taken() -> None:
    for wanted in (None, 60):
        sample = sample_of(7, 20, wanted, 1)
        assert sample.spread(500, 3) == entries_of(sample)
