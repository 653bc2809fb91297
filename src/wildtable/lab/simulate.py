"""Many random matches of one game on all cores, and what came out of them.

The matches are cut into blocks of a fixed size, each block with seeds of its own, and what is counted are whole
numbers: the result for the same game, options, seats, seed and number of games is the same with any number of threads.
"""

from __future__ import annotations

import hashlib
import math
import os
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from wildtable.engine.game import Game, seat_letter
from wildtable.errors import OptionError
from wildtable.lab.buckets import BUCKETS, LARGEST, MEASURES, WIN, bucket_range
from wildtable.lab.tally import Tally

BLOCK = 100  # matches
MOST_GAMES = 1_000_000_000
MOST_SEED = 2**64 - 1
MOST_THREADS = 256
USUAL_LIMIT = 1_000_000  # choices a match: far beyond any that ends, and played in a twentieth of a second
Z_95 = 1.959963984540054  # the 97.5th percentile of the normal distribution
PERCENTILES = (5, 25, 50, 75, 95, 99)
PAUSE = 0.1  # seconds between two reports of progress


@dataclass(frozen=True)
class Plan:
    """What is to be simulated. `options` are complete, as `Game.settle_options` gives them."""

    game: Game[Any, Any]
    seats: int
    options: Mapping[str, Any]
    games: int
    seed: int
    brisk: bool = False
    limit: int = USUAL_LIMIT

    def match_seed(self, number: int) -> int:
        """The seed of match `number`, from 0: `Game.new_match` with it deals that match."""
        return (block_seed(self.seed, number // BLOCK) + number % BLOCK) % 2**64


@dataclass(frozen=True)
class Share:
    """Wins of one seat, a shared win counted as its part of one."""

    wins: float
    share: float
    low: float  # of the 95 % confidence interval
    high: float


@dataclass
class Measure:
    """How something is spread over the matches that came to their end. Percentiles are exact up to 63, and then
    good to 3 %."""

    matches: int = 0
    total: int = 0
    total_of_squares: int = 0
    least: int = 0
    most: int = 0
    counts: list[int] = field(default_factory=lambda: [0] * BUCKETS)

    @property
    def mean(self) -> float:
        return self.total / self.matches if self.matches else math.nan

    @property
    def deviation(self) -> float:
        """The standard deviation of one match, estimated from all of them."""
        if self.matches < 2:
            return math.nan
        spread = self.total_of_squares - self.total**2 / self.matches
        return math.sqrt(max(0.0, spread) / (self.matches - 1))

    @property
    def error(self) -> float:
        """The mean is right to within this, with 95 % confidence."""
        return Z_95 * self.deviation / math.sqrt(self.matches) if self.matches else math.nan

    def percentile(self, percent: float) -> int:
        """The number that `percent` of the matches do not exceed; 0 without matches."""
        wanted = max(1, math.ceil(self.matches * percent / 100))
        seen = 0
        for bucket, count in enumerate(self.counts):
            seen += count
            if seen >= wanted:
                low, high = bucket_range(bucket)
                return min(max((low + high) // 2, self.least), self.most)
        return self.most

    def add(self, tally: Tally, which: int) -> None:
        matches = tally.games - tally.over_limit
        if not matches:
            return
        total, squares, least, most = tally.sums(which)
        self.least = min(self.least, least) if self.matches else least
        self.most = max(self.most, most)
        self.matches += matches
        self.total += total
        self.total_of_squares += squares
        tally.add_counts(which, self.counts)


@dataclass
class Result:
    """What came out. Everything but the last three fields follows from the plan alone, if it was not interrupted."""

    plan: Plan
    games: int = 0
    decisions: int = 0
    without_winner: int = 0
    shared: int = 0
    over_limit: int = 0
    first_over_limit: int | None = None  # the number of that match
    win_units: list[int] = field(default_factory=list)
    measures: list[Measure] = field(default_factory=lambda: [Measure() for _ in range(MEASURES)])
    interrupted: bool = False
    threads: int = 1
    seconds: float = 0.0

    @property
    def wins(self) -> list[Share]:
        """By seat, in letter order. A seat sits on the chair of its letter when the match begins."""
        return [self._share(units) for units in self.win_units]

    def _share(self, units: int) -> Share:
        low, high = wilson(units / WIN, self.games)
        return Share(units / WIN, units / WIN / self.games if self.games else math.nan, low, high)

    @property
    def decisions_a_second(self) -> float:
        return self.decisions / self.seconds if self.seconds else math.nan

    @property
    def games_a_second(self) -> float:
        return self.games / self.seconds if self.seconds else math.nan

    def add(self, block: int, tally: Tally) -> None:
        self.games += tally.games
        self.decisions += tally.decisions
        self.without_winner += tally.without_winner
        self.shared += tally.shared
        self.over_limit += tally.over_limit
        if tally.over_limit:
            first = block * BLOCK + tally.first_over_limit
            self.first_over_limit = min(first, self.first_over_limit) if self.first_over_limit is not None else first
        for seat, units in enumerate(tally.wins(self.plan.seats)):
            self.win_units[seat] += units
        for which, measure in enumerate(self.measures):
            measure.add(tally, which)

    def as_json(self) -> dict[str, Any]:
        """Plain values for a file; `speed` is the only part that differs between two runs of one plan."""
        plan = self.plan
        names = ("choices", "moves", "rounds")
        first = self.first_over_limit
        return {
            "game": plan.game.id,
            "seats": plan.seats,
            "options": _plain(plan.options),
            "seed": plan.seed,
            "brisk": plan.brisk,
            "limit": plan.limit,
            "games_asked": plan.games,
            "games": self.games,
            "interrupted": self.interrupted,
            "wins": {
                seat_letter(seat): {
                    "wins": round(share.wins, 6),
                    "share": _rounded(share.share),
                    "low": _rounded(share.low),
                    "high": _rounded(share.high),
                }
                for seat, share in enumerate(self.wins)
            },
            "shared": self.shared,
            "without_winner": self.without_winner,
            "over_limit": self.over_limit,
            "first_over_limit_seed": None if first is None else plan.match_seed(first),
            "a_match": {
                name: {
                    "mean": _rounded(measure.mean),
                    "error": _rounded(measure.error),
                    "deviation": _rounded(measure.deviation),
                    "least": measure.least,
                    "most": measure.most,
                    "percentiles": {str(p): measure.percentile(p) for p in PERCENTILES},
                }
                for name, measure in zip(names, self.measures, strict=True)
            },
            "decisions": self.decisions,
            "speed": {
                "threads": self.threads,
                "seconds": round(self.seconds, 3),
                "decisions_a_second": _rounded(self.decisions_a_second, 0),
                "games_a_second": _rounded(self.games_a_second, 1),
            },
        }


def plan(
    game: Game[Any, Any],
    seats: int,
    games: int,
    seed: int = 1,
    options: Mapping[str, Any] | None = None,
    brisk: bool = False,
    limit: int = USUAL_LIMIT,
) -> Plan:
    """A checked plan. Options that drivers without people set (`Game.simulation`) give way to those in `options`."""
    _in_range("games", games, 1, MOST_GAMES)
    _in_range("seed", seed, 0, MOST_SEED)
    _in_range("limit", limit, 1, LARGEST - 1)
    settled = game.settle_options(seats, {**game.simulation, **(options or {})})
    return Plan(game, seats, settled, games, seed, brisk, limit)


def simulate(
    what: Plan,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Result:
    """Play the plan. `progress` is told from time to time how many matches are done.

    An interruption (Ctrl-C) ends it early: the result then holds the blocks that were finished, and says so.
    """
    threads = threads if threads is not None else available_cores()
    _in_range("threads", threads, 1, MOST_THREADS)
    result = Result(what, win_units=[0] * what.seats, threads=threads)
    crew = _Crew(what, result, threads)
    began = time.perf_counter()
    try:
        crew.start()
        while crew.is_busy():
            crew.wait(PAUSE)
            if progress is not None:
                progress(result.games)
    except KeyboardInterrupt:
        pass  # what has been played so far is the result
    finally:
        crew.stop()
    if crew.error is not None:
        raise crew.error
    result.interrupted = result.games < what.games
    result.seconds = time.perf_counter() - began
    if progress is not None:
        progress(result.games)
    return result


class _Crew:
    """Threads that take the next block until there is none."""

    def __init__(self, what: Plan, result: Result, threads: int) -> None:
        self.plan = what
        self.result = result
        self.blocks = -(-what.games // BLOCK)
        self.next_block = 0
        self.lock = threading.Lock()
        self.error: BaseException | None = None
        self.root = what.game.new_table(what.seats, what.options)
        self.tallies = [Tally() for _ in range(min(threads, self.blocks))]
        self.threads = [threading.Thread(target=self.work, args=(tally,), daemon=True) for tally in self.tallies]

    def start(self) -> None:
        for thread in self.threads:
            thread.start()

    def work(self, tally: Tally) -> None:
        what = self.plan
        try:
            scratch = self.root.clone()
            while not tally.stopped:
                with self.lock:
                    block = self.next_block
                    self.next_block += 1
                if block >= self.blocks:
                    return
                games = min(BLOCK, what.games - block * BLOCK)
                seed = block_seed(what.seed, block)
                tally.play_block(scratch, self.root, games, seed, what.limit, what.brisk)
                # A block that was stopped half-way is left out: its long matches would be missing.
                if tally.games == games:
                    with self.lock:
                        self.result.add(block, tally)
        except BaseException as error:
            self.error = error

    def is_busy(self) -> bool:
        return any(thread.is_alive() for thread in self.threads)

    def wait(self, seconds: float) -> None:
        """Until one thread is done, or so long."""
        for thread in self.threads:
            if thread.is_alive():
                thread.join(seconds)
                return

    def stop(self) -> None:
        for tally in self.tallies:
            tally.stopped = True
        for thread in self.threads:
            if thread.ident is not None:
                thread.join()


def block_seed(seed: int, block: int) -> int:
    """Where the seeds of a block begin. Hashed, so that two seeds next to each other share no match."""
    digest = hashlib.blake2b(f"{seed}:{block}".encode(), digest_size=8).digest()
    # The seeds of a block count up from here, and none may leave 64 bits.
    return int.from_bytes(digest, "big") & (2**63 - 1)


def available_cores() -> int:
    """The cores that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on every system
        return os.cpu_count() or 1


def wilson(wins: float, games: float) -> tuple[float, float]:
    """The 95 % confidence interval of a share (Wilson's, which holds near 0 and 1 too; with shared wins it is, if
    anything, too wide)."""
    if games == 0:
        return 0.0, 1.0
    share = wins / games
    square = Z_95 * Z_95 / games
    middle = (share + square / 2) / (1 + square)
    half = Z_95 / (1 + square) * math.sqrt(share * (1 - share) / games + square / (4 * games))
    return max(0.0, middle - half), min(1.0, middle + half)


def _in_range(name: str, number: object, low: int, high: int) -> None:
    if isinstance(number, bool) or not isinstance(number, int) or not low <= number <= high:
        raise OptionError(f"{name} is a whole number from {low:,} to {high:,}, not {_short(number)}")


def _short(number: Any) -> str:
    """A number as text, also when it has a million digits."""
    if isinstance(number, int) and not isinstance(number, bool) and abs(number) >= 10**30:
        return "a number of that size"
    return repr(number)


def _rounded(number: float, digits: int = 6) -> float | None:
    return None if math.isnan(number) else round(number, digits)


def _plain(options: Mapping[str, Any]) -> dict[str, Any]:
    return {name: list(value) if isinstance(value, tuple) else value for name, value in options.items()}


__all__ = ["Measure", "Plan", "Result", "Share", "plan", "simulate"]
