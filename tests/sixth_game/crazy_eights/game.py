"""Crazy Eights, as small as a game can be: one round, one kind of special card."""

from __future__ import annotations

from typing import Any

import cython

from tests.sixth_game.crazy_eights.codes import (
    DRAW,
    EIGHT,
    HAND,
    PASS,
    PASSED,
    PLAY,
    PLAYED,
    SAY_SUIT,
    SUIT,
    TURNED_UP,
)
from wildtable.engine.codes import (
    BRISK,
    DEALT,
    MATCH_WITHOUT_WINNER,
    MATCH_WON,
    NOBODY,
    REQUIRED,
    ROUND_WITHOUT_WINNER,
    ROUND_WON,
)
from wildtable.engine.table import Table

ONE = 1
ONE_SUIT = 0x1FFF  # thirteen ranks
ONE_RANK = 0x8004002001  # one rank in four suits
EIGHTS = ONE_RANK << EIGHT


class CrazyEights(Table):
    def __init__(self) -> None:
        super().__init__()
        self.eights_wild = True
        self.suit = 0  # in force
        self.said_card = 0

    def copy_from(self, other: Table) -> None:
        Table.copy_from(self, other)
        self.copy_game(cython.cast(CrazyEights, other))

    def copy_game(self, other: CrazyEights) -> None:
        self.eights_wild = other.eights_wild
        self.suit = other.suit
        self.said_card = other.said_card

    def open_match(self) -> None:
        """CE-02, CE-03."""
        self.dealer = self.seats - 1
        self.round = 1
        self.gather()
        self.deal(HAND)
        self.draw_count -= 1
        self.discard(self.draw_pile[self.draw_count])
        self.suit = self.top_card() // 13
        if self.logging:
            self.emit(DEALT, 2, self.dealer, NOBODY, NOBODY, HAND)
            self.emit(TURNED_UP, 3, self.dealer, NOBODY, self.top_card(), self.suit)
        self.take_turn(self.left_of(self.dealer))
        self.moved(self.dealer)

    def playable(self, seat: int) -> int:
        """CE-04, CE-05."""
        kinds = ONE_SUIT << (self.suit * 13) | ONE_RANK << (self.top_card() % 13)
        if self.eights_wild:
            kinds |= EIGHTS
        return self.mask[seat] & kinds

    def offer(self, seat: int, which: int, words: list[int]) -> int:
        words[0] = 0
        words[1] = 0
        if self.stage != 0:
            if seat == self.speaker:
                words[0] = ONE * 15 << SUIT
            return 1
        if not (which & REQUIRED and self.required >> seat & 1):
            return 1
        words[1] = self.playable(seat)
        if words[1] != 0 and which & BRISK:
            return 2
        if self.drawn or not self.can_draw():
            words[0] = ONE << PASS  # CE-06
        else:
            words[0] = ONE << DRAW
        return 2

    def make(self, seat: int, choice: int) -> None:
        if choice >= PLAY:
            card = choice - PLAY
            self.said_card = card
            if self.eights_wild and card % 13 == EIGHT:
                self.stage = SAY_SUIT
                self.speaker = seat
            else:
                self.lay(seat, card // 13)
        elif choice >= SUIT:
            self.lay(seat, choice - SUIT)
        elif choice == DRAW:
            self.draw_in_turn(seat, 6, 7, 0)
            self.idle_turns = 0
            self.moved(seat)
        else:
            if self.logging:
                self.emit(PASSED, 6 if self.drawn else 8, seat, NOBODY, NOBODY, 0)
            if not self.drawn:
                self.idle_turns += 1
            self.take_turn(self.left_of(seat))
            if self.idle_turns == self.seats:
                self.end(NOBODY)
            self.moved(seat)

    def lay(self, seat: int, suit: int) -> None:
        card = self.said_card
        self.lose(seat, card)
        self.discard(card)
        self.suit = suit
        self.idle_turns = 0
        if self.logging:
            self.emit(PLAYED, 5 if self.eights_wild and card % 13 == EIGHT else 4, seat, NOBODY, card, suit)
        self.take_turn(self.left_of(seat))
        if self.hand_size[seat] == 0:
            self.end(seat)
        self.moved(seat)

    def end(self, winner: int) -> None:
        """CE-01, CE-08."""
        self.finish_round(0 if winner == NOBODY else 1 << winner)
        self.finish_match(self.round_winners)
        if self.logging:
            if winner == NOBODY:
                self.emit(ROUND_WITHOUT_WINNER, 8, NOBODY, NOBODY, NOBODY, 1)
                self.tell_left(8)
                self.emit(MATCH_WITHOUT_WINNER, 8, NOBODY, NOBODY, NOBODY, 0)
            else:
                self.emit(ROUND_WON, 1, winner, NOBODY, NOBODY, 1)
                self.tell_left(1)
                self.emit(MATCH_WON, 1, winner, NOBODY, NOBODY, 0)

    # From here on: what Python callers use.

    def read_options(self) -> None:
        self.eights_wild = self.options["eights_wild"]

    def snapshot(self) -> dict[str, Any]:
        return Table.snapshot(self) | {"suit": self.suit, "said_card": self.said_card}

    def stand(self, seat: int, suit: int) -> None:
        """In a position given by hand: the turn of `seat`, with this suit in force."""
        self.suit = suit
        self.take_turn(seat)

    def deal_from(self, order: list[int]) -> None:
        self.place([], order, [])
        self.deal(HAND)
        self.draw_count -= 1
        self.discard(self.draw_pile[self.draw_count])
        self.stand(self.left_of(self.dealer), self.top_card() // 13)
        if self.logging:
            self.emit(DEALT, 2, self.dealer, NOBODY, NOBODY, HAND)
            self.emit(TURNED_UP, 3, self.dealer, NOBODY, self.top_card(), self.suit)
