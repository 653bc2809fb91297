"""Group commit: what is to be stored while a transaction is under way goes together into the next one.

A transaction costs a wait for the disk, however much is in it. So one table is as quick as the disk allows, and a
thousand tables are nearly as quick.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence

from wildtable.server.database import StoreError
from wildtable.server.entries import Addition

MOST = 500  # in a transaction

Outcome = bool | StoreError

log = logging.getLogger(__name__)


class Groups:
    """`store` gets additions of as many different tables, and says of each whether it is stored, is not because that
    number was not the next one, or could not be. It is never called again before it has answered."""

    def __init__(self, store: Callable[[Sequence[Addition]], Awaitable[Sequence[Outcome]]]) -> None:
        self._store = store
        self._waiting: list[tuple[Addition, asyncio.Future[bool]]] = []
        self._task: asyncio.Task[None] | None = None

    async def add(self, addition: Addition) -> bool:
        future: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((addition, future))
        if self._task is None:
            self._task = asyncio.create_task(self._work())
        return await future

    async def close(self) -> None:
        """Returns when all that was waiting has its answer."""
        if self._task is not None:
            await self._task

    async def _work(self) -> None:
        try:
            while self._waiting:
                group = self._next_group()
                outcomes = await self._outcomes([addition for addition, _ in group])
                for (addition, future), outcome in zip(group, outcomes, strict=True):
                    answer(future, outcome)
                    if outcome is not True:
                        self._drop_what_built_on(addition, outcome)
        finally:
            self._task = None

    async def _outcomes(self, group: Sequence[Addition]) -> Sequence[Outcome]:
        """A fault of the program leaves nobody waiting for ever, and hits only the addition that it is about."""
        try:
            return await self._store(group)
        except Exception as error:
            if len(group) > 1:
                return [(await self._outcomes([addition]))[0] for addition in group]
            log.exception("An addition to the table %s could not be stored.", group[0].table)
            return [StoreError(f"What was to be stored made an error: {error!r}.")]

    def _next_group(self) -> list[tuple[Addition, asyncio.Future[bool]]]:
        """The first that waits for each table; the others have to see first what becomes of it."""
        group: list[tuple[Addition, asyncio.Future[bool]]] = []
        later, seen = [], set()
        for one in self._waiting:
            table = one[0].table
            if table in seen or len(group) == MOST:
                later.append(one)
            else:
                seen.add(table)
                group.append(one)
        self._waiting = later
        return group

    def _drop_what_built_on(self, lost: Addition, outcome: Outcome) -> None:
        """Later numbers of the table were meant to follow an entry that is not there. Another one may be by now, so
        that their number would be the next one."""
        stays = []
        for addition, future in self._waiting:
            if addition.table == lost.table and addition.entry.number > lost.entry.number:
                answer(future, outcome)
            else:
                stays.append((addition, future))
        self._waiting = stays


def answer(future: asyncio.Future[bool], outcome: Outcome) -> None:
    if future.done():
        return  # who asked has gone
    if isinstance(outcome, StoreError):
        future.set_exception(StoreError(*outcome.args))
    else:
        future.set_result(outcome)
