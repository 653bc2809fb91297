"""Scenarios as worked examples, and as puzzles: a position, "what may you do?", and the answer with its rule.

Nothing is written for a lesson by hand. The questions are the moments of a scenario's script; the possible answers are
the moves that it makes, allows and refuses there, and others that the table itself offers or refuses.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Any

from wildtable.engine.events import Event
from wildtable.engine.game import Game, find_choices, is_legal, legal_moves, play, read_seat
from wildtable.engine.table import Table
from wildtable.errors import NotationError, Refused
from wildtable.notation.coverage import packaged
from wildtable.notation.scenario import CheckStep, MoveStep, RefusalStep, Scenario, read_scenario, scenario_files

MOST_ANSWERS = 6
OFFERED = 3  # of the answers, at most, come from what the table offers beside the script
MOVES_LOOKED_AT = 60


@dataclass(frozen=True)
class Answer:
    """A move somebody might think of, and whether the rules allow it."""

    move: str
    legal: bool
    rule: str  # by which it is refused, or that it carries out; empty where no rule is named
    why: str  # the refusal as a sentence; empty where it is legal


@dataclass(frozen=True)
class Moment:
    """A position by the eyes of `seat`; the question, if there are answers; and what the script does then."""

    table: Table
    seat: int
    answers: tuple[Answer, ...]
    move: str  # empty where the script makes none
    mover: int
    events: tuple[Event, ...]
    after: Table | None  # the move


@dataclass(frozen=True)
class Lesson:
    id: str  # the file's name without its end
    title: str
    game: Game[Any, Any]
    rules: tuple[str, ...]
    seats: int
    moments: tuple[Moment, ...]

    @property
    def questions(self) -> int:
        return sum(bool(moment.answers) for moment in self.moments)


def lesson_of(scenario: Scenario) -> Lesson:
    """The lesson in a scenario that holds."""
    return Lesson(
        id=scenario.file.path.stem,
        title=scenario.title,
        game=scenario.game,
        rules=scenario.rules,
        seats=scenario.seats,
        moments=tuple(_moments(scenario)),
    )


@cache
def examples(game: Game[Any, Any]) -> dict[str, Lesson]:
    """The scenarios that come with a game, by id, in the order of the rule that each is for, which it names first."""
    folder = packaged(game)
    found = [lesson_of(read_scenario(path)) for path in scenario_files(folder)] if folder else []
    found.sort(key=lambda lesson: (lesson.rules[:1], file_number(lesson.id), lesson.id))
    return {lesson.id: lesson for lesson in found}


def file_number(name: str) -> int:
    """101-signal comes after 12-sequences; what has no number comes first."""
    digits = name.partition("-")[0]
    return int(digits) if digits.isdecimal() else 0


def lessons(game: Game[Any, Any]) -> dict[str, Lesson]:
    """Those of the examples that ask something."""
    return {lesson.id: lesson for lesson in examples(game).values() if lesson.questions}


def _moments(scenario: Scenario) -> Iterator[Moment]:
    table, _ = scenario.set_up()
    thought_of: dict[int, list[str]] = {}  # by seat, what the script says of its moves in this position
    for step in scenario.steps:
        if isinstance(step, RefusalStep):
            thought_of.setdefault(step.seat, []).append(step.move)
        elif isinstance(step, CheckStep):
            for seat, move in _moves_named(step, table):
                thought_of.setdefault(seat, []).append(move)
        elif isinstance(step, MoveStep):
            thought_of.setdefault(step.seat, []).append(step.move)
            yield from _questions(table, {seat: m for seat, m in thought_of.items() if seat != step.seat})
            before = table.clone()
            events = tuple(play(table, step.seat, step.move))
            answers = _answers(before, step.seat, thought_of[step.seat])
            yield Moment(before, step.seat, answers, step.move, step.seat, events, table.clone())
            thought_of = {}
    yield from _questions(table, thought_of)


def _questions(table: Table, thought_of: dict[int, list[str]]) -> Iterator[Moment]:
    for seat, moves in thought_of.items():
        answers = _answers(table, seat, moves)
        if answers:
            yield Moment(table.clone(), seat, answers, "", seat, (), None)


def _moves_named(step: CheckStep, table: Table) -> Iterator[tuple[int, str]]:
    """`may B: catch A` and `not C: draw`."""
    for expectation in step.expectations:
        letter, colon, move = expectation.words.partition(":")
        if expectation.name in ("may", "not") and colon:
            yield read_seat(letter.strip(), table.seats), move.strip()


def _answers(table: Table, seat: int, thought_of: list[str]) -> tuple[Answer, ...]:
    """What the script has thought of, filled up with what the table offers, and with the same moves of other cards of
    the hand. Nothing where all answers would be right, or all wrong."""
    game: Game[Any, Any] = table.game
    if table.over:
        return ()
    answers: dict[str, Answer] = {}

    def add(move: str) -> None:
        if move not in answers and len(answers) < MOST_ANSWERS:
            answer = _judge(table, seat, move)
            if answer is not None:
                answers[move] = answer

    for move in thought_of:
        add(move)
    for move in _with_other_cards(table, seat, list(answers)):
        add(move)
        if len(answers) >= MOST_ANSWERS - 1:
            break
    offered = (game.move_text(move) for move in islice(legal_moves(table, seat), MOVES_LOOKED_AT))
    for move in islice((move for move in offered if move not in answers), OFFERED):
        add(move)
    rights = sum(answer.legal for answer in answers.values())
    # In the order of the words, so that the place of an answer tells nothing.
    return tuple(answers[move] for move in sorted(answers)) if 0 < rights < len(answers) else ()


def _with_other_cards(table: Table, seat: int, moves: list[str]) -> Iterator[str]:
    game: Game[Any, Any] = table.game
    hand = list(dict.fromkeys(game.card_text(card) for card in table.hand(seat)))
    for move in moves:
        words = move.split()
        for place, word in enumerate(words):
            if word in hand:
                yield from (" ".join([*words[:place], card, *words[place + 1 :]]) for card in hand if card != word)


def _judge(table: Table, seat: int, text: str) -> Answer | None:
    """Whether a move is allowed, and if not, by which rule; None for what is no question: words that are no move, and
    offences, which a table accepts and punishes."""
    game: Game[Any, Any] = table.game
    try:
        move = game.read_move(text, table)
    except NotationError:
        return None
    if is_legal(table, seat, move):
        events = play(table.clone(), seat, move)
        return Answer(text, True, game.rule_id(events[0].rules[0]) if events else "", "")
    if find_choices(table, seat, move) is not None:
        return None
    try:
        play(table.clone(), seat, move)
    except Refused as refused:
        return Answer(text, False, refused.rule or "", str(refused))
    return None
