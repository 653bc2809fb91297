"""Options as words: what is written is what is read."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tables import AnyGame
from wildtable.engine.options import Option, assignments, changed, read_assignments
from wildtable.games import games


def some_values(option: Option) -> list[Any]:
    if option.kind == "flag":
        return [True, False]
    if option.kind == "numbers":
        return [{key: option.high - place for place, key in enumerate(option.keys or {})}]
    if option.kind == "words":
        return [("ROAR",), ("ROAR", "it's", "two words")]
    numbers = [option.low, option.high] if "number" in option.kind else []
    return [*option.values, *numbers]


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_every_value_of_every_option_can_be_written_and_read_again(game: AnyGame) -> None:
    for option in game.options:
        for value in some_values(option):
            read = read_assignments(game.options, assignments({option.name: value}))
            assert option.read(read[option.name]) == option.read(value)


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_what_is_changed_is_what_was_given(game: AnyGame) -> None:
    usual = game.settle_options(game.fewest_seats)
    assert changed(usual, usual) == {}
    for option in game.options:
        for value in some_values(option):
            options = {**usual, option.name: option.read(value)}
            found = changed(options, usual)
            assert set(found) <= {option.name}
            assert option.read(found.get(option.name, usual[option.name])) == options[option.name]
