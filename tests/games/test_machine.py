"""A match under all that can happen to it, in any order that Hypothesis thinks of."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import assume, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tests.tables import AnyGame, check_sound, values_of
from wildtable._build import wants_sources
from wildtable.engine.codes import DECLINE, NOBODY
from wildtable.engine.game import find_choices, is_legal, play
from wildtable.engine.table import Table
from wildtable.errors import OptionError, Refused
from wildtable.games import games


@st.composite
def tables(draw: st.DrawFn, game: AnyGame) -> tuple[int, dict[str, Any], int]:
    """Seats, options and a seed of a table that can be opened."""
    seats = draw(st.integers(game.fewest_seats, game.most_seats))
    options: dict[str, Any] = dict(game.simulation)
    for option in game.options:
        if (values := values_of(option)) and draw(st.integers(0, 2)) == 0:
            options[option.name] = draw(st.sampled_from(values))
    try:
        game.settle_options(seats, options)
    except OptionError:
        assume(False)
    return seats, options, draw(st.integers(0, 2**64 - 1))


class Match(RuleBasedStateMachine):
    """Offered choices, written moves, refusals and re-deals; a second table is driven by the words alone."""

    game: AnyGame
    table: Table
    mirror: Table

    @initialize(data=st.data())
    def sit_down(self, data: st.DataObject) -> None:
        seats, options, seed = data.draw(tables(self.game))
        self.table = self.game.new_match(seats, options, seed)
        self.mirror = self.game.new_match(seats, options, seed)

    @precondition(lambda self: not self.table.over)
    @rule(picks=st.lists(st.integers(0, 10**6), min_size=1, max_size=12))
    def several_offered_moves(self, picks: list[int]) -> None:
        choices: list[int]
        for pick in picks:
            if self.table.over:
                return
            start, seat, choices = self.table.clone(), self.table.actor(), []
            while not choices or self.table.stage != 0:
                menu = self.table.menu()
                choices.append(menu[(pick + len(choices)) % len(menu)])
                self.table.apply(seat, choices[-1])
            move = self.game.move_of(start, choices)
            text = self.game.move_text(move)
            assert is_legal(start, seat, move), text
            if choices != [DECLINE]:
                play(self.mirror, seat, text)

    @precondition(lambda self: not self.table.over)
    @rule(seat=st.integers(0, 11), pick=st.integers(0, 10**6), other=st.integers(0, 11))
    def a_move_of_somebody_else(self, seat: int, pick: int, other: int) -> None:
        """What one seat may do is tried by another: it is made, punished or refused, and a refusal changes nothing."""
        seat, other = seat % self.table.seats, other % self.table.seats
        legal = self.table.legal(seat)
        if not legal:
            return
        start, trial, choices = self.table, self.table.clone(), [legal[pick % len(legal)]]
        trial.apply(seat, choices[0])
        while trial.stage != 0:
            menu = trial.menu()
            choices.append(menu[pick % len(menu)])
            trial.apply(seat, choices[-1])
        move = self.game.move_of(start, choices)
        if self.game.move_text(move) == "decline":
            return
        before = self.table.snapshot()
        if find_choices(self.table, other, move) is None:
            with pytest.raises(Refused):
                play(self.table, other, move)
            assert self.table.snapshot() == before
        else:
            play(self.table, other, move)
            play(self.mirror, other, self.game.move_text(move))

    @rule(viewer=st.integers(NOBODY, 11), seed=st.integers(0, 2**64 - 1))
    def a_redeal(self, viewer: int, seed: int) -> None:
        viewer = min(viewer, self.table.seats - 1)
        other = self.table.determinize(viewer, seed)
        assert self.game.view(other, viewer) == self.game.view(self.table, viewer)
        check_sound(other)

    @invariant()
    def sound(self) -> None:
        if hasattr(self, "table"):
            check_sound(self.table)

    @invariant()
    def words_say_it_all(self) -> None:
        if hasattr(self, "table"):
            assert self.table.snapshot() | {"asked": 0} == self.mirror.snapshot() | {"asked": 0}


@pytest.mark.parametrize("game", games(), ids=[game.id for game in games()])
def test_a_match_stays_sound_whatever_happens(game: AnyGame) -> None:
    kind: Any = type(f"MatchOf{game.prefix}", (Match,), {"game": game})
    machine = kind.TestCase
    machine.settings = settings(max_examples=10 if wants_sources() else 60, stateful_step_count=25)
    machine("runTest").runTest()
