"""The table of games. A game is a folder here, or an entry point of another package, that has a `GAME`."""

from __future__ import annotations

import pkgutil
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any

from wildtable.errors import UnknownGame

if TYPE_CHECKING:
    from wildtable.engine.game import Game

ENTRY_POINTS = "wildtable.games"  # where other packages name theirs
ORDER = ("wild-apex", "uno-etheria", "whats-wild", "wild-side", "cl4sh")  # then all others, by id

_registered: dict[str, Game[Any, Any]] = {}


def game(game_id: str) -> Game[Any, Any]:
    """The game of this id; UnknownGame suggests one if there is none."""
    known = _known()
    if game_id not in known:
        close = get_close_matches(game_id.lower(), known, n=1)
        hint = f"did you mean {close[0]}?" if close else f"there are {', '.join(_in_order(known))}"
        raise UnknownGame(f"there is no game {game_id[:40]!r}; {hint}")
    return known[game_id]


def games() -> list[Game[Any, Any]]:
    """Every game, in an order that does not change."""
    known = _known()
    return [known[game_id] for game_id in _in_order(known)]


def register(game: Game[Any, Any]) -> None:
    """Add a game by hand, in place of any other of the same id; for tests and for code without a package."""
    _registered[game.id] = game


def _known() -> dict[str, Game[Any, Any]]:
    return _found() | _registered


def _in_order(known: dict[str, Game[Any, Any]]) -> list[str]:
    return [game_id for game_id in ORDER if game_id in known] + sorted(known.keys() - set(ORDER))


@cache
def _found() -> dict[str, Game[Any, Any]]:
    """The games of this folder, and those of other packages; ours cannot be replaced by an installed one."""
    found: dict[str, Game[Any, Any]] = {}
    for entry in entry_points(group=ENTRY_POINTS):
        other: Game[Any, Any] = entry.load()
        found[other.id] = other
    for folder in pkgutil.iter_modules(__path__):
        if folder.ispkg:
            own: Game[Any, Any] | None = getattr(import_module(f"{__name__}.{folder.name}"), "GAME", None)
            if own is not None:
                found[own.id] = own
    return found
