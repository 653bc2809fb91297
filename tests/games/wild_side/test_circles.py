"""Cards that are picked up again and again: how often it may happen before searching players play as calm does."""

from __future__ import annotations

import pytest

from tests.games.wild_side.tables import A, B, position
from wildtable.bots.players import Thinker, player
from wildtable.bots.sight import asked_for, look
from wildtable.engine.game import find_choices, play
from wildtable.games.wild_side import GAME
from wildtable.games.wild_side.game import WildSide

# Where two players who thought for 300 and for 1,000 rounds a move once went round these six moves for ever.
HANDS = ["C1 C1 F2 F3 F4 P2 P3", "C5 C5 C6 F5 F12 P2 P6 P8 P11 P12 W2 W3"]
CIRCLE = (
    (B, "play C5 C5 F5"),
    (A, "play C1 C1"),
    (B, "play P2"),
    (A, "play F4 F3 F2"),
    (B, "play C1 C1"),
    (A, "play P2"),
)
ENOUGH = 12  # times round
LONG = 200  # moves; those two would still pick up


def go_round(table: WildSide, times: int) -> None:
    for _ in range(times):
        for seat, move in CIRCLE:
            play(table, seat, move)


def test_only_many_pickups_in_a_row_are_a_circle() -> None:
    table = position(HANDS, turn=B)
    go_round(table, ENOUGH)
    assert table.pickups == 2 * ENOUGH
    assert not table.in_circles()
    go_round(table, 1)
    assert table.in_circles()
    assert table.clone().in_circles()
    assert table.determinize(B, 5).in_circles()


@pytest.mark.parametrize(
    ("hand", "row", "blind", "move", "after"),
    [
        ("C1 C12", "- - - -", "- - - -", "play C12", 2 * ENOUGH + 3),
        ("C1 BADGER", "- - - -", "- - - -", "play BADGER", 0),
        ("C1 F3 P3 W3 C3", "- - - -", "- - - -", "play C3 F3 P3 W3", 0),
        ("C1 C12", "- - - -", "F1 - - -", "blind 1", 0),
        ("C1 C12", "- - - -", "W12 - - -", "blind 1", 1),
    ],
    ids=["another pick-up", "a badger", "four of a kind", "a blind card that fits", "a blind card that is too high"],
)
def test_the_count_begins_anew_when_something_has_happened(
    hand: str, row: str, blind: str, move: str, after: int
) -> None:
    """A card has left the round, or a new one has come into it."""
    table = position([f"{HANDS[A]} {hand}", HANDS[B]], up=[row], down=[blind], turn=B)
    go_round(table, ENOUGH + 1)
    play(table, B, "play C5")
    play(table, A, move)
    assert table.pickups == after
    assert table.in_circles() == (after > 1)


def test_the_count_begins_anew_with_the_next_round() -> None:
    table = position(["C12", HANDS[B]], turn=B)
    play(table, B, "play C5")
    play(table, A, "play C12")
    assert table.pickups == 1
    play(table, B, "play F12")
    play(table, A, "play C12")
    play(table, B, "play P12")
    play(table, A, "play C5")
    assert table.round == 2
    assert table.pickups == 0


def test_in_a_circle_searching_players_play_as_calm_does() -> None:
    table = position(HANDS, turn=B)
    go_round(table, ENOUGH + 1)
    thinker = Thinker("sharp", 3)
    for number in range(20):
        sight = look(table, B, asked_for(table), number)
        assert thinker.move(sight) == player("calm").move(sight)
        assert thinker.rounds == 0


@pytest.mark.compiled_only
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_two_searching_players_come_to_an_end(seed: int) -> None:
    table = position(HANDS, turn=B)
    players = [player("sharp:1000", 1), player("sharp:1000", 2)]
    for number in range(LONG):
        seat = table.actor()
        sight = look(table, seat, asked_for(table), seed * 10_000 + number)
        choices = find_choices(table, seat, players[seat].move(sight))
        assert choices
        for choice in choices:
            table.apply(seat, choice)
        if table.round_over:
            return
    pytest.fail(f"{GAME.title} is not over after {LONG} moves")
