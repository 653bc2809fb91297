"""Entries for tests of the store, and stores that are closed again."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any, ParamSpec

from wildtable.server.entries import Addition, AnyHappening, Ending, Entry, Moved, Place, Summary
from wildtable.server.store import Store

Arguments = ParamSpec("Arguments")


def in_a_loop(test: Callable[Arguments, Coroutine[Any, Any, None]]) -> Callable[Arguments, None]:
    """A test that is a coroutine, as one that pytest can run."""

    @functools.wraps(test)
    def run(*args: Arguments.args, **kwargs: Arguments.kwargs) -> None:
        asyncio.run(test(*args, **kwargs))

    return run


@asynccontextmanager
async def stores(url: str, count: int = 1) -> AsyncIterator[list[Store]]:
    opened: list[Store] = []
    try:
        for number in range(count):
            opened.append(await Store.open(url, f"worker {number}"))
        yield opened
    finally:
        for store in opened:
            await store.close()


def summary(**changed: Any) -> Summary:
    fields: dict[str, Any] = {
        "game": "cl4sh",
        "state": "playing",
        "open": True,
        "spectators": True,
        "match": 1,
        "seats": 2,
        "free": 0,
        "names": ["Ada", "Calm"],
        "persons": ["p-ada"],
    }
    return Summary(**fields | changed)


def addition(
    table: str,
    number: int,
    what: AnyHappening | None = None,
    *,
    tag: str = "",
    secret: bytes | None = None,
    ending: Ending | None = None,
    **changed: Any,
) -> Addition:
    """An entry of the table, a move by default, made at as many milliseconds as its number."""
    return Addition(
        table, Entry(number, number, what or Moved("A", "draw", tag=tag)), summary(**changed), secret, ending
    )


def ending(*who: str, won: str, match: int = 1, game: str = "cl4sh", rated: bool = True) -> Ending:
    places = [Place("ABCDEF"[seat], one, one.upper(), won=one == won, score=10 * seat) for seat, one in enumerate(who)]
    return Ending(match, game, rated, places)
