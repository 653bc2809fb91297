"""Worked examples and lessons for the browser: each position by the eyes of the seat that is asked there."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from wildtable.engine.game import Game, seat_letter
from wildtable.engine.table import Table
from wildtable.notation.lessons import Answer, Lesson, Moment, examples
from wildtable.notation.plain import NAMES
from wildtable.server.replays import event_told, table_told

MOST_KEPT = 100  # lessons that are remembered in words


class LessonListed(msgspec.Struct, frozen=True):
    """A worked example; a lesson if it asks something."""

    id: str
    title: str
    rules: list[str]
    questions: int


class AnswerTold(msgspec.Struct, frozen=True):
    move: str
    legal: bool
    rule: str | None  # by which it is refused, or that it carries out, if one is named
    text: str  # the refusal as a sentence; empty where it is legal


class MomentTold(msgspec.Struct, frozen=True):
    """By the eyes of `seat`: a position, what may be answered there (nothing where nothing is asked), and what the
    example goes on with, if it does."""

    seat: str
    position: dict[str, Any]
    answers: list[AnswerTold]
    move: str | None
    events: list[dict[str, Any]]
    after: dict[str, Any] | None


class LessonTold(msgspec.Struct, frozen=True):
    """`info` and the positions are as at a live table."""

    id: str
    title: str
    game: str
    rules: list[str]
    questions: int
    info: dict[str, Any]
    moments: list[MomentTold]


@lru_cache(maxsize=16)
def lessons_told(game: Game[Any, Any]) -> list[LessonListed]:
    return [
        LessonListed(lesson.id, lesson.title, list(lesson.rules), lesson.questions)
        for lesson in examples(game).values()
    ]


@lru_cache(maxsize=MOST_KEPT)
def lesson_told(game: Game[Any, Any], lesson_id: str) -> LessonTold | None:
    """None if the game has none of that id."""
    lesson = examples(game).get(lesson_id)
    if lesson is None:
        return None
    return LessonTold(
        id=lesson.id,
        title=lesson.title,
        game=game.id,
        rules=list(lesson.rules),
        questions=lesson.questions,
        info=info_told(lesson),
        moments=[moment_told(lesson, place, moment) for place, moment in enumerate(lesson.moments)],
    )


def info_told(lesson: Lesson) -> dict[str, Any]:
    game, options = lesson.game, lesson.moments[0].table.options
    usual = game.settle_options(lesson.seats)
    return {
        "table": "",
        "game": game.id,
        "title": game.title,
        "options": options,
        "changed": [name for name, value in options.items() if value != usual[name]],
        "open": False,
        "spectators": False,
        "clock": None,
        "grace": 0,
        "pace": 0,
        "state": "playing",
        "match": 1,
        "host": "",
        "watching": 0,
        "seats": [
            {
                "seat": seat_letter(seat),
                "kind": "person",
                "name": NAMES[seat],
                "person": None,
                "level": None,
                "stand_in": False,
                "here": True,
                "wins": 0,
            }
            for seat in range(lesson.seats)
        ],
    }


def moment_told(lesson: Lesson, place: int, moment: Moment) -> MomentTold:
    seat, options = moment.seat, moment.table.options
    names = NAMES[: lesson.seats]
    return MomentTold(
        seat=seat_letter(seat),
        position=position_told(moment.table, seat, 2 * place),
        answers=[answer_told(answer) for answer in moment.answers],
        move=moment.move or None,
        events=[event_told(lesson.game, event.seen_by(seat), names, options) for event in moment.events],
        after=None if moment.after is None else position_told(moment.after, seat, 2 * place + 1),
    )


def answer_told(answer: Answer) -> AnswerTold:
    return AnswerTold(answer.move, answer.legal, answer.rule or None, answer.why)


def position_told(table: Table, seat: int, number: int) -> dict[str, Any]:
    """A position in which nobody can move: what may be done is the question."""
    return {
        "n": number,
        "match": 1,
        **table_told(table, seat, NAMES[: table.seats]),
        "moves": [],
        "must": False,
        "clocks": None,
        "commitment": "",
    }
