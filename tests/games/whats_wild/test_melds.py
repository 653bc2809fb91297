"""The solver of hands, against the inventory of known hands and against a search that only knows the definitions."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.whats_wild import exhaustive
from wildtable._build import wants_sources
from wildtable.games.whats_wild import melds
from wildtable.games.whats_wild.options import deck_list
from wildtable.games.whats_wild.words import TEXT_OF, cards_text, read_card

FOLDER = Path(__file__).parent

# cards, wild number, points: what each of them shows stands in the rules
KNOWN = [
    ("Z4 Z5 Z6", 3, 0),
    ("P4 A4 C4", 3, 0),
    ("P5 Z5 A2", 2, 0),
    ("C1 C2 Z7", 7, 0),
    ("A11 A12 A1", 3, 24),
    ("A11 A12 WILD", 3, 0),
    ("C10 C12 P3", 3, 0),
    ("WILD WILD WILD", 3, 0),
    ("WILD A5 C9", 3, 29),
    ("WILD WILD CHAM", 3, 50),
    ("A7 A7 A8 A9", 4, 7),
    ("Z5 P5 P6 P7", 4, 5),
    ("A5 C5 P5 A6 A7", 12, 10),
    ("A9 C9 P9 A7 A8", 1, 15),
    ("C11 Z11 A2 P2 WILD", 5, 4),
    ("A1 A2 A4 A5 C12 P12 Z7", 7, 12),
    ("Z3 Z4 Z5 Z5 Z6 Z7", 2, 0),
    ("Z3 Z3 Z4 Z4 Z5 Z5", 9, 0),
    ("A4 C5 A6 P9 Z9 CHAM", 5, 30),
    ("A4 A5 A6 C5 P9 P9", 5, 0),
    ("P1 P2 P3 P4 C4 Z4 A4", 7, 0),
    ("P2 P3 P4 C4 Z4 A9 A10", 7, 24),
    ("P2 P3 P4 C4 Z4 A9 Z7", 7, 9),
    ("A1 A2 C7 C8 Z11 Z12 WILD P8", 8, 3),
    ("WILD WILD A1 C5 P9 Z12", 6, 15),
    ("C1 C2 C3 C4 C5 C6 C7 C8 C9 C10 C11 C12", 12, 0),
    ("A6 A7 A8 C6 C7 C8 P6 P7 P8", 9, 0),
    ("A6 A7 A8 C6 C7 C8 P6 P7 Z12 CHAM", 10, 45),
    ("Z2 Z3 Z5 Z6 A5 C5 P5 P6 P7 WILD C12", 11, 18),
    ("A1 A3 A5 A7 A9 A11 C2 C4 Z6 P8 WILD P12", 12, 24),
    # no caravan of twelve keeps a wild out
    ("C1 C2 C3 C4 C5 C6 C7 C8 C9 C10 C11 C12 WILD", 12, 0),
    ("C1 C2 C3 C4 C5 C6 C7 C8 C9 C10 C11 C12 A5", 5, 0),
    ("CHAM CHAM CHAM CHAM", 1, 80),
    ("WILD", 1, 15),
    ("WILD A1 C3 P6 Z9", 12, 34),
]

# The hands that took the solver longest, of hundreds of thousands that random search and hill-climbing came by.
WORST = [
    ("Z2 Z3 Z4 Z5 Z6 Z7 Z8 Z9 Z10 Z10 Z11 Z11 Z12", 2),
    ("Z1 Z2 Z3 Z4 Z5 Z6 Z7 Z9 Z10 Z10 Z11 Z11 WILD", 8),
    ("P3 P4 P5 P6 P7 P7 P8 P9 P9 P10 P11 P12 WILD", 1),
    ("P1 P2 P3 P4 P5 P6 P8 P9 P10 P10 P11 P12 P12", 5),
    ("C1 C2 C3 C4 C5 C5 C6 C7 C9 C11 C12 C12 Z8", 8),
    ("C2 C3 C4 C4 C5 C6 C6 C7 C8 C8 C9 C11 C12", 10),
    ("C3 C4 C5 C5 C6 C7 C9 C9 C10 C11 C11 C12 C12", 8),
    ("A3 A4 A5 A5 A6 A6 A7 A7 A8 A9 A10 A11 A12", 12),
    ("P4 Z1 Z2 Z3 Z5 Z6 Z7 Z8 Z9 Z9 Z11 Z11 Z12", 4),
    ("A2 A3 A4 A5 A7 A8 A9 A9 A10 A10 A11 A12 WILD", 7),
    ("C3 C5 C6 C7 C8 C9 C9 C10 C10 C11 C12 WILD WILD", 2),
    ("A1 A2 A3 A4 A5 A6 A8 A9 A9 A10 A10 A12", 7),
    ("P1 P2 P3 P4 P5 P6 P6 P8 P9 P10 P11 WILD", 12),
    ("Z1 Z2 Z3 Z4 Z5 Z6 Z7 Z8 Z9 Z10 Z11 Z12", 5),
    ("WILD WILD WILD WILD A6 C6 P6 Z6 A1 C4 P8 Z11", 6),
    ("WILD WILD A1 A2 A4 A5 A7 A8 A10 A11 C3 P6", 12),
    ("Z2 Z3 Z4 Z5 Z6 Z7 Z8 Z9 Z10 Z10 Z11 Z12 Z12", 1),
]


def read(text: str) -> list[int]:
    return [read_card(word) for word in text.split()]


def hands(low: int, high: int) -> st.SearchStrategy[tuple[list[str], int]]:
    """Hands that the deck can deal, all kinds of them: any cards, many wilds, one or two skins, few numbers."""
    deck = [TEXT_OF[card] for card in deck_list()]

    @st.composite
    def deal(draw: st.DrawFn) -> tuple[list[str], int]:
        wild = draw(st.integers(1, 12))
        cards = list(deck)
        manner = draw(st.integers(0, 4))
        if manner == 1:
            skins = draw(st.sampled_from(["A", "AC", "APZ"]))
            cards = [card for card in deck if card[0] in skins + "W"]
        elif manner == 2:
            first = draw(st.integers(1, 9))
            cards = [card for card in deck if card in ("WILD", "CHAM") or first <= int(card[1:]) <= first + 3]
        elif manner == 3:
            cards = [card for card in deck if exhaustive.is_wild(card, wild)]
            cards += [card for card in deck if card not in cards][:: draw(st.integers(1, 9))]
        count = draw(st.integers(low, high))
        return draw(st.permutations(cards))[: min(count, len(cards))], wild

    return deal()


def check(cards: Sequence[str], wild: int, expected: int) -> None:
    """The points, and an arrangement that is lawful and leaves them."""
    hand = [read_card(card) for card in cards]
    assert melds.least_points(hand, wild) == expected
    assert melds.complete(hand, wild) == (expected == 0 and bool(hand))
    found = melds.arrange(hand, wild)
    assert found.points == expected
    laid = [card for meld in found.melds for card in meld.cards] + list(found.leftovers)
    assert Counter(laid) == Counter(hand)
    assert sum(exhaustive.points_of(TEXT_OF[card], wild) for card in found.leftovers) == expected
    for meld in found.melds:
        texts = [TEXT_OF[card] for card in meld.cards]
        if meld.name == "herd":
            assert exhaustive.is_herd(texts, wild), texts
        else:
            assert exhaustive.is_caravan(texts, wild), texts
            for place, text in enumerate(texts):
                assert exhaustive.is_wild(text, wild) or int(text[1:]) == meld.first + place, "in their order"
            assert 1 <= meld.first <= 13 - len(texts)


@pytest.mark.parametrize(("cards", "wild", "points"), KNOWN)
def test_hands_of_the_rules(cards: str, wild: int, points: int) -> None:
    check(cards.split(), wild, points)


def test_hands_of_the_file() -> None:
    lines = (FOLDER / "hands.tsv").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 200
    for line in lines:
        cards, wild, points = line.split("\t")
        check(cards.split(), int(wild), int(points))


@given(hands(0, 7))
def test_small_hands_against_every_partition(dealt: tuple[list[str], int]) -> None:
    cards, wild = dealt
    check(cards, wild, exhaustive.fewest_points(cards, wild))


@settings(max_examples=5 if wants_sources() else 30)
@given(hands(8, 11))
def test_large_hands_against_every_partition(dealt: tuple[list[str], int]) -> None:
    cards, wild = dealt
    check(cards, wild, exhaustive.fewest_points(cards, wild))


@pytest.mark.slow
@settings(max_examples=300)
@given(hands(8, 13))
def test_many_large_hands_against_every_partition(dealt: tuple[list[str], int]) -> None:
    cards, wild = dealt
    check(cards, wild, exhaustive.fewest_points(cards, wild))


@given(hands(1, 13))
def test_what_is_left_without_the_leftovers(dealt: tuple[list[str], int]) -> None:
    """Whoever discards the leftovers has a complete hand, if there is a meld in it."""
    cards, wild = dealt
    mask, twice, wilds = melds.sorted_out([read_card(card) for card in cards], wild)
    left = melds.leftovers_of(mask, twice, len(wilds))
    points = melds.least_of(mask, twice, len(wilds))
    assert left & ~mask == 0
    if points == 0:
        assert left == 0
    elif melds.arrange([read_card(card) for card in cards], wild).melds:
        kept = mask & ~left
        assert kept.bit_count() + (twice & ~left).bit_count() + len(wilds) >= 3
        # a twin of a leftover may lie in a meld: then one card of the two is left
        least = sum((kind & 15) for kind in range(61) if left >> kind & 1)
        assert least <= points <= 2 * least


@given(hands(1, 12), st.randoms(use_true_random=False))
def test_the_order_of_a_hand_does_not_matter(dealt: tuple[list[str], int], chance: random.Random) -> None:
    cards, wild = dealt
    hand = [read_card(card) for card in cards]
    again = list(hand)
    chance.shuffle(again)
    assert melds.arrange(hand, wild) == melds.arrange(again, wild)


@given(hands(1, 12), st.integers(0, 60))
def test_a_card_more_never_costs_more_than_itself(dealt: tuple[list[str], int], number: int) -> None:
    cards, wild = dealt
    hand = [read_card(card) for card in cards]
    more = deck_list()[number]
    if hand.count(more) < deck_list().count(more):
        least = melds.least_points(hand, wild)
        assert melds.least_points([*hand, more], wild) <= least + melds.points_of_leftover(more, wild)
        if melds.is_wild(more, wild) and melds.arrange(hand, wild).melds:
            assert melds.least_points([*hand, more], wild) <= least


@pytest.mark.parametrize(("cards", "wild"), [("A3 A3 A3", 5), ("A1 A1 A2 A2 A3 A3 A4 A4 A6 A6 A7 A7 A8 A8", 5)])
def test_hands_that_nobody_can_hold(cards: str, wild: int) -> None:
    with pytest.raises(ValueError, match=r"copies of a|cards are more"):
        melds.least_points(read(cards), wild)


# --- how long it takes ---


def microseconds(hand: Sequence[int], wild: int) -> float:
    """The least of several runs: what the solver takes, and not what else the machine has to do."""
    mask, twice, wilds = melds.sorted_out(hand, wild)

    def solve() -> None:
        melds.least_of(mask, twice, len(wilds))
        melds.complete_of(mask, twice, len(wilds))

    return least_time(solve)


def least_time(run: Callable[[], object]) -> float:
    taken = []
    for _ in range(5):
        start = time.perf_counter_ns()
        run()
        taken.append((time.perf_counter_ns() - start) / 1000)
    return min(taken)


@pytest.mark.compiled_only
@pytest.mark.parametrize("wild", range(1, 13))
def test_a_hand_of_twelve_takes_20_microseconds_at_most_on_average(wild: int) -> None:
    chance = random.Random(wild)
    deck = deck_list()
    taken = [microseconds(chance.sample(deck, 12), wild) for _ in range(1000)]
    assert sum(taken) / len(taken) < 20


@pytest.mark.compiled_only
@pytest.mark.parametrize(("cards", "wild"), WORST)
def test_no_hand_takes_more_than_two_milliseconds(cards: str, wild: int) -> None:
    hand = read(cards)
    assert microseconds(hand, wild) < 2000
    assert least_time(lambda: melds.arrange(hand, wild)) < 2000


@pytest.mark.parametrize(("cards", "wild"), WORST[::4])
def test_the_worst_hands_are_solved_like_the_others(cards: str, wild: int, rounds: Callable[[int], int]) -> None:
    """Every partition of twelve or thirteen cards takes too long here: the solver is asked about each card less."""
    hand = read(cards)
    least = melds.least_points(hand, wild)
    assert melds.arrange(hand, wild).points == least
    for place in range(min(len(hand), rounds(100))):
        fewer = hand[:place] + hand[place + 1 :]
        assert least <= melds.least_points(fewer, wild) + melds.points_of_leftover(hand[place], wild), cards_text(fewer)
