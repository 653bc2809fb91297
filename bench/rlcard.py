"""`python -m bench.rlcard [--write docs/performance.md]`: our search against RLCard's rule agent at RLCard's own table.

Every deal is played twice, so that both players have both chairs. The random player plays the same deals.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any, Protocol

import wildtable
from bench.outsider import SEATS, Searcher
from bench.report import has_part, machine, put_part
from wildtable.arena.figures import interval
from wildtable.cli.simulate import progress_bar
from wildtable.lab.simulate import available_cores

PART = "rlcard"  # of the page
RIVAL = "uno-rule-v1"
SEED_LIMIT = 2**32  # of NumPy's generator, by which the rival chooses


class Agent(Protocol):
    """What RLCard asks of a player that speaks in text."""

    def step(self, state: Mapping[str, Any]) -> str: ...


class Lot:
    """Any of the allowed actions, each as likely as the others."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)

    def step(self, state: Mapping[str, Any]) -> str:
        return str(self.chance.choice(state["raw_legal_actions"]))


@dataclass(frozen=True)
class Task:
    """One deal for a player: `rounds` of thought a move, or 0 for the random one."""

    rounds: int
    seed: int


def play_deal(task: Task) -> int:
    """How many games of this deal the player wins against the rival, once on each chair."""
    return sum(play_game(task, chair) for chair in range(SEATS))


def play_game(task: Task, chair: int) -> bool:
    """Whether the player wins this deal on this chair. It follows from the task alone."""
    import numpy
    import rlcard
    from rlcard import models

    environment = rlcard.make("uno", {"seed": task.seed})
    numpy.random.seed(task.seed % SEED_LIMIT)
    agents: list[Agent] = [models.load(RIVAL).agents[0]] * SEATS
    agents[chair] = Searcher(task.rounds, task.seed) if task.rounds else Lot(task.seed)
    state, seat = environment.reset()
    while not environment.is_over():
        state, seat = environment.step(agents[seat].step(state), raw_action=True)
    return bool(environment.get_payoffs()[chair] > 0)


@dataclass(frozen=True)
class Outcome:
    """What a player has won, deal by deal, and what that took."""

    player: str
    wins: Sequence[int]
    seconds: float

    def row(self) -> str:
        games = SEATS * len(self.wins)
        low, high = interval(self.wins, SEATS)
        return (
            f"| {self.player:<12} | {games:>6,} | {sum(self.wins):>6,} | {sum(self.wins) / games:>6.1%} "
            f"| {low:>6.1%} and {high:.1%} | {self.seconds:>7.0f} |"
        )


def compete(rounds: int, deals: int, seed: int, processes: int, tell: Callable[[int], None] | None) -> Outcome:
    """Play the deals; `tell` hears how many games are done."""
    tasks = [Task(rounds, seed + number) for number in range(deals)]
    wins = []
    began = time.perf_counter()
    with ProcessPoolExecutor(processes) as crew:
        for won in crew.map(play_deal, tasks):
            wins.append(won)
            if tell is not None:
                tell(SEATS * len(wins))
    return Outcome(f"fierce:{rounds}" if rounds else "random", wins, time.perf_counter() - began)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.rlcard", description=__doc__)
    parser.add_argument("--games", type=int, default=2000, help="of each player, two for every deal (2000)")
    parser.add_argument("--rounds", type=int, default=2000, help="of thought for a move of our search (2000)")
    parser.add_argument("--seed", type=int, default=1, help="of the first deal (1)")
    parser.add_argument("--processes", type=int, default=available_cores(), help="that play (one on every core)")
    parser.add_argument("--write", type=Path, metavar="FILE", help="put the table into the marked part of FILE")
    given = parser.parse_args()
    if given.games < 2 or given.games % SEATS or given.rounds < 1 or given.seed < 0 or given.processes < 1:
        parser.error("an even number of games, and at least one round and one process; no seed below 0")
    if given.write is not None and not has_part(given.write, PART):
        parser.error(f"{given.write} has no part that is marked for {PART!r}")
    try:
        import rlcard  # noqa: F401 - whether it is there
    except ImportError:
        print("RLCard is not installed, so there is no table to sit down at: `make bench` installs it.")
        return 2
    if not wildtable.compiled():
        print("The rules are not compiled here, so this would take hours: run `make setup` first.")
        return 2

    outcomes = []
    for rounds in (0, given.rounds):
        with progress_bar(given.games) as tell:
            outcomes.append(compete(rounds, given.games // SEATS, given.seed, given.processes, tell))
    report = describe(outcomes, given.seed)
    print(report)
    if given.write is not None:
        put_part(given.write, PART, report)
    return 0


def describe(outcomes: Sequence[Outcome], seed: int) -> str:
    """The table, as Markdown that reads as well in a terminal."""
    deals = len(outcomes[0].wins)
    return "\n".join(
        [
            f"{machine()}, RLCard {version('rlcard')}. UNO of two players, {deals:,} deals from seed {seed}, each "
            f"played on both chairs against `{RIVAL}`.",
            "",
            f"| {'player':<12} | {'games':>6} | {'won':>6} | {'share':>6} | {'95 % between':>16} | {'seconds':>7} |",
            f"|{'-' * 14}|{'-' * 7}:|{'-' * 7}:|{'-' * 7}:|{'-' * 17}:|{'-' * 8}:|",
            *(outcome.row() for outcome in outcomes),
        ]
    )


if __name__ == "__main__":
    sys.exit(main())
