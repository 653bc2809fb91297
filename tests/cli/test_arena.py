"""`wildtable arena` and `wildtable hint`."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from wildtable._build import wants_sources
from wildtable.cli import main

Capsys = pytest.CaptureFixture[str]
GAMES = "4" if wants_sources() else "20"
POSITION = """
title = "One card from the end"
game = "wild-apex"
options = { offer_cut = false }

[table]
seats = 3
turn = "A"
discard = "R4"

[hands]
A = "R7 B2"
B = "G1 G2 G3"
C = "Y1 Y2 Y3"

[script]
steps = '''
A: play R7 cry
B: draw
'''
"""


def test_shares_comparisons_and_times(capsys: Capsys) -> None:
    assert main(["arena", "wild-apex", "--players", "brisk,random", "--games", GAMES]) == 0
    out, err = capsys.readouterr()
    assert out.startswith(f"Wild Apex, 2 chairs, {GAMES} matches, seed 1\n")
    assert "is played with the players in 2 orders." in out
    assert "Options: offer_cut=false" in out
    starts = [line.split()[0] for line in out.splitlines() if line]
    assert [word for word in starts if word in ("brisk", "random")] == ["brisk", "random", "random", "brisk", "random"]
    assert max(map(len, out.splitlines())) <= 80
    assert "\x1b" not in out
    assert err == ""


def test_json(capsys: Capsys) -> None:
    assert main(["arena", "cl4sh", "--players", "calm,brisk,calm", "--games", "3", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["game"] == "cl4sh"
    assert told["matches"] == 3
    assert [one["name"] for one in told["players"]] == ["calm", "brisk", "calm (2)"]
    assert told["players"][0]["against_first"] is None
    assert set(told["players"][1]["against_first"]) == {"better", "worse", "equal", "p"}


def test_forfeits_are_told_and_the_arena_goes_on(capsys: Capsys, tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("import sys\nsys.exit(chr(27) + 'oh')\n")
    words = ["arena", "wild-apex", "--players", f"{bot},brisk", "--games", "4", "--threads", "1", "--json"]
    assert main(words) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["players"][0]["forfeits"] == 4
    lines = err.splitlines()
    assert len(lines) == 4
    assert lines[0].startswith(f"{bot} forfeits deal 1, order 1: it ended with code 1 (")
    assert "\x1b" not in err


def test_records_and_a_file_that_is_gone_on_with(capsys: Capsys, tmp_path: Path) -> None:
    words = ["arena", "wild-apex", "--players", "brisk,random", "--games", "2", "--record", str(tmp_path / "games")]
    words += ["--save", str(tmp_path / "kept.jsonl")]
    assert main(words) == 0
    first = capsys.readouterr().out
    assert main(words) == 0
    again = capsys.readouterr().out
    assert first.split("\n\n")[1] == again.split("\n\n")[1]
    record = tmp_path / "games" / "deal-00001-order-01.toml"
    assert main(["verify", str(record)]) == 0
    capsys.readouterr()
    assert main(["hint", "wild-apex", str(record), "--move", "1", "--player", "fierce:50"]) == 0
    assert main(["hint", "wild-apex", str(record), "--player", "fierce:50"]) == 2
    assert "the match is over; --move NUMBER" in capsys.readouterr().err
    assert main(["hint", "wild-apex", str(record), "--move", "99999"]) == 2
    assert "and no move 99999" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["wild-apex", "--players", "brisk"], "two players at least"),
        (["wild-apex", "--players", "brisk,wise"], "there is no player 'wise'"),
        (["wild-apex", "--players", "brisk,calm", "--save", "/no/such/folder/x"], "there is no folder /no/such/folder"),
        (["wild-apex", "--players", "brisk,calm", "--record", __file__], "cannot be the folder for the records"),
        (["wildapex", "--players", "brisk,calm"], "did you mean wild-apex?"),
    ],
)
def test_bad_input_is_told_in_one_sentence(capsys: Capsys, words: list[str], sentence: str) -> None:
    assert main(["arena", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert sentence in err
    assert len(err.splitlines()) == 1


@pytest.fixture
def position(tmp_path: Path) -> Path:
    file = tmp_path / "position.toml"
    file.write_text(POSITION)
    return file


def test_a_hint_names_the_best_move_first(capsys: Capsys, position: Path) -> None:
    assert main(["hint", "wild-apex", str(position), "--player", "fierce:300"]) == 0
    out = capsys.readouterr().out
    assert "A's hand: R7 B2" in out
    assert "fierce:300 would `play R7 cry` for A" in " ".join(out.split())
    assert re.search(r"of \d+ rounds of thought \d+ began so, and it won \d+% of those", " ".join(out.split()))
    assert max(map(len, out.splitlines())) <= 80


def test_a_hint_before_a_move_of_the_script(capsys: Capsys, position: Path) -> None:
    assert main(["hint", "wild-apex", str(position), "--move", "1", "--player", "fierce:300", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["seat"] == "A"
    assert told["made"] == "play R7 cry"
    assert told["moves"][0]["move"] == "play R7 cry"
    assert sum(one["rounds"] for one in told["moves"]) <= 300
    assert main(["hint", "wild-apex", str(position), "--move", "2", "--player", "fierce:300", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["seat"] == "B"
    assert told["moves"] == [{"move": "draw", "share": None, "rounds": 0}], "it has one move only"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--move", "3"], "has 2 moves, and no move 3"),
        (["--move", "0"], "has 2 moves, and no move 0"),
        (["--seat", "B"], "B has nothing to choose at this moment"),
        (["--seat", "D"], "'D' is no seat"),
        (["--player", "calm"], "calm does not weigh its moves"),
        (["--player", "fierce:x"], "thought is written"),
    ],
)
def test_hints_that_cannot_be(capsys: Capsys, position: Path, words: list[str], sentence: str) -> None:
    assert main(["hint", "wild-apex", str(position), *words]) == 2
    assert sentence in capsys.readouterr().err


def test_a_position_of_another_game(capsys: Capsys, position: Path) -> None:
    assert main(["hint", "cl4sh", str(position)]) == 2
    assert "is of Wild Apex, not of CL4SH" in capsys.readouterr().err
