"""Small numbers that all games share. Compiled files list the ones they use in their .pxd."""

from __future__ import annotations

MAX_SEATS = 12
KINDS = 64  # kinds of card in one deck, at most: a set of kinds is one 64-bit word
PILE_ROOM = 400  # cards at a table, at most
HELD_ROOM = 2304  # 12 seats × 3 decks × 64 kinds
WORDS = 12  # 64-bit words that hold every choice of a game: 768 choices at most

DECLINE = 0  # the one choice that every game has: an optional seat lets it pass

# Which of a seat's choices are meant: those of a seat that may act, of a seat that must, or both.
OPTIONAL = 1
REQUIRED = 2
BOTH = 3
BRISK = 4  # added to one of these: without what hardly anybody would choose (see `Table.offer`)

# Events that every game has; a game numbers its own from OWN_EVENTS on.
DEALT = 1
DREW = 2
RESHUFFLED = 3
ROUND_WON = 4
ROUND_WITHOUT_WINNER = 5
SCORED = 6
MATCH_WON = 7
MATCH_WITHOUT_WINNER = 8
LEFT = 9  # the cards that a seat still had at the end of a round, which lie open then
OWN_EVENTS = 16

EVENT_NAMES = {
    DEALT: "dealt",
    DREW: "drew",
    RESHUFFLED: "reshuffled",
    ROUND_WON: "round_won",
    ROUND_WITHOUT_WINNER: "round_without_winner",
    SCORED: "scored",
    MATCH_WON: "match_won",
    MATCH_WITHOUT_WINNER: "match_without_winner",
    LEFT: "left",
}

NOBODY = -1
EVERYBODY = 0xFFFF  # as seers of an event: all seats, and who only looks on
