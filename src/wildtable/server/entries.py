"""The record of a live table: numbered entries, from which everything else about the table follows.

An entry is stored before anybody is told of it. Seats are letters here, as on the wire; times are milliseconds.
docs/protocol.md tells what a client sees of each kind.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

Why = Literal["host", "clock", "left", "kicked", "idle"]


# Nothing here can be part of a cycle, so the garbage collector need not look at it (gc=False).


class Happening(msgspec.Struct, frozen=True, tag_field="kind", omit_defaults=True, gc=False):
    """What an entry holds."""


class Clock(msgspec.Struct, frozen=True, gc=False):
    """Seconds for a move, and in all for those that take longer."""

    move: int
    bank: int


class Opened(Happening, tag="opened", frozen=True, omit_defaults=True):
    """The first entry of every table."""

    game: str
    options: dict[str, Any]  # all of them, so that it stays the same table if a default ever changes
    seats: int
    host: str  # a person
    open: bool = False  # in the lobby
    spectators: bool = True
    clock: Clock | None = None
    grace: int = 400  # before a bot uses a window that people could use, too
    pace: int = 800  # before a bot's move of its own turn


class Sat(Happening, tag="sat", frozen=True, omit_defaults=True):
    """A person takes a chair that was empty or a bot's."""

    seat: str
    person: str
    name: str


class Left(Happening, tag="left", frozen=True, omit_defaults=True):
    """A person gives up a chair. In a match an entry `bot` follows for it."""

    seat: str
    person: str
    name: str
    why: Why = "left"


class BotSat(Happening, tag="bot", frozen=True, omit_defaults=True):
    """A machine player plays on this chair; with `stand_in` the chair stays its person's."""

    seat: str
    level: str
    name: str
    stand_in: bool = False
    why: Why = "host"


class Back(Happening, tag="back", frozen=True, omit_defaults=True):
    """A person plays again on a chair where a bot stood in."""

    seat: str


class Emptied(Happening, tag="emptied", frozen=True, omit_defaults=True):
    """The bot on this chair is gone."""

    seat: str


class HostIs(Happening, tag="host", frozen=True, omit_defaults=True):
    person: str


class Prefix(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Where a match goes on from another one: its moves up to there, and by whose eyes. What that seat could not know
    then is dealt anew by `seed`."""

    table: str
    match: int
    secret: str  # of that match, which is over; hex
    names: list[str]
    moves: list[str]  # `A: play R5`
    seat: str
    seed: int


class Began(Happening, tag="began", frozen=True, omit_defaults=True):
    """A match is dealt. Its secret is stored in the same transaction, and told when the match is over."""

    match: int  # from 1
    commitment: str
    after: Prefix | None = None


class Moved(Happening, tag="moved", frozen=True, omit_defaults=True):
    seat: str
    move: str
    by: Literal["person", "bot", "clock"] = "person"
    tag: str = ""  # the sender's, so that a move sent twice is made once
    used: int = 0  # milliseconds of the bank


class Said(Happening, tag="said", frozen=True, omit_defaults=True):
    person: str
    name: str
    text: str
    seat: str | None = None  # None for a spectator
    tag: str = ""


class Reacted(Happening, tag="reacted", frozen=True, omit_defaults=True):
    seat: str
    what: str


class Closed(Happening, tag="closed", frozen=True, omit_defaults=True):
    why: Why = "host"


AnyHappening = Opened | Sat | Left | BotSat | Back | Emptied | HostIs | Began | Moved | Said | Reacted | Closed


class Entry(msgspec.Struct, frozen=True, gc=False):
    number: int  # from 1, without a gap
    at: int  # milliseconds since 1970
    what: AnyHappening


class Summary(msgspec.Struct, frozen=True, gc=False):
    """What the lobby and a person's list of tables need; it follows from the record and is stored beside it."""

    game: str
    state: Literal["waiting", "playing", "over", "closed"]
    open: bool
    spectators: bool
    match: int
    seats: int
    free: int  # chairs that a person can take
    names: list[str]  # by seat; empty for an empty chair
    persons: list[str]  # who have a chair


class Place(msgspec.Struct, frozen=True, gc=False):
    """How a match ended for one chair."""

    seat: str
    who: str  # a person, or a machine player as `bot:calm`
    name: str
    won: bool
    score: int


class Ending(msgspec.Struct, frozen=True, gc=False):
    """A match is over: for the list of matches, statistics and ratings."""

    match: int
    game: str
    rated: bool  # not one that went on from a replay
    places: list[Place]


class Addition(msgspec.Struct, frozen=True, gc=False):
    """An entry to be stored, and what is stored with it in one transaction."""

    table: str
    entry: Entry
    summary: Summary
    secret: bytes | None = None  # with `began`
    ending: Ending | None = None  # with the last move


def encode(what: AnyHappening) -> bytes:
    return msgspec.json.encode(what)


def decode(body: bytes | str) -> AnyHappening:
    return _DECODER.decode(body)


_DECODER: msgspec.json.Decoder[AnyHappening] = msgspec.json.Decoder(AnyHappening)
