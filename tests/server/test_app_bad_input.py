"""What clients send that is no good: each gets an error with a code and a sentence, or is closed with a reason, and
the table goes on."""

from __future__ import annotations

import asyncio
import json
import random
import re
import socket
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from tests.server.clients import PLENTY, QUICK, SECONDS, AtTable, Somebody, served
from wildtable.server import people
from wildtable.server.limits import Addresses
from wildtable.server.messages import KINDS
from wildtable.server.run import Socket, head_of_text
from wildtable.server.settings import Limits
from wildtable.server.socket import SEND_AT_ONCE, Connection

LONG = "x" * 9000
MESSAGES: list[tuple[Any, str]] = [
    ("", "not_json"),
    ("hello", "not_json"),
    ("[1, 2]", "not_json"),
    ("null", "not_json"),
    ('{"type": "ping"', "not_json"),
    ("[" * 8000, "not_json"),
    ('{"type": "say", "text": "\\ud800"}', "not_json"),
    (b"\x00\x01", "not_json"),
    ("{}", "bad_type"),
    ({"type": 5}, "bad_type"),
    ({"type": "dance"}, "bad_type"),
    ({"type": "entry"}, "bad_type"),
    ({"type": "ping", "id": {"a": 1}}, "bad_field"),
    ({"type": "ping", "id": "x" * 41}, "bad_field"),
    ({"type": "ping", "more": 1}, "bad_field"),
    ({"type": "move"}, "bad_field"),
    ({"type": "move", "move": 7, "n": 1}, "bad_field"),
    ({"type": "move", "move": "draw", "n": "1"}, "bad_field"),
    ({"type": "move", "move": "draw", "n": 10**30}, "bad_field"),
    ({"type": "move", "move": "draw", "n": 1, "tag": LONG[:41]}, "bad_field"),
    ({"type": "move", "move": "draw", "n": 10**6}, "bad_field"),
    ({"type": "move", "move": "draw", "n": 0}, "stale"),
    ({"type": "move", "move": "draw"}, "bad_field"),
    ({"type": "sit", "seat": "Z"}, "bad_field"),
    ({"type": "sit", "seat": "L"}, "not_now"),
    ({"type": "bot", "seat": "B", "level": "genius"}, "bad_field"),
    ({"type": "bot", "seat": "L", "level": "calm"}, "no_seat"),
    ({"type": "bot", "seat": "A", "level": "calm"}, "seat_taken"),
    ({"type": "kick", "seat": "A"}, "not_now"),
    ({"type": "kick", "seat": "B"}, "no_seat"),
    ({"type": "empty", "seat": "B"}, "not_now"),
    ({"type": "begin"}, "not_now"),
    ({"type": "back"}, "not_now"),
    ({"type": "say", "text": ""}, "bad_field"),
    ({"type": "say", "text": "\u200b\u202e"}, "bad_field"),
    ({"type": "say", "text": "x" * 201}, "bad_field"),
    ({"type": "react", "what": "spit"}, "bad_field"),
    ({"type": "moves"}, "bad_field"),
]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with served() as at:
        yield at


def test_each_bad_message_is_answered_and_the_table_goes_on(address: str) -> None:
    async def story() -> None:
        ada = await Somebody.named(address, "Ada")
        # The first who is asked is Ada, for the others wait for her.
        table = await ada.open(seats=2, bots=["calm"], begin=True, grace=0, pace=0)
        a, looker = await ada.join(table), await AtTable.come(address, table)
        await a.until_kind("table")
        while not a.must():
            await a.hear()
        number = a.number
        for message, code in MESSAGES:
            await a.socket.send(json.dumps(message) if isinstance(message, dict) else message)
            error = await a.until_kind("error")
            assert error["code"] == code, (message, error)
            assert error["text"][0].isupper() or error["text"][0] in "`" or ":" in error["text"]
            assert error["text"].endswith((".", "?", "!"))
        assert a.number == number
        refused = await a.ask("move", move="play", n=number)
        assert refused["type"] == "refused"
        assert refused["text"]
        refused = await a.ask("move", move="fly R5", n=number)
        assert refused["type"] == "refused"
        assert refused["text"]
        for words in ("begin", "close"):
            assert (await looker.ask(words))["code"] == "not_seated"
        assert (await looker.ask("move", move="draw", n=number))["code"] == "not_seated"
        await a.play(lambda: a.rounds() >= 3)
        await a.close()
        await looker.close()

    asyncio.run(story())


def test_other_peoples_chairs_and_tables(address: str) -> None:
    async def story() -> None:
        ada, eve = await Somebody.named(address, "Ada"), await Somebody.named(address, "Eve")
        table = await ada.open(seats=3, bots=["calm"])
        a, e = await ada.join(table), await eve.join(table)
        await a.until_kind("table")
        assert (await e.ask("sit", seat="A"))["code"] == "seat_taken"
        for message in ({"kind": "begin"}, {"kind": "close"}, {"kind": "kick", "seat": "A"}):
            assert (await e.ask(**message))["code"] == "not_host"
        await e.send("sit", seat="B")
        await e.until_kind("sat")
        await a.send("begin")
        await a.until_kind("began")
        await e.play(lambda: e.position is not None)
        while not (a.must() or e.must()):
            await asyncio.gather(a.hear(), e.hear())
        wrong, right = (e, a) if a.must() else (a, e)
        assert right.position is not None
        move = right.position["moves"][0]
        answer = await wrong.ask("move", move=move, n=right.number)
        assert answer["type"] == "refused" or answer["code"] in ("stale", "not_now")
        await a.close()
        await e.close()

    asyncio.run(story())


def test_tokens_that_are_not_ours(address: str) -> None:
    async def story() -> None:
        ada = await Somebody.named(address, "Ada")
        table = await ada.open(seats=2)
        body, _, signature = ada.cookie.partition(".")
        stranger = people.token(people.new_person_id(), b"k" * 32)
        for cookie in (
            body,
            f"{body}.",
            f"{body}.{signature[:-1]}",
            f"{people.new_person_id()}.{signature}",
            people.token(body, b"another key"),
            stranger,
            "x" * 3000,
            "p.é",
        ):
            async with httpx.AsyncClient(
                base_url=address, headers=[(b"Cookie", f"wildtable={cookie}".encode())]
            ) as http:
                assert (await http.get("/api/me")).status_code == 401
                answer = await http.post("/api/tables", json={"game": "cl4sh"})
                assert (answer.status_code, answer.json()["code"]) == (401, "nobody")
            if cookie.isascii():
                at = await AtTable.come(address, table, cookie)
                await at.until_kind("table")
                assert at.me is None
                assert at.seat is None
                await at.close()

    asyncio.run(story())


def test_a_message_that_is_too_long_ends_the_connection(address: str) -> None:
    async def story() -> None:
        ada = await Somebody.named(address, "Ada")
        table = await ada.open(seats=2)
        a = await ada.join(table)
        await a.send("say", text=LONG)
        error = await a.until_kind("error")
        assert error["code"] == "too_long"
        assert (await a.closing())[0] == 4008
        b = await ada.join(table)
        await b.socket.send("x" * 100_000)  # more than is read at all
        assert (await b.closing())[0] == 1009

    asyncio.run(story())


def test_pages_of_other_sites(address: str) -> None:
    async def story() -> None:
        ada = await Somebody.named(address, "Ada")
        table = await ada.open(seats=2)
        path = address.replace("http", "ws", 1) + f"/ws/{table}"
        for origin in ("https://evil.example", "null", "http://127.0.0.1:1", "http://[::1", address + ".evil.example"):
            at = AtTable(await connect(path, additional_headers={"Origin": origin}))
            assert (await at.closing())[0] == 4003
            answer = await ada.ask("POST", "/api/me", json={"name": "Eve"}, headers={"Origin": origin})
            assert (answer.status_code, answer.json()["code"]) == (403, "origin")
        at = AtTable(await connect(path, additional_headers={"Origin": address}))
        await at.until_kind("table")
        await at.close()
        assert (
            await ada.ask("POST", "/api/me", json={"name": "Ada L"}, headers={"Origin": address})
        ).status_code == 200

    asyncio.run(story())


def test_no_such_table(address: str) -> None:
    async def story() -> None:
        for table in ("aaaaaaaa", "..", "A'--", "%00", "x" * 500):
            at = await AtTable.come(address, table)
            assert (await at.closing())[0] == 4004

    asyncio.run(story())


def test_too_fast() -> None:
    async def story(address: str) -> None:
        ada = await Somebody.named(address, "Ada")
        table = await ada.open(seats=2)
        looker = await AtTable.come(address, table)
        a = await ada.join(table)
        for _ in range(4):
            await a.send("say", text="hello")
        assert (await a.until_kind("error"))["code"] == "too_fast"
        await a.send("react", what="wave")
        await a.until_kind("reacted")
        for _ in range(200):
            await a.send("ping")
        assert (await a.until_kind("error"))["code"] == "too_fast"
        assert (await a.closing())[0] == 4008
        assert (await looker.ask("ping"))["type"] == "pong"
        await looker.close()

    with served(Limits(messages=5, chat=3)) as address:
        asyncio.run(story(address))


def test_too_many_connections_tables_and_requests() -> None:
    async def story(address: str) -> None:
        ada = await Somebody.named(address, "Ada")
        table = await ada.open(seats=2)
        lookers = [await AtTable.come(address, table) for _ in range(5)]
        for looker in lookers:
            await looker.until_kind("table")
        one_more = await AtTable.come(address, table)
        assert (await one_more.closing())[0] == 4012
        await lookers.pop().close()
        while lookers[0].presence.get("watching") != 4:
            await lookers[0].hear()
        again = await AtTable.come(address, table)
        await again.until_kind("table")
        for at in [again, *lookers]:
            await at.close()
        assert 4012 in [await one_visit(address, table) for _ in range(20)]
        assert 'wildtable_closes_total{code="4012"}' in (await ada.ask("GET", "/metrics")).text
        await ada.open(seats=2)
        answer = await ada.ask("POST", "/api/tables", json={"game": "cl4sh", **QUICK})
        assert (answer.status_code, answer.json()["code"]) == (429, "too_fast")
        async with httpx.AsyncClient(base_url=address) as http:
            assert 429 in [(await http.get("/api/me")).status_code for _ in range(60)]

    limits = Limits(sockets=5, connects=9, tables=2, requests=20)
    with served(limits) as address:
        asyncio.run(story(address))


async def one_visit(address: str, table: str) -> int:
    """Come and go; the code of the close."""
    at = await AtTable.come(address, table)
    with suppress(ConnectionClosed):
        await at.until_kind("table")
    await at.close()
    return at.socket.close_code or 0


def test_a_client_that_never_reads_is_closed_and_nobody_waits_for_it() -> None:
    async def story(address: str) -> None:
        ada, ben = await Somebody.named(address, "Ada"), await Somebody.named(address, "Ben")
        table = await ada.open(seats=2)
        deaf = deaf_socket(address, table)
        a = await ada.join(table)
        await a.until_kind("table")
        while a.presence.get("watching") != 1:
            await a.hear()
        began = time.monotonic()
        while a.presence["watching"]:
            await a.send("say", text="€" * 200)
            await a.until_kind("said")
            assert time.monotonic() - began < 15
        deaf.close()
        b = await ben.join(table)
        await b.until_kind("table")
        await a.close()
        await b.close()

    limits = Limits(messages=10_000, chat=100_000, waiting=20, send_seconds=0.5)
    with served(limits) as address:
        asyncio.run(story(address))


def narrow_socket(address: str) -> socket.socket:
    """Connected, with room for little that nobody has read."""
    parts = urlsplit(address)
    assert parts.hostname is not None
    assert parts.port is not None
    narrow = socket.socket()
    narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    narrow.connect((parts.hostname, parts.port))
    return narrow


def deaf_socket(address: str, table: str) -> socket.socket:
    """A connection that says what it must and then reads nothing."""
    deaf = narrow_socket(address)
    deaf.sendall(upgrade(address, table))
    return deaf


@pytest.mark.compiled_only
def test_ten_thousand_connects() -> None:
    """From one address, five hundred at a time: each is told why it may not come in, and a match goes on meanwhile."""

    async def story(address: str) -> None:
        ada = await Somebody.named(address, "Ada")
        table = await ada.open("wild-apex", seats=2, bots=["random"], begin=True)
        a = await ada.join(table)
        await a.until_kind("table")
        endings: Counter[tuple[int, bytes]] = Counter()

        async def flood() -> None:
            for _ in range(20):
                endings.update(await asyncio.gather(*(short_visit(address, table) for _ in range(500))))

        flooding = asyncio.create_task(flood())
        moves = 0
        while not flooding.done():
            await one_more(a)
            moves += 1
            await asyncio.sleep(0.02)
        await flooding
        assert moves > 20
        assert endings == {(4012, b"There are too many connections from your address."): 10_000}
        await a.close()

    with served(replace(PLENTY, sockets=1)) as address:
        asyncio.run(story(address))


async def one_more(at: AtTable) -> None:
    """One more move, in a new match if this one is over."""
    if at.over():
        await at.send("begin")
        await at.until_kind("began")
    had = at.rounds()
    await at.play(lambda: at.rounds() > had)


async def short_visit(address: str, table: str) -> tuple[int, bytes]:
    """Connect and wait for the close; its code and reason. Without a library for WebSockets, whose own work would be
    most of it."""
    parts = urlsplit(address)
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
    try:
        writer.write(upgrade(address, table))
        heard = await reader.read()
        frame = heard[heard.index(b"\r\n\r\n") + 4 :]
        assert frame[0] == 0x88
        return int.from_bytes(frame[2:4], "big"), frame[4 : 2 + frame[1]]
    finally:
        writer.close()
        await writer.wait_closed()


def upgrade(address: str, table: str) -> bytes:
    return (
        f"GET /ws/{table} HTTP/1.1\r\nHost: {urlsplit(address).netloc}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    ).encode()


def test_a_slow_client_is_waited_for_while_it_reads(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It reads a little now and then, less than there is to read, and yet hears everything in order."""
    sent: list[bool] = []  # at once, or to wait
    straight = Socket.send_at_once

    def send_at_once(self: Socket, words: bytes) -> bool:
        sent.append(straight(self, words))
        return sent[-1]

    monkeypatch.setattr(Socket, "send_at_once", send_at_once)

    async def story() -> None:
        ada, ben = await Somebody.named(address, "Ada"), await Somebody.named(address, "Ben")
        table = await ada.open(seats=2)
        a, b = await ada.join(table), AtTable(await narrow_connection(address, table, ben.cookie))
        await b.send("sit")
        await b.until_kind("sat")

        ahead = asyncio.Semaphore(250)  # more than fits into sockets, fewer than the server is willing to keep

        async def talk() -> None:
            for number in range(600):
                await ahead.acquire()
                await a.send("say", text=f"{number} " + "€" * 190)
                await a.until_kind("said")

        async def listen() -> None:
            for number in range(600):
                if number % 20 == 0:
                    await asyncio.sleep(0.1)
                assert (await b.until_kind("said"))["text"].startswith(f"{number} ")
                ahead.release()

        await asyncio.gather(talk(), listen())
        assert 0 < sent.count(False) < len(sent) / 2
        before = len(sent)
        for number in range(5):  # to both at once again, after what has waited
            await a.send("say", text=f"later {number}")
            assert (await b.until_kind("said"))["text"] == f"later {number}"
        assert len(sent) >= before + 10
        assert all(sent[before:])
        assert (await a.ask("ping"))["type"] == "pong"
        await a.close()
        await b.close()

    asyncio.run(story())


def test_nothing_overtakes_what_waits() -> None:
    heard: list[str] = []
    can = False

    def send_at_once(words: bytes) -> bool:
        if can:
            heard.append(words.decode())
        return can

    async def send_text(words: str) -> None:
        await asyncio.sleep(0)
        heard.append(words)

    async def story() -> None:
        nonlocal can
        socket: Any = SimpleNamespace(scope={"extensions": {SEND_AT_ONCE: send_at_once}}, send_text=send_text)
        house: Any = SimpleNamespace(limits=Limits())
        connection = Connection(house, socket, room=None, person=None)  # type: ignore[arg-type]
        connection.tell(b"1")
        can = True
        connection.tell(b"2")
        assert not heard
        writing = asyncio.create_task(connection.write())
        await asyncio.sleep(0)
        connection.tell(b"3")
        while len(heard) < 3:
            await asyncio.sleep(0)
        await asyncio.sleep(0)
        connection.tell(b"4")
        assert heard == ["1", "2", "3", "4"]
        connection.end(4010, "Go.")
        await writing
        connection.tell(b"5")
        assert len(heard) == 4

    asyncio.run(story())


async def narrow_connection(address: str, table: str, cookie: str) -> ClientConnection:
    """One that takes little before it is read."""
    path = address.replace("http", "ws", 1) + f"/ws/{table}"
    return await connect(
        path, sock=narrow_socket(address), additional_headers={"Cookie": f"wildtable={cookie}"}, max_size=None
    )


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536, 200_000])
def test_a_text_of_any_size_is_framed_as_the_rfc_has_it(size: int) -> None:
    words = b"x" * size
    assert head_of_text(size) + words == Frame(Opcode.TEXT, words).serialize(mask=False)


def test_a_request_that_never_comes_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wildtable.server.run.HEAD_SECONDS", 0.5)
    monkeypatch.setattr("wildtable.server.web.BODY_SECONDS", 0.5)
    get, post = b"GET /healthz HTTP/1.1\r\nHost: x\r\n", b"POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n"
    with served() as address:
        for words, answers in (
            (b"", []),
            (b"GET /heal", []),
            (get, []),
            (get + b"\r\n" + get, [b"200"]),
            (post + b"\r\n" + b'{"nam', [b"408"]),
            (get + b"More: " + b"x" * 1_000_000, []),
            (b"GET /" + b"x" * 1_000_000, []),
        ):
            assert answers_to(words, address) == answers, words[:100]
        assert answers_to(get + b"Connection: close\r\n\r\n", address) == [b"200"]


def answers_to(words: bytes, address: str) -> list[bytes]:
    """The status of each answer, until the server ends the connection."""
    parts = urlsplit(address)
    assert parts.hostname is not None
    assert parts.port is not None
    with socket.create_connection((parts.hostname, parts.port), timeout=SECONDS) as connection:
        heard = b""
        with suppress(ConnectionError):
            connection.sendall(words)
            while more := connection.recv(65_536):
                heard += more
    return re.findall(rb"^HTTP/1.1 (\d+)", heard, re.M)


def test_a_network_of_ipv6_is_one_address() -> None:
    addresses = Addresses(Limits())
    first = addresses.of("2001:db8::1")
    assert addresses.of("2001:db8::ffff:2") is first
    assert addresses.of("2001:db8:0:1::1") is not first
    assert addresses.of("::ffff:192.0.2.1") is addresses.of("192.0.2.1")
    assert addresses.of("192.0.2.1") is not addresses.of("192.0.2.2")
    assert addresses.of("not an address") is addresses.of("not an address")


STRANGE = [None, True, -1, 0, 2, 1.5, 10**400, "", "A", "Z", "play", "draw", "é" * 60, "\0", [], ["A"], {}, {"a": 1}]
FIELDS = ("seat", "level", "move", "n", "tag", "begin", "text", "what", "more")
HARMLESS = [kind for kind in KINDS if kind not in ("close", "leave")]


def test_whatever_is_sent_is_no_fault_of_the_server(address: str) -> None:
    """Messages put together by lot, of right and wrong parts, from somebody with a chair and from an onlooker."""
    chance = random.Random(5)

    def message(number: int) -> str:
        parts = {name: chance.choice(STRANGE) for name in FIELDS if chance.random() < 0.2}
        return json.dumps({"type": chance.choice(HARMLESS), "id": number, **parts})

    async def story() -> None:
        ada = await Somebody.named(address, "Ada")
        table = await ada.open("wild-apex", seats=3, bots=["random", "random"], begin=True)
        a, looker = await ada.join(table), await AtTable.come(address, table)
        for number in range(1000, 1400):
            for at in (a, looker):
                await at.socket.send(message(number))
        for at in (a, looker):
            await at.ask("ping")
            codes = Counter(frame["code"] for frame in at.frames if frame["type"] == "error")
            assert codes["bad_field"] > 100
            assert codes["not_seated"] > 5 or at is a
        await one_more(a)
        assert "wildtable_faults_total 0.0" in (await ada.ask("GET", "/metrics")).text
        await a.close()
        await looker.close()

    asyncio.run(story())


def test_as_many_tables_as_the_memory_may_have() -> None:
    """A table where nobody is makes place for another one, and comes back when somebody wants it."""

    async def story(address: str) -> None:
        ada = await Somebody.named(address, "Ada")
        tables = [await ada.open(seats=2) for _ in range(3)]
        ats = [await ada.join(table) for table in tables[:2]]
        for at in ats:
            await at.until_kind("table")
        answer = await ada.ask("POST", "/api/tables", json={"game": "cl4sh"})
        assert (answer.status_code, answer.json()["code"]) == (503, "full")
        late = await ada.join(tables[2])
        assert await late.closing() == (4012, "The server has as many tables as it can bear; try again later.")
        await ats.pop().close()
        late = await AtTable.come(address, tables[2])
        while (await late.hear())["type"] != "table":
            late = await AtTable.come(address, tables[2])
        await late.close()
        await ats.pop().close()

    with served(Limits(live_tables=2)) as address:
        asyncio.run(story(address))
