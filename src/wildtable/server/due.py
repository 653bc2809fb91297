"""What a live table wants done by itself, and when: clocks that run out, bots to be asked, and what follows from
somebody leaving.

A driver asks for `due`, waits until the earliest `at`, and does each thing whose time has come: `on_time` for one that
needs no thought; for a bot `sight`, then `think` in another thread, then `answer`.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from wildtable.bots.players import player
from wildtable.bots.sight import Sight, look
from wildtable.engine.codes import NOBODY, OPTIONAL, REQUIRED
from wildtable.engine.game import find_choices
from wildtable.server.entries import BotSat, Closed, Happening, HostIs, Moved
from wildtable.server.fold import STAND_IN, Fold, Question
from wildtable.server.names import bot_name

CLOCK_MOVES = 3  # in a row, until a bot stands in


@dataclass(frozen=True)
class Due:
    """Something to do at a time. `number` is the entry since which it is wanted."""

    at: int  # milliseconds since 1970; it may lie in the past
    what: Literal["follow", "clock", "move", "window"]
    seat: int = NOBODY
    level: str = ""  # of the bot
    number: int = 0

    @property
    def thinks(self) -> bool:
        """Whether a bot is to be asked."""
        return self.what in ("move", "window")


class TimedFold(Fold):
    """A table that knows what it waits for. What bots have been asked is remembered here and not recorded: after a
    restart they are asked again."""

    def __init__(self, table_id: str, secrets: Mapping[int, bytes] | None = None) -> None:
        super().__init__(table_id, secrets)
        self._thinking: dict[int, tuple[Due, Question]] = {}  # by seat: what its bot was last given to think about
        self._passed: dict[int, Question] = {}  # by seat: the window that its bot has let pass

    def resume(self, now: int) -> None:
        """After a restart the time for what is asked now begins anew."""
        for seat, question in enumerate(self.questions):
            if question is not None:
                self.questions[seat] = Question(question.since, now, question.choices)

    def due(self, now: int) -> list[Due]:
        """All that is to be done, the earliest first. A bot that thinks, or has let a window pass, is not in it."""
        found = [Due(now, "follow", number=self.number)] if self.follows() else []
        if self.playing:
            for seat, chair in enumerate(self.chairs):
                if chair.level is not None or self.opened.clock is not None:
                    found += self._due_at(seat)
        return sorted(found, key=lambda due: due.at)

    def _due_at(self, seat: int) -> list[Due]:
        chair = self.chairs[seat]
        question, window = self.questions[seat], self.windows[seat]
        level = chair.level
        if level is None:
            clock = self.opened.clock
            if clock is None or question is None or chair.person is None:
                return []
            return [Due(question.at + 1000 * clock.move + self.bank[seat], "clock", seat, number=question.since)]
        thinks = self._thinking.get(seat)
        if thinks is not None and same(thinks[1], window if thinks[0].what == "window" else question):
            return []
        if window is not None and not same(self._passed.get(seat), window):
            # Its own turn can wait: to move would close the window.
            at = window.at + self.opened.grace + self._spread(seat, window.since)
            return [Due(at, "window", seat, level, window.since)]
        if question is not None:
            return [Due(question.at + self.opened.pace, "move", seat, level, question.since)]
        return []

    def _spread(self, seat: int, number: int) -> int:
        """Of bots that see the same window each one takes its own time, up to as long again."""
        return zlib.crc32(f"{self.id} {number} {seat}".encode()) % (self.opened.grace + 1)

    def follows(self) -> list[Happening]:
        """What follows from how things stand, without anybody asking for it. A driver does it at once (`due` says so);
        as long as it has not been done it follows still, even after a crash."""
        if self.number < 2 or self.state == "closed":
            return []  # the first entry opens a table, and the second one seats its host
        if not self.persons:
            return [Closed(why="idle")]
        found: list[Happening] = []
        if self.host not in self.persons:
            found.append(HostIs(next(iter(self.persons))))
        if self.playing:
            for seat, chair in enumerate(self.chairs):
                if chair.person is None and chair.level is None:
                    found.append(BotSat(chair.seat, STAND_IN, bot_name(self, STAND_IN), why="left"))
                elif self.by_clock[seat] >= CLOCK_MOVES and chair.person is not None and not chair.stand_in:
                    found.append(BotSat(chair.seat, STAND_IN, chair.name, stand_in=True, why="clock"))
        return found[:1]

    def on_time(self, due: Due, now: int) -> list[Happening]:
        """What happens at a time that has come and needs no thought: the clock's move, or what follows by itself.
        Nothing if it is no longer due."""
        if due.what == "follow":
            return self.follows()
        if due.what != "clock" or now < due.at or due not in self._due_at(due.seat):
            return []
        move = player(STAND_IN, due.number).move(self._look(due.seat, REQUIRED))
        letter = self.chairs[due.seat].seat
        return [Moved(letter, self.game.move_text(move), by="clock", used=self.bank[due.seat])]

    # Bots

    def sight(self, due: Due) -> Sight | None:
        """What a bot is to think about, for another thread: the table may go on meanwhile. The bot counts as asked from
        here on. None if it is no longer due."""
        if not self.playing or due not in self._due_at(due.seat):
            return None
        asked = self.windows[due.seat] if due.what == "window" else self.questions[due.seat]
        assert asked is not None
        self._thinking[due.seat] = due, asked
        return self._look(due.seat, OPTIONAL if due.what == "window" else REQUIRED)

    def answer(self, due: Due, move: Any, now: int) -> list[Happening]:
        """What a bot's move becomes: nothing if it lets the window pass, or if its move came too late; then it is asked
        again where it still has to move."""
        thinks = self._thinking.get(due.seat)
        if thinks is None or thinks[0] != due:
            return []  # it has been given something else to think about meanwhile
        del self._thinking[due.seat]
        current = self.windows[due.seat] if due.what == "window" else self.questions[due.seat]
        stands = self.playing and same(thinks[1], current) and self.chairs[due.seat].level == due.level
        if not stands or self.match is None or current is None:
            return []
        if due.what == "window":
            self._passed[due.seat] = current
        choices = find_choices(self.match.table, due.seat, move)
        if choices is None or choices[0] not in current.choices:
            return []
        return [Moved(self.chairs[due.seat].seat, self.game.move_text(move), by="bot")]

    def forget(self, due: Due) -> None:
        """A bot could not think: it may be asked again."""
        if due.seat in self._thinking and self._thinking[due.seat][0] == due:
            del self._thinking[due.seat]

    def look_for(self, seat: int) -> Sight | None:
        """What a player could think about in the place of this seat, for a hint; None if it is not asked anything."""
        if not self.playing or not (self.questions[seat] or self.windows[seat]):
            return None
        return self._look(seat, REQUIRED if self.questions[seat] else OPTIONAL)

    def _look(self, seat: int, which: int) -> Sight:
        """A copy in which all is dealt anew that the seat cannot know. Nobody can foretell its seed, for it hangs on
        the match's secret; and nothing of the secret can be read from it."""
        assert self.match is not None
        secret = self.secrets[self.match_number]
        digest = hashlib.sha256(secret + f" bot {self.last_move} {seat} {which}".encode()).digest()
        return look(self.match.table, seat, which, int.from_bytes(digest[:7], "big"))


def same(asked: Question | None, current: Question | None) -> bool:
    """Whether a chair is still asked the same thing. When that began to count for its clock makes no difference."""
    if asked is None or current is None:
        return False
    return (asked.since, asked.choices) == (current.since, current.choices)


def think(due: Due, sight: Sight) -> Any:
    """What the bot does; may take seconds. For any thread."""
    return player(due.level, due.number).move(sight)
