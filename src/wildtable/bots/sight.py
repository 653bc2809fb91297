"""What a machine player is given to decide with."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from wildtable.engine.codes import OPTIONAL, REQUIRED
from wildtable.engine.game import Game, find_choices, legal_moves
from wildtable.engine.table import Table


@dataclass(frozen=True)
class Sight:
    """All that a bot gets: what its seat may know.

    `guess` is a table that the seat cannot tell from the real one. What it cannot know has been dealt anew, and chance
    has a seed of its own, so that nothing can be learnt from it that is not in `view`. It may be searched and re-dealt
    freely.
    """

    game: Game[Any, Any]
    seat: int
    which: int  # OPTIONAL: the seat is asked about its windows alone; REQUIRED: it has to act
    view: Any
    guess: Table

    def moves(self) -> Iterator[Any]:
        """What the seat may do in answer, `decline` included where it is only asked."""
        for move in legal_moves(self.guess, self.seat):
            choices = find_choices(self.guess, self.seat, move)
            if choices and choices[0] in self.guess.choices_of_seat(self.seat, self.which):
                yield move


class Bot(Protocol):
    """A player. The same sight and the same seed give the same move, unless the bot thinks by the clock."""

    name: str

    def move(self, sight: Sight) -> Any:
        """A move of the game that the seat may make now."""


def look(table: Table, seat: int, which: int, seed: int) -> Sight:
    """What `seat` sees of a table between two moves."""
    return Sight(table.game, seat, which, table.game.view(table, seat), table.determinize(seat, seed))


def choices_of_answer(table: Table, seat: int, which: int, move: Any) -> list[int] | None:
    """The choices of a bot's move, or None if it is no answer to what the seat was asked."""
    choices = find_choices(table, seat, move)
    return choices if choices and choices[0] in table.choices_of_seat(seat, which) else None


def asked_for(table: Table) -> int:
    """What the actor is asked for by a driver without a clock."""
    return OPTIONAL if table.optional & (table.asked ^ 0xFFFF) else REQUIRED
