"""Driving tables without a clock: random play, and many games at once without the interpreter lock."""

from __future__ import annotations

import cython

from wildtable.engine.codes import BRISK, NOBODY
from wildtable.engine.table import Table


def random_play(table: Table, limit: int, manner: int) -> int:
    """Random choices until the match is over or `limit` of them are made; how many were made.

    Each choice of the seat that is asked is as likely as the others. `manner` is 0, or BRISK to leave out what
    hardly anybody would choose.
    """
    decisions = 0
    while decisions < limit and table.random_choice(manner) != NOBODY:
        decisions += 1
    return decisions


def play_out(table: Table, limit: int = 1_000_000, brisk: bool = False) -> int:
    """Play the match to its end at random; how many choices were made."""
    manner = BRISK if brisk else 0
    with cython.nogil:
        decisions = random_play(table, limit, manner)
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
            total += random_play(scratch, 1_000_000, manner)
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
            total += random_play(scratch, 1_000_000, manner)
    return total
