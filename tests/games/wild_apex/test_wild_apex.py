"""What scenario files cannot show of Wild Apex: tables that are not opened, hidden knowledge, words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from wildtable.engine.codes import NOBODY
from wildtable.engine.game import Position, legal_moves, play
from wildtable.errors import NotationError, OptionError, Refused
from wildtable.games.wild_apex import GAME
from wildtable.games.wild_apex.game import WildApex


def position(
    hands: Sequence[str], discard: str, draw: str = "", options: dict[str, Any] | None = None, **extra: Any
) -> WildApex:
    """A table with these hands; A is in turn, the rest of the deck follows `draw`."""
    table = GAME.new_table(len(hands), options)
    table.reseed_from(1)
    read = [GAME.read_cards(cards, table.options) for cards in (*hands, discard, draw)]
    rest = sorted(table.deck_cards())
    for card in (card for cards in read for card in cards):
        rest.remove(card)
    *held, pile, first = read
    GAME.arrange(
        table,
        Position(held, first + table.shuffled(rest), pile, len(hands) - 1, 0, 1, 1, [0] * len(hands), extra),
    )
    return table


@pytest.mark.parametrize(
    ("seats", "options", "sentence"),
    [
        (1, {}, "2 to 12 players, not by 1"),
        (13, {}, "2 to 12 players, not by 13"),
        (7, {"decks": 1}, "1 deck serve at most 6 players, not 7 (WA-02)"),
        (4, {"decks": 4}, "decks is a whole number from 1 to 3, not 4"),
        (4, {"decks": True}, "decks is a whole number"),
        (4, {"bluf": True}, "did you mean bluff?"),
        (4, {"bluff": 1}, "bluff is true or false, not 1"),
        (4, {"copies": {"numbr": 1}}, "copies has no 'numbr'"),
        (4, {"copies": dict.fromkeys(("zero", "number", "draw1", "draw2", "shift"), 0)}, "too few"),
        (4, {"decks": 3, "copies": {"number": 20}}, "too many: a table holds 400"),
        (4, {"decks": 2, "cries": ["ROAR"]}, "2 decks need 2 cries"),
        (4, {"cries": ["R\n"]}, "cries holds words"),
        (4, {"target": -1}, "target is a whole number from 0 to"),
    ],
)
def test_tables_that_cannot_be_played_are_not_opened(seats: int, options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(OptionError) as error:
        GAME.new_table(seats, options)
    assert sentence in str(error.value).replace("serves", "serve")


def test_the_deck_has_121_cards_and_copies_change_it() -> None:
    assert len(GAME.new_table(4).deck_cards()) == 121
    assert len(GAME.new_table(7).deck_cards()) == 242
    assert len(GAME.new_table(4, {"copies": {"fury": 3, "number": 1}}).deck_cards()) == 121 + 2 - 36


def test_a_lap_of_empty_passes_ends_the_round_without_a_winner() -> None:
    """WA-77. No whole deck comes to this: somebody always holds a card that fits. So most of it is left out."""
    table = GAME.new_table(2)
    table.place(
        [GAME.read_cards(cards, table.options) for cards in ("R1 Y1", "R2 Y2")],
        [],
        [GAME.read_card("B5", table.options)],
    )
    table.set_match(1, 0, 1, 1, [0, 0])
    table.stand(0, 1, 3)
    moves = [GAME.move_text(move) for move in legal_moves(table, 0)]
    assert moves == ["pass"], "nothing to draw and nothing that fits: WA-76"
    play(table, 0, "pass")
    assert table.required == 2
    events = play(table, 1, "pass")
    assert bool(table.over)
    assert table.round_over
    assert table.winners == 0
    assert 77 in {rule for event in events for rule in event.rules}


def test_a_card_shown_out_of_turn_stays_known_until_it_is_played() -> None:
    table = position(["R1 Y1 Y2", "R2 R3 Y3", "B1 B2 B3"], "R5", draw="G1")
    play(table, 2, "play B1")  # WA-50
    for viewer in (0, 1, NOBODY):
        for seed in range(20):
            other = table.determinize(viewer, seed)
            assert other.holds(2, GAME.read_card("B1", table.options))
            assert GAME.view(other, viewer) == GAME.view(table, viewer)
    hidden = {tuple(table.determinize(0, seed).hand(2)) for seed in range(20)}
    assert len(hidden) > 1, "the rest of the hand is dealt anew"


def test_whether_a_wild_draw_four_was_lawful_is_dealt_anew_for_others() -> None:
    """WA-78: hidden until an accusation; its player knows."""
    options = {"bluff": True}
    table = position(["WILD4 R7 B8 B7 B6 B1", "Y5 Y6", "G1 G2"], "R5", options=options)
    play(table, 0, "play WILD4 G")
    assert table.is_unlawful(0)
    assert GAME.view(table, 0).own_unlawful
    assert not GAME.view(table, 1).own_unlawful
    verdicts = {bool(table.determinize(1, seed).is_unlawful(0)) for seed in range(60)}
    assert verdicts == {True, False}
    assert all(table.determinize(0, seed).is_unlawful(0) for seed in range(20))
    lawful = position(["WILD4 G7 B8 B7", "Y5 Y6", "G1 G2"], "R5", options=options)
    play(lawful, 0, "play WILD4 G")
    play(lawful, 1, "accuse A")
    assert not any(lawful.determinize(2, seed).is_unlawful(0) for seed in range(40)), "the accusation has told"


@pytest.mark.parametrize(
    "text",
    [
        "play R5",
        "play R5/2 cry",
        "play B-SHIFT cry=2",
        "play DODGE R",
        "play COUNTER/2 Y cry",
        "play FURY R give B:2 C:1 D:1",
        "play FURY R all cry=1",
        "play FURY G counter",
        "play FURY as B+2",
        "play FURY/2 as DODGE R cry",
        "draw",
        "pass",
        "take",
        "say",
        "decline",
        "catch C",
        "accuse D",
        "cut 17",
        "color R",
        "color R give B:4",
        "color R all",
    ],
)
def test_moves_are_written_as_they_are_read(text: str) -> None:
    table = GAME.new_table(4, {"decks": 2})
    assert GAME.move_text(GAME.read_move(text, table)) == text


@pytest.mark.parametrize(
    "text",
    [
        "", "play", "play R10", "play r5", "play R5 R", "play R5 CRY", "play R5 cry=4", "play R5 cry cry", "play DODGE",
        "play DODGE X", "play WILD4", "play FURY", "play FURY R", "play FURY as FURY", "play FURY as R5 R",
        "play FURY as DODGE", "play FURY R give", "play FURY R give B4", "play FURY R give M:4", "play DODGE R all",
        "play R5/3", "play R5/1", "draw R5", "catch", "catch AB", "catch M", "cut", "cut x", "cut 1e3", "color",
        "color R counter", "color X", "challenge", "shout", "выход", "play Ｒ５", "draw\n" * 300,
    ],
)  # fmt: skip
def test_other_words_are_no_move(text: str) -> None:
    table = GAME.new_table(4, {"decks": 2})
    with pytest.raises(NotationError):
        GAME.read_move(text, table)
    match = GAME.new_match(4, {"offer_cut": False}, 1)
    before = match.snapshot()
    with pytest.raises(Refused) as refusal:
        play(match, 0, text)
    assert refusal.value.rule is None
    assert match.snapshot() == before


def test_a_state_is_small() -> None:
    assert GAME.new_table(12).__sizeof__() < 4096


def test_a_cry_is_told_in_the_words_of_the_match() -> None:
    table = position(["R5 R6", "G1 G2"], "R1", options={"cries": ["Roar", "Howl"]})
    told = [GAME.sentence(event, ["Ada", "Ben"], table.options) for event in play(table, 0, "play R5 cry")]
    assert told == ["Ada plays R5", "Ada cries Roar!"]
