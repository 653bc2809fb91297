"""What the tests of all calm players share: asking one about a position, and whole matches of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.tables import AnyGame, asked_for, cases
from wildtable.bots.sight import Sight, look
from wildtable.engine.codes import BRISK, NOBODY, REQUIRED
from wildtable.engine.game import find_choices
from wildtable.engine.table import Table

Choose = Callable[[Sight], Any]

LONGEST_MATCH = 20_000  # decisions


def said(choose: Choose, table: Table, seat: int = 0, which: int = REQUIRED) -> str:
    """What the player in `seat` does, in words; a second look at the same cards gives the same move."""
    game: AnyGame = table.game
    move = choose(look(table, seat, which, 1))
    assert choose(look(table, seat, which, 2)) == move
    return game.move_text(move)


def every_case(game: AnyGame) -> pytest.MarkDecorator:
    """Runs a test at tables that together show each option at each value."""
    tables = [(seats, options) for _, seats, options in cases(game)]
    return pytest.mark.parametrize(("seats", "options"), tables, ids=[name for name, _, _ in cases(game)])


def play_match(choose: Choose, table: Table, most: int = LONGEST_MATCH, seed: int = 0) -> list[str]:
    """Moves of calm players to the end of the match, or `most` of them; each is one that the table offers.

    Seat 1 plays brisk, and at times any way, so that calm players meet what none of them would do.
    """
    game: AnyGame = table.game
    moves: list[str] = []
    while not table.over and len(moves) < most:
        seat, which = table.actor(), asked_for(table)
        assert seat != NOBODY
        if seat == 1:
            table.apply(seat, table.pick_for(seat, which | (BRISK if table.random_below(3) else 0)))
            continue
        move = choose(look(table, seat, which, seed))
        text = game.move_text(move)
        choices = find_choices(table, seat, move)
        assert choices, f"{text} is refused"
        assert choices[0] in table.choices_of_seat(seat, which), f"{text} is no answer to what was asked"
        for choice in choices:
            table.apply(seat, choice)
        moves.append(text)
    return moves


def check_whole_matches(game: AnyGame, choose: Choose, seats: int, options: dict[str, Any], seeds: int) -> None:
    """Legal to the end, and the same whatever the cards that the seat cannot know were dealt as."""
    for seed in range(seeds):
        moves = play_match(choose, game.new_match(seats, options, seed), 400)
        again = play_match(choose, game.new_match(seats, options, seed), 400, seed=77)
        assert moves
        assert moves == again


def share_against_brisk(game: AnyGame, choose: Choose, seats: int, options: dict[str, Any], deals: int) -> float:
    """The share of matches that one calm player wins against brisk ones, each deal from every chair."""
    won = 0.0
    for seed in range(deals):
        for chair in range(seats):
            table = game.new_match(seats, options, seed)
            while not table.over:
                seat, which = table.actor(), asked_for(table)
                if seat != chair:
                    table.apply(seat, table.pick_for(seat, which | BRISK))
                    continue
                choices = find_choices(table, seat, choose(look(table, seat, which, seed)))
                assert choices
                for choice in choices:
                    table.apply(seat, choice)
            winners = table.seats_in(table.winners)
            won += (chair in winners) / max(1, len(winners))
    return won / (deals * seats)
