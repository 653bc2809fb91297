"""What a socket was told of a match, held against all that its seat could know."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from wildtable.engine.codes import EVERYBODY, NOBODY
from wildtable.engine.events import Event
from wildtable.engine.table import Table
from wildtable.notation.plain import laid_in_words, view_in_words
from wildtable.notation.record import Record, replay
from wildtable.server.frames import MOST_LINES
from wildtable.server.offers import offers

DEALS = 2  # of what the seat cannot know, for each position


def assert_no_more_was_told(record: Record, frames: list[dict[str, Any]], viewer: int) -> int:
    """Every frame of a table's first match is what its seat (or an onlooker) may know, whatever else is so.

    The match is played again from its record, secret and all. Each position that was sent must stay as it was when all
    that its viewer cannot know is dealt anew; each event must show the cards that are the viewer's to see; and no other
    words in a frame may name a card that its events do not show. Returns how many positions hid something.
    """
    steps = [(step.table.clone(), step.events) for step in replay(record)]
    names = [entry for frame in frames for entry in entries_of(frame) if entry["kind"] in ("began", "moved")]
    numbers = sorted({entry["n"] for entry in names})
    assert len(numbers) == len(steps)
    texts = {record.game.card_text(card) for card in steps[0][0].deck_cards()}
    hiding = 0
    for frame in frames:
        for entry in entries_of(frame):
            events = steps[numbers.index(entry["n"])][1] if entry["n"] in numbers else []
            check_entry(record, entry, events, viewer, texts)
        position = frame.get("position")
        if position is not None:
            table = steps[sum(number <= position["n"] for number in numbers) - 1][0]
            hiding += check_position(record, position, table, viewer)
    return hiding


def entries_of(frame: dict[str, Any]) -> Iterator[dict[str, Any]]:
    if frame["type"] == "entry":
        yield frame
    yield from frame.get("recent", ())


def check_entry(record: Record, entry: dict[str, Any], events: list[Event], viewer: int, texts: set[str]) -> None:
    told = entry.get("events", [])
    assert len(told) == len(events), entry
    shown: set[str] = set()
    for event, words in zip(events, told, strict=True):
        may_see = event.seers == EVERYBODY or (viewer != NOBODY and bool(event.seers >> viewer & 1))
        cards = [record.game.card_text(card) for card in event.cards] if may_see else []
        assert words["cards"] == cards, (entry, words)
        shown |= {*cards, words["card"], words["as"]} - {None}
    own = viewer != NOBODY and entry.get("seat") == "ABCDEFGHIJKL"[viewer]
    beside = {
        name: part for name, part in entry.items() if name not in ("position", "info") and not (name == "move" and own)
    }
    assert set(cards_in(beside, texts)) <= shown, (entry, shown)


def cards_in(value: Any, texts: set[str]) -> Iterable[str]:
    """The cards that are named anywhere in a value."""
    if isinstance(value, str):
        yield from (word for word in re.split(r"[\s,.:;()“”]+", value) if word in texts)
    elif isinstance(value, dict):
        for item in value.values():
            yield from cards_in(item, texts)
    elif isinstance(value, list):
        for item in value:
            yield from cards_in(item, texts)


def check_position(record: Record, position: dict[str, Any], table: Table, viewer: int) -> bool:
    """Whether anything was hidden."""
    hidden = False
    for seed in range(DEALS):
        other = table.determinize(viewer, seed)
        view = record.game.view(other, viewer)
        assert position["view"] == view_in_words(record.game, view)
        assert position["lines"] == record.game.table_lines(view, record.names)
        assert position["laid"] == laid_in_words(record.game, view)
        assert position["moves"] == ([] if viewer == NOBODY or other.over else offers(other, viewer, MOST_LINES))
        assert position["scores"] == other.score_list()
        hidden = hidden or other.snapshot()["hands"] != table.snapshot()["hands"]
    expected = {"n", "match", "over", "round_over", "view", "required", "optional", "moves", "must", "lines", "laid"}
    expected |= {"commitment", "winners", "scores", "clocks"} | ({"secret"} if position["over"] else set())
    assert position.keys() == expected
    return hidden
