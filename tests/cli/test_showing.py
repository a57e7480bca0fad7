"""What a notebook shows of a position, and a shell."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import Result
from IPython.core.formatters import DisplayFormatter

import millbase

WON = ".W....../....WWB./B...B... w"


def test_a_shell_shows_the_text_and_a_notebook_a_picture(run: Callable[..., Result], tables: Path) -> None:
    with millbase.open(tables) as opened:
        shown = opened.show(WON)
    assert f"{shown!r}\n" == run(tables, "query", WON).stdout
    page = ElementTree.fromstring(shown._repr_html_())
    assert [part.text for part in page.iter("summary")] == ["Winning: 12", "Losing: 42"]
    assert "d2-f6" in shown._repr_html_()
    assert "<title>White to move, win in 5 plies</title>" in shown._repr_html_()


def test_a_notebook_finds_the_pictures(tables: Path) -> None:
    """What Jupyter's own formatter makes of the last value of a cell, and of the package's pictures."""
    shell = DisplayFormatter()
    shell.active_types = ["text/plain", "text/html", "image/svg+xml"]
    with millbase.open(tables) as opened:
        shown = opened.show(WON)
    found, _ = shell.format(shown)
    assert found == {"text/plain": repr(shown), "text/html": shown._repr_html_()}
    picture = millbase.svg(WON, move="d2-f6")
    found, _ = shell.format(picture)
    assert found["image/svg+xml"] == picture
    assert ElementTree.fromstring(found["image/svg+xml"]).tag == "{http://www.w3.org/2000/svg}svg"


def test_what_cannot_be_shown_is_told_as_by_a_probe(tables: Path) -> None:
    with millbase.open(tables) as opened:
        with pytest.raises(millbase.IllegalPosition):
            opened.show("x")
        with pytest.raises(millbase.MissingTable):
            opened.show("......../......../........ w 9,9")
