"""What's Wild?!: the state of a match and what each choice does to it, in the order of rules.md.

Options are read into fields when the table is made. Which arrangement of a hand is best is found in melds.py, which
rule a refusal names in refusals.py; words are in words.py, and what a seat may know is in view.py.

Nothing in the rules ends a round in which nobody wants to go wild, but for the option `turn_limit` (WW-61). Random
players come to an end all the same, because so many cards are wild: after some hundred turns a round.
"""

from __future__ import annotations

from typing import Any

import cython

from wildtable.engine.codes import BRISK, DEALT, MATCH_WON, NOBODY, REQUIRED, ROUND_WON
from wildtable.engine.open_hands import OpenHands
from wildtable.engine.table import Table
from wildtable.games.whats_wild.codes import (
    CHAM,
    CHAM_POINTS,
    DECK,
    DISCARD,
    DISCARDED,
    GOWILD,
    LAID_DOWN,
    LIMIT_REACHED,
    NUMBER,
    NUMBER_CHANGED,
    PILE,
    QUIET,
    SAY_NUMBER,
    SAY_WILD,
    TOOK,
    TURNED_UP,
    WENT_WILD,
    WILD,
)
from wildtable.games.whats_wild.options import ROUNDS

if not cython.compiled:
    from wildtable.engine.bits import ONE, lowest_bit, nth_bit, popcount
    from wildtable.games.whats_wild.melds import is_complete, judge, points_of
    from wildtable.games.whats_wild.outlook import expected_cost

PLAIN = 0x1FFE1FFE1FFE1FFE  # the number cards, as a set of kinds
ONE_NUMBER = 0x0001000100010001  # number 0 in four skins
FIFTEEN = 15
CHAM_BIT = ONE << CHAM
ALL_NUMBERS = 0x1FFE << NUMBER  # the choices of a new wild number
STRAY = 8  # what a leftover costs besides its points while the round goes on: it delays going wild
A_WILD = 12  # what a wild is worth besides, for cards to come
FITS = 8  # what a card from the draw pile makes a hand dearer, about, in that measure
FITS_AT_LAST = 4  # the same in a final turn, in points
GIFT = 4.0  # what it costs to leave a wild to the next player
COMMON = 0.2  # the same for each unseen card of a number that is made wild
DONE = -1000.0  # what a complete hand costs in the same measure
MARGIN = 1.0  # choices that cost so little more than the best are all worth a search
TRIES = 3  # cards that are exchanged at most so that a re-dealt hand is not complete
SWING = 11.0  # points by which a round changes the distance of two seats, about


class WhatsWild(OpenHands):
    """A match of What's Wild?!."""

    def __init__(self) -> None:
        super().__init__()
        # options
        self.round_cards = [0] * 12  # by round less 1: cards dealt to each
        self.round_count = 10
        self.reshuffle_all = False
        self.twin_discard = True
        self.cham_gowild = True
        self.last_round_decides = False
        self.random_dealer = False
        self.turn_limit = 0

        self.wild = 3  # the wild number
        self.opening = False  # the start card lies there, and nobody has drawn yet (WW-11)
        self.taken = NOBODY  # the card that was taken from the discard pile in this turn
        self.turns = 0  # completed in this round
        self.first_gone = NOBODY  # who has gone wild first: after that there are only final turns
        self.gone = 0  # who has gone wild in this round, bits by seat

        # of each hand, for the melds: the number cards of which it has two, and how many it has of each number,
        # four bits each, from bit 4 for number 2, and so on
        self.twice = [0] * 12
        self.tally = [0] * 12

        self.sheet = [0] * 120  # points by round less 1 × 12 + seat

        self.imagined = False  # a search plays on from here to see what comes of its choices
        self.unseen = [0] * 64  # how many of each kind may still be drawn, as the seat sees it that looks closely

    def copy_from(self, other: Table) -> None:
        OpenHands.copy_from(self, other)
        self.copy_game(cython.cast(WhatsWild, other))

    def copy_game(self, other: WhatsWild) -> None:
        self.round_cards[:] = other.round_cards
        self.round_count = other.round_count
        self.reshuffle_all = other.reshuffle_all
        self.twin_discard = other.twin_discard
        self.cham_gowild = other.cham_gowild
        self.last_round_decides = other.last_round_decides
        self.random_dealer = other.random_dealer
        self.turn_limit = other.turn_limit
        self.wild = other.wild
        self.opening = other.opening
        self.taken = other.taken
        self.turns = other.turns
        self.first_gone = other.first_gone
        self.gone = other.gone
        self.twice[:] = other.twice
        self.tally[:] = other.tally
        self.sheet[:] = other.sheet
        self.imagined = other.imagined

    # Cards in hands, as the melds need them

    def gain(self, seat: int, card: int) -> None:
        Table.gain(self, seat, card)
        if card < WILD:
            self.tally[seat] += ONE << (((card & FIFTEEN) - 1) << 2)
            if self.held[seat * 64 + card] == 2:
                self.twice[seat] |= ONE << card

    def lose(self, seat: int, card: int) -> None:
        Table.lose(self, seat, card)
        if card < WILD:
            self.tally[seat] -= ONE << (((card & FIFTEEN) - 1) << 2)
            if self.held[seat * 64 + card] == 1:
                self.twice[seat] ^= ONE << card

    def gather(self) -> None:
        OpenHands.gather(self)
        self.twice[:] = [0] * 12
        self.tally[:] = [0] * 12

    # Setup: WW-14 to WW-19, WW-60

    def open_match(self) -> None:
        self.dealer = self.seats - 1
        if self.random_dealer:
            self.dealer = self.below(self.seats)
        self.start_round()

    def start_round(self) -> None:
        """WW-26: all cards are shuffled together."""
        self.round += 1
        self.gather()
        self.deal_round()

    def deal_round(self) -> None:
        """WW-14 to WW-16: so many cards, and their number is wild. WW-18: the start card, whatever it is."""
        self.clear_round()
        count = self.round_cards[self.round - 1]
        self.wild = count
        self.deal(count)
        self.draw_count -= 1
        self.discard(self.draw_pile[self.draw_count])
        if self.logging:
            self.emit(DEALT, 14, self.dealer, NOBODY, NOBODY, count)
            self.emit(TURNED_UP, 18, self.dealer, NOBODY, self.top_card(), count)
        self.opening = True
        self.take_turn(self.left_of(self.dealer))

    def clear_round(self) -> None:
        self.direction = 1
        self.opening = False
        self.taken = NOBODY
        self.turns = 0
        self.first_gone = NOBODY
        self.gone = 0

    # What may be chosen

    def offer(self, seat: int, which: int, words: list[int]) -> int:
        words[0] = 0
        if self.stage != 0:
            if seat == self.speaker:
                words[0] = self.offer_rest_of_move(which)
            return 1
        if not (which & REQUIRED and self.required >> seat & 1):
            return 1
        if self.drawn:
            words[1] = self.discardable(seat)
            if which & BRISK:
                words[1] = self.sensible(seat, words[1])
            return 2
        if self.can_draw():
            words[0] = ONE << DECK
        if self.may_take(seat):
            words[0] |= ONE << PILE
        return 1

    def offer_rest_of_move(self, which: int) -> int:
        if self.stage == SAY_NUMBER:
            # WW-09: a new and different one
            return ALL_NUMBERS ^ ONE << (NUMBER + self.wild)
        if which & BRISK:
            return ONE << GOWILD
        return ONE << QUIET | ONE << GOWILD

    def may_take(self, seat: int) -> bool:
        """WW-10, WW-11: no chameleon that was played. WW-44: not so that no lawful discard would be left."""
        top = self.top_card()
        if top == NOBODY or (top == CHAM and not self.opening):
            return False
        if self.twin_discard and self.first_gone == NOBODY:
            return True
        return self.left_to_discard(seat, top) != 0

    def left_to_discard(self, seat: int, top: int) -> int:
        """The kinds that may be discarded after taking the top card."""
        kinds = self.mask[seat]
        if not self.twin_discard:
            kinds |= ONE << top
            kinds ^= ONE << top
        if self.first_gone != NOBODY:
            kinds |= CHAM_BIT
            kinds ^= CHAM_BIT
        return kinds

    def discardable(self, seat: int) -> int:
        """WW-12, WW-23: not the card that was taken. WW-44: in a final turn no chameleon, but if there is nothing
        else."""
        kinds = self.mask[seat]
        if self.taken != NOBODY and (self.held[seat * 64 + self.taken] == 1 or not self.twin_discard):
            kinds ^= ONE << self.taken
        if self.first_gone != NOBODY and kinds != CHAM_BIT:
            kinds |= CHAM_BIT
            kinds ^= CHAM_BIT
        return kinds

    def sensible(self, seat: int, kinds: int) -> int:
        """Of the kinds that may be discarded, those that a best arrangement of the hand leaves over, and chameleons;
        where there are none, all but wilds."""
        left = kinds & (CHAM_BIT | self.left_over(seat, 0))
        if left == 0:
            plain = self.mask[seat] & PLAIN
            plain ^= plain & ONE_NUMBER << self.wild
            left = kinds & plain
        return kinds if left == 0 else left

    # Choices

    def make(self, seat: int, choice: int) -> None:
        self.round_over = False
        if choice >= DISCARD:
            self.put_down(seat, choice - DISCARD)
        elif choice == DECK:
            self.draw_from_deck(seat)
        elif choice == PILE:
            self.take_top(seat)
        elif choice >= NUMBER:
            self.change_number(seat, choice - NUMBER)
        elif choice == GOWILD:
            self.go_wild(seat)
        elif choice == QUIET:
            self.end_turn(seat)

    # Turns: WW-20 to WW-24

    def draw_from_deck(self, seat: int) -> None:
        """WW-21, WW-54."""
        self.opening = False
        self.drawn = True
        self.draw(seat, 1, 21, 54)
        self.moved(seat)

    def take_top(self, seat: int) -> None:
        """WW-21: everybody has seen which card it is."""
        card = self.top_card()
        if self.logging:
            self.emit(TOOK, 11 if card == CHAM else 21, seat, NOBODY, card, 0)
        self.discard_count -= 1
        self.gain(seat, card)
        self.show(seat, card)
        self.opening = False
        self.drawn = True
        self.taken = card
        self.moved(seat)

    def reshuffle(self, rule: int) -> None:
        """WW-54: without the top of the discard pile, or with it."""
        if self.reshuffle_all:
            # one card more on top, and it is the one that stays
            self.discard(0)
            Table.reshuffle(self, rule)
            self.discard_count = 0
        else:
            Table.reshuffle(self, rule)

    def put_down(self, seat: int, card: int) -> None:
        """WW-22: the discard; a chameleon goes on with its number (WW-09), a complete hand with the question whether
        it is declared (WW-37)."""
        self.lose(seat, card)
        if card == self.taken and self.shown[seat * 64 + card] == 0:
            # It was the twin: the card that was taken is still there, and everybody knows it.
            self.show(seat, card)
        self.discard(card)
        if self.logging:
            self.emit(DISCARDED, 8 if card == CHAM else 22, seat, NOBODY, card, 0)
        if card != CHAM:
            self.ask_or_end(seat)
        elif self.first_gone == NOBODY:
            self.speaker = seat
            self.stage = SAY_NUMBER
        else:
            self.end_turn(seat)  # WW-44: without any effect

    def change_number(self, seat: int, number: int) -> None:
        """WW-09: in force at once, for everybody."""
        self.wild = number
        if self.logging:
            self.emit(NUMBER_CHANGED, 9, seat, NOBODY, CHAM, number)
        if self.cham_gowild:
            self.ask_or_end(seat)
        else:
            self.end_turn(seat)  # WW-13

    def ask_or_end(self, seat: int) -> None:
        if self.hand_is_complete(seat):
            self.speaker = seat
            self.stage = SAY_WILD
        else:
            self.end_turn(seat)

    def end_turn(self, seat: int) -> None:
        """WW-24; WW-42: nobody has a turn after the final one; WW-61."""
        self.turns += 1
        self.taken = NOBODY
        further = self.left_of(seat)
        if further == self.first_gone:
            self.end_round()
        elif self.turns == self.turn_limit and self.first_gone == NOBODY:
            if self.logging:
                self.emit(LIMIT_REACHED, 61, NOBODY, NOBODY, NOBODY, self.turns)
            self.end_round()
        else:
            self.take_turn(further)
        self.moved(seat)

    # Going wild: WW-37 to WW-44

    def go_wild(self, seat: int) -> None:
        """WW-39: the hand is laid down, for all to see. WW-42: the others have one more turn."""
        self.gone |= 1 << seat
        self.show_hand(seat)
        if self.logging:
            self.note_hand(seat)
            self.emit_noted(WENT_WILD, 37, seat, self.wild, self.first_gone == NOBODY, (1 << self.seats) - 1)
        if self.first_gone == NOBODY:
            self.first_gone = seat
        self.end_turn(seat)

    def show_hand(self, seat: int) -> None:
        self.anything_shown = True
        for card in range(64):
            self.shown[seat * 64 + card] = self.held[seat * 64 + card]

    def hand_is_complete(self, seat: int) -> bool:
        """WW-27 to WW-36."""
        if self.mask[seat] & CHAM_BIT:
            return False
        column = ONE_NUMBER << self.wild
        plain = self.mask[seat] & PLAIN
        plain ^= plain & column
        twice = self.twice[seat]
        twice ^= twice & column
        return is_complete(plain, twice, self.plain_tally(seat), self.wilds_of(seat))

    def wilds_of(self, seat: int) -> int:
        """How many cards in a hand are wild now."""
        return self.held[seat * 64 + WILD] + (self.tally[seat] >> ((self.wild - 1) << 2) & FIFTEEN)

    def plain_tally(self, seat: int) -> int:
        """How many plain cards there are of each number."""
        tally = self.tally[seat]
        return tally ^ (tally & FIFTEEN << ((self.wild - 1) << 2))

    # The end of a round and of the match: WW-45 to WW-52, WW-61, WW-62

    def end_round(self) -> None:
        fewest = 10_000
        winners = 0
        for seat in range(self.seats):
            points = 0
            if not self.gone >> seat & 1:  # WW-41
                points = self.points_in(seat)
            self.sheet[(self.round - 1) * 12 + seat] = points
            self.scores[seat] += points
            if points < fewest:
                fewest = points
                winners = 0
            if points == fewest:
                winners |= 1 << seat
            if self.logging:
                self.note_hand(seat)
                self.emit_noted(LAID_DOWN, 46, seat, self.wild, points, (1 << self.seats) - 1)
        self.finish_round(winners)
        if self.logging:
            for seat in range(self.seats):
                if winners >> seat & 1:
                    self.emit(ROUND_WON, 62, seat, NOBODY, NOBODY, fewest)
        if self.round == self.round_count:
            self.end_match()
        else:
            self.dealer = self.left_of(self.dealer)  # WW-25
            self.start_round()

    def points_in(self, seat: int) -> int:
        """WW-45: the fewest points that any arrangement leaves."""
        return self.cost(seat, 0)

    def cost(self, seat: int, stray: int) -> int:
        """The same if each leftover costs `stray` besides its points."""
        found = [0] * 9
        column = ONE_NUMBER << self.wild
        plain = self.mask[seat] & PLAIN
        plain ^= plain & column
        twice = self.twice[seat]
        twice ^= twice & column
        points = points_of(plain, twice, self.plain_tally(seat), self.wilds_of(seat), stray, found)
        return points + (CHAM_POINTS + stray) * self.held[seat * 64 + CHAM]

    def end_match(self) -> None:
        """WW-48: the lowest total wins; with `ties` the fewest points of the last round decide among equals."""
        winners = self.lowest(self.scores, (1 << self.seats) - 1)
        if self.last_round_decides:
            last = [0] * 12
            for seat in range(self.seats):
                last[seat] = self.sheet[(self.round - 1) * 12 + seat]
            winners = self.lowest(last, winners)
        for seat in range(self.seats):
            self.show_hand(seat)
        self.finish_match(winners)
        if self.logging:
            for seat in range(self.seats):
                if winners >> seat & 1:
                    self.emit(MATCH_WON, 48, seat, NOBODY, NOBODY, self.scores[seat])

    def lowest(self, points: list[int], among: int) -> int:
        """Who of these seats has the fewest points, bits by seat."""
        fewest = 10_000
        winners = 0
        for seat in range(self.seats):
            if among >> seat & 1:
                if points[seat] < fewest:
                    fewest = points[seat]
                    winners = 0
                if points[seat] == fewest:
                    winners |= 1 << seat
        return winners

    def worth(self, seat: int) -> float:
        return self.worth_of_points(seat, SWING, self.round_count - self.round)

    def note_hand(self, seat: int) -> None:
        for card in self.hand(seat):
            self.note(card)

    # What a sensible player thinks of first: habits of calm.py that a look at the table is enough for

    def sift(self, seat: int, count: int, words: list[int]) -> None:
        if not self.imagined and self.first_gone == NOBODY and self.stage != SAY_WILD:
            self.sift_closely(seat, count, words)
        elif self.stage == SAY_NUMBER:
            words[0] = self.best_numbers(seat)
        elif self.stage == SAY_WILD:
            words[0] = ONE << GOWILD
        elif count == 2:
            words[1] = self.best_discards(seat, self.discardable(seat))
        elif self.imagined and words[0] >> PILE & 1 and words[0] >> DECK & 1:
            words[0] = ONE << (PILE if self.wants(seat, self.top_card()) else DECK)

    def best_discards(self, seat: int, kinds: int) -> int:
        """A chameleon, or what fits least; where everything fits, and in a final turn, what leaves the best hand."""
        if kinds & CHAM_BIT:
            return CHAM_BIT
        if self.first_gone == NOBODY:
            left = kinds & self.left_over(seat, STRAY)
            if left != 0:
                return self.best_kinds(seat, left)
        shown = self.anything_shown
        self.anything_shown = False  # nothing is really discarded
        least = 10_000
        best = 0
        while kinds != 0:
            kind = lowest_bit(kinds)
            kinds &= kinds - 1
            self.lose(seat, kind)
            cost = self.cost(seat, self.stray())
            self.gain(seat, kind)
            if cost < least:
                least = cost
                best = 0
            if cost == least:
                best |= ONE << kind
        self.anything_shown = shown
        return best

    def merit(self, seat: int, kind: int) -> int:
        """Of a discard that fits into no meld: dear, and with little that it could still go with."""
        if kind == CHAM:
            return 100
        if kind == WILD:
            return -100
        number = kind & 15
        skin = self.mask[seat] >> (kind & 48) & 0xFFFF
        near = popcount(skin & (5 << number >> 1)) * 2 + popcount(skin & (17 << number >> 2))
        alike = self.tally[seat] >> ((number - 1) << 2) & FIFTEEN
        return number - 2 * near - 4 * alike

    def best_numbers(self, seat: int) -> int:
        """For a chameleon: the new wild numbers with which the hand is best, and complete before all."""
        before = self.wild
        best = 0
        least = 10_000
        for number in range(1, 13):
            if number == before:
                continue
            self.wild = number
            cost = self.cost(seat, STRAY)
            cost = cost - A_WILD * self.wilds_of(seat) if cost > 0 else -10_000
            if cost < least:
                least = cost
                best = 0
            if cost == least:
                best |= ONE << (NUMBER + number)
        self.wild = before
        return best

    def wants(self, seat: int, top: int) -> bool:
        """Whether the top card fits: it makes the hand dearer by less than a card from the draw pile would."""
        if top == CHAM:
            return False
        before = self.cost(seat, self.stray())
        shown = self.anything_shown
        self.anything_shown = False  # nothing is really taken
        self.gain(seat, top)
        after = self.cost(seat, self.stray())
        self.lose(seat, top)
        self.anything_shown = shown
        return after - before < (FITS if self.first_gone == NOBODY else FITS_AT_LAST)

    def stray(self) -> int:
        """What a leftover costs now besides its points."""
        return STRAY if self.first_gone == NOBODY else 0

    def left_over(self, seat: int, stray: int) -> int:
        """The kinds of the plain cards that a best arrangement of the hand leaves."""
        column = ONE_NUMBER << self.wild
        plain = self.mask[seat] & PLAIN
        plain ^= plain & column
        twice = self.twice[seat]
        twice ^= twice & column
        left = [0]
        judge(plain, twice, self.plain_tally(seat), self.wilds_of(seat), stray, left)
        return left[0]

    # The same for a choice that is really to be made

    def sift_closely(self, seat: int, count: int, words: list[int]) -> None:
        """Before anybody has gone wild: what leaves a hand that is expected to cost little after one more draw. From
        which pile to draw is always so close that a search is to compare both."""
        if self.stage == SAY_NUMBER:
            self.count_unseen(seat)
            words[0] = self.promising_numbers(seat)
        elif count == 2:
            self.count_unseen(seat)
            words[1] = self.promising_discards(seat, self.discardable(seat))

    def count_unseen(self, seat: int) -> None:
        """Cards that are neither in the own hand nor seen elsewhere."""
        for kind in range(64):
            self.unseen[kind] = 0
        for place in range(self.deck.size):
            self.unseen[self.deck.cards[place] & 63] += 1
        for place in range(self.discard_count):
            self.unseen[self.discard_pile[place]] -= 1
        for other in range(self.seats):
            for kind in range(64):
                self.unseen[kind] -= self.held[other * 64 + kind] if other == seat else self.shown[other * 64 + kind]

    def outlook(self, seat: int) -> float:
        """What the hand is expected to cost after one more draw and discard. A complete one is the best."""
        if self.hand_is_complete(seat):
            return DONE
        column = ONE_NUMBER << self.wild
        plain = self.mask[seat] & PLAIN
        plain ^= plain & column
        twice = self.twice[seat]
        twice ^= twice & column
        chams = self.held[seat * 64 + CHAM]
        wilds = self.wilds_of(seat)
        return expected_cost(plain, twice, self.plain_tally(seat), wilds, chams, self.wild, self.unseen, STRAY)

    def outlook_without(self, seat: int, kind: int) -> float:
        """The same after a discard, with what that gives to others."""
        shown = self.anything_shown
        self.anything_shown = False  # nothing is really discarded
        self.lose(seat, kind)
        if kind == CHAM:
            cost = 10_000.0
            for number in range(1, 13):
                if number != self.wild:
                    other = self.outlook_with(seat, number)
                    if other < cost:
                        cost = other
        else:
            cost = self.outlook(seat)
            if kind == WILD or kind & 15 == self.wild:
                cost += GIFT
        self.gain(seat, kind)
        self.anything_shown = shown
        return cost

    def outlook_with(self, seat: int, number: int) -> float:
        """The same if this were the wild number."""
        before = self.wild
        self.wild = number
        cost = self.outlook(seat)
        self.wild = before
        for skin in range(4):
            cost += COMMON * self.unseen[skin * 16 + number]
        return cost

    def promising_discards(self, seat: int, kinds: int) -> int:
        costs = [0.0] * 64
        left = kinds
        while left != 0:
            kind = lowest_bit(left)
            left &= left - 1
            costs[kind] = self.outlook_without(seat, kind)
        return self.cheapest(costs, kinds)

    def promising_numbers(self, seat: int) -> int:
        costs = [0.0] * 64
        for number in range(1, 13):
            costs[NUMBER + number] = self.outlook_with(seat, number)
        return self.cheapest(costs, ALL_NUMBERS ^ ONE << (NUMBER + self.wild))

    def cheapest(self, costs: list[float], bits: int) -> int:
        """Those of these bits with the least cost, or hardly more."""
        least = 10_000.0
        left = bits
        while left != 0:
            if costs[lowest_bit(left)] < least:
                least = costs[lowest_bit(left)]
            left &= left - 1
        best = 0
        while bits != 0:
            if costs[lowest_bit(bits)] <= least + MARGIN:
                best |= ONE << lowest_bit(bits)
            bits &= bits - 1
        return best

    # What a seat cannot know

    def redeal(self, viewer: int) -> None:
        """With `guessing`, the hands of others are as good as hands are after so many turns."""
        Table.redeal(self, viewer)
        if self.guessing:
            self.imagined = True
            for seat in range(self.seats):
                # nobody else is asked while a seat has drawn and not yet discarded
                if seat != viewer and not self.gone >> seat & 1 and not (self.drawn and seat == self.turn):
                    self.ripen(seat)

    def ripen(self, seat: int) -> None:
        """A hand that has just been dealt anew becomes one that its owner may have by now: in each turn so far a card
        has come, and what fitted least has gone. It is not complete, or it would have been declared."""
        for _ in range(self.turns_of(seat)):
            if self.draw_count > 0:
                self.draw_count -= 1
                self.gain(seat, self.draw_pile[self.draw_count])
                self.put_back(seat, self.best_discards(seat, self.unknown_in(seat)))
        for _ in range(TRIES):
            kinds = self.unknown_in(seat)
            if kinds != 0 and self.hand_is_complete(seat):
                self.put_back(seat, kinds)
                self.draw_count -= 1
                self.gain(seat, self.draw_pile[self.draw_count])

    def turns_of(self, seat: int) -> int:
        """How many turns a seat has completed in this round."""
        place = self.chair_of[seat] - self.chair_of[self.dealer] - 1
        if place < 0:
            place += self.seats
        return (self.turns + self.seats - 1 - place) // self.seats

    def unknown_in(self, seat: int) -> int:
        """The kinds of which a hand has more cards than it is known to have."""
        found = 0
        kinds = self.mask[seat]
        while kinds != 0:
            kind = lowest_bit(kinds)
            kinds &= kinds - 1
            if self.held[seat * 64 + kind] > self.shown[seat * 64 + kind]:
                found |= ONE << kind
        return found

    def put_back(self, seat: int, kinds: int) -> None:
        """One of these cards, which nobody knows of, goes from the hand to some place in the draw pile."""
        card = nth_bit(kinds, self.below(popcount(kinds)))
        shown = self.anything_shown
        self.anything_shown = False  # it is not played: what is known of the hand stays known
        self.lose(seat, card)
        self.anything_shown = shown
        place = self.below(self.draw_count + 1)
        self.draw_pile[self.draw_count] = self.draw_pile[place]
        self.draw_pile[place] = card
        self.draw_count += 1

    # From here on: what Python callers use.

    def read_options(self) -> None:
        """Take the options into fields; called once, when the table is made."""
        options = self.options
        rounds = ROUNDS[options["rounds"]]
        self.round_count = len(rounds)
        for place in range(len(rounds)):
            self.round_cards[place] = rounds[place]
        self.reshuffle_all = options["reshuffle"] == "all"
        self.twin_discard = options["twin_discard"]
        self.cham_gowild = options["cham_gowild"]
        self.last_round_decides = options["ties"] == "last_round"
        self.random_dealer = options["first_dealer"] == "random"
        self.turn_limit = options["turn_limit"]

    def facts(self) -> dict[str, Any]:
        """The fields of this game that are not in `OpenHands.snapshot`, as plain values."""
        seats = range(self.seats)
        return {
            "round_cards": [self.round_cards[number] for number in range(self.round_count)],
            "round_count": self.round_count,
            "reshuffle_all": bool(self.reshuffle_all),
            "last_round_decides": bool(self.last_round_decides),
            "random_dealer": bool(self.random_dealer),
            "wild": self.wild,
            "opening": bool(self.opening),
            "taken": self.taken,
            "turns": self.turns,
            "first_gone": self.first_gone,
            "gone": self.gone,
            "twice": [self.twice[seat] for seat in seats],
            "tally": [self.tally[seat] for seat in seats],
            "sheet": self.score_sheet(),
        }

    def snapshot(self) -> dict[str, Any]:
        return OpenHands.snapshot(self) | self.facts()

    def score_sheet(self) -> list[list[int]]:
        """WW-59: for each round that is over, the points of every seat."""
        rounds = self.round if self.over else self.round - 1
        return [[self.sheet[number * 12 + seat] for seat in range(self.seats)] for number in range(rounds)]

    def points_now(self, seat: int) -> int:
        """What the hand would cost if the round ended as it stands."""
        return 0 if self.gone >> seat & 1 else self.points_in(seat)

    def may_go_wild_with(self, seat: int, card: int, number: int) -> bool:
        """Whether the hand is complete without this card, which is in it, after the wild number becomes `number`."""
        trial: WhatsWild = cython.cast(WhatsWild, self.clone())
        trial.wild = number
        trial.lose(seat, card)
        return trial.hand_is_complete(seat)

    def stand(self, seat: int, wild: int, opening: bool, gone: int) -> None:
        """In a position given by hand: `seat` has not drawn yet; `gone` went wild first, or is NOBODY."""
        self.clear_round()
        self.wild = wild
        self.opening = opening
        self.first_gone = gone
        if gone != NOBODY:
            self.gone = 1 << gone
            self.show_hand(gone)
        self.take_turn(seat)

    def deal_from(self, order: list[int]) -> None:
        """A fresh round dealt from this deck, first card first."""
        self.place([], order, [])
        self.deal_round()
