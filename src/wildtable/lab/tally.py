"""Counting matches while they are played, without the interpreter lock. Compiled with tally.pxd.

Everything that is counted is a whole number, so the order in which blocks of matches are added up does not matter:
the sums are the same with one thread and with a hundred.
"""

from __future__ import annotations

import cython

from wildtable.engine.codes import BRISK, DECLINE, NOBODY
from wildtable.engine.table import Table
from wildtable.lab.buckets import BUCKETS, CHOICES, EXACT, LARGEST, MOVES, ROUNDS, WIN


def bucket_of(number: int) -> int:
    """The bucket that counts `number`."""
    shift = 0
    while number >> shift >= EXACT:
        shift += 1
    return shift * (EXACT >> 1) + (number >> shift)


class Tally:
    """What a block of matches has come to. Fields are named in the order of tally.pxd."""

    def __init__(self) -> None:
        self.games = 0
        self.without_winner = 0
        self.shared = 0  # matches that more than one seat has won
        self.over_limit = 0
        self.first_over_limit = NOBODY  # the first such match, as a number in its block
        self.win_units = [0] * 12  # by seat, in parts of WIN
        self.total = [0] * 3  # by measure, over the matches that came to their end
        self.total_of_squares = [0] * 3
        self.smallest = [0] * 3
        self.largest = [0] * 3
        self.decisions = 0  # in all matches
        self.score_total = [0] * 12  # by seat, over the matches that came to their end
        self.score_squares = [0] * 12
        self.counts = [0] * 1920  # by measure × BUCKETS + bucket
        self.stopped = False  # another thread sets it to end the block after the match that is being played

    def clear(self) -> None:
        self.games = 0
        self.without_winner = 0
        self.shared = 0
        self.over_limit = 0
        self.first_over_limit = NOBODY
        self.win_units[:] = [0] * 12
        self.total[:] = [0] * 3
        self.total_of_squares[:] = [0] * 3
        self.smallest[:] = [0] * 3
        self.largest[:] = [0] * 3
        self.decisions = 0
        self.score_total[:] = [0] * 12
        self.score_squares[:] = [0] * 12
        self.counts[:] = [0] * 1920

    def play_block(self, scratch: Table, root: Table, games: int, seed: int, limit: int, brisk: int = 0) -> None:
        """Count `games` random matches on `scratch`, with the options of `root`; match i has the seed `seed` + i.
        `brisk` are the seats (bits) that leave out what hardly anybody would choose."""
        self.clear()
        with cython.nogil:
            for game in range(games):
                if self.stopped:
                    break
                scratch.copy_from(root)
                scratch.reseed(seed + game)
                scratch.open_match()
                self.play_match(scratch, game, limit, brisk)

    def play_match(self, table: Table, game: int, limit: int, brisk: int) -> None:
        """Play one match that has begun to its end, or until `limit` choices are made, and count it."""
        decisions = 0
        moves = 0
        while decisions < limit:
            seat = table.next_actor()
            if seat == NOBODY:
                break
            choice = table.random_choice(BRISK if brisk >> seat & 1 else 0)
            decisions += 1
            if choice != DECLINE and table.stage == 0:
                moves += 1
        self.count_match(table, game, decisions, moves)

    def count_match(self, table: Table, game: int, decisions: int, moves: int) -> None:
        """Count a match that was played so far, the number `game` of its block."""
        self.games += 1
        self.decisions += decisions
        if not table.over:
            self.over_limit += 1
            if self.first_over_limit == NOBODY:
                self.first_over_limit = game
            return
        self.count_winners(table)
        self.measure(CHOICES, decisions)
        self.measure(MOVES, moves)
        self.measure(ROUNDS, table.round)
        for seat in range(table.seats):
            score = table.scores[seat]
            self.score_total[seat] += score
            self.score_squares[seat] += score * score

    def count(self, table: Table, game: int, decisions: int, moves: int) -> None:
        """The same, for a match that was played elsewhere."""
        self.count_match(table, game, decisions, moves)

    def count_winners(self, table: Table) -> None:
        winners = 0
        for seat in range(table.seats):
            winners += table.winners >> seat & 1
        if winners == 0:
            self.without_winner += 1
            return
        if winners > 1:
            self.shared += 1
        for seat in range(table.seats):
            if table.winners >> seat & 1:
                self.win_units[seat] += WIN // winners

    def measure(self, which: int, number: int) -> None:
        """Count a number of one finished match."""
        first = self.games - self.over_limit == 1
        self.total[which] += number
        self.total_of_squares[which] += number * number
        if first or number < self.smallest[which]:
            self.smallest[which] = number
        if number > self.largest[which]:
            self.largest[which] = number
        bucket = bucket_of(number) if number < LARGEST else BUCKETS - 1
        self.counts[which * BUCKETS + bucket] += 1

    # Reading

    def wins(self, seats: int) -> list[int]:
        """By seat, in parts of WIN."""
        return [self.win_units[seat] for seat in range(seats)]

    def sums(self, which: int) -> tuple[int, int, int, int]:
        """Of one measure: the sum, the sum of squares, the smallest and the largest."""
        return self.total[which], self.total_of_squares[which], self.smallest[which], self.largest[which]

    def scores(self, seat: int) -> tuple[int, int]:
        """Of a seat's points at the end of the match: the sum, and the sum of squares."""
        return self.score_total[seat], self.score_squares[seat]

    def add_counts(self, which: int, totals: list[int]) -> None:
        """Add the buckets of one measure to `totals`."""
        for bucket in range(BUCKETS):
            count = self.counts[which * BUCKETS + bucket]
            if count != 0:
                totals[bucket] += count
