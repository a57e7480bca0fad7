"""Tables of a whole small game and of few stones of a large one, and a server on them."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from browser import ARGUMENTS, CHROMIUM, Visit, Watched
from playwright.sync_api import Browser, Page, sync_playwright
from serving import Served, served

from millbase.databases.building import build
from millbase.solver.game.rules import preset
from millbase.solver.subspaces import game_subspaces, moving_subspaces


@pytest.fixture(scope="session")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three men's morris as a whole, and nine with up to seven stones."""
    root = tmp_path_factory.mktemp("served")
    three, nine = preset("three"), preset("nine")
    build(root, three, game_subspaces(three))
    build(root, nine, moving_subspaces(nine, 7))
    return root


@pytest.fixture
def copied(tables: Path, tmp_path: Path) -> Path:
    """Tables to damage."""
    return Path(shutil.copytree(tables, tmp_path / "tables"))


@pytest.fixture(scope="session")
def server(tables: Path) -> Iterator[Served]:
    """A server on the tables, for all tests that leave it as it is."""
    with served(tables) as running:
        yield running


@pytest.fixture
def client(server: Served) -> Iterator[httpx.Client]:
    """Asks the server."""
    with httpx.Client(base_url=server.address) as client:
        yield client


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The browser. Where there is none, its tests are left out, but not in continuous integration."""
    if CHROMIUM is None:
        if os.environ.get("CI"):
            pytest.fail("no chromium is installed, and the page has to be tested")
        pytest.skip("no chromium is installed, which the page is tested in")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def visit(chromium: Browser, server: Served) -> Iterator[Visit]:
    """Open an address in a browser's context of its own; in the end no page may have done wrong."""
    watched = []
    contexts = []

    def opened(address: str, at: str = server.address, **how: Any) -> Page:
        context = chromium.new_context(**{"locale": "en-GB", "base_url": at, **how})
        contexts.append(context)
        page = context.new_page()
        watched.append(Watched(page, at))
        page.goto(address)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert [fault for page in watched for fault in page.faults] == []
