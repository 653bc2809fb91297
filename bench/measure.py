"""What is measured: each function plays for about the seconds that it is given and says how fast it was."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import perf_counter, process_time, thread_time
from typing import Any

from wildtable.bots.search import Search
from wildtable.bots.sight import asked_for
from wildtable.engine.drive import play_many, play_out, search_rounds
from wildtable.engine.game import Game
from wildtable.engine.table import Table
from wildtable.games.whats_wild.melds import least_points
from wildtable.games.whats_wild.options import deck_list

SEATS = 4
ENOUGH = 1_000_000  # choices: more than any match has

# OpenSpiel's nearest game to each of ours, and how many play it.
CRAZY_EIGHTS = ("crazy_eights(players=4)", 4)
GIN_RUMMY = ("gin_rummy", 2)
PEERS = {"whats-wild": GIN_RUMMY}  # the others shed cards by suit or rank: crazy_eights

GAMES_OF_PEER = 50  # that are played before their choices are counted

# Searches: from so many positions, and how long from each before the next; a longer one is about as fast.
POSITIONS = 8
PLAY_OUTS = 50  # from each position, to find out how long they are
ROUNDS_OF_OURS = 2000
ROUNDS_OF_PEER = 20
CURIOSITY_OF_PEER = 2.0  # the constant of its formula; how fast it is hardly depends on it

MELD_HANDS = 2000  # random hands of twelve, for each wild number


@dataclass(frozen=True)
class Speed:
    """Player decisions and whole games, each a second; for the peer also its chance nodes."""

    decisions: float
    games: float
    chance: float = 0.0


def repeat(seconds: float, step: Callable[[int], int]) -> tuple[int, int, float]:
    """Call `step` with 0, 1, 2 … for so long: how often, what the answers add up to, and the time it took.

    It is the time of the processor, so that other work on the machine takes less from it.
    """
    done = 0
    total = 0
    began = process_time()
    while True:
        total += step(done)
        done += 1
        passed = process_time() - began
        if passed >= seconds:
            return done, total, passed


class Ours:
    """A game of Wildtable with the options that simulation uses."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        self.root = game.new_table(SEATS, game.simulation)
        self.scratch = self.root.clone()
        self.positions = [middle_of_round(game, seed) for seed in range(1, POSITIONS + 1)]
        self.searcher = Search()

    def in_core(self, seconds: float, seed: int, brisk: bool) -> Speed:
        """Random matches on one core, without the interpreter."""
        block = 200
        blocks, decisions, passed = repeat(
            seconds, lambda n: play_many(self.scratch, self.root, block, seed + n * block, brisk)
        )
        return Speed(decisions / passed, blocks * block / passed)

    def from_python(self, seconds: float, seed: int) -> Speed:
        """Random matches driven choice by choice from Python."""
        number_below_1 = random.Random(seed).random

        def match(number: int) -> int:
            table = self.scratch
            table.become(self.root)
            table.start(seed + number)
            decisions = 0
            while True:
                seat = table.actor()
                if seat < 0:
                    return decisions
                choices = table.menu()
                table.apply(seat, choices[int(number_below_1() * len(choices))])
                decisions += 1

        games, decisions, passed = repeat(seconds, match)
        return Speed(decisions / passed, games / passed)

    def one_by_one(self, seconds: float, seed: int, logging: bool) -> Speed:
        """Random matches with one call each, with or without the log of events."""

        def match(number: int) -> int:
            table = self.scratch
            table.become(self.root)
            if logging:
                table.start_log()
            table.start(seed + number)
            decisions: int = play_out(table, ENOUGH, False)
            table.stop_log()
            return decisions

        games, decisions, passed = repeat(seconds, match)
        return Speed(decisions / passed, games / passed)

    def search(self, seconds: float, seed: int, middle: bool, threads: int) -> float:
        """Rounds a second of copying, dealing anew what a player cannot know, and playing to the end: of all threads
        together, each in its own seconds of the processor."""
        position = self.position(middle)
        block = 200
        speeds = [0.0] * threads

        def work(mine: int) -> None:
            scratch = position.clone()
            viewer = position.actor()
            rounds = 0
            passed = 0.0
            began = thread_time()
            while passed < seconds:
                search_rounds(scratch, position, viewer, block, seed + rounds * threads + mine * block)
                rounds += block
                passed = thread_time() - began
            speeds[mine] = rounds / passed

        crew = [threading.Thread(target=work, args=(mine,)) for mine in range(threads)]
        for thread in crew:
            thread.start()
        for thread in crew:
            thread.join()
        return sum(speeds)

    def thought(self, seconds: float, seed: int) -> float:
        """Rounds of thought a second, on one core, of the search that `sharp` and `fierce` play by."""

        def every_position(number: int) -> int:
            for table in self.positions:
                self.searcher.prepare(table)
                self.searcher.think(table, table.actor(), ROUNDS_OF_OURS, seed + number, asked_for(table))
            return POSITIONS * ROUNDS_OF_OURS

        _, rounds, passed = repeat(seconds, every_position)
        return rounds / passed

    def choices_left(self) -> float:
        """How many choices it takes from these positions to the end, on average."""
        total = 0
        for table in self.positions:
            for seed in range(PLAY_OUTS):
                trial = table.clone()
                trial.reseed_from(seed)
                total += length_of_round(trial)
        return total / (POSITIONS * PLAY_OUTS)

    def position(self, middle: bool) -> Table:
        """A match just dealt, or half played: with half the choices made that it takes to its end."""
        table: Table = self.game.new_match(SEATS, self.game.simulation, seed=1)
        if middle:
            length = play_out(table.clone(), ENOUGH, True)
            play_out(table, length // 2, True)
        return table


def middle_of_round(game: Game[Any, Any], seed: int) -> Table:
    """The middle of a first round between brisk players, at the next moment at which somebody has a choice."""
    table: Table = game.new_match(SEATS, game.simulation, seed)
    play_out(table, length_of_round(table.clone()) // 2, True)
    while table.stage != 0 or len(table.menu()) < 2:
        play_out(table, 1, True)
    return table


def length_of_round(table: Table) -> int:
    """Play the round to its end, brisk: how many choices that took."""
    length = 0
    while not table.round_over and not table.over:
        length += play_out(table, 1, True)
    return length


class Peer:
    """The same kind of work with OpenSpiel's C++ game and C++ players."""

    def __init__(self, pyspiel: Any, name: str, seats: int) -> None:
        self.pyspiel = pyspiel
        self.game = pyspiel.load_game(name)
        self.name = name.partition("(")[0]
        self.seats = seats

    def in_core(self, seconds: float, seed: int) -> Speed:
        """Random games on one core; the loop over one game is C++, as are the players."""
        bots = [self.pyspiel.make_uniform_random_bot(seat, seed + seat) for seat in range(self.seats)]
        games = everything = chance = 0
        passed = 0.0
        while passed < seconds:
            played = []
            began = process_time()
            for _ in range(GAMES_OF_PEER):
                state = self.game.new_initial_state()
                self.pyspiel.evaluate_bots(state, bots, seed + games)
                played.append(state)
                games += 1
            passed += process_time() - began
            # The finished states know every action; counting them, and letting go of the states, is not part of the
            # time. They are few, so that the next ones are made in memory that is at hand.
            for state in played:
                history = state.full_history()
                everything += len(history)
                chance += sum(1 for action in history if action.player < 0)
        return Speed((everything - chance) / passed, games / passed, chance / passed)

    def from_python(self, seconds: float, seed: int) -> Speed:
        """Random games driven action by action from Python; the cards are dealt by the same draw of numbers."""
        number_below_1 = random.Random(seed).random
        chance = 0

        def one(number: int) -> int:
            nonlocal chance
            state = self.game.new_initial_state()
            decisions = 0
            while True:
                seat = state.current_player()
                if seat >= 0:
                    decisions += 1
                elif seat == self.pyspiel.PlayerId.CHANCE:
                    chance += 1
                else:
                    return decisions
                actions = state.legal_actions()
                state.apply_action(actions[int(number_below_1() * len(actions))])

        games, decisions, passed = repeat(seconds, one)
        return Speed(decisions / passed, games / passed, chance / passed)


class PeerSearch:
    """OpenSpiel's information-set Monte Carlo tree search, C++ with C++ play-outs, in the middle of its gin rummy."""

    def __init__(self, pyspiel: Any) -> None:
        self.pyspiel = pyspiel
        self.game = pyspiel.load_game(GIN_RUMMY[0])
        self.positions = [self.middle_of_game(seed) for seed in range(1, POSITIONS + 1)]

    def thought(self, seconds: float, seed: int) -> float:
        """Iterations a second, on one core."""
        evaluator = self.pyspiel.RandomRolloutEvaluator(1, seed)
        bot = self.pyspiel.ISMCTSBot(seed, evaluator, CURIOSITY_OF_PEER, ROUNDS_OF_PEER)

        def every_position(number: int) -> int:
            for state in self.positions:
                bot.step(state)
            return POSITIONS * ROUNDS_OF_PEER

        _, iterations, passed = repeat(seconds, every_position)
        return iterations / passed

    def choices_left(self) -> float:
        """How many choices it takes from these positions to the end, on average."""
        lengths = [len(list(self.play_out(state, seed))) for state in self.positions for seed in range(PLAY_OUTS)]
        return sum(lengths) / len(lengths)

    def middle_of_game(self, seed: int) -> Any:
        """With half the choices made that a random game has, at the next moment at which there is a choice."""
        states = list(self.play_out(self.game.new_initial_state(), seed))
        return next(state for state in states[len(states) // 2 :] if len(state.legal_actions()) > 1)

    def play_out(self, start: Any, seed: int) -> Iterator[Any]:
        """The states of a random game from here on in which somebody is to act."""
        chance = random.Random(seed)
        state = start.clone()
        while not state.is_terminal():
            if not state.is_chance_node():
                yield state.clone()
            state.apply_action(chance.choice(state.legal_actions()))


def melds(seed: int) -> tuple[float, float]:
    """Microseconds for a random hand of twelve in What's Wild?!: on average over all wild numbers, and for the slowest
    hand of all, as the quickest of several tries (the first may have been interrupted)."""
    chance = random.Random(seed)
    deck = deck_list()
    hands = [(chance.sample(deck, 12), wild) for wild in range(1, 13) for _ in range(MELD_HANDS)]
    began = process_time()
    for hand, wild in hands:
        least_points(hand, wild)
    average = (process_time() - began) / len(hands)
    times = []
    for hand, wild in hands:
        began = perf_counter()
        least_points(hand, wild)
        times.append(perf_counter() - began)
    slowest = sorted(range(len(hands)), key=times.__getitem__)[-100:]
    for number in slowest:
        for _ in range(5):
            began = perf_counter()
            least_points(*hands[number])
            times[number] = min(times[number], perf_counter() - began)
    return average * 1e6, max(times[number] for number in slowest) * 1e6
