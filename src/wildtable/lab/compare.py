"""What differs between two simulations, and how sure that is: the answer to "what does this option do?"."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from wildtable.engine.game import seat_letter
from wildtable.lab.simulate import Average, Result, Share


@dataclass(frozen=True)
class Difference:
    """The second minus the first, and its 95 % confidence interval; all three are nan where nothing was counted."""

    value: float
    low: float
    high: float

    def as_json(self) -> dict[str, float | None]:
        return {"difference": told(self.value), "low": told(self.low), "high": told(self.high)}


def of_shares(first: Share, second: Share) -> Difference:
    """Newcombe's interval, from Wilson's of both; the matches of the two have nothing to do with each other."""
    value = second.share - first.share
    down = math.hypot(second.share - second.low, first.high - first.share)
    up = math.hypot(second.high - second.share, first.share - first.low)
    return Difference(value, value - down, value + up)


def of_means(first: Average, second: Average) -> Difference:
    value = second.mean - first.mean
    error = math.hypot(first.error, second.error)
    return Difference(value, value - error, value + error)


def compare(first: Result, second: Result) -> dict[str, Any]:
    """All differences as plain values. The two are of one game, with as many seats; their seeds are not the same."""
    names = ("choices", "moves", "rounds")
    shares = zip(first.wins, second.wins, strict=True)
    measures = zip(names, first.measures, second.measures, strict=True)
    scores = zip(first.scores, second.scores, strict=True)
    return {
        "wins": {seat_letter(seat): of_shares(*both).as_json() for seat, both in enumerate(shares)},
        "a_match": {name: of_means(one, other).as_json() for name, one, other in measures},
        "scores": {seat_letter(seat): of_means(*both).as_json() for seat, both in enumerate(scores)},
    }


def told(number: float) -> float | None:
    return None if math.isnan(number) else round(number, 6)
