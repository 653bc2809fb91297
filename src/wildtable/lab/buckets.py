"""How a tally counts: the unit of a win, what is measured of a match, and the buckets of a measure."""

from __future__ import annotations

# A shared win counts as shares of one win, in units that every number of winners up to 12 divides.
WIN = 27720

CHOICES, MOVES, ROUNDS = range(3)  # the measures
MEASURES = 3

# Each number below EXACT has its own bucket; above, each doubling has 32, so that none is wider than 3 %.
EXACT = 64
BUCKETS = 640
LARGEST = 1 << 24  # the first number that the buckets do not hold; greater ones count as the last bucket


def bucket_range(bucket: int) -> tuple[int, int]:
    """The smallest and the largest number that a bucket counts."""
    half = EXACT // 2
    if bucket < EXACT:
        return bucket, bucket
    shift = bucket // half - 1
    low = (bucket - shift * half) << shift
    return low, low + (1 << shift) - 1
