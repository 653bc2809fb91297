"""One socket: who may come in, what may be said how fast, and what is answered."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from wildtable.errors import Refused
from wildtable.server import messages, requests
from wildtable.server.fold import WireError
from wildtable.server.house import House
from wildtable.server.limits import Bucket
from wildtable.server.live import LiveTable
from wildtable.server.logs import WARNING, fault, note
from wildtable.server.messages import BadMessage
from wildtable.server.people import Person
from wildtable.server.store import StoreError
from wildtable.server.tables import STOPPING, Act, Room, json_bytes, now_ms
from wildtable.server.web import capital, same_site

SEND_AT_ONCE = "wildtable.send_at_once"  # what run.Socket adds to ASGI: a function that sends a text without waiting

NOT_ALLOWED = 4003
UNKNOWN = 4004
TOO_MUCH = 4008
TOO_MANY = 4012
FAULT = 1011

TABLE = re.compile(r"[a-z0-9]{1,40}")
WHOLE = re.compile(r"[0-9]{1,15}")
PATIENCE = 60  # messages in a minute that were too fast, after which the connection ends
HINTS = 20  # a minute
CLOSE_SECONDS = 3.0  # for what is still to be sent before a close
NOT_NOW = "Try again in a moment: the server cannot reach its database."


async def talk(socket: WebSocket) -> None:
    """A connection from its first to its last moment."""
    house: House = socket.app.state.house
    address = house.address_of(socket)
    await socket.accept()  # a browser can read why it is closed only when it was open
    if not same_site(socket, house.settings.origins):
        await close(house, socket, NOT_ALLOWED, "A page of another site may not connect.")
    elif address.sockets >= house.limits.sockets or not address.connects.take():
        await close(house, socket, TOO_MANY, "There are too many connections from your address.")
    elif house.stopping:
        await close(house, socket, *STOPPING)
    else:
        address.sockets += 1
        house.metrics.sockets.inc()
        try:
            await come_in(house, socket)
        finally:
            address.sockets -= 1
            house.metrics.sockets.dec()


async def come_in(house: House, socket: WebSocket) -> None:
    table_id = socket.path_params["table"]
    last = socket.query_params.get("last", "")
    try:
        person = await house.person_of(socket)
        room = await house.tables.find(table_id) if TABLE.fullmatch(table_id) else None
    except StoreError:
        await close(house, socket, FAULT, NOT_NOW)
        return
    except WireError as error:
        await close(house, socket, UNKNOWN if error.code == "unknown" else TOO_MANY, f"{capital(str(error))}.")
        return
    if room is None:
        await close(house, socket, UNKNOWN, "There is no such table.")
        return
    connection = Connection(house, socket, room, person)
    await connection.run(int(last) if WHOLE.fullmatch(last) else None)


async def close(house: House, socket: WebSocket, code: int, reason: str) -> None:
    house.metrics.closes.labels(str(code)).inc()
    with suppress(RuntimeError, WebSocketDisconnect, OSError):  # it may be closed already
        await socket.close(code, reason)


class Connection:
    """A person, or nobody in particular, at a table. What it is told goes out at once, or waits in a queue of its own
    while its client is behind with reading, so that nobody ever waits for that one."""

    def __init__(self, house: House, socket: WebSocket, room: Room, person: Person | None) -> None:
        self.house = house
        self.socket = socket
        self.room = room
        self.who = person
        self.person = person.id if person is not None else None
        self.number = 0
        self.send_at_once: Callable[[bytes], bool] = socket.scope["extensions"][SEND_AT_ONCE]
        self.waiting: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.behind = False  # something waits, or is just being sent
        self.acting = False  # what it has asked for is just happening
        self.gone = False
        self.close_with: tuple[int, str] | None = None
        self.over = asyncio.Event()
        limits = house.limits
        self.messages = Bucket(2 * limits.messages, 2)
        self.chat = Bucket(limits.chat, 60)
        self.reactions = Bucket(limits.reactions, 60)
        self.hints = Bucket(HINTS, 60)
        self.patience = Bucket(PATIENCE, 60)
        self.thinking = False

    # For the room

    def tell(self, words: bytes) -> None:
        if self.close_with is not None:
            return
        if not self.behind and self.send_at_once(words):
            return
        if self.waiting.qsize() >= self.house.limits.waiting:
            self.give_up()
            return
        self.behind = True
        self.waiting.put_nowait(words)

    def give_up(self) -> None:
        """Close it, and what it has not read it will not hear."""
        self.close_with = (TOO_MUCH, "You are too slow to read what happens.")
        self.over.set()

    def end(self, code: int, reason: str) -> None:
        """Close it, after what it has been told."""
        if self.close_with is None:
            self.close_with = (code, reason)
            self.waiting.put_nowait(None)

    # From the first to the last moment

    async def run(self, last: int | None) -> None:
        tasks = [asyncio.create_task(work) for work in (self.write(), self.over.wait())]
        reader: asyncio.Task[None] | None = None
        try:
            await self.room.enter(self, last)
            reader = self.house.tables.spawn(self.read())
            await asyncio.wait([*tasks, reader], return_when=asyncio.FIRST_COMPLETED)
        except StoreError:
            self.close_with = (FAULT, NOT_NOW)
        finally:
            self.gone = True
            if reader is not None and not self.acting:  # what is happening goes on to its end
                reader.cancel()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            if self.close_with is not None:  # first, as a server that stops waits until the room is empty
                await close(self.house, self.socket, *self.close_with)
            await self.room.go(self)

    async def write(self) -> None:
        """Send what waits, until there is nothing to come."""
        loop, seconds = asyncio.get_running_loop(), self.house.limits.send_seconds
        with suppress(WebSocketDisconnect, RuntimeError, OSError):  # it may be gone
            while (words := await self.waiting.get()) is not None:
                patience = loop.call_later(seconds, self.give_up)
                try:
                    await self.socket.send_text(words.decode())
                finally:
                    patience.cancel()
                self.behind = not self.waiting.empty()

    async def read(self) -> None:
        """Hear and answer, until the client goes."""
        while not self.gone:
            heard = await self.socket.receive()
            if heard["type"] == "websocket.disconnect":
                return
            try:
                await self.hear(heard.get("text"))
            except Exception:
                self.house.metrics.faults.inc()
                fault("socket", table=self.room.id)
                self.end(FAULT, "This is a fault of the server, not yours.")
            if self.close_with is not None:
                # What it is told before the close goes out first.
                await asyncio.sleep(CLOSE_SECONDS)
                return

    async def hear(self, words: str | None) -> None:
        number: Any = None
        try:
            if words is None:
                raise BadMessage("not_json", "Messages are text, not binary.")
            if len(words) > messages.MOST_BYTES or len(words.encode()) > messages.MOST_BYTES:
                self.say_error(None, "too_long", f"A message has at most {messages.MOST_BYTES:,} bytes.")
                self.end(TOO_MUCH, "That message was too long.")
                return
            if not self.messages.take():
                if not self.patience.take():
                    self.end(TOO_MUCH, "Too many messages, too fast.")
                raise BadMessage("too_fast", "Not so fast: this message was not read.")
            message = messages.read(words)
            number = message.id
            await self.answer(message)
        except BadMessage as error:
            self.say_error(error.id, error.code, error.text)
        except Refused as refused:
            self.house.metrics.refused.labels(self.room.live.game.id).inc()
            text = requests.sentence(refused, self.room.live)
            self.say({"type": "refused", "id": number, "rule": refused.rule, "text": text})
        except WireError as error:
            self.say_error(number, error.code, requests.sentence(error, self.room.live))
        except StoreError as error:
            note("the store failed", WARNING, table=self.room.id, error=error)
            self.say_error(number, "try_again", NOT_NOW)

    def say(self, frame: dict[str, Any]) -> None:
        self.tell(json_bytes(frame))

    def say_error(self, number: Any, code: str, text: str) -> None:
        self.house.metrics.errors.labels(code).inc()
        self.say({"type": "error", "id": number, "code": code, "text": text})

    # What is asked

    async def answer(self, message: messages.AnyMessage) -> None:
        room = self.room
        match message:
            case messages.Ping():
                self.say({"type": "pong", "id": message.id})
            case messages.Moves():
                await self.tell_moves(message)
            case messages.Hint():
                self.begin_hint(message)
            case _:
                if isinstance(message, messages.Say) and not self.chat.take():
                    raise WireError("too_fast", "you talk too much; wait a little")
                if isinstance(message, messages.React) and not self.reactions.take():
                    raise WireError("too_fast", "these are too many reactions; wait a little")
                self.acting = True
                try:
                    await room.act_through(lambda live, now: self.ask(live, now, message))
                finally:
                    self.acting = False

    def ask(self, live: LiveTable, now: int, message: messages.AnyMessage) -> Act:
        """What this message makes happen at the table; Refused or WireError if nothing."""
        if self.who is None:
            raise WireError("not_seated", "say who you are first: POST /api/me with a name")
        person, name = self.who.id, self.who.name
        made: Any
        match message:
            case messages.Move():
                made = requests.move(live, person, message.move, message.n, message.tag, now)
            case messages.Say():
                made = requests.say(live, person, name, message.text, message.tag)
            case messages.React():
                made = requests.react(live, person, message.what)
            case messages.Sit():
                made = requests.sit(live, person, name, message.seat)
            case messages.Leave():
                made = requests.leave(live, person)
            case messages.BackAgain():
                made = requests.back(live, person)
            case messages.PutBot():
                made = requests.seat_bot(live, person, message.seat, message.level, self.room.here())
            case messages.Empty():
                made = requests.empty(live, person, message.seat)
            case messages.Kick():
                made = requests.kick(live, person, message.seat)
            case messages.Begin():
                began, secret = requests.begin(live, person)
                return Act([began], secret)
            case messages.Close():
                made = requests.close(live, person)
        if isinstance(made, int):
            self.tell_again(live, made)
            return Act([])
        return Act(made if isinstance(made, list) else [made])

    def tell_again(self, live: LiveTable, number: int) -> None:
        """The same request has made this entry before: here it is, for a client that has missed it."""
        frame = live.frame(number, self.person, last=number == live.number, now=now_ms())
        if frame is not None:
            self.say(frame)

    async def tell_moves(self, message: messages.Moves) -> None:
        async with self.room.looked_at() as live:
            seat = live.seat_of(self.person)
            if seat is None:
                raise WireError("not_seated", "you have no chair at this table")
            self.say({"type": "moves", "id": message.id, "moves": live.moves_beginning(seat, message.begin)})

    def begin_hint(self, message: messages.Hint) -> None:
        if self.person is None or self.room.live.seat_of(self.person) is None:
            raise WireError("not_seated", "you have no chair at this table")
        if self.thinking or not self.hints.take():
            raise WireError("too_fast", "one hint after the other")
        self.thinking = True
        self.house.tables.spawn(self.give_hint(self.person, message.id))

    async def give_hint(self, person: str, number: Any) -> None:
        try:
            moves = await self.room.hint(person)
            if not moves:
                self.say_error(number, "not_now", "You are not asked anything now.")
            else:
                self.say({"type": "hint", "id": number, "move": moves[0]["move"], "moves": moves})
        except StoreError:
            self.say_error(number, "try_again", NOT_NOW)
        finally:
            self.thinking = False
