"""The machine players that come with Wildtable, by name.

`random` makes each choice as likely as the others, `brisk` does the same without what hardly anybody would choose,
`calm` plays by the game's own readable rules of thumb, `sharp` and `fierce` search: so many rounds of thought a move,
which makes them play alike on every machine that is not too slow for it, for there is a limit in seconds, too. A name
may say how much they think: `fierce:2000` is 2,000 rounds a move and no limit, `fierce:0.5s` is half a second.

No player keeps anything from one move to the next: what it does follows from its seed and from what it is given.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

from wildtable.bots.search import Search
from wildtable.bots.sight import Bot, Sight, asked_for
from wildtable.engine.codes import BRISK
from wildtable.engine.game import Game, random_move
from wildtable.engine.table import Table
from wildtable.errors import OptionError

LEVELS = ("random", "brisk", "calm", "sharp", "fierce")
MOST_ROUNDS = 1_000_000_000
MOST_SECONDS = 3600.0

# Of the time for a move: when thinking about its first choice ends, and when all thinking does. What is left is for
# reading the move off and for a machine that is busy.
FIRST_CHOICE = 0.85
LAST_CHOICE = 0.93
BLOCK_SECONDS = 0.01  # between two looks at the clock
BLOCK_ROUNDS = 2000  # between two moments at which Ctrl-C is heard
ENOUGH = 10  # times that the tree has tried each choice, on average, where its answer is taken

ROOT = 0  # of the tree
NOWHERE = -1

THOUGHT = re.compile(r"([0-9]{1,12})|([0-9]{1,6}(?:\.[0-9]{1,6})?)s")


def player(name: str, seed: int = 0) -> Bot:
    """A machine player; OptionError where there is none of that name."""
    level, colon, words = name.partition(":")
    if level not in LEVELS:
        raise OptionError(f"there is no player {name[:40]!r}; there are {', '.join(LEVELS)}, and programs, as ./my_bot")
    if level in SECONDS:
        return Thinker(name, seed, read_thought(name, words) if colon else None)
    if colon:
        raise OptionError(f"{level} does not think, and so it is written without {colon + words[:40]!r}")
    if level == "calm":
        return Calm(seed)
    return Lot(level, seed, BRISK if level == "brisk" else 0)


# --- without thinking ---


class Lot:
    """A player that draws lots."""

    def __init__(self, name: str, seed: int, manner: int) -> None:
        self.name = name
        self.seed = seed
        self.manner = manner

    def move(self, sight: Sight) -> Any:
        table = sight.guess.clone()
        table.reseed_from(own_seed(self.seed, sight))
        return random_move(table, sight.seat, sight.which | self.manner)


class Calm:
    """A player by rules of thumb, which each game has in a module of its own; in a game without one it is brisk."""

    name = "calm"

    def __init__(self, seed: int) -> None:
        self.otherwise = Lot("brisk", seed, BRISK)

    def move(self, sight: Sight) -> Any:
        choose = calm_choice(sight.game)
        return self.otherwise.move(sight) if choose is None else choose(sight)


@cache
def calm_choice(game: Game[Any, Any]) -> Callable[[Sight], Any] | None:
    """The function that plays a game calmly, or None if the game has none."""
    try:
        module = import_module(game.calm_module)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{game.calm_module}.".startswith(f"{error.name}."):
            raise  # the module is there and lacks something itself
        return None
    choose: Callable[[Sight], Any] = module.choose
    return choose


def own_seed(seed: int, sight: Sight) -> int:
    """A number that follows from a player's seed and the guess that it is given. Other seeds give other numbers."""
    number = sight.guess.clone().random_below(2**31 - 1)
    return (number * 0x9E3779B97F4A7C15 + seed * 0xBF58476D1CE4E5B9) % 2**62


# --- thinking ---


@dataclass(frozen=True)
class Thought:
    """How much a player thinks about a move: so many rounds, so many seconds, or what is over first. 0 is no limit."""

    rounds: int = 0
    seconds: float = 0.0


SECONDS = {"sharp": 0.1, "fierce": 1.0}  # a move, at most; how many rounds, a game says


def read_thought(name: str, words: str) -> Thought:
    """`2000` and `0.5s`."""
    match = THOUGHT.fullmatch(words)
    thought = Thought(int(match[1] or 0), float(match[2] or 0)) if match else Thought()
    if not 0 < thought.rounds <= MOST_ROUNDS and not 0 < thought.seconds <= MOST_SECONDS:
        level = name.partition(":")[0]
        raise OptionError(f"{name[:40]!r}: thought is written {level}:2000 for rounds or {level}:0.5s for seconds")
    return thought


@dataclass(frozen=True)
class Weighed:
    """A move as a search has come to see it: a first choice, with the best way to go on from it."""

    move: Any
    rounds: int  # that began with this choice
    share: float  # of the round that they won, on average, from 0 to 1


@dataclass(frozen=True)
class Line:
    """A move, or the beginning of one."""

    table: Table  # as it is after these choices
    which: int  # what is asked for next
    node: int  # where they lead to in the tree
    said: tuple[int, ...] = ()

    def after(self, choice: int, node: int, seat: int) -> Line:
        table = self.table.clone()
        table.apply(seat, choice)
        return Line(table, asked_for(table), node, (*self.said, choice))

    @property
    def is_whole(self) -> bool:
        return self.said != () and self.table.stage == 0


class Thinker:
    """A player that searches. It may be used for one move at a time, by one thread."""

    def __init__(self, name: str, seed: int, thought: Thought | None = None) -> None:
        """Without `thought` it thinks as much as players of its level, `sharp` or `fierce`, do."""
        self.name = name
        self.seed = seed
        self.thought = thought
        self.search = Search()
        self.rounds = 0  # of thought about the last move

    def move(self, sight: Sight) -> Any:
        """The move that the search has found best."""
        self.rounds = 0
        if sight.guess.in_circles():
            return Calm(self.seed).move(sight)
        return self.finish(Line(sight.guess, sight.which, NOWHERE), sight, self.clock(sight))

    def weigh(self, sight: Sight, most: int = 64) -> list[Weighed]:
        """Think, and tell what came of it: for each of the best first choices the best move that begins so, and first
        of all the one that `move` makes, if the round is not in circles. Nothing where there is only one move."""
        self.rounds = 0
        clock = self.clock(sight)
        start = self.read_on(Line(sight.guess, sight.which, NOWHERE), sight)
        if start.is_whole:
            return []
        self.think(start, sight, clock)
        rows = [row for row in self.rows(ROOT, self.offered(start, sight)) if row[1] > 0][:most]
        # All that the tree knows is read before another one is grown.
        lines = [self.read_on(start.after(choice, node, sight.seat), sight) for choice, _, _, node in rows]
        return [
            Weighed(self.finish(line, sight, clock), rounds, share)
            for line, (_, rounds, share, _) in zip(lines, rows, strict=True)
        ]

    def clock(self, sight: Sight) -> Clock:
        if self.thought is not None:
            return Clock(self.thought)
        level = self.name
        return Clock(Thought(sight.game.rounds[level], SECONDS[level]))

    def finish(self, line: Line, sight: Sight, clock: Clock) -> Any:
        """The best move that begins so. It is read off the tree, choice by choice; where the tree has hardly been, the
        player thinks again from there."""
        line = self.read_on(line, sight)
        while not line.is_whole:
            self.think(line, sight, clock)
            choice, _, _, node = self.rows(ROOT, self.offered(line, sight))[0]
            line = self.read_on(line.after(choice, node, sight.seat), sight)
        return sight.game.move_of(sight.guess, line.said)

    def read_on(self, line: Line, sight: Sight) -> Line:
        """The line as far as it is forced, or the tree has been there often enough."""
        while not line.is_whole:
            offered = self.offered(line, sight)
            choice, node = offered[0], line.node
            if len(offered) > 1:  # a forced choice is no step in the tree
                rows = self.rows(line.node, offered)
                if sum(row[1] for row in rows) < ENOUGH * len(offered):
                    break
                choice, _, _, node = rows[0]
            line = line.after(choice, node, sight.seat)
        return line

    def offered(self, line: Line, sight: Sight) -> list[int]:
        return line.table.choices_of_seat(sight.seat, line.which)

    def think(self, line: Line, sight: Sight, clock: Clock) -> None:
        """Grow a new tree from here for as long as the clock gives, or till the best choice is clear."""
        seed = own_seed(self.seed, sight)
        self.search.prepare(line.table)
        clock.begin()
        while not self.search.is_decided() and (block := clock.next_block()):
            self.search.think(line.table, sight.seat, block, seed, line.which)
        self.rounds += self.search.rounds

    def rows(self, node: int, offered: list[int]) -> list[tuple[int, int, float, int]]:
        """What the tree knows of the choices that are offered; nothing outside the tree."""
        return [row for row in self.search.tried(node) if row[0] in offered] if node != NOWHERE else []


class Clock:
    """Deals out the thought for one move. Most of the time is for its first choice; each further one that has to be
    thought about anew gets half of what is left, and of rounds a quarter."""

    def __init__(self, thought: Thought) -> None:
        self.thought = thought
        self.started = time.perf_counter()
        self.thinks = 0
        self.left = 0  # rounds
        self.end = 0.0
        self.block = 0
        self.block_began = 0.0

    def begin(self) -> None:
        now = time.perf_counter()
        if self.thinks == 0:
            self.left = self.thought.rounds
            self.end = self.started + FIRST_CHOICE * self.thought.seconds
        else:
            self.left = -(-self.thought.rounds // 4)
            self.end = now + (self.started + LAST_CHOICE * self.thought.seconds - now) / 2
        self.thinks += 1
        self.block = 0

    def next_block(self) -> int:
        """How many rounds to think now; 0 when it is enough. At least one is thought."""
        block = BLOCK_ROUNDS
        if self.thought.seconds:
            block = self.next_timed_block()
        if self.thought.rounds:
            block = min(self.left, block)
            self.left -= block
        return block

    def next_timed_block(self) -> int:
        now = time.perf_counter()
        if self.block == 0:
            self.block = 1
        else:
            left = min(BLOCK_SECONDS, self.end - now)
            if left <= 0:
                return 0
            a_round = max(1e-7, (now - self.block_began) / self.block)
            # One round says little about the next, so that blocks grow by steps.
            self.block = max(1, min(int(left / a_round), self.block * 8))
        self.block_began = now
        return self.block
