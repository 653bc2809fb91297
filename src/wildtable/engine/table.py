"""A card table: everything that the games share and none of their rules.

A game is a subclass in `games/<game>/game.py`. It says what a seat may choose (`offer`), what a choice does (`make`),
and what only its own rules know about (`copy_from`, `pinned`, `forget`, `redeal`); all else is here.

Cards are numbers: a kind (0 to 63) plus 64 for each deck after the first. Choices are numbers too, from one list a
game, and a set of choices is a row of 64-bit words. What a person calls a move is one or more choices of one seat;
between them `stage` is not 0 and nobody but `speaker` can do anything.

The file runs as it is and compiled with table.pxd, and plays the same games either way. So: no negative numbers
under `%` or `//`, no `~`, and shifts only of typed 64-bit values such as ONE.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self

import cython

from wildtable.engine.codes import (
    BOTH,
    DECLINE,
    DREW,
    EVERYBODY,
    KINDS,
    LEFT,
    MAX_SEATS,
    NOBODY,
    OPTIONAL,
    PILE_ROOM,
    REQUIRED,
    RESHUFFLED,
)

if not cython.compiled:
    from math import exp, log, sqrt

    from wildtable.engine.bits import ALL_64, ONE, lowest_bit, nth_bit, popcount

if TYPE_CHECKING:
    from wildtable.engine.chance import KeyedStream

ONE_COLOR = 0x3FFF  # the kinds of one colour, as bits, where a colour is sixteen kinds of which at most 14 are used
A_ROUND_LESS = 0.9  # how much more likely it is to win a match with one round less to win: e to this power
WHOLE_ROUND = 20_000  # choices: a round in thought that is longer than this is given up
LAPS = 6  # choices of each seat
A_CARD = 1.3  # how much more likely the first is to get rid of all cards who has half as many: 2 to this power
A_WILD = 0.67  # and who has one wild card more among them: e to this power
WILDS = 0x4000400040004000  # cards that go on anything, in games where that decides: those of value 14
CLOSE = 1.7  # makes of a distance in standard deviations the chance to keep it: 1 / (1 + e to this power)
EXCEPTIONS = 10  # one seat in so many is re-dealt without a guess

# Of the generator: splitmix64 for a seed (with the top bits cleared), xorshift64* for the stream.
STEP = 0x1E3779B97F4A7C15
MIX_1 = 0x3F58476D1CE4E5B9
MIX_2 = 0x14D049BB133111EB
STAR = 0x2545F4914F6CDD1D


class Deck:
    """The cards that a table plays with; set once, shared by all its copies."""

    def __init__(self, cards: list[int], decks: int) -> None:
        if len(cards) > PILE_ROOM:
            raise ValueError(f"{len(cards)} cards are more than the {PILE_ROOM} that a table holds")
        self.cards = [0] * 400
        self.size = len(cards)
        self.decks = decks
        for i in range(len(cards)):
            self.cards[i] = cards[i]


NO_CARDS = Deck([], 1)


class Table:
    """The state of one match. Fields are named in the order of table.pxd, which gives them their types."""

    def __init__(self) -> None:
        # set once when the table is made
        self.game: Any = None
        self.options: Any = None
        self.deck = NO_CARDS
        self.stream: KeyedStream | None = None

        # chairs and the order of play
        self.seats = 0
        self.slots = 0  # numbers of cards: 64 for each deck
        self.seat_at = [0] * 12  # by chair, clockwise
        self.chair_of = [0] * 12  # by seat
        self.direction = 1  # 1 clockwise, -1 counterclockwise
        self.dealer = 0
        self.turn = 0
        self.mover = 0  # who made the last move

        # who may act: bits by seat
        self.required = 0
        self.optional = 0
        self.asked = 0  # optional seats that have declined since the last move
        self.stage = 0  # not 0: a move is half said
        self.speaker = 0  # by whom

        # the turn
        self.drawn = False  # the seat in turn has drawn
        self.drawn_card = NOBODY  # the card that a draw by choice gave
        self.idle_turns = 0  # in a row that ended with nothing played and nothing drawn
        self.uncalled = 0  # seats that have missed a call and can be caught, bits

        # cards
        self.draw_pile = [0] * 400  # the last one is the top
        self.draw_count = 0
        self.discard_pile = [0] * 400
        self.discard_count = 0
        self.held = [0] * 2304  # how many, by seat × slots + card
        self.mask = [0] * 12  # by seat: the kinds held, of any deck, as bits
        self.hand_size = [0] * 12
        self.anything_shown = False  # some card in a hand is known to somebody else (`pinned` says which)

        # what can be guessed of hands: everybody has seen who drew a card, or laid one that is kept for the end
        self.lacked = [0] * 12  # by seat: the kinds that it would have played instead when it last did so, as bits
        self.drawn_since = [0] * 12  # by seat: cards that have come to its hand since

        # the match
        self.round = 0  # from 1
        self.round_over = False  # the last move ended a round
        self.round_winners = 0
        self.over = False
        self.winners = 0
        self.scores = [0] * 12

        # chance
        self.random_state = 1
        self.keyed = False  # shuffles come from `stream`, not from `random_state`
        self.stream_position = 0
        self.salt = 0

        self.missing = [0] * 12  # by seat: cards that a re-deal has yet to give back; means nothing between two of them
        self.guessing = False  # a re-deal goes by `lacked`; only a search wants that
        self.orderly = False  # a re-deal sorts the cards before it shuffles them; means nothing between two of them

        # the log: the only Python objects that grow
        self.logging = False
        self.log: list[tuple[Any, ...]] = []
        self.noted: list[int] = []

    # What a game says of itself

    def offer(self, seat: int, which: int, words: list[int]) -> int:
        """Write every choice that `seat` has now into `words`; the number of words used.

        `which` is OPTIONAL, REQUIRED or BOTH. With BRISK added, choices are left out that only make a random game
        long, such as to draw while one can play or to keep quiet when a call is due; some choice always remains.
        """
        words[0] = 0
        return 1

    def make(self, seat: int, choice: int) -> None:
        """Make a choice that is known to be allowed."""

    def open_match(self) -> None:
        """Shuffle and begin the first round. Seats, deck and options are set."""

    def pinned(self, viewer: int, seat: int, card: int) -> int:
        """How many of `card` the `viewer` knows `seat` to hold. Called only while `anything_shown`."""
        return 0

    def forget(self, seat: int, card: int) -> None:
        """`card` leaves the hand of `seat` in everybody's sight. Called only while `anything_shown`."""

    def copy_from(self, other: Table) -> None:
        """Become equal to `other`, a table of the same game and options. The log is not copied."""
        self.seats = other.seats
        self.slots = other.slots
        self.seat_at[:] = other.seat_at
        self.chair_of[:] = other.chair_of
        self.direction = other.direction
        self.dealer = other.dealer
        self.turn = other.turn
        self.mover = other.mover
        self.required = other.required
        self.optional = other.optional
        self.asked = other.asked
        self.stage = other.stage
        self.speaker = other.speaker
        self.drawn = other.drawn
        self.drawn_card = other.drawn_card
        self.idle_turns = other.idle_turns
        self.uncalled = other.uncalled
        self.draw_pile[:] = other.draw_pile
        self.draw_count = other.draw_count
        self.discard_pile[:] = other.discard_pile
        self.discard_count = other.discard_count
        self.held[:] = other.held
        self.mask[:] = other.mask
        self.hand_size[:] = other.hand_size
        self.anything_shown = other.anything_shown
        self.lacked[:] = other.lacked
        self.drawn_since[:] = other.drawn_since
        self.round = other.round
        self.round_over = other.round_over
        self.round_winners = other.round_winners
        self.over = other.over
        self.winners = other.winners
        self.scores[:] = other.scores
        self.random_state = other.random_state
        self.keyed = other.keyed
        self.stream_position = other.stream_position
        self.salt = other.salt

    # Chance

    def reseed(self, seed: int) -> None:
        """Take all further chance from the table's own generator, from `seed` on."""
        x = (seed + STEP) & ALL_64
        x = ((x ^ (x >> 30)) * MIX_1) & ALL_64
        x = ((x ^ (x >> 27)) * MIX_2) & ALL_64
        x ^= x >> 31
        if x == 0:
            x = 1
        self.random_state = x
        self.keyed = False

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        if self.keyed:
            return self.keyed_below(n)
        x = self.random_state
        x ^= (x << 13) & ALL_64
        x ^= x >> 7
        x ^= (x << 17) & ALL_64
        self.random_state = x
        return ((((x * STAR) & ALL_64) >> 32) * n) >> 32

    def keyed_below(self, n: int) -> int:
        if TYPE_CHECKING:
            assert self.stream is not None
        number = self.stream.number(self.stream_position, self.salt)
        self.stream_position += 1
        return int((number * n) >> 64)

    def stir(self, number: int) -> None:
        """Mix a player's own number (the cut) into all further chance."""
        self.salt = (self.salt * 1009 + number + 1) & ALL_64
        if not self.keyed:
            self.reseed(self.random_state ^ self.salt)

    def shuffle(self, cards: list[int], count: int) -> None:
        for i in range(count - 1, 0, -1):
            j = self.below(i + 1)
            card = cards[i]
            cards[i] = cards[j]
            cards[j] = card

    # The order of play

    def next_seat(self, seat: int) -> int:
        """The neighbour in the direction of play."""
        chair = self.chair_of[seat] + self.direction
        if chair < 0:
            chair = self.seats - 1
        elif chair == self.seats:
            chair = 0
        return self.seat_at[chair]

    def left_of(self, seat: int) -> int:
        """The neighbour clockwise."""
        chair = self.chair_of[seat] + 1
        if chair == self.seats:
            chair = 0
        return self.seat_at[chair]

    def right_of(self, seat: int) -> int:
        """The neighbour counterclockwise."""
        chair = self.chair_of[seat]
        if chair == 0:
            chair = self.seats
        return self.seat_at[chair - 1]

    def next_actor(self) -> int:
        """Whom a driver without a clock asks now: each optional seat once, clockwise from the last mover, then the
        required ones."""
        if self.stage != 0:
            return self.speaker
        waiting = self.optional & (self.asked ^ 0xFFFF)
        if waiting == 0:
            waiting = self.required
            if waiting == 1 << self.turn:
                return self.turn
            if waiting == 0:
                return NOBODY
        seat = self.left_of(self.mover)
        while not waiting >> seat & 1:
            seat = self.left_of(seat)
        return seat

    def take_turn(self, seat: int) -> None:
        """The turn begins for `seat`, and nobody else has to act."""
        self.turn = seat
        self.drawn = False
        self.drawn_card = NOBODY
        self.required = 1 << seat

    def catchers(self) -> int:
        """Who may catch a missed call: everybody but a single offender, bits by seat."""
        if self.uncalled == 0:
            return 0
        everybody = (1 << self.seats) - 1
        if self.uncalled & (self.uncalled - 1):
            return everybody
        return everybody ^ self.uncalled

    def catchable(self, seat: int) -> int:
        """Whom `seat` may catch, bits by seat."""
        return self.uncalled & ((1 << seat) ^ 0xFFFF)

    def moved(self, seat: int) -> None:
        """`seat` has made a move: every optional seat is to be asked again."""
        self.mover = seat
        self.asked = 0
        self.stage = 0

    def pass_left(self, seat: int) -> None:
        """The move of `seat` ends its turn, and the turn of its left neighbour begins."""
        self.take_turn(self.left_of(seat))
        self.moved(seat)

    # Cards

    def gain(self, seat: int, card: int) -> None:
        self.held[seat * self.slots + card] += 1
        self.hand_size[seat] += 1
        self.mask[seat] |= ONE << (card & 63)

    def lose(self, seat: int, card: int) -> None:
        place = seat * self.slots + card
        self.held[place] -= 1
        self.hand_size[seat] -= 1
        gone = self.held[place] == 0
        if self.slots > KINDS:
            gone = gone and not self.holds_kind(seat, card & 63)
        self.mask[seat] ^= (ONE * gone) << (card & 63)
        if self.anything_shown:
            self.forget(seat, card)

    def holds_kind(self, seat: int, kind: int) -> bool:
        """Whether the hand holds this kind of card of any deck."""
        found = 0
        for deck in range(self.slots // KINDS):
            found += self.held[seat * self.slots + deck * KINDS + kind]
        return found > 0

    def top_card(self) -> int:
        """The top of the discard pile, or NOBODY."""
        if self.discard_count == 0:
            return NOBODY
        return self.discard_pile[self.discard_count - 1]

    def discard(self, card: int) -> None:
        """Put a card on top of the discard pile."""
        self.discard_pile[self.discard_count] = card
        self.discard_count += 1

    def gather(self) -> None:
        """All cards back into one shuffled draw pile; hands and discard pile are empty."""
        self.draw_pile[:] = self.deck.cards
        self.draw_count = self.deck.size
        self.shuffle(self.draw_pile, self.draw_count)
        self.discard_count = 0
        self.held[:] = [0] * 2304
        self.mask[:] = [0] * 12
        self.hand_size[:] = [0] * 12
        self.anything_shown = False
        self.lacked[:] = [0] * 12

    def deal(self, count: int) -> None:
        """`count` cards to each, one at a time, clockwise from the dealer's left."""
        seat = self.dealer
        for _ in range(count * self.seats):
            seat = self.left_of(seat)
            self.draw_count -= 1
            self.gain(seat, self.draw_pile[self.draw_count])

    def can_draw(self) -> bool:
        """Whether there is anything to draw, with the discard pile below its top."""
        return self.draw_count > 0 or self.discard_count > 1

    def draw(self, seat: int, count: int, rule: int, reshuffle_rule: int) -> int:
        """Up to `count` cards from the draw pile into the hand; how many there were. Its owner alone sees them."""
        drawn = 0
        while drawn < count and self.can_draw():
            if self.draw_count == 0:
                self.reshuffle(reshuffle_rule)
            self.draw_count -= 1
            card = self.draw_pile[self.draw_count]
            self.gain(seat, card)
            if self.logging:
                self.note(card)
            drawn += 1
        self.drawn_since[seat] += drawn
        if self.logging:
            self.emit_noted(DREW, rule, seat, NOBODY, drawn, 1 << seat)
        return drawn

    def draw_in_turn(self, seat: int, rule: int, reshuffle_rule: int, kinds: int) -> int:
        """The one card of a turn that is drawn by choice, which may be played; how many there were. Hardly anybody
        draws who holds one of `kinds`."""
        self.seems_to_lack(seat, kinds)
        count = self.draw(seat, 1, rule, reshuffle_rule)
        self.drawn = True
        if count == 1:
            self.drawn_card = self.draw_pile[self.draw_count]
        return count

    def seems_to_lack(self, seat: int, kinds: int) -> None:
        """Everybody can tell by what the seat does now that its hand hardly holds one of these kinds."""
        self.lacked[seat] = kinds
        self.drawn_since[seat] = 0

    def reshuffle(self, rule: int) -> None:
        """The discard pile, without its top, is shuffled and becomes the draw pile."""
        count = self.discard_count - 1
        for i in range(count):
            self.draw_pile[i] = self.discard_pile[i]
        self.discard_pile[0] = self.discard_pile[count]
        self.discard_count = 1
        self.draw_count = count
        self.shuffle(self.draw_pile, count)
        if self.logging:
            self.emit(RESHUFFLED, rule, NOBODY, NOBODY, NOBODY, count)

    def redeal(self, viewer: int) -> None:
        """Deal anew, from the table's own generator, every card that `viewer` cannot know: the draw pile and what the
        others hold, but for what they have shown. A viewer who is NOBODY knows no hand."""
        self.take_back(viewer)
        self.give_back()

    def take_back(self, viewer: int) -> None:
        """The first half of a re-deal: what `viewer` cannot know is in the draw pile, shuffled; `missing` says how many
        cards each seat has to get back."""
        shown = self.anything_shown
        self.anything_shown = False  # these cards are not played: what is known of the hands stays known
        for seat in range(self.seats):
            self.missing[seat] = 0
            if seat == viewer:
                continue
            kinds = self.mask[seat]
            while kinds != 0:
                card = lowest_bit(kinds)
                kinds &= kinds - 1
                while card < self.slots:
                    count = self.held[seat * self.slots + card]
                    if count != 0:
                        keep = self.pinned(viewer, seat, card) if shown else 0
                        while count > keep:
                            self.draw_pile[self.draw_count] = card
                            self.draw_count += 1
                            self.lose(seat, card)
                            self.missing[seat] += 1
                            count -= 1
                    card += KINDS
        self.anything_shown = shown
        if self.orderly:
            self.sort_draw_pile()
        self.shuffle(self.draw_pile, self.draw_count)

    def sort_draw_pile(self) -> None:
        """Forget the order of the cards, so that a shuffle gives the same order from every other one."""
        for i in range(1, self.draw_count):
            card = self.draw_pile[i]
            j = i
            while j > 0 and self.draw_pile[j - 1] > card:
                self.draw_pile[j] = self.draw_pile[j - 1]
                j -= 1
            self.draw_pile[j] = card

    def give_back(self) -> None:
        """The second half of a re-deal: every hand gets the cards that are missing, whatever they are; or, with
        `guessing`, cards that go well with what its owner has not played."""
        for seat in range(self.seats):
            unlikely = self.lacked[seat] if self.guessing else 0
            # Some people draw whatever they hold.
            if unlikely != 0 and self.below(EXCEPTIONS) == 0:
                unlikely = 0
            since = self.drawn_since[seat]
            while self.missing[seat] > 0:
                if unlikely != 0:
                    if self.below(self.missing[seat]) < since:
                        since -= 1  # a card that has come since may be any
                    else:
                        self.avoid_on_top(unlikely)
                self.draw_count -= 1
                self.gain(seat, self.draw_pile[self.draw_count])
                self.missing[seat] -= 1

    def avoid_on_top(self, kinds: int) -> None:
        """Bring a card of other kinds to the top of the shuffled draw pile, if there is one."""
        top = self.draw_count - 1
        i = top
        while i >= 0 and kinds >> (self.draw_pile[i] & 63) & 1:
            i -= 1
        if i >= 0:
            card = self.draw_pile[i]
            self.draw_pile[i] = self.draw_pile[top]
            self.draw_pile[top] = card

    def give_back_one(self, seat: int, kinds: int) -> int:
        """Between the halves of a re-deal: the seat gets one card of these kinds from the draw pile, each as likely as
        the others; the card, or NOBODY where there is none or none is missing."""
        count = self.in_draw_pile(kinds)
        if count == 0 or self.missing[seat] == 0:
            return NOBODY
        r = self.below(count)
        i = 0
        while True:
            if kinds >> (self.draw_pile[i] & 63) & 1:
                if r == 0:
                    break
                r -= 1
            i += 1
        card = self.draw_pile[i]
        self.draw_count -= 1
        self.draw_pile[i] = self.draw_pile[self.draw_count]
        self.gain(seat, card)
        self.missing[seat] -= 1
        return card

    def in_draw_pile(self, kinds: int) -> int:
        """How many cards of these kinds the draw pile holds."""
        count = 0
        for i in range(self.draw_count):
            count += kinds >> (self.draw_pile[i] & 63) & 1
        return count

    # The end of a round and of a match

    def finish_round(self, winners: int) -> None:
        """The round is over; it is told until the first move after it. Calls and windows lapse."""
        self.round_over = True
        self.round_winners = winners
        self.uncalled = 0
        self.optional = 0

    def finish_match(self, winners: int) -> None:
        """The match is over: nobody has to do anything any more."""
        self.over = True
        self.winners = winners
        self.required = 0

    def foresight(self) -> int:
        """A search plays a round in thought for so many choices at most. If it is not over by then, `worth` tells
        what may become of it."""
        return WHOLE_ROUND

    def worth(self, seat: int) -> float:
        """How well the round that is just over went for `seat`, from 0 to 1; what a search plays for."""
        winners = self.winners if self.over else self.round_winners
        if winners == 0:
            return 0.5
        if not winners >> seat & 1:
            return 0.0
        return 1.0 / popcount(winners)

    def worth_of_round(self, seat: int, target: int, usual: int) -> float:
        """`worth` where who gets rid of all cards wins the round and some `usual` points, and `target` points, if it
        is not 0, win the match."""
        if not self.round_over and not self.over:
            return self.worth_of_hands(seat)
        if target == 0 or self.over:
            return Table.worth(self, seat)
        return self.worth_of_scores(seat, target, usual)

    def few_laps(self, target: int) -> int:
        """`foresight` where `worth_of_hands` says enough: what comes later is mostly luck, and blurs what a choice has
        done. In a match for points, how many a round brings is seen at its end only."""
        return LAPS * self.seats if target == 0 else WHOLE_ROUND

    def worth_of_hands(self, seat: int) -> float:
        """How likely `seat` is to get rid of all its cards before the others do. It was counted how often seats won,
        by what they held in the midst of a round: it is much the same in all games of this kind."""
        mine = 0.0
        total = 0.0
        for other in range(self.seats):
            weight = exp(A_WILD * popcount(self.mask[other] & WILDS) - A_CARD * log(self.hand_size[other] + 0.1))
            total += weight
            if other == seat:
                mine = weight
        return mine / total

    def worth_of_scores(self, seat: int, target: int, usual: int) -> float:
        """How likely `seat` is to win a match to `target` points as the scores stand, between two rounds, if a round
        won brings about `usual` points: a round less to win makes one more than twice as likely."""
        mine = 0.0
        total = 0.0
        for other in range(self.seats):
            weight = exp(-A_ROUND_LESS * (target - self.scores[other]) / usual)
            total += weight
            if other == seat:
                mine = weight
        return mine / total

    def worth_of_points(self, seat: int, swing: float, rounds: int) -> float:
        """How likely `seat` is to end a match with the fewest points as the scores stand between two rounds, with so
        many still to come, if each changes the distance of two seats by about `swing` points. After the last one, most
        of it is who has won."""
        if not self.round_over:
            return 0.5
        distance = swing * sqrt(1.0 + rounds)
        total = 0.0
        for other in range(self.seats):
            total += exp(CLOSE * (self.scores[seat] - self.scores[other]) / distance)
        if self.over:
            return 0.25 / total + 0.75 * Table.worth(self, seat)
        return 1.0 / total

    # Choosing

    def sift(self, seat: int, count: int, words: list[int]) -> None:
        """Of the choices in the `count` words, which `offer` has just written for `seat`, leave those that a sensible
        player thinks of first; some always remain, and one may join them that is legal but not BRISK. A search plays
        its rounds to their end with these, and looks at them before the others. What is legal, and what other players
        choose, never depends on it."""

    def merit(self, seat: int, kind: int) -> int:
        """How good a card of this kind is to lay for a sensible player; only the order counts."""
        return 0

    def best_kinds(self, seat: int, kinds: int) -> int:
        """Of these kinds, at least one, those of the greatest merit."""
        best = 0
        most = -1_000_000
        while kinds != 0:
            kind = lowest_bit(kinds)
            kinds &= kinds - 1
            merit = self.merit(seat, kind)
            if merit > most:
                most = merit
                best = 0
            if merit == most:
                best |= ONE << kind
        return best

    def richest_colors(self, seat: int) -> int:
        """Of the four colours, kinds 16 × colour to 16 × colour + 13, those of which the hand holds most kinds, as
        bits."""
        best = 0
        most = -1
        for color in range(4):
            count = popcount(self.mask[seat] >> (color * 16) & ONE_COLOR)
            if count > most:
                most = count
                best = 0
            if count == most:
                best |= 1 << color
        return best

    def pick(self, seat: int, which: int) -> int:
        """One of the seat's choices, each as likely as the others."""
        if not cython.compiled:
            words = [0] * 12  # compiled it is room that nobody has to clear
        count = self.offer(seat, which, words)
        n = 0
        for i in range(count):
            n += popcount(words[i])
        r = self.below(n)
        for i in range(count):
            bits = words[i]
            n = popcount(bits)
            if r < n:
                return i * KINDS + nth_bit(bits, r)
            r -= n
        return DECLINE

    def random_choice(self, manner: int) -> int:
        """Ask whoever is next and make one of its choices at random: that choice, or NOBODY where nobody is asked.

        `manner` is 0, or BRISK to leave out what hardly anybody would choose.
        """
        seat = self.next_actor()
        if seat == NOBODY:
            return NOBODY
        which = OPTIONAL if self.optional & (self.asked ^ 0xFFFF) else REQUIRED
        choice = self.pick(seat, which | manner)
        self.make(seat, choice)
        return choice

    def random_play(self, limit: int, manner: int) -> int:
        """Random choices until the match is over or `limit` of them are made; how many were made."""
        decisions = 0
        while decisions < limit and self.random_choice(manner) != NOBODY:
            decisions += 1
        return decisions

    # The log

    def emit(self, kind: int, rule: int, seat: int, other: int, card: int, number: int) -> None:
        """Something that everybody sees."""
        self.log.append((kind, rule, seat, other, card, number, (), 0))

    def note(self, card: int) -> None:
        """A card of the event that `emit_noted` will tell."""
        self.noted.append(card)

    def emit_noted(self, kind: int, rule: int, seat: int, other: int, number: int, seers: int) -> None:
        """Something that everybody sees, with noted cards that only `seers` (bits by seat, or EVERYBODY) see."""
        self.log.append((kind, rule, seat, other, NOBODY, number, tuple(self.noted), seers))
        self.noted.clear()

    def tell_left(self, rule: int) -> None:
        """At the end of a round the hands lie open."""
        for seat in range(self.seats):
            self.note_left(seat)
            if self.noted:
                self.emit_noted(LEFT, rule, seat, NOBODY, len(self.noted), EVERYBODY)

    def note_left(self, seat: int) -> None:
        """What a seat has not got rid of: its hand, and in some games more."""
        for card in self.hand(seat):
            self.note(card)

    # From here on: what Python callers use. None of it is on the hot path.

    def set_up(self, game: Any, options: Any, seats: int, deck: Deck) -> None:
        """Seat the players in letter order and take the deck. The game's own options are read after this."""
        self.game = game
        self.options = options
        self.seats = seats
        self.deck = deck
        self.slots = KINDS * deck.decks
        for seat in range(MAX_SEATS):
            self.seat_at[seat] = seat
            self.chair_of[seat] = seat

    def start(self, seed: int) -> None:
        """Begin a match whose chance is the table's own generator (simulation, search, tests)."""
        self.reseed(seed)
        self.open_match()

    def reseed_from(self, seed: int) -> None:
        """Take further chance from this seed, without beginning anything."""
        self.reseed(seed)

    def start_keyed(self, stream: KeyedStream) -> None:
        """Begin a match whose shuffles can be checked by those who played it."""
        self.stream = stream
        self.keyed = True
        self.open_match()

    def clone(self) -> Self:
        """A table that goes its own way from here, with an empty log that is off."""
        other: Self = cython.cast(Table, type(self)())
        other.game = self.game
        other.options = self.options
        other.deck = self.deck
        other.stream = self.stream
        other.copy_from(self)
        return other

    def become(self, other: Table) -> None:
        """`copy_from` for Python callers."""
        self.copy_from(other)

    def determinize(self, viewer: int, seed: int, guessing: bool = False) -> Self:
        """A copy in which all that `viewer` cannot know has been dealt anew. Its view is the same. With `guessing`,
        cards are more likely where they go well with what the others have done.

        What comes out follows from the seed and from what the viewer knows, and from nothing else. In the middle of a
        move only its speaker knows what has been said, so nobody else can ask.
        """
        if self.stage != 0 and viewer != self.speaker:
            raise ValueError(f"seat {self.speaker} is in the middle of a move: only its own view is known")
        other: Self = cython.cast(Table, self.clone())
        other.stream = None  # it holds the secret of the shuffle
        other.reseed(seed)
        other.orderly = True
        other.guessing = guessing
        other.redeal(viewer)
        other.orderly = False
        other.guessing = False
        return other

    def actor(self) -> int:
        """The seat that a driver without a clock asks now, or NOBODY."""
        return self.next_actor()

    def menu(self) -> list[int]:
        """The choices of the actor. An optional seat is asked about its window alone, and may DECLINE."""
        seat = self.next_actor()
        if seat == NOBODY:
            return []
        return self.choices_of(seat, OPTIONAL if self.optional & (self.asked ^ 0xFFFF) else REQUIRED, False)

    def legal(self, seat: int) -> list[int]:
        """Everything that `seat` may choose now, windows and turn alike."""
        return self.choices_of(seat, BOTH, False)

    def choices_of_seat(self, seat: int, which: int) -> list[int]:
        """The choices of `seat` that are OPTIONAL, REQUIRED or BOTH."""
        return self.choices_of(seat, which, False)

    def worth_for(self, seat: int) -> float:
        """How well the round that is just over went for a seat, from 0 to 1."""
        return self.worth(seat)

    def in_circles(self) -> bool:
        """Whether the round has gone on without getting on: then those who search for their moves play as `calm`
        does, for it is what they think best that leads round and round."""
        return False

    def sensible_choices(self, seat: int, which: int) -> list[int]:
        """Those of the choices that a search looks at first."""
        return self.choices_of(seat, which, True)

    def choices_of(self, seat: int, which: int, sifted: bool) -> list[int]:
        words = [0] * 12
        count = self.offer(seat, which, words)
        if sifted:
            self.sift(seat, count, words)
        found = []
        for i in range(count):
            bits = words[i]
            while bits != 0:
                found.append(i * KINDS + lowest_bit(bits))
                bits &= bits - 1
        return found

    def apply(self, seat: int, choice: int) -> None:
        """Make a choice without checking it. For drivers that only choose from `menu` or `legal`."""
        self.make(seat, choice)

    def pick_for(self, seat: int, which: int = BOTH) -> int:
        """A random choice of `seat`, from the table's own generator."""
        return self.pick(seat, which)

    def random_below(self, n: int) -> int:
        """A number from 0 to n - 1 from the table's own chance."""
        return self.below(n)

    def start_log(self) -> None:
        """Keep events from here on."""
        self.logging = True

    def stop_log(self) -> None:
        self.logging = False
        self.log = []
        self.noted = []

    def is_logging(self) -> bool:
        return self.logging

    def put_back_log(self, entries: list[tuple[Any, ...]]) -> None:
        """Entries that were taken, before any that have come since."""
        self.log = entries + self.log

    def take_log(self) -> list[tuple[Any, ...]]:
        """The events since the last call."""
        log = self.log
        self.log = []
        return log

    # Reading

    def seats_in(self, bits: int) -> list[int]:
        return [seat for seat in range(self.seats) if bits >> seat & 1]

    def seating(self) -> list[int]:
        """The seats by chair, clockwise."""
        return [self.seat_at[chair] for chair in range(self.seats)]

    def hand(self, seat: int) -> list[int]:
        """The cards of a hand in ascending order."""
        cards = []
        for card in range(self.slots):
            if self.held[seat * self.slots + card]:
                cards.extend([card] * self.held[seat * self.slots + card])
        return cards

    def holds(self, seat: int, card: int) -> bool:
        return 0 <= card < self.slots and self.held[seat * self.slots + card] > 0

    def top_card_now(self) -> int:
        """The top of the discard pile, or NOBODY."""
        return self.top_card()

    def something_to_draw(self) -> bool:
        return self.can_draw()

    def hand_sizes(self) -> list[int]:
        return [self.hand_size[seat] for seat in range(self.seats)]

    def score_list(self) -> list[int]:
        return [self.scores[seat] for seat in range(self.seats)]

    def discards(self) -> list[int]:
        """The discard pile from bottom to top."""
        return [self.discard_pile[i] for i in range(self.discard_count)]

    def draw_order(self) -> list[int]:
        """The draw pile, next card first. Nobody at the table knows it."""
        return [self.draw_pile[self.draw_count - 1 - i] for i in range(self.draw_count)]

    def deck_cards(self) -> list[int]:
        """Every card at the table."""
        return [self.deck.cards[i] for i in range(self.deck.size)]

    def loose_cards(self) -> list[int]:
        """Cards that are neither in a hand nor in a pile; a game that has such places adds them."""
        return []

    def snapshot(self) -> dict[str, Any]:
        """The whole state as plain values: two tables with equal snapshots play on alike. What can only be guessed of
        hands is not in it."""
        return {
            "seats": self.seats,
            "slots": self.slots,
            "seating": self.seating(),
            "direction": self.direction,
            "dealer": self.dealer,
            "turn": self.turn,
            "mover": self.mover,
            "required": self.required,
            "optional": self.optional,
            "asked": self.asked,
            "stage": self.stage,
            "speaker": self.speaker,
            "drawn": bool(self.drawn),
            "drawn_card": self.drawn_card,
            "idle_turns": self.idle_turns,
            "uncalled": self.uncalled,
            "draw_pile": self.draw_order(),
            "discard_pile": self.discards(),
            "hands": [self.hand(seat) for seat in range(self.seats)],
            "mask": [self.mask[seat] for seat in range(self.seats)],
            "hand_size": self.hand_sizes(),
            "anything_shown": bool(self.anything_shown),
            "round": self.round,
            "round_over": bool(self.round_over),
            "round_winners": self.round_winners,
            "over": bool(self.over),
            "winners": self.winners,
            "scores": self.score_list(),
            "random_state": self.random_state,
            "keyed": bool(self.keyed),
            "stream_position": self.stream_position,
            "salt": self.salt,
        }

    # Setting a position

    def read_options(self) -> None:
        """Take the options into fields; called once, when the table is made."""

    def place(self, hands: Sequence[Sequence[int]], draw: Sequence[int], discard: Sequence[int]) -> None:
        """Lay out hands and piles: `draw` next card first, `discard` from bottom to top."""
        self.gather()
        self.draw_count = len(draw)
        for i in range(len(draw)):
            self.draw_pile[len(draw) - 1 - i] = draw[i]
        for card in discard:
            self.discard(card)
        for seat in range(len(hands)):
            for card in hands[seat]:
                self.gain(seat, card)

    def shuffled(self, cards: list[int]) -> list[int]:
        """The same cards in an order of the table's own chance."""
        mixed = list(cards)
        for i in range(len(mixed) - 1, 0, -1):
            j = self.below(i + 1)
            mixed[i], mixed[j] = mixed[j], mixed[i]
        return mixed

    def set_match(self, dealer: int, turn: int, direction: int, round_number: int, scores: Sequence[int]) -> None:
        """Where the match stands in a position given by hand."""
        self.dealer = dealer
        self.turn = turn
        self.mover = turn
        self.direction = direction
        self.round = round_number
        for seat in range(self.seats):
            self.scores[seat] = scores[seat]
