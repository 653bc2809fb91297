"""How the workers on one PostgreSQL database hear of each other."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

import msgspec

from wildtable.server.database import TROUBLE, StoreError
from wildtable.server.entries import Entry, decode, encode

CHANNEL = "wildtable"
EVERY_TABLE = "*"
# PostgreSQL takes 7999 bytes in a notice.
LONGEST_NOTICE = 7900
LONGEST_SHOUT = 4096
LONGEST_BODY = 500  # of an entry that is told whole
# A connection whose other end has vanished says nothing by itself.
LOOK_SECONDS = 10.0
PAUSES = (0.05, 0.1, 0.2, 0.5, 1.0, 2.0)

log = logging.getLogger(__name__)


class Note(msgspec.Struct, frozen=True):
    """What another worker did: it stored an entry of the table, or shouted a payload. The entry itself comes along if
    it is short.

    With `*` for the table, anything may have been missed: look again at whatever is watched here.
    """

    table: str
    number: int = 0
    payload: str | None = None
    entry: Entry | None = None


class Fanout:
    """Hears on a connection of its own, which comes back when it is lost. `tell` is given what others said."""

    def __init__(self, connect: Callable[[], Awaitable[Any]], worker: str, tell: Callable[[Note], None]) -> None:
        self._connect = connect
        self._worker = worker
        self._tell = tell
        self._connection: Any = None
        self._lost = asyncio.Event()
        self._one_at_a_time = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None

    @property
    def hears(self) -> bool:
        return self._connection is not None and not self._connection.is_closed()

    async def start(self) -> None:
        await self._listen()
        self._task = asyncio.create_task(self._stay())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self._hang_up()

    def notices(self, stored: Iterable[tuple[str, Entry]]) -> list[str]:
        """What is to be sent in the transaction that stores these entries."""
        notices, lines, size = [], [f"stored {self._worker}"], 0
        for table, entry in stored:
            line = f"{table} {entry.number}"
            body = encode(entry.what).decode()
            if len(body) <= LONGEST_BODY:
                line += f" {entry.at} {body}"
            length = len(line.encode()) + 1
            if size + length > LONGEST_NOTICE - len(lines[0].encode()):
                notices.append("\n".join(lines))
                lines, size = lines[:1], 0
            lines.append(line)
            size += length
        return [*notices, "\n".join(lines)]

    async def shout(self, table: str, payload: str) -> None:
        async with self._one_at_a_time:
            if not self.hears:
                raise StoreError("The other workers cannot be reached just now: the connection with them is lost.")
            await self._connection.execute(
                "SELECT pg_notify($1, $2)", CHANNEL, f"shout {self._worker}\n{table}\n{payload}"
            )

    async def _listen(self) -> None:
        connection = await self._connect()
        self._lost.clear()
        connection.add_termination_listener(self._on_end)
        try:
            await connection.add_listener(CHANNEL, self._on_notice)
        except BaseException:
            connection.terminate()
            raise
        self._connection = connection

    async def _hang_up(self) -> None:
        connection, self._connection = self._connection, None
        if connection is None:
            return
        connection.remove_termination_listener(self._on_end)
        try:
            await connection.close(timeout=1)
        except (*TROUBLE, TimeoutError):
            connection.terminate()

    async def _stay(self) -> None:
        while True:
            await self._until_lost()
            log.warning("The connection on which the workers hear of each other is lost.")
            await self._hang_up()
            tries = 0
            while not self.hears:
                await asyncio.sleep(PAUSES[min(tries, len(PAUSES) - 1)])
                tries += 1
                # Whatever it was, there is nothing better to do than to try again.
                with contextlib.suppress(Exception):
                    await self._listen()
            log.warning("The connection on which the workers hear of each other is back.")
            self._tell(Note(EVERY_TABLE))

    async def _until_lost(self) -> None:
        while self.hears:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._lost.wait(), LOOK_SECONDS)
                return
            try:
                async with self._one_at_a_time:
                    await self._connection.execute("SELECT 1")
            except TROUBLE:
                return

    def _on_end(self, connection: object) -> None:
        self._lost.set()

    def _on_notice(self, connection: object, process: int, channel: str, text: str) -> None:
        head, _, body = text.partition("\n")
        kind, _, worker = head.partition(" ")
        if worker == self._worker:
            return
        if kind == "shout":
            table, _, payload = body.partition("\n")
            self._tell(Note(table, payload=payload))
            return
        for line in body.split("\n"):
            table, number, *more = line.split(" ", 3)
            entry = Entry(int(number), int(more[0]), decode(more[1])) if more else None
            self._tell(Note(table, int(number), entry=entry))
