"""A race between choices: each deal is played with several of them, and they are compared deal by deal.

The luck of a deal is the same for all that are tried in it, so that a few hundred deals tell apart what would take
thousands if each choice had deals of its own. The regulars, which a sensible player thinks of, are tried in every deal.
The others are guests: one a deal, in turn. Who is surely behind the best is tried no more, and a guest that is surely
ahead becomes a regular. So what a sensible player does is left only for something that has been seen to be better.
"""

from __future__ import annotations

import cython

if not cython.compiled:
    from math import log

ROOM = 64  # entrants
SURE = 1.0
NEARLY_SURE = 0.6  # is enough to drop a guest
ENOUGH = 16  # deals with both before two are told apart; so often all are looked at


class Race:
    """Entrants are numbered from 0, the regulars first."""

    def __init__(self) -> None:
        self.entrants = 0
        self.regulars = 0  # still in the race
        self.guests = 0
        self.order = [0] * 64  # those who are still in the race, regulars first
        self.kept = [0] * 64
        self.best = 0
        self.deals = 0
        self.result = [0.0] * 64  # in this deal
        # by two entrants, 64 × one + other, over the deals in which both were tried:
        self.both = [0] * 4096  # how many
        self.ahead = [0.0] * 4096  # of one over the other, summed up
        self.squares = [0.0] * 4096  # of the differences, summed up

    def clear(self) -> None:
        self.entrants = 0
        self.regulars = 0
        self.guests = 0
        self.best = 0
        self.deals = 0

    def has_room(self) -> bool:
        return self.entrants < ROOM

    def enter(self, regular: bool) -> None:
        """One more; there is room for 64."""
        one = self.entrants
        self.entrants += 1
        self.order[one] = one
        self.regulars += regular
        self.guests += not regular
        for other in range(one + 1):
            self.forget(one * ROOM + other)
            self.forget(other * ROOM + one)

    def forget(self, place: int) -> None:
        self.both[place] = 0
        self.ahead[place] = 0.0
        self.squares[place] = 0.0

    def starters(self) -> int:
        """How many are tried in this deal."""
        return self.regulars + (self.guests > 0)

    def starter(self, i: int) -> int:
        """The entrant that is tried as number `i`."""
        if i < self.regulars:
            return self.order[i]
        return self.order[self.regulars + self.deals % self.guests]

    def end_deal(self) -> None:
        """The results of all starters are there."""
        for i in range(1, self.starters()):
            one = self.starter(i)
            for j in range(i):
                other = self.starter(j)
                self.compare(one, other)
        self.deals += 1
        if self.deals % ENOUGH == 0:
            self.drop_and_promote()

    def compare(self, one: int, other: int) -> None:
        there = one * ROOM + other
        back = other * ROOM + one
        difference = self.result[one] - self.result[other]
        self.both[there] += 1
        self.both[back] += 1
        self.ahead[there] += difference
        self.ahead[back] -= difference
        self.squares[there] += difference * difference
        self.squares[back] += difference * difference

    def find_best(self) -> None:
        """Of the regulars."""
        for i in range(self.regulars):
            if self.ahead[self.order[i] * ROOM + self.best] > 0.0:
                self.best = self.order[i]

    def is_ahead(self, one: int, other: int, sure: float) -> bool:
        """By two standard errors after few deals and by three after thousands, for whoever looks often is deceived
        sooner or later."""
        place = one * ROOM + other
        lead = self.ahead[place]
        if lead <= 0.0 or self.both[place] < ENOUGH:
            return False
        errors = sure * (1.0 + log(self.both[place]))  # squared
        return lead * lead > errors * (self.squares[place] - lead * lead / self.both[place])

    def drop_and_promote(self) -> None:
        self.find_best()
        runners = self.regulars + self.guests
        kept = 0
        for i in range(runners):
            one = self.order[i]
            if i < self.regulars:
                stays = not self.is_ahead(self.best, one, SURE)
            else:
                stays = self.is_ahead(one, self.best, SURE)
            if stays:
                self.kept[kept] = one
                kept += 1
        regulars = kept
        for i in range(self.regulars, runners):
            one = self.order[i]
            if not self.is_ahead(one, self.best, SURE) and not self.is_ahead(self.best, one, NEARLY_SURE):
                self.kept[kept] = one
                kept += 1
        for i in range(kept):
            self.order[i] = self.kept[i]
        self.regulars = regulars
        self.guests = kept - regulars

    def is_decided(self) -> bool:
        """Only one is left."""
        return self.regulars + self.guests == 1
