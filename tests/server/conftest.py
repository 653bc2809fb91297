"""Databases for the tests of the server."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.postgres import postgres, postgres_url

__all__ = ["postgres", "postgres_url"]


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """Of a database that is not there yet."""
    return f"sqlite:///{tmp_path}/games.db"


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest) -> str:
    """Of a new and empty database, once of each kind."""
    found: str = request.getfixturevalue(f"{request.param}_url")
    return found
