"""The numbers of Crazy Eights: its choices and its events. A card is suit × 13 + rank; an ace has rank 0."""

from __future__ import annotations

from wildtable.engine.codes import OWN_EVENTS

HAND = 5
EIGHT = 7  # the rank

DRAW = 1
PASS = 2
SUIT = 4  # + suit
PLAY = 64  # + card

SAY_SUIT = 1  # the stage after an eight

TURNED_UP = OWN_EVENTS
PLAYED = OWN_EVENTS + 1
PASSED = OWN_EVENTS + 2
