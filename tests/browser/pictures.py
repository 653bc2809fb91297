"""Makes the pictures of the README anew, from games of now: .venv/bin/python -m tests.browser.pictures"""

from __future__ import annotations

import base64
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.conftest import FLAGS, PLENTY, chromium
from tests.browser.visitors import PHONE, Visitor
from tests.server.clients import Process

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
WIDE = (1280, 800)
QUALITY = 80


def keep(visitor: Visitor, name: str) -> None:
    """What is on the screen, as WebP, which takes a fifth of the bytes of PNG."""
    visitor.wait_for(lambda: visitor.page.title().startswith("●"))
    visitor.page.mouse.move(5, 5)  # away from the cards, which rise under it
    visitor.page.wait_for_timeout(500)
    session = visitor.context.new_cdp_session(visitor.page)
    shot = session.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    (FOLDER / f"{name}.webp").write_bytes(base64.b64decode(shot["data"]))


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        Process(f"sqlite:///{folder}/tables.db", *PLENTY) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        ada = Visitor(browser, server.address, size=WIDE)
        ada.open("wild-apex", seats=6)
        ada.play(lambda: len(ada.sent) >= 4)
        keep(ada, "table")
        ada.leave()
        ada = Visitor(browser, server.address, size=PHONE, touch=True, dark=True)
        ada.open("cl4sh", seats=4)
        ada.play(lambda: len(ada.sent) >= 2)
        keep(ada, "phone")
        ada.leave()
        browser.close()


if __name__ == "__main__":
    main()
