"""Servers that are killed or stopped in the middle of a match, and several workers on one database: nobody was told
anything that is not stored, and the table goes on."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import threading
import time
from collections.abc import Iterable
from dataclasses import asdict, replace
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import psutil  # type: ignore[import-untyped]
import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.clients import SECONDS, AtTable, Process, Somebody, served
from tests.server.postgres import Postgres
from tests.server.test_store_trouble import tiny_disk
from wildtable.cli import main
from wildtable.server.live import LiveTable
from wildtable.server.run import listen
from wildtable.server.settings import Limits, Settings
from wildtable.server.store import Store

PLENTY = ["--most-messages", "10000", "--most-sockets", "1000", "--most-connects", "10000", "--most-requests", "100000"]


async def play_on(at: AtTable) -> None:
    """Play until the server is gone."""
    with contextlib.suppress(ConnectionClosed, OSError):
        await at.play(lambda: False)


async def agrees(database: str, table: str, who: Iterable[tuple[Somebody, AtTable]]) -> None:
    """Everything that they were told is stored, and is the same."""
    store = await Store.open(database, "test")
    try:
        record, secrets = await store.entries(table), await store.secrets(table)
    finally:
        await store.close()
    people = list(who)
    live = LiveTable(table, secrets)
    for entry in record:  # each compared at once: a table that goes on forgets its old entries
        live.take(entry)
        for person, at in people:
            told = at.entries.get(entry.number)
            if told is not None:
                frame = live.frame(entry.number, person.id, last=False)
                assert frame == told, (frame, told)
    assert all(at.number <= live.number for _, at in people)


TABLES = 4  # that are played at when something is killed


class Evening:
    """Two people and two bots at each of some tables."""

    def __init__(self) -> None:
        self.tables: list[str] = []
        self.people: list[list[Somebody]] = []
        self.ats: list[list[AtTable]] = []
        self.playing: list[asyncio.Task[None]] = []

    async def begin(self, address: str) -> None:
        for _ in range(TABLES):
            ada, ben = await Somebody.named(address, "Ada"), await Somebody.named(address, "Ben")
            table = await ada.open("wild-apex", seats=4, bots=["random", "random"])
            a, b = await ada.join(table), await ben.join(table)
            await b.send("sit")
            await b.until_kind("sat")
            await a.send("begin")
            self.tables.append(table)
            self.people.append([ada, ben])
            self.ats.append([a, b])
        self.play()

    def play(self) -> None:
        self.playing = [asyncio.create_task(play_on(at)) for at in self.all()]

    def all(self) -> list[AtTable]:
        return [at for ats in self.ats for at in ats]

    async def further(self, moves: int) -> None:
        """Until so many more moves were made at each table, or its match is over."""
        wanted = [at.rounds() + moves for at in self.all()]
        async with asyncio.timeout(SECONDS):
            while not all(at.over() or at.rounds() >= much for at, much in zip(self.all(), wanted, strict=True)):
                await asyncio.sleep(0.005)

    async def end(self) -> None:
        """The server is gone."""
        await asyncio.gather(*self.playing)

    async def again(self, address: str) -> None:
        """All come back, to a new server, with what they had."""
        self.ats = [
            [await who.join(table, last=at.number, address=address) for who, at in zip(people, ats, strict=True)]
            for table, people, ats in zip(self.tables, self.people, self.ats, strict=True)
        ]
        self.play()

    async def leave(self) -> None:
        for task in self.playing:
            task.cancel()
        await asyncio.gather(*self.playing, return_exceptions=True)
        for at in self.all():
            await at.close()

    async def agrees(self, database: str) -> None:
        """Everything that anybody was told is stored, and is the same."""
        for table, people, ats in zip(self.tables, self.people, self.ats, strict=True):
            assert all(at.rounds() > 4 for at in ats)
            await agrees(database, table, zip(people, ats, strict=True))


@pytest.mark.compiled_only
def test_kill_9_of_a_server_on_sqlite(sqlite_url: str) -> None:
    evening = Evening()

    async def before(server: Process) -> None:
        await evening.begin(server.address)
        await evening.further(6)
        server.process.kill()
        await evening.end()
        await evening.agrees(sqlite_url)

    async def after(server: Process) -> None:
        await evening.again(server.address)
        await evening.further(6)
        await evening.leave()

    with asyncio.Runner() as runner:
        with Process(sqlite_url, *PLENTY) as server:
            runner.run(before(server))
        with Process(sqlite_url, *PLENTY) as server:
            runner.run(after(server))
    with contextlib.closing(sqlite3.connect(sqlite_url.removeprefix("sqlite:///"))) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_a_record_that_cannot_be_read_is_no_fault_and_harms_no_other_table(sqlite_url: str) -> None:
    """As after a change of rules, or when somebody has written in the database."""

    async def before(server: Process) -> tuple[Somebody, list[str]]:
        ada = await Somebody.named(server.address, "Ada")
        return ada, [await ada.open(seats=2) for _ in range(2)]

    async def after(server: Process, ada: Somebody, spoiled: str, whole: str) -> None:
        at = await ada.join(spoiled, address=server.address)
        assert await at.closing() == (4004, "The record of this table cannot be read by this version of Wildtable.")
        ada.address = server.address
        answer = await ada.ask("GET", f"/api/tables/{spoiled}")
        assert (answer.status_code, answer.json()["code"]) == (404, "unknown")
        at = await ada.join(whole)
        await at.until_kind("table")
        await at.close()
        assert "wildtable_faults_total 0.0" in (await ada.ask("GET", "/metrics")).text

    with Process(sqlite_url) as server:
        ada, (spoiled, whole) = asyncio.run(before(server))
    with contextlib.closing(sqlite3.connect(sqlite_url.removeprefix("sqlite:///"))) as connection, connection:
        body = '{"kind":"moved","seat":"A","move":"play Q9"}'
        changed = connection.execute("UPDATE entries SET body = ? WHERE table_id = ? AND number = 2", (body, spoiled))
        assert changed.rowcount == 1
    with Process(sqlite_url) as server:
        asyncio.run(after(server, ada, spoiled, whole))
        server.process.terminate()
        events = [json.loads(line) for line in server.process.communicate()[1].splitlines()]
        assert [event["table"] for event in events if event["event"] == "a record cannot be read"] == [spoiled] * 2


@pytest.mark.compiled_only
def test_a_disk_that_is_full_for_a_while(tmp_path: Path) -> None:
    """Moves are answered with `try_again` then, nobody is told of any, and when there is room all goes on."""
    evening = Evening()
    filler, database = tmp_path / "filler", f"sqlite:///{tmp_path}/tables.db"

    def fill() -> None:
        with contextlib.suppress(OSError), filler.open("wb", buffering=0) as file:
            while True:
                file.write(b"x" * 4096)

    async def story(server: Process) -> None:
        await evening.begin(server.address)
        await evening.further(6)
        await asyncio.to_thread(fill)
        for at in evening.all():
            await at.send("say", text="Is anybody there?")
        async with asyncio.timeout(SECONDS):
            while not all(any(frame.get("code") == "try_again" for frame in at.frames) for at in evening.all()):
                await asyncio.sleep(0.05)
        number = [at.number for at in evening.all()]
        await asyncio.sleep(0.3)
        assert [at.number for at in evening.all()] == number
        async with httpx.AsyncClient(base_url=server.address) as http:
            assert (await http.get("/healthz")).status_code == 200  # it can be read, and will mend by itself
            assert (await http.post("/api/me", json={"name": "Cleo"})).json()["code"] == "try_again"
        filler.unlink()
        await evening.further(6)
        await evening.leave()
        server.process.send_signal(signal.SIGTERM)
        await asyncio.to_thread(server.process.wait, SECONDS)
        await evening.agrees(database)

    with tiny_disk(tmp_path, "8m"), Process(database, *PLENTY) as server:
        asyncio.run(story(server))
        _, errors = server.process.communicate()
        assert "The disk of the database" in errors
        assert "Traceback" not in errors


@pytest.mark.compiled_only
def test_kill_9_of_postgresql_and_then_of_its_two_workers_as_well(postgres: Postgres, postgres_url: str) -> None:
    evening = Evening()

    async def before(server: Process) -> None:
        await evening.begin(server.address)
        await evening.further(6)
        await asyncio.to_thread(postgres.kill)
        await asyncio.to_thread(postgres.start_again)
        await evening.further(6)  # with the same connections
        workers = children(server.process.pid)
        assert len(workers) == 2
        await asyncio.to_thread(postgres.kill)
        for process in (server.process.pid, *workers):
            os.kill(process, signal.SIGKILL)
        await evening.end()
        await asyncio.to_thread(postgres.start_again)
        await evening.agrees(postgres_url)

    async def after(server: Process) -> None:
        await evening.again(server.address)
        await evening.further(6)
        await evening.leave()

    with asyncio.Runner() as runner:
        with Process(postgres_url, "--workers", "2", *PLENTY) as server:
            runner.run(before(server))
        with Process(postgres_url, "--workers", "2", *PLENTY) as server:
            runner.run(after(server))


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
        await agrees(database, table, [(ada, a)])

    with Process(database, *PLENTY) as server:
        began = time.monotonic()
        asyncio.run(story(server))
        assert server.process.returncode == 0
        assert time.monotonic() - began < SECONDS
        _, errors = server.process.communicate()
        events = [json.loads(line)["event"] for line in errors.splitlines()]
        assert [event for event in events if event != "match over"] == ["worker ready", "table opened", "worker stops"]


def children(pid: int) -> list[int]:
    """The workers of a server: the processes it has started, without the one that Python counts shared things with."""
    found = subprocess.run(["pgrep", "-P", str(pid), "-f", "spawn_main"], capture_output=True, text=True, check=False)
    return [int(word) for word in found.stdout.split()]


def test_a_server_that_was_killed_is_started_again_at_once(url: str) -> None:
    """Nobody waits for its port and its database to be free, nor for its workers to notice that they are alone."""
    workers = "1" if url.startswith("sqlite") else "2"
    with Process(url, "--workers", workers) as killed:
        left = children(killed.process.pid)
        assert len(left) == (0 if workers == "1" else 2)
        killed.process.kill()
        port = str(urlsplit(killed.address).port)
        with Process(url, "--workers", workers, "--port", port) as again:
            assert again.address == killed.address
            assert httpx.get(f"{again.address}/healthz").json()["well"]
            by = time.monotonic() + SECONDS
            while any(map(psutil.pid_exists, left)):
                assert time.monotonic() < by
                time.sleep(0.1)
            assert httpx.get(f"{again.address}/healthz").json()["well"]


def test_what_a_dying_server_still_has_is_waited_for(sqlite_url: str) -> None:
    settings = Settings(sqlite_url, port=0)
    dying = listen(settings)
    release = threading.Timer(0.3, dying.close)
    release.start()
    listen(replace(settings, port=dying.getsockname()[1])).close()
    release.join()

    async def story() -> None:
        dying = await Store.open(sqlite_url, "dying")
        closing = asyncio.get_running_loop().call_later(0.3, asyncio.ensure_future, dying.close())
        after = await Store.open(sqlite_url, "after")
        assert closing.when() < asyncio.get_running_loop().time()
        await after.close()

    asyncio.run(story())


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
        await agrees(postgres_url, table, [(ada, a), (ben, b)])
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


def test_what_keeps_it_from_starting_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wildtable.server.run.KILLED_SECONDS", 0.1)
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
            (["--port", "0", "--database", "postgresql://ada@[bad/none"], "no database URL"),
            (["--port", "0", "--database", other, "--origin", "example.org"], "--origin"),
            (["--port", "0", "--database", other, "--proxy", "127.0.0.1, nginx"], "'nginx' is none"),
            (["--port", "0", "--database", other, "--host", "no.such.host.invalid"], "--host"),
        ]
        for words, expected in tries:
            code = main(["serve", *words])
            errors = capsys.readouterr().err
            assert code == 2, (words, errors)
            assert expected in errors
            assert errors.startswith("wildtable: ")
            assert errors.count("\n") == 1, errors


def test_a_data_folder_that_cannot_be_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    monkeypatch.delenv("WILDTABLE_DATABASE", raising=False)
    assert main(["serve", "--port", "0"]) == 2
    assert "name a file with --database" in capsys.readouterr().err


def test_each_limit_has_an_option_and_the_operators_can_read_of_it(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = (Path(__file__).parents[2] / "docs" / "operators.md").read_text(encoding="utf-8")
    told = dict(re.findall(r"^\| `(--most-[a-z-]+)` \| (\d+) \|", page, re.M))
    seen: list[Settings] = []
    monkeypatch.setattr("wildtable.server.run.serve", lambda settings, listener, ready: seen.append(settings))
    plain, changed = [], []
    for name, usual in told.items():
        plain += [name, usual]
        changed += [name, str(int(usual) + 1)]
    for words in ([], plain, changed):
        assert main(["serve", "--port", "0", "--database", sqlite_url, *words]) == 0
    assert seen[0].limits == seen[1].limits == Limits()
    usual_limits, changed_limits = asdict(seen[0].limits), asdict(seen[2].limits)
    assert changed_limits == {name: value + 1 for name, value in usual_limits.items()}


def test_a_server_that_stops_says_so_even_while_the_other_workers_are_slow_to_hear(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def shout(self: Store, table: str, payload: str) -> None:
        await asyncio.sleep(0.5)

    async def closings(address: str, ats: list[AtTable]) -> None:
        ada = await Somebody.named(address, "Ada")
        table = await ada.open(seats=2)
        ats += [await ada.join(table), *[await AtTable.come(address, table) for _ in range(3)]]
        for at in ats:
            await at.until_kind("table")

    monkeypatch.setattr(Store, "shout", shout)
    ats: list[AtTable] = []
    with asyncio.Runner() as runner:
        with served() as address:
            runner.run(closings(address, ats))
        for at in ats:
            assert runner.run(at.closing())[0] == 4010
            assert at.frames[-1]["type"] == "bye"
