"""A calm player of UNO She-Ra: rules of thumb that a person could keep to, one function for each.

What a good player does:
 1. He plays rather than draws, nearly always.
 2. Among the cards that fit he lays the one on which most of his hand goes.
 3. When points are kept, dear cards go first once somebody is close to going out.
 4. A wild card is kept for the end: it goes on anything.
 5. The colour to name is the one he holds most of, on a tie the one with cards that do something.
 6. If the next player is close to going out, Draw Two, Skip, Wild Draw Four and Reverse come before all else. Of two
    players, a Draw Two or Skip plays again.
 7. Against the next player he names no colour which that one is known to hold, if he has the choice.
 8. He always says the call with the play, and catches who does not.
 9. He plays a Wild Draw Four without the right to it only if the next player is about to win.
10. He challenges if he knows a card that proves it, if the hand is too large to lack the colour, or if he himself was
    to be stopped.
11. Unite: its secret card is of the colour he holds most of, which the others are likely to lack, and which goes on
    if he places it. As the last but one card it may win at once.
12. For another's Unite he shows a coloured card, not of the colour that was in force, for who plays a Unite lacks it.
    But if the secret card is that player's last, he hopes not to match: he shows a wild card, or the colour in force.
13. After a match he places the card.
14. He draws by choice only rather than play a Wild Draw Four without the right to it. To draw and keep a
    lone Wild back brings no more wins than to play it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wildtable.engine.codes import OPTIONAL
from wildtable.games.uno_etheria import codes as c
from wildtable.games.uno_etheria.words import COLOR_IS_SAID, COLORS, WILD_KINDS, Move

if TYPE_CHECKING:
    from wildtable.bots.sight import Sight
    from wildtable.games.uno_etheria.view import UnoEtheriaView

FEW = 2  # cards with which a player is close to going out
MANY = 5  # cards that are seldom all of other colours


def choose(sight: Sight) -> Move:
    view: UnoEtheriaView = sight.view
    if sight.which == OPTIONAL:
        return call_or_catch(view)
    offered = sight.guess.choices_of_seat(sight.seat, sight.which)
    match view.phase:
        case c.ANSWERING:
            return Move("challenge") if c.CHALLENGE in offered and doubts(sight, view) else Move("take")
        case c.CHOOSING:
            return Move("secret", card=secret_card(view))
        case c.SHOWING:
            return Move("show", card=card_to_show(view))
        case c.PLACING | c.NAMING:
            return place_or_keep(view, offered)
    cards = [choice - c.PLAY for choice in offered if c.PLAY <= choice < c.SECRET]
    if not cards or rather_waits(sight, view, cards):
        return Move("pass" if view.drawn else "draw")
    return play(view, max(cards, key=lambda card: (worth(sight, view, card), -card)))


# What the seat sees


def others(view: UnoEtheriaView) -> list[int]:
    """The other seats in the direction of play, from the next one on."""
    return [(view.viewer + view.direction * steps) % view.seats for steps in range(1, view.seats)]


def fewest(view: UnoEtheriaView) -> int:
    """The cards of the player who is closest to going out."""
    return min(view.counts[seat] for seat in others(view))


def is_wild(card: int) -> bool:
    return card in WILD_KINDS


def known_cards(view: UnoEtheriaView, seat: int) -> list[int]:
    return [*view.shown[seat], *view.seen[seat]]


def is_unlawful(sight: Sight, view: UnoEtheriaView) -> bool:
    """UE-37: whether a Wild Draw Four would be."""
    rest = list(view.hand)
    rest.remove(c.WILD4)
    return any(forbids_wild4(sight, card, view.color) for card in rest)


def forbids_wild4(sight: Sight, card: int, color: int) -> bool:
    if is_wild(card):
        return bool(sight.guess.options["wild_is_match"])
    return card >> 4 == color


# Out of turn, and answers


def call_or_catch(view: UnoEtheriaView) -> Move:
    """8: a card that was placed is called afterwards."""
    if view.viewer in view.uncalled:
        return Move("uno")
    for seat in sorted(others(view), key=lambda seat: view.counts[seat]):
        if seat in view.uncalled:
            return Move("catch", seat=seat)
    return Move("decline")


def doubts(sight: Sight, view: UnoEtheriaView) -> bool:
    """10."""
    if any(forbids_wild4(sight, card, view.wild4_on) for card in known_cards(view, view.attacker)):
        return True
    held = view.counts[view.attacker]
    return held >= MANY or (held > 1 and len(view.hand) <= FEW)


# Unite


def secret_card(view: UnoEtheriaView) -> int:
    """11: of that colour a number, for a card that is placed does nothing."""
    color = best_color(view)
    return min(card for card in view.hand if not is_wild(card) and card >> 4 == color)


def card_to_show(view: UnoEtheriaView) -> int:
    """12."""
    wilds = [card for card in view.hand if is_wild(card)]
    colored = [card for card in view.hand if not is_wild(card)]
    before = view.discard[-2] if len(view.discard) > 1 else c.WILD
    in_force = [card for card in colored if not is_wild(before) and card >> 4 == before >> 4]
    if view.counts[view.turn] == 1:
        return (wilds or in_force or colored)[0]
    return ([card for card in colored if card not in in_force] or colored or wilds)[0]


def place_or_keep(view: UnoEtheriaView, offered: list[int]) -> Move:
    """13, and else the best colour that may be named."""
    if c.PLACE in offered:
        return Move("place")
    allowed = [choice - c.KEEP for choice in offered if c.KEEP <= choice < c.CATCH]
    return Move("keep", color=COLORS[best_color(view, allowed)])


# A turn


def worth(sight: Sight, view: UnoEtheriaView, card: int) -> float:
    return (
        suits(view, card)
        + saves_points(sight, view, card)
        + keeps_wild_cards(card)
        + stops_next(view, card)
        + plays_again(view, card)
        + bluffs(sight, view, card)
        + may_win_at_once(view, card)
    )


def suits(view: UnoEtheriaView, card: int) -> float:
    """2: how much of the hand goes on this card; a colour lasts longer than a number."""
    if is_wild(card):
        return 0.0
    rest = [other for other in view.hand if not is_wild(other)]
    by_color = sum(1 for other in rest if other >> 4 == card >> 4) - 1
    by_value = sum(1 for other in rest if other >> 4 != card >> 4 and other & 15 == card & 15)
    return by_color + 0.5 * by_value


def saves_points(sight: Sight, view: UnoEtheriaView, card: int) -> float:
    """3."""
    if sight.guess.options["target"] == 0 or fewest(view) > FEW or len(view.hand) <= FEW:
        return 0.0
    if is_wild(card):
        return 12.0
    return 5.0 if card & 15 >= c.SKIP else (card & 15) / 4


def keeps_wild_cards(card: int) -> float:
    """4."""
    return -10.0 if is_wild(card) else 0.0


def stops_next(view: UnoEtheriaView, card: int) -> float:
    """6."""
    following = others(view)
    if view.counts[following[0]] > FEW:
        return 0.0
    if card == c.WILD4:
        return 25.0
    if is_wild(card):
        return 0.0
    if card & 15 == c.REVERSE:
        return 6.0 if view.counts[following[-1]] > FEW else 0.0
    return {c.DRAW_2: 10.0, c.SKIP: 8.0}.get(card & 15, 0.0)


def plays_again(view: UnoEtheriaView, card: int) -> float:
    """6, with two players."""
    return 3.0 if view.seats == 2 and not is_wild(card) and card & 15 in (c.SKIP, c.DRAW_2) else 0.0


def bluffs(sight: Sight, view: UnoEtheriaView, card: int) -> float:
    """9."""
    if card != c.WILD4 or not is_unlawful(sight, view) or view.counts[others(view)[0]] == 1:
        return 0.0
    return -30.0


def may_win_at_once(view: UnoEtheriaView, card: int) -> float:
    """11: with one coloured card beside it."""
    lone = card in (c.UNITE, c.FOIL) and len(view.hand) == 2 and any(not is_wild(other) for other in view.hand)
    return 15.0 if lone else 0.0


def rather_waits(sight: Sight, view: UnoEtheriaView, cards: list[int]) -> bool:
    """14."""
    return cards == [c.WILD4] and bluffs(sight, view, c.WILD4) < 0


# Saying it


def play(view: UnoEtheriaView, card: int) -> Move:
    """8."""
    color = COLORS[best_color(view)] if card in COLOR_IS_SAID else ""
    return Move("play", card, color, uno=len(view.hand) == 2)


def best_color(view: UnoEtheriaView, allowed: list[int] | None = None) -> int:
    """5 and 7."""
    held = [card for card in view.hand if not is_wild(card)]
    known = [card for card in known_cards(view, others(view)[0]) if not is_wild(card)]

    def holds(color: int) -> tuple[int, int, int, int]:
        values = [card & 15 for card in held if card >> 4 == color]
        against = sum(1 for card in known if card >> 4 == color)
        return len(values), -against, sum(1 for value in values if value >= c.SKIP), -color

    return max(allowed or range(4), key=holds)
