"""`wildtable melds`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from wildtable.cli import main

Capsys = pytest.CaptureFixture[str]
HANDS = Path(__file__).parent.parent / "games" / "whats_wild" / "hands.tsv"


def run(capsys: Capsys, *words: str) -> tuple[int, str, str]:
    code = main(["melds", *words])
    out, err = capsys.readouterr()
    return code, out, err


def test_a_hand_is_laid_out(capsys: Capsys) -> None:
    assert run(capsys, "A3 A4 WILD", "--wild", "5") == (0, "caravan  A3 A4 WILD\n0 points\n", "")
    code, out, _ = run(capsys, "A1 A2 C7 C8 Z11 Z12 WILD P8", "--wild", "8")
    assert code == 0
    assert out == "caravan  WILD Z11 Z12\nherd     C7 P8 C8\nleft     A1 A2\n3 points\n"
    assert run(capsys, "A1*2", "-w", "5")[1] == "left  A1 A1\n2 points\n"


def test_a_hand_as_json(capsys: Capsys) -> None:
    code, out, _ = run(capsys, "A3 A4 WILD CHAM", "--wild", "5", "--json")
    assert code == 0
    assert json.loads(out) == {
        "melds": [{"name": "caravan", "cards": ["A3", "A4", "WILD"]}],
        "left": ["CHAM"],
        "points": 20,
    }


def test_a_file_of_hands(capsys: Capsys, tmp_path: Path) -> None:
    assert run(capsys, "--tsv", str(HANDS)) == (0, "200 hands: 200 agree, 0 differ\n", "")
    wrong = tmp_path / "wrong.tsv"
    wrong.write_text("Z4 Z5 Z6\t3\t0\n\nZ4 Z5 Z7\t3\t0\n")
    code, out, _ = run(capsys, "--tsv", str(wrong))
    assert code == 1
    assert out == f"{wrong}:3  Z4 Z5 Z7  wild 3: expected 0 points, found 16\n2 hands: 1 agree, 1 differ\n"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "name the cards of a hand"),
        (["A3 A4"], "name the wild number"),
        (["A3 A4", "--wild", "13"], "from 1 to 12, not '13'"),
        (["A3 A4", "--wild", "x"], "from 1 to 12, not 'x'"),
        (["A13", "--wild", "3"], "'A13' is no card of What's Wild?!"),
        (["A3*3", "--wild", "3"], "A3 is named 3 times; the deck has 2"),
        (["A3*0", "--wild", "3"], "should end in a number of cards"),
        (["A1*2 A2*2 A3*2 A4*2 A5*2 A6*2 A7*2", "--wild", "3"], "nobody ever holds more than 13"),
        (["A3", "--tsv", "file"], "name none on the command line"),
        (["--tsv", "file", "--json"], "--json"),
        (["--tsv", "nowhere.tsv"], "nowhere.tsv"),
    ],
)
def test_what_cannot_be_read_is_told_in_a_sentence(capsys: Capsys, words: list[str], sentence: str) -> None:
    code, out, err = run(capsys, *words)
    assert code == 2
    assert out == ""
    assert sentence in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "has no hand in it"),
        ("A3 A4\t5\n", ":1  a line is cards, a tab, the wild number, a tab, the points"),
        ("A3 A4 A5\t9\t0\nA3 A4\t0\t7\n", ":2  the wild number is a whole number"),
        ("A3 A4\t9\tseven\n", ":1  points are a whole number, not 'seven'"),
        ("A3 B4\t9\t7\n", ":1  'B4' is no card"),
        ("\t9\t7\n", ":1  there is no card in this hand"),
    ],
)
def test_a_file_that_cannot_be_read(capsys: Capsys, tmp_path: Path, text: str, sentence: str) -> None:
    path = tmp_path / "hands.tsv"
    path.write_text(text)
    code, _, err = run(capsys, "--tsv", str(path))
    assert code == 2
    assert sentence in err


def test_a_file_that_is_no_text(capsys: Capsys, tmp_path: Path) -> None:
    path = tmp_path / "hands.tsv"
    path.write_bytes(b"\xff\xfe\x00")
    code, _, err = run(capsys, "--tsv", str(path))
    assert code == 2
    assert err == f"wildtable: {path}:1  this is not UTF-8 text\n"


def test_a_hand_without_quotes(capsys: Capsys) -> None:
    assert run(capsys, "A3", "A4", "WILD", "--wild", "5") == (0, "caravan  A3 A4 WILD\n0 points\n", "")


def test_lines_that_cannot_be_read_do_not_hide_the_others(capsys: Capsys, tmp_path: Path) -> None:
    path = tmp_path / "hands.tsv"
    path.write_bytes(b"\xef\xbb\xbfZ4 Z5 Z6\t3\t0\r\nZ4 Z5 X6\t3\t0\r\nZ4 Z5 Z7\t3\t0\r\n")
    code, out, err = run(capsys, "--tsv", str(path))
    assert code == 2
    assert out.endswith(":3  Z4 Z5 Z7  wild 3: expected 0 points, found 16\n2 hands: 1 agree, 1 differ, 1 unusable\n")
    assert err.startswith(f"wildtable: {path}:2  'X6' is no card")


def test_what_is_no_file_of_hands_is_not_read_to_its_end(capsys: Capsys, tmp_path: Path) -> None:
    path = tmp_path / "story.txt"
    path.write_text("Once upon a time\n" * 1000)
    code, out, err = run(capsys, "--tsv", str(path))
    assert (code, out) == (2, "")
    assert err.count("\n") == 22
    assert err.endswith("has too many lines that are no hands\n")
    code, out, err = run(capsys, "--tsv", "/dev/zero")
    assert (code, out) == (2, "")
    assert err == "wildtable: /dev/zero:1  this line is too long for a hand\n"
