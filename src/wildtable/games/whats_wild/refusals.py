"""Which rule a refusal names: the first line that applies.

Whether a move is refused is for game.py to say; this only names the reason for a move that already is.
"""

from __future__ import annotations

from wildtable.engine.codes import NOBODY
from wildtable.games.whats_wild import codes as c
from wildtable.games.whats_wild.game import WhatsWild
from wildtable.games.whats_wild.words import Move


def refusal(table: WhatsWild, seat: int, move: Move) -> int:
    """The number of the rule; 0 where none is named."""
    if table.over:
        return 63
    if not table.required >> seat & 1:
        return 24
    if move.verb == "discard":
        return no_discard(table, seat, move)
    if move.verb == "decline":
        return 22 if table.drawn else 20
    if table.drawn:
        return 22
    if move.verb == "deck":
        return 54
    top = table.top_card_now()
    if top == NOBODY:
        return 21
    if top == c.CHAM and not table.opening:
        return 10
    if table.first_gone != NOBODY and all(card == c.CHAM for card in table.hand(seat)):
        return 44
    return 12 if top == c.CHAM else 23


def no_discard(table: WhatsWild, seat: int, move: Move) -> int:
    hand = table.hand(seat)
    if not table.drawn:
        return 20
    if move.card not in hand:
        return 22
    if move.card == table.taken and (hand.count(move.card) == 1 or not table.twin_discard):
        return 12 if move.card == c.CHAM else 23
    if move.card == c.CHAM:
        only_chameleons = all(card == c.CHAM for card in hand)
        if table.first_gone != NOBODY and not (only_chameleons and not move.named):
            return 44
        if table.first_gone == NOBODY and move.number in (0, table.wild):
            return 9
    elif move.named:
        return 9
    if move.gowild:
        return 13 if move.card == c.CHAM and move.named and not table.cham_gowild else 37
    return 0
