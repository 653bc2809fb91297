"""CL4SH in words: its cards, its moves, and sentences about what happens."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from wildtable.engine.codes import (
    DEALT,
    DECLINE,
    DREW,
    LEFT,
    MATCH_WITHOUT_WINNER,
    MATCH_WON,
    NOBODY,
    RESHUFFLED,
    ROUND_WITHOUT_WINNER,
    ROUND_WON,
    SCORED,
)
from wildtable.engine.events import Event
from wildtable.errors import NotationError
from wildtable.games.cl4sh import codes as c
from wildtable.games.cl4sh.game import Cl4sh
from wildtable.games.cl4sh.view import Cl4shView

ELEMENTS = "FEAW"
ELEMENT_NAMES = ("fire", "earth", "air", "water", "no element")
LETTERS = "ABCDEFGHIJKL"
MOST_LETTERS = 200

KIND_OF = {
    **{
        ELEMENTS[element] + str(value): element * 16 + value
        for element in range(4)
        for value in range(1, c.HIGHEST + 1)
    },
    "DUEL": c.DUEL,
    "BALANCE": c.BALANCE,
    "CHAIN": c.CHAIN,
    "ECHO": c.ECHO,
    "F+2": c.FIRE_2,
    "A+1": c.AIR_1,
    "W+1": c.WATER_1,
    "ALMIGHTY": c.ALMIGHTY,
    "SHIELD": c.SHIELD,
}
TEXT_OF = {kind: text for text, kind in KIND_OF.items()}
PICK_UP_KINDS = (c.FIRE_2, c.AIR_1, c.WATER_1)
AIMED_KINDS = (c.DUEL, c.CHAIN)
MOST_CARDS_OF_A_PLAY = 18  # every pick-up that there can be

# What the numbers of a view are.
VIEW_WORDS = {"phase": c.PHASE_NAMES, "element": dict(enumerate(ELEMENTS))}

LEGEND = (
    "F, E, A and W are fire, earth, air and water: F5 is the 5 of fire, F5*2 are two of them. Fire beats "
    "earth, earth beats air, air beats water, and water beats fire; or you lay a higher number of the "
    "same element.",
    "F+2, A+1 and W+1 make the next player draw. DUEL (fire) and CHAIN (air) name a player, to fight with "
    "or to change chairs with: `play DUEL C`. BALANCE (earth) makes all others draw two, ECHO (water) "
    "gives another turn with water. SHIELD guards you. ALMIGHTY is what you say: `play ALMIGHTY as F5`.",
    "Against an attack you `take` or `shield`. Who has one card takes a signal card, by `play F5 signal` "
    "or by `signal`; who has not can be called with `clash C`.",
)


# Cards


def card_text(card: int) -> str:
    return TEXT_OF[card]


def read_card(text: str) -> int:
    if text not in KIND_OF:
        raise NotationError(f"{text[:40]!r} is no card of CL4SH, such as F3, W+1, DUEL, ECHO, SHIELD or ALMIGHTY")
    return KIND_OF[text]


def all_pick_ups(cards: Sequence[int]) -> bool:
    return bool(cards) and all(card in PICK_UP_KINDS for card in cards)


def all_numbers(cards: Sequence[int]) -> bool:
    return bool(cards) and all(card & 15 < c.HAVOC for card in cards)


def rises_by_one(cards: Sequence[int]) -> bool:
    return all(low + 1 == high for low, high in itertools.pairwise(cards))


def holds_all(table: Cl4sh, seat: int, cards: Sequence[int]) -> bool:
    hand = table.hand(seat)
    return all(cards.count(card) <= hand.count(card) for card in cards)


# Moves


class Move(msgspec.Struct, frozen=True, gc=False):
    """What a seat says at once; fields that the verb does not need keep their default."""

    verb: str
    cards: tuple[int, ...] = ()  # of play and choose
    become: str = ""  # what the first Almighty is played as; perhaps no card of the game (CL-19)
    seat: int = NOBODY  # of clash, and the target of a Duel or Chain Reaction
    signal: bool = False  # said with a play


def counts_as(move: Move) -> int:
    """The kind that the first card of a play counts as; NOBODY for an Almighty that is not said to be a card."""
    if move.cards and move.cards[0] != c.ALMIGHTY:
        return move.cards[0]
    return KIND_OF.get(move.become, NOBODY)


def target_is_missing(move: Move, seat: int, seats: int) -> bool:
    """CL-23, CL-34: a Duel or a Chain Reaction needs another player."""
    return counts_as(move) in AIMED_KINDS and not (0 <= move.seat < seats and move.seat != seat)


@lru_cache(maxsize=10_000)  # the same moves are offered again and again
def move_text(move: Move) -> str:
    words = [move.verb, *(card_text(card) for card in move.cards)]
    if move.become:
        place = words.index(card_text(c.ALMIGHTY)) + 1
        words[place:place] = ["as", move.become]
    if move.seat != NOBODY:
        words.append(LETTERS[move.seat])
    if move.signal:
        words.append("signal")
    return " ".join(words)


def read_move(text: str) -> Move:
    words = text.split()
    if len(text) > MOST_LETTERS or not words:
        raise not_a_move(text)
    verb, rest = words[0], words[1:]
    if verb in ("draw", "pass", "take", "shield", "signal", "decline") and not rest:
        return Move(verb)
    if verb == "clash" and len(rest) == 1 and is_letter(rest[0]):
        return Move(verb, seat=LETTERS.index(rest[0]))
    if verb == "choose" and len(rest) == 1:
        return Move(verb, cards=(read_card(rest[0]),))
    if verb == "play" and rest:
        return read_play(rest, text)
    raise not_a_move(text)


def read_play(words: list[str], text: str) -> Move:
    signal = words[-1] == "signal"
    if signal:
        words = words[:-1]
    cards: list[int] = []
    become = ""
    seat = NOBODY
    rest = words
    while rest and not is_letter(rest[0]):
        cards.append(read_card(rest[0]))
        rest = rest[1:]
        if rest[:1] == ["as"]:
            if cards[-1] != c.ALMIGHTY or become or len(rest) < 2 or not is_short_word(rest[1]):
                raise not_a_move(text)
            become = rest[1]
            rest = rest[2:]
    if rest and is_letter(rest[0]):
        seat = LETTERS.index(rest[0])
        rest = rest[1:]
    if not cards or len(cards) > MOST_CARDS_OF_A_PLAY or rest:
        raise not_a_move(text)
    if seat != NOBODY and not any(kind in AIMED_KINDS for kind in (*cards, KIND_OF.get(become))):
        raise not_a_move(text)
    return Move("play", tuple(cards), become, seat, signal)


def is_letter(word: str) -> bool:
    return len(word) == 1 and word in LETTERS


def is_short_word(word: str) -> bool:
    """What may be said after `as`, even if it is no card."""
    return len(word) <= 12 and word.isascii() and word.isprintable()


def not_a_move(text: str) -> NotationError:
    return NotationError(
        f"{text[:60]!r} is no move of CL4SH, such as play F3, play DUEL C, choose W5, draw, take or clash C"
    )


SIMPLE = {
    "decline": DECLINE,
    "draw": c.DRAW,
    "pass": c.PASS,
    "take": c.TAKE,
    "shield": c.BLOCK,
    "signal": c.SIGNAL,
}
VERB_OF = {choice: verb for verb, choice in SIMPLE.items()}


def choices_of(move: Move, table: Cl4sh, seat: int) -> list[int] | None:
    """The choices that say this move; None where none can."""
    if move.verb in SIMPLE:
        return [SIMPLE[move.verb]]
    if move.verb == "clash":
        return [c.CLASH + move.seat]
    if move.verb == "choose":
        return [c.CHOOSE + move.cards[0]]
    cards = list(move.cards)
    if not holds_all(table, seat, cards):
        return None
    said = [c.PLAY + cards[0]]
    unlisted = False  # whether the order is one that is accepted and never offered
    if cards[0] == c.ALMIGHTY:
        kind = counts_as(move)
        if len(cards) > 1 or kind == NOBODY:
            return None
        said.append(c.BECOME + kind)
    elif len(cards) > 1:
        if all_pick_ups(cards) and table.slams:
            unlisted = cards[1:-1] != sorted(cards[1:-1])
        elif not (all_numbers(cards) and table.sequences and rises_by_one(cards)):
            return None
        if table.drawn:
            return None
        said += [c.NEXT + (card >> 4) if unlisted else c.PLAY + card for card in cards[1:]]
    if counts_as(move) in AIMED_KINDS:
        if target_is_missing(move, seat, table.seats):
            return None
        said.append(c.TARGET + move.seat)
    elif unlisted or (cards[0] != c.ALMIGHTY and asks_for_more(table, seat, cards)):
        said.append(c.NO_MORE)
    if table.last_card and table.hand_sizes()[seat] == len(cards) + 1:
        said.append(c.SIGNAL if move.signal else c.SILENT)
    elif move.signal:
        return None
    return said


def asks_for_more(table: Cl4sh, seat: int, cards: list[int]) -> bool:
    return table.clone().goes_on_after(seat, cards)


@lru_cache(maxsize=10_000)
def move_of(choices: tuple[int, ...]) -> Move:
    """The move that these choices say."""
    first = choices[0]
    if first in VERB_OF:
        return Move(VERB_OF[first])
    if first >= c.CHOOSE:
        return Move("choose", cards=(first - c.CHOOSE,))
    if first < c.PLAY:
        return Move("clash", seat=first - c.CLASH)
    cards: list[int] = []
    become, seat, signal = "", NOBODY, False
    for choice in choices:
        if choice >= c.BECOME:
            become = TEXT_OF[choice - c.BECOME]
        elif choice >= c.PLAY:
            cards.append(choice - c.PLAY)
        elif choice >= c.NEXT:
            cards.append((choice - c.NEXT) * 16 + c.PICK_UP)
        elif c.TARGET <= choice < c.CLASH:
            seat = choice - c.TARGET
        elif choice == c.SIGNAL:
            signal = True
    return Move("play", tuple(cards), become, seat, signal)


# Sentences


def also_cites(event: tuple[Any, ...]) -> tuple[int, ...]:
    """What an event shows besides the rule that it carries."""
    kind, rule, _seat, _other, card, _number, _cards, _seers = event
    if kind == c.PLAYED:
        ways = {14: (16, 17), 15: (14, 16, 17)}.get(rule, ())
        havoc = (18,) if card & 15 >= c.HAVOC else ()
        almighty = (19,) if card == c.ALMIGHTY else ()
        return (8, 9, 12, *ways, *havoc, *almighty)
    if kind == DREW:
        return DRAWN_BY.get(rule, ())
    if kind == SCORED:
        return (2, 44)
    if kind == c.DUEL_WON and rule == 26:
        return (16, 17)
    return ALSO.get(kind, ())


DRAWN_BY = {
    9: (10,),
    29: (28,),
    41: (42,),
}
ALSO = {
    DEALT: (4,),
    ROUND_WON: (2,),
    c.TURNED_UP: (7, 18),
    c.SEQUENCE: (46, 47),
    c.SLAM: (49, 50),
    c.NO_SIGNAL_NEEDED: (51,),
    c.SIGNALLED: (53,),
    c.CLASHED: (51,),
    c.ECHOED: (21,),
    c.STACKED: (41,),
    c.SKIPPED: (41,),
    c.CHAIN_CALLED: (38,),
    c.BALANCED: (38,),
    c.ATTACKED: (38, 42),
    c.DUEL_CALLED: (38,),
    c.CHOSE: (25,),
    c.TIED: (28,),
    c.DUEL_OVER: (32,),
    c.DUEL_VOID: (33,),
    c.GUARD_RAISED: (18,),
    c.GUARD_USED: (38,),
    c.SHIELDED: (37, 38),
    c.ANY_MAY_START: (18,),
    c.NEXT_ROUND: (59,),
}

REASONS = {
    29: "for the duel",
    30: "the second tie",
    36: "Balance",
    41: "the pick-up",
    53: "called without a signal",
}
POINTS_FOR = {54: "the duel", 55: "the sequence", 56: "the round"}


def sentence(event: Event, names: Sequence[str]) -> str:
    who = names[event.seat] if event.seat != NOBODY else ""
    if event.kind == DREW:
        return draw_sentence(event, who)
    if event.kind == c.PLAYED:
        return play_sentence(event, who)
    whom = names[event.other] if event.other != NOBODY else ""
    card = card_text(event.card) if event.card != NOBODY else ""
    number = event.number
    sentences: dict[int, Callable[[], str]] = {
        DEALT: lambda: f"{who} deals {number} cards to each player",
        RESHUFFLED: lambda: f"the pile is shuffled into a new draw pile of {number}",
        ROUND_WON: lambda: f"{who} wins the round",
        LEFT: lambda: f"{who} has {' '.join(card_text(left) for left in event.cards)} left",
        ROUND_WITHOUT_WINNER: lambda: "nobody plays and nothing can be drawn: the round ends without a winner",
        SCORED: lambda: f"{who} scores {points(number)} for {POINTS_FOR[event.rules[0]]}",
        MATCH_WON: lambda: f"{who} wins the match" + (f" with {points(number)}" if number else ""),
        MATCH_WITHOUT_WINNER: lambda: "the match ends without a winner",
        c.TURNED_UP: lambda: f"the first card of the pile is {card}",
        c.SEQUENCE: lambda: f"{who} has played a sequence of {number}",
        c.SLAM: lambda: f"{who} has slammed {number} pick-ups",
        c.NO_SIGNAL_NEEDED: lambda: f"{who} finishes with {number} cards at once and needs no signal",
        c.SIGNALLED: lambda: f"{who} has one card and takes a signal card",
        c.CLASHED: lambda: f"{whom} calls CL4SH! on {who}",
        c.TURN_ENDED: lambda: f"{who} cannot play the card" if number else f"{who} finds nothing to draw",
        c.PASSED: lambda: f"{who} keeps the card",
        c.ECHOED: lambda: f"everyone else is skipped: {who} plays again, with water",
        c.ATTACKED: lambda: f"{who} is attacked by {whom} with {counted(number)}",
        c.STACKED: lambda: f"{whom} passes the pick-up on: {who} is attacked with {counted(number)}",
        c.SKIPPED: lambda: f"{who}'s turn is skipped",
        c.CHAIN_CALLED: lambda: f"{who} wants to swap chairs with {whom}",
        c.SWAPPED: lambda: f"{who} and {whom} swap chairs",
        c.PLAYS_AGAIN: lambda: f"{who} plays again",
        c.BALANCED: lambda: f"everyone but {who} is to draw two cards",
        c.GUARD_RAISED: lambda: f"{who} raises a guard",
        c.GUARD_USED: lambda: f"{who}'s guard blocks the attack of {whom}",
        c.SHIELDED: lambda: f"{who} shields against the attack of {whom}",
        c.ANY_MAY_START: lambda: "any card may be played next",
        c.DUEL_CALLED: lambda: f"{who} challenges {whom} to a duel",
        c.DUEL_ACCEPTED: lambda: f"{who} accepts, and draws for a number card",
        c.CHOSE: lambda: f"{who} chooses " + (card_text(event.cards[0]) if event.cards else "a card") + " for the duel",
        c.SHOWN: lambda: f"{who} shows {card}",
        c.DUEL_WON: lambda: (
            f"{who} wins the duel against {whom} by " + ("element" if event.rules[0] == 26 else "number")
        ),
        c.TIED: lambda: f"the duel of {who} and {whom} is a tie" + (" again" if number == 2 else ": another card each"),
        c.DUEL_VOID: lambda: "no number card is left to draw: nobody wins the duel",
        c.DUEL_OVER: lambda: f"the {counted(number)} of the duel go to the bottom of the pile",
        c.EMPTIED_BY_DUEL: lambda: f"{who} has no card left after the duel",
        c.NEXT_ROUND: lambda: f"round {number}: {who} deals",
    }
    return sentences[event.kind]()


def points(number: int) -> str:
    return f"{number} point" if number == 1 else f"{number} points"


def counted(number: int) -> str:
    return f"{number} card" if number == 1 else f"{number} cards"


def draw_sentence(event: Event, who: str) -> str:
    what = " ".join(card_text(card) for card in event.cards) if event.cards else counted(event.number)
    if event.number == 0:
        what = "nothing"
    reason = REASONS.get(event.rules[0], "")
    return f"{who} draws {what}" + (f": {reason}" if reason else "")


def play_sentence(event: Event, who: str) -> str:
    text = f"{who} plays {card_text(event.card)}"
    return text + f" as {TEXT_OF[event.other]}" if event.card == c.ALMIGHTY else text


# The table in a terminal


def table_lines(view: Cl4shView, names: Sequence[str]) -> list[str]:
    """What lies on the table and is to be beaten; then clockwise, who holds how much and has what before it."""
    lines = [f"{pile_line(view)}; {counted(view.draw_count)} to draw"]
    if view.duel_cards:
        lines.append("The duel so far: " + " ".join(card_text(card) for card in view.duel_cards))
    if view.phase in ASKED_FOR and not view.over:
        lines.append(ASKED_FOR[view.phase])
    for seat in view.seating:
        mark = ">" if seat in view.required else " "
        lines.append(f"{mark} {LETTERS[seat]} {names[seat]:<10} {', '.join(notes_of(view, seat, names))}")
    return lines


ASKED_FOR = {
    c.PICKING_UP: "A pick-up: take the cards, or shield.",
    c.BALANCING: "Balance: take two cards, or shield.",
    c.CHAINING: "Chain Reaction: take it, and the chairs are swapped, or shield.",
    c.DUELING: "A duel: both choose a card for it in secret.",
}


def pile_line(view: Cl4shView) -> str:
    top = f"{card_text(view.discard[-1])} on top" if view.discard else "No card on the pile"
    if view.echo:
        return f"{top}, an echo turn: water"
    if view.any_card:
        return f"{top}, any card may be played"
    number = f" {view.value}" if view.value else ""  # a Havoc card has none
    return f"{top}, {ELEMENT_NAMES[view.element]}{number} to beat"


def notes_of(view: Cl4shView, seat: int, names: Sequence[str]) -> list[str]:
    notes = [counted(view.counts[seat])]
    if any(view.scores):
        notes.append(points(view.scores[seat]))
    if seat in view.guards:
        notes.append("guarded")
    if seat in view.signals:
        notes.append("signal")
    if seat in view.uncalled:
        notes.append("one card and no signal")
    asked = seat in view.required
    if view.phase == c.PICKING_UP and asked:
        notes.append(f"attacked by {names[view.attacker]} with {counted(view.attack_cards)}")
    elif view.phase == c.BALANCING and asked:
        notes.append(f"to draw two by {names[view.attacker]}'s Balance")
    elif view.phase == c.CHAINING and asked:
        notes.append(f"{names[view.attacker]} wants to swap chairs")
    elif view.phase == c.DUELING and seat in (view.attacker, view.defender):
        notes.append("has chosen a duel card" if seat in view.has_chosen else "owes a duel card")
    return notes
