"""What's Wild?! in words: its cards, its moves, and sentences about what happens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from wildtable.engine.codes import DEALT, DREW, MATCH_WON, NOBODY, RESHUFFLED, ROUND_WON
from wildtable.engine.events import Event
from wildtable.errors import NotationError
from wildtable.games.whats_wild import codes as c
from wildtable.games.whats_wild.melds import Arrangement, arrange
from wildtable.games.whats_wild.view import WhatsWildView

SKINS = "ACPZ"
LETTERS = "ABCDEFG"
MOST_LETTERS = 20
MOST_HANDS = 1000  # whose best arrangements are kept

KIND_OF = {
    **{SKINS[skin] + str(number): skin * 16 + number for skin in range(c.SKINS) for number in range(1, c.NUMBERS + 1)},
    "WILD": c.WILD,
    "CHAM": c.CHAM,
}
TEXT_OF = {kind: text for text, kind in KIND_OF.items()}

LEGEND = (
    "A, C, P and Z are alligators, cheetahs, peacocks and zebras: A5 is the 5 of alligators, A5*2 are two "
    "of them. WILD stands for any card, and so does every card of the wild number.",
    "A herd is three or more cards of one number, a caravan three or more of one skin in a row. What is "
    "in neither is left over and counts against you.",
    "`deck` and `pile` draw a card. `discard A5` ends your turn, and `discard A5 gowild` lays down a hand "
    "with nothing left over. CHAM, the chameleon, fits nowhere: `discard CHAM 7` makes 7 the wild number.",
)


# Cards


def card_text(card: int) -> str:
    return TEXT_OF[card]


def read_card(text: str) -> int:
    if text not in KIND_OF:
        raise NotationError(f"{text[:40]!r} is no card of What's Wild?!, such as A1, C12, P7, Z3, WILD or CHAM")
    return KIND_OF[text]


def read_wild_number(text: str) -> int:
    """A wild number as it is written; 0 for anything else."""
    return int(text) if text in WILD_NUMBERS else 0


WILD_NUMBERS = tuple(str(number) for number in range(1, c.NUMBERS + 1))


# Moves


class Move(msgspec.Struct, frozen=True, gc=False):
    """What a seat says at once; fields that the verb does not need keep their default."""

    verb: str
    card: int = NOBODY
    named: str = ""  # the wild number, as it was written: to name something else is refused by a rule (WW-09)
    gowild: bool = False

    @property
    def number(self) -> int:
        """The wild number that was named, 0 if that is none."""
        return read_wild_number(self.named)


@lru_cache(maxsize=10_000)  # the same moves are offered again and again
def move_text(move: Move) -> str:
    words = [move.verb]
    if move.card != NOBODY:
        words.append(card_text(move.card))
    if move.named:
        words.append(move.named)
    if move.gowild:
        words.append("gowild")
    return " ".join(words)


def read_move(text: str) -> Move:
    words = text.split()
    if len(text) > 200 or not words:
        raise not_a_move(text)
    verb, rest = words[0], words[1:]
    if verb in ("deck", "pile", "decline") and not rest:
        return Move(verb)
    if verb == "discard" and rest:
        card = read_card(rest[0])
        gowild = rest[-1] == "gowild"
        named = rest[1:-1] if gowild else rest[1:]
        if not named:
            return Move(verb, card, gowild=gowild)
        if len(named) == 1 and len(named[0]) <= MOST_LETTERS and (card == c.CHAM or is_number(named[0])):
            return Move(verb, card, named[0], gowild)
    raise not_a_move(text)


def is_number(text: str) -> bool:
    return text.isascii() and text.removeprefix("-").isdigit()


def not_a_move(text: str) -> NotationError:
    return NotationError(
        f"{text[:60]!r} is no move of What's Wild?!, such as deck, pile, discard Z3, discard CHAM 7, discard Z3 gowild"
    )


@lru_cache(maxsize=10_000)
def move_of(choices: tuple[int, ...]) -> Move:
    """The move that these choices say."""
    card, named, gowild = NOBODY, "", False
    for choice in choices:
        if choice >= c.DISCARD:
            card = choice - c.DISCARD
        elif choice >= c.NUMBER:
            named = str(choice - c.NUMBER)
        elif choice == c.GOWILD:
            gowild = True
    if card != NOBODY:
        return Move("discard", card, named, gowild)
    return Move({c.DECK: "deck", c.PILE: "pile"}.get(choices[0], "decline"))


# Sentences


def also_cites(event: tuple[Any, ...]) -> tuple[int, ...]:
    """What an event shows besides the rule that it carries."""
    kind, _rule, _seat, _other, card, number, _cards, _seers = event
    if kind == DEALT:
        # a whole deck, so many cards to each, the rest face down, the next dealer, all cards shuffled
        return (1, 2, 4, 5, 15, 16, 17, 19, 25, 26, 56, 57, 58, 60)
    if kind == c.DISCARDED:
        return (20, 23, 24) if card != c.CHAM else (7, 10, 22, 44)
    if kind == c.LAID_DOWN:
        return LAID_DOWN_CITES if number else (*LAID_DOWN_CITES, 41)
    return ALSO.get(kind, ())


LAID_DOWN_CITES = (6, 28, 29, 30, 32, 33, 34, 36, 40, 45, 47, 49, 50, 51, 52, 53, 59)
ALSO = {
    DREW: (19, 20, 21, 24),
    c.TOOK: (11, 12, 18, 19, 20, 21, 23),
    RESHUFFLED: (55,),
    c.NUMBER_CHANGED: (7, 8, 10, 13),
    c.WENT_WILD: (6, 13, 27, 29, 30, 31, 32, 33, 34, 35, 36, 38, 39, 40, 41, 42, 43),
    ROUND_WON: (62,),
    MATCH_WON: (3, 48, 56, 57, 58, 63),
}


def sentence(event: Event, names: Sequence[str]) -> str:
    who = names[event.seat] if event.seat != NOBODY else ""
    card = card_text(event.card) if event.card != NOBODY else ""
    number = event.number
    sentences: dict[int, Callable[[], str]] = {
        DEALT: lambda: f"{who} deals {number} cards to each player",
        c.TURNED_UP: lambda: f"the start card is {card}; {number}s are wild",
        DREW: lambda: f"{who} draws {' '.join(card_text(card) for card in event.cards) or 'a card'}",
        c.TOOK: lambda: f"{who} takes {card} from the discard pile",
        RESHUFFLED: lambda: f"the discard pile is shuffled into a new draw pile of {number}",
        c.DISCARDED: lambda: f"{who} discards {card}",
        c.NUMBER_CHANGED: lambda: f"{who} makes {number} the wild number",
        c.WENT_WILD: lambda: f"{who} goes wild: {hand_text(event)}" + ("; all others have one turn" * number),
        c.LIMIT_REACHED: lambda: f"nobody has gone wild in {number} turns: the round is scored as it stands",
        c.LAID_DOWN: lambda: f"{who} scores {in_points(number)}: {hand_text(event)}",
        ROUND_WON: lambda: f"{who} wins the round with {in_points(number)}",
        MATCH_WON: lambda: f"{who} wins the match with {in_points(number)}",
    }
    return sentences[event.kind]()


def hand_text(event: Event) -> str:
    """The melds of a hand that was laid down; `other` is the wild number then."""
    return arrangement_text(laid_best(event.cards, event.other))


# Most of the hands that are looked at have been so a move before.
laid_best = lru_cache(maxsize=MOST_HANDS)(arrange)


def arrangement_text(arrangement: Arrangement) -> str:
    """`A4 C4 P4 | Z8 Z9 Z10, left over C1`."""
    text = " | ".join(cards_text(meld.cards) for meld in arrangement.melds)
    if not arrangement.leftovers:
        return text
    return text + (", left over " if text else "left over ") + cards_text(arrangement.leftovers)


def cards_text(cards: Sequence[int]) -> str:
    return " ".join(card_text(card) for card in cards)


def in_points(number: int) -> str:
    return f"{number} point" if number == 1 else f"{number} points"


def in_cards(number: int) -> str:
    return f"{number} card" if number == 1 else f"{number} cards"


# The table in a terminal


def table_lines(view: WhatsWildView, names: Sequence[str]) -> list[str]:
    """What lies on the table, who has gone wild, and how the viewer's hand is laid out best."""
    top = f"{card_text(view.discard[-1])} on top" if view.discard else "no discard pile"
    lines = [
        f"Round {view.round} of {view.rounds}: {view.wild}s are wild; {top}, {in_cards(view.draw_count)} to draw",
    ]
    for seat in range(view.seats):
        mark = ">" if seat in view.required else " "
        notes = [in_cards(view.counts[seat]), in_points(view.scores[seat])]
        if seat in view.gone:
            notes.append(f"has gone wild: {arrangement_text(laid_best(view.shown[seat], view.wild))}")
        elif view.shown[seat]:
            notes.append(f"has shown {cards_text(view.shown[seat])}")
        lines.append(f"{mark} {LETTERS[seat]} {names[seat]:<10} {', '.join(notes)}")
    return own_lines(view, lines)


def own_lines(view: WhatsWildView, lines: list[str]) -> list[str]:
    """The lines of a seat's view, from those that everybody is told: its hand is added, if it has one."""
    return [*lines, hand_line(view.hand, view.wild)] if view.hand else lines


@lru_cache(maxsize=MOST_HANDS)
def hand_line(hand: tuple[int, ...], wild: int) -> str:
    best = laid_best(hand, wild)
    return f"Your hand at its best: {arrangement_text(best)} ({in_points(best.points)})"
