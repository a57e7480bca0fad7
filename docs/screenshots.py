"""Make the pictures of the page that the README shows.

    python docs/screenshots.py --db DIR

DIR has at least what ``millbase build --stones 7`` and ``millbase solve --variant three`` build. Chromium is
the system's, as for the tests.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Literal, NamedTuple

from playwright.sync_api import sync_playwright

HERE = Path(__file__).parent
POSITION = "/?position=BWWW.W../.B....../...B...._w"


class Shot(NamedTuple):
    """A picture: its name, what it shows, and how."""

    name: str
    address: str
    width: int
    height: int
    scheme: Literal["light", "dark"]
    language: str


SHOTS = (
    Shot("page", POSITION, 1120, 740, "light", "en"),
    Shot("page-dark", "/?variant=three", 1120, 740, "dark", "de"),
    Shot("page-phone", POSITION, 320, 740, "light", "en"),
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
            )
            page.goto(address + shot.address)
            page.locator(".value").first.wait_for()
            page.screenshot(path=HERE / f"{shot.name}.png")
        browser.close()
        server.terminate()


if __name__ == "__main__":
    main()
