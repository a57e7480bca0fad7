"""A page in a real browser: Debian's Chromium, as `.ci/run` installs it."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from typing import Any

from playwright.sync_api import ConsoleMessage, Page, Request

CHROMIUM = shutil.which("chromium")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


Visit = Callable[..., Page]  # opens an address of the server; see the fixture `visit`


class Watched:
    """Notes what a page must not do: errors, and requests to other machines."""

    def __init__(self, page: Page, address: str) -> None:
        self.faults: list[str] = []
        self._address = address
        page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        page.on("console", self._console)
        page.on("request", self._request)

    def _console(self, message: ConsoleMessage) -> None:
        # The browser itself tells of every response that is a refusal, which the page has to live with.
        refused = message.text.startswith("Failed to load resource") and (
            "/api/" in str(message.location) or "ERR_CONNECTION_REFUSED" in message.text
        )
        if message.type in ("error", "warning") and not refused:
            self.faults.append(f"console: {message.text} {message.location}")

    def _request(self, request: Request) -> None:
        if not request.url.startswith((self._address, "blob:")):
            self.faults.append(f"request: {request.url}")


class Board:
    """What a player does at the board of a page."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def point(self, name: str) -> Any:
        return self.page.locator(f"[data-point={name}]")

    def label(self, name: str) -> str:
        return str(self.point(name).get_attribute("aria-label"))

    def press(self, *names: str) -> None:
        for name in names:
            self.point(name).click()

    def status(self, text: str) -> None:
        """Wait until the line above the panels says something."""
        self.page.get_by_role("status").filter(has_text=text).wait_for(timeout=10_000)

    def wait_for_label(self, name: str, text: str) -> None:
        self.page.wait_for_function(
            "([name, text]) => document.querySelector(`[data-point=${name}]`)?.ariaLabel?.includes(text)",
            arg=[name, text],
            timeout=10_000,
        )
