"""Views and events as JSON has them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.tables import AnyGame
from wildtable._build import wants_sources
from wildtable.engine.codes import NOBODY
from wildtable.engine.drive import play_out
from wildtable.engine.game import events_of
from wildtable.games import game as find_game
from wildtable.games import games
from wildtable.notation.plain import event_in_words, laid_in_words, view_in_words

NAMES = ("Ada", "Ben", "Cleo", "Dan")
every_game = pytest.mark.parametrize("game", games(), ids=[game.id for game in games()])


@every_game
def test_views_can_be_told_in_every_game(game: AnyGame) -> None:
    """Cards are written so that they can be read, and a view in words says no less than the view."""
    for seed in range(20):
        table = game.new_match(min(4, game.most_seats), game.simulation, seed)
        while not table.over:
            play_out(table, 1 + seed * 3 % 19, brisk=True)
            if table.stage != 0 or table.over:
                continue
            for viewer in range(table.seats):
                view = game.view(table, viewer)
                told: dict[str, Any] = json.loads(json.dumps(view_in_words(game, view)))
                assert told["viewer"] == "ABCDEFGHIJKL"[viewer]
                assert sorted(game.read_card(word, table.options) for word in told["hand"]) == table.hand(viewer)
                assert len(told["hand"]) == view.counts[viewer]
                for row in told.get("shown", []):
                    assert all(isinstance(card, str) for card in row)
                if "phase" in told:
                    assert told["phase"] in game.view_words["phase"].values()
            if wants_sources():
                break


@every_game
def test_every_event_has_a_name_and_a_sentence(game: AnyGame) -> None:
    for seed in range(20):
        table = game.new_table(min(4, game.most_seats), game.simulation)
        table.start_log()
        table.start(seed)
        play_out(table, 2000, brisk=True)
        for event in events_of(table, table.take_log()):
            told = json.loads(json.dumps(event_in_words(game, event, NAMES, table.options)))
            assert told["kind"].replace("_", "").isalpha()
            assert told["text"].strip()
            assert all(rule in game.rules_text for rule in told["rules"])
            assert all(game.card_text(game.read_card(card, table.options)) == card for card in told["cards"])


def test_hands_are_laid_out_for_those_who_see_them() -> None:
    """In What's Wild?!, and in no other game."""
    game = find_game("whats-wild")
    table = game.new_match(3, {}, 4)
    for viewer in range(3):
        ((seat, laid),) = laid_in_words(game, game.view(table, viewer)).items()
        cards = [card for meld in laid["melds"] for card in meld] + laid["left"]
        assert seat == "ABC"[viewer]
        assert sorted(cards) == sorted(game.card_text(card) for card in table.hand(viewer))
        assert bool(laid["points"]) == bool(laid["left"])
    assert laid_in_words(game, game.view(table, NOBODY)) == {}
    other = find_game("cl4sh")
    assert laid_in_words(other, other.view(other.new_match(3, {}, 4), 0)) == {}
