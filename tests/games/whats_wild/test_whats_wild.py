"""What scenario files cannot show of What's Wild?!: tables that are not opened, hidden knowledge, words, long play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from tests.tables import check_sound
from wildtable.engine.codes import BRISK, NOBODY, REQUIRED
from wildtable.engine.drive import play_out
from wildtable.engine.game import Position, events_of, legal_moves, play
from wildtable.errors import NotationError, OptionError, Refused
from wildtable.games.whats_wild import GAME
from wildtable.games.whats_wild.codes import CHAM, DISCARD, SAY_NUMBER, SAY_WILD, WILD
from wildtable.games.whats_wild.game import WhatsWild
from wildtable.games.whats_wild.melds import complete, least_points


def position(
    hands: Sequence[str],
    discard: str,
    draw: str = "",
    options: dict[str, Any] | None = None,
    *,
    round_number: int = 0,
    dealer: int = -1,
    turn: int = 0,
    **extra: Any,
) -> WhatsWild:
    """A table with these hands; A is in turn, the rest of the deck follows `draw`."""
    table = GAME.new_table(len(hands), options)
    table.reseed_from(1)
    read = [GAME.read_cards(cards, table.options) for cards in (*hands, discard, draw)]
    rest = sorted(table.deck_cards())
    for card in (card for cards in read for card in cards):
        rest.remove(card)
    *held, pile, first = read
    number = round_number or max(1, len(held[0]) - 2)
    GAME.arrange(
        table,
        Position(
            held,
            first + table.shuffled(rest),
            pile,
            dealer if dealer >= 0 else len(hands) - 1,
            turn,
            1,
            number,
            [0] * len(hands),
            extra,
        ),
    )
    return table


def card(text: str) -> int:
    return GAME.read_card(text, {})


def moves_of(table: WhatsWild, seat: int) -> list[str]:
    return [GAME.move_text(move) for move in legal_moves(table, seat)]


# --- tables and positions ---


@pytest.mark.parametrize(
    ("seats", "options", "sentence"),
    [
        (1, {}, "2 to 7 players, not by 1"),
        (8, {}, "2 to 7 players, not by 8"),
        (4, {"rounds": "all"}, "rounds is one of full, odd, even, short, extended"),
        (4, {"reshuffle": True}, "reshuffle is one of keep_top, all"),
        (4, {"twin_discard": 1}, "twin_discard is true or false"),
        (4, {"turn_limit": -1}, "turn_limit is a whole number from 0"),
        (4, {"turn_limt": 5}, "did you mean turn_limit?"),
        (4, {"ties": "none"}, "ties is one of share, last_round"),
    ],
)
def test_tables_that_cannot_be_played_are_not_opened(seats: int, options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(OptionError) as error:
        GAME.new_table(seats, options)
    assert sentence in str(error.value)


def test_the_deck_has_104_cards() -> None:
    """WW-04."""
    cards = GAME.new_table(2).deck_cards()
    assert len(cards) == 104
    assert all(sum(other & 15 == number and other < WILD for other in cards) == 8 for number in range(1, 13))
    assert cards.count(WILD) == cards.count(CHAM) == 4


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"wild": 13}, "whole number from 1 to 12, not 13"),
        ({"wild": True}, "whole number from 1 to 12, not True"),
        ({"wild": "7"}, "whole number from 1 to 12"),
        ({"gone": "C"}, "no seat at a table of 2"),
        ({"gone": "A"}, "A has gone wild and has no further turn"),
        ({"color": "R"}, "has no 'color'"),
        ({"turn": NOBODY}, "must say whose turn"),
        ({"round_number": 2}, "in round 2 every hand has 4 cards"),
        ({"round_number": 11}, "there is no round 11: a match with these options has 10 rounds"),
    ],
)
def test_positions_that_cannot_be_are_refused(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(NotationError) as error:
        position(["A1 C5 Z9", "P2 P8 Z12"], "Z6", **change)
    assert sentence in str(error.value)


# --- what is known of hands ---


def test_a_card_taken_from_the_pile_stays_known() -> None:
    table = position(["A5 C2 Z9", "P2 P8 Z12", "C1 C7 A10"], "Z6")
    play(table, 0, "pile")
    play(table, 0, "discard C2")
    assert GAME.view(table, 2).shown == ((card("Z6"),), (), ())
    hidden = set()
    for seed in range(30):
        other = table.determinize(1, seed)
        assert other.holds(0, card("Z6"))
        assert GAME.view(other, 1) == GAME.view(table, 1)
        hidden.add(tuple(other.hand(0)))
    assert len(hidden) > 10


def test_whoever_discards_the_twin_still_has_the_card_that_was_taken() -> None:
    """WW-23: it may not be discarded in that turn, so everybody knows that it is there."""
    table = position(["A5 C2 Z9", "P2 P8 Z12"], "A5")
    play(table, 0, "pile")
    play(table, 0, "discard A5")
    assert GAME.view(table, 1).shown[0] == (card("A5"),)
    assert all(table.determinize(1, seed).holds(0, card("A5")) for seed in range(20))


def test_a_shown_card_is_forgotten_with_one_that_looks_like_it() -> None:
    table = position(["A5 C2 Z9", "P2 P8 Z12"], "A5", draw="Z1 Z2")
    for seat, move in ((0, "pile"), (0, "discard C2"), (1, "deck"), (1, "discard Z1"), (0, "deck")):
        play(table, seat, move)
    assert GAME.view(table, 1).shown[0] == (card("A5"),)
    play(table, 0, "discard A5")  # it had two
    assert GAME.view(table, 1).shown[0] == ()
    assert table.holds(0, card("A5"))


def test_dealing_anew_keeps_one_of_two_equal_cards_that_was_shown() -> None:
    table = position(["A5 C2 Z9", "P2 P8 Z12"], "A5")
    play(table, 0, "pile")
    play(table, 0, "discard C2")
    assert table.hand(0).count(card("A5")) == 2
    for seed in range(20):
        other = table.determinize(1, seed)
        assert GAME.view(other, 1) == GAME.view(table, 1)
        assert GAME.view(other.determinize(1, seed), 1) == GAME.view(table, 1)


def test_a_hand_that_has_gone_wild_is_open_to_all() -> None:
    """WW-39."""
    table = position(["A4 C4 P4", "P2 P8 Z12", "C1 C7 A10"], "Z6", draw="Z1")
    play(table, 0, "deck")
    events = play(table, 0, "discard Z1 gowild")
    assert GAME.view(table, NOBODY).shown[0] == tuple(map(card, ("A4", "C4", "P4")))
    assert table.determinize(2, 5).hand(0) == table.hand(0)
    assert any(event.cards == GAME.view(table, 1).shown[0] and event.seen_by(2) == event for event in events)


def test_all_hands_are_open_when_the_match_is_over() -> None:
    """WW-40."""
    table = GAME.new_match(3, {"rounds": "short"}, 4)
    play_out(table, brisk=True)
    assert bool(table.over)
    view = GAME.view(table, NOBODY)
    assert [list(cards) for cards in view.shown] == [table.hand(seat) for seat in range(3)]
    assert [sum(points) for points in zip(*view.sheet, strict=True)] == list(view.scores)
    assert len(view.sheet) == 5


def test_whoever_is_in_the_middle_of_a_move_can_go_on_in_a_table_dealt_anew(rounds: Callable[[int], int]) -> None:
    """The chameleon's number, and whether a complete hand is declared: what others hold is dealt anew meanwhile."""
    seen: set[int] = set()
    for seed in range(rounds(200)):
        table = GAME.new_match(3, None, seed)
        while table.round < 3:
            seat = table.actor()
            table.apply(seat, table.pick_for(seat))
            if table.stage != 0:
                seen.add(table.stage)
                other = table.determinize(seat, seed)
                check_sound(other)
                assert GAME.view(other, seat) == GAME.view(table, seat)
                assert table.stage == SAY_NUMBER or complete(other.hand(seat), other.wild)
                play_out(other, 50)
                check_sound(other)
        if len(seen) == 2:
            break
    assert seen == {SAY_NUMBER, SAY_WILD}


# --- no turn without a way on ---


def test_nobody_takes_a_card_after_which_nothing_may_be_discarded() -> None:
    """Without twins, WW-23 and WW-44 can leave no discard: then the card may not be taken."""
    options = {"twin_discard": False}
    table = position(["WILD WILD WILD", "P2 P8 Z12"], "WILD", options=options)
    assert moves_of(table, 0) == ["deck"]
    with pytest.raises(Refused) as refusal:
        play(table, 0, "pile")
    assert refusal.value.rule == "WW-23"
    table = position(["CHAM CHAM CHAM", "P2 P8 Z12"], "CHAM", options=options)
    assert moves_of(table, 0) == ["deck"]
    with pytest.raises(Refused) as refusal:
        play(table, 0, "pile")
    assert refusal.value.rule == "WW-12"
    table = position(["CHAM CHAM A5", "A4 C4 P4"], "A5", options=options, gone="B")
    assert moves_of(table, 0) == ["deck"]
    with pytest.raises(Refused) as refusal:
        play(table, 0, "pile")
    assert refusal.value.rule == "WW-23"
    table = position(["CHAM CHAM CHAM", "A4 C4 P4"], "A5", options=options, gone="B")
    assert moves_of(table, 0) == ["deck"]
    with pytest.raises(Refused) as refusal:
        play(table, 0, "pile")
    assert refusal.value.rule == "WW-44"
    table = position(["CHAM CHAM A5", "A4 C4 P4"], "A5", gone="B")
    play(table, 0, "pile")
    assert moves_of(table, 0) == ["discard A5"]


def test_the_moves_of_a_turn_are_all_listed() -> None:
    table = position(["A4 C4 CHAM", "P2 P8 Z12"], "Z6", draw="P4")
    assert moves_of(table, 0) == ["deck", "pile"]
    assert moves_of(table, 1) == []
    play(table, 0, "deck")
    numbers = [number for number in range(1, 13) if number != 3]
    named = [f"discard CHAM {number}{wild}" for number in numbers for wild in ("", " gowild")]
    assert moves_of(table, 0) == ["discard A4", "discard C4", "discard P4", *named]


# --- words ---


@pytest.mark.parametrize(
    "text", ["deck", "pile", "decline", "discard Z3", "discard CHAM 7", "discard CHAM", "discard CHAM 99",
             "discard CHAM seven", "discard CHAM 7 gowild", "discard Z3 gowild", "discard Z3 7", "discard CHAM gowild"]
)  # fmt: skip
def test_moves_are_written_as_they_are_read(text: str) -> None:
    table = GAME.new_table(2)
    assert GAME.move_text(GAME.read_move(text, table)) == text


@pytest.mark.parametrize(
    "text", ["", "discard", "discard A13", "discard a1", "deck deck", "pile A1", "discard Z3 GOWILD", "gowild",
             "discard Z3 gowild gowild", "discard CHAM 7 8", "discard Z3 foo", "discard Z3 gowild 7", "play Z3",
             "discard CHAM " + "7" * 30, "discard WILD WILD", "Ｄeck", "deck\n" * 300]
)  # fmt: skip
def test_other_words_are_no_move(text: str) -> None:
    match = GAME.new_match(2, None, 1)
    with pytest.raises(NotationError):
        GAME.read_move(text, match)
    with pytest.raises(Refused) as refusal:
        play(match, 0, text)
    assert refusal.value.rule is None


@pytest.mark.parametrize("named", ["0", "13", "3", "seven", "-1", "07", "1.5", ""])
def test_a_chameleon_names_a_whole_number_from_1_to_12_that_is_new(named: str) -> None:
    """WW-09."""
    table = position(["CHAM C5 Z9", "P2 P8 Z12"], "Z6")
    play(table, 0, "deck")
    before = table.snapshot()
    with pytest.raises(Refused) as refusal:
        play(table, 0, f"discard CHAM {named}".strip())
    assert refusal.value.rule == "WW-09"
    assert table.snapshot() == before


def test_what_the_table_tells() -> None:
    table = position(["A4 C4 CHAM", "P2 P8 Z12"], "Z6", draw="P4 C1")
    table.start_log()
    for seat, move in (
        (0, "deck"),
        (0, "discard CHAM 12"),
        (1, "deck"),
        (1, "discard P8"),
        (0, "pile"),
        (0, "discard P8 gowild"),
    ):
        if move == "discard P8 gowild":
            with pytest.raises(Refused, match="WW-23"):
                play(table, seat, move)
            move = "discard A4"
        play(table, seat, move)
    names = ["Ada", "Bo"]
    told = [GAME.sentence(event.seen_by(1), names, table.options) for event in events_of(table, table.take_log())]
    assert told == [
        "Ada draws a card",
        "Ada discards CHAM",
        "Ada makes 12 the wild number",
        "Bo draws C1",
        "Bo discards P8",
        "Ada takes P8 from the discard pile",
        "Ada discards A4",
    ]


def test_the_end_of_a_round_is_told_with_its_melds() -> None:
    table = position(["A4 C4 P4", "P2 P8 Z12"], "Z6", draw="Z1 P9", round_number=1)
    play(table, 0, "deck")
    told = [GAME.sentence(event, ["Ada", "Bo"], table.options) for event in play(table, 0, "discard Z1 gowild")]
    assert told == ["Ada discards Z1", "Ada goes wild: A4 C4 P4; all others have one turn"]
    play(table, 1, "deck")
    told = [GAME.sentence(event, ["Ada", "Bo"], table.options) for event in play(table, 1, "discard Z12")]
    assert told[:4] == [
        "Bo discards Z12",
        "Ada scores 0 points: A4 C4 P4",
        "Bo scores 19 points: left over P2 P8 P9",
        "Ada wins the round with 0 points",
    ]
    assert told[4] == "Ada deals 4 cards to each player"
    assert "4s are wild" in told[5]


def test_the_table_in_a_terminal() -> None:
    table = position(["A4 C4 P4", "P2 P8 Z12"], "Z6", draw="Z1 P9", round_number=1)
    play(table, 0, "deck")
    play(table, 0, "discard Z1 gowild")
    assert GAME.table_lines(GAME.view(table, 1), ["Ada", "Bo"]) == [
        "Round 1 of 10: 3s are wild; Z1 on top, 96 cards to draw",
        "  A Ada        3 cards, 0 points, has gone wild: A4 C4 P4",
        "> B Bo         3 cards, 0 points",
        "Your hand at its best: left over P2 P8 Z12 (22 points)",
    ]
    assert len(GAME.table_lines(GAME.view(table, NOBODY), ["Ada", "Bo"])) == 3


# --- long play ---


def test_hands_on_the_table_are_judged_like_hands_on_paper(rounds: Callable[[int], int]) -> None:
    """The counts that the table keeps with each hand say the same as the cards."""
    for seed in range(max(2, rounds(40))):
        table = GAME.new_match(2 + seed % 6, None, seed)
        for _ in range(40):
            play_out(table, 1 + seed * 3 % 20, brisk=seed % 2 == 0)
            if table.over:
                break
            for seat in range(table.seats):
                if not table.gone >> seat & 1:
                    assert table.points_now(seat) == least_points(table.hand(seat), table.wild)


def test_what_is_counted_beside_the_hands_is_dealt_anew_with_them(rounds: Callable[[int], int]) -> None:
    """The counts that the solver works with follow from the hands, in tables dealt anew as well."""
    for seed in range(rounds(40)):
        table = GAME.new_match(4, GAME.simulation, seed)
        play_out(table, 5 + 11 * seed % 400, brisk=True)
        if table.over or table.stage != 0:
            continue
        for other in (table, *(table.determinize(viewer, seed) for viewer in (NOBODY, table.actor()))):
            for seat, tally in enumerate(other.snapshot()["tally"]):
                numbers = [card & 15 for card in other.hand(seat) if card < WILD]
                assert tally == sum(1 << 4 * (number - 1) for number in numbers)


def test_brisk_players_keep_what_lies_in_melds() -> None:
    def tried(table: WhatsWild) -> list[str]:
        return sorted({GAME.card_text(table.pick_for(0, REQUIRED | BRISK) - DISCARD) for _ in range(200)})

    table = position(["A4 C4 P4 Z8 CHAM", "P2 P8 Z12 A9 A1"], "Z6", draw="WILD", round_number=3)
    play(table, 0, "deck")
    assert tried(table) == ["CHAM", "Z8"]
    table = position(["A4 C4 P4 Z8 Z9", "P2 P8 Z12 A9 A1"], "Z6", draw="Z10", round_number=3)
    play(table, 0, "deck")
    assert tried(table) == sorted(GAME.card_text(other) for other in table.hand(0)), "all of them fit"


@pytest.mark.parametrize(("rounds_option", "count"), [("full", 10), ("odd", 5), ("short", 5), ("extended", 9)])
def test_a_turn_limit_bounds_a_match(rounds_option: str, count: int) -> None:
    """WW-61: so many turns a round, and the final ones."""
    table = GAME.new_match(3, {"rounds": rounds_option, "turn_limit": 20}, 2)
    made = play_out(table)
    assert bool(table.over)
    assert table.round == count
    assert made <= count * 22 * 4


def test_brisk_matches_are_as_long_as_those_of_people(rounds: Callable[[int], int]) -> None:
    lengths = [play_out(GAME.new_match(4, None, seed), brisk=True) for seed in range(rounds(200))]
    assert 200 < sum(lengths) / len(lengths) < 1000
    assert max(lengths) < 2000


def test_the_lot_gives_the_first_deal_to_anybody() -> None:
    """WW-60."""
    dealers = {GAME.new_match(4, {"first_dealer": "random"}, seed).dealer for seed in range(60)}
    assert dealers == {0, 1, 2, 3}
    assert {GAME.new_match(4, None, seed).dealer for seed in range(20)} == {3}


def test_a_state_is_small() -> None:
    assert GAME.new_table(7).__sizeof__() < 5500


def test_a_guess_of_a_hand_is_as_good_as_hands_are_by_then() -> None:
    """After two turns each of sensible players their hands are better than cards that have just been dealt."""
    real = guessed = dealt = 0
    for number in range(60):
        table = GAME.new_match(3, None, number)
        table.set_match(2, 0, 1, 7, [0, 0, 0])
        table.deal_from(table.shuffled(table.deck_cards()))
        while table.turns < 6 and table.first_gone == NOBODY:
            choices = table.sensible_choices(table.actor(), REQUIRED | BRISK)
            table.apply(table.actor(), choices[table.random_below(len(choices))])
        if table.first_gone == NOBODY:
            real += 4 * table.points_now(1)
            guessed += sum(table.determinize(0, seed, guessing=True).points_now(1) for seed in range(4))
            dealt += sum(table.determinize(0, seed).points_now(1) for seed in range(4))
    assert 0.7 * real < guessed < 1.4 * real
    assert dealt > 1.8 * real
