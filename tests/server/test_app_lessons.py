"""Lessons over HTTP: what they tell is what the seat that is asked may know, and no more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.server.clients import served
from tests.tables import AnyGame
from wildtable.engine.game import read_seat
from wildtable.games import games
from wildtable.notation.lessons import examples, lessons
from wildtable.notation.plain import NAMES, view_in_words
from wildtable.notation.rulebook import rule_book

every_game = pytest.mark.parametrize("game", games(), ids=lambda game: game.id)


@pytest.fixture(scope="module")
def http() -> Iterator[httpx.Client]:
    with served() as address, httpx.Client(base_url=address) as client:
        yield client


@every_game
def test_every_rule_has_a_worked_example_in_the_list(http: httpx.Client, game: AnyGame) -> None:
    listed = http.get(f"/api/games/{game.id}/lessons").json()
    assert [one["id"] for one in listed] == list(examples(game))
    assert [one["id"] for one in listed if one["questions"]] == list(lessons(game))
    if listed:  # a game of the tests has no scenarios
        assert {rule for one in listed for rule in one["rules"]} == set(rule_book(game).rules)


@every_game
def test_each_moment_is_told_by_the_eyes_of_its_seat(http: httpx.Client, game: AnyGame) -> None:
    for lesson in list(lessons(game).values())[::4]:
        told = http.get(f"/api/games/{game.id}/lessons/{lesson.id}").json()
        assert [chair["name"] for chair in told["info"]["seats"]] == list(NAMES[: lesson.seats])
        assert len(told["moments"]) == len(lesson.moments)
        for number, (moment, known) in enumerate(zip(told["moments"], lesson.moments, strict=True)):
            assert read_seat(moment["seat"], lesson.seats) == known.seat
            assert moment["position"]["view"] == plain(view_in_words(game, game.view(known.table, known.seat)))
            assert moment["position"]["moves"] == []
            assert moment["position"]["n"] == 2 * number
            assert "hands" not in moment["position"]
            assert [(one["move"], one["legal"]) for one in moment["answers"]] == [
                (answer.move, answer.legal) for answer in known.answers
            ]
            assert (moment["move"] is None) == (moment["after"] is None) == (known.move == "")
            for event, seen in zip(moment["events"], known.events, strict=True):
                cards = [game.card_text(card) for card in seen.seen_by(known.seat).cards]
                assert event["cards"] == cards
            if known.after is not None:
                assert moment["after"]["view"] == plain(view_in_words(game, game.view(known.after, known.seat)))


def plain(value: Any) -> Any:
    """As JSON has it."""
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, list | tuple) else value


def test_cards_that_another_seat_draws_are_not_told(http: httpx.Client) -> None:
    """Somebody is made to draw by the move of another: the one whose eyes these are does not see which cards."""
    hidden = 0
    for game in games():
        for lesson in examples(game).values():
            for number, moment in enumerate(lesson.moments):
                secret = [event for event in moment.events if event.cards and not event.seen_by(moment.seat).cards]
                if secret:
                    told = http.get(f"/api/games/{game.id}/lessons/{lesson.id}").json()["moments"][number]
                    places = [moment.events.index(event) for event in secret]
                    assert all(told["events"][place]["cards"] == [] for place in places)
                    hidden += len(secret)
    assert hidden >= 10


def test_what_there_is_not(http: httpx.Client) -> None:
    for path, text in (
        ("/api/games/chess/lessons", "There is no game"),
        ("/api/games/cl4sh/lessons/none", "There is no such lesson in CL4SH."),
        ("/api/games/cl4sh/lessons/..%2F..%2Fwild-apex", "There is nothing here."),
        (f"/api/games/cl4sh/lessons/{'x' * 5000}", "There is no such lesson in CL4SH."),
    ):
        answer = http.get(path)
        assert answer.status_code == 404
        assert text in answer.json()["text"]
