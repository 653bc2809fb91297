"""Records: written and read back, replayed, checked, and never believed."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

from wildtable.engine.chance import commitment
from wildtable.engine.codes import NOBODY
from wildtable.engine.game import Game, legal_moves
from wildtable.errors import OptionError, Refused
from wildtable.games import game, games
from wildtable.notation.files import BadFile
from wildtable.notation.record import (
    MOST_BYTES,
    Deviation,
    Match,
    Record,
    read_record,
    read_record_text,
    record_text,
    replay,
    verify,
    write_record,
)

APEX = game("wild-apex")
NAMES = ("Ana", "Ben", "Cleo", "Dora", "Emil", "Finn", "Gita")
SECRET = bytes(range(32))


def played(match: Match, moves: int = 100_000, chance: int = 1) -> Match:
    """Random moves, each made as a person writes it."""
    pick = random.Random(chance)
    while moves and not match.table.over:
        seat = match.table.actor()
        options = list(legal_moves(match.table, seat))
        match.play(seat, match.game.move_text(pick.choice(options)))
        moves -= 1
    return match


@pytest.fixture(scope="module")
def finished() -> Record:
    """A match with a checkable shuffle, for points, to its end."""
    return played(Match(APEX, NAMES[:3], {"target": 300}, secret=SECRET, title="An evening")).record()


@pytest.fixture(scope="module")
def text(finished: Record) -> str:
    return record_text(finished)


# --- round trips ---


@pytest.mark.parametrize("game_", games(), ids=lambda game_: game_.id)
@pytest.mark.parametrize("seed", [None, 0, 1, 2**64 - 1])
def test_a_record_comes_back_as_it_was(game_: Game[Any, Any], seed: int | None) -> None:
    match = played(Match(game_, NAMES[: game_.fewest_seats], seed=seed), moves=400)
    record = match.record()
    text = record_text(record)
    again = read_record_text(text)
    assert record_text(again) == text
    assert (again.names, again.options, again.seed) == (record.names, record.options, record.seed)
    assert (again.secret, again.commitment, again.result) == (record.secret, record.commitment, record.result)
    assert [str(move) for move in again.moves] == [str(move) for move in record.moves]
    assert verify(again).snapshot() == match.table.snapshot()


def test_options_names_and_titles_survive(tmp_path: Path) -> None:
    options = {"decks": 2, "copies": {"zero": 3, "fury": 2}, "cries": ['A "B"', "back\\slash"], "hardcore": True}
    names = ('Zoë "Z"', "a\\b", "名前", "#; =", "'''")
    match = played(Match(APEX, names, options, seed=5, title='"""'), moves=20)
    path = tmp_path / "game.toml"
    write_record(match.record(), path)
    record = read_record(path)
    assert record.names == names
    assert record.title == '"""'
    assert record.options == match.table.options
    assert record.options["cries"] == ('A "B"', "back\\slash")
    assert verify(record).snapshot() == match.table.snapshot()


def test_a_match_goes_on_from_its_record() -> None:
    whole = played(Match(APEX, NAMES[:4], seed=3))
    record = Record(APEX, whole.names, whole.table.options, tuple(whole.moves[:30]), seed=3)
    half = Match.of(record)
    for move in whole.moves[30:]:
        half.play(move.seat, move.text)
    assert record_text(half.record()) == record_text(whole.record())


def test_moves_are_recorded_in_one_way_of_writing_them() -> None:
    match = Match(APEX, NAMES[:2], seed=1)
    match.play(0, "  cut   017 ")
    assert [str(move) for move in match.moves] == ["A: cut 17"]


def test_what_is_refused_is_not_recorded() -> None:
    match = Match(APEX, NAMES[:2], seed=1)
    before = match.table.snapshot()
    for seat, move in ((0, "draw"), (0, "dance"), (1, "cut 3"), (2, "cut 3"), (-1, "cut 3"), (0, "cut 121")):
        with pytest.raises(Refused):
            match.play(seat, move)
    assert match.moves == []
    assert match.table.snapshot() == before


def test_without_seed_and_secret_the_system_gives_a_secret() -> None:
    one, two = (Match(APEX, NAMES[:2]) for _ in range(2))
    assert one.secret is not None
    assert one.secret != two.secret
    assert one.commitment == commitment(one.secret)
    with pytest.raises(ValueError, match="not both"):
        Match(APEX, NAMES[:2], seed=1, secret=SECRET)


def test_tables_that_cannot_be_opened() -> None:
    with pytest.raises(OptionError):
        Match(APEX, NAMES[:1])
    with pytest.raises(OptionError):
        Match(APEX, NAMES[:2], {"target": -1})
    for name in ("", "  ", "a\nb", "x" * 41, "\x1b[2J"):
        with pytest.raises(ValueError, match="a name has 1 to 40 letters"):
            Match(APEX, ["Ana", name])


# --- replaying ---


def test_a_replay_tells_the_deal_and_then_each_move(finished: Record) -> None:
    steps = list(replay(finished))
    assert (steps[0].seat, steps[0].text) == (NOBODY, "")
    assert [(step.seat, step.text) for step in steps[1:]] == [(move.seat, move.text) for move in finished.moves]
    assert all(step.events for step in steps[1:] if step.text != "decline")
    assert steps[-1].table.over


def test_the_deal_is_told_where_nobody_cuts() -> None:
    record = Match(APEX, NAMES[:2], {"offer_cut": False}, seed=1).record()
    (deal,) = replay(record)
    assert len(deal.events) >= 2


def test_a_record_without_a_result_can_be_true(finished: Record) -> None:
    record = Record(finished.game, finished.names, finished.options, finished.moves, secret=SECRET)
    with pytest.raises(Deviation, match="the commitment"):
        verify(record)
    record = Record(
        finished.game, finished.names, finished.options, finished.moves, secret=SECRET, commitment=commitment(SECRET)
    )
    assert verify(record).over


# --- what is not true is found out ---


def first_deviation(text: str) -> str:
    with pytest.raises((Deviation, BadFile)) as caught:
        verify(read_record_text(text))
    sentence = str(caught.value)
    assert "\n" not in sentence
    return sentence


def test_the_record_that_is_tampered_with_is_true_before(text: str) -> None:
    assert verify(read_record_text(text)).over


@pytest.mark.parametrize(
    ("pattern", "new", "told"),
    [
        (r"format = 1", "format = 2", "format 1"),
        (r'game = "wild-apex"', 'game = "wild-side-9"', "there is no game 'wild-side-9'"),
        (r'"Ana", ', "", "no seat"),
        (r'"Cleo"', '"Cleo", "Dora"', "."),
        (r"options\.copies = .*", "options.copies = { }\noptions.decks = 2", "this is not TOML"),
        (r"zero = 1", "zero = 2", "no move of this game as it went"),
        (r"options\.offer_cut = true", "options.offer_cut = false", "no move of this game as it went"),
        (r"options\.target = 300", "options.target = 1000", "the record says that the match is over"),
        (r"options\.target = 300", "options.target = 0", "no move of this game as it went"),
        (r"options\.points_wild = 50", "options.points_wild = 49", "."),
        (r'secret = "00', 'secret = "01', "the secret gives the commitment"),
        (r'commitment = "6', 'commitment = "5', "the secret gives the commitment"),
        (r'secret = .*\ncommitment = "\w*"', "seed = 0", "no move of this game as it went"),
        (r"cut \d+", "cut 120", "no move of this game as it went"),
        (r"\n(\w: draw)", r"\n\1\n\1", "no move of this game as it went"),
        (r"\n\w: draw", "", "no move of this game as it went"),
        (r"(\n\w: .*)\n\"\"\"", '\n"""', "the record says that the match is over; after its moves it goes on"),
        (r'\n"""\n\n', '\nA: draw\n"""\n\n', "no move of this game as it went"),
        (r"over = true", "over = false", "the record says that the match goes on; after its moves it is over"),
        (r"winners = .*", "winners = []", "the record says that nobody won"),
        (r"winners = .*", 'winners = ["A", "B", "C"]', "the record says that Ana and Ben and Cleo won"),
        (r"scores = { A = (\d+)", r"scores = { A = 1\1", "points; by its moves it is"),
        (r'hands = { A = "', 'hands = { A = "R5 ', "the record leaves Ana with"),
    ],
)
def test_each_part_of_a_record_is_checked(text: str, pattern: str, new: str, told: str) -> None:
    tampered, changes = re.subn(pattern, new, text, count=1)
    assert changes == 1
    assert tampered != text
    assert re.search(told, first_deviation(tampered))


def test_a_secret_that_goes_with_its_commitment_is_found_out_by_the_cards(text: str) -> None:
    """Who changes both has dealt other cards, and the moves no longer fit."""
    other = bytes(reversed(range(32)))
    tampered = text.replace(SECRET.hex(), other.hex()).replace(commitment(SECRET), commitment(other))
    assert "no move of this game as it went" in first_deviation(tampered)


def test_every_single_move_counts(text: str) -> None:
    """Whichever move is left out, the record is no longer true."""
    lines = text.split("\n")
    first, last = lines.index('moves = """') + 1, lines.index('"""') - 1
    numbers = [number for number in range(first, last + 1) if "decline" not in lines[number]]
    for number in random.Random(1).sample(numbers, 40):
        first_deviation("\n".join(lines[:number] + lines[number + 1 :]))


def test_the_line_of_the_first_deviation_is_told(text: str) -> None:
    lines = text.split("\n")
    number = next(number for number, line in enumerate(lines) if line.endswith(": draw"))
    lines.insert(number, lines[number][0] + ": take")
    with pytest.raises(Deviation, match=rf"^line {number + 1}: `\w: take`") as caught:
        verify(read_record_text("\n".join(lines)))
    assert caught.value.line == number + 1


# --- what cannot be read ---


@pytest.mark.parametrize(
    ("pattern", "new", "told"),
    [
        (r"format = 1\n", "", r"^record:1: this is no record of a game: it has no `format`"),
        (r"format = 1", 'format = "1"', r"^record:1: this record has the format '1'"),
        (r'game = "wild-apex"', "game = 1", r"^record:2: game is a text"),
        (r'title = "An evening"', r'title = "\\u001b[2J"', r"^record:3: a title"),
        (r'title = "An evening"', "tilte = 1", r"^record:3: there is no 'tilte' .* did you mean title"),
        (r"seats = \[.*\]", 'seats = "Ana"', r"^record:4: seats is a list of texts"),
        (r"seats = \[.*\]", 'seats = ["Ana"]', r"^record:4: Wild Apex is played by 2 to 12"),
        (r"seats = \[.*\]", 'seats = ["Ana", ""]', r"^record:4: a name has 1 to 40"),
        (r"seats = \[.*\]", 'seats = ["Ana", 3]', r"^record:4: seats is a list of texts"),
        (r"options\.decks = 1", "options.decks = 4", r"^record:5: decks is a whole number from 1 to 3"),
        (r"options\.hardcore = false", "options.hardcore = 0", r"^record:14: hardcore is true or false"),
        (r"options\.hardcore", "options.hardcor", r"^record:\d+: there is no option 'hardcor'"),
        (r"secret = .*\n", "", r"a record has either a seed or a secret"),
        (r"secret = ", "seed = 1\nsecret = ", r"a record has either a seed or a secret"),
        (r"secret = .*\n", "seed = 1\n", r"^record:19: a commitment belongs to a secret"),
        (r"commitment = .*\n", "", r"the file lacks commitment"),
        (r'secret = "\w*', 'secret = "', r"^record:18: the secret is 64 digits"),
        (r'secret = "00', 'secret = "0G', r"^record:18: the secret is 64 digits"),
        (r"secret = .*\ncommitment = .*", "seed = -1", r"^record:18: seed is a whole number"),
        (r"secret = .*\ncommitment = .*", f"seed = {2**64}", r"^record:18: seed is a whole number"),
        (r'commitment = "\w*"', "commitment = 7", r"^record:19: commitment is a text"),
        (r"\w: cut \d+", "cut 7", r"^record:21: 'cut 7' is no move of a seat"),
        (r"\w: cut \d+", "D: cut 7", r"^record:21: 'D' is no seat at a table of 3"),
        (r"\w: cut \d+", "A:", r"^record:21: 'A:' is no move of a seat"),
        (r"(?s)moves = .*?\"\"\".*?\"\"\"", "moves = []", r"^record:20: moves is a text"),
        (r"\[result\]", "[reslut]", r"there is no 'reslut'"),
        (r"over = true", "over = 1", r"over is true or false"),
        (r"over = true\n", "", r"over is true or false"),
        (r"winners = .*", "winners = 1", r"winners is a list of seats"),
        (r"winners = .*", 'winners = ["A", "A"]', r"winners names each seat once"),
        (r"winners = .*", 'winners = ["D"]', r"'D' is no seat"),
        (r"scores = .*", "scores = { A = 1 }", r"scores is a table of the seats A B C"),
        (r"scores = .*", "scores = { A = 1, B = 1, C = 0.5 }", r"scores are whole numbers, not 0.5"),
        (r"hands = .*", 'hands = { A = "", B = "", D = "" }', r"hands is a table of the seats"),
        (r"hands = .*", 'hands = { A = "", B = "", C = "X1" }', r"'X1' is no card"),
        (r"hands = .*", 'hands = { A = "", B = "", C = 1 }', r"a hand is cards in quotes, not 1"),
        (r"hands = .*", "sum = 1", r"\[result\] has no 'sum'"),
    ],
)
def test_each_wrong_value_is_told(text: str, pattern: str, new: str, told: str) -> None:
    broken, changes = re.subn(pattern, new, text, count=1)
    assert changes == 1
    with pytest.raises(BadFile) as caught:
        read_record_text(broken)
    assert re.search(told, str(caught.value)), str(caught.value)


def test_a_truncated_record_is_found_out_wherever_it_ends(text: str) -> None:
    for end in range(0, len(text) - 1, 97):
        first_deviation_or_result_lost(text[:end])


def first_deviation_or_result_lost(text: str) -> None:
    """A record that ends before its result is short of something that it must have, or has lost its result."""
    try:
        record = read_record_text(text)
    except BadFile:
        return
    assert record.result is None


def test_files_that_are_no_records(tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    with pytest.raises(BadFile, match="there is no such file"):
        read_record(path)
    with path.open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    with pytest.raises(BadFile, match="bytes are more than"):
        read_record(path)
    for content in (b"", b"\xff\xfe", b"\x00", b"[" * 4000, b"format = " + b"9" * 4999):
        path.write_bytes(content)
        with pytest.raises(BadFile):
            read_record(path)
