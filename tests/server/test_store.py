"""What is stored comes back, in order, once; by whoever and however many at once."""

from __future__ import annotations

import asyncio
import time
from random import Random

import pytest

from tests.server.postgres import Postgres
from tests.server.records import addition, in_a_loop, stores, summary
from wildtable.server.entries import Began, Closed, Left, Moved, Opened, Said, Sat
from wildtable.server.store import EVERY_TABLE, Note, Store, StoreError

OPENED = Opened("cl4sh", {"target": 100}, 2, "p-ada")


@in_a_loop
async def test_a_record_comes_back_as_it_was_stored(url: str) -> None:
    said = Said("p-ada", "Ada", "ö “quoted” \\ \n \u2028 🂡 \x00 %s :name {x}", seat="A", tag="t1")
    steps = [addition("k3x9", 1, OPENED), addition("k3x9", 2, Began(1, "c0")), addition("k3x9", 3, said)]
    async with stores(url) as [store]:
        assert [await store.append(step) for step in steps] == [True, True, True]
        assert await store.entries("k3x9") == [step.entry for step in steps]
        assert await store.entries("k3x9", after=2) == [steps[2].entry]
        assert await store.entries("nowhere") == []
        assert await store.summary("k3x9") == summary()
        assert await store.summary("nowhere") is None
    async with stores(url) as [store]:
        assert await store.entries("k3x9") == [step.entry for step in steps]


@in_a_loop
async def test_a_number_is_taken_once_and_only_after_the_one_before(url: str) -> None:
    async with stores(url) as [store]:
        assert not await store.append(addition("a", 0))
        assert not await store.append(addition("a", 2, OPENED))
        assert await store.append(addition("a", 1, OPENED))
        assert not await store.append(addition("a", 1, OPENED))
        assert not await store.append(addition("a", 3))
        assert await store.append(addition("a", 2))
        assert [entry.number for entry in await store.entries("a")] == [1, 2]
        assert (store.appends, store.refused, store.failures) == (2, 4, 0)


@in_a_loop
async def test_of_a_refused_addition_nothing_is_stored(url: str) -> None:
    async with stores(url) as [store]:
        await store.append(addition("a", 1, OPENED))
        assert not await store.append(addition("a", 1, Began(1, "c"), secret=b"other", state="closed", persons=["p-b"]))
        assert not await store.append(addition("b", 7, Began(1, "c"), secret=b"other"))
        assert (await store.secrets("a"), await store.secrets("b")) == ({}, {})
        assert (await store.summary("a"), await store.summary("b")) == (summary(), None)
        assert await store.tables_of("p-b") == []


@in_a_loop
async def test_secrets_are_kept_by_match(url: str) -> None:
    secret = bytes(range(256))
    async with stores(url) as [store]:
        await store.append(addition("a", 1, OPENED))
        await store.append(addition("a", 2, Began(1, "c1"), secret=secret))
        await store.append(addition("a", 3, Began(2, "c2"), secret=b"two", match=2))
        assert await store.secrets("a") == {1: secret, 2: b"two"}


@in_a_loop
async def test_tables_that_wait_for_each_other_go_into_one_transaction(url: str) -> None:
    async with stores(url) as [store]:
        for number in (1, 2):
            answers = await asyncio.gather(*(store.append(addition(f"t{n}", number)) for n in range(300)))
            assert all(answers)
        # The first one goes alone, as nobody else is there yet.
        assert store.transactions <= 4
        assert store.appends == 600
        assert 0 < store.seconds < 10


@in_a_loop
async def test_in_one_group_the_winners_are_stored_and_the_losers_are_not(url: str) -> None:
    async with stores(url) as [store]:
        await store.append(addition("taken", 1, OPENED))
        wanted = [addition("free", 1), addition("taken", 1, tag="mine"), addition("gap", 2), addition("also free", 1)]
        assert await asyncio.gather(*map(store.append, wanted)) == [True, False, False, True]
        assert await store.entries("gap") == []
        assert len(await store.entries("also free")) == 1


@in_a_loop
async def test_who_builds_on_an_entry_that_lost_loses_too(url: str) -> None:
    async with stores(url) as [store]:
        await store.append(addition("a", 1, OPENED))
        mine = [addition("a", 1, tag="mine"), addition("a", 2, tag="mine"), addition("a", 3, tag="mine")]
        assert await asyncio.gather(*map(store.append, mine)) == [False, False, False]
        assert await asyncio.gather(*(store.append(addition("a", number)) for number in (2, 3, 4))) == [True] * 3


@in_a_loop
async def test_two_moves_for_one_number_in_one_process(url: str) -> None:
    async with stores(url) as [store]:
        for number in range(1, 21):
            both = await asyncio.gather(*(store.append(addition("a", number, tag=tag)) for tag in "xyz"))
            assert sum(both) == 1


@in_a_loop
async def test_two_workers_race_for_every_number(postgres_url: str) -> None:
    tables, numbers = 10, 30
    won: list[tuple[str, int, str]] = []
    random = Random(5).random

    async def play(store: Store, table: str, name: str) -> None:
        for number in range(1, numbers + 1):
            # Else one of them would be in step and always the first.
            await asyncio.sleep(random() * 0.004)
            if await store.append(addition(table, number, tag=name)):
                won.append((table, number, name))

    async with stores(postgres_url, 2) as both:
        await asyncio.gather(
            *(play(store, f"t{n}", name) for n in range(tables) for store, name in zip(both, "xy", strict=True))
        )
        stored = []
        for table in (f"t{n}" for n in range(tables)):
            for entry in await both[0].entries(table):
                assert isinstance(entry.what, Moved)
                stored.append((table, entry.number, entry.what.tag))
        assert len(stored) == tables * numbers
        assert sorted(won) == sorted(stored)
        assert sum(store.appends for store in both) == sum(store.refused for store in both) == tables * numbers
        assert all(store.failures == 0 for store in both)


@in_a_loop
async def test_who_asked_and_went_away_disturbs_nobody(url: str) -> None:
    async with stores(url) as [store]:
        tasks = [asyncio.create_task(store.append(addition(f"t{n}", 1))) for n in range(5)]
        await asyncio.sleep(0)
        tasks[0].cancel()
        tasks[3].cancel()
        answers = await asyncio.gather(*tasks, return_exceptions=True)
        assert [answer for answer in answers if answer is not True] == [answers[0], answers[3]]
        assert await store.append(addition("t9", 1))


@in_a_loop
async def test_a_closed_store_has_answered_everybody(url: str) -> None:
    async with stores(url) as [store]:
        tasks = [asyncio.create_task(store.append(addition("a", number))) for number in range(1, 6)]
        await asyncio.sleep(0)
        await store.close()
        assert await asyncio.gather(*tasks) == [True] * 5
        with pytest.raises(StoreError, match="closed"):
            await store.append(addition("a", 6))


@in_a_loop
async def test_the_lobby_shows_what_can_be_joined_or_watched_the_newest_first(url: str) -> None:
    async with stores(url) as [store]:
        await store.append(addition("waiting", 1, OPENED, state="waiting", free=1))
        await store.append(addition("hidden", 1, OPENED, state="waiting", open=False))
        await store.append(addition("private", 1, OPENED, spectators=False))
        await store.append(addition("playing", 1, OPENED))
        await store.append(addition("playing", 2))
        assert [(table, changed) for table, _, changed in await store.lobby()] == [("playing", 2), ("waiting", 1)]
        assert (await store.lobby())[1][1] == summary(state="waiting", free=1)
        assert [table for table, _, _ in await store.lobby(limit=1)] == ["playing"]
        await store.append(addition("playing", 3, state="over"))
        await store.append(addition("waiting", 2, Closed(), state="closed"))
        assert await store.lobby() == []


@in_a_loop
async def test_the_tables_of_a_person(url: str) -> None:
    async with stores(url) as [store]:
        await store.append(addition("a", 1, OPENED))
        await store.append(addition("b", 1, OPENED))
        await store.append(addition("b", 2, Sat("B", "p-bob", "Bob"), persons=["p-ada", "p-bob"]))
        assert [table for table, _, _ in await store.tables_of("p-ada")] == ["b", "a"]
        assert [table for table, _, _ in await store.tables_of("p-ada", limit=1)] == ["b"]
        assert [table for table, _, _ in await store.tables_of("p-bob")] == ["b"]
        await store.append(addition("b", 3, Left("A", "p-ada", "Ada"), persons=["p-bob"]))
        assert [table for table, _, _ in await store.tables_of("p-ada")] == ["a"]
        await store.append(addition("a", 2, Closed(), state="closed"))
        assert await store.tables_of("p-ada") == []


@in_a_loop
async def test_one_signing_key_for_ever(url: str) -> None:
    async with stores(url) as [store]:
        keys = await asyncio.gather(*(store.signing_key() for _ in range(4)))
        assert len(set(keys)) == 1
        assert len(keys[0]) == 32
    async with stores(url) as [store]:
        assert await store.signing_key() == keys[0]


# --- several workers -------------------------------------------------------------------------------------------------


@in_a_loop
async def test_one_worker_holds_a_table_until_its_time_is_up(postgres_url: str) -> None:
    async with stores(postgres_url, 2) as [one, other]:
        assert await one.hold("a", 9)
        assert await one.hold("a", 9)
        assert not await other.hold("a", 9)
        assert await other.hold("b", 9)
        assert await one.hold("a", 0.3)
        await asyncio.sleep(0.35)
        assert await other.hold("a", 9)
        assert not await one.hold("a", 9)
        await one.release("a")  # is not its own
        assert not await one.hold("a", 9)
        await other.release("a")
        assert await one.hold("a", 9)
        await other.release_all()
        assert await one.hold("b", 9)
        await one.close()
        assert await other.hold("a", 9)
        assert await other.hold("b", 9)


@in_a_loop
async def test_of_many_workers_one_gets_the_table(postgres_url: str) -> None:
    async with stores(postgres_url, 3) as workers:
        for n in range(10):
            assert sum(await asyncio.gather(*(worker.hold(f"t{n}", 9) for worker in workers))) == 1


@in_a_loop
async def test_on_sqlite_the_one_worker_holds_everything(sqlite_url: str) -> None:
    async with stores(sqlite_url) as [store]:
        assert await store.hold("a", 1)
        await store.release("a")
        await store.release_all()
        store.subscribe(lambda note: pytest.fail(f"nobody else is there, and yet there is {note}"))
        await store.shout("a", "hello")
        await store.append(addition("a", 1))


async def heard(notes: list[Note], count: int, seconds: float = 5) -> list[Note]:
    """What has come when there are so many, or the time is up."""
    until = time.monotonic() + seconds
    while len(notes) < count and time.monotonic() < until:
        await asyncio.sleep(0.005)
    return notes


@in_a_loop
async def test_workers_hear_of_each_other_and_not_of_themselves(postgres_url: str) -> None:
    async with stores(postgres_url, 2) as [one, other]:
        by_one: list[Note] = []
        by_other: list[Note] = []
        one.subscribe(by_one.append)
        other.subscribe(by_other.append)
        await one.append(addition("a", 1))
        await one.append(addition("a", 1))
        await one.shout("a", "two\nlines 'and' \\ more ö")
        await other.append(addition("a", 2))
        first = Note("a", 1, entry=addition("a", 1).entry)
        assert await heard(by_other, 2) == [first, Note("a", payload="two\nlines 'and' \\ more ö")]
        assert await heard(by_one, 1) == [Note("a", 2, entry=addition("a", 2).entry)]
        said = Said("p-ada", "Ada", "ö “quoted” \\ \n \u2028 :name {x}", tag="t 1")
        await other.append(addition("a", 3, said))
        await other.append(addition("a", 4, Said("p-ada", "Ada", "x" * 600)))  # is not told whole
        assert (await heard(by_one, 3))[1:] == [Note("a", 3, entry=addition("a", 3, said).entry), Note("a", 4)]
        await one.shout("a", "x" * 4096)
        assert len((await heard(by_other, 3))[2].payload or "") == 4096
        for bad in ("x" * 4097, "ö" * 2049, "\0"):
            with pytest.raises(ValueError, match="4096"):
                await one.shout("a", bad)


@in_a_loop
async def test_a_group_of_any_size_is_told(postgres_url: str) -> None:
    async with stores(postgres_url, 2) as [one, other]:
        notes: list[Note] = []
        other.subscribe(notes.append)
        names = [f"table-with-a-long-name-{n}" for n in range(800)]
        await asyncio.gather(*(one.append(addition(name, 1)) for name in names))
        assert sorted(note.table for note in await heard(notes, len(names))) == sorted(names)
        assert one.transactions <= 4


def test_who_was_away_is_told_to_look_again(postgres: Postgres, postgres_url: str) -> None:
    database = postgres_url.partition("?")[0].rpartition("/")[2]
    notes: list[Note] = []

    def hang_up(name: str) -> None:
        found = postgres.run(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            f"WHERE application_name = '{name}' AND datname = '{database}'"
        )
        assert len(found) > 0

    async def work() -> None:
        async with stores(postgres_url, 2) as [one, other]:
            other.subscribe(notes.append)
            await asyncio.to_thread(hang_up, "wildtable-notes")
            assert await heard(notes, 1) == [Note(EVERY_TABLE)]
            await other.ping()
            while True:
                try:
                    await one.shout("a", "again")
                    break
                except StoreError:
                    await asyncio.sleep(0.01)
            await one.append(addition("a", 1))
            assert await heard(notes, 3) == [
                Note(EVERY_TABLE),
                Note("a", payload="again"),
                Note("a", 1, entry=addition("a", 1).entry),
            ]
            # Those that wait in the pool are dead as well, which nobody needs to notice.
            await asyncio.to_thread(hang_up, "wildtable")
            assert await one.append(addition("a", 2))
            await asyncio.to_thread(hang_up, "wildtable")
            assert len(await one.entries("a")) == 2

    asyncio.run(work())
