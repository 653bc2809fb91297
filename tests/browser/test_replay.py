"""A match that is over: its slider, its steps, its eyes, and to play on from the middle of it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Visit

pytestmark = pytest.mark.compiled_only


def names(cards: Locator) -> list[str]:
    found: list[str] = cards.evaluate_all("all => all.map(one => one.querySelector('svg').getAttribute('aria-label'))")
    return found


def test_replay(visit: Visit) -> None:
    ada = visit()
    ada.open("cl4sh", seats=2)
    ada.play(lambda: ada.is_over)
    page = ada.page
    page.get_by_role("link", name="See it again").click()
    told = page.locator("footer .told")
    slider = page.get_by_role("slider", name="Step")
    last = int(slider.get_attribute("max") or "0")
    assert last > 4

    # By steps, from the deal on.
    expect(told).to_contain_text(f"0 of {last}")
    page.get_by_role("button", name="One step on").click()
    page.get_by_role("button", name="One step on").click()
    expect(told).to_contain_text(f"2 of {last}")
    page.get_by_role("button", name="One step back").click()
    expect(told).to_contain_text(f"1 of {last}")
    # By the slider, by keys, and to both ends.
    slider.focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(told).to_contain_text(f"4 of {last}")
    page.get_by_role("button", name="To the end").click()
    expect(told).to_contain_text(f"{last} of {last}")
    expect(page.locator(".notice")).to_contain_text("the match")
    page.get_by_role("button", name="To the deal").click()

    # All hands lie open, or those of one chair alone.
    eyes = page.get_by_label("Whose eyes")
    hands = page.locator(".hand button.card")
    expect(hands).to_have_count(0)
    eyes.select_option(label="Ada")
    expect(hands).to_have_count(7)
    seen = names(hands)
    eyes.select_option("B")
    expect(page.get_by_role("group", name=re.compile("^Your hand"))).to_be_visible()
    expect(hands).to_have_count(7)
    ada.wait_for(lambda: names(hands) != seen)
    eyes.select_option("nobody")
    expect(hands).to_have_count(0)

    # It goes by itself, and stops.
    page.get_by_label("Speed").select_option(label="steady")
    page.get_by_role("button", name="Play", exact=True).click()
    ada.wait_for(lambda: int(slider.input_value()) >= 1)
    page.get_by_role("button", name="Pause").click()
    at = int(slider.input_value())
    page.wait_for_timeout(2700)  # in which two steps would have been made
    expect(told).to_contain_text(f"{at} of {last}")
    # Very fast it comes to its end.
    page.get_by_label("Speed").select_option(label="very fast")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(told).to_contain_text(f"{last} of {last}", timeout=60_000)
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    page.get_by_role("button", name="To the deal").click()
    for _ in range(3):
        page.get_by_role("button", name="One step on").click()

    # A link to this moment.
    at = int(slider.input_value())
    page.wait_for_url(f"**/replay/*/1#{at}")
    page.reload()
    expect(told).to_contain_text(f"{at} of {last}")

    page.get_by_role("button", name=re.compile("^Play on")).click()
    dialog = page.get_by_role("dialog", name="Play on from here")
    dialog.get_by_role("button", name="Play on").click()
    page.wait_for_url("**/t/*")
    page.locator(".felt").wait_for()
    sent = len(ada.sent)
    ada.play(lambda: len(ada.sent) > sent)
