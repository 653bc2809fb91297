"""Databases that are empty, of this version, and of a newer one."""

from __future__ import annotations

import asyncio
import logging

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncConnection

from tests.server.postgres import Postgres
from tests.server.records import addition, in_a_loop, stores
from wildtable.server.database import Database
from wildtable.server.migrations import config
from wildtable.server.schema import VERSION, metadata
from wildtable.server.store import Store, StoreError


@in_a_loop
async def test_the_migrations_make_what_the_program_expects(url: str) -> None:
    def differences(connection: Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection, opts={"compare_type": True}), metadata))

    def version(connection: Connection) -> object:
        return connection.scalar(text("SELECT version_num FROM alembic_version"))

    database = await Database.open(url)
    try:
        assert await database.write(differences) == []
        assert await database.write(version) == VERSION
    finally:
        await database.close()


def test_the_newest_migration_is_the_version_that_the_program_looks_for() -> None:
    assert ScriptDirectory.from_config(config()).get_heads() == [VERSION]


@in_a_loop
async def test_a_database_of_this_version_is_left_as_it_is(url: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "alembic")
    for _ in range(2):
        async with stores(url) as [store]:
            await store.append(addition("a", 1))
            assert len(await store.entries("a")) == 1
    assert sum("Running upgrade" in record.message for record in caplog.records) == 1


@in_a_loop
async def test_a_newer_database_is_left_alone(url: str) -> None:
    database = await Database.open(url)
    await database.write(lambda connection: connection.execute(text("UPDATE alembic_version SET version_num = '9999'")))
    await database.close()
    with pytest.raises(StoreError, match="was made by a newer Wildtable than this one"):
        await Store.open(url)


@in_a_loop
async def test_several_workers_start_on_an_empty_database_at_once(postgres_url: str) -> None:
    opened = await asyncio.gather(*(Store.open(postgres_url) for _ in range(4)))
    try:
        assert len({await store.signing_key() for store in opened}) == 1
    finally:
        for store in opened:
            await store.close()


@in_a_loop
async def test_sqlite_waits_for_the_disk_and_watches_over_its_references(sqlite_url: str) -> None:
    names = ("journal_mode", "synchronous", "foreign_keys")

    def writing(connection: Connection) -> list[object]:
        return [connection.scalar(text(f"PRAGMA {name}")) for name in names]

    async def reading(connection: AsyncConnection) -> list[object]:
        return [await connection.scalar(text(f"PRAGMA {name}")) for name in names]

    async with stores(sqlite_url) as [store]:
        assert await store._database.write(writing) == ["wal", 2, 1]
        assert await store._database.read(reading) == ["wal", 2, 1]


def test_postgres_waits_for_the_disk_even_if_it_was_told_not_to(postgres: Postgres, postgres_url: str) -> None:
    name = postgres_url.partition("?")[0].rpartition("/")[2]
    postgres.run(f"ALTER DATABASE {name} SET synchronous_commit = off")

    def waits(connection: Connection) -> object:
        return connection.scalar(text("SHOW synchronous_commit"))

    async def work() -> None:
        async with stores(postgres_url) as [store]:
            assert await store._database.write(waits) == "on"

    asyncio.run(work())


def test_a_postgres_that_does_not_wait_for_the_disk_is_warned_of(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    warnings: list[str] = []
    monkeypatch.setattr("wildtable.server.database.log.warning", lambda text, *about: warnings.append(text % about))

    async def work() -> None:
        async with stores(postgres_url):
            pass

    asyncio.run(work())
    assert len(warnings) == 1
    assert "fsync off: a power cut can take what people were told" in warnings[0]  # as the tests have it
