"""The options of What's Wild?! and its deck, as data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wildtable.engine.options import Option
from wildtable.engine.table import Deck
from wildtable.games.whats_wild.codes import CHAM, NUMBERS, SKINS, WILD

# WW-15, WW-56 to WW-58: cards dealt to each player in each round
ROUNDS = {
    "full": (3, 4, 5, 6, 7, 8, 9, 10, 11, 12),
    "odd": (3, 5, 7, 9, 11),
    "even": (4, 6, 8, 10, 12),
    "short": (3, 4, 5, 6, 7),
    "extended": (3, 4, 5, 6, 7, 6, 5, 4, 3),
}

OPTIONS = (
    Option(
        "rounds",
        "choice",
        "full",
        "The rounds of a match: all of 3 to 12 cards, the odd or the even ones, a short or an extended game.",
        (3, 15, 48, 56, 57, 58),
        values=tuple(ROUNDS),
    ),
    Option(
        "reshuffle",
        "choice",
        "keep_top",
        "When the draw pile is empty the top of the discard pile stays, or all of it is shuffled.",
        (54, 55),
        values=("keep_top", "all"),
    ),
    Option(
        "twin_discard",
        "flag",
        True,
        "Who takes a card from the discard pile may discard an equal one held before.",
        (12, 23),
    ),
    Option("cham_gowild", "flag", True, "A chameleon may be the discard with which a player goes wild.", (13,)),
    Option(
        "ties",
        "choice",
        "share",
        "Players with equal totals share the win, or the fewest points in the last round decide.",
        (48,),
        values=("share", "last_round"),
    ),
    Option(
        "first_dealer",
        "choice",
        "last",
        "Who deals the first round: the last seat, or one by lot.",
        (60,),
        values=("last", "random"),
    ),
    Option(
        "turn_limit",
        "number",
        0,
        "After so many turns in which nobody goes wild a round is scored as it stands; 0 is no limit.",
        (61,),
        high=1_000_000,
    ),
)


def deck_list() -> list[int]:
    """WW-04."""
    plain = [skin * 16 + number for skin in range(SKINS) for number in range(1, NUMBERS + 1)]
    return plain * 2 + [WILD] * 4 + [CHAM] * 4


def deck() -> Deck:
    return Deck(deck_list(), 1)


def cards_in_round(options: Mapping[str, Any], number: int) -> int:
    """How many cards each player is dealt in a round, counted from 1."""
    return ROUNDS[options["rounds"]][number - 1]


def number_of_rounds(options: Mapping[str, Any]) -> int:
    return len(ROUNDS[options["rounds"]])
