"""Whole matches at live tables: they end, their record gives the same table, and no frame tells too much."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.server.live_driver import GAMES, PEOPLE, SECRET, Evening
from wildtable.engine.codes import EVERYBODY, NOBODY
from wildtable.engine.game import seat_letter
from wildtable.notation.record import record_text, verify
from wildtable.server.entries import Entry, Moved
from wildtable.server.live import LiveTable, match_told, replay_steps

every_game = pytest.mark.parametrize("game", GAMES)

STEPS = 300  # of a match that is looked at closely, compiled


def viewers(table: LiveTable) -> list[str | None]:
    return [None, *(chair.person for chair in table.chairs if chair.person is not None)]


@every_game
def test_people_and_bots_play_a_match_to_its_end(game: str, rounds: Callable[[int], int]) -> None:
    for seed in range(rounds(2)):
        evening = Evening.begun(game, seats=3 + seed % 2, people=2, seed=seed, secret=bytes([seed]) * 32)
        table = evening.table
        endings = []
        while evening.step():
            endings += [table.ending()] if table.ending() is not None else []
        assert table.state == "over"
        ending = endings[0]
        assert len(endings) == 1
        assert ending is not None
        assert ending.rated
        match = table.match
        assert match is not None
        won = [chair.seat for chair in table.chairs if chair.wins]
        assert [place.seat for place in ending.places if place.won] == won
        assert [seat_letter(seat) for seat in match.table.seats_in(match.table.winners)] == won
        assert [place.who for place in ending.places][:2] == ["ada", "ben"]
        assert ending.places[-1].who == "bot:calm"
        record = table.matches[1].record()
        assert record is not None
        assert verify(record).over
        assert "secret" in record_text(record)
        told = match_told(table.matches[1])
        assert len(told["steps"]) == len(match.moves) + 1
        assert told["winners"] == won


@every_game
def test_a_table_that_is_folded_again_is_the_same(game: str, rounds: Callable[[int], int]) -> None:
    evening = Evening.begun(game, seats=4, people=2, seed=7, clock={"move": 20, "bank": 30})
    for _ in range(4):
        evening.play(max(4, rounds(STEPS) // 4))
        table, again = evening.table, evening.again()
        assert again.summary() == table.summary()
        assert again.info() == table.info()
        now = evening.now + 3000
        for person in viewers(table):
            assert again.table_frame(person, now) == table.table_frame(person, now)
            assert again.frames_since(table.number - 20, person, now) == table.frames_since(
                table.number - 20, person, now
            )
        assert [due for due in again.due(now) if due.what == "clock"] == [
            due for due in table.due(now) if due.what == "clock"
        ]
        if table.match is not None and again.match is not None:
            assert again.match.table.snapshot() == table.match.table.snapshot()


@every_game
def test_a_position_is_the_same_whatever_its_seat_cannot_know(game: str, rounds: Callable[[int], int]) -> None:
    """All that a seat cannot know is dealt anew, and nothing in its position changes."""
    evening = Evening.begun(game, seats=4, people=3, seed=3)
    table = evening.table
    changed = 0
    for step in range(max(20, rounds(STEPS))):
        match = table.match
        assert match is not None
        if table.state != "playing":
            break
        if step % 3 == 0:
            true = match.table
            for seat in (None, 0, 1, 2, 3):
                told = table.position(seat, evening.now)
                match.table = true.determinize(NOBODY if seat is None else seat, step)
                changed += match.table.snapshot()["hands"] != true.snapshot()["hands"]
                table.version += 1
                assert table.position(seat, evening.now) == told
                match.table = true
            table.version += 1
        evening.step()
    assert changed > 0


def flat(value: Any) -> Iterator[int]:
    if isinstance(value, int):
        yield value
    else:
        for item in value:
            yield from flat(item)


def cards_in(value: Any, texts: set[str]) -> Iterator[str]:
    """The cards that are named anywhere in a value."""
    if isinstance(value, str):
        yield from (word for word in re.split(r"[\s,.:;()]+", value) if word in texts)
    elif isinstance(value, dict):
        for key, item in value.items():
            if key not in ("moves", "info"):
                yield from cards_in(item, texts)
    elif isinstance(value, list):
        for item in value:
            yield from cards_in(item, texts)


@every_game
def test_no_frame_names_a_card_that_its_viewer_cannot_know(game: str, rounds: Callable[[int], int]) -> None:
    """In the first round, while most cards are still unseen: every card in a frame is one that the viewer has held or
    that has been laid open."""
    looked_at = named = 0
    for seed in range(max(2, rounds(6))):
        evening = Evening.begun(game, seats=3, people=3, seed=seed, secret=bytes([seed + 50]) * 32)
        table = evening.table
        match = table.match
        assert match is not None
        texts = {table.game.card_text(card) for card in match.table.deck_cards()}
        known: dict[int, set[str]] = {seat: set() for seat in (NOBODY, 0, 1, 2)}
        unasked: dict[int, int] = dict.fromkeys(known, 0)
        for _ in range(30):
            if match.table.round > 1 or table.state != "playing":
                break
            on_view = table.game.view(match.table, NOBODY)
            laid_open = set(flat([getattr(on_view, name, ()) for name in table.game.view_cards]))
            last = table.kept[-1]
            for seat in known:
                seen = {*laid_open, *(match.table.hand(seat) if seat != NOBODY else [])}
                for event in last.events:
                    seen |= {event.card, *event.seen_by(seat).cards}
                    if table.game.other_is.get(event.kind) == "card":
                        seen.add(event.other)
                known[seat] |= {table.game.card_text(card) for card in seen - {NOBODY, table.game.no_card}}
            for seat in known:
                person = None if seat == NOBODY else PEOPLE[seat]
                frames = table.frames_since(unasked[seat], person, evening.now)
                unasked[seat] = table.number
                for frame in frames or []:
                    told = set(cards_in(frame, texts))
                    assert told <= known[seat], f"{frame} tells {person} of {told - known[seat]}"
                    looked_at += 1
                    named += len(told)
                    assert seat != NOBODY or not frame.get("position") or not frame["position"]["moves"]
            evening.step()
    assert looked_at > 20
    assert named > 20


@every_game
def test_cards_of_an_event_go_to_those_alone_who_may_see_them(game: str, rounds: Callable[[int], int]) -> None:
    """Over a whole match, in whatever order the viewers are served."""
    evening = Evening.begun(game, seats=3, people=3, seed=6)
    table = evening.table
    hidden = 0
    for step in range(max(60, rounds(1500))):
        kept = table.kept[-1]
        order = [(NOBODY, None), *enumerate(PEOPLE[:3])]
        for seat, person in order if step % 2 else order[::-1]:
            frame = table.frame(table.number, person, now=evening.now)
            assert frame is not None
            for event, told in zip(kept.events, frame.get("events", []), strict=True):
                may_see = event.seers == EVERYBODY or (seat != NOBODY and bool(event.seers >> seat & 1))
                assert told["cards"] == [table.game.card_text(card) for card in event.cards if may_see]
                hidden += bool(event.cards) and not may_see
        if not evening.step():
            break
    assert hidden > 0 or game == "wild-side"  # where all draw from open rows


SECRET_CHOICES = {"secret": "uno-etheria", "show": "uno-etheria", "choose": "cl4sh"}


@pytest.mark.parametrize("game", ["uno-etheria", "cl4sh"])
def test_a_secret_choice_looks_the_same_whatever_was_chosen(game: str, rounds: Callable[[int], int]) -> None:
    compared = 0
    for seed in range(max(3, rounds(40))):
        evening = Evening.begun(game, seats=3, people=3, seed=seed, secret=bytes([seed]) * 32)
        table = evening.table
        for _ in range(400):
            before = list(evening.entries)
            if not evening.step():
                break
            entry = evening.entries[-1]
            if not isinstance(entry.what, Moved) or entry.what.move.split()[0] not in SECRET_CHOICES:
                continue
            earlier = LiveTable.of(table.id, table.secrets, before)
            seat = "ABC".index(entry.what.seat)
            verb = entry.what.move.split()[0]
            others = [move for move in earlier.moves_beginning(seat, verb) if move != entry.what.move]
            if not others:
                continue
            earlier.take(Entry(entry.number, entry.at, Moved(entry.what.seat, others[0])))
            own = table.frame(table.number, PEOPLE[seat], now=evening.now)
            assert own is not None
            assert own["move"] == entry.what.move
            for viewer in (None, *(person for person in PEOPLE[:3] if person != PEOPLE[seat])):
                frame = table.frame(table.number, viewer, now=evening.now)
                other = earlier.frame(table.number, viewer, now=evening.now)
                assert frame is not None
                if len(frame["events"]) == 1:  # otherwise all have chosen, and the cards are shown
                    assert frame["move"] == verb
                    assert frame == other
                    compared += 1
        if compared >= 6:
            break
    assert compared > 0


@every_game
def test_open_moves_are_told_to_everybody(game: str, rounds: Callable[[int], int]) -> None:
    evening = Evening.begun(game, seats=3, people=3, seed=5)
    evening.play(max(30, rounds(STEPS)))
    told = 0
    for kept in evening.table.kept:
        what = kept.entry.what
        if isinstance(what, Moved) and what.move.split()[0] not in SECRET_CHOICES:
            frame = evening.table.frame(kept.entry.number, None, last=False)
            assert frame is not None
            assert frame["move"] == what.move
            told += 1
    assert told > 5


@every_game
def test_replays_show_what_their_eyes_may_see(game: str) -> None:
    evening = Evening.begun(game, seats=3, people=1, seed=2)
    evening.play()
    past = evening.table.matches[1]
    steps = {eyes: replay_steps(past, eyes, 5, 6) for eyes in ("A", "B", "nobody", "all")}
    assert [step["step"] for step in steps["A"]] == list(range(5, 11))
    for own, other, nobody, everything in zip(*(steps[eyes] for eyes in ("A", "B", "nobody", "all")), strict=True):
        assert not nobody["view"]["hand"]
        assert sorted(own["view"]["hand"]) == sorted(everything["hands"]["A"])
        assert sorted(other["view"]["hand"]) == sorted(everything["hands"]["B"])
        assert "hands" not in own
    assert json.loads(json.dumps(steps)) == steps


def test_the_secret_is_told_when_the_match_is_over_and_not_before() -> None:
    evening = Evening.begun("uno-etheria", seats=3, people=1, seed=4)
    table = evening.table
    while evening.step():
        frame = table.frame(table.number, None, now=evening.now)
        assert frame is not None
        assert (SECRET.hex() in json.dumps(frame)) == (table.state == "over")
    assert table.state == "over"
    assert table.position(0, evening.now)["secret"] == SECRET.hex()  # type: ignore[index]
