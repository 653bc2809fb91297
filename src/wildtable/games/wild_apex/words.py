"""Wild Apex in words: its cards, its moves, and sentences about what happens."""

from __future__ import annotations

import re
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
    PILE_ROOM,
    RESHUFFLED,
    ROUND_WITHOUT_WINNER,
    ROUND_WON,
    SCORED,
)
from wildtable.engine.events import Event
from wildtable.errors import NotationError
from wildtable.games.wild_apex import codes as c
from wildtable.games.wild_apex.view import WildApexView

COLORS = "RYGB"
COLOR_NAMES = ("red", "yellow", "green", "blue", "no colour")
VALUES = ("0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "+1", "+2", "-SHIFT", "-LEAP")
WILDS = ("DODGE", "COUNTER", "WILD4", "FURY")
LETTERS = "ABCDEFGHIJKL"
ATTACKS = {c.DRAW_1: "Draw 1", c.DRAW_2: "Draw 2", c.WILD: "Wild Draw 4"}

KIND_OF = {
    **{COLORS[color] + VALUES[value]: color * 16 + value for color in range(4) for value in range(14)},
    **{WILDS[number]: number * 16 + c.WILD for number in range(4)},
}
TEXT_OF = {kind: text for text, kind in KIND_OF.items()}
WILD_KINDS = (c.DODGE, c.COUNTER, c.WILD4, c.FURY)

# What the numbers of a view are.
VIEW_WORDS = {
    "phase": c.PHASE_NAMES,
    "color": dict(enumerate(COLORS)),
    "value": dict(enumerate(word.lstrip("-") for word in VALUES)),
}

LEGEND = (
    "R, Y, G and B are red, yellow, green and blue: R5 is a red 5, R5*3 are three of them. R+1 and R+2 "
    "make the next player draw, R-SHIFT turns the direction, R-LEAP skips a player.",
    "DODGE, COUNTER, WILD4 and FURY are wild cards, played with the name of a colour: `play DODGE B`.",
    "`play R5 cry` is a play with the battle-cry; a play that leaves you one card needs it. Who has "
    "missed it can be caught.",
)


# Cards


def card_text(card: int) -> str:
    deck = card >> 6
    return TEXT_OF[card & 63] + (f"/{deck + 1}" if deck else "")


def read_card(text: str, decks: int) -> int:
    name, slash, deck = text.partition("/")
    if name not in KIND_OF or (slash and deck not in ("2", "3")):
        raise NotationError(f"{text[:40]!r} is no card of Wild Apex, such as R5, G+1, B-SHIFT, WILD4 or R5/2")
    if slash and int(deck) > decks:
        raise NotationError(
            f"{text!r} is a card of deck {deck}, and {decks} deck{'s are' if decks > 1 else ' is'} in play"
        )
    return KIND_OF[name] + (64 * (int(deck) - 1) if slash else 0)


# Moves


class Move(msgspec.Struct, frozen=True, gc=False):
    """What a seat says at once; fields that the verb does not need keep their default."""

    verb: str
    card: int = NOBODY
    color: int = c.NO_COLOR
    effect: str = ""  # of a Fury: give, all, counter, as
    stands_for: int = NOBODY  # the kind, after `as`
    split: tuple[tuple[int, int], ...] = ()  # seats and cards, after `give`
    cry: int | None = None  # 0: of the played card's deck; else the number of a deck
    seat: int = NOBODY  # of catch and accuse
    number: int = 0  # of cut


@lru_cache(maxsize=10_000)  # the same moves are offered again and again
def move_text(move: Move) -> str:
    words = [move.verb]
    if move.card != NOBODY:
        words.append(card_text(move.card))
    if move.effect == "as":
        words += ["as", TEXT_OF[move.stands_for]]
    if move.color != c.NO_COLOR:
        words.append(COLORS[move.color])
    if move.effect and move.effect != "as":
        words.append(move.effect)
    words += [f"{LETTERS[seat]}:{count}" for seat, count in move.split]
    if move.cry is not None:
        words.append(f"cry={move.cry}" if move.cry else "cry")
    if move.seat != NOBODY:
        words.append(LETTERS[move.seat])
    if move.verb == "cut":
        words.append(str(move.number))
    return " ".join(words)


def read_move(text: str, decks: int) -> Move:
    words = text.split()
    if len(text) > 200 or not words:
        raise not_a_move(text)
    verb, rest = words[0], words[1:]
    if verb in ("draw", "pass", "take", "say", "decline") and not rest:
        return Move(verb)
    if verb in ("catch", "accuse") and len(rest) == 1 and len(rest[0]) == 1 and rest[0] in LETTERS:
        return Move(verb, seat=LETTERS.index(rest[0]))
    if verb == "cut" and len(rest) == 1 and re.fullmatch(r"-?[0-9]{1,9}", rest[0]):
        return Move(verb, number=int(rest[0]))
    if verb == "color" and rest and rest[0] in tuple(COLORS):
        effect, split = read_effect(rest[1:], text)
        if effect != "counter":
            return Move(verb, color=COLORS.index(rest[0]), effect=effect, split=split)
    if verb == "play" and rest:
        return read_play(rest, text, decks)
    raise not_a_move(text)


def read_play(words: list[str], text: str, decks: int) -> Move:
    card = read_card(words[0], decks)
    rest = words[1:]
    cry = None
    if rest and (match := re.fullmatch(r"cry(?:=([1-3]))?", rest[-1])):
        cry = int(match[1] or 0)
        rest = rest[:-1]
    kind = card & 63
    if kind not in WILD_KINDS:
        if not rest:
            return Move("play", card=card, cry=cry)
    elif kind == c.FURY and rest[:1] == ["as"]:
        if len(rest) > 1 and rest[1] in KIND_OF and rest[1] != "FURY":
            stands_for = KIND_OF[rest[1]]
            if stands_for not in WILD_KINDS and len(rest) == 2:
                return Move("play", card=card, effect="as", stands_for=stands_for, cry=cry)
            if stands_for in WILD_KINDS and len(rest) == 3 and rest[2] in tuple(COLORS):
                color = COLORS.index(rest[2])
                return Move("play", card=card, color=color, effect="as", stands_for=stands_for, cry=cry)
    elif rest and rest[0] in tuple(COLORS):
        effect, split = read_effect(rest[1:], text)
        if bool(effect) == (kind == c.FURY):
            return Move("play", card=card, color=COLORS.index(rest[0]), effect=effect, split=split, cry=cry)
    raise not_a_move(text)


def read_effect(words: list[str], text: str) -> tuple[str, tuple[tuple[int, int], ...]]:
    """`give B:2 C:2`, `all`, `counter` or nothing. Whether the split adds up is for the rules to say (WA-29)."""
    if not words:
        return "", ()
    if words in (["all"], ["counter"]):
        return words[0], ()
    shares = [re.fullmatch(r"([A-L]):([0-9]{1,3})", word) for word in words[1:]]
    if words[0] != "give" or not shares:
        raise not_a_move(text)
    split = []
    for share in shares:
        if share is None:
            raise not_a_move(text)
        split.append((LETTERS.index(share[1]), int(share[2])))
    return "give", tuple(split)


def not_a_move(text: str) -> NotationError:
    return NotationError(f"{text[:60]!r} is no move of Wild Apex, such as play R5, play WILD4 B, draw, take or catch C")


def choices_of(move: Move, decks: int, order: Sequence[int], split_allowed: bool, cry_due: bool) -> list[int] | None:
    """The choices that say this move; None where none can. `order` is the others in the direction of play."""
    match move.verb:
        case "draw":
            return [c.DRAW]
        case "pass":
            return [c.PASS]
        case "take":
            return [c.TAKE]
        case "say":
            return [c.SAY]
        case "decline":
            return [DECLINE]
        case "catch":
            return [c.CATCH + move.seat]
        case "accuse":
            return [c.ACCUSE + move.seat]
        case "cut":
            return [c.CUT + move.number] if 0 <= move.number < PILE_ROOM else None
    said = [] if move.verb == "color" else [c.PLAY + move.card]
    if move.effect == "as":
        said.append(c.STANDS_FOR + move.stands_for)
    if move.color != c.NO_COLOR:
        said.append(c.COLOR + move.color)
    if move.effect == "all":
        said.append(c.ALL)
    if move.effect == "give":
        if not split_is_fair(move.split, order, split_allowed):
            return None
        portions = dict(move.split)
        for seat in order:
            said += [c.GIVE + seat] * (portions.get(seat, 0) if split_allowed else portions.get(seat, 0) // 4)
    if cry_due and move.verb == "play":
        cry = c.SILENT
        if move.cry is not None:
            deck = move.cry or (move.card >> 6) + 1
            if deck <= decks:
                cry = c.CRY + deck - 1
        said.append(cry)
    return said


def choice_out_of_turn(move: Move, others: Sequence[int], split_allowed: bool) -> list[int] | None:
    """WA-50: the card is taken back, and what was said with it comes to nothing; but a bad split is no move."""
    if move.effect == "give" and not split_is_fair(move.split, others, split_allowed):
        return None
    return [c.PLAY + move.card]


def split_is_fair(split: Sequence[tuple[int, int]], others: Sequence[int], split_allowed: bool) -> bool:
    """WA-29: exactly four in all, each named seat once with at least one card, never its own player."""
    seats = [seat for seat, _ in split]
    return (
        sum(count for _, count in split) == 4
        and all(count > 0 for _, count in split)
        and len(set(seats)) == len(seats)
        and all(seat in others for seat in seats)
        and (split_allowed or len(seats) == 1)
    )


@lru_cache(maxsize=10_000)
def move_of(choices: tuple[int, ...]) -> Move:
    """The move that these choices say."""
    first = choices[0]
    for verb, choice in (
        ("draw", c.DRAW),
        ("pass", c.PASS),
        ("take", c.TAKE),
        ("say", c.SAY),
        ("decline", DECLINE),
    ):
        if first == choice:
            return Move(verb)
    if first >= c.CUT:
        return Move("cut", number=first - c.CUT)
    if c.CATCH <= first < c.ACCUSE:
        return Move("catch", seat=first - c.CATCH)
    if c.ACCUSE <= first < c.PLAY:
        return Move("accuse", seat=first - c.ACCUSE)
    card, color, effect, stands_for, cry = NOBODY, c.NO_COLOR, "", NOBODY, None
    given: dict[int, int] = {}
    for choice in choices:
        if choice >= c.STANDS_FOR:
            effect, stands_for = "as", choice - c.STANDS_FOR
        elif choice >= c.PLAY:
            card = choice - c.PLAY
        elif c.CRY <= choice < c.COLOR:
            cry = choice - c.CRY + 1
            if cry == (card >> 6) + 1:
                cry = 0
        elif c.COLOR <= choice < c.ALL:
            color = choice - c.COLOR
        elif choice == c.ALL:
            effect = "all"
        elif c.GIVE <= choice < c.CATCH:
            effect = "give"
            given[choice - c.GIVE] = given.get(choice - c.GIVE, 0) + 1
    if card & 63 == c.FURY and card != NOBODY and not effect:
        effect = "counter"
    if sum(given.values()) == 1:
        given = dict.fromkeys(given, 4)  # without a split the one seat that is named gets all four
    verb = "color" if card == NOBODY else "play"
    return Move(verb, card, color, effect, stands_for, tuple(given.items()), cry)


# Sentences


def also_cites(event: tuple[Any, ...]) -> tuple[int, ...]:
    """What an event shows besides the rule that it carries."""
    kind, rule, _seat, _other, card, number, _cards, _seers = event
    if kind == DEALT:
        # an exact deal from the whole deck, hands for their owners' eyes, the rest face down, clockwise
        return (1, 2, 5, 7, 60, 61, 69, 73, 78)
    if kind == c.PLAYED:
        second_deck = (2,) if card >= 64 else ()
        fury = (17, 27) if card & 63 == c.FURY else ()
        return (8, 12, 57, *second_deck, *fury)
    if kind == DREW:
        return DRAWN_BY.get(rule, ())
    if kind in (c.TURNED_UP, c.COLOR_CHOSEN, c.ATTACKED):
        return (*ALSO.get(kind, ()), RULE_OF_CARD.get(card & 63, RULE_OF_VALUE.get(card & 15, 21)))
    return (
        ALSO.get(kind, ())
        + ((77,) if kind == c.PASSED and rule == 76 else ())
        + ((66, 30) if number > 1 and rule in (32, 33, 34) else ())
    )


# What a card is for, by its value or, of wild cards, its kind; all others are numbers (WA-21).
RULE_OF_VALUE = {c.DRAW_1: 22, c.DRAW_2: 23, c.SHIFT: 13, c.LEAP: 13}
RULE_OF_CARD = {c.DODGE: 24, c.COUNTER: 25, c.WILD4: 26, c.FURY: 27}
DRAWN_BY = {
    11: (9, 10, 52, 53, 55, 56, 78),
    35: (22, 54, 60, 61),
    23: (54, 60, 61),
    26: (16, 54, 60, 61),
    42: (29, 41, 43),
    40: (27,),
    49: (19,),
    71: (70,),
}
ALSO = {
    RESHUFFLED: (59,),
    c.CRIED: (18, 45, 46),
    c.MISSED: (44, 45, 47),
    c.CAUGHT: (1, 19, 48),
    c.ATTACKED: (15, 16, 30),
    c.CALLED_OFF: (15, 68),
    c.SENT_BACK: (15, 68),
    c.NAMED: (29, 72),
    c.FURY_COUNTERED: (27, 30),
    c.WENT_OUT: (20, 63, 65),
    c.LAPSED: (20,),
    c.OUT_OF_TURN: (51,),
    c.ACCUSED: (36, 39, 78),
    c.SAID: (69,),
    ROUND_WON: (1,),
    SCORED: (65,),
    MATCH_WON: (63,),
}

REASONS = {
    11: "",
    23: "takes the Draw 2",
    26: "takes the Wild Draw 4",
    35: "takes the Draw 1 attack",
    25: "the Draw 2 was countered",
    28: "the Draw 2 was countered by a Fury",
    33: "the Draw 1 attack was countered",
    34: "the Draw 1 attack was countered by a Fury",
    37: "the Wild Draw 4 was countered by a Fury",
    38: "the Wild Draw 4 was unlawful",
    40: "the Fury was countered by another",
    42: "a gift of the Fury",
    49: "missed the battle-cry",
    50: "played out of turn",
    71: "spoke before the cry",
}


def sentence(event: Event, names: Sequence[str], cries: Sequence[str]) -> str:
    who = names[event.seat] if event.seat != NOBODY else ""
    whom = names[event.other] if event.other != NOBODY and event.kind != c.PLAYED else ""
    if event.kind == DREW:
        return draw_sentence(event, who)
    if event.kind == c.PLAYED:
        return play_sentence(event, who)
    card = card_text(event.card) if event.card != NOBODY else ""
    number = event.number
    color = COLOR_NAMES[number] if event.kind == c.COLOR_CHOSEN else ""
    cry = cries[number - 1] if event.kind == c.CRIED else ""
    verdict = "it was unlawful" if number else "it was lawful"
    sentences: dict[int, Callable[[], str]] = {
        DEALT: lambda: f"{who} deals {number} cards to each player",
        RESHUFFLED: lambda: f"the discard pile is shuffled into a new draw pile of {number}",
        ROUND_WON: lambda: f"{who} wins the round",
        LEFT: lambda: f"{who} has {' '.join(card_text(left) for left in event.cards)} left",
        ROUND_WITHOUT_WINNER: lambda: "nobody can play or draw: the round ends without a winner",
        SCORED: lambda: f"{who} scores {number} points for the cards left in the other hands",
        MATCH_WON: lambda: f"{who} wins the match" + (f" with {number} points" if number else ""),
        MATCH_WITHOUT_WINNER: lambda: "the match ends without a winner",
        c.CUT_MADE: lambda: f"{who} cuts: {number} cards go under" if number else f"{who} does not cut",
        c.TURNED_UP: lambda: f"the start card is {card}, as if {who} had played it",
        c.COLOR_CHOSEN: lambda: f"{who} chooses {color} for {card}",
        c.CRIED: lambda: f"{who} cries {cry}!",
        c.MISSED: lambda: f"{who} misses the battle-cry" + (" with the wrong one" if number else ""),
        c.WENT_OUT: lambda: f"{who} is out of cards; the last card takes effect first",
        c.ATTACKED: lambda: f"{who} is attacked by {whom} with {counted(number)}",
        c.CALLED_OFF: lambda: f"{who} dodges: the attack of {counted(number)} is off",
        c.SENT_BACK: lambda: f"{who} sends the attack of {counted(number)} back to {whom}",
        c.ASKED: lambda: f"the players named by {who}'s Fury may counter it",
        c.NAMED: lambda: f"{who}'s Fury names {whom} for {counted(number)}",
        c.TOOK: lambda: f"{who} does not counter",
        c.FURY_COUNTERED: lambda: f"{who} counters the Fury of {whom} for everyone",
        c.PASSED: lambda: f"{who} passes",
        c.CAUGHT: lambda: f"{who} is caught by {whom}",
        c.ACCUSED: lambda: f"{whom} accuses {who} of an unlawful Wild Draw 4: {verdict}",
        c.OUT_OF_TURN: lambda: f"{who} plays {card} out of turn and takes it back",
        c.SAID: lambda: f"{who} says something",
        c.LAPSED: lambda: f"what {who}'s last card would have done lapses",
    }
    return sentences[event.kind]()


def counted(number: int) -> str:
    return f"{number} card" if number == 1 else f"{number} cards"


def draw_sentence(event: Event, who: str) -> str:
    what = " ".join(card_text(card) for card in event.cards) if event.cards else counted(event.number)
    reason = REASONS.get(event.rules[0], "")
    return f"{who} draws {what}" + (f": {reason}" if reason else "")


def play_sentence(event: Event, who: str) -> str:
    stands_for, kind = event.other, event.card & 63
    text = f"{who} plays {card_text(event.card)}"
    if kind == c.FURY and stands_for != c.FURY:
        text += f" as {TEXT_OF[stands_for]}"
    if stands_for in WILD_KINDS:
        text += f" and chooses {COLOR_NAMES[event.number]}"
    return text


# The table in a terminal


def table_lines(view: WildApexView, names: Sequence[str]) -> list[str]:
    """What lies on the table, who holds how much, and what is owed."""
    lines = []
    if view.phase == c.CUTTING:
        lines.append("The deck waits for the cut.")
    else:
        way = "clockwise" if view.direction == 1 else "counterclockwise"
        top = card_text(view.discard[-1])
        if view.discard[-1] & 63 == c.FURY and view.value != c.WILD:
            top += f" (as {COLORS[view.color]}{VALUES[view.value]})"
        lines.append(f"{top} on top, {COLOR_NAMES[view.color]}, {way}; {view.draw_count} cards to draw")
    for seat in range(view.seats):
        mark = ">" if seat in view.required else " "
        notes = [counted(view.counts[seat])]
        if any(view.scores):
            notes.append(f"{view.scores[seat]} points")
        if view.attack != c.NO_ATTACK and seat == view.turn:
            attack = ATTACKS[view.attack]
            notes.append(f"owes {view.attack_cards} to {names[view.attacker]} ({attack})")
        if seat in view.uncalled:
            notes.append("missed the cry")
        if view.gifts[seat]:
            notes.append(f"named for {counted(view.gifts[seat])} by {names[view.fury_player]}'s Fury")
        if view.shown[seat]:
            notes.append("has shown " + " ".join(card_text(card) for card in view.shown[seat]))
        lines.append(f"{mark} {LETTERS[seat]} {names[seat]:<10} {', '.join(notes)}")
    return lines
