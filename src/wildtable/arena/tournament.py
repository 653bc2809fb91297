"""All matches of an arena on all cores.

Every deal is played once with each player on each chair, so that luck of the cards and of the chair is the same for
all. With players who do not think by the clock, the same plan gives the same matches with any number of threads.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from wildtable.arena.figures import Figures, figures, whole_deals
from wildtable.arena.match import Outcome, Plan, Players, Stopped, sit_down
from wildtable.arena.notebook import Notebook, heading
from wildtable.bots.program import USUAL_SECONDS, Program
from wildtable.engine.game import Game
from wildtable.errors import OptionError
from wildtable.lab.simulate import available_cores
from wildtable.notation.record import Record, write_record

USUAL_LIMIT = 20_000  # moves: several times a long match of random players
MOST_MATCHES = 10_000_000
MOST_SEED = 2**64 - 1
MOST_THREADS = 256
MOST_SECONDS = 3600.0
PAUSE = 0.1  # seconds between two reports of progress
PATIENCE = 2.0  # seconds for moves that are being thought about when all is to end


@dataclass
class Result:
    """What came out."""

    plan: Plan
    outcomes: list[Outcome] = field(default_factory=list)
    resumed: int = 0  # matches that were in the file already
    interrupted: bool = False
    threads: int = 1
    seconds: float = 0.0

    @property
    def deals(self) -> list[list[Outcome]]:
        return whole_deals(self.plan, self.outcomes)

    @property
    def players(self) -> list[Figures]:
        return figures(self.plan, self.outcomes)

    @property
    def moves_a_second(self) -> float:
        """In this run."""
        moves = sum(sum(outcome.moves) for outcome in self.outcomes[self.resumed :])
        return moves / self.seconds if self.seconds else 0.0

    @property
    def without_winner(self) -> int:
        return sum(not any(outcome.wins) for deal in self.deals for outcome in deal if outcome.over)

    @property
    def over_limit(self) -> int:
        return sum(not outcome.over for deal in self.deals for outcome in deal)

    def as_json(self) -> dict[str, Any]:
        """Plain values for a file."""
        told = heading(self.plan)
        del told["arena"]
        return {
            **told,
            "deals": len(self.deals),
            "matches": len(self.deals) * self.plan.orders,
            "matches_asked": self.plan.matches,
            "interrupted": self.interrupted,
            "without_winner": self.without_winner,
            "over_limit": self.over_limit,
            "players": [player_json(one) for one in self.players],
            "threads": self.threads,
            "seconds": round(self.seconds, 3),
            "moves_a_second": round(self.moves_a_second, 1),
        }


def player_json(one: Figures) -> dict[str, Any]:
    against = one.against_first
    return {
        "name": one.label,
        "wins": round(one.wins, 6),
        "share": plain(one.share),
        "low": plain(one.low),
        "high": plain(one.high),
        "rating": plain(one.rating),
        "rating_uncertainty": plain(one.uncertainty),
        "against_first": against
        and {"better": against.better, "worse": against.worse, "equal": against.equal, "p": plain(against.p)},
        "moves": one.moves,
        "seconds_a_move": plain(one.seconds),
        "slowest_move": plain(one.slowest),
        "forfeits": one.forfeits,
    }


def plain(number: float) -> float | None:
    return round(number, 6) if number == number else None


def plan(
    game: Game[Any, Any],
    players: Sequence[str],
    games: int,
    seats: int | None = None,
    seed: int = 1,
    options: Mapping[str, Any] | None = None,
    limit: int = USUAL_LIMIT,
    seconds: float = USUAL_SECONDS,
) -> Plan:
    """A checked plan for at least so many matches; OptionError says what cannot be."""
    if len(players) < 2:
        raise OptionError("two players at least are needed, such as --players fierce,calm")
    for name, number, low, high in (
        ("games", games, 1, MOST_MATCHES),
        ("seed", seed, 0, MOST_SEED),
        ("limit", limit, 1, 10**9),
    ):
        if not low <= number <= high:
            raise OptionError(f"{name} is a whole number from {low:,} to {high:,}")
    if not 0 < seconds <= MOST_SECONDS:
        raise OptionError(f"the time for a move is more than 0 and at most {MOST_SECONDS:g} seconds")
    seats = len(players) if seats is None else seats
    settled = game.settle_options(seats, {**game.simulation, **(options or {})})
    if seats % len(players):
        raise OptionError(
            f"{len(players)} players cannot sit evenly on {seats} chairs; name as many as there are chairs (one player "
            "may be named several times), or half as many"
        )
    for name in players:
        bot = sit_down(name, 0, seconds)
        if isinstance(bot, Program):
            bot.close()
    return Plan(game, settled, seats, tuple(players), -(-games // len(players)), seed, limit, seconds)


def compete(
    what: Plan,
    threads: int | None = None,
    save: Path | None = None,
    records: Path | None = None,
    progress: Callable[[int], None] | None = None,
    tell: Callable[[str], None] | None = None,
) -> Result:
    """Play the plan.

    With `save`, matches are kept in that file, and those that are in it already are not played again; `records` is a
    folder for a record of each match. `progress` is told how many matches are done, `tell` hears of forfeits. An
    interruption (Ctrl-C) ends it early, with what there is so far.
    """
    threads = available_cores() if threads is None else threads
    if not 1 <= threads <= MOST_THREADS:
        raise OptionError(f"threads is a whole number from 1 to {MOST_THREADS}")
    notebook = Notebook(save, what) if save is not None else None
    result = Result(what, threads=threads)
    if notebook is not None:
        result.outcomes += notebook.outcomes
        result.resumed = len(result.outcomes)
    crew = _Crew(what, result, notebook, records, tell)
    began = time.perf_counter()
    try:
        crew.start()
        while crew.is_busy():
            crew.wait(PAUSE)
            if progress is not None:
                progress(crew.done)
    except KeyboardInterrupt:
        result.interrupted = True
    finally:
        crew.end()
        if notebook is not None:
            notebook.close()
    if crew.error is not None:
        raise crew.error
    result.seconds = time.perf_counter() - began
    if progress is not None:
        progress(crew.done)
    return result


class _Crew:
    """Threads that take the next match until there is none."""

    def __init__(
        self,
        what: Plan,
        result: Result,
        notebook: Notebook | None,
        records: Path | None,
        tell: Callable[[str], None] | None,
    ) -> None:
        self.plan = what
        self.result = result
        self.notebook = notebook
        self.records = records
        self.tell = tell
        played = {(outcome.deal, outcome.order) for outcome in result.outcomes}
        matches = [(deal, order) for deal in range(what.deals) for order in range(what.orders)]
        self.waiting = [match for match in reversed(matches) if match not in played]
        self.done = len(matches) - len(self.waiting)
        self.lock = threading.Lock()
        self.stop = threading.Event()
        self.error: BaseException | None = None
        self.players = [Players(what) for _ in range(min(result.threads, len(self.waiting)))]
        self.threads = [threading.Thread(target=self.work, args=(players,), daemon=True) for players in self.players]

    def start(self) -> None:
        for thread in self.threads:
            thread.start()

    def work(self, players: Players) -> None:
        try:
            while not self.stop.is_set():
                with self.lock:
                    if not self.waiting:
                        return
                    deal, order = self.waiting.pop()
                outcome, record = players.play(deal, order, self.stop)
                with self.lock:
                    if not self.stop.is_set():
                        self.keep(outcome, record)
        except Stopped:
            pass
        except BaseException as error:
            self.error = error
            self.stop.set()
        finally:
            players.close()

    def keep(self, outcome: Outcome, record: Record) -> None:
        self.result.outcomes.append(outcome)
        self.done += 1
        if self.notebook is not None:
            self.notebook.add(outcome)
        if self.records is not None:
            write_record(record, self.records / f"deal-{outcome.deal + 1:05}-order-{outcome.order + 1:02}.toml")
        if self.tell is not None:
            for number, why in outcome.forfeits.items():
                label = self.plan.labels[number]
                self.tell(f"{label} forfeits deal {outcome.deal + 1}, order {outcome.order + 1}: it {why}")

    def is_busy(self) -> bool:
        return any(thread.is_alive() for thread in self.threads)

    def wait(self, seconds: float) -> None:
        """Until one thread is done, or so long."""
        for thread in self.threads:
            if thread.is_alive():
                thread.join(seconds)
                return

    def end(self) -> None:
        """No further moves. A program that is being waited for is ended, and a long thought is left to itself."""
        self.stop.set()
        deadline = time.perf_counter() + PATIENCE
        for players, thread in zip(self.players, self.threads, strict=True):
            players.interrupt()
            if thread.ident is not None:
                thread.join(max(0.0, deadline - time.perf_counter()))


__all__ = ["Plan", "Result", "compete", "plan"]
