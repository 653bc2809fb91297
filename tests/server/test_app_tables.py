"""People at live tables, over real sockets: they come, sit, play, go, come back."""

from __future__ import annotations

import asyncio
import tomllib
from collections.abc import Coroutine, Iterator
from typing import Any

import pytest

from tests.server.clients import AtTable, Somebody, served
from tests.server.told import assert_no_more_was_told
from wildtable.engine.codes import NOBODY
from wildtable.games import games
from wildtable.notation.record import read_record_text, verify
from wildtable.server.entries import Addition
from wildtable.server.socket import Connection
from wildtable.server.store import Store
from wildtable.server.tables import Act


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with served() as at:
        yield at


def run(story: Coroutine[Any, Any, None]) -> None:
    asyncio.run(story)


SHORT = {
    "wild-apex": {},
    "uno-etheria": {},
    "whats-wild": {"rounds": "short"},
    "wild-side": {"leads_each": 1},
    "cl4sh": {},
}


@pytest.mark.compiled_only
@pytest.mark.parametrize("game", [game.id for game in games() if game.id in SHORT])
def test_a_whole_match_of_two_people_and_two_bots(address: str, game: str) -> None:
    """It ends, everybody was told the same, and nobody of a card that was not theirs to know."""

    async def story() -> None:
        ada, ben = await Somebody.named(address, "Ada"), await Somebody.named(address, "Ben")
        table = await ada.open(game, seats=4, bots=["calm", "random"], options=SHORT[game])
        a, b, looker = await ada.join(table), await ben.join(table), await AtTable.come(address, table)
        await a.until_kind("table")
        await b.until_kind("table")
        assert (a.seat, b.seat, a.position) == ("A", None, None)
        await b.send("sit")
        await b.until_kind("sat")
        assert b.seat == "B"
        await a.send("begin")
        await asyncio.gather(*(at.play(at.over) for at in (a, b, looker)))
        assert (await ada.get(f"/api/tables/{table}"))["state"] == a.info["state"] == "over"
        for at in (a, b, looker):
            wrong = [frame for frame in at.frames if frame["type"] == "error" and frame["code"] != "stale"]
            assert not wrong
            await at.close()
        assert a.position is not None
        assert b.position is not None
        assert a.position["winners"] == b.position["winners"]
        assert a.position["secret"]
        assert len(a.position["commitment"]) == 64
        assert strip(a) == strip(b) == strip(looker)

        # The same match as a record, as a replay, and as its players' statistics have it.
        text = (await ada.ask("GET", f"/api/tables/{table}/matches/1/record")).text
        record = read_record_text(text)
        final = verify(record)
        assert ["ABCD"[seat] for seat in final.seats_in(final.winners)] == a.position["winners"]
        for viewer, at in ((0, a), (1, b), (NOBODY, looker)):
            assert assert_no_more_was_told(record, at.frames, viewer) > 20
        assert tomllib.loads(text)["commitment"] == a.position["commitment"]
        match = await ada.get(f"/api/tables/{table}/matches/1")
        assert (match["winners"], match["scores"]) == (a.position["winners"], a.position["scores"])
        assert len(match["steps"]) == 1 + len(record.moves)
        steps = await ada.get(f"/api/tables/{table}/matches/1/steps?eyes=B&from=1&count=3")
        assert steps["total"] == len(match["steps"])
        assert [step["step"] for step in steps["steps"]] == [1, 2, 3]
        told = await ada.get(f"/api/players/{ben.id}")
        assert told["games"][game]["matches"] == 1

    run(story())


def strip(at: AtTable) -> dict[int, Any]:
    """The entries as everybody hears of them: without what only one chair sees."""
    return {
        number: {name: entry[name] for name in ("n", "at", "kind", "seat", "by") if name in entry}
        for number, entry in at.entries.items()
    }


def test_what_a_chair_must_not_know_is_not_sent(address: str) -> None:
    async def story() -> None:
        ada, ben = await Somebody.named(address, "Ada"), await Somebody.named(address, "Ben")
        table = await ada.open("cl4sh", seats=3, bots=["random"])
        a, b, looker = await ada.join(table), await ben.join(table), await AtTable.come(address, table)
        await b.send("sit")
        await b.until_kind("sat")
        await a.send("begin")
        await asyncio.gather(*(at.until_kind("began") for at in (a, b, looker)))
        assert a.position is not None
        assert b.position is not None
        assert looker.position is not None
        assert a.position["view"]["hand"] != b.position["view"]["hand"]
        assert not looker.position["view"]["hand"]
        assert not looker.position["moves"]
        assert all("secret" not in (at.position or {}) for at in (a, b, looker))
        hidden = [event for event in looker.entries[looker.number]["events"] if event["cards"]]
        assert all(event["kind"] != "dealt" for event in hidden)
        answer = await ada.ask("GET", f"/api/tables/{table}/matches/1")
        assert (answer.status_code, answer.json()["code"]) == (409, "not_now")
        for at in (a, b, looker):
            await at.close()

    run(story())


def test_who_comes_back_gets_what_was_missed(address: str) -> None:
    async def story() -> None:
        ada = await Somebody.named(address, "Ada")
        table = await ada.open(seats=3, bots=["random", "random"], begin=True)
        a = await ada.join(table)
        await a.play(lambda: a.rounds() >= 4)
        number, known = a.number, dict(a.entries)
        await a.close()
        other = await ada.join(table)
        await other.play(lambda: other.number >= number + 3)
        back = await ada.join(table, last=number)
        frame = await back.hear()
        assert (frame["type"], frame["n"]) == ("entry", number + 1)
        await back.play(lambda: back.number >= other.number and back.position is not None)
        assert not known.keys() & back.entries.keys()
        for entry in back.entries.keys() & other.entries.keys():
            assert back.entries[entry].items() <= {**other.entries[entry], **back.entries[entry]}.items()
        again = await ada.join(table, last=10**9)  # no number of this table
        assert (await again.hear())["type"] == "table"
        await again.close()
        await other.close()
        await back.close()

    run(story())


def test_the_newest_connection_of_a_person_counts(address: str) -> None:
    async def story() -> None:
        ada = await Somebody.named(address, "Ada")
        table = await ada.open(seats=2)
        first = await ada.join(table)
        await first.until_kind("table")
        second = await ada.join(table)
        await second.until_kind("table")
        assert (await first.closing())[0] == 4001
        assert second.info["seats"][0]["here"]
        # Onlookers without a name are as many as they like.
        lookers = [await AtTable.come(address, table) for _ in range(3)]
        for looker in lookers:
            await looker.until_kind("table")
        while second.presence.get("watching") != 3:
            await second.hear()
        for at in [second, *lookers]:
            await at.close()

    run(story())


def test_leave_kick_and_a_bot_instead(address: str) -> None:
    async def story() -> None:
        ada, ben, cy = [await Somebody.named(address, name) for name in ("Ada", "Ben", "Cy")]
        table = await ada.open(seats=3)
        a, b, c = [await who.join(table) for who in (ada, ben, cy)]
        for at in (b, c):
            await at.send("sit")
            await at.until(lambda frame, at=at: at.seat is not None)  # type: ignore[misc]
        assert (await b.ask("kick", seat="C"))["code"] == "not_host"
        await a.send("kick", seat="C")
        left = await c.until_kind("left")
        assert (left["seat"], left["why"]) == ("C", "kicked")
        assert (await c.closing())[0] == 4009
        c = await cy.join(table)
        assert (await c.closing())[0] == 4009
        assert not c.frames
        await a.send("bot", seat="C", level="random")
        await a.until_kind("bot")
        await a.send("begin")
        await b.until_kind("began")
        await a.send("leave")  # the host goes in the middle of a match
        await b.until(lambda frame: frame.get("kind") == "bot" and frame["why"] == "left")
        await b.play(lambda: any(entry["kind"] == "host" for entry in b.entries.values()))
        assert next(entry for entry in b.entries.values() if entry["kind"] == "host")["person"] == ben.id
        assert (await b.ask("moves", begin=""))["type"] == "moves"
        await a.send("sit", seat="A")  # and comes back to the same chair, where the bot was
        await a.play(lambda: a.seat == "A")
        for at in (a, b):
            await at.close()

    run(story())


@pytest.mark.compiled_only
def test_a_rematch(address: str) -> None:
    async def story() -> None:
        ada = await Somebody.named(address, "Ada")
        table = await ada.open(seats=2, bots=["random"], begin=True)
        a = await ada.join(table)
        await a.play(a.over)
        await a.send("begin")
        assert (await a.until_kind("began"))["match"] == 2
        await a.play(a.over)
        assert a.position is not None
        assert a.position["match"] == 2
        matches = [await ada.get(f"/api/tables/{table}/matches/{number}") for number in (1, 2)]
        assert [match["match"] for match in matches] == [1, 2]
        await a.close()

        # And the first one again, from its third step on.
        answer = await ada.ask("POST", f"/api/tables/{table}/matches/1/play-on", json={"step": 2, "seat": "A"})
        assert answer.status_code == 201, answer.text
        other = await ada.join(answer.json()["table"])
        await other.until_kind("table")
        assert other.info["state"] == "playing"
        assert other.seat == "A"
        await other.close()

    run(story())


def test_a_table_that_closes(address: str) -> None:
    async def story() -> None:
        ada = await Somebody.named(address, "Ada")
        table = await ada.open(seats=2, open=True)
        assert table in [line["table"] for line in await ada.get("/api/tables")]
        assert table in [line["table"] for line in await ada.get("/api/tables?mine=true")]
        a = await ada.join(table)
        await a.send("close")
        await a.until_kind("closed")
        assert (await a.closing())[0] == 4013
        assert table not in [line["table"] for line in await ada.get("/api/tables")]
        again = await ada.join(table)
        assert (await again.closing())[0] == 4013

    run(story())


def test_the_same_tag_is_the_same_move(address: str) -> None:
    async def story() -> None:
        ada = await Somebody.named(address, "Ada")
        table = await ada.open(seats=2, bots=["calm"], begin=True, pace=10_000, grace=10_000)
        a = await ada.join(table)
        await a.until_kind("table")
        await a.send("say", text="hello", tag="t1")
        await a.send("say", text="hello", tag="t1")
        first = await a.until_kind("said")
        again = await a.until_kind("said")
        assert first["n"] == again["n"]
        assert first["tag"] == "t1"
        number = a.number
        await a.send("react", what="wave")
        assert (await a.until_kind("reacted"))["n"] == number + 1
        await a.close()

    run(story())


def test_what_was_asked_for_happens_even_if_who_asked_is_sent_away(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored: list[int] = []
    append, ask = Store.append, Connection.ask

    async def slow_append(self: Store, addition: Addition) -> bool:
        await asyncio.sleep(0.5)
        done = await append(self, addition)
        stored.append(addition.entry.number)
        return done

    def ask_and_end(self: Connection, *asked: Any) -> Act:
        asyncio.get_running_loop().call_later(0.1, self.end, 4010, "Go.")
        return ask(self, *asked)

    async def story() -> None:
        ada = await Somebody.named(address, "Ada")
        table = await ada.open(seats=2)
        looker = await AtTable.come(address, table)
        a = await ada.join(table)
        await a.until_kind("table")
        monkeypatch.setattr(Store, "append", slow_append)
        monkeypatch.setattr(Connection, "ask", ask_and_end)
        await a.send("say", text="Bye!")
        assert await a.closing() == (4010, "Go.")
        assert not stored
        assert (await looker.until_kind("said"))["text"] == "Bye!"
        assert stored
        await looker.close()

    run(story())


def test_talk_and_hints(address: str) -> None:
    async def story() -> None:
        ada = await Somebody.named(address, "Ada")
        table = await ada.open(seats=2, bots=["calm"])
        a, looker = await ada.join(table), await AtTable.come(address, table)
        assert (await a.ask("ping"))["type"] == "pong"
        assert (await a.ask("hint"))["code"] == "not_now"
        assert (await looker.ask("hint"))["code"] == "not_seated"
        assert (await looker.ask("say", text="hi"))["code"] == "not_seated"
        await a.send("say", text="<b>hello</b>")
        said = await looker.until_kind("said")
        assert (said["seat"], said["name"], said["text"]) == ("A", "Ada", "<b>hello</b>")
        await a.send("begin")
        await a.play(a.must)
        hint = await a.ask("hint")
        assert hint["type"] == "hint"
        assert hint["move"] == hint["moves"][0]["move"]
        shares = [one["share"] for one in hint["moves"]]
        assert shares == [None] or all(0 <= share <= 1 for share in shares)
        for one in hint["moves"]:
            assert one["move"] in (await a.ask("moves", begin=one["move"]))["moves"]
        await a.close()
        await looker.close()

    run(story())


def test_only_players_look_on_where_the_table_wants_it(address: str) -> None:
    async def story() -> None:
        ada, ben, cy = [await Somebody.named(address, name) for name in ("Ada", "Ben", "Cy")]
        table = await ada.open(seats=2, spectators=False)
        b = await ben.join(table)  # may come to take the chair that is free
        await b.send("sit")
        await b.until_kind("sat")
        c = await cy.join(table)
        assert (await c.closing())[0] == 4003
        assert not c.frames
        await b.close()

    run(story())
