"""Whole rounds by keyboard alone, by typed commands alone, and on a phone by finger alone."""

from __future__ import annotations

import pytest

from tests.browser.checks import covered, sideways
from tests.browser.conftest import Visit
from tests.browser.test_games import moves_told
from tests.browser.visitors import ACTIONS, CALLS, CARDS, PHONE, PLAY, QUESTION, Visitor

pytestmark = pytest.mark.compiled_only

HAS_FOCUS = "where => document.activeElement?.matches(where) ?? false"


def tab_to(visitor: Visitor, selector: str) -> bool:
    """Press Tab until the focus is there."""
    for _ in range(80):
        if visitor.page.evaluate(HAS_FOCUS, selector):
            return True
        visitor.page.keyboard.press("Tab")
    return False


def by_keys(visitor: Visitor) -> bool:
    """One thing done with keys, if there is anything to do."""
    page = visitor.page
    question, play, cards, actions, calls = visitor.counts(QUESTION, PLAY, CARDS, ACTIONS, CALLS)
    if question:
        # It has the focus when it opens.
        assert page.evaluate(HAS_FOCUS, QUESTION)
        page.keyboard.press("Enter")
    elif play:
        page.keyboard.press("Enter")
    elif cards:
        if not tab_to(visitor, ".hand button.card"):
            return False
        page.keyboard.press("Home")
        for _ in range(30):
            if page.evaluate(HAS_FOCUS, CARDS):
                page.keyboard.press("Enter")
                return True
            page.keyboard.press("ArrowRight")
        return False
    elif actions or calls:
        key = page.locator(ACTIONS if actions else CALLS).first.locator("kbd").inner_text()
        page.keyboard.press(key.lower())
    else:
        return False
    return True


@pytest.mark.parametrize("game", ["uno-etheria", "cl4sh"])
def test_a_round_by_keyboard(visit: Visit, game: str) -> None:
    ada = visit()
    # From the first page on.
    ada.go("/")
    assert tab_to(ada, "a.skip")
    ada.page.keyboard.press("Enter")
    assert tab_to(ada, ".games a.button")
    table = ada.open(game)
    for _ in range(4000):
        if ada.is_over:
            break
        if not by_keys(ada):
            ada.page.wait_for_timeout(10)
    assert ada.is_over
    assert moves_told(ada, table) == list(ada.sent.values())
    # The result has the focus, and Escape leads back to the table.
    assert ada.page.evaluate("document.activeElement.closest('dialog') !== null")
    ada.page.keyboard.press("Escape")
    ada.wait_for(lambda: not ada.sees("dialog[open]"))


def test_a_round_by_typed_commands(visit: Visit) -> None:
    """As somebody plays who hears the page: with what the live region says, and the box for moves."""
    ada = visit()
    table = ada.open("uno-etheria")
    page = ada.page
    spoken = page.locator("[aria-live=polite] p")
    heard: list[str] = []

    def listen() -> bool:
        """Whether there was anything new."""
        now = spoken.all_inner_texts()
        new = [line for line in now if line not in heard[-len(now) :]]
        heard.extend(new)
        return new != []

    def move(words: str) -> None:
        made = len(ada.made)
        page.keyboard.type(words)
        ada.wait_for(lambda: len(ada.made) > made)

    page.locator("[data-command]").wait_for()
    page.keyboard.press("/")
    ada.wait_for(lambda: page.evaluate(HAS_FOCUS, "[data-command]"))
    told = page.get_by_role("status").locator("li")
    for _ in range(600):
        listen()
        if ada.is_over:
            break
        if not page.title().startswith("●"):
            page.wait_for_timeout(20)
            continue
        page.keyboard.type("moves\n")
        ada.wait_for(lambda: told.count() > 0)
        moves = told.all_inner_texts()
        wanted = next((place for place, move in enumerate(moves) if move.startswith("play")), 0)
        # As it is written, or by its number in the list.
        move(f"{wanted + 1}\n" if ada.chance.random() < 0.5 else f"{moves[wanted]}\n")
    assert ada.is_over
    moves = moves_told(ada, table)
    assert len(moves) > 2
    assert moves == list(ada.sent.values())
    assert any(line.startswith("Your turn") for line in heard)
    assert any("Ada plays" in line for line in heard)
    assert any("wins the match" in line for line in heard), heard[-5:]


@pytest.mark.parametrize("game", ["wild-side", "uno-etheria", "whats-wild"])
def test_a_round_on_a_phone(visit: Visit, game: str) -> None:
    ada = visit(size=PHONE, touch=True, dark=game == "uno-etheria")
    short = {"wild-side": {"leads_each": 1}, "whats-wild": {"rounds": "short"}, "uno-etheria": {}}
    table = ada.open(game, seats=4 if game == "uno-etheria" else 2, options=short[game])
    checked = 0

    def is_over() -> bool:
        nonlocal checked
        if len(ada.sent) > checked and len(ada.sent) % 3 == 0:
            checked = len(ada.sent)
            assert ada.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        return ada.is_over

    ada.play(is_over)
    assert covered(ada.page) == []
    assert sideways(ada.page) == []
    assert moves_told(ada, table) == list(ada.sent.values())
