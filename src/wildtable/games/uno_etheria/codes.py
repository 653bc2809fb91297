"""The numbers of UNO She-Ra: its kinds of card, its choices, its events."""

from __future__ import annotations

from wildtable.engine.codes import OWN_EVENTS

# Kinds of card: colour × 16 + value. Values 0 to 9 are the numbers, a wild card has none.
RED, YELLOW, GREEN, BLUE = range(4)
NO_COLOR = 4
SKIP, REVERSE, DRAW_2 = 10, 11, 12
NO_VALUE = 14
WILD, WILD4, UNITE, FOIL = (number * 16 + NO_VALUE for number in range(4))

# Choices. The first word of 64 holds the words of a move, the next three the cards that are played, chosen in secret
# and shown (the choice is PLAY, SECRET or SHOW + the kind).
DRAW = 1
PASS = 2
TAKE = 3
CHALLENGE = 4
PLACE = 5
UNO = 6  # after the play, while one can still be caught
SILENT = 7  # the call was due with the play and is not given
CALL = 8  # given with the play
COLOR = 10  # + colour
KEEP = 16  # + colour
CATCH = 28  # + seat
PLAY = 64
SECRET = 128
SHOW = 192

# What the table waits for (`phase`).
TURN = 1
ANSWERING = 2  # a Wild Draw Four: take or challenge
CHOOSING = 3  # the secret card of a Unite
SHOWING = 4  # all others, each one card
PLACING = 5  # all is revealed: place the secret card, or keep it
NAMING = 6  # a colour for a Unite without a secret card

# What a half-said move still needs (`stage`).
SAY_COLOR = 1
SAY_CALL = 2

# Events.
SHUFFLED = OWN_EVENTS
IGNORED = OWN_EVENTS + 1  # turned up to begin the discard pile, and no number card
TURNED_UP = OWN_EVENTS + 2
PLAYED = OWN_EVENTS + 3
COLOR_CHOSEN = OWN_EVENTS + 4
CALLED = OWN_EVENTS + 5
MISSED = OWN_EVENTS + 6
CAUGHT = OWN_EVENTS + 7
TOO_LATE = OWN_EVENTS + 8  # nobody has caught a missed call
SKIPPED = OWN_EVENTS + 9
REVERSED = OWN_EVENTS + 10
CANNOT_PLAY = OWN_EVENTS + 11  # the new card
PASSED = OWN_EVENTS + 12
CHOSE_SECRET = OWN_EVENTS + 13
SHOWED = OWN_EVENTS + 14  # a choice is made; nobody else has seen it yet
REVEALED = OWN_EVENTS + 15
MATCHED = OWN_EVENTS + 16
PLACED = OWN_EVENTS + 17
KEPT = OWN_EVENTS + 18
CHALLENGED = OWN_EVENTS + 19
COUNTED = OWN_EVENTS + 20
NOTHING_SHOWN = OWN_EVENTS + 21  # for a Unite: it was the last card, or no card of a colour is left

EVENT_NAMES = {
    SHUFFLED: "shuffled",
    IGNORED: "ignored",
    TURNED_UP: "turned_up",
    PLAYED: "played",
    COLOR_CHOSEN: "color_chosen",
    CALLED: "called",
    MISSED: "missed",
    CAUGHT: "caught",
    TOO_LATE: "too_late",
    SKIPPED: "skipped",
    REVERSED: "reversed",
    CANNOT_PLAY: "cannot_play",
    PASSED: "passed",
    CHOSE_SECRET: "chose_secret",
    SHOWED: "showed",
    REVEALED: "revealed",
    MATCHED: "matched",
    PLACED: "placed",
    KEPT: "kept",
    CHALLENGED: "challenged",
    COUNTED: "counted",
    NOTHING_SHOWN: "nothing_shown",
}

PHASE_NAMES = {
    TURN: "turn",
    ANSWERING: "answering",
    CHOOSING: "choosing",
    SHOWING: "showing",
    PLACING: "placing",
    NAMING: "naming",
}
