"""A game in the terminal, played by scripts: what is offered, refused, explained and told."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.tables import AnyGame
from wildtable.engine.game import Position, events_of
from wildtable.errors import OptionError
from wildtable.games import game, games
from wildtable.notation.record import read_record, verify
from wildtable.tui.play import TerminalGame, sit_down


class Script:
    """Answers given in advance; after them the input ends. Keeps what was printed."""

    def __init__(self, answers: Iterator[str] | list[str]) -> None:
        self.answers = iter(answers)
        self.lines: list[str] = []

    def read(self, prompt: str) -> str:
        answer = next(self.answers, None)
        self.lines.append(prompt + (answer or ""))
        if answer is None:
            raise EOFError
        return answer

    def write(self, text: str) -> None:
        self.lines += text.split("\n")

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    @property
    def words(self) -> str:
        """Without the line breaks, for sentences that may be wrapped."""
        return " ".join(self.text.split())


def play(
    answers: Iterator[str] | list[str],
    seats: int = 3,
    options: dict[str, Any] | None = None,
    seed: int | None = 5,
    of: AnyGame | None = None,
) -> tuple[Script, TerminalGame, bool]:
    script = Script(answers)
    table = sit_down(of or game("wild-apex"), seats, options or {}, seed, "Zoe")
    table.read, table.write = script.read, script.write
    return script, table, table.play()


FIRST_LINES = ["1"] * 3000  # always the first move that is offered: more often than any match asks


@pytest.mark.parametrize("each", games(), ids=lambda each: each.id)
def test_a_whole_match_can_be_played_by_numbers(each: AnyGame) -> None:
    numbers = [str(1 + number * 7 % 5) for number in range(3000)]  # also lines that are not there
    script, table, ended = play(numbers, max(3, each.fewest_seats), of=each)
    assert ended
    assert table.table.over
    assert re.search(r"wins? the match\.|without a winner\.", script.text)
    assert max(map(len, script.lines)) <= 80
    assert "\x1b" not in script.text
    verify(table.match.record())


def test_the_same_seed_and_answers_give_the_same_match() -> None:
    assert play(FIRST_LINES)[0].lines == play(FIRST_LINES)[0].lines


def test_events_are_told_with_their_rules() -> None:
    script, _, _ = play([])
    assert "Wild Apex: A Zoe, B Ben, C Cleo." in script.text
    assert re.search(r"deals 7 cards to each player \[WA-04\]", script.text)
    assert "You leave the table." in script.text


def test_only_the_persons_own_cards_are_told() -> None:
    script, _, _ = play(FIRST_LINES)
    told = [line for line in script.lines if re.match(r"(Zoe|Ben|Cleo) draws ", line)]
    assert any(re.match(r"Zoe draws [RYGBDCWF]", line) for line in told)
    assert all(re.match(r"\w+ draws \d+ cards?", line) for line in told if not line.startswith("Zoe"))


def test_the_shuffle_is_promised_before_the_deal() -> None:
    script, table, _ = play([], seed=None)
    assert table.match.commitment in script.text
    assert script.text.index(table.match.commitment) < script.text.index("deals 7 cards")
    assert table.match.secret is not None
    assert table.match.secret.hex() not in script.text


def test_who_cuts_is_asked_for_a_number() -> None:
    script, table, _ = play(["200", "x", "17"], seats=2)
    assert "cut: type a number from 0 to 120" in script.text
    assert "A may not cut 200 now by WA-03." in script.text
    assert "Zoe cuts: 17 cards go under [WA-03]" in script.text
    assert table.match.moves[0].text == "cut 17"


def test_a_refused_move_names_its_rule_and_changes_nothing() -> None:
    script, table, _ = play(["17", "play B9", "play B10", "play R5 R6"], seats=2)
    assert re.search(r"A may not play B9 now by WA-\d\d\.", script.text)
    assert "'B10' is no card of Wild Apex" in script.text
    assert len(table.match.moves) == 1


def test_questions_are_answered() -> None:
    script, table, _ = play(["?", "? 1", "?wa-31", "? WA-311", "? 99", "help", "hand", "table", "log"], seats=4)
    assert "Stacking Draw 1" in script.text
    assert "Wild Apex has no rule 'WA-311'; did you mean WA-31?\n" in script.text
    assert "There is no line 99 above." in script.text
    assert "? 3   ? WA-09  the same for one line" in script.text
    assert "`? WA-09` tells what such a rule says" in script.text
    assert "DODGE, COUNTER, WILD4 and FURY are wild cards" in script.text
    assert script.text.count("Your hand: ") == 3
    assert script.text.count("deals 7 cards to each player") == 2
    assert [str(move)[0] for move in table.match.moves].count("A") == 0


def test_capital_letters_do_not_matter_to_a_person() -> None:
    script, table = ask_once(["HAND", "Log", "Play r5"], ["R5 R+1 R7 R8", "B1 B2 B3"], "R9")
    assert script.text.count("Your hand: ") == 2
    assert [str(move) for move in table.match.moves] == ["A: play R5"]


@pytest.mark.parametrize("each", games(), ids=lambda each: each.id)
def test_help_tells_how_cards_and_moves_are_written(each: AnyGame) -> None:
    script = Script(["help"])
    table = sit_down(each, each.fewest_seats, {}, 5, "Zoe")
    table.read, table.write, table.width = script.read, script.write, 40
    table.play()
    assert max(map(len, script.lines)) <= 40
    assert each.summary in script.words
    assert each.legend
    for move in re.findall("`([a-z]+ [A-Z].*?)`", " ".join(each.legend)):
        assert each.read_move(move, each.new_match(4, seed=1))
        assert move in script.words


@pytest.mark.parametrize(
    ("of", "options"),
    [("whats-wild", {}), ("wild-side", {}), ("cl4sh", {"mode": "competition"}), ("wild-apex", {"target": 2000})],
)
def test_after_a_round_the_points_are_told(of: str, options: dict[str, Any]) -> None:
    script, table, _ = play(FIRST_LINES, options=options, of=game(of))
    rounds = [line for line in script.lines if "wins the round" in line or "and wins round" in line]
    standings = [place for place, line in enumerate(script.lines) if line.startswith("The points so far: Zoe ")]
    assert table.table.over
    assert 0 < len(standings) < len(rounds)  # several may share a round
    assert all(script.lines[place + 1] == "" for place in standings)


def at(table: TerminalGame, hands: list[str], top: str, turn: int = 0) -> None:
    """Lay out a position before the turn of somebody, usually the person."""
    each, state = table.game, table.table
    cards = [each.read_cards(hand, state.options) for hand in hands]
    lying = each.read_cards(top, state.options)
    rest = state.deck_cards()
    for card in [card for hand in cards for card in hand] + lying:
        rest.remove(card)
    each.arrange(state, Position(cards, rest, lying, 1, turn, 1, 1, [0] * state.seats))
    events_of(state, state.take_log())


def ask_once(answers: list[str], hands: list[str], top: str) -> tuple[Script, TerminalGame]:
    """The person's one move from a position."""
    script = Script(answers)
    table = sit_down(game("wild-apex"), len(hands), {}, 5, "Zoe")
    table.read, table.write = script.read, script.write
    at(table, hands, top)
    with contextlib.suppress(EOFError):
        table.ask_person()
    return script, table


def test_a_fury_is_chosen_step_by_step() -> None:
    hands = ["FURY R5 R6", "B1 B2 B3", "G1 G2 G3", "Y1 Y2 Y3"]
    script, table = ask_once(["4", "", "4", "2", "3"], hands, "R9")
    assert next(line for line in script.lines if "play FURY" in line) == "  4 play FURY …"
    assert max(map(len, script.lines)) <= 80
    assert len(script.lines) < 80
    assert table.match.moves[0].text.startswith("play FURY ")


def test_in_a_hand_the_wild_cards_come_last() -> None:
    script, _ = ask_once([], ["FURY R5 G-SHIFT WILD4*2 Y3 B8", "B1 B2 B3"], "R9")
    assert "Your hand: R5 Y3 G-SHIFT B8 WILD4*2 FURY" in script.lines


def test_by_which_rules_a_move_works_is_found_on_a_copy() -> None:
    script, table = ask_once(["? 1", "? 2"], ["R5 R+1 R7 R8", "B1 B2 B3"], "R9")
    assert "draw\n  WA-11" in script.text
    assert re.search(r"^play R5\n  WA-\d\d .*", script.text, re.MULTILINE)
    assert table.table.hand_sizes() == [4, 3]
    assert not table.match.moves


def test_an_offer_out_of_turn_can_be_taken_or_let_pass() -> None:
    hands = ["G1 G2 G3", "R5 R6", "B1 B2 B3"]
    for answer, moves in ((["1"], ["B: play R5", "A: catch B"]), ([""], ["B: play R5"])):
        script = Script(answer)
        table = sit_down(game("wild-apex"), 3, {}, 5, "Zoe")
        table.read, table.write = script.read, script.write
        at(table, hands, "R9", turn=1)
        table.make(1, "play R5")  # without the cry
        while table.table.actor() != 0:
            table.table.apply(table.table.actor(), 0)
        table.ask_person()
        assert "Zoe (Enter lets it pass)> " in script.text
        assert "  1 catch B" in script.lines
        assert [str(move) for move in table.match.moves] == moves
        assert table.table.hand_sizes()[1] == (5 if answer == ["1"] else 1)


def test_a_game_can_be_saved_and_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "game.toml"
    monkeypatch.setenv("HOME", str(tmp_path))
    script, _, _ = play(["save", "save ~/game.toml", f"save {file}", f"save {tmp_path}/no/folder", "quit"], seats=4)
    assert "Say where, such as save evening.toml." in script.words
    # a long path is broken where the line ends
    assert f"There is a file {file} already; choose another name.".replace(" ", "") in script.words.replace(" ", "")
    assert "No such file or directory" in script.words
    record = read_record(file)
    verify(record)
    assert record.names == ("Zoe", "Ben", "Cleo", "Dan")


def test_after_the_match_it_can_still_be_saved(tmp_path: Path) -> None:
    table: TerminalGame
    file = tmp_path / "game.toml"

    def answers() -> Iterator[str]:
        while not table.table.over:
            yield "1"
        yield "draw"
        yield f"save {file}"
        yield ""

    script = Script(answers())
    table = sit_down(game("wild-apex"), 3, {}, 5, "Zoe")
    table.read, table.write = script.read, script.write
    assert table.play()
    assert "The match is over: save FILE" in script.text
    assert verify(read_record(file)).over


def test_a_person_may_have_the_name_of_another() -> None:
    script = Script([])
    table = sit_down(game("wild-apex"), 3, {}, 5, "Ben")
    table.read, table.write = script.read, script.write
    table.play()
    assert "A Ben, B Ben II, C Cleo." in script.text


def test_a_watched_match_is_told_without_any_hand() -> None:
    script = Script([])
    table = sit_down(game("wild-apex"), 4, {"target": 50}, 7)
    table.read, table.write = script.read, script.write
    assert table.play()
    assert "wins the match. Points: " in script.text
    assert not re.search(r"draws [RYGBDCWF]", script.text)


def test_the_others_are_of_the_levels_that_are_named() -> None:
    table = sit_down(game("cl4sh"), 3, {}, 5, "Zoe", ["brisk", "calm"])
    assert [machine.name for machine in table.machines[1:]] == ["brisk", "calm"]
    watched = sit_down(game("cl4sh"), 3, {}, 5, None, ["sharp:20"])
    assert [machine.name for machine in watched.machines] == ["sharp:20"] * 3
    with pytest.raises(OptionError, match="2 machine players are named for 3 chairs; name one for all, or 3 by chair"):
        sit_down(game("cl4sh"), 4, {}, 5, "Zoe", ["brisk", "calm"])
    with pytest.raises(OptionError, match="there is no player 'nobody'"):
        sit_down(game("cl4sh"), 4, {}, 5, "Zoe", ["nobody"])


@pytest.mark.parametrize("level", ["random", "sharp:30"])
def test_a_match_with_other_levels_goes_to_its_end(level: str) -> None:
    table = sit_down(game("cl4sh"), 3, {}, 5, None, [level])
    table.write = Script([]).write
    assert table.play()
    verify(table.match.record())
