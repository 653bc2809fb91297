"""At the table: one click to a game, friends by a link, a page that is loaded anew, a server that dies."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PLENTY, Visit
from tests.browser.test_games import moves_told
from tests.browser.visitors import CARDS, Visitor
from tests.server.clients import Process

pytestmark = pytest.mark.compiled_only


def hand(visitor: Visitor) -> list[str]:
    """The cards by their names."""
    cards = visitor.page.locator(".hand button.card > svg")
    return sorted(cards.evaluate_all("all => all.map(one => one.getAttribute('aria-label'))"))


def table_of(visitor: Visitor) -> str:
    return visitor.page.url.rpartition("/")[2]


def is_asked(visitor: Visitor) -> bool:
    return visitor.page.title().startswith("●")


def test_play_now_and_load_the_page_anew(visit: Visit) -> None:
    ada = visit(still=False)
    ada.go("/")
    ada.page.get_by_role("button", name="Play now CL4SH").click()
    ada.page.wait_for_url("**/t/*")
    ada.play(lambda: len(ada.sent) >= 2)
    ada.wait_for(lambda: is_asked(ada))
    before, log = hand(ada), ada.page.locator(".panel li").count()
    ada.page.reload()
    ada.page.locator(".hand button.card").first.wait_for()
    assert hand(ada) == before
    assert ada.page.locator(".panel li").count() == log
    sent = len(ada.sent)
    ada.play(lambda: len(ada.sent) >= sent + 2 or ada.is_over)
    assert ada.page.locator(".notice p").count() == 0  # nothing was refused
    # The table is among one's own, and it goes on from there.
    ada.page.get_by_role("link", name="Wildtable, to the games").click()
    ada.page.get_by_role("link", name=re.compile("Go on")).first.click()
    ada.page.wait_for_url("**/t/*")
    ada.page.locator(".felt").wait_for()


def test_two_with_a_link(visit: Visit) -> None:
    ada = visit()
    ada.go("/t/new?game=cl4sh")
    ada.page.get_by_label("Your name").fill("Ada")
    ada.page.get_by_label("Chairs", exact=True).select_option("3")
    ada.page.get_by_label("Machine players among them").select_option("1")
    ada.page.get_by_role("button", name="Open the table").click()
    link = ada.page.get_by_label("Link for your friends").input_value()
    assert link.startswith(ada.address)

    ben = visit(seed=2)
    ben.page.goto(link)
    ben.page.get_by_label("What shall we call you?").fill("Ben")
    ben.page.get_by_role("button", name="Come in").click()
    ben.page.get_by_role("button", name="Sit here").first.click()
    expect(ada.page.get_by_role("link", name="Ben")).to_be_visible()
    ada.page.get_by_role("button", name="Deal").click()

    both = (ada, ben)
    ben.page.locator(".felt").wait_for()
    ben.page.get_by_role("tab", name="Talk").click()
    ben.page.get_by_label("Say something").fill("<b>Hello</b>")
    ben.page.keyboard.press("Enter")
    ada.page.get_by_role("tab", name="Talk").click()
    expect(ada.page.get_by_role("log", name="Talk")).to_contain_text("Ben: <b>Hello</b>")

    for match in (1, 2):
        for visitor in both:
            visitor.sent.clear()
        ada.wait_for(lambda: not any(visitor.is_over for visitor in both))
        for turn in range(4000):
            if all(visitor.is_over for visitor in both):
                break
            if not both[turn % 2].step():
                ada.page.wait_for_timeout(5)
        steps = ada.get(f"/api/tables/{table_of(ada)}/matches/{match}")["steps"]
        for seat, visitor in zip("AB", both, strict=True):
            assert [step["move"] for step in steps if step["seat"] == seat] == list(visitor.sent.values())
        assert ben.page.get_by_text("Ada can deal again.").is_visible()
        if match == 1:
            ada.page.get_by_role("button", name="Play again").click()


GONE = ("WebSocket connection to", "Failed to load resource")


def test_the_server_is_killed_in_mid_game(visit: Visit, tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/tables.db"
    with Process(database, *PLENTY) as server:
        address = server.address
        ada = visit(address, allowed=GONE)
        table = ada.open("wild-apex", seats=3, options={"offer_cut": False})
        ada.play(lambda: len(ada.sent) >= 3)
        ada.wait_for(lambda: is_asked(ada))
        ada.page.locator(CARDS + ", .bar button.action").first.wait_for()
        server.process.kill()
        server.process.wait()
        banner = ada.page.locator(".banner")
        banner.wait_for()
        # What is clicked now waits, and is made once.
        before = len(ada.sent)
        ada.play(lambda: "waiting to be sent" in banner.inner_text())
        assert len(ada.sent) == before
    port = address.rpartition(":")[2]
    with Process(database, *PLENTY, "--port", port):
        banner.wait_for(state="detached")
        ada.wait_for(lambda: len(ada.sent) == before + 1)
        ada.play(lambda: ada.is_over)
        assert moves_told(ada, table) == list(ada.sent.values())
        assert len(ada.sent) > before
    with sqlite3.connect(f"{tmp_path}/tables.db") as stored:
        (faults,) = stored.execute("pragma integrity_check").fetchone()
    stored.close()
    assert faults == "ok"
