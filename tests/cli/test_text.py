"""Amounts in words."""

from __future__ import annotations

import pytest

from millbase.cli.text import bytes_text, seconds_text
from millbase.solver.game.values import DRAW, LOST, Value
from millbase.solver.telling import columns, value_text


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "0 B"),
        (999, "999 B"),
        (1000, "1.0 kB"),
        (9_940, "9.9 kB"),
        (12_345, "12 kB"),
        (999_600, "1.0 MB"),
        (3_667_665, "3.7 MB"),
        (2_500_000_000, "2.5 GB"),
        (3_000_000_000_000, "3,000 GB"),
    ],
)
def test_bytes(number: int, text: str) -> None:
    assert bytes_text(number) == text


@pytest.mark.parametrize(
    ("seconds", "text"), [(0, "0.0 s"), (0.44, "0.4 s"), (12.3, "12 s"), (150, "2 min"), (9000, "2.5 h")]
)
def test_seconds(seconds: float, text: str) -> None:
    assert seconds_text(seconds) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Value("win", 5), "win in 5 plies"),
        (Value("loss", 2), "loss in 2 plies"),
        (DRAW, "draw"),
        (LOST, "lost"),
    ],
)
def test_values(value: Value, text: str) -> None:
    assert value_text(value) == text


def test_a_value_without_plies() -> None:
    assert value_text(Value("loss")) == "loss"


def test_columns() -> None:
    assert columns([("a", "1", ""), ("bcd", "234", "x")]) == "a      1\nbcd  234  x"
