"""The panels beside the board: setting up, playing, rules; languages, phones, access for all."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from browser import Board, Visit
from playwright.sync_api import Page, expect
from serving import served

NINE = "/?position=BWWW.W../.B....../...B...._w"
AXE = os.environ.get("MILLBASE_AXE")  # the file axe.min.js of the package axe-core


def settled(page: Page) -> None:
    page.wait_for_load_state("networkidle")


def test_a_position_is_set_up_by_pressing_points_and_keys(visit: Visit) -> None:
    page = visit("/?variant=three#setup")
    board = Board(page)
    board.status("Set up a position")
    page.get_by_role("button", name="Clear").click()
    board.press("a3", "b3")
    page.locator("input[name=palette][value=B]").check()
    board.press("c1")
    board.point("b1").press("b")
    board.point("a1").press("w")
    board.point("a1").press("Delete")
    for name in ("White in hand", "Black in hand"):
        page.get_by_label(name).fill("1")
    expect(page.locator("#setup-fault")).to_have_text("The position is legal.")
    expect(page.locator("#setup-text")).to_have_value("WW..BB../. w 1,1")
    page.wait_for_url(lambda address: "position=WW..BB../._w_1,1" in address)
    board.point("c1").drag_to(page.locator("h1"))
    expect(page.locator("#setup-text")).to_have_value("WW...B../. w 1,1")
    expect(page.locator("#setup-fault")).to_contain_text("Black has 2 stones in all")
    page.get_by_role("tab", name="Analyse").click()
    board.status("White to move: win in 1")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("nonsense", "The text is no position"),
        (
            "WWWWWWWW/WW....../BBB..... w",
            "White has 10 stones on the board and in hand together, more than the 9",
        ),
        ("WWW...../......../BB...... w", "Black has 2 stones in all"),
        ("WWW...../BBB...../........ w 0,9", "Black has 12 stones"),
        ("WW.W..../BBB...../........ w x1", "No removal can be due: White has no mill."),
        (
            "WWW...../......../........ w 0,3 x1",
            "No removal can be due: Black has no stone that may be removed.",
        ),
    ],
)
def test_it_says_at_once_why_a_position_is_not_legal(visit: Visit, text: str, fault: str) -> None:
    page = visit("/#setup")
    page.locator("#setup-text").fill(text)
    page.get_by_role("button", name="Set", exact=True).click()
    expect(page.locator("#setup-fault")).to_contain_text(fault)


def test_a_fen_can_be_pasted(visit: Visit) -> None:
    page = visit("/#setup")
    page.locator("#setup-text").fill("***OO**@/*****@**/******O@ w m s 3 0 3 0 0 0 0 0 0 0 0 0 1")
    page.locator("#setup-text").press("Enter")
    expect(page.locator("#setup-fault")).to_have_text("The position is legal.")
    expect(page.locator(".stone")).to_have_count(6)


def test_the_tables_play_and_values_are_hidden(visit: Visit) -> None:
    page = visit("/?variant=three#play")
    board = Board(page)
    board.status("White to move")
    settled(page)
    assert "win" not in page.locator("main").inner_text()
    assert page.locator(".value").count() == 0
    board.press("a3")
    expect(page.locator("#play-comment")).to_have_text("You had a win in 9 plies; after a3 it is a draw.")
    expect(page.locator("#panel-play .step")).to_have_count(2)
    page.get_by_role("button", name="Take back").click()
    expect(page.locator("#panel-play .step")).to_have_count(0)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#play-comment")).to_have_text("b2: win in 9 plies.")


def test_a_game_against_the_tables_is_won_by_following_hints(visit: Visit) -> None:
    page = visit("/?variant=three#play")
    board = Board(page)
    for move in range(5):
        board.status("White to move")
        expect(page.locator("#panel-play .step")).to_have_count(2 * move)
        page.get_by_role("button", name="Hint").click()
        expect(page.locator("#play-comment")).to_contain_text("win in")
        name = page.locator("#play-comment").inner_text().partition(":")[0]
        board.press(*name.split("-"))
        if move < 4:
            expect(page.locator("#panel-play .step")).to_have_count(2 * move + 2)
    board.status("White has won. A mill decides the game.")


def test_the_rules_change_with_the_menu(visit: Visit) -> None:
    page = visit("/#rules")
    Board(page).status("White to move")
    page.locator("#rules select[name=variant]").select_option("five")
    expect(page.locator(".point")).to_have_count(16)
    expect(page.locator("#rules-text")).to_contain_text("Each side has 5 stones in hand")
    assert "variant=five" in page.url
    page.get_by_label("Three stones fly").check()
    expect(page.locator("#rules-text")).to_contain_text("flies")
    assert "flying=true" in page.url
    page.get_by_label("Stones of White").fill("20")
    page.get_by_label("Stones of White").press("Tab")
    expect(page.locator("#rules-fault")).to_contain_text("do not fit")


def test_without_tables_it_plays_and_says_what_to_build(visit: Visit, tmp_path: Path) -> None:
    with served(tmp_path) as bare:
        page = visit("/?variant=six", at=bare.address)
        board = Board(page)
        board.status("White to move")
        expect(page.locator("#moves")).to_contain_text("millbase build 0-0+6-6 --variant six")
        board.press("a5")
        board.status("Black to move")
        expect(page.locator("#moves .unknown button")).to_have_count(15)
        page.goto("/stats?variant=six")
        expect(page.locator("#tables")).to_contain_text("millbase solve --variant six")


def test_a_server_that_has_gone_is_said(visit: Visit, tmp_path: Path) -> None:
    with served(tmp_path) as short:
        page = visit("/", at=short.address)
        Board(page).status("White to move")
        settled(page)
    Board(page).press("a7")
    Board(page).status("The server cannot be reached.")


def test_it_speaks_german_to_germans_and_whoever_chooses_it(visit: Visit) -> None:
    page = visit(NINE, locale="de-AT")
    Board(page).status("Weiß am Zug: Gewinn in 1 Halbzug")
    assert page.locator("html").get_attribute("lang") == "de"
    page.get_by_label("Sprache").select_option("en")
    Board(page).status("White to move: win in 1 ply")
    page.reload()
    Board(page).status("White to move: win in 1 ply")


def test_a_phone_shows_it_without_scrolling_sideways(visit: Visit) -> None:
    phone = {
        "viewport": {"width": 320, "height": 640},
        "has_touch": True,
        "color_scheme": "dark",
        "is_mobile": True,
    }
    for address in (
        NINE,
        NINE + "#setup",
        NINE + "#play",
        NINE + "#rules",
        NINE + "#game",
        "/?variant=three",
        "/?variant=twelve",
        "/puzzles",
        "/stats",
        "/stats?subspace=3-3",
        "/api",
    ):
        for locale in ("en-GB", "de-DE"):
            page = visit(address, locale=locale, **phone)
            settled(page)
            assert page.evaluate("document.documentElement.scrollWidth") <= 320, (address, locale)
    page = visit(NINE, **phone)
    Board(page).status("win in 1")
    sizes = page.evaluate(
        """[...document.querySelectorAll("button, select, input")].map(e => e.getBoundingClientRect())
        .filter(r => r.width).map(r => Math.min(r.width, r.height))"""
    )
    assert min(sizes) >= 16
    points = page.evaluate("document.querySelector('.point').getBoundingClientRect().width")
    assert points >= 24
    Board(page).point("g4").tap()
    Board(page).point("f4").tap()
    Board(page).status("Black to move: draw")


def test_less_motion_is_shown_to_who_wants_less(visit: Visit) -> None:
    page = visit(NINE, reduced_motion="reduce")
    Board(page).status("win in 1")
    assert page.evaluate("getComputedStyle(document.querySelector('.stone')).transitionDuration") == "0s"


PARTS = {  # what has to stand out, and the property that is its colour
    ".lines": "stroke",
    ".dots": "fill",
    ".stone.black .body": "fill",
    ".stone.white .body": "stroke",
    ".value.draw text": "fill",
    ".coordinates": "fill",
    ".ring.last": "stroke",
}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_colours_that_are_forced_keep_everything_apart(visit: Visit, scheme: str) -> None:
    page = visit("/?variant=three", forced_colors="active", color_scheme=scheme)
    board = Board(page)
    board.status("win in 9")
    board.press("b2", "b3")
    board.wait_for_label("a1", "win")
    colour = "([part, name]) => getComputedStyle(document.querySelector(part)).getPropertyValue(name)"
    ground = page.evaluate(colour, [".surface", "fill"])
    canvas = page.evaluate("getComputedStyle(document.body).backgroundColor")
    for part, name in PARTS.items():
        assert page.evaluate(colour, [part, name]) not in (ground, canvas), part
    stones = [page.evaluate(colour, [f".stone.{name} .body", "fill"]) for name in ("white", "black")]
    assert stones[0] != stones[1]
    for outcome in ("win", "draw"):
        rect = page.evaluate(colour, [f".value.{outcome} rect", "fill"])
        assert rect != page.evaluate(colour, [f".value.{outcome} text", "fill"])


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    "address", [NINE, "/#setup", "/?variant=three#play", "/#rules", "/#game", "/puzzles", "/stats", "/api"]
)
def test_everybody_can_use_it(visit: Visit, scheme: str, address: str) -> None:
    if AXE is None:
        if os.environ.get("CI"):
            pytest.fail("MILLBASE_AXE does not say where axe-core is")
        pytest.skip("MILLBASE_AXE does not say where axe-core is")
    page = visit(address, color_scheme=scheme, bypass_csp=True)
    settled(page)
    page.add_script_tag(path=AXE)
    found = page.evaluate("axe.run().then(r => r.violations.map(v => [v.id, v.nodes.map(n => n.html)]))")
    assert found == []


@pytest.mark.parametrize("address", ["/stats?variant=three", "/stats?subspace=3-3&plies=3", "/api"])
def test_the_other_pages_tell_what_they_should(visit: Visit, address: str) -> None:
    page = visit(address)
    settled(page)
    if address == "/api":
        for button in page.get_by_role("button", name="Ask").all():
            button.click()
        answers = page.locator(".answer:visible")
        expect(answers).to_have_count(11)
        expect(answers.filter(has_text=re.compile(r"^(200|404)\b"))).to_have_count(11)
        return
    expect(page.locator("tbody tr").first).to_be_visible()
    if "subspace" in address:
        expect(page.locator(".marked")).to_contain_text("3")
        for name, value in (("win", "win in 25"), ("loss", "loss in 26")):
            page.goto(address)
            page.get_by_role("link", name=f"A position of the longest {name}").click()
            Board(page).status(value)
        page.get_by_role("link", name="In the statistics: table 3-3").click()
        expect(page.locator(".marked th")).to_have_text("26")
