"""A lesson: every question answered from what the server says, once wrongly, and the progress that stays."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.visitors import Visitor

pytestmark = pytest.mark.compiled_only


def open_lesson(visitor: Visitor, game: str) -> str:
    """The page of the first lesson that begins with a question."""
    for line in visitor.get(f"/api/games/{game}/lessons"):
        if line["questions"] > 0:
            moments = visitor.get(f"/api/games/{game}/lessons/{line['id']}")["moments"]
            if moments[0]["answers"]:
                visitor.go(f"/lessons/{game}/{line['id']}")
                visitor.page.get_by_role("button", name="Check").wait_for()
                return str(line["id"])
    raise AssertionError(f"no lesson of {game} begins with a question")


@pytest.mark.parametrize("faultless", [True, False])
def test_a_lesson(visit: Visit, faultless: bool) -> None:
    ada = visit()
    page = ada.page
    lesson = open_lesson(ada, "cl4sh")
    asked = [moment for moment in ada.get(f"/api/games/cl4sh/lessons/{lesson}")["moments"] if moment["answers"]]
    first = True
    while not page.get_by_role("button", name="Once more").is_visible():
        if page.get_by_role("button", name="Check").is_visible():
            answers = asked.pop(0)["answers"]
            for place, answer in enumerate(answers):
                if answer["legal"] and (faultless or not first):
                    page.locator("fieldset input").nth(place).check()
            page.get_by_role("button", name="Check").click()
            wrong = 0 if faultless or not first else sum(answer["legal"] for answer in answers)
            expect(page.locator(".verdict", has_text="✗ Wrong")).to_have_count(wrong)
            expect(page.locator(".verdict", has_text="✓ Right")).to_have_count(len(answers) - wrong)
            first = False
        else:
            page.locator("form button.primary").click()
    assert asked == []
    expect(page.get_by_role("heading", name="All right!" if faultless else "Done", exact=True)).to_be_visible()
    # What was done stays in the browser.
    page.get_by_role("link", name="All lessons", exact=True).click()
    page.reload()
    done = page.locator(f"li:has(a[href='/lessons/cl4sh/{lesson}'])")
    expect(done).to_contain_text("done without a fault" if faultless else re.compile("done(?! without)"))
