"""Games in the page: read in every form, judged, walked through, saved; and pictures of positions."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import httpx
from browser import Board, Visit
from playwright.sync_api import Locator, Page, expect
from serving import Served

from millbase.solver.game.records.reading import read_records
from millbase.solver.game.records.record import Record

NINE = "/?position=BWWW.W../.B....../...B...._w"
GAME = """[Event "A <script>document.title = 'spoilt'</script> game"]
[White "Anna"]

1. a3 {a <b>corner</b>} b2 2. c1 b3 3. b1! a1 1-0
"""


def read(page: Page, text: str) -> None:
    page.locator("#game-text").fill(text)
    page.get_by_role("button", name="Read").click()


def saved(page: Page, button: Locator) -> bytes:
    with page.expect_download() as download:
        button.click()
    return Path(download.value.path()).read_bytes()


def moves(page: Page) -> Locator:
    return page.locator("#game-steps .step")


def test_a_game_is_read_judged_and_saved(visit: Visit) -> None:
    page = visit("/?variant=three#game", accept_downloads=True)
    Board(page).status("White to move")
    read(page, GAME)
    expect(page.locator("#game-note")).to_have_text("2 mistakes that the tables know of.")
    expect(moves(page)).to_have_text(["a3?", "b2", "c1?", "b3", "b1!", "a1"])
    expect(page.locator("#game-steps .said")).to_have_text(["a <b>corner</b>"])
    expect(page.locator("#game-curve .curve")).to_have_count(1)
    page.get_by_role("button", name="Next mistake").click()
    expect(page.locator("#game-note")).to_contain_text("Best: b2.")
    Board(page).status("Black to move: draw")
    text = saved(page, page.get_by_role("button", name="Save", exact=True)).decode()
    assert "1. a3? {win in 9 plies, now draw; best b2} {a <b>corner</b>} 1... b2" in text
    assert '[White "Anna"]' in text
    assert "<script>document" in text
    assert page.locator("script:not([src])").count() == 0
    assert "spoilt" not in page.title()


def test_keys_lead_from_mistake_to_mistake(visit: Visit) -> None:
    page = visit("/?variant=three#game")
    Board(page).status("White to move")
    read(page, GAME)
    expect(page.locator("#game-note")).to_contain_text("2 mistakes")
    for move in ("a3?", "c1?", "a3?"):
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("n")
        expect(page.locator("#game-steps [aria-current]")).to_have_text(move)


def test_a_game_that_was_played_is_saved_with_its_mistakes(visit: Visit) -> None:
    page = visit("/?variant=three&position=......../W_b_2,3#game", accept_downloads=True)
    board = Board(page)
    board.status("Black to move")
    board.press("b3")
    board.status("White to move")
    board.press("a2")
    board.status("Black to move")
    text = saved(page, page.get_by_role("button", name="Save", exact=True)).decode()
    [kept] = read_records(text)
    assert isinstance(kept.record, Record)
    assert kept.record.rules.name == "three"
    assert "1... b3\n2. a2?" in text


def test_a_game_brings_its_rules_along(visit: Visit) -> None:
    page = visit("/#game")
    Board(page).status("White to move")
    read(page, '[Variant "Lasker Morris"]\n[Rules "lasker men=9,10"]\n\n1. d6 a4 2. d6-d7')
    expect(page.locator("#game-note")).to_contain_text("3 moves are not judged")
    page.wait_for_url(lambda address: "variant=lasker&men=9%2C10" in address or "men=9,10" in address)
    expect(page.locator("#variant-name")).to_have_text("Lasker Morris")
    expect(moves(page)).to_have_text(["d6", "a4", "d6-d7"])


def test_files_of_several_games_in_other_forms(visit: Visit, tmp_path: Path) -> None:
    page = visit("/#game")
    Board(page).status("White to move")
    file = tmp_path / "games.txt"
    file.write_text("1. 5 13 2. 20 19 *\n\n1. Place to d6 Place to f4 *\n\n1. d6 d6", encoding="utf-8")
    page.locator("#game-file").set_input_files(file)
    expect(page.locator("#game-which")).to_contain_text("The text holds 3 games.")
    page.locator("#game-which").get_by_role("button", name="1").click()
    expect(moves(page)).to_have_text(["d6", "e4", "d2", "b2"])
    page.locator("#game-which").get_by_role("button", name="2").click()
    expect(moves(page)).to_have_text(["d6", "f4"])
    page.locator("#game-which").get_by_role("button", name="3").click()
    expect(page.locator("#game-note")).to_have_text("The game cannot be read: 1... d6: d6 is taken.")
    expect(moves(page)).to_have_text(["d6", "f4"])


def test_the_board_is_saved_as_the_picture_of_the_server(visit: Visit, server: Served) -> None:
    page = visit(NINE + "#game", accept_downloads=True)
    Board(page).status("win in 1")
    picture = saved(page, page.get_by_role("link", name="Picture (SVG)"))
    ElementTree.fromstring(picture)
    assert picture == httpx.get(server.address + "/api/board.svg" + NINE[1:]).content
    pixels = saved(page, page.get_by_role("button", name="Picture (PNG)"))
    assert pixels.startswith(b"\x89PNG")
    assert int.from_bytes(pixels[16:20], "big") == 1200
    assert len(set(pixels)) > 100  # something is drawn on it
