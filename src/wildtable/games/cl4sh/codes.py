"""The numbers of CL4SH: its kinds of card, its choices, its events."""

from __future__ import annotations

from wildtable.engine.codes import OWN_EVENTS

# Kinds of card: element × 16 + value. Values 1 to 5 are the numbers; 6 stays free, so that nothing follows a five.
# An element is beaten by the one before it, fire by water.
FIRE, EARTH, AIR, WATER = range(4)
NO_ELEMENT = 4
HIGHEST = 5
HAVOC = 8  # the value of the one Havoc card that an element has for itself
PICK_UP = 9
DUEL, BALANCE, CHAIN, ECHO = (element * 16 + HAVOC for element in range(4))
FIRE_2, AIR_1, WATER_1 = (element * 16 + PICK_UP for element in (FIRE, AIR, WATER))
SHIELD = 14
ALMIGHTY = 30
NO_KIND = 0  # no card has this number

# Choices. The first word of 64 holds the words of a move, the second the cards that are played, the third what an
# Almighty becomes, the fourth the cards that are chosen for a duel.
DRAW = 1
PASS = 2
TAKE = 3
BLOCK = 4  # `shield`, against an attack
SIGNAL = 5  # alone, or as the last word of a play
NO_MORE = 6  # a sequence or slam could go on, and does not
SILENT = 7  # a signal was due with the play and is not taken
TARGET = 16  # + seat: of a Duel or a Chain Reaction
CLASH = 28  # + seat
NEXT = 48  # + element: the next pick-up of a slam, wherever it stands; accepted and never offered (CL-48)
PLAY = 64  # + kind
BECOME = 128  # + kind
CHOOSE = 192  # + kind

# What the table waits for (`phase`).
PLAYING = 1  # a turn
PICKING_UP = 2  # the answer of the seat in turn, which is attacked by pick-ups
CHAINING = 3  # the answer of the seat whose chair is wanted
BALANCING = 4  # the answers of those who are to draw two
DUELING = 5  # duel cards

# What a half-said move still needs (`stage`).
SAY_MORE = 1  # another card, or that there is none
SAY_BECOME = 2
SAY_TARGET = 3
SAY_SIGNAL = 4

# Events.
TURNED_UP = OWN_EVENTS
PLAYED = OWN_EVENTS + 1
SEQUENCE = OWN_EVENTS + 2
SLAM = OWN_EVENTS + 3
NO_SIGNAL_NEEDED = OWN_EVENTS + 4
SIGNALLED = OWN_EVENTS + 5
CLASHED = OWN_EVENTS + 6
TURN_ENDED = OWN_EVENTS + 7
PASSED = OWN_EVENTS + 8
ECHOED = OWN_EVENTS + 9
ATTACKED = OWN_EVENTS + 10  # by pick-ups
STACKED = OWN_EVENTS + 11
SKIPPED = OWN_EVENTS + 12
CHAIN_CALLED = OWN_EVENTS + 13
SWAPPED = OWN_EVENTS + 14
PLAYS_AGAIN = OWN_EVENTS + 15
BALANCED = OWN_EVENTS + 16
GUARD_RAISED = OWN_EVENTS + 17
GUARD_USED = OWN_EVENTS + 18
SHIELDED = OWN_EVENTS + 19
ANY_MAY_START = OWN_EVENTS + 20
DUEL_CALLED = OWN_EVENTS + 21
DUEL_ACCEPTED = OWN_EVENTS + 22
CHOSE = OWN_EVENTS + 23
SHOWN = OWN_EVENTS + 24
DUEL_WON = OWN_EVENTS + 25
TIED = OWN_EVENTS + 26
DUEL_VOID = OWN_EVENTS + 27
DUEL_OVER = OWN_EVENTS + 28
EMPTIED_BY_DUEL = OWN_EVENTS + 29
NEXT_ROUND = OWN_EVENTS + 30

EVENT_NAMES = {
    TURNED_UP: "turned_up",
    PLAYED: "played",
    SEQUENCE: "sequence",
    SLAM: "slam",
    NO_SIGNAL_NEEDED: "no_signal_needed",
    SIGNALLED: "signalled",
    CLASHED: "clashed",
    TURN_ENDED: "turn_ended",
    PASSED: "passed",
    ECHOED: "echoed",
    ATTACKED: "attacked",
    STACKED: "stacked",
    SKIPPED: "skipped",
    CHAIN_CALLED: "chain_called",
    SWAPPED: "swapped",
    PLAYS_AGAIN: "plays_again",
    BALANCED: "balanced",
    GUARD_RAISED: "guard_raised",
    GUARD_USED: "guard_used",
    SHIELDED: "shielded",
    ANY_MAY_START: "any_may_start",
    DUEL_CALLED: "duel_called",
    DUEL_ACCEPTED: "duel_accepted",
    CHOSE: "chose",
    SHOWN: "shown",
    DUEL_WON: "duel_won",
    TIED: "tied",
    DUEL_VOID: "duel_void",
    DUEL_OVER: "duel_over",
    EMPTIED_BY_DUEL: "emptied_by_duel",
    NEXT_ROUND: "next_round",
}

OTHER_IS = {PLAYED: "card"}  # of events; elsewhere it is a seat

PHASE_NAMES = {
    PLAYING: "playing",
    PICKING_UP: "picking_up",
    CHAINING: "chaining",
    BALANCING: "balancing",
    DUELING: "dueling",
}
