"""What the tests of all games share: tables with options drawn from a game's data, and stepping through a match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from wildtable.engine.codes import NOBODY, OPTIONAL, REQUIRED
from wildtable.engine.game import Game
from wildtable.engine.options import Option
from wildtable.engine.table import Table
from wildtable.errors import OptionError

AnyGame = Game[Any, Any]

LOW_TARGET = 40  # points that a match is played to in the tests: several rounds, but not many


def values_of(option: Option) -> list[Any]:
    """Values of an option that are worth a game: all of a small set, the ends of a wide range that end games soon."""
    if option.kind == "flag":
        return [False, True]
    if option.kind == "choice":
        return list(option.values)
    if option.kind == "choice-or-number":
        return [*option.values, option.low, LOW_TARGET] if option.name == "target" else [*option.values]
    if option.kind == "number":
        if option.name == "target":
            return [0, LOW_TARGET]
        values = {option.low, option.low + 1, option.high} if option.high - option.low < 20 else {option.low}
        return sorted(values | ({option.default} if isinstance(option.default, int) else set()))
    return []


def seat_numbers(game: AnyGame) -> list[int]:
    return sorted({game.fewest_seats, 3, 4, min(7, game.most_seats), game.most_seats})


def cases(game: AnyGame) -> Iterator[tuple[str, int, dict[str, Any]]]:
    """Tables that together show each number of seats worth trying and each option at each value, by name."""
    usual = dict(game.simulation)
    for seats in seat_numbers(game):
        yield f"{seats} seats", seats, usual
    for option in game.options:
        for value in values_of(option):
            if value == option.default:
                continue
            for seats in (game.fewest_seats, min(4, game.most_seats)):
                options = {**usual, option.name: value}
                try:
                    game.settle_options(seats, options)
                except OptionError:
                    continue
                yield f"{option.name}={value}, {seats} seats", seats, options


def asked_for(table: Table) -> int:
    """Which choices a driver without a clock asks the actor for."""
    return OPTIONAL if table.optional & (table.asked ^ 0xFFFF) else REQUIRED


def choose(table: Table, manner: int = 0) -> tuple[int, int]:
    """The actor and a random choice of it, from the table's own generator."""
    seat = table.actor()
    assert seat != NOBODY, "nobody can act, and the match is not over"
    return seat, table.pick_for(seat, asked_for(table) | manner)


def all_cards(table: Table) -> Counter[int]:
    """Every card that the table has anywhere."""
    cards = Counter(table.draw_order())
    cards.update(table.discards())
    cards.update(table.loose_cards())
    for seat in range(table.seats):
        cards.update(table.hand(seat))
    return cards


def check_sound(table: Table) -> None:
    """What holds for every state of every game."""
    assert all_cards(table) == Counter(table.deck_cards()), "a card is lost or doubled"
    for seat in range(table.seats):
        assert table.hand_sizes()[seat] == len(table.hand(seat))
    if table.over:
        assert table.required == 0
        assert table.optional == 0
        assert table.actor() == NOBODY
        return
    assert table.required != 0, "nobody has to act"
    menu = table.menu()
    assert menu, "who is asked has nothing to choose"
    assert menu == sorted(set(menu)), "choices are listed once and in order"
    seat = table.actor()
    assert set(menu) <= set(table.legal(seat))
    if table.stage == 0:
        for other in range(table.seats):
            legal = table.legal(other)
            assert bool(legal) == bool((table.required | table.optional) >> other & 1)
