"""Every page at three sizes: nothing covered, nothing to scroll sideways, nothing for axe; and how heavy and fast the
page of a table is."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Response

from tests.browser.checks import complaints_of_axe, covered, sideways
from tests.browser.conftest import Visit
from tests.browser.test_lessons import open_lesson
from tests.browser.visitors import QUICK, SIZES, Visitor
from wildtable.server.settings import Settings

pytestmark = pytest.mark.compiled_only

MOST_KILOBYTES = 150
MOST_MILLISECONDS = 1000
TRIES = 20


def look_at(visitor: Visitor, screenshots: Path, name: str) -> None:
    page = visitor.page
    for size in SIZES:
        visitor.grow(size)
        for theme in visitor.THEMES:
            visitor.light(theme)
            if theme == "light" or size == "phone":
                page.screenshot(path=screenshots / f"{name}-{size}-{theme}.png")
        assert sideways(page) == [], (name, size)
        assert covered(page) == [], (name, size)
        if size != "tablet":
            for theme in visitor.THEMES:
                visitor.light(theme)
                assert complaints_of_axe(page) == [], (name, size, theme)


def past_match(visitor: Visitor) -> str:
    """A table where a match is over."""
    table = visitor.open("cl4sh", seats=2)
    visitor.play(lambda: visitor.is_over)
    return table


def home(visitor: Visitor) -> None:
    visitor.name("Ada")
    past_match(visitor)
    visitor.post("/api/tables", game="wild-side", open=True)
    visitor.post("/api/tables", game="uno-etheria", bots=["calm"] * 3, begin=True, **QUICK)
    visitor.go("/")
    visitor.page.get_by_role("heading", name="Your last matches").wait_for()


def first_visit(visitor: Visitor) -> None:
    visitor.go("/")
    visitor.page.get_by_role("heading", name="UNO She-Ra").wait_for()


def new_table(visitor: Visitor) -> None:
    visitor.go("/t/new?game=wild-apex")
    visitor.page.get_by_label("Machine players among them").select_option("2")
    visitor.page.get_by_label("Hardcore").check()


def waiting_room(visitor: Visitor) -> None:
    visitor.name("Ada")
    table = visitor.post("/api/tables", game="cl4sh", seats=4, bots=["sharp"], options={"mode": "competition"})["table"]
    visitor.go(f"/t/{table}")
    visitor.page.get_by_role("heading", name="Who sits down?").wait_for()


def invited(visitor: Visitor) -> None:
    # A table of somebody else; this browser has never been here.
    visitor.post("/api/me", name="Ada")
    table = visitor.post("/api/tables", game="whats-wild", seats=4)["table"]
    visitor.context.clear_cookies()
    visitor.go(f"/t/{table}")
    visitor.page.get_by_role("button", name="Come in").wait_for()


def rules(visitor: Visitor) -> None:
    visitor.go("/rules")
    visitor.page.get_by_role("link", name="CL4SH").first.wait_for()


def rules_of_a_game(visitor: Visitor) -> None:
    visitor.go("/rules/uno-etheria")
    visitor.page.get_by_role("heading", level=2).first.wait_for()


def rule(visitor: Visitor) -> None:
    visitor.open("wild-apex", seats=3, options={"offer_cut": False})
    visitor.grow("screen")
    visitor.page.locator(".side button", has_text=re.compile("WA-")).first.click()
    visitor.page.get_by_role("dialog").wait_for()


def replay(visitor: Visitor) -> None:
    table = past_match(visitor)
    visitor.go(f"/replay/{table}/1#5")
    visitor.page.locator(".felt").wait_for()


def player(visitor: Visitor) -> None:
    past_match(visitor)
    visitor.go(f"/players/{visitor.get('/api/me')['person']}")
    visitor.page.get_by_role("heading", name="Ada").wait_for()


def ratings(visitor: Visitor) -> None:
    past_match(visitor)
    visitor.go("/players?game=cl4sh")
    visitor.page.get_by_role("table").wait_for()


def settings(visitor: Visitor) -> None:
    visitor.open("whats-wild")
    visitor.page.get_by_role("button", name="Settings").click()
    visitor.page.get_by_role("dialog", name="Settings").wait_for()


def talk(visitor: Visitor) -> None:
    visitor.open("wild-side")
    visitor.grow("phone")
    visitor.page.get_by_role("button", name="Talk").click()
    visitor.page.get_by_label("Say something").fill("Good luck, everybody!")
    visitor.page.keyboard.press("Enter")


def people(visitor: Visitor) -> None:
    visitor.open("wild-side")
    visitor.grow("phone")
    visitor.page.get_by_role("button", name="Chairs").click()


def hint(visitor: Visitor) -> None:
    visitor.open("wild-side", seats=4)
    visitor.wait_for(lambda: visitor.page.title().startswith("●"))
    visitor.page.get_by_role("button", name="Hint", exact=True).click()
    visitor.page.get_by_text("A fierce player's advice").wait_for()


def refused(visitor: Visitor) -> None:
    visitor.open("uno-etheria")
    visitor.page.get_by_label("Type a move").fill("catch B")
    visitor.page.keyboard.press("Enter")
    visitor.page.get_by_role("alert").get_by_role("button", name="Rule UE-").wait_for()


def hands_at_the_end_of_a_round(visitor: Visitor) -> None:
    visitor.open("whats-wild")
    visitor.play(lambda: visitor.sees("role=button[name='Hands']"))
    visitor.page.get_by_role("button", name="Hands").click()
    visitor.page.get_by_role("dialog").locator(".left svg").first.wait_for()


def lessons(visitor: Visitor) -> None:
    visitor.go("/lessons")
    visitor.page.get_by_role("link", name=re.compile("CL4SH")).wait_for()


def lessons_of_a_game(visitor: Visitor) -> None:
    visitor.go("/lessons/wild-side")
    visitor.page.locator("main a[href^='/lessons/wild-side/']").first.wait_for()


def lesson(visitor: Visitor) -> None:
    """Answered, so that the verdicts are there."""
    open_lesson(visitor, "wild-apex")
    visitor.page.get_by_role("button", name="Check").click()
    visitor.page.get_by_role("button", name=re.compile("^See what|^Go on")).wait_for()


def lab(visitor: Visitor) -> None:
    visitor.go("/lab?game=uno-etheria")
    visitor.page.get_by_label("Matches with each variant").select_option(index=0)
    visitor.page.get_by_role("button", name="Play and compare").click()
    visitor.page.get_by_role("heading", name="What variant 2 changes").wait_for()


def result(visitor: Visitor) -> None:
    visitor.open("uno-etheria", options={"target": 30})
    visitor.play(lambda: visitor.is_over)


def nothing_here(visitor: Visitor) -> None:
    visitor.go("/nothing/here")
    visitor.page.get_by_role("heading").first.wait_for()


PAGES = (
    first_visit, home, new_table, waiting_room, invited, rules, rules_of_a_game, rule, replay, player, ratings,
    settings, talk, people, hint, refused, hands_at_the_end_of_a_round, lessons, lessons_of_a_game, lesson, lab, result,
    nothing_here,
)  # fmt: skip


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.__name__)
def test_page(visit: Visit, screenshots: Path, page: Callable[[Visitor], None]) -> None:
    ada = visit(allowed=["Failed to load resource"] if page is nothing_here else ())
    page(ada)
    look_at(ada, screenshots, page.__name__.replace("_", "-"))


def test_weight(visit: Visit) -> None:
    """Scripts, styles and the page itself, as they travel."""
    ada = visit()
    answers: list[Response] = []
    ada.page.on("response", lambda answer: answers.append(answer))
    ada.open("whats-wild")
    ada.page.locator(".hand button.card").first.wait_for()
    heavy = [answer for answer in answers if answer.request.resource_type in ("document", "script", "stylesheet")]
    kinds = {answer.request.resource_type for answer in heavy}
    assert kinds == {"document", "script", "stylesheet"}
    sizes = {answer.url: answer.request.sizes()["responseBodySize"] for answer in heavy}
    assert sum(sizes.values()) < MOST_KILOBYTES * 1000, sizes
    # They travel as small as they can be.
    for answer in heavy:
        assert sizes[answer.url] <= 1.1 * len(gzip.compress(answer.body(), 6)) + 100, answer.url


def test_what_travels_packed_is_what_was_built() -> None:
    built = Settings.static
    found = sorted(built.rglob("*.gz"))
    assert {file.name.rpartition(".")[0].rpartition(".")[2] for file in found} == {"css", "html", "js"}
    for file in found:
        assert gzip.decompress(file.read_bytes()) == file.with_suffix("").read_bytes(), file


# When the first thing that can be clicked to play was there, as the page's own clock has it.
READY = """(() => {
  const look = () => {
    const found = document.querySelector('.hand button.card.lit, .bar button.action, .cut button, .games button');
    if (found) performance.mark('ready');
    else requestAnimationFrame(look);
  };
  look();
})()"""
WHEN_READY = "performance.getEntriesByName('ready')[0]?.startTime"


@pytest.mark.parametrize("where", ["home", "table"])
def test_speed(visit: Visit, where: str) -> None:
    """From the click on a link to a table that can be played at: under a second. A busy machine may be slower now and
    then, but not every time."""
    ada = visit()
    ada.open("wild-apex", seats=3)
    path = "/" if where == "home" else ada.page.url
    ada.context.add_init_script(READY)
    # As on the first visit.
    ada.context.new_cdp_session(ada.page).send("Network.setCacheDisabled", {"cacheDisabled": True})
    times = []
    for _ in range(TRIES):
        ada.page.goto(path)
        ada.wait_for(lambda: ada.page.evaluate(WHEN_READY) is not None)
        times.append(ada.page.evaluate(WHEN_READY))
        if times[-1] < MOST_MILLISECONDS:
            break
    assert min(times) < MOST_MILLISECONDS, times
