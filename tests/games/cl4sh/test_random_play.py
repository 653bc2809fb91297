"""Random matches of CL4SH under all kinds of options: what must hold in every position that they come to."""

from __future__ import annotations

import hashlib
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import permutations, product
from pathlib import Path
from typing import Any

import pytest

from tests.tables import check_sound, choose
from wildtable.engine.codes import BRISK, DECLINE, DREW, LEFT, NOBODY, REQUIRED
from wildtable.engine.game import Position, events_of, find_choices, legal_moves, play
from wildtable.errors import OptionError, Refused
from wildtable.games.cl4sh import GAME, codes, words
from wildtable.games.cl4sh.game import Cl4sh

LIMIT = 200_000  # choices of one match: more would mean that it does not end

SETS_OF_OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"mode": "competition"},
    {"mode": "competition", "target": 5, "match_end": "at_once", "pickup_stacking": True},
    {"sequences": True, "slams": True, "last_card": True, "must_play": True, "havoc_on_same_element": True},
    {"mode": "competition", "target": 9, "guard_keeps_turn": False, "shield_keeps_turn": True, "reset_chairs": True},
    {"number_copies": 1, "havoc_copies": 6, "pickup_stacking": True, "slams": True, "duel_opposites": "tie"},
    {"number_copies": 1, "havoc_copies": 3, "last_card": True, "target": 4, "duel_opposites": "tie"},
    {"number_copies": 4, "havoc_copies": 1, "mode": "competition", "last_card": False, "target": 6},
)
SMALL_DECK = {"number_copies": 1, "havoc_copies": 1, "last_card": True, "slams": True, "sequences": True}


def tables() -> Iterator[tuple[int, dict[str, Any]]]:
    for options, seats in product(SETS_OF_OPTIONS, range(2, 7)):
        yield seats, options
    for seats in (2, 3, 4):
        yield seats, SMALL_DECK


TABLES = list(tables())


def walk(seats: int, options: dict[str, Any], seed: int, manner: int = 0) -> Iterator[Cl4sh]:
    """The same table after each whole move of a random match."""
    table = GAME.new_match(seats, options, seed)
    for _ in range(LIMIT):
        if table.stage == 0:
            yield table
        if table.over:
            return
        table.apply(*choose(table, manner))
    pytest.fail("the match does not end")


def is_special(table: Cl4sh) -> bool:
    """Whether something is going on beside a plain turn; such positions are looked at more often than others."""
    return table.phase != codes.PLAYING or bool(table.drawn) or bool(table.echo) or table.over


def check_position(table: Cl4sh) -> None:
    """What holds between any two moves, beside what holds in every game."""
    check_sound(table)
    for seat in range(table.seats):
        assert table.snapshot()["mask"][seat] == sum(1 << kind for kind in set(table.hand(seat)))
        assert not (table.signals >> seat & 1 and table.hand_sizes()[seat] != 1)
    assert sorted(table.seating()) == list(range(table.seats))
    if table.over:
        assert table.uncalled == 0
        return
    for seat in table.seats_in(table.required):
        for manner in (0, BRISK):
            assert table.clone().pick_for(seat, REQUIRED | manner) != DECLINE
    if table.phase == codes.DUELING:
        assert not set(table.seats_in(table.required)) - {table.attacker, table.defender}
        for seat in (table.attacker, table.defender):
            chosen = table.chosen_by(seat)
            assert (chosen == codes.NO_KIND) == bool(table.required >> seat & 1)
            assert chosen == codes.NO_KIND or chosen in table.hand(seat)


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_no_card_is_lost_and_somebody_can_act_until_the_end(
    seats: int, options: dict[str, Any], rounds: Callable[[int], int]
) -> None:
    for seed in range(rounds(4)):
        for number, table in enumerate(walk(seats, options, seed, BRISK * (seed % 2))):
            if number % 11 == 0 or (is_special(table) and number % 3 == 0):
                check_position(table)
        assert table.over


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_a_match_for_points_ends_with_one_player_alone_in_front(seats: int, rounds: Callable[[int], int]) -> None:
    for seed in range(rounds(30)):
        *_, table = walk(seats, {"mode": "competition"}, seed)
        scores = table.score_list()
        [winner] = table.seats_in(table.winners)
        assert scores[winner] == max(scores) >= 15
        assert scores.count(max(scores)) == 1


def digest(games: int) -> str:
    """Of every choice of many matches."""
    told = hashlib.sha256()
    for number in range(games):
        seats, options = TABLES[number % len(TABLES)]
        if options.get("mode") == "competition":
            options = {**options, "target": 3}
        table = GAME.new_match(seats, options, number)
        for _ in range(LIMIT):
            if table.over:
                break
            choice = choose(table)
            told.update(repr(choice).encode())
            table.apply(*choice)
        told.update(repr(table.snapshot()).encode())
        told.update(repr(table.determinize(0, number).snapshot()).encode())
    return told.hexdigest()


@pytest.mark.compiled_only
def test_the_sources_play_the_same_matches_as_the_compiled_rules() -> None:
    games = 200
    run = subprocess.run(
        [sys.executable, "-m", "tests.games.cl4sh.test_random_play", str(games)],
        env={**os.environ, "WILDTABLE_UNCOMPILED": "1"},
        cwd=Path(__file__).parents[3],
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.strip() == digest(games)


# What a seat cannot know


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_a_view_stays_when_what_the_viewer_cannot_know_is_dealt_anew(
    seats: int, options: dict[str, Any], rounds: Callable[[int], int]
) -> None:
    for seed in range(rounds(2)):
        for number, table in enumerate(walk(seats, options, seed, BRISK)):
            if number % 29 != 0 and not (is_special(table) and number % 5 == 0):
                continue
            for viewer in range(NOBODY, seats):
                other = table.determinize(viewer, seed * 1000 + number)
                assert GAME.view(other, viewer) == GAME.view(table, viewer)
                check_position(other)


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_a_table_dealt_anew_is_played_to_its_end(
    seats: int, options: dict[str, Any], rounds: Callable[[int], int]
) -> None:
    table = GAME.new_match(seats, options, 3)
    chance = random.Random(4)
    for number in range(rounds(600)):
        if table.over:
            table = GAME.new_match(seats, options, number)
        if table.stage == 0 and chance.random() < 0.2:
            other = table.determinize(chance.randrange(-1, seats), number)
            for _ in range(LIMIT):
                if other.over:
                    break
                other.apply(*choose(other, BRISK))
            check_position(other)
        table.apply(*choose(table))


def test_a_drawn_card_that_may_be_played_stays_one_in_every_deal() -> None:
    seen = set()
    for seed in range(40):
        for table in walk(3, {}, seed):
            if table.phase != codes.PLAYING or not table.drawn:
                continue
            viewer = (table.turn + 1) % 3
            other = table.determinize(viewer, seed)
            assert other.drawn_card in other.hand(table.turn)
            assert other.can_play(other.drawn_card)
            seen.add(other.drawn_card == table.drawn_card)
    assert seen == {True, False}


def test_a_secret_duel_card_is_dealt_anew_for_all_but_its_chooser() -> None:
    seen = set()
    for seed in range(200):
        for table in walk(3, {"havoc_copies": 6}, seed, BRISK):
            for chooser in range(3):
                chosen = table.chosen_by(chooser)
                for viewer in range(3):
                    other = table.determinize(viewer, seed)
                    if chosen != codes.NO_KIND and viewer != chooser:
                        seen.add(other.chosen_by(chooser) == chosen)
                    else:
                        assert other.chosen_by(chooser) == chosen
    assert seen == {True, False}


# Moves as text


def every_play(table: Cl4sh, seat: int) -> Iterator[str]:
    """Far more moves than the rules allow, from the cards that the seat holds and a few others."""
    letters = words.LETTERS[: table.seats + 1]
    hand = [words.card_text(card) for card in table.hand(seat)]
    names = sorted({*hand, "F1", "DUEL", "W+1"})
    plays = []
    for card in names:
        plays.append(card)
        if card in ("DUEL", "CHAIN"):
            plays += [f"{card} {letter}" for letter in letters]
        if card == "ALMIGHTY":
            for named in (*words.KIND_OF, "F9"):
                plays.append(f"ALMIGHTY as {named}")
                if named in ("DUEL", "CHAIN"):
                    plays += [f"ALMIGHTY as {named} {letter}" for letter in letters]
    for element in words.ELEMENTS:
        for low in range(1, 5):
            for high in range(low + 1, 6):
                plays.append(" ".join(f"{element}{value}" for value in range(low, high + 1)))
    pick_ups = [card for card in hand if "+" in card][:4]
    for count in range(2, len(pick_ups) + 1):
        plays += [" ".join(order) for order in sorted(set(permutations(pick_ups, count)))]
    plays += [f"{hand[0]} {hand[-1]}", "F1 F3", "F1 E2", "F2 F1", "W+1 F1"] if hand else []
    for text in plays:
        yield f"play {text}"
        yield f"play {text} signal"
    yield from (f"choose {card}" for card in (*words.KIND_OF,))
    yield from (f"clash {letter}" for letter in letters)
    yield from ("draw", "pass", "take", "shield", "signal", "decline")


def in_ascending_middle(text: str) -> str:
    """A slam as it is listed: what lies between its first and its last card in ascending order."""
    move = words.read_move(text)
    if move.verb == "play" and words.all_pick_ups(move.cards) and len(move.cards) > 2:
        cards = (move.cards[0], *sorted(move.cards[1:-1]), move.cards[-1])
        return words.move_text(words.Move("play", cards, signal=move.signal))
    return text


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_exactly_the_listed_moves_are_accepted(
    seats: int, options: dict[str, Any], rounds: Callable[[int], int]
) -> None:
    chance = random.Random(5)
    for seed in range(rounds(2)):
        for table in walk(seats, options, seed):
            if chance.random() > 0.01:
                continue
            before = table.snapshot()
            for seat in range(seats):
                listed = [words.move_text(move) for move in legal_moves(table, seat)]
                assert len(set(listed)) == len(listed)
                accepted = set()
                for text in {*every_play(table, seat), *listed}:
                    move = words.read_move(text)
                    assert words.move_text(move) == text
                    if find_choices(table, seat, move) is not None:
                        accepted.add(in_ascending_middle(text))
                    else:
                        number = GAME.refusal(table, seat, move)
                        assert 1 <= number <= 60 or text == "decline"
                assert accepted == set(listed)
            assert table.snapshot() == before


def test_a_slam_may_be_said_in_any_order() -> None:
    """CL-48: it lies in the order named, though only one order of its middle is listed."""
    table = GAME.new_table(3, {"mode": "competition"})
    cards = [GAME.read_card(text, table.options) for text in ("F+2", "A+1", "W+1", "W+1", "E1", "E3")]
    hands = [cards, [1, 2], [1, 2]]
    rest = table.deck_cards()
    for card in [*cards, 1, 2, 1, 2, 18]:
        rest.remove(card)
    GAME.arrange(table, Position(hands, rest, [18], 2, 0, 1, 1, [0, 0, 0]))
    for text in ("F+2 W+1 A+1 W+1", "F+2 A+1 W+1 W+1", "F+2 W+1 W+1 A+1"):
        other = table.clone()
        play(other, 0, f"play {text}")
        assert GAME.fact(other, "owes", "B 5") == (True, "owes B 5")
        assert GAME.cards_text(other.discards()) == GAME.cards_text(GAME.read_cards(f"E2 {text}", {}))
        choices = find_choices(table, 0, words.read_move(f"play {text}"))
        assert choices is not None
        assert words.move_text(GAME.move_of(table, choices)) == f"play {text}"
    assert [words.move_text(move) for move in legal_moves(table, 0)].count("play F+2 A+1 W+1 W+1") == 1


# Events and options


def test_a_choice_and_a_drawn_card_are_told_to_their_owner_alone() -> None:
    private = {codes.CHOSE: 0, DREW: 0}
    for seed in range(30):
        table = GAME.new_match(4, {}, seed)
        table.start_log()
        while not table.over:
            table.apply(*choose(table, BRISK))
            for event in events_of(table, table.take_log()):
                if event.cards and event.kind != LEFT:
                    private[event.kind] += 1
                    for viewer in range(NOBODY, 4):
                        assert bool(event.seen_by(viewer).cards) == (viewer == event.seat)
    assert all(private.values())


def test_a_deck_that_cannot_be_dealt_is_refused() -> None:
    with pytest.raises(OptionError, match="43"):
        GAME.new_table(6, {"number_copies": 1, "havoc_copies": 1})


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, (False, False, False, 0)),
        ({"mode": "competition"}, (True, True, True, 15)),
        ({"mode": "competition", "slams": False, "target": 0}, (True, False, True, 0)),
        ({"sequences": True, "target": 7}, (True, False, False, 7)),
    ],
)
def test_what_is_automatic_follows_the_mode(options: dict[str, Any], expected: tuple[bool, bool, bool, int]) -> None:
    table = GAME.new_table(3, options)
    assert (table.sequences, table.slams, table.last_card, table.target) == expected


def test_words_that_are_no_move_are_refused_without_a_rule() -> None:
    table = GAME.new_match(3, {}, 1)
    for text in ("", "play", "play F3 C", "play F6", "choose", "play F3 as F4", "play DUEL B C", "clash Z", "draw 2"):
        with pytest.raises(Refused) as refused:
            play(table, table.turn, text)
        assert refused.value.rule is None


if __name__ == "__main__":
    print(digest(int(sys.argv[1])))
