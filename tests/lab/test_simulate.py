"""Simulations: the same for any number of threads, nothing lost, and sums that agree with the matches themselves."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable
from typing import Any

import pytest

from tests.tables import AnyGame
from wildtable.engine.drive import play_out
from wildtable.errors import OptionError
from wildtable.games import game, games
from wildtable.lab.asked import play_block
from wildtable.lab.buckets import BUCKETS, EXACT, LARGEST, WIN, bucket_range
from wildtable.lab.simulate import BLOCK, Plan, Result, plan, simulate, wilson
from wildtable.lab.tally import Tally, bucket_of

Rounds = Callable[[int], int]


def apex(games: int, seats: int = 4, seed: int = 1, **more: Any) -> Plan:
    return plan(game("wild-apex"), seats, games, seed, more.pop("options", None), ("brisk",), **more)


def without_speed(result: Result) -> dict[str, Any]:
    return {name: value for name, value in result.as_json().items() if name != "speed"}


def test_the_result_is_the_same_with_any_number_of_threads(rounds: Rounds) -> None:
    what = apex(max(2 * BLOCK + 7, rounds(2507)), options={"target": 100, "bluff": True})
    results = [without_speed(simulate(what, threads)) for threads in (1, 2, 5)]
    assert results[0] == results[1] == results[2]


def test_another_seed_gives_other_matches_and_shares_none() -> None:
    one, two = apex(250, seed=1), apex(250, seed=2)
    assert {one.match_seed(i) for i in range(250)}.isdisjoint({two.match_seed(i) for i in range(250)})
    assert without_speed(simulate(one))["wins"] != without_speed(simulate(two))["wins"]


def test_every_match_is_counted_once(rounds: Rounds) -> None:
    what = apex(BLOCK + rounds(900))
    told: list[int] = []
    result = simulate(what, progress=told.append)
    assert result.games == what.games
    assert told[-1] == what.games
    assert sum(result.win_units) == WIN * (what.games - result.without_winner - result.over_limit)
    for measure in result.measures:
        assert measure.matches == sum(measure.counts) == what.games - result.over_limit
        assert measure.least <= measure.percentile(5) <= measure.percentile(50) <= measure.percentile(99)
        assert measure.percentile(99) <= measure.most
        assert measure.least <= measure.mean <= measure.most


def test_a_simulation_agrees_with_its_matches_played_one_by_one() -> None:
    what = apex(BLOCK + 5, options={"target": 50})
    result = simulate(what, 2)
    wins = [0] * what.seats
    lengths = []
    for number in range(what.games):
        table = what.game.new_match(what.seats, what.options, what.match_seed(number))
        lengths.append(play_out(table, what.limit, True))
        for seat in table.seats_in(table.winners):
            wins[seat] += 1
    assert [share.wins for share in result.wins] == wins
    choices = result.measures[0]
    mean = sum(lengths) / len(lengths)
    assert (choices.least, choices.most, choices.mean) == (min(lengths), max(lengths), mean)
    squares = sum((length - mean) ** 2 for length in lengths)
    assert choices.deviation == pytest.approx(math.sqrt(squares / (len(lengths) - 1)))
    assert result.decisions == sum(lengths)


@pytest.mark.parametrize("each", games(), ids=lambda each: each.id)
def test_points_are_those_of_the_matches(each: AnyGame) -> None:
    what = plan(each, each.fewest_seats, 12, 3, players=("brisk",))
    result = simulate(what, 2)
    points = []
    for number in range(what.games):
        table = each.new_match(what.seats, what.options, what.match_seed(number))
        play_out(table, what.limit, True)
        points.append(table.score_list())
    for seat, score in enumerate(result.scores):
        column = [row[seat] for row in points]
        assert score.matches == 12
        assert score.mean == pytest.approx(sum(column) / 12)
        assert score.deviation**2 == pytest.approx(sum((one - score.mean) ** 2 for one in column) / 11)
        assert result.as_json()["scores"]["ABCDEFGHIJKL"[seat]]["mean"] == pytest.approx(score.mean)


@pytest.mark.parametrize("each", games(), ids=lambda each: each.id)
def test_lots_are_drawn_alike_with_and_without_the_interpreter_lock(each: AnyGame) -> None:
    """Players who are asked one by one make the same matches of the same seed."""
    players = ("brisk", "random", *("brisk",) * (each.fewest_seats - 2))
    what = plan(each, each.fewest_seats, 10, 5, players=players)
    root = each.new_table(what.seats, what.options)
    free, asked = Tally(), Tally()
    free.play_block(root.clone(), root, 10, what.match_seed(0), what.limit, what.brisk)
    play_block(asked, root, 10, what.match_seed(0), what.limit, players)
    assert figures(free, what.seats) == figures(asked, what.seats)


def figures(tally: Tally, seats: int) -> list[Any]:
    told: list[Any] = [tally.games, tally.decisions, tally.over_limit, tally.without_winner, tally.shared]
    for which in range(3):
        told.append(tally.sums(which))
    for seat in range(seats):
        told.append(tally.scores(seat))
    return [*told, tally.wins(seats)]


@pytest.mark.compiled_only
@pytest.mark.parametrize("each", games(), ids=lambda each: each.id)
def test_calm_players_play_the_same_matches_on_any_number_of_threads(each: AnyGame) -> None:
    players = ("calm", *("brisk",) * (each.fewest_seats - 1))
    what = plan(each, each.fewest_seats, 7, 2, players=players)
    one, two = simulate(what, 1), simulate(what, 3)
    assert without_speed(one) == without_speed(two)
    assert one.games == 7
    assert one.as_json()["players"] == list(players)


def test_calm_players_win_more_often_than_those_who_draw_lots(rounds: Rounds) -> None:
    games = rounds(200)
    for players in (("calm", "random"), ("random", "calm")):
        result = simulate(plan(game("cl4sh"), 2, games, 1, players=players))
        assert result.wins[players.index("calm")].share > 0.6


@pytest.mark.parametrize(("players", "asked"), [(("brisk",), 10_000_000), (("calm", "brisk"), 100_000)])
def test_what_is_enough_ends_it_and_can_be_played_again(players: tuple[str, ...], asked: int) -> None:
    """With one thread it is the first matches that were played, so that as many give the same."""
    done: list[int] = []
    what = plan(game("cl4sh"), 2, asked, 4, players=players)
    result = simulate(what, 1, done.append, lambda: len(done) > 0 and done[-1] > 0)
    assert result.interrupted
    assert 0 < result.games < asked
    again = simulate(plan(game("cl4sh"), 2, result.games, 4, players=players), 2)
    told, replayed = without_speed(result), without_speed(again)
    for one in (told, replayed):
        del one["games_asked"], one["interrupted"]
    assert told == replayed


@pytest.mark.parametrize(
    ("players", "sentence"),
    [
        (("fierce",), "fierce thinks for too long; simulations are played by random, brisk, calm"),
        (("wise",), "there is no player 'wise'"),
        (("brisk", "calm"), "players are one for all chairs, or one for each of the 4, not 2"),
        ((), "not 0"),
    ],
)
def test_who_cannot_play(players: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(OptionError, match=sentence):
        plan(game("wild-apex"), 4, 10, players=players)


def test_matches_over_the_limit_are_reported() -> None:
    what = apex(150, limit=50)
    result = simulate(what)
    assert 0 < result.over_limit < 150
    assert result.measures[0].matches == 150 - result.over_limit
    assert result.measures[0].most <= 50
    first = result.first_over_limit
    assert first is not None
    table = what.game.new_match(what.seats, what.options, what.match_seed(first))
    play_out(table, 50, True)
    assert not table.over
    for number in range(first):
        table = what.game.new_match(what.seats, what.options, what.match_seed(number))
        play_out(table, 50, True)
        assert table.over


def test_options_for_simulation_give_way_to_those_that_are_named() -> None:
    assert apex(1).options["offer_cut"] is False
    assert apex(1, options={"offer_cut": True}).options["offer_cut"] is True


@pytest.mark.parametrize("each", games(), ids=lambda each: each.id)
def test_every_game_can_be_simulated(each: AnyGame) -> None:
    result = simulate(plan(each, each.fewest_seats, 20, players=("brisk",)))
    assert result.games == 20
    assert sum(result.win_units) == WIN * (20 - result.without_winner - result.over_limit)


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"games": 0}, "games is a whole number from 1 to 1,000,000,000, not 0"),
        ({"games": -3}, "not -3"),
        ({"games": 10**400}, "not a number of that size"),
        ({"games": True}, "not True"),
        ({"seats": 1}, "played by 2 to 12 players, not by 1"),
        ({"seats": 13}, "not by 13"),
        ({"seed": -1}, "seed is a whole number"),
        ({"seed": 2**64}, "seed is a whole number"),
        ({"limit": 0}, "limit is a whole number"),
        ({"limit": LARGEST}, "limit is a whole number"),
        ({"options": {"tarjet": 3}}, "did you mean target"),
    ],
)
def test_bad_input_is_told_in_one_sentence(changed: dict[str, Any], sentence: str) -> None:
    given: dict[str, Any] = {"seats": 4, "games": 10, "seed": 1} | changed
    with pytest.raises(OptionError, match=sentence):
        plan(game("wild-apex"), **given)


@pytest.mark.parametrize("threads", [0, -1, 257])
def test_so_many_threads_are_refused(threads: int) -> None:
    with pytest.raises(OptionError, match="threads is a whole number from 1 to 256"):
        simulate(apex(1), threads)


def test_an_interruption_keeps_whole_blocks() -> None:
    what = apex(1_000_000)

    told: list[int] = []

    def interrupt(done: int) -> None:
        told.append(done)
        if len(told) == 1:
            raise KeyboardInterrupt

    before = threading.active_count()
    result = simulate(what, 2, interrupt)
    assert result.interrupted
    assert result.games < what.games
    assert result.games % BLOCK == 0
    assert sum(result.win_units) == WIN * (result.games - result.without_winner - result.over_limit)
    assert threading.active_count() == before


def test_a_fault_in_a_thread_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: Result, *_: object) -> None:
        raise RuntimeError("no")

    monkeypatch.setattr(Result, "add", fail)
    with pytest.raises(RuntimeError, match="no"):
        simulate(apex(10))


def test_buckets_hold_every_number_once_and_are_narrow() -> None:
    assert [bucket_of(number) for number in range(EXACT)] == list(range(EXACT))
    following = 0
    for bucket in range(BUCKETS):
        low, high = bucket_range(bucket)
        assert low == following
        assert bucket_of(low) == bucket_of(high) == bucket
        assert high - low <= low / 32
        following = high + 1
    assert following == LARGEST


def test_wilson_intervals() -> None:
    low, high = wilson(50, 100)
    assert (round(low, 4), round(high, 4)) == (0.4038, 0.5962)
    assert wilson(0, 100)[0] == pytest.approx(0)
    assert wilson(100, 100)[1] == pytest.approx(1)
    assert wilson(0, 0) == (0, 1)
