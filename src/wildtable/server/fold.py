"""A live table as the fold of its record: who sits where, the match, and what each chair is asked.

No I/O, no clock, no chance: the same entries give the same table, on any machine.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, Self

import msgspec

from wildtable.engine.chance import commitment
from wildtable.engine.codes import DECLINE, NOBODY, OPTIONAL, REQUIRED
from wildtable.engine.events import Event
from wildtable.engine.game import SEAT_LETTERS, Game, read_seat
from wildtable.engine.table import Table
from wildtable.errors import NotationError, Refused
from wildtable.games import game as game_of
from wildtable.notation.record import Deviation, Match
from wildtable.server.entries import (
    Back,
    Began,
    BotSat,
    Closed,
    Emptied,
    Ending,
    Entry,
    Happening,
    HostIs,
    Left,
    Moved,
    Opened,
    Place,
    Reacted,
    Said,
    Sat,
    Summary,
)
from wildtable.server.replays import PastMatch
from wildtable.server.wire_errors import WireError

REMEMBERED = 300  # entries that are kept, for those who were away
MOST_TAGS = 500
STAND_IN = "calm"  # the level of bots that nobody has chosen

State = Literal["waiting", "playing", "over", "closed"]


@dataclass
class Chair:
    """A place at the table, and who has it. With `stand_in` a bot of `level` plays for the person."""

    seat: str
    person: str | None = None
    name: str = ""
    level: str | None = None
    stand_in: bool = False
    wins: int = 0  # matches at this table, by whoever sits here now

    @property
    def kind(self) -> Literal["person", "bot", "empty"]:
        return "person" if self.person is not None else "bot" if self.level is not None else "empty"


class Question(msgspec.Struct, frozen=True, gc=False):
    """What a chair is asked: since which entry, since when, and the first choices of its possible answers."""

    since: int
    at: int
    choices: tuple[int, ...]


class Kept(msgspec.Struct, frozen=True, gc=False):
    """An entry with what it led to, for frames that are asked for later."""

    entry: Entry
    events: tuple[Event, ...]
    names: tuple[str, ...]
    sender: str | None  # the person whose tag it has
    info: bool  # what everybody may know of the table has changed


class Fold:
    """What follows from the entries that were taken. `match` is the current one, or the last until the next begins."""

    def __init__(self, table_id: str, secrets: Mapping[int, bytes] | None = None) -> None:
        self.id = table_id
        self.secrets = dict(secrets or {})
        self.number = 0  # of the last entry
        self.at = 0  # its time
        self.state: State = "waiting"
        self.opened: Opened
        self.game: Game[Any, Any]
        self.options: dict[str, Any] = {}
        self.changed_options: list[str] = []  # those that are not as they are by default
        self.chairs: list[Chair] = []
        self.names: tuple[str, ...] = ()  # by seat, as sentences call them now
        self.persons: dict[str, int] = {}  # who has a chair, and the seat
        self.host = ""  # a person
        self.kicked: set[str] = set()  # persons who get no chair here any more

        self.match: Match | None = None
        self.match_number = 0
        self.commitment = ""
        self.matches: dict[int, PastMatch] = {}  # by number, the current one included
        self.seats_had: dict[str, str] = {}  # by person: the chair that it has or had in this match
        self.bank: list[int] = []  # by seat: milliseconds that are left of it
        self.by_clock: list[int] = []  # by seat: moves in a row that the clock made
        self.questions: list[Question | None] = []  # by seat, for those that must move
        self.windows: list[Question | None] = []  # by seat, for those that may
        self.last_move = 0  # the number of the last entry that changed the match
        self.version = 0  # changes with everything that a position shows but its number and its clocks

        self.kept: deque[Kept] = deque(maxlen=REMEMBERED)
        self.tags: dict[tuple[str, str], int] = {}
        self._ending: Ending | None = None

    @classmethod
    def of(cls, table_id: str, secrets: Mapping[int, bytes], entries: Iterable[Entry]) -> Self:
        """The table of a stored record."""
        table = cls(table_id, secrets)
        for entry in entries:
            table.take(entry)
        return table

    def add_secret(self, match: int, secret: bytes) -> None:
        """The secret of a match, before its `began` is taken."""
        self.secrets[match] = secret

    # Questions

    @property
    def table(self) -> Table | None:
        return None if self.match is None else self.match.table

    @property
    def playing(self) -> bool:
        return self.state == "playing"

    def seat_of(self, person: str | None) -> int | None:
        """The seat of a person, if it has one."""
        return None if person is None else self.persons.get(person)

    def seat(self, letter: str) -> int:
        """The seat of a letter; WireError if the table has none."""
        try:
            return read_seat(letter, len(self.chairs))
        except NotationError as error:
            raise WireError("no_seat", str(error)) from None

    def summary(self) -> Summary:
        """What the lobby needs, as it stands after the last entry."""
        free = len(self.chairs) - len(self.persons)
        return Summary(
            game=self.game.id,
            state=self.state,
            open=self.opened.open,
            spectators=self.opened.spectators,
            match=self.match_number,
            seats=len(self.chairs),
            free=0 if self.state == "closed" else free,
            names=[chair.name for chair in self.chairs],
            persons=list(self.persons),
        )

    def ending(self) -> Ending | None:
        """How the match ended, if the last entry ended one."""
        return self._ending

    # Folding

    def take(self, entry: Entry) -> None:
        """Fold the next entry. ValueError if it is not the next one; Deviation if it cannot have happened."""
        if entry.number != self.number + 1:
            raise ValueError(f"entry {entry.number} does not follow {self.number}")
        what = entry.what
        if (self.number == 0) != isinstance(what, Opened):
            raise Deviation(f"entry {entry.number}: a record begins with `opened`, and has one")
        self.number, self.at = entry.number, entry.at
        self._ending = None
        events: tuple[Event, ...] = ()
        sender = self._sender(what)
        was = self.state
        match what:
            case Opened():
                self._open(what)
            case Began():
                events = self._begin(what)
            case Moved():
                events = self._move(what)
            case Closed():
                self.state = "closed"
                self.version += 1
                self.questions = [None] * len(self.chairs)
                self.windows = [None] * len(self.chairs)
            case HostIs():
                self.host = what.person
            case Sat() | Left() | BotSat() | Back() | Emptied():
                self._change_chair(what)
        info = not isinstance(what, Moved | Said | Reacted) or self.state != was
        self.kept.append(Kept(entry, events, self.names, sender, info))
        tag = what.tag if isinstance(what, Moved | Said) else ""
        if tag and sender is not None:
            self.tags[sender, tag] = entry.number
            if len(self.tags) > MOST_TAGS:
                del self.tags[next(iter(self.tags))]

    def _sender(self, what: Happening) -> str | None:
        if isinstance(what, Said):
            return what.person
        if isinstance(what, Moved) and what.by == "person":
            return self.chairs[self.seat(what.seat)].person
        return None

    def _open(self, what: Opened) -> None:
        self.opened = what
        self.game = game_of(what.game)
        self.options = self.game.settle_options(what.seats, what.options)
        usual = self.game.settle_options(what.seats)
        self.changed_options = [name for name, value in self.options.items() if value != usual[name]]
        self.chairs = [Chair(letter) for letter in SEAT_LETTERS[: what.seats]]
        self._chairs_have_changed()
        self.host = what.host
        self.questions = [None] * what.seats
        self.windows = [None] * what.seats

    def _change_chair(self, what: Sat | Left | BotSat | Back | Emptied) -> None:
        seat = self.seat(what.seat)
        chair = self.chairs[seat]
        self.version += 1
        match what:
            case Sat():
                self.chairs[seat] = Chair(chair.seat, what.person, what.name)
                self.seats_had[what.person] = chair.seat
            case Left():
                self.chairs[seat] = Chair(chair.seat)
                if what.why == "kicked":
                    self.kicked.add(what.person)
            case BotSat() if what.stand_in:
                chair.level, chair.stand_in = what.level, True
            case BotSat():
                self.chairs[seat] = Chair(chair.seat, None, what.name, what.level)
            case Back():
                chair.level, chair.stand_in = None, False
            case Emptied():
                self.chairs[seat] = Chair(chair.seat)
        self._chairs_have_changed()
        if self.playing:
            self.by_clock[seat] = 0
            # Who comes to a chair, or comes back to it, has the whole time for what it is asked.
            question = self.questions[seat]
            if question is not None:
                self.questions[seat] = Question(question.since, self.at, question.choices)

    def _chairs_have_changed(self) -> None:
        self.names = tuple(chair.name or f"Chair {chair.seat}" for chair in self.chairs)
        self.persons = {chair.person: seat for seat, chair in enumerate(self.chairs) if chair.person is not None}

    def _begin(self, what: Began) -> tuple[Event, ...]:
        secret = self.secrets.get(what.match)
        if secret is None or commitment(secret) != what.commitment:
            raise Deviation(f"entry {self.number}: the secret of match {what.match} is missing, or another one")
        names = self.names
        past = PastMatch(
            self.id, what.match, self.game, self.options, names, secret, what.commitment, what.after, len(self.chairs)
        )
        self.match = past.begun()
        self.match_number = what.match
        self.matches[what.match] = past
        self.commitment = what.commitment
        self.state = "playing"
        self.seats_had = {chair.person: chair.seat for chair in self.chairs if chair.person is not None}
        seats = len(self.chairs)
        self.bank = [1000 * self.opened.clock.bank if self.opened.clock else 0] * seats
        self.by_clock = [0] * seats
        self.questions = [None] * seats
        self.windows = [None] * seats
        self._ask(NOBODY)
        return tuple(self.match.opening)

    def _move(self, what: Moved) -> tuple[Event, ...]:
        match = self.match
        if match is None or not self.playing:
            raise Deviation(f"entry {self.number}: no match is on")
        seat = self.seat(what.seat)
        try:
            said = self.game.read_move(what.move, match.table)
            answered = self.is_answer(seat, said)
            events = match.play(seat, said)
        except (NotationError, Refused) as error:
            raise Deviation(f"entry {self.number}: {error}") from None
        self.matches[self.match_number].moves.append((seat, what.move))
        if what.by != "bot":
            self.by_clock[seat] = self.by_clock[seat] + 1 if what.by == "clock" else 0
        self.bank[seat] = max(0, self.bank[seat] - what.used)
        self._ask(seat if answered else NOBODY)
        if match.table.over:
            self._finish(match)
        return tuple(events)

    def is_answer(self, seat: int, said: Any) -> bool:
        """Whether this move is what the seat was asked for, and not something that it does out of turn."""
        question = self.questions[seat]
        if question is None or self.match is None:
            return False
        choices = self.game.choices(self.match.table, seat, said)
        return choices is not None and choices[0] in question.choices

    def _ask(self, answered: int) -> None:
        """What each chair is asked now. `answered` is the seat that has just given the answer to its question. A
        question goes on, with its clock, while its possible answers are the same."""
        assert self.match is not None
        table = self.match.table
        self.version += 1
        self.last_move = self.number
        for seat in range(table.seats):
            question = window = None
            if table.required >> seat & 1:
                choices = tuple(table.choices_of_seat(seat, REQUIRED))
                question = self.questions[seat]
                if question is None or question.choices != choices or seat == answered or table.round_over:
                    question = Question(self.number, self.at, choices)
            if table.optional >> seat & 1:
                choices = tuple(choice for choice in table.choices_of_seat(seat, OPTIONAL) if choice != DECLINE)
                window = self.windows[seat]
                if window is None or window.choices != choices:
                    window = Question(self.number, self.at, choices) if choices else None
            self.questions[seat] = question
            self.windows[seat] = window

    def _finish(self, match: Match) -> None:
        table = match.table
        self.state = "over"
        past = self.matches[self.match_number]
        past.over = True
        scores = table.score_list()
        for seat in table.seats_in(table.winners):
            self.chairs[seat].wins += 1
        self._ending = Ending(
            match=self.match_number,
            game=self.game.id,
            rated=past.after is None,
            places=[
                Place(
                    seat=chair.seat,
                    who=chair.person or f"bot:{chair.level or STAND_IN}",
                    name=chair.name,
                    won=bool(table.winners >> seat & 1),
                    score=scores[seat],
                )
                for seat, chair in enumerate(self.chairs)
            ],
        )


__all__ = ["STAND_IN", "Chair", "Fold", "Kept", "Question", "State", "WireError"]
