"""What every game keeps, whatever its rules: on random matches with random options."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any

import pytest

from tests.tables import AnyGame, all_cards, asked_for, cases, check_sound, choose
from wildtable.engine.codes import BRISK, DECLINE, EVERYBODY, NOBODY
from wildtable.engine.drive import play_out
from wildtable.engine.game import events_of, find_choices, is_legal, legal_moves, play, random_move
from wildtable.engine.table import Table
from wildtable.errors import NotationError, Refused
from wildtable.games import games

LIMIT = 1_000_000  # choices in a match: far more than any random match in these tests takes

GAMES = games()
every_game = pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
CASES = [(game, *case) for game in GAMES for case in cases(game)]
every_case = pytest.mark.parametrize(
    ("game", "seats", "options"),
    [(game, seats, options) for game, _, seats, options in CASES],
    ids=[f"{game.id}: {name}" for game, name, _, _ in CASES],
)


@every_case
def test_matches_end_and_no_card_is_lost(
    game: AnyGame, seats: int, options: dict[str, Any], rounds: Callable[[int], int]
) -> None:
    made = 0
    for seed in range(rounds(12)):
        table = game.new_match(seats, options, seed)
        while not table.over:
            # a stretch of an odd length, so that every kind of moment is looked at
            made += play_out(table, 1 + seed * 7 % 61, brisk=seed % 2 == 0)
            check_sound(table)
            assert made < LIMIT * (seed + 1), "a random match does not end"
    assert made > 0


@every_game
def test_a_million_random_choices(game: AnyGame, rounds: Callable[[int], int]) -> None:
    """The whole of it, in default matches: sound every 97 choices, and each match ends."""
    made, seed, wanted = 0, 0, rounds(1_000_000)
    while made < wanted:
        table = game.new_match(min(4, game.most_seats), game.simulation, seed)
        while not table.over:
            made += play_out(table, 97)
            check_sound(table)
        seed += 1


@every_game
def test_a_random_choice_is_the_one_with_the_number_drawn(game: AnyGame, rounds: Callable[[int], int]) -> None:
    for seed in range(rounds(20)):
        table = game.new_match(min(4, game.most_seats), game.simulation, seed)
        for _ in range(200):
            seat = table.actor()
            if seat == NOBODY:
                break
            choices = table.choices_of_seat(seat, asked_for(table))
            number = table.clone().random_below(len(choices))
            choice = table.pick_for(seat, asked_for(table))
            assert choice == choices[number]
            table.apply(seat, choice)


@every_case
def test_a_copy_goes_its_own_way(game: AnyGame, seats: int, options: dict[str, Any]) -> None:
    table = game.new_match(seats, options, 3)
    play_out(table, 40, brisk=True)
    before = table.snapshot()
    copy = table.clone()
    assert copy.snapshot() == before
    play_out(copy, 25)
    assert table.snapshot() == before
    again = table.clone()
    play_out(again, 25)
    assert again.snapshot() == copy.snapshot()


@every_case
def test_the_log_changes_nothing(game: AnyGame, seats: int, options: dict[str, Any]) -> None:
    quiet, telling = game.new_match(seats, options, 11), game.new_match(seats, options, 11)
    telling.start_log()
    names = [f"player {seat}" for seat in range(seats)]
    for manner in [0] * 60 + [BRISK] * 200:
        if quiet.over:
            break
        for table in (quiet, telling):
            table.apply(*choose(table, manner))
        for event in events_of(telling, telling.take_log()):
            assert game.sentence(event, names, telling.options)
            assert all(1 <= rule <= 99 for rule in event.rules)
    assert telling.snapshot() == quiet.snapshot()


@every_case
def test_views_hide_what_a_seat_cannot_know(
    game: AnyGame, seats: int, options: dict[str, Any], rounds: Callable[[int], int]
) -> None:
    """A re-deal of what a seat cannot know leaves its view as it is, and deals the same cards."""
    changed = 0
    for seed in range(max(2, rounds(6))):
        table = game.new_match(seats, options, seed)
        while not table.over:
            play_out(table, 1 + seed * 5 % 17, brisk=seed % 3 != 0)
            if table.stage != 0 or table.over:
                continue
            for viewer in (NOBODY, *range(seats)):
                other = table.determinize(viewer, seed * 1000 + viewer + 1)
                assert game.view(other, viewer) == game.view(table, viewer)
                assert all_cards(other) == Counter(table.deck_cards())
                check_sound(other)
                if viewer != NOBODY:
                    assert other.hand(viewer) == table.hand(viewer)
                changed += other.snapshot() != table.snapshot()
            if table.random_below(30) == 0:
                break
    assert changed > 0, "no re-deal ever changed anything"


@every_case
def test_a_seat_is_told_what_everybody_is_and_its_own(
    game: AnyGame, seats: int, options: dict[str, Any], rounds: Callable[[int], int]
) -> None:
    """The lines of a seat's view that are made from everybody's are those that are made from the view alone."""
    names, own = ["Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana", "Ivo", "Jun", "Kim", "Lou"][:seats], 0
    for seed in range(max(4, rounds(10))):
        table = game.new_match(seats, options, seed)
        while not table.over:
            play_out(table, 1 + seed * 5 % 7, brisk=seed % 3 != 0)
            if table.stage != 0:
                continue
            told = game.table_lines(game.open_view(table), names)
            before = list(told)
            for viewer in range(seats):
                view = game.view(table, viewer)
                assert view.viewer == viewer
                assert list(view.hand) == table.hand(viewer)
                assert game.own_lines(view, names, told) == game.table_lines(view, names)
                own += view != game.open_view(table)
            assert told == before
            if table.random_below(60) == 0:
                break
    assert own > 0


@every_game
def test_a_redealt_table_plays_to_its_end(game: AnyGame, rounds: Callable[[int], int]) -> None:
    for seed in range(rounds(100)):
        table = game.new_match(3, game.simulation, seed)
        play_out(table, 10 + seed, brisk=True)
        if table.over:
            continue
        other = table.determinize(table.actor(), seed)
        assert play_out(other, LIMIT, brisk=True) < LIMIT
        check_sound(other)


@every_case
def test_what_is_offered_can_be_written_read_and_made(game: AnyGame, seats: int, options: dict[str, Any]) -> None:
    """Each move that is offered has words of its own, which mean that move, and the table accepts it."""
    for seed in range(4):
        table = game.new_match(seats, options, seed)
        for _ in range(30):
            if table.over:
                break
            for seat in range(seats):
                moves = list(islice(legal_moves(table, seat), 400))
                texts = [game.move_text(move) for move in moves]
                assert len(set(texts)) == len(texts), "two moves are written alike"
                for move, text in zip(moves[::7], texts[::7], strict=True):
                    assert game.read_move(text, table) == move or game.move_text(game.read_move(text, table)) == text
                    assert is_legal(table, seat, game.read_move(text, table)), text
            random_move(table, table.actor(), asked_for(table) | BRISK)


@every_case
def test_a_match_is_the_fold_of_its_moves(game: AnyGame, seats: int, options: dict[str, Any]) -> None:
    """Written moves, without a word of those who let it pass, lead to the same state from the same seed."""
    chance = random.Random(8)
    table = game.new_match(seats, options, 29)
    moves: list[tuple[int, str]] = []
    choices: list[int]
    while not table.over and len(moves) < 200:
        start, seat, choices = table.clone(), table.actor(), []
        while not choices or table.stage != 0:
            choices.append(chance.choice(table.menu()))
            table.apply(seat, choices[-1])
        if choices != [DECLINE]:
            moves.append((seat, game.move_text(game.move_of(start, choices))))
    again = game.new_match(seats, options, 29)
    for seat, text in moves:
        play(again, seat, text)
    assert again.snapshot() | {"asked": 0} == table.snapshot() | {"asked": 0}


def strange_moves(game: AnyGame, table: Table, chance: random.Random) -> Sequence[str]:
    """Words of this game that are mostly out of place: what others could do, what was possible elsewhere, rubbish."""
    elsewhere = game.new_match(table.seats, dict(game.simulation), chance.randrange(1000))
    play_out(elsewhere, chance.randrange(200), brisk=True)
    while elsewhere.stage != 0:
        play_out(elsewhere, 1)
    found = [
        "",
        "play",
        "出牌 红五",
        "draw draw",
        "play R5 R5 R5 R5 R5",
        "x" * 1000,
        "decline",
        "catch A",
        "\x00",
        "take",
    ]
    for source in (table, elsewhere):
        for seat in range(source.seats):
            found += [game.move_text(move) for move in islice(legal_moves(source, seat), 12)]
    return found


@every_case
def test_refused_moves_change_nothing(game: AnyGame, seats: int, options: dict[str, Any]) -> None:
    chance = random.Random(5)
    refused = 0
    for seed in range(2):
        table = game.new_match(seats, options, seed)
        for _ in range(12):
            if table.over:
                break
            before = table.snapshot()
            for text in strange_moves(game, table, chance):
                for seat in range(seats):
                    try:
                        move = game.read_move(text, table)
                    except NotationError:
                        with pytest.raises(Refused) as refusal:
                            play(table, seat, text)
                        assert refusal.value.rule is None
                    else:
                        if find_choices(table, seat, move) is not None:
                            continue
                        with pytest.raises(Refused) as refusal:
                            play(table, seat, text)
                        if move_verb(text) != "decline":
                            assert refusal.value.rule is not None, f"{text!r} is refused without a rule"
                    refused += 1
            assert table.snapshot() == before
            play_out(table, 9, brisk=True)
            while table.stage != 0:
                play_out(table, 1)
    assert refused > 0


def move_verb(text: str) -> str:
    return text.split()[0] if text.split() else ""


@every_case
def test_events_show_cards_to_those_alone_who_may_see_them(game: AnyGame, seats: int, options: dict[str, Any]) -> None:
    """A card that an event names to everybody is one that everybody can see or has seen leave a hand."""
    table = game.new_match(seats, options, 17)
    private = 0
    for _ in range(200):
        if table.over:
            break
        seat = table.actor()
        events = play(table, seat, game.move_text(random_move(table.clone(), seat, asked_for(table) | BRISK)))
        for event in events:
            for viewer in (NOBODY, *range(seats)):
                seen = event.seen_by(viewer)
                if event.seers == EVERYBODY or (viewer != NOBODY and event.seers >> viewer & 1):
                    assert seen == event
                else:
                    assert seen.cards == ()
            private += bool(event.cards) and event.seers != EVERYBODY
    assert private > 0 or game.id == "wild-side", "no event ever had a card for some eyes only"


@every_case
def test_at_the_end_all_hands_lie_open(game: AnyGame, seats: int, options: dict[str, Any]) -> None:
    table = game.new_match(seats, {**options, **game.simulation}, 5)
    table.start_log()
    while not table.over:
        table.apply(*choose(table, BRISK))
        last = events_of(table, table.take_log())
    left = {event.seat: event.cards for event in last if game.event_name(event.kind) in ("left", "laid_down")}
    for seat in range(seats):
        assert Counter(table.hand(seat)) <= Counter(left.get(seat, ()))


@every_game
def test_a_checkable_shuffle_deals_the_same_match_again(game: AnyGame) -> None:
    secret = bytes(range(32))
    table, again = (game.new_match(3, game.simulation, secret) for _ in range(2))
    other = game.new_match(3, game.simulation, bytes(32))
    assert table.snapshot() == again.snapshot()
    assert [table.hand(seat) for seat in range(3)] != [other.hand(seat) for seat in range(3)]
    chance = random.Random(1)
    for _ in range(400):
        if table.over:
            break
        seat, choice = table.actor(), chance.choice(table.menu())
        table.apply(seat, choice)
        again.apply(seat, choice)
    assert table.snapshot() == again.snapshot()
    check_sound(table)
