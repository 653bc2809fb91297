"""The games and their rule books as plain data for clients."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from wildtable.engine.game import Game
from wildtable.notation.rulebook import Rule, rule_book


class Seats(msgspec.Struct, frozen=True):
    fewest: int
    most: int


class OptionTold(msgspec.Struct, frozen=True):
    name: str
    kind: str  # flag, number, choice, choice-or-number, numbers, words
    default: Any  # null where it depends on the table; `usual` says it in words
    usual: str
    low: int | None
    high: int | None
    values: list[Any]
    keys: dict[str, int] | None  # of `numbers`: the default of each
    range: str  # in words
    sentence: str
    rules: list[str]


class GameTold(msgspec.Struct, frozen=True):
    id: str
    title: str
    prefix: str  # of the ids of its rules
    summary: str
    seats: Seats
    options: list[OptionTold]
    legend: list[str]  # how cards and moves are written


class RuleTold(msgspec.Struct, frozen=True):
    """Texts are Markdown: paragraphs, lists, tables and *emphasis*."""

    id: str
    title: str
    text: str
    ruling: str


class ChapterTold(msgspec.Struct, frozen=True):
    title: str
    text: str
    rules: list[RuleTold]


class BookTold(msgspec.Struct, frozen=True):
    game: str
    title: str
    intro: str
    chapters: list[ChapterTold]


def game_told(game: Game[Any, Any]) -> GameTold:
    return GameTold(
        id=game.id,
        title=game.title,
        prefix=game.prefix,
        summary=game.summary,
        seats=Seats(game.fewest_seats, game.most_seats),
        options=[
            OptionTold(
                name=option.name,
                kind=option.kind,
                default=option.default,
                usual=option.usual,
                low=option.low if "number" in option.kind else None,
                high=option.high if "number" in option.kind else None,
                values=list(option.values),
                keys=dict(option.keys) if option.keys is not None else None,
                range=option.range_text,
                sentence=option.sentence,
                rules=[game.rule_id(number) for number in option.rules],
            )
            for option in game.options
        ],
        legend=list(game.legend),
    )


@lru_cache(maxsize=16)
def book_told(game: Game[Any, Any]) -> BookTold:
    book = rule_book(game)
    return BookTold(
        game.id,
        book.title,
        book.intro,
        [
            ChapterTold(chapter.title, chapter.text, [rule_told(rule) for rule in chapter.rules])
            for chapter in book.chapters
        ],
    )


def rule_told(rule: Rule) -> RuleTold:
    return RuleTold(rule.id, rule.title, rule.text, rule.ruling)
