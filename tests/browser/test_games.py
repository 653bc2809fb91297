"""A whole match of each game by clicking, against machine players."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Visit
from tests.browser.visitors import Visitor

pytestmark = pytest.mark.compiled_only

# Short ones, with points and with what gives the most to choose.
MATCHES = {
    "wild-apex": {"decks": 2, "target": 60, "bluff": True},
    "uno-etheria": {"target": 60, "foil": True},
    "whats-wild": {"rounds": "short"},
    "wild-side": {"leads_each": 1},
    "cl4sh": {"mode": "competition", "target": 3},
}


def moves_told(visitor: Visitor, table: str) -> list[str]:
    """The moves of chair A as the record of the first match has them."""
    match = visitor.get(f"/api/tables/{table}/matches/1")
    return [step["move"] for step in match["steps"] if step["seat"] == "A"]


@pytest.mark.parametrize("game", MATCHES)
def test_a_whole_match(visit: Visit, game: str) -> None:
    ada = visit()
    table = ada.open(game, options=MATCHES[game])
    ada.play(lambda: ada.is_over)
    assert ada.sent
    # Each click that was a move is in the record, once and in order.
    assert moves_told(ada, table) == list(ada.sent.values())
    position = ada.page.locator("dialog[open]")
    assert position.locator("tbody tr:not(.left)").count() == 3
    assert position.get_by_role("button", name="Play again").is_visible()
