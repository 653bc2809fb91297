"""The arrangement of a hand that leaves the fewest points (WW-27 to WW-36, WW-45 to WW-52), exactly.

Every plain card ends up in a caravan, in a herd, or is left over. Once it is settled which cards go into caravans, the
rest is easy: the cards of one number that remain are one herd, for nothing if there are three of them, and otherwise
for one or two wilds. And a hand is small: of twelve cards some are wild, most sets of cards of a skin cannot be brought
into caravans with so few wilds, and skins do not meddle with each other's caravans. So each skin lists the sets that it
can bring into caravans, with the fewest wilds that each needs, and all combinations of the four lists are tried.

The fewest wilds for a set: caravans are intervals of three or more numbers that cover each card of the set with an
interval of its own; their lengths together, less the cards, are the wilds. No place needs to be covered more often
than it has cards (of three intervals over a place with two cards, two can be made that cover the same and are shorter
together). So one pass over the twelve numbers finds it, with what at most two open intervals have reached.

No wild is left over once there is any meld: it joins a herd, or lengthens a caravan, or a caravan of twelve is two.

Sets of cards of one skin have bit n - 1 for number n. Tallies of cards by number have four bits for each: bits
4(n - 1) to 4(n - 1) + 3. The file runs as it is and compiled with melds.pxd, with the same results.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import cython

from wildtable.games.whats_wild.codes import CHAM, CHAM_POINTS, MOST_CARDS, NUMBERS, WILD, WILD_POINTS

if not cython.compiled:
    from wildtable.engine.bits import ONE, highest_bit, lowest_bit, popcount

ONE_NUMBER = 0x0001000100010001  # number 0 in four skins
LOW = 0x111111111111  # the lowest bit for each number of a tally
SPREAD_8, SPREAD_4, SPREAD_2 = 0x000F000000FF, 0x000F000F000F, 0x030303030303  # steps from a set to a tally
TALLY = 0xFFFFFFFFFFFF  # what an entry of a list says of its cards; above it, the wilds that they need
COST_PLACE = 60
NEVER = 99  # more wilds than anybody has
ARENA = 4096  # entries in the lists of four skins: more than hands of thirteen cards ever have, some 1200

# How two open intervals have got on: 10 pairs of lengths, 3 for three or more. Closed ones are 0 or 3.
LENGTHS = ((0, 0), (1, 0), (2, 0), (3, 0), (1, 1), (2, 1), (3, 1), (2, 2), (3, 2), (3, 3))

# By a set of cards of one skin, no two of a number: the fewest wilds with which it lies in caravans of two or more of
# them each. A card that has a caravan to itself is left to the herds, where it needs no more.
NEED = [0] * 4096

# By pair of lengths, for the next number: the pair if no interval covers it, one does (the first of the pair or the
# second), or both do. 10 is no pair.
NO_PAIR = 10
AFTER_NONE = [0] * 11
AFTER_FIRST = [0] * 11
AFTER_SECOND = [0] * 11
AFTER_BOTH = [0] * 11


def fill_tables() -> None:
    for cards in range(1, 4096):
        fewest = NEVER
        lowest = lowest_bit(cards)
        rest = cards & (cards - 1)
        count = 1
        while rest != 0:
            highest = lowest_bit(rest)
            rest &= rest - 1
            count += 1
            length = highest - lowest + 1
            if length < 3:
                length = 3
            if length - count + NEED[rest] < fewest:
                fewest = length - count + NEED[rest]
        NEED[cards] = fewest
    for pair in range(10):
        first, second = LENGTHS[pair]
        first_may_end, second_may_end = first in (0, 3), second in (0, 3)
        longer, also_longer = min(first + 1, 3), min(second + 1, 3)
        AFTER_NONE[pair] = 0 if first_may_end and second_may_end else NO_PAIR
        AFTER_FIRST[pair] = LENGTHS.index((longer, 0)) if second_may_end else NO_PAIR
        AFTER_SECOND[pair] = LENGTHS.index((also_longer, 0)) if first_may_end else NO_PAIR
        AFTER_BOTH[pair] = LENGTHS.index((longer, also_longer))


# Caravans


def spread(cards: int) -> int:
    """The tally of a set of cards of one skin."""
    x = cards
    x = (x | x << 24) & SPREAD_8
    x = (x | x << 12) & SPREAD_4
    x = (x | x << 6) & SPREAD_2
    return (x | x << 3) & LOW


def tally_of(mask: int, twice: int, skin: int) -> int:
    """The tally of the cards of one skin; `mask` and `twice` are sets of kinds."""
    tally = spread(mask >> (16 * skin + 1) & 4095)
    twins = twice >> (16 * skin + 1) & 4095
    if twins != 0:
        tally += spread(twins)
    return tally


def need_of_twins(cards: int, twins: int, most: int) -> int:
    """The fewest wilds with which `cards`, those in `twins` both of them, lie in caravans; or more than `most`."""
    if popcount(cards) + popcount(twins) + most < 6:
        return NEVER  # they lie in two caravans at least
    costs = [NEVER] * 11
    costs[0] = 0
    # no caravan reaches further than two numbers beyond its cards
    number = lowest_bit(cards) - 2
    if number < 0:
        number = 0
    end = highest_bit(cards) + 3
    if end > 12:
        end = 12
    while number < end:
        further = [NEVER] * 11
        cover = (cards >> number & 1) + (twins >> number & 1)
        best = NEVER
        for pair in range(10):
            cost = costs[pair]
            if cost > most:
                continue
            if cost < best:
                best = cost
            if cover == 0 and cost < further[AFTER_NONE[pair]]:
                further[AFTER_NONE[pair]] = cost
            if cover < 2:
                extra = cost + 1 - cover
                if extra < further[AFTER_FIRST[pair]]:
                    further[AFTER_FIRST[pair]] = extra
                if extra < further[AFTER_SECOND[pair]]:
                    further[AFTER_SECOND[pair]] = extra
            extra = cost + 2 - cover
            if extra < further[AFTER_BOTH[pair]]:
                further[AFTER_BOTH[pair]] = extra
        if best > most:
            return NEVER
        costs[:] = further
        number += 1
    fewest = costs[0]
    if costs[3] < fewest:
        fewest = costs[3]
    if costs[9] < fewest:
        fewest = costs[9]
    return fewest


def list_skin(cards: int, twins: int, wilds: int, arena: list[int], count: int) -> int:
    """Add to `arena`, after `count` entries, every set of this skin's cards that lies in caravans with no more than
    `wilds` wilds: its tally, and the wilds above it. The number of entries then."""
    # a card has a neighbour in its caravan, or it is left to the herds
    if wilds == 0:
        near = cards & cards >> 1 & cards >> 2
        near |= near << 1 | near << 2
    else:
        near = 0
        for reach in range(1, wilds + 2):
            near |= cards << reach | cards >> reach
    cards &= near
    twins &= near
    doubled = twins
    while True:
        # of each twin pair both, or at most one
        others = cards ^ doubled
        single = others
        while True:
            need = NEED[single] if doubled == 0 else need_of_twins(single | doubled, doubled, wilds)
            if need <= wilds:
                arena[count] = spread(single | doubled) + spread(doubled) + (ONE * need << COST_PLACE)
                count += 1
            if single == 0:
                break
            single = (single - 1) & others
        if doubled == 0:
            break
        doubled = (doubled - 1) & twins
    return count


# Herds


def left_by_herds(tally: int, wilds: int, stray: int) -> int:
    """The numbers that the best herds of these cards leave, with so many wilds: the lowest bit of each one's four."""
    low = tally & LOW
    second = tally >> 1 & LOW
    big = (tally >> 2 | tally >> 3) & LOW
    singles = low ^ (low & (second | big))
    pairs = second ^ (second & (low | big))
    # a pair takes one wild, a lone card two
    if popcount(pairs) + 2 * popcount(singles) <= wilds:
        return 0
    if wilds == 0:
        return pairs | singles
    most_saved = -1
    numbers = 0
    saved_singles = 0
    while True:
        # so many lone cards, and pairs with the other wilds, the highest first
        saved = saved_singles
        left = pairs
        i = 0
        while i < wilds and left != 0:
            place = highest_bit(left)
            left ^= ONE << place
            saved += ((place >> 2) + 1 + stray) << 1
            i += 1
        if saved > most_saved:
            most_saved = saved
            numbers = left | singles
        if singles == 0 or wilds < 2:
            return numbers
        place = highest_bit(singles)
        singles ^= ONE << place
        saved_singles += (place >> 2) + 1 + stray
        wilds -= 2


def weigh(tally: int, numbers: int, stray: int) -> int:
    """What the cards of these numbers cost, of which there are one or two each."""
    points = 0
    while numbers != 0:
        place = lowest_bit(numbers)
        numbers &= numbers - 1
        points += ((place >> 2) + 1 + stray) * (tally >> place & 3)
    return points


# Both


def combine(arena: list[int], ends: list[int], skin: int, rest: int, wilds: int, stray: int, found: list[int]) -> int:
    """Try the sets of this skin and of those after it. `rest` is the tally of what is left to herds so far, with all
    cards of the skins to come. Keeps the points of the best in found[4], and its entries in found[0] to found[3];
    found[5] to found[8] are those being tried. 0 once nothing is left, so that nobody looks further."""
    i = ends[skin]
    while i < ends[skin + 1]:
        entry = arena[i]
        need = entry >> COST_PLACE
        if need <= wilds:
            found[5 + skin] = entry
            if skin < 3:
                if combine(arena, ends, skin + 1, rest - (entry & TALLY), wilds - need, stray, found) == 0:
                    return 0
            else:
                tally = rest - (entry & TALLY)
                points = weigh(tally, left_by_herds(tally, wilds - need, stray), stray)
                best = found[4]
                if points < best:
                    found[0] = found[5]
                    found[1] = found[6]
                    found[2] = found[7]
                    found[3] = found[8]
                    found[4] = points
                    if points == 0:
                        return 0
        i += 1
    return 1


def solve(mask: int, twice: int, tally: int, wilds: int, stray: int, found: list[int]) -> int:
    """The fewest points of plain cards that any arrangement leaves, if each costs `stray` besides its number; `mask`
    and `twice` are sets of kinds of which there is at least one, or two. In `found`, which has room for nine, the
    caravans of such an arrangement."""
    if not cython.compiled:
        arena = [0] * ARENA
        ends = [0] * 5
    count = 0
    ends[0] = 0
    for skin in range(4):
        cards = mask >> (16 * skin + 1) & 4095
        count = list_skin(cards, twice >> (16 * skin + 1) & 4095, wilds, arena, count)
        ends[skin + 1] = count
    found[4] = 1000
    combine(arena, ends, 0, tally, wilds, stray, found)
    return found[4]


def points_of(mask: int, twice: int, tally: int, wilds: int, stray: int, found: list[int]) -> int:
    """`solve`, with the wilds that are left over because there is no meld at all (WW-51)."""
    points = solve(mask, twice, tally, wilds, stray, found)
    if wilds == 1 or wilds == 2:
        plain = 0
        for number in range(1, 13):
            column = ONE_NUMBER << number
            plain += (number + stray) * (popcount(mask & column) + popcount(twice & column))
        if points == plain:
            points += (WILD_POINTS + stray) * wilds
    return points


def judge(mask: int, twice: int, tally: int, wilds: int, stray: int, left: list[int]) -> int:
    """`points_of`; and in left[0], the kinds of the plain cards that such an arrangement leaves."""
    found = [0] * 9
    points = points_of(mask, twice, tally, wilds, stray, found)
    left[0] = 0
    if points > 0:
        left[0] = left_after(mask, twice, tally, wilds, stray, found)
    return points


def left_after(mask: int, twice: int, tally: int, wilds: int, stray: int, found: list[int]) -> int:
    """The kinds of the plain cards that the arrangement which `solve` has found leaves."""
    for skin in range(4):
        tally -= found[skin] & TALLY
        wilds -= found[skin] >> COST_PLACE
    numbers = left_by_herds(tally, wilds, stray)
    kinds = 0
    for skin in range(4):
        rest = tally_of(mask, twice, skin) - (found[skin] & TALLY)
        rest = (rest | rest >> 1) & numbers
        while rest != 0:
            place = lowest_bit(rest)
            rest &= rest - 1
            kinds |= ONE << (16 * skin + (place >> 2) + 1)
    return kinds


# Whether a hand is complete


def is_complete(mask: int, twice: int, tally: int, wilds: int) -> bool:
    """Whether all of these plain cards and so many wilds lie in melds. Most hands are told at a glance."""
    if mask == 0:
        return wilds > 2
    # cards that are in no natural herd or caravan: every meld of theirs needs a wild
    runs = mask & mask >> 1 & mask >> 2
    alone = mask ^ (runs | runs << 1 | runs << 2)
    bare = 0
    rows = 0
    columns = 0
    count = 0
    while alone != 0:
        kind = lowest_bit(alone)
        alone &= alone - 1
        number = kind & 15
        if (tally >> (4 * number - 4) & 15) < 3:
            if wilds == 0:
                return False
            bare |= ONE << kind
            count += 1
            if wilds == 1:
                # one meld has to hold them all
                rows |= 1 << (kind >> 4)
                columns |= 1 << number
                if count > 4 or (rows & (rows - 1) and columns & (columns - 1)):
                    return False
    if count > 4 * wilds:
        return False
    if wilds < 4 and count > 2 and not lines_suffice(bare, wilds):
        return False
    return all_fit(mask, twice, tally, wilds)


def lines_suffice(bare: int, lines: int) -> bool:
    """Whether so many skins and numbers contain all these cards; each is a meld at least, and needs a wild."""
    a = bare & 0x1FFE
    c = bare >> 16 & 0x1FFE
    p = bare >> 32 & 0x1FFE
    z = bare >> 48 & 0x1FFE
    if popcount(a | c | p | z) <= lines:
        return True
    if lines == 1:
        return (a == 0) + (c == 0) + (p == 0) + (z == 0) == 3
    if popcount(c | p | z) < lines or popcount(a | p | z) < lines:
        return True
    if popcount(a | c | z) < lines or popcount(a | c | p) < lines:
        return True
    most = lines - 2
    if popcount(p | z) <= most or popcount(c | z) <= most or popcount(c | p) <= most:
        return True
    if popcount(a | z) <= most or popcount(a | p) <= most or popcount(a | c) <= most:
        return True
    return lines == 3 and (a == 0 or c == 0 or p == 0 or z == 0)


def all_fit(mask: int, twice: int, tally: int, wilds: int) -> bool:
    """Whether an arrangement leaves nothing."""
    if not cython.compiled:
        arena = [0] * ARENA
        ends = [0] * 5
    count = 0
    ends[0] = 0
    for skin in range(4):
        cards = mask >> (16 * skin + 1) & 4095
        count = list_skin(cards, twice >> (16 * skin + 1) & 4095, wilds, arena, count)
        ends[skin + 1] = count
    return fit_from(arena, ends, mask, twice, 0, tally, 0, wilds)


def fit_from(
    arena: list[int], ends: list[int], mask: int, twice: int, skin: int, rest: int, herds: int, wilds: int
) -> bool:
    """Whether the sets of this skin and of those after it can be chosen so that nothing is left. `rest` is the tally
    of what is in no caravan so far, with all cards of the skins to come; `herds` are the numbers of which a card that
    is in no caravan is in an earlier skin."""
    own = tally_of(mask, twice, skin)
    i = ends[skin]
    while i < ends[skin + 1]:
        used = arena[i] & TALLY
        left = wilds - (arena[i] >> COST_PLACE)
        i += 1
        if left < 0:
            continue
        further = own - used
        further = herds | ((further | further >> 1) & LOW)
        if wilds_for_herds(rest - used, further) > left:
            continue
        if skin == 3 or fit_from(arena, ends, mask, twice, skin + 1, rest - used, further, left):
            return True
    return False


def wilds_for_herds(tally: int, numbers: int) -> int:
    """How many wilds herds of these numbers need, with all cards in the tally."""
    low = tally & numbers
    second = tally >> 1 & numbers
    big = (tally >> 2 | tally >> 3) & numbers
    return popcount(second ^ (second & (low | big))) + 2 * popcount(low ^ (low & (second | big)))


fill_tables()


# From here on: what Python callers use. None of it is on the hot path.


@dataclass(frozen=True, slots=True)
class Meld:
    """Cards that lie together, as kinds: those of a caravan in its order, with wilds in their places."""

    name: str  # herd or caravan
    cards: tuple[int, ...]
    first: int = 0  # of a caravan: the number of its first place


# A way to lay cards of one skin into caravans, up to some number: the wilds that it needs, the cards of caravans that
# have ended, and those of the two that are open. Sets of cards have bit n - 1 for number n.
Way: TypeAlias = tuple[int, tuple[int, ...], int, int]


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A hand laid out so that the fewest points are left."""

    melds: tuple[Meld, ...]
    leftovers: tuple[int, ...]
    points: int


def is_wild(card: int, wild: int) -> bool:
    """Whether a card is a `WILD` or a numeric wild."""
    return card == WILD or (card != CHAM and card & 15 == wild)


def points_of_leftover(card: int, wild: int) -> int:
    """WW-50 to WW-52."""
    if card == CHAM:
        return CHAM_POINTS
    return WILD_POINTS if is_wild(card, wild) else card & 15


def sorted_out(cards: Sequence[int], wild: int) -> tuple[int, int, list[int]]:
    """The kinds of plain cards in a hand, those there are two of, and its wilds, which stay as they are."""
    mask = twice = 0
    wilds = []
    for card in sorted(cards):
        bit = 1 << card
        if is_wild(card, wild):
            wilds.append(card)
        elif card != CHAM:
            if twice & bit:
                raise ValueError("three copies of a number card, of which the deck has two")
            twice |= mask & bit
            mask |= bit
    if len(cards) > MOST_CARDS:
        raise ValueError(f"{len(cards)} cards are more than the {MOST_CARDS} that a hand can have")
    return mask, twice, wilds


def least_points(cards: Sequence[int], wild: int) -> int:
    """The fewest points that any arrangement of this hand leaves."""
    mask, twice, wilds = sorted_out(cards, wild)
    return least_of(mask, twice, len(wilds)) + CHAM_POINTS * list(cards).count(CHAM)


def least_of(mask: int, twice: int, wilds: int) -> int:
    found = [0] * 9
    return points_of(mask, twice, whole_tally(mask, twice), wilds, 0, found)


def leftovers_of(mask: int, twice: int, wilds: int) -> int:
    """The kinds of the plain cards that a best arrangement leaves, as bits."""
    left = [0]
    judge(mask, twice, whole_tally(mask, twice), wilds, 0, left)
    return left[0]


def complete(cards: Sequence[int], wild: int) -> bool:
    """Whether every card of the hand lies in a meld."""
    mask, twice, wilds = sorted_out(cards, wild)
    return CHAM not in cards and complete_of(mask, twice, len(wilds))


def complete_of(mask: int, twice: int, wilds: int) -> bool:
    return bool(is_complete(mask, twice, whole_tally(mask, twice), wilds))


def whole_tally(mask: int, twice: int) -> int:
    return tally_of(mask, twice, 0) + tally_of(mask, twice, 1) + tally_of(mask, twice, 2) + tally_of(mask, twice, 3)


def arrange(cards: Sequence[int], wild: int) -> Arrangement:
    """The hand as the table lays it out."""
    mask, twice, wilds = sorted_out(cards, wild)
    left = [card for card in sorted(cards) if not is_wild(card, wild)]
    *entries, rest, numbers = plan(mask, twice, len(wilds))
    melds = []
    for skin, entry in enumerate(entries):
        for run in caravans(entry & TALLY, entry >> COST_PLACE):
            melds.append(lay_caravan(skin, run, left, wilds))
    for number in range(NUMBERS, 0, -1):
        count = rest >> 4 * (number - 1) & 15
        if count and not numbers >> 4 * (number - 1) & 1:
            herd = [card for card in left if card & 15 == number and card != CHAM]
            left = [card for card in left if card not in herd]
            melds.append(Meld("herd", (*herd, *(wilds.pop() for _ in range(3 - count)))))
    if melds:
        melds = join(melds, wilds)
    elif len(wilds) > 2:
        melds = [Meld("herd", tuple(wilds))]
    else:
        left = sorted(left + wilds)
    return Arrangement(tuple(melds), tuple(left), sum([points_of_leftover(card, wild) for card in left]))


def plan(mask: int, twice: int, wilds: int) -> list[int]:
    """A best arrangement: for each skin the tally of its cards in caravans, and above it the wilds that they need;
    then the tally of all other cards, and the numbers of those that are in no herd either."""
    found = [0] * 9
    solve(mask, twice, whole_tally(mask, twice), wilds, 0, found)
    rest = whole_tally(mask, twice)
    for skin in range(4):
        rest -= found[skin] & TALLY
        wilds -= found[skin] >> COST_PLACE
    return [found[0], found[1], found[2], found[3], rest, left_by_herds(rest, wilds, 0)]


def caravans(tally: int, need: int) -> list[int]:
    """The cards of each caravan where those of a tally, all of one skin, lie in caravans with `need` wilds.

    As in need_of_twins, at most two caravans are open at a number. Of the ways to come there with two open caravans of
    the same lengths, the one with the fewest wilds is kept.
    """
    if tally == 0:
        return []
    most_open = 2 if tally & LOW << 1 else 1
    ways: dict[tuple[int, int], Way] = {(0, 0): (0, (), 0, 0)}
    for number in range(NUMBERS):
        count = tally >> 4 * number & 15
        further: dict[tuple[int, int], Way] = {}
        for (first_length, second_length), (cost, laid, first, second) in ways.items():
            for in_first, in_second in ((0, 0), (1, 0), (0, 1), (1, 1)):
                extra = in_first + in_second - count
                if extra < 0 or cost + extra > need or in_first + in_second > most_open:
                    continue
                if (first_length in (1, 2) and not in_first) or (second_length in (1, 2) and not in_second):
                    continue  # it is too short to end
                to_first = in_first if count else 0
                to_second = in_second if count > to_first else 0
                closed = laid
                if first_length and not in_first:
                    closed = (*closed, first)
                if second_length and not in_second:
                    closed = (*closed, second)
                lengths = (min(first_length + 1, 3) * in_first, min(second_length + 1, 3) * in_second)
                if lengths not in further or cost + extra < further[lengths][0]:
                    further[lengths] = (
                        cost + extra,
                        closed,
                        (first | to_first << number) * in_first,
                        (second | to_second << number) * in_second,
                    )
        ways = further
    ended = [way for lengths, way in ways.items() if not {1, 2} & {*lengths}]
    _, laid, first, second = min(ended)
    return [cards for cards in (*laid, first, second) if cards]


def lay_caravan(skin: int, run: int, left: list[int], wilds: list[int]) -> Meld:
    """Take the cards of a caravan from `left` and `wilds`, in its order."""
    first, last = lowest_bit(run), run.bit_length() - 1
    last = max(last, min(first + 2, NUMBERS - 1))
    first = min(first, last - 2)
    laid = []
    for number in range(first, last + 1):
        card = skin * 16 + number + 1
        if run >> number & 1:
            left.remove(card)
        else:
            # a numeric wild may be itself
            card = card if card in wilds else max(wilds)
            wilds.remove(card)
        laid.append(card)
    return Meld("caravan", tuple(laid), first + 1)


def join(melds: list[Meld], wilds: list[int]) -> list[Meld]:
    """The melds with the wilds that are not needed: in a herd, or at the ends of a caravan."""
    for place, meld in enumerate(melds):
        if meld.name == "herd":
            melds[place] = Meld("herd", (*meld.cards, *wilds))
            return melds
    for wild in wilds:
        first = melds[0]
        if len(first.cards) == NUMBERS:
            melds.append(Meld("caravan", first.cards[6:], 7))
            melds[0] = Meld("caravan", (*first.cards[:6], wild), 1)
        elif first.first + len(first.cards) <= NUMBERS:
            melds[0] = Meld("caravan", (*first.cards, wild), first.first)
        else:
            melds[0] = Meld("caravan", (wild, *first.cards), first.first - 1)
    return melds
