"""Thousands of random matches play as they are pinned in tests/data/digests, compiled and uncompiled."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from tests.digests import digests_of, pinned
from tests.tables import AnyGame
from wildtable._build import SOURCES_VARIABLE, wants_sources
from wildtable.games import games

every_game = pytest.mark.parametrize("game", games(), ids=[game.id for game in games()])

# Uncompiled play is a hundred times slower: there every few matches of each table have to do.
UNCOMPILED_SHARE = 10


@every_game
def test_matches_play_as_pinned(game: AnyGame) -> None:
    share = UNCOMPILED_SHARE if wants_sources() else 1
    assert digests_of(game, share) == pinned(game, share)


@pytest.mark.compiled_only
@every_game
def test_the_sources_play_the_very_same_matches(game: AnyGame) -> None:
    """In one run, so that neither a stale pin nor a stale build can hide a difference."""
    code = (
        "import json, wildtable; from tests.digests import digests_of; from wildtable.games import game;"
        f"assert not wildtable.compiled(); print(json.dumps(digests_of(game({game.id!r}))))"
    )
    printed = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {SOURCES_VARIABLE: "1"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert json.loads(printed) == digests_of(game)
