"""Differences between two simulations: the intervals hold what is true as often as they say."""

from __future__ import annotations

import math
import random

import pytest

from wildtable.games import game
from wildtable.lab.compare import compare, of_means, of_shares
from wildtable.lab.simulate import Average, Share, plan, simulate, wilson


def share(wins: int, games: int) -> Share:
    return Share(wins, wins / games, *wilson(wins, games))


def test_a_difference_of_shares_as_in_the_books() -> None:
    """Newcombe (1998), table II, method 10, without correction."""
    for (a, m, b, n), (low, high) in (
        ((56, 70, 48, 80), (0.0524, 0.3339)),
        ((9, 10, 3, 10), (0.1705, 0.8090)),
        ((5, 56, 0, 29), (-0.0381, 0.1926)),
        ((10, 10, 0, 10), (0.6075, 1.0)),
    ):
        found = of_shares(share(b, n), share(a, m))
        assert found.value == pytest.approx(a / m - b / n)
        assert (found.low, found.high) == pytest.approx((low, high), abs=0.0001)


def test_the_intervals_hold_the_true_difference_in_95_of_100_cases() -> None:
    chance = random.Random(5)
    shares = means = 0
    rounds = 2000
    for _ in range(rounds):
        first, second = (sum(chance.random() < p for _ in range(200)) for p in (0.25, 0.32))
        found = of_shares(share(first, 200), share(second, 200))
        shares += found.low <= 0.07 <= found.high
        averages = [average([chance.randint(0, 20) + more for _ in range(100)]) for more in (0, 3)]
        by = of_means(*averages)
        means += by.low <= 3 <= by.high
    assert 0.94 <= shares / rounds <= 0.965
    assert 0.935 <= means / rounds <= 0.965


def average(numbers: list[int]) -> Average:
    return Average(len(numbers), sum(numbers), sum(number**2 for number in numbers))


@pytest.mark.compiled_only
def test_two_simulations_are_compared_chair_by_chair() -> None:
    first = simulate(plan(game("whats-wild"), 3, 100, 1, players=("brisk",)), 1)
    second = simulate(plan(game("whats-wild"), 3, 150, 2, players=("brisk",)), 1)
    told = compare(first, second)
    assert set(told) == {"wins", "a_match", "scores"}
    for seat, letter in enumerate("ABC"):
        difference = told["wins"][letter]
        assert difference["difference"] == pytest.approx(second.wins[seat].share - first.wins[seat].share, abs=1e-6)
        assert difference["low"] < difference["difference"] < difference["high"]
        points = told["scores"][letter]
        assert points["difference"] == pytest.approx(second.scores[seat].mean - first.scores[seat].mean, abs=1e-6)
    assert told["a_match"]["rounds"] == {"difference": 0, "low": 0, "high": 0}  # all matches have ten


def test_nothing_is_said_of_what_was_not_counted() -> None:
    nothing = of_means(Average(), Average(3, 6, 14))
    assert math.isnan(nothing.value)
    assert nothing.as_json() == {"difference": None, "low": None, "high": None}
    unfinished = simulate(plan(game("cl4sh"), 2, 5, limit=1), 1)
    assert compare(unfinished, unfinished)["a_match"]["moves"]["difference"] is None
