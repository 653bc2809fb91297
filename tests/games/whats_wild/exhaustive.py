"""The fewest points of a hand by trying every partition into melds: slow, and nothing but the rules' definitions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

WILD, CHAM = "WILD", "CHAM"
NUMBERS = range(1, 13)


def skin_of(card: str) -> str:
    return card[0]


def number_of(card: str) -> int:
    return int(card[1:])


def is_wild(card: str, wild: int) -> bool:
    """WW-06, WW-16."""
    return card == WILD or (card != CHAM and number_of(card) == wild)


def is_herd(cards: Sequence[str], wild: int) -> bool:
    """WW-29, WW-31."""
    if len(cards) < 3 or CHAM in cards:
        return False
    return len({number_of(card) for card in cards if not is_wild(card, wild)}) <= 1


def is_caravan(cards: Sequence[str], wild: int) -> bool:
    """WW-33, WW-35."""
    if not 3 <= len(cards) <= 12 or CHAM in cards:
        return False
    plain = [card for card in cards if not is_wild(card, wild)]
    if len({skin_of(card) for card in plain}) > 1:
        return False
    numbers = [number_of(card) for card in plain]
    if len(set(numbers)) < len(numbers):
        return False
    stretches = (range(first, first + len(cards)) for first in range(1, 14 - len(cards)))
    return any(set(numbers) <= set(stretch) for stretch in stretches)


def is_meld(cards: Sequence[str], wild: int) -> bool:
    return is_herd(cards, wild) or is_caravan(cards, wild)


def points_of(card: str, wild: int) -> int:
    """WW-50 to WW-52."""
    if card == CHAM:
        return 20
    return 15 if is_wild(card, wild) else number_of(card)


def fewest_points(hand: Sequence[str], wild: int) -> int:
    """Every subset of the hand is judged; then the first card is left over, or lies in one of the melds with it."""
    everything = 2 ** len(hand)
    melds: dict[int, list[int]] = {place: [] for place in range(len(hand))}
    for subset in range(1, everything):
        if is_meld([card for place, card in enumerate(hand) if subset >> place & 1], wild):
            first = next(place for place in range(len(hand)) if subset >> place & 1)
            melds[first].append(subset)

    @cache
    def fewest(left: int) -> int:
        if left == 0:
            return 0
        first = next(place for place in range(len(hand)) if left >> place & 1)
        best = points_of(hand[first], wild) + fewest(left & ~(1 << first))
        for meld in melds[first]:
            if meld & ~left == 0:
                best = min(best, fewest(left & ~meld))
        return best

    return fewest(everything - 1)
