"""A server, Chromium, and people with browsers of their own."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.visitors import Visitor
from tests.server.clients import Process
from tests.server.postgres import MEMORY, has_room

CHROMIUMS = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
PLENTY = ["--log", "none"] + [
    word
    for what in ("messages", "chat", "reactions", "sockets", "connects", "tables", "requests")
    for word in (f"--most-{what}", "100000")
]


def chromium() -> str:
    """The program; `make test` installs it where it can."""
    named = os.environ.get("WILDTABLE_CHROMIUM")
    found = next(filter(None, map(shutil.which, [named] if named else CHROMIUMS)), None)
    if found is None:
        pytest.fail(
            "The browser table is tested in Chromium, and there is none: apt install chromium, "
            "or name one with WILDTABLE_CHROMIUM=/path/to/chromium.",
            pytrace=False,
        )
    return found


# For one file each: while Playwright runs, tests of other files could not have event loops of their own.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The address of a server that everybody shares."""
    folder = tempfile.mkdtemp(prefix="wildtable-", dir=MEMORY if has_room(MEMORY) else None)
    with Process(f"sqlite:///{folder}/tables.db", *PLENTY) as process:
        yield process.address
    shutil.rmtree(folder)


Visit = Callable[..., Visitor]


@pytest.fixture
def visit(browser: Browser, server: str, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """Somebody comes with a browser; nothing may ever be complained of in its console."""
    visitors: list[Visitor] = []

    def visit(address: str = server, **more: Any) -> Visitor:
        visitor = Visitor(browser, address, **more)
        visitors.append(visitor)
        return visitor

    yield visit
    for visitor in visitors:
        visitor.leave()
    for visitor in visitors:
        assert visitor.complaints == []


@pytest.fixture(scope="session")
def screenshots() -> Path:
    folder = Path(__file__).parents[2] / "build" / "screenshots"
    folder.mkdir(parents=True, exist_ok=True)
    return folder
