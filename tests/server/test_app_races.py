"""Tables of a worker when the store fails, and when two workers make the same table go on at once."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec
import pytest

from tests.server.clients import SECONDS
from wildtable.server import requests
from wildtable.server.entries import Addition, Entry, Said
from wildtable.server.live import LiveTable, WireError
from wildtable.server.metrics import Metrics
from wildtable.server.settings import Limits
from wildtable.server.store import Note, Store, StoreError
from wildtable.server.tables import Act, Room, Tables

ADA, BEN = "p" + "a" * 12, "p" + "b" * 12
GIVEN = {"game": "wild-apex", "seats": 4, "bots": ["random"] * 3, "begin": True, "pace": 0, "grace": 0}


class Onlooker:
    """A visitor who keeps what it is told, and looks that no number is left out."""

    def __init__(self) -> None:
        self.person: str | None = None
        self.number = 0
        self.told: dict[int, dict[str, Any]] = {}
        self.closed: int | None = None

    def tell(self, words: bytes) -> None:
        frame = msgspec.json.decode(words)
        if frame["type"] == "table":
            self.told |= {entry["n"]: entry for entry in frame["recent"]}
        elif frame["type"] == "entry":
            assert frame["n"] == max(self.told) + 1
            self.told[frame["n"]] = {name: frame[name] for name in frame if name not in ("position", "info")}

    def end(self, code: int, reason: str) -> None:
        self.closed = code


async def worker(url: str, name: str, append: Callable[[Store, Addition], Any] | None = None) -> tuple[Store, Tables]:
    store = await Store.open(url, name)
    if append is not None:
        straight = store.append
        store.append = lambda addition: append(straight, addition)  # type: ignore[method-assign,arg-type]
    tables = Tables(store, name, Limits(), Metrics())
    await tables.open()
    return store, tables


def agrees(live: LiveTable, looker: Onlooker) -> None:
    for number, told in looker.told.items():
        if live.kept_entry(number) is not None:
            assert live.frame(number, None, last=False) == told


@pytest.mark.compiled_only
def test_a_store_that_fails_now_and_then(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of what fails is stored nevertheless, as after a commit whose answer was lost."""
    monkeypatch.setattr("wildtable.server.tables.TROUBLE_SECONDS", 0.01)
    chance, failures = random.Random(7), 0

    async def append(straight: Callable[[Addition], Any], addition: Addition) -> bool:
        nonlocal failures
        luck = chance.random() if addition.entry.number > 8 else 1.0
        failures += luck < 0.2
        if luck < 0.1:
            raise StoreError("The disk is away.")
        stored: bool = await straight(addition)
        if luck < 0.2:
            raise StoreError("It is not known whether it is stored.")
        return stored

    async def story() -> None:
        store, tables = await worker(sqlite_url, "one", append)  # type: ignore[arg-type]
        table = await tables.open_table(requests.open_table(GIVEN, ADA, "Ada"))
        room, looker = await tables.find(table), Onlooker()
        assert room is not None
        await room.enter(looker, None)
        await play_for_ada(room, 80)
        await tables.close()
        assert failures > 5
        stored = LiveTable.of(table, await store.secrets(table), await store.entries(table))
        assert 80 <= max(looker.told) <= stored.number
        agrees(stored, looker)
        await store.close()

    asyncio.run(story())


def test_what_another_worker_has_stored_is_told_at_once_or_when_the_table_is_free(sqlite_url: str) -> None:
    async def story() -> None:
        store, tables = await worker(sqlite_url, "one")
        given = {**GIVEN, "bots": [], "begin": False}
        table = await tables.open_table(requests.open_table(given, ADA, "Ada"))
        room, looker = await tables.find(table), Onlooker()
        assert room is not None
        await room.enter(looker, None)

        def note(number: int) -> Note:
            return Note(table, number, entry=Entry(number, room.live.at, Said(BEN, "Ben", f"number {number}")))

        first = room.live.number + 1
        tables.hear(note(first))
        assert looker.told[first]["text"] == f"number {first}"
        async with room.lock:
            tables.hear(note(first + 1))
            assert room.live.number == first
        async with asyncio.timeout(SECONDS):
            while first + 1 not in looker.told:
                await asyncio.sleep(0.01)
        tables.hear(note(first))  # is known
        assert room.live.number == first + 1
        tables.hear(note(first + 3))  # one is missing, and the store does not have it either
        await asyncio.sleep(0.1)
        assert room.live.number == first + 1
        await tables.close()
        await store.close()

    asyncio.run(story())


@pytest.mark.compiled_only
def test_two_workers_that_both_think_they_drive(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def hold(self: Store, table: str, seconds: float) -> bool:
        return True

    monkeypatch.setattr(Store, "hold", hold)

    async def story() -> None:
        workers = [await worker(postgres_url, name) for name in ("one", "two")]
        given = {**GIVEN, "clock": {"move": 5, "bank": 0}}
        table = await workers[0][1].open_table(requests.open_table(given, ADA, "Ada"))
        rooms = [await tables.find(table) for _, tables in workers]
        lookers = [Onlooker() for _ in rooms]
        first, second = rooms
        assert first is not None
        assert second is not None
        for room, looker in ((first, lookers[0]), (second, lookers[1])):
            await room.enter(looker, None)
        await first.act(lambda live, now: Act([requests.seat_bot(live, ADA, "B", "random")]))
        await play_for_ada(second, 70)
        for _, tables in workers:
            tables.stopping = True  # its bots, that is
        await asyncio.sleep(1)
        for room in (first, second):
            await room.catch_up()
        store = workers[0][0]
        stored = LiveTable.of(table, await store.secrets(table), await store.entries(table))
        for looker in lookers:
            agrees(stored, looker)
            assert max(looker.told) == stored.number
        for its_store, tables in workers:
            await tables.close()
            await its_store.close()

    asyncio.run(story())


def test_nobody_is_refused_by_a_worker_that_has_not_heard_yet(postgres_url: str) -> None:
    """Ben sits down with the other worker, of which the one of Ada has no word when she begins."""

    async def story() -> None:
        (store, tables), (other_store, others) = [await worker(postgres_url, name) for name in ("one", "two")]
        table = await tables.open_table(requests.open_table({"game": "cl4sh", "seats": 2}, ADA, "Ada"))
        room, other = await tables.find(table), await others.find(table)
        assert room is not None
        assert other is not None
        store._subscribers.clear()
        await other.act(lambda live, now: Act([requests.sit(live, BEN, "Ben")]))
        assert room.live.number == other.live.number - 1
        await room.act(begin)
        assert room.live.playing
        with pytest.raises(WireError, match="still on"):
            await room.act(begin)
        for its_store, its_tables in ((store, tables), (other_store, others)):
            await its_tables.close()
            await its_store.close()

    asyncio.run(story())


def begin(live: LiveTable, now: int) -> Act:
    began, secret = requests.begin(live, ADA)
    return Act([began], secret)


async def play_for_ada(room: Room, most: int = 10_000) -> None:
    """Whatever she is asked, she does the first thing that is legal."""

    def move(live: LiveTable, now: int) -> Act:
        seat = live.seat_of(ADA)
        assert seat is not None
        position = live.position(seat, now)
        if position is None or not position["must"]:
            return Act([])
        made = requests.move(live, ADA, position["moves"][0], live.number, now=now)
        assert not isinstance(made, int)
        return Act(made)

    async with asyncio.timeout(SECONDS):
        while room.live.playing and room.stored < most:
            with suppress(StoreError):
                await room.act(move)
            await asyncio.sleep(0.01)
