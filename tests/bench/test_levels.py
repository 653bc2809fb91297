"""How strong the machine players are: the plan, and what may be counted together."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench import levels
from bench.levels import LOOKS, PLAIN, Run, bare, digest, line, p_of, play, runs
from wildtable.games import ORDER


def test_every_level_is_planned_against_the_one_below_in_every_game_with_two_and_four_seats() -> None:
    planned = [(run.players, run.game_id, run.seats) for run in runs()]
    assert len(set(planned)) == len(planned) == 3 * len(ORDER) * 2
    assert {players.split(",")[1].split(":")[0] for players, _, _ in planned} == {"random", "calm", "sharp"}


def test_only_what_players_do_is_in_the_digest() -> None:
    one = 'def f(x):\n    """Says it."""\n    return x + 1  # more\n'
    assert bare(one) == bare("def f(x):\n    return x + 1\n")
    assert bare(one) != bare("def f(x):\n    return x + 2\n")
    assert digest("cl4sh") != digest("wild-apex")


def test_a_run_ends_at_the_first_look_that_is_plain(tmp_path: Path) -> None:
    run = Run("calm,random", "cl4sh", 2, 160)
    assert line(run, tmp_path) == ""
    assert not run.is_plain(tmp_path, 0)
    assert play(run, 1, tmp_path, 1)
    assert run.is_plain(tmp_path, 1)
    assert p_of(run.results(tmp_path)) < PLAIN
    assert "| 40 of 160 |" in line(run, tmp_path), "a quarter is enough"
    wins = run.results(tmp_path)[0].wins
    assert play(run, 2, tmp_path, 1)
    assert "| 80 of 160 |" in line(run, tmp_path)
    assert run.results(tmp_path, 1)[0].wins == wins, "what has been played is not played again"


def test_a_run_of_equals_is_never_plain(tmp_path: Path) -> None:
    run = Run("calm,calm", "cl4sh", 2, 8)
    for look in range(1, LOOKS + 1):
        assert play(run, look, tmp_path, 1)
    assert "| 8 of 8 |" in line(run, tmp_path)
    assert not run.is_plain(tmp_path, LOOKS)


def test_matches_of_other_players_are_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = Run("calm,random", "cl4sh", 2, 8)
    assert play(run, 1, tmp_path, 1)
    monkeypatch.setattr(levels, "digest", lambda game_id: "other")
    assert line(run, tmp_path) == ""


def test_plain_lines_of_the_players_of_now_are_known_without_their_matches(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [
        "| calm | random | cl4sh | 2 | 50 of 200 | 96.0% (86.5% to 98.9%) | < 0.001 | 0.0 |",
        "| calm | random | cl4sh | 4 | 50 of 200 | 56.0% (42.5% to 68.9%) | 0.500 | 0.0 |",
        "| calm | random | wild-apex | 2 | 50 of 200 | 98.0% (89.4% to 99.7%) | < 0.001 | 0.0 |",
        "| calm | random | wild-apex | 4 | 77 of 200 | 94.0% (83.8% to 97.9%) | < 0.001 | 0.0 |",  # between two looks
    ]
    text = "\n".join([*rows, *levels.marks()])
    known = levels.known_lines(text)
    assert sorted(known.values()) == sorted([rows[0], rows[2]])
    assert {(run.game_id, run.seats) for run in known} == {("cl4sh", 2), ("wild-apex", 2)}
    real = levels.digest
    monkeypatch.setattr(levels, "digest", lambda game_id: "other" if game_id == "cl4sh" else real(game_id))
    assert list(levels.known_lines(text).values()) == [rows[2]]
    assert levels.known_lines("") == {}
