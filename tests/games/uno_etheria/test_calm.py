"""The calm player of UNO She-Ra: each of its habits in a position, always a legal move."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.calm import check_whole_matches, every_case, said, share_against_brisk
from tests.games.uno_etheria.test_uno_etheria import position
from wildtable.engine.codes import OPTIONAL
from wildtable.engine.game import play
from wildtable.games.uno_etheria import GAME
from wildtable.games.uno_etheria.calm import choose

LONG = "R3 R6 Y5 Y4 B3 B6"  # a hand that is far from going out


@pytest.mark.parametrize(
    ("number", "hands", "top", "extra", "move"),
    [
        (1, ["G-SKIP R7 R8", LONG, LONG], "G3", {}, "play G-SKIP"),
        (2, ["R5 G5 G7 G8", LONG, LONG], "B5", {}, "play G5"),
        (2, ["G4 G9 R9 B9", LONG, LONG], "G3", {}, "play G9"),
        (4, ["WILD G4", LONG, LONG], "G3", {}, "play G4 uno"),
        (4, ["WILD UNITE G4 R5", LONG, LONG], "G3", {}, "play G4"),
        (5, ["WILD B1 B2 R7", "Y1 Y2 Y3", LONG], "G3", {}, "play WILD B"),
        (5, ["WILD B1 Y2 R-SKIP", "Y1 Y2 Y3", LONG], "G3", {}, "play WILD R"),
        (6, ["G4 G5 G-SKIP R+2 G+2", "Y1 Y2", LONG], "G3", {}, "play G+2"),
        (6, ["G4 G5 G-REV R1", "Y1 Y2", LONG], "G3", {}, "play G-REV"),
        (6, ["G4 G5 G-REV R1", "Y1 Y2", "Y3 Y4"], "G3", {}, "play G4"),
        (6, ["WILD4 R1 R2 B-REV", "Y1 Y2", LONG], "G-REV", {}, "play WILD4 R"),
        (6, ["G4 R7 B8 G-SKIP", LONG], "G3", {}, "play G-SKIP"),
        (8, ["G4 R7", LONG, LONG], "G3", {}, "play G4 uno"),
        (9, ["WILD4 G4 R7 R8", LONG, LONG], "B4", {}, "play G4"),
        (9, ["WILD4 WILD R7 R8", "Y1 Y2 Y3", LONG], "B4", {}, "play WILD R"),
        (9, ["WILD4 G4 R7 R8", "Y1", LONG], "G3", {}, "play WILD4 R"),
        (11, ["UNITE G5", LONG, LONG], "G3", {}, "play UNITE uno"),
        (14, ["WILD4 WILD4 R1 R2", LONG, LONG], "G3", {}, "draw"),
        (14, ["WILD R1 R2 B7", LONG, LONG], "G3", {}, "play WILD R"),
    ],
)
def test_habits(number: int, hands: list[str], top: str, extra: dict[str, Any], move: str) -> None:
    assert said(choose, position(hands, top, **extra)) == move


def test_without_a_card_it_draws_and_then_plays_or_passes() -> None:
    table = position(["R1 R2 B7", LONG, LONG], "G3", draw="G8")
    assert said(choose, table) == "draw"
    play(table, 0, "draw")
    assert said(choose, table) == "play G8"
    table = position(["R1 R2 B7 G-SKIP", LONG, LONG], "G3", draw="WILD4")
    play(table, 0, "draw")
    assert said(choose, table) == "pass"


def test_dear_cards_go_first_when_points_are_kept_and_somebody_is_nearly_out() -> None:
    hands = ["G9 G4 G5 R5", LONG, "Y1 Y2"]
    assert said(choose, position(hands, "G3")) == "play G5"
    hands = ["G-SKIP G4 G5 R5", LONG, "Y1 Y2"]
    assert said(choose, position(hands, "G3", options={"target": 500})) == "play G-SKIP"


def test_it_names_no_colour_that_the_next_player_is_known_to_hold() -> None:
    table = position(["WILD UNITE R1 Y7", "R6 R4 B1", LONG], "G3")
    play(table, 0, "play UNITE")
    play(table, 0, "secret Y7")
    play(table, 1, "show R6")
    play(table, 2, "show B3")
    assert said(choose, table) == "keep Y"


def test_it_calls_and_catches() -> None:
    table = position(["G5 R7", LONG, LONG], "G3")
    play(table, 0, "play G5")
    assert said(choose, table, 0, OPTIONAL) == "uno"
    assert said(choose, table, 1, OPTIONAL) == "catch A"


@pytest.mark.parametrize(
    ("attacker", "own", "answer"),
    [
        ("WILD4 R1 R2 R3", LONG, "take"),
        ("WILD4 R1 R2 R3", "Y1 Y2", "challenge"),
        ("WILD4 R1 R2 R3 B1 B2", LONG, "challenge"),
        ("WILD4 R1", "Y1 Y2", "take"),
    ],
)
def test_it_challenges_a_large_hand_or_who_had_a_reason(attacker: str, own: str, answer: str) -> None:
    table = position([attacker, own, LONG], "G3")
    play(table, 0, "play WILD4 R" + (" uno" if len(attacker.split()) == 2 else ""))
    assert said(choose, table, 1) == answer


def test_it_challenges_on_a_card_that_it_has_seen() -> None:
    table = position(["UNITE R4 Y5 Y1", "WILD4 B6 B4 B1", LONG], "G3")
    play(table, 0, "play UNITE")
    play(table, 0, "secret R4")
    play(table, 1, "show B6")
    play(table, 2, "show B3")
    play(table, 0, "keep B")
    play(table, 1, "play WILD4 R")
    assert said(choose, table, 2) == "challenge"


def test_unite() -> None:
    table = position(["UNITE R4 R2 Y5", "Y6 G4 WILD", LONG], "G3")
    play(table, 0, "play UNITE")
    assert said(choose, table) == "secret R2"
    play(table, 0, "secret R2")
    assert said(choose, table, 1) == "show Y6"
    play(table, 1, "show Y6")
    play(table, 2, "show R3")
    assert said(choose, table) == "place"


def test_nobody_helps_a_last_card_to_be_placed() -> None:
    table = position(["UNITE R4", "Y6 G4 WILD", "Y5 G1 B2"], "G3")
    play(table, 0, "play UNITE uno")
    play(table, 0, "secret R4")
    assert said(choose, table, 1) == "show WILD"
    assert said(choose, table, 2) == "show G1"


@every_case(GAME)
def test_whole_matches(seats: int, options: dict[str, Any], rounds: Callable[[int], int]) -> None:
    check_whole_matches(GAME, choose, seats, options, rounds(4))


@pytest.mark.compiled_only
@pytest.mark.parametrize(("seats", "least"), [(2, 0.6), (4, 0.32)])
def test_it_beats_brisk_players(seats: int, least: float) -> None:
    assert share_against_brisk(GAME, choose, seats, dict(GAME.simulation), 300 // seats) > least
