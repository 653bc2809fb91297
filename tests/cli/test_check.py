"""`wildtable check`."""

from __future__ import annotations

from pathlib import Path

import pytest

from wildtable import cli
from wildtable.games.wild_apex import WildApexGame

Capsys = pytest.CaptureFixture[str]

HOLDS = '''\
title = "It holds"
game = "wild-apex"

[table]
seats = 2
turn = "A"
discard = "B3"

[hands]
A = "R3 Y7"

[script]
steps = """
A: play R3
? turn B
"""
'''
FAILS = HOLDS.replace("? turn B", "? turn A; top B3").replace("It holds", "It fails")
BROKEN = HOLDS.replace("seats = 2", "seats = two")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_folder_of_files_that_hold(folder: Path, capsys: Capsys) -> None:
    (folder / "more").mkdir()
    for name in ("b.toml", "a.toml", "more/c.toml"):
        (folder / name).write_text(HOLDS)
    (folder / "notes.txt").write_text("not a scenario")
    assert cli.main(["check", "."]) == 0
    assert capsys.readouterr().out == (
        "ok    a.toml  It holds\nok    b.toml  It holds\nok    more/c.toml  It holds\n3 scenarios: 3 ok\n"
    )


def test_a_failure_is_told_with_its_line(folder: Path, capsys: Capsys) -> None:
    (folder / "a.toml").write_text(FAILS)
    (folder / "b.toml").write_text(HOLDS)
    assert cli.main(["check", "a.toml", "b.toml"]) == 1
    assert capsys.readouterr().out == (
        "FAIL  a.toml:15  ? turn A; top B3  expected turn A, is turn B  (and 1 more)\n"
        "ok    b.toml  It holds\n"
        "2 scenarios: 1 ok, 1 failed\n"
    )


def test_a_broken_file_does_not_keep_the_others_from_running(folder: Path, capsys: Capsys) -> None:
    (folder / "a.toml").write_text(BROKEN)
    (folder / "b.toml").write_text(FAILS)
    (folder / "c.toml").write_text(HOLDS)
    assert cli.main(["check", "nowhere.toml", "a.toml", "b.toml", "c.toml"]) == 2
    assert capsys.readouterr().out == (
        "BAD   nowhere.toml  there is no such file\n"
        "BAD   a.toml:5  this is not TOML: invalid value\n"
        "FAIL  b.toml:15  ? turn A; top B3  expected turn A, is turn B  (and 1 more)\n"
        "ok    c.toml  It holds\n"
        "4 scenarios: 1 ok, 1 failed, 2 unusable\n"
    )


def test_an_empty_folder_is_not_a_success(folder: Path, capsys: Capsys) -> None:
    assert cli.main(["check", "."]) == 2
    assert capsys.readouterr().out == (
        "BAD   .  there is no scenario file (.toml) in this folder\n1 scenario: 0 ok, 1 unusable\n"
    )


def test_a_title_cannot_steer_the_terminal(folder: Path, capsys: Capsys) -> None:
    (folder / "a.toml").write_text(HOLDS.replace("It holds", "It \\u001b[31mholds\\nwell"))
    assert cli.main(["check", "a.toml"]) == 0
    assert capsys.readouterr().out.startswith("ok    a.toml  It ?[31mholds?well\n")


def test_a_fault_names_the_file(folder: Path, capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    def fact(self: WildApexGame, table: object, name: str, words: str) -> None:
        raise IndexError("no such card")

    monkeypatch.setattr(WildApexGame, "fact", fact)
    (folder / "a.toml").write_text(HOLDS.replace("? turn B", "? color R"))
    assert cli.main(["check", "a.toml"]) == 70
    assert "IndexError: no such card. It happened while running a.toml." in capsys.readouterr().err
