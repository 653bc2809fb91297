"""What can go wrong is said in a sentence, hits nobody else, and is over when it is over."""

from __future__ import annotations

import asyncio
import re
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, text
from sqlalchemy.util import await_only

from tests.server.postgres import Postgres
from tests.server.records import addition, ending, in_a_loop, stores
from wildtable.errors import WildtableError
from wildtable.server import store as store_module
from wildtable.server.entries import Said
from wildtable.server.store import Store, StoreError


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("", "This is no database URL. It looks like sqlite:///path"),
        ("games.db", "This is no database URL."),
        ("mysql://root@localhost/games", "kind mysql is not known. The URL looks like sqlite:///path"),
        ("sqlite://", "An SQLite URL names a file"),
        ("sqlite:///:memory:", "An SQLite URL names a file"),
        ("sqlite://games.db", "An SQLite URL names a file"),
        ("sqlite:///games.db?mode=ro", "An SQLite URL names a file"),
        ("sqlite:///games\0.db", "An SQLite URL names a file"),
        ("sqlite:////no/such/folder/games.db", "There is no folder /no/such/folder for the database: make it"),
        ("sqlite:////usr", "/usr is a folder"),
        ("postgresql://ada:secret@127.0.0.1:1/games", "ada:***@127.0.0.1:1/games cannot be reached"),
        ("postgresql://ada@/games?host=/nowhere&password=secret", "cannot be reached"),
        ("postgresql://ada@127.0.0.1:port/games", "no database URL"),
        ("postgresql://ada@[::1/games", "no database URL"),
    ],
)
def test_a_url_that_leads_nowhere(url: str, sentence: str) -> None:
    with pytest.raises(StoreError, match=re.escape(sentence)) as caught:
        asyncio.run(Store.open(url))
    assert isinstance(caught.value, WildtableError)
    assert "secret" not in str(caught.value)
    assert "\n" not in str(caught.value)


def test_who_is_not_let_in_is_told_why(postgres: Postgres, postgres_url: str) -> None:
    postgres.run("CREATE ROLE locked LOGIN PASSWORD 'right'", "CREATE ROLE guest LOGIN")
    rules = postgres.folder / "pg_hba.conf"
    rules.write_text("local all locked scram-sha-256\n" + rules.read_text())
    postgres.run("SELECT pg_reload_conf()")
    with pytest.raises(StoreError, match="refuses this user or password"):
        asyncio.run(Store.open(postgres.url(user="locked:wrong")))
    with pytest.raises(StoreError, match="refuses this user or password"):
        asyncio.run(Store.open(postgres.url(user="nobody")))
    with pytest.raises(StoreError, match="no database of that name"):
        asyncio.run(Store.open(postgres.url("nothing")))
    with pytest.raises(StoreError, match="may not write"):
        asyncio.run(Store.open(postgres_url.replace("postgres:@", "guest:@")))


def test_a_file_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "games.db.lock").mkdir()
    with pytest.raises(StoreError, match=r"cannot be opened \(Is a directory\): see who may write the file"):
        asyncio.run(Store.open(f"sqlite:///{tmp_path}/games.db"))


def test_a_file_that_is_something_else(tmp_path: Path) -> None:
    (tmp_path / "games.db").write_text("This is a diary, and was one before the server came. " * 50)
    with pytest.raises(StoreError, match="no SQLite database"):
        asyncio.run(Store.open(f"sqlite:///{tmp_path}/games.db"))
    assert (tmp_path / "games.db").read_text().startswith("This is a diary")


@in_a_loop
async def test_a_second_server_on_one_sqlite_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wildtable.server.database.KILLED_SECONDS", 0.1)
    (tmp_path / "link.db").symlink_to(tmp_path / "games.db")
    async with stores(f"sqlite:///{tmp_path}/games.db"):
        for name in ("games.db", "link.db"):
            with pytest.raises(
                StoreError, match=r"in use by another server \(process \d+\): stop that one, or use Post"
            ):
                await Store.open(f"sqlite:///{tmp_path}/{name}")
    async with stores(f"sqlite:///{tmp_path}/link.db") as [store]:
        await store.ping()


@in_a_loop
async def test_another_program_that_locks_the_file(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import sqlite3

    monkeypatch.setattr("wildtable.server.database.LOCK_SECONDS", 0.05)
    async with stores(sqlite_url) as [store]:
        other = sqlite3.connect(sqlite_url.removeprefix("sqlite:///"), isolation_level=None)
        try:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(StoreError, match="locked by another program"):
                await store.append(addition("a", 1))
            other.execute("ROLLBACK")
            assert await store.append(addition("a", 1))
        finally:
            other.close()


@in_a_loop
async def test_a_database_that_can_only_be_read(url: str) -> None:
    async with stores(url) as [store]:
        await store.append(addition("a", 1))
        switch = "PRAGMA query_only = {}" if url.startswith("sqlite") else "SET default_transaction_read_only = {}"
        await tell(store, switch.format("on"))
        with pytest.raises(StoreError, match="can only be read"):
            await store.append(addition("a", 2))
        await tell(store, switch.format("off"))
        assert await store.append(addition("a", 2))
        assert store.failures == 1


async def tell(store: Store, *statements: str) -> None:
    """On the connection that writes, in no transaction."""

    def work(connection: Connection) -> None:
        driver: Any = connection.connection.driver_connection
        for statement in statements:
            if store._database.is_sqlite:
                driver.execute(statement)
            else:
                await_only(driver.execute(statement))

    await store._database.use_writer(work)


# --- no room ---------------------------------------------------------------------------------------------------------


@contextmanager
def tiny_disk(folder: Path, size: str = "1m") -> Iterator[None]:
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", folder], capture_output=True)
    if made.returncode:
        pytest.skip("only root may mount a file system that is soon full")
    try:
        yield
    finally:
        subprocess.run(["umount", folder], check=True)


FULL = re.compile(r"The disk of the database .* is full: make room, then it goes on\.")


async def fill(store: Store) -> dict[str, int]:
    """Append to several tables until each of them has failed; how many entries each has."""
    lengths = dict.fromkeys("abcd", 0)
    sentences = set()

    async def go_on(table: str) -> None:
        long = Said("p-ada", "Ada", "x" * 2000)
        while lengths[table] < 5000:
            try:
                assert await store.append(addition(table, lengths[table] + 1, long))
            except StoreError as error:
                sentences.add(str(error))
                return
            lengths[table] += 1

    await asyncio.gather(*map(go_on, lengths))
    [sentence] = sentences
    assert FULL.fullmatch(sentence)
    return lengths


async def assert_stored(store: Store, lengths: dict[str, int]) -> None:
    for table, length in lengths.items():
        assert len(await store.entries(table)) == length


@in_a_loop
async def test_a_full_disk(tmp_path: Path) -> None:
    with tiny_disk(tmp_path):
        filler = tmp_path / "filler"
        filler.write_bytes(b"x" * 300_000)
        async with stores(f"sqlite:///{tmp_path}/games.db") as [store]:
            lengths = await fill(store)
            await assert_stored(store, lengths)
            filler.unlink()
            assert await store.append(addition("a", lengths["a"] + 1))
            lengths["a"] += 1
            await assert_stored(store, lengths)
        async with stores(f"sqlite:///{tmp_path}/games.db") as [store]:
            await assert_stored(store, lengths)


@in_a_loop
async def test_a_database_that_may_not_grow(url: str) -> None:
    """As a full disk, for those who may not make one."""
    async with stores(url) as [store]:
        async with limited(store):
            lengths = await fill(store)
            await assert_stored(store, lengths)
        assert all(await asyncio.gather(*(store.append(addition(table, lengths[table] + 1)) for table in lengths)))
        await assert_stored(store, {table: length + 1 for table, length in lengths.items()})


@asynccontextmanager
async def limited(store: Store) -> AsyncIterator[None]:
    if store._database.is_sqlite:
        await tell(store, "PRAGMA max_page_count = 150")
        yield
        await tell(store, "PRAGMA max_page_count = 1000000")
        return
    await tell(
        store,
        "CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        "IF (SELECT count(*) FROM entries) > 60 THEN RAISE 'no room' USING ERRCODE = 'disk_full'; END IF; "
        "RETURN NULL; END $$",
        "CREATE TRIGGER no_room AFTER INSERT ON entries EXECUTE FUNCTION no_room()",
    )
    yield
    await tell(store, "DROP TRIGGER no_room ON entries")


# --- one bad row, one lost answer ------------------------------------------------------------------------------------


@in_a_loop
async def test_an_addition_that_cannot_be_stored_keeps_nobody_else_from_it(url: str) -> None:
    async with stores(url) as [store]:
        await store.append(addition("bad", 1, ending=ending("ada", "bob", won="ada")))
        wanted = [
            addition("before", 1),
            addition("a", 1),
            addition("bad", 2, ending=ending("ada", "bob", won="ada")),  # match 1 has ended already
            addition("c", 1, ending=ending("ada", "bob", won="ada")),
        ]
        answers = await asyncio.gather(*map(store.append, wanted), return_exceptions=True)
        assert [answer is True for answer in answers] == [True, True, False, True]
        assert isinstance(answers[2], StoreError)
        assert len(await store.entries("bad")) == 1
        assert [one.matches for one in await store.best("cl4sh", 10)] == [2, 2]
        assert (store.appends, store.failures) == (4, 1)


@pytest.mark.parametrize("really", [True, False])
def test_a_commit_that_was_not_answered_is_looked_up(url: str, really: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may have happened or not; either way the caller hears the truth, and the match counts once."""
    commit = Connection.commit
    lost: list[bool] = []

    def lose_the_answer(connection: Connection) -> None:
        if not lost:
            lost.append(True)
            if really:
                commit(connection)
            raise ConnectionResetError("the network went away")
        commit(connection)

    async def work() -> None:
        async with stores(url) as [store]:
            monkeypatch.setattr(Connection, "commit", lose_the_answer)
            assert await store.append(addition("a", 1, ending=ending("ada", "bob", won="ada")))
            assert lost
            assert await store.append(addition("a", 2))
            assert [entry.number for entry in await store.entries("a")] == [1, 2]
            assert [one.matches for one in await store.best("cl4sh", 10)] == [1, 1]
            assert store.transactions == 2

    asyncio.run(work())


@in_a_loop
async def test_after_a_lost_answer_the_entry_of_another_worker_is_not_taken_for_the_own(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    commit = Connection.commit
    lost: list[bool] = []

    async with stores(postgres_url, 2) as [store, other]:

        def be_overtaken(connection: Connection) -> None:
            if not lost:
                lost.append(True)
                connection.rollback()
                assert await_only(other.append(addition("a", 1, tag="other")))
                raise ConnectionResetError("the network went away")
            commit(connection)

        monkeypatch.setattr(Connection, "commit", be_overtaken)
        assert not await store.append(addition("a", 1, tag="own"))
        assert (store.appends, store.refused, other.appends) == (0, 1, 1)
        assert await store.entries("a") == [addition("a", 1, tag="other").entry]


@in_a_loop
async def test_a_commit_that_still_goes_on_when_the_connection_is_lost_is_waited_for(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    commit = Connection.commit
    lost: list[bool] = []

    def hang_up(connection: Connection) -> None:
        if not lost:
            lost.append(True)
            driver: Any = connection.connection.driver_connection
            asyncio.get_running_loop().call_later(0.1, driver.terminate)
        commit(connection)

    async with stores(postgres_url) as [store]:
        await tell(
            store,
            "CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
            "PERFORM pg_sleep(0.5); RETURN NULL; END $$",
            "CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON entries DEFERRABLE INITIALLY DEFERRED "
            "FOR EACH ROW EXECUTE FUNCTION slow()",
        )
        monkeypatch.setattr(Connection, "commit", hang_up)
        assert await store.append(addition("a", 1, ending=ending("ada", "bob", won="ada")))
        assert lost
        assert [one.matches for one in await store.best("cl4sh", 10)] == [1, 1]
        assert (store.transactions, store.appends, store.refused) == (1, 1, 0)


@in_a_loop
async def test_when_nothing_can_be_learned_of_a_commit_that_is_what_is_said(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ConnectionResetError("the network went away")

    async with stores(url) as [store]:
        monkeypatch.setattr(store_module, "DOUBT_SECONDS", 0.1)
        monkeypatch.setattr(store_module, "DOUBT_PAUSE", 0.01)
        with monkeypatch.context() as broken:
            broken.setattr(Connection, "commit", fail)
            broken.setattr(store._database, "read", refuse)
            with pytest.raises(StoreError, match="It is not known whether the last moves are stored"):
                await store.append(addition("a", 1))
        assert await store.entries("a") == []
        assert await store.append(addition("a", 1))


async def refuse(*_: object) -> None:
    raise StoreError("The database does not answer.")


@in_a_loop
async def test_what_cannot_even_be_written_down_keeps_nobody_waiting(url: str) -> None:
    async with stores(url) as [store]:
        half = Said("p-ada", "Ada", "\ud83c")
        wanted = [addition("before", 1), addition("a", 1), addition("bad", 1, half), addition("c", 1)]
        answers = await asyncio.gather(*map(store.append, wanted), return_exceptions=True)
        assert [answer is True for answer in answers] == [True, True, False, True]
        assert isinstance(answers[2], StoreError)
        assert await store.append(addition("bad", 1))


@in_a_loop
async def test_a_ping_tells_whether_the_database_answers(url: str) -> None:
    async with stores(url) as [store]:
        await store.ping()
        await store._database.write(lambda connection: connection.execute(text("DROP TABLE ratings")))
        with pytest.raises(StoreError, match=r"did not do it: .*ratings"):
            await store.best("cl4sh", 1)
        await store.ping()
