"""The machine players: they get a view and nothing else, they keep to the rules, and they stop in time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.tables import AnyGame, asked_for
from wildtable._build import wants_sources
from wildtable.bots.players import LEVELS, Thinker, Thought, calm_choice, player
from wildtable.bots.sight import Sight, look
from wildtable.engine.codes import OPTIONAL, REQUIRED
from wildtable.engine.drive import play_out
from wildtable.engine.game import find_choices
from wildtable.engine.table import Table
from wildtable.errors import OptionError
from wildtable.games import games

GAMES = games()
every_game = pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
THOUGHT = 40 if wants_sources() else 400  # rounds
PLAYERS = ("random", "brisk", "calm", "sharp:20", f"fierce:{THOUGHT}")
every_player = pytest.mark.parametrize("name", PLAYERS)


def moments(game: AnyGame, count: int, seats: int = 3) -> Iterator[Table]:
    """Tables between two moves at which somebody has a choice, from all over random matches."""
    seed, found = 0, 0
    while found < count:
        table = game.new_match(seats, game.simulation, seed)
        seed += 1
        while not table.over and found < count:
            play_out(table, 1 + seed * 7 % 23, brisk=True)
            while table.stage != 0:
                play_out(table, 1)
            if not table.over and len(table.menu()) > 1:
                yield table
                found += 1


def text(game: AnyGame, name: str, sight: Sight) -> str:
    return game.move_text(player(name, 5).move(sight))


@every_game
@every_player
def test_hidden_cards_make_no_difference(game: AnyGame, name: str, rounds: Callable[[int], int]) -> None:
    """All that a seat cannot know is scrambled: what the player gets is the same to the last card, and so its move."""
    for number, table in enumerate(moments(game, max(3, rounds(40)))):
        seat, which = table.actor(), asked_for(table)
        scrambled = table.determinize(seat, 1000 + number)
        here, there = look(table, seat, which, number), look(scrambled, seat, which, number)
        assert here.view == there.view
        assert here.guess.snapshot() == there.guess.snapshot()
        assert text(game, name, here) == text(game, name, there)


@every_game
def test_a_guess_holds_nothing_of_a_checkable_shuffle(game: AnyGame) -> None:
    table = game.new_match(3, game.simulation, bytes(range(32)))
    guess = look(table, table.actor(), asked_for(table), 1).guess
    assert not guess.snapshot()["keyed"]
    assert getattr(guess, "stream", None) is None  # a compiled table does not show it at all


@every_game
@every_player
def test_the_same_seed_gives_the_same_move(game: AnyGame, name: str) -> None:
    for table in moments(game, 3):
        sight = look(table, table.actor(), asked_for(table), 7)
        mine = player(name, 3)
        first = mine.move(sight)
        assert mine.move(sight) == first
        assert player(name, 3).move(sight) == first


@every_game
@every_player
def test_moves_are_legal_to_the_end(game: AnyGame, name: str, rounds: Callable[[int], int]) -> None:
    """In turn and out of turn, until a match is over or long enough."""
    decisions = 0
    for seed, seats in enumerate((game.fewest_seats, 4, game.most_seats)):
        decisions += play_on(game, name, seats, seed, max(4, rounds(150)))
    assert decisions > 0


@pytest.mark.slow
@pytest.mark.compiled_only
@every_game
@pytest.mark.parametrize("name", ["random", "brisk", "calm", "sharp:20", "fierce:20"])
def test_a_hundred_thousand_moves_are_legal(game: AnyGame, name: str) -> None:
    made, seed = 0, 0
    while made < 100_000:
        made += play_on(game, name, 2 + seed % (game.most_seats - 1), seed, 5_000)
        seed += 1


def play_on(game: AnyGame, name: str, seats: int, seed: int, most: int) -> int:
    """One match of a player with itself; how many moves it made."""
    table = game.new_match(max(seats, game.fewest_seats), game.simulation, seed)
    mine = player(name, seed)
    for number in range(most):
        if table.over:
            return number
        seat, which = table.actor(), asked_for(table)
        move = mine.move(look(table, seat, which, seed * 1_000_003 + number))
        choices = find_choices(table, seat, move)
        assert choices is not None, f"{name} plays {game.move_text(move)!r}"
        assert choices[0] in table.choices_of_seat(seat, which)
        for choice in choices:
            table.apply(seat, choice)
    return most


@every_game
def test_a_seat_may_be_asked_before_its_turn_to_be_asked(game: AnyGame) -> None:
    """At a table with a clock, several seats are asked at once."""
    found = 0
    for seed in range(300):
        table = game.new_match(4, game.simulation, seed)
        play_out(table, 20 + seed)
        if table.over or table.stage != 0:
            continue
        for seat in table.seats_in(table.optional | table.required):
            which = OPTIONAL if table.optional >> seat & 1 else REQUIRED
            if seat == table.actor() or len(table.choices_of_seat(seat, which)) < 2:
                continue
            found += 1
            for name in ("brisk", "sharp:50"):
                choices = find_choices(table, seat, player(name, 1).move(look(table, seat, which, seed)))
                assert choices is not None
                assert choices[0] in table.choices_of_seat(seat, which)
        if found > 5:
            break
    assert found or game.id in ("whats-wild", "wild-side", "crazy-eights")


@pytest.mark.compiled_only
@every_game
@pytest.mark.parametrize(("name", "seconds"), [("sharp", 0.1), ("fierce:0.3s", 0.3)])
def test_thinking_stops_in_time(game: AnyGame, name: str, seconds: float) -> None:
    mine = player(name, 1)
    times = []
    for table in moments(game, 4, seats=4):
        sight = look(table, table.actor(), asked_for(table), 1)
        began = time.perf_counter()
        mine.move(sight)
        times.append(time.perf_counter() - began)
        assert isinstance(mine, Thinker)
        assert mine.rounds > 0
    # Other processes may take the processor away now and then, but not each time.
    assert min(times) < seconds
    assert max(times) < seconds + 1.0


@pytest.mark.compiled_only
@every_game
def test_search_beats_chance(game: AnyGame) -> None:
    """Of the first rounds of 30 matches with one other it wins most."""
    wins = 0
    for seed in range(30):
        table = game.new_match(2, game.simulation, seed)
        bots = [player("sharp:300", 1), player("random", 1)]
        start, number = table.round, 0
        while not table.over and table.round == start and number < 2000:
            seat, which = table.actor(), asked_for(table)
            for choice in find_choices(table, seat, bots[seat].move(look(table, seat, which, number))) or ():
                table.apply(seat, choice)
            number += 1
        wins += (table.round_winners if not table.over else table.winners) & 1
    assert wins >= 18, f"{wins} of 30 first rounds won"


@every_game
def test_weighed_moves_begin_with_the_one_that_is_made(game: AnyGame) -> None:
    for table in moments(game, 5):
        sight = look(table, table.actor(), asked_for(table), 3)
        mine = Thinker("fierce", 1, Thought(rounds=4 * THOUGHT))
        weighed = mine.weigh(sight)
        made = mine.move(sight)
        assert made == weighed[0].move
        assert all(0 <= one.share <= 1 and one.rounds > 0 for one in weighed)
        assert len({game.move_text(one.move) for one in weighed}) == len(weighed)


def test_one_move_needs_no_thought() -> None:
    game = GAMES[0]
    for seed in range(100):
        table = game.new_match(3, game.simulation, seed)
        play_out(table, 30, brisk=True)
        if table.stage != 0 or table.over:
            continue
        sight = look(table, table.actor(), asked_for(table), 1)
        if len(list(sight.moves())) == 1:
            mine = Thinker("fierce", 1, Thought(seconds=60.0))
            assert mine.move(sight) == next(sight.moves())
            assert mine.weigh(sight) == []
            assert mine.rounds == 0
            return
    pytest.fail("there was no such moment")


def test_a_game_may_lack_a_calm_player() -> None:
    from tests.sixth_game.crazy_eights import GAME

    assert calm_choice(GAME) is None


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("wise", "there is no player 'wise'"),
        ("", "there is no player ''"),
        ("fierce:", "written fierce:2000 for rounds or fierce:0.5s"),
        ("fierce:0", "written fierce:2000"),
        ("fierce:0s", "written fierce:2000"),
        ("sharp:-3", "written sharp:2000"),
        ("sharp:1e9s", "written sharp:2000"),
        ("fierce:99999s", "written fierce:2000"),
        ("calm:3", "calm does not think"),
    ],
)
def test_names_that_are_none(name: str, sentence: str) -> None:
    with pytest.raises(OptionError, match=sentence):
        player(name)


def test_every_level_has_a_player() -> None:
    found: list[Any] = [player(level) for level in LEVELS]
    assert [one.name for one in found] == list(LEVELS)
