"""The board of the page in a real browser: moving, looking, going back and forward."""

from __future__ import annotations

from browser import Board, Visit
from playwright.sync_api import expect

NINE = "/?position=BWWW.W../.B....../...B...._w"
MILL = "/?position=BWW....W/.B....../...B...._w"


def test_it_says_what_a_position_is_worth(visit: Visit) -> None:
    page = visit(NINE)
    Board(page).status("White to move: win in 1 ply")
    expect(page).to_have_title("4-3, White to move: win in 1 ply · millbase")
    groups = page.locator("#moves .group h2")
    expect(groups).to_have_text(["Winning3", "Drawing3", "Losing1"])
    expect(page.locator("#moves .win button").first).to_have_text("d1-g1xa71 ply")


def test_pointing_at_a_move_shows_it_and_a_click_plays_it(visit: Visit) -> None:
    page = visit(NINE)
    Board(page).status("win in 1")
    move = page.get_by_role("button", name="g4-f4")
    move.hover()
    expect(page.locator(".preview .arrow")).to_have_count(1)
    page.mouse.move(5, 5)
    expect(page.locator(".preview .arrow")).to_have_count(0)
    move.focus()
    expect(page.locator(".preview .arrow")).to_have_count(1)
    move.click()
    Board(page).status("Black to move: draw")
    assert "position=BWW..W../.B.W..../...B...._b" in page.url


def test_a_mill_waits_for_its_removal_and_escape_takes_it_back(visit: Visit) -> None:
    page = visit(NINE)
    board = Board(page)
    board.status("win in 1")
    board.press("d1", "g1")
    board.status("A mill: White removes a stone")
    assert "white stone" in board.label("g1")
    assert "can be removed" in board.label("a7")
    board.point("g1").press("Escape")
    board.status("White to move: win in 1")
    assert "empty" in board.label("g1")
    board.press("d1", "g1", "d7")  # a stone of one's own is not removed
    board.status("A mill")
    board.press("a7")
    board.status("White has won.")


def test_a_stone_can_be_dragged(visit: Visit) -> None:
    page = visit(NINE)
    board = Board(page)
    board.status("win in 1")
    board.point("g4").drag_to(board.point("f4"))
    board.status("Black to move: draw")
    assert "empty" in board.label("g4")
    board.point("d6").drag_to(board.point("d7"))  # a stone stands there
    board.status("Black to move: draw")
    assert "black stone" in board.label("d6")


def test_three_mens_morris_is_played_to_its_end_by_mouse(visit: Visit) -> None:
    page = visit("/?variant=three")
    board = Board(page)
    board.status("White to move: win in 9 plies")
    for name, said in (("b2", "Black"), ("b3", "White"), ("a1", "Black"), ("a2", "White")):
        board.press(name)
        board.status(f"{said} to move")
    board.press("c3")
    board.status("White has won. A mill decides the game.")
    expect(page.locator("#panel-moves .step")).to_have_text(["b2", "b3", "a1", "a2", "c3"])


def test_three_mens_morris_is_played_to_its_end_by_keyboard_alone(visit: Visit) -> None:
    page = visit("/?variant=three")
    board = Board(page)
    board.status("White to move")
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.point"):
            break
    assert page.evaluate("document.activeElement.dataset.point") == "a3"
    ways = [
        (["ArrowRight", "ArrowDown"], "b2", "Black"),
        (["ArrowUp"], "b3", "White"),
        (["ArrowLeft", "ArrowDown", "ArrowDown"], "a1", "Black"),
        (["ArrowUp"], "a2", "White"),
        (["ArrowUp", "ArrowRight", "ArrowRight"], "c3", ""),
    ]
    for keys, name, said in ways:
        for key in keys:
            page.keyboard.press(key)
        assert page.evaluate("document.activeElement.dataset.point") == name
        page.keyboard.press("Enter")
        board.status(f"{said} to move" if said else "White has won")


def test_the_board_is_one_tab_stop(visit: Visit) -> None:
    page = visit("/")
    Board(page).status("White to move")
    assert page.locator(".point[tabindex='0']").count() == 1
    assert page.locator(".point").count() == 24
    Board(page).point("f4").click()
    Board(page).status("Black to move")
    assert page.locator(".point[tabindex='0']").get_attribute("data-point") == "f4"


def test_back_and_forward_lead_through_the_moves(visit: Visit) -> None:
    page = visit("/?variant=three")
    board = Board(page)
    board.status("White to move")
    board.press("b2")
    board.status("Black to move")
    board.press("b3")
    board.status("White to move: win in 7")
    page.go_back()
    board.status("Black to move")
    assert "empty" in board.label("b3")
    page.go_back()
    board.status("White to move: win in 9")
    page.go_forward()
    page.go_forward()
    board.status("White to move: win in 7")
    page.reload()
    board.status("White to move: win in 7")
    expect(page.locator("#panel-moves .step")).to_have_text(["b2", "b3"])
    page.get_by_role("button", name="One move back").click()
    board.status("Black to move")
    page.get_by_role("button", name="To the end").click()
    board.status("White to move: win in 7")


def test_values_stand_on_the_points(visit: Visit) -> None:
    page = visit("/?variant=three")
    board = Board(page)
    board.wait_for_label("b2", "win in 9 plies")
    assert "loss in 8 plies" in board.label("b3")
    assert "draw" in board.label("a3")
    expect(page.locator(".value.win text")).to_have_text("W 9")
    page.get_by_label("Values on the board").uncheck()
    expect(page.locator(".value")).to_have_count(0)
    assert board.label("b2") == "b2, empty"


LATE = """
const real = window.fetch;
window.fetch = async (address, how) => {
  if (String(address).includes("api/query")) await new Promise((resolve) => setTimeout(resolve, 700));
  return real(address, how);
};
undefined;
"""


def test_a_move_that_is_pointed_at_stays_so_when_its_value_comes(visit: Visit) -> None:
    page = visit("/?variant=three")
    board = Board(page)
    board.status("win in 9")
    page.evaluate(LATE)
    board.press("b2")
    expect(page.locator("#moves .unknown")).to_have_count(1)  # Black's moves, and not White's any more
    move = page.locator("#moves button").filter(has_text="a3")
    move.focus()
    expect(page.locator(".preview .stone")).to_have_count(1)
    board.status("Black to move: loss in 8")
    expect(page.locator("#moves .unknown")).to_have_count(0)
    expect(page.locator(".preview .stone")).to_have_count(1)
    expect(move).to_be_focused()
    move.blur()
    expect(page.locator(".preview .stone")).to_have_count(0)


SLOW = """
const real = window.fetch;
window.fetch = async (address) => {  // and cannot be given up
  const answer = await real(address);
  if (address.includes("api/query") && address.includes("_b_")) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    window.late = true;
  }
  return answer;
};
undefined;
"""


def test_a_slow_answer_never_comes_after_a_newer_one(visit: Visit) -> None:
    page = visit("/?variant=three")
    board = Board(page)
    board.status("win in 9")
    page.evaluate(SLOW)
    with page.expect_request(lambda request: "api/query" in request.url and "_b_" in request.url):
        board.press("b2")
    board.press("b3")
    board.status("White to move: win in 7")
    page.wait_for_function("() => window.late")
    page.wait_for_timeout(100)
    board.status("White to move: win in 7")


def test_keys_act_and_can_be_switched_off(visit: Visit) -> None:
    page = visit("/?variant=three")
    board = Board(page)
    board.status("win in 9")
    board.press("b2")
    board.status("Black to move: loss in 8")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("ArrowLeft")
    board.status("win in 9")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.get_by_label("Keys act where no control has the focus").uncheck()
    page.get_by_role("button", name="Close").click()
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("ArrowRight")
    page.wait_for_timeout(200)
    board.status("win in 9")


def test_the_best_line_is_played_out(visit: Visit) -> None:
    page = visit("/?variant=three")
    board = Board(page)
    board.status("win in 9")
    page.get_by_role("button", name="Best line").click()
    expect(page.locator("#line-note")).to_have_text("9 moves follow: step through them below the board.")
    page.get_by_role("button", name="Play it out").click()
    board.status("White has won")
    expect(page.locator("#panel-moves .step")).to_have_count(9)


def test_other_views_of_a_position_are_links(visit: Visit) -> None:
    page = visit(NINE)
    board = Board(page)
    board.status("win in 1")
    page.get_by_text("The same position, turned and mirrored").click()
    expect(page.locator("#alike")).to_contain_text("15 other views")
    page.get_by_role("link", name="Colours exchanged").click()
    board.status("Black to move: win in 1")
    assert "white stone" in board.label("a7")
