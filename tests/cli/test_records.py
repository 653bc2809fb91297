"""`wildtable replay` and `wildtable verify`."""

from __future__ import annotations

from pathlib import Path

import pytest

from wildtable import cli
from wildtable.engine.chance import commitment
from wildtable.games import game
from wildtable.notation.record import Match, record_text

Capsys = pytest.CaptureFixture[str]

SECRET = bytes(range(32))


@pytest.fixture
def record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The first moves of a match of Ana and Ben, who has cut."""
    monkeypatch.chdir(tmp_path)
    match = Match(game("wild-apex"), ["Ana", "Ben"], {"hardcore": True}, secret=SECRET, title="An evening")
    match.play(0, "cut 17")
    for _ in range(6):
        seat = match.table.actor()
        drawn = "pass" if "draw" in (match.moves[-1].text, "") and match.moves[-1].seat == seat else "draw"
        match.play(seat, drawn)
    path = tmp_path / "evening.toml"
    path.write_text(record_text(match.record()))
    return path


def test_replay_tells_every_move_with_its_rules(record: Path, capsys: Capsys) -> None:
    assert cli.main(["replay", "evening.toml"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:4] == ["Wild Apex: An evening", "A Ana, B Ben", "Options: hardcore=true", "A: cut 17"]
    assert lines[4] == "   Ana cuts: 17 cards go under (WA-03)"
    assert any(": draw" in line for line in lines)
    assert lines[-1].startswith("The record ends here: ")


def test_replay_plainly(record: Path, capsys: Capsys) -> None:
    assert cli.main(["replay", "evening.toml", "--plain"]) == 0
    said = capsys.readouterr().out
    assert "\nAna cuts: 17 cards go under\n" in said
    assert "\nThe start card is " in said
    assert "WA-" not in said
    assert "cut 17" not in said


def test_replay_with_the_eyes_of_a_seat(record: Path, capsys: Capsys) -> None:
    draws = {}
    for arguments in ([], ["--seat", "A"], ["--seat", "B"]):
        assert cli.main(["replay", "evening.toml", "--plain", *arguments]) == 0
        lines = capsys.readouterr().out.splitlines()
        draws[" ".join(arguments)] = {
            name: {line.endswith("draws 1 card") for line in lines if line.startswith(f"{name} draws")}
            for name in ("Ana", "Ben")
        }
    assert draws == {
        "": {"Ana": {False}, "Ben": {False}},
        "--seat A": {"Ana": {False}, "Ben": {True}},
        "--seat B": {"Ana": {True}, "Ben": {False}},
    }


def test_replay_of_what_cannot_be(record: Path, capsys: Capsys) -> None:
    assert cli.main(["replay", "evening.toml", "--seat", "C"]) == 2
    assert capsys.readouterr().err == "wildtable: 'C' is no seat at a table of 2: they are A B\n"
    assert cli.main(["replay", "evening.toml", "--seat", "b"]) == 0
    capsys.readouterr()
    record.write_text(record.read_text(encoding="utf-8").replace("A: cut 17", "A: cut 9999"), encoding="utf-8")
    assert cli.main(["replay", "evening.toml"]) == 1
    assert capsys.readouterr().err.startswith("evening.toml is not true: line ")
    assert cli.main(["replay", "morning.toml"]) == 2
    assert capsys.readouterr().err == "wildtable: morning.toml: there is no such file\n"


def test_verify_a_true_record(record: Path, capsys: Capsys) -> None:
    assert cli.main(["verify", "evening.toml", "--commitment", commitment(SECRET).upper()]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("evening.toml is true: the shuffle follows from the secret, 7 moves are allowed")
    assert out.endswith("The match was not over.\n")
    assert err == ""


@pytest.mark.parametrize(
    ("old", "new", "arguments", "told"),
    [
        ("cut 17", "cut 18", [], "evening.toml is not true: "),
        ('secret = "00', 'secret = "01', [], "evening.toml is not true: the secret gives the commitment"),
        ("", "", ["--commitment", "00"], "evening.toml is not true: the record's commitment is 630dcd2966c4336691"),
    ],
)
def test_verify_a_record_that_is_not_true(
    record: Path, capsys: Capsys, old: str, new: str, arguments: list[str], told: str
) -> None:
    record.write_text(record.read_text().replace(old, new, 1))
    assert cli.main(["verify", "evening.toml", *arguments]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(told)
    assert err.count("\n") == 1


def test_verify_what_is_no_record(record: Path, capsys: Capsys) -> None:
    record.write_text('game = "wild-apex"\n')
    assert cli.main(["verify", "evening.toml"]) == 2
    assert capsys.readouterr().err == "wildtable: evening.toml:1: this is no record of a game: it has no `format`\n"
