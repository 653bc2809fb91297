"""The store: where the records of all tables are, on SQLite for one server process or PostgreSQL for many.

What it says is stored survives a crash of the server, of the database and of the machine. Every error is a
`StoreError`, whose sentence is for the operator.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets as random
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Self, TypeVar

import msgspec
from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    FromClause,
    Insert,
    Table,
    Text,
    bindparam,
    cast,
    column,
    delete,
    exists,
    extract,
    func,
    or_,
    select,
    text,
    true,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.dialects.postgresql import JSON
from sqlalchemy.ext.asyncio import AsyncConnection

from wildtable.server import ratings
from wildtable.server.database import TROUBLE, Database, StoreError, is_about_a_row, may_be_better
from wildtable.server.entries import Addition, Entry, Moved, Reacted, Said, Summary, decode, encode
from wildtable.server.fanout import CHANNEL, EVERY_TABLE, LONGEST_SHOUT, Fanout, Note
from wildtable.server.grouping import Groups, Outcome
from wildtable.server.ratings import Over, Played, Player, Rated, Standing
from wildtable.server.schema import chairs, entries, leases, players, secrets, settings, tables

# How long to ask what became of a transaction whose commit was not answered.
DOUBT_SECONDS = 30.0
DOUBT_PAUSE = 0.2
PING_SECONDS = 5.0

Result = TypeVar("Result")

log = logging.getLogger(__name__)


@dataclass
class Attempt:
    """How far a transaction has come."""

    batch: int  # its number, in all that it stores
    won: set[str] = field(default_factory=set)  # tables whose addition is in it
    committing: bool = False
    committed: bool = False


class Store:
    """Made by `open`, to be closed by `close`. The numbers are for the metrics."""

    def __init__(self, database: Database, worker: str) -> None:
        self.appends = 0  # additions stored
        self.refused = 0  # whose number was not the next one
        self.failures = 0  # that could not be stored
        self.transactions = 0  # that stored something
        self.seconds = 0.0  # in transactions, good or bad
        self._database = database
        # Two workers that were given one name are two nevertheless.
        self._worker = f"{worker or 'worker'}-{random.token_hex(6)}".replace("\n", " ")
        self._subscribers: list[Callable[[Note], None]] = []
        self._groups = Groups(self._store)
        self._fanout: Fanout | None = None
        self._closed = False
        dialect = "sqlite" if database.is_sqlite else "postgresql"
        self._add_entries = _add_entries(dialect)
        self._add_tables = _add_tables(dialect)

    @classmethod
    async def open(cls, url: str, worker: str = "") -> Self:
        """The store at `sqlite:///path/file.db` or `postgresql://user:password@host/name`, with its tables made or
        brought up to date. `worker` is a name for this process. Raises `StoreError`."""
        database = await Database.open(url)
        store = cls(database, worker)
        if not database.is_sqlite:

            async def connect() -> Any:
                # Nothing that is said there has to survive a crash.
                return await database.connect_postgres(
                    durable=False, application_name="wildtable-notes", synchronous_commit="off"
                )

            store._fanout = Fanout(connect, store._worker, store._tell)
            try:
                await store._fanout.start()
            except BaseException as error:
                await database.close()
                if isinstance(error, TROUBLE):
                    raise database.sorry(error) from error
                raise
        return store

    @property
    def alone(self) -> bool:
        """Whether nobody else stores anything here."""
        return self._database.is_sqlite

    async def close(self) -> None:
        """Returns when all that was to be stored has its answer. Leases of this worker are free then."""
        if self._closed:
            return
        self._closed = True
        await self._groups.close()
        with contextlib.suppress(StoreError):  # they end by themselves
            await self.release_all()
        if self._fanout is not None:
            await self._fanout.close()
        await self._database.close()

    # --- the record ------------------------------------------------------------------------------------------------

    async def append(self, addition: Addition) -> bool:
        """True when it is stored for good. False when its number is not the next one of that table, most often because
        somebody else was first: nothing of it is stored, the caller reads what is there now. Raises `StoreError` when
        it could not be stored; only when the sentence says that it is not known, it may be there nevertheless.

        Who does not wait for the answer before the next number of the same table gets the same answer for both, if it
        is not True.
        """
        if self._closed:
            raise StoreError("The store is closed.")
        return await self._groups.add(addition)

    async def entries(self, table: str, after: int = 0) -> list[Entry]:
        """Those with a greater number than `after`, without a gap. None for a table that does not exist."""

        async def work(connection: AsyncConnection) -> list[Entry]:
            rows = await connection.execute(
                select(entries.c.number, entries.c.at, entries.c.body)
                .where(entries.c.table_id == table, entries.c.number > after)
                .order_by(entries.c.number)
            )
            return [Entry(number, at, decode(body)) for number, at, body in rows]

        return await self._read(work)

    async def summary(self, table: str) -> Summary | None:
        async def work(connection: AsyncConnection) -> Summary | None:
            found = await connection.scalar(select(tables.c.summary).where(tables.c.id == table))
            return None if found is None else _SUMMARY.decode(found)

        return await self._read(work)

    async def secrets(self, table: str) -> dict[int, bytes]:
        """The secrets of the table's matches, by match; also of one that goes on."""

        async def work(connection: AsyncConnection) -> dict[int, bytes]:
            rows = await connection.execute(
                select(secrets.c.match, secrets.c.secret).where(secrets.c.table_id == table)
            )
            return {row.match: row.secret for row in rows}

        return await self._read(work)

    async def lobby(self, limit: int = 100) -> list[tuple[str, Summary, int]]:
        """The open tables that wait or can be watched, with the time of their newest entry, by that: the newest
        first."""

        async def work(connection: AsyncConnection) -> list[tuple[str, Summary, int]]:
            return _lines(
                await connection.execute(
                    select(tables.c.id, tables.c.summary, tables.c.changed)
                    .where(tables.c.listed)
                    .order_by(tables.c.changed.desc(), tables.c.id)
                    .limit(limit)
                )
            )

        return await self._read(work)

    async def tables_of(self, person: str, limit: int = 100) -> list[tuple[str, Summary, int]]:
        """The tables where this person has a chair, as in `lobby`. Closed ones are not among them."""

        async def work(connection: AsyncConnection) -> list[tuple[str, Summary, int]]:
            return _lines(
                await connection.execute(
                    select(tables.c.id, tables.c.summary, tables.c.changed)
                    .join(chairs, chairs.c.table_id == tables.c.id)
                    .where(chairs.c.person == person, ~tables.c.closed)
                    .order_by(tables.c.changed.desc(), tables.c.id)
                    .limit(limit)
                )
            )

        return await self._read(work)

    # --- people ----------------------------------------------------------------------------------------------------

    async def signing_key(self) -> bytes:
        """32 bytes, made when they are first asked for, and the same ever after and for all workers."""

        def work(connection: Connection) -> bytes:
            connection.execute(
                self._insert(settings).values(name="signing_key", value=random.token_bytes(32)).on_conflict_do_nothing()
            )
            found = connection.scalar(select(settings.c.value).where(settings.c.name == "signing_key"))
            return bytes(found or b"")

        return await self._database.write(work)

    async def name_person(self, person: str, name: str) -> None:
        def work(connection: Connection) -> None:
            statement = self._insert(players).values(person=person, name=name)
            connection.execute(
                statement.on_conflict_do_update(index_elements=["person"], set_={"name": statement.excluded.name})
            )

        await self._database.write(work)

    async def player(self, person: str) -> Player | None:
        """Of a person who has a name, or a machine player (`bot:calm`) that has played."""
        return await self._read(lambda connection: ratings.player(connection, person))

    async def best(self, game: str, limit: int = 100) -> list[Rated]:
        """By what their rating is at least: three times its uncertainty below it."""
        return await self._read(lambda connection: ratings.best(connection, game, limit))

    # --- other workers ---------------------------------------------------------------------------------------------

    async def hold(self, table: str, seconds: float) -> bool:
        """Whether this worker drives the table's bots and clocks for so many seconds from now. Whoever holds it may
        hold it longer by asking again; nobody else gets it before the time is up or it is released. Times are by the
        database's clock. SQLite has one worker, who holds everything."""
        if self._database.is_sqlite:
            return True

        def work(connection: Connection) -> bool:
            _need_no_disk(connection)
            now = cast(extract("epoch", func.clock_timestamp()) * 1000, BigInteger)
            statement = self._insert(leases).values(
                table_id=table, worker=self._worker, until=now + round(seconds * 1000)
            )
            got = connection.scalar(
                statement.on_conflict_do_update(
                    index_elements=["table_id"],
                    set_={"worker": statement.excluded.worker, "until": statement.excluded.until},
                    where=or_(leases.c.worker == self._worker, leases.c.until <= now),
                ).returning(leases.c.table_id)
            )
            return got is not None

        return await self._database.write(work)

    async def release(self, table: str) -> None:
        """Another worker may hold the table now; nothing happens if this one does not hold it."""
        if self._database.is_sqlite:
            return

        def work(connection: Connection) -> None:
            _need_no_disk(connection)
            connection.execute(delete(leases).where(leases.c.table_id == table, leases.c.worker == self._worker))

        await self._database.write(work)

    async def release_all(self) -> None:
        if self._database.is_sqlite:
            return

        def work(connection: Connection) -> None:
            connection.execute(delete(leases).where(leases.c.worker == self._worker))

        await self._database.write(work)

    def subscribe(self, callback: Callable[[Note], None]) -> None:
        """From now on `callback` is told what other workers store and shout, never what this one does. It is called in
        the event loop and must not wait."""
        self._subscribers.append(callback)

    async def shout(self, table: str, payload: str) -> None:
        """Tell the other workers something that is not stored, in at most 4 KB and without zero bytes; those that are
        away miss it. On SQLite there are none."""
        if len(payload.encode()) > LONGEST_SHOUT or "\0" in payload:
            raise ValueError(f"A shout has at most {LONGEST_SHOUT} bytes, and no zero bytes.")
        if self._fanout is not None:
            try:
                await self._fanout.shout(table, payload)
            except TROUBLE as error:
                raise self._database.sorry(error) from error

    async def ping(self) -> None:
        """Returns if the database answers and other workers are heard; else raises `StoreError`."""

        async def work(connection: AsyncConnection) -> None:
            await connection.execute(select(1))

        try:
            async with asyncio.timeout(PING_SECONDS):
                await self._read(work)
        except TimeoutError as error:
            raise self._database.sorry(error) from error
        if self._fanout is not None and not self._fanout.hears:
            raise StoreError("The connection on which the workers hear of each other is lost.")

    # --- within ----------------------------------------------------------------------------------------------------

    async def _read(self, work: Callable[[AsyncConnection], Awaitable[Result]]) -> Result:
        return await self._database.read(work)

    def _insert(self, table: Table) -> Any:
        """One that knows ON CONFLICT, which both have and write alike."""
        return (sqlite.insert if self._database.is_sqlite else postgresql.insert)(table)

    def _tell(self, note: Note) -> None:
        for callback in self._subscribers:
            try:
                callback(note)
            except Exception:
                log.exception("A note of another worker was not taken.")

    async def _store(self, group: Sequence[Addition]) -> list[Outcome]:
        """Of different tables, in one transaction."""
        tries = 0
        while True:
            tries += 1
            began = time.perf_counter()
            try:
                won = await self._attempt(group)
            except TROUBLE as error:
                trouble = error
            except StoreError as error:
                self.failures += len(group)
                return [error for _ in group]
            else:
                self.transactions += bool(won)
                self.appends += len(won)
                self.refused += len(group) - len(won)
                return [addition.table in won for addition in group]
            finally:
                self.seconds += time.perf_counter() - began
            if may_be_better(trouble) and tries == 1:
                continue  # most often a connection that had waited in the pool while the database was away
            if is_about_a_row(trouble) and len(group) > 1:
                return [(await self._store([addition]))[0] for addition in group]
            self.failures += len(group)
            return [self._database.sorry(trouble) for _ in group]

    async def _attempt(self, group: Sequence[Addition]) -> set[str]:
        """The tables whose addition is stored. An error of the database that comes out of here means that none is;
        a `StoreError` that it cannot be known."""
        attempt = Attempt(random.randbits(62))

        def work(connection: Connection) -> None:
            connection.begin()
            attempt.won = self._put(connection, group, attempt.batch)
            attempt.committing = True
            connection.commit()
            attempt.committed = True

        try:
            await self._database.use_writer(work)
        except TROUBLE as error:
            if not attempt.committed and (
                not attempt.committing or not await self._was_committed(group, attempt, error)
            ):
                raise
        return attempt.won

    def _put(self, connection: Connection, group: Sequence[Addition], batch: int) -> set[str]:
        """Store in the transaction what can be stored. Every worker goes through tables and ratings in the same order,
        so that no two wait for each other."""
        ordered = sorted(group, key=lambda addition: addition.table)
        rows = [
            {
                "table_id": addition.table,
                "number": addition.entry.number,
                "at": addition.entry.at,
                "body": encode(addition.entry.what).decode(),
            }
            for addition in ordered
        ]
        won = set(connection.scalars(self._add_entries, {"rows": _json(rows), "batch": batch}))
        stored = [addition for addition in ordered if addition.table in won]
        if not stored:
            return won
        connection.execute(self._add_tables, {"rows": _json([_table_row(addition) for addition in stored])})
        _put_chairs(connection, [addition for addition in stored if _may_change_chairs(addition)])
        begun = [
            {"table_id": addition.table, "match": addition.summary.match, "secret": addition.secret}
            for addition in stored
            if addition.secret is not None
        ]
        if begun:
            connection.execute(secrets.insert(), begun)
        endings = [
            Over(addition.table, ending.match, ending.game, addition.entry.at, ending.rated, ending.places)
            for addition in stored
            if (ending := addition.ending) is not None
        ]
        if endings:
            ratings.count(connection, endings)
        if self._fanout is not None:
            notices = self._fanout.notices((addition.table, addition.entry) for addition in stored)
            connection.execute(_SEAL_AND_NOTIFY, {"batch": batch, "channel": CHANNEL, "notices": _json(notices)})
        return won

    async def _was_committed(self, group: Sequence[Addition], attempt: Attempt, error: BaseException) -> bool:
        """After a commit that was not answered. Asks until the database answers, as nobody may be told anything before
        that is known."""
        if not attempt.won:
            return False
        sample = next(addition for addition in group if addition.table in attempt.won)

        async def work(connection: AsyncConnection) -> bool:
            if not self._database.is_sqlite:
                # The lost transaction has it until it has ended.
                await connection.execute(select(func.pg_advisory_xact_lock(attempt.batch)))
            found = await connection.scalar(
                select(entries.c.batch).where(
                    entries.c.table_id == sample.table, entries.c.number == sample.entry.number
                )
            )
            return bool(found == attempt.batch)

        until = time.monotonic() + DOUBT_SECONDS
        while True:
            try:
                return await self._read(work)
            except StoreError as still:
                if time.monotonic() > until:
                    raise StoreError(f"It is not known whether the last moves are stored. {still}") from error
            await asyncio.sleep(DOUBT_PAUSE)


def _given(dialect: str, *columns: Column[Any]) -> FromClause:
    """Rows of these columns out of one parameter, `rows`, so that the statement is the same for any number of them."""
    rows = bindparam("rows", type_=Text)
    if dialect == "sqlite":
        value = func.json_each(rows).table_valued("value").c.value
        return select(
            *(func.json_extract(value, f"$.{each.name}", type_=each.type).label(each.name) for each in columns)
        ).subquery("given")
    return (
        func.json_to_recordset(cast(rows, JSON))
        .table_valued(*(column(each.name, each.type) for each in columns))
        .render_derived("given", with_types=True)
    )


def _add_entries(dialect: str) -> Insert:
    """Adds those whose number is the next one; returns their tables. In a race for a number the second one waits for
    what becomes of the first."""
    given = _given(dialect, entries.c.table_id, entries.c.number, entries.c.at, entries.c.body)
    before = entries.alias("before")
    next_one = or_(
        given.c.number == 1,
        exists().where(before.c.table_id == given.c.table_id, before.c.number == given.c.number - 1),
    )
    rows = select(given, bindparam("batch", type_=BigInteger).label("batch")).where(next_one)
    insert = sqlite.insert if dialect == "sqlite" else postgresql.insert
    return (
        insert(entries)
        .from_select(["table_id", "number", "at", "body", "batch"], rows.order_by(given.c.table_id))
        .on_conflict_do_nothing()
        .returning(entries.c.table_id)
    )


def _add_tables(dialect: str) -> Insert:
    columns = list(tables.c)
    given = _given(dialect, *columns)
    insert = sqlite.insert if dialect == "sqlite" else postgresql.insert
    # SQLite takes ON for that of a join where there is no WHERE.
    statement = insert(tables).from_select([each.name for each in columns], select(given).where(true()))
    return statement.on_conflict_do_update(
        index_elements=["id"], set_={each.name: statement.excluded[each.name] for each in columns if each.name != "id"}
    )


def _table_row(addition: Addition) -> dict[str, object]:
    summary = addition.summary
    watched = summary.state == "waiting" or (summary.state == "playing" and summary.spectators)
    return {
        "id": addition.table,
        "changed": addition.entry.at,
        "listed": summary.open and watched,
        "closed": summary.state == "closed",
        "summary": _json(summary),
    }


def _may_change_chairs(addition: Addition) -> bool:
    return not isinstance(addition.entry.what, Moved | Said | Reacted)


def _put_chairs(connection: Connection, additions: Sequence[Addition]) -> None:
    if not additions:
        return
    connection.execute(delete(chairs).where(chairs.c.table_id.in_([addition.table for addition in additions])))
    rows = [
        {"table_id": addition.table, "person": person}
        for addition in additions
        for person in sorted(set(addition.summary.persons))
    ]
    if rows:
        connection.execute(chairs.insert(), rows)


def _need_no_disk(connection: Connection) -> None:
    """A lease that a crash undoes is no loss: two drive the table for a while, and one of them is refused."""
    connection.exec_driver_sql("SET LOCAL synchronous_commit = off")


def _lines(rows: Iterable[Any]) -> list[tuple[str, Summary, int]]:
    return [(table, _SUMMARY.decode(summary), changed) for table, summary, changed in rows]


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


_SUMMARY = msgspec.json.Decoder(Summary)

# The lock is held until the transaction has ended, whoever is still there to hear of it.
_SEAL_AND_NOTIFY = text(
    "SELECT pg_advisory_xact_lock(:batch), pg_notify(:channel, value) "
    "FROM json_array_elements_text(CAST(:notices AS json))"
).bindparams(bindparam("batch", type_=BigInteger), bindparam("notices", type_=Text))

__all__ = ["EVERY_TABLE", "Note", "Played", "Player", "Rated", "Standing", "Store", "StoreError"]
