"""A calm player of Wild Side: the habits of "What a good player does" in the game's inventory, numbered as there.

Every play that comes into question is weighed by what it leaves: how many turns of one's own the remaining cards still
take, and what is likely to happen to the next seat. The unit is one turn; the lowest weight is the best.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from wildtable.bots.sight import Sight
from wildtable.engine.codes import NOBODY
from wildtable.engine.game import find_choices
from wildtable.games.wild_side.codes import BADGER, PLACES, ROW
from wildtable.games.wild_side.options import deck_list
from wildtable.games.wild_side.view import WildSideView
from wildtable.games.wild_side.words import Move

OUT = -1000.0  # a play that empties the hand

# In turns:
HEIGHT = 4.0  # what a group of 12s costs more than nothing: it fits only on a high or an empty pile
RIGID = 0.4  # what a run costs more than a set: it has to begin right at the top card
FOUR = 0.3  # four of a kind clear the pile: they take no turn, only a pile on which they fit
BLIND_CARD = 4.0  # a face-down card still to be played: who waits for too long has to play it on a low card
COVERED = 0.1  # a face-up card, which covers another
SPARE_BADGER = -0.35  # a badger in hand saves a pick-up some day
MORE_BADGERS = 0.1  # a second one is not needed
LEAD = 0.5  # the next seat finds an empty pile
TAKEN_CARD = 0.05  # a card that goes to another hand
GIFT = 3.0  # the next seat can make four of a kind
POINTS_A_TURN = 30.0
BLIND_POINTS = 7  # of a card that nobody knows, about
SELDOM = 6  # one play in so many is made on a whim
SELDOM_WHIM = 4.0  # how much worse it may look, in turns; with less, rounds of two go in circles for long
FEW = 8  # cards with which a seat may soon be out


def choose(sight: Sight) -> Move:
    """The move of a calm player."""
    table = Situation(sight.view, Counter(deck_list(sight.guess.options)))
    whim = whims(sight)
    moves = sorted(candidates(table), key=lambda move: weigh(table, move) + next(whim))
    return next(move for move in moves if find_choices(sight.guess, sight.seat, move))


def whims(sight: Sight) -> Iterator[float]:
    """Cards that are picked up again and again can go round for ever, always in the same way (there is no limit in the
    rules). So now and then, once cards have been picked up, a play that is nearly as good has its turn."""
    chance = sight.guess.clone()
    whim = SELDOM_WHIM if any(sight.view.shown) and chance.random_below(SELDOM) == 0 else 0.0
    while True:
        yield whim * chance.random_below(100) / 100


@dataclass(frozen=True)
class Situation:
    """What the habits look at."""

    view: WildSideView
    deck: Counter[int]

    @cached_property
    def row(self) -> list[int]:
        return [card for card in self.view.face_up[self.view.viewer] if card != NOBODY]

    @cached_property
    def own(self) -> list[int]:
        """Cards of row and hand as they are said. 6. The row's come first: they free blind cards, and all see them."""
        return [card + ROW for card in sorted(self.row)] + list(self.view.hand)

    @cached_property
    def blind(self) -> int:
        """Own face-down cards."""
        return sum(self.view.face_down[self.view.viewer])

    @cached_property
    def free(self) -> list[int]:
        """Places whose blind card may be played."""
        seat = self.view.viewer
        return [
            place
            for place in range(PLACES)
            if self.view.face_down[seat][place] and self.view.face_up[seat][place] == NOBODY
        ]

    @cached_property
    def unseen(self) -> Counter[int]:
        """Cards that may lie anywhere: the deck without all that this seat has seen."""
        view = self.view
        seen = Counter(view.hand)
        for seat in range(view.seats):
            seen.update(card for card in view.face_up[seat] if card != NOBODY)
            if seat != view.viewer:
                seen.update(view.shown[seat])
        seen.update(view.pile)
        seen.update(view.discards)
        return self.deck - seen

    @cached_property
    def following(self) -> int:
        return (self.view.viewer + 1) % self.view.seats

    def cards_of(self, seat: int) -> int:
        view = self.view
        return view.counts[seat] + sum(card != NOBODY for card in view.face_up[seat]) + sum(view.face_down[seat])

    @cached_property
    def danger(self) -> float:
        """How close another seat is to its last card, from 0 to 1."""
        fewest = min(self.cards_of(seat) for seat in range(self.view.seats) if seat != self.view.viewer)
        return max(0.0, 1 - fewest / FEW)


# --- which plays come into question ---


def candidates(table: Situation) -> Iterator[Move]:
    if table.view.adding:
        yield Move("done")
        for cards in (*sets(table, table.view.top), *runs_below_blind(table)):
            yield Move("add", cards)
        return
    if table.free:
        yield Move("blind", place=table.free[0])
    for value in range(1, 13):
        for cards in sets(table, value):
            yield Move("play", cards)
    for cards in runs(table):
        yield Move("play", cards)
    badgers = [card for card in table.own if card & 63 == BADGER]
    if badgers:
        yield Move("play", (badgers[0],))


def sets(table: Situation, value: int) -> Iterator[tuple[int, ...]]:
    """Equal cards, as many as may lie there and fewer; above the top card each single one."""
    kinds = {card & 63 for card in table.own}
    cards = [card for card in table.own if card & 15 == value and card & 63 != BADGER]
    if value > table.view.top:
        yield from ((card,) for card in dict.fromkeys(cards))
        return
    # those that could go into a run come last
    cards.sort(key=lambda card: (card < ROW, (card & 63) - 1 in kinds or (card & 63) + 1 in kinds))
    room = 4 - table.view.equals if value == table.view.top else 4
    for count in range(1, min(room, len(cards)) + 1):
        yield tuple(sorted(cards[:count]))


def runs(table: Situation) -> Iterator[tuple[int, ...]]:
    """Runs of each length from each first card that is not above the top card."""
    kinds = {card & 63 for card in table.own} - {BADGER}
    for first in kinds:
        if first & 15 <= table.view.top:
            for last in run_down(kinds, first):
                yield tuple(said(table, kind) for kind in range(first, last - 1, -1))


def runs_below_blind(table: Situation) -> Iterator[tuple[int, ...]]:
    blind = table.view.pile[-1]
    kinds = {card & 63 for card in table.own} - {BADGER}
    for last in run_down(kinds, blind):
        yield tuple(said(table, kind) for kind in range(blind - 1, last - 1, -1))


def run_down(kinds: set[int], first: int) -> Iterator[int]:
    """The last cards of runs that begin with `first`."""
    kind = first - 1
    while kind & 15 and kind in kinds:
        yield kind
        kind -= 1


def said(table: Situation, kind: int) -> int:
    return kind + ROW if kind in table.row else kind


# --- how many turns cards take ---


def group_cost(value: int, count: int) -> float:
    """A value of which one has so many cards: sets of four, and one set of the others. 5. High ones are harder."""
    height = HEIGHT * value / 12
    fours, rest = divmod(count, 4)
    return fours * (FOUR + height) + (1 + height if rest else 0)


def run_cost(first: int) -> float:
    return 1 + RIGID + HEIGHT * first / 12


class Plan(NamedTuple):
    turns: float
    dearest: float  # turns of the group that is hardest to play
    points: int  # of that group


@lru_cache(maxsize=20000)
def plan(kinds: tuple[int, ...]) -> Plan:
    """1. About the fewest turns in which these cards (in order, without badgers) can be played, in sets and runs."""
    held = Counter(kinds)
    counts = Counter(kind & 15 for kind in kinds)
    groups = []
    while run := best_run(held, counts):
        groups.append((run_cost(run[0] & 15), sum(map(points, run))))
        held.subtract(run)
        counts.subtract(kind & 15 for kind in run)
        held += Counter()
    turns = sum(cost for cost, _ in groups)
    for value, count in counts.items():
        if count > 0:
            turns += group_cost(value, count)
            together = count % 4 or 4
            groups.append((group_cost(value, together), together * points(value)))
    return Plan(turns, *max(groups, default=(0.0, 0)))


def best_run(held: Counter[int], counts: Counter[int]) -> range:
    """14. The run that saves the most turns though it breaks up sets, or an empty one if none saves any."""
    best, most = range(0), 1e-9
    for first in held:
        saved = saving(counts, first & 15) - run_cost(first & 15)
        kind = first - 1
        while kind & 15 and kind in held:
            saved += saving(counts, kind & 15)
            if saved > most:
                best, most = range(first, kind - 1, -1), saved
            kind -= 1
    return best


def saving(counts: Counter[int], value: int) -> float:
    """What is saved if one card of a value goes elsewhere."""
    return group_cost(value, counts[value]) - group_cost(value, counts[value] - 1)


def points(kind: int) -> int:
    if kind == BADGER:
        return 20
    return 5 if 2 <= kind & 15 <= 9 else 10


def standing(table: Situation, kinds: Iterable[int], covered: int, blind: int, goes_on: bool) -> float:
    """What is left to do with these cards in hand and row, `covered` of them in the row. Who goes on after a clear can
    play the hardest of it at once, on the empty pile."""
    kinds = sorted(kinds)
    badgers = kinds.count(BADGER)
    left = plan(tuple(kinds[badgers:]))
    turns = left.turns + blind * BLIND_CARD + covered * COVERED
    caught = sum(map(points, kinds)) + blind * BLIND_POINTS
    if goes_on:
        if last_of_all(left, blind):
            return OUT
        turns -= left.dearest or min(blind, 1) * BLIND_CARD
        caught -= left.points
    if badgers:
        turns += SPARE_BADGER + (badgers - 1) * MORE_BADGERS  # 7.
    return turns + table.danger * caught / POINTS_A_TURN  # 13. near the end of a round points count


def last_of_all(left: Plan, blind: int) -> bool:
    """Whether one more play on an empty pile is all that is left, with any badgers before it."""
    if left.turns == 0:
        return blind < 2
    return blind == 0 and left.turns - left.dearest < 1e-9


# --- what a play is worth ---


def weigh(table: Situation, move: Move) -> float:
    if move.verb == "blind":
        return weigh_blind(table)
    if move.verb == "done":
        own = [card & 63 for card in table.own]
        return standing(table, own, len(table.row), table.blind, False) + for_the_next(
            table, table.view.top, table.view.equals, len(table.view.pile)
        )
    left = rest(table.own, move.cards)
    covered = sum(card >= ROW for card in left)
    kinds = [card & 63 for card in left]
    last = move.cards[-1] & 63
    if last != BADGER and last & 15 > table.view.top:
        return weigh_pick_up(table, kinds, covered, last)
    if not left and not table.blind:
        return OUT
    equals = equals_after(table, move.cards)
    if last == BADGER or equals == 4:
        return standing(table, kinds, covered, table.blind, True)  # 4.
    pile = len(table.view.pile) + len(move.cards)
    return standing(table, kinds, covered, table.blind, False) + for_the_next(table, last & 15, equals, pile)


def rest(own: Sequence[int], played: Iterable[int]) -> list[int]:
    left = list(own)
    for card in played:
        left.remove(card)
    return left


def equals_after(table: Situation, cards: Sequence[int]) -> int:
    is_run = len(cards) > 1 and cards[0] & 15 != cards[-1] & 15
    below = table.view.adding and cards[0] & 15 != table.view.top
    if is_run or below:
        return 1
    return len(cards) + (table.view.equals if cards[0] & 15 == table.view.top else 0)


def weigh_pick_up(table: Situation, kinds: Sequence[int], covered: int, higher: int) -> float:
    """8. and 9. The pile's cards take turns too, but those that go with one's own take none."""
    mine = [*kinds, higher, *table.view.pile]
    return standing(table, mine, covered, table.blind, False) + LEAD / (table.view.seats - 1)


def weigh_blind(table: Situation) -> float:
    """10. Nearly safe on an empty pile or a high top card, a pick-up on a low one."""
    view = table.view
    own = [card & 63 for card in table.own]
    number = sum(table.unseen.values())
    fits = sum(count for kind, count in table.unseen.items() if kind == BADGER or kind & 15 <= view.top) / number
    covered = len(table.row)
    stays = standing(table, own, covered, table.blind - 1, False)
    if not own and table.blind == 1:
        stays = OUT
    taken = standing(table, [*own, *view.pile], covered, table.blind - 1, False) + 1 + HEIGHT * 0.8
    return fits * stays + (1 - fits) * (taken + LEAD / (view.seats - 1))


# --- the next seat ---


def for_the_next(table: Situation, top: int, equals: int, pile: int) -> float:
    """11. and 12. What the top card does for or against the seat that comes next."""
    weight = gift(table, top, equals) if equals > 1 else 0.0
    others = table.view.seats - 1
    few = 1 + max(0.0, 1 - table.cards_of(table.following) / FEW)
    return weight - stuck(table, top) * few * TAKEN_CARD * pile / others


def gift(table: Situation, top: int, equals: int) -> float:
    """11. Whether the next seat shows what would make four."""
    view = table.view
    shown = [*view.face_up[table.following], *view.shown[table.following]]
    known = sum(card & 15 == top and card != NOBODY and card != BADGER for card in shown)
    return GIFT if known >= 4 - equals else 0.0


def stuck(table: Situation, top: int) -> float:
    """12. How likely it is that the next seat has nothing that fits, and picks up."""
    view = table.view
    seat = table.following
    known = [card for card in (*view.face_up[seat], *view.shown[seat]) if card != NOBODY]
    if any(card == BADGER or card & 15 <= top for card in known):
        return 0.0
    number = sum(table.unseen.values())
    fits = sum(count for kind, count in table.unseen.items() if kind == BADGER or kind & 15 <= top)
    unknown = view.counts[seat] - len(view.shown[seat])
    return float((1 - fits / number) ** unknown) if number else 0.0
