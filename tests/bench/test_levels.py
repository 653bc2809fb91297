"""How strong the machine players are: the plan, and what may be counted together."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench import levels
from bench.levels import PLAIN, Run, bare, digest, line, p_of, play, runs
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


def test_a_run_ends_at_the_first_look_that_is_plain(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = Run("calm,random", "cl4sh", 2, 160)
    assert line(run, tmp_path) == ""
    assert play(run, tmp_path, 1)
    played = len(run.results(tmp_path)), run.results(tmp_path)[0].wins
    assert p_of(run.results(tmp_path)) < PLAIN
    assert "| 40 of 160 |" in line(run, tmp_path), "a quarter is enough"
    assert play(run, tmp_path, 1)
    assert (len(run.results(tmp_path)), run.results(tmp_path)[0].wins) == played, "nothing is played again"
    assert capsys.readouterr().err.count("calm") == 2


def test_a_run_that_shows_nothing_goes_to_its_end(tmp_path: Path) -> None:
    run = Run("calm,calm", "cl4sh", 2, 8)
    assert play(run, tmp_path, 1)
    assert "| 8 of 8 |" in line(run, tmp_path)
    assert p_of(run.results(tmp_path)) == 1.0


def test_matches_of_other_players_are_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = Run("calm,random", "cl4sh", 2, 8)
    assert play(run, tmp_path, 1)
    monkeypatch.setattr(levels, "digest", lambda game_id: "other")
    assert line(run, tmp_path) == ""
