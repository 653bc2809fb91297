"""Wild Side in words: its cards, its moves, and sentences about what happens, declarations included."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import msgspec

from wildtable.engine.codes import DEALT, DECLINE, LEFT, MATCH_WON, NOBODY, ROUND_WON, SCORED
from wildtable.engine.events import Event
from wildtable.engine.game import card_names
from wildtable.errors import NotationError
from wildtable.games.wild_side import codes as c

if TYPE_CHECKING:
    from wildtable.games.wild_side.view import WildSideView

SUITS = "CFPW"
KIND_OF = {
    **{f"{SUITS[suit]}{value}": suit * 16 + value for suit in range(4) for value in range(1, 13)},
    "BADGER": c.BADGER,
}
TEXT_OF = {kind: text for text, kind in KIND_OF.items()}
FROM_ROW = "^"
PLAYED_TEXT_OF = TEXT_OF | {c.ROW + kind: FROM_ROW + text for kind, text in TEXT_OF.items()}
LETTERS = "ABCDEFGH"
EMPTY = "-"
DIGITS = tuple("123456789")  # there is no fifth place, but to name one is a move that WS-41 refuses
MOST_CARDS = 40  # that are read in a move; no play of the game has more than twelve

NUMBERS = (
    *("Zero", "One", "Two", "Three", "Four", "Five", "Six"),
    *("Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve"),
)

LEGEND = (
    "C, F, P and W are claws, feathers, paws and wings: C5 is the 5 of claws, C5*2 are two of them. ^C5 "
    "is played from your row. A place of a row shows its card, `blind` where only the face-down card lies "
    "there, or - if it is empty.",
    "`play F4 P4` is a set; its value is that of the top card or lower. `play F9 F8` is a run; it begins "
    "with the value of the top card or one below. BADGER clears the pile. A single card that is higher is "
    "allowed too, but then you take the pile into your hand.",
    "`blind 2` plays the face-down card of your second place. If it is not too high you may `add` to it, "
    "or you are `done`.",
)


# Cards


def card_text(card: int) -> str:
    return TEXT_OF[card]


def read_card(text: str) -> int:
    if text not in KIND_OF:
        raise NotationError(f"{text[:40]!r} is no card of Wild Side, such as C1, F12, P4, W9 or BADGER")
    return KIND_OF[text]


def row_text(row: Sequence[int]) -> str:
    """A row of four places, `-` for an empty one."""
    return " ".join(EMPTY if card == NOBODY else TEXT_OF[card] for card in row)


def read_row(text: str) -> list[int]:
    words = text.split()
    if len(words) != c.PLACES:
        raise NotationError(f"a row has {c.PLACES} places, such as C1 - P4 -, and {text[:60]!r} has {len(words)}")
    return [NOBODY if word == EMPTY else read_card(word) for word in words]


# Moves


class Move(msgspec.Struct, frozen=True, gc=False):
    """What a seat says at once. A card is a kind, with ROW added for one of the face-up row."""

    verb: str
    cards: tuple[int, ...] = ()  # of play and add, in the order in which they go on top
    place: int = NOBODY  # of blind, from 0


@lru_cache(maxsize=10_000)  # the same moves are offered again and again
def move_text(move: Move) -> str:
    words = [move.verb, *[PLAYED_TEXT_OF[card] for card in move.cards]]
    if move.place != NOBODY:
        words.append(str(move.place + 1))
    return " ".join(words)


def read_move(text: str) -> Move:
    words = text.split()
    if len(text) > 300 or not words:
        raise not_a_move(text)
    verb, rest = words[0], words[1:]
    if verb in ("done", "decline") and not rest:
        return Move(verb)
    if verb == "blind" and len(rest) == 1 and rest[0] in DIGITS:
        return Move(verb, place=int(rest[0]) - 1)
    if verb in ("play", "add") and rest:
        names = card_names(" ".join(rest))
        if len(names) <= MOST_CARDS:
            return Move(verb, cards=tuple(read_played(name) for name in names))
    raise not_a_move(text)


def read_played(word: str) -> int:
    if word.startswith(FROM_ROW):
        return c.ROW + read_card(word.removeprefix(FROM_ROW))
    return read_card(word)


def not_a_move(text: str) -> NotationError:
    return NotationError(
        f"{text[:60]!r} is no move of Wild Side, such as play F4 ^P4, play F9 F8, play BADGER, blind 2, add F4 or done"
    )


def choices_of(move: Move) -> list[int]:
    """The choices that say this move, without the END that some plays need."""
    match move.verb:
        case "decline":
            return [DECLINE]
        case "done":
            return [c.DONE]
        case "blind":
            return [c.BLIND + move.place]
    cards = list(move.cards)
    if is_set(cards) and len(cards) <= 4:
        # equal cards are said in one order only; where they are written in another one, that is said first
        places = sorted(range(len(cards)), key=lambda place: cards[place])
        said = [c.PLAY + cards[place] for place in places]
        if places != list(range(len(cards))):
            return [c.ORDER + sum(places.index(i) << 2 * i for i in range(len(cards))), *said]
        return said
    return [c.PLAY + card for card in cards]


@lru_cache(maxsize=10_000)
def move_of(choices: tuple[int, ...], adding: bool) -> Move:
    """The move that these choices say; `adding` is whether a blind card waited for it."""
    first = choices[0]
    if first == DECLINE:
        return Move("decline")
    if first == c.DONE:
        return Move("done")
    if c.BLIND <= first < c.PLAY:
        return Move("blind", place=first - c.BLIND)
    cards = [choice - c.PLAY for choice in choices if c.PLAY <= choice < c.ORDER]
    if first >= c.ORDER:
        cards = [cards[first - c.ORDER >> 2 * i & 3] for i in range(len(cards))]
    return Move("add" if adding else "play", cards=tuple(cards))


def is_set(cards: Sequence[int]) -> bool:
    """Whether all are of one value; a badger has none."""
    return len({card & 15 for card in cards}) == 1 and cards[0] & 63 != c.BADGER


def is_run(cards: Sequence[int]) -> bool:
    """Whether they go down one by one in one suit."""
    kinds = [card & 63 for card in cards]
    return c.BADGER not in kinds and all(lower == kind - 1 for kind, lower in pairwise(kinds))


# Declarations: WS-19, WS-28


def set_declared(count: int, value: int) -> str:
    """Two 4s are `Two Fours`."""
    name = NUMBERS[value]
    if count > 1:
        name += "es" if name.endswith("x") else "s"
    return f"{NUMBERS[count]} {name}"


def run_declared(first: int, last: int) -> str:
    return f"Run from {NUMBERS[first]} to {NUMBERS[last]}"


# Sentences


def also_cites(event: tuple[Any, ...]) -> tuple[int, ...]:
    """What an event shows besides the rule that it carries."""
    kind, rule, _seat, _other, card, number, _cards, _seers = event
    cited = ALSO.get(kind, ())
    if (kind == c.LOT_DRAWN and card == c.BADGER) or (kind == c.LEADS and rule == 11):
        cited += (12,)
    elif kind == c.BLIND_TURNED and number > 0:
        cited += (45,)
    elif kind == c.PILE_TAKEN and rule == 44:
        cited += (39, 42)
    elif kind == c.PILE_TAKEN:
        cited += (39, 40)
    elif kind == c.SET_PLAYED:
        cited += (25, 35) if number > len(event[6]) else (26,)
    elif kind == c.RUN_PLAYED:
        cited += (21, 22, 30)
    elif kind == c.CLEARED and card != c.BADGER:
        cited += (35, 36)
    return cited


ALSO: dict[int, tuple[int, ...]] = {
    DEALT: (1, 5, 7, 8, 9, 10, 13),  # a deal with nothing to choose, counted out, and the rest put aside
    c.LOT_DRAWN: (11, 10),
    c.SET_PLAYED: (19, 23, 24, 28),
    c.RUN_PLAYED: (20, 23, 24, 27, 28, 31),
    c.BADGER_PLAYED: (27, 33),
    c.HIGHER_PLAYED: (24,),
    c.BLIND_TURNED: (41, 42),
    c.ADDED: (28, 35),
    c.CLEARED: (16, 37),
    ROUND_WON: (2,),
    SCORED: (15, 49, 50, 51),
    MATCH_WON: (3, 4, 52),
}


def sentence(event: Event, names: Sequence[str]) -> str:
    who = names[event.seat] if event.seat != NOBODY else ""
    number = event.number
    card = TEXT_OF[event.card] if event.card != NOBODY else ""
    from_row = " from the row" if event.other == 1 else ""
    sentences: dict[int, Callable[[], str]] = {
        DEALT: lambda: f"{number} cards are dealt to each player, {who} first",
        c.LOT_DRAWN: lambda: f"{who} draws {card} for the lead",
        c.LEADS: lambda: f"{who} leads round {number}",
        c.OPENED: lambda: f"{who} opens round {number}",
        c.SET_PLAYED: lambda: f"{who} plays {laid(event)}: “{set_declared(number, event.cards[-1] & 15)}”",
        c.RUN_PLAYED: lambda: f"{who} plays {laid(event)}: “{run_declared(event.cards[0] & 15, event.cards[-1] & 15)}”",
        c.BADGER_PLAYED: lambda: f"{who} plays a badger{from_row}: “Honey Badger”",
        c.HIGHER_PLAYED: lambda: f"{who} plays {card}{from_row}, higher than the {NUMBERS[number]} on top",
        c.BLIND_TURNED: lambda: f"{who} plays blind from place {event.other + 1}: {blind_text(event)}",
        c.ADDED: lambda: f"{who} adds {laid(event)}: “{added_declared(event)}”",
        c.NOTHING_ADDED: lambda: f"{who} adds nothing",
        c.CLEARED: lambda: f"the pile of {counted(number)} is cleared, by {who}",
        c.PILE_TAKEN: lambda: f"{who} picks up the pile of {counted(number)}, and {TEXT_OF[event.cards[-1]]} with it",
        ROUND_WON: lambda: f"{who} has played the last card and wins round {number}",
        LEFT: lambda: f"{who} has {' '.join(TEXT_OF[left] for left in event.cards)} left",
        SCORED: lambda: f"{who} gets {number} penalty points",
        MATCH_WON: lambda: f"{who} wins the match with {number} penalty points",
    }
    return sentences[event.kind]()


def laid(event: Event) -> str:
    """The cards of a play, each one from the row with its mark."""
    return " ".join(
        FROM_ROW + TEXT_OF[card] if event.other >> i & 1 else TEXT_OF[card] for i, card in enumerate(event.cards)
    )


def added_declared(event: Event) -> str:
    """With the blind card: it is one of the equal cards, or the first of the run."""
    if event.number:
        return set_declared(event.number, event.cards[-1] & 15)
    return run_declared((event.cards[0] & 15) + 1, event.cards[-1] & 15)


def blind_text(event: Event) -> str:
    card = TEXT_OF[event.card]
    if event.card == c.BADGER:
        return f"{card}, “Honey Badger”"
    if event.number == 0:
        return f"{card}, which is too high"
    return f"{card}, “{set_declared(event.number, event.card & 15)}”"


def table_lines(view: WildSideView, names: Sequence[str]) -> list[str]:
    """A view for a terminal, without the viewer's hand: the pile, then seat by seat what lies before it and what is
    known of its hand."""
    pile = " ".join([TEXT_OF[card] for card in view.pile])
    lines = [
        f"Round {view.round}, led by {names[view.leader]}; {counted(view.discard_count)} discarded",
        f"Pile, the top card last: {pile}" if pile else "Pile: empty",
    ]
    return lines + [seat_line(view, seat, names) for seat in range(view.seats)]


def own_lines(view: WildSideView, names: Sequence[str], lines: list[str]) -> list[str]:
    """The lines of a seat's view, from those that everybody is told: what is known of its hand it knows itself."""
    if not view.shown[view.viewer]:
        return lines
    own = list(lines)
    own[view.viewer - view.seats] = seat_line(view, view.viewer, names)
    return own


def seat_line(view: WildSideView, seat: int, names: Sequence[str]) -> str:
    stacks = [
        TEXT_OF[card] if card != NOBODY else "blind" if lies else EMPTY
        for card, lies in zip(view.face_up[seat], view.face_down[seat], strict=True)
    ]
    known = " ".join([TEXT_OF[card] for card in view.shown[seat]]) if seat != view.viewer else ""
    in_hand = f"{counted(view.counts[seat])} in hand" + (f", with {known}" if known else "")
    mark = ">" if seat in view.required else " "
    points = f", {view.scores[seat]} points" if any(view.scores) else ""
    return f"{mark} {LETTERS[seat]} {names[seat]:<10} {' '.join(stacks)}; {in_hand}{points}"


def counted(number: int) -> str:
    return f"{number} card" if number == 1 else f"{number} cards"
