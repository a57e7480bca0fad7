"""Make the pictures of the page that the documents show.

    python docs/screenshots.py --db DIR

DIR has the tables of Nine Men's Morris, as ``millbase solve`` builds them. Chromium is the system's, as for
the tests.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Literal, NamedTuple

from playwright.sync_api import Page, expect, sync_playwright

HERE = Path(__file__).parent
POSITION = "/?position=BWWW.W../.B....../...B...._w"
PUZZLE = "/puzzles?position=W..W..../WBB...../...B...._w"
GAME = """\
1. d6 e4 2. d2 b2 3. f4 f2 4. c5 d5 5. d1 d3 6. c4 c3 7. e3 b4 8. b6 f6 9. a4 a1 10. d1-g1 a1-d1
11. g1-g4 d1-a1 12. g4-g7 e4-e5 13. e3-e4 a1-d1 14. d6-d7 d3-e3 15. a4-a7xd1 *
"""


def moves(page: Page) -> None:
    """Wait until the moves have values."""
    page.locator(".value").first.wait_for()


def review(page: Page) -> None:
    """Have a game judged, and go to its mistake."""
    moves(page)
    page.locator("#game-text").fill(GAME)
    page.locator("#game-read").click()
    page.locator("#game-curve .curve").wait_for()
    page.locator("#game-mistake").click()
    expect(page.locator("#game-steps [aria-current]")).to_contain_text("?")
    page.evaluate("document.activeElement.blur()")
    moves(page)


def puzzle(page: Page) -> None:
    """Wait until the puzzle is told."""
    expect(page.get_by_role("status")).to_contain_text("3")


class Shot(NamedTuple):
    """A picture: its name, what it shows, and how."""

    name: str
    address: str
    width: int
    height: int
    scheme: Literal["light", "dark"]
    language: str
    prepare: Callable[[Page], None]


SHOTS = (
    Shot("page", POSITION, 1120, 740, "light", "en", moves),
    Shot("page-dark", POSITION, 1120, 740, "dark", "en", moves),
    Shot("page-review", "/#game", 1120, 740, "light", "en", review),
    Shot("page-puzzle", PUZZLE, 320, 740, "dark", "de", puzzle),
    Shot("page-phone", POSITION, 320, 740, "light", "de", moves),
)


def main() -> None:
    """Make them all."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--db", required=True)
    options = parser.parse_args()
    command = [sys.executable, "-m", "millbase", "serve", "--port", "0", "--db", options.db]
    with (
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server,
        sync_playwright() as playwright,
    ):
        assert server.stdout is not None
        address = server.stdout.readline().split()[3].rstrip("/")
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        for shot in SHOTS:
            page = browser.new_page(
                viewport={"width": shot.width, "height": shot.height},
                color_scheme=shot.scheme,
                locale=shot.language,
                reduced_motion="reduce",
            )
            page.goto(address + shot.address)
            shot.prepare(page)
            page.screenshot(path=HERE / f"{shot.name}.png")
        browser.close()
        server.terminate()


if __name__ == "__main__":
    main()
