"""The table of games. A game is a folder here, or an entry point of another package, that has a `GAME`."""

from __future__ import annotations

import pkgutil
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any

from wildtable._build import compiled, is_compiled, use_sources, wants_sources
from wildtable.errors import UnknownGame, WildtableError

if TYPE_CHECKING:
    from wildtable.engine.game import Game

ENTRY_POINTS = "wildtable.games"  # where other packages name theirs
ORDER = ("wild-apex", "uno-etheria", "whats-wild", "wild-side", "cl4sh")  # then all others, by id

_registered: dict[str, Game[Any, Any]] = {}


def game(game_id: str) -> Game[Any, Any]:
    """The game of this id; UnknownGame suggests one if there is none."""
    known = _known()
    if game_id not in known:
        if game_id in unplayable():
            raise UnknownGame(unplayable()[game_id])
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
    check_compiled(game)
    _registered[game.id] = game


def unplayable() -> dict[str, str]:
    """The games of installed packages that cannot be played, by the name of their entry point, and why not."""
    return _found()[1]


def check_compiled(game: Game[Any, Any]) -> None:
    """The compiled engine calls the rules of a game as C functions: rules that are not compiled would go unheard."""
    if compiled() and not is_compiled(game.table_type.__module__):
        raise WildtableError(
            f"the rules of {game.title} are not compiled and the engine is; docs/adding-a-game.md tells how to compile "
            "them, and with WILDTABLE_UNCOMPILED=1 nothing has to be"
        )


def _known() -> dict[str, Game[Any, Any]]:
    return _found()[0] | _registered


def _in_order(known: dict[str, Game[Any, Any]]) -> list[str]:
    return [game_id for game_id in ORDER if game_id in known] + sorted(known.keys() - set(ORDER))


@cache
def _found() -> tuple[dict[str, Game[Any, Any]], dict[str, str]]:
    """The games of this folder, and those of other packages; ours cannot be replaced by an installed one. Then the
    packages' games that cannot be played: their faults are no reason to keep the others from being played."""
    found: dict[str, Game[Any, Any]] = {}
    unplayable: dict[str, str] = {}
    for entry in entry_points(group=ENTRY_POINTS):
        if wants_sources():
            use_sources(entry.module.partition(".")[0])
        try:
            other: Game[Any, Any] = entry.load()
            check_compiled(other)
            found[other.id] = other
        except Exception as error:
            why = str(error) if isinstance(error, WildtableError) else f"{type(error).__name__}: {error}"
            unplayable[entry.name] = f"{entry.name!r} of an installed package ({entry.value}) is left out: {why}"
    for folder in pkgutil.iter_modules(__path__):
        if folder.ispkg:
            own: Game[Any, Any] | None = getattr(import_module(f"{__name__}.{folder.name}"), "GAME", None)
            if own is not None:
                found[own.id] = own
    return found, unplayable
