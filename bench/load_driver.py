"""`python -m bench.load_driver ADDRESS …`: people at many tables of one server, in one process; for `bench.load`.

Everybody has a socket of their own. A move is drawn by lot among those that the server lists, and at each table one
move is on its way at a time. What is measured of a move is the time from when it is sent until all sockets of its
table have its frame; at human pace from when it was due, so that a server that falls behind is not asked more gently.

To stdout go two lines of JSON, one when what counts begins and one with what was seen.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import json
import os
import random
import sys
from time import perf_counter, process_time
from typing import cast
from urllib.parse import urlsplit

import httpx
import msgspec
import uvloop

SEATS = 4
GAMES = ("wild-apex", "uno-etheria", "whats-wild", "wild-side", "cl4sh")  # by turns
SHORT = {"whats-wild": {"rounds": "short"}, "wild-side": {"leads_each": 1}}  # so that matches end
PEOPLE = 50  # tables have the same four people again after so many
AT_ONCE = 40  # tables that are opened at a time
WARM_UP = 3.0  # seconds before it counts
FLAT_OUT = 0.0  # as a pace


class Position(msgspec.Struct):
    must: bool
    moves: list[str]
    over: bool


class Frame(msgspec.Struct):
    """What the driver needs of a frame; the rest is passed over."""

    type: str
    n: int = 0
    kind: str = ""
    seat: str | None = None
    position: Position | None = None
    moves: list[str] | None = None
    text: str = ""


READER = msgspec.json.Decoder(Frame)


class Line(asyncio.Protocol):
    """One socket: what RFC 6455 needs of a client, and no more."""

    def __init__(self, table: Table, seat: int, request: bytes) -> None:
        self.table = table
        self.seat = seat
        self.request = request
        self.received = bytearray()
        self.open = False
        self.number = 0
        self.position: Position | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)  # uvloop's is none of its subclasses
        self.transport.write(self.request)

    def connection_lost(self, error: Exception | None) -> None:
        self.table.lost()

    def data_received(self, data: bytes) -> None:
        received = self.received
        received += data
        if not self.open:
            end = received.find(b"\r\n\r\n")
            if end < 0:
                return
            if not received.startswith(b"HTTP/1.1 101"):
                raise RuntimeError(f"The server does not take the socket: {bytes(received[:end])!r}")
            del received[: end + 4]
            self.open = True
        self.table.crowd.received += len(data)
        at, size = 0, len(received)
        while size - at >= 2:
            kind, length, begin = received[at] & 15, received[at + 1], at + 2
            if length == 126:
                begin += 2
                if size < begin:
                    break
                length = int.from_bytes(received[at + 2 : begin], "big")
            elif length == 127:
                begin += 8
                if size < begin:
                    break
                length = int.from_bytes(received[at + 2 : begin], "big")
            if size < begin + length:
                break
            at = begin + length
            if kind == 1:
                self.hear(READER.decode(received[begin:at]))
            elif kind == 9:
                self.write(10, bytes(received[begin:at]))
            elif kind == 8:
                self.table.lost()
        del received[:at]

    def hear(self, frame: Frame) -> None:
        if frame.n > self.number:
            self.number = frame.n
        if frame.position is not None:
            self.position = frame.position
        self.table.heard(self, frame)

    def send(self, message: object) -> None:
        self.write(1, msgspec.json.encode(message))

    def write(self, kind: int, words: bytes) -> None:
        """A frame masked with zeros, which is as good as any mask for a server."""
        assert len(words) < 1 << 16
        head = bytes((128 | kind, 128 | len(words))) if len(words) < 126 else bytes((128 | kind, 254))
        size = b"" if len(words) < 126 else len(words).to_bytes(2, "big")
        self.transport.write(head + size + b"\0\0\0\0" + words)


class Table:
    """Four people at a table, who make one move after the other for ever."""

    def __init__(self, crowd: Crowd, number: int) -> None:
        self.crowd = crowd
        self.chance = random.Random(number)
        self.lines: list[Line] = []
        self.began = 0.0  # when the move that is on its way was sent, or due; 0 for none
        self.told = 0  # sockets that have its frame
        self.due: list[float] = []  # moves that wait for the one on its way
        self.dealt = 0  # sockets that have the frame of the deal
        self.here: asyncio.Future[None] | None = None  # whether the one who comes just now has its chair

    def heard(self, line: Line, frame: Frame) -> None:
        kind = frame.kind
        if kind == "moved":
            self.told += 1
            if self.told == SEATS:
                self.done()
        elif kind == "began":
            self.dealt += 1
            if self.dealt == SEATS:
                self.next()
        elif frame.type == "moves":
            self.choose(line, frame.moves or [])
        elif frame.type == "table" and line.seat > 0:
            line.send({"type": "sit"})
        elif frame.type == "table" or (kind == "sat" and frame.seat == "ABCD"[line.seat]):
            if self.here is not None and line is self.lines[-1]:
                self.here.set_result(None)
        elif frame.type in ("error", "refused", "bye"):
            self.crowd.complaints.append(frame.text)
            self.next()

    def lost(self) -> None:
        self.crowd.complaints.append("A connection was lost.")

    def tick(self) -> None:
        """At human pace: a move is due."""
        self.due.append(perf_counter())
        if self.began == 0.0:
            self.next()

    def next(self) -> None:
        """Send the next move, if it is time for one."""
        self.began, self.told = 0.0, 0
        if not self.crowd.playing or self.dealt < SEATS:
            return
        asked = []
        for line in self.lines:
            assert line.position is not None
            if line.position.over:
                self.dealt = 0
                self.lines[0].send({"type": "begin"})
                return
            if line.position.must:
                asked.append((line, line.position.moves))
        if self.crowd.pace == FLAT_OUT:
            self.began = perf_counter()
        elif self.due:
            self.began = self.due.pop(0)
        else:
            return
        self.choose(*self.chance.choice(asked))

    def choose(self, line: Line, moves: list[str]) -> None:
        move = self.chance.choice(moves)
        if move.endswith(" …"):
            line.send({"type": "moves", "begin": move})
        else:
            line.send({"type": "move", "move": move, "n": line.number})

    def done(self) -> None:
        self.crowd.count(self.began)
        self.next()


class Crowd:
    """All tables, and what was seen."""

    def __init__(self, address: str, tables: int, pace: float) -> None:
        parts = urlsplit(address)
        assert parts.hostname is not None
        assert parts.port is not None
        self.address, self.host, self.port = address, parts.hostname, parts.port
        self.pace = pace
        self.tables = [Table(self, number) for number in range(tables)]
        self.delays: list[float] = []
        self.complaints: list[str] = []
        self.counting = False
        self.playing = False
        self.received = 0

    def count(self, began: float) -> None:
        if self.counting:
            self.delays.append(perf_counter() - began)

    async def run(self, seconds: float) -> None:
        await self.sit_down()
        self.playing = True
        loop = asyncio.get_running_loop()
        for place, table in enumerate(self.tables):
            if self.pace == FLAT_OUT:
                table.next()
            else:
                self.keep_time(loop, table, loop.time() + self.pace * place / len(self.tables))
        await asyncio.sleep(WARM_UP)
        self.delays.clear()
        self.received = 0
        self.counting = True
        say({"begins": True})
        began, busy = perf_counter(), process_time()
        await asyncio.sleep(seconds)
        passed, busy = perf_counter() - began, process_time() - busy
        self.counting = False
        late = sum(len(table.due) for table in self.tables)
        say(
            {
                "seconds": passed,
                "moves": len(self.delays),
                "delays": sorted(self.delays)[:: max(1, len(self.delays) // 2000)],
                "busy": busy / passed,
                "bytes": self.received,
                "late": late,
                "complaints": self.complaints,
            }
        )
        self.playing = False
        for table in self.tables:
            for line in table.lines:
                line.transport.abort()

    def keep_time(self, loop: asyncio.AbstractEventLoop, table: Table, at: float) -> None:
        def tick() -> None:
            table.tick()
            self.keep_time(loop, table, at + self.pace)

        loop.call_at(at, tick)

    # Before it begins

    async def sit_down(self) -> None:
        limits = httpx.Limits(max_connections=AT_ONCE)
        async with httpx.AsyncClient(base_url=self.address, limits=limits, timeout=60) as http:
            count = SEATS * min(PEOPLE, len(self.tables))
            cookies = await asyncio.gather(*(self.somebody(http, number) for number in range(count)))
            turns = asyncio.Semaphore(AT_ONCE)

            async def one(place: int, table: Table) -> None:
                async with turns:
                    first = SEATS * (place % PEOPLE)
                    await self.open(http, table, GAMES[place % len(GAMES)], cookies[first : first + SEATS])

            await asyncio.gather(*(one(place, table) for place, table in enumerate(self.tables)))

    async def somebody(self, http: httpx.AsyncClient, number: int) -> str:
        answer = await http.post("/api/me", json={"name": f"Player {number}"})
        answer.raise_for_status()
        http.cookies.clear()
        return answer.headers["Set-Cookie"].partition(";")[0]

    async def open(self, http: httpx.AsyncClient, table: Table, game: str, cookies: list[str]) -> None:
        given = {"game": game, "seats": SEATS, "options": SHORT.get(game, {}), "spectators": False}
        answer = await http.post("/api/tables", json=given, headers={"Cookie": cookies[0]})
        answer.raise_for_status()
        path = f"/ws/{answer.json()['table']}"
        loop = asyncio.get_running_loop()
        for seat, cookie in enumerate(cookies):
            key = base64.b64encode(os.urandom(16)).decode()
            request = (
                f"GET {path} HTTP/1.1\r\nHost: {self.host}:{self.port}\r\nUpgrade: websocket\r\n"
                f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
                f"Cookie: {cookie}\r\n\r\n"
            )
            line = Line(table, seat, request.encode())
            table.lines.append(line)
            table.here = loop.create_future()
            await loop.create_connection(lambda line=line: line, self.host, self.port)  # type: ignore[misc]
            await table.here
        table.here = None
        table.lines[0].send({"type": "begin"})


def say(words: object) -> None:
    print(json.dumps(words), flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.load_driver", description=__doc__)
    parser.add_argument("address")
    parser.add_argument("--tables", type=int, required=True)
    parser.add_argument("--pace", type=float, required=True, help="seconds between two moves of a table; 0: flat out")
    parser.add_argument("--seconds", type=float, required=True)
    given = parser.parse_args()
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(Crowd(given.address, given.tables, given.pace).run(given.seconds))
    return 0


if __name__ == "__main__":
    sys.exit(main())
