"""Which rule a refusal names: the first line that applies.

Whether a move is refused is for game.py to say; this only names the reason for a move that already is.
"""

from __future__ import annotations

from collections.abc import Sequence

from wildtable.games.wild_apex import codes as c
from wildtable.games.wild_apex.game import WildApex
from wildtable.games.wild_apex.words import Move, split_is_fair


def refusal(table: WildApex, seat: int, move: Move, others: Sequence[int]) -> int:
    """The number of the rule; 0 where none is named. `others` are the other seats."""
    required = bool(table.required >> seat & 1)
    if table.over:
        return 20
    if move.verb == "catch":
        return 48
    if move.verb == "accuse":
        return 38
    if move.verb == "cut" or (required and table.phase == c.CUTTING):
        return 3
    bad_split = move.effect == "give" and not split_is_fair(
        move.split, others, bool(table.fury_split or table.hardcore)
    )
    if move.verb == "color" or (required and table.phase == c.DEALER_CHOOSES):
        asked = required and table.phase == c.DEALER_CHOOSES and move.verb == "color"
        return 29 if asked and bad_split and (table.top_card_now() & 63) == c.FURY else 6
    if not required and move.verb in ("draw", "pass", "take"):
        return 62 if move.verb == "draw" else 7
    if move.verb == "play" and not table.holds(seat, move.card):
        return 51
    if not required:
        if move.verb != "play":
            return 0
        return 29 if table.out_of_turn_penalty and bad_split else 50
    if table.phase == c.ASKING:
        return 40
    if table.attack != c.NO_ATTACK:
        return no_answer(table, move)
    return no_free_turn(table, seat, move, bad_split)


def no_answer(table: WildApex, move: Move) -> int:
    """An attacked seat does something that is no answer."""
    if move.verb == "play":
        kind = move.card & 63
        if kind == c.FURY and move.effect != "counter":
            return 34
        value = kind & 15
        if kind == c.WILD4 or value == c.DRAW_2 or (value == c.DRAW_1 and table.attack != c.DRAW_1):
            return 31
        if table.attack == c.WILD and kind in (c.DODGE, c.COUNTER):
            return 67
    if table.attack == c.DRAW_1:
        return 35
    return 23 if table.attack == c.DRAW_2 else 26


def no_free_turn(table: WildApex, seat: int, move: Move, bad_split: bool) -> int:
    if move.verb == "take":
        return 35
    if move.verb == "draw":
        return 52 if table.drawn else 76
    if move.verb == "pass":
        return 9 if table.something_to_draw() else 76
    if move.verb != "play":
        return 0
    kind = move.card & 63
    if kind == c.WILD4:
        return 36
    if kind == c.FURY:
        if move.effect == "counter":
            return 28
        return 29 if bad_split else 0
    return 12
