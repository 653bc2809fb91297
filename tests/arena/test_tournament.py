"""Whole tournaments: the same with any number of threads, interrupted and resumed, recorded."""

from __future__ import annotations

import dataclasses
import json
import signal
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from tests.tables import AnyGame
from wildtable._build import wants_sources
from wildtable.arena.tournament import Plan, Result, compete, plan
from wildtable.errors import NotationError, OptionError
from wildtable.games import game as find_game
from wildtable.games import games
from wildtable.lab.simulate import block_seed
from wildtable.notation.record import read_record, verify

GAMES = games()
every_game = pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
FEW = 4 if wants_sources() else 12


def small(players: str = "brisk,random", games: int = FEW, **more: Any) -> Plan:
    return plan(find_game("wild-apex"), players.split(","), games, **more)


def lasting(result: Result) -> list[tuple[Any, ...]]:
    """What of the matches does not depend on the clock."""
    return [
        (one.deal, one.order, one.wins, one.scores, one.over, one.moves, one.forfeits)
        for one in sorted(result.outcomes, key=lambda one: (one.deal, one.order))
    ]


@every_game
def test_every_game_has_an_arena(game: AnyGame) -> None:
    result = compete(plan(game, ["calm", "sharp:20", "brisk"], 3, limit=60), threads=2)
    assert len(result.outcomes) == 3
    assert all(one.moves > 0 for one in result.players)
    json.dumps(result.as_json())


def test_any_number_of_threads_plays_the_same_matches() -> None:
    what = small("calm,sharp:30,random", seats=3)
    assert lasting(compete(what, threads=1)) == lasting(compete(what, threads=3))


def test_a_deal_is_the_same_in_all_orders(tmp_path: Path) -> None:
    what = small("calm,brisk,random", 3)
    compete(what, records=tmp_path)
    records = [read_record(file) for file in sorted(tmp_path.glob("*.toml"))]
    assert [file.name for file in sorted(tmp_path.glob("*.toml"))] == [
        f"deal-00001-order-0{order}.toml" for order in (1, 2, 3)
    ]
    assert {record.seed for record in records} == {block_seed(1, 0)}
    assert [record.names for record in records] == [
        ("calm", "brisk", "random"),
        ("brisk", "random", "calm"),
        ("random", "calm", "brisk"),
    ]
    for record in records:
        assert verify(record).over


def test_wins_add_up() -> None:
    result = compete(small("brisk,random", seats=4))
    for one in result.outcomes:
        assert sum(one.wins) == pytest.approx(1)
    assert sum(player.wins for player in result.players) == pytest.approx(FEW)
    assert sum(player.share for player in result.players) == pytest.approx(1)


def test_a_match_may_be_given_up() -> None:
    result = compete(small(limit=5))
    assert result.over_limit == FEW
    assert [one.wins for one in result.players] == [0, 0]
    assert all(sum(one.moves) == 5 for one in result.outcomes)


def test_games_are_whole_deals() -> None:
    assert small(games=1).matches == 2
    assert small("brisk,random,calm", games=7).matches == 9


def test_what_was_kept_is_not_played_again(tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    whole = compete(small())
    first = compete(small(games=FEW // 2), save=file)
    assert len(first.outcomes) == FEW // 2
    # as if the power had gone while a line was written
    with file.open("a") as lines:
        lines.write('{"deal": 3, "ord')
    second = compete(small(), save=file)
    assert second.resumed == FEW // 2
    assert lasting(second) == lasting(whole)
    assert [one.wins for one in second.players] == [one.wins for one in whole.players]
    third = compete(small(), save=file)
    assert third.resumed == FEW
    assert lasting(third) == lasting(whole)
    assert len(file.read_text().splitlines()) == FEW + 1
    # Fewer matches than there are in the file: only those asked for are counted.
    assert len(compete(small(games=2), save=file).deals) == 1


def test_a_head_that_was_half_written_is_written_again(tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    compete(small(games=2), save=file)
    file.write_text(file.read_text()[:25])
    assert compete(small(games=2), save=file).resumed == 0
    assert len(file.read_text().splitlines()) == 3


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("something else\n", "kept.jsonl:1: this is no line of an arena"),
        ("my diary", "is no file of an arena"),
        ("{}\n", "is no file of an arena"),
        ("[" * 100_000 + "\n", "kept.jsonl:1: this is no line"),
        ("HEAD\n{}\n", "kept.jsonl:2: this is no line"),
        ("HEAD\n3\n", "kept.jsonl:2: this is no line"),
        ('HEAD\n{"deal": 0, "order": 7}\n', "kept.jsonl:2: this is no line"),
    ],
)
def test_a_file_that_is_something_else(tmp_path: Path, text: str, sentence: str) -> None:
    file = tmp_path / "kept.jsonl"
    compete(small(games=2), save=file)
    text = text.replace("HEAD", file.read_text().splitlines()[0])
    file.write_text(text)
    with pytest.raises(NotationError, match=sentence):
        compete(small(games=2), save=file)
    assert file.read_text() == text, "and it is left as it is"


def test_a_file_of_other_matches(tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    compete(small(games=2), save=file)
    for what, sentence in (
        (small(games=2, seed=2), "its seed is 1, not 2"),
        (small("brisk,calm", 2), "its players is"),
        (small(games=2, options={"target": 100}), "its options is"),
        (plan(find_game("cl4sh"), ["brisk", "random"], 2), 'its game is "wild-apex", not "cl4sh"'),
    ):
        with pytest.raises(NotationError, match=sentence):
            compete(what, save=file)


def test_ctrl_c_leaves_what_there_is(tmp_path: Path) -> None:
    """It is heard while players think, and while a program is being waited for."""
    bot = tmp_path / "sleeper.py"
    bot.write_text("import time\ntime.sleep(60)\n")
    for players in ("fierce:0.2s,brisk", f"{bot},brisk"):
        file = tmp_path / f"kept{len(players)}.jsonl"
        what = small(players, 100, seconds=60.0)
        timer = threading.Timer(0.7, lambda: signal.raise_signal(signal.SIGINT))
        began = time.perf_counter()
        timer.start()
        result = compete(what, threads=2, save=file)
        assert time.perf_counter() - began < 45, "nobody waits for the program that sleeps for 60 s"
        assert result.interrupted
        assert len(result.outcomes) < 100
        assert not any(one.forfeits for one in result.outcomes)
        assert len(file.read_text().splitlines()) == len(result.outcomes) + 1
        json.dumps(result.as_json(), allow_nan=False)


def test_a_fault_of_a_player_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    from wildtable.bots import players

    monkeypatch.setattr(players, "calm_choice", lambda game: lambda sight: sight.game.read_move("pass", sight.guess))
    with pytest.raises(RuntimeError, match="calm plays 'pass', which is not allowed, in wild-apex, seed"):
        compete(small("calm,brisk"))


@pytest.mark.parametrize(
    ("players", "more", "sentence"),
    [
        ("calm", {}, "two players at least"),
        ("calm,wise", {}, "there is no player 'wise'"),
        ("calm,./none", {}, "'./none' is not there"),
        ("calm,brisk", {"seats": 3}, "2 players cannot sit evenly on 3 chairs"),
        ("calm,brisk", {"seats": 0}, "not by 0"),
        ("calm,brisk", {"seats": 14}, "not by 14"),
        ("calm,brisk", {"games": 0}, "games is a whole number from 1"),
        ("calm,brisk", {"seed": -1}, "seed is a whole number"),
        ("calm,brisk", {"limit": 0}, "limit is a whole number"),
        ("calm,brisk", {"seconds": 0.0}, "the time for a move"),
        ("calm,brisk", {"seconds": float("nan")}, "the time for a move"),
        ("calm,brisk", {"options": {"targt": 3}}, "targt"),
    ],
)
def test_plans_that_cannot_be(players: str, more: dict[str, Any], sentence: str) -> None:
    with pytest.raises(OptionError, match=sentence):
        small(players, **more)


def test_threads_are_a_number() -> None:
    with pytest.raises(OptionError, match="threads is a whole number"):
        compete(small(), threads=0)


def test_a_plan_is_a_value() -> None:
    assert dataclasses.replace(small(), seed=3) == small(seed=3)
