"""The numbers of Wild Side: its kinds of card, its choices, its events."""

from __future__ import annotations

from wildtable.engine.codes import OWN_EVENTS

# Kinds of card: suit × 16 + value, values 1 to 12. A badger has no value, and 0 goes on everything.
CLAW, FEATHER, PAW, WING = range(4)
BADGER = 0
ANY = 13  # what an empty pile counts as: every value lies below it
PLACES = 4  # stacks of a row
NO_CARD = 255  # on an empty place of a row

# Choices. The first word of 64 holds the words of a move, the next two the cards of hand and face-up row.
END = 1  # these are all the cards of this play
DONE = 2  # nothing is added to a blind card
BLIND = 4  # + place
PLAY = 64  # + card: a kind, or ROW + a kind for a card of the face-up row
ROW = 64
ORDER = 192  # + two bits a card: accepted before a set and never offered (see `WildSide.put_in_order`)
ORDERS = 256

# What a half-said move still needs (`stage`).
SAY_CARDS = 1

# What the cards said so far are.
ONE_CARD = 1
SET = 2
RUN = 3

# Events.
LOT_DRAWN = OWN_EVENTS
LEADS = OWN_EVENTS + 1
OPENED = OWN_EVENTS + 2
SET_PLAYED = OWN_EVENTS + 3
RUN_PLAYED = OWN_EVENTS + 4
BADGER_PLAYED = OWN_EVENTS + 5
HIGHER_PLAYED = OWN_EVENTS + 6
BLIND_TURNED = OWN_EVENTS + 7
ADDED = OWN_EVENTS + 8
NOTHING_ADDED = OWN_EVENTS + 9
CLEARED = OWN_EVENTS + 10
PILE_TAKEN = OWN_EVENTS + 11

EVENT_NAMES = {
    LOT_DRAWN: "lot_drawn",
    LEADS: "leads",
    OPENED: "opened",
    SET_PLAYED: "set_played",
    RUN_PLAYED: "run_played",
    BADGER_PLAYED: "badger_played",
    HIGHER_PLAYED: "higher_played",
    BLIND_TURNED: "blind_turned",
    ADDED: "added",
    NOTHING_ADDED: "nothing_added",
    CLEARED: "cleared",
    PILE_TAKEN: "pile_taken",
}

OTHER_IS = {
    SET_PLAYED: "number",
    RUN_PLAYED: "number",
    BADGER_PLAYED: "number",
    HIGHER_PLAYED: "number",
    BLIND_TURNED: "number",
    ADDED: "number",
}  # of events; elsewhere it is a seat
