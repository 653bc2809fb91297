"""What scenario files cannot show of UNO She-Ra: tables that are not opened, hidden knowledge, words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from wildtable.engine.codes import NOBODY
from wildtable.engine.drive import play_out
from wildtable.engine.events import Event
from wildtable.engine.game import Position, legal_moves, play
from wildtable.errors import NotationError, OptionError, Refused
from wildtable.games.uno_etheria import GAME
from wildtable.games.uno_etheria import codes as c
from wildtable.games.uno_etheria.game import UnoEtheria

A, B, C, D = range(4)
SEEDS = range(80)


def position(
    hands: Sequence[str], discard: str, draw: str = "", options: dict[str, Any] | None = None, **extra: Any
) -> UnoEtheria:
    """A table with these hands; A is in turn, the rest of the deck follows `draw`."""
    table = GAME.new_table(len(hands), options)
    table.reseed_from(1)
    read = [GAME.read_cards(cards, table.options) for cards in (*hands, discard, draw)]
    rest = Counter(table.deck_cards())
    rest.subtract(card for cards in read for card in cards)
    *held, pile, first = read
    order = first + table.shuffled(sorted(rest.elements()))
    GAME.arrange(table, Position(held, order, pile, len(hands) - 1, A, 1, 1, [0] * len(hands), extra))
    return table


def card(text: str) -> int:
    return GAME.read_card(text, {"foil": True})


def worlds(table: UnoEtheria, viewer: int) -> list[UnoEtheria]:
    """Re-deals for a viewer, whose view stays as it is."""
    found = []
    for seed in SEEDS:
        other = table.determinize(viewer, seed)
        assert GAME.view(other, viewer) == GAME.view(table, viewer)
        found.append(other)
    return found


def texts(table: UnoEtheria, seat: int) -> list[str]:
    return [GAME.move_text(move) for move in legal_moves(table, seat)]


def kinds_of(events: Sequence[Event]) -> list[int]:
    return [event.kind for event in events]


# Tables and positions


@pytest.mark.parametrize(
    ("seats", "options", "sentence"),
    [
        (1, {}, "2 to 10 players, not by 1"),
        (11, {}, "2 to 10 players, not by 11"),
        (4, {"target": -1}, "target is a whole number from 0 to"),
        (4, {"target": True}, "target is a whole number from 0 to"),
        (4, {"bluf": True}, "did you mean bluff?"),
        (4, {"foil": 1}, "foil is true or false, not 1"),
    ],
)
def test_tables_that_cannot_be_played_are_not_opened(seats: int, options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(OptionError) as error:
        GAME.new_table(seats, options)
    assert sentence in str(error.value)


def test_the_deck_has_112_cards_with_and_without_the_foil() -> None:
    plain, foil = (Counter(GAME.new_table(4, {"foil": on}).deck_cards()) for on in (False, True))
    assert plain.total() == foil.total() == 112
    assert plain - foil == {c.UNITE: 1}
    assert foil - plain == {c.FOIL: 1}


def test_the_first_dealer_is_left_to_chance() -> None:
    assert {GAME.new_match(5, seed=seed).dealer for seed in range(60)} == set(range(5))


@pytest.mark.parametrize(
    ("discard", "extra", "sentence"),
    [
        ("", {}, "needs a card on the discard pile"),
        ("WILD", {}, "must say the color in force on WILD"),
        ("R5", {"color": "G"}, "the color in force on R5 cannot be G"),
        ("WILD", {"color": "P"}, "color is one of R Y G B"),
        ("R5", {"owes": 2}, "has no 'owes'"),
        ("FOIL", {"color": "R"}, "with the option foil alone"),
    ],
)
def test_positions_that_cannot_be(discard: str, extra: dict[str, Any], sentence: str) -> None:
    with pytest.raises(NotationError) as error:
        position(["R1", "R2"], discard, **extra)
    assert sentence in str(error.value)


def test_an_empty_hand_shows_no_card_and_does_not_match() -> None:
    """Only a position given by hand has one."""
    table = position(["UNITE R1 R2", "", "R3 Y4"], "G5")
    play(table, A, "play UNITE")
    play(table, A, "secret R1")
    assert table.required == 1 << C
    play(table, C, "show R3")
    assert table.hand_sizes() == [2, 1, 2]
    assert GAME.view(table, B).matched == (C,)
    alone = position(["UNITE R1 R2", ""], "G5")
    play(alone, A, "play UNITE")
    play(alone, A, "secret R1")
    assert alone.hand_sizes() == [2, 1]
    assert texts(alone, A) == ["keep R", "keep Y", "keep G", "keep B"]


def test_every_card_in_one_hand() -> None:
    everything = GAME.cards_text(sorted((Counter(GAME.new_table(2).deck_cards()) - Counter([card("R5")])).elements()))
    table = position([everything, ""], "R5")
    events = play(table, A, "draw")
    assert [event.number for event in events] == [0]
    assert table.turn == B


def test_two_players_with_two_wild_draw_fours_each_cannot_go_on() -> None:
    """Without bluffing neither can ever shed one (UE-37), so the round ends as one in which nobody can do anything."""
    options = {"bluff": False}
    table = position(["R1 WILD4 WILD4", "R2 WILD4"], "R5", draw="G1 WILD4", options=options)
    play(table, A, "draw")
    assert table.required == 1 << B
    events = play(table, B, "draw")
    assert bool(table.over)
    assert table.winners == 0
    assert 37 in events[-2].rules
    for other in ({"bluff": False, "wild_is_match": False}, {}):
        free = position(["R1 WILD4 WILD4", "R2 WILD4"], "R5", draw="G1 WILD4", options=other)
        play(free, A, "draw")
        play(free, B, "draw")
        assert not free.over


# Unite Etheria


def test_a_secret_card_and_what_is_shown_for_it_are_known_to_their_choosers_alone() -> None:
    table = position(["UNITE R1 Y2 G3", "R4 Y5 B6", "R7 WILD", "B8 G8 G9"], "R5")
    play(table, A, "play UNITE")
    events = play(table, A, "secret Y2")
    assert events[0].seen_by(A).cards == (card("Y2"),)
    assert all(events[0].seen_by(viewer).cards == () for viewer in (B, C, D, NOBODY))
    events = play(table, C, "show WILD")
    assert events[0].seen_by(C).cards == (card("WILD"),)
    assert all(events[0].seen_by(viewer).cards == () for viewer in (A, B, D, NOBODY))
    assert GAME.view(table, B).picked == (A, C)
    for viewer in (A, B, C, D, NOBODY):
        view = GAME.view(table, viewer)
        assert view.own_pick == {A: card("Y2"), C: card("WILD")}.get(viewer, NOBODY)
        assert view.secret == NOBODY
        others = worlds(table, viewer)
        for other in others:
            for seat in (A, C):
                assert other.holds(seat, other.pick_of(seat))
            assert other.pick_of(A) & 15 < c.NO_VALUE, "a secret card has a colour"
        secrets = {other.pick_of(A) for other in others}
        shown = {other.pick_of(C) for other in others}
        assert (len(secrets) == 1) == (viewer == A)
        assert (len(shown) == 1) == (viewer == C)


def test_the_order_of_showing_does_not_matter() -> None:
    ends = []
    for order in ((B, C, D), (D, B, C)):
        table = position(["UNITE R1 Y2", "R4 Y5", "R7 WILD", "B8 G8"], "R5", draw="B1 B2 B3 B4")
        play(table, A, "play UNITE")
        play(table, A, "secret R1")
        for seat in order:
            assert table.phase == c.SHOWING
            play(table, seat, {B: "show R4", C: "show WILD", D: "show G8"}[seat])
        ends.append([table.hand(seat) for seat in range(4)])
        assert GAME.view(table, D).matched == (B,)
    assert ends[0] == ends[1]


def test_revealed_cards_stay_known_until_they_are_played() -> None:
    table = position(["UNITE R1 Y2 G3", "R4 Y5 B6", "R7 WILD"], "R5", draw="B1 B2 B3")
    play(table, A, "play UNITE")
    play(table, A, "secret R1")
    play(table, C, "show WILD")
    play(table, B, "show R4")
    for viewer in (A, B, C, NOBODY):
        view = GAME.view(table, viewer)
        assert view.shown == ((card("R1"),), (card("R4"),), (card("WILD"),))
        assert view.secret == card("R1")
        for other in worlds(table, viewer):
            assert all(other.holds(seat, card(text)) for seat, text in ((A, "R1"), (B, "R4"), (C, "WILD")))
    play(table, A, "place")
    assert GAME.view(table, B).shown[A] == ()
    play(table, B, "play R4")
    assert GAME.view(table, A).shown == ((), (), (card("WILD"),))


def test_a_card_that_is_shown_twice_is_one_card() -> None:
    table = position(["UNITE UNITE R1 Y2 G3", "R4 Y5 B6"], "R5")
    for _ in range(2):
        play(table, A, "play UNITE")
        play(table, A, "secret R1")
        play(table, B, "show Y5")
        play(table, A, "keep R")
        if table.turn == B:
            play(table, B, "play R4") if table.holds(B, card("R4")) else None
    assert GAME.view(table, A).shown[B] == (card("Y5"),)


def test_everybody_can_tell_whether_there_was_a_secret_card_to_choose() -> None:
    table = position(["UNITE WILD WILD4", "R4 Y5 B6", "R7 WILD"], "R5")
    play(table, A, "play UNITE")
    assert table.phase == c.NAMING
    for other in worlds(table, B):
        assert all(held & 15 == c.NO_VALUE for held in other.hand(A))
    table = position(["UNITE WILD R4", "R4 Y5 B6", "R7 WILD"], "R5")
    play(table, A, "play UNITE")
    for other in worlds(table, B):
        assert texts(other, A), "there is always a card to choose"


def test_a_missed_call_in_a_unite_leaves_room_for_any_card() -> None:
    """UE-35: the cards of the penalty change nothing about the secret card that could not be chosen."""
    table = position(["UNITE WILD", "R4 Y5 B6", "R7 WILD"], "R5", draw="R1 R2")
    play(table, A, "play UNITE")
    play(table, B, "catch A")
    others = worlds(table, C)
    assert all(any(held & 15 == c.NO_VALUE for held in other.hand(A)) for other in others)
    assert any(any(held & 15 < c.NO_VALUE for held in other.hand(A)) for other in others)
    assert texts(table, A) == ["keep R", "keep Y", "keep G", "keep B"]


# Wild Draw Four


def test_whether_a_wild_draw_four_was_lawful_is_dealt_anew_for_others() -> None:
    table = position(["WILD4 R7 B8 B7", "Y5 Y6", "G1 G2"], "R5")
    play(table, A, "play WILD4 G")
    assert GAME.view(table, A).own_unlawful
    assert all(other.unlawful for other in worlds(table, A))
    for viewer in (B, C, NOBODY):
        assert not GAME.view(table, viewer).own_unlawful
        assert {bool(other.unlawful) for other in worlds(table, viewer)} == {True, False}


def test_a_verdict_dealt_anew_fits_the_hand_dealt_anew() -> None:
    table = position(["WILD4 R7 B8 B7", "Y5 Y6", "G1 G2"], "R5")
    play(table, A, "play WILD4 G")
    for other in worlds(table, B):
        matches = any(held >> 4 == c.RED or held & 15 == c.NO_VALUE for held in other.hand(A))
        assert bool(other.unlawful) == matches
        play(other, B, "challenge")
        assert (other.turn == B) == matches


def test_the_challenger_alone_knows_the_hand_and_knows_it_until_it_is_played() -> None:
    hands = ["WILD4 B3 B8 B8 G7", "Y5 Y6 R1", "G1 G2 R2", "Y1 Y2 Y3"]
    table = position(hands, "R5", draw="R9 R9 Y9 Y9 Y8 Y8 Y7 Y7")
    play(table, A, "play WILD4 B")
    events = play(table, B, "challenge")
    seen = next(event for event in events if event.kind == c.CHALLENGED)
    assert seen.number == 0, "it was lawful"
    assert seen.seen_by(B).cards == seen.seen_by(A).cards == tuple(sorted(map(card, ("B3", "B8", "B8", "G7"))))
    assert all(seen.seen_by(viewer).cards == () for viewer in (C, D, NOBODY))
    assert GAME.view(table, B).seen[A] == seen.cards
    assert GAME.view(table, A).own_seen == (seen.cards, ())
    assert GAME.view(table, C).seen == ((), (), (), ())
    assert GAME.view(table, C).seen_at_least[A] == (4, 0)
    assert all(other.hand(A) == table.hand(A) for other in worlds(table, B))
    for viewer in (C, D, NOBODY):
        hands_dealt = {tuple(other.hand(A)) for other in worlds(table, viewer)}
        assert len(hands_dealt) > 10
        for other in worlds(table, viewer):
            assert other.cards_seen(A, 0) == other.hand(A), "for them B has seen whatever the hand is"
            assert not any(held >> 4 == c.RED or held & 15 == c.NO_VALUE for held in other.hand(A)), (
                "the verdict tells everybody that there is neither a red nor a wild card"
            )
    play(table, C, "draw")
    play(table, D, "draw")
    play(table, A, "play B8")
    assert GAME.view(table, B).seen[A] == tuple(sorted(map(card, ("B3", "B8", "G7"))))
    assert GAME.view(table, C).seen_at_least[A] == (3, 0)


def test_new_cards_are_unknown_to_a_challenger_too() -> None:
    table = position(["WILD4 R3 B8", "Y5 Y6 R1", "G1 G2 R2"], "R5")
    play(table, A, "play WILD4 B")
    play(table, B, "challenge")  # unlawful: A draws four
    assert table.turn == B
    assert GAME.view(table, B).seen[A] == (card("R3"), card("B8"))
    for other in worlds(table, B):
        assert other.holds(A, card("R3"))
        assert other.holds(A, card("B8"))
    assert len({tuple(other.hand(A)) for other in worlds(table, B)}) > 10
    for other in worlds(table, C):
        assert any(held >> 4 == c.RED or held & 15 == c.NO_VALUE for held in other.hand(A)), "as the verdict tells"


def test_after_a_reverse_the_challenger_sits_on_the_other_side() -> None:
    table = position(["R-REV R1 R2", "Y5 Y6 R1", "WILD4 B2 B3"], "R5")
    play(table, A, "play R-REV")
    play(table, C, "play WILD4 B")
    play(table, B, "challenge")
    assert GAME.view(table, B).seen[C] == (card("B2"), card("B3"))
    assert GAME.view(table, C).own_seen == ((), (card("B2"), card("B3")))
    assert GAME.view(table, A).seen[C] == ()
    assert all(other.hand(C) == table.hand(C) for other in worlds(table, B))
    assert len({tuple(other.hand(C)) for other in worlds(table, A)}) > 10


def test_a_challenge_judges_and_shows_the_hand_at_the_play() -> None:
    """UE-39: the cards for a missed call come too late to make it unlawful, and are not seen."""
    table = position(["WILD4 B3", "Y5 Y6 R1", "G1 G2 R2"], "R5", draw="R8 R9 B1 B2 Y1 Y2 Y3 Y4")
    play(table, A, "play WILD4 B")
    play(table, C, "catch A")
    for viewer in (B, C, NOBODY):
        assert GAME.view(table, viewer).penalty_since
        assert GAME.view(table, viewer).own_lone_card == NOBODY
        for other in worlds(table, viewer):
            lone = other.lone_card
            assert other.holds(A, lone)
            assert bool(other.unlawful) == (lone >> 4 == c.RED or lone & 15 == c.NO_VALUE)
    assert GAME.view(table, A).own_lone_card == card("B3")
    assert {other.lone_card for other in worlds(table, A)} == {card("B3")}
    events = play(table, B, "challenge")
    assert table.turn == C, "it was lawful"
    assert next(event.cards for event in events if event.kind == c.CHALLENGED) == (card("B3"),)
    assert GAME.view(table, B).seen[A] == (card("B3"),)


def test_without_bluffing_everybody_can_tell_what_a_wild_draw_four_says() -> None:
    table = position(["WILD4 B3 B4 G5", "Y5 Y6 R1", "G1 G2 R2"], "R5", options={"bluff": False})
    play(table, A, "play WILD4 B")
    assert texts(table, B) == ["take"]
    for viewer in (B, C, NOBODY):
        for other in worlds(table, viewer):
            assert not any(held >> 4 == c.RED or held & 15 == c.NO_VALUE for held in other.hand(A))


# The new card


@pytest.mark.parametrize("options", [{}, {"bluff": False}, {"bluff": False, "wild_is_match": False}])
def test_a_new_card_that_could_be_played_is_dealt_anew_among_such(options: dict[str, Any]) -> None:
    table = position(["G1 G2 B3", "Y5 Y6 R1", "G1 G2 R2"], "R5", draw="R9", options=options)
    play(table, A, "draw")
    assert GAME.view(table, A).drawn_card == card("R9")
    assert GAME.view(table, B).drawn_card == NOBODY
    for viewer in (B, C, NOBODY):
        dealt = Counter(other.drawn_card for other in worlds(table, viewer))
        assert len(dealt) > 5
        for other in worlds(table, viewer):
            assert other.holds(A, other.drawn_card)
            moves = texts(other, A)
            assert "pass" in moves
            assert any(text.startswith("play " + GAME.card_text(other.drawn_card)) for text in moves)


def test_a_new_wild_draw_four_without_bluffing_lies_beside_a_lawful_hand() -> None:
    """It is dealt anew as likely as such a hand: about as often as the cards left allow."""
    table = position(["B3", "Y5 Y6 R1", "G1 G2 R2"], "R5", draw="WILD4", options={"bluff": False})
    play(table, A, "draw")
    found: Counter[bool] = Counter()
    for seed in range(400):
        other = table.determinize(B, seed)
        found[other.drawn_card == c.WILD4] += 1
        if other.drawn_card == c.WILD4:
            rest = list(other.hand(A))
            rest.remove(c.WILD4)
            assert not any(held >> 4 == c.RED or held & 15 == c.NO_VALUE for held in rest)
    # 4 Wild Draw Fours beside some 63 % of hands, against 31 other cards that fit
    assert 10 <= found[True] <= 60


# Random play


def test_what_a_redeal_leaves_can_be_played_on(rounds: Callable[[int], int]) -> None:
    """Also where knowledge of hands has grown rich: the re-dealt table is sound for each seat's own next re-deal."""
    for seed in range(rounds(200)):
        options = {"target": 200, "bluff": seed % 3 != 0, "foil": seed % 2 == 0, "placed_card_acts": seed % 5 == 0}
        table = GAME.new_match(2 + seed % 5, options, seed)
        play_out(table, 20 + seed, brisk=seed % 2 == 0)
        while table.stage != 0:
            play_out(table, 1)
        for viewer in range(table.seats):
            other: Any = table.determinize(viewer, seed)
            again = other.determinize((viewer + 1) % table.seats, seed)
            for dealt in (other, again):
                for seat in range(table.seats):
                    for side in range(2):
                        assert not Counter(dealt.cards_seen(seat, side)) - Counter(dealt.hand(seat))
                        assert len(dealt.cards_seen(seat, side)) >= dealt.seen_count(seat, side)
                play_out(dealt, 300, brisk=True)


def test_what_everybody_can_tell_of_a_hand_is_true(rounds: Callable[[int], int]) -> None:
    told = 0
    for seed in range(rounds(300)):
        table = GAME.new_match(2 + seed % 4, {"bluff": seed % 4 != 0, "wild_is_match": seed % 3 != 0}, seed)
        for _ in range(60):
            play_out(table, 5, brisk=seed % 2 == 0)
            for seat in range(table.seats):
                count, kinds = table.vouched_for(seat)
                assert sum(held in kinds for held in table.hand(seat)) >= count
                assert not Counter(table.shown_by(seat)) - Counter(table.hand(seat))
                told += count
    assert told > 0


# Words


@pytest.mark.parametrize(
    "text",
    [
        "play R5", "play R5 uno", "play B-SKIP", "play Y-REV uno", "play G+2", "play WILD R", "play WILD G uno",
        "play WILD4 B", "play UNITE", "play FOIL uno", "play WILD", "play WILD4 uno", "secret R5", "secret WILD",
        "show G3", "place", "keep G", "draw", "pass", "take", "challenge", "uno", "catch C", "decline",
    ],
)  # fmt: skip
def test_moves_are_written_as_they_are_read(text: str) -> None:
    table = GAME.new_table(4)
    assert GAME.move_text(GAME.read_move(text, table)) == text


@pytest.mark.parametrize(
    "text",
    [
        "", "play", "play R10", "play r5", "play R5 R", "play R5 UNO", "play R5 uno uno", "play UNITE R",
        "play WILD uno R", "play WILD red", "play R5/2", "draw R5", "pass uno", "catch", "catch AB", "catch M",
        "keep", "keep R G", "keep red",
        "secret", "secret R5 R6", "show", "show P3", "place R5", "place uno", "accuse B", "cry", "出牌",
        "play Ｒ５", "draw\n" * 300,
    ],
)  # fmt: skip
def test_other_words_are_no_move(text: str) -> None:
    with pytest.raises(NotationError):
        GAME.read_move(text, GAME.new_table(4))
    match = GAME.new_match(4, seed=1)
    before = match.snapshot()
    with pytest.raises(Refused) as refusal:
        play(match, match.turn, text)
    assert refusal.value.rule is None
    assert match.snapshot() == before


def test_a_missed_call_is_told_and_lapses_with_the_next_turn() -> None:
    table = position(["R1 B1", "R3 B4 B5", "G3 G4"], "R5")
    assert c.MISSED in kinds_of(play(table, A, "play R1"))
    assert c.TOO_LATE in kinds_of(play(table, B, "draw"))


def test_the_table_in_lines() -> None:
    table = position(["UNITE R1 Y2 G3", "R4 Y5 B6", "R7 WILD"], "R5")
    play(table, A, "play UNITE")
    play(table, A, "secret R1")
    names = ["Ann", "Ben", "Cy"]
    lines = GAME.table_lines(GAME.view(table, A), names)
    assert lines[0].startswith("UNITE on top, no colour yet, clockwise;")
    assert "has chosen R1" in "\n".join(lines)
    assert "R1" not in "\n".join(GAME.table_lines(GAME.view(table, B), names))


def test_a_state_is_small() -> None:
    assert GAME.new_table(10).__sizeof__() < 5500
