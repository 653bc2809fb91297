"""What was acknowledged is there after a crash, in order and once."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from tests.server.postgres import Postgres
from tests.server.records import addition, ending, stores
from wildtable.server.entries import Moved
from wildtable.server.store import Store, StoreError

TABLES = [f"t{number}" for number in range(20)]


async def play(store: Store, table: str, moves: list[str], troubles: set[str], stop: asyncio.Event) -> None:
    """Append moves to a table until told to stop, and go on after every trouble. `moves` gets those that the store
    has acknowledged."""
    number, made = 1, 0
    while not stop.is_set():
        made += 1
        tag = f"{table} {made}"
        try:
            over = ending("bot:calm", "bot:fierce", won="bot:calm", match=made) if made % 10 == 0 else None
            stored = await store.append(addition(table, number, tag=tag, ending=over))
        except StoreError as error:
            troubles.add(str(error))
            await asyncio.sleep(0.05)
            continue
        assert stored, "nobody else plays here"
        moves.append(tag)
        number += 1


async def until(enough: Callable[[], bool]) -> None:
    async with asyncio.timeout(40):
        while not enough():
            await asyncio.sleep(0.01)


async def tags(store: Store, table: str) -> list[str]:
    entries = await store.entries(table)
    assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
    found = [entry.what.tag for entry in entries if isinstance(entry.what, Moved)]
    assert len(found) == len(entries)
    return found


def test_postgres_is_killed_under_load(postgres: Postgres, postgres_url: str) -> None:
    async def work() -> None:
        moves: dict[str, list[str]] = {table: [] for table in TABLES}
        troubles: set[str] = set()
        stop = asyncio.Event()
        async with stores(postgres_url, 2) as both:
            players = asyncio.gather(
                *(play(both[number % 2], table, moves[table], troubles, stop) for number, table in enumerate(TABLES))
            )
            await until(lambda: all(len(moves[table]) > 15 for table in TABLES))
            await asyncio.to_thread(postgres.kill)
            before = {table: len(moves[table]) for table in TABLES}
            await asyncio.to_thread(postgres.start_again)
            await until(lambda: all(len(moves[table]) > before[table] for table in TABLES))
            stop.set()
            await players
            # They asked until they knew.
            assert not any("It is not known" in trouble for trouble in troubles)
            for table in TABLES:
                assert await tags(both[0], table) == moves[table]
            matches = sum(int(tag.split()[1]) % 10 == 0 for table in TABLES for tag in moves[table])
            assert [one.matches for one in await both[0].best("cl4sh", 10)] == [matches, matches]

    asyncio.run(work())


# Prints what the store has acknowledged, and ends only when it is killed.
WRITER = """
import asyncio, sys
from tests.server.records import addition
from wildtable.server.store import Store

async def play(store, table):
    for number in range(1, 1_000_000):
        tag = f"{table} {number}"
        assert await store.append(addition(table, number, tag=tag))
        print(tag, flush=True)

async def work():
    store = await Store.open(sys.argv[1])
    await asyncio.gather(*(play(store, f"t{number}") for number in range(20)))

asyncio.run(work())
"""


def test_a_process_that_writes_sqlite_is_killed(sqlite_url: str) -> None:
    root = Path(__file__).parents[2]
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER, sqlite_url],
        stdout=subprocess.PIPE,
        text=True,
        cwd=root,
        env={**os.environ, "PYTHONPATH": f"{root}{os.pathsep}{root / 'src'}"},
    )
    with writer:
        assert writer.stdout is not None
        try:
            acknowledged = [next(writer.stdout).strip() for _ in range(500)]
        finally:
            writer.kill()
        # The last line may have been cut off.
        acknowledged += [line.strip() for line in writer.stdout if line.endswith("\n")]

    async def work() -> None:
        async with stores(sqlite_url) as [store]:
            for table in TABLES:
                told = [tag for tag in acknowledged if tag.split()[0] == table]
                stored = await tags(store, table)
                assert stored[: len(told)] == told
                # What was stored in the moment of the end, and nobody could be told any more.
                assert len(stored) <= len(told) + 1
                assert await store.append(addition(table, len(stored) + 1))

    asyncio.run(work())
