"""The numbers of Wild Apex: its kinds of card, its choices, its events."""

from __future__ import annotations

from wildtable.engine.codes import OWN_EVENTS

# Kinds of card: colour × 16 + value. Values 0 to 9 are the numbers.
RED, YELLOW, GREEN, BLUE = range(4)
NO_COLOR = 4
DRAW_1, DRAW_2, SHIFT, LEAP, WILD = 10, 11, 12, 13, 14
DODGE, COUNTER, WILD4, FURY = (color * 16 + WILD for color in range(4))

# Choices. The first word of 64 holds the words of a move, the next three the cards of three decks (the choice is
# PLAY + the card), the next what a Fury stands for, and the rest where to cut.
DRAW = 1
PASS = 2
TAKE = 3
SAY = 4  # accepted, never offered (WA-71)
SILENT = 5  # the cry was due and is not given
CRY = 6  # + deck: 6, 7, 8
COLOR = 10  # + colour
ALL = 14
GIVE = 16  # + seat: one card of a Fury's four, or all four if they may not be split
CATCH = 28  # + seat
ACCUSE = 40  # + seat
PLAY = 64
STANDS_FOR = 256  # + kind
CUT = 320  # + number of cards

# What the table waits for (`phase`).
CUTTING = 1
DEALER_CHOOSES = 2  # a colour for a wild start card
PLAYING = 3
ASKING = 4  # who is named by a Fury, with two or more decks

# What a half-said move still needs (`stage`).
SAY_COLOR = 1
SAY_FURY = 2  # a colour, or the card that it stands for
SAY_EFFECT = 3  # all, or the first seat that is given cards
SAY_GIVE = 4  # the next seat that is given a card
SAY_CRY = 5

# Attacks are named by the value of the card; a Wild Draw 4 by WILD.
NO_ATTACK = 0

# Effects of a Fury.
NO_EFFECT = 0
AS_COUNTER = 1
TO_ALL = 2
TO_SOME = 3

# Events.
CUT_MADE = OWN_EVENTS
TURNED_UP = OWN_EVENTS + 1
PLAYED = OWN_EVENTS + 2
COLOR_CHOSEN = OWN_EVENTS + 3
CRIED = OWN_EVENTS + 4
MISSED = OWN_EVENTS + 5
WENT_OUT = OWN_EVENTS + 6  # the last card is played and still takes effect
ATTACKED = OWN_EVENTS + 7
CALLED_OFF = OWN_EVENTS + 8
SENT_BACK = OWN_EVENTS + 9
ASKED = OWN_EVENTS + 10
TOOK = OWN_EVENTS + 11  # an asked seat does not counter
FURY_COUNTERED = OWN_EVENTS + 12
PASSED = OWN_EVENTS + 13
CAUGHT = OWN_EVENTS + 14
ACCUSED = OWN_EVENTS + 15
OUT_OF_TURN = OWN_EVENTS + 16
SAID = OWN_EVENTS + 17
LAPSED = OWN_EVENTS + 18  # what the last card of a single round would have done
NAMED = OWN_EVENTS + 19  # by a Fury, for so many cards

EVENT_NAMES = {
    CUT_MADE: "cut_made",
    TURNED_UP: "turned_up",
    PLAYED: "played",
    COLOR_CHOSEN: "color_chosen",
    CRIED: "cried",
    MISSED: "missed",
    WENT_OUT: "went_out",
    ATTACKED: "attacked",
    CALLED_OFF: "called_off",
    SENT_BACK: "sent_back",
    ASKED: "asked",
    TOOK: "took",
    FURY_COUNTERED: "fury_countered",
    PASSED: "passed",
    CAUGHT: "caught",
    ACCUSED: "accused",
    OUT_OF_TURN: "out_of_turn",
    SAID: "said",
    LAPSED: "lapsed",
    NAMED: "named",
}

OTHER_IS = {PLAYED: "card"}  # of events; elsewhere it is a seat

PHASE_NAMES = {
    CUTTING: "cutting",
    DEALER_CHOOSES: "dealer_chooses",
    PLAYING: "playing",
    ASKING: "asking",
}
