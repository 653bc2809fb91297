"""What a search knows beyond the rules: what is sensible, what others are likely to hold, what a round is worth."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from tests.tables import AnyGame, asked_for, cases
from wildtable._build import SOURCES_VARIABLE, wants_sources
from wildtable.bots.players import Clock, Thinker, Thought, player
from wildtable.bots.search import Search
from wildtable.bots.sight import look
from wildtable.engine.codes import BRISK, NOBODY, REQUIRED
from wildtable.engine.drive import play_out
from wildtable.engine.game import Position
from wildtable.games import game as find_game
from wildtable.games import games

GAMES = games()
DRAW = 1  # the choice, in Wild Apex, UNO She-Ra and CL4SH
PLAY = 64  # and, with the card added, to lay it
KEPT = {"wild-apex": (14, 30, 46), "uno-etheria": (14, 30), "cl4sh": (14, 30)}  # kinds that go on anything
every_game = pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])


@every_game
def test_sensible_choices_are_legal_and_never_none(game: AnyGame, rounds: Callable[[int], int]) -> None:
    """At every moment of random matches, also in the middle of a move, with every option at every value."""
    for number, (name, seats, options) in enumerate(cases(game)):
        table = game.new_match(seats, options, number)
        for _ in range(max(20, rounds(1500))):
            if table.over:
                break
            seat, which = table.actor(), asked_for(table)
            allowed = set(table.choices_of_seat(seat, which))
            sensible = table.sensible_choices(seat, which | BRISK)
            assert sensible, name
            assert allowed.issuperset(sensible), f"{name}: {sensible} of {sorted(allowed)}"
            # half of the way is gone with them, so that the matches are like those of a search
            table.apply(seat, sensible[0] if number % 2 else table.pick_for(seat, which | BRISK))


@pytest.mark.parametrize("game_id", KEPT)
def test_a_hand_promises_more_the_fewer_cards_and_the_more_wild_ones_it_has(
    game_id: str, rounds: Callable[[int], int]
) -> None:
    game = find_game(game_id)
    compared = 0
    for number in range(max(2, rounds(20))):
        table = game.new_match(3, {}, number)
        play_out(table, 8 + 2 * number, brisk=True)
        if table.round_over:
            continue
        hands = [table.hand(seat) for seat in range(3)]
        wilds = [sum(card % 16 == 14 for card in hand) for hand in hands]
        worths = [table.worth_for(seat) for seat in range(3)]
        assert sum(worths) == pytest.approx(1.0)
        for one in range(3):
            for other in range(3):
                if len(hands[one]) < len(hands[other]) and wilds[one] >= wilds[other]:
                    assert worths[one] > worths[other]
                    compared += 1
    assert compared > 0


@every_game
def test_a_guess_changes_nothing_that_is_known(game: AnyGame, rounds: Callable[[int], int]) -> None:
    """Cards that go well with what others have done are as possible as all others: the view stays the same."""
    for number, (name, seats, options) in enumerate(cases(game)):
        table = game.new_match(seats, options, number)
        for step in range(max(2, rounds(12))):
            play_out(table, 9 + step, brisk=True)
            while table.stage != 0:
                play_out(table, 1)
            if table.over:
                break
            for seat in range(seats):
                guessed = table.determinize(seat, step, guessing=True)
                assert game.view(guessed, seat) == game.view(table, seat), name


@pytest.mark.parametrize("game_id", ["wild-apex", "uno-etheria", "cl4sh"])
def test_who_draws_is_taken_to_lack_what_could_have_been_played(game_id: str) -> None:
    """Among the hands that are re-dealt right after a draw, few hold what would have been played."""
    game: Any = find_game(game_id)
    plain = guessed = 0
    for seed in range(12 if wants_sources() else 60):
        table = game.new_match(2, game.simulation, seed)
        while not table.over:
            seat, which = table.actor(), asked_for(table)
            choice = table.pick_for(seat, which | BRISK)
            fits = lacked_kinds(game, table)
            table.apply(seat, choice)
            if choice == DRAW and not table.over:
                for number in range(20):
                    plain += fitting(table.determinize(1 - seat, number), seat, fits)
                    guessed += fitting(table.determinize(1 - seat, number, guessing=True), seat, fits)
                break
    assert plain > 100 if not wants_sources() else plain > 20
    assert guessed < 0.7 * plain  # the drawn card may be any, and some people draw whatever they hold


@pytest.mark.parametrize("game_id", ["wild-apex", "uno-etheria", "cl4sh"])
def test_who_lays_a_card_that_goes_on_anything_is_taken_to_lack_what_would_have_gone(game_id: str) -> None:
    game: Any = find_game(game_id)
    plain = guessed = 0
    for seed in range(20 if wants_sources() else 80):
        table = game.new_match(2, game.simulation, seed)
        found = False
        while not (table.over or found):
            seat, which = table.actor(), asked_for(table)
            choice = table.pick_for(seat, which | BRISK)
            fits = lacked_kinds(game, table)
            found = which == REQUIRED and choice - PLAY in KEPT[game_id] and len(table.hand(seat)) > 3
            table.apply(seat, choice)
            while table.stage != 0:
                table.apply(seat, table.pick_for(seat))
        if not table.over:
            for number in range(20):
                plain += fitting(table.determinize(1 - seat, number), seat, fits)
                guessed += fitting(table.determinize(1 - seat, number, guessing=True), seat, fits)
    assert plain > 100
    assert guessed < 0.7 * plain  # some people lay whatever they hold, and cards may have come since


def lacked_kinds(game: AnyGame, table: Any) -> set[int]:
    """Coloured cards that go on the top card by its colour."""
    if game.id == "cl4sh":
        return {kind for kind in range(64) if table.can_play(kind) and kind & 15 < 14}
    return {table.color * 16 + value for value in range(10)}


def fitting(table: Any, seat: int, kinds: set[int]) -> int:
    return sum(card & 63 in kinds for card in table.hand(seat))


@pytest.mark.parametrize("game_id", ["wild-apex", "uno-etheria", "cl4sh"])
def test_a_round_of_a_match_is_worth_what_the_scores_say(game_id: str) -> None:
    """Between two rounds the worths of all seats are chances: they add up to one, and the leader has the best."""
    game: Any = find_game(game_id)
    found = 0
    for seed in range(3):
        table = game.new_match(3, {**game.simulation, "target": 9 if game_id == "cl4sh" else 400}, seed)
        while not table.over:
            play_out(table, 1, brisk=True)
            if table.round_over and not table.over:
                worths = [table.worth_for(seat) for seat in range(3)]
                assert sum(worths) == pytest.approx(1)
                assert worths.index(max(worths)) == table.score_list().index(max(table.score_list()))
                found += 1
        assert [table.worth_for(seat) for seat in range(3)].count(1.0) == 1
    assert found > 3


@pytest.mark.parametrize("game_id", ["whats-wild", "wild-side"])
def test_where_points_cost_the_lowest_total_has_the_best_chance(game_id: str) -> None:
    """The same where the fewest points win; and a lead is worth more when fewer rounds are left."""
    game: Any = find_game(game_id)
    found = 0
    for seed in range(2):
        table = game.new_match(3, game.simulation, seed)
        while not table.over:
            play_out(table, 1, brisk=True)
            if table.round_over and not table.over:
                worths = [table.worth_for(seat) for seat in range(3)]
                assert sum(worths) == pytest.approx(1)
                assert worths.index(max(worths)) == table.score_list().index(min(table.score_list()))
                found += 1
        shares = [table.worth_for(seat) for seat in range(3)]
        assert max(shares) == shares[table.winners.bit_length() - 1]
    assert found > 5


def test_who_picks_up_in_wild_side_is_taken_to_lack_what_would_have_fitted() -> None:
    """Of the hidden cards that are re-dealt to somebody who has just picked up a pile, few would have fitted."""
    game: Any = find_game("wild-side")
    plain = guessed = 0
    for seed in range(10 if wants_sources() else 40):
        table = game.new_match(2, game.simulation, seed)
        while table.round == 1:
            before, seat = game.view(table, NOBODY), table.actor()
            play_out(table, 1, brisk=True)
            while table.stage != 0:
                play_out(table, 1, brisk=True)
            after = game.view(table, NOBODY)
            # not by a blind card, which nobody has looked at
            if after.counts[seat] > before.counts[seat] and after.face_down == before.face_down and before.top < 6:
                for number in range(20):
                    plain += low_ones(table.determinize(1 - seat, number), seat, before.top)
                    guessed += low_ones(table.determinize(1 - seat, number, guessing=True), seat, before.top)
                break
    assert plain > 50
    assert guessed < 0.4 * plain


def low_ones(table: Any, seat: int, top: int) -> int:
    """How many cards that nobody has seen the hand holds of values up to `top`, badgers too."""
    cards = table.hand(seat)
    for card in table.shown_by(seat):
        cards.remove(card)
    return sum(card & 15 <= top for card in cards)


@every_game
def test_thinking_in_blocks_is_thinking_at_once(game: AnyGame, rounds: Callable[[int], int]) -> None:
    table = game.new_match(3, game.simulation, 5)
    play_out(table, 10, brisk=True)
    while table.stage != 0 or len(table.menu()) < 2:
        play_out(table, 1, brisk=True)
        assert not table.over
    at_once, in_blocks = Search(), Search()
    at_once.prepare(table)
    at_once.think(table, table.actor(), rounds(1000), 9, asked_for(table))
    in_blocks.prepare(table)
    while in_blocks.rounds < at_once.rounds:
        in_blocks.think(table, table.actor(), 1, 9, asked_for(table))
    assert in_blocks.tried() == at_once.tried()
    assert in_blocks.nodes == at_once.nodes


@pytest.mark.compiled_only
def test_thinking_ends_when_the_best_choice_is_clear() -> None:
    """Two cards are left, and one of them goes."""
    game: Any = find_game("wild-apex")
    table = game.new_table(2, {})
    top, hands = 1, [[2, 40], [20, 21, 22, 23, 24]]
    rest = sorted((Counter(table.deck_cards()) - Counter([top, *hands[0], *hands[1]])).elements())
    game.arrange(table, Position(hands, rest, [top], dealer=1, turn=0, direction=1, round=1, scores=[0, 0], extra={}))
    mine = Thinker("fierce", 1, Thought(rounds=100_000))
    assert game.move_text(mine.move(look(table, 0, REQUIRED, 1))).startswith("play R")
    assert 0 < mine.rounds < 20_000


def test_a_clock_with_rounds_and_seconds_keeps_to_both() -> None:
    clock = Clock(Thought(rounds=5000, seconds=60.0))
    clock.begin()
    blocks = []
    while block := clock.next_block():
        blocks.append(block)
    assert sum(blocks) == 5000
    clock = Clock(Thought(rounds=10**9, seconds=1e-9))
    clock.begin()
    assert clock.next_block() == 1
    assert clock.next_block() == 0


def decisions() -> list[str]:
    """Moves of a thoughtful player in all games."""
    made = []
    for game in GAMES:
        if game.id == "crazy-eights":
            continue  # it cannot sit down at a compiled engine
        for seed in range(3):
            table = game.new_match(3, game.simulation, seed)
            play_out(table, 25 + seed, brisk=True)
            while table.stage != 0:
                play_out(table, 1)
            if not table.over and table.actor() != NOBODY:
                sight = look(table, table.actor(), asked_for(table), seed)
                made.append(f"{game.id} {game.move_text(player('fierce:60', seed).move(sight))}")
    return made


@pytest.mark.compiled_only
def test_thoughts_are_the_same_compiled_and_uncompiled() -> None:
    code = "import json; from tests.bots.test_search import decisions; print(json.dumps(decisions()))"
    told = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, SOURCES_VARIABLE: "1"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert json.loads(told) == decisions()
