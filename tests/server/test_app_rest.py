"""REST: what is described is what is answered, and what every answer has in common."""

from __future__ import annotations

import asyncio
import gzip
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance

from tests.server.clients import Somebody, served
from wildtable.cli import main
from wildtable.server.openapi import openapi

PROTOCOL = Path(__file__).parents[2] / "docs" / "protocol.md"


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with served() as at:
        yield at


@pytest.fixture
def http(address: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=address) as client:
        yield client


def test_every_path_of_the_protocol_is_described_and_the_other_way_round() -> None:
    told = set(re.findall(r"^\| `(?:GET|POST) (/api/[^`?]*)", PROTOCOL.read_text(encoding="utf-8"), re.M))
    assert told | {"/api/me"} == set(openapi()["paths"])


def test_who_i_am(http: httpx.Client) -> None:
    assert http.get("/api/me").status_code == 401
    answer = http.post("/api/me", json={"name": "  Ada   Lovelace "})
    assert answer.json()["name"] == "Ada Lovelace"
    cookie = answer.headers["set-cookie"]
    assert all(word in cookie for word in ("HttpOnly", "SameSite=lax", "Max-Age=31536000"))
    assert "Secure" not in cookie
    person = answer.json()["person"]
    assert http.get("/api/me").json() == {"person": person, "name": "Ada Lovelace"}
    assert http.post("/api/me", json={"name": "Grace"}).json() == {"person": person, "name": "Grace"}
    for name in ("", " ", "x" * 100, "\u202eadA", "\u200b", "a\nb\u0000", 5, None, ["Ada"]):
        answer = http.post("/api/me", json={"name": name})
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_field"), name
    answer = http.post("/api/me", json={"name": "Ada", "admin": True})
    assert answer.json() == {"code": "bad_field", "text": "There is no field `admin`."}
    assert http.post("/api/me", content=b"{").json()["code"] == "not_json"
    assert http.post("/api/me", content=b'{"name": "' + b"x" * 70_000 + b'"}').status_code == 413


def test_https_is_believed_of_the_proxy_alone() -> None:
    headers = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.7"}
    with served(proxy="127.0.0.1") as address, httpx.Client(base_url=address) as http:
        assert "Secure" in http.post("/api/me", json={"name": "Ada"}, headers=headers).headers["set-cookie"]
        assert "Secure" not in http.post("/api/me", json={"name": "Ada"}).headers["set-cookie"]
    with served() as address, httpx.Client(base_url=address) as http:
        assert "Secure" not in http.post("/api/me", json={"name": "Ada"}, headers=headers).headers["set-cookie"]


def test_tables_that_cannot_be(http: httpx.Client) -> None:
    http.post("/api/me", json={"name": "Ada"})
    for body, code in (
        ({}, "bad_field"),
        ({"game": "chess"}, "bad_field"),
        ({"game": "cl4sh", "seats": 40}, "bad_field"),
        ({"game": "cl4sh", "options": {"colour": 1}}, "bad_option"),
        ({"game": "cl4sh", "clock": {"move": 1}}, "bad_field"),
        ({"game": "cl4sh", "bots": ["genius"]}, "bad_field"),
        ({"game": "cl4sh", "seats": 2, "bots": ["calm"] * 3}, "bad_field"),
        ({"game": "cl4sh", "seats": 4, "begin": True}, "not_now"),
        ({"game": "cl4sh", "speed": 3}, "bad_field"),
    ):
        answer = http.post("/api/tables", json=body)
        assert 400 <= answer.status_code < 500
        assert answer.json()["code"] == code, (body, answer.text)
        assert answer.json()["text"].endswith((".", "?"))


def test_what_every_answer_has(http: httpx.Client) -> None:
    for path in ("/", "/api", "/api/games", "/api/nothing", "/openapi.json", "/healthz", "/metrics", "/nothing"):
        answer = http.get(path)
        assert answer.status_code == (404 if "nothing" in path else 200), path
        policy = answer.headers["content-security-policy"]
        assert "frame-ancestors 'none'" in policy
        assert "script-src" not in policy
        assert "default-src 'self'" in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "referrer-policy" in answer.headers
    assert http.get("/api/nothing").json() == {"code": "unknown", "text": "There is nothing here."}
    assert "text/html" in http.get("/nothing").headers["content-type"]
    answer = http.delete("/api/me")
    assert answer.status_code == 405
    assert set(answer.headers["allow"].split(", ")) == {"GET", "HEAD", "POST"}
    assert http.get("/healthz").json()["well"] is True
    assert "wildtable_requests_total" in http.get("/metrics").text
    for path in ("/assets/../../run.py", "/assets/%2e%2e/%2e%2e/run.py", "/assets/%00", "/..%2frun.py"):
        assert http.get(path).status_code == 404


def test_the_built_page_is_served(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<title>built</title>")
    (tmp_path / "icon.svg").write_text("<svg/>")
    (tmp_path / "assets" / "app-1a2b.js").write_text("1")
    with served(static=tmp_path) as address, httpx.Client(base_url=address) as http:
        for path in ("/", "/t/abc", "/replay/abc/1", "/rules/cl4sh", "/lessons", "/lab", "/players/p1"):
            assert "built" in http.get(path).text
            assert http.get(path).headers["cache-control"] == "no-cache"
        script = http.get("/assets/app-1a2b.js")
        assert "immutable" in script.headers["cache-control"]
        assert "javascript" in script.headers["content-type"]
        assert "svg" in http.get("/icon.svg").headers["content-type"]
        assert http.get("/assets/none.js").status_code == 404
        # What has been packed travels packed, to those who can unpack it.
        style = tmp_path / "assets" / "app-1a2b.css"
        style.write_text("p {}")
        style.with_name("app-1a2b.css.gz").write_bytes(gzip.compress(b"p {}"))
        for ways in ("gzip, br", "identity"):
            answer = http.get("/assets/app-1a2b.css", headers={"Accept-Encoding": ways})
            assert (answer.text, answer.headers["vary"]) == ("p {}", "Accept-Encoding")
            assert answer.headers.get("content-encoding") == ("gzip" if "gzip" in ways else None)
            assert "text/css" in answer.headers["content-type"]
        # Who comes by a wrong link finds the page that says so; a program gets a sentence.
        lost = http.get("/nothing/here", headers={"Accept": "text/html,*/*;q=0.8"})
        assert (lost.status_code, "built" in lost.text) == (404, True)
        assert "built" not in http.get("/nothing/here").text


def test_games_and_rules(http: httpx.Client) -> None:
    games = http.get("/api/games").json()
    assert [game["id"] for game in games][:2] == ["wild-apex", "uno-etheria"]
    for game in games:
        assert game["seats"]["fewest"] >= 1
        assert game["options"]
        book = http.get(f"/api/games/{game['id']}/rules").json()
        ids = {rule["id"] for chapter in book["chapters"] for rule in chapter["rules"]}
        assert {rule for option in game["options"] for rule in option["rules"]} <= ids
    assert http.get("/api/games/chess/rules").status_code == 404


@pytest.mark.compiled_only
def test_verify_by_address(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    async def story() -> str:
        ada = await Somebody.named(address, "Ada")
        table = await ada.open(seats=2, bots=["random"], begin=True)
        a = await ada.join(table)
        await a.play(a.over)
        await a.close()
        return table

    table = asyncio.run(story())
    for path in (f"/api/tables/{table}/matches/1", f"/api/tables/{table}/matches/1/record", f"/replay/{table}/1"):
        assert main(["verify", address + path]) == 0, capsys.readouterr().err
        assert "is true" in capsys.readouterr().out
    for path in (f"/replay/{table}/2", "/replay/none/1", "/"):
        assert main(["verify", address + path]) == 2
        assert capsys.readouterr().err.startswith("wildtable: ")
    assert main(["verify", "http://127.0.0.1:1/replay/a/1"]) == 2


@pytest.mark.compiled_only
def test_the_bot_in_forty_lines(address: str) -> None:
    code = re.findall(r"```python\n(.*?)```", PROTOCOL.read_text(encoding="utf-8"), re.S)[-1]
    assert code.count("\n") <= 40
    bot: dict[str, Any] = {"__name__": "bot"}
    exec(compile(code, "bot", "exec"), bot)

    async def story() -> None:
        ada = await Somebody.named(address, "Ada")
        table = await ada.open(seats=3, bots=["random"])
        a = await ada.join(table)
        await a.until_kind("table")
        playing = asyncio.create_task(asyncio.to_thread(bot["play"], f"{address}/t/{table}"))
        await a.until_kind("sat")
        await a.send("begin")
        await a.play(a.over)
        assert a.position is not None
        assert await playing == (a.position["winners"], a.position["scores"])
        await a.close()

    asyncio.run(story())


# --- Schemathesis ---


schema = schemathesis.openapi.from_dict(openapi())


@pytest.fixture(scope="module")
def cookie(address: str) -> str:
    return httpx.post(f"{address}/api/me", json={"name": "Ada"}).cookies["wildtable"]


@schema.parametrize()
@settings(max_examples=6, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
def test_schemathesis(case: schemathesis.Case[Any], address: str, cookie: str) -> None:
    """Requests by the description, good and bad: no faults, and answers as described."""
    # Which games and options there are no schema says, so that what is valid by it may yet be refused.
    case.call_and_validate(
        base_url=address, headers={"Cookie": f"wildtable={cookie}"}, excluded_checks=[positive_data_acceptance]
    )
