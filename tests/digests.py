"""Digests of many random matches: whatever plays them, compiled or not, today or in a year, has to play the same.

`python -m tests.digests` writes tests/data/digests/ anew, for a change of the rules that is meant to change games.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from tests.tables import AnyGame, cases, choose
from wildtable.engine.codes import BRISK

FOLDER = Path(__file__).parent / "data" / "digests"
BRISK_MATCHES = 60  # of each table, half of them on seeds of their own
PLAIN_MATCHES = 2
MOST_CHOICES = 3000  # of a plain match, which may be long


def digest_of_match(game: AnyGame, seats: int, options: dict[str, Any], seed: int, manner: int) -> str:
    """A hash over every choice of a match and its final state."""
    table = game.new_match(seats, options, seed)
    said = hashlib.sha256()
    made = 0
    while not table.over and made < MOST_CHOICES:
        seat, choice = choose(table, manner)
        said.update(b"%d:%d " % (seat, choice))
        table.apply(seat, choice)
        made += 1
    said.update(json.dumps(table.snapshot(), sort_keys=True).encode())
    return said.hexdigest()[:16]


def digests_of(game: AnyGame, share: int = 1) -> dict[str, list[str]]:
    """Digests by table; with a `share` of n only every n-th match is played."""
    found = {}
    for name, seats, options in cases(game):
        brisk = [digest_of_match(game, seats, options, seed, BRISK) for seed in range(0, BRISK_MATCHES, share)]
        plain = [digest_of_match(game, seats, options, seed, 0) for seed in range(0, PLAIN_MATCHES, share)]
        found[name] = brisk + plain
    return found


def pinned(game: AnyGame, share: int = 1) -> dict[str, list[str]]:
    """The same from the file."""
    kept: dict[str, list[str]] = json.loads((FOLDER / f"{game.id}.json").read_text())
    return {name: all_of[:BRISK_MATCHES:share] + all_of[BRISK_MATCHES::share] for name, all_of in kept.items()}


def write_all() -> None:
    from wildtable._build import wants_sources
    from wildtable.games import games, register

    if wants_sources():
        from tests.sixth_game.crazy_eights import GAME

        register(GAME)
    FOLDER.mkdir(parents=True, exist_ok=True)
    for game in games():
        found = digests_of(game)
        (FOLDER / f"{game.id}.json").write_text(json.dumps(found, indent=0) + "\n")
        print(f"{game.id}: {sum(map(len, found.values()))} matches at {len(found)} tables")


if __name__ == "__main__":
    write_all()
    print("The sixth game, which is not compiled in place, is written with WILDTABLE_UNCOMPILED=1.")
