"""Lessons: what a scenario asks, and that the rules answer it."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.tables import AnyGame
from wildtable.engine.game import find_choices
from wildtable.games import games
from wildtable.notation.lessons import MOST_ANSWERS, lessons
from wildtable.notation.rulebook import rule_book

GAMES = [game for game in games() if game.id != "crazy-eights"]
every_game = pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])


@every_game
def test_answers_are_what_the_table_says(game: AnyGame) -> None:
    found = lessons(game)
    assert len(found) >= 40
    order = [(lesson.rules[0], int(lesson.id.partition("-")[0])) for lesson in found.values()]
    assert order == sorted(order)
    for lesson in found.values():
        for moment in lesson.moments:
            for answer in moment.answers:
                choices = find_choices(moment.table, moment.seat, game.read_move(answer.move, moment.table))
                assert (choices is not None) == answer.legal, (lesson.id, answer)
                assert answer.rule == "" or answer.rule in rule_book(game).rules
                assert bool(answer.why) != answer.legal


@every_game
def test_a_question_has_right_and_wrong_answers_in_an_order_that_tells_nothing(game: AnyGame) -> None:
    refused_by: Counter[str] = Counter()
    for lesson in lessons(game).values():
        assert lesson.questions >= 1
        for moment in lesson.moments:
            moves = [answer.move for answer in moment.answers]
            assert moves == sorted(set(moves))
            assert len(moves) <= MOST_ANSWERS
            if moves:
                assert {answer.legal for answer in moment.answers} == {True, False}
            refused_by.update(answer.rule for answer in moment.answers if not answer.legal)
    named = sum(count for rule, count in refused_by.items() if rule)
    assert named >= 9 * sum(refused_by.values()) // 10  # a wrong answer without a rule teaches little


@every_game
def test_a_lesson_goes_on_as_its_scenario_does(game: AnyGame) -> None:
    """What the script makes is a right answer of its question, if there is one; offences are asked about by nobody."""
    for lesson in lessons(game).values():
        for moment in lesson.moments:
            right = [answer.move for answer in moment.answers if answer.legal]
            wrong = [answer.move for answer in moment.answers if not answer.legal]
            assert moment.move not in wrong
            if moment.move in right:
                assert moment.mover == moment.seat
