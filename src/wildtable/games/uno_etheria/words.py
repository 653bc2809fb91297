"""UNO She-Ra in words: its cards, its moves, and sentences about what happens."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

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
from wildtable.games.uno_etheria import codes as c

if TYPE_CHECKING:
    from wildtable.games.uno_etheria.view import UnoEtheriaView

COLORS = "RYGB"
COLOR_NAMES = ("red", "yellow", "green", "blue", "no colour")
VALUES = ("0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "-SKIP", "-REV", "+2")
WILDS = ("WILD", "WILD4", "UNITE", "FOIL")
WILD_KINDS = (c.WILD, c.WILD4, c.UNITE, c.FOIL)
COLOR_IS_SAID = (c.WILD, c.WILD4)
LETTERS = "ABCDEFGHIJKL"

KIND_OF = {
    **{COLORS[color] + VALUES[value]: color * 16 + value for color in range(4) for value in range(13)},
    **dict(zip(WILDS, WILD_KINDS, strict=True)),
}
TEXT_OF = {kind: text for text, kind in KIND_OF.items()}

# What the numbers of a view are.
VIEW_WORDS = {
    "phase": c.PHASE_NAMES,
    "color": dict(enumerate(COLORS)),
    "wild4_on": dict(enumerate(COLORS)),
    "value": dict(enumerate(word.lstrip("-") for word in VALUES)),
}

LEGEND = (
    "R, Y, G and B are red, yellow, green and blue: R5 is a red 5, R5*3 are three of them. R+2 makes the "
    "next player draw two, R-SKIP skips a player, R-REV turns the direction.",
    "WILD and WILD4 are played with the name of a colour: `play WILD B`. UNITE makes all the others show "
    "a card, in the hope of meeting the colour of your secret one; then you place that card, or keep it "
    "and name a colour.",
    '`play R5 uno` is a play with the call "UNO"; who has one card left and has not called can be caught.',
)


# Cards


def card_text(card: int) -> str:
    return TEXT_OF[card]


def read_card(text: str, foil: bool = True) -> int:
    if text not in KIND_OF:
        raise NotationError(f"{text[:40]!r} is no card of UNO She-Ra, such as R5, G+2, B-SKIP, Y-REV, WILD4 or UNITE")
    if text == "FOIL" and not foil:
        raise NotationError("'FOIL' is in the deck with the option foil alone (UE-05)")
    return KIND_OF[text]


# Moves


class Move(msgspec.Struct, frozen=True, gc=False):
    """What a seat says at once; fields that the verb does not need keep their default."""

    verb: str
    card: int = NOBODY
    color: str = ""  # the letter that was said, whether or not there is such a colour (UE-27)
    uno: bool = False  # the call, with a play
    seat: int = NOBODY  # of catch


BARE_VERBS = {
    "draw": c.DRAW,
    "pass": c.PASS,
    "take": c.TAKE,
    "challenge": c.CHALLENGE,
    "place": c.PLACE,
    "uno": c.UNO,
    "decline": DECLINE,
}


@lru_cache(maxsize=10_000)  # the same moves are offered again and again
def move_text(move: Move) -> str:
    words = [move.verb]
    if move.card != NOBODY:
        words.append(card_text(move.card))
    if move.color:
        words.append(move.color)
    if move.uno:
        words.append("uno")
    if move.seat != NOBODY:
        words.append(LETTERS[move.seat])
    return " ".join(words)


def read_move(text: str) -> Move:
    words = text.split()
    if len(text) > 100 or not words:
        raise not_a_move(text)
    verb, rest = words[0], words[1:]
    if verb in BARE_VERBS and not rest:
        return Move(verb)
    if verb == "catch" and len(rest) == 1 and len(rest[0]) == 1 and rest[0] in LETTERS:
        return Move(verb, seat=LETTERS.index(rest[0]))
    if verb == "keep" and len(rest) == 1 and is_color_word(rest[0]):
        return Move(verb, color=rest[0])
    if verb in ("secret", "show") and len(rest) == 1:
        return Move(verb, card=read_card(rest[0]))
    if verb == "play" and rest:
        card, rest = read_card(rest[0]), rest[1:]
        uno = rest[-1:] == ["uno"]
        if uno:
            rest = rest[:-1]
        if not rest:
            return Move(verb, card=card, uno=uno)
        if len(rest) == 1 and card in COLOR_IS_SAID and is_color_word(rest[0]):
            return Move(verb, card=card, color=rest[0], uno=uno)
    raise not_a_move(text)


def is_color_word(word: str) -> bool:
    return re.fullmatch(r"[A-Z]", word) is not None


def not_a_move(text: str) -> NotationError:
    return NotationError(
        f"{text[:60]!r} is no move of UNO She-Ra, such as play R5, play WILD B, draw, take, secret R5 or catch C"
    )


def choices_of(move: Move, call_due: bool) -> list[int] | None:
    """The choices that say this move; None where none can."""
    if move.verb in BARE_VERBS:
        return [BARE_VERBS[move.verb]]
    if move.color and move.color not in COLORS:
        return None
    match move.verb:
        case "catch":
            return [c.CATCH + move.seat]
        case "keep":
            return [c.KEEP + COLORS.index(move.color)]
        case "secret":
            return [c.SECRET + move.card]
        case "show":
            return [c.SHOW + move.card]
    said = [c.PLAY + move.card]
    if move.color:
        said.append(c.COLOR + COLORS.index(move.color))
    if move.uno:
        said.append(c.CALL)
    elif call_due:
        said.append(c.SILENT)
    return said


@lru_cache(maxsize=10_000)
def move_of(choices: tuple[int, ...]) -> Move:
    """The move that these choices say."""
    first = choices[0]
    for verb, choice in BARE_VERBS.items():
        if first == choice:
            return Move(verb)
    if first >= c.SHOW:
        return Move("show", card=first - c.SHOW)
    if first >= c.SECRET:
        return Move("secret", card=first - c.SECRET)
    if c.KEEP <= first < c.CATCH:
        return Move("keep", color=COLORS[first - c.KEEP])
    if c.CATCH <= first < c.PLAY:
        return Move("catch", seat=first - c.CATCH)
    color = "".join(COLORS[choice - c.COLOR] for choice in choices[1:] if c.COLOR <= choice < c.KEEP)
    return Move("play", card=first - c.PLAY, color=color, uno=c.CALL in choices[1:])


# Sentences


def also_cites(event: tuple[Any, ...]) -> tuple[int, ...]:
    """What an event shows besides the rule that it carries."""
    kind, rule, _seat, _other, card, number, _cards, _seers = event
    if kind == c.PLAYED:
        return played_cites(card, after_draw=bool(number))
    if kind == c.SHUFFLED:
        return (4, 5) if number else ()
    if kind == DREW:
        return DRAWN_BY.get(rule, ())
    if kind == MATCH_WON:
        return (43,) if rule == 47 else (2, 23)
    return ALSO.get(kind, ())


def played_cites(card: int, after_draw: bool) -> tuple[int, ...]:
    rules: tuple[int, ...] = (11, 12, 17)
    if card & 15 >= c.SKIP:
        rules += (13,)
    if card == c.FOIL:
        rules += (4, 5)
    if card == c.WILD4:
        rules += (37,)
    return (*rules, 15) if after_draw else rules


DRAWN_BY = {
    14: (8, 16),
    31: (30,),
    40: (39,),
    48: (43,),
}
ALSO = {
    DEALT: (1, 3, 8, 10),
    c.COLOR_CHOSEN: (12,),
    c.CAUGHT: (21,),
    c.CANNOT_PLAY: (14, 17),
    c.PASSED: (17,),
    c.CHALLENGED: (37, 39),
    c.REVEALED: (29,),
    c.PLACED: (12,),
    ROUND_WON: (2,),
}

SKIPPED_BY = {
    24: "the Draw Two",
    25: "the Skip",
    26: "the Reverse",
    38: "the Wild Draw Four",
    40: "the lost challenge",
}

REASONS = {
    20: "missed the call",
    24: "the Draw Two",
    31: "did not match the secret card",
    38: "takes the Wild Draw Four",
    40: "the Wild Draw Four was lawful",
    41: "the Wild Draw Four was unlawful",
    48: "the last card of the round",
}
WHAT_COUNTS = {44: "numbers", 45: "action cards", 46: "wild cards"}


def sentence(event: Event, names: Sequence[str]) -> str:
    who = names[event.seat] if event.seat != NOBODY else ""
    if event.kind == DREW:
        return draw_sentence(event, who)
    card = card_text(event.card) if event.card != NOBODY else ""
    number, rule = event.number, event.rules[0]
    if event.kind == c.PLAYED:
        return f"{who} plays {card}" + (", the new card" if number else "")
    whom = names[event.other] if event.other != NOBODY else ""
    verdict = "it was unlawful" if number else "it was lawful"
    secret = f": {texts_of(event.cards)}" if event.cards else ""
    sentences: dict[int, Callable[[], str]] = {
        DEALT: lambda: f"{who} deals {number} cards to each player",
        RESHUFFLED: lambda: f"the discard pile is shuffled into a new draw pile of {number}",
        ROUND_WON: lambda: f"{who} plays the last card and wins the hand",
        LEFT: lambda: f"{who} has {texts_of(event.cards)} left",
        ROUND_WITHOUT_WINNER: lambda: "nobody can play or draw: the round ends without a winner",
        SCORED: lambda: f"{who} scores {number} points for the cards left in the other hands",
        MATCH_WON: lambda: f"{who} wins the match" + (f" with {number} points" if rule == 47 else ""),
        MATCH_WITHOUT_WINNER: lambda: "the match ends without a winner",
        c.SHUFFLED: lambda: f"{who} shuffles" + (" for another hand" if rule == 23 else ""),
        c.IGNORED: lambda: f"{card} is turned up and ignored: no number card",
        c.TURNED_UP: lambda: f"{card} begins the discard pile, and {who} begins",
        c.COLOR_CHOSEN: lambda: f"{who} chooses {COLOR_NAMES[number]}",
        c.CALLED: lambda: f'{who} calls "UNO"',
        c.MISSED: lambda: f'{who} has one card left and has not called "UNO"',
        c.CAUGHT: lambda: f"{who} is caught by {whom}",
        c.TOO_LATE: lambda: f"the next turn begins: too late to catch {who}",
        c.SKIPPED: lambda: f"{who} loses the turn: {SKIPPED_BY[rule]}",
        c.REVERSED: lambda: f"the direction is now {'clockwise' if number == 1 else 'counterclockwise'}",
        c.CANNOT_PLAY: lambda: f"{who} cannot play the new card",
        c.PASSED: lambda: f"{who} keeps the new card, which could be played",
        c.CHOSE_SECRET: lambda: f"{who} chooses a secret card{secret}",
        c.SHOWED: lambda: f"{who} has chosen a card to show{secret}",
        c.REVEALED: lambda: f"{who}'s secret card is {card}" if number else f"{who} shows {card}",
        c.MATCHED: lambda: f"{who} matches the secret card of {whom}",
        c.PLACED: lambda: f"{who} places the secret card {card}",
        c.KEPT: lambda: kept_sentence(event, who),
        c.NOTHING_SHOWN: lambda: f"{who} has {'no card of a colour' if number else 'no card left'}: nobody shows one",
        c.CHALLENGED: lambda: f"{who} challenges the Wild Draw Four of {whom} and sees the hand{secret}; {verdict}",
        c.COUNTED: lambda: f"the {WHAT_COUNTS[rule]} in the other hands count {number}",
    }
    return sentences[event.kind]()


def kept_sentence(event: Event, who: str) -> str:
    color = COLOR_NAMES[event.number]
    if event.rules[0] == 35:
        return f"{who} has no card of a colour to choose, and names {color}"
    if event.rules[0] == 34:
        return f"nobody has matched: {who} takes the secret card back and names {color}"
    return f"{who} keeps the secret card and names {color}"


def draw_sentence(event: Event, who: str) -> str:
    what = texts_of(event.cards) if event.cards else counted(event.number)
    reason = REASONS.get(event.rules[0], "")
    return f"{who} draws {what}" + (f": {reason}" if reason else "")


def counted(number: int) -> str:
    if number == 0:
        return "nothing, as there is nothing to draw"
    return f"{number} card" if number == 1 else f"{number} cards"


# The table in a terminal


def table_lines(view: UnoEtheriaView, names: Sequence[str]) -> list[str]:
    """What lies on the table, who holds how much, and what is asked."""
    way = "clockwise" if view.direction == 1 else "counterclockwise"
    color = COLOR_NAMES[view.color] if view.color != c.NO_COLOR else "no colour yet"
    lines = [f"{card_text(view.discard[-1])} on top, {color}, {way}; {view.draw_count} cards to draw"]
    if view.phase in ASKED_FOR and not view.over:
        lines.append(ASKED_FOR[view.phase])
    return lines + [seat_line(view, seat, names) for seat in range(view.seats)]


def own_lines(view: UnoEtheriaView, names: Sequence[str], lines: list[str]) -> list[str]:
    """The lines of a seat's view, from those that everybody is told: other ones where it has chosen or seen cards."""
    if view.own_pick == NOBODY and not any(view.seen):
        return lines
    own = list(lines)
    for seat in range(view.seats):
        if view.seen[seat] or seat == view.viewer:
            own[seat - view.seats] = seat_line(view, seat, names)
    return own


def seat_line(view: UnoEtheriaView, seat: int, names: Sequence[str]) -> str:
    mark = ">" if seat in view.required else " "
    notes = [f"{view.counts[seat]} card" + ("s" if view.counts[seat] != 1 else "")]
    if any(view.scores):
        notes.append(f"{view.scores[seat]} points")
    if seat in view.uncalled:
        notes.append('has not called "UNO"')
    if seat == view.viewer and view.own_pick != NOBODY:
        notes.append(f"has chosen {card_text(view.own_pick)}")
    elif seat == view.turn and view.secret != NOBODY:
        notes.append(f"the secret card was {card_text(view.secret)}")
    elif seat in view.picked:
        notes.append("has chosen a card")
    if seat in view.matched:
        notes.append("has matched")
    if view.shown[seat]:
        notes.append("has shown " + texts_of(view.shown[seat]))
    if view.seen[seat]:
        notes.append("you have seen " + texts_of(view.seen[seat]))
    return f"{mark} {LETTERS[seat]} {names[seat]:<10} {', '.join(notes)}"


def texts_of(cards: Sequence[int]) -> str:
    return " ".join([card_text(card) for card in cards])


ASKED_FOR = {
    c.ANSWERING: "A Wild Draw Four: take the four, or challenge.",
    c.CHOOSING: "Unite Etheria: a secret card is chosen.",
    c.SHOWING: "Unite Etheria: all the others choose a card to show.",
    c.PLACING: "Unite Etheria: the secret card is placed, or kept for a colour.",
    c.NAMING: "Unite Etheria without a secret card: a colour is named.",
}
