"""The lab over HTTP: the figures of `wildtable simulate`, and never more than it may take."""

from __future__ import annotations

import json
import os
import shlex
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.clients import SECONDS, Process, served
from wildtable.cli import main
from wildtable.games import game
from wildtable.lab.child import NICE
from wildtable.lab.compare import compare
from wildtable.lab.simulate import plan, simulate
from wildtable.server.lab import HEADERS, LINES
from wildtable.server.limits import Address, Addresses
from wildtable.server.settings import Limits

ENDLESS = {"game": "whats-wild", "players": ["calm"], "games": 100_000}  # far longer than a test


@pytest.fixture(scope="module")
def http() -> Iterator[httpx.Client]:
    with (
        served(Limits(simulations=1000, lab_runs=1, lab_seconds=60)) as at,
        httpx.Client(base_url=at, timeout=SECONDS) as client,
    ):
        yield client


def lines_of(answer: httpx.Response) -> list[dict[str, Any]]:
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == LINES
    return [json.loads(line) for line in answer.text.splitlines()]


def results_of(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [line for line in lines if line["type"] == "result"]


@contextmanager
def running(http: httpx.Client, **more: Any) -> Iterator[Iterator[str]]:
    """A simulation that is under way: its first line has come."""
    with http.stream("POST", "/api/lab", **{"json": ENDLESS, **more}) as answer:
        assert answer.status_code == 200
        lines = answer.iter_lines()
        assert json.loads(next(lines))["type"] == "progress"
        yield lines


def children(of: int | None = None) -> list[int]:
    """The simulations of this process, or of another one."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            words = path.read_text().rpartition(")")[2].split()
            command = (path.parent / "cmdline").read_bytes()
        except OSError:
            continue
        if int(words[1]) == (of or os.getpid()) and words[0] != "Z" and b"wildtable.lab.child" in command:
            found.append(int(path.parent.name))
    return found


def soon(what: Callable[[], bool]) -> bool:
    by = time.monotonic() + SECONDS
    while not what() and time.monotonic() < by:
        time.sleep(0.02)
    return what()


# --- figures ---


@pytest.mark.compiled_only
@pytest.mark.parametrize(
    "wanted",
    [
        {"game": "cl4sh", "games": 300, "against": {"number_copies": 2, "slams": True}},
        {"game": "wild-apex", "seats": 3, "games": 200, "seed": 7, "options": {"copies": {"fury": 2}, "bluff": True}},
        {"game": "wild-apex", "games": 105, "players": ["random"], "options": {"cries": ["ROAR OUT", "it's"]}},
        {"game": "uno-etheria", "seats": 2, "games": 22, "players": ["calm", "brisk"], "options": {}, "against": {}},
        {"game": "whats-wild", "seats": 3, "games": 40, "seed": 2**53 - 2, "against": {}},
    ],
    ids=lambda wanted: wanted["game"],
)
def test_the_figures_are_those_of_the_command_that_is_shown(
    http: httpx.Client, wanted: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    lines = lines_of(http.post("/api/lab", json=wanted))
    results = results_of(lines)
    assert [line["variant"] for line in results] == ([0, 1] if "against" in wanted else [0])
    for line in results:
        name, *words = shlex.split(line["command"])
        assert name == "wildtable"
        assert main([*words, "--json"]) == 0
        told = json.loads(capsys.readouterr().out)
        del told["speed"]
        assert line["result"] == told
        assert told["games"] == wanted["games"]
        assert told["seed"] == wanted.get("seed", 1) + line["variant"]
        assert told["players"] == (wanted.get("players", ["brisk"]) * told["seats"])[: told["seats"]]
    if "against" in wanted:
        both = [simulated(line["result"]) for line in results]
        assert lines[-1] == {"type": "difference", "difference": compare(*both)}


def simulated(told: dict[str, Any]) -> Any:
    what = plan(game(told["game"]), told["seats"], told["games"], told["seed"], told["options"], told["players"])
    return simulate(what, 2)


@pytest.mark.compiled_only
def test_it_ends_when_its_time_is_used_up(capsys: pytest.CaptureFixture[str]) -> None:
    with served(Limits(lab_seconds=0.6)) as address:
        wanted = {**ENDLESS, "game": "cl4sh", "seats": 3, "against": {"number_copies": 2}}
        lines = lines_of(httpx.post(f"{address}/api/lab", json=wanted, timeout=SECONDS))
    for line in results_of(lines):
        result = line["result"]
        assert result["interrupted"]
        assert 0 < result["games"] < result["games_asked"] == 100_000
        assert main([*shlex.split(line["command"])[1:], "--json"]) == 0
        told = json.loads(capsys.readouterr().out)
        assert told["games"] == result["games"]
        assert (told["wins"], told["scores"], told["a_match"]) == (result["wins"], result["scores"], result["a_match"])
    assert lines[-1]["type"] == "difference"
    assert {line["type"] for line in lines} == {"progress", "result", "difference"}


def test_what_is_known_is_not_simulated_again() -> None:
    wanted = {"game": "cl4sh", "games": 100, "against": {"number_copies": 2}}
    with served(Limits(simulations=1)) as address:
        first = lines_of(httpx.post(f"{address}/api/lab", json=wanted, timeout=SECONDS))
        again = lines_of(httpx.post(f"{address}/api/lab", json={**wanted, "seats": 4, "options": {}}))
        assert again == [line for line in first if line["type"] != "progress"]
        other = httpx.post(f"{address}/api/lab", json={**wanted, "seed": 5})
    assert other.status_code == 429
    assert other.json()["text"] == "There have been too many simulations from your address; wait a moment."


# --- what is refused ---


@pytest.mark.parametrize(
    ("wanted", "sentence"),
    [
        ({}, "It lacks the field `game`."),
        ({"game": "chess"}, "There is no game"),
        ({"game": "cl4sh", "seats": 9}, "CL4SH is played by 2 to 6 players, not by 9."),
        ({"game": "cl4sh", "seats": 99}, "seats: expected `int` <= 12."),
        ({"game": "cl4sh", "games": 0}, "games: expected `int` >= 1."),
        ({"game": "cl4sh", "games": 100_001}, "games: expected `int` <= 100000."),
        ({"game": "cl4sh", "games": 1.5}, "games: expected `int`, got `float`."),
        ({"game": "cl4sh", "seed": -1}, "seed: expected `int` >= 0."),
        ({"game": "cl4sh", "seed": 2**53}, "seed: expected `int` <= 9007199254740990."),
        ({"game": "cl4sh", "players": []}, "players: expected `array` of length >= 1."),
        ({"game": "cl4sh", "players": ["fierce"]}, "players[0]: invalid enum value 'fierce'."),
        ({"game": "cl4sh", "players": ["calm"] * 3}, "or one for each of the 4, not 3."),
        ({"game": "cl4sh", "options": {"slam": True}}, "did you mean slams?"),
        ({"game": "cl4sh", "against": {"number_copies": 0}}, "number_copies is a whole number from 1 to"),
        ({"game": "cl4sh", "options": []}, "options: expected `object`, got `array`."),
        ({"game": "wild-apex", "options": {"cries": ["a,b"]}}, "cries: a word here may hold no comma"),
        ({"game": "wild-apex", "options": {"cries": [" a"]}}, "and no space at its ends"),
        ({"game": "cl4sh", "threads": 64}, "There is no field `threads`."),
    ],
)
def test_what_is_wrong_is_told_in_one_sentence(http: httpx.Client, wanted: dict[str, Any], sentence: str) -> None:
    answer = http.post("/api/lab", json=wanted)
    assert answer.status_code == 400
    assert sentence.lower() in answer.json()["text"].lower()
    assert not children()


def test_pages_of_other_sites_may_not_ask(http: httpx.Client) -> None:
    answer = http.post("/api/lab", json={"game": "cl4sh"}, headers={"Origin": "https://example.org"})
    assert (answer.status_code, answer.json()["code"]) == (403, "origin")
    assert http.get("/api/lab").status_code == 405


def test_a_lab_that_is_closed() -> None:
    with served(Limits(lab_runs=0)) as address:
        answer = httpx.post(f"{address}/api/lab", json={"game": "cl4sh"})
    assert answer.status_code == 409
    assert "`wildtable simulate` does the same" in answer.json()["text"]


# --- one at a time, and an end ---


def test_one_at_a_time_for_an_address_and_few_at_once() -> None:
    limits = Limits(lab_runs=2, lab_seconds=60)
    with (
        served(limits, proxy="127.0.0.1") as address,
        httpx.Client(base_url=address, timeout=SECONDS) as http,
        running(http, headers=by("203.0.113.1")),
    ):
        again = http.post("/api/lab", json={"game": "cl4sh"}, headers=by("203.0.113.1"))
        assert (again.status_code, again.json()["code"]) == (429, "too_fast")
        assert again.json()["text"].startswith("A simulation from your address is running already")
        with running(http, headers=by("203.0.113.2")):
            third = http.post("/api/lab", json={"game": "cl4sh"}, headers=by("203.0.113.3"))
            assert (third.status_code, third.json()["code"]) == (503, "try_again")
            assert "busy with the simulations of others" in third.json()["text"]
            assert len(children()) == 2
            assert http.get("/healthz").json()["well"] is True
    assert soon(lambda: not children())


def by(address: str) -> dict[str, str]:
    return {"X-Forwarded-For": address}


def test_who_ends_the_request_ends_the_simulation(http: httpx.Client) -> None:
    own_niceness = os.getpriority(os.PRIO_PROCESS, 0)
    for _ in range(3):
        with running(http):
            assert len(children()) == 1
            assert os.getpriority(os.PRIO_PROCESS, children()[0]) == min(own_niceness + NICE, 19)
            assert HEADERS["X-Accel-Buffering"] == "no"
        assert soon(lambda: not children())
    assert soon(lambda: http.post("/api/lab", json={"game": "cl4sh", "games": 10}).status_code == 200)


def test_a_simulation_that_dies_is_told(http: httpx.Client) -> None:
    with running(http) as lines:
        os.kill(children()[0], signal.SIGKILL)
        *_, last = lines
    assert json.loads(last) == {
        "type": "error",
        "text": "The simulation has failed. This is a fault of the server, not yours.",
    }
    assert http.post("/api/lab", json={"game": "cl4sh", "games": 10}).status_code == 200


def test_a_server_that_stops_ends_its_simulations() -> None:
    with ExitStack() as open_still:
        with served(Limits(lab_seconds=60)) as address:
            http = open_still.enter_context(httpx.Client(base_url=address, timeout=SECONDS))
            open_still.enter_context(running(http))
            assert children()
        assert not children()


def test_a_server_that_is_killed_leaves_none_behind(sqlite_url: str) -> None:
    with (
        Process(sqlite_url) as server,
        httpx.Client(base_url=server.address, timeout=SECONDS) as http,
        running(http) as lines,
    ):
        (simulation,) = children(server.process.pid)
        server.process.kill()
        server.process.wait(SECONDS)
        with pytest.raises(httpx.TransportError):
            list(lines)
    assert soon(lambda: not Path(f"/proc/{simulation}").exists())


@pytest.mark.compiled_only
def test_any_of_several_workers_simulates(postgres_url: str) -> None:
    with Process(postgres_url, "--workers", "2", "--most-lab-seconds", "20") as server:
        for seed in range(1, 5):  # each on a connection of its own, which any of the workers may take
            wanted = {"game": "cl4sh", "games": 100, "seed": seed}
            lines = lines_of(httpx.post(f"{server.address}/api/lab", json=wanted, timeout=SECONDS))
            assert results_of(lines)[0]["result"]["games"] == 100


def test_an_address_with_a_simulation_is_not_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wildtable.server.limits.MOST_ADDRESSES", 2)
    addresses = Addresses(Limits())
    busy: Address = addresses.of("first")
    busy.simulates = True
    for number in range(5):
        addresses.of(str(number))
    assert addresses.of("first") is busy
