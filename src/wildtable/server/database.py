"""The connection with SQLite or PostgreSQL: which one a URL names, how it is opened, and what its errors mean."""

from __future__ import annotations

import asyncio
import fcntl
import logging
import os
import sqlite3
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Self, TypeVar
from urllib.parse import urlsplit

import asyncpg
from sqlalchemy import URL, Connection, Engine, NullPool, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError, DataError, DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from wildtable.errors import WildtableError
from wildtable.server import schema
from wildtable.server.settings import KILLED_SECONDS, LOOK_AGAIN_SECONDS

FORMS = "sqlite:///path/to/file.db (with four slashes for a path from the root) or postgresql://user:password@host/name"

# What the drivers and SQLAlchemy raise when a database does not do what was asked.
TROUBLE = (
    SQLAlchemyError,
    OSError,
    sqlite3.Error,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
)

CONNECT_SECONDS = 5
ANSWER_SECONDS = 20  # for one statement
# Who loses its network in a transaction must not keep the others from that table for long.
IDLE_SECONDS = 10
LOCK_SECONDS = 5

# "wildtabl", for whoever looks at the locks.
MIGRATION_LOCK = int.from_bytes(b"wildtabl", "big")

Result = TypeVar("Result")

log = logging.getLogger(__name__)


class StoreError(WildtableError):
    """The database cannot do it now; the sentence says why, and what helps."""

    code = "store"


class Database:
    """One database, and the connections with it. On SQLite one connection does all the writing, so that nobody here
    ever waits for a lock; it has a thread of its own, where a transaction is done in one go."""

    def __init__(self, url: str) -> None:
        self.url = parse(url)
        self.is_sqlite = self.url.drivername == "sqlite"
        self.name = self.url.difference_update_query(["password"]).render_as_string(hide_password=True)
        self._dsn = url.strip()
        self._lock: FileLock | None = None
        self._engine: AsyncEngine | None = None  # reads; and writes on PostgreSQL
        self._writer: Writer | None = None  # on SQLite

    @classmethod
    async def open(cls, url: str) -> Self:
        """Connect, and bring the tables up to date. Raises `StoreError`."""
        database = cls(url)
        try:
            if database.is_sqlite:
                await database._open_sqlite()
            else:
                database._open_postgres()
            await database._migrate()
        except BaseException as error:
            await database.close()
            if isinstance(error, schema.TooNew):
                raise StoreError(
                    f"The database {database.name} was made by a newer Wildtable than this one: "
                    "install that version, or name another database."
                ) from None
            if isinstance(error, TROUBLE):
                raise database.sorry(error) from error
            raise
        return database

    async def close(self) -> None:
        if self._writer is not None:
            await self._writer.close()
        if self._engine is not None:
            await self._engine.dispose()
        if self._lock is not None:
            self._lock.release()

    async def read(self, work: Callable[[AsyncConnection], Awaitable[Result]]) -> Result:
        """Do `work` in a transaction. It may be done twice, when the connection was lost. Raises `StoreError`."""

        async def once() -> Result:
            assert self._engine is not None
            async with self._engine.begin() as connection:
                return await work(connection)

        return await self._with_patience(once)

    async def write(self, work: Callable[[Connection], Result]) -> Result:
        """As `read`; so it must be of a kind where it makes no difference whether it is done twice."""

        def in_transaction(connection: Connection) -> Result:
            with connection.begin():
                return work(connection)

        return await self._with_patience(lambda: self.use_writer(in_transaction))

    async def use_writer(self, work: Callable[[Connection], Result]) -> Result:
        """Have `work` use a connection that writes. It begins and commits transactions itself, and errors come
        through as they are."""
        if self._writer is not None:
            return await self._writer.do(work)
        assert self._engine is not None
        async with self._engine.connect() as connection:
            return await connection.run_sync(work)

    async def _with_patience(self, once: Callable[[], Awaitable[Result]]) -> Result:
        try:
            try:
                return await once()
            except TROUBLE as error:
                if not may_be_better(error):
                    raise
                return await once()
        except TROUBLE as error:
            raise self.sorry(error) from error

    async def connect_postgres(
        self, *, answer: float | None = ANSWER_SECONDS, durable: bool = True, **settings: str
    ) -> Any:
        """A connection of asyncpg; Any, because that has no types. `settings` are PostgreSQL's."""
        connection = await asyncpg.connect(
            self._dsn, timeout=CONNECT_SECONDS, command_timeout=answer, server_settings=settings
        )
        if durable:
            # Whoever has turned it off for the whole server did not think of moves that people were told of.
            await connection.execute(
                "SELECT set_config('synchronous_commit', 'on', false) "
                "WHERE current_setting('synchronous_commit') = 'off'"
            )
        return connection

    def sorry(self, error: BaseException) -> StoreError:
        """What the error of a driver means for a person."""
        return StoreError(explain(error, self.name))

    async def _open_sqlite(self) -> None:
        path = Path(self.url.database or "").resolve()
        if path.is_dir():
            raise StoreError(f"{path} is a folder: name a file for the database.")
        if not path.parent.is_dir():
            raise StoreError(f"There is no folder {path.parent} for the database: make it, or name another one.")
        self._lock = await FileLock.on(path)
        self._writer = Writer(path)
        self._engine = create_async_engine(
            URL.create("sqlite+aiosqlite", database=str(path)),
            connect_args={"timeout": LOCK_SECONDS},
            pool_size=4,
            max_overflow=0,
            pool_timeout=ANSWER_SECONDS,
        )
        _set_up_sqlite(self._engine.sync_engine, "BEGIN")

    def _open_postgres(self) -> None:
        async def connect() -> Any:
            return await self.connect_postgres(
                application_name="wildtable",
                lock_timeout=f"{LOCK_SECONDS}s",
                idle_in_transaction_session_timeout=f"{IDLE_SECONDS}s",
            )

        self._engine = create_async_engine(
            "postgresql+asyncpg://", async_creator=connect, pool_size=5, max_overflow=5, pool_timeout=ANSWER_SECONDS
        )

    async def _migrate(self) -> None:
        if self.is_sqlite:
            await self.write(schema.bring_up_to_date)
            return

        async def connect() -> Any:  # one that waits as long as a migration takes
            return await self.connect_postgres(answer=None, application_name="wildtable")

        engine = create_async_engine("postgresql+asyncpg://", async_creator=connect, poolclass=NullPool)
        try:
            async with engine.begin() as connection:
                # Several workers start at once; one does it, the others wait and find it done.
                await connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})")
                await connection.run_sync(schema.bring_up_to_date)
                if await connection.scalar(text("SELECT current_setting('fsync')")) == "off":
                    log.warning("The database %s has fsync off: a power cut can take what people were told.", self.name)
        finally:
            await engine.dispose()


class Writer:
    """The connection that writes SQLite. A transaction has several steps, and a change of threads for each of them,
    as aiosqlite does it, would cost more than the steps themselves."""

    def __init__(self, path: Path) -> None:
        self._engine = create_engine(
            URL.create("sqlite", database=str(path)),
            connect_args={"timeout": LOCK_SECONDS},
            pool_size=1,
            max_overflow=0,
        )
        _set_up_sqlite(self._engine, "BEGIN IMMEDIATE")
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="writer")

    async def do(self, work: Callable[[Connection], Result]) -> Result:
        def connected() -> Result:
            with self._engine.connect() as connection:
                return work(connection)

        return await asyncio.get_running_loop().run_in_executor(self._thread, connected)

    async def close(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._engine.dispose)
        self._thread.shutdown()


class FileLock:
    """Says that this process has the SQLite file. A second server would not hear of the other's moves.

    The lock goes with the process, however that ends; the file stays.
    """

    def __init__(self, file: int) -> None:
        self._file = file

    @classmethod
    async def on(cls, database: Path) -> Self:
        """Raises `StoreError` if another server has it and keeps it."""
        file = os.open(database.with_name(database.name + ".lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        by = time.monotonic() + KILLED_SECONDS
        try:
            while not _lock(file):
                if time.monotonic() > by:
                    process = os.read(file, 20).decode(errors="replace").strip()
                    raise StoreError(
                        f"The database {database} is in use by another server"
                        f"{f' (process {process})' if process else ''}: "
                        "stop that one, or use PostgreSQL, which several servers can share."
                    )
                await asyncio.sleep(LOOK_AGAIN_SECONDS)
            os.ftruncate(file, 0)
            os.write(file, f"{os.getpid()}\n".encode())
        except BaseException:
            os.close(file)
            raise
        return cls(file)

    def release(self) -> None:
        os.close(self._file)


def _lock(file: int) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def parse(url: str) -> URL:
    """Raises `StoreError` for a URL that names no database."""
    try:
        parsed = make_url(url.strip())
        urlsplit(url)  # has its own opinion of what a host is, and asyncpg asks it
    except (ArgumentError, ValueError):
        raise StoreError(f"This is no database URL. It looks like {FORMS}.") from None
    if parsed.drivername in ("postgresql", "postgres"):
        return parsed
    if parsed.drivername != "sqlite":
        raise StoreError(f"A database of the kind {parsed.drivername} is not known. The URL looks like {FORMS}.")
    if parsed.database in (None, "", ":memory:") or "\0" in (parsed.database or "") or parsed.host or parsed.query:
        raise StoreError("An SQLite URL names a file: sqlite:///games.db, or sqlite:////var/lib/wildtable/games.db.")
    return parsed


def may_be_better(error: BaseException) -> bool:
    """Another try may go well: the connection is gone, and there are others, or two transactions stood in each other's
    way. Who did not answer in time is not asked again."""
    chain = _chain(error)
    if isinstance(chain[-1], TimeoutError):
        return False
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return True
    return any(
        isinstance(one, asyncpg.InterfaceError | OSError) or _state(one)[:2] in ("08", "40") or _state(one)[:3] == "57P"
        for one in chain
    )


def is_about_a_row(error: BaseException) -> bool:
    """Something in what was to be stored is at fault, and without it the rest could be stored."""
    return isinstance(error, DataError | IntegrityError) or any(
        _state(one)[:2] in ("22", "23") or isinstance(one, sqlite3.IntegrityError) for one in _chain(error)
    )


def explain(error: BaseException, database: str) -> str:
    """One sentence, or two: what was wrong and what helps. `database` is the URL without the password."""
    for one in _chain(error):
        sentence = _of_postgres(_state(one)) or _of_sqlite(getattr(one, "sqlite_errorname", ""))
        if sentence:
            return sentence.format(database=database)
    last = _chain(error)[-1]
    reason = str(getattr(last, "strerror", None) or last).strip().partition("\n")[0].rstrip(".") or type(last).__name__
    if isinstance(last, PoolTimeout):
        return f"The database {database} is asked for more than it can answer: try again in a moment."
    if isinstance(last, TimeoutError):
        return f"The database {database} does not answer: see whether it runs and can be reached."
    if isinstance(last, OSError) and database.startswith("sqlite"):
        return f"The database {database} cannot be opened ({last.strerror}): see who may write the file and its folder."
    if isinstance(last, OSError | asyncpg.InterfaceError):
        return f"The database {database} cannot be reached ({reason}): see whether it runs and the URL is right."
    return f"The database {database} did not do it: {reason}."


def _of_postgres(state: str) -> str | None:
    """By PostgreSQL's error codes, or classes of them."""
    return _POSTGRES.get(state) or _POSTGRES.get(state[:3]) or _POSTGRES.get(state[:2])


def _of_sqlite(name: str) -> str | None:
    """By SQLite's names for its errors, or the first two words of them."""
    return _SQLITE.get("_".join(name.split("_")[:2]))


_POSTGRES = {
    "28": "The database {database} refuses this user or password: correct them in the URL.",
    "3D000": "There is no database of that name in {database}: make it with createdb, or correct the URL.",
    "42501": "This user may not write in the database {database}: give it the right to, or name another user.",
    "25006": "The database {database} can only be read, as a standby can: name the one that is written to.",
    "53100": "The disk of the database {database} is full: make room, then it goes on.",
    "53300": "The database {database} has too many connections already: allow more, or start fewer workers.",
    "53": "The database {database} lacks room or memory: look into its log.",
    "55P03": "The database {database} is locked by somebody: see what else works on it.",
    "57P": "The database {database} stops or starts just now: try again in a moment.",
    "08": "The connection with the database {database} was lost: see whether it runs.",
}

_SQLITE = {
    "SQLITE_FULL": "The disk of the database {database} is full: make room, then it goes on.",
    "SQLITE_READONLY": "The database {database} can only be read: let this user write the file and its folder.",
    "SQLITE_CANTOPEN": "The database {database} cannot be opened: see who may read and write the file and its folder.",
    "SQLITE_PERM": "The database {database} cannot be opened: see who may read and write the file and its folder.",
    "SQLITE_BUSY": "The database {database} is locked by another program: end that one.",
    "SQLITE_LOCKED": "The database {database} is locked by another program: end that one.",
    "SQLITE_NOTADB": "The file of {database} is no SQLite database: name another one.",
    "SQLITE_CORRUPT": "The database {database} is damaged: take the last good copy.",
    "SQLITE_IOERR": "The disk of the database {database} fails, or is full: see what the system says of it.",
}


def _state(error: BaseException) -> str:
    """PostgreSQL's code of an error, or nothing."""
    return str(getattr(error, "sqlstate", None) or "")


def _chain(error: BaseException) -> list[BaseException]:
    """The error and what it came from, as SQLAlchemy wraps what the driver said."""
    found = [error]
    while (inner := getattr(error, "orig", None) or error.__cause__) is not None and inner not in found:
        found.append(inner)
        error = inner
    return found


def _set_up_sqlite(engine: Engine, begin: str) -> None:
    """What every connection of this engine is told first, and how its transactions begin."""

    def on_connect(connection: Any, record: object) -> None:
        # Transactions begin where SQLAlchemy says so, and not where the driver guesses.
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    def on_begin(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    event.listen(engine, "connect", on_connect)
    event.listen(engine, "begin", on_begin)
