"""What each viewer of a live table is sent: frames of entries, positions, and what everybody may know.

Cards reach a viewer by two ways alone: a view, made of `game.open_view(table)` and for a seat `game.own_part(table,
seat)`, and `Event.seen_by(seat)`. A move's words are cut to their verb where they name a card that its events do not
show to everybody.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import compress
from operator import ne
from typing import Any

from msgspec.structs import astuple, replace

from wildtable.engine.codes import NOBODY
from wildtable.engine.events import Event
from wildtable.engine.game import SEAT_LETTERS, Game, seat_letter
from wildtable.engine.table import Table
from wildtable.engine.view import TableView
from wildtable.errors import NotationError
from wildtable.notation.plain import laid_in_words, words_of_fields
from wildtable.server.entries import (
    Back,
    Began,
    BotSat,
    Closed,
    Emptied,
    HostIs,
    Left,
    Moved,
    Opened,
    Reacted,
    Said,
    Sat,
)
from wildtable.server.fold import Fold, Kept
from wildtable.server.offers import offers, offers_beginning
from wildtable.server.replays import event_told

RECENT = 100  # frames that a newcomer gets
MOST_LINES = 200  # of `moves`

NO_PERSONS: frozenset[str] = frozenset()


@dataclass
class Shared:
    """What the frames of an entry are made of. That of the last one is kept while everybody is told."""

    number: int  # of the entry
    seen: dict[int, dict[str, Any]] = field(default_factory=dict)  # by seat, without tag, position and info
    open: list[Event] | None = None  # its events, as everybody may see them
    events: dict[tuple[int, bool], dict[str, Any]] = field(default_factory=dict)  # by place, and whether it is whole
    move: str | None = None  # as those hear it who did not make it


@dataclass(slots=True)
class SeenByAll:
    """What the positions of all viewers have in common, as long as a table stays the same."""

    version: int  # of the table
    words: dict[str, Any]  # in every position
    view: TableView
    view_words: dict[str, Any]
    lines: list[str]


class FramedFold(Fold):
    """A table that can be looked at. Times are milliseconds since 1970, `here` is who is connected, by person."""

    def __init__(self, table_id: str, secrets: Mapping[int, bytes] | None = None) -> None:
        super().__init__(table_id, secrets)
        self._shared = Shared(0)
        self._seen_by_all: SeenByAll | None = None
        self._view_words: ViewWords | None = None

    # The whole table

    def info(self, here: Collection[str] = NO_PERSONS, watching: int = 0) -> dict[str, Any]:
        """What everybody who has the link may know."""
        opened = self.opened
        return {
            "table": self.id,
            "game": self.game.id,
            "title": self.game.title,
            "options": self.options,
            "changed": self.changed_options,
            "open": opened.open,
            "spectators": opened.spectators,
            "clock": None if opened.clock is None else {"move": opened.clock.move, "bank": opened.clock.bank},
            "grace": opened.grace,
            "pace": opened.pace,
            "state": self.state,
            "match": self.match_number,
            "host": self.host,
            "watching": watching,
            "seats": [
                {
                    "seat": chair.seat,
                    "kind": chair.kind,
                    "name": chair.name,
                    "person": chair.person,
                    "level": chair.level,
                    "stand_in": chair.stand_in,
                    "here": chair.person in here,
                    "wins": chair.wins,
                }
                for chair in self.chairs
            ],
        }

    def table_frame(
        self, person: str | None, now: int, here: Collection[str] = NO_PERSONS, watching: int = 0
    ) -> dict[str, Any]:
        """The first frame of a connection."""
        seat = self.seat_of(person)
        numbers = [kept.entry.number for kept in self.kept][-RECENT:]
        return {
            "type": "table",
            "n": self.number,
            "you": {
                "person": person,
                "seat": None if seat is None else seat_letter(seat),
                "host": person is not None and person == self.host,
            },
            "info": self.info(here, watching),
            "position": self.position(seat, now),
            "recent": [self.frame(number, person, last=False) for number in numbers],
        }

    def all_are_told(self) -> None:
        """What was kept to tell the last entry once more is not needed any longer."""
        self._shared = Shared(0)

    # Entries

    def frame(
        self,
        number: int,
        person: str | None,
        last: bool = True,
        now: int = 0,
        here: Collection[str] = NO_PERSONS,
        watching: int = 0,
    ) -> dict[str, Any] | None:
        """The frame of an entry for a person, or None if the entry is too old. The `last` one has the position as it
        is now, and `info` if that has changed with the entry."""
        kept = self.kept_entry(number)
        if kept is None:
            return None
        seat = self.seat_of(person)
        frame = self._frame(kept, person, seat)
        if last:
            frame["position"] = self.position(seat, now)
            if kept.info:
                frame["info"] = self.info(here, watching)
        return frame

    def _frame(self, kept: Kept, person: str | None, seat: int | None) -> dict[str, Any]:
        """A frame without a position."""
        frame = self._seen(kept, NOBODY if seat is None else seat).copy()
        what = kept.entry.what
        if kept.sender is not None and kept.sender == person and isinstance(what, Moved | Said) and what.tag:
            frame["tag"] = what.tag
        return frame

    def frames_since(
        self, number: int, person: str | None, now: int, here: Collection[str] = NO_PERSONS, watching: int = 0
    ) -> list[dict[str, Any]] | None:
        """What somebody who has `number` has missed; the last one has the position, and `info` if that has changed
        since. None if it is too long ago, or not a number of this table."""
        missed = self.number - number
        if number < 0 or not 0 <= missed <= len(self.kept):
            return None
        seat = self.seat_of(person)
        frames, info = [], False
        for place in range(-missed, 0):
            kept = self.kept[place]
            frames.append(self._frame(kept, person, seat))
            info = info or kept.info
        if frames:
            frames[-1]["position"] = self.position(seat, now)
            if info:
                frames[-1]["info"] = self.info(here, watching)
        return frames

    def kept_entry(self, number: int) -> Kept | None:
        """An entry that is still in memory."""
        place = number - self.number - 1 + len(self.kept)
        return self.kept[place] if 0 <= place < len(self.kept) else None

    def _seen(self, kept: Kept, seat: int) -> dict[str, Any]:
        """The frame as this seat may have it."""
        shared = self._shared
        if kept.entry.number != shared.number:
            shared = Shared(kept.entry.number)
            if kept is self.kept[-1]:
                self._shared = shared
        seen = shared.seen.get(seat)
        if seen is None:
            seen = {"type": "entry", "n": kept.entry.number, "at": kept.entry.at, **self._told(kept, seat, shared)}
            shared.seen[seat] = seen
        return seen

    def _told(self, kept: Kept, seat: int, shared: Shared) -> dict[str, Any]:
        match kept.entry.what:
            case Moved() as what:
                own = seat != NOBODY and seat_letter(seat) == what.seat
                return {
                    "kind": "moved",
                    "seat": what.seat,
                    "move": what.move if own else self._public_move(what.move, kept, seat, shared),
                    "by": what.by,
                    "events": self._events(kept, seat, shared),
                }
            case Opened():
                return {"kind": "opened"}
            case Sat() as what:
                return {"kind": "sat", "seat": what.seat, "name": what.name, "person": what.person}
            case Left() as what:
                return {"kind": "left", "seat": what.seat, "name": what.name, "why": what.why}
            case BotSat() as what:
                return {
                    "kind": "bot",
                    "seat": what.seat,
                    "name": what.name,
                    "level": what.level,
                    "stand_in": what.stand_in,
                    "why": what.why,
                }
            case Back() as what:
                return {"kind": "back", "seat": what.seat}
            case Emptied() as what:
                return {"kind": "emptied", "seat": what.seat}
            case HostIs() as what:
                return {"kind": "host", "person": what.person}
            case Began() as what:
                return {
                    "kind": "began",
                    "match": what.match,
                    "commitment": what.commitment,
                    "events": self._events(kept, seat, shared),
                }
            case Said() as what:
                return {"kind": "said", "seat": what.seat, "name": what.name, "text": what.text}
            case Reacted() as what:
                return {"kind": "reacted", "seat": what.seat, "what": what.what}
            case Closed() as what:
                return {"kind": "closed", "why": what.why}

    def _public_move(self, move: str, kept: Kept, seat: int, shared: Shared) -> str:
        """What somebody hears of the move of another chair."""
        if not self._may_watch(seat):
            return move.split()[0]
        if shared.move is None:
            shared.move = public_move(self.game, self.options, move, kept.events)
        return shared.move

    def _may_watch(self, seat: int) -> bool:
        """Who may yet take a bot's chair is let in, and sees no more than that the match goes on."""
        return seat != NOBODY or self.opened.spectators

    def _events(self, kept: Kept, seat: int, shared: Shared) -> list[dict[str, Any]]:
        if not self._may_watch(seat):
            return []
        if shared.open is None:
            shared.open = [event.seen_by(NOBODY) for event in kept.events]
        told = []
        for place, event in enumerate(kept.events):
            # Those who may not see its cards are all told the same.
            seen = event.seen_by(seat) if seat != NOBODY and event.seers >> seat & 1 else shared.open[place]
            key = place, seen is event
            words = shared.events.get(key)
            if words is None:
                words = shared.events[key] = event_told(self.game, seen, kept.names, self.options)
            told.append(words)
        return told

    # Positions

    def position(self, seat: int | None, now: int) -> dict[str, Any] | None:
        """All that a chair may know of the match now, or with None somebody who looks on. None before the first
        match, and for onlookers of a table that wants none."""
        match = self.match
        viewer = NOBODY if seat is None else seat
        if match is None or not self._may_watch(viewer):
            return None
        common = self._seen_by_all
        if common is None or common.version != self.version:
            common = self._seen_by_all = self._for_all(match.table)
        return {
            "n": self.number,
            **common.words,
            **self._position(match.table, viewer, common),
            "clocks": self.clocks(now),
        }

    def _for_all(self, table: Table) -> SeenByAll:
        game = self.game
        view = game.open_view(table)
        if self._view_words is None:
            self._view_words = ViewWords(game, view)
        view_words = self._view_words.of_everybody(view)
        return SeenByAll(self.version, self._common_words(table), view, view_words, game.table_lines(view, self.names))

    def _common_words(self, table: Table) -> dict[str, Any]:
        """What every position says."""
        over = bool(table.over)
        same = {
            "match": self.match_number,
            "over": over,
            "round_over": bool(table.round_over),
            "required": letters(table.required),
            "optional": letters(table.optional),
            "commitment": self.commitment,
            "winners": letters(table.winners if over else 0),
            "scores": table.score_list(),
        }
        if over:
            same["secret"] = self.secrets[self.match_number].hex()
        return same

    def _position(self, table: Table, viewer: int, common: SeenByAll) -> dict[str, Any]:
        game = self.game
        view, view_words, lines = common.view, common.view_words, common.lines
        must = may = False
        if viewer != NOBODY:
            assert self._view_words is not None
            part = game.own_part(table, viewer)
            view, view_words = replace(view, **part), view_words | self._view_words.of_own(viewer, part)
            lines = game.own_lines(view, self.names, lines)
            if self.playing:
                must = bool(table.required >> viewer & 1)
                may = must or bool(table.optional >> viewer & 1)
        return {
            "view": view_words,
            "moves": offers(table, viewer, MOST_LINES) if may else [],
            "must": must,
            "lines": lines,
            "laid": laid_in_words(game, view),
        }

    def clocks(self, now: int) -> dict[str, Any] | None:
        """Whose clocks run and what is left on them, or None where there is no clock."""
        clock = self.opened.clock
        if clock is None:
            return None
        bank = {chair.seat: left for chair, left in zip(self.chairs, self.bank, strict=True)}
        left = {}
        for seat, chair in enumerate(self.chairs):
            question = self.questions[seat]
            if self.playing and question is not None and chair.kind == "person" and not chair.stand_in:
                rest = 1000 * clock.move - max(0, now - question.at)
                left[chair.seat] = max(0, rest)
                bank[chair.seat] = max(0, bank[chair.seat] + min(0, rest))
        return {"running": list(left), "left": left, "bank": bank}

    # Moves

    def moves_beginning(self, seat: int, begin: str) -> list[str]:
        """The legal moves that begin with these words, at most MOST_LINES lines; those that end in ` …` stand for
        several."""
        if self.match is None or not self.playing:
            return []
        return offers_beginning(self.match.table, seat, begin, MOST_LINES)


@cache
def letters(bits: int) -> tuple[str, ...]:
    return tuple(letter for seat, letter in enumerate(SEAT_LETTERS) if bits >> seat & 1)


class ViewWords:
    """Views of one game as notation.plain has them. Most fields are those that everybody saw a move before, and are not
    put into words again."""

    def __init__(self, game: Game[Any, Any], view: TableView) -> None:
        self.names = view.__struct_fields__
        self._word_of = words_of_fields(game, self.names)
        self._values: list[Any] = [object()] * len(self.names)
        self._words: dict[str, Any] = dict.fromkeys(self.names)
        self._own: dict[int, tuple[dict[str, Any], dict[str, Any]]] = {}  # by seat: its own part, and that in words

    def of_everybody(self, view: TableView) -> dict[str, Any]:
        """What everybody sees, in words."""
        new = astuple(view)
        # 1 and True are equal, and not the same in JSON; but no field is now the one and now the other.
        for place in compress(range(len(new)), map(ne, new, self._values)):
            name, value = self.names[place], new[place]
            self._words[name] = self._word_of[name](value)
            self._values[place] = value
        return self._words.copy()

    def of_own(self, seat: int, part: dict[str, Any]) -> dict[str, Any]:
        """What this seat alone sees, in words."""
        own = self._own.get(seat)
        if own is None or own[0] != part:
            own = self._own[seat] = part, {name: self._word_of[name](value) for name, value in part.items()}
        return own[1]


def public_move(game: Game[Any, Any], options: Mapping[str, Any], move: str, events: Iterable[Event]) -> str:
    """The words of a move for those who did not make it: its verb alone if a card that it names is not shown to
    everybody by its events (a secret choice)."""
    verb, *words = move.split()
    named = set()
    for word in words:
        try:
            named.add(game.read_card(word.lstrip("^"), options))
        except NotationError:
            continue
    if not named:
        return move
    for event in events:
        named.discard(event.card)
        if game.other_is.get(event.kind) == "card":
            named.discard(event.other)
        named.difference_update(event.seen_by(NOBODY).cards)
    return verb if named else move
