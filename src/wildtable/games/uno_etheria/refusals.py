"""Which rule a refusal names: the first line that applies.

Whether a move is refused is for game.py to say; this only names the reason for a move that already is.
"""

from __future__ import annotations

from wildtable.games.uno_etheria import codes as c
from wildtable.games.uno_etheria.game import UnoEtheria
from wildtable.games.uno_etheria.words import COLOR_IS_SAID, COLORS, Move


def refusal(table: UnoEtheria, seat: int, move: Move) -> int:
    """The number of the rule; 0 where none is named."""
    if table.over:
        return 22
    if move.verb == "uno":
        return 19
    if move.verb == "catch":
        return 20
    if not table.required >> seat & 1:
        return 11
    if table.phase == c.ANSWERING or move.verb in ("take", "challenge"):
        asked = table.phase == c.ANSWERING and move.verb == "challenge"
        return 39 if asked else 38
    if table.phase == c.CHOOSING or move.verb == "secret":
        return 29
    if table.phase == c.SHOWING or move.verb == "show":
        return 30
    if move.verb == "place" and table.phase == c.PLACING:
        return 34
    if move.verb == "place" and table.phase == c.NAMING:
        return 35
    if table.phase in (c.PLACING, c.NAMING) or move.verb in ("place", "keep"):
        return 33
    return in_turn(table, seat, move)


def in_turn(table: UnoEtheria, seat: int, move: Move) -> int:
    """The seat in turn does what it cannot do."""
    if move.verb in ("pass", "draw"):
        return 14
    if move.verb != "play":
        return 0
    if not table.holds(seat, move.card):
        return 11
    if table.drawn and move.card != table.drawn_card:
        return 15
    if move.card in COLOR_IS_SAID and (not move.color or move.color not in COLORS):
        return 27
    if not table.fits(seat, move.card):
        return 37 if move.card == c.WILD4 else 12
    return 19
