"""What live tables do by themselves: clocks, bots on their turns and in windows, stand-ins."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.server.live_driver import GAMES, Evening
from tests.server.test_live import on_turn
from wildtable.server import requests
from wildtable.server.entries import BotSat, Moved
from wildtable.server.live import Due, think


def clock_due(evening: Evening) -> Due:
    dues = [due for due in evening.table.due(evening.now) if due.what == "clock"]
    assert len(dues) == 1
    return dues[0]


def test_a_clock_takes_its_time_then_the_bank_and_then_the_move() -> None:
    evening = Evening.begun("uno-etheria", seats=3, people=3, clock={"move": 20, "bank": 30})
    table = evening.table
    _, seat = on_turn(evening)
    letter = "ABC"[seat]
    began = evening.now
    due = clock_due(evening)
    assert (due.at, due.seat) == (began + 50_000, seat)
    assert table.clocks(began + 5_000) == {
        "running": [letter],
        "left": {letter: 15_000},
        "bank": dict.fromkeys("ABC", 30_000),
    }
    late = table.clocks(began + 27_000)
    assert late is not None
    assert late["left"] == {letter: 0}
    assert late["bank"][letter] == 23_000
    assert table.on_time(due, due.at - 1) == []
    evening.now = due.at
    made = table.on_time(due, due.at)
    assert len(made) == 1
    assert isinstance(made[0], Moved)
    assert (made[0].by, made[0].used) == ("clock", 30_000)
    evening.add(made)
    assert table.bank[seat] == 0
    assert table.on_time(due, due.at) == []


def test_a_move_uses_of_the_bank_what_it_took_too_long() -> None:
    evening = Evening.begun("uno-etheria", seats=3, people=3, clock={"move": 20, "bank": 30})
    table = evening.table
    person, seat = on_turn(evening)
    evening.now += 26_500
    words = evening.some_move(seat)
    evening.move(person, words)
    assert evening.entries[-1].what == Moved("ABC"[seat], words, used=6_500)
    assert table.bank[seat] == 23_500
    assert evening.again().bank == table.bank
    quick, other = on_turn(evening)
    evening.now += 19_000
    evening.move(quick, evening.some_move(other))
    assert isinstance(what := evening.entries[-1].what, Moved)
    assert what.used == 0


@pytest.mark.parametrize("game", GAMES)
def test_after_three_moves_of_the_clock_a_bot_stands_in_until_the_person_moves(game: str) -> None:
    evening = Evening.begun(game, seats=2, people=2, clock={"move": 5, "bank": 0})
    table = evening.table
    made = {0: 0, 1: 0}
    for _ in range(60):
        if any(chair.stand_in for chair in table.chairs) or not table.playing:
            break
        due = clock_due(evening) if len(table.due(evening.now)) == 1 else table.due(evening.now)[0]
        if due.what == "follow":
            evening.follow()
            continue
        evening.now = due.at
        happenings = table.on_time(due, evening.now)
        assert len(happenings) == 1
        made[due.seat] += 1
        evening.add(happenings)
        evening.follow()
    seat = next(seat for seat, chair in enumerate(table.chairs) if chair.stand_in)
    assert made[seat] == 3
    assert max(made.values()) == 3
    what = evening.entries[-1].what
    assert isinstance(what, BotSat)
    assert (what.stand_in, what.why, what.name) == (True, "clock", table.chairs[seat].name)
    person = table.chairs[seat].person
    assert person is not None
    evening.add([requests.back(table, person)])
    assert table.follows() == []


def test_after_a_restart_the_clock_begins_anew() -> None:
    evening = Evening.begun("cl4sh", seats=2, people=2, clock={"move": 20, "bank": 0})
    on_turn(evening)
    again = evening.again()
    again.resume(evening.now + 3_600_000)
    dues = again.due(evening.now + 3_600_000)
    assert [due.at for due in dues] == [evening.now + 3_620_000]


def test_no_clock_runs_without_one() -> None:
    evening = Evening.begun("cl4sh", seats=2, people=2)
    assert evening.table.due(evening.now) == []
    assert evening.table.clocks(evening.now) is None


def test_a_bot_moves_at_its_pace_and_is_asked_once() -> None:
    evening = Evening.begun("uno-etheria", seats=3, people=1, pace=700)
    table = evening.table
    while not [due for due in table.due(evening.now) if due.what == "move"]:
        assert evening.step()
    due = table.due(evening.now)[0]
    question = table.questions[due.seat]
    assert question is not None
    assert due.at == question.at + 700
    sight = table.sight(due)
    assert sight is not None
    assert due not in table.due(evening.now)  # it thinks
    assert table.sight(due) is None
    table.forget(due)
    assert due in table.due(evening.now)
    sight = table.sight(due)
    assert sight is not None
    made = table.answer(due, think(due, sight), due.at)
    assert len(made) == 1
    assert isinstance(made[0], Moved)
    assert made[0].by == "bot"


def test_what_a_bot_thought_for_too_long_is_dropped() -> None:
    evening = Evening.begun("uno-etheria", seats=3, people=2)
    table = evening.table
    while not [due for due in table.due(evening.now) if due.what == "move"]:
        assert evening.step()
    due = table.due(evening.now)[0]
    letter = "ABC"[due.seat]
    for meanwhile in ("another level", "a person"):
        due = next(due for due in table.due(evening.now) if due.what == "move")
        sight = table.sight(due)
        assert sight is not None
        move = think(due, sight)
        if meanwhile == "a person":
            evening.add([requests.sit(table, "zed", "Zed", letter)])
        else:
            evening.add([requests.seat_bot(table, "ada", letter, "brisk")])
        assert table.answer(due, move, evening.now) == []
    assert table.due(evening.now) == []


def test_bots_give_people_time_in_a_window_and_are_asked_about_it_once(rounds: Callable[[int], int]) -> None:
    windows = 0
    for seed in range(60):
        if windows >= max(3, rounds(50)):
            break
        evening = Evening.begun("uno-etheria", seats=4, people=1, seed=seed, secret=bytes([seed]) * 32, grace=500)
        table = evening.table
        for _ in range(200):
            for due in table.due(evening.now):
                if due.what != "window":
                    continue
                window = table.windows[due.seat]
                assert window is not None
                assert window.at + 500 <= due.at <= window.at + 1000
                sight = table.sight(due)
                assert sight is not None
                decline = table.game.read_move("decline", sight.guess)
                assert table.answer(due, decline, due.at) == []
                assert all(other.seat != due.seat or other.what != "window" for other in table.due(evening.now))
                windows += 1
            if not evening.step():
                break
    assert windows > 0


def test_bots_of_one_table_do_not_race_in_step() -> None:
    evening = Evening.begun("uno-etheria", seats=4, people=1, grace=1000)
    spreads = {evening.table._spread(seat, number) for seat in range(4) for number in range(10)}
    assert len(spreads) > 20
    assert all(0 <= spread <= 1000 for spread in spreads)
    again = evening.again()
    assert again._spread(2, 7) == evening.table._spread(2, 7)


@pytest.mark.parametrize("game", GAMES)
def test_bots_alone_with_a_clock_end_a_match(game: str, rounds: Callable[[int], int]) -> None:
    """Everything is done when it is due and nothing else: a person who never moves does not stop the table."""
    evening = Evening.begun(game, seats=3, people=1, clock={"move": 5, "bank": 10}, seed=9)
    table = evening.table
    for _ in range(max(60, rounds(6000))):
        dues = table.due(evening.now)
        if not dues:
            break
        due = dues[0]
        assert due.at >= evening.now or due.what != "clock"
        evening.now = max(evening.now, due.at)
        if due.thinks:
            sight = table.sight(due)
            assert sight is not None
            evening.add(table.answer(due, think(due, sight), evening.now))
        else:
            evening.add(table.on_time(due, evening.now))
    if rounds(100) == 100:
        assert table.state == "over"
    assert table.number > 20


def test_a_bot_is_never_given_the_real_table() -> None:
    evening = Evening.begun("whats-wild", seats=3, people=1)
    table = evening.table
    assert table.match is not None
    real = [table.match.table.hand(seat) for seat in range(3)]
    hint = table.look_for(0)
    if hint is None:
        on_turn(evening)
        hint = table.look_for(0)
    assert hint is not None
    assert hint.guess is not table.match.table
    assert hint.guess.hand(0) == table.match.table.hand(0)
    assert [hint.guess.hand(seat) for seat in (1, 2)] != real[1:]
