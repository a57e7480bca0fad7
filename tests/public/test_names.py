"""The public names."""

from __future__ import annotations

import millbase


def test_every_public_name_is_there() -> None:
    assert [name for name in millbase.__all__ if not hasattr(millbase, name)] == []


def test_errors_are_the_standard_ones_that_fit() -> None:
    assert issubclass(millbase.IllegalPosition, ValueError)
    assert issubclass(millbase.MissingTable, LookupError)
    assert issubclass(millbase.BrokenTable, OSError)
