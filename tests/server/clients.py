"""A server to test with, and people at its tables."""

from __future__ import annotations

import asyncio
import json
import random
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Self

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.server.postgres import MEMORY, has_room
from wildtable.server.run import address_of, listen, work
from wildtable.server.settings import Limits, Settings

SECONDS = 20.0  # after which a test has waited long enough
QUICK = {"pace": 0, "grace": 0}
COMMAND = [sys.executable, "-c", "import sys; from wildtable.cli import main; sys.exit(main())", "serve"]
PLENTY = Limits(messages=10_000, chat=10_000, reactions=10_000, sockets=2000, connects=10_000, tables=10_000)


@contextmanager
def served(limits: Limits = PLENTY, **more: Any) -> Iterator[str]:
    """A server in a thread of this process; its address, without a slash at the end."""
    folder = tempfile.mkdtemp(prefix="wildtable-", dir=MEMORY if has_room(MEMORY) else None)
    settings = Settings(f"sqlite:///{folder}/tables.db", port=0, limits=limits, log="none", **more)
    listener = listen(settings)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 8192)  # so that who does not read is soon noticed
    ready = threading.Event()
    loop = asyncio.new_event_loop()
    task = loop.create_task(work(settings, listener, ready.set))
    thread = threading.Thread(target=loop.run_until_complete, args=(task,))
    address = address_of(listener).rstrip("/")
    thread.start()
    try:
        assert ready.wait(SECONDS)
        yield address
    finally:
        loop.call_soon_threadsafe(task.cancel)
        thread.join(SECONDS)
        listener.close()
        loop.close()
        shutil.rmtree(folder)
        assert not thread.is_alive()


class Process:
    """A server in a process of its own, as an operator runs it."""

    def __init__(self, database: str, *words: str) -> None:
        command = [*COMMAND, "--port", "0", "--database", database, "--log", "json", *words]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert "http" in line, self.process.communicate()
        self.address = line.split()[-1].rstrip("/")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()


class Somebody:
    """A person with a cookie."""

    def __init__(self, address: str, me: dict[str, Any], cookie: str) -> None:
        self.address = address
        self.id: str = me["person"]
        self.name: str = me["name"]
        self.cookie = cookie

    @classmethod
    async def named(cls, address: str, name: str) -> Self:
        async with httpx.AsyncClient(base_url=address) as http:
            answer = await http.post("/api/me", json={"name": name})
            assert answer.status_code == 200, answer.text
            return cls(address, answer.json(), answer.cookies["wildtable"])

    async def ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        async with httpx.AsyncClient(
            base_url=self.address, cookies={"wildtable": self.cookie}, timeout=SECONDS
        ) as http:
            return await http.request(method, path, **more)

    async def get(self, path: str) -> Any:
        answer = await self.ask("GET", path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def open(self, game: str = "cl4sh", **more: Any) -> str:
        answer = await self.ask("POST", "/api/tables", json={"game": game, **QUICK, **more})
        assert answer.status_code == 201, answer.text
        opened = answer.json()
        assert opened["path"] == f"/t/{opened['table']}"
        table: str = opened["table"]
        return table

    async def join(self, table: str, last: int | None = None, address: str = "") -> AtTable:
        return await AtTable.come(address or self.address, table, self.cookie, last)


class AtTable:
    """One connection. Everything it hears is checked: numbers without a gap, a position after the last frame."""

    def __init__(self, connection: ClientConnection) -> None:
        self.socket = connection
        self.frames: list[dict[str, Any]] = []
        self.entries: dict[int, dict[str, Any]] = {}  # by number
        self.number = 0
        self.seat: str | None = None
        self.me: str | None = None
        self.info: dict[str, Any] = {}
        self.position: dict[str, Any] | None = None
        self.presence: dict[str, Any] = {}
        self.sent = 0
        self.chance = random.Random(1)

    @classmethod
    async def come(cls, address: str, table: str, cookie: str = "", last: int | None = None) -> Self:
        path = address.replace("http", "ws", 1) + f"/ws/{table}" + (f"?last={last}" if last is not None else "")
        headers = {"Cookie": f"wildtable={cookie}"} if cookie else {}
        at = cls(await connect(path, additional_headers=headers, max_size=None))
        if last is not None:
            at.number = last
        return at

    async def send(self, kind: str, **more: Any) -> None:
        await self.socket.send(json.dumps({"type": kind, **more}))

    async def hear(self) -> dict[str, Any]:
        """The next frame."""
        async with asyncio.timeout(SECONDS):
            frame: dict[str, Any] = json.loads(await self.socket.recv())
        self.take(frame)
        return frame

    def take(self, frame: dict[str, Any]) -> None:
        self.frames.append(frame)
        if frame["type"] == "table":
            self.number = frame["n"]
            self.seat, self.me = frame["you"]["seat"], frame["you"]["person"]
            self.info, self.position = frame["info"], frame["position"]
            self.entries |= {entry["n"]: entry for entry in frame["recent"]}
            self.presence = {
                "here": {chair["seat"]: chair["here"] for chair in self.info["seats"]},
                "watching": self.info["watching"],
            }
        elif frame["type"] == "entry" and frame["n"] > self.number:
            assert frame["n"] == self.number + 1
            self.number = frame["n"]
            self.entries[frame["n"]] = {name: frame[name] for name in frame if name not in ("position", "info")}
            if frame["kind"] == "sat" and frame["person"] == self.me:
                self.seat = frame["seat"]
            if frame["kind"] == "left" and frame["seat"] == self.seat:
                self.seat = None
            self.info = frame.get("info", self.info)
            if "position" in frame:
                self.position = frame["position"]
                assert self.position is None or self.position["n"] == self.number
        elif frame["type"] == "presence":
            self.presence = frame

    async def until(self, enough: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The first frame from here on that is enough."""
        while not enough(frame := await self.hear()):
            pass
        return frame

    async def until_kind(self, kind: str) -> dict[str, Any]:
        """An entry of this kind, or a frame of this type, with everything that belongs to it."""
        return await self.until(lambda frame: kind in (frame["type"], frame.get("kind")))

    async def ask(self, kind: str, **more: Any) -> dict[str, Any]:
        """The answer to a message that has one: an error, a refusal, or what was asked for."""
        self.sent += 1
        await self.send(kind, id=self.sent, **more)
        return await self.until(lambda frame: frame.get("id") == self.sent)

    async def closing(self) -> tuple[int, str]:
        """Code and reason of the close that is to come."""
        with suppress(ConnectionClosed):
            while True:
                await self.hear()
        return self.socket.close_code or 0, self.socket.close_reason or ""

    async def close(self) -> None:
        await self.socket.close()

    # Playing

    def must(self) -> bool:
        return bool(self.position and self.position["must"])

    async def play(self, enough: Callable[[], bool]) -> None:
        """Make moves, drawn by lot, until it is enough; the question is asked after every frame."""
        answered = -1
        while not enough():
            if self.position is not None and self.must() and self.position["n"] > answered:
                answered = self.position["n"]
                await self.send("move", move=await self.choose(), n=self.number)
            if not enough():
                frame = await self.hear()
                if frame.get("code") == "try_again":
                    await asyncio.sleep(0.1)
                    answered = -1

    async def choose(self) -> str:
        assert self.position is not None
        moves: list[str] = self.position["moves"]
        assert moves
        while (move := self.chance.choice(moves)).endswith(" …"):
            moves = (await self.ask("moves", begin=move))["moves"]
        return move

    def over(self) -> bool:
        return bool(self.position and self.position["over"])

    def rounds(self) -> int:
        return sum(entry["kind"] == "moved" for entry in self.entries.values())
