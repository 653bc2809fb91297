"""Which rule a refusal names: the first line that applies.

Whether a move is refused is for game.py to say; this only names the reason for a move that already is.
"""

from __future__ import annotations

from wildtable.engine.codes import NOBODY
from wildtable.games.cl4sh import codes as c
from wildtable.games.cl4sh.game import Cl4sh
from wildtable.games.cl4sh.words import (
    PICK_UP_KINDS,
    Move,
    all_numbers,
    all_pick_ups,
    counts_as,
    holds_all,
    rises_by_one,
    target_is_missing,
)

BY_ATTACK = {c.BALANCING: 36, c.CHAINING: 34, c.DUELING: 24}


def refusal(table: Cl4sh, seat: int, move: Move) -> int:
    """The number of the rule; 0 where none is named."""
    required = bool(table.required >> seat & 1)
    if move.verb == "clash":
        return 53
    if move.verb == "signal":
        return 51
    if move.verb == "shield":
        return 38
    if move.verb == "choose":
        owed = required and table.phase == c.DUELING
        return 20 if owed and move.cards[0] == c.ALMIGHTY else 24
    if not required:
        return 8
    if move.verb == "decline":
        return 0
    if table.phase != c.PLAYING:
        if move.verb == "take":
            return 29
        if not (table.phase == c.PICKING_UP and table.pickup_stacking and lays_pick_ups(move)):
            return no_answer(table, move)
    elif (number := no_turn(table, seat, move)) != 0:
        return number
    return no_play(table, seat, move)


def lays_pick_ups(move: Move) -> bool:
    """Whether a play is of pick-ups alone, an Almighty as one among them."""
    return counts_as(move) in PICK_UP_KINDS and all(card in PICK_UP_KINDS for card in move.cards[1:])


def no_answer(table: Cl4sh, move: Move) -> int:
    """An attacked seat, or a seat of a duel, does something that is no answer."""
    if table.phase == c.PICKING_UP:
        return 43 if lays_pick_ups(move) else 42
    return BY_ATTACK[table.phase]


def no_turn(table: Cl4sh, seat: int, move: Move) -> int:
    """What is refused on one's turn before the cards are looked at; 0 for anything else."""
    if move.verb == "take":
        return 9
    if move.verb == "pass":
        return 9
    if move.verb == "draw" and table.must_play and table.can_play_something(seat):
        return 9
    if table.drawn and (move.verb == "draw" or move.cards != (table.drawn_card,)):
        return 10
    return 0


def no_play(table: Cl4sh, seat: int, move: Move) -> int:
    """Cards that may not be played, or not in this way."""
    several = len(move.cards) > 1
    if not holds_all(table, seat, move.cards):
        return 9
    if several and not all_pick_ups(move.cards) and not all_numbers(move.cards):
        return 9
    kind = counts_as(move)
    if target_is_missing(move, seat, table.seats):
        return 23 if kind == c.DUEL else 34
    if kind in (NOBODY, c.ALMIGHTY):
        return 19
    if table.echo and not table.can_play(kind):
        return 22
    if several and all_pick_ups(move.cards) and not table.slams:
        return 48
    if several and all_numbers(move.cards):
        if not table.sequences:
            return 45
        if len({card >> 4 for card in move.cards}) > 1:
            return 47
        if not rises_by_one(move.cards):
            return 45
        if not table.beats_top(kind):
            return 47
    if table.phase == c.PLAYING and not table.echo and not table.beats_top(kind):
        if kind & 15 >= c.HAVOC:
            return 15
        return 13 if kind >> 4 == table.element else 14
    return 51 if move.signal else 0
