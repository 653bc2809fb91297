"""What scenarios do not show: lots, the order of leaders, rulings at the edges, declarations, impossible positions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.games.wild_side.tables import A, B, offered, position, redealt, told
from wildtable.engine.codes import DEALT, NOBODY
from wildtable.engine.drive import play_out
from wildtable.engine.game import Position, events_of, play
from wildtable.errors import NotationError, OptionError, Refused
from wildtable.games.wild_side import GAME, codes
from wildtable.games.wild_side.game import WildSide


def opened(seats: int, options: dict[str, Any], seed: int) -> tuple[WildSide, list[tuple[int, int]], int]:
    """A match that has just begun, its lots as seats and cards, and who leads."""
    table = GAME.new_table(seats, options)
    table.start_log()
    table.start(seed)
    events = events_of(table, table.take_log())
    assert [event.kind for event in events[:1]] == [DEALT]
    assert events[-1].kind == codes.LEADS
    assert events[-1].seat == table.turn == table.leader
    return table, [(event.seat, event.card) for event in events if event.kind == codes.LOT_DRAWN], table.leader


def test_the_highest_lot_leads_and_ties_draw_again(rounds: Callable[[int], int]) -> None:
    """WS-11, WS-12."""
    again = 0
    for seed in range(rounds(2000)):
        seats = 2 + seed % 7
        table, lots, leader = opened(seats, {"badgers": 16}, seed)
        drawing = list(range(seats))
        while len(drawing) > 1:
            values = {}
            for seat in drawing:
                while True:
                    who, card = lots.pop(0)
                    assert who == seat
                    if card != codes.BADGER:
                        break
                values[seat] = card & 15
            drawing = [seat for seat in drawing if values[seat] == max(values.values())]
            again += len(drawing) > 1
        assert drawing == [leader]
        assert lots == []
        assert table.discard_count == len(table.deck_cards()) - 20 * seats
    assert again > 0 or rounds(2000) < 1000


def test_lots_are_drawn_again_from_a_discard_pile_that_has_run_out(rounds: Callable[[int], int]) -> None:
    """Seven lots from seven cards, three of them badgers perhaps."""
    more = 0
    for seed in range(rounds(3000)):
        table, lots, _ = opened(7, {"copies": 3, "badgers": 3}, seed)
        assert table.discard_count == 7
        more += len(lots) > 7
        if len(lots) >= 7:
            assert len(GAME.view(table, A).discards) == 7
    assert more > 0


def test_drawn_lots_are_known_to_lie_in_the_discard_pile() -> None:
    for seed in range(30):
        table, lots, _ = opened(4, {}, seed)
        seen = sorted(card for _, card in lots)
        assert sorted(GAME.view(table, NOBODY).discards) == seen
        assert sorted(GAME.view(redealt(table, B, seed), B).discards) == seen


@pytest.mark.parametrize("leads_each", [1, 2])
def test_each_seat_leads_as_often_as_the_others(leads_each: int) -> None:
    """WS-03, WS-14, WS-52."""
    table = GAME.new_match(3, {"leads_each": leads_each}, 4)
    first = table.leader
    led: list[int] = []
    while not table.over:
        if len(led) < table.round:
            led.append(table.leader)
            assert table.opening
            assert table.turn == table.leader
        play_out(table, 1)
    assert led == [(first + number) % 3 for number in range(3 * leads_each)]
    scores = table.score_list()
    assert table.seats_in(table.winners) == [seat for seat in range(3) if scores[seat] == min(scores)]


def test_equal_lowest_totals_share_the_match() -> None:
    table = position(["C9", "F9", "C1 F1 C2"], pile="P10", leads_each=1)
    table.set_match(0, A, 1, 3, [15, 5, 0])
    log = told(table, A, "play C9")
    assert table.over
    assert table.score_list() == [15, 10, 25]
    assert table.seats_in(table.winners) == [B]
    assert log[-1] == "B wins the match with 10 penalty points"
    table = position(["C9", "F9", "C1 F1 C2"], pile="P10", leads_each=1)
    table.set_match(0, A, 1, 3, [10, 5, 0])
    assert told(table, A, "play C9")[-2:] == [
        "A wins the match with 10 penalty points",
        "B wins the match with 10 penalty points",
    ]
    assert table.seats_in(table.winners) == [A, B]


# Some move is always possible


def test_whoever_has_blind_cards_alone_goes_on_with_one_after_a_clear() -> None:
    """WS-37: even with `blind_after_clear` off, as there is nothing else that could be played."""
    table = position(["C4*2", "F1"], pile="P4 W4", down=["C2 C3 - -"], blind_after_clear=False)
    play(table, A, "play C4 C4")
    assert table.turn == A
    assert offered(table, A) == ["blind 1", "blind 2"]


def test_blind_cards_wait_for_the_next_turn_with_the_option() -> None:
    table = position(["BADGER C5", "F1"], pile="P4", down=["C2 - - -"], blind_after_clear=False)
    assert "blind 1" in offered(table, A)
    play(table, A, "play BADGER")
    assert offered(table, A) == ["play C5"]
    with pytest.raises(Refused) as refusal:
        play(table, A, "blind 1")
    assert refusal.value.rule == "WS-43"


def test_a_leader_with_badgers_alone_opens_with_one() -> None:
    """WS-17."""
    table = position(["BADGER", "F1"], up=["BADGER - - -"], down=["C1 - - -"], leader="A")
    assert offered(table, A) == ["play BADGER", "play ^BADGER"]
    play(table, A, "play BADGER")
    assert offered(table, A) == ["play ^BADGER"]
    table = position(["BADGER", "F1"], up=["BADGER F1 - -"], down=["C1 - - -"], leader="A")
    assert offered(table, A) == ["play ^F1"]


def test_without_voluntary_pickup_blind_cards_do_not_count() -> None:
    """WS-40."""
    table = position(["C9", "F1"], pile="P4", down=["C2 - - -"], voluntary_pickup=False)
    assert offered(table, A) == ["blind 1", "play C9"]
    table = position(["C9", "F1"], pile="P4", up=["- C3 - -"], down=["C2 C2 - -"], voluntary_pickup=False)
    assert offered(table, A) == ["blind 1", "play ^C3"]


# Last cards: WS-47


@pytest.mark.parametrize(
    ("hand", "up", "down", "move"),
    [
        ("C9", "- - - -", "- - - -", "play C9"),
        ("", "C9 - - -", "- - - -", "play ^C9"),
        ("", "- - - -", "- C9 - -", "blind 2"),
    ],
)
def test_a_last_card_that_is_higher(hand: str, up: str, down: str, move: str) -> None:
    table = position([hand, "F1"], pile="P4", up=[up], down=[down])
    play(table, A, move)
    assert not table.round_over
    assert table.turn == B
    assert GAME.cards_text(table.hand(A)) == "C9 P4"
    table = position([hand, "F1"], pile="P4", up=[up], down=[down], last_card_always_ends=True)
    play(table, A, move)
    assert table.round_over
    assert table.score_list() == [0, 10]


@pytest.mark.parametrize(
    ("hand", "down", "move"),
    [("BADGER", "- - - -", "play BADGER"), ("C4", "- - - -", "play C4"), ("", "BADGER - - -", "blind 1")],
)
def test_a_last_card_clears_nothing(hand: str, down: str, move: str) -> None:
    table = position([hand, "F1"], pile="P4 F4 W4", down=[down], leads_each=1)
    table.set_match(0, A, 1, 2, [0, 0])
    log = play(table, A, move)
    assert codes.CLEARED not in [event.kind for event in log]
    assert table.over
    assert table.pile_count == 4


def test_added_cards_end_the_round_at_once() -> None:
    table = position(["C6", "F1"], pile="P8", down=["W6 - - -"])
    play(table, A, "blind 1")
    assert table.round == 1
    play(table, A, "add C6")
    assert table.round == 2
    assert table.seats_in(table.round_winners) == [A]


# Four of a kind: WS-31, WS-35


def test_a_run_never_counts_as_equal_cards() -> None:
    table = position(["C9 C8 F8", "W8*3 F1"], pile="P9 F9 W9")
    play(table, A, "play C9 C8")
    assert table.turn == B
    assert table.equals == 1
    play(table, B, "play W8 W8 W8")
    assert table.turn == B
    assert table.pile_count == 0


def test_a_blind_fourth_clears_and_the_seat_goes_on() -> None:
    table = position(["C9 C8", "F1"], pile="P9 F9 W9", down=["C9 - - -"])
    assert told(table, A, "blind 1") == [
        "A plays blind from place 1: C9, “Four Nines”",
        "the pile of 4 cards is cleared, by A",
    ]
    assert table.turn == A
    assert not table.adding
    assert "play C9 C8" in offered(table, A)


def test_no_more_than_four_with_a_blind_card() -> None:
    table = position(["C9 F9 W9", "F1"], pile="P9", down=["C9 - - -"])
    play(table, A, "blind 1")
    assert "add F9 W9" in offered(table, A)
    with pytest.raises(Refused) as refusal:
        play(table, A, "add C9 F9 W9")
    assert refusal.value.rule == "WS-35"
    play(table, A, "add F9 W9")
    assert table.pile_count == 0
    assert table.turn == A


# Declarations: WS-19, WS-28


@pytest.mark.parametrize(
    ("pile", "moves", "declared"),
    [
        ("C12", ["play C7"], "A plays C7: “One Seven”"),
        ("P4 F4", ["play ^W4"], "A plays ^W4: “Three Fours”"),
        ("C12", ["play F6 W6"], "A plays F6 W6: “Two Sixes”"),
        ("C9", ["play C9 C8 C7"], "A plays C9 C8 C7: “Run from Nine to Seven”"),
        ("C9", ["play BADGER"], "A plays a badger: “Honey Badger”"),
        ("C9", ["play P10"], "A plays P10, higher than the Nine on top"),
        ("C12", ["blind 1", "add F6 W6"], "A adds F6 W6: “Three Sixes”"),
        ("C12", ["blind 1", "add C5 C4"], "A adds C5 C4: “Run from Six to Four”"),
        ("C12", ["blind 1", "done"], "A adds nothing"),
        ("C6", ["blind 2"], "A plays blind from place 2: W7, which is too high"),
        ("C6", ["blind 3"], "A plays blind from place 3: BADGER, “Honey Badger”"),
        ("P6", ["blind 1"], "A plays blind from place 1: C6, “Two Sixes”"),
    ],
)
def test_what_is_declared(pile: str, moves: list[str], declared: str) -> None:
    table = position(
        ["C9 C8 C7 F6 W6 C5 C4 P10 BADGER", "F1"],
        pile=pile,
        up=["- - - W4"],
        down=["C6 W7 BADGER F1"],
    )
    for move in moves[:-1]:
        play(table, A, move)
    assert told(table, A, moves[-1])[0] == declared


def test_everybody_sees_the_pile_that_is_taken() -> None:
    table = position(["P10 C1", "F1", "W1"], pile="C12 P9")
    log = play(table, A, "play P10")
    assert log[-1].seen_by(NOBODY).cards == tuple(GAME.read_cards("C12 P9 P10", table.options))
    assert GAME.sentence(log[-1], "ABC", table.options) == "A picks up the pile of 2 cards, and P10 with it"


# Tables and positions that cannot be


@pytest.mark.parametrize(("seats", "options"), [(8, {"copies": 3}), (1, {}), (9, {}), (2, {"leads_each": 0})])
def test_tables_that_cannot_be_opened(seats: int, options: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        GAME.new_table(seats, options)


def test_the_deck() -> None:
    for copies, badgers in ((4, 8), (3, 0), (8, 16)):
        cards = GAME.new_table(2, {"copies": copies, "badgers": badgers}).deck_cards()
        assert len(cards) == 48 * copies + badgers
        assert cards.count(codes.BADGER) == badgers
        assert cards.count(GAME.read_card("W12", {})) == copies


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ({"pile": "C4 BADGER"}, "BADGER never stays"),
        ({"pile": "C9 C4 P4 F4 W4"}, "four equal cards"),
        ({"pile": "C4*3", "up": ["C4 C4 - -"]}, "C4 is named 5 times"),
        ({"up": ["C4 -"]}, "four places|4 places"),
        ({"up": ["C4 - - X1"]}, "no card of Wild Side"),
        ({"hands": ["", "C4"]}, "turn of A, who has no card"),
        ({"leader": "C"}, "no seat"),
    ],
)
def test_positions_that_cannot_be(given: dict[str, Any], complaint: str) -> None:
    with pytest.raises(NotationError, match=complaint):
        position(**({"hands": ["C1", "C2"]} | given))


@pytest.mark.parametrize(
    "other",
    [{"draw": [1]}, {"direction": -1}, {"turn": NOBODY}, {"extra": {"color": "R"}}, {"extra": {"pile": 3}}],
)
def test_what_other_games_have_is_no_part_of_a_position(other: dict[str, Any]) -> None:
    usual: dict[str, Any] = {
        "hands": [[1], [2]],
        "draw": [],
        "discard": [],
        "dealer": 0,
        "turn": A,
        "direction": 1,
        "round": 1,
        "scores": [0, 0],
    }
    GAME.arrange(GAME.new_match(2), Position(**usual))
    with pytest.raises(NotationError):
        GAME.arrange(GAME.new_match(2), Position(**(usual | other)))


@pytest.mark.parametrize(
    "text",
    [
        *("play", "play C13", "play C0", "play ^", "play C4*0", "play -", "play c4", "play " + "C4 " * 41, "^C4"),
        *("blind", "blind 0", "blind 12", "blind 1 2", "add", "done 1", "draw", ""),
    ],
)
def test_words_that_are_no_move(text: str) -> None:
    with pytest.raises(NotationError):
        GAME.read_move(text, GAME.new_table(2))


def test_play_and_add_are_different_moves() -> None:
    """WS-46: what could be added cannot be played, and the other way round."""
    table = position(["W6 C1", "F1"], pile="P8", down=["C6 - - -"])
    with pytest.raises(Refused) as refusal:
        play(table, A, "add W6")
    assert refusal.value.rule == "WS-46"
    play(table, A, "blind 1")
    with pytest.raises(Refused) as refusal:
        play(table, A, "play W6")
    assert refusal.value.rule == "WS-46"
    assert offered(table, A) == ["done", "add W6"]


def test_the_table_in_a_terminal() -> None:
    table = position(["P10 C1", "F1", "W1"], pile="C12 P9", up=["- C3 - -"], down=["W2 W2 - -"], discard="F5")
    play(table, A, "play P10")
    assert GAME.table_lines(GAME.view(table, B), ["Ada", "Ben", "Cleo"]) == [
        "Round 1, led by Ben; 1 card discarded",
        "Pile: empty",
        "  A Ada        blind C3 - -; 4 cards in hand, with C12 P9 P10",
        "> B Ben        - - - -; 1 card in hand",
        "  C Cleo       - - - -; 1 card in hand",
    ]
