"""A table at which cards go into hands in everybody's sight, such as a card taken from the discard pile."""

from __future__ import annotations

from typing import Any

import cython

from wildtable.engine.table import Table

if not cython.compiled:
    from wildtable.engine.bits import ONE


class OpenHands(Table):
    """Remembers how many of each card everybody knows a seat to hold at least. For games of one deck."""

    def __init__(self) -> None:
        super().__init__()
        self.shown = [0] * 768  # by seat × 64 + card

    def copy_from(self, other: Table) -> None:
        Table.copy_from(self, other)
        self.copy_shown(cython.cast(OpenHands, other))

    def copy_shown(self, other: OpenHands) -> None:
        self.shown[:] = other.shown

    def show(self, seat: int, card: int) -> None:
        """A card that everybody has just seen is, or goes, into this hand."""
        self.shown[seat * 64 + card] += 1
        self.anything_shown = True

    def gain_shown(self, seat: int, cards: list[int], count: int) -> None:
        """The first `count` of these cards go into this hand in everybody's sight; at once and so without `gain`, which
        the game must not have overridden."""
        for i in range(count):
            self.held[seat * 64 + cards[i]] += 1
            self.shown[seat * 64 + cards[i]] += 1
            self.mask[seat] |= ONE << cards[i]
        self.hand_size[seat] += count
        self.anything_shown = True

    def show_held(self, seat: int, card: int) -> None:
        """A card that everybody has just seen in this hand, where it stays; it may be one that was shown before."""
        if self.shown[seat * 64 + card] == 0:
            self.show(seat, card)

    def forget(self, seat: int, card: int) -> None:
        """Nobody can tell a card that leaves the hand from an equal one that was shown: one fewer is certain."""
        self.shown[seat * 64 + card] -= self.shown[seat * 64 + card] > 0

    def gather(self) -> None:
        Table.gather(self)
        self.shown[:] = [0] * 768

    def pinned(self, viewer: int, seat: int, card: int) -> int:
        return self.shown[seat * 64 + card]

    def shown_by(self, seat: int) -> list[int]:
        """The cards that everybody knows this seat to hold."""
        cards = []
        for card in range(64):
            if self.shown[seat * 64 + card]:
                cards.extend([card] * self.shown[seat * 64 + card])
        return cards

    def snapshot(self) -> dict[str, Any]:
        return Table.snapshot(self) | {"shown": [self.shown_by(seat) for seat in range(self.seats)]}
