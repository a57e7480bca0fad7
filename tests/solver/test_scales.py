"""What codes mean: their order, what they are worth a move earlier, and where they no longer fit."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from millbase.solver.game.material import Subspace
from millbase.solver.scales import (
    DRAWN,
    DTC,
    DTW,
    LOST,
    NOTHING,
    OUTCOME_CODES,
    WDL,
    WIDTHS,
    WON,
    Codebook,
    Scale,
    TooLong,
    Width,
    by_outcome,
    conversions,
    outcome_of,
    outcomes,
    widened,
)

BYTES, SHORTS, LONGS = WIDTHS
SOURCE = Subspace(3, 3)

any_width = pytest.mark.parametrize("width", WIDTHS)


def best_first(width: Width) -> list[int]:
    """All codes: quick wins, slow wins, the rest, slow losses, quick losses."""
    return [*range(1, width.highest + 1, 2), width.rest, *range(width.highest - 1, -1, -2)]


@any_width
@pytest.mark.parametrize("scale", [DTW, WDL, DTC])
def test_goodness_orders_all_codes_of_a_width(scale: Scale, width: Width) -> None:
    book = Codebook(scale, width)
    assert book.codes[NOTHING + 1 :].tolist() == best_first(width)[::-1]
    assert book.codes[book.even] == width.rest
    assert len(book.codes) - 1 <= np.iinfo(width.dtype).max  # a goodness is held where a code is later


@any_width
def test_gains_are_the_codes_a_leaving_move_earlier(width: Width) -> None:
    def after(scale: Scale, quiet: bool = False) -> list[int]:
        gains = Codebook(scale, width).gains(SOURCE, width.dtype, quiet=quiet)
        assert len(gains) == width.rest + 1
        return [int(Codebook(scale, width).codes[gain]) for gain in gains[[0, 1, 2, 7, 20, 21, width.rest]]]

    assert after(DTW) == [1, 2, 3, 8, 21, 22, width.rest]
    assert after(WDL) == after(DTC) == [1, 2, 1, 2, 1, 2, width.rest]
    assert after(DTC, quiet=True) == [1, 4, 3, 10, 21, 24, width.rest]


def test_gains_say_what_does_not_fit() -> None:
    narrow = Codebook(DTW, BYTES)
    assert np.flatnonzero(narrow.gains(SOURCE, np.uint8, quiet=False) < 0).tolist() == [253, 254]
    gains = narrow.gains(SOURCE, np.uint16, quiet=False)
    assert np.flatnonzero(gains < 0).tolist() == list(range(253, 65535))
    assert gains[65535] == narrow.even
    assert (Codebook(DTC, BYTES).gains(SOURCE, np.uint16, quiet=False) > 0).all()


@any_width
@pytest.mark.parametrize(("scale", "after_win", "after_loss"), [(DTW, 1, 1), (WDL, 1, 1), (DTC, 3, 1)])
def test_what_a_level_makes_of_what_entries_hold(
    scale: Scale, after_win: int, after_loss: int, width: Width
) -> None:
    book = Codebook(scale, width)
    rank = {code: place for place, code in enumerate(best_first(width))}
    for level in (0, 1, 2, 17, 40, 101):
        becomes = book.becomes(level).astype(int)
        if level % 2 == 0:  # the opponent loses: a win, unless there is a better one or the game is over
            win = level + after_loss
            expected = {code: min(code, win, key=rank.__getitem__) if code else 0 for code in rank}
        else:  # the last move loses: the longest loss
            loss = level + after_win
            expected = {code: max(code, loss) for code in rank if code % 2 == 0} | {width.rest: loss}
        assert {code: becomes[code] for code in expected} == expected


@pytest.mark.parametrize("scale", [DTW, DTC])
@pytest.mark.parametrize("width", [BYTES, SHORTS])
def test_a_code_beyond_the_highest_is_noticed(scale: Scale, width: Width) -> None:
    book = Codebook(scale, width)
    assert width.highest % 2 == 1
    assert book.becomes(width.highest - 1)[width.rest] == width.highest
    assert book.becomes(width.highest)[width.rest] == width.highest + 1  # a level that is not believed
    assert book.against[width.highest + 1]
    assert width.highest + 1 < 64 * width.words  # and that a set of codes has room for
    with pytest.raises(TooLong):
        book.becomes(width.highest + 1)


def test_ending_the_game_is_the_quickest_win() -> None:
    for scale in (DTW, WDL, DTC):
        book = Codebook(scale, BYTES)
        assert book.ending == len(book.codes) - 1
        assert book.codes[book.ending] == 1


@pytest.mark.parametrize("dtype", [np.uint8, np.uint16])
def test_outcomes(dtype: Any) -> None:
    rest = int(np.iinfo(dtype).max)
    codes = np.array([0, 1, 7, 254, rest, 12], dtype)
    assert outcomes(codes).tolist() == [LOST, WON, WON, LOST, DRAWN, LOST]
    assert [outcome_of(int(code), rest) for code in codes] == ["loss", "win", "win", "loss", "draw", "loss"]
    assert by_outcome(dtype, 10, 20, 30)[codes].tolist() == [10, 20, 20, 10, 30, 10]
    assert outcomes(OUTCOME_CODES).tolist() == [LOST, WON, DRAWN]


def test_widened_codes() -> None:
    assert widened(np.array([0, 253, 255], np.uint8), np.uint16).tolist() == [0, 253, 65535]
    assert widened(np.array([300, 65535], np.uint16), np.uint16).tolist() == [300, 65535]


def test_under_a_limit_longer_wins_and_losses_are_none() -> None:
    """Of two moves of each side: won or lost in four plies at most, with the codes 7 and 8."""
    book = Codebook(conversions(2), BYTES)
    assert book.last == 6  # of a loss in three plies, which makes a win in four; of those nothing is made
    gains = book.gains(SOURCE, np.uint8, quiet=True)
    assert [int(book.codes[gain]) for gain in gains[[0, 5, 6, 7, 8, 255]]] == [1, 8, 7, 255, 255, 255]
    assert (gains[[7, 8, 100, 254]] == book.even).all()
    leaving = book.gains(SOURCE, np.uint8, quiet=False)
    assert [int(book.codes[gain]) for gain in leaving[[7, 8, 255]]] == [2, 1, 255]
    assert Codebook(DTC, BYTES).last is None
