"""The calm player of Wild Apex: each of its habits in a position, always a legal move."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.calm import check_whole_matches, every_case, said, share_against_brisk
from tests.games.wild_apex.test_wild_apex import position
from wildtable.engine.codes import OPTIONAL
from wildtable.engine.game import play
from wildtable.games.wild_apex import GAME
from wildtable.games.wild_apex.calm import choose

LONG = "R3 R6 Y5 Y4 B3 B6"  # a hand that is far from going out


def owes(cards: int, by: str = "C") -> dict[str, Any]:
    return {"owes": {"seat": "A", "cards": cards, "by": by}}


@pytest.mark.parametrize(
    ("number", "hands", "top", "extra", "move"),
    [
        (1, ["G5 R7", LONG, LONG], "G3", {}, "play G5 cry"),
        (2, ["R+1 DODGE G2 G4 G5", LONG, LONG], "G+1", owes(1), "play R+1"),
        (3, ["COUNTER DODGE G2 G4", LONG, LONG], "G+2", owes(2), "play COUNTER G"),
        (3, ["DODGE G2 G4 R1 R2", LONG, LONG], "G+1", owes(1), "take"),
        (3, ["DODGE COUNTER G2", LONG, LONG], "G+1", owes(1), "play DODGE G"),
        (4, ["FURY G2 G4 B8", LONG, LONG], "G+2", owes(2), "take"),
        (4, ["FURY G2 G4 B8", LONG, LONG], "WILD4", {"color": "R", **owes(4)}, "play FURY G counter"),
        (5, ["DODGE R5 G5 G7 G8", LONG, LONG], "B5", {}, "play G5"),
        (5, ["WILD4 COUNTER R5 G5 G7", LONG, LONG], "B5", {}, "play G5"),
        (6, ["G+1 G+2 G4 R1", LONG, LONG], "G3", {}, "play G4"),
        (6, ["G+1 G+2 G4 R1", "R8 R9", LONG], "G3", {}, "play G+2"),
        (7, ["G-SHIFT G4 G5 G6", "R1", LONG], "G3", {}, "play G-SHIFT"),
        (7, ["G-LEAP G4 G5 R7", "R1 R2", LONG], "G3", {}, "play G-LEAP"),
        (7, ["G-LEAP G4 G5 R7", LONG, LONG], "G3", {}, "play G4"),
        (7, ["G-LEAP G4 R7 R8", LONG], "G3", {}, "play G-LEAP"),
        (8, ["DODGE R1 R2 B7", "Y1 Y2 Y3", LONG], "G3", {}, "play DODGE R"),
        (8, ["DODGE R1 R-SHIFT B7 B8", "Y1 Y2 Y3", LONG], "G3", {}, "play DODGE R"),
        (9, ["FURY G4 R1", "Y1", LONG], "G3", {}, "play FURY as WILD4 R"),
        (9, ["FURY G4 R1", LONG, "Y1"], "G3", {}, "play FURY R give C:4"),
        (9, ["FURY G4 R1", LONG, "Y1", "Y2"], "G3", {}, "play FURY R give C:2 D:2"),
        (9, ["FURY G4 R1", LONG, LONG], "G3", {}, "play G4"),
        (10, ["COUNTER G4", LONG, LONG], "G3", {}, "play G4 cry"),
        (10, ["WILD4", LONG, LONG], "G3", {}, "play WILD4 R"),
        (11, ["DODGE R1 R2 B7", LONG, LONG], "G3", {}, "draw"),
        (11, ["DODGE R1 R2 B7", LONG, "Y1 Y2 Y3"], "G3", {}, "play DODGE R"),
    ],
)
def test_habits(number: int, hands: list[str], top: str, extra: dict[str, Any], move: str) -> None:
    assert said(choose, position(hands, top, **extra)) == move


def test_without_a_card_it_draws_and_then_passes() -> None:
    table = position(["R1 R2 B7", LONG, LONG], "G3", draw="Y8")
    assert said(choose, table) == "draw"
    play(table, 0, "draw")
    assert said(choose, table) == "pass"


def test_a_fury_that_may_not_be_split_goes_to_one_player() -> None:
    table = position(["FURY G4 R1", LONG, "Y1", "Y2"], "G3", options={"fury_split": False})
    assert said(choose, table) == "play FURY R give C:4"


def test_dear_cards_go_first_when_points_are_counted_and_somebody_is_nearly_out() -> None:
    hands = ["G9 G-LEAP G4", LONG, "Y1 Y2"]
    assert said(choose, position(hands, "G3")) == "play G4"
    assert said(choose, position(hands, "G3", options={"target": 200})) == "play G-LEAP"


def test_it_catches_and_accuses() -> None:
    table = position(["G5 R7", LONG, LONG], "G3", options={"bluff": True})
    play(table, 0, "play G5")
    assert said(choose, table, 1, OPTIONAL) == "catch A"
    table = position(["WILD4 G5 R7 B2", LONG, LONG], "G3", options={"bluff": True})
    play(table, 0, "play WILD4 R")
    assert said(choose, table, 2, OPTIONAL) == "accuse A"


def test_an_unlawful_wild_draw_4_only_stops_who_is_nearly_out() -> None:
    assert said(choose, position(["WILD4 G5 R7 B2", LONG, LONG], "G3", options={"bluff": True})) == "play G5"
    assert said(choose, position(["WILD4 G5 R7 B2", "Y1", LONG], "G3", options={"bluff": True})) == "play WILD4 R"


def test_a_fury_is_answered_by_a_fury_only_if_it_costs_four() -> None:
    for split, answer in (("B:4", "play FURY/2 B counter"), ("B:3 C:1", "take")):
        table = position(["FURY R1 R2 R3", "FURY/2 B1 B2 R4", LONG], "G3", options={"decks": 2})
        play(table, 0, f"play FURY R give {split}")
        assert said(choose, table, 1) == answer


def test_the_dealer_names_the_colour_he_holds_most_of() -> None:
    table = position([LONG, LONG, "G1 G2 R5"], "DODGE", start=True)
    assert said(choose, table, 2) == "color G"
    table = position(["R1", LONG, "G1 G2 R5"], "FURY", start=True)
    assert said(choose, table, 2) == "color G give A:4"


def test_it_cuts_nothing() -> None:
    table = GAME.new_match(4, {}, 1)
    assert said(choose, table, table.actor()) == "cut 0"


@every_case(GAME)
def test_whole_matches(seats: int, options: dict[str, Any], rounds: Callable[[int], int]) -> None:
    check_whole_matches(GAME, choose, seats, options, rounds(3))


@pytest.mark.compiled_only
@pytest.mark.parametrize(("seats", "least"), [(2, 0.6), (4, 0.3)])
def test_it_beats_brisk_players(seats: int, least: float) -> None:
    assert share_against_brisk(GAME, choose, seats, dict(GAME.simulation), 300 // seats) > least
