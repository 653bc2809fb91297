"""Scenario files: what their runner checks, and that every mistake in one is told with its line."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from wildtable import games
from wildtable.engine.game import Position
from wildtable.games.wild_apex import WildApexGame
from wildtable.games.wild_apex.game import WildApex
from wildtable.notation.files import LONGEST_LINE
from wildtable.notation.scenario import MOST_BYTES, BadFile, Outcome, read_scenario, run_scenario, scenario_files

GOOD = '''\
title = "A number matches"
game = "wild-apex"
rules = ["WA-12", "WA-51"]
options = { }
random = 7

[table]
seats = 3
dealer = "C"
turn = "A"
direction = "clockwise"
discard = "B3"
draw = "Y1 Y2"
scores = { A = 10 }

[hands]
A = "R3 Y7 Y8"
B = "R9 G2 G4"
C = "B1*2 Y4"

[script]
steps = """
A! play Y7  WA-12     # line 23
A: play R3

? turn B; top R3; color R; cites WA-21
B! play Y9            # line 27
? count A 2; hand C: Y4 B1*2; score A 10; no over
"""
'''


@pytest.fixture
def run(tmp_path: Path) -> Callable[[str], Outcome]:
    def write_and_run(text: str) -> Outcome:
        path = tmp_path / "example.toml"
        path.write_text(text, encoding="utf-8")
        return run_scenario(path)

    return write_and_run


Runner = Callable[[str], Outcome]


def changed(old: str, new: str) -> str:
    assert GOOD.count(old) == 1, old
    return GOOD.replace(old, new)


def with_script(*steps: str) -> str:
    return GOOD[: GOOD.index("steps =")] + 'steps = """\n' + "\n".join(steps) + '\n"""\n'


# --- what holds and what does not ---


def test_a_good_file_passes_and_tells_what_it_shows(run: Runner) -> None:
    outcome = run(GOOD)
    assert outcome.passed
    assert (outcome.title, outcome.game, outcome.rules) == ("A number matches", "wild-apex", ("WA-12", "WA-51"))
    assert {"WA-12", "WA-21", "WA-51"} <= outcome.cited


@pytest.mark.parametrize(
    ("step", "expected", "found"),
    [
        ("? turn A", "turn A", "turn B"),
        ("? turn A B", "turn A B", "turn B"),
        ("? turn -", "turn -", "turn B"),
        ("? no turn B", "no turn B", "turn B"),
        ("? count A 3", "count A 3", "count A 2"),
        ("? hand A: Y7", "hand A: Y7", "hand A: Y7 Y8"),
        ("? hand A:", "hand A:", "hand A: Y7 Y8"),
        ("? top B3", "top B3", "top R3"),
        ("? color B", "color B", "color R"),
        ("? direction counterclockwise", "direction counterclockwise", "direction clockwise"),
        ("? draw 5", "draw 5", "draw 111"),
        ("? discard 1", "discard 1", "discard 2"),
        ("? score A 11", "score A 11", "score A 10"),
        ("? score B 1", "score B 1", "score B 0"),
        ("? seating B A C", "seating B A C", "seating A B C"),
        ("? over", "over", "not over"),
        ("? round over", "round over", "no round just over"),
        ("? winner A", "winner A", "winner nobody"),
        ("? may A: draw", "may A: draw", "not A: draw"),
        ("? not B: draw", "not B: draw", "may B: draw"),
        ("? cites WA-31", "cites WA-31", "cites WA-21 WA-08 WA-12 WA-57"),
        ("? owes B 2", "owes B 2", "nobody owes"),
        ("A: play Y7 R", "a move that is allowed", "refused: 'play Y7 R' is no move of Wild Apex"),
        ("B: take", "a move that is allowed", "refused: B may not take now by WA-35"),
        ("B! draw", "refused", "allowed"),
        ("B! draw WA-12", "refused by WA-12", "allowed"),
        ("B! play G4 WA-51", "refused by WA-51", "refused by WA-12"),
        ("B! dance WA-51", "refused by WA-51", "refused without a rule"),
    ],
)
def test_what_does_not_hold_is_told(run: Runner, step: str, expected: str, found: str) -> None:
    outcome = run(with_script("A: play R3", step))
    (failure,) = outcome.failures
    assert (failure.line, failure.step, failure.expected) == (24, step, expected)
    assert failure.found.startswith(found)


@pytest.mark.parametrize(
    "step",
    [
        "? turn B",
        "? no turn A; no over; no round over; no winner A; no owes B 1; no cites WA-31",
        "? hand C: B1 Y4 B1; hand C: Y4 B1*2",
        "? may B: draw; may B: play R9; not B: play Y9; not B: dance; not A: draw; no may A: draw",
        "? cites WA-12; discard 2; seating A B C;",
        "?turn B;count B 3",
        "?\tcount  B\t3;no  over ; may B:draw",
        "B!play G4   WA-12",
        "B! dance the night away",
    ],
)
def test_what_holds(run: Runner, step: str) -> None:
    assert run(with_script("A: play R3", step)).failures == []


def test_all_failures_of_expectations_are_kept_but_a_wrong_move_ends_the_run(run: Runner) -> None:
    outcome = run(with_script("? turn B; over", "? top B3; count A 1", "A: draw", "A: draw", "? over"))
    assert [(failure.line, failure.expected) for failure in outcome.failures] == [
        (23, "turn B"),
        (23, "over"),
        (24, "count A 1"),
        (26, "a move that is allowed"),
    ]


def test_the_events_of_the_setting_up_count_for_cites_until_the_first_move(run: Runner) -> None:
    text = GOOD.replace('turn = "A"\n', "start = true\n").replace("B3", "B+2")
    start = text[: text.index("steps =")]
    outcome = run(start + 'steps = """\n? cites WA-06; owes A 2\nA: take\n? no cites WA-06\n"""\n')
    assert outcome.failures == []
    assert {"WA-06", "WA-23"} <= outcome.cited


def test_the_seed_decides_what_is_not_named(run: Runner, tmp_path: Path) -> None:
    def draw_pile(seed: int) -> list[int]:
        path = tmp_path / f"{seed}.toml"
        path.write_text(changed("random = 7", f"random = {seed}"), encoding="utf-8")
        return read_scenario(path).set_up()[0].draw_order()

    assert draw_pile(7) == draw_pile(7)
    assert draw_pile(7) != draw_pile(8)
    assert draw_pile(7)[:2] == draw_pile(8)[:2]  # Y1 Y2 are named
    assert sorted(draw_pile(7)) == sorted(draw_pile(8))


def test_a_deck_is_dealt_from_its_first_card(run: Runner) -> None:
    cards = " ".join(f"{color}{number}" for number in range(1, 8) for color in "RYG")
    outcome = run(
        f'game = "wild-apex"\ndeck = "{cards} B5 B6"\n[table]\nseats = 3\ndealer = "A"\n[script]\n'
        'steps = """\n? hand B: R1 R2 R3 R4 R5 R6 R7; top B5; turn B; draw 99; cites WA-06\n'
        'B: draw\n? hand B: R1 R2 R3 R4 R5 R6 R7 B6\n"""\n'
    )
    assert outcome.failures == []
    assert outcome.title == "example"


# --- the line of a step, however the script is written ---


@pytest.mark.parametrize(
    ("script", "line"),
    [
        ('steps = "? over"', 22),
        ("steps = '? over'", 22),
        ("steps = '''\n\n? over\n'''", 24),
        ('steps = """? over"""', 22),
        ('steps = """\n? turn A\n\n# a comment\n   ? over\n"""', 26),
        ('steps = """\n? turn \\\n  A\n? over"""', 25),
        ('steps = """\n? turn A\\n? over"""', 23),
        ('steps = """\n? turn A\\n\\\n\n  ? over"""', 25),
        ('# steps = "? over \\u"\nsteps = """\n? over"""', 24),
        ('"steps"  =  """\r\n? turn A\r\n? over\r\n"""\r\n', 24),
    ],
)
def test_the_line_of_a_step(run: Runner, script: str, line: int) -> None:
    outcome = run(GOOD[: GOOD.index("steps =")] + script)
    assert [failure.line for failure in outcome.failures] == [line]


def test_the_line_of_a_step_in_a_section_that_is_written_inline(run: Runner) -> None:
    text = GOOD[: GOOD.index("[script]")]
    outcome = run('script.steps = """\n\n? over\n"""\n' + text)
    assert [failure.line for failure in outcome.failures] == [3]


# --- files that cannot be used ---


def bad(run: Runner, text: str) -> BadFile:
    with pytest.raises(BadFile) as caught:
        run(text)
    sentence = str(caught.value)
    assert "\n" not in sentence
    assert len(sentence) < 600
    return caught.value


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ('title = "A number matches"', "title = 3", 1, "title is a text in quotes, not 3"),
        ('game = "wild-apex"\n', "", 1, "the file lacks game"),
        ('game = "wild-apex"', 'game = "wild-ape"', 2, "there is no game 'wild-ape'; did you mean wild-apex?"),
        ('game = "wild-apex"', "game = [1]", 2, "game is a text in quotes, not a list"),
        ('"WA-51"]', '"WA-99"]', 3, "Wild Apex has no rule 'WA-99'; they go from WA-01 to WA-78"),
        ('["WA-12", "WA-51"]', '"WA-12"', 3, "rules is a list of texts, not 'WA-12'"),
        ("options = { }", "options = { hardcor = true }", 4, "did you mean hardcore?"),
        ("options = { }", "options = { hardcore = 1 }", 4, "hardcore is true or false"),
        ("options = { }", "options = 1", 4, "options is a table, not 1"),
        ("random = 7", "random = -1", 5, "random is a whole number from 0"),
        ("random = 7", 'random = "x"', 5, "random is a whole number from 0"),
        ("random = 7", "random = true", 5, "not true"),
        ("random = 7", "radnom = 7", 5, "there is no 'radnom' in such a file; did you mean random?"),
        ("[table]", "[tabel]", 7, "did you mean table?"),
        ("seats = 3\n", "", 7, "[table] lacks seats"),
        ("seats = 3", "seats = 1", 8, "Wild Apex is played by 2 to 12 players, not by 1"),
        ("seats = 3", "seats = 13", 8, "seats is a whole number from 1 to 12, not 13"),
        ("seats = 3", 'seats = "three"', 8, "seats is a whole number"),
        ("seats = 3", "seats = 3.0", 8, "seats is a whole number"),
        ('dealer = "C"', 'dealer = "D"', 9, "'D' is no seat at a table of 3: they are A B C"),
        ('dealer = "C"', "dealer = 2", 9, "dealer is a text in quotes"),
        ('turn = "A"', 'turn = ""', 10, "'' is no seat"),
        ('turn = "A"', 'turns = "A"', 10, "'turns'"),
        ('"clockwise"', '"left"', 11, "direction is clockwise or counterclockwise, not 'left'"),
        ('discard = "B3"', 'discard = "X3"', 12, "'X3' is no card of Wild Apex"),
        ('discard = "B3"', 'discard = "FURY"', 7, "color in force"),
        ('discard = "B3"', 'discard = "B3"\ncolor = "X"', 13, "color is one of R Y G B"),
        ('turn = "A"', 'start = "yes"', 10, "start is true or false, not 'yes'"),
        ('turn = "A"', "cut = 1", 10, "cut is true or false"),
        ('turn = "A"', 'owes = { seat = "A", cards = 1, by = "B" }', 10, "no attack can lie in B3"),
        ('turn = "A"', 'owes = { seat = "A", cards = 0, by = "B" }', 10, "cards in owes are a whole number"),
        ('turn = "A"', 'owes = { seat = "A", cards = 1, by = "A" }', 10, "A cannot owe cards to itself"),
        ('turn = "A"', 'owes = { seat = "A", cards = 1, by = "D" }', 10, "'D' is no seat at a table of 3"),
        ('"Y1 Y2"', '"Y1*3"', 13, "Y1 is named 3 times; the deck has 2"),
        ('"Y1 Y2"', '"Y1*x"', 13, "'Y1*x' should end in a number of cards"),
        ("{ A = 10 }", "10", 14, "scores are written { A = 10, B = 5 }, not 10"),
        ("{ A = 10 }", "{ D = 10 }", 14, "'D' is no seat"),
        ("{ A = 10 }", "{ A = 1e3 }", 14, "the points of A are a whole number"),
        ('C = "B1*2 Y4"', 'D = "B1*2 Y4"', 19, "'D' is no seat at a table of 3"),
        ('C = "B1*2 Y4"', 'C = ["B1"]', 19, "C is a text in quotes, not a list"),
        ('C = "B1*2 Y4"', 'C = "B1*2 Y4 B1"', 19, "B1 is named 3 times; the deck has 2"),
        ('C = "B1*2 Y4"', 'C = "R5/2"', 19, "deck 2"),
        ("[hands]", "[faceup]\nA = 3\n[hands]", 16, "there is no 'faceup' in such a file"),
        ("[script]", "[script]\nstep = 3", 22, "[script] has no 'step'; did you mean steps?"),
        ("A: play R3", "A play R3", 24, "'A play R3' is no step"),
        ("A: play R3", "D: play R3", 24, "'D' is no seat"),
        ("A: play R3", "a: play R3", 24, "'a' is no seat"),
        ("A: play R3", "A:", 24, "what does A do? A move is missing"),
        ("A: play R3", "A! play Y7 WA-99", 24, "Wild Apex has no rule 'WA-99'"),
        ("A: play R3", "A! play Y7 WS-01", 24, "Wild Apex has no rule 'WS-01'"),
        ("A: play R3", "?", 24, "nothing is expected after the question mark"),
        ("turn B; top", "trun B; top", 26, "Wild Apex has no expectation 'trun B'"),
        ("turn B; top", "round 3; top", 26, "Wild Apex has no expectation 'round 3'"),
        ("turn B; top", "no; top", 26, "Wild Apex has no expectation 'no'"),
        ("turn B; top", "turn; top", 26, "which seats?"),
        ("turn B; top", "turn D; top", 26, "'D' is no seat"),
        ("turn B; top", "over now; top", 26, "nothing follows here"),
        ("turn B; top", "seating A B B; top", 26, "seating names every seat once"),
        ("turn B; top", "seating A B; top", 26, "seating names every seat once"),
        ("turn B; top", "count B; top", 26, "'' should be a whole number"),
        ("turn B; top", "draw many; top", 26, "'many' should be a whole number"),
        ("turn B; top", "hand B R9; top", 26, "a hand is written `hand A: R5 B3`"),
        ("turn B; top", "hand B: Q1; top", 26, "'Q1' is no card"),
        ("turn B; top", "may B draw; top", 26, "a move is written `may A: draw`"),
        ("turn B; top", "direction left; top", 26, "a direction is clockwise or counterclockwise"),
        ("WA-21", "WA-99", 26, "Wild Apex has no rule 'WA-99'"),
        ("[hands]", "[hands", 16, "this is not TOML"),
        ("[hands]", "[table]", 16, "this is not TOML"),
        ('seats = 3\ndealer = "C"', 'seats = 3\nseats = 3\ndealer = "C"', 9, "this is not TOML"),
    ],
)
def test_each_mistake_is_told_with_its_line(run: Runner, old: str, new: str, line: int, words: str) -> None:
    error = bad(run, changed(old, new))
    assert words in error.what
    assert error.line == line


@pytest.mark.parametrize(
    ("name", "old", "new", "line"),
    [
        ("wild-side/05-badger-clears", 'leader  = "', 'leader = "Z', "leader"),
        ("wild-side/05-badger-clears", 'pile    = "', 'pile = "Q9 ', "pile"),
        ("cl4sh/11-guard", "[table]", '[table]\nguards = ["Z"]', "guards"),
        ("cl4sh/11-guard", "[table]", '[table]\nsignals = "A"', "signals"),
    ],
)
def test_what_only_one_game_has_is_told_with_its_line_too(
    tmp_path: Path, name: str, old: str, new: str, line: str
) -> None:
    text = (Path(__file__).parent.parent / "scenarios" / f"{name}.toml").read_text(encoding="utf-8")
    file = tmp_path / "wrong.toml"
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    assert old in text
    with pytest.raises(BadFile) as caught:
        run_scenario(file)
    assert file.read_text(encoding="utf-8").splitlines()[caught.value.line - 1].startswith(line)


def test_a_mistake_in_the_script_is_found_before_anything_moves(run: Runner) -> None:
    assert bad(run, with_script("? over", "A: dance", "? dancing")).line == 25


def test_a_script_without_steps(run: Runner) -> None:
    assert bad(run, GOOD[: GOOD.index("steps =")] + 'steps = """\n# nothing\n"""').what == "the script has no steps"
    assert bad(run, GOOD[: GOOD.index("[script]")]).what == "[script] lacks steps"


@pytest.mark.parametrize(
    ("extra", "line", "words"),
    [
        ('turn = "A"\n', 5, "beside a deck [table] has seats, dealer, round alone, and not 'turn'"),
        ('[hands]\nA = "R1"\n', 5, "beside a deck there is no [hands]: it is dealt"),
    ],
)
def test_beside_a_deck_there_is_no_position(run: Runner, extra: str, line: int, words: str) -> None:
    text = f'game = "wild-apex"\ndeck = "R5"\n[table]\nseats = 2\n{extra}[script]\nsteps = "? turn A"\n'
    error = bad(run, text)
    assert (error.line, error.what) == (line, words)


def test_a_card_named_too_often_in_a_deck(run: Runner) -> None:
    error = bad(run, 'game = "wild-apex"\ndeck = "R0 R0"\n[table]\nseats = 2\n[script]\nsteps = "? turn A"\n')
    assert (error.line, error.what) == (2, "R0 is named 2 times; the deck has 1")


def test_a_deck_is_dealt_only_for_a_round_of_the_match(run: Runner) -> None:
    text = 'game = "whats-wild"\ndeck = "A1"\n[table]\nseats = 2\nround = {}\n[script]\nsteps = "? count A 12"\n'
    assert run(text.format(10)).passed
    error = bad(run, text.format(11))
    assert (error.line, error.what) == (5, "there is no round 11: a match with these options has 10 rounds")


# --- files that are no scenario files at all ---


def bad_file(path: Path) -> str:
    with pytest.raises(BadFile) as caught:
        run_scenario(path)
    assert "\n" not in str(caught.value)
    return f"{caught.value.line}: {caught.value.what}"


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    assert bad_file(tmp_path / "none.toml") == "0: there is no such file"
    assert bad_file(tmp_path) == "0: this is a folder"
    (tmp_path / "circle.toml").symlink_to(tmp_path / "circle.toml")
    assert bad_file(tmp_path / "circle.toml").startswith("0: it cannot be read: ")
    os.mkfifo(tmp_path / "pipe")
    assert bad_file(tmp_path / "pipe") == "0: this is no regular file"


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "1: the file lacks game"),
        (b"# " + b"x" * MOST_BYTES, f"0: {MOST_BYTES + 2} bytes are more than the {MOST_BYTES} that are read"),
        (b'game = "x"\ntitle = "\xff"\n', "2: this is not UTF-8 text"),
        (b"a = " + b"[" * 50_000, f"1: this line is longer than {LONGEST_LINE} characters"),
        (b"a = " + b"[" * 4000, "0: it is nested too deeply"),
        (b"a = " + b"{a = " * 900, "0: it is nested too deeply"),
        (b"a = " + b"9" * 4500, "0: it contains a number with far too many digits"),
        (b"a = 1\n\nb = \n", "3: this is not TOML: invalid value"),
        (b'a = """\n', "1: this is not TOML: unterminated string"),
        (b"\x00\x01", "1: this is not TOML"),
    ],
)
def test_files_that_are_something_else(tmp_path: Path, content: bytes, told: str) -> None:
    path = tmp_path / "file.toml"
    path.write_bytes(content)
    assert bad_file(path).startswith(told)


def test_a_byte_order_mark_does_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "file.toml"
    path.write_bytes(b"\xef\xbb\xbf" + GOOD.encode())
    assert run_scenario(path).passed


def test_nested_options(run: Runner) -> None:
    assert bad(run, changed("options = { }", "options = { hardcore = " + "[" * 200 + "]" * 200 + " }")).line == 4


def test_no_broken_file_is_worse_than_bad(tmp_path: Path) -> None:
    """Files with a few characters changed either run or are told to be bad."""
    chance = random.Random(1)
    path = tmp_path / "file.toml"
    for _ in range(300):
        text = list(GOOD)
        for _ in range(chance.randint(1, 4)):
            text[chance.randrange(len(text))] = chance.choice(' "\n#[]{}=*:!?;-0123456789ABRYGWXé\t\\')
        path.write_text("".join(text), encoding="utf-8")
        with suppress(BadFile):
            run_scenario(path)


# --- folders ---


def test_the_scenarios_of_a_folder_come_in_order(tmp_path: Path) -> None:
    for name in ("b/2.toml", "b/1.toml", "a.toml", "b/notes.md"):
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True)
        file.touch()
    assert list(scenario_files(tmp_path)) == [tmp_path / name for name in ("a.toml", "b/1.toml", "b/2.toml")]


# --- games that lay out more than hands ---


class Rows(WildApexGame):
    """A game with face-up rows beside the hands, and without the cards that a position does not name."""

    id = "rows"
    position_sections = ("faceup",)
    rest_is_drawn = False

    def __init__(self) -> None:
        self.arranged: list[Position] = []

    def arrange(self, table: WildApex, position: Position) -> None:
        self.arranged.append(position)
        super().arrange(table, position)

    def fact(self, table: WildApex, name: str, words: str) -> tuple[bool, str] | None:
        if name == "faceup":
            actual = self.arranged[-1].sections["faceup"]["A"]
            return words == f"A: {actual}", f"faceup A: {actual}"
        return super().fact(table, name, words)


@pytest.fixture
def rows() -> Iterator[Rows]:
    game = Rows()
    games.register(game)
    yield game
    games._registered.pop(game.id)


def test_sections_and_other_keys_reach_the_game_as_written(run: Runner, rows: Rows) -> None:
    text = changed('"wild-apex"', '"rows"').replace("[hands]", '[faceup]\nA = "C1 - P3 W2"\n[hands]')
    text = text.replace('discard = "B3"', 'discard = "DODGE"\ncolor = "R"')
    text = text[: text.index("steps =")] + 'steps = "? faceup A: C1 - P3 W2; no faceup A: -; draw 2; color R"'
    assert run(text).failures == []
    position = rows.arranged[0]
    assert position.extra == {"color": "R"}
    assert position.sections == {"faceup": {"A": "C1 - P3 W2"}}
    assert [len(hand) for hand in position.hands] == [3, 3, 3]
    assert len(position.draw) == 2


def test_what_a_game_has_no_section_for_is_told(run: Runner, rows: Rows) -> None:
    error = bad(run, changed('"wild-apex"', '"rows"').replace("[hands]", "[face-up]\n[hands]"))
    assert error.what == "there is no 'face-up' in such a file; did you mean faceup?"


class Restless(WildApexGame):
    """A game that throws a die whenever it refuses a move."""

    id = "restless"

    def refusal(self, table: WildApex, seat: int, move: Any) -> int:
        table.random_below(6)
        return super().refusal(table, seat, move)


def test_a_refused_move_must_not_change_the_table(run: Runner) -> None:
    games.register(Restless())
    try:
        (failure,) = run(with_script("A! play Y7 WA-12").replace("wild-apex", "restless")).failures
    finally:
        games._registered.pop("restless")
    assert failure.found == "refused with a change of random_state"
