"""One match of the arena: its chairs, how it is played, and what is kept of it."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from wildtable.bots.players import player
from wildtable.bots.program import USUAL_SECONDS, Forfeit, Program, is_program
from wildtable.bots.sight import Bot, asked_for, choices_of_answer, look
from wildtable.engine.codes import DECLINE
from wildtable.engine.game import Game, seat_letter
from wildtable.lab.simulate import block_seed
from wildtable.notation.record import MOST_LETTERS, Record, RecordedMove, result_of

MOST_FAILURES = 3  # matches forfeited in a row by a program, after which it is not started again
LOOK_STEP = 0x9E3779B97F4A7C15  # between the seeds of two guesses


@dataclass(frozen=True)
class Plan:
    """What is to be played. `options` are complete, as `Game.settle_options` gives them."""

    game: Game[Any, Any]
    options: Mapping[str, Any]
    seats: int
    players: tuple[str, ...]  # in the order in which they were named
    deals: int
    seed: int
    limit: int  # moves, after which a match is given up
    seconds: float  # that a program may take for a move

    @property
    def orders(self) -> int:
        """How often each deal is played: once with each player on each chair."""
        return len(self.players)

    @property
    def matches(self) -> int:
        return self.deals * self.orders

    @property
    def labels(self) -> tuple[str, ...]:
        """A name for each player, no two alike."""
        labels: list[str] = []
        for name in self.players:
            count, label = 1, name
            while label in labels:
                count += 1
                label = f"{name} ({count})"
            labels.append(label)
        return tuple(labels)

    def at(self, order: int) -> tuple[int, ...]:
        """By seat, the player who sits there. Where there are more seats than players, each has several, spread evenly
        round the table."""
        return tuple((seat + order) % self.orders for seat in range(self.seats))


@dataclass
class Outcome:
    """What is kept of a match. Lists are by player, in the order of the plan."""

    deal: int  # from 0
    order: int
    wins: list[float]  # a match won by several is shared
    scores: list[int]  # by seat
    over: bool  # not given up
    moves: list[int]
    seconds: list[float]
    slowest: list[float]  # of one move
    forfeits: dict[int, str] = field(default_factory=dict)  # why

    def as_json(self) -> dict[str, Any]:
        return {
            "deal": self.deal,
            "order": self.order,
            "wins": self.wins,
            "scores": self.scores,
            "over": self.over,
            "moves": self.moves,
            "seconds": [round(seconds, 6) for seconds in self.seconds],
            "slowest": [round(seconds, 6) for seconds in self.slowest],
            "forfeits": {str(number): why for number, why in self.forfeits.items()},
        }

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> Outcome:
        forfeits = {int(number): str(why) for number, why in told["forfeits"].items()}
        return cls(**{**told, "forfeits": forfeits})


class Stopped(Exception):
    """Somebody has had enough; the match is left as it is."""


class Players:
    """The players of one thread, sitting down again and again. Close them at the end."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.bots = [sit_down(name, block_seed(plan.seed, n), plan.seconds) for n, name in enumerate(plan.players)]
        self.stand_in = player("brisk", plan.seed)
        self.failures = [0] * plan.orders  # matches forfeited in a row

    def close(self) -> None:
        for bot in self.bots:
            if isinstance(bot, Program):
                bot.close()

    def interrupt(self) -> None:
        """End the programs from another thread; the one that waits for an answer gets none."""
        for bot in self.bots:
            if isinstance(bot, Program):
                bot.interrupt()

    def play(self, deal: int, order: int, stop: threading.Event) -> tuple[Outcome, Record]:
        """One match; Stopped if there is to be no more before it is over."""
        match = _Match(self, deal, order, stop)
        match.begin()
        made = 0
        while not match.table.over and made < self.plan.limit:
            if stop.is_set():
                raise Stopped
            match.go_on(made)
            made += 1
        if stop.is_set():
            raise Stopped  # whoever was ended by it has not forfeited anything
        match.end()
        for number in range(self.plan.orders):
            self.failures[number] = self.failures[number] + 1 if number in match.outcome.forfeits else 0
        return match.outcome, match.record()


def sit_down(name: str, seed: int, seconds: float = USUAL_SECONDS) -> Bot | Program:
    """A player by its name, or a program by its command."""
    return Program(name, seconds) if is_program(name) else player(name, seed)


class _Match:
    def __init__(self, players: Players, deal: int, order: int, stop: threading.Event) -> None:
        plan = players.plan
        self.plan = plan
        self.players = players
        self.sits = plan.at(order)
        self.seed = block_seed(plan.seed, deal)
        self.table = plan.game.new_match(plan.seats, plan.options, self.seed)
        self.moves: list[RecordedMove] = []
        self.outcome = Outcome(
            deal=deal,
            order=order,
            wins=[0.0] * plan.orders,
            scores=[],
            over=False,
            moves=[0] * plan.orders,
            seconds=[0.0] * plan.orders,
            slowest=[0.0] * plan.orders,
        )

    def begin(self) -> None:
        for number, bot in enumerate(self.players.bots):
            if not isinstance(bot, Program):
                continue
            if self.players.failures[number] >= MOST_FAILURES:
                self.outcome.forfeits[number] = f"is not started any more after {MOST_FAILURES} forfeits in a row"
                continue
            seats = [seat for seat, who in enumerate(self.sits) if who == number]
            try:
                bot.begin(self.plan.game, seats, self.plan.seats, self.plan.options)
            except Forfeit as forfeit:
                self.outcome.forfeits[number] = str(forfeit)

    def go_on(self, made: int) -> None:
        """Ask whoever is next, and make its move."""
        table, outcome = self.table, self.outcome
        seat, which = table.actor(), asked_for(table)
        number = self.sits[seat]
        sight = look(table, seat, which, (self.seed + made * LOOK_STEP) % 2**62)
        bot = self.players.bots[number]
        move: Any = None
        if number not in outcome.forfeits:
            began = time.perf_counter()
            try:
                move = bot.move(sight)
            except Forfeit as forfeit:
                outcome.forfeits[number] = f"{forfeit} (move {outcome.moves[number] + 1})"
            seconds = time.perf_counter() - began
            outcome.moves[number] += 1
            outcome.seconds[number] += seconds
            outcome.slowest[number] = max(outcome.slowest[number], seconds)
        if number in outcome.forfeits:
            move = self.players.stand_in.move(sight)
        choices = choices_of_answer(table, seat, which, move)
        if choices is None:
            name, text = self.plan.labels[number], self.plan.game.move_text(move)
            raise RuntimeError(f"{name} plays {text!r}, which is not allowed, in {self.plan.game.id}, seed {self.seed}")
        for choice in choices:
            table.apply(seat, choice)
        if choices != [DECLINE]:
            self.moves.append(RecordedMove(seat, self.plan.game.move_text(move)))

    def end(self) -> None:
        """Who has won. A win of a chair whose player has forfeited is nobody's."""
        table, outcome = self.table, self.outcome
        outcome.over = bool(table.over)
        outcome.scores = table.score_list()
        winners = table.seats_in(table.winners) if table.over else []
        for seat in winners:
            if self.sits[seat] not in outcome.forfeits:
                outcome.wins[self.sits[seat]] += 1 / len(winners)
        told = {
            "winners": [seat_letter(seat) for seat in winners],
            "scores": {seat_letter(seat): score for seat, score in enumerate(outcome.scores)},
        }
        for bot in self.players.bots:
            if isinstance(bot, Program):
                bot.end(told)

    def record(self) -> Record:
        plan, outcome = self.plan, self.outcome
        return Record(
            game=plan.game,
            names=tuple(record_name(plan.labels[number]) for number in self.sits),
            options=self.table.options,
            moves=tuple(self.moves),
            seed=self.seed,
            result=result_of(self.table),
            title=f"deal {outcome.deal + 1}, order {outcome.order + 1}",
        )


def record_name(label: str) -> str:
    """A label as a name that a record takes; of a long command its end, where the program's own name mostly is."""
    legible = "".join(letter if letter.isprintable() else "?" for letter in label)
    return legible if len(legible) <= MOST_LETTERS else "…" + legible[1 - MOST_LETTERS :]
