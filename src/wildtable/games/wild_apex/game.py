"""Wild Apex: the state of a match and what each choice does to it, in the order of rules.md.

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
from wildtable.games.wild_apex.codes import (
    ACCUSE,
    ACCUSED,
    ALL,
    AS_COUNTER,
    ASKED,
    ASKING,
    ATTACKED,
    CALLED_OFF,
    CATCH,
    CAUGHT,
    COLOR,
    COLOR_CHOSEN,
    COUNTER,
    CRIED,
    CRY,
    CUT,
    CUT_MADE,
    CUTTING,
    DEALER_CHOOSES,
    DODGE,
    DRAW,
    DRAW_1,
    DRAW_2,
    FURY,
    FURY_COUNTERED,
    GIVE,
    LAPSED,
    LEAP,
    MISSED,
    NAMED,
    NO_ATTACK,
    NO_COLOR,
    NO_EFFECT,
    OUT_OF_TURN,
    PASS,
    PASSED,
    PLAY,
    PLAYED,
    PLAYING,
    SAID,
    SAY,
    SAY_COLOR,
    SAY_CRY,
    SAY_EFFECT,
    SAY_FURY,
    SAY_GIVE,
    SENT_BACK,
    SHIFT,
    SILENT,
    STANDS_FOR,
    TAKE,
    TO_ALL,
    TO_SOME,
    TOOK,
    TURNED_UP,
    WENT_OUT,
    WILD,
    WILD4,
)

if not cython.compiled:
    from wildtable.engine.bits import ALL_64, ONE, lowest_bit, popcount

USUAL_POINTS = 70  # in a hand when another seat has gone out
ONE_COLOR = 0x3FFF  # the fourteen values of one colour, as bits of a set of kinds
ONE_VALUE = 0x0001000100010001  # one value in four colours
FURY_BIT = ONE << FURY
WILD4_BIT = ONE << WILD4
COLORED = ONE_COLOR * ONE_VALUE
FREE_WILDS = ONE << DODGE | ONE << COUNTER | FURY_BIT
ANSWERS_TO_DRAW_2 = FREE_WILDS
ANSWERS_TO_DRAW_1 = FREE_WILDS | ONE_VALUE << DRAW_1
ONE_COLOR_EACH = 15 << COLOR  # the four choices of a colour
STANDS_FOR_ANY = ONE_COLOR * ONE_VALUE | ONE << DODGE | ONE << COUNTER | WILD4_BIT


class WildApex(Table):
    """A match of Wild Apex."""

    def __init__(self) -> None:
        super().__init__()
        # options
        self.decks = 1
        self.target = 0
        self.points_action = 20
        self.points_wild = 50
        self.offer_cut = True
        self.two_player_shift_skips = False
        self.out_of_turn_penalty = True
        self.bluff = False
        self.fury_split = True
        self.fury_as_answerable = True
        self.hardcore = False

        self.phase = PLAYING
        self.color = NO_COLOR  # in force
        self.value = WILD  # of the top card as it counts: a wild card has none
        self.match = 0  # the kinds that may be laid on it, Wild Draw 4 apart

        # an attack in force; the attacked seat is `turn`
        self.attack = NO_ATTACK  # DRAW_1, DRAW_2, or WILD for a Wild Draw 4
        self.attack_cards = 0
        self.attacker = NOBODY

        self.went_out = NOBODY  # whose last card is still taking effect (WA-64)

        # a Fury whose cards are not dealt yet
        self.fury_player = NOBODY
        self.gifts = [0] * 12  # by seat

        # the last Wild Draw 4 of each seat, with `bluff` (WA-38)
        self.accusers = [0] * 12  # who may still accuse, bits by seat
        self.unlawful = 0  # bits by seat; its player alone knows
        self.found_lawful = 0  # bits by seat: an accusation has shown that it was lawful
        self.wild4_on = [0] * 12  # colour × 16 + value that it was laid on

        self.shown = [0] * 36  # by seat × 3 + deck: kinds that a play out of turn has shown, as bits

        # the move that is being said
        self.said_card = 0
        self.said_as = 0  # the kind that it counts as
        self.said_color = NO_COLOR
        self.said_effect = NO_EFFECT
        self.said_cry = 0  # 1 to 3: the deck whose cry was given
        self.said_gifts = [0] * 12
        self.said_left = 0  # cards of a Fury not given yet
        self.said_last = NOBODY  # who was given the last one

    def copy_from(self, other: Table) -> None:
        Table.copy_from(self, other)
        self.copy_game(cython.cast(WildApex, other))

    def copy_game(self, other: WildApex) -> None:
        self.decks = other.decks
        self.target = other.target
        self.points_action = other.points_action
        self.points_wild = other.points_wild
        self.offer_cut = other.offer_cut
        self.two_player_shift_skips = other.two_player_shift_skips
        self.out_of_turn_penalty = other.out_of_turn_penalty
        self.bluff = other.bluff
        self.fury_split = other.fury_split
        self.fury_as_answerable = other.fury_as_answerable
        self.hardcore = other.hardcore
        self.phase = other.phase
        self.color = other.color
        self.value = other.value
        self.match = other.match
        self.attack = other.attack
        self.attack_cards = other.attack_cards
        self.attacker = other.attacker
        self.went_out = other.went_out
        self.fury_player = other.fury_player
        self.gifts[:] = other.gifts
        self.accusers[:] = other.accusers
        self.unlawful = other.unlawful
        self.found_lawful = other.found_lawful
        self.wild4_on[:] = other.wild4_on
        self.shown[:] = other.shown
        self.said_card = other.said_card
        self.said_as = other.said_as
        self.said_color = other.said_color
        self.said_effect = other.said_effect
        self.said_cry = other.said_cry
        self.said_gifts[:] = other.said_gifts
        self.said_left = other.said_left
        self.said_last = other.said_last

    # Setup: WA-02 to WA-06

    def open_match(self) -> None:
        self.dealer = self.seats - 1
        self.start_round()

    def start_round(self) -> None:
        """WA-03: the cards are shuffled, and the player on the dealer's right is offered a cut."""
        self.round += 1
        self.gather()
        self.clear_round()
        if self.offer_cut:
            self.ask_for_cut()
        else:
            self.deal_round()

    def clear_round(self) -> None:
        """WA-07: every round starts clockwise. Nothing is left of the round before."""
        self.direction = 1
        self.color = NO_COLOR
        self.value = WILD
        self.match = 0
        self.idle_turns = 0
        self.uncalled = 0
        self.end_attack()
        self.went_out = NOBODY
        self.fury_player = NOBODY
        self.gifts[:] = [0] * 12
        self.accusers[:] = [0] * 12
        self.unlawful = 0
        self.found_lawful = 0
        self.shown[:] = [0] * 36
        self.said_gifts[:] = [0] * 12
        self.said_effect = NO_EFFECT
        self.said_cry = 0

    def ask_for_cut(self) -> None:
        self.phase = CUTTING
        self.turn = self.right_of(self.dealer)
        self.required = 1 << self.turn

    def cut(self, seat: int, count: int) -> None:
        """WA-03: the top `count` cards go, in their order, under the others."""
        for i in range(self.draw_count):
            self.discard_pile[i] = self.draw_pile[i]
        for i in range(self.draw_count):
            place = i + count
            if place >= self.draw_count:
                place -= self.draw_count
            self.draw_pile[place] = self.discard_pile[i]
        self.stir(count)
        if self.logging:
            self.emit(CUT_MADE, 3, seat, NOBODY, NOBODY, count)
        self.deal_round()

    def deal_round(self) -> None:
        """WA-04, WA-05, WA-06."""
        self.deal(7)
        if self.logging:
            self.emit(DEALT, 4, self.dealer, NOBODY, NOBODY, 7)
        self.draw_count -= 1
        self.discard(self.draw_pile[self.draw_count])
        self.turn_up()

    def turn_up(self) -> None:
        """WA-06: the start card is the dealer's first play."""
        kind = self.top_card() & 63
        value = kind & 15
        self.turn = self.dealer
        if self.logging:
            self.emit(TURNED_UP, 6, self.dealer, NOBODY, self.top_card(), 0)
        if value == WILD:
            self.phase = DEALER_CHOOSES
            self.required = 1 << self.dealer
            return
        self.count_top_as(kind, kind >> 4)
        self.do_effect(self.dealer, kind)

    def dealer_chose(self) -> None:
        """WA-06: the colour of a wild start card, and the effect of a Fury."""
        kind = self.top_card() & 63
        self.count_top_as(kind, self.said_color)
        if self.logging:
            self.emit(COLOR_CHOSEN, 6, self.dealer, NOBODY, self.top_card(), self.said_color)
            self.log_split(self.dealer, 29 if self.said_effect == TO_SOME else 17)
        if self.said_effect != NO_EFFECT:
            self.take_up_gifts(self.dealer)
            self.ask_or_deal(self.dealer)
        else:
            self.do_effect(self.dealer, kind)
        self.settle(self.dealer)

    # Whose turn

    def begin_turn(self, seat: int) -> None:
        self.phase = PLAYING
        self.take_turn(seat)

    def settle(self, seat: int) -> None:
        """After each move: the round ends once a last card has taken effect (WA-64); then, who may interrupt."""
        if self.went_out != NOBODY and self.attack == NO_ATTACK and self.phase == PLAYING:
            self.end_round(self.went_out)
        self.optional = self.catchers()
        if self.bluff:
            for other in range(self.seats):
                self.optional |= self.accusers[other]
        self.moved(seat)

    # What may be chosen

    def offer(self, seat: int, which: int, words: list[int]) -> int:
        if self.stage != 0:
            return self.offer_rest_of_move(seat, which, words)
        words[0] = 0
        if which & OPTIONAL and self.optional >> seat & 1:
            words[0] = self.offer_windows(seat)
            if which & BRISK and self.catchable(seat):
                words[0] ^= ONE << DECLINE
        if not (which & REQUIRED and self.required >> seat & 1):
            return 1
        if self.phase == PLAYING:
            if self.attack != NO_ATTACK:
                words[0] |= ONE << TAKE
                return self.offer_cards(seat, self.answers(seat), words)
            return self.offer_free_turn(seat, which, words)
        if self.phase == ASKING:
            words[0] |= ONE << TAKE
            return self.offer_cards(seat, self.mask[seat] & FURY_BIT, words)
        if self.phase == DEALER_CHOOSES:
            words[0] |= ONE_COLOR_EACH
            return 1
        return self.offer_cut_places(words)

    def offer_windows(self, seat: int) -> int:
        """Catches (WA-49) and accusations (WA-38)."""
        found = ONE << DECLINE | (ONE * self.catchable(seat)) << CATCH
        if self.bluff:
            for other in range(self.seats):
                if self.accusers[other] >> seat & 1:
                    found |= ONE << (ACCUSE + other)
        return found

    def offer_free_turn(self, seat: int, which: int, words: list[int]) -> int:
        """WA-08 to WA-11, WA-76."""
        kinds = self.playable(seat)
        if which & BRISK and kinds != 0:
            pass  # who can play does
        elif self.drawn:
            words[0] |= ONE << PASS
        elif self.can_draw():
            words[0] |= ONE << DRAW
        elif kinds == 0:
            words[0] |= ONE << PASS
        return self.offer_cards(seat, kinds, words)

    def playable(self, seat: int) -> int:
        """WA-12, and WA-36: a Wild Draw 4 only where nothing else can be played, but with `bluff` always."""
        kinds = self.mask[seat] & self.match
        # Multiplied, as a branch here would be one that no processor foresees.
        return kinds | (self.mask[seat] & WILD4_BIT) * ((kinds == 0) | self.bluff)

    def answers(self, seat: int) -> int:
        """WA-31 to WA-37: what an attacked seat may lay. Who has gone out can only take (WA-64)."""
        if seat == self.went_out:
            return 0
        if self.attack == DRAW_1:
            return self.mask[seat] & ANSWERS_TO_DRAW_1
        if self.attack == DRAW_2:
            return self.mask[seat] & ANSWERS_TO_DRAW_2
        return self.mask[seat] & FURY_BIT

    def offer_cards(self, seat: int, kinds: int, words: list[int]) -> int:
        """The cards of these kinds, deck by deck."""
        if self.decks == 1:
            words[1] = kinds
            return 2
        words[1] = 0
        words[2] = 0
        words[3] = 0
        while kinds != 0:
            kind = lowest_bit(kinds)
            kinds &= kinds - 1
            for deck in range(self.decks):
                if self.held[seat * self.slots + deck * 64 + kind] != 0:
                    words[1 + deck] |= ONE << kind
        return 1 + self.decks

    def offer_cut_places(self, words: list[int]) -> int:
        """WA-03: from 0 to the number of cards less 1."""
        count = 5
        for i in range(1, count):
            words[i] = 0
        left = self.draw_count
        while left > 0:
            words[count] = ALL_64 if left >= 64 else (ONE << left) - 1
            left -= 64
            count += 1
        return count

    def offer_rest_of_move(self, seat: int, which: int, words: list[int]) -> int:
        """What the seat that is speaking may say next."""
        words[0] = 0
        if seat != self.speaker:
            return 1
        if self.stage == SAY_COLOR:
            words[0] = ONE_COLOR_EACH
        elif self.stage == SAY_CRY:
            if which & BRISK:
                words[0] = ONE << (CRY + (self.said_card >> 6))
            else:
                words[0] = ONE << SILENT | ((ONE << self.decks) - 1) << CRY
        elif self.stage == SAY_FURY:
            words[0] = ONE_COLOR_EACH
            words[1] = 0
            words[2] = 0
            words[3] = 0
            words[4] = STANDS_FOR_ANY
            return 5
        else:
            # WA-42: in the direction of play, so that each split is said in one way only
            other = self.said_last
            if self.stage == SAY_EFFECT:
                words[0] = ONE << ALL
                other = self.next_seat(seat)
            while other != seat:
                words[0] |= ONE << (GIVE + other)
                other = self.next_seat(other)
        return 1

    # Choices

    def make(self, seat: int, choice: int) -> None:
        if choice == DECLINE:
            self.asked |= 1 << seat
            return
        self.round_over = False
        if choice >= CUT:
            self.cut(seat, choice - CUT)
            self.moved(seat)
        elif choice >= STANDS_FOR:
            self.stand_for(seat, choice - STANDS_FOR)
        elif choice >= PLAY:
            self.play_card(seat, choice - PLAY)
        elif choice == DRAW:
            self.draw_one(seat)
        elif choice == PASS:
            self.pass_turn(seat)
        elif choice == TAKE:
            self.take(seat)
        elif choice == SILENT:
            self.lay(seat)
        elif choice == SAY:
            self.say(seat)
        elif choice < COLOR:
            self.said_cry = choice - CRY + 1  # WA-45: the cry is part of the play
            self.lay(seat)
        elif choice < ALL:
            self.choose_color(seat, choice - COLOR)
        elif choice == ALL:
            self.give_to_all(seat)
        elif choice < CATCH:
            self.give_to(seat, choice - GIVE)
        elif choice < ACCUSE:
            self.catch(seat, choice - CATCH)
        else:
            self.accuse(seat, choice - ACCUSE)

    def ask_further(self, seat: int, stage: int) -> None:
        self.speaker = seat
        self.stage = stage

    def play_card(self, seat: int, card: int) -> None:
        if not self.required >> seat & 1:
            self.play_out_of_turn(seat, card)
            return
        kind = card & 63
        self.said_card = card
        self.said_as = kind
        if kind & 15 != WILD:
            self.said_color = kind >> 4
            self.complete(seat)
        elif kind == FURY and self.phase == PLAYING and self.attack == NO_ATTACK:
            self.ask_further(seat, SAY_FURY)
        else:
            self.ask_further(seat, SAY_COLOR)

    def stand_for(self, seat: int, kind: int) -> None:
        """WA-17: a Fury as any other card."""
        self.said_as = kind
        if kind & 15 == WILD:
            self.ask_further(seat, SAY_COLOR)
        else:
            self.said_color = kind >> 4
            self.complete(seat)

    def choose_color(self, seat: int, color: int) -> None:
        self.said_color = color
        if self.phase == DEALER_CHOOSES:
            if self.top_card() & 63 == FURY:
                self.ask_further(seat, SAY_EFFECT)
            else:
                self.dealer_chose()
        elif self.stage == SAY_FURY:
            self.ask_further(seat, SAY_EFFECT)
        else:
            if self.said_as == FURY:
                self.said_effect = AS_COUNTER
            self.complete(seat)

    def give_to_all(self, seat: int) -> None:
        """WA-17: all the others draw one."""
        self.said_effect = TO_ALL
        for other in range(self.seats):
            self.said_gifts[other] = 1
        self.said_gifts[seat] = 0
        self.complete(seat)

    def give_to(self, seat: int, other: int) -> None:
        """WA-29: four cards to other players; WA-72: hardcore rules allow any split."""
        if self.said_effect != TO_SOME:
            self.said_effect = TO_SOME
            self.said_left = 4
        portion = 1
        if not self.fury_split and not self.hardcore:
            portion = 4
        self.said_gifts[other] += portion
        self.said_left -= portion
        if self.said_left > 0:
            self.said_last = other
            self.ask_further(seat, SAY_GIVE)
        else:
            self.complete(seat)

    def complete(self, seat: int) -> None:
        """All is said but the cry, which is due with the second-to-last card (WA-18)."""
        if self.phase == DEALER_CHOOSES:
            self.dealer_chose()
        elif self.hand_size[seat] == 2:
            self.ask_further(seat, SAY_CRY)
        else:
            self.lay(seat)

    # A card is laid

    def lay(self, seat: int) -> None:
        """The steps that every play goes through, on a free turn or as an answer."""
        card = self.said_card
        if self.bluff and card & 63 == WILD4:
            self.remember_wild4(seat)
        if card & 15 == WILD and card & 63 != FURY and self.phase == PLAYING and self.attack == NO_ATTACK:
            self.seems_to_lack(seat, self.match & COLORED)  # a wild card is mostly kept while another fits
        self.lose(seat, card)
        self.discard(card)
        self.uncalled = 0  # WA-48: so there is never more than one at fault
        self.idle_turns = 0
        self.count_top_as(self.said_as, self.said_color)
        if self.logging:
            self.log_play(seat)
        left = self.hand_size[seat]
        if left == 1:
            # WA-44: the cry of the deck that the played card is of
            if self.said_cry != (card >> 6) + 1:
                self.uncalled = 1 << seat
                if self.logging:
                    self.emit(MISSED, 18, seat, NOBODY, card, self.said_cry)
        elif left == 0 and self.went_out == NOBODY:
            self.went_out = seat
            if self.target == 0:
                self.end_at_once(seat)
        self.said_cry = 0
        if self.went_out == NOBODY or self.target > 0:
            if self.phase == ASKING:
                self.counter_fury(seat)
            elif self.attack != NO_ATTACK:
                self.answer(seat)
            elif self.said_effect != NO_EFFECT:
                self.take_up_gifts(seat)
                self.ask_or_deal(seat)
            else:
                self.do_effect(seat, self.said_as)
            self.said_effect = NO_EFFECT
            if self.logging and self.went_out == seat and self.target > 0:
                self.emit(WENT_OUT, 64, seat, NOBODY, card, 0)
        self.settle(seat)

    def log_play(self, seat: int) -> None:
        """What everybody hears and sees of a play: the card, what it counts as, the colour, the split, the cry."""
        rule = self.rule_of_play()
        self.emit(PLAYED, rule, seat, self.said_as, self.said_card, self.said_color)
        self.log_split(seat, rule)
        if self.said_cry:
            self.emit(CRIED, 44, seat, NOBODY, self.said_card, self.said_cry)

    def log_split(self, seat: int, rule: int) -> None:
        """Whom a Fury names, and for how many cards."""
        for other in range(self.seats):
            if self.said_gifts[other] > 0:
                self.emit(NAMED, rule, seat, other, FURY, self.said_gifts[other])

    def rule_of_play(self) -> int:
        value = self.said_as & 15
        if self.said_effect == TO_SOME:
            return 29
        if self.said_effect == TO_ALL:
            return 17
        if self.phase == ASKING:
            return 40
        if value < DRAW_1:
            return 21
        if value in (SHIFT, LEAP):
            return 13
        if value == DRAW_1:
            return 22 if self.attack == NO_ATTACK else 31
        if value == DRAW_2:
            return 23
        if self.said_as == DODGE:
            return 32 if self.attack == DRAW_1 else 24
        if self.said_as == WILD4:
            return 26
        return self.counter_rule() if self.attack != NO_ATTACK else 25

    def count_top_as(self, kind: int, color: int) -> None:
        """WA-12: what the top card is matched by, its colour, its number or type; of a wild card the colour alone."""
        self.color = color
        self.value = kind & 15
        self.match = self.matching(color, self.value)

    def matching(self, color: int, value: int) -> int:
        """The kinds that share a colour, a number or a type, and the wild ones that go on anything."""
        kinds = ONE_COLOR << (color * 16) | FREE_WILDS
        if value != WILD:
            kinds |= ONE_VALUE << value
        return kinds

    def do_effect(self, seat: int, kind: int) -> None:
        """WA-13, WA-14, WA-22 to WA-26: what a card does on a free turn, or as a start card."""
        value = kind & 15
        if value < DRAW_1:
            self.begin_turn(self.next_seat(seat))
        elif value == SHIFT:
            self.direction = -self.direction
            if self.seats == 2 and self.two_player_shift_skips:
                self.begin_turn(seat)
            else:
                self.begin_turn(self.next_seat(seat))
        elif value == LEAP:
            self.begin_turn(self.next_seat(self.next_seat(seat)))
        elif value == DRAW_1:
            self.attack_next(seat, DRAW_1, 1)
        elif value == DRAW_2:
            self.attack_next(seat, DRAW_2, 2)
        elif kind == WILD4:
            self.attack_next(seat, WILD, 4)
        else:
            self.begin_turn(self.next_seat(seat))

    def attack_next(self, seat: int, kind: int, count: int) -> None:
        """WA-14. An attack by a Fury is answered like that of its card, or by a Fury only (WA-17)."""
        self.attack = kind
        if not self.fury_as_answerable and self.top_card() & 63 == FURY:
            self.attack = WILD
        self.attack_cards = count
        self.attacker = seat
        self.begin_turn(self.next_seat(seat))
        if self.logging:
            self.emit(ATTACKED, 14, self.turn, seat, self.top_card(), count)

    def end_attack(self) -> None:
        self.attack = NO_ATTACK
        self.attack_cards = 0
        self.attacker = NOBODY

    def answer(self, seat: int) -> None:
        """WA-31 to WA-37: a Draw 1 on a Draw 1, a Dodge, a Counter, or a Fury as a Counter."""
        value = self.said_as & 15
        if value == DRAW_1:
            self.attack_cards += 1
            self.attacker = seat
            self.begin_turn(self.next_seat(seat))
            if self.logging:
                self.emit(ATTACKED, 31, self.turn, seat, self.said_card, self.attack_cards)
            return
        if self.said_as == DODGE:
            if self.logging:
                self.emit(
                    CALLED_OFF,
                    32 if self.attack == DRAW_1 else 24,
                    seat,
                    NOBODY,
                    self.said_card,
                    self.attack_cards,
                )
        else:
            rule = self.counter_rule()
            if self.logging:
                self.emit(SENT_BACK, rule, seat, self.attacker, self.said_card, self.attack_cards)
            self.draw(self.attacker, self.attack_cards, rule, 58)
        self.end_attack()
        self.begin_turn(self.next_seat(seat))

    def attack_laid(self) -> int:
        """What the attack was laid as: one by a Fury is only answered as if it were a Wild Draw 4 (WA-17)."""
        if self.attack == WILD and not self.fury_as_answerable:
            if self.attack_cards == 1:
                return DRAW_1
            if self.attack_cards == 2:
                return DRAW_2
        return self.attack

    def counter_rule(self) -> int:
        """The rule by which a Counter, or a Fury as one, sends this attack back."""
        attack = self.attack_laid()
        if self.said_as == COUNTER:
            return 33 if attack == DRAW_1 else 25
        if attack == DRAW_1:
            return 34
        return 28 if attack == DRAW_2 else 37

    def take(self, seat: int) -> None:
        if self.phase == ASKING:
            self.take_from_fury(seat)
            return
        attack = self.attack_laid()
        rule = 26
        if attack == DRAW_1:
            rule = 35
        elif attack == DRAW_2:
            rule = 23
        self.draw(seat, self.attack_cards, rule, 58)
        self.end_attack()
        self.begin_turn(self.next_seat(seat))
        self.settle(seat)

    # Wild Fury: WA-40 to WA-43

    def take_up_gifts(self, seat: int) -> None:
        """The split that was said becomes the one that is dealt."""
        self.fury_player = seat
        self.gifts[:] = self.said_gifts
        self.said_gifts[:] = [0] * 12
        self.said_effect = NO_EFFECT

    def ask_or_deal(self, seat: int) -> None:
        """WA-40: with two or more decks all named seats are asked before a card is dealt."""
        if self.decks == 1:
            self.deal_gifts()
            return
        self.phase = ASKING
        self.required = 0
        for other in range(self.seats):
            if self.gifts[other] > 0:
                self.required |= 1 << other
        if self.logging:
            self.emit(ASKED, 40, seat, NOBODY, self.top_card(), self.required)

    def deal_gifts(self) -> None:
        """WA-42: in the direction of play, each its whole share. WA-43: the next seat plays next all the same."""
        player = self.fury_player
        seat = self.next_seat(player)
        while seat != player:
            if self.gifts[seat] > 0:
                self.draw(seat, self.gifts[seat], 42, 58)
            seat = self.next_seat(seat)
        self.end_fury()

    def end_fury(self) -> None:
        self.gifts[:] = [0] * 12
        self.begin_turn(self.next_seat(self.fury_player))
        self.fury_player = NOBODY

    def take_from_fury(self, seat: int) -> None:
        """An asked seat does not counter; the cards are dealt when nobody has."""
        self.required ^= 1 << seat
        if self.logging:
            self.emit(TOOK, 40, seat, self.fury_player, NOBODY, self.gifts[seat])
        if self.required == 0:
            self.deal_gifts()
        self.settle(seat)

    def counter_fury(self, seat: int) -> None:
        """WA-40: a Fury counters a Fury, for everyone; the four cards go to the first one's player."""
        if self.logging:
            self.emit(FURY_COUNTERED, 40, seat, self.fury_player, self.said_card, 4)
        self.draw(self.fury_player, 4, 40, 58)
        self.end_fury()

    # Drawing and passing

    def draw_one(self, seat: int) -> None:
        """WA-09, WA-11, WA-52."""
        self.draw_in_turn(seat, 11, 58, self.match & COLORED)
        self.idle_turns = 0
        self.moved(seat)

    def pass_turn(self, seat: int) -> None:
        """WA-09 after drawing; WA-76 where there is nothing to draw; WA-77 when that has gone all round."""
        if self.drawn:
            self.idle_turns = 0
            self.drawn_since[seat] = 0  # the new card does not fit either
        else:
            self.idle_turns += 1
        if self.logging:
            self.emit(PASSED, 9 if self.drawn else 76, seat, NOBODY, NOBODY, 0)
        if self.idle_turns == self.seats:
            self.end_round(NOBODY)
        else:
            self.begin_turn(self.next_seat(seat))
        self.settle(seat)

    # Windows: WA-38, WA-48, WA-49

    def catch(self, seat: int, other: int) -> None:
        self.uncalled = 0
        if self.logging:
            self.emit(CAUGHT, 49, other, seat, NOBODY, 4)
        self.draw(other, 4, 49, 58)
        self.settle(seat)

    def remember_wild4(self, seat: int) -> None:
        """WA-36 judges the hand at this moment; another Wild Draw 4 in it is no hindrance."""
        bit = 1 << seat
        self.accusers[seat] = ((1 << self.seats) - 1) ^ bit
        self.wild4_on[seat] = self.color * 16 + self.value
        self.unlawful |= bit
        if not self.mask[seat] & self.match:
            self.unlawful ^= bit
        self.found_lawful |= bit
        self.found_lawful ^= bit

    def accuse(self, seat: int, other: int) -> None:
        right = self.unlawful >> other & 1
        if self.logging:
            self.emit(ACCUSED, 38, other, seat, NOBODY, right)
        if right:
            self.accusers[other] = 0
            self.unlawful ^= 1 << other
            self.draw(other, 4, 38, 58)
        else:
            self.accusers[other] ^= 1 << seat
            self.found_lawful |= 1 << other
        self.settle(seat)

    # Invalid plays and talk: WA-50, WA-71

    def play_out_of_turn(self, seat: int, card: int) -> None:
        """WA-50: the card is taken back, and everybody has seen it."""
        self.shown[seat * 3 + (card >> 6)] |= ONE << (card & 63)
        self.anything_shown = True
        if self.logging:
            self.emit(OUT_OF_TURN, 50, seat, NOBODY, card, 1)
        self.draw(seat, 1, 50, 58)
        self.moved(seat)

    def forget(self, seat: int, card: int) -> None:
        """A shown card has been laid, or one that nobody can tell from it."""
        place = seat * 3 + (card >> 6)
        bit = ONE << (card & 63)
        if self.shown[place] & bit:
            self.shown[place] ^= bit

    def pinned(self, viewer: int, seat: int, card: int) -> int:
        return self.shown[seat * 3 + (card >> 6)] >> (card & 63) & 1

    def say(self, seat: int) -> None:
        """WA-71: with `hardcore`, no word by the seat in turn before its second-to-last card."""
        if self.hardcore and self.phase == PLAYING and self.turn == seat and self.hand_size[seat] == 2:
            if self.logging:
                self.emit(SAID, 71, seat, NOBODY, NOBODY, 0)
            self.draw(seat, 4, 71, 58)
        elif self.logging:
            self.emit(SAID, 69, seat, NOBODY, NOBODY, 0)
        self.moved(seat)

    # The end: WA-63 to WA-65, WA-74, WA-75, WA-77

    def end_at_once(self, seat: int) -> None:
        """WA-63: a single round ends with its last card. An attack lapses; a Fury's cards are still dealt (WA-41)."""
        if self.said_effect in (TO_ALL, TO_SOME):
            self.take_up_gifts(seat)
            self.deal_gifts()
        elif self.logging and (self.attack != NO_ATTACK or self.phase == ASKING or self.said_as & 15 > 9):
            self.emit(LAPSED, 63, seat, NOBODY, self.said_card, 0)
        self.end_attack()
        self.phase = PLAYING

    def end_round(self, winner: int) -> None:
        """WA-20, WA-74, WA-75; WA-77 without a winner. Open faults and accusations lapse."""
        self.finish_round(0 if winner == NOBODY else 1 << winner)
        if winner != NOBODY:
            if self.logging:
                self.emit(ROUND_WON, 20, winner, NOBODY, NOBODY, self.round)
                self.tell_left(74 if self.target > 0 else 20)
            if self.target > 0:
                self.score(winner)
        elif self.logging:
            self.emit(ROUND_WITHOUT_WINNER, 77, NOBODY, NOBODY, NOBODY, self.round)
            self.tell_left(77)
        if self.target == 0 or (winner != NOBODY and self.scores[winner] >= self.target):
            self.end_match(winner)
        else:
            self.dealer = self.left_of(self.dealer)
            self.start_round()

    def end_match(self, winner: int) -> None:
        self.clear_windows()
        self.finish_match(self.round_winners)
        if self.logging:
            if winner == NOBODY:
                self.emit(MATCH_WITHOUT_WINNER, 77, NOBODY, NOBODY, NOBODY, 0)
            else:
                self.emit(MATCH_WON, 75, winner, NOBODY, NOBODY, self.scores[winner])

    def clear_windows(self) -> None:
        self.went_out = NOBODY
        self.accusers[:] = [0] * 12
        self.unlawful = 0
        self.found_lawful = 0
        self.said_effect = NO_EFFECT
        self.said_cry = 0

    def score(self, winner: int) -> None:
        """WA-74: the winner scores what is left in the other hands."""
        points = 0
        for seat in range(self.seats):
            if seat != winner:
                points += self.points_in(seat)
        self.scores[winner] += points
        if self.logging:
            self.emit(SCORED, 74, winner, NOBODY, NOBODY, points)

    def points_in(self, seat: int) -> int:
        points = 0
        kinds = self.mask[seat]
        while kinds != 0:
            kind = lowest_bit(kinds)
            kinds &= kinds - 1
            value = kind & 15
            if value > 9:
                value = self.points_wild if value == WILD else self.points_action
            for deck in range(self.decks):
                points += value * self.held[seat * self.slots + deck * 64 + kind]
        return points

    # What a search plays for

    def worth(self, seat: int) -> float:
        return self.worth_of_round(seat, self.target, USUAL_POINTS * (self.seats - 1))

    def foresight(self) -> int:
        return self.few_laps(self.target)

    # What a sensible player thinks of first: habits of calm.py that a look at the table is enough for

    def sift(self, seat: int, count: int, words: list[int]) -> None:
        if self.stage != 0:
            self.sift_rest_of_move(seat, words)
        elif self.bluff and words[0] >> ACCUSE != 0:
            words[0] = words[0] >> ACCUSE << ACCUSE
        elif self.phase == DEALER_CHOOSES:
            words[0] = (ONE * self.richest_colors(seat)) << COLOR
        elif count > 1 and self.phase != CUTTING:
            kinds = words[1]
            for deck in range(1, self.decks):
                kinds |= words[1 + deck]
            if kinds == 0:
                return
            if self.phase == PLAYING and self.attack == NO_ATTACK and self.rather_waits(seat, kinds):
                words[0] = 0
                self.offer_free_turn(seat, 0, words)
                for deck in range(self.decks):
                    words[1 + deck] = 0
                return
            best = self.best_answer(seat, kinds) if words[0] >> TAKE & 1 else self.best_kinds(seat, kinds)
            if best != 0:
                words[0] = 0
            for deck in range(self.decks):
                words[1 + deck] &= best

    def sift_rest_of_move(self, seat: int, words: list[int]) -> None:
        if self.stage == SAY_COLOR:
            words[0] = (ONE * self.richest_colors(seat)) << COLOR
        elif self.stage == SAY_FURY:
            words[0] = 0
            words[4] = 0
            if self.closest_to_end(seat) == self.next_seat(seat):
                words[4] = WILD4_BIT  # it takes the turn as well
            else:
                words[0] = (ONE * self.richest_colors(seat)) << COLOR
        elif self.stage != SAY_CRY:
            words[0] = ONE << (GIVE + (self.said_last if self.stage == SAY_GIVE else self.closest_to_end(seat)))

    def closest_to_end(self, seat: int) -> int:
        """The other seat with the fewest cards, the next ones first."""
        best = self.next_seat(seat)
        other = self.next_seat(best)
        while other != seat:
            if self.hand_size[other] < self.hand_size[best]:
                best = other
            other = self.next_seat(other)
        return best

    def best_answer(self, seat: int, kinds: int) -> int:
        """To an attack or a Fury; 0 to take the cards."""
        cost = self.gifts[seat] if self.phase == ASKING else self.attack_cards
        if self.hand_size[seat] == 1:
            return kinds
        if kinds & ONE_VALUE << DRAW_1:
            return kinds & ONE_VALUE << DRAW_1
        if kinds & (ONE << COUNTER | ONE << DODGE):
            if cost == 1:
                if self.hand_size[seat] > 3:
                    return 0
                return kinds & ONE << DODGE if kinds & ONE << DODGE else kinds & ONE << COUNTER
            return kinds & ONE << COUNTER if kinds & ONE << COUNTER else kinds & ONE << DODGE
        if cost >= 4 or self.hand_size[seat] <= 2:
            return kinds & FURY_BIT
        return 0

    def merit(self, seat: int, kind: int) -> int:
        """Of a card on a free turn: how much of the hand goes on it, and what it does to the next seat."""
        value = kind & 15
        following = self.next_seat(seat)
        if value == WILD:
            if kind == FURY and self.hand_size[self.closest_to_end(seat)] == 1:
                return 40
            return -30 if kind == FURY else -20
        merit = 2 * popcount(self.mask[seat] >> (kind & 48) & ONE_COLOR)
        merit += popcount(self.mask[seat] >> value & ONE_VALUE)
        if value < DRAW_1:
            return merit
        if self.seats == 2:
            return merit if value == SHIFT else merit + 6
        against = self.hand_size[following]
        if value <= DRAW_2:
            return merit + 20 if against <= 2 else merit - 6
        instead = self.next_seat(following) if value == LEAP else self.next_after_shift(seat)
        return merit + 8 if against <= 2 and self.hand_size[instead] > 2 else merit - 2

    def rather_waits(self, seat: int, kinds: int) -> bool:
        """A lone wild card that could be laid is kept while nobody is close to going out."""
        return (
            kinds & (kinds - 1) == 0
            and kinds & COLORED == 0
            and self.hand_size[seat] > 2
            and self.hand_size[self.closest_to_end(seat)] >= 4
            and self.copies(seat, lowest_bit(kinds)) == 1
            and (self.drawn or self.can_draw())
        )

    def copies(self, seat: int, kind: int) -> int:
        """How many cards of this kind the hand holds, of all decks."""
        count = 0
        for deck in range(self.decks):
            count += self.held[seat * self.slots + deck * 64 + kind]
        return count

    def next_after_shift(self, seat: int) -> int:
        return self.right_of(seat) if self.direction == 1 else self.left_of(seat)

    # What a seat cannot know

    def redeal(self, viewer: int) -> None:
        """Whether a Wild Draw 4 was lawful is hidden too (WA-78): it is judged anew by the hand dealt anew."""
        Table.redeal(self, viewer)
        if self.bluff:
            for seat in range(self.seats):
                if seat != viewer and self.accusers[seat] != 0 and not self.found_lawful >> seat & 1:
                    self.unlawful |= 1 << seat
                    if not self.mask[seat] & self.matching(self.wild4_on[seat] >> 4, self.wild4_on[seat] & 15):
                        self.unlawful ^= 1 << seat

    # From here on: what Python callers use.

    def read_options(self) -> None:
        """Take the options into fields; called once, when the table is made."""
        options = self.options
        self.decks = options["decks"]
        self.target = options["target"]
        self.points_action = options["points_action"]
        self.points_wild = options["points_wild"]
        self.offer_cut = options["offer_cut"]
        self.two_player_shift_skips = options["two_player_shift_skips"]
        self.out_of_turn_penalty = options["out_of_turn_penalty"]
        self.bluff = options["bluff"]
        self.fury_split = options["fury_split"]
        self.fury_as_answerable = options["fury_as_answerable"]
        self.hardcore = options["hardcore"]

    def facts(self) -> dict[str, Any]:
        """The fields of this game that are not in `Table.snapshot`, as plain values."""
        seats = range(self.seats)
        return {
            "phase": self.phase,
            "color": self.color,
            "value": self.value,
            "match": self.match,
            "attack": self.attack,
            "attack_cards": self.attack_cards,
            "attacker": self.attacker,
            "went_out": self.went_out,
            "fury_player": self.fury_player,
            "gifts": [self.gifts[seat] for seat in seats],
            "accusers": [self.accusers[seat] for seat in seats],
            "unlawful": self.unlawful,
            "found_lawful": self.found_lawful,
            "wild4_on": [self.wild4_on[seat] for seat in seats],
            "shown": [self.shown[seat * 3 + deck] for seat in seats for deck in range(self.decks)],
            "said_card": self.said_card,
            "said_as": self.said_as,
            "said_color": self.said_color,
            "said_effect": self.said_effect,
            "said_cry": self.said_cry,
            "said_gifts": [self.said_gifts[seat] for seat in seats],
            "said_left": self.said_left,
            "said_last": self.said_last,
        }

    def snapshot(self) -> dict[str, Any]:
        return Table.snapshot(self) | self.facts()

    def can_play(self, seat: int, kind: int) -> bool:
        """Whether a seat on a free turn may lay this kind of card, if it holds it."""
        return bool(self.playable(seat) >> kind & 1)

    def can_play_something(self, seat: int) -> bool:
        return self.playable(seat) != 0

    def has_shown(self, seat: int) -> list[int]:
        """Cards that everybody knows this seat to hold."""
        return [
            deck * 64 + kind
            for deck in range(self.decks)
            for kind in range(64)
            if self.shown[seat * 3 + deck] >> kind & 1
        ]

    def may_accuse(self, seat: int) -> list[int]:
        """The seats that may still accuse this one (WA-38)."""
        return self.seats_in(self.accusers[seat])

    def is_unlawful(self, seat: int) -> bool:
        """Whether the last Wild Draw 4 of this seat was unlawful; for its own eyes."""
        return bool(self.unlawful >> seat & 1)

    def wild4_bases(self) -> list[int]:
        """By seat: colour × 16 + value that its last Wild Draw 4 was laid on."""
        return [self.wild4_on[seat] for seat in range(self.seats)]

    def gift_list(self) -> list[int]:
        """By seat: the cards that a Fury has in store for it."""
        return [self.gifts[seat] for seat in range(self.seats)]

    def stand(self, seat: int, direction: int, color: int) -> None:
        """In a position given by hand: a free turn of `seat`, on the top card with this colour in force."""
        self.clear_round()
        self.direction = direction
        self.count_top_as(self.top_card() & 63, color)
        self.begin_turn(seat)

    def owe(self, attacker: int, count: int, kind: int) -> None:
        """In a position given by hand: the seat in turn is attacked by this kind of attack."""
        self.attack = kind
        self.attack_cards = count
        self.attacker = attacker

    def wait_for_cut(self) -> None:
        """In a position given by hand: the deck has not been cut yet."""
        self.clear_round()
        self.ask_for_cut()

    def show_start_card(self) -> None:
        """In a position given by hand: the start card has just been turned up."""
        self.clear_round()
        self.turn_up()

    def deal_from(self, order: list[int]) -> None:
        """A fresh round dealt from this deck, first card first."""
        self.place([], order, [])
        self.clear_round()
        self.deal_round()
