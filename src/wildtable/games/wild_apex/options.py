"""The options of Wild Apex and its deck, as data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wildtable.engine.codes import PILE_ROOM
from wildtable.engine.options import Option
from wildtable.engine.table import Deck
from wildtable.errors import OptionError
from wildtable.games.wild_apex.codes import COUNTER, DODGE, DRAW_1, DRAW_2, FURY, LEAP, SHIFT, WILD4

HAND = 7  # WA-04
SEATS_A_DECK = 6  # WA-02

CRIES = ("ROAR", "HOWL", "SCREECH")

# WA-73: copies of each card in one deck. In words it is "two of each number in each colour".
COPIES = {
    "zero": 1,
    "number": 2,
    "draw1": 2,
    "draw2": 2,
    "shift": 2,
    "leap": 2,
    "dodge": 4,
    "counter": 4,
    "wild4": 4,
    "fury": 1,
}

OPTIONS = (
    Option(
        "decks",
        "number",
        None,
        "How many decks are shuffled together; with two or more a Fury can be countered by another.",
        (2, 40, 44),
        low=1,
        high=3,
        default_text="one for each six players",
    ),
    Option(
        "copies",
        "numbers",
        None,
        "How many of each card there are in one deck, by kind of card; for colours, of each colour.",
        (73,),
        low=0,
        high=20,
        keys=COPIES,
    ),
    Option("cries", "words", CRIES, "The battle-cry of each deck.", (44,)),
    Option("offer_cut", "flag", True, "The player on the dealer's right cuts before the deal.", (3,)),
    Option(
        "two_player_shift_skips",
        "flag",
        False,
        "With two players a Shift gives its player another turn.",
        (13,),
    ),
    Option(
        "out_of_turn_penalty",
        "flag",
        True,
        "A card out of turn costs one card; otherwise it is refused.",
        (50,),
    ),
    Option("bluff", "flag", False, "A Wild Draw 4 may be played unlawfully, and be accused.", (36, 38, 39)),
    Option("fury_split", "flag", True, "A Fury's four cards may be split; otherwise all go to one player.", (29,)),
    Option(
        "fury_as_answerable",
        "flag",
        True,
        "An attack by a Fury played as a draw card is answered like that card's; otherwise by a Fury only.",
        (17, 67),
    ),
    Option(
        "hardcore",
        "flag",
        False,
        "The rules for very competitive players: silence before the cry.",
        (70, 71, 72),
    ),
    Option(
        "target",
        "number",
        0,
        "Points that win the match; 0 is a single round.",
        (63, 64, 65, 75),
        high=10_000,
    ),
    Option("points_action", "number", 20, "What a Draw 1, Draw 2, Shift or Leap counts.", (74,), high=1000),
    Option("points_wild", "number", 50, "What a wild card counts.", (74,), high=1000),
)


def default_for(seats: int) -> dict[str, Any]:
    """WA-02: as many decks as the players need."""
    return {"decks": (seats + SEATS_A_DECK - 1) // SEATS_A_DECK}


def deck_list(options: Mapping[str, Any]) -> list[int]:
    """Every card of these decks."""
    copies = options["copies"]
    one = []
    for color in range(4):
        for value in range(14):
            if value == 0:
                key = "zero"
            elif value < DRAW_1:
                key = "number"
            else:
                key = {DRAW_1: "draw1", DRAW_2: "draw2", SHIFT: "shift", LEAP: "leap"}[value]
            one += [color * 16 + value] * copies[key]
    for kind, key in ((DODGE, "dodge"), (COUNTER, "counter"), (WILD4, "wild4"), (FURY, "fury")):
        one += [kind] * copies[key]
    return [deck * 64 + card for deck in range(options["decks"]) for card in one]


def check(seats: int, options: Mapping[str, Any]) -> None:
    """WA-02, and decks that can be dealt."""
    decks = options["decks"]
    if seats > SEATS_A_DECK * decks:
        raise OptionError(
            f"{decks} deck{'s' if decks > 1 else ''} serve at most {SEATS_A_DECK * decks} players, not {seats} (WA-02)"
        )
    if len(options["cries"]) < decks:
        raise OptionError(f"{decks} decks need {decks} cries, and there are {len(options['cries'])} (WA-44)")
    cards = len(deck_list(options))
    if cards < HAND * seats + 1:
        raise OptionError(
            f"{cards} cards are too few: {HAND} for each of {seats} players and a start card are {HAND * seats + 1}"
        )
    if cards > PILE_ROOM:
        raise OptionError(f"{cards} cards are too many: a table holds {PILE_ROOM}")


def deck(options: Mapping[str, Any]) -> Deck:
    return Deck(deck_list(options), options["decks"])
