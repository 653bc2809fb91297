"""Positions that a match seldom comes to, on the real page of a table: the recorded ones of web/tests/fixtures, told by
a stand-in for the server's socket."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Route, WebSocketRoute

from tests.browser.visitors import Visitor

RECORDED = Path(__file__).parents[2] / "web" / "tests" / "fixtures" / "positions.json"


@dataclass(frozen=True)
class Moment:
    """A position, and what to click on until its question is open."""

    name: str
    recorded: int  # place among the recorded ones
    clicks: tuple[str, ...] = ()  # names of buttons


MOMENTS = (
    Moment("wild-apex-cut", 4),
    Moment("wild-apex-attack-at-twelve", 1),
    Moment("wild-apex-cry", 8),
    Moment("wild-apex-fury-color", 49, ("Wild Fury",)),
    Moment("wild-apex-fury-counter", 50),
    Moment("uno-etheria-turn-and-catch", 12),
    Moment("uno-etheria-color", 18, ("Wild",)),
    Moment("uno-etheria-secret-card", 16),
    Moment("uno-etheria-show-at-ten", 15),
    Moment("uno-etheria-place-or-keep", 13),
    Moment("uno-etheria-challenge", 14),
    Moment("whats-wild-take", 23),
    Moment("whats-wild-go-wild", 22, ("alligator 4",)),
    Moment("whats-wild-chameleon", 26, ("Chameleon",)),
    Moment("whats-wild-last-turns", 46),
    Moment("wild-side-set", 27, ("claw 10",)),
    Moment("wild-side-run", 52, ("claw 4",)),
    Moment("wild-side-add-at-eight", 28),
    Moment("cl4sh-target", 35, ("Duel",)),
    Moment("cl4sh-almighty", 35, ("Almighty",)),
    Moment("cl4sh-duel", 48),
    Moment("cl4sh-duel-at-two", 41),
    Moment("cl4sh-shield", 36),
    Moment("cl4sh-clash", 38),
)


@cache
def recorded() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(RECORDED.read_text())
    return found


def sit_at(visitor: Visitor, moment: Moment) -> None:
    """The page of a table at this moment, with its question open."""
    sample = recorded()[moment.recorded]
    info, position, latest = sample["info"], sample["position"], sample["latest"]
    table = info["table"]
    newest = position["n"]
    frame = {
        "type": "table",
        "n": newest,
        "you": {"person": info["host"], "seat": "A", "host": True},
        "info": info,
        "position": position,
        "recent": [latest] if latest["n"] <= newest else [],
    }

    def answer(socket: WebSocketRoute) -> None:
        def hear(words: str | bytes) -> None:
            asked = json.loads(words)
            if asked["type"] == "moves":
                moves = [move for move in sample["all"] if f"{move} ".startswith(asked["begin"].rstrip(" …") + " ")]
                socket.send(json.dumps({"type": "moves", "id": asked["id"], "moves": moves}))

        socket.on_message(hear)
        socket.send(json.dumps(frame))

    def tell(route: Route) -> None:
        route.fulfill(json=info)

    visitor.name("Ada")
    visitor.context.route(f"**/api/tables/{table}", tell)
    visitor.context.route_web_socket(f"**/ws/{table}**", answer)
    visitor.go(f"/t/{table}")
    visitor.page.locator(".surface .felt").wait_for()
    for name in moment.clicks:
        visitor.page.get_by_role("button", name=name).first.click()
