"""Driving tables without a clock: random play, and many games at once without the interpreter lock."""

from __future__ import annotations

import cython

from wildtable.engine.codes import BRISK
from wildtable.engine.table import Table


def play_out(table: Table, limit: int = 1_000_000, brisk: bool = False) -> int:
    """Play the match to its end at random; how many choices were made."""
    manner = BRISK if brisk else 0
    with cython.nogil:
        decisions = table.random_play(limit, manner)
    return decisions


def play_many(scratch: Table, root: Table, games: int, seed: int, brisk: bool = False) -> int:
    """Matches from their deal to their end, on `scratch`, with the options of `root`; choices made."""
    manner = BRISK if brisk else 0
    total = 0
    with cython.nogil:
        for game in range(games):
            scratch.copy_from(root)
            scratch.reseed(seed + game)
            scratch.open_match()
            total += scratch.random_play(1_000_000, manner)
    return total


def search_rounds(scratch: Table, root: Table, viewer: int, rounds: int, seed: int, brisk: bool = True) -> int:
    """What a search does again and again: copy, re-deal what `viewer` cannot know, play out; choices made."""
    manner = BRISK if brisk else 0
    total = 0
    with cython.nogil:
        for number in range(rounds):
            scratch.copy_from(root)
            scratch.reseed(seed + number)
            scratch.redeal(viewer)
            total += scratch.random_play(1_000_000, manner)
    return total
