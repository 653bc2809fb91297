"""CL4SH: the state of a match and what each choice does to it, in the order of rules.md.

Options are read into fields when the table is made. Which rule a refusal names is in refusals.py, words are in
words.py, and what a seat may know is in view.py.
"""

from __future__ import annotations

from typing import Any

import cython

from wildtable.engine.codes import (
    BRISK,
    DEALT,
    DECLINE,
    MATCH_WITHOUT_WINNER,
    MATCH_WON,
    NOBODY,
    OPTIONAL,
    REQUIRED,
    ROUND_WITHOUT_WINNER,
    ROUND_WON,
    SCORED,
)
from wildtable.engine.table import Table
from wildtable.games.cl4sh.codes import (
    ALMIGHTY,
    ANY_MAY_START,
    ATTACKED,
    BALANCE,
    BALANCED,
    BALANCING,
    BECOME,
    BLOCK,
    CHAIN,
    CHAIN_CALLED,
    CHAINING,
    CHOOSE,
    CHOSE,
    CLASH,
    CLASHED,
    DRAW,
    DUEL,
    DUEL_ACCEPTED,
    DUEL_CALLED,
    DUEL_OVER,
    DUEL_VOID,
    DUEL_WON,
    DUELING,
    ECHO,
    ECHOED,
    EMPTIED_BY_DUEL,
    FIRE_2,
    GUARD_RAISED,
    GUARD_USED,
    HAVOC,
    NEXT,
    NEXT_ROUND,
    NO_ELEMENT,
    NO_KIND,
    NO_MORE,
    NO_SIGNAL_NEEDED,
    PASS,
    PASSED,
    PICK_UP,
    PICKING_UP,
    PLAY,
    PLAYED,
    PLAYING,
    PLAYS_AGAIN,
    SAY_BECOME,
    SAY_MORE,
    SAY_SIGNAL,
    SAY_TARGET,
    SEQUENCE,
    SHIELD,
    SHIELDED,
    SHOWN,
    SIGNAL,
    SIGNALLED,
    SILENT,
    SKIPPED,
    SLAM,
    STACKED,
    SWAPPED,
    TAKE,
    TARGET,
    TIED,
    TURN_ENDED,
    TURNED_UP,
)

if not cython.compiled:
    from wildtable.engine.bits import ONE, lowest_bit, popcount

USUAL_POINTS = 4  # that who wins a round scores in it
NUMBERS_OF_ONE = 0x003E  # the five numbers of one element, as bits of a set of kinds
OF_ONE = 0x033E  # all cards of one element
HAVOC_OF_ONE = 0x0300  # what an element has beside its numbers
EVERY_ELEMENT = 0x0001000100010001
ALMIGHTY_BIT = ONE << ALMIGHTY
SHIELD_BIT = ONE << SHIELD
ELEMENTLESS = ALMIGHTY_BIT | SHIELD_BIT
NUMBERS = NUMBERS_OF_ONE * EVERY_ELEMENT
PICK_UPS = 0x0200020000000200
EVERYTHING = NUMBERS | 0x0100010001000100 | PICK_UPS | ELEMENTLESS
ALL_BUT_ALMIGHTY = EVERYTHING ^ ALMIGHTY_BIT
TURNS = ONE << BALANCE | ONE << CHAIN
WATERS = 0x033E000000000000
ECHO_CARDS = WATERS | ALMIGHTY_BIT  # CL-22


class Cl4sh(Table):
    """A match of CL4SH."""

    def __init__(self) -> None:
        super().__init__()
        # options
        self.sequences = False
        self.slams = False
        self.last_card = False
        self.target = 0
        self.at_once = False
        self.havoc_on_same_element = False
        self.must_play = False
        self.pickup_stacking = False
        self.guard_keeps_turn = True
        self.shield_keeps_turn = False
        self.opposites_tie = False
        self.reset_chairs = False

        self.phase = PLAYING

        # the card to beat (CL-18)
        self.element = NO_ELEMENT
        self.value = 0  # 0 for a Havoc card
        self.any_card = True  # any card is valid, whatever lies there
        self.echo = False  # this is an echo turn (CL-22)
        self.valid = EVERYTHING  # the kinds that the seat in turn may play

        self.guards = 0  # bits by seat
        self.signals = 0  # bits by seat

        # an attack that waits for answers
        self.attacker = NOBODY  # in a duel the challenger
        self.defender = NOBODY  # in a duel or a chain
        self.attack_cards = 0  # pick-ups: how many to draw

        # a duel
        self.duel_choice = 0  # 1 or 2: which choice is being made
        self.accepted = False  # the defender has drawn for it, and may not shield any more
        self.chosen = [0] * 2  # kinds chosen and not shown, challenger and defender; still in their hands
        self.duel_cards = [0] * 4  # shown: challenger, defender, and again
        self.duel_count = 0

        # the move that is being said; means nothing while `stage` is 0
        self.said = [0] * 20
        self.said_size = 0
        self.said_as = 0  # what the last card counts as
        self.said_target = NOBODY

    def copy_from(self, other: Table) -> None:
        Table.copy_from(self, other)
        self.copy_game(cython.cast(Cl4sh, other))

    def copy_game(self, other: Cl4sh) -> None:
        self.sequences = other.sequences
        self.slams = other.slams
        self.last_card = other.last_card
        self.target = other.target
        self.at_once = other.at_once
        self.havoc_on_same_element = other.havoc_on_same_element
        self.must_play = other.must_play
        self.pickup_stacking = other.pickup_stacking
        self.guard_keeps_turn = other.guard_keeps_turn
        self.shield_keeps_turn = other.shield_keeps_turn
        self.opposites_tie = other.opposites_tie
        self.reset_chairs = other.reset_chairs
        self.phase = other.phase
        self.element = other.element
        self.value = other.value
        self.any_card = other.any_card
        self.echo = other.echo
        self.valid = other.valid
        self.guards = other.guards
        self.signals = other.signals
        self.attacker = other.attacker
        self.defender = other.defender
        self.attack_cards = other.attack_cards
        self.duel_choice = other.duel_choice
        self.accepted = other.accepted
        self.chosen[:] = other.chosen
        self.duel_cards[:] = other.duel_cards
        self.duel_count = other.duel_count
        self.said[:] = other.said
        self.said_size = other.said_size
        self.said_as = other.said_as
        self.said_target = other.said_target

    # Setup: CL-03 to CL-08

    def open_match(self) -> None:
        self.dealer = self.seats - 1
        self.start_round()

    def start_round(self) -> None:
        self.round += 1
        self.gather()
        self.clear_round()
        self.deal_round()

    def clear_round(self) -> None:
        """Nothing is left of the round before: no guards, no signals, no attack."""
        self.idle_turns = 0
        self.uncalled = 0
        self.optional = 0
        self.guards = 0
        self.signals = 0
        self.echo = False
        self.duel_count = 0
        self.end_attack()

    def deal_round(self) -> None:
        """CL-03, CL-06, CL-07: the card that is turned over has no effect."""
        self.deal(7)
        if self.logging:
            self.emit(DEALT, 3, self.dealer, NOBODY, NOBODY, 7)
        self.draw_count -= 1
        self.discard(self.draw_pile[self.draw_count])
        if self.logging:
            self.emit(TURNED_UP, 6, self.dealer, NOBODY, self.top_card(), 0)
        self.count_top_as(self.top_card())
        self.begin_turn(self.left_of(self.dealer))

    # A turn: CL-09 to CL-11

    def begin_turn(self, seat: int) -> None:
        self.phase = PLAYING
        self.take_turn(seat)

    def end_turn(self, seat: int) -> None:
        """Without a card played. CL-22: after an echo turn its Echo is simply the card to beat."""
        if self.echo:
            self.echo = False
            self.valid = self.beating(self.element, self.value)
        self.begin_turn(self.next_seat(seat))

    def draw_one(self, seat: int) -> None:
        """CL-09. CL-11: the turn ends by itself if the card cannot be played. CL-60: or if there was none."""
        if self.draw_in_turn(seat, 9, 5, self.valid & ALL_BUT_ALMIGHTY) == 0:
            self.idle_turns += 1
            if self.logging:
                self.emit(TURN_ENDED, 11, seat, NOBODY, NOBODY, 0)
            self.end_turn(seat)
            self.end_if_stuck()
        else:
            self.idle_turns = 0
            if not self.valid >> self.drawn_card & 1:
                self.drawn_since[seat] = 0  # the new card cannot be played either
                if self.logging:
                    self.emit(TURN_ENDED, 11, seat, NOBODY, NOBODY, 1)
                self.end_turn(seat)
        self.settle(seat)

    def pass_turn(self, seat: int) -> None:
        """CL-10: the card that was drawn is kept."""
        if self.logging:
            self.emit(PASSED, 10, seat, NOBODY, NOBODY, 0)
        self.end_turn(seat)
        self.settle(seat)

    def end_if_stuck(self) -> None:
        """CL-60: as many turns in a row as there are players, with nothing played and nothing drawn."""
        if self.idle_turns == self.seats:
            self.end_round(NOBODY)

    def settle(self, seat: int) -> None:
        """After each move: CL-51, CL-53, who may take a signal, and who can be called for having none."""
        if self.last_card:
            ones = 0
            for other in range(self.seats):
                if self.hand_size[other] == 1:
                    ones |= 1 << other
            self.signals &= ones
            self.uncalled = 0
            self.optional = 0
            if ones != self.signals and not self.over:
                self.uncalled = ones ^ self.signals
                self.optional = self.catchers() | self.uncalled
        self.moved(seat)

    # What may be chosen

    def offer(self, seat: int, which: int, words: list[int]) -> int:
        if self.stage != 0:
            return self.offer_rest_of_move(seat, which, words)
        words[0] = 0
        if which & OPTIONAL and self.optional >> seat & 1:
            words[0] = (ONE * self.catchable(seat)) << CLASH
            if self.uncalled >> seat & 1:
                words[0] |= ONE << SIGNAL
            if not which & BRISK:
                words[0] |= ONE << DECLINE
        if not (which & REQUIRED and self.required >> seat & 1):
            return 1
        if self.phase == PLAYING:
            return self.offer_turn(seat, which, words)
        return self.offer_answers(seat, words)

    def offer_turn(self, seat: int, which: int, words: list[int]) -> int:
        """CL-09, CL-10: a card, or to draw; after drawing that card alone, or to pass."""
        kinds = self.mask[seat] & self.valid
        if self.drawn:
            kinds &= ONE << self.drawn_card
            if not which & BRISK:
                words[0] |= ONE << PASS
        elif kinds == 0 or not (self.must_play or which & BRISK):
            words[0] |= ONE << DRAW
        words[1] = kinds
        return 2

    def offer_answers(self, seat: int, words: list[int]) -> int:
        """What an attacked seat, or a seat of a duel, may do."""
        held = self.mask[seat]
        if self.phase == DUELING:
            words[1] = 0
            words[2] = 0
            words[3] = held & NUMBERS
            if seat == self.defender and self.duel_choice == 1 and not self.accepted:
                if held & SHIELD_BIT:
                    words[0] |= ONE << BLOCK
                if not held & NUMBERS:
                    words[0] |= ONE << TAKE
            return 4
        words[0] |= ONE << TAKE
        if held & SHIELD_BIT:
            words[0] |= ONE << BLOCK
        if self.phase == PICKING_UP and self.pickup_stacking:
            words[1] = held & (PICK_UPS | ALMIGHTY_BIT)
            return 2
        return 1

    def offer_rest_of_move(self, seat: int, which: int, words: list[int]) -> int:
        """What the seat that is speaking may say next."""
        words[0] = 0
        if seat != self.speaker:
            return 1
        if self.stage == SAY_MORE:
            words[0] = ONE << NO_MORE
            words[1] = self.further(seat)
            return 2
        if self.stage == SAY_BECOME:
            # CL-19, and CL-43 against pick-ups
            words[1] = 0
            words[2] = (PICK_UPS if self.phase == PICKING_UP else self.valid) & ALL_BUT_ALMIGHTY
            return 3
        if self.stage == SAY_TARGET:
            words[0] = (((ONE << self.seats) - 1) ^ (ONE << seat)) << TARGET
        elif which & BRISK:
            words[0] = ONE << SIGNAL
        else:
            words[0] = ONE << SIGNAL | ONE << SILENT
        return 1

    def further(self, seat: int) -> int:
        """The kinds that may follow the cards said so far; none after drawing (CL-10)."""
        if self.drawn:
            return 0
        last = self.said[self.said_size - 1]
        if last & 15 < HAVOC:
            # CL-45: rising by one
            if self.sequences:
                return self.mask[seat] & (ONE << (last + 1))
            return 0
        if not self.slams or last & 15 != PICK_UP:
            return 0
        # CL-48: what lies between the first and the last of a slam is offered in ascending order, so that each slam is
        # listed once; after a step down it is complete. Any other order is said with NEXT.
        if self.said_size > 2 and last < self.said[self.said_size - 2]:
            return 0
        kinds = self.mask[seat] & PICK_UPS
        left = kinds
        while left != 0:
            kind = lowest_bit(left)
            left &= left - 1
            count = 0
            for i in range(self.said_size):
                if self.said[i] == kind:
                    count += 1
            if count == self.held[seat * self.slots + kind]:
                kinds ^= ONE << kind
        return kinds

    # Choices

    def make(self, seat: int, choice: int) -> None:
        if choice == DECLINE:
            self.asked |= 1 << seat
            return
        self.round_over = False
        if choice >= CHOOSE:
            self.choose(seat, choice - CHOOSE)
        elif choice >= BECOME:
            self.become_kind(seat, choice - BECOME)
        elif choice >= PLAY:
            self.say_card(seat, choice - PLAY)
        elif choice == DRAW:
            self.draw_one(seat)
        elif choice == PASS:
            self.pass_turn(seat)
        elif choice == TAKE:
            self.take(seat)
        elif choice == BLOCK:
            self.block(seat)
        elif choice == SIGNAL:
            if self.stage == SAY_SIGNAL:
                self.lay(seat, True)
            else:
                self.signal(seat)
                self.settle(seat)
        elif choice == NO_MORE:
            self.complete(seat)
        elif choice == SILENT:
            self.lay(seat, False)
        elif choice >= NEXT:
            self.said_as = (choice - NEXT) * 16 + PICK_UP
            self.said[self.said_size] = self.said_as
            self.said_size += 1
        elif choice >= CLASH:
            self.clash(seat, choice - CLASH)
        else:
            self.said_target = choice - TARGET
            self.complete(seat)

    def ask_further(self, seat: int, stage: int) -> None:
        self.speaker = seat
        self.stage = stage

    def say_card(self, seat: int, kind: int) -> None:
        """A card of a play: the first one, or the next of a sequence or slam."""
        if self.stage == 0:
            self.said_size = 0
        self.said[self.said_size] = kind
        self.said_size += 1
        self.said_as = kind
        if kind == ALMIGHTY:
            self.ask_further(seat, SAY_BECOME)
        elif kind in (DUEL, CHAIN):
            self.ask_further(seat, SAY_TARGET)
        elif (self.sequences or self.slams) and self.further(seat) != 0:
            self.ask_further(seat, SAY_MORE)
        else:
            self.complete(seat)

    def become_kind(self, seat: int, kind: int) -> None:
        """CL-19: an Almighty as another card."""
        self.said_as = kind
        if kind in (DUEL, CHAIN):
            self.ask_further(seat, SAY_TARGET)
        else:
            self.complete(seat)

    def complete(self, seat: int) -> None:
        """All is said but the signal, which is due with a play that leaves one card (CL-51)."""
        if self.last_card and self.hand_size[seat] == self.said_size + 1:
            self.ask_further(seat, SAY_SIGNAL)
        else:
            self.lay(seat, False)

    # A play

    def lay(self, seat: int, signal: bool) -> None:
        """The steps that every play goes through, in the order of the rules."""
        count = self.said_size
        if self.logging:
            self.log_play(seat)
        if self.phase == PLAYING and ELEMENTLESS >> self.said[0] & 1:
            self.seems_to_lack(seat, self.valid & (EVERYTHING ^ ELEMENTLESS))  # these two are mostly kept
        for i in range(count):
            self.lose(seat, self.said[i])
            self.discard(self.said[i])
        self.idle_turns = 0
        self.drawn = False
        self.drawn_card = NOBODY
        self.count_top_as(self.said_as)
        scored = count > 3 and self.said_as & 15 < HAVOC and self.target > 0
        if scored:
            self.score(seat, 2, 55)  # CL-55
        if signal:
            self.signal(seat)
        if self.hand_size[seat] == 0:
            self.end_round(seat)  # CL-01: the effect does not happen
        elif not (scored and self.end_at_target()):
            self.do_effect(seat, self.said_as)
        self.settle(seat)

    def log_play(self, seat: int) -> None:
        """What everybody sees of a play, card by card."""
        count = self.said_size
        self.emit(PLAYED, self.rule_of_play(), seat, self.said_as, self.said[0], count)
        if count == 1:
            return
        slam = self.said_as & 15 == PICK_UP
        for i in range(1, count):
            self.emit(PLAYED, 48 if slam else 45, seat, self.said[i], self.said[i], count)
        self.emit(SLAM if slam else SEQUENCE, 48 if slam else 45, seat, NOBODY, self.said_as, count)
        if self.last_card and self.hand_size[seat] == count:
            self.emit(NO_SIGNAL_NEEDED, 52, seat, NOBODY, self.said_as, count)

    def rule_of_play(self) -> int:
        """By which rule the (first) card is valid."""
        first = self.said[0]
        if self.phase == PICKING_UP:
            return 43
        if first == ALMIGHTY:
            return 19
        if self.echo:
            return 22
        if self.any_card:
            return 18
        if first & 15 >= HAVOC:
            return 15
        return 13 if first >> 4 == self.element else 14

    def count_top_as(self, kind: int) -> None:
        """CL-18: what the next card has to beat; nothing on a Shield, or on an Almighty that has become no card."""
        self.echo = False
        if kind in (SHIELD, ALMIGHTY):
            self.element = NO_ELEMENT
            self.value = 0
            self.set_any()
            return
        self.element = kind >> 4
        self.value = kind & 15
        if self.value >= HAVOC:
            self.value = 0
        self.any_card = False
        self.valid = self.beating(self.element, self.value)

    def set_any(self) -> None:
        self.any_card = True
        self.valid = EVERYTHING

    def beating(self, element: int, value: int) -> int:
        """CL-13 to CL-17: higher numbers of the element, and all of the element that dominates it."""
        stronger = element - 1 if element > 0 else 3
        kinds = (NUMBERS_OF_ONE | HAVOC_OF_ONE) << (stronger * 16) | ELEMENTLESS
        kinds |= ((NUMBERS_OF_ONE << value) & NUMBERS_OF_ONE) << (element * 16)
        if self.havoc_on_same_element:
            kinds |= HAVOC_OF_ONE << (element * 16)
        return kinds & EVERYTHING

    def do_effect(self, seat: int, kind: int) -> None:
        """The element alone has none."""
        value = kind & 15
        if value < HAVOC:
            self.begin_turn(self.next_seat(seat))
        elif value == PICK_UP:
            self.attack_next(seat)
        elif kind == ECHO:
            self.start_echo(seat)
        elif kind == DUEL:
            self.call_duel(seat, self.said_target)
        elif kind == CHAIN:
            self.call_chain(seat, self.said_target)
        elif kind == BALANCE:
            self.call_balance(seat)
        else:
            self.raise_guard(seat)

    def start_echo(self, seat: int) -> None:
        """CL-21, CL-22: the same seat again, with water."""
        self.begin_turn(seat)
        self.echo = True
        self.valid = ECHO_CARDS
        if self.logging:
            self.emit(ECHOED, 22, seat, NOBODY, self.top_card(), 0)

    # Duels: CL-23 to CL-33

    def call_duel(self, seat: int, other: int) -> None:
        if self.logging:
            self.emit(DUEL_CALLED, 23, seat, other, self.top_card(), 0)
        if self.guarded(other, seat):
            self.open_to_any()
            self.begin_turn(self.next_seat(seat))
            return
        self.phase = DUELING
        self.attacker = seat
        self.defender = other
        self.duel_choice = 1
        self.accepted = False
        if self.draw_for_duel(seat):
            self.required = 1 << seat | 1 << other
        else:
            self.void_duel()

    def draw_for_duel(self, seat: int) -> bool:
        """CL-29: card by card, until the hand holds a number card; whether it does."""
        while not self.mask[seat] & NUMBERS:
            if self.draw(seat, 1, 29, 5) == 0:
                return False
        return True

    def accept_duel(self, seat: int) -> None:
        """CL-29: the defender has no number card, and draws until there is one."""
        self.accepted = True
        if self.logging:
            self.emit(DUEL_ACCEPTED, 29, seat, self.attacker, NOBODY, 0)
        if not self.draw_for_duel(seat):
            self.void_duel()

    def choose(self, seat: int, kind: int) -> None:
        """CL-24: in secret. CL-25: shown as soon as both have chosen."""
        self.chosen[0 if seat == self.attacker else 1] = kind
        self.required ^= 1 << seat
        if self.logging:
            self.note(kind)
            self.emit_noted(CHOSE, 24, seat, NOBODY, 1, 1 << seat)
        if self.required == 0:
            self.show_choices()
        self.settle(seat)

    def show_choices(self) -> None:
        first, second = self.chosen[0], self.chosen[1]
        self.show_choice(self.attacker, first)
        self.show_choice(self.defender, second)
        self.chosen[:] = [0] * 2
        if (first >> 4) + 1 == second >> 4 or (first >> 4) == (second >> 4) + 3:
            self.win_duel(self.attacker, 26)
        elif (second >> 4) + 1 == first >> 4 or (second >> 4) == (first >> 4) + 3:
            self.win_duel(self.defender, 26)
        elif first & 15 == second & 15 or (self.opposites_tie and first >> 4 != second >> 4):
            self.tie_duel()
        elif first & 15 > second & 15:
            self.win_duel(self.attacker, 27)
        else:
            self.win_duel(self.defender, 27)

    def show_choice(self, seat: int, kind: int) -> None:
        self.lose(seat, kind)
        if self.hand_size[seat] != 1 and self.signals >> seat & 1:
            self.signals ^= 1 << seat  # CL-51: even if the next draw brings the hand back to one card
        self.duel_cards[self.duel_count] = kind
        self.duel_count += 1
        if self.logging:
            self.emit(SHOWN, 25, seat, NOBODY, kind, self.duel_choice)

    def win_duel(self, winner: int, rule: int) -> None:
        if self.logging:
            loser = self.defender if winner == self.attacker else self.attacker
            self.emit(DUEL_WON, rule, winner, loser, NOBODY, self.duel_choice)
        if self.target > 0:
            self.score(winner, 1, 54)
        self.put_duel_beneath()
        self.finish_duel(winner)

    def tie_duel(self) -> None:
        """CL-28: another card of both. CL-30: after a second tie the challenger draws 2, the defender 1."""
        if self.logging:
            self.emit(TIED, 28 if self.duel_choice == 1 else 30, self.attacker, self.defender, NOBODY, self.duel_choice)
        if self.duel_choice == 1:
            self.duel_choice = 2
            if self.draw_for_duel(self.attacker) and self.draw_for_duel(self.defender):
                self.required = 1 << self.attacker | 1 << self.defender
            else:
                self.void_duel()
            return
        self.put_duel_beneath()
        self.draw(self.attacker, 2, 30, 5)
        self.draw(self.defender, 1, 30, 5)
        self.finish_duel(NOBODY)

    def void_duel(self) -> None:
        """CL-29: the piles give no number card; what was chosen and not shown stays in the hand."""
        if self.logging:
            self.emit(DUEL_VOID, 29, self.attacker, self.defender, NOBODY, self.duel_choice)
        self.put_duel_beneath()
        self.finish_duel(NOBODY)

    def put_duel_beneath(self) -> None:
        """CL-31: the cards of the duel go to the bottom of the pile."""
        if self.duel_count == 0:
            return
        count = self.duel_count
        i = self.discard_count
        while i > 0:
            i -= 1
            self.discard_pile[i + count] = self.discard_pile[i]
        for i in range(count):
            self.discard_pile[i] = self.duel_cards[i]
        self.discard_count += count
        self.duel_count = 0
        if self.logging:
            self.emit(DUEL_OVER, 31, self.attacker, self.defender, NOBODY, count)

    def finish_duel(self, winner: int) -> None:
        """CL-33: a hand emptied by the duel wins the round. CL-32: else the seat after the challenger is next."""
        challenger = self.attacker
        emptied = NOBODY
        if self.hand_size[self.defender] == 0:
            emptied = self.defender
        if self.hand_size[challenger] == 0 and (emptied == NOBODY or winner != self.defender):
            emptied = challenger
        self.end_attack()
        if emptied != NOBODY:
            if self.logging:
                self.emit(EMPTIED_BY_DUEL, 33, emptied, NOBODY, NOBODY, 0)
            self.end_round(emptied)
        elif winner == NOBODY or not self.end_at_target():
            self.begin_turn(self.next_seat(challenger))

    # Chain Reaction: CL-34, CL-35

    def call_chain(self, seat: int, other: int) -> None:
        if self.guarded(other, seat):
            self.open_to_any()
            self.begin_turn(self.next_seat(seat))
            return
        self.phase = CHAINING
        self.attacker = seat
        self.defender = other
        self.required = 1 << other
        if self.logging:
            self.emit(CHAIN_CALLED, 34, seat, other, self.top_card(), 0)

    def swap_chairs(self) -> None:
        """The turn goes to whoever then sits in the chair after the one that the card was played from."""
        seat, other = self.attacker, self.defender
        chair, other_chair = self.chair_of[seat], self.chair_of[other]
        self.seat_at[chair] = other
        self.seat_at[other_chair] = seat
        self.chair_of[seat] = other_chair
        self.chair_of[other] = chair
        if self.logging:
            self.emit(SWAPPED, 34, seat, other, NOBODY, 0)
        self.end_attack()
        self.begin_turn(self.left_of(other))
        if self.logging and self.turn == seat:
            self.emit(PLAYS_AGAIN, 35, seat, NOBODY, NOBODY, 0)

    # Balance: CL-36

    def call_balance(self, seat: int) -> None:
        """Guards answer by themselves; all the others are asked at once."""
        self.attacker = seat
        self.phase = BALANCING
        self.required = 0
        other = self.left_of(seat)
        while other != seat:
            if not self.guarded(other, seat):
                self.required |= 1 << other
            other = self.left_of(other)
        if self.logging:
            self.emit(BALANCED, 36, seat, NOBODY, self.top_card(), self.required)
        self.end_balance_if_answered()

    def end_balance_if_answered(self) -> None:
        if self.required == 0:
            seat = self.attacker
            self.end_attack()
            self.begin_turn(self.next_seat(seat))

    # Shields: CL-37 to CL-40

    def raise_guard(self, seat: int) -> None:
        self.guards |= 1 << seat
        if self.logging:
            self.emit(GUARD_RAISED, 37, seat, NOBODY, self.top_card(), 0)
        self.begin_turn(self.next_seat(seat))

    def guarded(self, seat: int, attacker: int) -> bool:
        """Whether a guard blocks this attack; it is used up."""
        if not self.guards >> seat & 1:
            return False
        self.guards ^= 1 << seat
        if self.logging:
            self.emit(GUARD_USED, 37, seat, attacker, self.top_card(), 0)
        return True

    def open_to_any(self) -> None:
        """CL-39: a Shield has done its work."""
        self.set_any()
        if self.logging:
            self.emit(ANY_MAY_START, 39, NOBODY, NOBODY, self.top_card(), 0)

    def block(self, seat: int) -> None:
        """CL-38: a Shield as the answer to an attack. Against a Balance it goes beneath the top (CL-40)."""
        self.lose(seat, SHIELD)
        self.idle_turns = 0
        attacker = self.attacker
        if self.logging:
            self.emit(SHIELDED, 40 if self.phase == BALANCING else 38, seat, attacker, SHIELD, 0)
        if self.phase == BALANCING:
            self.discard(self.top_card())
            self.discard_pile[self.discard_count - 2] = SHIELD
            self.required ^= 1 << seat
            if self.hand_size[seat] == 0:
                self.end_round(seat)
            else:
                self.end_balance_if_answered()
            self.settle(seat)
            return
        self.discard(SHIELD)
        self.count_top_as(SHIELD)
        if self.logging:
            self.emit(ANY_MAY_START, 39, seat, NOBODY, SHIELD, 0)
        picking_up = self.phase == PICKING_UP
        self.end_attack()
        if self.hand_size[seat] == 0:
            self.end_round(seat)
        elif not picking_up:
            self.begin_turn(self.next_seat(attacker))
        elif self.shield_keeps_turn:
            self.begin_turn(seat)
        else:
            self.begin_turn(self.next_seat(seat))
        self.settle(seat)

    # Pick-ups: CL-41 to CL-43, and the slams of CL-48 to CL-50

    def attack_next(self, seat: int) -> None:
        """The sum of what was just laid, and of what its player owed."""
        stacked = self.phase == PICKING_UP
        cards = self.attack_cards
        self.said[self.said_size - 1] = self.said_as  # an Almighty counts as what it has become
        for i in range(self.said_size):
            cards += 2 if self.said[i] == FIRE_2 else 1
        other = self.next_seat(seat)
        self.attack_cards = 0
        if self.guarded(other, seat):
            self.open_to_any()
            if not self.guard_keeps_turn:
                if self.logging:
                    self.emit(SKIPPED, 42, other, seat, NOBODY, 0)
                other = self.next_seat(other)
            self.end_attack()
            self.begin_turn(other)
            return
        self.begin_turn(other)
        self.phase = PICKING_UP
        self.attacker = seat
        self.attack_cards = cards
        if self.logging:
            self.emit(STACKED if stacked else ATTACKED, 43 if stacked else 41, other, seat, self.top_card(), cards)

    def end_attack(self) -> None:
        self.attacker = NOBODY
        self.defender = NOBODY
        self.attack_cards = 0
        self.duel_choice = 0
        self.accepted = False
        self.chosen[:] = [0] * 2
        self.phase = PLAYING

    def take(self, seat: int) -> None:
        """What an attack brings is accepted."""
        if self.phase == PICKING_UP:
            if self.draw(seat, self.attack_cards, 41, 5) == 0:
                self.idle_turns += 1
            else:
                self.idle_turns = 0
            if self.logging:
                self.emit(SKIPPED, 42, seat, self.attacker, NOBODY, 0)
            self.end_attack()
            self.begin_turn(self.next_seat(seat))
            self.end_if_stuck()
        elif self.phase == BALANCING:
            self.draw(seat, 2, 36, 5)
            self.required ^= 1 << seat
            self.end_balance_if_answered()
        elif self.phase == CHAINING:
            self.swap_chairs()
        else:
            self.accept_duel(seat)
        self.settle(seat)

    # Signals: CL-51, CL-53

    def signal(self, seat: int) -> None:
        self.signals |= 1 << seat
        if self.logging:
            self.emit(SIGNALLED, 51, seat, NOBODY, NOBODY, 0)

    def clash(self, seat: int, other: int) -> None:
        """CL-53: four cards, or the signal where nothing can be drawn. Whatever else is going on goes on."""
        if self.logging:
            self.emit(CLASHED, 53, other, seat, NOBODY, 4)
        if self.draw(other, 4, 53, 5) == 0:
            self.signal(other)
        self.settle(seat)

    # Points and the end: CL-54 to CL-60

    def score(self, seat: int, points: int, rule: int) -> None:
        self.scores[seat] += points
        if self.logging:
            self.emit(SCORED, rule, seat, NOBODY, NOBODY, points)

    def champion(self) -> int:
        """CL-57: who has the target and alone has the most; NOBODY where there is no such player."""
        best = NOBODY
        most = self.target - 1
        for seat in range(self.seats):
            if self.scores[seat] > most:
                best = seat
                most = self.scores[seat]
            elif self.scores[seat] == most:
                best = NOBODY
        return best

    def end_at_target(self) -> bool:
        """CL-57 after points inside a round, if `match_end` is at once: whether the match has ended."""
        if not self.at_once or self.target == 0:
            return False
        seat = self.champion()
        if seat == NOBODY:
            return False
        self.end_attack()
        self.end_match(seat)
        return True

    def end_round(self, winner: int) -> None:
        """CL-01, CL-56, CL-57; CL-60 without a winner. Attacks, signals and calls lapse."""
        self.end_attack()
        self.finish_round(0 if winner == NOBODY else 1 << winner)
        if winner == NOBODY:
            if self.logging:
                self.emit(ROUND_WITHOUT_WINNER, 60, NOBODY, NOBODY, NOBODY, self.round)
                self.tell_left(60)
        else:
            if self.logging:
                self.emit(ROUND_WON, 1, winner, NOBODY, NOBODY, self.round)
                self.tell_left(1)
            if self.target > 0:
                self.score(winner, 3, 56)
        if self.target > 0:
            winner = self.champion()
            if winner == NOBODY:
                self.deal_next_round()
                return
        self.end_match(winner)

    def deal_next_round(self) -> None:
        """CL-58, CL-59: the deal passes on by the chairs as they are now."""
        self.dealer = self.left_of(self.dealer)
        if self.reset_chairs:
            for seat in range(self.seats):
                self.seat_at[seat] = seat
                self.chair_of[seat] = seat
        if self.logging:
            self.emit(NEXT_ROUND, 58, self.dealer, NOBODY, NOBODY, self.round + 1)
        self.start_round()

    def end_match(self, winner: int) -> None:
        self.finish_match(0 if winner == NOBODY else 1 << winner)
        if self.logging:
            if winner == NOBODY:
                self.emit(MATCH_WITHOUT_WINNER, 60, NOBODY, NOBODY, NOBODY, 0)
            else:
                self.emit(MATCH_WON, 57, winner, NOBODY, NOBODY, self.scores[winner])

    # What a search plays for

    def worth(self, seat: int) -> float:
        return self.worth_of_round(seat, self.target, USUAL_POINTS)

    def foresight(self) -> int:
        return self.few_laps(self.target)

    # What a sensible player thinks of first: habits of calm.py that a look at the table is enough for

    def sift(self, seat: int, count: int, words: list[int]) -> None:
        if self.stage == SAY_MORE:
            if words[1] != 0:
                words[0] = 0
        elif self.stage == SAY_BECOME:
            words[2] = self.best_become(seat, words[2])
        elif self.stage == SAY_TARGET:
            words[0] = ONE << (TARGET + self.best_target(seat))
        elif count == 4:
            if words[3] != 0:
                words[0] = 0
                words[3] = self.best_for_duel(words[3])
        elif count == 2 and words[1] != 0:
            if self.phase == PLAYING:
                if words[1] == ALMIGHTY_BIT and self.rather_waits(seat):
                    words[0] = ONE << (PASS if self.drawn else DRAW)
                    words[1] = 0
                    return
                words[1] = self.best_kinds(seat, words[1])
            words[0] = 0
        elif words[0] >> BLOCK & 1:
            words[0] = ONE << BLOCK

    def merit(self, seat: int, kind: int) -> int:
        """Low numbers first; what leaves cards of many elements, and cards that go on it."""
        value = kind & 15
        if kind == ALMIGHTY:
            return -120
        if kind == SHIELD:
            return -80
        left = self.mask[seat]
        if self.held[seat * self.slots + kind] == 1:
            left ^= ONE << kind
        merit = 0
        for element in range(4):
            if left >> (element * 16) & OF_ONE:
                merit += 8
        beating = self.beating(kind >> 4, value if value < HAVOC else 0)
        merit += 2 * popcount(left & beating)
        following = self.next_seat(seat)
        if value < HAVOC:
            merit -= 3 * value
        elif value == PICK_UP:
            if self.seats == 2 or self.hand_size[following] <= 2:
                merit += 30
        elif kind == BALANCE:
            merit += 10
            for other in range(self.seats):
                if other != seat and self.hand_size[other] <= 3:
                    merit += 20
        elif kind == ECHO:
            merit += 40 if left & WATERS else -30
        elif kind == CHAIN:
            merit += 30 if left & beating else -10
        elif left & NUMBERS == 0 or self.hand_size[self.best_target(seat)] == 1:
            merit -= 60
        elif self.hand_size[seat] == 2:
            merit += 500
        else:
            merit += 30
        if self.hand_size[following] == 1 and kind >> 4 != self.element:
            merit += 10
        return merit

    def rather_waits(self, seat: int) -> bool:
        """An Almighty is not laid alone while nobody is close to going out."""
        close = 0
        for other in range(self.seats):
            if other != seat and self.hand_size[other] <= 3:
                close += 1
        return close == 0 and self.hand_size[seat] > 2 and not self.must_play

    def best_become(self, seat: int, kinds: int) -> int:
        """An attack, another turn, or a number."""
        if kinds & PICK_UPS:
            return kinds & ONE << FIRE_2 if kinds & ONE << FIRE_2 else kinds & PICK_UPS
        if kinds & TURNS:
            return kinds & TURNS
        return kinds & NUMBERS if kinds & NUMBERS else kinds

    def best_target(self, seat: int) -> int:
        """A chair swap is a second turn with the next seat; a duel is for who has many cards and no guard."""
        best = self.next_seat(seat)
        if self.said_as == CHAIN and self.stage == SAY_TARGET:
            return best
        most = -1
        other = best
        while other != seat:
            merit = self.hand_size[other]
            if self.guards >> other & 1:
                merit = 0
            if merit > most:
                most = merit
                best = other
            other = self.next_seat(other)
        return best

    def best_for_duel(self, kinds: int) -> int:
        """The highest numbers."""
        value = HAVOC
        while not kinds & EVERY_ELEMENT << value:
            value -= 1
        return kinds & EVERY_ELEMENT << value

    # What a seat cannot know

    def redeal(self, viewer: int) -> None:
        """A secret duel card, and a drawn card that could be played, become ones that fit the hand dealt anew."""
        Table.redeal(self, viewer)
        if self.phase == DUELING:
            self.redeal_duel(viewer)
        elif self.drawn and self.turn != viewer:
            self.provide(self.turn, self.valid, viewer, 1 << self.turn)
            self.drawn_card = self.any_of(self.turn, self.valid)

    def redeal_duel(self, viewer: int) -> None:
        """Who has chosen, or has still to choose and cannot draw for it, holds a number card."""
        bound = 1 << self.attacker
        if self.accepted or self.duel_choice == 2 or self.chosen[1] != NO_KIND:
            bound |= 1 << self.defender
        for i in range(2):
            seat = self.attacker if i == 0 else self.defender
            if seat != viewer and bound >> seat & 1:
                self.provide(seat, NUMBERS, viewer, bound)
        for i in range(2):
            seat = self.attacker if i == 0 else self.defender
            if seat != viewer and self.chosen[i] != NO_KIND:
                self.chosen[i] = self.any_of(seat, NUMBERS)

    def provide(self, seat: int, kinds: int, viewer: int, bound: int) -> None:
        """See to it that a hand that was just dealt holds one of these kinds: exchange a card for one from the draw
        pile, or else from another such hand. Seats in `bound` keep one themselves."""
        if self.mask[seat] & kinds:
            return
        given = self.any_of(seat, EVERYTHING)
        count = 0
        for i in range(self.draw_count):
            count += kinds >> self.draw_pile[i] & 1
        if count > 0:
            count = self.below(count)
            for i in range(self.draw_count):
                card = self.draw_pile[i]
                if kinds >> card & 1:
                    if count == 0:
                        self.lose(seat, given)
                        self.gain(seat, card)
                        self.draw_pile[i] = given
                        return
                    count -= 1
        for other in range(self.seats):
            if other in (viewer, seat):
                continue
            if self.count_of(other, kinds) > (bound >> other & 1):
                card = self.any_of(other, kinds)
                self.lose(other, card)
                self.lose(seat, given)
                self.gain(seat, card)
                self.gain(other, given)
                return

    def count_of(self, seat: int, kinds: int) -> int:
        """How many cards of these kinds a hand holds."""
        count = 0
        kinds &= self.mask[seat]
        while kinds != 0:
            count += self.held[seat * self.slots + lowest_bit(kinds)]
            kinds &= kinds - 1
        return count

    def any_of(self, seat: int, kinds: int) -> int:
        """A random card of these kinds from a hand that holds one."""
        place = self.below(self.count_of(seat, kinds))
        kinds &= self.mask[seat]
        while True:
            kind = lowest_bit(kinds)
            kinds &= kinds - 1
            count = self.held[seat * self.slots + kind]
            if place < count:
                return kind
            place -= count

    # From here on: what Python callers use.

    def read_options(self) -> None:
        """Take the options into fields; what is "auto" follows the mode."""
        options = self.options
        competition = options["mode"] == "competition"
        self.sequences = options["sequences"] if options["sequences"] != "auto" else competition
        self.slams = options["slams"] if options["slams"] != "auto" else competition
        self.last_card = options["last_card"] if options["last_card"] != "auto" else competition
        self.target = options["target"] if options["target"] != "auto" else 15 * competition
        self.at_once = options["match_end"] == "at_once"
        self.havoc_on_same_element = options["havoc_on_same_element"]
        self.must_play = options["must_play"]
        self.pickup_stacking = options["pickup_stacking"]
        self.guard_keeps_turn = options["guard_keeps_turn"]
        self.shield_keeps_turn = options["shield_keeps_turn"]
        self.opposites_tie = options["duel_opposites"] == "tie"
        self.reset_chairs = options["reset_chairs"]

    def facts(self) -> dict[str, Any]:
        """The fields of this game that are not in `Table.snapshot`, as plain values."""
        saying = self.stage != 0
        return {
            "phase": self.phase,
            "element": self.element,
            "value": self.value,
            "any_card": bool(self.any_card),
            "echo": bool(self.echo),
            "valid": self.valid,
            "guards": self.guards,
            "signals": self.signals,
            "attacker": self.attacker,
            "defender": self.defender,
            "attack_cards": self.attack_cards,
            "duel_choice": self.duel_choice,
            "accepted": bool(self.accepted),
            "chosen": [self.chosen[0], self.chosen[1]],
            "duel_cards": self.shown_duel_cards(),
            "duel_count": self.duel_count,
            "opposites_tie": bool(self.opposites_tie),
            "said": [self.said[i] for i in range(self.said_size)] if saying else [],
            "said_size": self.said_size if saying else 0,
            "said_as": self.said_as if saying else NO_KIND,
            "said_target": self.said_target if saying else NOBODY,
        }

    def snapshot(self) -> dict[str, Any]:
        return Table.snapshot(self) | self.facts()

    def shown_duel_cards(self) -> list[int]:
        """The cards of a duel that lie open: challenger, defender, and again."""
        return [self.duel_cards[i] for i in range(self.duel_count)]

    def loose_cards(self) -> list[int]:
        return self.shown_duel_cards()

    def chosen_by(self, seat: int) -> int:
        """The duel card that a seat has chosen and not shown, or NO_KIND. For its own eyes."""
        if self.phase != DUELING or seat not in (self.attacker, self.defender):
            return NO_KIND
        return self.chosen[0 if seat == self.attacker else 1]

    def can_play(self, kind: int) -> bool:
        """Whether this kind of card is valid for the seat in turn."""
        return bool(self.valid >> kind & 1)

    def can_play_something(self, seat: int) -> bool:
        return self.mask[seat] & self.valid != 0

    def beats_top(self, kind: int) -> bool:
        """Whether this kind of card is valid on the card to beat."""
        return bool(self.any_card) or bool(self.beating(self.element, self.value) >> kind & 1)

    def holds_number(self, seat: int) -> bool:
        return self.mask[seat] & NUMBERS != 0

    def goes_on_after(self, seat: int, cards: list[int]) -> bool:
        """Whether the table, having been told these cards of a play, asks for another. Overwrites what was said."""
        for i in range(len(cards)):
            self.said[i] = cards[i]
        self.said_size = len(cards)
        return self.further(seat) != 0

    def stand(self, seat: int, guards: int, signals: int) -> None:
        """In a position given by hand: the beginning of a seat's turn."""
        self.clear_round()
        self.guards = guards
        self.signals = signals
        self.count_top_as(self.top_card() if self.discard_count > 0 else ALMIGHTY)
        self.begin_turn(seat)
        self.settle(seat)

    def deal_from(self, order: list[int]) -> None:
        """A fresh round dealt from this deck, first card first."""
        self.place([], order, [])
        self.clear_round()
        self.deal_round()
