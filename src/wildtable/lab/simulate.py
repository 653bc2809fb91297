"""Many matches of one game on all cores, and what came out of them.

The players draw lots, which needs no interpreter lock, or play calmly, which does. The matches are cut into blocks of a
fixed size, each block with seeds of its own, and what is counted are whole numbers: the result for the same game,
options, seats, players, seed and number of games is the same with any number of threads.
"""

from __future__ import annotations

import hashlib
import math
import os
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from wildtable.bots.players import player
from wildtable.engine.game import Game, seat_letter
from wildtable.errors import OptionError
from wildtable.lab.asked import play_block
from wildtable.lab.buckets import BUCKETS, LARGEST, MEASURES, WIN, bucket_range
from wildtable.lab.tally import Tally

PLAYERS = ("random", "brisk", "calm")  # those that are quick enough for many matches
BLOCK = 100  # matches whose seeds follow each other
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
    players: tuple[str, ...]  # by chair
    limit: int = USUAL_LIMIT

    @property
    def at_once(self) -> int:
        """How many matches are played and counted together. Where players are asked one by one a match takes long."""
        return 1 if "calm" in self.players else BLOCK

    @property
    def brisk(self) -> int:
        """The seats (bits) that draw lots without what hardly anybody would choose."""
        return sum(1 << seat for seat, name in enumerate(self.players) if name == "brisk")

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
class Average:
    """Of a number in the matches that came to their end."""

    matches: int = 0
    total: int = 0
    total_of_squares: int = 0

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


@dataclass
class Measure(Average):
    """How something is spread, too. Percentiles are exact up to 63, and then good to 3 %."""

    least: int = 0
    most: int = 0
    counts: list[int] = field(default_factory=lambda: [0] * BUCKETS)

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
    scores: list[Average] = field(default_factory=list)  # points at the end, by seat
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

    def add(self, number: int, tally: Tally) -> None:
        """Count matches of which the first one is `number`."""
        self.games += tally.games
        self.decisions += tally.decisions
        self.without_winner += tally.without_winner
        self.shared += tally.shared
        self.over_limit += tally.over_limit
        if tally.over_limit:
            first = number + tally.first_over_limit
            self.first_over_limit = min(first, self.first_over_limit) if self.first_over_limit is not None else first
        for seat, units in enumerate(tally.wins(self.plan.seats)):
            self.win_units[seat] += units
        for which, measure in enumerate(self.measures):
            measure.add(tally, which)
        for seat, score in enumerate(self.scores):
            total, squares = tally.scores(seat)
            score.matches += tally.games - tally.over_limit
            score.total += total
            score.total_of_squares += squares

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
            "players": list(plan.players),
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
            "scores": {
                seat_letter(seat): {
                    "mean": _rounded(score.mean),
                    "error": _rounded(score.error),
                    "deviation": _rounded(score.deviation),
                }
                for seat, score in enumerate(self.scores)
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
    players: Sequence[str] = ("random",),
    limit: int = USUAL_LIMIT,
) -> Plan:
    """A checked plan. Options that drivers without people set (`Game.simulation`) give way to those in `options`.
    `players` are one for all chairs, or one for each."""
    _in_range("games", games, 1, MOST_GAMES)
    _in_range("seed", seed, 0, MOST_SEED)
    _in_range("limit", limit, 1, LARGEST - 1)
    settled = game.settle_options(seats, {**game.simulation, **(options or {})})
    return Plan(game, seats, settled, games, seed, seated(players, seats), limit)


def seated(players: Sequence[str], seats: int) -> tuple[str, ...]:
    """By chair; OptionError where they do not go round, or are too slow for this."""
    for name in players:
        if name not in PLAYERS:
            player(name)  # there may be no such player at all
            raise OptionError(f"{name[:40]} thinks for too long; simulations are played by {', '.join(PLAYERS)}")
    if len(players) not in (1, seats):
        raise OptionError(f"players are one for all chairs, or one for each of the {seats}, not {len(players)}")
    return tuple(players) * seats if len(players) == 1 else tuple(players)


def simulate(
    what: Plan,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
    enough: Callable[[], bool] | None = None,
) -> Result:
    """Play the plan. `progress` is told from time to time how many matches are done, and `enough` is asked whether that
    will do.

    It may end early by that, or by an interruption (Ctrl-C): the result then holds the matches that were counted until
    then, and says so. With one thread these are the first ones, so that a plan for so many gives the same result.
    """
    threads = threads if threads is not None else available_cores()
    _in_range("threads", threads, 1, MOST_THREADS)
    result = Result(what, win_units=[0] * what.seats, scores=[Average() for _ in range(what.seats)], threads=threads)
    crew = _Crew(what, result, threads)
    began = time.perf_counter()
    try:
        crew.start()
        while crew.is_busy():
            crew.wait(PAUSE)
            if progress is not None:
                progress(result.games)
            if enough is not None and enough():
                break
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
    """Threads that take the next matches until there are none."""

    def __init__(self, what: Plan, result: Result, threads: int) -> None:
        self.plan = what
        self.result = result
        self.next_match = 0
        self.lock = threading.Lock()
        self.error: BaseException | None = None
        self.root = what.game.new_table(what.seats, what.options)
        self.tallies = [Tally() for _ in range(min(threads, -(-what.games // what.at_once)))]
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
                    first = self.next_match
                    self.next_match += what.at_once
                if first >= what.games:
                    return
                games = min(what.at_once, what.games - first)
                if "calm" in what.players:
                    play_block(tally, self.root, games, what.match_seed(first), what.limit, what.players)
                else:
                    tally.play_block(scratch, self.root, games, what.match_seed(first), what.limit, what.brisk)
                # What was stopped half-way is left out: its long matches would be missing.
                if tally.games == games:
                    with self.lock:
                        self.result.add(first, tally)
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


__all__ = ["PLAYERS", "Average", "Measure", "Plan", "Result", "Share", "plan", "simulate"]
