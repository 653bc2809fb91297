"""What scenario files cannot show of CL4SH: positions and expectations that cannot be, hidden knowledge, words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from wildtable.engine.codes import NOBODY
from wildtable.engine.game import Position, play
from wildtable.errors import NotationError
from wildtable.games.cl4sh import GAME, codes
from wildtable.games.cl4sh.game import Cl4sh

NAMES = ("Ann", "Bob", "Cyn", "Dan", "Eve", "Fay")


def position(
    hands: Sequence[str],
    discard: str,
    draw: str = "",
    options: dict[str, Any] | None = None,
    direction: int = 1,
    turn: int = 0,
    **extra: Any,
) -> Cl4sh:
    """A table with these hands; the rest of the deck follows `draw`."""
    table = GAME.new_table(len(hands), options)
    table.reseed_from(1)
    read = [GAME.read_cards(cards, table.options) for cards in (*hands, discard, draw)]
    rest = sorted(table.deck_cards())
    for card in (card for cards in read for card in cards):
        rest.remove(card)
    *held, pile, first = read
    scores = [0] * len(hands)
    draw_pile = first + table.shuffled(rest)
    GAME.arrange(table, Position(held, draw_pile, pile, len(hands) - 1, turn, direction, 1, scores, extra))
    return table


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"direction": -1}, "clockwise"),
        ({"turn": NOBODY}, "whose turn"),
        ({"color": "F"}, "no 'color'"),
        ({"guards": "B"}, "list of seats"),
        ({"guards": ["G"]}, "no seat"),
        ({"signals": ["B"]}, "without the option last_card"),
        ({"signals": ["A"], "options": {"last_card": True}}, "exactly one card"),
    ],
)
def test_positions_that_cannot_be_are_refused(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(NotationError, match=sentence):
        position(["F1 F2", "E1", "A1"], "W1", **given)


@pytest.mark.parametrize("expectation", ["element X", "guard", "signal Z", "owes B", "owes 2 B"])
def test_expectations_that_mean_nothing_are_errors(expectation: str) -> None:
    table = position(["F1 F2", "E1", "A1"], "W1")
    name, _, text = expectation.partition(" ")
    with pytest.raises(NotationError):
        GAME.fact(table, name, text)


def test_an_empty_pile_and_an_almighty_on_top_mean_any_card() -> None:
    for discard in ("", "E3 ALMIGHTY"):
        table = position(["F1 F2", "E1", "A1"], discard)
        assert GAME.fact(table, "any", "") == (True, "any")
        assert GAME.fact(table, "element", "E") == (False, "any")
        assert GAME.table_lines(GAME.view(table, 0), NAMES)


def test_a_duel_card_is_seen_by_its_chooser_alone_until_both_have_chosen() -> None:
    table = position(["DUEL F3 W2", "A4 A5", "E5 W5 F1"], "E1")
    play(table, 0, "play DUEL C")
    play(table, 0, "choose F3")
    for viewer in (NOBODY, 0, 1, 2):
        seen = GAME.view(table, viewer)
        assert seen.has_chosen == (0,)
        assert seen.counts == (2, 2, 3)
        assert seen.own_choice == (GAME.read_card("F3", {}) if viewer == 0 else codes.NO_KIND)
    lines = "\n".join(GAME.table_lines(GAME.view(table, 1), NAMES))
    assert "has chosen a duel card" in lines
    assert "owes a duel card" in lines
    assert "DUEL on top, fire to beat" in lines
    assert "A duel: both choose a card for it in secret." in lines


def test_a_signal_goes_back_even_if_the_duel_leaves_one_card_again() -> None:
    """CL-51: the one card is shown, a tie, and one card is drawn for the second choice."""
    table = position(
        ["DUEL F3 F4 W1", "F3", "E5 W5"],
        "E1",
        draw="F4",
        options={"mode": "competition"},
        signals=["B"],
    )
    play(table, 0, "play DUEL B")
    play(table, 0, "choose F3")
    play(table, 1, "choose F3")
    assert table.hand_sizes()[1] == 1
    assert table.signals == 0
    assert GAME.fact(table, "signal", "B") == (False, "signal -")
    play(table, 2, "clash B")
    assert table.hand_sizes()[1] == 5
    assert table.duel_choice == 2


def test_a_void_duel_leaves_the_chosen_card_in_the_hand() -> None:
    """CL-29: nothing is left to draw for the one who has no number card."""
    table = GAME.new_table(2)
    read = [GAME.read_cards(cards, table.options) for cards in ("DUEL F3 W2", "ECHO CHAIN", "BALANCE")]
    table.place(read[:2], [], read[2])
    table.set_match(1, 0, 1, 1, [0, 0])
    table.stand(0, 0, 0)
    play(table, 0, "play DUEL B")
    play(table, 0, "choose F3")
    events = play(table, 1, "take")
    assert {29, 33} <= {rule for event in events for rule in event.rules}
    assert [GAME.cards_text(table.hand(seat)) for seat in (0, 1)] == ["F3 W2", "BALANCE CHAIN ECHO"]
    assert table.required == 2
    assert table.chosen_by(0) == codes.NO_KIND
