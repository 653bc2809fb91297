"""Plays whole matches at a live table as a server would: requests and dues become numbered entries."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Any

from wildtable.games import game as game_of
from wildtable.notation.menu import MORE
from wildtable.server import requests
from wildtable.server.entries import Entry, Happening, Sat, decode, encode
from wildtable.server.live import LiveTable, think

GAMES = ("wild-apex", "uno-etheria", "whats-wild", "wild-side", "cl4sh")
PEOPLE = ("ada", "ben", "cleo", "dan", "eva", "finn")
SECRET = bytes(range(32))
WINDOW_USE = 4  # a person uses one window in so many


class Evening:
    """A live table, the entries that made it, and a clock that the test moves."""

    def __init__(self, seed: int = 1) -> None:
        self.table = LiveTable("k3x9q2m7")
        self.entries: list[Entry] = []
        self.now = 1_000_000
        self.chance = random.Random(seed)

    @classmethod
    def begun(
        cls, game: str, seats: int = 4, people: int = 2, seed: int = 1, secret: bytes = SECRET, **fields: Any
    ) -> Evening:
        """A match that has just been dealt. People sit from A on, bots fill the rest."""
        evening = cls(seed)
        options = {**game_of(game).simulation, **fields.pop("options", {})}
        given = {"game": game, "seats": seats, "options": options, "bots": ["calm"] * (seats - people), **fields}
        evening.add(requests.open_table(given, "ada", "Ada", secret).happenings)
        for person in PEOPLE[1:people]:
            evening.add([requests.sit(evening.table, person, person.capitalize())])
        evening.begin(secret)
        return evening

    def begin(self, secret: bytes = SECRET) -> None:
        began, secret = requests.begin(self.table, self.table.host, secret)
        self.table.add_secret(began.match, secret)
        self.add([began])

    def add(self, happenings: Iterable[Happening]) -> None:
        for what in happenings:
            entry = Entry(self.table.number + 1, self.now, decode(encode(what)))  # type: ignore[arg-type]
            self.table.take(entry)
            self.entries.append(entry)

    def again(self) -> LiveTable:
        """The table from its entries, as after a restart."""
        return LiveTable.of(self.table.id, self.table.secrets, self.entries)

    # People

    def position(self, person: str) -> dict[str, Any]:
        position = self.table.position(self.table.seat_of(person), self.now)
        assert position is not None
        return position

    def move(self, person: str, words: str, tag: str = "") -> None:
        made = requests.move(self.table, person, words, self.table.number, tag, self.now)
        assert not isinstance(made, int)
        self.add(made)

    def some_move(self, seat: int) -> str:
        """A move out of what the person is offered, step by step."""
        offered = self.table.position(seat, self.now)
        assert offered is not None
        words: str = self.chance.choice(offered["moves"])
        while words.endswith(MORE):
            words = self.chance.choice(self.table.moves_beginning(seat, words))
        return words

    def seats_of_people(self, questions: Sequence[object]) -> list[int]:
        return [
            seat
            for seat, chair in enumerate(self.table.chairs)
            if chair.person is not None and not chair.stand_in and questions[seat] is not None
        ]

    # Going on

    def follow(self) -> None:
        """Do what is due at once."""
        while happenings := self.table.follows():
            self.add(happenings)

    def step(self) -> bool:
        """One more thing happens, if anything does without waiting for a clock."""
        table = self.table
        if happenings := table.follows():
            self.add(happenings)
            return True
        if not table.playing:
            return False
        ready = self.seats_of_people(table.windows) if self.chance.randrange(WINDOW_USE) == 0 else []
        if not ready:
            ready = self.seats_of_people(table.questions) if self.chance.randrange(2) else []
        if ready:
            seat = self.chance.choice(ready)
            person = table.chairs[seat].person
            assert person is not None
            self.move(person, self.some_move(seat))
            return True
        for due in table.due(self.now):
            if not due.thinks:
                continue
            self.now = max(self.now, due.at)
            sight = table.sight(due)
            assert sight is not None
            self.add(table.answer(due, think(due, sight), self.now))
            return True
        return bool(self.seats_of_people(table.questions))

    def play(self, steps: int = 20_000) -> None:
        """Play to the end, or so many steps."""
        for _ in range(steps):
            if not self.step():
                return


def sat(person: str, letter: str, name: str = "") -> Sat:
    return Sat(letter, person, name or person.capitalize())
