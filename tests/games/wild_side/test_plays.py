"""Which plays there are, said in which choices: checked against a list made from the rules in another way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations, permutations, product
from typing import Any

import pytest

from tests.games.wild_side.tables import A, B, copy_of, offered, pile_text, position
from wildtable.engine.drive import play_out
from wildtable.engine.game import is_legal, legal_moves, play
from wildtable.errors import Refused
from wildtable.games.wild_side import GAME, codes
from wildtable.games.wild_side.game import WildSide
from wildtable.games.wild_side.words import Move

OPTIONS: list[dict[str, Any]] = [
    {},
    {"runs_start_anywhere": True},
    {"voluntary_pickup": False},
    {"blind_after_clear": False, "badgers": 16},
    {"last_card_always_ends": True, "copies": 3},
]


def sets_of(cards: Counter[int], most: int) -> Iterator[tuple[int, ...]]:
    """Every set of up to `most` equal cards, each once, in ascending order."""
    for value in range(1, 13):
        equal = sorted(card for card in cards.elements() if card & 15 == value)
        for count in range(1, most + 1):
            yield from set(combinations(equal, count))


def runs_of(cards: Counter[int]) -> Iterator[tuple[int, ...]]:
    """Every run of two or more, with all ways to take its cards from hand or row."""
    there = {kind: [card for card in (kind, codes.ROW + kind) if cards[card]] for kind in range(64)}
    for suit, first, last in product(range(4), range(2, 13), range(1, 12)):
        if first > last:
            yield from product(*(there[suit * 16 + value] for value in range(first, last - 1, -1)))


def plays_by_the_rules(table: WildSide, seat: int) -> set[Move]:
    """Every move of the seat in turn: WS-17 to WS-46, asked of whole plays."""
    options, pile, row = table.options, table.pile_cards(), table.face_up_row(seat)
    cards = Counter(table.hand(seat))
    cards.update(codes.ROW + kind for kind in row if kind >= 0)
    top = pile[-1] & 15 if pile else 0
    equals = 0
    while equals < len(pile) and pile[-1 - equals] & 15 == top:
        equals += 1
    if table.adding:
        blind = pile[-1]
        added = {cards_ for cards_ in sets_of(cards, 4 - equals) if cards_[0] & 15 == top}
        added |= {run for run in runs_of(cards) if run[0] & 63 == blind - 1}
        if blind & 15 > 1:
            added |= {(card,) for card in (blind - 1, blind - 1 + codes.ROW) if cards[card]}
        return {Move("add", found) for found in added} | {Move("done")}
    found = set()
    for play_ in sets_of(cards, 4):
        value = play_[0] & 15
        if not pile or value < top or (value == top and equals + len(play_) <= 4):
            found.add(play_)
    for run in runs_of(cards):
        value = run[0] & 15
        if not pile or value in (top, top - 1) or (options["runs_start_anywhere"] and value <= top):
            found.add(run)
    badgers = [card for card in (codes.BADGER, codes.ROW + codes.BADGER) if cards[card]]
    if not table.opening or all(card & 63 == codes.BADGER for card in cards):
        found |= {(card,) for card in badgers}
    if options["voluntary_pickup"] or not found:
        found |= {(card,) for card in cards if pile and card & 15 > top}
    moves = {Move("play", play_) for play_ in found}
    barred = table.opening or (table.going_on and not options["blind_after_clear"])
    if not barred or not cards:
        down = table.face_down_row(seat)
        moves |= {Move("blind", place=place) for place in range(4) if row[place] < 0 <= down[place]}
    return moves


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_each_move_is_offered_in_one_way(options: dict[str, Any], rounds: Callable[[int], int]) -> None:
    looked_at = 0
    for seed in range(max(2, rounds(20))):
        table = GAME.new_match(2 + seed % 4, options, seed)
        for _ in range(100):
            if table.over:
                break
            seat = table.actor()
            if table.hand_sizes()[seat] < 22:
                moves = list(legal_moves(table, seat))
                assert len(set(moves)) == len(moves)
                assert set(moves) == plays_by_the_rules(table, seat)
                looked_at += 1
            play_out(table, 1, brisk=seed % 2 == 0)
            while table.stage != 0:
                play_out(table, 1, brisk=seed % 2 == 0)
    assert looked_at > 50


def test_equal_cards_are_accepted_in_every_order_and_lie_as_written() -> None:
    start = position(["F4 W4 P1", "C1 C2"], pile="C9", up=["P4 - F4 -"])
    written = set()
    for cards in set(permutations(["F4", "W4", "^P4", "^F4"])):
        table = copy_of(start)
        text = "play " + " ".join(cards)
        assert is_legal(table, A, GAME.read_move(text, table))
        log = play(table, A, text)
        assert [GAME.card_text(card) for card in log[0].cards] == [card.strip("^") for card in cards]
        assert GAME.sentence(log[0], "AB", table.options) == f"A plays {' '.join(cards)}: “Four Fours”"
        assert table.face_up_row(A) == [-1] * 4
        written.add(str(table.snapshot() | {"discard_pile": sorted(table.discards())}))
    assert len(written) == 1, "the order of equal cards changes nothing but how they lie"
    table = position(["F4 W4 P4", "C1 C2"], pile="C9")
    play(table, A, "play W4 F4")
    assert pile_text(table) == "C9 W4 F4"


def test_equal_cards_are_offered_in_one_order_only() -> None:
    table = position(["F4 W4", "C1 C2"], pile="C9", up=["P4 - - -"])
    assert [text for text in offered(table, A) if len(text.split()) > 2] == [
        "play F4 W4",
        "play F4 W4 ^P4",
        "play F4 ^P4",
        "play W4 ^P4",
    ]


def test_added_cards_lie_as_written_too() -> None:
    table = position(["W6 F6 C1", "C12"], pile="P8", down=["C6 - - -"])
    play(table, A, "blind 1")
    play(table, A, "add W6 F6")
    assert pile_text(table) == "P8 C6 W6 F6"


def test_the_leftmost_of_two_equal_stacks_is_taken() -> None:
    table = position(["C1", "C2"], pile="C9", up=["F3 P4 - P4"])
    play(table, A, "play ^P4")
    assert GAME.fact(table, "faceup", "A: F3 - - P4") == (True, "faceup A: F3 - - P4")
    assert "play ^P4" not in offered(table, B)


def test_no_move_goes_on_after_the_clear_that_it_makes() -> None:
    for text in ("play BADGER C3", "play F9 W9", "play F9 C3", "play F9 C9"):
        table = position(["BADGER F9 W9 C9 C3", "C1"], pile="C9 P9 P9")
        with pytest.raises(Refused):
            play(table, A, text)


def test_a_run_is_accepted_going_down_only() -> None:
    table = position(["F9 F8 F7 P7", "C1"], pile="C9")
    for text in ("play F8 F9", "play F9 F7", "play F9 F7 F8", "play F9 F8 P7", "play F7 F8 F9"):
        with pytest.raises(Refused) as refusal:
            play(table, A, text)
        assert refusal.value.rule == "WS-29"
    play(table, A, "play F9 F8 F7")
    assert pile_text(table) == "C9 F9 F8 F7"


def test_choices_end_by_themselves_where_nothing_can_follow() -> None:
    table = position(["F9 W7 P7", "C1"], pile="C9")
    table.apply(A, codes.PLAY + GAME.read_card("F9", table.options))
    assert table.stage == 0
    assert table.turn == B
    table = position(["F9 W7 P7", "C1"], pile="C9")
    table.apply(A, codes.PLAY + GAME.read_card("P7", table.options))
    assert table.menu() == [codes.END, codes.PLAY + GAME.read_card("W7", table.options)]


def test_nobody_else_has_a_choice_in_the_middle_of_a_move() -> None:
    table = position(["F9 W9", "C1"], pile="C9")
    table.apply(A, codes.PLAY + GAME.read_card("F9", table.options))
    assert table.legal(B) == []
    assert GAME.view(table, A).said == (GAME.read_card("F9", table.options),)


def test_every_play_of_a_large_hand_is_listed() -> None:
    """Two copies of each card: 49 sets of each value, and 66 runs in each suit."""
    everything = " ".join(f"{suit}{value}*2" for suit in "CFPW" for value in range(1, 13))
    table = position([everything, "C1"], leader="A")
    assert len(list(legal_moves(table, A))) == 12 * 49 + 4 * 66
