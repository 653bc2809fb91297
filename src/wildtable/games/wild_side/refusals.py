"""Which rule a refusal names: the first line that applies.

Whether a move is refused is for game.py to say; this only names the reason for a move that already is.
"""

from __future__ import annotations

from collections import Counter

from wildtable.games.wild_side import codes as c
from wildtable.games.wild_side.game import WildSide
from wildtable.games.wild_side.words import Move, is_run, is_set


def refusal(table: WildSide, seat: int, move: Move) -> int:
    """The number of the rule; 0 where none is named."""
    if table.over:
        return 53
    if not table.required >> seat & 1:
        return 23
    if move.verb == "blind":
        return no_blind(table, seat, move)
    if (move.verb == "play" and table.adding) or (move.verb in ("add", "done") and not table.adding):
        return 46
    if move.cards:
        return no_cards(table, seat, move)
    return 40  # decline: a turn cannot be skipped


def no_blind(table: WildSide, seat: int, move: Move) -> int:
    if table.adding:
        return 43
    if not table.is_free(seat, move.place):
        return 41
    return 17 if table.opening else 43


def no_cards(table: WildSide, seat: int, move: Move) -> int:
    """Of `play` and `add`; what concerns the pile stands last."""
    cards = move.cards
    kinds = [card & 63 for card in cards]
    value = kinds[0] & 15
    if not has(table, seat, move):
        return 18
    if c.BADGER in kinds and len(cards) > 1:
        return 32
    if table.opening and kinds == [c.BADGER] and not table.has_badgers_alone(seat):
        return 17
    equal = is_set(cards)
    if equal and len(cards) > 4:
        return 18
    if len(cards) > 1 and not equal and not is_run(cards):
        return 29
    if equal and len(cards) > 1 and value > table.top:
        return 38
    if equal and value == table.top and table.equals + len(cards) > 4:
        return 35
    if move.verb == "add":
        return 46
    return 30 if len(cards) > 1 else 40


def has(table: WildSide, seat: int, move: Move) -> bool:
    """Whether each card lies where the move says, as often as it says."""
    held = Counter(table.hand(seat))
    held.update(c.ROW + kind for kind in table.face_up_row(seat) if kind >= 0)
    return all(held[card] >= count for card, count in Counter(move.cards).items())
