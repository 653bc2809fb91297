"""Servers that are killed or stopped in the middle of a match, and several workers on one database: nobody was told
anything that is not stored, and the table goes on."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import sqlite3
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.clients import SECONDS, AtTable, Process, Somebody
from wildtable.cli import main
from wildtable.server.live import LiveTable
from wildtable.server.store import Store

PLENTY = ["--most-messages", "10000", "--most-sockets", "1000", "--most-connects", "10000", "--most-requests", "100000"]


async def play_on(at: AtTable) -> None:
    """Play until the server is gone."""
    with contextlib.suppress(ConnectionClosed, OSError):
        await at.play(lambda: False)


async def stored(database: str, table: str) -> LiveTable:
    store = await Store.open(database, "test")
    try:
        return LiveTable.of(table, await store.secrets(table), await store.entries(table))
    finally:
        await store.close()


def agrees(live: LiveTable, at: AtTable, person: str) -> None:
    """Everything that a client was told is stored, and is the same."""
    assert at.number <= live.number
    for number, told in at.entries.items():
        frame = live.frame(number, person, last=False)
        assert frame is not None
        assert frame == told, (frame, told)


@pytest.mark.compiled_only
def test_kill_9_in_the_middle_of_a_match(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/tables.db"

    async def before(address: str, kill: Callable[[], None]) -> tuple[str, list[Somebody], list[AtTable]]:
        ada, ben = await Somebody.named(address, "Ada"), await Somebody.named(address, "Ben")
        table = await ada.open("wild-apex", seats=4, bots=["random", "random"])
        a, b = await ada.join(table), await ben.join(table)
        await b.send("sit")
        await b.until_kind("sat")
        await a.send("begin")
        playing = [asyncio.create_task(play_on(at)) for at in (a, b)]
        while a.rounds() < 8:
            await asyncio.sleep(0.005)
        kill()
        await asyncio.gather(*playing)
        return table, [ada, ben], [a, b]

    async def after(address: str, table: str, people: list[Somebody], was: list[AtTable]) -> None:
        ats = [await who.join(table, last=at.number, address=address) for who, at in zip(people, was, strict=True)]
        target = max(at.number for at in was) + 6
        await asyncio.gather(*(at.play(lambda at=at: at.over() or at.number >= target) for at in ats))  # type: ignore[misc]
        for at in ats:
            await at.close()

    with Process(database, *PLENTY) as server:
        table, people, was = asyncio.run(before(server.address, server.process.kill))
    live = asyncio.run(stored(database, table))
    for who, at in zip(people, was, strict=True):
        agrees(live, at, who.id)
    with Process(database, *PLENTY) as server:
        asyncio.run(after(server.address, table, people, was))
    with sqlite3.connect(tmp_path / "tables.db") as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()


@pytest.mark.compiled_only
def test_sigterm_says_bye_and_stops_soon(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/tables.db"

    async def story(server: Process) -> None:
        ada = await Somebody.named(server.address, "Ada")
        table = await ada.open(seats=2, bots=["random"], begin=True)
        a = await ada.join(table)
        await a.play(lambda: a.rounds() >= 2)
        server.process.send_signal(signal.SIGTERM)
        assert (await a.closing())[0] == 4010
        assert a.frames[-1]["type"] == "bye"
        await asyncio.to_thread(server.process.wait, 5)
        agrees(await stored(database, table), a, ada.id)

    with Process(database, *PLENTY) as server:
        began = time.monotonic()
        asyncio.run(story(server))
        assert server.process.returncode == 0
        assert time.monotonic() - began < SECONDS
        _, errors = server.process.communicate()
        assert "Traceback" not in errors


def children(pid: int) -> list[int]:
    """The workers of a server: the processes it has started, without the one that Python counts shared things with."""
    found = subprocess.run(["pgrep", "-P", str(pid), "-f", "spawn_main"], capture_output=True, text=True, check=False)
    return [int(word) for word in found.stdout.split()]


@pytest.mark.compiled_only
def test_two_workers_on_postgresql(postgres_url: str) -> None:
    """People on both workers, presence and the newest connection across them; one is killed and the table goes on."""

    async def story(server: Process) -> None:
        ada, ben = await Somebody.named(server.address, "Ada"), await Somebody.named(server.address, "Ben")
        table = await ada.open("wild-apex", seats=4, bots=["random", "random"])
        # Whichever worker accepts a connection has it: of so many there are some on both.
        lookers = [await AtTable.come(server.address, table) for _ in range(8)]
        a, b = await ada.join(table), await ben.join(table)
        await a.until_kind("table")
        await b.send("sit")
        await b.until_kind("sat")
        again = await ada.join(table)  # on either worker
        assert (await a.closing())[0] == 4001
        a = again
        await a.until_kind("table")
        while not (a.presence.get("here", {}).get("B") and a.presence["watching"] == 8):
            await a.hear()
        await a.send("begin")
        playing = [asyncio.create_task(play_on(at)) for at in (a, b, *lookers)]
        while a.rounds() < 6:
            await asyncio.sleep(0.01)
        workers = children(server.process.pid)
        assert len(workers) == 2
        os.kill(workers[0], signal.SIGKILL)
        for who in (ada, ben):  # come back as browsers do; whoever lost nothing is told that a newer one is there
            at = a if who is ada else b
            rest = asyncio.create_task(back_again(who, table, at))
            playing.append(rest)
        by = time.monotonic() + SECONDS
        target = a.number + 12
        while (await who_has(ada, table)) < target:
            assert time.monotonic() < by
            await asyncio.sleep(0.1)
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        live = await stored(postgres_url, table)
        for who, at in ((ada, a), (ben, b)):
            agrees(live, at, who.id)
        for _ in range(100):
            if len(children(server.process.pid)) == 2:
                break
            await asyncio.sleep(0.1)
        assert workers[0] not in children(server.process.pid)
        assert len(children(server.process.pid)) == 2
        for at in (a, b, *lookers):
            await at.close()
        metrics = (await ada.ask("GET", "/metrics")).text
        assert "wildtable_moves_total" in metrics
        assert "wildtable_sockets" in metrics

    with Process(postgres_url, "--workers", "2", *PLENTY) as server:
        asyncio.run(story(server))
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(15) == 0


async def back_again(who: Somebody, table: str, was: AtTable) -> None:
    while True:
        with contextlib.suppress(ConnectionClosed, OSError):
            at = await who.join(table, last=was.number)
            try:
                await at.play(at.over)
                return
            finally:
                await at.close()
        await asyncio.sleep(0.2)


async def who_has(who: Somebody, table: str) -> int:
    """The number of the newest entry, as an onlooker gets it."""
    try:
        at = await AtTable.come(who.address, table)
        await at.until_kind("table")
        await at.close()
    except (ConnectionClosed, OSError):
        return 0
    return 10**9 if at.over() else at.number


def test_what_keeps_it_from_starting_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database, other = f"sqlite:///{tmp_path}/tables.db", f"sqlite:///{tmp_path}/other.db"
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        tries: list[tuple[list[str], str]] = [
            (["--port", port, "--database", other], f"port {port} is in use"),
            (["--port", "0", "--database", database, "--workers", "2"], "need PostgreSQL"),
            (["--port", "0", "--database", f"sqlite:///{tmp_path}/none/x.db"], ""),
            (["--port", "0", "--database", "postgresql://nobody@127.0.0.1:1/none"], ""),
            (["--port", "0", "--database", "mysql://x"], "sqlite"),
            (["--port", "0", "--database", other, "--log", "loud"], "--log"),
            (["--port", "0", "--database", other, "--origin", "example.org"], "--origin"),
            (["--port", "0", "--database", other, "--host", "no.such.host.invalid"], "--host"),
        ]
        for words, expected in tries:
            code = main(["serve", *words])
            errors = capsys.readouterr().err
            assert code == 2, (words, errors)
            assert expected in errors
            assert errors.startswith("wildtable: ")
            assert errors.count("\n") == 1, errors
