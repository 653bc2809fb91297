"""`wildtable play`, as it is used in a pipe."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from wildtable.cli import main

COMMAND = [sys.executable, "-c", "import sys; from wildtable.cli import main; sys.exit(main())"]


def wildtable(*words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run([*COMMAND, *words], input=typed, capture_output=True, text=True, timeout=120, check=False)


def test_a_whole_game_through_a_pipe(tmp_path: Path) -> None:
    file = tmp_path / "game.toml"
    played = wildtable(
        "play", "wild-apex", "--seats", "3", "--name", "Zoe", "--seed", "5", "--save", str(file), typed="1\n" * 5000
    )
    assert played.returncode == 0, played.stderr
    assert "wins the match." in played.stdout
    assert "Saved in" in played.stdout
    assert "\x1b" not in played.stdout
    assert played.stderr == ""
    assert wildtable("verify", str(file)).returncode == 0


def test_the_end_of_the_input_leaves_and_saves(tmp_path: Path) -> None:
    file = tmp_path / "game.toml"
    left = wildtable("play", "wild-apex", "--save", str(file), typed="hand\n")
    assert left.returncode == 0, left.stderr
    assert "You leave the table." in left.stdout
    assert "Your hand: " in left.stdout
    assert "Traceback" not in left.stderr
    assert wildtable("verify", str(file)).returncode == 0


def test_a_game_can_be_watched(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "wild-apex", "--watch", "--seed", "3", "--seats", "2"]) == 0
    out = capsys.readouterr().out
    assert "wins the match." in out
    assert "--seed 3 deals the same cards again" in out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--seats", "1"], "Wild Apex is played by 2 to 12 players, not by 1"),
        (["--seats", "99"], "not by 99"),
        (["--name", "x" * 99], "a name has 1 to "),
        (["--name", "a\nb"], "a name has 1 to "),
        (["--seed", "-1"], "seed is a whole number from 0"),
        (["--option", "nothing=1"], "there is no option 'nothing'"),
        (["--watch", "--name", "Zoe"], "with --watch nobody plays"),
        (["--save", "no/such/folder/game.toml"], "there is no folder"),
    ],
)
def test_bad_input_is_told_in_one_sentence(capsys: pytest.CaptureFixture[str], words: list[str], sentence: str) -> None:
    assert main(["play", "wild-apex", *words]) == 2
    err = capsys.readouterr().err
    assert sentence in err
    assert err.count("\n") == 1


def test_a_file_that_is_there_is_not_overwritten(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "game.toml"
    file.write_text("precious", encoding="utf-8")
    assert main(["play", "wild-apex", "--watch", "--save", str(file)]) == 2
    assert f"there is a file {file} already" in capsys.readouterr().err
    assert file.read_text(encoding="utf-8") == "precious"


def test_nothing_is_played_that_could_not_be_saved(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda folder, mode: False)  # whoever runs the tests may be allowed everything
    assert main(["play", "wild-apex", "--watch", "--save", str(tmp_path / "game.toml")]) == 2
    assert f"nothing may be written to the folder {tmp_path}" in capsys.readouterr().err


@pytest.mark.parametrize("encoding", ["ascii", "utf-8"])
def test_letters_that_the_terminal_cannot_have_sent(encoding: str) -> None:
    played = subprocess.run(
        [*COMMAND, "play", "wild-apex", "--seed", "3", "--name", "Zoë"],
        input="♥ ".encode() + b"\x1b[31m\xff\xfe\nsave a\0b\nhand\n",
        capture_output=True,
        timeout=120,
        env={**os.environ, "PYTHONIOENCODING": encoding},
        check=False,
    )
    assert (played.returncode, played.stderr) == (0, b"")
    assert b"is no move of Wild Apex" in played.stdout
    assert b"Say where, such as" in played.stdout
    assert b"\x1b" not in played.stdout
    assert played.stdout.count(b"Your hand: ") == 2


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams(closed: str) -> None:
    played = subprocess.run(
        ["sh", "-c", f'"$@" {closed}', "sh", *COMMAND, "play", "wild-apex"],
        input=b"",
        capture_output=True,
        timeout=120,
        check=False,
    )
    assert played.returncode == 0
    assert b"fault" not in played.stderr
