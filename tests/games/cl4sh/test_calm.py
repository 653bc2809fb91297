"""The calm player of CL4SH: each of its habits in a position, always a legal move."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.calm import check_whole_matches, every_case, said, share_against_brisk
from tests.games.cl4sh.test_cl4sh import position
from wildtable.engine.codes import OPTIONAL
from wildtable.engine.game import play
from wildtable.games.cl4sh import GAME
from wildtable.games.cl4sh.calm import choose

LONG = "F1 F2 E4 A4 W3 W2"  # a hand that is far from going out
COMPETITION = {"mode": "competition"}


@pytest.mark.parametrize(
    ("number", "hands", "top", "move"),
    [
        (2, ["E3 E4 E5 W1 W3", LONG, LONG], "E2", "play E3"),
        (4, ["E3 F1 F2 W4", LONG, LONG], "E2", "play F1"),
        (5, ["SHIELD E4 W1 W3", LONG, LONG], "E2", "play E4"),
        (5, ["SHIELD A4 W1 W3", LONG, LONG], "E2", "play SHIELD"),
        (6, ["ALMIGHTY E4", LONG, LONG], "E2", "play E4"),
        (7, ["F+2 E4 W1 W3", "A1 A2", LONG], "E2", "play F+2"),
        (7, ["F+2 E4 W1 W3 F3", LONG], "E2", "play F+2"),
        (8, ["BALANCE A4 W1 E1", "F1 F2", "W1 W2"], "A2", "play BALANCE"),
        (9, ["ECHO F4 W4 E1", LONG, LONG], "F3", "play ECHO"),
        (9, ["ECHO F4 E1 E2", LONG, LONG], "F3", "play F4"),
        (10, ["CHAIN W4 A3 E1 F1", LONG, LONG], "W3", "play CHAIN B"),
        (11, ["DUEL A4", LONG, LONG], "E2", "play DUEL B"),
        (11, ["DUEL A4 A5 E1", "F1 F2 F3", LONG], "E2", "play DUEL C"),
        (11, ["DUEL E4 A5 W1", "F1", "F2"], "E2", "play E4"),
        (13, ["ALMIGHTY A4 W1 W3", LONG, LONG], "E2", "draw"),
        (13, ["ALMIGHTY A4 W1 W3", "F1 F2", LONG], "E2", "play ALMIGHTY as F+2"),
        (15, ["E4 F2 A1 A2", "W1", LONG], "E2", "play F2"),
    ],
)
def test_habits(number: int, hands: list[str], top: str, move: str) -> None:
    assert said(choose, position(hands, top)) == move


@pytest.mark.parametrize(
    ("number", "hands", "top", "move"),
    [
        (1, ["E3 E4 E5 W1 W3", LONG, LONG], "E2", "play E3 E4 E5"),
        (1, ["F1 F2 F3 F4 W1 W2", LONG, LONG], "E2", "play F1 F2 F3 F4"),
        (7, ["F+2 W+1 E4 W1 W3", "A1 A2", LONG], "E2", "play F+2 W+1"),
        (14, ["E4 W1", LONG, LONG], "E2", "play E4 signal"),
        (14, ["E3 E4 W1", LONG, LONG], "E2", "play E3 E4 signal"),
    ],
)
def test_habits_in_competition(number: int, hands: list[str], top: str, move: str) -> None:
    assert said(choose, position(hands, top, options=COMPETITION)) == move


def test_without_a_card_it_draws_and_plays_what_it_drew() -> None:
    table = position(["A4 W1 W3", LONG, LONG], "E2", draw="E3")
    assert said(choose, table) == "draw"
    play(table, 0, "draw")
    assert said(choose, table) == "play E3"


@pytest.mark.parametrize("attack", ["F+2", "CHAIN B", "BALANCE"])
def test_a_shield_answers_an_attack(attack: str) -> None:
    top = {"F": "E2", "C": "W2", "B": "A2"}[attack[0]]
    card = attack.split()[0]
    for held, answer in (("SHIELD E4 W1", "shield"), ("E4 W1", "take")):
        table = position([f"{card} A4 A5", held, LONG], top)
        play(table, 0, f"play {attack}")
        assert said(choose, table, 1) == answer


def test_pick_ups_are_passed_on_where_that_is_allowed() -> None:
    table = position(["F+2 A4 A5", "W+1 A+1 E4 W1", LONG], "E2", options={"pickup_stacking": True})
    play(table, 0, "play F+2")
    assert said(choose, table, 1) in ("play A+1", "play W+1")
    table = position(["F+2 A4 A5", "W+1 A+1 E4 W1", LONG], "E2", options={"pickup_stacking": True, **COMPETITION})
    play(table, 0, "play F+2")
    assert said(choose, table, 1) in ("play A+1 W+1", "play W+1 A+1")


@pytest.mark.parametrize(
    ("hand", "options", "move"),
    [
        ("F2 A4 W5 SHIELD", {}, "choose W5"),
        ("F2 A4 W3", {}, "choose A4"),
        ("F2 A4 A3 W4", COMPETITION, "choose W4"),
        ("SHIELD ECHO", {}, "shield"),
        ("BALANCE ECHO", {}, "take"),
    ],
)
def test_a_duel_takes_a_high_number(hand: str, options: dict[str, Any], move: str) -> None:
    table = position(["DUEL A5 F3", hand, LONG], "E2", options=options)
    play(table, 0, "play DUEL B")
    assert said(choose, table, 1) == move


def test_it_takes_the_signal_and_calls_others() -> None:
    table = position(["E3 E4", LONG, LONG], "E2", options=COMPETITION)
    play(table, 0, "play E3")
    assert said(choose, table, 0, OPTIONAL) == "signal"
    assert said(choose, table, 1, OPTIONAL) == "clash A"


def test_an_almighty_in_an_echo_turn_is_water() -> None:
    table = position(["ECHO ALMIGHTY E1", LONG, "F1 F2"], "F3")
    play(table, 0, "play ECHO")
    assert said(choose, table) == "play ALMIGHTY as W+1"


@every_case(GAME)
def test_whole_matches(seats: int, options: dict[str, Any], rounds: Callable[[int], int]) -> None:
    check_whole_matches(GAME, choose, seats, options, rounds(4))


@pytest.mark.compiled_only
@pytest.mark.parametrize(("seats", "least"), [(2, 0.6), (4, 0.3)])
def test_it_beats_brisk_players(seats: int, least: float) -> None:
    assert share_against_brisk(GAME, choose, seats, dict(GAME.simulation), 300 // seats) > least
