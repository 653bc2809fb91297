"""A calm player of What's Wild?!: the habits of "What a good player does" in the game's inventory, numbered as there.

A hand is judged by the exact solver of melds.py: by what it would cost now, and by what it can be expected to
cost after one more draw and discard, over all cards that have not been seen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from wildtable.bots.sight import Sight
from wildtable.engine.bits import highest_bit, popcount
from wildtable.engine.game import find_choices
from wildtable.games.whats_wild.codes import CHAM, CHAM_POINTS, NUMBERS, SKINS, WILD, WILD_POINTS
from wildtable.games.whats_wild.melds import complete_of, is_wild, least_of, leftovers_of
from wildtable.games.whats_wild.options import deck_list
from wildtable.games.whats_wild.view import WhatsWildView
from wildtable.games.whats_wild.words import Move

SERIOUS = 5  # discards that are looked at closely: the best by points
STRAY = 8.0  # what a leftover card costs besides its points while the round goes on: it delays going wild
GIFT = 4.0  # what it costs to leave a wild to the next player
HELP = 1.0  # the same for a card that goes with one that the next player has taken
COMMON = 0.2  # the same for each unseen card of a number that is made wild

DECK = Counter(deck_list())


def choose(sight: Sight) -> Move:
    """The move of a calm player."""
    hand = list(sight.view.hand)
    if not sight.view.drawn:
        return next(legal(sight, [draw(sight.view, hand)]), Move("deck"))
    return next(legal(sight, discards(sight.view, hand)))


def legal(sight: Sight, moves: Iterator[Move] | Sequence[Move]) -> Iterator[Move]:
    return (move for move in moves if find_choices(sight.guess, sight.seat, move))


# --- judging a hand ---


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand as the solver takes it."""

    plain: int  # kinds of plain cards, as bits
    twice: int  # those of which there are two
    wilds: int
    chams: int

    @property
    def points(self) -> int:
        return least_of(self.plain, self.twice, self.wilds) + CHAM_POINTS * self.chams

    @property
    def complete(self) -> bool:
        return self.chams == 0 and complete_of(self.plain, self.twice, self.wilds)


def sorted_hand(cards: Sequence[int], wild: int) -> Hand:
    plain = twice = wilds = chams = 0
    for card in cards:
        if card == CHAM:
            chams += 1
        elif is_wild(card, wild):
            wilds += 1
        else:
            twice |= plain & 1 << card
            plain |= 1 << card
    return Hand(plain, twice, wilds, chams)


def with_card(hand: Hand, card: int, wild: int) -> Hand:
    if card == CHAM:
        return Hand(hand.plain, hand.twice, hand.wilds, hand.chams + 1)
    if is_wild(card, wild):
        return Hand(hand.plain, hand.twice, hand.wilds + 1, hand.chams)
    return Hand(hand.plain | 1 << card, hand.twice | (hand.plain & 1 << card), hand.wilds, hand.chams)


def without(cards: Sequence[int], card: int) -> list[int]:
    rest = list(cards)
    rest.remove(card)
    return rest


def unseen(view: WhatsWildView) -> Counter[int]:
    """14. How many of each card may still be drawn: neither in the own hand nor seen elsewhere."""
    seen = Counter(view.hand)
    seen.update(view.discard)
    for seat, cards in enumerate(view.shown):
        if seat != view.viewer:
            seen.update(cards)
    return DECK - seen


def cost_with_one_too_many(hand: Hand, stray: float) -> float:
    """What a hand costs once the dearest card that fits nowhere is discarded."""
    points = hand.points
    if points == 0:
        return cost_of_breaking(hand, stray)
    left = leftovers_of(hand.plain, hand.twice, hand.wilds)
    count = popcount(left) + hand.chams
    if hand.chams:
        dearest = CHAM_POINTS
    elif hand.wilds and points > 0 and left == hand.plain:
        dearest = WILD_POINTS
    else:
        dearest = max((kind & 15 for kind in kinds_in(left)), default=0)
    return points - dearest + stray * (count - 1)


def cost_of_breaking(hand: Hand, stray: float) -> float:
    """Every card fits, and one has to go: the best that can be kept."""
    best = 1000.0
    if hand.wilds > 0:
        best = least_of(hand.plain, hand.twice, hand.wilds - 1)
    for kind in kinds_in(hand.plain):
        if best == 0:
            return 0.0
        twin = hand.twice >> kind & 1
        rest = least_of(hand.plain ^ (0 if twin else 1 << kind), hand.twice ^ (twin << kind), hand.wilds)
        best = min(best, rest)
    return best + stray * (best > 0)


def kinds_in(bits: int) -> Iterator[int]:
    while bits:
        kind = highest_bit(bits)
        bits ^= 1 << kind
        yield kind


def prospects(hand: Hand, wild: int, cards: Counter[int], stray: float) -> float:
    """1. What the hand costs on average after one more draw from the deck: its outs, weighed by what they save."""
    total = 0.0
    number = 0
    wilds = 0
    for card, count in cards.items():
        number += count
        if is_wild(card, wild):
            wilds += count
        else:
            total += count * cost_with_one_too_many(with_card(hand, card, wild), stray)
    if wilds:
        total += wilds * cost_with_one_too_many(with_card(hand, WILD, wild), stray)
    return total / max(1, number)


def cost_now(hand: Hand, stray: float) -> float:
    points = hand.points
    if points == 0:
        return 0.0
    return points + stray * (popcount(leftovers_of(hand.plain, hand.twice, hand.wilds)) + hand.chams)


# --- drawing ---


def draw(view: WhatsWildView, cards: Sequence[int]) -> Move:
    top = view.discard[-1] if view.discard else CHAM
    if top == CHAM:
        return Move("deck")  # 13. even where it may be taken: it costs 20 and hardly ever completes a hand
    hands = [sorted_hand(without([*cards, top], card), view.wild) for card in set(cards)]
    now = sorted_hand(cards, view.wild)
    if view.gone:
        take = saves_points(view, now, hands)
    else:
        take = is_wild(top, view.wild) or any(hand.complete for hand in hands) or is_better(view, now, hands)  # 3.
    return Move("pile" if take else "deck")


def saves_points(view: WhatsWildView, now: Hand, with_top: Sequence[Hand]) -> bool:
    """12. In a final turn the result of taking the top card against the average over the unseen ones."""
    return min(hand.points for hand in with_top) < prospects(now, view.wild, unseen(view), 0.0)


def is_better(view: WhatsWildView, now: Hand, with_top: Sequence[Hand]) -> bool:
    """2. Whether the top card and a draw after it bring more than two average draws."""
    cards = unseen(view)
    serious = sorted(with_top, key=lambda hand: cost_now(hand, STRAY))[:SERIOUS]
    after_one = prospects(now, view.wild, cards, STRAY)
    after_two = after_one - (cost_now(now, STRAY) - after_one)
    return min(prospects(hand, view.wild, cards, STRAY) for hand in serious) < after_two


# --- discarding ---


def discards(view: WhatsWildView, cards: Sequence[int]) -> list[Move]:
    """Every discard, the best first: 11. whoever can goes wild at once."""
    moves = [move for card in sorted(set(cards)) for move in ways_to_discard(view, cards, card)]
    going = [move for move in moves if move.gowild]
    quiet = [move for move in moves if not move.gowild]
    left = {move: sorted_hand(without(cards, move.card), move.number or view.wild) for move in quiet}
    if view.gone:
        return going + sorted(quiet, key=lambda move: left[move].points)  # 4. also a wild that fits nowhere
    cards_left = unseen(view)

    def judged(move: Move) -> float:
        """1., 5. and, as a chameleon costs most, 7."""
        future = prospects(left[move], move.number or view.wild, cards_left, STRAY)
        return future + given_away(view, move, cards_left)

    quiet.sort(key=lambda move: cost_now(left[move], STRAY))
    return going + sorted(quiet[:SERIOUS], key=judged) + quiet[SERIOUS:]


def ways_to_discard(view: WhatsWildView, cards: Sequence[int], card: int) -> Iterator[Move]:
    """8. and 10. A chameleon comes with each number; one that spoils the own melds is judged by what it leaves."""
    rest = without(cards, card)
    names = [""]
    if card == CHAM and not view.gone:
        names = [str(number) for number in range(1, NUMBERS + 1) if number != view.wild]
    for name in names:
        if sorted_hand(rest, int(name or view.wild)).complete:
            yield Move("discard", card, name, gowild=True)
        yield Move("discard", card, name)


def given_away(view: WhatsWildView, move: Move, cards: Counter[int]) -> float:
    """What the others get from a discard."""
    if move.number:
        return COMMON * sum(cards[skin * 16 + move.number] for skin in range(SKINS))  # 9.
    if is_wild(move.card, view.wild):
        return GIFT  # 6.
    following = (view.viewer + 1) % view.seats
    return HELP * any(goes_with(move.card, card) for card in view.shown[following])


def goes_with(card: int, other: int) -> bool:
    """Whether two cards may come to lie in one meld."""
    return card & 15 == other & 15 or (card >> 4 == other >> 4 and abs(card - other) < 3)
