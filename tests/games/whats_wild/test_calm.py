"""Positions that show each habit of the calm player of What's Wild?!, and that it always has a lawful answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from tests.games.whats_wild.test_whats_wild import card, position
from tests.tables import cases
from wildtable.bots.players import player
from wildtable.bots.search import Search
from wildtable.bots.sight import asked_for, look
from wildtable.engine.codes import BRISK, REQUIRED
from wildtable.engine.game import find_choices, play
from wildtable.games.whats_wild import GAME
from wildtable.games.whats_wild.calm import choose
from wildtable.games.whats_wild.codes import DISCARD
from wildtable.games.whats_wild.game import WhatsWild

A = 0
THREE = "P2 P8 Z12"  # for the other seat
FOUR = f"{THREE} C10"
SIX = f"{FOUR} A7 A9"


def answer(table: WhatsWild, seat: int = A, seed: int = 1) -> str:
    return GAME.move_text(choose(look(table, seat, REQUIRED, seed)))


@pytest.mark.parametrize(
    ("hand", "other", "discard", "says", "options"),
    [
        # 2: a card that completes the hand, or makes a meld
        ("A5 C5 Z9", THREE, "C1 P5", "pile", {}),
        ("A5 C5 Z8 Z9 P1 C12", SIX, "C1 Z10", "pile", {}),
        ("A5 C5 Z8 Z9 P1 C12", SIX, "C1 A11", "deck", {}),
        # 3: every wild
        ("A5 C5 Z8 Z9 P1 C12", SIX, "C1 WILD", "pile", {}),
        ("A5 C5 Z8 Z9 P1 C12", SIX, "C1 A6", "pile", {}),
        # 10, 13: no chameleon, whether it may be taken or not
        ("A5 C5 Z9", THREE, "CHAM", "deck", {}),
        ("A5 C5 Z9", THREE, "C1 CHAM", "deck", {}),
        # 12: in a final turn only points count
        ("A2 C2 Z1", THREE, "C1 P12", "deck", {"gone": "B"}),
        ("A10 C12 Z9", THREE, "C1 P1", "pile", {"gone": "B"}),
    ],
)
def test_drawing(hand: str, other: str, discard: str, says: str, options: dict[str, Any]) -> None:
    if options:
        other = "P2 P3 P4"
    assert answer(position([hand, other], discard, **options)) == says


@pytest.mark.parametrize(
    ("hand", "other", "drawn", "says", "options"),
    [
        # 1, 5: the highest card that is in no meld and in no pair
        ("A5 A6 Z1 P12", FOUR, "A7", "discard P12", {}),
        ("A11 C11 Z1 P8", FOUR, "C5", "discard P8", {}),
        # 3: a wild is kept
        ("A5 WILD Z1 P12", FOUR, "C9", "discard P12", {}),
        # 4: but in a final turn it is worth 15 points to be rid of a lone one
        ("A5 WILD Z1", THREE, "C9", "discard WILD", {"gone": "B"}),
        # 7: chameleons go
        ("A5 C9 Z1 CHAM", FOUR, "P12", "discard CHAM", {}),
        # 8, 11: with a number that completes the hand, and wild at once
        ("A5 C5 Z9 CHAM", FOUR, "P9", "discard CHAM 5 gowild", {}),
        ("A5 A6 A7 A8", FOUR, "P9", "discard P9 gowild", {}),
        ("A5 A6 Z12", THREE, "A7", "discard Z12 gowild", {}),
        # 9: or with one that leaves few points
        ("A10 A12 C1 C3 CHAM", f"{FOUR} A7", "P12", "discard CHAM 12", {}),
    ],
)
def test_discarding(hand: str, other: str, drawn: str, says: str, options: dict[str, Any]) -> None:
    if options:
        other = "P2 P3 P4"
    table = position([hand, other], "C1 C2", drawn, **options)
    play(table, A, "deck")
    assert answer(table).startswith(says)


@pytest.mark.parametrize(("taken", "says"), [("P9", "discard Z10"), ("Z9", "discard P10")])
def test_a_neighbour_is_not_left_to_who_has_taken_the_card_beside_it(taken: str, says: str) -> None:
    """6."""
    table = position(["P10 A1 A2 A3", "Z1 C6 C8 C12"], f"C2 {taken}", "Z10", turn=1, dealer=0)
    play(table, 1, "pile")
    play(table, 1, "discard Z1")
    play(table, A, "deck")
    assert answer(table) == says


def test_chameleons_stay_in_hand_once_somebody_has_gone_wild() -> None:
    table = position(["A5 CHAM Z1", "P2 P3 P4"], "C1 C2", "C9", gone="B")
    play(table, A, "deck")
    assert answer(table) == "discard C9"
    table = position(["CHAM CHAM CHAM", "P2 P3 P4"], "C1 C2", "CHAM", gone="B")
    assert answer(table) == "deck"
    play(table, A, "deck")
    assert answer(table) == "discard CHAM"


def test_a_chameleon_that_may_not_go_wild_is_still_discarded() -> None:
    table = position(["A5 C5 Z9 CHAM", FOUR], "C1 C2", "P9", {"cham_gowild": False})
    play(table, A, "deck")
    assert answer(table).startswith("discard CHAM")
    assert "gowild" not in answer(table)


def make(table: WhatsWild, seat: int, choices: Sequence[int] | None) -> None:
    assert choices, "the move is against the rules"
    for choice in choices:
        table.apply(seat, choice)


def test_the_same_sight_gives_the_same_move(rounds: Callable[[int], int]) -> None:
    table = GAME.new_match(3, seed=5)
    for number in range(rounds(300)):
        if table.over:
            break
        seat = table.actor()
        sight = look(table, seat, asked_for(table), number)
        move = choose(sight)
        assert move == choose(sight) == choose(look(table, seat, asked_for(table), number + 1)), "only the view counts"
        make(table, seat, find_choices(table, seat, move))


@pytest.mark.parametrize(("name", "seats", "options"), list(cases(GAME)), ids=[case[0] for case in cases(GAME)])
def test_every_move_is_legal(name: str, seats: int, options: dict[str, Any], rounds: Callable[[int], int]) -> None:
    """Against brisk players, so that it comes into positions of all kinds."""
    table = GAME.new_match(seats, options, len(name))
    for number in range(rounds(400)):
        if table.over:
            break
        seat = table.actor()
        if table.stage != 0 or (seat + number // 50) % 2:
            table.apply(seat, table.pick_for(seat, asked_for(table) | BRISK))
        else:
            move = choose(look(table, seat, asked_for(table), number))
            make(table, seat, find_choices(table, seat, move))


def test_it_beats_random_players(rounds: Callable[[int], int]) -> None:
    won = 0
    for seed in range(rounds(3)):
        for chair in range(2):
            table = GAME.new_match(2, {"rounds": "short"}, seed)
            number = 0
            while not table.over and number < 20_000:
                number += 1
                seat = table.actor()
                if seat != chair:
                    table.apply(seat, table.pick_for(seat, asked_for(table)))
                else:
                    move = choose(look(table, seat, REQUIRED, number))
                    make(table, seat, find_choices(table, seat, move))
            won += table.winners >> chair & 1
    assert won >= 2 * rounds(3) * 9 // 10


def test_a_search_plays_for_points_when_the_round_is_lost(rounds: Callable[[int], int]) -> None:
    """B has gone wild and has 0 points: what A is rid of in its final turn is all that counts."""
    table = position(["A1 C7 Z12", "P2 P3 P4"], "C1 C2", "C9", gone="B")
    play(table, A, "deck")
    search = Search()
    search.prepare(table)
    search.think(table, A, rounds(2000), 1)
    best, _, worth, _ = search.tried()[0]
    assert best == DISCARD + card("Z12")
    assert 0 < worth < 0.5


@pytest.mark.parametrize(
    ("hand", "discard", "drawn", "says"),
    [
        ("A5 C5 P7", "A1 A9", "Z7", "discard P7"),  # the dearer pair goes,
        ("A5 C5 P7", "A1 A5 C5 P5 P5 Z5 Z5", "Z7", "discard A5"),  # but not if nothing more can come to the other
        ("A5 C5 Z9 CHAM", "A1 A9", "P9", "discard CHAM 5 gowild"),
    ],
)
def test_a_search_begins_with_what_can_still_be_drawn(hand: str, discard: str, drawn: str, says: str) -> None:
    """One round of thought is no evidence: what comes out is what a sensible player thinks of first."""
    table = position([hand, FOUR if "CHAM" in hand else THREE], discard, drawn)
    play(table, A, "deck")
    assert GAME.move_text(player("sharp:1").move(look(table, A, REQUIRED, 1))).startswith(says)


@pytest.mark.parametrize("top", ["Z5", "P12"])
def test_a_search_compares_both_piles_in_every_deal(top: str) -> None:
    """However well the top card fits, or however little."""
    table = position(["A5 C5 Z9", THREE], f"C1 {top}")
    search = Search()
    search.prepare(table)
    search.think(table, A, 20, 1)
    assert [visits for _, visits, _, _ in search.tried()] == [10, 10]
