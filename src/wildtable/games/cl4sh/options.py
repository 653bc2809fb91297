"""The options of CL4SH and its deck, as data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wildtable.engine.options import Option
from wildtable.engine.table import Deck
from wildtable.errors import OptionError
from wildtable.games.cl4sh.codes import (
    AIR_1,
    ALMIGHTY,
    BALANCE,
    CHAIN,
    DUEL,
    ECHO,
    FIRE_2,
    HIGHEST,
    SHIELD,
    WATER_1,
)

HAND = 7  # CL-03
MATCH_POINTS = 15  # CL-57

NUMBER_KINDS = tuple(element * 16 + value for element in range(4) for value in range(1, HIGHEST + 1))
HAVOC_KINDS = (DUEL, BALANCE, CHAIN, ECHO, FIRE_2, AIR_1, WATER_1, ALMIGHTY, SHIELD)

ON_IN_COMPETITION = "on in competition"

OPTIONS = (
    Option(
        "mode",
        "choice",
        "classic",
        "Classic is one round; competition has scoring, sequences, slams and signal cards.",
        (2, 44),
        values=("classic", "competition"),
    ),
    Option(
        "sequences",
        "choice",
        "auto",
        "Consecutive numbers of one element may be played together.",
        (45, 46, 47),
        values=("auto", True, False),
        default_text=ON_IN_COMPETITION,
    ),
    Option(
        "slams",
        "choice",
        "auto",
        "Several pick-ups may be played together.",
        (48, 49, 50),
        values=("auto", True, False),
        default_text=ON_IN_COMPETITION,
    ),
    Option(
        "last_card",
        "choice",
        "auto",
        "Whoever has one card left takes a signal card or can be called.",
        (51, 52, 53),
        values=("auto", True, False),
        default_text=ON_IN_COMPETITION,
    ),
    Option(
        "target",
        "choice-or-number",
        "auto",
        "Points that win the match; 0 is a single round without points.",
        (54, 55, 56, 57),
        high=10_000,
        values=("auto",),
        default_text="15 in competition, 0 in classic",
    ),
    Option(
        "match_end",
        "choice",
        "round",
        "Whether the points are looked at after each round, or at once whenever somebody scores.",
        (57,),
        values=("round", "at_once"),
    ),
    Option(
        "havoc_on_same_element",
        "flag",
        False,
        "A Havoc card may also be played on its own element.",
        (15,),
    ),
    Option("must_play", "flag", False, "Who can play may not draw instead.", (9,)),
    Option(
        "pickup_stacking",
        "flag",
        False,
        "A pick-up may be answered by a pick-up; the sum falls on the next player.",
        (43,),
    ),
    Option(
        "guard_keeps_turn",
        "flag",
        True,
        "A guard against a pick-up saves the turn as well as the cards.",
        (37,),
    ),
    Option(
        "shield_keeps_turn",
        "flag",
        False,
        "After a Shield as the answer to a pick-up its player has the turn.",
        (39,),
    ),
    Option(
        "duel_opposites",
        "choice",
        "number",
        "What decides a duel of opposite elements: the number, or nothing (a tie).",
        (27,),
        values=("number", "tie"),
    ),
    Option("reset_chairs", "flag", False, "Each round starts from the first seating.", (59,)),
    Option("number_copies", "number", 3, "How many of each number card there are.", (3,), low=1, high=4),
    Option("havoc_copies", "number", 4, "How many of each Havoc card there are.", (3,), low=1, high=6),
)


def deck_list(options: Mapping[str, Any]) -> list[int]:
    """Every card of the deck."""
    numbers = [kind for kind in NUMBER_KINDS for _ in range(options["number_copies"])]
    return numbers + [kind for kind in HAVOC_KINDS for _ in range(options["havoc_copies"])]


def check(seats: int, options: Mapping[str, Any]) -> None:
    """Decks that can be dealt."""
    cards = len(deck_list(options))
    if cards < HAND * seats + 1:
        raise OptionError(
            f"{cards} cards are too few: {HAND} for each of {seats} players and a start card are {HAND * seats + 1}"
        )


def deck(options: Mapping[str, Any]) -> Deck:
    return Deck(deck_list(options), 1)
