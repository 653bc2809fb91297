"""The live tables that a worker keeps in memory: who looks at them, what is stored, who is told, and what bots do.

The record in the store is the truth. A table in memory is its fold, made again from the store whenever it might differ;
so any number of workers can have the same table, and whichever is killed, nothing is lost.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any, Protocol, cast

import msgspec

from wildtable.bots.players import Thinker
from wildtable.bots.sight import Sight
from wildtable.errors import Refused, WildtableError
from wildtable.notation.record import Deviation
from wildtable.server.due import Due, think
from wildtable.server.entries import Addition, AnyHappening, Began, Entry, Happening, Moved
from wildtable.server.fold import WireError
from wildtable.server.frames import NO_PERSONS
from wildtable.server.live import LiveTable
from wildtable.server.logs import ERROR, LOG, fault, note
from wildtable.server.metrics import Metrics
from wildtable.server.people import LETTERS
from wildtable.server.requests import Opening
from wildtable.server.settings import Limits
from wildtable.server.store import Note, Store, StoreError

EVERY_TABLE = "*"  # of a note: anything may have been missed

ID_LETTERS = 8
MOST_TOLD = 100  # persons in a shout
MOST_WEIGHED = 12  # moves of a hint

NEWER = (4001, "You are connected with this table elsewhere.")
NOT_ALLOWED = (4003, "This table is for those who play at it.")
KICKED = (4009, "The host has sent you away.")
STOPPING = (4010, "The server stops in a moment: connect again.")
CLOSED = (4013, "The table is closed.")
AGAIN = (1013, "Connect again.")

BREATH = 200  # entries that are folded before others have their turn
TRIES = 20  # to store an entry whose number others take
LEASE_SECONDS = 5.0
RENEW_SECONDS = 2.0  # of a lease that are left when it is renewed
ASK_SECONDS = 1.0  # between two attempts to get a lease that another worker has
LOOK_SECONDS = 30.0  # between two looks for tables that nobody needs
PRESENCE_SECONDS = 10.0  # between two times that workers tell each other who is there
ABSENT_SECONDS = 25.0  # after which a worker that says nothing has nobody there
BYE_SECONDS = 2.0  # for connections to end and entries to be stored
TROUBLE_SECONDS = 1.0  # before a driver that could not store tries again


def now_ms() -> int:
    return time.time_ns() // 1_000_000


class Visitor(Protocol):
    """A connection, as a table sees it. Nothing here waits."""

    person: str | None
    number: int  # of the newest entry that it was told

    def tell(self, words: bytes) -> None: ...

    def end(self, code: int, reason: str) -> None: ...


class Elsewhere(msgspec.Struct):
    """Who is at a table on another worker."""

    persons: frozenset[str]
    watching: int
    until: float


class Shout(msgspec.Struct, omit_defaults=True):
    """What workers tell each other about a table that is in no record."""

    worker: str
    here: list[str] | None = None  # persons who are connected there
    watching: int = 0
    newcomer: str = ""  # a person who has just connected there
    answer: bool = False  # the others shall say who is there


@dataclass(frozen=True)
class Act:
    """What somebody makes happen, and the secret of the match if one begins."""

    happenings: Sequence[Happening]
    secret: bytes | None = None


class Tables:
    """All tables of a worker."""

    def __init__(self, store: Store, worker: str, limits: Limits, metrics: Metrics) -> None:
        self.store = store
        self.worker = worker
        self.limits = limits
        self.metrics = metrics
        self.rooms: dict[str, Room] = {}
        self.loading: dict[str, asyncio.Task[Room | None]] = {}
        self.coming = 0  # tables that will be in `rooms` soon
        self.thinkers = ThreadPoolExecutor(max(1, os.cpu_count() or 1), thread_name_prefix="bot")
        self.tasks: set[asyncio.Task[Any]] = set()
        self.keeper: asyncio.Task[None] | None = None
        self.stopping = False

    async def open(self) -> None:
        self.store.subscribe(self.hear)
        self.keeper = self.spawn(self.keep_house())

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """A task that is not forgotten, and whose faults are logged."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.done)
        return task

    def done(self, task: asyncio.Task[Any]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            if not isinstance(error, WireError | StoreError | Refused):  # those are for whoever asked
                self.metrics.faults.inc()
                LOG.error("fault", exc_info=error)

    # Finding and opening

    async def find(self, table_id: str) -> Room | None:
        """The table of this id, or None if there is none. StoreError; WireError `full` if too many are in memory."""
        while True:
            room = self.rooms.get(table_id)
            if room is not None:
                room.used = time.monotonic()
                return room
            task = self.loading.get(table_id)
            if task is None:
                task = self.loading[table_id] = self.spawn(self.load(table_id))
                task.add_done_callback(lambda _: self.loading.pop(table_id, None))
            if await asyncio.shield(task) is None:
                return None

    async def load(self, table_id: str) -> Room | None:
        async with self.place():
            live = await self.fold(table_id)
            if live is None:
                return None
            room = Room(self, table_id, live)
            if live.playing and await room.leased():
                live.resume(now_ms())  # no other worker has watched the clocks
            self.keep(room)
        self.spawn(room.catch_up())  # with what others have stored since it was read, which nobody has told us
        return room

    async def fold(self, table_id: str) -> LiveTable | None:
        """The table of the stored record; WireError if this version cannot read it."""
        try:
            entries = await self.store.entries(table_id)
            if not entries:
                return None
            live = LiveTable(table_id, await self.store.secrets(table_id))
            for entry in entries:
                live.take(entry)
                if entry.number % BREATH == 0:
                    await asyncio.sleep(0)
            return live
        except StoreError:
            raise
        except (WildtableError, ValueError) as error:  # rules have changed, or somebody has written in the database
            note("a record cannot be read", ERROR, table=table_id, error=error)
            raise WireError("unknown", "the record of this table cannot be read by this version of Wildtable") from None

    def keep(self, room: Room) -> None:
        self.rooms[room.id] = room
        self.metrics.tables.set(len(self.rooms))
        room.driver = self.spawn(room.drive())
        self.spawn(room.shout(answer=True))

    @asynccontextmanager
    async def place(self) -> AsyncIterator[None]:
        """In memory, for one more table that comes; WireError `full` if nobody can be sent away for it."""
        self.coming += 1
        try:
            while len(self.rooms) + self.coming > self.limits.live_tables:
                by_use = sorted(self.rooms.values(), key=lambda room: room.used)
                idle = next((room for room in by_use if room.is_idle(0.0)), None)
                if idle is None:
                    raise WireError("full", "the server has as many tables as it can bear; try again later")
                await self.drop(idle)
            yield
        finally:
            self.coming -= 1

    async def open_table(self, opening: Opening) -> str:
        """Store a new table; its id."""
        async with self.place():
            while True:
                table_id = "".join(secrets.choice(LETTERS) for _ in range(ID_LETTERS))
                room = Room(self, table_id, LiveTable(table_id))
                async with room.lock:
                    if await room.store_all(Act(opening.happenings, opening.secret)):
                        break
            self.keep(room)
        note("table opened", table=table_id, game=room.live.game.id)
        return table_id

    # Keeping house

    async def keep_house(self) -> None:
        """Go round all tables again and again, one after the other with pauses: nobody waits while a thousand are seen
        to at once."""
        since = 0.0
        while True:
            rooms = list(self.rooms.values())
            pause = PRESENCE_SECONDS / max(1, len(rooms))
            since += PRESENCE_SECONDS
            if not rooms:
                await asyncio.sleep(pause)
            for room in rooms:
                await asyncio.sleep(pause)
                if self.rooms.get(room.id) is not room:
                    continue  # dropped meanwhile
                room.forget_absent()
                if room.visitors:
                    await room.shout()
                elif since >= LOOK_SECONDS and room.is_idle(self.limits.idle_seconds):
                    await self.drop(room)
            since = since % LOOK_SECONDS

    async def drop(self, room: Room) -> None:
        """Forget a table; it is in the store."""
        if self.rooms.get(room.id) is room:
            del self.rooms[room.id]
        self.metrics.tables.set(len(self.rooms))
        await room.stop()

    def hear(self, heard: Note) -> None:
        """Another worker has stored something or says something."""
        if heard.table == EVERY_TABLE:
            for each in self.rooms.values():
                self.spawn(each.catch_up())
                self.spawn(each.shout(answer=True))
            return
        room = self.rooms.get(heard.table)
        if room is None:
            return
        if heard.payload is None:
            if heard.number > room.live.number and not room.catch_up_at_once(heard.entry):
                self.spawn(room.catch_up(heard.entry))
            return
        with suppress(msgspec.DecodeError, msgspec.ValidationError):
            room.hear(msgspec.json.decode(heard.payload, type=Shout))

    # Stopping

    async def say_bye(self) -> None:
        """Send everybody away and finish what is being stored."""
        self.stopping = True
        bye = json_bytes({"type": "bye"})
        for room in self.rooms.values():
            for visitor in list(room.visitors):
                visitor.tell(bye)
                visitor.end(*STOPPING)
        by = time.monotonic() + BYE_SECONDS
        while any(room.visitors or room.acting for room in self.rooms.values()) and time.monotonic() < by:
            await asyncio.sleep(0.02)

    async def close(self) -> None:
        self.stopping = True
        if self.keeper is not None:
            self.keeper.cancel()
        for room in list(self.rooms.values()):
            await self.drop(room)
        self.thinkers.shutdown(wait=False, cancel_futures=True)
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)


class Room:
    """One live table in this worker."""

    def __init__(self, tables: Tables, table_id: str, live: LiveTable) -> None:
        self.tables = tables
        self.id = table_id
        self.live = live
        self.stored = live.number  # the newest entry that is known to be in the store
        self.broken = False  # whether the fold may differ from the store
        self.lock = asyncio.Lock()  # of the fold: who holds it sees nothing that is not stored
        self.acting = 0
        self.visitors: set[Visitor] = set()
        self.elsewhere: dict[str, Elsewhere] = {}  # by worker
        self.presence = b""  # as it was last told
        self.used = time.monotonic()
        self.changed = asyncio.Event()
        self.waits = True  # the driver, for a time to come
        self.lease_until = 0.0
        self.driver: asyncio.Task[None] | None = None

    # Acting

    async def act(self, ask: Callable[[LiveTable, int], Act]) -> None:
        """Do what `ask` makes of the table: check, store, take, tell everybody. What it raises comes through; WireError
        `try_again` if the store cannot. It goes on to its end even if who waits for it is gone."""
        await asyncio.shield(self.tables.spawn(self.act_through(ask)))

    async def act_through(self, ask: Callable[[LiveTable, int], Act]) -> None:
        """As `act`, for whoever is not cancelled before it has come to its end."""
        self.acting += 1
        try:
            async with self.lock:
                for _ in range(TRIES):
                    if self.broken:
                        await self.mend()
                    try:
                        act = ask(self.live, now_ms())
                    except (WireError, Refused):
                        # Another worker may have stored what would allow it, and we have not heard of it yet.
                        if self.tables.store.alone or not await self.take_news():
                            raise
                        self.tell()
                        continue
                    done = await self.store_all(act)
                    self.tell()
                    if done:
                        return
                    self.tables.metrics.again.inc()
            raise WireError("try_again", "too much happens at this table at once; try again")
        finally:
            self.acting -= 1
            if self.broken:
                self.changed.set()

    async def store_all(self, act: Act) -> bool:
        """Take and store each happening; False if another worker was faster, and what it stored is here now."""
        for what in act.happenings:
            live = self.live
            entry = Entry(live.number + 1, max(now_ms(), live.at), cast(AnyHappening, what))
            if isinstance(what, Began) and act.secret is not None:
                live.add_secret(what.match, act.secret)
            self.broken = True  # until it is stored
            live.take(entry)
            secret = act.secret if isinstance(what, Began) else None
            with self.tables.metrics.append.time():
                stored = await self.tables.store.append(Addition(self.id, entry, live.summary(), secret, live.ending()))
            if not stored:
                await self.mend()
                return False
            self.broken = False
            self.stored = entry.number
            self.count(what)
        return True

    def count(self, what: Happening) -> None:
        metrics, game = self.tables.metrics, self.live.game.id
        if isinstance(what, Moved):
            metrics.moves.labels(game, what.by).inc()
        if self.live.ending() is not None:
            metrics.matches.labels(game).inc()
            note("match over", table=self.id, match=self.live.match_number, game=game)

    async def mend(self) -> None:
        """Make the table anew from the store, if it may differ."""
        if self.broken:
            live = await self.tables.fold(self.id)
            if live is None:
                raise WireError("unknown", "there is no such table")
            self.live = live
            self.stored = live.number
            self.broken = False
            self.changed.set()  # its bots may have to be asked again

    def catch_up_at_once(self, heard: Entry | None) -> bool:
        """Take and tell what another worker has stored, if that is the next entry and nothing else happens here."""
        if self.lock.locked() or self.broken or not self.take_heard(heard):
            return False
        self.tell()
        return True

    async def catch_up(self, heard: Entry | None = None) -> None:
        """Take what other workers have stored, and tell it. What was `heard` is the next entry, perhaps."""
        async with self.lock:
            await self.mend()
            if not self.take_heard(heard):
                await self.mend()
                await self.take_news()
            self.tell()

    def take_heard(self, heard: Entry | None) -> bool:
        """Take an entry of another worker, if it can be taken by itself: the secret of a match comes from the store."""
        return heard is not None and not isinstance(heard.what, Began) and self.take([heard])

    async def take_news(self) -> bool:
        """Whether anything was stored that was not known here; the lock is held, and the table is as it was stored."""
        number = self.live.number
        new = await self.tables.store.entries(self.id, number)
        if any(isinstance(entry.what, Began) for entry in new):
            for match, secret in (await self.tables.store.secrets(self.id)).items():
                self.live.add_secret(match, secret)
        if not self.take(new):
            await self.mend()
        return self.live.number > number

    def take(self, entries: Sequence[Entry]) -> bool:
        """Take entries that are stored, as far as they are new; False if that cannot be done."""
        for entry in entries:
            if entry.number > self.live.number + 1:
                return False
            if entry.number == self.live.number + 1:
                try:
                    self.live.take(entry)
                except (Deviation, ValueError):
                    self.broken = True
                    return False
        self.stored = self.live.number
        return True

    @asynccontextmanager
    async def looked_at(self) -> AsyncIterator[LiveTable]:
        """The table as it is stored, while nobody changes it."""
        async with self.lock:
            await self.mend()
            yield self.live

    # Telling

    def tell(self) -> None:
        """Give all visitors what they have not been told; the lock is held."""
        live = self.live
        behind = [visitor for visitor in self.visitors if visitor.number < live.number]
        if behind:
            self.tell_those(behind)
        self.look_what_is_due()

    def tell_those(self, behind: Sequence[Visitor]) -> None:
        now, live = now_ms(), self.live
        first = min(visitor.number for visitor in behind) + 1
        missed = [live.kept_entry(number) for number in range(first, live.number + 1)]
        info = any(entry is None or entry.info for entry in missed)
        here, watching = (self.here(), self.watching()) if info else (NO_PERSONS, 0)  # no frame has them otherwise
        senders = {entry.sender for entry in missed if entry is not None and entry.sender is not None}
        same: dict[tuple[int, int | None], list[bytes]] = {}  # for those who see the same
        for visitor in behind:
            person = visitor.person
            key = (visitor.number, live.seat_of(person))
            words = None if person in senders else same.get(key)
            if words is None:
                frames = live.frames_since(visitor.number, person, now, here, watching)
                if frames is None:  # it missed more than is kept
                    words = [json_bytes(live.table_frame(person, now, here, watching))]
                else:
                    words = [json_bytes(frame) for frame in frames]
                    if person not in senders:
                        same[key] = words
            visitor.number = live.number
            for frame in words:
                visitor.tell(frame)
            if info:
                self.end_if_unwanted(visitor)
        live.all_are_told()
        if info:
            self.tell_presence()

    def look_what_is_due(self) -> None:
        """Have the driver look, unless there is nothing to be seen and it waits for nothing."""
        if self.waits or self.live.due(now_ms()):
            self.changed.set()

    def end_if_unwanted(self, visitor: Visitor) -> None:
        unwanted = self.unwanted(visitor)
        if unwanted is not None:
            visitor.end(*unwanted)

    def unwanted(self, visitor: Visitor) -> tuple[int, str] | None:
        """Why somebody may not be connected, if so."""
        live = self.live
        if live.state == "closed":
            return CLOSED
        if visitor.person in live.kicked and live.seat_of(visitor.person) is None:
            return KICKED
        if not may_look(live, visitor.person):
            return NOT_ALLOWED
        return None

    # Who is here

    def here(self) -> frozenset[str]:
        """The persons who are connected, here or with another worker."""
        persons = {visitor.person for visitor in self.visitors if visitor.person is not None}
        return frozenset(persons.union(*(other.persons for other in self.elsewhere.values())))

    def watching(self) -> int:
        return self.watching_here() + sum(other.watching for other in self.elsewhere.values())

    def watching_here(self) -> int:
        return sum(self.live.seat_of(visitor.person) is None for visitor in self.visitors)

    async def enter(self, visitor: Visitor, last: int | None) -> None:
        """A connection comes: it gets a `table` frame, or what it has missed since `last`."""
        async with self.lock:
            await self.mend()
            if self.tables.rooms.get(self.id) is not self:  # it had to make place for another one a moment ago
                visitor.end(*AGAIN)
                return
            live = self.live
            unwanted = self.unwanted(visitor)
            if unwanted is not None and unwanted != CLOSED:
                visitor.end(*unwanted)
                return
            if visitor.person is not None:
                for other in [other for other in self.visitors if other.person == visitor.person]:
                    self.visitors.discard(other)
                    other.end(*NEWER)
            self.used = time.monotonic()
            self.visitors.add(visitor)
            here, watching, now = self.here(), self.watching(), now_ms()
            frames = None if last is None else live.frames_since(last, visitor.person, now, here, watching)
            if not frames:  # also who has everything wants to know how things stand
                frames = [live.table_frame(visitor.person, now, here, watching)]
            visitor.number = live.number
            for frame in frames:
                visitor.tell(json_bytes(frame))
            self.end_if_unwanted(visitor)
            self.tell_presence()
        await self.shout(newcomer=visitor.person or "")

    async def go(self, visitor: Visitor) -> None:
        """A connection is gone."""
        self.used = time.monotonic()
        if visitor in self.visitors:
            self.visitors.discard(visitor)
            self.tell_presence()
            await self.shout()

    def tell_presence(self) -> None:
        here, watching = self.here(), self.watching()
        seats = {chair.seat: chair.person in here for chair in self.live.chairs if chair.person is not None}
        words = json_bytes({"type": "presence", "here": seats, "watching": watching})
        if words != self.presence:
            self.presence = words
            for visitor in list(self.visitors):
                visitor.tell(words)

    async def shout(self, newcomer: str = "", answer: bool = False) -> None:
        """Tell the other workers who is here."""
        persons = sorted({visitor.person for visitor in self.visitors if visitor.person is not None})
        shout = Shout(self.tables.worker, persons[:MOST_TOLD], self.watching_here(), newcomer, answer)
        with suppress(StoreError):  # said again in a few seconds
            await self.tables.store.shout(self.id, json_bytes(shout).decode())

    def hear(self, shout: Shout) -> None:
        """Another worker says who is there."""
        if shout.worker == self.tables.worker:
            return
        if shout.here is not None:
            until = time.monotonic() + ABSENT_SECONDS
            self.elsewhere[shout.worker] = Elsewhere(frozenset(shout.here), shout.watching, until)
        if shout.newcomer:
            for visitor in [visitor for visitor in self.visitors if visitor.person == shout.newcomer]:
                self.visitors.discard(visitor)
                visitor.end(*NEWER)
        self.tell_presence()
        if shout.answer and self.visitors:
            self.tables.spawn(self.shout())

    def forget_absent(self) -> None:
        now = time.monotonic()
        if any(other.until < now for other in self.elsewhere.values()):
            self.elsewhere = {worker: other for worker, other in self.elsewhere.items() if other.until >= now}
            self.tell_presence()

    # What happens by itself

    async def drive(self) -> None:
        """Make bots move and clocks run out, as long as this worker has the lease on the table."""
        while True:
            self.changed.clear()
            try:
                wait = await self.do_what_is_due()
            except StoreError:
                self.lease_until = 0.0
                wait = TROUBLE_SECONDS
            except Exception:
                self.tables.metrics.faults.inc()
                fault("driver", table=self.id)
                wait = TROUBLE_SECONDS
            self.waits = wait is not None
            with suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    await self.changed.wait()

    async def do_what_is_due(self) -> float | None:
        """Do it; how many seconds to wait for the next, None if nothing is to come."""
        if self.tables.stopping:
            return TROUBLE_SECONDS
        if self.broken:
            await self.catch_up()
        all_due = self.live.due(now_ms())
        if not all_due:
            return None
        wait = (all_due[0].at - now_ms()) / 1000
        if wait > 0:
            return wait
        if not await self.leased():
            return ASK_SECONDS
        due = all_due[0]
        if due.thinks:
            await self.ask_bot(due)
        else:
            await self.act(lambda live, now: Act(live.on_time(due, now)))
        return 0

    async def leased(self) -> bool:
        """Whether this worker, and no other, is to make the table go on."""
        now = time.monotonic()
        if self.lease_until - now < RENEW_SECONDS:
            held = await self.tables.store.hold(self.id, LEASE_SECONDS)
            self.lease_until = now + LEASE_SECONDS if held else 0.0
        return self.lease_until > now

    async def ask_bot(self, due: Due) -> None:
        async with self.looked_at() as live:
            sight = live.sight(due)
        if sight is not None:
            self.tables.spawn(self.think(due, sight))

    async def think(self, due: Due, sight: Sight) -> None:
        """Have a bot think, and make its move if the table has not gone on."""
        loop = asyncio.get_running_loop()
        try:
            with self.tables.metrics.thinking.labels(due.level).time():
                move = await loop.run_in_executor(self.tables.thinkers, think, due, sight)
            await self.act(lambda live, now: Act(live.answer(due, move, now)))
        except asyncio.CancelledError:
            raise
        except Exception as error:
            if not isinstance(error, StoreError | WireError):
                self.tables.metrics.faults.inc()
                fault("bot", table=self.id, level=due.level)
            await asyncio.sleep(TROUBLE_SECONDS)
            self.live.forget(due)
            self.changed.set()
        else:
            self.changed.set()

    async def hint(self, person: str) -> list[dict[str, Any]]:
        """What fierce thinks of the moves of this person, the best one first; nothing if it is not asked anything."""
        async with self.looked_at() as live:
            seat = live.seat_of(person)
            sight = None if seat is None else live.look_for(seat)
        if sight is None:
            return []
        return await asyncio.get_running_loop().run_in_executor(self.tables.thinkers, weigh, sight)

    # The end

    def is_idle(self, seconds: float) -> bool:
        """Whether nobody has needed it for so long."""
        if self.visitors or self.acting or time.monotonic() - self.used < seconds:
            return False
        return not self.live.due(now_ms())

    async def stop(self) -> None:
        if self.driver is not None:
            self.driver.cancel()
        if self.lease_until > time.monotonic():
            with suppress(StoreError):
                await self.tables.store.release(self.id)


def weigh(sight: Sight) -> list[dict[str, Any]]:
    """The moves that fierce has tried and the part of the rounds that each has won; without it where there is only one
    move. May take seconds. For any thread."""
    thinker = Thinker("fierce", 0)
    weighed = thinker.weigh(sight, MOST_WEIGHED)
    if not weighed:
        return [{"move": sight.game.move_text(next(sight.moves())), "share": None}]
    return [{"move": sight.game.move_text(one.move), "share": round(one.share, 4)} for one in weighed]


def may_look(live: LiveTable, person: str | None) -> bool:
    """Whether somebody may be connected: who has a chair or may yet take one, or anybody if onlookers are welcome."""
    return live.opened.spectators or live.seat_of(person) is not None or live.summary().free > 0


json_bytes = msgspec.json.Encoder().encode
