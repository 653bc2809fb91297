"""The numbers of What's Wild?!: its kinds of card, its choices, its events."""

from __future__ import annotations

from wildtable.engine.codes import OWN_EVENTS

# Kinds of card: skin × 16 + number, numbers from 1 to 12. The skins are alligator, cheetah, peacock and zebra.
SKINS = 4
NUMBERS = 12
WILD = 61
CHAM = 62
MOST_CARDS = 13  # in a hand, after drawing in a round of twelve

# Choices. The first word of 64 holds the words of a move, the next one the cards (the choice is DISCARD + the card).
DECK = 1
PILE = 2
QUIET = 3  # the hand is complete, and it is not declared
GOWILD = 4
NUMBER = 16  # + the new wild number
DISCARD = 64

# What a half-said move still needs (`stage`).
SAY_NUMBER = 1
SAY_WILD = 2

# Points of a leftover (WW-51, WW-52); a plain card costs its number.
WILD_POINTS = 15
CHAM_POINTS = 20

# Events.
TURNED_UP = OWN_EVENTS
TOOK = OWN_EVENTS + 1  # the top of the discard pile
DISCARDED = OWN_EVENTS + 2
NUMBER_CHANGED = OWN_EVENTS + 3
WENT_WILD = OWN_EVENTS + 4
LIMIT_REACHED = OWN_EVENTS + 5
LAID_DOWN = OWN_EVENTS + 6  # a hand at the end of a round, its points in this round, and `other` is the wild number

EVENT_NAMES = {
    TURNED_UP: "turned_up",
    TOOK: "took",
    DISCARDED: "discarded",
    NUMBER_CHANGED: "number_changed",
    WENT_WILD: "went_wild",
    LIMIT_REACHED: "limit_reached",
    LAID_DOWN: "laid_down",
}

OTHER_IS = {WENT_WILD: "number", LAID_DOWN: "number"}  # of events; elsewhere it is a seat
