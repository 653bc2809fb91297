"""The options of Wild Side and its deck, as data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wildtable.engine.options import Option
from wildtable.engine.table import Deck
from wildtable.errors import OptionError
from wildtable.games.wild_side.codes import BADGER

CARDS_A_SEAT = 20  # WS-06
CARDS_NEEDED = CARDS_A_SEAT + 1  # a seat's own, and one to draw as its lot

OPTIONS = (
    Option("copies", "number", 4, "How many there are of each numbered card.", (6, 21), low=3, high=8),
    Option("badgers", "number", 8, "How many Honey Badgers there are.", (6, 32), high=16),
    Option("leads_each", "number", 2, "How many rounds each player leads.", (3, 52), low=1, high=100),
    Option(
        "runs_start_anywhere",
        "flag",
        False,
        "A run may begin with any card that is not above the top card; otherwise with an equal or the next lower one.",
        (30,),
    ),
    Option(
        "voluntary_pickup",
        "flag",
        True,
        "A higher card may be played, and the pile be taken, even by who could play another card.",
        (40,),
    ),
    Option(
        "blind_after_clear",
        "flag",
        True,
        "After a clear a blind card may be played in the same turn.",
        (37, 43),
    ),
    Option(
        "last_card_always_ends",
        "flag",
        False,
        "A last card that is higher than the top card ends the round too; otherwise it is taken back with the pile.",
        (47,),
    ),
)


def deck_list(options: Mapping[str, Any]) -> list[int]:
    """Every card of the deck."""
    numbered = [suit * 16 + value for suit in range(4) for value in range(1, 13)]
    return [BADGER] * options["badgers"] + [kind for kind in numbered for _ in range(options["copies"])]


def check(seats: int, options: Mapping[str, Any]) -> None:
    """WS-06, WS-11: enough cards for all, and some left to draw lots from."""
    cards = len(deck_list(options))
    if cards < CARDS_NEEDED * seats:
        raise OptionError(
            f"{cards} cards are too few: {CARDS_A_SEAT} for each of {seats} players and one lot each are "
            f"{CARDS_NEEDED * seats}"
        )


def deck(options: Mapping[str, Any]) -> Deck:
    return Deck(deck_list(options), 1)
