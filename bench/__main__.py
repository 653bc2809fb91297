"""`python -m bench [--write docs/performance.md]`: how fast the rules are, beside a peer and by themselves."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median
from typing import Any

import wildtable
from bench.measure import CRAZY_EIGHTS, PEERS, SEATS, Ours, Peer, PeerSearch, melds
from bench.report import counted, has_part, machine, put_part
from wildtable.games import ORDER, game
from wildtable.lab.simulate import available_cores, plan, simulate

PART = "bench"  # of the page
STATE_LIMIT = 4096  # bytes of one state
SEARCH_GOAL = 50_000  # rounds of thought a second in UNO She-Ra, on one core
BUSY = 0.6  # of the cores, on average, before we begin


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--write", type=Path, metavar="FILE", help="put the table into the marked part of FILE")
    parser.add_argument("--rounds", type=int, default=5, help="repetitions of everything, by turns (5)")
    parser.add_argument("--seconds", type=float, default=0.7, help="of each measurement in each repetition (0.7)")
    given = parser.parse_args()
    if given.rounds < 1 or not 0.01 <= given.seconds <= 60:
        parser.error("at least one round, and 0.01 to 60 seconds")
    if given.write is not None and not has_part(given.write, PART):
        parser.error(f"{given.write} has no part that is marked for {PART!r}")

    try:
        import pyspiel
    except ImportError:
        print("OpenSpiel is not installed, so there is nothing to compare with: `make bench` installs it.")
        return 2
    if not wildtable.compiled():
        print("The rules are not compiled here, so there is no speed to measure: run `make setup` first.")
        return 2

    busy = os.getloadavg()[0] > BUSY * available_cores()
    peers = {each: Peer(pyspiel, *each) for each in {CRAZY_EIGHTS, *PEERS.values()}}
    report = describe(run(peers, PeerSearch(pyspiel), given.rounds, given.seconds), given.rounds, given.seconds)
    if busy:
        report += "\n\nThe machine had other work to do: `wildtable simulate` looks slower than it is."
    print(report)
    if given.write is not None:
        put_part(given.write, PART, report)
    return 0


class Samples:
    """What each measurement has given, repetition by repetition."""

    def __init__(self) -> None:
        self.values: dict[str, list[float]] = {}

    def add(self, name: str, value: float) -> None:
        self.values.setdefault(name, []).append(value)

    def middle(self, name: str) -> float:
        return median(self.values[name])

    def ratio(self, name: str, other: str) -> float:
        """The median of the ratios within each repetition: both sides have met the same noise."""
        return median(a / b for a, b in zip(self.values[name], self.values[other], strict=True))

    def spread(self, name: str, other: str) -> tuple[float, float]:
        ratios = [a / b for a, b in zip(self.values[name], self.values[other], strict=True)]
        return min(ratios), max(ratios)


def run(peers: dict[tuple[str, int], Peer], peer_search: PeerSearch, rounds: int, seconds: float) -> Samples:
    """Every measurement, one after the other, and all of that again in every round."""
    ours = Ours(game("wild-apex"))
    peer = peers[CRAZY_EIGHTS]
    others = {name: Ours(game(name)) for name in ORDER if name != "wild-apex"}
    samples = Samples()
    samples.add("bytes", sys.getsizeof(ours.root))

    def pair(name: str, speed: Any) -> None:
        samples.add(name, speed.decisions)
        samples.add(name + " games", speed.games)
        samples.add(name + " chance", speed.chance)
        if name == "peer core":
            samples.add("peer all", speed.decisions + speed.chance)

    steps: list[Callable[[int], None]] = [
        lambda seed: pair("core", ours.in_core(seconds, seed, brisk=False)),
        lambda seed: pair("peer core", peer.in_core(seconds, seed)),
        lambda seed: pair("brisk", ours.in_core(seconds, seed, brisk=True)),
        lambda seed: pair("python", ours.from_python(seconds, seed)),
        lambda seed: pair("peer python", peer.from_python(seconds, seed)),
        lambda seed: pair("quiet", ours.one_by_one(seconds, seed, logging=False)),
        lambda seed: pair("logged", ours.one_by_one(seconds, seed, logging=True)),
        lambda seed: samples.add("deal 1", ours.search(seconds, seed, middle=False, threads=1)),
        lambda seed: samples.add("deal 2", ours.search(seconds, seed, middle=False, threads=2)),
        lambda seed: samples.add("middle 1", ours.search(seconds, seed, middle=True, threads=1)),
        lambda seed: samples.add("middle 2", ours.search(seconds, seed, middle=True, threads=2)),
        lambda seed: samples.add("simulate", whole_simulation(ours, seconds, seed)),
    ]

    def steps_of(name: str, other: Ours) -> list[Callable[[int], None]]:
        return [
            lambda seed: pair(name, other.in_core(seconds, seed, brisk=False)),
            lambda seed: pair(f"{name} brisk", other.in_core(seconds, seed, brisk=True)),
        ]

    def step_of_peer(other: Peer) -> Callable[[int], None]:
        return lambda seed: pair(f"peer {other.name}", other.in_core(seconds, seed))

    for name, other in others.items():
        steps += steps_of(name, other)
    steps += [step_of_peer(peers[key]) for key in sorted(set(PEERS.values()))]

    def hands(seed: int) -> None:
        average, slowest = melds(seed)
        samples.add("melds average", average)
        samples.add("melds slowest", slowest)

    steps.append(hands)

    searchers: dict[str, Ours | PeerSearch] = {"wild-apex": ours, **others, "peer": peer_search}
    for name, searcher in searchers.items():
        samples.add(f"{name} choices left", searcher.choices_left())

    def step_of_search(name: str, one: Ours | PeerSearch) -> Callable[[int], None]:
        return lambda seed: samples.add(name, one.thought(seconds, seed))

    steps += [step_of_search(f"{name} search", searcher) for name, searcher in searchers.items()]
    for number in range(rounds):
        for place, step in enumerate(steps):
            if sys.stderr.isatty():
                print(f"\rround {number + 1} of {rounds}, {place + 1} of {len(steps)} ", end="", file=sys.stderr)
            step(1 + number * 1_000_000)
    if sys.stderr.isatty():
        print("\r" + " " * 30 + "\r", end="", file=sys.stderr)
    return samples


def whole_simulation(ours: Ours, seconds: float, seed: int) -> float:
    """Decisions a second of `wildtable simulate`, with its counting, on all cores."""
    games = max(100, int(10_000 * seconds) * available_cores())
    return simulate(plan(ours.game, SEATS, games, seed)).decisions_a_second


def describe(samples: Samples, rounds: int, seconds: float) -> str:
    """The table, as Markdown that reads as well in a terminal."""

    def row(what: str, ours: str = "", theirs: str = "", times: str = "") -> str:
        return f"| {what:<58} | {ours:>15} | {theirs:>15} | {times:>20} |"

    def compared(what: str, mine: str, other: str) -> str:
        low, high = samples.spread(mine, other)
        ratio = f"{samples.ratio(mine, other):.1f} ({low:.1f} to {high:.1f})"
        return row(what, _short(samples.middle(mine)), _short(samples.middle(other)), ratio)

    size = samples.middle("bytes")
    chance = samples.ratio("peer core chance", "peer all")
    log_share = samples.ratio("logged", "quiet")
    lines = [
        f"{_with_what()}. Medians of {rounds} rounds; each measurement runs {seconds} s in each round, by turns; "
        "in brackets the lowest and the highest ratio of a round.",
        "",
        row("decisions a second, 4 players at random", "Wild Apex", "crazy_eights", "times as many"),
        f"|{'-' * 60}|{'-' * 16}:|{'-' * 16}:|{'-' * 21}:|",
        compared("in the core, one core, uniform choices", "core", "peer core"),
        compared("the same, brisk", "brisk", "peer core"),
        compared("uniform, and every chance node of the peer counted too", "core", "peer all"),
        compared("one by one from Python", "python", "peer python"),
        row("one call a match, log off", _short(samples.middle("quiet"))),
        row("one call a match, log on", _short(samples.middle("logged")), "", f"{log_share:.2f} of log off"),
        row(f"`wildtable simulate` on {counted(available_cores(), 'core')}", _short(samples.middle("simulate"))),
        row("**games a second**"),
        row(
            "in the core, uniform choices",
            _short(samples.middle("core games")),
            _short(samples.middle("peer core games")),
        ),
        row("the same, brisk", _short(samples.middle("brisk games"))),
        row("**search rounds a second** (copy, re-deal, play out brisk)"),
        row("from the deal, one thread", _short(samples.middle("deal 1"))),
        row("from the deal, two threads", _short(samples.middle("deal 2")), "", _times(samples, "deal")),
        row("from the middle of a game, one thread", _short(samples.middle("middle 1"))),
        row(
            "from the middle of a game, two threads", _short(samples.middle("middle 2")), "", _times(samples, "middle")
        ),
        row(
            "**bytes of one state**",
            f"{size:.0f}",
            "",
            f"limit {STATE_LIMIT}" + (": EXCEEDED" if size >= STATE_LIMIT else ""),
        ),
        "",
        f"Of the peer's actions {chance:.0%} were chance nodes: the deal and the cards drawn. They take its time and "
        "count only where the table says so. Wild Apex shuffles a whole deck at once, and that counts as nothing.",
        "",
        *all_games(samples),
        "",
        *searches(samples),
    ]
    return "\n".join(lines)


def all_games(samples: Samples) -> list[str]:
    """One line for each game beside its peer."""
    lines = [
        f"| {'uniform random play, one core, 4 players':<42} | {'decisions/s':>13} | {'brisk':>13} | {'games/s':>9} "
        f"| {'peer':<13} | {'its decisions/s':>15} | {'times as many':>20} |",
        f"|{'-' * 44}|{'-' * 14}:|{'-' * 14}:|{'-' * 10}:|{'-' * 15}|{'-' * 16}:|{'-' * 21}:|",
    ]
    for name in ORDER:
        mine, brisk = ("core", "brisk") if name == "wild-apex" else (name, f"{name} brisk")
        peer, key = ("gin_rummy", "peer gin_rummy") if name in PEERS else ("crazy_eights", "peer core")
        low, high = samples.spread(mine, key)
        ratio = f"{samples.ratio(mine, key):.1f} ({low:.1f} to {high:.1f})"
        lines.append(
            f"| {game(name).title:<42} | {_short(samples.middle(mine)):>13} | {_short(samples.middle(brisk)):>13} "
            f"| {_short(samples.middle(f'{mine} games')):>9} | {peer:<13} "
            f"| {_short(samples.middle(key)):>15} | {ratio:>20} |"
        )
    lines += [
        "",
        "What's Wild?! finds the best arrangement of a random hand of twelve in "
        f"{samples.middle('melds average'):.2f} µs on average over all wild numbers (limit 20), of the slowest of them "
        f"in {samples.middle('melds slowest'):.0f} µs (limit 2000), called from Python.",
    ]
    return lines


def searches(samples: Samples) -> list[str]:
    """What a searching player does in a second, for each game beside the peer's."""
    lines = [
        f"| {'search from the middle of a round, one core':<44} | {'rounds/s':>13} | {'choices to the end':>18} "
        f"| {'times as many rounds':>21} |",
        f"|{'-' * 46}|{'-' * 14}:|{'-' * 19}:|{'-' * 22}:|",
    ]

    def row(what: str, name: str, times: str = "") -> str:
        left = samples.middle(f"{name} choices left")
        return f"| {what:<44} | {_short(samples.middle(f'{name} search')):>13} | {left:>18.0f} | {times:>21} |"

    for name in ORDER:
        low, high = samples.spread(f"{name} search", "peer search")
        ratio = samples.ratio(f"{name} search", "peer search")
        lines.append(row(game(name).title, name, f"{ratio:,.0f} ({low:,.0f} to {high:,.0f})"))
    lines.append(row("`ISMCTSBot` of OpenSpiel, gin_rummy", "peer"))
    slowest = min(samples.values["uno-etheria search"])
    verdict = "reached" if slowest >= SEARCH_GOAL else "MISSED"
    lines += [
        "",
        f"The goal of {SEARCH_GOAL:,} rounds a second for UNO She-Ra is {verdict}: its slowest measurement had "
        f"{slowest:,.0f}.",
    ]
    return lines


def _times(samples: Samples, name: str) -> str:
    return f"{samples.ratio(f'{name} 2', f'{name} 1'):.2f} of one thread"


def _short(value: float) -> str:
    return f"{value / 1e6:.2f} million" if value >= 1e6 else f"{value:,.0f}"


def _with_what() -> str:
    try:
        peer = version("open_spiel")
    except PackageNotFoundError:
        peer = "of unknown version"
    return f"{machine()}, OpenSpiel {peer}, the rules compiled"


if __name__ == "__main__":
    sys.exit(main())
