"""Sentences about any text: bounded, and without control characters."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from millbase.solver.game.errors import SolverError, quoted
from millbase.solver.game.material import Subspace
from millbase.solver.game.notation import parse_move, parse_position
from millbase.solver.game.options import OPTIONS, parse_option, with_options
from millbase.solver.game.rules import PRESETS, preset

LONGEST = 300

texts = st.text() | st.text("WB.O@*/ wbx,0123456789-\x1b\x00\u202e٣９", max_size=60)
long_texts = st.builds(lambda text, times: text * times, texts, st.sampled_from([1, 1000]))
# The fields of a FEN that is one, to put others in their places.
FEN = ["********/@OOOO*@*/**@*****", *"wpr", *"453610", "-1", "-1", "-1", "-1", "0", "0", "4"]


def told(read: Callable[[], object]) -> str:
    """What an attempt to read ends in: nothing, or the sentence of an error."""
    try:
        read()
    except SolverError as error:
        return str(error)
    return ""


def make_sure(sentence: str) -> None:
    assert len(sentence) <= LONGEST
    assert sentence.isprintable()


@settings(deadline=None)
@given(long_texts, st.sampled_from(list(PRESETS)))
def test_of_any_position(text: str, name: str) -> None:
    make_sure(told(lambda: parse_position(preset(name), text)))


@settings(deadline=None)
@given(st.integers(0, len(FEN) - 1), long_texts, st.sampled_from(list(PRESETS)))
def test_of_any_field_of_a_fen(place: int, text: str, name: str) -> None:
    fen = " ".join([*FEN[:place], text, *FEN[place + 1 :]])
    make_sure(told(lambda: parse_position(preset(name), fen)))



def with_option_read(option: str, text: str) -> Any:
    """Nine with an option as a text sets it."""
    return with_options("nine", {option: parse_option(option, text)})


@settings(deadline=None)
@given(long_texts)
def test_of_any_move_subspace_and_option(text: str) -> None:
    make_sure(told(lambda: parse_move(PRESETS["nine"].board, text)))
    make_sure(told(lambda: Subspace.parse(text)))
    make_sure(told(lambda: preset(text)))
    make_sure(told(lambda: with_options("nine", {text: True})))
    for option in OPTIONS:
        make_sure(told(partial(with_option_read, option, text)))


@settings(deadline=None)
@given(st.recursive(st.none() | st.integers() | st.floats() | texts, st.lists))
def test_of_any_setting(setting: Any) -> None:
    for option in OPTIONS:
        make_sure(told(partial(with_options, "nine", {option: setting})))


@pytest.mark.parametrize(
    ("given_", "quote"),
    [
        ("b9", "'b9'"),
        ("\x1b[31m", r"'\x1b[31m'"),
        ("\ud800", r"'\ud800'"),
        ("/" * 1000, "'/////////////////...//////////////////'"),
        (-7, "-7"),
        (None, "None"),
    ],
)
def test_quotes(given_: object, quote: str) -> None:
    assert quoted(given_) == quote


def test_a_number_that_python_does_not_write_is_quoted_too() -> None:
    assert quoted([10**5000]) == "[a number of more than 40 digits]"
