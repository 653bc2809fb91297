"""What can be said from the matches of an arena: shares, how sure they are, and ratings."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from wildtable.arena.match import Outcome, Plan
from wildtable.lab.simulate import wilson

# The rating of somebody who has never played, and its uncertainty.
NEWCOMER = (25.0, 25.0 / 3.0)


@dataclass(frozen=True)
class Comparison:
    """A player against the one that was named first, deal by deal."""

    better: int  # deals in which it won more
    worse: int
    equal: int
    p: float  # how likely such a difference, or a greater one, is between two that are equally good


@dataclass(frozen=True)
class Figures:
    """Of one player."""

    label: str
    wins: float
    share: float
    low: float  # of the 95 % confidence interval
    high: float
    against_first: Comparison | None  # None for the first
    rating: float
    uncertainty: float  # of the rating: one standard deviation
    moves: int
    seconds: float  # a move, on average
    slowest: float
    forfeits: int


def figures(plan: Plan, outcomes: Sequence[Outcome]) -> list[Figures]:
    """By player. Of a deal that has not been played in all orders nothing is counted."""
    deals = whole_deals(plan, outcomes)
    matches = [outcome for deal in deals for outcome in deal]
    ratings = rate(plan, matches)
    found = []
    for number, label in enumerate(plan.labels):
        wins = [sum(outcome.wins[number] for outcome in deal) for deal in deals]
        first = [sum(outcome.wins[0] for outcome in deal) for deal in deals]
        low, high = interval(wins, plan.orders)
        moves = sum(outcome.moves[number] for outcome in matches)
        found.append(
            Figures(
                label=label,
                wins=sum(wins),
                share=sum(wins) / len(matches) if matches else math.nan,
                low=low,
                high=high,
                against_first=compare(wins, first) if number else None,
                rating=ratings[number][0],
                uncertainty=ratings[number][1],
                moves=moves,
                seconds=sum(outcome.seconds[number] for outcome in matches) / moves if moves else math.nan,
                slowest=max((outcome.slowest[number] for outcome in matches), default=0.0),
                forfeits=sum(number in outcome.forfeits for outcome in matches),
            )
        )
    return found


def whole_deals(plan: Plan, outcomes: Sequence[Outcome]) -> list[list[Outcome]]:
    """The deals that have been played in all orders, one after the other, whatever thread was faster."""
    by_deal: dict[int, dict[int, Outcome]] = {}
    for outcome in outcomes:
        if outcome.deal < plan.deals:
            by_deal.setdefault(outcome.deal, {})[outcome.order] = outcome
    return [
        [by_deal[deal][order] for order in range(plan.orders)]
        for deal in sorted(by_deal)
        if len(by_deal[deal]) == plan.orders
    ]


def interval(wins: Sequence[float], matches_a_deal: int) -> tuple[float, float]:
    """The 95 % confidence interval of a share of wins, from the wins in each deal.

    It is Wilson's, as for matches that have nothing to do with each other, with fewer matches where those of one deal
    tend to go the same way. (Where they go opposite ways, as when a deal favours a chair, the interval is too wide.)
    """
    matches = len(wins) * matches_a_deal
    total = sum(wins)
    share = total / matches if matches else 0.0
    counted = float(matches)
    if len(wins) > 1 and 0 < share < 1:
        mean = total / len(wins)
        by_deal = sum((one - mean) ** 2 for one in wins) / (len(wins) - 1)
        by_match = matches_a_deal * share * (1 - share)
        counted /= max(1.0, by_deal / by_match)
    return wilson(share * counted, counted)


def compare(wins: Sequence[float], first: Sequence[float]) -> Comparison:
    """The sign test: deals in which both won equally often tell nothing and are left out; of the others each is a fair
    coin if the two are equally good."""
    # Thirds and fifths of wins do not always add up alike.
    differences = [one - other for one, other in zip(wins, first, strict=True)]
    better = sum(difference > 1e-9 for difference in differences)
    worse = sum(difference < -1e-9 for difference in differences)
    return Comparison(better, worse, len(differences) - better - worse, sign_test(better, worse))


def sign_test(better: int, worse: int) -> float:
    """How likely a fair coin, tossed so often, falls at least so unevenly, to either side (exact)."""
    tosses = better + worse
    log_all = tosses * math.log(2)
    fewer = 0.0
    for heads in range(min(better, worse) + 1):
        ways = math.lgamma(tosses + 1) - math.lgamma(heads + 1) - math.lgamma(tosses - heads + 1)
        fewer += math.exp(ways - log_all)
    return min(1.0, 2 * fewer)


def rate(plan: Plan, matches: Sequence[Outcome]) -> list[tuple[float, float]]:
    """OpenSkill ratings (Plackett-Luce) with their uncertainty, by player: the winners of a match stand before all
    others, and who has forfeited stands behind. All begin at 25."""
    ratings = [NEWCOMER for _ in plan.players]
    for match in matches:
        most = max(match.wins)
        ranks = [1.0 if wins == most else 2.0 for wins in match.wins]
        for number in match.forfeits:
            ranks[number] = 3.0
        ratings = after_match(ratings, ranks)
    return ratings


def after_match(ratings: Sequence[tuple[float, float]], ranks: Sequence[float]) -> list[tuple[float, float]]:
    """The ratings, each with its uncertainty, of those who have just played a match, the first having rank 1."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    teams = model.rate([[model.rating(mu, sigma)] for mu, sigma in ratings], ranks=list(ranks))
    return [(team[0].mu, team[0].sigma) for team in teams]
