"""Boards as SVG: well-formed, the same each time, and with everything that the position has."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
import rulebook

from millbase.solver.game.boards import SQUARE
from millbase.solver.game.drawing import draw_board
from millbase.solver.game.notation import NotationError, format_position
from millbase.solver.game.pictures import Picture, svg
from millbase.solver.game.positions import PositionError, legal_moves
from millbase.solver.game.rules import RulesError, preset
from millbase.solver.game.values import DRAW, LOST, Assessment, Between, Value

SPACE = "{http://www.w3.org/2000/svg}"
NINE = "WWB.W..B/.B....../......W. w 3,5"


def parts(picture: str, kind: str) -> list[ElementTree.Element]:
    """The parts of a picture of a class."""
    return [part for part in ElementTree.fromstring(picture).iter() if kind in part.get("class", "").split()]


def title(picture: str) -> str | None:
    return ElementTree.fromstring(picture).findtext(f"{SPACE}title")


@pytest.mark.parametrize("name", rulebook.VARIED)
def test_positions_of_random_games(name: str) -> None:
    rules = rulebook.VARIED[name]
    board = rules.board
    for position in list(rulebook.random_game(rules, seed=3))[::5]:
        moves = legal_moves(rules, position)
        picture = svg(position, rules, move=moves[0] if moves else None)
        assert picture == svg(position, rules, move=moves[0] if moves else None)
        on_board = (position.white.bit_count(), position.black.bit_count())
        drawn = tuple(len(parts(picture, side)) for side in ("white", "black"))
        assert drawn == (on_board[0] + 1, on_board[1] + 1)  # one of each beside the words
        assert len(parts(picture, "line")) == len(board.segments)
        assert len(parts(picture, "coordinate")) == 2 * board.side
        assert ElementTree.fromstring(picture).findtext(f"{SPACE}desc") == draw_board(board, position)


def test_a_picture_is_a_text_that_a_notebook_shows() -> None:
    picture = svg(NINE)
    assert isinstance(picture, Picture)
    assert isinstance(picture, str)
    assert picture._repr_svg_() == picture
    assert type(picture._repr_svg_()) is str
    assert "viewBox" in ElementTree.fromstring(picture).attrib


def test_two_pictures_can_stand_on_one_page() -> None:
    picture = svg(NINE, move="e4xb4", arrows=[("a7", "d7")], marks=["a1"], values={"e5": DRAW}, size=300)
    assert not re.search(r"\bid=|<style|url\(|href", picture)


def test_nothing_stands_outside_the_picture() -> None:
    for name in ("nine", "twelve", "six", "three"):
        rules = preset(name)
        for coordinates in (True, False):
            picture = svg("." * rules.board.points + " w 3,3", rules, coordinates=coordinates)
            root = ElementTree.fromstring(picture)
            _, _, width, height = map(int, root.attrib["viewBox"].split())
            for part in root.iter():
                x, y = part.get("cx", part.get("x", "0")), part.get("cy", part.get("y", "0"))
                assert 0 <= int(x) < width, part.attrib
                assert 0 <= int(y) < height, part.attrib
        assert len(parts(picture, "coordinate")) == 0


def test_the_title_tells_the_value_of_the_best_move() -> None:
    assert title(svg(NINE)) == "White to move"
    assert title(svg("WWW...../.B....../........ w 6,8 x1")) == "White to remove a stone"
    values = {"e5": Value("loss", 8), "d5": DRAW, "e4xb4": Value("win", 5), "e4xd6": Value("win", 1)}
    assert title(svg(NINE, values=values)) == "White to move, win in 1 ply"
    assert title(svg(NINE, values={"e5": Value("loss", 8)})) == "White to move, loss in 8 plies"
    assert title(svg(NINE, values={"e5": Value("win")})) == "White to move, win"
    assert title(svg(NINE, values={"e5": Between(LOST, DRAW)})) == "White to move"


def test_values_stand_on_the_points_that_moves_lead_to() -> None:
    values: dict[str, Assessment] = {"d1-g1": Value("win", 13), "e5": DRAW, "a4-a1": LOST}
    values["xd6"] = Value("loss")
    values["e4"] = Between(LOST, DRAW)
    shown = parts(svg(NINE, values=values), "value")
    assert sorted("".join(part.itertext()).strip() for part in shown) == ["?", "D", "L", "L0", "W13"]
    assert {part.get("class") for part in shown} == {"value win", "value draw", "value loss", "value unknown"}


def test_moves_arrows_and_marks() -> None:
    placed = svg(NINE, move="e4xb4")
    assert [len(parts(placed, kind)) for kind in ("placed", "removed", "arrow")] == [1, 1, 0]
    stepped = svg(NINE, move="d7-d6", arrows=[("a7", "b6"), ("a1", "g7")])
    assert [len(parts(stepped, kind)) for kind in ("placed", "removed", "arrow")] == [0, 0, 3]
    marked = svg(NINE, marks={"a1": "target", "D2": ""})
    assert [part.get("class") for part in parts(marked, "mark")] == ["mark target", "mark"]


def test_what_a_picture_is_given_as_text_stays_text() -> None:
    marked = svg(NINE, marks={"a1": '"><script>'})
    assert parts(marked, '"><script>')


def test_a_size_in_pixels_keeps_the_shape() -> None:
    root = ElementTree.fromstring(svg(NINE, size=390))
    _, _, width, height = map(int, root.attrib["viewBox"].split())
    assert (root.attrib["width"], root.attrib["height"]) == ("390", str(round(390 * height / width)))


def test_positions_may_be_given_as_such() -> None:
    position = next(rulebook.random_game(preset("three"), seed=1))
    assert svg(position, "three") == svg(format_position(SQUARE, position), preset("three"))


def test_what_cannot_be_drawn_is_refused() -> None:
    with pytest.raises(NotationError):
        svg("x")
    with pytest.raises(PositionError):
        svg("WW....../BBB...../........ b")
    with pytest.raises(RulesError):
        svg(NINE, "ten")
    for arguments in ({"move": "d4"}, {"arrows": [("a1", "b1")]}, {"marks": ["a1-a4"]}, {"values": {"": 1}}):
        with pytest.raises(NotationError):
            svg(NINE, **arguments)
