"""Databases for the tests of the server."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.postgres import postgres, postgres_url

__all__ = ["postgres", "postgres_url"]


@pytest.fixture(scope="module", autouse=True)
def nothing_is_left_open() -> Iterator[None]:
    """What a test forgot to close fails here, and not whenever the garbage happens to be collected."""
    yield
    gc.collect()


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """Of a database that is not there yet."""
    return f"sqlite:///{tmp_path}/games.db"


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest) -> str:
    """Of a new and empty database, once of each kind."""
    found: str = request.getfixturevalue(f"{request.param}_url")
    return found
