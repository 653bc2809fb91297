"""A calm player of Wild Apex: rules of thumb that a person could keep to, one function for each.

What a good player does:
 1. He gives the cry when it is due and catches every missed one: four cards for nothing.
 2. Attacked by a Draw 1 he stacks a Draw 1.
 3. He counters rather than dodges what is two cards or more; of a single card he takes the loss, unless he is close to
    going out.
 4. A Fury counters only a Wild Draw 4 or a stack of four.
 5. Coloured cards go before wild ones, and the card that is left on top should suit his own hand.
 6. Attacks are for a next player who is close to going out; till then a Draw 1 is a defence.
 7. So are Shift and Leap, if the player who gets the turn instead is further from going out. Of two players a Leap
    plays again.
 8. The colour to name is the one he holds most of.
 9. A Fury stops whoever is closest to going out; the next player as a Wild Draw 4, for that takes the turn as well.
10. A wild card is kept for the end: it can always be laid.
11. He draws by choice only to keep a lone wild card, while nobody is close to going out.
12. In a game for points, dear cards go first when somebody is close to going out.
13. With `bluff` he accuses whenever he may, since to be wrong costs nothing, and plays an unlawful Wild Draw 4 only
    against a player with one card.
14. He says nothing at the table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wildtable.engine.codes import OPTIONAL
from wildtable.games.wild_apex import codes as c
from wildtable.games.wild_apex.words import WILD_KINDS, Move

if TYPE_CHECKING:
    from wildtable.bots.sight import Sight
    from wildtable.games.wild_apex.view import WildApexView


def choose(sight: Sight) -> Move:
    view: WildApexView = sight.view
    offered = sight.guess.choices_of_seat(sight.seat, sight.which)
    if sight.which == OPTIONAL:
        return catch_or_accuse(view)
    if view.phase == c.CUTTING:
        return Move("cut", number=0)
    if view.phase == c.DEALER_CHOOSES:
        return color_of_start_card(sight, view)
    cards = [choice - c.PLAY for choice in offered if c.PLAY <= choice < c.STANDS_FOR]
    if view.phase == c.ASKING or view.attack != c.NO_ATTACK:
        return answer(sight, view, cards)
    if c.DRAW in offered or c.PASS in offered:
        wait = Move("draw" if c.DRAW in offered else "pass")
        if not cards or rather_waits(view, cards):
            return wait
    return play(sight, view, best_card(sight, view, cards))


# What the seat sees


def others(view: WildApexView) -> list[int]:
    """The other seats in the direction of play, from the next one on."""
    return [(view.viewer + view.direction * steps) % view.seats for steps in range(1, view.seats)]


def fewest(view: WildApexView) -> int:
    """The cards of the player who is closest to going out."""
    return min(view.counts[seat] for seat in others(view))


def is_wild(card: int) -> bool:
    return card & 63 in WILD_KINDS


def color_of(card: int) -> int:
    return card >> 4 & 3


def rest_of_hand(view: WildApexView, card: int) -> list[int]:
    rest = list(view.hand)
    rest.remove(card)
    return rest


def points(sight: Sight, card: int) -> int:
    """WA-74."""
    options = sight.guess.options
    if is_wild(card):
        return int(options["points_wild"])
    return card & 15 if card & 15 < c.DRAW_1 else int(options["points_action"])


# Out of turn


def catch_or_accuse(view: WildApexView) -> Move:
    """1 and 13: whoever can be made to draw four for nothing, the one closest to going out first."""
    by_need = sorted(others(view), key=lambda seat: view.counts[seat])
    for seat in by_need:
        if seat in view.uncalled:
            return Move("catch", seat=seat)
    for seat in by_need:
        if view.viewer in view.accusers[seat]:
            return Move("accuse", seat=seat)
    return Move("decline")


# Asked or attacked


def answer(sight: Sight, view: WildApexView, cards: list[int]) -> Move:
    if not cards:
        return Move("take")
    if len(view.hand) == 1:
        return play(sight, view, cards[0])
    card = stacked(view, cards)
    if card is None:
        card = countered(view, cards)
    if card is None:
        card = countered_by_fury(view, cards)
    return Move("take") if card is None else play(sight, view, card)


def stacked(view: WildApexView, cards: list[int]) -> int | None:
    """2: a Draw 1 of the colour that suits the hand best."""
    draws = [card for card in cards if card & 15 == c.DRAW_1]
    return max(draws, key=lambda card: (suits(view, card), -card), default=None)


def countered(view: WildApexView, cards: list[int]) -> int | None:
    """3."""
    if view.attack_cards == 1 and len(view.hand) > 3:
        return None
    kinds = (c.COUNTER, c.DODGE) if view.attack_cards > 1 else (c.DODGE, c.COUNTER)
    return next((card for kind in kinds for card in cards if card & 63 == kind), None)


def countered_by_fury(view: WildApexView, cards: list[int]) -> int | None:
    """4: and where several decks are in play, against a Fury that gives all four to him."""
    cost = view.gifts[view.viewer] if view.phase == c.ASKING else view.attack_cards
    if cost < 4 and len(view.hand) > 2:
        return None
    return next((card for card in cards if card & 63 == c.FURY), None)


# A free turn


def best_card(sight: Sight, view: WildApexView, cards: list[int]) -> int:
    return max(cards, key=lambda card: (worth(sight, view, card), -card))


def worth(sight: Sight, view: WildApexView, card: int) -> float:
    return (
        suits(view, card)
        + attacks(view, card)
        + turns_away(view, card)
        + keeps_wild_cards(view, card)
        + stops_somebody(view, card)
        + saves_points(sight, view, card)
        + bluffs(view, card)
    )


def suits(view: WildApexView, card: int) -> float:
    """5: how much of the hand goes on this card; a colour lasts longer than a number."""
    if is_wild(card):
        return 0.0
    rest = [other for other in rest_of_hand(view, card) if not is_wild(other)]
    by_color = sum(1 for other in rest if color_of(other) == color_of(card))
    by_value = sum(1 for other in rest if color_of(other) != color_of(card) and other & 15 == card & 15)
    return by_color + 0.5 * by_value


def attacks(view: WildApexView, card: int) -> float:
    """6."""
    value = card & 15
    if value not in (c.DRAW_1, c.DRAW_2):
        return 0.0
    if view.seats == 2:
        return 3.0  # who draws loses the turn: the attacker plays again
    if view.counts[others(view)[0]] <= 2:
        return 9.0 if value == c.DRAW_1 else 10.0
    return -4.0 if value == c.DRAW_1 else -3.0


def turns_away(view: WildApexView, card: int) -> float:
    """7."""
    value = card & 15
    following = others(view)
    if value not in (c.SHIFT, c.LEAP):
        return 0.0
    if view.seats == 2:
        return 3.0 if value == c.LEAP else 0.0
    instead = following[-1] if value == c.SHIFT else following[1]
    if view.counts[following[0]] <= 2 < view.counts[instead]:
        return 4.0
    return -1.0


def keeps_wild_cards(view: WildApexView, card: int) -> float:
    """5 and 10."""
    return -10.0 if is_wild(card) else 0.0


def stops_somebody(view: WildApexView, card: int) -> float:
    """9: the Fury last of all, but first when somebody has one card."""
    if card & 63 != c.FURY:
        return 0.0
    return 25.0 if fewest(view) == 1 else -5.0


def saves_points(sight: Sight, view: WildApexView, card: int) -> float:
    """12."""
    if sight.guess.options["target"] == 0 or fewest(view) > 2 or len(view.hand) <= 2:
        return 0.0
    return points(sight, card) / 5


def bluffs(view: WildApexView, card: int) -> float:
    """13: a Wild Draw 4 that is offered beside other cards is unlawful."""
    if card & 63 != c.WILD4:
        return 0.0
    return 15.0 if view.counts[others(view)[0]] == 1 else -20.0


def rather_waits(view: WildApexView, cards: list[int]) -> bool:
    """11."""
    return len(cards) == 1 and is_wild(cards[0]) and fewest(view) >= 4 and len(view.hand) > 2


# Saying it


def play(sight: Sight, view: WildApexView, card: int) -> Move:
    """1: with the cry of the card's deck, when it is due."""
    cry = 0 if len(view.hand) == 2 else None
    if not is_wild(card):
        return Move("play", card, cry=cry)
    color = best_color(view)
    if card & 63 != c.FURY:
        return Move("play", card, color, cry=cry)
    if view.phase == c.ASKING or view.attack != c.NO_ATTACK:
        return Move("play", card, color, "counter", cry=cry)
    if aims_at_next(view):
        return Move("play", card, color, "as", c.WILD4, cry=cry)
    return Move("play", card, color, "give", split=split_of_fury(sight, view), cry=cry)


def color_of_start_card(sight: Sight, view: WildApexView) -> Move:
    if view.discard[-1] & 63 == c.FURY:
        return Move("color", color=best_color(view), effect="give", split=split_of_fury(sight, view))
    return Move("color", color=best_color(view))


def best_color(view: WildApexView) -> int:
    """8: on a tie the one with more cards that do something."""
    held = [card for card in view.hand if not is_wild(card)]

    def holds(color: int) -> tuple[int, int, int]:
        values = [card & 15 for card in held if color_of(card) == color]
        return len(values), sum(1 for value in values if value >= c.DRAW_1), -color

    return max(range(4), key=holds)


def aims_at_next(view: WildApexView) -> bool:
    """9: whether the next player is the one to stop."""
    return view.counts[others(view)[0]] == fewest(view)


def split_of_fury(sight: Sight, view: WildApexView) -> tuple[tuple[int, int], ...]:
    """9: all four to the one who is closest to going out; with two of them on one card, two each."""
    order = others(view)
    first, *rest = sorted(order, key=lambda seat: view.counts[seat])
    options = sight.guess.options
    may_split = options["fury_split"] or options["hardcore"]
    if may_split and rest and view.counts[first] == view.counts[rest[0]] == 1:
        return tuple((seat, 2) for seat in order if seat in (first, rest[0]))
    return ((first, 4),)
