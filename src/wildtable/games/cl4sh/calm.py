"""A calm player of CL4SH: rules of thumb that a person could keep to, one function for each.

What a good player does:
 1. He sheds as many cards in a turn as he can: the longest sequence first of all, for points above all one of four.
 2. Of numbers he lays the lowest, for on their own element the high ones stay playable longer.
 3. He keeps that element for which he has most cards to go on with.
 4. He keeps a card of each element if he can: with three of them one top card has no answer.
 5. A Shield is kept as an answer to an attack; on his own turn he lays it only if nothing else goes.
 6. An Almighty is kept for last: it can always be laid. Then it becomes an attack.
 7. Pick-ups are for a next player with one or two cards, but cost too much to wait long for that; they are slammed
    together. Of two players, the one who attacks plays again.
 8. Balance gives two cards to everybody else: the more are close to going out, the better.
 9. Echo is for a hand with another water card to follow: two cards in one turn.
10. Chain Reaction with the next player is a second turn, if there is a card to go on it.
11. A Duel sheds two cards, and with two cards in hand it wins the round. It is for a player with many cards, never for
    one with a single card, who would be rid of it.
12. In a duel he shows his highest number, but not out of a sequence if another will do.
13. He draws by choice only rather than lay a lone Almighty while nobody is close to going out.
14. He takes the signal with the play, and calls everybody who has one card and no signal.
15. Against a next player with one card he attacks, or changes the element.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, cast

from wildtable.engine.codes import NOBODY, OPTIONAL
from wildtable.engine.game import find_choices
from wildtable.games.cl4sh import codes as c
from wildtable.games.cl4sh.words import AIMED_KINDS, KIND_OF, PICK_UP_KINDS, TEXT_OF, Move, counts_as

if TYPE_CHECKING:
    from wildtable.bots.sight import Sight
    from wildtable.games.cl4sh.game import Cl4sh
    from wildtable.games.cl4sh.view import Cl4shView

FEW = 3  # cards with which a player is close to going out


def choose(sight: Sight) -> Move:
    view: Cl4shView = sight.view
    if sight.which == OPTIONAL:
        return signal_or_clash(view)
    offered = sight.guess.choices_of_seat(sight.seat, sight.which)
    cards = [choice - c.PLAY for choice in offered if c.PLAY <= choice < c.BECOME]
    if view.phase == c.DUELING:
        return answer_duel(sight, view, offered)
    if view.phase != c.PLAYING:
        return answer(sight, view, offered, cards)
    plays = list(all_plays(sight, view, cards))
    if plays and not rather_waits(view, cards, offered):
        return said_with_signal(sight, view, max(plays, key=lambda move: worth(sight, view, move)))
    return Move("pass" if view.drawn else "draw")


# What the seat sees


def rules(sight: Sight) -> Cl4sh:
    """For the options that are on, with `auto` settled."""
    return cast("Cl4sh", sight.guess)


def next_seat(view: Cl4shView) -> int:
    chair = view.seating.index(view.viewer)
    return view.seating[(chair + 1) % view.seats]


def others(view: Cl4shView) -> list[int]:
    """The other seats clockwise, from the next one on."""
    chair = view.seating.index(view.viewer)
    return [view.seating[(chair + steps) % view.seats] for steps in range(1, view.seats)]


def fewest(view: Cl4shView) -> int:
    """The cards of the player who is closest to going out."""
    return min(view.counts[seat] for seat in others(view))


def is_number(card: int) -> bool:
    return card & 15 <= c.HIGHEST


def numbers(cards: list[int]) -> list[int]:
    return [card for card in cards if is_number(card)]


def element_of(card: int) -> int:
    return c.NO_ELEMENT if card in (c.SHIELD, c.ALMIGHTY) else card >> 4


def goes_on(card: int, other: int) -> bool:
    """CL-12 to CL-18, without the options."""
    if c.NO_ELEMENT in (element_of(card), element_of(other)):
        return True
    if element_of(card) == element_of(other):
        return is_number(card) and (not is_number(other) or card & 15 > other & 15)
    return (element_of(card) + 1) % 4 == element_of(other)


def rest_of_hand(view: Cl4shView, move: Move) -> list[int]:
    rest = list(view.hand)
    for card in move.cards:
        rest.remove(card)
    return rest


# Out of turn


def signal_or_clash(view: Cl4shView) -> Move:
    """14."""
    if view.viewer in view.uncalled:
        return Move("signal")
    called = [seat for seat in others(view) if seat in view.uncalled]
    return Move("clash", seat=called[0]) if called else Move("decline")


# Attacked


def answer(sight: Sight, view: Cl4shView, offered: list[int], cards: list[int]) -> Move:
    """5: pick-ups are passed on where that is allowed; else the Shield, which is a card shed out of turn."""
    if cards:
        pick_ups = [card for card in cards if card in PICK_UP_KINDS] or cards
        plays = [*slams(sight, view, pick_ups), *singles(sight, view, pick_ups)]
        return said_with_signal(sight, view, max(plays, key=lambda move: len(move.cards)))
    return Move("shield") if c.BLOCK in offered else Move("take")


def answer_duel(sight: Sight, view: Cl4shView, offered: list[int]) -> Move:
    """5 and 12: a duel is a card shed as well, so a Shield is for him alone who has no number card."""
    fit = [choice - c.CHOOSE for choice in offered if choice >= c.CHOOSE]
    if fit:
        return Move("choose", cards=(duel_card(sight, view, fit),))
    return Move("shield") if c.BLOCK in offered else Move("take")


def duel_card(sight: Sight, view: Cl4shView, fit: list[int]) -> int:
    """12."""

    def rank(card: int) -> tuple[bool, int, int]:
        in_sequence = bool(rules(sight).sequences) and (card - 1 in fit or card + 1 in fit)
        return card & 15 >= 4, -in_sequence if card & 15 < 5 else 0, card & 15

    return max(fit, key=rank)


# What can be played


def all_plays(sight: Sight, view: Cl4shView, cards: list[int]) -> Iterator[Move]:
    yield from singles(sight, view, cards)
    if not view.drawn:
        yield from sequences(sight, view, cards)
        yield from slams(sight, view, cards)


def singles(sight: Sight, view: Cl4shView, cards: list[int]) -> Iterator[Move]:
    for card in cards:
        if card == c.ALMIGHTY:
            yield best_almighty(sight, view)
        elif card in AIMED_KINDS:
            yield Move("play", (card,), seat=target(view, card))
        else:
            yield Move("play", (card,))


def sequences(sight: Sight, view: Cl4shView, cards: list[int]) -> Iterator[Move]:
    """1: the longest from each card that can be played."""
    for low in numbers(cards):
        run = [low]
        while is_number(run[-1] + 1) and run[-1] + 1 in view.hand:
            run.append(run[-1] + 1)
        if len(run) > 1 and allowed(sight, Move("play", tuple(run))):
            yield Move("play", tuple(run))


def slams(sight: Sight, view: Cl4shView, cards: list[int]) -> Iterator[Move]:
    """7: all the pick-ups in hand."""
    held = sorted(card for card in view.hand if card in PICK_UP_KINDS)
    for first in cards:
        if first in held and len(held) > 1:
            rest = list(held)
            rest.remove(first)
            if allowed(sight, Move("play", (first, *rest))):
                yield Move("play", (first, *rest))


def allowed(sight: Sight, move: Move) -> bool:
    """Whether the options allow it; how many cards are left does not matter."""
    return find_choices(sight.guess, sight.seat, said_with_signal(sight, sight.view, move)) is not None


def said_with_signal(sight: Sight, view: Cl4shView, move: Move) -> Move:
    """14."""
    due = bool(rules(sight).last_card) and len(view.hand) == len(move.cards) + 1
    return Move(move.verb, move.cards, move.become, move.seat, due)


def best_almighty(sight: Sight, view: Cl4shView) -> Move:
    """6: an attack, another turn, or a guard; in an echo turn a water card."""
    wishes = ["F+2", "BALANCE", "A+1", "W+1", "CHAIN", "SHIELD"]
    wishes += [text for text, kind in KIND_OF.items() if is_number(kind)]
    for text in wishes:
        seat = target(view, KIND_OF[text]) if KIND_OF[text] in AIMED_KINDS else NOBODY
        move = Move("play", (c.ALMIGHTY,), text, seat)
        if allowed(sight, move):
            return move
    raise AssertionError(f"an {TEXT_OF[c.ALMIGHTY]} that can be played can become some card")


def target(view: Cl4shView, card: int) -> int:
    """10 and 11."""
    if card == c.CHAIN:
        return next_seat(view)
    return max(others(view), key=lambda seat: (seat not in view.guards, view.counts[seat]))


# A turn


def worth(sight: Sight, view: Cl4shView, move: Move) -> float:
    return (
        sheds(sight, view, move)
        + lays_low_numbers(view, move)
        + goes_further(view, move)
        + keeps_elements(view, move)
        + keeps_shield(view, move)
        + keeps_almighty(view, move)
        + picks_up(view, move)
        + balances(view, move)
        + echoes(view, move)
        + chains(view, move)
        + duels(view, move)
        + turns_element(view, move)
    )


def sheds(sight: Sight, view: Cl4shView, move: Move) -> float:
    """1."""
    if len(move.cards) == len(view.hand):
        return 100.0
    long = len(move.cards) >= 4 and is_number(move.cards[0]) and rules(sight).target > 0
    return 4.0 * len(move.cards) + (8.0 if long else 0.0)


def lays_low_numbers(view: Cl4shView, move: Move) -> float:
    """2."""
    return -0.3 * (move.cards[0] & 15) if is_number(move.cards[0]) else 0.0


def goes_further(view: Cl4shView, move: Move) -> float:
    """3: how many cards left would go on this play, if nobody laid another."""
    return 0.2 * sum(1 for card in rest_of_hand(view, move) if goes_on(card, move.cards[-1]))


def keeps_elements(view: Cl4shView, move: Move) -> float:
    """4."""
    return 0.8 * len({element_of(card) for card in rest_of_hand(view, move)} - {c.NO_ELEMENT})


def keeps_shield(view: Cl4shView, move: Move) -> float:
    """5."""
    return -8.0 if move.cards[0] == c.SHIELD else 0.0


def keeps_almighty(view: Cl4shView, move: Move) -> float:
    """6."""
    return -12.0 if move.cards[0] == c.ALMIGHTY else 0.0


def picks_up(view: Cl4shView, move: Move) -> float:
    """7."""
    if counts_as(move) not in PICK_UP_KINDS:
        return 0.0
    return 3.0 if view.seats == 2 or view.counts[next_seat(view)] <= 2 else 0.0


def balances(view: Cl4shView, move: Move) -> float:
    """8."""
    if counts_as(move) != c.BALANCE:
        return 0.0
    return 1.0 + 2.0 * sum(1 for seat in others(view) if view.counts[seat] <= FEW)


def echoes(view: Cl4shView, move: Move) -> float:
    """9."""
    if counts_as(move) != c.ECHO:
        return 0.0
    waters = [card for card in rest_of_hand(view, move) if element_of(card) == c.WATER]
    return 4.0 if waters else -3.0


def chains(view: Cl4shView, move: Move) -> float:
    """10."""
    if counts_as(move) != c.CHAIN:
        return 0.0
    return 3.0 if any(goes_on(card, c.CHAIN) for card in rest_of_hand(view, move)) else -1.0


def duels(view: Cl4shView, move: Move) -> float:
    """11."""
    if counts_as(move) != c.DUEL:
        return 0.0
    fit = numbers(rest_of_hand(view, move))
    if view.counts[move.seat] == 1 or not fit:
        return -6.0
    if len(view.hand) == 2:
        return 50.0
    return 4.0 if max(card & 15 for card in fit) >= 4 else 2.0


def turns_element(view: Cl4shView, move: Move) -> float:
    """15."""
    if view.counts[next_seat(view)] > 1:
        return 0.0
    return 1.0 if element_of(counts_as(move)) != view.element else 0.0


def rather_waits(view: Cl4shView, cards: list[int], offered: list[int]) -> bool:
    """13."""
    if not (c.DRAW in offered or c.PASS in offered):
        return False
    return set(cards) == {c.ALMIGHTY} and fewest(view) > FEW and len(view.hand) > 2
