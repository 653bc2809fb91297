"""The options of UNO She-Ra and its deck, as data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wildtable.engine.options import Option
from wildtable.engine.table import Deck
from wildtable.games.uno_etheria.codes import DRAW_2, FOIL, UNITE, WILD, WILD4

OPTIONS = (
    Option(
        "target",
        "number",
        0,
        "Points that win the match; 0 is a single hand without points. The rule book plays to 500.",
        (22, 23, 43, 44, 45, 46, 47, 48),
        high=1_000_000,
    ),
    Option("foil", "flag", False, "The foil card is in the deck, in place of one Unite.", (4, 5)),
    Option(
        "bluff",
        "flag",
        True,
        "A Wild Draw Four may be played without the right to it, and be challenged; otherwise it is refused.",
        (37, 38, 39),
    ),
    Option(
        "wild_is_match",
        "flag",
        True,
        "Other wild cards in the hand make a Wild Draw Four unlawful; otherwise only cards of the colour do.",
        (37, 39),
    ),
    Option(
        "two_player_reverse_skips",
        "flag",
        False,
        "With two players a Reverse gives its player another turn.",
        (26,),
    ),
    Option(
        "keep_any_color",
        "flag",
        True,
        "Who keeps the secret card after a match names any colour; otherwise the colour of that card.",
        (33,),
    ),
    Option(
        "placed_card_acts",
        "flag",
        False,
        "A placed Skip, Reverse or Draw Two acts as if it were played.",
        (33,),
    ),
    Option(
        "last_card_draws",
        "flag",
        True,
        "With points, a last Draw Two or Wild Draw Four is drawn by the next player before the hands are counted.",
        (48,),
    ),
)


def deck_list(options: Mapping[str, Any]) -> list[int]:
    """UE-01: one 0 and two of every other card in each colour, four of each wild card; UE-05 with the foil card."""
    cards = []
    for color in range(4):
        cards.append(color * 16)
        for value in range(1, DRAW_2 + 1):
            cards += [color * 16 + value] * 2
    for kind in (WILD, WILD4, UNITE):
        cards += [kind] * 4
    if options["foil"]:
        cards.remove(UNITE)
        cards.append(FOIL)
    return cards


def deck(options: Mapping[str, Any]) -> Deck:
    return Deck(deck_list(options), 1)
