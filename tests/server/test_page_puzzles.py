"""Puzzles in the page: by link and by lot; right moves, slower ones, wrong ones; the solution."""

from __future__ import annotations

import re
from pathlib import Path

from browser import Board, Visit
from invoking import invoke
from playwright.sync_api import Page, expect
from serving import served

THREE = "/puzzles?variant=three&position="


def steps(page: Page, number: int) -> None:
    expect(page.locator("#steps .step")).to_have_count(number)


def comment(page: Page, text: str) -> None:
    expect(page.locator("#comment")).to_have_text(text)


def test_a_puzzle_by_link_is_solved_against_the_longest_defence(visit: Visit) -> None:
    page = visit(THREE + "......../._w_3,3")
    board = Board(page)
    board.status("White wins in 5 turns")
    assert page.locator(".value").count() == 0
    board.press("b2")
    comment(page, "Right.")
    steps(page, 2)
    assert page.url.endswith("/puzzles?variant=three&position=......../._w_3,3")
    for turn in range(1, 5):
        steps(page, 2 * turn)
        here = str(page.get_by_role("link", name="Analyse").get_attribute("href"))
        best = page.request.get("/api/query" + here.removeprefix("/")).json()["moves"][0]["move"]
        board.press(*best.split("-"))
    board.status("Solved")
    steps(page, 9)


def test_the_solution_is_shown(visit: Visit) -> None:
    page = visit(THREE + "WW.B..../B_w_1,1")
    Board(page).status("White wins in 1 turn")
    page.get_by_role("button", name="Solution").click()
    comment(page, "This was the solution.")
    steps(page, 1)
    Board(page).press("a1")  # and nothing more is played
    steps(page, 1)


def test_wrong_and_slower_moves_are_said_and_taken_back(visit: Visit) -> None:
    page = visit(THREE + "......../._w_3,3")
    board = Board(page)
    board.status("White wins in 5 turns")
    board.press("a3")
    comment(page, "You had a win in 9 plies; after a3 it is a draw.")
    steps(page, 0)
    assert "empty" in board.label("a3")
    page = visit("/puzzles?position=W..W..../WBB...../...B...._w")
    board = Board(page)
    board.status("White wins in 3 turns")
    answers = page.request.get("/api/query?position=W..W..../WBB...../...B...._w").json()["moves"]
    slower = next(move for move in answers if move["value"] == "win" and move["plies"] > 5)
    board.press(*slower["move"].split("-"))
    comment(page, f"{slower['move']} wins, but not shortest: in {(slower['plies'] + 1) // 2} turns.")
    steps(page, 0)
    board.press("g4", "a4")
    comment(page, "Right.")
    steps(page, 2)


def test_positions_of_find_are_puzzles_by_link(visit: Visit, tables: Path) -> None:
    found = invoke(
        tables, "find", "3-3", "--win", "3", "--only-move", "--count", "1", "--link", "http://a:1/"
    )
    [link] = found.stdout.splitlines()
    assert re.fullmatch(r"http://a:1/puzzles\?variant=nine&position=\S+_w", link)
    page = visit(link.removeprefix("http://a:1"))
    Board(page).status("White wins in 2 turns")
    assert invoke(tables, "find", "3-3", "--link", "x", "--json").exit_code == 2


def test_puzzles_are_drawn_by_lot(visit: Visit) -> None:
    page = visit("/puzzles")
    status = page.get_by_role("status").filter(has_text=re.compile("(White|Black) wins in 3 turns"))
    status.wait_for(timeout=20_000)
    first = page.url
    assert "position=" in first
    page.get_by_label("Turns to win").select_option("2")
    page.get_by_role("status").filter(has_text="wins in 2 turns").wait_for(timeout=20_000)
    assert page.url != first
    page.go_back()
    status.wait_for()
    assert page.url == first
    answers = page.request.get(first.replace("/puzzles", "/api/query")).json()["moves"]
    assert [move["plies"] for move in answers].count(5) == 1


def test_without_tables_it_says_what_to_build(visit: Visit, tmp_path: Path) -> None:
    with served(tmp_path) as bare:
        page = visit("/puzzles", at=bare.address)
        expect(page.locator("#comment")).to_contain_text("millbase build")


def test_draws_and_losses(visit: Visit) -> None:
    page = visit(THREE + "W......./._b_2,3")
    board = Board(page)
    board.status("Black keeps the draw")
    board.press("b2")
    board.status("Solved")
    page = visit(THREE + "......../W_b_2,3")
    Board(page).status("Black has lost: nothing to solve")
