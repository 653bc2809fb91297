"""The arithmetic of the arena, against numbers worked out by hand."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from wildtable.arena.figures import compare, figures, interval, rate, sign_test, whole_deals
from wildtable.arena.match import Outcome, Plan
from wildtable.games import game
from wildtable.lab.simulate import wilson


def a_plan(players: tuple[str, ...] = ("calm", "brisk"), deals: int = 10, seats: int | None = None) -> Plan:
    return Plan(game("wild-apex"), {}, seats or len(players), players, deals, 1, 100, 1.0)


def outcome(deal: int, order: int, *wins: float) -> Outcome:
    count = len(wins)
    return Outcome(deal, order, list(wins), [], True, [10] * count, [0.5] * count, [0.2] * count)


@pytest.mark.parametrize(
    ("better", "worse", "p"),
    [
        (0, 0, 1.0),
        (1, 0, 1.0),
        (5, 0, Fraction(2, 32)),
        (0, 6, Fraction(2, 64)),
        (8, 2, Fraction(2 * (1 + 10 + 45), 1024)),  # 0.109…
        (5, 5, 1.0),
        (6, 5, 1.0),
        (15, 5, Fraction(2 * (1 + 20 + 190 + 1140 + 4845 + 15504), 2**20)),  # 0.0414
    ],
)
def test_the_sign_test(better: int, worse: int, p: float | Fraction) -> None:
    assert sign_test(better, worse) == pytest.approx(float(p), rel=1e-9)


def test_the_sign_test_of_many_deals() -> None:
    exact = Fraction(2 * sum(math.comb(2000, k) for k in range(951)), 2**2000)
    assert sign_test(950, 1050) == pytest.approx(float(exact), rel=1e-6)
    assert 0 <= sign_test(0, 1_000_000) < 1e-300


def test_deals_that_are_alike_are_left_out() -> None:
    found = compare([2, 1, 1, 0, 1 / 3 + 1 / 3 + 1 / 3], [0, 1, 1, 2, 1])
    assert (found.better, found.worse, found.equal) == (1, 1, 3)
    assert found.p == 1.0


def test_shares_of_two_players() -> None:
    # Three deals in both orders: 2 wins, 1 win, 1½ wins of 6 for the first one.
    outcomes = [
        outcome(0, 0, 1, 0),
        outcome(0, 1, 1, 0),
        outcome(1, 0, 1, 0),
        outcome(1, 1, 0, 1),
        outcome(2, 0, 0.5, 0.5),
        outcome(2, 1, 1, 0),
        outcome(3, 0, 0, 1),  # its other order is missing, and so it does not count
    ]
    first, second = figures(a_plan(), outcomes)
    assert first.wins == 4.5
    assert first.share == 0.75
    assert second.share == 0.25
    assert first.against_first is None
    against = second.against_first
    assert against is not None
    assert (against.better, against.worse, against.equal) == (0, 2, 1)
    assert against.p == 0.5
    assert first.moves == 60
    assert first.seconds == pytest.approx(0.05)
    assert first.slowest == 0.2
    # By deal the wins vary by ((2 − 1.5)² + (1 − 1.5)² + 0) / 2 = 0.25, by matches by 2 · 0.75 · 0.25 = 0.375.
    assert (first.low, first.high) == wilson(4.5, 6)


def test_an_interval_is_wider_where_matches_of_a_deal_go_together() -> None:
    # Wilson's for 5 of 10: (0.5 + z²/20 ± z·√(0.25/10 + z²/400)) / (1 + z²/10).
    z = 1.959963984540054
    half = z * math.sqrt(0.25 / 10 + z * z / 400) / (1 + z * z / 10)
    assert interval([1, 1, 1, 1, 1], 2) == pytest.approx((0.5 - half, 0.5 + half))
    # Both matches of a deal always go the same way. Of 6 deals, by deal they vary by 6/5, by match by 2 · ¼: 2.4 times
    # as much, and so 12 matches count as 5.
    half = z * math.sqrt(0.25 / 5 + z * z / 100) / (1 + z * z / 5)
    assert interval([2, 0, 2, 0, 2, 0], 2) == pytest.approx((0.5 - half, 0.5 + half))


def test_intervals_at_the_edge() -> None:
    assert interval([], 2) == (0.0, 1.0)
    low, high = interval([0, 0, 0], 2)
    assert low == 0.0
    assert 0.3 < high < 0.5
    low, high = interval([2, 2, 2], 2)
    assert 0.5 < low < 0.7
    assert high == 1.0


def test_ratings_are_those_of_openskill() -> None:
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    one, other = model.rating(), model.rating()
    [[one], [other]] = model.rate([[one], [other]], ranks=[1, 2])
    [[one], [other]] = model.rate([[one], [other]], ranks=[1, 1])
    found = rate(a_plan(), [outcome(0, 0, 1, 0), outcome(0, 1, 0.5, 0.5)])
    assert found == [(one.mu, one.sigma), (other.mu, other.sigma)]
    assert found[0][0] > 25 > found[1][0]


def test_who_forfeits_is_rated_behind_a_match_that_nobody_wins() -> None:
    match = outcome(0, 0, 0, 0, 0)
    match.forfeits[1] = "ended"
    found = rate(a_plan(("calm", "./bot", "brisk")), [match])
    assert found[1][0] < found[0][0] == pytest.approx(found[2][0])


def test_the_order_of_the_matches_makes_no_difference() -> None:
    outcomes = [
        outcome(deal, order, *((1, 0) if (deal + order) % 3 else (0, 1))) for deal in range(9) for order in (0, 1)
    ]
    assert figures(a_plan(), outcomes) == figures(a_plan(), outcomes[::-1])
    assert [deal[0].deal for deal in whole_deals(a_plan(), outcomes[::-1])] == list(range(9))


def test_everybody_sits_on_every_chair() -> None:
    plan = a_plan(("a", "b", "c"))
    assert [plan.at(order) for order in range(3)] == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    plan = a_plan(("a", "b"), seats=4)
    assert [plan.at(order) for order in range(2)] == [(0, 1, 0, 1), (1, 0, 1, 0)]
    assert a_plan(("calm", "calm", "brisk", "calm")).labels == ("calm", "calm (2)", "brisk", "calm (3)")


def test_nothing_played_yet() -> None:
    first, second = figures(a_plan(), [])
    assert math.isnan(first.share)
    assert (first.low, first.high) == (0.0, 1.0)
    assert second.against_first is not None
    assert second.against_first.p == 1.0
