"""What a hand can be expected to cost once its owner has drawn and discarded once more.

A hand is given as the solver in melds.py takes it, and by its chameleons. In all costs each leftover counts `stray`
besides its points, since it delays going wild. The file runs as it is and compiled with outlook.pxd.
"""

from __future__ import annotations

import cython

from wildtable.games.whats_wild.codes import CHAM, CHAM_POINTS, WILD, WILD_POINTS

if not cython.compiled:
    from wildtable.engine.bits import ONE, highest_bit, lowest_bit
    from wildtable.games.whats_wild.melds import judge


def expected_cost(
    mask: int, twice: int, tally: int, wilds: int, chams: int, wild: int, unseen: list[int], stray: int
) -> float:
    """On average over the cards that may be drawn; `unseen` says how many of each kind there are."""
    total = 0
    cards = 0
    more_wilds = 0
    for kind in range(1, WILD + 2):
        count = unseen[kind]
        if count == 0:
            continue
        cards += count
        if kind == CHAM:
            total += count * cost_less_one(mask, twice, tally, wilds, chams + 1, stray)
        elif kind == WILD or kind & 15 == wild:
            more_wilds += count
        else:
            bit = ONE << kind
            further = tally + (ONE << (((kind & 15) - 1) << 2))
            total += count * cost_less_one(mask | bit, twice | (mask & bit), further, wilds, chams, stray)
    if more_wilds > 0:
        total += more_wilds * cost_less_one(mask, twice, tally, wilds + 1, chams, stray)
    if cards == 0:
        return 1.0 * stray
    return 1.0 * total / cards


def cost_less_one(mask: int, twice: int, tally: int, wilds: int, chams: int, stray: int) -> int:
    """What a hand costs when the dearest card that fits nowhere has been discarded."""
    rest = [0]
    cost = judge(mask, twice, tally, wilds, stray, rest)
    if chams > 0:
        return cost + (CHAM_POINTS + stray) * (chams - 1)
    if cost == 0:
        return cost_of_breaking(mask, twice, tally, wilds, stray)
    left = rest[0]
    dearest = 0
    if (wilds == 1 or wilds == 2) and left == mask:
        dearest = WILD_POINTS
    else:
        while left != 0:
            kind = lowest_bit(left)
            left &= left - 1
            if kind & 15 > dearest:
                dearest = kind & 15
    return cost - dearest - stray


def cost_of_breaking(mask: int, twice: int, tally: int, wilds: int, stray: int) -> int:
    """The same where every card fits and yet one has to go."""
    rest = [0]
    least = 1000
    if wilds > 0:
        least = judge(mask, twice, tally, wilds - 1, stray, rest)
    kinds = mask
    while kinds != 0 and least > 0:
        kind = highest_bit(kinds)
        bit = ONE << kind
        kinds ^= bit
        further = tally - (ONE << (((kind & 15) - 1) << 2))
        twin = twice & bit
        cost = judge(mask ^ bit ^ twin, twice ^ twin, further, wilds, stray, rest)
        if cost < least:
            least = cost
    return least
