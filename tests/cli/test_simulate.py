"""`wildtable simulate`."""

from __future__ import annotations

import json
from typing import Any

import pytest

from wildtable.cli import main


def test_a_table_of_wins_and_lengths(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "wild-apex", "--games", "300", "--brisk", "--seats", "3"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("Wild Apex, 3 brisk random players, 300 matches, seed 1\nOptions: offer_cut=false\n")
    assert [line.split()[:2] for line in out.splitlines() if line.startswith("chair")] == [
        ["chair", letter] for letter in "ABC"
    ]
    assert "choices" in out
    assert "decisions" in out
    assert max(map(len, out.splitlines())) <= 80
    assert "\x1b" not in out
    assert err == ""


def test_a_narrow_terminal_gets_the_same_columns_below_each_other(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def tables(columns: str) -> tuple[int, list[str]]:
        monkeypatch.setenv("COLUMNS", columns)
        assert main(["simulate", "cl4sh", "--games", "50"]) == 0
        lines = capsys.readouterr().out.splitlines()
        cells = [cell for line in lines if line.startswith("choices ") for cell in line.split()[1:]]
        return max(map(len, lines)), cells

    wide, narrow = tables("80"), tables("40")
    assert narrow[0] <= 40 < wide[0]
    assert len(wide[1]) == 9
    assert narrow[1] == wide[1]


def test_players_by_chair_and_their_points(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", "whats-wild", "--games", "4", "--seats", "3", "--players", "calm, brisk,brisk"]
    assert main(words) == 0
    out = capsys.readouterr().out
    assert out.startswith("What's Wild?!, chairs calm, brisk, brisk, 4 matches, seed 1\n")
    assert "points" in out
    assert max(map(len, out.splitlines())) <= 80
    assert main([*words, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["players"] == ["calm", "brisk", "brisk"]
    assert set(told["scores"]) == {"A", "B", "C"}


def test_json_is_the_same_for_the_same_seed(capsys: pytest.CaptureFixture[str]) -> None:
    found = []
    for threads in ("1", "3"):
        words = ["simulate", "wild-apex", "--games", "210", "--brisk", "--seed", "9", "--threads", threads, "--json"]
        assert main(words) == 0
        result = json.loads(capsys.readouterr().out)
        del result["speed"]
        found.append(result)
    assert found[0] == found[1]
    assert found[0]["games"] == 210
    assert sum(seat["wins"] for seat in found[0]["wins"].values()) == 210


def test_options_are_read_by_their_kind(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", "wild-apex", "--games", "10", "--brisk", "--json"]
    options = ["target=200", "bluff=yes", "copies.number=3", "cries=A,B", "offer_cut=true"]
    for option in options:
        words += ["--option", option]
    assert main(words) == 0
    played = json.loads(capsys.readouterr().out)["options"]
    assert played["target"] == 200
    assert played["bluff"] is True
    assert played["copies"]["number"] == 3
    assert played["copies"]["draw1"] == 2
    assert played["cries"] == ["A", "B"]
    assert played["offer_cut"] is True


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--seats", "1"], "Wild Apex is played by 2 to 12 players, not by 1"),
        (["--seats", "13"], "not by 13"),
        (["--games", "0"], "games is a whole number from 1 to 1,000,000,000, not 0"),
        (["--games", "-5"], "not -5"),
        (["--games", "9" * 60], "not a number of that size"),
        (["--seed", "-1"], "seed is a whole number"),
        (["--players", "calm,wise,calm,calm"], "there is no player 'wise'"),
        (["--players", "calm,brisk"], "one for each of the 4, not 2"),
        (["--players", "sharp"], "sharp thinks for too long"),
        (["--players", "calm", "--brisk"], "--brisk says who plays already"),
        (["--threads", "0"], "threads is a whole number from 1 to 256, not 0"),
        (["--option", "targt=3"], "there is no option 'targt' in this game; did you mean target?"),
        (["--option", "target"], "an option is written name=value, not 'target'"),
        (["--option", "target=many"], "target is a whole number, not 'many'"),
        (["--option", "target=-1"], "target is a whole number from 0 to"),
        (["--option", "bluff=perhaps"], "bluff is true or false, not 'perhaps'"),
        (["--option", "copies=3"], "copies has several numbers: name one of them, such as copies.zero=2"),
        (["--option", "copies.joker=3"], "copies has no 'joker'"),
        (["--option", "target.x=3"], "target has no parts: it is written target=value"),
        (["--option", "target=1", "--option", "target=2"], "target is given twice"),
        (["--option", "copies.number=20"], "cards are too many"),
    ],
)
def test_bad_input_is_told_in_one_sentence(capsys: pytest.CaptureFixture[str], words: list[str], sentence: str) -> None:
    assert main(["simulate", "wild-apex", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert sentence in err
    assert err.startswith("wildtable: ")
    assert err.count("\n") == 1


def test_ctrl_c_prints_what_there_is_so_far(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[float] = []

    def wait(self: Any, seconds: float) -> None:
        waited.append(seconds)
        if len(waited) > 1 and self.result.games > 0:
            raise KeyboardInterrupt

    monkeypatch.setattr("wildtable.lab.simulate._Crew.wait", wait)
    assert main(["simulate", "wild-apex", "--brisk", "--games", "1000000000"]) == 130
    out, err = capsys.readouterr()
    assert "Interrupted: this is what came out of " in err
    assert "of the 1,000,000,000 matches asked for." in err
    assert "chair A" in out
