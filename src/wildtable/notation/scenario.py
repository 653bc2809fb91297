"""Scenario files: a position, moves, and what must hold. The format is told in docs; this reads and runs it.

A file that cannot be used is a BadFile with the line of what is wrong with it. A file that can be used is run to an
Outcome, which says what did not hold.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from wildtable.engine.codes import NOBODY
from wildtable.engine.events import Event
from wildtable.engine.game import (
    SEAT_LETTERS,
    Game,
    Position,
    check_cards,
    events_of,
    is_legal,
    play,
    read_seat,
    seat_letter,
)
from wildtable.engine.table import Table
from wildtable.errors import NotationError, OptionError, Refused, UnknownGame
from wildtable.games import game as game_of
from wildtable.notation.files import BadFile, TomlFile, read_toml, shown
from wildtable.notation.rulebook import rule_book

MOST_BYTES = 1024 * 1024
MOST_ROUNDS = 10_000
MOST_POINTS = 1_000_000

TOP_KEYS = ("title", "game", "rules", "options", "random", "deck", "table", "hands", "script")
KEYS_WITH_A_DECK = ("title", "game", "rules", "options", "random", "deck", "table", "script")
TABLE_KEYS = ("seats", "dealer", "turn", "direction", "discard", "draw", "scores", "round")
TABLE_KEYS_WITH_A_DECK = ("seats", "dealer", "round")
DIRECTIONS = {"clockwise": 1, "counterclockwise": -1}
DIRECTION_NAMES = {number: name for name, number in DIRECTIONS.items()}

MOVE = re.compile(r"(\S)\s*([:!])\s*(.*)")
RULE_AT_THE_END = re.compile(r"(.*\S)\s+([A-Z]+-\d+)")
WHOLE_NUMBER = re.compile(r"-?\d{1,9}")


# --- what a file says ---


@dataclass(frozen=True)
class Expectation:
    """`no owes B 2`: turned round, of the name `owes`, with the words `B 2`."""

    text: str
    turned_round: bool
    name: str
    words: str


@dataclass(frozen=True)
class Step:
    """One line of a script."""

    line: int
    text: str  # without its comment


@dataclass(frozen=True)
class MoveStep(Step):
    """`A: play R5`"""

    seat: int
    move: str


@dataclass(frozen=True)
class RefusalStep(Step):
    """`A! play R5 WA-12`: refused, by this rule if one is named."""

    seat: int
    move: str
    rule: str | None


@dataclass(frozen=True)
class CheckStep(Step):
    """`? turn B; top R5`"""

    expectations: tuple[Expectation, ...]


@dataclass(frozen=True)
class Scenario:
    """A scenario file that can be used."""

    file: TomlFile
    title: str
    game: Game[Any, Any]
    rules: tuple[str, ...]
    options: Mapping[str, Any]
    seed: int
    seats: int
    position: Position  # with a deck: the deck as the draw pile, and empty hands
    deals_deck: bool
    steps: tuple[Step, ...]

    def set_up(self) -> tuple[Table, list[Event]]:
        """A table in the position of the file, and what has happened by its being set up."""
        table = self.game.new_table(self.seats, self.options)
        table.reseed_from(self.seed)
        position = self._with_the_rest(table)
        table.start_log()
        try:
            if self.deals_deck:
                table.set_match(position.dealer, position.dealer, 1, position.round, list(position.scores))
                self.game.deal_from(table, position.draw)
            else:
                self.game.arrange(table, position)
        except NotationError as error:
            raise self.file.bad(str(error), self._line_about(str(error))) from None
        log = table.take_log()
        table.stop_log()
        return table, events_of(table, log)

    def _with_the_rest(self, table: Table) -> Position:
        """The position with a draw pile that goes on with the cards that are named nowhere."""
        position = self.position
        named = [*position.draw, *position.discard, *(card for hand in position.hands for card in hand)]
        try:
            rest = check_cards(table, named)
        except NotationError as error:
            raise self.file.bad(str(error), self._line_about_cards(str(error))) from None
        if not self.game.rest_is_drawn and not self.deals_deck:
            return position
        return replace(position, draw=[*position.draw, *table.shuffled(rest)])

    def _line_about(self, sentence: str) -> int:
        """The line of the key that a sentence about the position names first, or else of what it quotes, or of the
        position."""
        given = [
            (section, key, value)
            for section in ("table", "hands", *self.game.position_sections)
            for key, value in self.file.table(section).items()
        ]
        named = [
            (found.start(), self.file.line_of(key, section))
            for section, key, _ in given
            if len(key) > 1 and (found := re.search(rf"\b{re.escape(key)}\b", sentence))
        ]
        if named:
            return min(named)[1]
        quoted = re.findall("'([^']+)'", sentence)
        for section, key, value in given:
            words = value if isinstance(value, list) else [key, value, *str(value).split()]
            if any(word in words for word in quoted):
                return self.file.line_of(key, section)
        return self.file.line_of("deck") if self.deals_deck else self.file.line_of("", "table")

    def _line_about_cards(self, sentence: str) -> int:
        """The last line where a card is named that is named too often."""
        card = sentence.split()[0]
        places = [("", "deck"), ("table", "discard"), ("table", "draw")]  # as they usually follow each other
        places += [("hands", seat) for seat in self.file.table("hands")]
        for section, key in reversed(places):
            value = (self.file.table(section) if section else self.file.values).get(key, "")
            if card in (word.partition("*")[0] for word in value.split()):
                return self.file.line_of(key, section)
        return self.file.line_of("", "table")


def read_scenario(path: Path) -> Scenario:
    """Read a scenario file; BadFile names the line of what cannot be used."""
    file = read_toml(path, MOST_BYTES)
    try:
        return _Reader(file).scenario()
    except RecursionError:
        raise file.bad("it is nested too deeply", 0) from None


class _Reader:
    """Reads the parts of one file, from the game on, which says what all the others may be."""

    def __init__(self, file: TomlFile) -> None:
        self.file = file
        self.has_deck = "deck" in file.values

    def scenario(self) -> Scenario:
        file = self.file
        self.game = self.read_game()
        file.check_keys(file.values, (*TOP_KEYS, *self.game.position_sections))
        if self.has_deck:
            self.check_that_all_is_dealt()
        rules = tuple(self.read_rule(rule, file.line_of("rules")) for rule in file.list_of_words("rules"))
        self.seats = file.number("seats", "table", 1, len(SEAT_LETTERS))
        self.options = self.read_options()
        return Scenario(
            file=file,
            title=file.words("title", default=file.path.stem),
            game=self.game,
            rules=rules,
            options=self.options,
            seed=file.number("random", "", 0, 2**63 - 1, default=0),
            seats=self.seats,
            position=self.read_position(),
            deals_deck=self.has_deck,
            steps=self.read_steps(),
        )

    def check_that_all_is_dealt(self) -> None:
        """Beside a deck, from which a fresh round is dealt, no part of a position can stand."""
        for key in self.file.values:
            if key not in KEYS_WITH_A_DECK:
                raise self.file.bad(f"beside a deck there is no [{key}]: it is dealt", self.file.line_of(key))
        for key in self.file.table("table"):
            if key not in TABLE_KEYS_WITH_A_DECK:
                raise self.file.bad(
                    f"beside a deck [table] has {', '.join(TABLE_KEYS_WITH_A_DECK)} alone, and not {shown(key)}",
                    self.file.line_of(key, "table"),
                )

    def read_game(self) -> Game[Any, Any]:
        game_id = self.file.words("game")
        try:
            return game_of(game_id)
        except UnknownGame as error:
            raise self.file.bad(str(error), self.file.line_of("game")) from None

    def read_options(self) -> dict[str, Any]:
        given = self.file.table("options")
        try:
            return self.game.settle_options(self.seats, given)
        except OptionError as error:
            about_seats = not given or not self.game.fewest_seats <= self.seats <= self.game.most_seats
            line = self.file.line_of("seats", "table") if about_seats else self.line_of_option(str(error))
            raise self.file.bad(str(error), line) from None

    def line_of_option(self, sentence: str) -> int:
        for name in self.file.table("options"):
            if re.search(rf"\b{re.escape(name)}\b", sentence):
                return self.file.line_of(name, "options")
        return self.file.line_of("options")

    def read_rule(self, rule: str, line: int) -> str:
        known = rule_book(self.game).rules
        if rule not in known:
            ids = list(known)
            raise self.file.bad(
                f"{self.game.title} has no rule {shown(rule)}; they go from {ids[0]} to {ids[-1]}", line
            )
        return rule

    # The position

    def read_position(self) -> Position:
        file = self.file
        table = file.table("table")
        direction = file.words("direction", "table", default="clockwise")
        if direction not in DIRECTIONS:
            raise file.bad(
                f"direction is clockwise or counterclockwise, not {shown(direction)}",
                file.line_of("direction", "table"),
            )
        hands = file.table("hands")
        for letter in hands:
            self.read_seat(letter, file.line_of(letter, "hands"))
        return Position(
            hands=[self.read_cards(seat_letter(seat), "hands") for seat in range(self.seats)],
            draw=self.read_cards("deck", "") if self.has_deck else self.read_cards("draw", "table"),
            discard=self.read_cards("discard", "table"),
            dealer=self.read_seat_key("dealer", default=self.seats - 1),
            turn=self.read_seat_key("turn", default=NOBODY),
            direction=DIRECTIONS[direction],
            round=file.number("round", "table", 1, MOST_ROUNDS, default=1),
            scores=self.read_scores(),
            extra={key: value for key, value in table.items() if key not in TABLE_KEYS},
            sections={key: file.table(key) for key in self.game.position_sections if key in file.values},
        )

    def read_cards(self, key: str, section: str) -> list[int]:
        text = self.file.words(key, section, default="")
        try:
            return self.game.read_cards(text, self.options)
        except NotationError as error:
            raise self.file.bad(str(error), self.file.line_of(key, section)) from None

    def read_seat(self, letter: str, line: int) -> int:
        try:
            return read_seat(letter, self.seats)
        except NotationError as error:
            raise self.file.bad(str(error), line) from None

    def read_seat_key(self, key: str, default: int) -> int:
        letter = self.file.words(key, "table", default="")
        if key not in self.file.table("table"):
            return default
        return self.read_seat(letter, self.file.line_of(key, "table"))

    def read_scores(self) -> list[int]:
        line = self.file.line_of("scores", "table")
        given = self.file.table("table").get("scores", {})
        if not isinstance(given, dict):
            raise self.file.bad(f"scores are written {{ A = 10, B = 5 }}, not {shown(given)}", line)
        scores = [0] * self.seats
        for letter, points in given.items():
            seat = self.read_seat(letter, line)
            if isinstance(points, bool) or not isinstance(points, int) or abs(points) > MOST_POINTS:
                raise self.file.bad(f"the points of {letter} are a whole number, not {shown(points)}", line)
            scores[seat] = points
        return scores

    # The script

    def read_steps(self) -> tuple[Step, ...]:
        self.file.check_keys(self.file.table("script"), ("steps",), "script")
        script = self.file.words("steps", "script")
        lines = self.file.lines_of_text("steps", "script", script)
        steps = tuple(
            self.read_step(line, words)
            for line, text in zip(lines, script.split("\n"), strict=True)
            if (words := text.partition("#")[0].strip())
        )
        if not steps:
            raise self.file.bad("the script has no steps", self.file.line_of("steps", "script"))
        return steps

    def read_step(self, line: int, text: str) -> Step:
        if text.startswith("?"):
            parts = [" ".join(part.split()) for part in text[1:].split(";")]
            expectations = tuple(read_expectation(part) for part in parts if part)
            if not expectations:
                raise self.file.bad("nothing is expected after the question mark", line)
            return CheckStep(line, text, expectations)
        match = MOVE.fullmatch(text)
        if match is None:
            raise self.file.bad(f"{shown(text)} is no step: steps are written `A: draw`, `A! draw` or `? turn A`", line)
        letter, mark, move = match.groups()
        seat = self.read_seat(letter, line)
        rule = None
        if mark == "!" and (end := RULE_AT_THE_END.fullmatch(move)):
            move, rule = end[1], self.read_rule(end[2], line)
        if not move:
            raise self.file.bad(f"what does {letter} do? A move is missing", line)
        return MoveStep(line, text, seat, move) if mark == ":" else RefusalStep(line, text, seat, move, rule)


def read_expectation(text: str) -> Expectation:
    """One expectation; whether there is any of its name, the table will say."""
    first, _, rest = text.partition(" ")
    turned_round = first == "no"
    words = rest if turned_round else text
    if words == "round over":
        return Expectation(text, turned_round, words, "")
    name, _, rest = words.partition(" ")
    return Expectation(text, turned_round, name, rest)


# --- running it ---


@dataclass(frozen=True)
class Failure:
    """Something that did not hold."""

    line: int
    step: str
    expected: str
    found: str

    def __str__(self) -> str:
        return f"{self.step}  expected {self.expected}, is {self.found}"


@dataclass
class Outcome:
    """What came of running a scenario."""

    path: Path
    title: str
    game: str
    rules: tuple[str, ...]  # that the file declares to show
    cited: set[str] = field(default_factory=set)  # by events, its setting up included, and by refusals
    failures: list[Failure] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        return not self.failures


def run_scenario(path: Path) -> Outcome:
    """Read a scenario file and run it; BadFile if it cannot be used."""
    return Run(read_scenario(path)).outcome()


class Run:
    """A scenario on a table."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.game = scenario.game
        self.table, self.events = scenario.set_up()  # the events of the last move, at first of the setting up
        self.result = Outcome(scenario.file.path, scenario.title, self.game.id, scenario.rules)

    def outcome(self) -> Outcome:
        """Run it step by step. After a move that went otherwise than expected, what follows would mean nothing."""
        self.check_words()
        self.cite(self.events)
        for step in self.scenario.steps:
            if isinstance(step, CheckStep):
                self.check(step)
            elif isinstance(step, RefusalStep):
                if not self.refuse(step):
                    break
            elif isinstance(step, MoveStep):
                if not self.move(step):
                    break
        return self.result

    def check_words(self) -> None:
        """Ask every expectation once before anything moves, only to find those that nobody understands."""
        for step in self.scenario.steps:
            if isinstance(step, CheckStep):
                for expectation in step.expectations:
                    self.judge(step, expectation)

    def cite(self, events: Sequence[Event]) -> None:
        for event in events:
            self.result.cited.update(self.game.rule_id(number) for number in event.rules)

    def fail(self, step: Step, expected: str, found: str) -> None:
        self.result.failures.append(Failure(step.line, step.text, expected, found))

    def move(self, step: MoveStep) -> bool:
        try:
            self.events = play(self.table, step.seat, step.move)
        except Refused as refused:
            self.fail(step, "a move that is allowed", f"refused: {refused}")
            return False
        self.cite(self.events)
        return True

    def refuse(self, step: RefusalStep) -> bool:
        """Whether the table is as it was."""
        before = self.table.snapshot()
        try:
            play(self.table, step.seat, step.move)
        except Refused as refused:
            if refused.rule is not None:
                self.result.cited.add(refused.rule)
            if step.rule is not None and refused.rule != step.rule:
                found = f"refused by {refused.rule}" if refused.rule else f"refused without a rule ({refused})"
                self.fail(step, f"refused by {step.rule}", found)
        else:
            self.fail(step, f"refused by {step.rule}" if step.rule else "refused", "allowed")
            return False
        after = self.table.snapshot()
        if after != before:
            changed = ", ".join(key for key in before if before[key] != after.get(key))
            self.fail(step, "refused without a change of the table", f"refused with a change of {changed}")
            return False
        return True

    def check(self, step: CheckStep) -> None:
        for expectation in step.expectations:
            holds, found = self.judge(step, expectation)
            if holds == expectation.turned_round:
                self.fail(step, expectation.text, found)

    def judge(self, step: CheckStep, expectation: Expectation) -> tuple[bool, str]:
        """Whether it holds, not yet turned round, and what is the case."""
        try:
            if expectation.name in EXPECTATIONS:
                return EXPECTATIONS[expectation.name](self, expectation.words)
            verdict = self.game.fact(self.table, expectation.name, expectation.words)
        except NotationError as error:
            raise self.scenario.file.bad(f"{shown(expectation.text)}: {error}", step.line) from None
        if verdict is None:
            raise self.scenario.file.bad(f"{self.game.title} has no expectation {shown(expectation.text)}", step.line)
        return verdict

    # Expectations that every game has: what holds, and what is the case

    def turn(self, words: str) -> tuple[bool, str]:
        expected = [] if words == "-" else self.seats(words)
        required = self.table.seats_in(self.table.required)
        return sorted(expected) == required, f"turn {self.letters(required) or '-'}"

    def hand(self, words: str) -> tuple[bool, str]:
        letter, colon, cards = words.partition(":")
        if not colon:
            raise NotationError("a hand is written `hand A: R5 B3`")
        seat = self.seat(letter.strip())
        hand = self.table.hand(seat)
        expected = sorted(self.game.read_cards(cards, self.table.options))
        return expected == sorted(hand), f"hand {letter.strip()}: {self.game.cards_text(hand)}".rstrip()

    def count(self, words: str) -> tuple[bool, str]:
        seat, number = self.seat_and_number(words)
        count = self.table.hand_sizes()[seat]
        return count == number, f"count {seat_letter(seat)} {count}"

    def score(self, words: str) -> tuple[bool, str]:
        seat, number = self.seat_and_number(words)
        score = self.table.score_list()[seat]
        return score == number, f"score {seat_letter(seat)} {score}"

    def top(self, words: str) -> tuple[bool, str]:
        expected = self.game.read_card(words, self.table.options)
        discards = self.table.discards()
        if not discards:
            return False, "an empty discard pile"
        return discards[-1] == expected, f"top {self.game.card_text(discards[-1])}"

    def direction(self, words: str) -> tuple[bool, str]:
        if words not in DIRECTIONS:
            raise NotationError("a direction is clockwise or counterclockwise")
        return self.table.direction == DIRECTIONS[words], f"direction {DIRECTION_NAMES[self.table.direction]}"

    def draw(self, words: str) -> tuple[bool, str]:
        return self.table.draw_count == self.number(words), f"draw {self.table.draw_count}"

    def discard(self, words: str) -> tuple[bool, str]:
        return self.table.discard_count == self.number(words), f"discard {self.table.discard_count}"

    def seating(self, words: str) -> tuple[bool, str]:
        expected, seating = self.seats(words), self.table.seating()
        if sorted(expected) != sorted(seating):
            raise NotationError("seating names every seat once")
        return expected == seating, f"seating {self.letters(seating)}"

    def over(self, words: str) -> tuple[bool, str]:
        self.nothing(words)
        return bool(self.table.over), "over" if self.table.over else "not over"

    def round_over(self, words: str) -> tuple[bool, str]:
        self.nothing(words)
        return bool(self.table.round_over), "round over" if self.table.round_over else "no round just over"

    def winner(self, words: str) -> tuple[bool, str]:
        seat = self.seat(words)
        winners = 0
        if self.table.over:
            winners = self.table.winners
        elif self.table.round_over:
            winners = self.table.round_winners
        return bool(winners >> seat & 1), f"winner {self.letters(self.table.seats_in(winners)) or 'nobody'}"

    def may(self, words: str) -> tuple[bool, str]:
        """Whether the move is legal; words that are no move of the game are not."""
        letter, colon, text = words.partition(":")
        if not colon or not text.strip():
            raise NotationError("a move is written `may A: draw`")
        seat = self.seat(letter.strip())
        try:
            move = self.game.read_move(text.strip(), self.table)
        except NotationError as error:
            return False, str(error)
        legal = is_legal(self.table, seat, move)
        return legal, f"{'may' if legal else 'not'} {words}"

    def may_not(self, words: str) -> tuple[bool, str]:
        legal, found = self.may(words)
        return not legal, found

    def cites(self, words: str) -> tuple[bool, str]:
        known = rule_book(self.game).rules
        if words not in known:
            raise NotationError(f"{self.game.title} has no rule {shown(words)}")
        cited = dict.fromkeys(self.game.rule_id(number) for event in self.events for number in event.rules)
        return words in cited, f"cites {' '.join(cited) or 'no rule'}"

    # Words of expectations

    def seat(self, word: str) -> int:
        return read_seat(word, self.table.seats)

    def seats(self, words: str) -> list[int]:
        if not words:
            raise NotationError("which seats? Their letters are missing")
        return [self.seat(word) for word in words.split()]

    def letters(self, seats: Sequence[int]) -> str:
        return " ".join(seat_letter(seat) for seat in seats)

    def number(self, word: str) -> int:
        if not WHOLE_NUMBER.fullmatch(word):
            raise NotationError(f"{shown(word)} should be a whole number")
        return int(word)

    def seat_and_number(self, words: str) -> tuple[int, int]:
        letter, _, number = words.partition(" ")
        return self.seat(letter), self.number(number.strip())

    def nothing(self, words: str) -> None:
        if words:
            raise NotationError(f"nothing follows here, and so not {shown(words)}")


EXPECTATIONS: dict[str, Callable[[Run, str], tuple[bool, str]]] = {
    "turn": Run.turn,
    "hand": Run.hand,
    "count": Run.count,
    "top": Run.top,
    "direction": Run.direction,
    "draw": Run.draw,
    "discard": Run.discard,
    "seating": Run.seating,
    "score": Run.score,
    "over": Run.over,
    "round over": Run.round_over,
    "winner": Run.winner,
    "may": Run.may,
    "not": Run.may_not,
    "cites": Run.cites,
}


def scenario_files(path: Path) -> Iterator[Path]:
    """The file itself, or the scenario files of a folder and its folders, in order."""
    if path.is_dir():
        yield from sorted(file for file in path.rglob("*.toml"))
    else:
        yield path


__all__ = ["BadFile", "Failure", "Outcome", "Scenario", "read_scenario", "run_scenario", "scenario_files"]
