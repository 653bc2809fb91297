"""Wild Side: the state of a match and what each choice does to it, in the order of rules.md.

Cards are laid on the pile as they are said, one choice a card. In a play of several, equal cards are offered in
ascending order and those of the hand before those of the row, so that each play is said in one way only; a run can go
down in one way anyhow. As soon as no further card would fit the play is complete without an END.

Options are read into fields when the table is made. Which rule a refusal names is in refusals.py, words are in
words.py, and what a seat may know is in view.py.
"""

from __future__ import annotations

from typing import Any

import cython

from wildtable.engine.codes import BRISK, DEALT, DECLINE, EVERYBODY, MATCH_WON, NOBODY, REQUIRED, ROUND_WON, SCORED
from wildtable.engine.open_hands import OpenHands
from wildtable.engine.table import Table
from wildtable.games.wild_side.codes import (
    ADDED,
    ANY,
    BADGER,
    BADGER_PLAYED,
    BLIND,
    BLIND_TURNED,
    CLEARED,
    DONE,
    END,
    HIGHER_PLAYED,
    LEADS,
    LOT_DRAWN,
    NO_CARD,
    NOTHING_ADDED,
    ONE_CARD,
    OPENED,
    ORDER,
    PILE_TAKEN,
    PLACES,
    PLAY,
    ROW,
    RUN,
    RUN_PLAYED,
    SAY_CARDS,
    SET,
    SET_PLAYED,
)

if not cython.compiled:
    from wildtable.engine.bits import ALL_64, ONE, lowest_bit, popcount

TWO = 2
ONE_VALUE = 0x0001000100010001  # one value in four suits, as bits of a set of kinds
BADGER_BIT = ONE << BADGER
ALL_PLACES = 15
HIGH = 10  # a top card on which most blind cards fit
BLIND_MERIT = 31  # of a blind card on it: as of a single 9
SWING = 65.0  # points by which a round changes the distance of two seats, about
MOST_PICKUPS = 24  # in a row without a circle
MOST_LOTS = 100  # ties in a row; only a discard pile with no two values left in it could come that far


class WildSide(OpenHands):
    """A match of Wild Side. The discard pile's lowest `unseen` cards are known to nobody."""

    def __init__(self) -> None:
        super().__init__()
        # options
        self.leads_each = 2
        self.runs_start_anywhere = False
        self.voluntary_pickup = True
        self.blind_after_clear = True
        self.last_card_always_ends = False

        self.leader = 0  # of this round
        self.unseen = 0
        self.round_points = [0] * 12  # by seat: what the round just over has cost

        # the rows, by seat × 4 + place from the left
        self.face_up = [NO_CARD] * 48
        self.face_down = [NO_CARD] * 48
        self.places_up = [0] * 12  # by seat: places with a face-up card, as bits
        self.places_down = [0] * 12
        self.row = [0] * 12  # by seat: the kinds that lie face up, as bits

        # the central pile
        self.pile = [0] * 400  # the last one is the top
        self.pile_count = 0
        self.top = ANY  # value of the top card before the move that is being said
        self.equals = 0  # cards of that value directly one on the other (WS-35)

        # the turn
        self.opening = True  # nothing has been played in this round
        self.going_on = False  # the seat in turn has cleared the pile in this turn
        self.adding = False  # a blind card lies on top, and cards may be added to it
        self.pickups = 0  # in this round, since a card last left it or was turned up
        self.fitting_hand = 0  # what may be added, or follow the cards said so far: kinds as bits
        self.fitting_row = 0

        # the move that is being said
        self.said_count = 0
        self.said_as = 0
        self.said_last = 0  # the last card, with ROW
        self.said_row = 0  # which of the cards are from the row, as bits
        self.said_order = 0  # as ORDER tells it, and 1 more; 0 is the order in which the cards are said

    def copy_from(self, other: Table) -> None:
        OpenHands.copy_from(self, other)
        self.copy_game(cython.cast(WildSide, other))

    def copy_game(self, other: WildSide) -> None:
        self.leads_each = other.leads_each
        self.runs_start_anywhere = other.runs_start_anywhere
        self.voluntary_pickup = other.voluntary_pickup
        self.blind_after_clear = other.blind_after_clear
        self.last_card_always_ends = other.last_card_always_ends
        self.leader = other.leader
        self.unseen = other.unseen
        self.round_points[:] = other.round_points
        self.face_up[:] = other.face_up
        self.face_down[:] = other.face_down
        self.places_up[:] = other.places_up
        self.places_down[:] = other.places_down
        self.row[:] = other.row
        self.pile[:] = other.pile
        self.pile_count = other.pile_count
        self.top = other.top
        self.equals = other.equals
        self.opening = other.opening
        self.going_on = other.going_on
        self.adding = other.adding
        self.pickups = other.pickups
        self.fitting_hand = other.fitting_hand
        self.fitting_row = other.fitting_row
        self.said_count = other.said_count
        self.said_as = other.said_as
        self.said_last = other.said_last
        self.said_row = other.said_row
        self.said_order = other.said_order

    # Setup: WS-05 to WS-14

    def open_match(self) -> None:
        self.leader = 0
        self.deal_round()
        self.draw_lots()
        self.begin_turn(self.leader)

    def next_round(self) -> None:
        """WS-14: the lead moves one seat clockwise."""
        self.leader = self.left_of(self.leader)
        self.deal_round()
        self.tell_leader()
        self.begin_turn(self.leader)

    def tell_leader(self) -> None:
        """By lot in the first round (WS-11), in turn later (WS-14)."""
        if self.logging:
            self.emit(LEADS, 11 if self.round == 1 else 14, self.leader, NOBODY, NOBODY, self.round)

    def clear_round(self) -> None:
        """Nothing lies on the table, and nothing has been played."""
        self.unseen = 0
        self.face_up[:] = [NO_CARD] * 48
        self.face_down[:] = [NO_CARD] * 48
        self.places_up[:] = [0] * 12
        self.places_down[:] = [0] * 12
        self.row[:] = [0] * 12
        self.empty_pile()
        self.opening = True
        self.going_on = False
        self.pickups = 0
        self.forget_said()

    def deal_round(self) -> None:
        """WS-05 to WS-10: seat by seat, from the leader on; the cards left over become the discard pile."""
        self.round += 1
        self.gather()
        self.clear_round()
        seat = self.leader
        for _ in range(self.seats):
            for place in range(PLACES):
                self.draw_count -= 1
                self.put_face_down(seat, place, self.draw_pile[self.draw_count])
            for place in range(PLACES):
                self.draw_count -= 1
                self.put_face_up(seat, place, self.draw_pile[self.draw_count])
            for _ in range(12):
                self.draw_count -= 1
                self.gain(seat, self.draw_pile[self.draw_count])
            seat = self.left_of(seat)
        for i in range(self.draw_count):
            self.discard_pile[i] = self.draw_pile[i]
        self.discard_count = self.draw_count
        self.unseen = self.draw_count
        self.draw_count = 0
        if self.logging:
            self.emit(DEALT, 6, self.leader, NOBODY, NOBODY, 20)

    def put_face_down(self, seat: int, place: int, kind: int) -> None:
        self.face_down[seat * PLACES + place] = kind
        self.places_down[seat] |= 1 << place

    def put_face_up(self, seat: int, place: int, kind: int) -> None:
        self.face_up[seat * PLACES + place] = kind
        self.places_up[seat] |= 1 << place
        self.row[seat] |= ONE << kind

    def draw_lots(self) -> None:
        """WS-11, WS-12: the highest lot leads, and those who tie for it draw again. All have seen the lots: they stay
        at the top of the discard pile, of whose order nothing depends."""
        undrawn = self.discard_count
        drawing = (1 << self.seats) - 1
        for ties in range(MOST_LOTS):
            highest = 0
            tied = 0
            for seat in range(self.seats):
                if not drawing >> seat & 1:
                    continue
                value = 0
                rule = 11 if ties == 0 else 12
                while value == 0:
                    if undrawn == 0:
                        self.shuffle(self.discard_pile, self.discard_count)
                        undrawn = self.discard_count
                    undrawn -= 1
                    if undrawn < self.unseen:
                        self.unseen = undrawn
                    value = self.discard_pile[undrawn] & 15
                    if self.logging:
                        self.emit(LOT_DRAWN, rule, seat, NOBODY, self.discard_pile[undrawn], 0)
                    rule = 12
                if value > highest:
                    highest = value
                    tied = 0
                if value == highest:
                    tied |= 1 << seat
            drawing = tied
            if drawing & (drawing - 1) == 0:
                break
        self.leader = lowest_bit(drawing)
        self.tell_leader()

    # Whose turn: WS-23

    def begin_turn(self, seat: int) -> None:
        self.going_on = False
        self.take_turn(seat)

    def end_turn(self, seat: int) -> None:
        self.going_on = False
        self.pass_left(seat)

    # What may be chosen: WS-17 to WS-46

    def offer(self, seat: int, which: int, words: list[int]) -> int:
        words[0] = 0
        if self.stage != 0:
            return self.offer_fitting(which, END, words) if seat == self.speaker else 1
        if not (which & REQUIRED and self.required >> seat & 1):
            return 1
        if self.adding:
            return self.offer_fitting(which, DONE, words)
        hand = self.mask[seat]
        row = self.row[seat]
        both = hand | row
        if self.opening:
            if both != BADGER_BIT:  # WS-17
                hand &= ALL_64 ^ BADGER_BIT
                row &= ALL_64 ^ BADGER_BIT
        elif (which & BRISK or not self.voluntary_pickup) and self.top != ANY:
            fitting = ONE_VALUE * ((TWO << self.top) - 1)
            if both & fitting:  # WS-40: no need for a higher card
                hand &= fitting
                row &= fitting
        if self.may_be_blind(both):
            words[0] = (ONE * self.free_places(seat)) << BLIND
        words[1] = hand
        words[2] = row
        return 3

    def offer_fitting(self, which: int, enough: int, words: list[int]) -> int:
        """The further cards of a play, or to leave it at those said; in a brisk game nobody stops early."""
        words[0] = ONE << enough
        words[1] = self.fitting_hand
        words[2] = self.fitting_row
        if which & BRISK and (words[1] | words[2]) != 0:
            words[0] = 0
        return 3

    def free_places(self, seat: int) -> int:
        """WS-41: places whose face-down card has nothing on it any more, as bits."""
        return self.places_down[seat] & (self.places_up[seat] ^ ALL_PLACES)

    def may_be_blind(self, others: int) -> bool:
        """WS-17 and, with the option, WS-37; who has no other card may always: some move is always possible."""
        return others == 0 or not (self.opening or (self.going_on and not self.blind_after_clear))

    def find_fitting(self, seat: int) -> bool:
        """Which cards of hand and row may follow those said; whether there are any. Equal cards go in ascending
        order, the hand's before the row's."""
        kind = self.pile[self.pile_count - 1]
        value = kind & 15
        hand = 0
        row = 0
        if self.said_as != RUN and self.has_room(value):
            hand = row = ONE_VALUE << value
            if self.said_count > 0:
                if self.said_last < ROW:
                    hand &= ALL_64 << kind
                else:
                    hand = 0
                    row &= ALL_64 << kind
        if self.said_as != SET and value > 1 and self.may_run_from(value):
            hand |= ONE << (kind - 1)
            row |= ONE << (kind - 1)
        hand &= self.mask[seat]
        row &= self.row[seat]
        self.fitting_hand = hand
        self.fitting_row = row
        return (hand | row) != 0

    def has_room(self, value: int) -> bool:
        """WS-18, WS-35: never more than four equal cards, those on top counted."""
        if value == self.top:
            return self.equals + self.said_count < 4
        return self.said_count < 4

    def may_run_from(self, value: int) -> bool:
        """WS-30, for the first card of a run; WS-46: under a blind card it is not asked again."""
        return (
            self.said_as == RUN or self.adding or self.top == ANY or value + 1 >= self.top or self.runs_start_anywhere
        )

    # Choices

    def make(self, seat: int, choice: int) -> None:
        if choice == DECLINE:
            self.asked |= 1 << seat
            return
        self.round_over = False
        if choice >= ORDER:
            self.said_order = choice - ORDER + 1
        elif choice >= PLAY:
            self.play_card(seat, choice - PLAY)
        elif choice == END:
            self.complete(seat)
        elif choice == DONE:
            self.add_nothing(seat)
        else:
            self.turn_blind(seat, choice - BLIND)

    def play_card(self, seat: int, card: int) -> None:
        kind = card & 63
        if self.said_count > 0 or self.adding:
            self.lay_and_ask(seat, card)
        elif kind == BADGER:
            self.play_badger(seat, card)
        elif kind & 15 > self.top:
            self.play_higher(seat, card)
        else:
            self.lay_and_ask(seat, card)

    def lay_and_ask(self, seat: int, card: int) -> None:
        """One card of a set or a run; further ones are asked for where some would fit."""
        if self.said_count == 0 and not self.adding:
            self.said_as = ONE_CARD
        elif card & 15 == self.pile[self.pile_count - 1] & 15:
            self.said_as = SET
        else:
            self.said_as = RUN
        self.lay(seat, card)
        if self.find_fitting(seat):
            self.speaker = seat
            self.stage = SAY_CARDS
        else:
            self.complete(seat)

    def lay(self, seat: int, card: int) -> None:
        """From hand or row onto the pile; `said_row` and the place below it tell from where."""
        kind = card & 63
        if card < ROW:
            self.lose(seat, kind)
        else:
            self.take_from_row(seat, kind)
            self.said_row |= 1 << self.said_count
        self.said_last = card
        self.said_count += 1
        self.put_on_pile(kind)

    def put_on_pile(self, kind: int) -> None:
        self.pile[self.pile_count] = kind
        self.pile_count += 1

    def take_from_row(self, seat: int, kind: int) -> None:
        """Of equal cards the one furthest left."""
        place = seat * PLACES
        while self.face_up[place] != kind:
            place += 1
        self.face_up[place] = NO_CARD
        self.places_up[seat] ^= 1 << (place - seat * PLACES)
        end = seat * PLACES + PLACES
        while place < end:
            if self.face_up[place] == kind:
                return
            place += 1
        self.row[seat] ^= ONE << kind

    # A play is complete: WS-19, WS-28, WS-31, WS-46

    def complete(self, seat: int) -> None:
        value = self.said_last & 15
        if self.said_order != 0:
            self.put_in_order()
        if self.said_as == RUN:
            self.equals = 1
        elif value == self.top:
            self.equals += self.said_count
        else:
            self.equals = self.said_count
        if self.said_as != RUN and self.equals < 4:
            self.lacked[seat] |= ONE_VALUE << value  # all of them would have gone along
        self.top = value
        if self.logging:
            self.log_play(seat)
        self.forget_said()
        self.after_play(seat)

    def put_in_order(self) -> None:
        """Equal cards lie in the order in which a person has written them; nothing else depends on it."""
        start = self.pile_count - self.said_count
        order = self.said_order - 1
        row = self.said_row
        kinds = [0] * 4
        for i in range(self.said_count):
            kinds[i] = self.pile[start + i]
        self.said_row = 0
        for i in range(self.said_count):
            place = order >> (2 * i) & 3
            self.pile[start + i] = kinds[place]
            self.said_row |= (row >> place & 1) << i

    def log_play(self, seat: int) -> None:
        """`other` is which of the cards are from the row, as bits; `number` the equal cards now on top."""
        if self.opening:
            self.emit(OPENED, 17, seat, NOBODY, NOBODY, self.round)
        for i in range(self.pile_count - self.said_count, self.pile_count):
            self.note(self.pile[i])
        kind = SET_PLAYED
        rule = 18
        if self.adding:
            kind = ADDED
            rule = 46
        elif self.said_as == RUN:
            kind = RUN_PLAYED
            rule = 29
        self.emit_noted(kind, rule, seat, self.said_row, 0 if self.said_as == RUN else self.equals, EVERYBODY)

    def forget_said(self) -> None:
        self.adding = False
        self.fitting_hand = 0
        self.fitting_row = 0
        self.said_count = 0
        self.said_as = 0
        self.said_last = 0
        self.said_row = 0
        self.said_order = 0

    def after_play(self, seat: int) -> None:
        """The end of the round comes before a clear (WS-47), a clear before the next turn."""
        self.opening = False
        if self.is_out(seat):
            self.end_round(seat)
            self.moved(seat)
        elif self.equals == 4:
            self.clear_pile(seat)
            self.moved(seat)
        else:
            self.end_turn(seat)

    def is_out(self, seat: int) -> bool:
        return self.hand_size[seat] == 0 and self.places_down[seat] == 0 and self.places_up[seat] == 0

    # Honey Badgers and clearing: WS-32 to WS-37

    def play_badger(self, seat: int, card: int) -> None:
        if self.logging:
            if self.opening:
                self.emit(OPENED, 17, seat, NOBODY, NOBODY, self.round)
            self.emit(BADGER_PLAYED, 32, seat, 1 if card >= ROW else 0, BADGER, 0)
        self.lay(seat, card)
        self.forget_said()
        self.equals = 4
        self.after_play(seat)

    def clear_pile(self, seat: int) -> None:
        """WS-34, WS-37: the pile goes to the discard pile, and the same seat goes on."""
        if self.logging:
            self.emit(CLEARED, 34, seat, NOBODY, self.pile[self.pile_count - 1], self.pile_count)
        for i in range(self.pile_count):
            self.discard(self.pile[i])
        self.empty_pile()
        self.pickups = 0
        self.take_turn(seat)
        self.going_on = True

    def empty_pile(self) -> None:
        self.pile_count = 0
        self.top = ANY
        self.equals = 0

    # A higher card: WS-38 to WS-40

    def play_higher(self, seat: int, card: int) -> None:
        if self.logging:
            self.emit(HIGHER_PLAYED, 38, seat, 1 if card >= ROW else 0, card & 63, self.top)
        # Whoever can mostly plays what fits; and what comes to a hand later everybody sees.
        self.lacked[seat] |= ONE_VALUE * ((TWO << self.top) - 1)
        self.lay(seat, card)
        self.forget_said()
        self.take_pile(seat, 38)

    def take_pile(self, seat: int, rule: int) -> None:
        """Pile and higher card go into the hand, in everybody's sight. WS-47: no last card is too high, by option."""
        if self.last_card_always_ends and self.is_out(seat):
            self.end_round(seat)
            self.moved(seat)
            return
        self.gain_shown(seat, self.pile, self.pile_count)
        if self.logging:
            for i in range(self.pile_count):
                self.note(self.pile[i])
            self.emit_noted(PILE_TAKEN, rule, seat, NOBODY, self.pile_count - 1, EVERYBODY)
        self.pickups += 1
        self.empty_pile()
        self.end_turn(seat)

    # Blind cards: WS-41 to WS-46

    def turn_blind(self, seat: int, place: int) -> None:
        kind = self.face_down[seat * PLACES + place]
        value = kind & 15
        self.face_down[seat * PLACES + place] = NO_CARD
        self.places_down[seat] ^= 1 << place
        self.put_on_pile(kind)
        self.opening = False
        self.pickups = 0
        if kind == BADGER:
            self.equals = 4
        elif value > self.top:
            if self.logging:
                self.emit(BLIND_TURNED, 43, seat, place, kind, 0)
            self.take_pile(seat, 44)
            return
        elif value == self.top:
            self.equals += 1
        else:
            self.equals = 1
        self.top = value
        if self.logging:
            self.emit(BLIND_TURNED, 43, seat, place, kind, self.equals)
        if self.equals < 4:
            self.adding = True
            if self.find_fitting(seat):
                self.moved(seat)
                return
            self.adding = False
        self.after_play(seat)

    def add_nothing(self, seat: int) -> None:
        if self.logging:
            self.emit(NOTHING_ADDED, 46, seat, NOBODY, NOBODY, 0)
        self.forget_said()
        self.end_turn(seat)

    # The end of a round, scoring, the end of the match: WS-47 to WS-53

    def end_round(self, seat: int) -> None:
        self.finish_round(1 << seat)
        if self.logging:
            self.emit(ROUND_WON, 47, seat, NOBODY, NOBODY, self.round)
            self.tell_left(48)
        self.score(seat)
        if self.round >= self.seats * self.leads_each:
            self.end_match()
        else:
            self.next_round()

    def score(self, winner: int) -> None:
        """WS-48: all others count the cards that they still have."""
        self.round_points[winner] = 0
        seat = self.left_of(winner)
        while seat != winner:
            points = self.points_in(seat)
            self.round_points[seat] = points
            self.scores[seat] += points
            if self.logging:
                self.emit(SCORED, 48, seat, NOBODY, NOBODY, points)
            seat = self.left_of(seat)

    def note_left(self, seat: int) -> None:
        """The row is turned up and counts as well."""
        for card in self.hand(seat):
            self.note(card)
        for i in range(seat * PLACES, seat * PLACES + PLACES):
            if self.face_up[i] != NO_CARD:
                self.note(self.face_up[i])
            if self.face_down[i] != NO_CARD:
                self.note(self.face_down[i])

    def points_in(self, seat: int) -> int:
        points = 0
        kinds = self.mask[seat]
        while kinds != 0:
            kind = lowest_bit(kinds)
            kinds &= kinds - 1
            points += self.held[seat * self.slots + kind] * self.points_of(kind)
        for i in range(seat * PLACES, seat * PLACES + PLACES):
            if self.face_up[i] != NO_CARD:
                points += self.points_of(self.face_up[i])
            if self.face_down[i] != NO_CARD:
                points += self.points_of(self.face_down[i])
        return points

    def points_of(self, kind: int) -> int:
        """WS-49 to WS-51."""
        value = kind & 15
        if kind == BADGER:
            return 20
        return 5 if 2 <= value <= 9 else 10

    def end_match(self) -> None:
        """WS-53: the lowest total wins, and may be shared."""
        lowest = self.scores[0]
        for seat in range(self.seats):
            if self.scores[seat] < lowest:
                lowest = self.scores[seat]
        winners = 0
        for seat in range(self.seats):
            if self.scores[seat] == lowest:
                winners |= 1 << seat
                if self.logging:
                    self.emit(MATCH_WON, 53, seat, NOBODY, NOBODY, lowest)
        self.finish_match(winners)

    def worth(self, seat: int) -> float:
        return self.worth_of_points(seat, SWING, self.seats * self.leads_each - self.round)

    # What a sensible player thinks of first: habits of calm.py that a look at the table is enough for

    def sift(self, seat: int, count: int, words: list[int]) -> None:
        kinds = words[1] | words[2]
        if kinds == 0:
            return
        if self.stage != 0 or self.adding:
            words[0] = 0  # what fits goes along
            best = self.longer_way(seat, kinds) if self.said_as == ONE_CARD else kinds
        else:
            best = self.best_kinds(seat, kinds)
            if words[0] != 0:
                if self.merit(seat, lowest_bit(best)) < (BLIND_MERIT if self.top >= HIGH else 0):
                    best = 0
                else:
                    words[0] = 0
        words[1] &= best
        words[2] &= best

    def longer_way(self, seat: int, kinds: int) -> int:
        """Of the kinds that may follow the first card of a play, those of the set or the run that it may become."""
        first = self.pile[self.pile_count - 1]
        equal = kinds & ONE_VALUE << (first & 15)
        if equal == 0 or equal == kinds:
            return kinds
        return equal if popcount(equal) + 1 >= self.run_from(seat, first) else kinds ^ equal

    def run_from(self, seat: int, kind: int) -> int:
        """How many cards of hand and row a run has that begins with this one."""
        own = self.mask[seat] | self.row[seat]
        length = 1
        while (kind - length) & 15 and own >> (kind - length) & 1:
            length += 1
        return length

    def merit(self, seat: int, kind: int) -> int:
        """Many cards together; high ones, which fit less often later; no badger that is not needed. A blind card is
        best turned on a high top card."""
        if kind == BADGER:
            return 0
        value = kind & 15
        if value > self.top:
            return -value
        count = popcount((self.mask[seat] | self.row[seat]) & ONE_VALUE << value)
        if self.may_run_from(value):
            run = self.run_from(seat, kind)
            if run > count:
                count = run
        merit = 10 + 2 * value + 3 * count
        if count >= 4 or (value == self.top and count + self.equals >= 4):
            merit += 6
        if self.row[seat] >> kind & 1:
            merit += 2
        return merit

    # What a seat cannot know: WS-09, WS-42

    def redeal(self, viewer: int) -> None:
        """What nobody has looked at is dealt anew with the other hands: the face-down cards of all seats, the viewer's
        too, and the cards that were left over at the deal."""
        for i in range(self.unseen):
            self.draw_pile[i] = self.discard_pile[i]
        self.draw_count = self.unseen
        for i in range(self.seats * PLACES):
            if self.face_down[i] != NO_CARD:
                self.draw_pile[self.draw_count] = self.face_down[i]
                self.draw_count += 1
        Table.redeal(self, viewer)
        for i in range(self.seats * PLACES):
            if self.face_down[i] != NO_CARD:
                self.draw_count -= 1
                self.face_down[i] = self.draw_pile[self.draw_count]
        for i in range(self.unseen):
            self.draw_count -= 1
            self.discard_pile[i] = self.draw_pile[self.draw_count]
        if self.adding:
            self.find_fitting(self.turn)

    # From here on: what Python callers use.

    def read_options(self) -> None:
        """Take the options into fields; called once, when the table is made."""
        options = self.options
        self.leads_each = options["leads_each"]
        self.runs_start_anywhere = options["runs_start_anywhere"]
        self.voluntary_pickup = options["voluntary_pickup"]
        self.blind_after_clear = options["blind_after_clear"]
        self.last_card_always_ends = options["last_card_always_ends"]

    def in_circles(self) -> bool:
        """Cards that are picked up and played again and again bring nobody nearer to the end."""
        return self.pickups > MOST_PICKUPS

    def face_up_row(self, seat: int) -> list[int]:
        """The four places from the left, NOBODY for an empty one."""
        return [
            NOBODY if self.face_up[i] == NO_CARD else self.face_up[i]
            for i in range(seat * PLACES, seat * PLACES + PLACES)
        ]

    def face_down_row(self, seat: int) -> list[int]:
        """The same of the face-down cards. Nobody at the table knows them."""
        return [
            NOBODY if self.face_down[i] == NO_CARD else self.face_down[i]
            for i in range(seat * PLACES, seat * PLACES + PLACES)
        ]

    def pile_cards(self) -> list[int]:
        """The central pile from bottom to top."""
        return [self.pile[i] for i in range(self.pile_count)]

    def said_cards(self) -> list[int]:
        """The cards of the move that is being said, with ROW for those from the row."""
        start = self.pile_count - self.said_count
        return [self.pile[start + i] + ROW * (self.said_row >> i & 1) for i in range(self.said_count)]

    def loose_cards(self) -> list[int]:
        rows = [card for seat in range(self.seats) for card in self.face_up_row(seat) + self.face_down_row(seat)]
        return self.pile_cards() + [card for card in rows if card != NOBODY]

    def is_free(self, seat: int, place: int) -> bool:
        """Whether the face-down card of this place may be reached (WS-41)."""
        return bool(self.free_places(seat) >> place & 1)

    def blind_is_barred(self, seat: int) -> bool:
        """Whether it is no moment for a blind card, wherever it lies."""
        return not self.may_be_blind(self.mask[seat] | self.row[seat])

    def has_badgers_alone(self, seat: int) -> bool:
        """Whether hand and row hold nothing but badgers."""
        return bool(self.mask[seat] | self.row[seat] == BADGER_BIT)

    def facts(self) -> dict[str, Any]:
        """The fields of this game that are not in `OpenHands.snapshot`, as plain values."""
        seats = range(self.seats)
        return {
            "leader": self.leader,
            "unseen": self.unseen,
            "round_points": [self.round_points[seat] for seat in seats],
            "face_up": [self.face_up_row(seat) for seat in seats],
            "face_down": [self.face_down_row(seat) for seat in seats],
            "places_up": [self.places_up[seat] for seat in seats],
            "places_down": [self.places_down[seat] for seat in seats],
            "row": [self.row[seat] for seat in seats],
            "pile": self.pile_cards(),
            "top": self.top,
            "equals": self.equals,
            "opening": bool(self.opening),
            "going_on": bool(self.going_on),
            "adding": bool(self.adding),
            "pickups": self.pickups,
            "fitting_hand": self.fitting_hand,
            "fitting_row": self.fitting_row,
            "said_count": self.said_count,
            "said_as": self.said_as,
            "said_last": self.said_last,
            "said_row": self.said_row,
            "said_order": self.said_order,
        }

    def snapshot(self) -> dict[str, Any]:
        return OpenHands.snapshot(self) | self.facts()

    def lay_out(self, face_up: list[list[int]], face_down: list[list[int]], pile: list[int]) -> None:
        """In a position given by hand, after `place` and `set_match`: the rows and the pile, in the middle of a round.
        What the discard pile holds nobody has looked at."""
        self.clear_round()
        self.unseen = self.discard_count
        for seat in range(self.seats):
            for place in range(PLACES):
                if face_up[seat][place] != NOBODY:
                    self.put_face_up(seat, place, face_up[seat][place])
                if face_down[seat][place] != NOBODY:
                    self.put_face_down(seat, place, face_down[seat][place])
        for kind in pile:
            self.put_on_pile(kind)
            value = kind & 15
            self.equals = self.equals + 1 if value == self.top else 1
            self.top = value
        self.opening = False
        self.begin_turn(self.turn)

    def set_leader(self, leader: int, opening: bool) -> None:
        """In a position given by hand: who leads this round, and whether that seat still has to open it."""
        self.leader = leader
        self.opening = opening
        if opening:
            self.tell_leader()
