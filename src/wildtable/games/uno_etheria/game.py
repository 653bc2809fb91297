"""UNO She-Ra: the state of a match and what each choice does to it, in the order of rules.md.

Options are read into fields when the table is made. Which rule a refusal names is in refusals.py, words are in
words.py, and what a seat may know is in view.py.

Much here is hidden from some and known to others: the secret card of a Unite and what is shown for it until all have
chosen; whether a Wild Draw Four was lawful; the hand that a challenger has seen; the card that a seat has drawn and
could play. The last chapter re-deals all of it for a viewer who does not know it.
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
from wildtable.engine.open_hands import OpenHands
from wildtable.engine.table import Table
from wildtable.games.uno_etheria.codes import (
    ANSWERING,
    CALL,
    CALLED,
    CANNOT_PLAY,
    CATCH,
    CAUGHT,
    CHALLENGE,
    CHALLENGED,
    CHOOSING,
    CHOSE_SECRET,
    COLOR,
    COLOR_CHOSEN,
    COUNTED,
    DRAW,
    DRAW_2,
    FOIL,
    IGNORED,
    KEEP,
    KEPT,
    MATCHED,
    MISSED,
    NAMING,
    NO_COLOR,
    NO_VALUE,
    NOTHING_SHOWN,
    PASS,
    PASSED,
    PLACE,
    PLACED,
    PLACING,
    PLAY,
    PLAYED,
    REVEALED,
    REVERSE,
    REVERSED,
    SAY_CALL,
    SAY_COLOR,
    SECRET,
    SHOW,
    SHOWED,
    SHOWING,
    SHUFFLED,
    SILENT,
    SKIP,
    SKIPPED,
    TAKE,
    TOO_LATE,
    TURN,
    TURNED_UP,
    UNITE,
    UNO,
    WILD,
    WILD4,
)

if not cython.compiled:
    from wildtable.engine.bits import ALL_64, ONE, lowest_bit, popcount

USUAL_POINTS = 70  # in a hand when another seat has gone out
ONE_COLOR = 0x1FFF  # the thirteen values of one colour, as bits of a set of kinds
ONE_VALUE = 0x0001000100010001  # one value in four colours
NUMBERS = 0x03FF03FF03FF03FF
COLORED = ONE_COLOR * ONE_VALUE
WILD4_BIT = ONE << WILD4
ALL_WILDS = ONE_VALUE << NO_VALUE
FREE_WILDS = ALL_WILDS ^ WILD4_BIT  # that go on anything, whatever is in the hand
ONE_COLOR_EACH = 15  # the four choices of a colour, as bits to be shifted to COLOR or KEEP


class UnoEtheria(OpenHands):
    """A match of UNO She-Ra."""

    def __init__(self) -> None:
        super().__init__()
        # options
        self.target = 0
        self.foil = False
        self.bluff = True
        self.wild_is_match = True
        self.two_player_reverse_skips = False
        self.keep_any_color = True
        self.placed_card_acts = False
        self.last_card_draws = True

        self.phase = TURN
        self.color = NO_COLOR  # in force; none while a Unite is being resolved
        self.value = NO_VALUE  # of the top card
        self.match = 0  # the kinds that fit it; with `bluff` off without the Wild Draw Four

        # a Wild Draw Four that is not answered yet
        self.attacker = NOBODY  # who has played it
        self.wild4_on = NO_COLOR  # the colour in force before it
        self.unlawful = False  # its player alone knows
        self.lone_card = NOBODY  # the hand at the play, where it was one card and penalty cards have come since

        # a Unite; its player is `turn`
        self.picks = [0] * 12  # by seat: its secret card, and what the others show
        self.picked = 0  # who has chosen, bits by seat
        self.matched = 0  # who has shown the colour of the secret card, bits by seat

        # What a challenger has seen of a hand (UE-39) is always what a neighbour has: by (seat × 2 + side) × 4 + n the
        # kinds of which more than n cards are known, as bits; side 0 is the neighbour clockwise, side 1 the other one.
        self.seen = [0] * 80
        self.seen_at_least = [0] * 20  # by seat × 2 + side: how many cards still held, for all that the others know
        self.seen_by = 0  # bits by seat × 2 + side: where there is anything

        # Everybody knows that a hand holds so many cards of these kinds at least: after the verdict of a challenge, or
        # when somebody could, or could not, choose a secret card.
        self.vouched_kinds = [0] * 12
        self.vouched = [0] * 12

        # the move that is being said
        self.said_card = 0
        self.said_color = NO_COLOR

    def copy_from(self, other: Table) -> None:
        OpenHands.copy_from(self, other)
        self.copy_game(cython.cast(UnoEtheria, other))

    def copy_game(self, other: UnoEtheria) -> None:
        self.target = other.target
        self.foil = other.foil
        self.bluff = other.bluff
        self.wild_is_match = other.wild_is_match
        self.two_player_reverse_skips = other.two_player_reverse_skips
        self.keep_any_color = other.keep_any_color
        self.placed_card_acts = other.placed_card_acts
        self.last_card_draws = other.last_card_draws
        self.phase = other.phase
        self.color = other.color
        self.value = other.value
        self.match = other.match
        self.attacker = other.attacker
        self.wild4_on = other.wild4_on
        self.unlawful = other.unlawful
        self.lone_card = other.lone_card
        self.picks[:] = other.picks
        self.picked = other.picked
        self.matched = other.matched
        self.seen[:] = other.seen
        self.seen_at_least[:] = other.seen_at_least
        self.seen_by = other.seen_by
        self.vouched_kinds[:] = other.vouched_kinds
        self.vouched[:] = other.vouched
        self.said_card = other.said_card
        self.said_color = other.said_color

    # Setup: UE-06 to UE-10

    def open_match(self) -> None:
        """UE-06: the table chooses the first dealer."""
        self.dealer = self.below(self.seats)
        self.start_round()

    def start_round(self) -> None:
        self.round += 1
        self.gather()
        self.deal_round()

    def gather(self) -> None:
        """Nothing is left of the round before, nor of what anybody knew in it."""
        if self.seen_by != 0:
            self.seen[:] = [0] * 80
            self.seen_at_least[:] = [0] * 20
            self.seen_by = 0
        OpenHands.gather(self)
        self.vouched_kinds[:] = [0] * 12
        self.vouched[:] = [0] * 12
        self.direction = 1
        self.idle_turns = 0
        self.uncalled = 0
        self.end_answer()
        self.end_unite()

    def deal_round(self) -> None:
        """UE-07 to UE-10: no card that is turned up has an effect; the number card that begins stays on top."""
        if self.logging:
            self.emit(SHUFFLED, 6 if self.round == 1 else 23, self.dealer, NOBODY, NOBODY, self.foil)
        self.deal(7)
        if self.logging:
            self.emit(DEALT, 7, self.dealer, NOBODY, NOBODY, 7)
        while True:
            self.draw_count -= 1
            card = self.draw_pile[self.draw_count]
            self.discard(card)
            if NUMBERS >> card & 1:
                break
            if self.logging:
                self.emit(IGNORED, 9, NOBODY, NOBODY, card, 0)
        if self.logging:
            self.emit(TURNED_UP, 9, self.left_of(self.dealer), NOBODY, card, 0)
        self.set_top(card & 15, card >> 4)
        self.take_turn(self.left_of(self.dealer))

    # Whose turn

    def settle(self, seat: int) -> None:
        """After each move: who may interrupt. Both the one who can be caught and all who can catch (UE-20, UE-21)."""
        self.optional = 0
        if self.uncalled != 0:
            self.optional = (1 << self.seats) - 1
        self.moved(seat)

    # What may be chosen

    def offer(self, seat: int, which: int, words: list[int]) -> int:
        if self.stage != 0:
            return self.offer_rest_of_move(seat, which, words)
        words[0] = 0
        if which & OPTIONAL and self.optional >> seat & 1:
            words[0] = self.offer_window(seat, which)
        if not (which & REQUIRED and self.required >> seat & 1):
            return 1
        if self.phase == TURN:
            return self.offer_turn(seat, which, words)
        return self.offer_answer(seat, words)

    def offer_window(self, seat: int, which: int) -> int:
        """UE-19, UE-20: the missed call itself, or a catch."""
        found = (ONE * self.catchable(seat)) << CATCH
        if self.uncalled >> seat & 1:
            found |= ONE << UNO
        if not which & BRISK:
            found |= ONE << DECLINE
        return found

    def offer_turn(self, seat: int, which: int, words: list[int]) -> int:
        """UE-11 to UE-16."""
        kinds = self.mask[seat] & self.match if self.bluff else self.playable(seat)
        if self.drawn:
            kinds &= ONE << self.drawn_card
        if not (which & BRISK and kinds != 0):
            words[0] |= ONE << (PASS if self.drawn else DRAW)
        words[1] = kinds
        return 2

    def playable(self, seat: int) -> int:
        """UE-12, and UE-37 for a Wild Draw Four that may not be tried without the right to it."""
        kinds = self.mask[seat] & self.match
        if not self.bluff and self.mask[seat] & WILD4_BIT and not self.holds_match(seat, self.color):
            kinds |= WILD4_BIT
        return kinds

    def holds_match(self, seat: int, color: int) -> bool:
        """UE-37: whether the hand, without the Wild Draw Four to be played, makes it unlawful on this colour."""
        kinds = self.mask[seat]
        if self.held[seat * self.slots + WILD4] == 1:
            kinds ^= WILD4_BIT
        return kinds & self.forbids_wild4(color) != 0

    def forbids_wild4(self, color: int) -> int:
        """UE-37, UE-39: the kinds that make a Wild Draw Four unlawful on this colour."""
        kinds = ONE_COLOR << (color * 16)
        if self.wild_is_match:
            kinds |= ALL_WILDS
        return kinds

    def offer_answer(self, seat: int, words: list[int]) -> int:
        """What a Wild Draw Four (UE-38, UE-39) and a Unite (UE-29, UE-30, UE-33 to UE-35) ask for."""
        if self.phase == ANSWERING:
            words[0] |= ONE << TAKE
            if self.bluff:
                words[0] |= ONE << CHALLENGE
            return 1
        if self.phase == CHOOSING:
            words[1] = 0
            words[2] = self.mask[seat] & COLORED
            return 3
        if self.phase == SHOWING:
            words[1] = 0
            words[2] = 0
            words[3] = self.mask[seat]
            return 4
        if self.matched != 0:
            words[0] |= ONE << PLACE
            if not self.keep_any_color:
                words[0] |= ONE << (KEEP + (self.picks[seat] >> 4))
                return 1
        words[0] |= ONE_COLOR_EACH << KEEP
        return 1

    def offer_rest_of_move(self, seat: int, which: int, words: list[int]) -> int:
        """What the seat that is speaking may say next."""
        words[0] = 0
        if seat != self.speaker:
            return 1
        if self.stage == SAY_COLOR:
            words[0] = ONE_COLOR_EACH << COLOR
        else:
            words[0] = ONE << CALL
            if not which & BRISK:
                words[0] |= ONE << SILENT
        return 1

    # Choices

    def make(self, seat: int, choice: int) -> None:
        if choice == DECLINE:
            self.asked |= 1 << seat
            return
        self.round_over = False
        if choice >= SHOW:
            self.show_card(seat, choice - SHOW)
        elif choice >= SECRET:
            self.choose_secret(seat, choice - SECRET)
        elif choice >= PLAY:
            self.play_card(seat, choice - PLAY)
        elif choice == DRAW:
            self.draw_one(seat)
        elif choice == PASS:
            self.pass_turn(seat)
        elif choice == CALL:
            self.lay(seat, True)
        elif choice == SILENT:
            self.lay(seat, False)
        elif choice >= CATCH:
            self.catch(seat, choice - CATCH)
        elif choice >= KEEP:
            self.keep(seat, choice - KEEP)
        elif choice >= COLOR:
            self.said_color = choice - COLOR
            self.complete(seat)
        elif choice == UNO:
            self.call(seat)
        elif choice == TAKE:
            self.take(seat)
        elif choice == CHALLENGE:
            self.challenge(seat)
        else:
            self.place_secret(seat)

    def play_card(self, seat: int, card: int) -> None:
        self.said_card = card
        if card in (WILD, WILD4):
            self.ask_further(seat, SAY_COLOR)
            return
        self.said_color = card >> 4 if COLORED >> card & 1 else NO_COLOR
        self.complete(seat)

    def ask_further(self, seat: int, stage: int) -> None:
        self.speaker = seat
        self.stage = stage

    def complete(self, seat: int) -> None:
        """All is said but the call, which is due when one card will be left (UE-19)."""
        if self.hand_size[seat] == 2:
            self.ask_further(seat, SAY_CALL)
        else:
            self.lay(seat, False)

    # A turn: UE-11 to UE-18

    def lay(self, seat: int, called: bool) -> None:
        """The steps of every play: the card, the call, its effect."""
        card = self.said_card
        if self.uncalled != 0:
            self.close_window()
        if card == WILD4:
            self.wild4_on = self.color
            self.unlawful = self.holds_match(seat, self.color)
        if not COLORED >> card & 1:
            self.show_lack(seat, card)
        self.lose(seat, card)
        self.discard(card)
        self.idle_turns = 0
        self.set_top(card & 15, self.said_color)
        if self.logging:
            self.log_play(seat)
        if self.hand_size[seat] == 0:
            self.go_out(seat, card)
        else:
            if self.hand_size[seat] == 1:
                self.owe_call(seat, called)
            self.do_effect(seat, card)
        self.settle(seat)

    def show_lack(self, seat: int, card: int) -> None:
        """A wild card is mostly kept while another fits, and a Wild Draw Four played with the right to it; but not when
        somebody could go out."""
        if card == WILD4 and self.hand_size[self.next_seat(seat)] > 1:
            self.seems_to_lack(seat, self.forbids_wild4(self.color))
        elif card == WILD or (card != WILD4 and self.hand_size[seat] > 2):
            self.seems_to_lack(seat, self.match & COLORED)

    def log_play(self, seat: int) -> None:
        card = self.said_card
        rule = 11
        if card == WILD:
            rule = 27
        elif card == WILD4:
            rule = 36
        elif card in (UNITE, FOIL):
            rule = 28
        self.emit(PLAYED, rule, seat, NOBODY, card, self.drawn)
        if card in (WILD, WILD4):
            self.emit(COLOR_CHOSEN, 27 if card == WILD else 42, seat, NOBODY, card, self.said_color)

    def set_top(self, value: int, color: int) -> None:
        """UE-12: what the top card is matched by; of a wild card the chosen colour alone."""
        self.color = color
        self.value = value
        self.match = FREE_WILDS | WILD4_BIT if self.bluff else FREE_WILDS
        if color != NO_COLOR:
            self.match |= ONE_COLOR << (color * 16)
        if value != NO_VALUE:
            self.match |= ONE_VALUE << value

    def draw_one(self, seat: int) -> None:
        """UE-14 to UE-16. A card that does not fit, or none, ends the turn by itself."""
        if self.uncalled != 0:
            self.close_window()
        count = self.draw_in_turn(seat, 14, 18, self.match)
        if count == 0:
            self.idle_turns += 1
            if self.idle_turns == self.seats:
                self.end_round(NOBODY)
            else:
                self.take_turn(self.next_seat(seat))
        else:
            self.idle_turns = 0
            if not self.playable(seat) >> self.drawn_card & 1:
                self.drawn_since[seat] = 0  # the new card does not fit either
                if self.logging:
                    self.emit(CANNOT_PLAY, 15, seat, NOBODY, NOBODY, 0)
                self.take_turn(self.next_seat(seat))
        self.settle(seat)

    def pass_turn(self, seat: int) -> None:
        """UE-15: the new card fits, and is not played."""
        if self.logging:
            self.emit(PASSED, 15, seat, NOBODY, NOBODY, 0)
        self.take_turn(self.next_seat(seat))
        self.settle(seat)

    # Calling "UNO": UE-19 to UE-21

    def owe_call(self, seat: int, called: bool) -> None:
        """One card is left: the call comes with the play, or the window opens."""
        if called:
            if self.logging:
                self.emit(CALLED, 19, seat, NOBODY, NOBODY, 0)
        else:
            self.uncalled |= 1 << seat
            if self.logging:
                self.emit(MISSED, 21, seat, NOBODY, NOBODY, 0)

    def close_window(self) -> None:
        """UE-21: the next player begins the turn. So there is never more than one window open."""
        if self.logging:
            self.emit(TOO_LATE, 21, lowest_bit(self.uncalled), NOBODY, NOBODY, 0)
        self.uncalled = 0

    def call(self, seat: int) -> None:
        self.uncalled ^= 1 << seat
        if self.logging:
            self.emit(CALLED, 19, seat, NOBODY, NOBODY, 0)
        self.settle(seat)

    def catch(self, seat: int, other: int) -> None:
        self.uncalled ^= 1 << other
        if self.logging:
            self.emit(CAUGHT, 20, other, seat, NOBODY, 2)
        if other == self.attacker:
            # UE-39: a challenge is still judged by the hand at the play, which was this one card
            self.lone_card = lowest_bit(self.mask[other])
        self.draw(other, 2, 20, 18)
        self.settle(seat)

    # Action cards: UE-24 to UE-27

    def do_effect(self, seat: int, card: int) -> None:
        value = card & 15
        if value < SKIP or card == WILD:
            self.take_turn(self.next_seat(seat))
        elif value == SKIP:
            self.skip(self.next_seat(seat), 25)
        elif value == DRAW_2:
            self.draw(self.next_seat(seat), 2, 24, 18)
            self.skip(self.next_seat(seat), 24)
        elif value == REVERSE:
            self.reverse(seat)
        elif card == WILD4:
            self.ask_to_answer(seat)
        else:
            self.begin_unite(seat)

    def skip(self, seat: int, rule: int) -> None:
        """UE-25, and the same after cards are taken: `seat` loses its turn."""
        if self.logging:
            self.emit(SKIPPED, rule, seat, NOBODY, NOBODY, 0)
        self.take_turn(self.next_seat(seat))

    def reverse(self, seat: int) -> None:
        self.direction = -self.direction
        if self.logging:
            self.emit(REVERSED, 26, seat, NOBODY, NOBODY, self.direction)
        if self.seats == 2 and self.two_player_reverse_skips:
            self.skip(self.next_seat(seat), 26)
        else:
            self.take_turn(self.next_seat(seat))

    # Wild Unite Etheria: UE-28 to UE-35

    def begin_unite(self, seat: int) -> None:
        """UE-29; UE-35 settles now whether there is a secret card at all, and everybody can tell."""
        self.take_turn(seat)
        if self.mask[seat] & COLORED:
            self.phase = CHOOSING
            self.vouch(seat, COLORED, 1)
        else:
            self.phase = NAMING
            self.vouch(seat, ALL_WILDS, self.hand_size[seat])
            if self.logging:
                self.emit(NOTHING_SHOWN, 35, seat, NOBODY, NOBODY, self.hand_size[seat])

    def choose_secret(self, seat: int, card: int) -> None:
        """UE-29, UE-30: all the others show a card; a seat without any (in a position given by hand) cannot."""
        self.picks[seat] = card
        self.picked = 1 << seat
        self.phase = SHOWING
        self.required = 0
        for other in range(self.seats):
            if other != seat and self.hand_size[other] > 0:
                self.required |= 1 << other
        if self.logging:
            self.note(card)
            self.emit_noted(CHOSE_SECRET, 29, seat, NOBODY, 0, 1 << seat)
        if self.required == 0:
            self.reveal(seat)
        self.settle(seat)

    def show_card(self, seat: int, card: int) -> None:
        """UE-30: all at the same time, so that nobody sees a card before the last one is chosen."""
        self.picks[seat] = card
        self.picked |= 1 << seat
        self.required ^= 1 << seat
        if self.logging:
            self.note(card)
            self.emit_noted(SHOWED, 30, seat, NOBODY, 0, 1 << seat)
        if self.required == 0:
            self.reveal(self.turn)
        self.settle(seat)

    def reveal(self, player: int) -> None:
        """UE-31, UE-32: the secret card of `player` and all shown cards, which go back to their hands."""
        color = self.picks[player] >> 4
        self.matched = 0
        for seat in range(self.seats):
            if self.picked >> seat & 1:
                card = self.picks[seat]
                self.show_held(seat, card)
                if seat != player and COLORED >> card & 1 and card >> 4 == color:
                    self.matched |= 1 << seat
        if self.logging:
            self.log_reveal(player)
        seat = self.next_seat(player)
        while seat != player:
            if not self.matched >> seat & 1:
                self.draw(seat, 1, 31, 18)
            elif self.logging:
                self.emit(MATCHED, 32, seat, player, self.picks[seat], 0)
            seat = self.next_seat(seat)
        self.picked = 1 << player
        self.phase = PLACING
        self.required = 1 << player

    def log_reveal(self, player: int) -> None:
        seat = self.next_seat(player)
        while seat != player:
            if self.picked >> seat & 1:
                self.emit(REVEALED, 30, seat, NOBODY, self.picks[seat], 0)
            seat = self.next_seat(seat)
        self.emit(REVEALED, 29, player, NOBODY, self.picks[player], 1)

    def place_secret(self, seat: int) -> None:
        """UE-33: the secret card is the new top; it acts only if the option says so."""
        card = self.picks[seat]
        acts = self.placed_card_acts
        self.end_unite()
        self.lose(seat, card)
        self.discard(card)
        self.set_top(card & 15, card >> 4)
        if self.logging:
            self.emit(PLACED, 33, seat, NOBODY, card, 0)
        if self.hand_size[seat] == 0:
            self.go_out(seat, card if acts else WILD)
        else:
            if self.hand_size[seat] == 1:
                self.owe_call(seat, False)
            self.do_effect(seat, card if acts else WILD)
        self.settle(seat)

    def keep(self, seat: int, color: int) -> None:
        """UE-33 to UE-35: no card moves, and a colour is in force."""
        if self.logging:
            rule = 33 if self.matched != 0 else 34
            if self.phase == NAMING:
                rule = 35
            self.emit(KEPT, rule, seat, NOBODY, NOBODY, color)
        self.end_unite()
        self.set_top(NO_VALUE, color)
        self.take_turn(self.next_seat(seat))
        self.settle(seat)

    def end_unite(self) -> None:
        self.phase = TURN
        self.picked = 0
        self.matched = 0

    # Wild Draw Four: UE-36 to UE-42

    def ask_to_answer(self, seat: int) -> None:
        """UE-38. Where bluffing is refused, everybody can tell what the hand does not hold (UE-37)."""
        self.attacker = seat
        if not self.bluff:
            self.vouch(seat, self.forbids_wild4(self.wild4_on) ^ ALL_64, self.hand_size[seat])
        self.take_turn(self.next_seat(seat))
        self.phase = ANSWERING

    def take(self, seat: int) -> None:
        if self.uncalled != 0:
            self.close_window()
        self.draw(seat, 4, 38, 18)
        self.end_answer()
        self.skip(seat, 38)
        self.settle(seat)

    def challenge(self, seat: int) -> None:
        """UE-39 to UE-41: `seat` alone sees the hand as it was at the play; everybody learns the verdict."""
        player = self.attacker
        unlawful = self.unlawful
        if self.uncalled != 0:
            self.close_window()
        self.see_hand(seat, player)
        if self.logging:
            self.log_challenge(seat, player)
        self.end_answer()
        if unlawful:
            self.draw(player, 4, 41, 18)
            self.take_turn(seat)
        else:
            self.draw(seat, 6, 40, 18)
            self.skip(seat, 40)
        self.settle(seat)

    def log_challenge(self, seat: int, player: int) -> None:
        if self.lone_card != NOBODY:
            self.note(self.lone_card)
        else:
            for card in range(64):
                for _ in range(self.held[player * self.slots + card]):
                    self.note(card)
        rule = 41 if self.unlawful else 40
        self.emit_noted(CHALLENGED, rule, seat, player, self.unlawful, 1 << seat | 1 << player)

    def end_answer(self) -> None:
        self.phase = TURN
        self.attacker = NOBODY
        self.wild4_on = NO_COLOR
        self.unlawful = False
        self.lone_card = NOBODY

    # The end: UE-22, UE-23, UE-43 to UE-48

    def go_out(self, seat: int, card: int) -> None:
        """UE-22: the last card wins at once. UE-48: with points the next player still draws for it."""
        if self.target > 0 and self.last_card_draws:
            if card & 15 == DRAW_2:
                self.draw(self.next_seat(seat), 2, 48, 18)
            elif card == WILD4:
                self.draw(self.next_seat(seat), 4, 48, 18)
        if self.logging and card in (UNITE, FOIL):
            self.emit(NOTHING_SHOWN, 35, seat, NOBODY, NOBODY, 0)
        self.end_round(seat)

    def end_round(self, winner: int) -> None:
        """UE-23, UE-47; NOBODY wins where all around the table nothing could be drawn."""
        self.finish_round(0 if winner == NOBODY else 1 << winner)
        if winner != NOBODY:
            if self.logging:
                self.emit(ROUND_WON, 22, winner, NOBODY, NOBODY, self.round)
                self.tell_left(43 if self.target > 0 else 22)
            if self.target > 0:
                self.score(winner)
        elif self.logging:
            self.emit(ROUND_WITHOUT_WINNER, 18, NOBODY, NOBODY, NOBODY, self.round)
            self.tell_left(18)
        if self.target == 0 or (winner != NOBODY and self.scores[winner] >= self.target):
            self.end_match(winner)
        else:
            self.dealer = self.left_of(self.dealer)
            self.start_round()

    def end_match(self, winner: int) -> None:
        self.end_answer()
        self.end_unite()
        self.drawn = False
        self.drawn_card = NOBODY
        self.finish_match(self.round_winners)
        if self.logging:
            if winner == NOBODY:
                self.emit(MATCH_WITHOUT_WINNER, 22, NOBODY, NOBODY, NOBODY, 0)
            else:
                self.emit(MATCH_WON, 47 if self.target > 0 else 22, winner, NOBODY, NOBODY, self.scores[winner])

    def score(self, winner: int) -> None:
        """UE-43 to UE-46: the winner scores what is left in the other hands."""
        numbers = self.points_left(winner, NUMBERS, 44)
        actions = self.points_left(winner, COLORED ^ NUMBERS, 45)
        wilds = self.points_left(winner, ALL_WILDS, 46)
        self.scores[winner] += numbers + actions + wilds
        if self.logging:
            self.emit(SCORED, 43, winner, NOBODY, NOBODY, numbers + actions + wilds)

    def points_left(self, winner: int, kinds: int, rule: int) -> int:
        """What the cards of these kinds count that the others hold."""
        points = 0
        cards = 0
        for seat in range(self.seats):
            if seat == winner:
                continue
            left = self.mask[seat] & kinds
            while left != 0:
                card = lowest_bit(left)
                left &= left - 1
                count = self.held[seat * self.slots + card]
                cards += count
                if rule == 44:
                    points += count * (card & 15)
                elif rule == 45:
                    points += count * 20
                else:
                    points += count * 50
        if self.logging and cards > 0:
            self.emit(COUNTED, rule, winner, NOBODY, NOBODY, points)
        return points

    # What others know of a hand

    def forget(self, seat: int, card: int) -> None:
        """A card leaves a hand in everybody's sight: one fewer of what is known to be there is certain."""
        OpenHands.forget(self, seat, card)
        if self.seen_by >> (seat * 2) & 3:
            self.forget_seen(seat * 2, card)
            self.forget_seen(seat * 2 + 1, card)
        self.vouched[seat] -= (self.vouched[seat] > 0) & (self.vouched_kinds[seat] >> card & 1)

    def forget_seen(self, pair: int, card: int) -> None:
        if self.seen[pair * 4] >> card & 1:
            self.seen[pair * 4 + self.count_seen(pair, card) - 1] ^= ONE << card
        self.seen_at_least[pair] -= self.seen_at_least[pair] > 0

    def count_seen(self, pair: int, card: int) -> int:
        count = 0
        for n in range(4):
            count += self.seen[pair * 4 + n] >> card & 1
        return count

    def side_of(self, viewer: int, seat: int) -> int:
        """On which side of `seat` the viewer sits: 0 clockwise, 1 counterclockwise, NOBODY if it is no neighbour."""
        if viewer == self.left_of(seat):
            return 0
        return 1 if viewer == self.right_of(seat) else NOBODY

    def see_hand(self, viewer: int, seat: int) -> None:
        """UE-39: a challenger sees the hand as it was at the play, and everybody learns what the verdict tells."""
        pair = seat * 2 + self.side_of(viewer, seat)
        count = self.hand_size[seat]
        for n in range(4):
            self.seen[pair * 4 + n] = self.held_more_than(seat, n)
        if self.lone_card != NOBODY:
            count = 1
            self.seen[pair * 4] = ONE << self.lone_card
            for n in range(1, 4):
                self.seen[pair * 4 + n] = 0
        self.seen_at_least[pair] = count
        self.seen_by |= 1 << pair
        if self.unlawful:
            self.vouch(seat, self.forbids_wild4(self.wild4_on), 1)
        else:
            self.vouch(seat, self.forbids_wild4(self.wild4_on) ^ ALL_64, count)

    def held_more_than(self, seat: int, count: int) -> int:
        """The kinds of which a hand holds more than `count` cards."""
        kinds = self.mask[seat]
        left = kinds
        while left != 0:
            card = lowest_bit(left)
            left &= left - 1
            if self.held[seat * self.slots + card] <= count:
                kinds ^= ONE << card
        return kinds

    def vouch(self, seat: int, kinds: int, count: int) -> None:
        """Everybody knows of so many cards of these kinds; what is known already may say as much or more."""
        if self.vouched[seat] < count or self.vouched_kinds[seat] & (kinds ^ ALL_64):
            self.vouched[seat] = count
            self.vouched_kinds[seat] = kinds
            self.anything_shown = True

    def pinned(self, viewer: int, seat: int, card: int) -> int:
        """What all have been shown, and what this viewer has seen by a challenge."""
        count = self.shown[seat * 64 + card]
        if self.seen_by >> (seat * 2) & 3 and viewer != NOBODY:
            side = self.side_of(viewer, seat)
            if side != NOBODY:
                count = max(count, self.count_seen(seat * 2 + side, card))
        return count

    # What a search plays for

    def worth(self, seat: int) -> float:
        return self.worth_of_round(seat, self.target, USUAL_POINTS * (self.seats - 1))

    def foresight(self) -> int:
        return self.few_laps(self.target)

    # What a sensible player thinks of first: habits of calm.py that a look at the table is enough for

    def sift(self, seat: int, count: int, words: list[int]) -> None:
        if self.stage != 0:
            if self.stage == SAY_COLOR:
                words[0] = (ONE * self.richest_colors(seat)) << COLOR
        elif count == 2:
            if words[1] != 0:
                words[0] = 0
                words[1] = self.best_kinds(seat, words[1])
        elif count == 3:
            words[2] = self.best_secrets(seat, words[2])
        elif count == 4:
            words[3] = self.best_to_show(seat, words[3])
        elif words[0] >> CHALLENGE & 1:
            words[0] = ONE << (CHALLENGE if self.doubts(seat) else TAKE)
        elif words[0] >> PLACE & 1:
            words[0] = ONE << PLACE
        elif self.phase == NAMING or self.phase == PLACING:
            words[0] &= (ONE * self.richest_colors(seat)) << KEEP

    def merit(self, seat: int, kind: int) -> int:
        """How much of the hand goes on the card, and what it does to the next seat."""
        value = kind & 15
        against = self.hand_size[self.next_seat(seat)]
        if kind == WILD4:
            if self.bluff and self.holds_match(seat, self.color) and against > 1:
                return -60
            return 50 if against <= 2 else -20
        if not COLORED >> kind & 1:
            if kind != WILD and self.hand_size[seat] == 2 and self.mask[seat] & COLORED:
                return 30  # with its secret card it may win at once
            return -20
        merit = 2 * popcount(self.mask[seat] >> (kind & 48) & ONE_COLOR)
        merit += popcount(self.mask[seat] >> value & ONE_VALUE)
        if value < SKIP:
            return merit
        if self.seats == 2:
            return merit if value == REVERSE else merit + (20 if against <= 2 else 6)
        if against > 2:
            return merit
        return merit + (12 if value == REVERSE else 20)

    def best_secrets(self, seat: int, kinds: int) -> int:
        """Of the colour of which the hand holds most; numbers, where there are any, for a placed card does nothing."""
        colors = self.richest_colors(seat)
        rich = 0
        for color in range(4):
            if colors >> color & 1:
                rich |= ONE_COLOR << (color * 16)
        kinds &= rich
        return kinds & NUMBERS if kinds & NUMBERS else kinds

    def best_to_show(self, seat: int, kinds: int) -> int:
        """Who plays a Unite mostly lacks the colour that was in force. If the secret card is its last one, better no
        match."""
        before = self.discard_pile[self.discard_count - 2] if self.discard_count > 1 else WILD
        in_force = 0
        if COLORED >> before & 1:
            in_force = ONE_COLOR << (before & 48)
        unlikely = kinds & (in_force | ALL_WILDS)
        likely = kinds & COLORED
        likely ^= likely & in_force
        if self.hand_size[self.turn] == 1:
            return unlikely if unlikely != 0 else kinds
        return likely if likely != 0 else kinds

    def doubts(self, seat: int) -> bool:
        """Large hands are seldom all of other colours."""
        count = self.hand_size[self.attacker]
        return count >= 5 or (count > 1 and self.hand_size[seat] <= 2)

    # What a seat cannot know

    def redeal(self, viewer: int) -> None:
        """The cards are dealt anew so that all that everybody can tell still holds; then come the choices and the
        knowledge that others keep to themselves."""
        self.take_back(viewer)
        drawn_by = NOBODY
        if self.drawn and self.turn != viewer:
            drawn_by = self.turn
            self.redeal_drawn_card(drawn_by)
        seat = self.turn  # whose hand the phase depends on comes first, and so cannot lack the cards
        for _ in range(self.seats):
            if seat != viewer and self.vouched[seat] > 0:
                self.redeal_vouched(seat, drawn_by)
            seat = self.left_of(seat)
        self.give_back()
        if self.attacker != NOBODY and self.attacker != viewer:
            self.judge_anew(viewer)
        if self.phase == SHOWING:
            self.pick_anew(viewer)
        if self.seen_by != 0:
            self.see_anew(viewer)

    def redeal_drawn_card(self, seat: int) -> None:
        """UE-15: the seat could still act, so its new card fits."""
        kinds = self.match
        if not self.bluff:
            kinds = self.drawn_kinds(seat)
        self.drawn_card = self.give_back_one(seat, kinds)
        if kinds == WILD4_BIT:
            rest = self.forbids_wild4(self.color) ^ ALL_64
            while self.give_back_one(seat, rest) != NOBODY:
                pass

    def drawn_kinds(self, seat: int) -> int:
        """Where bluffing is refused, a new Wild Draw Four fits only beside a hand without a match: what the new card
        is to be dealt from, with a Wild Draw Four as likely as such a hand."""
        wild4s = self.in_draw_pile(WILD4_BIT)
        others = self.in_draw_pile(self.match)
        rest = self.forbids_wild4(self.color) ^ ALL_64
        if wild4s == 0 or self.mask[seat] & (rest ^ ALL_64):
            return self.match
        lawful = self.in_draw_pile(rest & (WILD4_BIT ^ ALL_64))
        if rest & WILD4_BIT:
            lawful += wild4s - 1
        rest_of_hand = self.missing[seat] - 1
        while others == 0 or self.below(others + wild4s) >= others:
            i = 0
            while i < rest_of_hand and self.below(self.draw_count - 1 - i) < lawful - i:
                i += 1
            if others == 0 or i >= rest_of_hand:
                return WILD4_BIT
        return self.match

    def redeal_vouched(self, seat: int, drawn_by: int) -> None:
        """Cards of the kinds that everybody knows to be there; a card that has just been drawn is none of them."""
        kinds = self.vouched_kinds[seat]
        wanted = self.vouched[seat]
        left = self.mask[seat] & kinds
        while left != 0:
            wanted -= self.held[seat * self.slots + lowest_bit(left)]
            left &= left - 1
        if seat == drawn_by and kinds >> self.drawn_card & 1:
            wanted += 1
        while wanted > 0 and self.give_back_one(seat, kinds) != NOBODY:
            wanted -= 1

    def judge_anew(self, viewer: int) -> None:
        """Whether a Wild Draw Four was lawful is hidden until it is challenged: the hand dealt anew decides."""
        seat = self.attacker
        kinds = self.mask[seat]
        if self.lone_card != NOBODY:
            known = 0
            while kinds != 0:
                card = lowest_bit(kinds)
                kinds &= kinds - 1
                if self.anything_shown and self.pinned(viewer, seat, card) > 0:
                    known |= ONE << card  # it was there before the penalty cards, which nobody else has seen
            self.lone_card = self.any_card(seat, known if known != 0 else self.mask[seat])
            kinds = ONE << self.lone_card
        self.unlawful = self.bluff and kinds & self.forbids_wild4(self.wild4_on) != 0

    def pick_anew(self, viewer: int) -> None:
        """UE-29, UE-30: each choice is known to the seat alone that has made it."""
        for seat in range(self.seats):
            if seat != viewer and self.picked >> seat & 1:
                self.picks[seat] = self.any_card(seat, COLORED if seat == self.turn else ALL_64)

    def any_card(self, seat: int, kinds: int) -> int:
        """A random card of these kinds from a hand that has one."""
        left = self.mask[seat] & kinds
        count = 0
        while left != 0:
            count += self.held[seat * self.slots + lowest_bit(left)]
            left &= left - 1
        r = self.below(count)
        left = self.mask[seat] & kinds
        while True:
            card = lowest_bit(left)
            r -= self.held[seat * self.slots + card]
            if r < 0:
                return card
            left &= left - 1

    def see_anew(self, viewer: int) -> None:
        """UE-39: what a challenger has seen is known to those two alone; for all others it is some of the hand."""
        for seat in range(self.seats):
            if seat == viewer:
                continue
            for side in range(2):
                neighbor = self.left_of(seat) if side == 0 else self.right_of(seat)
                if self.seen_by >> (seat * 2 + side) & 1 and neighbor != viewer:
                    self.see_some(seat, seat * 2 + side)

    def see_some(self, seat: int, pair: int) -> None:
        wanted = self.seen_at_least[pair]
        left = self.hand_size[seat]
        for n in range(4):
            self.seen[pair * 4 + n] = 0
        for card in range(64):
            count = 0
            for _ in range(self.held[seat * self.slots + card]):
                if self.below(left) < wanted:
                    self.seen[pair * 4 + count] |= ONE << card
                    count += 1
                    wanted -= 1
                left -= 1

    # From here on: what Python callers use.

    def read_options(self) -> None:
        """Take the options into fields; called once, when the table is made."""
        options = self.options
        self.target = options["target"]
        self.foil = options["foil"]
        self.bluff = options["bluff"]
        self.wild_is_match = options["wild_is_match"]
        self.two_player_reverse_skips = options["two_player_reverse_skips"]
        self.keep_any_color = options["keep_any_color"]
        self.placed_card_acts = options["placed_card_acts"]
        self.last_card_draws = options["last_card_draws"]

    def facts(self) -> dict[str, Any]:
        """The fields of this game that are not in `OpenHands.snapshot`, as plain values."""
        seats = range(self.seats)
        pairs = range(self.seats * 2)
        return {
            "phase": self.phase,
            "color": self.color,
            "value": self.value,
            "match": self.match,
            "attacker": self.attacker,
            "wild4_on": self.wild4_on,
            "unlawful": bool(self.unlawful),
            "lone_card": self.lone_card,
            "picks": [self.picks[seat] if self.picked >> seat & 1 else NOBODY for seat in seats],
            "picked": self.picked,
            "matched": self.matched,
            "seen": [self.cards_seen(pair >> 1, pair & 1) for pair in pairs],
            "seen_at_least": [self.seen_at_least[pair] for pair in pairs],
            "seen_by": self.seen_by,
            "vouched_kinds": [self.vouched_kinds[seat] for seat in seats],
            "vouched": [self.vouched[seat] for seat in seats],
            "said_card": self.said_card,
            "said_color": self.said_color,
        }

    def snapshot(self) -> dict[str, Any]:
        return OpenHands.snapshot(self) | self.facts()

    def fits(self, seat: int, card: int) -> bool:
        """Whether the seat could play this card of its hand on the top card, the turn and the draw apart."""
        return bool(self.playable(seat) >> card & 1)

    def pick_of(self, seat: int) -> int:
        """What this seat has chosen in a Unite, or NOBODY; for its own eyes until all have."""
        return self.picks[seat] if self.picked >> seat & 1 else NOBODY

    def cards_seen(self, seat: int, side: int) -> list[int]:
        """What the neighbour on this side knows of a hand by challenges; for the eyes of these two."""
        pair = seat * 2 + side
        return [card for card in range(64) if self.count_seen(pair, card) for _ in range(self.count_seen(pair, card))]

    def seen_from(self, viewer: int, seat: int) -> list[int]:
        """What this viewer knows of a hand by challenges."""
        side = self.side_of(viewer, seat)
        return [] if side == NOBODY else self.cards_seen(seat, side)

    def seen_count(self, seat: int, side: int) -> int:
        """At least so many of its cards the neighbour on this side knows; everybody can tell."""
        return self.seen_at_least[seat * 2 + side]

    def vouched_for(self, seat: int) -> tuple[int, tuple[int, ...]]:
        """How many cards of which kinds everybody knows this seat to hold at least."""
        if self.vouched[seat] == 0:
            return 0, ()
        kinds = self.vouched_kinds[seat] & (COLORED | ALL_WILDS)
        return self.vouched[seat], tuple(kind for kind in range(64) if kinds >> kind & 1)

    def stand(self, seat: int, direction: int, color: int) -> None:
        """In a position given by hand: the turn of `seat` begins, on the top card with this colour in force."""
        self.direction = direction
        self.set_top(self.top_card() & 15, color)
        self.optional = 0
        self.take_turn(seat)

    def deal_from(self, order: list[int]) -> None:
        """A fresh round dealt from this deck, first card first."""
        self.place([], order, [])
        self.optional = 0
        self.deal_round()
