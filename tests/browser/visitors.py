"""People who do everything with mouse, finger or keys, and know nothing but what is on their screen."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Iterable
from typing import Any, Literal

from playwright.sync_api import Browser, Page, Position, WebSocket
from playwright.sync_api import Error as PlaywrightError

SECONDS = 20.0  # after which somebody has waited long enough for one thing
PHONE, TABLET, SCREEN = (360, 740), (820, 1180), (1440, 900)
SIZES = {"phone": PHONE, "tablet": TABLET, "screen": SCREEN}
Theme = Literal["light", "dark"]
RACES = ("accuse", "catch", "clash", "signal", "uno")
QUICK = {"pace": 0, "grace": 0}

# What can be clicked to go on, the most wanted first.
QUESTION = ".question button, .orders button"
SPLIT = ".split button.primary:not(:disabled), .split button[aria-label^='One more']:not(:disabled)"
PLAY = ".bar button.primary"
CUT = ".cut button"
CARDS = ".hand button.card.lit:not(.chosen)"
ROW = ".own button.stack.lit:not(.chosen)"
CALLS = ".bar button.action.call"
ACTIONS = ".bar button.action:not(.call)"

# Waits until nothing that can be clicked has moved for some frames.
SETTLED = """async () => {
  const places = () => [...document.querySelectorAll('button, a, input, .spot')]
    .map(element => { const box = element.getBoundingClientRect(); return `${box.x} ${box.y} ${box.width}`; }).join();
  let before = '';
  for (let [same, frames] = [0, 0]; same < 6 && frames < 300; frames++) {
    await new Promise(done => requestAnimationFrame(done));
    const now = places();
    same = now === before ? same + 1 : 0;
    before = now;
  }
}"""


class Visitor:
    """Somebody with a browser of their own."""

    THEMES: tuple[Theme, ...] = ("light", "dark")

    def __init__(
        self,
        browser: Browser,
        address: str,
        size: tuple[int, int] = SCREEN,
        dark: bool = False,
        touch: bool = False,
        still: bool = True,
        allowed: Iterable[str] = (),
        seed: int = 1,
    ) -> None:
        self.address = address
        self.touch = touch
        self.allowed = tuple(allowed)  # beginnings of complaints that are meant to come
        self.complaints: list[str] = []
        self.sent: dict[str, str] = {}  # moves by their tags, without those that were refused
        self.made: list[str] = []  # tags of those that the server has told of as made
        self.chance = random.Random(seed)
        self.context = browser.new_context(
            base_url=address,
            viewport={"width": size[0], "height": size[1]},
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce" if still else "no-preference",
            has_touch=touch,
            is_mobile=touch,
        )
        self.context.set_default_timeout(SECONDS * 1000)
        self.page = self.context.new_page()
        self.watch(self.page)

    def watch(self, page: Page) -> None:
        page.on("console", lambda said: self.complain(said.text) if said.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: self.complain(str(error)))
        page.on("websocket", self.listen)

    def complain(self, text: str) -> None:
        if not text.startswith(self.allowed):
            self.complaints.append(text)

    def listen(self, socket: WebSocket) -> None:
        def note(payload: str | bytes) -> None:
            frame = json.loads(payload)
            if frame["type"] == "move":
                self.sent[frame["tag"]] = frame["move"]

        def hear(payload: str | bytes) -> None:
            frame = json.loads(payload)
            if frame["type"] == "entry" and frame.get("tag") in self.sent:
                self.made.append(frame["tag"])
            if frame["type"] in ("refused", "error") and frame.get("id") in self.sent:
                move = self.sent.pop(frame["id"])
                # In a race others may be first; all else that is offered is allowed.
                if move.split()[0] not in RACES:
                    self.complaints.append(f"{move}: {frame['text']}")

        socket.on("framesent", note)
        socket.on("framereceived", hear)

    def leave(self) -> None:
        self.context.close()

    # Where one is

    def go(self, path: str) -> None:
        self.page.goto(path)

    def name(self, name: str) -> None:
        """As the form on the page of a link does it."""
        self.post("/api/me", name=name)
        self.context.add_init_script("localStorage.setItem('wildtable.somebody', 'yes')")

    def post(self, path: str, **body: Any) -> Any:
        answer = self.context.request.post(path, data=body)
        assert answer.ok, answer.text()
        return answer.json()

    def get(self, path: str) -> Any:
        answer = self.context.request.get(path)
        assert answer.ok, answer.text()
        return answer.json()

    def open(self, game: str, seats: int = 3, bots: str = "calm", people: int = 1, **more: Any) -> str:
        """A table where machine players lose no time; what it takes to open one by hand is tested elsewhere."""
        self.name("Ada")
        told = {"game": game, "seats": seats, "bots": [bots] * (seats - people), **QUICK, "begin": people == 1, **more}
        table: str = self.post("/api/tables", **told)["table"]
        self.go(f"/t/{table}")
        self.page.locator(".room .stage").wait_for()
        return table

    def grow(self, size: str) -> None:
        width, height = SIZES[size]
        self.page.set_viewport_size({"width": width, "height": height})
        # The table is laid out anew after it has been measured, and chairs slide to their places.
        self.page.evaluate(SETTLED)

    def light(self, theme: Theme) -> None:
        self.page.emulate_media(color_scheme=theme)
        self.page.evaluate(SETTLED)

    # What is on the screen

    def sees(self, selector: str) -> bool:
        return self.page.locator(selector).first.is_visible()

    def counts(self, *selectors: str) -> list[int]:
        """How many there are of each; all at one moment."""
        found: list[int] = self.page.evaluate(
            "all => all.map(one => [...document.querySelectorAll(one)].filter(it => it.checkVisibility()).length)",
            list(selectors),
        )
        return found

    @property
    def is_over(self) -> bool:
        return self.sees("dialog[open] h2:has-text('won'), dialog[open] h2:has-text('over')")

    def wait_for(self, what: Callable[[], bool], seconds: float = SECONDS) -> None:
        end = time.monotonic() + seconds
        while not what():
            assert time.monotonic() < end, f"waited for {seconds:.0f} seconds in vain"
            self.page.wait_for_timeout(20)

    # Playing

    def press(self, selector: str, place: int = 0) -> None:
        one = self.page.locator(selector).nth(place)
        # Of a card in a full hand the corner is free.
        position: Position | None = {"x": 12, "y": 14} if selector == CARDS else None
        if self.touch:
            one.tap(timeout=3000, position=position)
        else:
            one.click(timeout=3000, position=position)

    def play(self, enough: Callable[[], bool]) -> None:
        """Do what can be done, by lot, until it is enough."""
        waiting_since = time.monotonic()
        while not enough():
            if self.step():
                waiting_since = time.monotonic()
            else:
                assert time.monotonic() - waiting_since < SECONDS, "nothing can be done any more"
                self.page.wait_for_timeout(10)

    def step(self) -> bool:
        """One click, if there is anything to click on."""
        offered = self.counts(QUESTION, SPLIT, PLAY, CUT, CARDS, ROW, CALLS, ACTIONS)
        question, split, play, cut, cards, row, calls, actions = offered
        if question:
            choice = (QUESTION, question)
        elif split:
            choice = (SPLIT, split)
        elif play and (not cards or self.chance.random() < 0.6):
            choice = (PLAY, play)
        elif cut:
            choice = (CUT, cut)
        elif calls and self.chance.random() < 0.5:
            choice = (CALLS, calls)
        elif cards:
            choice = (CARDS, cards)
        elif row:
            choice = (ROW, row)
        elif actions or calls:
            choice = (ACTIONS, actions) if actions else (CALLS, calls)
        else:
            return False
        selector, count = choice
        try:
            self.press(selector, self.chance.randrange(count))
        except PlaywrightError:
            # It may have gone away meanwhile: others play, too. What stays must be clickable.
            if self.counts(QUESTION, SPLIT, PLAY, CUT, CARDS, ROW, CALLS, ACTIONS) == offered:
                raise
        return True
