"""Positions that show each habit of the calm player of Wild Side, and that it always has a lawful answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from tests.games.wild_side.tables import A, position
from tests.tables import cases
from wildtable.bots.search import Search
from wildtable.bots.sight import asked_for, look
from wildtable.engine.codes import BRISK, REQUIRED
from wildtable.engine.game import find_choices
from wildtable.games.wild_side import GAME
from wildtable.games.wild_side.calm import choose, plan
from wildtable.games.wild_side.codes import PLAY
from wildtable.games.wild_side.game import WildSide

BARE = "- - - -"


def answer(table: WildSide, seat: int = A, seed: int = 1) -> str:
    return GAME.move_text(choose(look(table, seat, REQUIRED, seed)))


def turns(text: str) -> float:
    return plan(cards(text)).turns


def cards(text: str) -> tuple[int, ...]:
    return tuple(sorted(GAME.read_cards(text, {})))


MANY = "C7 F8 P9 W10 C11 F12 P5 W6"  # for the other seat, which is then far from its last card


@pytest.mark.parametrize(
    ("hand", "pile", "row", "other", "other_row", "says"),
    [
        # 1, 2: the highest that fits goes first, and all of it
        ("C9 F9 P9 W4 C2", "P10", BARE, MANY, BARE, "play C9 F9 P9"),
        # 3: low cards are kept while others fit
        ("C11 F3 P3 W3", "P12", BARE, MANY, BARE, "play C11"),
        # 4: four of a kind clear the pile, and one goes on
        ("C7 F12 P4 W5", "P7 W7 F7", BARE, MANY, BARE, "play C7"),
        # 5: an empty pile is for what fits nowhere else
        ("C12 F12 P2 W2 C4 F4 P4", "", BARE, MANY, BARE, "play C12 F12"),
        # 6: of equals the card of the row
        ("F9 C2 W1", "P9", "C9 P3 W5 F6", MANY, BARE, "play F9 ^C9"),
        # 7: a badger saves from a large pile
        ("BADGER C9 F10 W9", "C12 F11 P9 W8 C7 F6 P5 W4 C3 F2", BARE, MANY, BARE, "play BADGER"),
        # 10: blind on an empty pile rather than a pick-up
        ("", "", BARE, MANY, BARE, "blind 1"),
        # 13: near the end the badger, which would cost 20, goes
        ("BADGER C11 F11 C3", "P12", BARE, "W12", BARE, "play BADGER"),
        # the last cards win, also in two plays
        ("BADGER C11", "P12", BARE, MANY, BARE, "play BADGER"),
        ("C5 C4", "P6", BARE, MANY, BARE, "play C5 C4"),
    ],
)
def test_habits(hand: str, pile: str, row: str, other: str, other_row: str, says: str) -> None:
    down = ["C10 F10 P10 W10" if not hand else BARE, BARE]
    table = position([hand, other], pile, up=[row, other_row], down=down)
    assert answer(table) == says


def test_turns_are_counted_with_sets_and_runs() -> None:
    """1 and 14."""
    one_set = turns("C5 F5 P5")
    two_sets = turns("C5 F5 P5 C7")
    run = turns("C7 C6 C5")
    broken = turns("C7 C6 C5 F5 P5")
    four = turns("C5 F5 P5 W5")
    assert one_set + 1 < two_sets
    assert run < two_sets
    assert run + 1 < broken, "the fives that are left still take a turn"
    assert four < one_set


def test_three_equals_are_not_left_to_who_shows_the_fourth() -> None:
    """11."""
    table = position(["C9 F8", MANY], "W12 P9 W9", up=[BARE, "F9 C3 C4 C5"])
    assert answer(table) != "play C9"
    table = position(["C9 F8", MANY], "W12 P9 W9", up=[BARE, "F3 C3 C4 C5"])
    assert answer(table) == "play C9"


def test_a_small_pile_is_picked_up_rather_than_a_large_one() -> None:
    """8: on a low card the pick-up comes at once, with one of the cards that are hardest to play."""
    table = position(["C9 F9 W11", MANY], "C2")
    said = answer(table)
    assert said in ("play C9", "play F9", "play W11")


def test_blind_cards_are_played_on_high_cards() -> None:
    """10: nearly safe on a 12; on a 3 what is left in hand goes first."""
    up, down = [BARE, BARE], ["C10 F10 P10 W10", BARE]
    assert answer(position(["C3", MANY], "P3", up, down)) == "play C3"
    assert answer(position(["C2", MANY], "P12", up, down)) in ("blind 1", "play C2")


def test_a_turned_blind_card_gets_company() -> None:
    table = position(["C9 F4", MANY], "P12", [BARE, BARE], ["F9 - - -", BARE])
    table.apply(A, 4)
    assert table.adding
    assert answer(table) == "add C9"


def test_the_same_sight_gives_the_same_move(rounds: Callable[[int], int]) -> None:
    table = GAME.new_match(3, seed=5)
    for number in range(rounds(300)):
        if table.over:
            break
        seat = table.actor()
        sight = look(table, seat, asked_for(table), number)
        move = choose(sight)
        assert move == choose(sight) == choose(look(table, seat, asked_for(table), number))
        make(table, seat, find_choices(table, seat, move))


def make(table: WildSide, seat: int, choices: Sequence[int] | None) -> None:
    assert choices, "the move is against the rules"
    for choice in choices:
        table.apply(seat, choice)


@pytest.mark.parametrize(("name", "seats", "options"), list(cases(GAME)), ids=[case[0] for case in cases(GAME)])
def test_every_move_is_legal(name: str, seats: int, options: dict[str, object], rounds: Callable[[int], int]) -> None:
    """Against brisk players, so that it comes into positions of all kinds."""
    table = GAME.new_match(seats, options, len(name))
    for number in range(rounds(500)):
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
    for seed in range(rounds(4)):
        for chair in range(2):
            table = GAME.new_match(2, {"leads_each": 1}, seed)
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
    assert won >= 2 * rounds(4) * 9 // 10


def test_a_search_plays_for_points_when_the_round_is_lost(rounds: Callable[[int], int]) -> None:
    """B is out with its next card in any case: what A gets rid of now is all that counts."""
    table = position(["C12 C2", "W1"], "P12")
    search = Search()
    search.prepare(table)
    search.think(table, A, rounds(2000), 1)
    best, _, worth, _ = search.tried()[0]
    assert best == PLAY + cards("C12")[0]
    assert 0 < worth < 0.5
